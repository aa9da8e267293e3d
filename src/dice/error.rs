//! What can be wrong with a chain, a link or a label.

use thiserror::Error;

/// A fault in dice material; lower case, then what would be right.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DiceError {
    /// A chain shorter than one link or longer than [`super::MAX_LINKS`].
    #[error("a chain of {links} links is not possible, use 1 to {max}")]
    ChainLength {
        /// The length asked for.
        links: u32,
        /// The longest chain allowed.
        max: u32,
    },
    /// An index that is not past the last one, or too far from it.
    #[error("link {index} cannot follow link {last}, the next one is {}", u64::from(*last) + 1)]
    LinkOrder {
        /// Last index known.
        last: u32,
        /// Index offered.
        index: u32,
    },
    /// A value that does not hash to the last one known.
    #[error(
        "link {index} does not belong to the chain: it does not hash\nto link {last}; \
         send the value that was committed to"
    )]
    WrongLink {
        /// Last index known.
        last: u32,
        /// Index offered.
        index: u32,
    },
    /// A label that is empty, too long, or has other characters.
    #[error("die label {label:?} is not possible,\nuse 1 to 64 of a-z 0-9 . _ : # -")]
    Label {
        /// The label, cut to 40 characters.
        label: String,
    },
    /// A die with another number of sides.
    #[error("no die has {sides} sides, use 2 or more")]
    Sides {
        /// The number of sides asked for.
        sides: u8,
    },
}
