//! docs/cli.md is made from the program: a changed flag must change the page.

use std::fs;
use std::path::Path;

#[test]
fn the_page_of_the_command_line_is_the_programs_own() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    let page = tesserarius::cli::page();
    if std::env::var_os("TESS_BLESS").is_some() {
        fs::write(&path, &page).expect("docs can be written");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == page, "docs/cli.md is not what the program says; TESS_BLESS=1 writes it anew");
    assert!(page.lines().filter(|l| !l.starts_with('|')).all(|l| l.chars().count() <= 120));
}
