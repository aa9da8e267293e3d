//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum DiskError {
    /// The system refused.
    #[error("cannot {what}\n  {}\n  {source}", path.display())]
    Io {
        /// What was tried: `write`, `read the file`, ...
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A secret that is not its owner's alone.
    #[error("{}\n{}", path.display(), DiskError::shared(*mode))]
    Shared {
        /// The file.
        path: PathBuf,
        /// Its mode.
        mode: u32,
    },
}

impl DiskError {
    /// What to do about a secret that others may use.
    pub const TO_CLOSE: &str = "chmod 600 it; if others were here, make a new one";

    /// What would be right, if there is anything to say about it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        matches!(self, DiskError::Shared { .. }).then_some(DiskError::TO_CLOSE)
    }

    /// What is wrong with a secret that has such a mode.
    #[must_use]
    pub fn shared(mode: u32) -> String {
        format!("others may use this secret (mode {mode:03o})")
    }

    /// Turns an error of the system into one that names the file; for `map_err`.
    pub(super) fn io(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> DiskError {
        let path = path.to_path_buf();
        move |source| DiskError::Io { what, path, source }
    }
}
