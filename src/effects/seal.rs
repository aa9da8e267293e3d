//! Hidden choices: committed now, shown later.

use serde::{Deserialize, Serialize};
use tess_canon::number;

/// The hidden choices that come with one event: made now, and shown now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hidden {
    /// Digests of choices made with this event, in the order in which its orders use them.
    pub seals: Vec<Seal>,
    /// Choices shown with this event; the ledger has held each value against its seal.
    pub shown: Vec<(Seal, String)>,
}

/// A choice that only its owner knows until he shows it: the digest of salt and value. A position keeps it
/// where the rules keep a face-down marker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Seal(pub [u8; 32]);

number!(Seal);
