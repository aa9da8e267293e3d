//! A small clear field with any units, for unit tests of the chapters.

use std::sync::Arc;

use super::field::{Edge, Field};
use super::piece::{BySide, Class, LeaderSpec, Missile, Rank, Side, UnitId, UnitSpec, UnitType};
use super::position::Position;
use super::setup::{Setup, Special};
use super::variant::{Choices, Variant};
use crate::hex::{Facing, Hex};

/// A hex by its number.
pub fn hex(number: u16) -> Hex {
    Hex::from_number(number).expect("a hex")
}

/// A unit as it would be printed; change what the test needs.
pub fn unit(
    code: &str,
    side: Side,
    kind: UnitType,
    size_tq_ma: (u8, u8, u8),
    at: u16,
    facing: Facing,
) -> UnitSpec {
    let (size, tq, ma) = size_tq_ma;
    let two_hex = kind == UnitType::PH;
    UnitSpec {
        code: code.into(),
        name: code.into(),
        side,
        kind,
        class: Class::Plain,
        size,
        tq,
        ma,
        ma_extended: if two_hex { ma + 1 } else { ma },
        missile: None,
        missile_row: String::new(),
        screen: false,
        indian: false,
        two_hex,
        colour: 0,
        ala: false,
        nation: String::new(),
        shares_with_engine: false,
        depleted: false,
        start: Some((hex(at), facing)),
        feigns: false,
        bait: None,
        dismounted: None,
        sword: false,
        professional: false,
        macedonian: false,
    }
}

/// Gives a unit missiles.
pub fn armed(mut unit: UnitSpec, missile: Missile, row: &str) -> UnitSpec {
    unit.missile = Some(missile);
    unit.missile_row = row.into();
    unit
}

/// A leader as he would be printed.
pub fn leader(code: &str, side: Side, rank: Rank, initiative: u8, at: u16) -> LeaderSpec {
    LeaderSpec {
        code: code.into(),
        name: code.into(),
        side,
        rank,
        range: 6,
        initiative,
        line_commands: 1,
        strategy: (rank == Rank::Overall).then_some(5),
        charisma: 1,
        elite: false,
        personal_combat: None,
        limit: super::piece::CommandLimit::default(),
        start: Some(hex(at)),
        wing: false,
        yields_ties: false,
        points_times: None,
        is_vital: false,
        contingents: 0,
        contingent: Vec::new(),
    }
}

/// Columns 10 to 40, rows 1 to 30, all clear and level; the first side (`rome`) runs west, the second (`carthage`)
/// east; north points NE.
pub fn setup(units: Vec<UnitSpec>, leaders: Vec<LeaderSpec>) -> Setup {
    Setup {
        name: "test".into(),
        title: "Proving ground".into(),
        sides: BySide(["rome".into(), "carthage".into()]),
        withdrawal: BySide([100, 100]),
        replacements: BySide([1, 1]),
        field: Field::clear((10, 40), (1, 30), Facing::NE, BySide([Edge::West, Edge::East])),
        units,
        leaders,
        lines: Vec::new(),
        special: Special { pursuit: true, first_turn_lines: true, ..Special::default() },
        variant: Variant::new("spqr", super::variant::charts::spqr_for_tests(), Choices::spqr()),
    }
}

/// The same as a position.
pub fn ground(units: Vec<UnitSpec>, leaders: Vec<LeaderSpec>) -> Position {
    Position::new(Arc::new(setup(units, leaders)))
}

/// The id of the `n`th unit given.
pub fn u(n: u16) -> UnitId {
    UnitId(n)
}
