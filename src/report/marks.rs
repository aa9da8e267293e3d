//! How sides, facings and states are marked, alike in all parts of a report.

use crate::gboh::piece::UnitSpec;
use crate::gboh::position::{Formation, Morale, ShockMark, Supply, Unit};
use crate::gboh::{LeaderId, Position, Side, UnitId};
use crate::hex::Hexside;

/// The code as maps write it: the first side in capitals, the second in small letters.
pub fn cased(side: Side, text: &str) -> String {
    match side {
        Side::First => text.to_ascii_uppercase(),
        Side::Second => text.to_ascii_lowercase(),
    }
}

/// A unit's code on maps.
pub fn unit_code(pos: &Position, id: UnitId) -> String {
    let spec = pos.spec(id);
    cased(spec.side, &spec.code)
}

/// A leader's code on maps.
pub fn leader_code(pos: &Position, id: LeaderId) -> String {
    let spec = pos.leader_spec(id);
    cased(spec.side, &spec.code)
}

/// A name with a capital.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Two letters: the class where the counter has one, else the type.
pub fn badge(spec: &UnitSpec) -> &'static str {
    let letters = match spec.class.letters() {
        "" => spec.kind.letters(),
        "CAT" => "HC",
        class => class,
    };
    letters.get(..2).unwrap_or(letters)
}

/// Type and class: `LG/HA`.
pub fn type_and_class(spec: &UnitSpec) -> String {
    match spec.class.letters() {
        "" => spec.kind.letters().to_owned(),
        class => format!("{}/{class}", spec.kind.letters()),
    }
}

/// The side of a hex, as an order names it.
pub fn hexside(side: Hexside) -> &'static str {
    match side {
        Hexside::N => "N",
        Hexside::NE => "NE",
        Hexside::SE => "SE",
        Hexside::S => "S",
        Hexside::SW => "SW",
        Hexside::NW => "NW",
    }
}

/// One letter for each thing that is out of the ordinary with a unit in order.
pub fn flags(unit: &Unit) -> String {
    let mut out = String::new();
    for (is, letter) in [
        (unit.depleted, 'd'),
        (unit.rallied, 'r'),
        (matches!(unit.formation, Formation::Column { .. }), 'c'),
        (unit.formation == Formation::Square, 's'),
        (unit.formation == Formation::Charge, 'w'),
        (unit.dismounted, 'f'),
        (unit.shield_wall, '#'),
        (unit.engaged, 'e'),
        (unit.limbered, 'l'),
        (unit.pursued, 'p'),
        (unit.shock == ShockMark::MustCheck || unit.shock == ShockMark::NoCheck, '!'),
        (unit.shock == ShockMark::MayCheck, '?'),
    ] {
        if is {
            out.push(letter);
        }
    }
    out
}

/// Hits over quality, `2/6`, or `RTD`.
pub fn cohesion(pos: &Position, id: UnitId) -> String {
    match pos.unit(id).morale {
        Morale::Routed => "RTD".to_owned(),
        Morale::Steady { hits } => format!("{hits}/{}", pos.spec(id).tq),
    }
}

/// A mark of missile supply.
pub const fn supply(supply: Supply) -> char {
    match supply {
        Supply::Full => '+',
        Supply::Low => '-',
        Supply::No => '0',
    }
}
