//! The notation of a position: what people read, write and mail, and the same as JSON. It says what differs
//! from the opening of the battle.

use std::sync::Arc;

use super::parts::{Parts, PieceKind, Unfit};
use super::{Position, Unit};
use crate::measure::Length;
use crate::setup::{CommandId, GoalId, Setup};
use tess_canon::note::{Document, Keyed, Misread, Names, Note, Noted as _, Schema, Shapes, Short, Unnoted};
use tess_effects::Side;

/// How a position is laid out in its notation.
pub const DOCUMENT: Document = Document {
    keyed: &[
        Keyed { many: "units", one: "unit", kind: "UnitId" },
        Keyed { many: "commands", one: "command", kind: "CommandId" },
        Keyed { many: "leaders", one: "leader", kind: "Leader" },
        Keyed { many: "goals", one: "goal", kind: "GoalId" },
    ],
    always: &["turn", "stage"],
    short: &[
        Short { one: "unit", word: "x", path: "place.stance.anchor.x" },
        Short { one: "unit", word: "y", path: "place.stance.anchor.y" },
        Short { one: "unit", word: "heading", path: "place.stance.heading" },
        Short { one: "leader", word: "x", path: "place.stance.anchor.x" },
        Short { one: "leader", word: "y", path: "place.stance.anchor.y" },
        Short { one: "leader", word: "heading", path: "place.stance.heading" },
    ],
};

/// What the pieces of a battle are called.
struct Codes<'a> {
    set: &'a Setup,
    /// Units that were detached in the battle, by name and number.
    detached: Vec<(String, i128)>,
}

impl<'a> Codes<'a> {
    fn of(set: &'a Setup) -> Codes<'a> {
        Codes { set, detached: Vec::new() }
    }
}

impl Names for Codes<'_> {
    fn name(&self, kind: &str, number: i128) -> Option<String> {
        let set = self.set;
        if kind == "Length" {
            return i32::try_from(number).ok().map(|thousandths| Length(thousandths).to_string());
        }
        let at = usize::try_from(number).ok()?;
        match kind {
            "UnitId" => match set.units.get(at) {
                Some(unit) => Some(unit.code.clone()),
                None => {
                    self.detached.iter().find(|(_, other)| *other == number).map(|(name, _)| name.clone())
                }
            },
            "SpecId" => set.units.get(at).map(|unit| unit.code.clone()),
            "CommandId" => set.commands.get(at).map(|command| command.code.clone()),
            "Leader" => set.commands.get(at).map(|command| command.leader.code.clone()),
            "GoalId" => set.goals.get(at).map(|goal| goal.code.clone()),
            "TroopId" => set.troops.get(at).map(|troop| troop.id.clone()),
            "PieceKind" => PieceKind(u8::try_from(number).ok()?).word().map(str::to_owned),
            "Side" => set.sides.0.get(at).cloned(),
            _ => None,
        }
    }

    fn number(&self, kind: &str, name: &str) -> Option<i128> {
        let set = self.set;
        let listed = || set.units.iter().position(|unit| unit.code.eq_ignore_ascii_case(name));
        let counted = |at: usize| i128::try_from(at).ok();
        match kind {
            "UnitId" => listed().and_then(counted).or_else(|| {
                let of = |(other, _): &&(String, i128)| other.eq_ignore_ascii_case(name);
                self.detached.iter().find(of).map(|(_, number)| *number)
            }),
            "SpecId" => listed().and_then(counted),
            "CommandId" => set.find_command(name).map(|CommandId(number)| number.into()),
            "Leader" => set.find_leader(name).map(|CommandId(number)| number.into()),
            "GoalId" => set.find_goal(name).map(|GoalId(number)| number.into()),
            "TroopId" => set.troops.iter().position(|troop| troop.id == name).and_then(counted),
            "PieceKind" => PieceKind::of(name).map(|PieceKind(number)| number.into()),
            "Side" => set.find_side(name).map(|side| i128::from(u8::from(side == Side::Second))),
            "Length" => match name.strip_prefix('-') {
                Some(below) => Length::parse(below).map(|length| -i128::from(length.0)),
                None => Length::parse(name).map(|length| length.0.into()),
            },
            _ => None,
        }
    }
}

/// The code of a unit that was detached: that of its listing, with its part.
fn code(set: &Setup, unit: &Unit) -> String {
    format!("{}.{}", set.unit(unit.of).code, unit.part)
}

/// What is to be said of a position of the battle that began with this set-up.
#[must_use]
pub fn said(set: &Arc<Setup>, pos: &Position) -> Vec<(String, Note)> {
    let mut names = Codes::of(set);
    let later = (0..).zip(pos.units.iter()).skip(set.units.len());
    names.detached = later.map(|(number, unit)| (code(set, unit), number)).collect();
    let opening = Parts::of(&Position::new(Arc::clone(set))).note(&names);
    DOCUMENT.said(&opening, &Parts::of(pos).note(&names), &names)
}

/// The position that is said so, of the battle that began with this set-up.
///
/// # Errors
/// Where it says what cannot be so in this battle.
pub fn position(set: &Arc<Setup>, said: &[(String, Note)]) -> Result<Position, Unnoted<Unfit>> {
    let mut names = Codes::of(set);
    let opening = Parts::of(&Position::new(Arc::clone(set))).note(&names);
    let mut detached = Vec::new();
    let whole = DOCUMENT.whole(&opening, said, &names, &mut |kind, number, name| {
        if kind == "UnitId" && name.contains('.') {
            detached.push((name.to_owned(), number));
            Ok(())
        } else {
            Err(Misread::unknown(kind, name))
        }
    })?;
    names.detached = detached;
    let parts = Parts::noted(&whole, &names).map_err(|misread| DOCUMENT.named(misread, &names))?;
    parts.put_together(set).map_err(Unnoted::Unfit)
}

/// What notations look like, in JSON Schema.
#[must_use]
pub fn schema() -> (Schema, Shapes) {
    let mut shapes = Shapes::new("legion");
    (Parts::shape(&mut shapes), shapes)
}
