//! What a battle is fought with and never changes: the lists, the table, the charts, the cards of the game.

mod battle;
mod chart;
mod deck;
mod goal;
mod side;
mod table;
mod troop;

pub use battle::{
    Charts, Choices, CommandId, CommandKind, CommandSpec, Deal, LeaderSpec, Setup, SpecId, Start, UnitSpec,
};
pub use chart::{Circumstance, RadiusChart, RallyChart};
pub use deck::{Card, DECK, FACES, Face, Moment};
pub use goal::{Goal, GoalId, GoalKind};
pub(crate) use side::homeward;
pub use table::{
    Barrier, BarrierRow, Effect, Gait, Ground, GroundChart, GroundRow, Obstacle, Pace, Table, Terrain,
};
pub use troop::{Armour, Class, Drill, Missile, Profile, Shield, Troop, TroopId, Weapon};
