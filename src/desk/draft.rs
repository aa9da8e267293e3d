//! The sheet as far as it is written: a file in the seat, the same that `tess play --text` writes.
//!
//! Two tabs, or the terminal beside, never disturb each other: who writes says which text he has changed,
//! and when that is no longer the one that lies there, nothing is written.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::trouble::Trouble;
use tess_disk::durable;

/// Its file in the seat.
pub(crate) const FILE: &str = "draft.txt";

/// What is written so far.
pub(crate) fn read(seat: &Path) -> String {
    let bytes = std::fs::read(seat.join(FILE)).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Which text it is.
pub(crate) fn version(text: &str) -> String {
    Sha256::digest(text).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Writes it, if what lies there is what was changed.
pub(crate) fn write(seat: &Path, text: &str, base: &str) -> Result<(), Trouble> {
    let there = read(seat);
    if there == text {
        return Ok(());
    }
    if version(&there) != base {
        return Err(Trouble::overtaken("the sheet has been changed in another window"));
    }
    put(seat, text)
}

/// Takes it away.
pub(crate) fn clear(seat: &Path) -> Result<(), Trouble> {
    put(seat, "")
}

fn put(seat: &Path, text: &str) -> Result<(), Trouble> {
    if !text.is_empty() {
        return Ok(durable::write(seat, FILE, text.as_bytes())?);
    }
    match std::fs::remove_file(seat.join(FILE)) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(Trouble::new(e.to_string(), "see who may write in the folder of the battle"))
        }
        _ => Ok(()),
    }
}
