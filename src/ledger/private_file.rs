//! Files that nobody else may read.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::Path;

use zeroize::Zeroizing;

use super::LedgerError;

/// Writes a new file with mode 0600 and puts it on the disk for good. An
/// existing file is never replaced. Cut off anywhere, the file is whole or not
/// there: a seat with half a seed could not be opened any more.
///
/// # Errors
/// When it is there already, or cannot be written.
pub fn create(path: &Path, text: &str) -> Result<(), LedgerError> {
    let mut options = OpenOptions::new();
    only_owner(&mut options);
    create_with(path, text, &mut options)
}

/// Writes a new file as [`create`] does, which others may read, or not, as the options say.
pub(super) fn create_with(path: &Path, text: &str, options: &mut OpenOptions) -> Result<(), LedgerError> {
    let io = |what| move |source| io_error(what, path, source);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    // what an earlier process of the same number has left
    let _ = fs::remove_file(&part);
    fill(&part, text, options).map_err(io("make the file"))?;
    // unlike a rename, a link never replaces
    let linked = match fs::hard_link(&part, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => fill(path, text, options),
        linked => linked,
    };
    let removed = fs::remove_file(&part);
    linked.map_err(io("make the file"))?;
    removed.map_err(io("write the folder"))?;
    sync_folder(path)
}

fn fill(path: &Path, text: &str, options: &mut OpenOptions) -> std::io::Result<()> {
    let mut file = options.write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Reads such a file; refuses one that others may read.
///
/// # Errors
/// When others may read it, or it cannot be read.
pub fn read(path: &Path) -> Result<Zeroizing<String>, LedgerError> {
    let io = |source| io_error("read the file", path, source);
    let mut file = File::open(path).map_err(io)?;
    check_mode(&file, path)?;
    let mut text = Zeroizing::new(String::new());
    file.read_to_string(&mut text).map_err(io)?;
    Ok(text)
}

/// Makes a new entry in a folder last.
pub(super) fn sync_folder(path: &Path) -> Result<(), LedgerError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let sync = File::open(folder).and_then(|folder| folder.sync_all());
    sync.map_err(|source| io_error("write the folder", folder, source))
}

/// Sets mode 0600 for a file about to be made.
#[cfg(unix)]
pub(super) fn only_owner(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt as _;
    options.mode(0o600);
}

/// Where files have no modes there is nothing to set.
#[cfg(not(unix))]
pub(super) fn only_owner(_: &mut OpenOptions) {}

#[cfg(unix)]
fn check_mode(file: &File, path: &Path) -> Result<(), LedgerError> {
    use std::os::unix::fs::MetadataExt as _;
    let found = file.metadata().map_err(|source| io_error("read the file", path, source))?;
    if found.mode() & 0o077 == 0 {
        return Ok(());
    }
    Err(LedgerError::File {
        path: path.to_owned(),
        what: format!("others may use this secret (mode {:03o})", found.mode() & 0o777),
        help: "chmod 600 it; if others were here, make a new one".to_owned(),
    })
}

#[cfg(not(unix))]
fn check_mode(_: &File, _: &Path) -> Result<(), LedgerError> {
    Ok(())
}

pub(super) fn io_error(what: &'static str, path: &Path, source: std::io::Error) -> LedgerError {
    LedgerError::Io { what, path: path.to_owned(), source }
}
