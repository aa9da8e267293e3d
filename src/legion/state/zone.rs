//! The four sides from which a unit may be met.

/// The zones about a unit, parted by lines at 45 degrees out of its corners.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Zone {
    /// Before it.
    Front,
    /// On its left, where the shields are.
    Left,
    /// On its right.
    Right,
    /// Behind it.
    Rear,
}

impl Zone {
    /// How it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Zone::Front => "front",
            Zone::Left => "left",
            Zone::Right => "right",
            Zone::Rear => "rear",
        }
    }

    /// The quarter turn from a unit's front to this zone, clockwise in hundredths of a degree.
    #[must_use]
    pub const fn turn(self) -> i32 {
        match self {
            Zone::Front => 0,
            Zone::Right => 9_000,
            Zone::Rear => 18_000,
            Zone::Left => 27_000,
        }
    }
}
