//! The two sides of a battle.

use serde::{Deserialize, Serialize};
use tess_canon::note::{Misread, Names, Note, Noted, Schema, Shapes};
use tess_canon::{Bytes, Canon, Malformed, choice};

/// One of the two armies of a battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Side {
    /// The side named first by the scenario.
    First,
    /// The side named second.
    Second,
}

choice!(Side { 0 => First, 1 => Second });

impl Side {
    /// Both, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The enemy.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A value for each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct BySide<T>(pub [T; 2]);

impl<T> std::ops::Index<Side> for BySide<T> {
    type Output = T;
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> std::ops::IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}

impl<T: Canon> Canon for BySide<T> {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
    }

    fn read(from: &mut Bytes<'_>) -> Result<BySide<T>, Malformed> {
        Canon::read(from).map(BySide)
    }
}

impl<T: Noted> Noted for BySide<T> {
    fn note(&self, names: &dyn Names) -> Note {
        self.0.note(names)
    }

    fn noted(note: &Note, names: &dyn Names) -> Result<BySide<T>, Misread> {
        Noted::noted(note, names).map(BySide)
    }

    fn shape(shapes: &mut Shapes) -> Schema {
        <[T; 2]>::shape(shapes)
    }
}
