//! The whole report.

use chrono::{DateTime, Utc};

use super::{map, narrate, rosters, score};
use crate::effects::Game;
use crate::ledger::{Head, Role};
use crate::legion::stage::Stage;
use crate::legion::{Happening, Legion, Position, Side};
use crate::report::{fold, marks, story, waiting};
use crate::table::{Chapter, Wait};

/// What a report is made of.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The battle as it stands, an interrupted action as far as it has got.
    pub position: &'a Position,
    /// The chapters to be told: those since the last report.
    pub chapters: &'a [Chapter<Happening>],
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
    let mut part = |title: &str, text: String| {
        out.push('\n');
        out.push_str(&fold::heading(title));
        out.push_str(&text);
    };
    if let Some(wait) = ctx.wait {
        let viewer = ctx.viewer.map(|side| pos.set.sides[side].as_str());
        part("What is next", waiting::waited(wait, viewer, ctx.deadline, &|| examples(pos)));
    }
    if !ctx.chapters.is_empty() {
        let sentence = |happening: &Happening| Some((narrate::sentence(pos, happening), false));
        part("What happened", story::told(ctx.chapters, ctx.full, &sentence));
    }
    part("Victory points", score(pos));
    part("The table", map::overview(pos));
    part("The armies", rosters(pos));
    part("To check this report", footer(ctx.head.is_some()));
    out
}

fn masthead(ctx: &Context<'_>) -> String {
    let pos = ctx.position;
    let names = Legion::sides(pos).map(|n| marks::capital(&n));
    let reader = match ctx.viewer {
        Some(side) => format!("Report for {}", marks::capital(&pos.set.sides[side])),
        None => "Report for everybody".to_owned(),
    };
    let mut out = fold::line(&"=".repeat(crate::report::WIDTH));
    out.push_str(&fold::fold(&format!("{}, turn {}{}", pos.set.title, pos.turn, stage(pos)), "  ", "  "));
    let battle = format!("{reader}; {} against {}, {}", names[0], names[1], pos.set.name);
    out.push_str(&fold::fold(&battle, "  ", "  "));
    out.push_str(&fold::line(&"=".repeat(crate::report::WIDTH)));
    for text in
        ctx.head.iter().flat_map(|head| head.to_string().lines().map(str::to_owned).collect::<Vec<_>>())
    {
        out.push_str(&fold::fold(&text, "", "  "));
    }
    if !ctx.links.is_empty() {
        let each: Vec<String> = ctx.links.iter().map(|(role, n)| format!("{} {n}", role.as_str())).collect();
        out.push_str(&fold::fold(&format!("links left: {}", each.join(", ")), "", "  "));
    }
    out
}

/// Where in the turn the battle stands.
fn stage(pos: &Position) -> String {
    let side = |side: Side| marks::capital(&pos.set.sides[side]);
    match &pos.stage {
        Stage::Orders { side: it } => format!(": orders of {}", side(*it)),
        Stage::Acting(acting) => format!(": {} acts", pos.set.command(acting.command).code),
        Stage::Rally { side: it } => format!(": rally phase of {}", side(*it)),
        Stage::Over { .. } => ": the end".to_owned(),
    }
}

/// Lines that could be written now, with pieces of this battle.
fn examples(pos: &Position) -> Vec<String> {
    match &pos.stage {
        Stage::Orders { side } => pos
            .set
            .commands_of(*side)
            .take(2)
            .map(|c| {
                format!(
                    "order {} advance      (hold, retire, reform, march, redeploy)",
                    pos.set.command(c).code
                )
            })
            .collect(),
        Stage::Acting(acting) => {
            let code = pos.units_of(acting.command).next().map_or("H1".to_owned(), |u| pos.code(u));
            vec![
                format!("move {code}: advance 3, wheel left 1"),
                format!("move {code}: form column"),
                "rest                 (whoever still owes a move does the least of it)".to_owned(),
                "finish".to_owned(),
            ]
        }
        Stage::Rally { .. } => vec!["finish".to_owned()],
        Stage::Over { .. } => Vec::new(),
    }
}

fn footer(signed: bool) -> String {
    let mut out = fold::fold(
        "Names in brackets are rules. Each die has a label, purpose:subject, and can be worked out again from the \
         opened links by anybody who has the log: `tess verify` does so from its first event. A part of the table: tess map H1.",
        "",
        "",
    );
    if signed {
        let text = "Compare game and head with your opponent's report: the same words, the same battle. Only the signed \
                    block counts; this text is its translation.";
        out.push_str(&fold::fold(text, "", ""));
    }
    out
}
