//! The record in short, for a mail: moves of a run in one paragraph with the withdrawals before them in brackets, a
//! decision only where nothing tells what came of it, a line for each shot, a paragraph for each combat. Every die is
//! named with the number it was held against, every number has its rule.

use std::collections::BTreeSet;

use super::{fold, marks, narrate};
use crate::effects::{Entry, Question, Rolled};
use crate::gboh::happening::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use crate::gboh::missile::shot::Weapon;
use crate::gboh::missile::told::Occasion;
use crate::gboh::position::Supply;
use crate::gboh::{Happening, Setup, UnitId};

/// What stands together in one paragraph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Command,
    Moves,
    Shot,
    Marks,
    PreShock,
    Combat,
    After,
    Other,
}

/// A move that is being told, stretch by stretch.
struct Mover {
    unit: UnitId,
    with: Option<UnitId>,
    text: String,
    /// What happened on the way since the last stretch.
    aside: Vec<String>,
    points: String,
}

struct Brief<'a> {
    set: &'a Setup,
    out: String,
    sort: Sort,
    parts: Vec<String>,
    mover: Option<Mover>,
    open: Vec<&'a Rolled>,
    /// Who fired the shot that is told.
    shooter: Option<UnitId>,
    /// Units whose type has been told.
    met: BTreeSet<UnitId>,
}

/// The record as paragraphs.
pub(super) fn record(set: &Setup, entries: &[Entry<Happening>]) -> String {
    let mut brief = Brief {
        set,
        out: String::new(),
        sort: Sort::Other,
        parts: Vec::new(),
        mover: None,
        open: Vec::new(),
        shooter: None,
        met: BTreeSet::new(),
    };
    for entry in entries {
        match entry {
            Entry::Rolled(rolled) => brief.open.push(rolled),
            Entry::Decided(question, key) => {
                if let Some(text) = decided(question, key) {
                    brief.join(text);
                }
            }
            Entry::Happened(happening) => brief.happened(happening),
        }
    }
    let left = brief.dice("");
    if !left.is_empty() {
        brief.join(left.trim_start().to_owned());
    }
    brief.paragraph();
    brief.out
}

