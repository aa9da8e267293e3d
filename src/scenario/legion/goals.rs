//! `[[objective]]`.

use super::army::Known;
use crate::read::Block;
use tess_legion::Side;
use tess_legion::measure::{Base, Heading, Length, Point, Stance};
use tess_legion::setup::CommandSpec;
use tess_legion::setup::Drill;
use tess_legion::setup::{Barrier, Obstacle, Table};
use tess_legion::victory::{Goal, GoalKind};

/// How far a palisade stands from what it protects.
const APART: Length = Length(250);

/// The objectives; camps of Roman armies get their palisade, unless they are on the march.
pub(super) fn read(root: &Block<'_>, known: &mut Known<'_>) -> Option<Vec<(Goal, bool)>> {
    root.tables("objective").iter().map(|block| goal(block, known)).collect()
}

fn goal(block: &Block<'_>, known: &mut Known<'_>) -> Option<(Goal, bool)> {
    let code = known.code(block, "code", "CAMP");
    let name = block.text("name", "The camp");
    let kind = block.need("kind", "\"baggage\"").and_then(|v| v.word(&GoalKind::WORDS));
    let middle = block.need("at", "[12, 3]").and_then(|v| known.place(&v));
    let size = block.may("size").map_or(Some((Length(1_575), Length(1_575))), |v| v.pair());
    let owner = block.may("owner").map(|v| known.side(&v));
    let marching = block.flag_or("marching", false);
    block.close();
    let (owner, (width, depth)) = (owner.map_or(Some(None), |side| side.map(Some))?, size?);
    if width.0 < 500 || depth.0 < 500 {
        block.page.refuse(block.span(), "an objective of that size", "half an inch at least: size = [3, 2]");
        return None;
    }
    if kind == Some(GoalKind::Baggage) && owner.is_none() {
        block.page.refuse(block.span(), "baggage of nobody", "write whose it is: owner = \"rome\"");
        return None;
    }
    let middle = middle?;
    let start = Stance { anchor: Point { x: middle.x, y: middle.y + depth.0 / 2 }, heading: Heading::NORTH };
    let (code, name) = (code?, name?.to_owned());
    Some((Goal { code, name, kind: kind?, start, width, depth, owner }, marching))
}

/// **legion objective.baggage.** A palisade about the camps of those whose commander in chief is a Roman.
pub(super) fn fortify(table: &mut Table, goals: &[(Goal, bool)], commands: &[CommandSpec]) {
    let roman = |side: Side| {
        let mut own = commands.iter().filter(|c| c.side == side && c.leader.chief);
        own.any(|c| c.leader.culture == Drill::Roman)
    };
    for (goal, marching) in goals {
        if goal.kind != GoalKind::Baggage || *marching || !goal.owner.is_some_and(roman) {
            continue;
        }
        let grown = goal.start.moved(0, APART.0);
        let around = |length: Length| Length(length.0 + 2 * APART.0);
        let mut course = Base::new(grown, around(goal.width), around(goal.depth)).corners.to_vec();
        course.push(course[0]);
        table.obstacles.push(Obstacle { name: goal.fence(), barrier: Barrier::Palisade, course });
    }
}
