//! The whole report.

use chrono::{DateTime, Utc};

use super::refusal::worded;
use super::roster::{self, changes};
use super::{hand, kinds, map, narrate, score, tale, upshot};
use crate::form::frame::{self, Masthead};
use crate::form::layout::{Block, Layout, Section, text_of};
use crate::form::marks;
use crate::upshot::head;
use crate::voice::{Style, Voice};
use crate::{story, waiting};
use tess_ledger::{Head, Role};
use tess_legion::cards;
use tess_legion::deploy::Preparing;
use tess_legion::legal::{self, card_lines};
use tess_legion::state::Stage;
use tess_legion::{Happening, Legion, Position, Refusal, Side, UnitId};
use tess_table::{Chapter, Wait};

/// How the dice are worked out again.
const DICE: &str = "Names in brackets are rules. Each die has a label, purpose:subject, and can be worked out again from the opened \
                    links by anybody who has the log: `tess verify` does so from its first event. A part of the table: tess map H1.";

/// What a report is made of.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The battle as it stands, an interrupted action as far as it has got.
    pub position: &'a Position,
    /// The chapters to be told: those since the last report.
    pub chapters: &'a [Chapter<Happening, Refusal>],
    /// What the battle waits for.
    pub wait: Option<&'a Wait>,
    /// Game and head of the log; `None` in the laboratory.
    pub head: Option<Head>,
    /// Links left in each chain.
    pub links: &'a [(Role, u32)],
    /// How it speaks, and how much it says again.
    pub style: Style,
    /// For whom; `None` = everybody.
    pub viewer: Option<Side>,
    /// Until when the decision may wait.
    pub deadline: Option<DateTime<Utc>>,
    /// Things that the reader should know about mail and log, a line each.
    pub notices: &'a [String],
}

/// The report: what has changed, whose decision, what happened, the table, whoever has changed, score, and
/// how to check it.
#[must_use]
pub fn report(ctx: &Context<'_>) -> String {
    page(ctx).text()
}

/// The same before it is text or HTML.
#[must_use]
pub fn page(ctx: &Context<'_>) -> Layout {
    let pos = ctx.position;
    let masthead = masthead(ctx);
    let changed = upshot::upshot(pos, ctx.chapters, ctx.viewer);
    let mut out = Layout::default();
    out.push(head(&changed, ctx.viewer, ctx.wait, ctx.deadline));
    out.push(masthead.title());
    let mut part = |part, title: &str, blocks: Vec<Block>| out.part(part, title, blocks);
    let lines = |text: String| vec![Block::Lines(text)];
    if let Some(wait) = ctx.wait {
        let viewer = ctx.viewer.map(|side| pos.set.sides[side].as_str());
        let text = waiting::waited(wait, viewer, ctx.deadline, &|side| examples(pos, side));
        part(Section::Next, "What is next", lines(text));
    }
    if !ctx.chapters.is_empty() {
        part(Section::Story, "What happened", told(ctx));
    }
    part(Section::Field, "The table", vec![Block::Drawing(map::overview(pos))]);
    if ctx.style.whole {
        part(Section::Armies, "The armies", vec![roster::table(pos, &|_| true)]);
        part(Section::Armies, "What the stands can do", lines(kinds(pos)));
    } else {
        part(Section::Armies, "Who has changed", changes(pos, ctx.chapters));
    }
    part(Section::Score, "Victory points", lines(score(pos)));
    if let Some(hand) = hand::of(pos, ctx.viewer) {
        let dealt = Side::BOTH.into_iter().any(|side| !pos.cards.hands[side].is_empty());
        part(Section::Cards, if dealt { "The cards" } else { "Not on the table" }, lines(hand));
    }
    if !ctx.notices.is_empty() {
        part(Section::Notices, "Mail and log", frame::noticed(ctx.notices));
    }
    part(Section::Check, "To check this report", masthead.footer(DICE));
    out
}

/// What has changed, in about six words for a subject.
#[must_use]
pub fn headline(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
    viewer: Option<Side>,
) -> Option<String> {
    crate::upshot::headline(&upshot::upshot(pos, chapters, viewer), viewer)
}

/// What happened in plain sentences, by the places of a viewer's front.
#[must_use]
pub fn plain(pos: &Position, chapters: &[Chapter<Happening, Refusal>], viewer: Option<Side>) -> String {
    text_of(&paragraphs(pos, chapters, viewer))
}

