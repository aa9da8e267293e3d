//! Files that are whole or not there, also after the power failed.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use super::error::MailError;

/// Writes `bytes` to `dir/name`: first to a hidden file, fsync, then rename, then fsync of `dir`.
/// Whoever lists `dir` sees the whole file or none.
///
/// # Errors
/// `MailError::Io`.
pub fn write(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), MailError> {
    let part = dir.join(format!(".{name}.{}.part", std::process::id()));
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(MailError::io("cannot write", &part))?;
    let target = dir.join(name);
    fs::rename(&part, &target).map_err(MailError::io("cannot write", &target))?;
    sync(dir)
}

/// Moves a file between directories of one file system and makes the move last.
///
/// # Errors
/// `MailError::Io`.
pub fn relocate(from: &Path, to: &Path) -> Result<(), MailError> {
    fs::rename(from, to).map_err(MailError::io("cannot move", from))?;
    for side in [to.parent(), from.parent()].into_iter().flatten() {
        sync(side)?;
    }
    Ok(())
}

/// Makes the names in `dir` last. Systems where a directory cannot be opened as a file keep them
/// without being asked.
///
/// # Errors
/// `MailError::Io`.
pub fn sync(dir: &Path) -> Result<(), MailError> {
    if cfg!(unix) {
        File::open(dir).and_then(|d| d.sync_all()).map_err(MailError::io("cannot write", dir))?;
    }
    Ok(())
}

/// The names in `dir` that fit, sorted, hidden ones left out.
///
/// # Errors
/// `MailError::Io`.
pub fn names(dir: &Path, fits: impl Fn(&str) -> bool) -> Result<Vec<String>, MailError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir).map_err(MailError::io("cannot read", dir))? {
        let entry = entry.map_err(MailError::io("cannot read", dir))?;
        let is_file = entry.file_type().is_ok_and(|t| !t.is_dir());
        // a name that is not UTF-8 was made by nobody who writes mail
        if let Ok(name) = entry.file_name().into_string()
            && is_file
            && !name.starts_with('.')
            && fits(&name)
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}
