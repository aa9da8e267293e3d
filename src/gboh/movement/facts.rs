//! What is known to the standing orders of the side that does not move.

use crate::piece::UnitId;
use crate::position::{Position, Supply};
use tess_effects::Question;

/// Adds what is known of the mover and of the unit that decides.
pub(crate) fn about(q: Question, pos: &Position, unit: UnitId, mover: UnitId) -> Question {
    let (own, m) = (pos.spec(unit), pos.spec(mover));
    let supply = match pos.unit(unit).supply {
        Supply::Full => "full",
        Supply::Low => "low",
        Supply::No => "no",
    };
    q.naming(&m.code)
        .fact("mover", m.code.to_ascii_lowercase())
        .fact("mover.type", m.kind.letters().to_ascii_lowercase())
        .fact("mover.class", m.class.letters().to_ascii_lowercase())
        .fact("mover.ma", crate::movement::march::pace(pos, mover))
        .fact("dist", pos.distance(unit, mover).unwrap_or(0))
        .fact("own.type", own.kind.letters().to_ascii_lowercase())
        .fact("own.ma", own.ma)
        .fact("own.hits", pos.hits(unit))
        .fact("own.tq", own.tq)
        .fact("own.supply", supply)
}

/// `no hit`, `1 hit`, `2 hits`.
pub fn hits(n: u8) -> String {
    match n {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    }
}

/// A unit for a person: code and type.
pub(crate) fn named(pos: &Position, unit: UnitId) -> String {
    let spec = pos.spec(unit);
    let class = spec.class.letters();
    if class.is_empty() {
        format!("{} ({})", spec.code, spec.kind.letters())
    } else {
        format!("{} ({} {class})", spec.code, spec.kind.letters())
    }
}
