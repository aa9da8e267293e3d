//! A small battle for unit tests: Romans in the south, Gauls in the north, on a bare table.

use crate::formation::Formation;
use crate::measure::{Heading, Length, Point, Stance};
use crate::questions::band;
use crate::setup::{
    Charts, Choices, Class, CommandId, CommandKind, CommandSpec, Drill, LeaderSpec, Profile, Setup, Shield,
    Start, Table, Troop, TroopId, UnitSpec,
};
use crate::state::{Acting, Directive, Ordered, Position, Segment, Stage, UnitId};
use std::sync::Arc;
use tess_effects::{BySide, Side};

/// Kinds of troops of the proving ground, by their place.
pub const LEGION: TroopId = TroopId(0);

/// A warband.
pub const WARBAND: TroopId = TroopId(1);

/// Velites.
pub const VELITES: TroopId = TroopId(2);

/// Roman horse.
pub const EQUITES: TroopId = TroopId(3);

/// A phalanx.
pub const PIKES: TroopId = TroopId(4);

/// Auxilia.
pub const AUXILIA: TroopId = TroopId(5);

/// Elephants.
pub const ELEPHANTS: TroopId = TroopId(6);

/// Numidian horse.
pub const NUMIDIANS: TroopId = TroopId(7);

/// Engines.
pub const ENGINES: TroopId = TroopId(8);

/// A kind of troops with plain arms.
#[must_use]
pub fn troop(id: &str, class: Class, drill: Drill, (base_move, combat, break_value): (i32, u8, u8)) -> Troop {
    let close = Profile { base_move: Length::inches(base_move), combat, range: Length::ZERO, break_value };
    Troop {
        close,
        shield: Shield::Large,
        width: Length(1_600),
        depth: Length(1_200),
        ..Troop::plain(id, class, drill)
    }
}

fn troops() -> Vec<Troop> {
    let mut auxilia = troop("auxilia", Class::Auxilia, Drill::Roman, (5, 4, 5));
    auxilia.skirmish =
        Some(Profile { base_move: Length::inches(6), combat: 2, range: Length::inches(4), break_value: 3 });
    vec![
        troop("legion", Class::HeavyInfantry, Drill::Roman, (4, 5, 6)),
        troop("warband", Class::Warband, Drill::Tribal, (6, 5, 5)),
        troop("velites", Class::LightInfantry, Drill::Roman, (6, 1, 3)),
        troop("equites", Class::HeavyCavalry, Drill::Roman, (8, 4, 5)),
        troop("pikes", Class::HeavyInfantry, Drill::Hellenistic, (4, 5, 5)),
        auxilia,
        troop("elephants", Class::Elephants, Drill::Hellenistic, (6, 6, 4)),
        troop("numidians", Class::LightCavalry, Drill::Tribal, (8, 2, 3)),
        troop("engines", Class::Artillery, Drill::Roman, (0, 0, 3)),
    ]
}

/// A place and a facing in inches and degrees.
#[must_use]
pub fn stance(x: i32, y: i32, degrees: i32) -> Stance {
    let anchor = Point { x: x * 1000, y: y * 1000 };
    Stance { anchor, heading: Heading::new(degrees * 100) }
}

/// A unit of so many stands: of Command 0 and 1 (Rome), 2 (Gaul).
#[must_use]
pub fn unit(
    code: &str,
    command: u16,
    (troop, stands): (TroopId, usize),
    at: Stance,
    formation: Formation,
) -> UnitSpec {
    UnitSpec {
        code: code.into(),
        name: code.into(),
        command: CommandId(command),
        stands: vec![troop; stands],
        bodyguard: false,
        legion: None,
        start: Some(Start { stance: at, formation, loose: false }),
    }
}

fn command(code: &str, leader: &str, side: Side, (rating, culture): (u8, Drill), at: Stance) -> CommandSpec {
    CommandSpec {
        ambush: Vec::new(),
        code: code.into(),
        name: code.into(),
        side,
        kind: CommandKind::Infantry,
        leader: LeaderSpec {
            code: leader.into(),
            name: leader.into(),
            rating,
            culture,
            troop: EQUITES,
            points: 0,
            chief: code != "C2",
            start: Some(at),
        },
    }
}

/// A table of 48 by 36 inches with these units; Commands C1 and C2 of Rome stand in the south, G1 of Gaul
/// in the north.
#[must_use]
pub fn ground(units: Vec<UnitSpec>) -> Position {
    let set = Setup {
        name: "legion/proving-ground".into(),
        title: "The proving ground".into(),
        sides: BySide(["rome".into(), "gaul".into()]),
        table: Table { width: Length::inches(48), depth: Length::inches(36), ..Table::default() },
        troops: troops(),
        commands: vec![
            command("C1", "MAX", Side::First, (2, Drill::Roman), stance(6, 2, 0)),
            command("C2", "REG", Side::First, (0, Drill::Roman), stance(42, 2, 0)),
            command("G1", "BREN", Side::Second, (1, Drill::Tribal), stance(24, 34, 180)),
        ],
        units,
        goals: Vec::new(),
        charts: Charts::default(),
        choices: Choices::default(),
    };
    Position::new(Arc::new(set))
}

/// A battle of these units in which Command C1 is at work under an order.
#[must_use]
pub fn acting(units: Vec<UnitSpec>, order: Directive) -> Position {
    let mut pos = ground(units);
    for command in &mut pos.commands {
        command.ordered = Ordered::Open(order);
    }
    let band = band::band(&pos, CommandId(0));
    pos.stage = Stage::Acting(Acting { command: CommandId(0), step: Segment::Preliminary, band });
    pos
}

/// The unit of this number.
#[must_use]
pub const fn u(number: u16) -> UnitId {
    UnitId(number)
}
