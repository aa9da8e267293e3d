//! What came about, sentence by sentence, with the dice where they belong.

use super::form::layout::{Block, text_of};
use super::form::{fold, marks};
use super::{brief, narrate, refusal, tale};
use tess_effects::{Question, Recorded, Rolled, Worded};
use tess_gboh::events::{CommandEvent, ShockEvent};
use tess_gboh::state::stage::PhaseKind;
use tess_gboh::{Happening, LeaderId, Position, Refusal, Setup, Side};
use tess_table::{Chapter, Close};

/// What happened in plain sentences, by the places of a viewer's front.
#[must_use]
pub fn plain(pos: &Position, chapters: &[Chapter<Happening, Refusal>], viewer: Option<Side>) -> String {
    text_of(&paragraphs(pos, chapters, viewer))
}

/// The same in its parts.
pub(super) fn paragraphs(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
    viewer: Option<Side>,
) -> Vec<Block> {
    let end = |chapter: &Chapter<Happening, Refusal>| left_over(chapter, &|it| refusal::worded(&pos.set, it));
    tale::tale(pos, chapters, viewer, &end)
}

/// What happened in short, for who checks it, under a legend of what it leaves out.
#[must_use]
pub fn digest(set: &Setup, chapters: &[Chapter<Happening, Refusal>]) -> String {
    let mut marks = brief::Marks::default();
    let mut leader = None;
    let each: Vec<String> =
        chapters.iter().map(|chapter| short(set, chapter, &mut marks, &mut leader)).collect();
    let legend = marks.legend(set);
    let gap = if legend.is_empty() { "" } else { "\n" };
    format!("{legend}{gap}{}", each.join("\n"))
}

/// One chapter after another: the sheet as sent, what came of it, how it closed, and every die.
#[must_use]
pub fn story(set: &Setup, chapters: &[Chapter<Happening, Refusal>]) -> String {
    let sentence = |happening: &Happening| match happening {
        // Attackers and defenders stand in the sentences before and after it.
        Happening::Shock(ShockEvent::Begins { .. }) => None,
        other => {
            let mut t = narrate::Teller::new(set);
            let text = narrate::told(&mut t, other);
            let struck = matches!(other, Happening::Shock(ShockEvent::Struck(_)));
            Some(Said { text, dice: t.dice().to_vec(), struck })
        }
    };
    told(chapters, true, &sentence, &|it| refusal::worded(set, it))
}

/// A sentence, and which dice need not be told besides.
pub(super) struct Said {
    /// Its words.
    pub text: String,
    /// The faces of the dice that stand in it.
    pub dice: Vec<u8>,
    /// It tells a combat: the dice of shock stand in such sentences.
    pub struck: bool,
}

/// A happening as a sentence, if it needs one.
pub(super) type Say<'a, H> = &'a dyn Fn(&H) -> Option<Said>;

/// Why an order was not carried out, in words.
pub(super) type Why<'a, R> = &'a dyn Fn(&R) -> Worded;

/// The chapters of any game. Short: without the sheets, whose deeds are told anyway, and without the list of
/// dice.
pub(super) fn told<H, R>(
    chapters: &[Chapter<H, R>],
    full: bool,
    sentence: Say<'_, H>,
    words: Why<'_, R>,
) -> String {
    let mut out = String::new();
    for chapter in chapters {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&one(chapter, full, sentence, words));
    }
    out
}

fn heading<H, R>(chapter: &Chapter<H, R>) -> String {
    let side = marks::capital(chapter.side.as_str());
    let events = if chapter.last > chapter.seq {
        format!("Events {} to {}", chapter.seq, chapter.last)
    } else {
        format!("Event {}", chapter.seq)
    };
    fold::line(&format!("{events}: the orders of {side}"))
}

