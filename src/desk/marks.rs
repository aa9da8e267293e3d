//! The player's own marks and notes on the field: a file in the seat, in no log.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::trouble::Trouble;
use tess_disk::durable;

/// Their file.
const FILE: &str = "marks.json";

/// Marks at most, and letters of each.
const MOST: (usize, usize) = (500, 500);

/// A mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mark {
    /// Where: a hex, or inches.
    pub at: String,
    /// What it says.
    pub text: String,
}

/// Those there are.
pub(crate) fn read(seat: &Path) -> Vec<Mark> {
    let bytes = std::fs::read(seat.join(FILE)).unwrap_or_default();
    serde_json::from_slice(&bytes).unwrap_or_default()
}

/// Keeps them.
pub(crate) fn write(seat: &Path, marks: &[Mark]) -> Result<(), Trouble> {
    let long = |mark: &Mark| mark.at.len() > 40 || mark.text.chars().count() > MOST.1;
    if marks.len() > MOST.0 || marks.iter().any(long) {
        return Err(Trouble::new("these are too many marks, or too long ones", "take some away"));
    }
    let text = serde_json::to_string(marks).unwrap_or_default();
    Ok(durable::write(seat, FILE, text.as_bytes())?)
}
