//! When everybody in a combat would rout (10.15).

use crate::piece::UnitId;
use crate::position::Position;

/// Which side of a combat routs when all of it would.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Doomed {
    /// The attackers.
    Attackers,
    /// The defenders.
    Defenders,
}

/// **spqr 10.15.** The side that has the unit farthest beyond its quality routs whole; the defenders when it
/// is even. The numbers are hits less quality, the attackers' with the hits of their advance.
pub(crate) fn judge(attackers: i16, defenders: i16) -> Doomed {
    if attackers > defenders { Doomed::Attackers } else { Doomed::Defenders }
}

/// How far the worst of these units is beyond its quality.
pub(crate) fn worst(pos: &Position, units: &[UnitId]) -> i16 {
    units.iter().map(|&u| i16::from(pos.hits(u)) - i16::from(pos.quality(u))).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_farther_beyond_its_quality_routs_and_the_defender_when_even() {
        assert_eq!(judge(2, 1), Doomed::Attackers);
        assert_eq!(judge(1, 2), Doomed::Defenders);
        assert_eq!(judge(0, 0), Doomed::Defenders);
    }
}
