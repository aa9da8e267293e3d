//! With what a unit shoots.

use crate::piece::{Missile, UnitId};
use crate::position::{Position, Supply};

/// With what a unit shoots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weapon {
    /// Its own missiles; an elephant's riders (9.13).
    Own,
    /// The archers of an elephant's screen (9.12), in reaction only.
    Screen,
}

/// The chart's row of an elephant's screen.
const SCREEN_ROW: &str = "elephant_screen";

impl Weapon {
    /// Row of the missile chart.
    #[must_use]
    pub fn row(self, pos: &Position, unit: UnitId) -> &str {
        match self {
            Weapon::Own => &pos.spec(unit).missile_row,
            Weapon::Screen => SCREEN_ROW,
        }
    }

    /// Kind of missile; `None` when the unit has no such weapon.
    #[must_use]
    pub fn missile(self, pos: &Position, unit: UnitId) -> Option<Missile> {
        match self {
            Weapon::Own => pos.spec(unit).missile,
            Weapon::Screen => pos.spec(unit).screen.then_some(Missile::A),
        }
    }

    /// What is left of it.
    #[must_use]
    pub fn supply(self, pos: &Position, unit: UnitId) -> Supply {
        match self {
            Weapon::Own => pos.unit(unit).supply,
            Weapon::Screen => pos.unit(unit).screen,
        }
    }
}
