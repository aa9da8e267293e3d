//! The whole report.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use super::form::frame::{self, Masthead};
use super::form::layout::{Block, Layout, Section};
use super::form::marks;
use super::map::{self, Window};
use super::roster::changes;
use super::story::paragraphs;
use super::voice::{Style, Voice};
use super::{digest, places, roster, score, story, upshot, waiting};
use tess_gboh::piece::BySide;
use tess_gboh::state::stage::{Phase, Stage};
use tess_gboh::{Happening, Position, Refusal, Side};
use tess_hex::Hex;
use tess_ledger::{Head, Role};
use tess_table::{Chapter, Wait};

/// Windows in one report; more would make the mail too long to read.
const WINDOWS: usize = 2;
/// Columns and rows between the outermost places of one window.
const SPREAD: (u8, u8) = (4, 6);

/// How the dice are worked out again.
const DICE: &str = "Numbers in brackets are rules. Each die has a label, purpose:subject, and can be worked out again from the opened \
                    links by anybody who has the log: `tess verify` does so from its first event.";

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
    /// Rout points that each side has given away (`gboh::rout::rout_points`).
    pub points: BySide<u16>,
    /// Things that the reader should know about mail and log, a line each.
    pub notices: &'a [String],
}

/// The report: what has changed, whose decision, what happened, maps, whoever has changed, score, and how to
/// check it.
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
    out.push(upshot::head(&changed, ctx.viewer, ctx.wait, ctx.deadline));
    out.push(masthead.title());
    let mut part = |part, title: &str, blocks: Vec<Block>| out.part(part, title, blocks);
    let lines = |text: String| vec![Block::Lines(text)];
    if let Some(wait) = ctx.wait {
        part(Section::Next, "What is next", lines(waiting(pos, wait, ctx.viewer, ctx.deadline)));
    }
    if !ctx.chapters.is_empty() {
        part(Section::Story, "What happened", told(ctx));
    }
    part(Section::Field, "The field", vec![Block::Drawing(map::overview(pos))]);
    let around = places(pos, ctx.chapters, ctx.wait);
    if !around.is_empty() {
        part(Section::Around, "Where it happened", windows(pos, &around, ctx.style.whole));
    }
    if ctx.style.whole {
        part(Section::Armies, "The armies", roster::whole(pos));
    } else {
        part(Section::Armies, "Who has changed", changes(pos, ctx.chapters));
    }
    part(Section::Score, "Rout points against withdrawal level", vec![score::table(&pos.set, ctx.points)]);
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
    upshot::headline(&upshot::upshot(pos, chapters, viewer), viewer)
}

/// The story in the voice that is asked for.
fn told(ctx: &Context<'_>) -> Vec<Block> {
    let set = &ctx.position.set;
    match ctx.style.voice {
        Voice::Plain => paragraphs(ctx.position, ctx.chapters, ctx.viewer),
        Voice::Notation => vec![Block::Lines(digest(set, ctx.chapters))],
        Voice::Full => vec![Block::Lines(story(set, ctx.chapters))],
    }
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
    let leader = |phase: &Phase| pos.leader_spec(phase.leader).name.clone();
    match &pos.stage {
        Stage::TurnStart => ": about to begin".to_owned(),
        Stage::Markers { side } => {
            format!(": markers of pre-arranged withdrawal of {}", marks::capital(&pos.set.sides[*side]))
        }
        Stage::Elite { side } => format!(": elite initiative of {}", marks::capital(&pos.set.sides[*side])),
        Stage::Activation { side, .. } => {
            format!(": {} activates a leader", marks::capital(&pos.set.sides[*side]))
        }
        Stage::Orders(phase) => format!(": orders of {}", leader(phase)),
        Stage::After(phase) => format!(": after the orders of {}", leader(phase)),
        Stage::Over { .. } => ": the end".to_owned(),
    }
}

/// Windows around places: near ones share a window, the busiest come first. What their signs mean is told to
/// who wants the whole.
fn windows(pos: &Position, around: &BTreeSet<Hex>, whole: bool) -> Vec<Block> {
    let mut groups: Vec<Vec<Hex>> = Vec::new();
    for &hex in around {
        let fits = |group: &Vec<Hex>| {
            let b = bounds(group.iter().copied().chain([hex]));
            b.cols.1 - b.cols.0 <= SPREAD.0 && b.rows.1 - b.rows.0 <= SPREAD.1
        };
        match groups.iter_mut().find(|g| fits(g)) {
            Some(group) => group.push(hex),
            None => groups.push(vec![hex]),
        }
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.len()));
    let mut drawn = String::new();
    for group in groups.iter().take(WINDOWS) {
        let b = bounds(group.iter().copied());
        let widen = |(from, to): (u8, u8)| (from.saturating_sub(1), (to + 1).min(99));
        drawn.push_str(&map::window(pos, Window { cols: widen(b.cols), rows: widen(b.rows) }));
        drawn.push('\n');
    }
    let mut out = vec![Block::Drawing(drawn)];
    if whole {
        out.push(Block::Lines(map::legend(pos)));
    }
    out.push(Block::prose("Any other part of the field: tess map HEX --radius 3", "  ", "  "));
    out
}

fn bounds(hexes: impl Iterator<Item = Hex>) -> Window {
    hexes.fold(Window { cols: (99, 0), rows: (99, 0) }, |w, h| Window {
        cols: (w.cols.0.min(h.col()), w.cols.1.max(h.col())),
        rows: (w.rows.0.min(h.row()), w.rows.1.max(h.row())),
    })
}