impl Brief<'_> {
    fn happened(&mut self, happening: &Happening) {
        match happening {
            Happening::Move(MoveEvent::Marched { unit, with, .. }) => self.marched(*unit, *with, happening),
            Happening::Command(CommandEvent::LineEnds { .. } | CommandEvent::OrdersGiven { .. })
            | Happening::Shock(ShockEvent::Begins { .. }) => {}
            Happening::Command(_) => self.begin(Sort::Command, happening),
            Happening::Move(MoveEvent::LeaderMoved { leader, from, way, spent }) => {
                let to = way.last().unwrap_or(from);
                let text = format!("{} {from} to {to}, {spent} MP (6.14)", self.set.leader(*leader).code);
                self.land();
                self.start(Sort::Moves);
                self.parts.push(self.own(&text));
            }
            Happening::Move(MoveEvent::Withdrew { unit, with, mover, way, mp, .. }) => {
                let way: Vec<String> = way.iter().map(ToString::to_string).collect();
                let text = format!("{} to {}, {mp} MP (6.51)", self.codes(*unit, *with), way.join(" "));
                let before = self.mover.is_none();
                let code = &self.set.unit(*mover).code;
                self.join(self.own(&if before { format!("before {code} {text}") } else { text }));
            }
            Happening::Move(MoveEvent::Through { standing, .. }) => {
                let text = format!("through {} (6.63)", self.set.unit(*standing).code);
                self.join(self.own(&text));
            }
            Happening::Rout(RoutEvent::Hits { unit, hits, total, why, rule }) => {
                let n = if *hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") };
                let why = match rule.0 {
                    "6.63" | "8.15" | "8.43" | "8.46" => String::new(),
                    _ => format!(" for {why}"),
                };
                let code = &self.set.unit(*unit).code;
                let text = if self.sort == Sort::Shot && rule.0 == "8.15" {
                    format!("{code} {total} in all (8.15)")
                } else {
                    format!("{code} {n}{why}, {total} in all ({rule})")
                };
                self.join(self.own(&text));
            }
            Happening::Fire(FireEvent::Shot { unit, occasion, .. }) => {
                let ordered = matches!(occasion, Occasion::Order | Occasion::Harass);
                let passing = self.mover.as_ref().is_some_and(|m| m.unit == *unit || !ordered);
                self.shooter = Some(*unit);
                if passing { self.told(happening) } else { self.fresh(Sort::Shot, happening) }
            }
            Happening::Fire(FireEvent::Supply { unit, left, weapon: Weapon::Own })
                if self.shooter == Some(*unit) && *left != Supply::Full =>
            {
                let spent = if *left == Supply::No { "spent" } else { "low" };
                self.join(self.own(&format!("missiles {spent} (8.17)")));
            }
            Happening::Shock(ShockEvent::Marked { unit, must: true })
                if self.mover.as_ref().is_some_and(|m| m.unit == *unit) =>
            {
                self.join(self.own("must shock (7.31)"));
            }
            Happening::Fire(FireEvent::Harasses { .. }) => self.fresh(Sort::Shot, happening),
            Happening::Shock(ShockEvent::Combined { .. } | ShockEvent::Added { .. }) => {
                self.begin(Sort::Marks, happening);
            }
            Happening::Shock(ShockEvent::Exempt { .. } | ShockEvent::Charge { .. }) => {
                self.begin(Sort::PreShock, happening);
            }
            Happening::Shock(ShockEvent::Struck(_)) => self.fresh(Sort::Combat, happening),
            Happening::Ends(_) => self.fresh(Sort::Other, happening),
            // The blows are struck; what comes of them is told together.
            _ if self.sort == Sort::Combat => self.fresh(Sort::After, happening),
            _ => self.told(happening),
        }
    }

    /// A stretch of a move: the next of the one that is told, or the first of another.
    fn marched(&mut self, unit: UnitId, with: Option<UnitId>, happening: &Happening) {
        let Happening::Move(MoveEvent::Marched { from, facing, way, mp, of, road, .. }) = happening else {
            return;
        };
        if self.mover.as_ref().is_none_or(|m| (m.unit, m.with) != (unit, with)) {
            self.land();
            self.start(Sort::Moves);
            let text = format!("{} {from} {facing}:", self.codes(unit, with));
            self.mover = Some(Mover { unit, with, text, aside: Vec::new(), points: String::new() });
        }
        let legs = narrate::movement::legs(way);
        if let Some(mover) = &mut self.mover {
            mover.interrupt();
            let comma = if mover.text.ends_with(':') { "" } else { "," };
            mover.text.push_str(&format!("{comma} {legs}"));
            let road = if *road { " by road (6.24)" } else { "" };
            mover.points = format!("{mp} of {of} MP{road}");
        }
    }

    /// The move that is told is over.
    fn land(&mut self) {
        if let Some(mut mover) = self.mover.take() {
            mover.text.push_str(&format!(", {}", mover.points));
            mover.interrupt();
            self.parts.push(mover.text);
        }
    }

    /// A paragraph of this sort is open after it.
    fn start(&mut self, sort: Sort) {
        if self.sort != sort {
            self.paragraph();
            self.sort = sort;
        }
    }

    /// A sentence that goes with others of its sort.
    fn begin(&mut self, sort: Sort, happening: &Happening) {
        self.land();
        self.start(sort);
        self.told(happening);
    }

    /// A sentence that begins a paragraph.
    fn fresh(&mut self, sort: Sort, happening: &Happening) {
        self.paragraph();
        self.sort = sort;
        self.told(happening);
    }

    /// The whole sentence, with dice that it does not name.
    fn told(&mut self, happening: &Happening) {
        let sentence = narrate::sentence(self.set, happening);
        let mut text = self.known(&sentence);
        if self.sort == Sort::Combat {
            // The hits follow one by one.
            text.truncate(text.find("; hits: ").unwrap_or(text.len()));
            self.open.clear();
        } else if self.sort == Sort::Shot {
            text = text.replacen(" fires at ", " at ", 1);
        }
        let dice = self.dice(&text);
        self.join(format!("{text}{dice}"));
    }

    /// Adds to what is being told.
    fn join(&mut self, text: String) {
        match &mut self.mover {
            Some(mover) => mover.aside.push(text),
            None => self.parts.push(text),
        }
    }

    fn paragraph(&mut self) {
        self.land();
        let parts = std::mem::take(&mut self.parts);
        if parts.is_empty() {
            return;
        }
        let lead = match self.sort {
            Sort::Moves if parts.iter().any(|p| p.contains('[')) => {
                self.own("moves (6.3), in brackets what happened on the way: ")
            }
            Sort::Moves => self.own("moves (6.3): "),
            Sort::Shot => "fire: ".to_owned(),
            _ => String::new(),
        };
        let text = marks::capital(&format!("{lead}{}", together(&parts, "; ")));
        self.out.push_str(&fold::fold(&text, "  ", "    "));
        self.sort = Sort::Other;
    }

    /// The dice thrown since the last sentence that this one does not name.
    fn dice(&mut self, text: &str) -> String {
        let open = std::mem::take(&mut self.open);
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').collect();
        let each: Vec<String> = open
            .iter()
            .filter(|die| !words.contains(die.face.to_string().as_str()))
            .map(|die| format!("{} {}", die.label.text.replace(':', " "), die.face))
            .collect();
        if each.is_empty() { String::new() } else { format!(" [die {}]", each.join(", ")) }
    }

    fn codes(&self, unit: UnitId, with: Option<UnitId>) -> String {
        let code = |u: UnitId| self.set.unit(u).code.as_str();
        with.map_or_else(|| code(unit).to_owned(), |below| format!("{} with {}", code(unit), code(below)))
    }

    /// With the rule numbers of the battle's own book.
    fn own(&self, text: &str) -> String {
        let numbering = &self.set.variant.numbering;
        if numbering.pairs.is_empty() { text.to_owned() } else { numbering.text(text) }
    }

    /// A sentence without the types of units met before: `H31 (LG HA)` the first time, then `H31`.
    fn known(&mut self, sentence: &str) -> String {
        let mut out = String::with_capacity(sentence.len());
        let mut rest = sentence;
        while let Some(at) = rest.find(" (") {
            let (head, tail) = rest.split_at(at);
            out.push_str(head);
            let end = tail.find(')').map_or(tail.len(), |e| e + 1);
            let word = head.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
            let kind = tail[..end].trim_start_matches(" (").trim_end_matches(')');
            let unit = self.set.find_unit(word).filter(|&u| {
                let spec = self.set.unit(u);
                kind.split(' ').next() == Some(spec.kind.letters()) && spec.code == word
            });
            if unit.is_none_or(|u| self.met.insert(u)) {
                out.push_str(&tail[..end]);
            }
            rest = &tail[end..];
        }
        out.push_str(rest);
        out
    }
}

