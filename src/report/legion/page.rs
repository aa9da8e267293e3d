//! The whole report.

use chrono::{DateTime, Utc};

use super::refusal::worded;
use super::{hand, kinds, map, narrate, rosters, score};
use crate::form::frame::{self, Masthead};
use crate::form::marks;
use crate::{story, waiting};
use tess_ledger::{Head, Role};
use tess_legion::cards;
use tess_legion::deploy::{self, Preparing};
use tess_legion::legal::card_lines;
use tess_legion::state::Stage;
use tess_legion::{Happening, Position, Refusal, Side};
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
    /// With the sheets as they were sent, and every die under its label.
    pub full: bool,
    /// For whom; `None` = everybody.
    pub viewer: Option<Side>,
    /// Until when the decision may wait.
    pub deadline: Option<DateTime<Utc>>,
}

/// The report: heading, whose decision, what happened, the table, rosters, how to check it.
#[must_use]
pub fn report(ctx: &Context<'_>) -> String {
    let pos = ctx.position;
    let mut out = masthead(ctx);
    let mut part = |title: &str, text: String| frame::part(&mut out, title, &text);
    if let Some(wait) = ctx.wait {
        let viewer = ctx.viewer.map(|side| pos.set.sides[side].as_str());
        part("What is next", waiting::waited(wait, viewer, ctx.deadline, &|| examples(pos, ctx.viewer)));
    }
    if !ctx.chapters.is_empty() {
        let sentence = |happening: &Happening| {
            let mut t = narrate::Teller::new(pos);
            let text = narrate::told(&mut t, happening);
            Some(story::Said { text, dice: t.dice().to_vec(), struck: false })
        };
        part("What happened", story::told(ctx.chapters, ctx.full, &sentence, &|it| worded(pos, it)));
    }
    part("Victory points", score(pos));
    part("The table", map::overview(pos));
    part("The armies", rosters(pos));
    part("What the stands can do", kinds(pos));
    if let Some(hand) = hand::of(pos, ctx.viewer) {
        part("The cards", hand);
    }
    part("To check this report", frame::footer(DICE, ctx.head.is_some()));
    out
}

fn masthead(ctx: &Context<'_>) -> String {
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
    .lines()
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

/// Lines that could be written now, with pieces of this battle and cards of the reader.
fn examples(pos: &Position, viewer: Option<Side>) -> Vec<String> {
    match &pos.stage {
        Stage::Draw { side } => vec![format!("draw {}", cards::due(&pos.set, *side))],
        Stage::Eve { .. } => {
            let cards = viewer.map(|side| card_lines(pos, side)).unwrap_or_default();
            cards.into_iter().take(2).chain(["finish".to_owned()]).collect()
        }
        Stage::SetUp(Preparing::Ground) => {
            vec![
                "terrain woods 4,4 8,4 8,7".to_owned(),
                "obstacle wall 10,15 14,15".to_owned(),
                "finish".to_owned(),
            ]
        }
        Stage::SetUp(Preparing::Edge) => vec!["edge north".to_owned(), "edge south".to_owned()],
        Stage::SetUp(Preparing::Deploy { side, .. }) => {
            let code = deploy::waiting(pos, *side).first().cloned().unwrap_or_else(|| "H1".to_owned());
            let hide = viewer.map(|side| card_lines(pos, side)).unwrap_or_default().into_iter().take(1);
            let place = vec![
                format!("place {code} at 12,8 form double"),
                "deploy               # all that wait, as the scenario has them".to_owned(),
                "finish".to_owned(),
            ];
            hide.chain(place).collect()
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
            let code = pos.units_of(acting.command).next().map_or("H1".to_owned(), |u| pos.code(u));
            vec![
                format!("move {code}: advance 3, wheel left 1"),
                format!("move {code}: form column"),
                "rest                 # whoever still owes a move does the least of it".to_owned(),
                "finish".to_owned(),
            ]
        }
        Stage::Rally { .. } => vec!["finish".to_owned()],
        Stage::Over { .. } => Vec::new(),
    }
}
