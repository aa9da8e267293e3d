//! The units of a battle, of which a copy costs next to nothing.
//!
//! The rules try a good deal before anything is done: a way, a charge, an order. Each trial is made on a
//! copy of the position, and changes one unit or two of some fifty; so copies share what neither of them has
//! changed.

use super::unit::Unit;
use std::ops::{Deref, Index};
use std::sync::Arc;

/// All units by their number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Units(Arc<Vec<Arc<Unit>>>);

impl Units {
    /// One of them, to change it.
    pub fn change(&mut self, number: usize) -> &mut Unit {
        Arc::make_mut(&mut Arc::make_mut(&mut self.0)[number])
    }

    /// All of them, to change them.
    pub fn change_all(&mut self) -> impl Iterator<Item = &mut Unit> {
        Arc::make_mut(&mut self.0).iter_mut().map(Arc::make_mut)
    }

    /// Adds one behind the others.
    pub fn push(&mut self, unit: Unit) {
        Arc::make_mut(&mut self.0).push(Arc::new(unit));
    }

    /// A list of them.
    #[must_use]
    pub fn listed(&self) -> Vec<Unit> {
        self.0.iter().map(|unit| Unit::clone(unit)).collect()
    }
}

impl Deref for Units {
    type Target = [Arc<Unit>];

    fn deref(&self) -> &[Arc<Unit>] {
        &self.0
    }
}

impl Index<usize> for Units {
    type Output = Unit;

    fn index(&self, number: usize) -> &Unit {
        &self.0[number]
    }
}

impl FromIterator<Unit> for Units {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Units {
        Units(Arc::new(units.into_iter().map(Arc::new).collect()))
    }
}
