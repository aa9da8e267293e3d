//! Folders that nobody else may look into.

use std::fs::DirBuilder;
use std::io;
use std::path::Path;

/// Makes a folder, and those above it, when they are missing: with mode 0700. One that is there stays as it
/// is.
///
/// # Errors
/// When it cannot be made.
pub fn make(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    only_owner(&mut builder);
    builder.create(path)
}

/// Takes a folder from everybody but its owner, which shuts off what lies in it too. Whoever is not its
/// owner cannot, and leaves it as it is: its files have modes of their own.
#[cfg(unix)]
pub fn close(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let Ok(found) = std::fs::metadata(path) else { return };
    let mode = found.permissions().mode();
    if found.is_dir() && mode & 0o077 != 0 {
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o700));
    }
}

/// Where files have no modes there is nothing to take.
#[cfg(not(unix))]
pub fn close(_: &Path) {}

#[cfg(unix)]
fn only_owner(builder: &mut DirBuilder) {
    use std::os::unix::fs::DirBuilderExt as _;
    builder.mode(0o700);
}

#[cfg(not(unix))]
fn only_owner(_: &mut DirBuilder) {}
