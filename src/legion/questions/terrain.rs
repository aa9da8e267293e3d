//! What ground and obstacles do to those who stand on them.

use crate::measure::{Base, Length, Point};
use crate::refusal::field::Barred;
use crate::setup::{Gait, Ground, Obstacle, Pace};
use crate::state::Position;

/// What the ground under a unit does to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Under {
    /// It goes at half speed.
    pub slow: bool,
    /// It loses its order.
    pub disorders: bool,
}

/// **legion move.base.** The ground under these bases. A ford lets through what water would bar.
///
/// # Errors
/// When one of them stands where such troops cannot go.
pub fn under(pos: &Position, gait: Gait, bases: &[Base]) -> Result<Under, Barred> {
    let mut found = Under::default();
    for base in bases {
        let ford = || pos.set.table.under(base).any(|t| t.ground == Ground::Ford);
        for piece in pos.set.table.under(base) {
            let effect = pos.set.charts.ground.effect(piece.ground, gait);
            match effect.pace {
                Pace::Barred if ford() => {}
                Pace::Barred => {
                    return Err(Barred::Enter(piece.name.clone()));
                }
                Pace::Half => found.slow = true,
                Pace::Full => {}
            }
            found.disorders |= effect.disorders;
        }
    }
    Ok(found)
}

/// Does an obstacle run under one of these bases?
#[must_use]
pub fn is_on(obstacle: &Obstacle, bases: &[Base]) -> bool {
    let over = |(a, b): (Point, Point)| bases.iter().any(|base| base.is_crossed_by(a, b));
    obstacle.course.windows(2).any(|pair| over((pair[0], pair[1])))
}

/// What crossing an obstacle costs, and whether it disorders.
///
/// # Errors
/// When such troops cannot cross it.
pub fn crossing(pos: &Position, gait: Gait, obstacle: &Obstacle) -> Result<(Length, bool), Barred> {
    let Some(row) = pos.set.charts.ground.barrier(obstacle.barrier) else { return Ok((Length::ZERO, false)) };
    match row.cost[gait as usize] {
        Some(cost) => Ok((cost, row.disorders)),
        None => Err(Barred::Cross(obstacle.name.clone())),
    }
}
