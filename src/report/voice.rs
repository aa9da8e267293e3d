//! How a report speaks.

use serde::{Deserialize, Serialize};

/// In which of its voices a story is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Voice {
    /// Plain sentences, grouped by place, with rules and dice in brackets.
    #[default]
    Plain,
    /// In short, with every number of every combat, for who checks it.
    Notation,
    /// Every happening in a sentence of its own, every question with its answer, under the sheets as sent.
    Full,
}

impl Voice {
    /// All of them.
    pub const ALL: [Voice; 3] = [Voice::Plain, Voice::Notation, Voice::Full];

    /// Its name, as settings and mails have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Voice::Plain => "plain",
            Voice::Notation => "notation",
            Voice::Full => "full",
        }
    }

    /// The one of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Voice> {
        Voice::ALL.into_iter().find(|voice| voice.name() == name)
    }
}

/// How a report speaks, and how much of what its reader has had before it says again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The voice of its story.
    pub voice: Voice,
    /// Both armies from the first unit to the last, and what all signs mean; else what has changed.
    pub whole: bool,
}
