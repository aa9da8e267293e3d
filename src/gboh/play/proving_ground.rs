//! A small clear field with any units, for unit tests of the chapters.

use std::sync::Arc;

use crate::field::{Edge, Field, Terrain};
use crate::known::Known;
use crate::piece::{BySide, Class, LeaderSpec, Missile, Rank, Side, UnitId, UnitSpec, UnitType};
use crate::position::Position;
use crate::setup::{Setup, Special};
use crate::variant::{Choices, Variant};
use tess_hex::{Facing, Hex};

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
        limit: crate::piece::CommandLimit::default(),
        start: Some(hex(at)),
        wing: false,
        yields_ties: false,
        points_times: None,
        is_vital: false,
        contingents: 0,
        contingent: Vec::new(),
    }
}

/// Columns 10 to 40, rows 1 to 30, all clear and level; the first side (`rome`) runs west, the second
/// (`carthage`) east; north points NE.
pub fn setup(units: Vec<UnitSpec>, leaders: Vec<LeaderSpec>) -> Setup {
    Setup {
        sequels: crate::play::SEQUELS,
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
        variant: Variant::new("spqr", crate::variant::charts::spqr_for_tests(), Choices::spqr()),
        roster: Known::default(),
    }
}

/// A position on the ground of [`setup`], as the battle begins.
pub fn ground(units: Vec<UnitSpec>, leaders: Vec<LeaderSpec>) -> Position {
    Position::new(Arc::new(setup(units, leaders)))
}

/// The id of the `n`th unit given.
pub fn u(n: u16) -> UnitId {
    UnitId(n)
}

/// Numbers that look like chance, the same in every run.
pub struct Chance(pub u64);

impl Chance {
    /// Below a number.
    pub fn below(&mut self, most: u64) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % most) as usize
    }

    /// A hex in the middle of the ground.
    pub fn hex(&mut self) -> Hex {
        Hex::new(18 + self.below(12) as u8, 8 + self.below(12) as u8)
    }
}

/// Units of all kinds and both sides on ground of all kinds.
pub fn rough_field(chance: &mut Chance) -> Setup {
    use UnitType::{CH, EL, HI, LC, LG, PH, SK};
    let kinds = [PH, HI, LC, EL, CH, SK, LG];
    let roads = chance.below(2) == 0;
    let units = (0..14).map(|n| {
        let side = if n % 2 == 0 { Side::First } else { Side::Second };
        let facing = Facing::ALL[chance.below(6)];
        unit(&format!("U{n}"), side, kinds[n % 7], (4, 5, 6), chance.hex().number(), facing)
    });
    let mut set = setup(units.collect(), vec![]);
    for n in 0..12 {
        let hex = chance.hex();
        let cell = set.field.cell_mut(hex).expect("on the map");
        match n % 4 {
            0 => cell.terrain = [Terrain::Woods, Terrain::Broken, Terrain::Marsh][chance.below(3)],
            1 => cell.level = 1,
            2 => cell.streams = chance.below(64) as u8,
            _ if roads => cell.roman_road = chance.below(64) as u8,
            _ => {}
        }
    }
    set
}
