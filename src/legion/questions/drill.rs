//! Who may change formation and facing when, by drill.

use crate::formation::Formation;
use crate::measure::Length;
use crate::setup::{Class, Drill};
use crate::state::{Position, UnitId};

/// When in its move a unit may change formation or facing (move.formation, move.facing).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Manoeuvre {
    /// Light troops: facing twice, at any time; formation at either end of the move.
    Free,
    /// At the beginning or at the end.
    Ends,
    /// At the beginning.
    Start,
    /// Instead of moving.
    Instead,
}

/// **legion formation.shield-wall, formation.testudo.** How far a unit goes in a move: half its Base Move
/// behind locked shields and in a testudo.
#[must_use]
pub fn rate(pos: &Position, unit: UnitId) -> Length {
    let whole = pos.base_move(unit);
    let slow = pos.unit(unit).shields || pos.unit(unit).formation == Formation::Testudo;
    if slow { whole.half() } else { whole }
}

/// **legion move.formation, move.facing.** Romans and heavy cavalry at either end of a move, Hellenistic
/// foot, elephants and scythed chariots at its start, tribal foot instead of it; light troops, and Celtic
/// chariots like light cavalry, as they please.
#[must_use]
pub fn manoeuvre(pos: &Position, unit: UnitId) -> Manoeuvre {
    let troop = pos.troop(unit);
    match troop.class {
        _ if pos.is_light(unit) => Manoeuvre::Free,
        Class::CelticChariots => Manoeuvre::Free,
        Class::HeavyCavalry => Manoeuvre::Ends,
        Class::Elephants | Class::ScythedChariots | Class::Artillery | Class::Baggage => Manoeuvre::Start,
        Class::Warband => Manoeuvre::Instead,
        _ => match troop.drill {
            Drill::Roman => Manoeuvre::Ends,
            Drill::Hellenistic => Manoeuvre::Start,
            Drill::Tribal => Manoeuvre::Instead,
        },
    }
}
