//! A line of documentation ends before column 110, so that two files stand side by side on a screen.

use std::fs;
use std::path::{Path, PathBuf};

/// From this column on nothing may stand.
const MARGIN: usize = 110;

/// Rooms that still have longer lines. A room without them loses its place here, and none is added.
const NOT_YET: &[&str] = &[];

/// The lines of documentation in a folder that are too long.
fn too_long(dir: &Path) -> Vec<String> {
    let mut files: Vec<PathBuf> = Vec::new();
    crate::rooms::files(dir, &mut files);
    let mut found = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("source");
        for (number, line) in (1..).zip(text.lines()) {
            let is_doc = line.trim_start().starts_with("///") || line.trim_start().starts_with("//!");
            if is_doc && line.chars().count() >= MARGIN {
                found.push(format!("{}:{number}", path.display()));
            }
        }
    }
    found
}

#[test]
fn a_line_of_documentation_ends_before_column_110() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rooms = crate::rooms::rooms();
    let rooms = rooms.iter().map(|room| (room.as_str(), root.join("src").join(room)));
    let folders = ["tests", "examples", "benches"].map(|name| (name, root.join(name)));
    let mut wrong = Vec::new();
    for (name, dir) in rooms.chain(folders) {
        let found = too_long(&dir);
        let is_late = NOT_YET.contains(&name);
        if !found.is_empty() && !is_late {
            wrong.push(format!("{name}: {} lines too long:\n  {}", found.len(), found.join("\n  ")));
        } else if found.is_empty() && is_late {
            wrong.push(format!("{name}: all is well there now: take it out of NOT_YET"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
