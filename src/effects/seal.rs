//! Hidden choices: committed now, shown later.

use serde::{Deserialize, Serialize};

/// A choice that only its owner knows until he shows it.
///
/// The position of a battle holds the seal; the event that shows it brings the value. What a
/// value may be is the rules' business, and checked when it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sealed {
    /// The digest of salt and value, hex.
    pub digest: String,
    /// The value, once shown.
    pub value: Option<String>,
}
