//! What a card that is played face down helps.

/// **legion card.modifier.** Of what it adds one to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Help {
    /// The initiative of a Command.
    Initiative,
    /// The dice of its shooting.
    Shooting,
    /// The dice of its combats.
    Combat,
}

impl Help {
    /// All of them.
    pub const ALL: [Help; 3] = [Help::Initiative, Help::Shooting, Help::Combat];

    /// As orders write it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Help::Initiative => "initiative",
            Help::Shooting => "shooting",
            Help::Combat => "combat",
        }
    }
}
