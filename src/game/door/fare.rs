//! How everybody fares, as numbers of one form for every game: for those who count what many battles come
//! to.

use serde::Serialize;

/// A piece that fares somehow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Listed {
    /// Its code.
    pub code: String,
    /// Its name in full.
    pub name: String,
    /// Whose: 0 for the first side, 1 for the second.
    pub side: usize,
    /// A leader, who takes wounds where a unit takes hits.
    pub leader: bool,
}

/// How a piece fares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Fare {
    /// Hits on a unit, wounds of a leader.
    pub hits: u16,
    /// Half stands that it has lost; a game of counters has none.
    pub halves: u16,
    /// How it holds together.
    pub shape: Shape,
}

/// How a piece holds together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// It does.
    #[default]
    Firm,
    /// It runs: routed, or broken.
    Running,
    /// Out of the battle: destroyed, fled, killed, taken.
    Lost,
}

/// How a side stands by the points that decide the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Points {
    /// So many now.
    pub now: u16,
    /// With so many the battle is decided, where the game knows such a number.
    pub enough: Option<u16>,
}
