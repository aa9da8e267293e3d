//! Files that are whole or not there, also after the power failed.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use super::{DiskError, private_file};

/// Writes `bytes` to `dir/name`: first to a hidden file, fsync, then rename, then fsync of `dir`.
/// Whoever lists `dir` sees the whole file or none. Only its owner may read it.
///
/// # Errors
/// `DiskError::Io`.
pub fn write(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), DiskError> {
    write_with(dir, name, bytes, private_file::only_owner(&mut OpenOptions::new()))
}

/// Writes a file as [`write()`] does, which others may read if the system's settings say so.
///
/// # Errors
/// `DiskError::Io`.
pub fn publish(dir: &Path, name: &str, bytes: &[u8]) -> Result<(), DiskError> {
    write_with(dir, name, bytes, &mut OpenOptions::new())
}

fn write_with(dir: &Path, name: &str, bytes: &[u8], options: &mut OpenOptions) -> Result<(), DiskError> {
    let part = dir.join(format!(".{name}.{}.part", std::process::id()));
    // what an earlier process of the same number has left may be open to others
    let _ = fs::remove_file(&part);
    let written = options.write(true).create(true).truncate(true).open(&part).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(DiskError::io("write", &part))?;
    let target = dir.join(name);
    fs::rename(&part, &target).map_err(DiskError::io("write", &target))?;
    sync(dir)
}

/// Writes a new file and makes it last; only its owner may read it. An existing file is never replaced. Cut
/// off anywhere, the file is whole or not there.
///
/// # Errors
/// When it is there already, or cannot be written.
pub fn create(path: &Path, text: &str) -> Result<(), DiskError> {
    let options = &mut OpenOptions::new();
    private_file::only_owner(options);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    // what an earlier process of the same number has left
    let _ = fs::remove_file(&part);
    fill(&part, text, options).map_err(DiskError::io("make the file", path))?;
    // unlike a rename, a link never replaces
    let linked = match fs::hard_link(&part, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => fill(path, text, options),
        linked => linked,
    };
    let removed = fs::remove_file(&part);
    linked.map_err(DiskError::io("make the file", path))?;
    removed.map_err(DiskError::io("write the folder", path))?;
    sync_parent(path)
}

fn fill(path: &Path, text: &str, options: &mut OpenOptions) -> std::io::Result<()> {
    let mut file = options.write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Moves a file between directories of one file system and makes the move last.
///
/// # Errors
/// `DiskError::Io`.
pub fn relocate(from: &Path, to: &Path) -> Result<(), DiskError> {
    fs::rename(from, to).map_err(DiskError::io("move", from))?;
    for side in [to.parent(), from.parent()].into_iter().flatten() {
        sync(side)?;
    }
    Ok(())
}

/// Makes the names in `dir` last. Systems where a directory cannot be opened as a file keep them
/// without being asked.
///
/// # Errors
/// `DiskError::Io`.
pub fn sync(dir: &Path) -> Result<(), DiskError> {
    if cfg!(unix) {
        File::open(dir).and_then(|d| d.sync_all()).map_err(DiskError::io("write", dir))?;
    }
    Ok(())
}

/// Makes the name of a file last that was made in its folder.
///
/// # Errors
/// `DiskError::Io`.
pub fn sync_parent(path: &Path) -> Result<(), DiskError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let sync = File::open(folder).and_then(|folder| folder.sync_all());
    sync.map_err(DiskError::io("write the folder", folder))
}

/// The names in `dir` that fit, sorted, hidden ones left out.
///
/// # Errors
/// `DiskError::Io`.
pub fn names(dir: &Path, fits: impl Fn(&str) -> bool) -> Result<Vec<String>, DiskError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir).map_err(DiskError::io("read", dir))? {
        let entry = entry.map_err(DiskError::io("read", dir))?;
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
    names.sort_unstable();
    Ok(names)
}
