//! Files that nobody else may read.

use std::fs::{File, OpenOptions};
use std::io::Read as _;
use std::path::Path;

use zeroize::Zeroizing;

use super::{DiskError, durable};

/// Writes a new file with mode 0600 and puts it on the disk for good. An
/// existing file is never replaced. Cut off anywhere, the file is whole or not
/// there: a seat with half a seed could not be opened any more.
///
/// # Errors
/// When it is there already, or cannot be written.
pub fn create(path: &Path, text: &str) -> Result<(), DiskError> {
    durable::create(path, text)
}

/// Reads such a file; refuses one that others may read.
///
/// # Errors
/// When others may read it, or it cannot be read.
pub fn read(path: &Path) -> Result<Zeroizing<String>, DiskError> {
    let mut file = File::open(path).map_err(DiskError::io("read the file", path))?;
    check_mode(&file, path)?;
    let mut text = Zeroizing::new(String::new());
    file.read_to_string(&mut text).map_err(DiskError::io("read the file", path))?;
    Ok(text)
}

/// Sets mode 0600 for a file about to be made.
#[cfg(unix)]
pub fn only_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600)
}

/// Where files have no modes there is nothing to set.
#[cfg(not(unix))]
pub fn only_owner(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

#[cfg(unix)]
fn check_mode(file: &File, path: &Path) -> Result<(), DiskError> {
    use std::os::unix::fs::MetadataExt as _;
    let found = file.metadata().map_err(DiskError::io("read the file", path))?;
    if found.mode() & 0o077 == 0 {
        return Ok(());
    }
    Err(DiskError::Shared { path: path.to_owned(), mode: found.mode() & 0o777 })
}

#[cfg(not(unix))]
fn check_mode(_: &File, _: &Path) -> Result<(), DiskError> {
    Ok(())
}
