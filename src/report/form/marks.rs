//! How sides, facings and states are marked, alike in all parts of a report.

use tess_effects::Rule;
use tess_gboh::events::hit_cause::HitCause;
use tess_gboh::piece::UnitSpec;
use tess_gboh::position::{Formation, Morale, ShockMark, Supply, Unit};
use tess_gboh::{LeaderId, Position, Setup, Side, UnitId};
use tess_hex::Hexside;

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

/// The rule as the battle's own book numbers it.
pub fn rule(set: &Setup, rule: Rule) -> Rule {
    let numbering = set.variant.numbering;
    if numbering.pairs.is_empty() { rule } else { numbering.of(rule) }
}

/// A sign for something that is out of the ordinary with a unit in order, and what it means.
type Sign = (char, &'static str, fn(&Unit) -> bool);

/// The sign of a unit that pays for moving again.
const MOVED: char = 'm';

/// The signs of units, in the order in which they stand behind hits and quality.
const SIGNS: [Sign; 17] = [
    ('!', "must check and shock", |u| u.shock == ShockMark::MustCheck),
    ('^', "will shock without a check", |u| u.shock == ShockMark::NoCheck),
    ('?', "may shock", |u| u.shock == ShockMark::MayCheck),
    ('e', "engaged", |u| u.engaged),
    ('u', "uncontrolled", |u| u.runaway.is_some()),
    ('d', "depleted", |u| u.depleted),
    ('w', "shield wall", |u| u.shield_wall),
    ('c', "column", |u| matches!(u.formation, Formation::Column { .. })),
    ('s', "square", |u| u.formation == Formation::Square),
    ('v', "charge formation", |u| u.formation == Formation::Charge),
    ('f', "on foot", |u| u.dismounted),
    ('l', "limbered", |u| u.limbered),
    ('r', "rallied this turn", |u| u.rallied),
    ('p', "pursued", |u| u.pursued),
    ('b', "back from pursuit, in nobody's range", |u| u.returning),
    (MOVED, "moved this turn", |u| u.moved_before || u.done.moved),
    ('h', "fired this phase", |u| u.done.fired),
];

/// The signs that a unit has.
pub fn flags(unit: &Unit) -> String {
    SIGNS.iter().filter(|(_, _, is)| is(unit)).map(|(sign, _, _)| *sign).collect()
}

/// What the signs mean that any of the units on the field has.
pub fn signs(pos: &Position) -> String {
    let here: Vec<&Unit> = pos.unit_ids().filter(|&u| pos.hex(u).is_some()).map(|u| pos.unit(u)).collect();
    let used = SIGNS.iter().filter(|(_, _, is)| here.iter().any(|u| is(u)));
    let again = rule(&pos.set, HitCause::MovesAgain.rule());
    let each: Vec<String> = used
        .map(|(sign, text, _)| match *sign {
            MOVED => format!("{sign} {text} (again: a hit, {again})"),
            _ => format!("{sign} {text}"),
        })
        .collect();
    if each.is_empty() { "nobody out of the ordinary".to_owned() } else { each.join(", ") }
}

/// On maps, where no column tells of missiles: `o` when they are low, `x` when there are none left.
pub fn missiles(pos: &Position, id: UnitId) -> &'static str {
    match (pos.spec(id).missile, pos.unit(id).supply) {
        (Some(_), Supply::Low) => "o",
        (Some(_), Supply::No) => "x",
        _ => "",
    }
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