fn short(
    set: &Setup,
    chapter: &Chapter<Happening, Refusal>,
    marks: &mut brief::Marks,
    leader: &mut Option<LeaderId>,
) -> String {
    let side = marks::capital(chapter.side.as_str());
    let last = if chapter.last > chapter.seq { format!("-{}", chapter.last) } else { String::new() };
    // Momentum comes in the chapter before the one in which its orders are given.
    let before = leader.take();
    let named = |l: LeaderId| set.leader(l).code.as_str();
    let sheet = orders(&chapter.sheet);
    let goes_on = before
        .filter(|&l| !sheet.contains(named(l)))
        .map_or_else(String::new, |l| format!(" ({})", named(l)));
    *leader = chapter.record.iter().rev().find_map(|entry| match entry {
        Recorded::Happened(Happening::Command(CommandEvent::Activated {
            leader,
            kind: PhaseKind::Momentum,
        })) => Some(*leader),
        _ => None,
    });
    let mut out = fold::fold(&format!("Event {}{last}, {side}{goes_on}: {sheet}", chapter.seq), "", "    ");
    let end = match &chapter.close {
        Close::Whole => None,
        Close::Halted { line } => Some(format!("stopped as wished at line {line}")),
        _ => Some(closing(chapter, &|it| refusal::worded(set, it))),
    };
    out.push_str(&brief::record(set, &chapter.record, end, marks));
    out
}

/// The commands of a sheet one after another; several of a kind by their number, since what came of them
/// follows.
fn orders(sheet: &str) -> String {
    let lines = sheet.lines().map(|l| l.split('#').next().unwrap_or("").trim()).filter(|l| !l.is_empty());
    let plain: Vec<&str> = lines.map(|l| l.strip_prefix("try ").unwrap_or(l)).collect();
    let verb = |line: &str| {
        let word = line.split(' ').next().unwrap_or("");
        ["move", "fire", "shock", "rally", "recover"].into_iter().find(|v| *v == word)
    };
    let mut out: Vec<String> = Vec::new();
    let mut rest = plain.as_slice();
    while let Some(&first) = rest.first() {
        let run = 1 + rest[1..]
            .iter()
            .take_while(|line| verb(first).is_some() && verb(line) == verb(first))
            .count();
        match verb(first) {
            Some(verb) if run > 1 => out.push(format!("{run} x {verb}")),
            _ => out.push(first.to_owned()),
        }
        rest = &rest[run..];
    }
    out.join(" / ")
}

fn one<H, R>(chapter: &Chapter<H, R>, full: bool, sentence: Say<'_, H>, words: Why<'_, R>) -> String {
    let mut out = heading(chapter);
    if !full {
        out.push_str(&record(&chapter.record, full, sentence));
        if !matches!(chapter.close, Close::Whole) {
            out.push_str(&close(chapter, words));
        }
        return out;
    }
    for (number, text) in (1..).zip(chapter.sheet.trim_end().lines()) {
        out.push_str(&fold::fold(text, &format!("{number:>4} | "), "     | "));
    }
    out.push('\n');
    out.push_str(&record(&chapter.record, full, sentence));
    out.push_str(&close(chapter, words));
    out.push_str(&dice(&chapter.record));
    out
}

/// Was this answered by a side's program, which opened at once what had been sealed? What came of it is
/// told anyway.
fn is_automatic(question: &Question, key: &str) -> bool {
    question.showing.as_ref().is_some_and(|s| s.at_once && !s.spared.iter().any(|k| k == key))
}

/// The record as sentences. A die is left to the sentence that follows it when that tells its face; else it
/// is put in brackets after it.
fn record<H>(entries: &[Recorded<H>], full: bool, sentence: Say<'_, H>) -> String {
    let mut out = String::new();
    let mut open: Vec<&Rolled> = Vec::new();
    for entry in entries {
        match entry {
            Recorded::Rolled(rolled) => open.push(rolled),
            Recorded::Decided(question, key) if full || !is_automatic(question, key) => {
                flush(&mut out, &mut open);
                out.push_str(&fold::fold(&decided(question, key), "  > ", "    "));
            }
            Recorded::Decided(..) => {}
            Recorded::Happened(happening) => {
                let Some(said) = sentence(happening) else { continue };
                let text = marks::capital(&said.text);
                if said.struck {
                    open.retain(|die| !for_shock(die));
                }
                let (later, mut now): (Vec<&Rolled>, Vec<&Rolled>) =
                    open.iter().partition(|die| for_shock(die));
                now.retain(|die| !said.dice.contains(&die.face));
                let dice = brackets(&now);
                open = later;
                out.push_str(&fold::fold(&format!("{text}{dice}"), "  ", "    "));
            }
        }
    }
    flush(&mut out, &mut open);
    if !open.is_empty() {
        out.push_str(&fold::fold(&brackets(&open), "  ", "    "));
    }
    out
}

