//! What happens in this chapter.

use tess_effects::{Rule, Side};

/// Terrain, edges, deployment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeployEvent {
    /// A piece of ground or an obstacle is set out.
    SetOut {
        /// Its name.
        name: String,
    },
    /// A side has chosen its edge; the table is turned round for it.
    Edge {
        /// Who.
        side: Side,
        /// The table has been turned.
        turned: bool,
    },
    /// The dice for who deploys first.
    Rolled {
        /// Who.
        side: Side,
        /// The die.
        die: u8,
        /// The rating of the commander in chief.
        rating: u8,
    },
    /// Who deploys first.
    First(Side),
    /// A piece is put on the table.
    Placed {
        /// Its code.
        code: String,
    },
    /// A unit that could not stand where the scenario has it stands near by.
    Elsewhere {
        /// Its code.
        code: String,
    },
    /// A side stands.
    Deployed(Side),
}

impl DeployEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Rolled { .. } | Self::First(_) => Rule("setup.first"),
            Self::SetOut { .. }
            | Self::Edge { .. }
            | Self::Placed { .. }
            | Self::Elsewhere { .. }
            | Self::Deployed(_) => Rule("setup.points"),
        }
    }
}
