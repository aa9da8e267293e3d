//! When a file was changed, so that nothing is read again that is still the same.

use std::path::Path;
use std::time::SystemTime;

/// What a file looks like from outside.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Stamp(Option<(u64, Option<SystemTime>)>);

impl Stamp {
    /// Of a file, there or not.
    pub(crate) fn of(path: &Path) -> Stamp {
        Stamp(std::fs::metadata(path).ok().map(|data| (data.len(), data.modified().ok())))
    }
}
