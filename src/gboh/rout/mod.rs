//! Cohesion hits, rout, rally, recovery, depletion, elimination, leader casualties, rout points (4.73 to
//! 4.75, 10, 11.1).

pub(crate) mod choice;
pub(crate) mod discipline;
pub(crate) mod fallen;
pub(crate) mod flight;
pub(crate) mod ground;
pub(crate) mod hits;
pub(crate) mod sides;
pub(crate) mod stand;
pub(crate) mod way;

#[cfg(test)]
mod tests;

pub use discipline::settle;
pub use fallen::{
    eliminate, kill_leader, leader_bested, leader_casualty, leader_points, rout_points, unit_points,
};
pub use flight::{comrade, has_no_way, rout, rout_full};
pub use hits::{hit, is_broken, rout_if_broken};
pub use stand::may_stand;

/// What a rout came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RoutEnd {
    /// It ran, over these hexes (of a two-hex unit the left half), the last one where it stands now.
    Ran(Vec<tess_hex::Hex>),
    /// It fled off the map over these hexes, none when it stood at its edge (10.24): cavalry may pursue it
    /// there (8.62).
    Left(Vec<tess_hex::Hex>),
    /// Out of the battle otherwise.
    Gone(Gone),
    /// A phalanx that stood (8.43).
    Stood,
    /// An elephant that rampaged.
    Rampaged,
}

/// How a unit that routs is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// By its type: skirmishers and engines (10.21).
    ByType,
    /// It had no way out (10.24), or no place to stop among friends (10.25).
    NoWay,
}

/// Why a unit routs, as far as rules ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoutCause {
    /// Hits from movement, fire, trampling, a failed rally and the like. A unit may stand by alexander 9.65.
    Hits,
    /// In the charge or collapse step: a phalanx may stand (8.43). `attacker`: it was one; `position`: the
    /// attacker has position superiority over it, so there is no roll.
    Shock {
        /// It attacked.
        attacker: bool,
        /// It is attacked with position superiority.
        position: bool,
    },
    /// With its stack (6.68).
    Stack,
}
