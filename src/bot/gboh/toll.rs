//! What each side has lost, or is about to lose.

use tess_gboh::Position;
use tess_gboh::Side;
use tess_gboh::rout::{rout_points, unit_points};

/// What of a unit's points is lost with so many tenths of the hits that rout it, in hundredths.
const WORN: [i64; 11] = [0, 2, 5, 9, 14, 20, 27, 34, 42, 50, 60];

/// What of them is lost when it runs.
const RUNS: i64 = 80;

/// In millionths of what makes the army withdraw.
pub(crate) fn losses(pos: &Position) -> [i64; 2] {
    Side::BOTH.map(|side| {
        let units: i64 = pos
            .on_field(side)
            .map(|unit| {
                let worth = i64::from(unit_points(pos, unit));
                if pos.is_routed(unit) {
                    return worth * RUNS;
                }
                let (hits, quality) = (usize::from(pos.hits(unit)), usize::from(pos.quality(unit)).max(1));
                worth * WORN[(hits * 10 / quality).min(10)]
            })
            .sum();
        let all = i64::from(rout_points(pos, side)) * 100 + units;
        all * 10_000 / i64::from(pos.set.withdrawal[side]).max(1)
    })
}
