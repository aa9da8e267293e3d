//! What can go wrong with a site, and what would be right.

use std::path::{Path, PathBuf};

/// A file that cannot be read or written, or a page that cannot be made.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", path.display())]
pub struct SiteError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub what: String,
    /// What would be right.
    pub help: &'static str,
}

impl SiteError {
    /// A file that fails.
    pub fn file(path: &Path, what: impl std::fmt::Display) -> SiteError {
        let help =
            "name a folder that can be written with --out; a folder that holds something else is no site";
        SiteError { path: path.to_owned(), what: what.to_string(), help }
    }
}