/// What the die of a combat is thrown for.
const SHOCK: &str = "shock";

/// The dice of all combats are thrown before the first is told, with its die in it.
fn for_shock(die: &Rolled) -> bool {
    die.label.purpose() == SHOCK
}

fn flush(out: &mut String, open: &mut Vec<&Rolled>) {
    let (later, now): (Vec<&Rolled>, Vec<&Rolled>) = open.iter().partition(|die| for_shock(die));
    if !now.is_empty() {
        out.push_str(&fold::fold(&brackets(&now), "  ", "    "));
    }
    *open = later;
}

/// ` [die shock H31: 4; loss H31: 7]`
fn brackets(open: &[&Rolled]) -> String {
    if open.is_empty() {
        return String::new();
    }
    let each: Vec<String> = open
        .iter()
        .map(|die| {
            let label = &die.label;
            format!("{} {}: {}", label.purpose(), label.subject().to_uppercase(), die.face)
        })
        .collect();
    format!(" [{} {}]", if each.len() == 1 { "die" } else { "dice" }, each.join("; "))
}

fn decided(question: &Question, key: &str) -> String {
    let choice = question.choices.iter().find(|c| c.key == key).map_or("", |c| c.text.as_str());
    let means = match choice {
        "" => key.to_owned(),
        choice if choice.to_ascii_lowercase().contains(key) => choice.to_owned(),
        choice => format!("{key}, {choice}"),
    };
    let side = marks::capital(&question.side);
    format!("{side}, {}: {} -- {means} ({})", question.id, question.text, question.rule)
}

/// How a sheet ended that was not carried out to its end, nor stopped where its player wished.
pub(super) fn left_over<H, R>(chapter: &Chapter<H, R>, words: Why<'_, R>) -> Option<String> {
    (!matches!(chapter.close, Close::Whole | Close::Halted { .. })).then(|| closing(chapter, words))
}

fn close<H, R>(chapter: &Chapter<H, R>, words: Why<'_, R>) -> String {
    fold::fold(&closing(chapter, words), "  ", "  ")
}

fn closing<H, R>(chapter: &Chapter<H, R>, words: Why<'_, R>) -> String {
    let at = |line: u32| {
        let text =
            (line as usize).checked_sub(1).and_then(|n| chapter.sheet.lines().nth(n)).unwrap_or("").trim();
        format!("line {line}, `{text}`")
    };
    match &chapter.close {
        Close::Whole => "Carried out to the end.".to_owned(),
        Close::Stopped { line, refusal } => {
            format!("Stopped at {}: {}. The rest of the sheet went back.", at(*line), words(refusal))
        }
        Close::Halted { line } => format!("Stopped as wished at {}.", at(*line)),
        Close::Open => "Not finished yet.".to_owned(),
        Close::Undone(why) => format!("Not carried out: {why}."),
    }
}

/// Every die with its label as the log has it, so that it can be checked there.
fn dice<H>(entries: &[Recorded<H>]) -> String {
    let text = thrown(entries);
    if text.is_empty() { text } else { fold::fold(&text, "  ", "    ") }
}

fn thrown<H>(entries: &[Recorded<H>]) -> String {
    let each: Vec<String> = entries
        .iter()
        .filter_map(|entry| match entry {
            Recorded::Rolled(die) => {
                let d6 = if die.label.die.sides() == 10 { "" } else { " (d6)" };
                Some(format!("{}={}{d6}", die.label.text, die.face))
            }
            _ => None,
        })
        .collect();
    if each.is_empty() {
        return String::new();
    }
    format!("Dice: {}.", each.join(", "))
}
