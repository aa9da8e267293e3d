//! Terrain set out by hand, and the edge.

use super::armies::{now, roll_for_first};
use crate::events::deploy::DeployEvent;
use crate::measure::{Point, Polygon};
use crate::refusal::Why;
use crate::refusal::field::{Due, Unlaid};
use crate::setup::{Barrier, Goal, Ground, Obstacle, Terrain};
use crate::state::{HOST, Position};
use crate::{Flow, Happening, Oracle, Refusal};
use std::sync::Arc;
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("setup.points");

/// Pieces of ground and obstacles on a table at most.
const MOST: usize = 24;

/// **legion setup.points.** The first side sets out a piece of ground (its corners) or an obstacle (its
/// course).
///
/// # Errors
/// When it is not the time, there is no such kind, or it cannot lie so.
pub fn set_out(
    pos: &mut Position,
    (kind, points): (&str, &[(i32, i32)]),
    height: Option<u8>,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    now(pos, Due::Ground)?;
    let no = |why| Refusal::new(RULE, Why::Unlaid(kind.to_owned(), why));
    let table = &pos.set.table;
    if table.terrain.len() + table.obstacles.len() >= MOST {
        return Err(no(Unlaid::Full(MOST)).into());
    }
    let on = |&(x, y): &(i32, i32)| (0..=table.width.0).contains(&x) && (0..=table.depth.0).contains(&y);
    if !points.iter().all(on) {
        return Err(no(Unlaid::OffTable).into());
    }
    let course: Vec<Point> = points.iter().map(|&(x, y)| Point { x, y }).collect();
    let number = table.terrain.len() + table.obstacles.len() + 1;
    let name = format!("{} {number}", kind.to_ascii_lowercase());
    let found = |word: &str| word.eq_ignore_ascii_case(kind);
    if let Some(&(_, ground)) = Ground::WORDS.iter().find(|(word, _)| found(word)) {
        let outline = Polygon::new(course).map_err(|fault| no(Unlaid::Outline(fault)))?;
        let height = height.unwrap_or(u8::from(ground == Ground::Hill));
        let piece = Terrain { name: name.clone(), ground, height, outline };
        Arc::make_mut(&mut pos.set).table.terrain.push(piece);
    } else if let Some(&(_, barrier)) = Barrier::WORDS.iter().find(|(word, _)| found(word)) {
        if course.len() < 2 {
            return Err(no(Unlaid::OnePoint).into());
        }
        let obstacle = Obstacle { name: name.clone(), barrier, course };
        Arc::make_mut(&mut pos.set).table.obstacles.push(obstacle);
    } else {
        return Err(no(Unlaid::NoKind).into());
    }
    oracle.tell(|| Happening::Deploy(DeployEvent::SetOut { name }));
    Ok(())
}

/// **legion setup.points.** The second side chooses its edge. It plays from the north: when it wants the
/// other edge, everything on the table is turned round. Then the dice say who deploys first: that side.
///
/// # Errors
/// When it is not the time.
pub fn choose(pos: &mut Position, north: bool, oracle: &mut Oracle<'_>) -> Flow<Side> {
    now(pos, Due::Edge)?;
    if !north {
        turn_round(pos);
    }
    oracle.tell(|| Happening::Deploy(DeployEvent::Edge { side: HOST.other(), turned: !north }));
    roll_for_first(pos, oracle)
}

/// Turns the terrain, and the objectives that nobody places, by half a circle.
pub(crate) fn turn_round(pos: &mut Position) {
    let set = Arc::make_mut(&mut pos.set);
    let (width, depth) = (set.table.width.0, set.table.depth.0);
    let turned = |p: &Point| Point { x: width - p.x, y: depth - p.y };
    for piece in &mut set.table.terrain {
        let corners = piece.outline.corners().iter().map(turned).collect();
        if let Ok(outline) = Polygon::new(corners) {
            piece.outline = outline;
        }
    }
    // The palisade of a camp stays with it, on its owner's side.
    let fences: Vec<String> = set.goals.iter().filter(|g| g.owner.is_some()).map(Goal::fence).collect();
    for obstacle in set.table.obstacles.iter_mut().filter(|o| !fences.contains(&o.name)) {
        obstacle.course = obstacle.course.iter().map(turned).collect();
    }
    for goal in set.goals.iter_mut().filter(|g| g.owner.is_none()) {
        goal.start.anchor = turned(&goal.start.at(0, -goal.depth.0));
    }
}
