//! What earlier chapters set off in later ones, in their middle.
//!
//! A chapter leans on those before it only. Three times the book goes the other way: an elephant that routs
//! rampages, leaders get out of the way of a unit that routs, and who is met by feigned flight strikes at
//! once. The floor that knows all chapters hands these in with the set-up.

use std::fmt;

use crate::piece::UnitId;
use crate::position::{Hexes, Position};
use crate::{Flow, Oracle};
use tess_hex::Facing;

/// A whole rampage of this elephant; the other unit has caused it.
pub type Rampage = fn(&mut Position, &mut Oracle<'_>, UnitId, Option<UnitId>) -> Flow<()>;

/// Leaders beside the way of a unit that routs.
pub type AlongTheWay = fn(&mut Position, &mut Oracle<'_>, UnitId, &[Hexes], Facing) -> Flow<()>;

/// One combat at once, of an attacker and a defender.
pub type Strike = fn(&mut Position, &mut Oracle<'_>, UnitId, UnitId) -> Flow<()>;

/// Rules of later chapters for earlier ones.
#[derive(Clone, Copy)]
pub struct Sequels {
    /// **spqr 9.14.** When an elephant routs.
    pub rampage: Rampage,
    /// **spqr 4.72, 10.22.** When a unit routs past leaders.
    pub leaders_withdraw_along: AlongTheWay,
    /// **cataphract 6.73.** When riders turn on those who followed them.
    pub strike: Strike,
}

impl fmt::Debug for Sequels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sequels")
    }
}

/// There is one set of rules: two set-ups never differ in it.
impl PartialEq for Sequels {
    fn eq(&self, _: &Sequels) -> bool {
        true
    }
}

impl Eq for Sequels {}