impl Mover {
    /// Puts what happened on the way in brackets.
    fn interrupt(&mut self) {
        let aside = std::mem::take(&mut self.aside);
        if !aside.is_empty() {
            self.text.push_str(&format!(" [{}]", together(&aside, "; ")));
        }
    }
}

/// Parts one after another; a rule that several in a row end with stands after the last of them.
fn together(parts: &[String], between: &str) -> String {
    let rule =
        |part: &str| part.ends_with(')').then(|| part.rfind(" (").map(|at| part[at..].to_owned())).flatten();
    let mut out = String::new();
    for (n, part) in parts.iter().enumerate() {
        if n > 0 {
            out.push_str(between);
        }
        let shared = rule(part).filter(|r| parts.get(n + 1).and_then(|next| rule(next)).as_ref() == Some(r));
        out.push_str(shared.map_or(part.as_str(), |r| &part[..part.len() - r.len()]));
    }
    out
}

/// What somebody decided, unless the next sentence tells it.
fn decided(question: &Question, key: &str) -> Option<String> {
    let declined = ["no", "stay"].contains(&key);
    let told = match question.window.as_str() {
        "withdraw-face" | "advance-face" | "rout-path" => true,
        "withdraw" | "face" | "entry-fire" | "return-fire" | "retire-fire" | "leader-withdraw"
        | "leader-follow" => !declined,
        _ => false,
    };
    let (side, subject) = (marks::capital(&question.side), question.subject.to_uppercase());
    (!told).then(|| format!("{side}, {} {subject}: {key} ({})", question.window, question.rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gboh::movement::told::Leg;
    use crate::gboh::piece::{Side, UnitType};
    use crate::gboh::proving_ground::{hex, setup, u, unit};
    use crate::hex::Facing;

    fn stretch(from: u16, way: u16, mp: u8) -> Entry<Happening> {
        Entry::Happened(Happening::Move(MoveEvent::Marched {
            unit: u(0),
            with: None,
            from: hex(from),
            facing: Facing::E,
            way: vec![Leg::To(hex(way))],
            mp,
            of: 5,
            road: false,
        }))
    }

    #[test]
    fn a_move_is_told_once_with_the_withdrawals_before_it_in_brackets() {
        let set = setup(
            vec![
                unit("H1", Side::First, UnitType::LG, (3, 6, 5), 2010, Facing::E),
                unit("S1", Side::Second, UnitType::SK, (1, 3, 6), 2210, Facing::W),
            ],
            vec![],
        );
        let withdrew = Entry::Happened(Happening::Move(MoveEvent::Withdrew {
            unit: u(1),
            with: None,
            mover: u(0),
            from: hex(2210),
            way: vec![hex(2310)],
            mp: 1,
        }));
        let told = record(&set, &[stretch(2010, 2110, 1), withdrew, stretch(2110, 2210, 2)]);
        let text = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(
            text,
            "Moves (6.3), in brackets what happened on the way: \
             H1 2010 E: 2110 [S1 to 2310, 1 MP (6.51)], 2210, 2 of 5 MP"
        );
    }

    #[test]
    fn a_rule_that_several_parts_share_stands_after_the_last() {
        let parts = ["A 1 hit (6.63)", "B 1 hit (6.63)", "C routs (10.14)"].map(str::to_owned);
        assert_eq!(together(&parts, "; "), "A 1 hit; B 1 hit (6.63); C routs (10.14)");
    }
}
