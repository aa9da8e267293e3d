//! The price of moving again, and of a phalanx's fifth point (6.13, 6.41).

use crate::check::check;
use crate::events::hit_cause::HitCause;
use crate::events::movement::MoveEvent;
use crate::piece::UnitId;
use crate::position::Position;
use crate::variant::movement::FifthPoint;
use crate::{Flow, Happening, Oracle, rout};
use tess_effects::Rule;

/// **spqr 6.13, 6.41.** After the move: a unit that moved in an earlier phase of the turn takes a hit, two
/// when it used a fifth point; skirmishers are spared. A first move with a fifth point is checked instead.
pub(crate) fn settle(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, fifth: bool) -> Flow<()> {
    let spec = pos.spec(unit);
    let spared = spec.kind.is_skirmisher() && pos.set.variant.choices.movement.skirmishers_move_again_freely;
    if pos.unit(unit).moved_before {
        if !spared {
            let (hits, why) = if fifth { (2, HitCause::MovesAgainFar) } else { (1, HitCause::MovesAgain) };
            rout::hit(pos, oracle, unit, hits, why)?;
        }
    } else if fifth {
        let check = check(pos, oracle, unit, "fifth-mp", 0, Rule("6.41"))?;
        let hits = match pos.set.variant.choices.movement.fifth_point {
            FifthPoint::One => u8::from(check.failed()),
            FifthPoint::Difference => check.excess,
        };
        oracle.tell(|| Happening::Move(MoveEvent::FifthPoint { unit, check, hits }));
        if hits > 0 {
            rout::hit(pos, oracle, unit, hits, HitCause::FifthPoint)?;
        }
    }
    rout::rout_if_broken(pos, oracle, unit, None)?;
    Ok(())
}