/// The same in its parts.
fn paragraphs(pos: &Position, chapters: &[Chapter<Happening, Refusal>], viewer: Option<Side>) -> Vec<Block> {
    let end = |chapter: &Chapter<Happening, Refusal>| story::left_over(chapter, &|it| worded(pos, it));
    tale::tale(pos, chapters, viewer, &end)
}

/// The story in the voice that is asked for.
fn told(ctx: &Context<'_>) -> Vec<Block> {
    let pos = ctx.position;
    if ctx.style.voice == Voice::Plain {
        return paragraphs(pos, ctx.chapters, ctx.viewer);
    }
    let sentence = |happening: &Happening| {
        let mut t = narrate::Teller::new(pos);
        let text = narrate::told(&mut t, happening);
        Some(story::Said { text, dice: t.dice().to_vec(), struck: false })
    };
    let full = ctx.style.voice == Voice::Full;
    vec![Block::Lines(story::told(ctx.chapters, full, &sentence, &|it| worded(pos, it)))]
}

fn masthead<'a>(ctx: &'a Context<'_>) -> Masthead<'a> {
    let pos = ctx.position;
    Masthead {
        title: &pos.set.title,
        turn: pos.turn,
        stage: stage(pos),
        reader: ctx.viewer.map(|side| pos.set.sides[side].as_str()),
        sides: &pos.set.sides.0,
        scenario: &pos.set.name,
        head: ctx.head.as_ref(),
        links: ctx.links,
    }
}

/// Where in the turn the battle stands.
fn stage(pos: &Position) -> String {
    let side = |side: Side| marks::capital(&pos.set.sides[side]);
    match &pos.stage {
        Stage::Draw { side: it } => format!(": {} draws its cards", side(*it)),
        Stage::Eve { side: it } => format!(": {} prepares", side(*it)),
        Stage::SetUp(preparing) => format!(": {} sets up", side(preparing.side())),
        Stage::Orders { side: it } => format!(": orders of {}", side(*it)),
        Stage::Acting(acting) => format!(": {} acts", pos.set.command(acting.command).code),
        Stage::Rally { side: it } => format!(": rally phase of {}", side(*it)),
        Stage::Over { .. } => ": the end".to_owned(),
    }
}

/// Lines that a side may send now, with pieces of this battle and cards of the reader.
fn examples(pos: &Position, side: &str) -> Vec<String> {
    let Some(of) = pos.set.find_side(side) else { return Vec::new() };
    let lines = match &pos.stage {
        Stage::Draw { side } => vec![format!("draw {}", cards::due(&pos.set, *side))],
        Stage::Eve { .. } => card_lines(pos, of).into_iter().take(2).chain(["finish".to_owned()]).collect(),
        Stage::SetUp(Preparing::Edge) => vec!["edge north".to_owned(), "edge south".to_owned()],
        Stage::SetUp(_) => {
            let prepared = match legal::legal(pos, of) {
                legal::Legal::Prepare(lines) => lines,
                _ => Vec::new(),
            };
            let hide = card_lines(pos, of).into_iter().take(1);
            hide.chain(prepared.into_iter().take(2)).chain(["finish".to_owned()]).collect()
        }
        Stage::Orders { side } => pos
            .set
            .commands_of(*side)
            .take(2)
            .map(|c| {
                format!(
                    "order {} advance      # or hold, retire, reform, march, redeploy",
                    pos.set.command(c).code
                )
            })
            .collect(),
        Stage::Acting(acting) => {
            let lines = |unit| legal::lines_of(pos, of, unit);
            let moves = |unit: &UnitId| lines(*unit).iter().any(|line| line.starts_with("move "));
            let unit = pos.units_of(acting.command).find(moves);
            let own = unit.map(lines).unwrap_or_default();
            let of_kind = |word: &str| own.iter().find(|line| line.contains(word)).cloned();
            let some = [": advance", ": wheel", ": form"].into_iter().filter_map(of_kind);
            let rest = "rest                 # whoever still owes a move does the least of it".to_owned();
            some.chain([rest, "finish".to_owned()]).collect()
        }
        Stage::Rally { .. } => vec!["finish".to_owned()],
        Stage::Over { .. } => Vec::new(),
    };
    // the words of a card are sealed before the sheet is read
    if matches!(pos.stage, Stage::Draw { .. } | Stage::Eve { .. })
        || lines.iter().any(|l| l.starts_with("hide"))
    {
        return lines;
    }
    crate::examples::legal::<Legion>(pos, side, lines)
}
