//! The list of scenarios and their games, books without a scenario, and how faults are drawn.

use super::battle;
use super::family::Family;
use super::files::{Files, Library};
use super::read::{Fault, hint};
use tess_diagnostic::{Diagnostic, Report};
use tess_gboh::variant::books::{BOOKS, choices};
use tess_gboh::variant::{Variant, Year};

/// A scenario in the list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Listed {
    /// The name to load it by: `spqr/bagradas-255bc`.
    pub name: String,
    /// Title, or the first fault when the file does not load.
    pub title: String,
    /// Does it load?
    pub good: bool,
}

impl Library {
    /// Every scenario, by name.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        self.names()
            .into_iter()
            .map(|name| match self.title(&name) {
                Ok(title) => Listed { name, title, good: true },
                Err(faults) => {
                    let title = faults.first().map(|f| f.message.clone()).unwrap_or_default();
                    Listed { name, title, good: false }
                }
            })
            .collect()
    }

    /// The title of a scenario that loads.
    fn title(&self, name: &str) -> Result<String, Vec<Fault>> {
        match self.family(name)? {
            Family::Gboh => self.load(name).map(|loaded| loaded.setup.title.clone()),
            Family::Legion => self.load_legion(name).map(|loaded| loaded.setup.title.clone()),
        }
    }

    /// By which game a scenario is played, from the book that it names.
    ///
    /// # Errors
    /// When there is no such scenario, or its book is missing or unknown.
    pub fn family(&self, name: &str) -> Result<Family, Vec<Fault>> {
        let (file, text) = self.source(name)?;
        let book = battle::book(&text);
        match book.as_deref().and_then(Family::of_book) {
            Some(family) => Ok(family),
            // Whoever reads the file says where in it the fault is.
            None => Err(self.load(name).err().unwrap_or_else(|| {
                let book = book.unwrap_or_default();
                vec![Fault::of_file(&file, format!("no book `{book}`"), hint(&book, Family::books()))]
            })),
        }
    }

    /// The files that a scenario is made of: its own, and those whose hashes a battle of it is bound to.
    ///
    /// # Errors
    /// As loading it.
    pub fn needed(&self, name: &str) -> Result<Files, Vec<Fault>> {
        let (file, text) = self.source(name)?;
        let bound = match self.family(name)? {
            Family::Gboh => self.load(name)?.charts,
            Family::Legion => self.load_legion(name)?.lists,
        };
        let all = self.files();
        let mut files = Files::from([(file, text)]);
        for (chart, _) in bound {
            let whole = format!("{chart}.toml");
            // a set of charts of Great Battles is called by its name alone
            let file = if all.contains(&whole) { whole } else { format!("charts/{whole}") };
            files.insert(file.clone(), self.text(&file).map_err(|fault| vec![fault])?);
        }
        Ok(files)
    }

    /// The book's choices with its own chart set, for positions that no scenario gives.
    ///
    /// # Errors
    /// An unknown book, a year that is missing where the rules depend on it, or all faults of the charts.
    pub fn variant(&self, book: &str, year: Option<Year>) -> Result<Variant, Vec<Fault>> {
        if !BOOKS.contains(&book) {
            let help = hint(book, BOOKS);
            return Err(vec![Fault::of_file(book, "no such book", help)]);
        }
        let Some(choices) = choices(book, year) else {
            let help = "write the year of the battle: 331 BC";
            return Err(vec![Fault::of_file(book, "this book's rules depend on the year", help)]);
        };
        let (charts, _) = self.charts(book)?;
        Ok(Variant::new(book, charts, choices))
    }

    /// Draws faults under the lines they are about, file by file; `coloured` for a terminal, else plain for
    /// mail.
    #[must_use]
    pub fn draw(&self, faults: &[Fault], coloured: bool) -> String {
        let mut files: Vec<&str> = Vec::new();
        for fault in faults {
            if !files.contains(&fault.file.as_str()) {
                files.push(&fault.file);
            }
        }
        let mut drawn = Vec::new();
        for file in files {
            let source = if self.files().iter().any(|f| f == file) { self.text(file).ok() } else { None };
            let diagnostics: Vec<Diagnostic> =
                faults.iter().filter(|f| f.file == file).map(Fault::diagnostic).collect();
            let report = Report { source: source.as_deref().unwrap_or(""), diagnostics: &diagnostics };
            let text = if coloured { report.coloured() } else { report.plain() };
            drawn.push(format!("{file}:\n{text}"));
        }
        drawn.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::files::{FILES, sha256};

    #[test]
    fn every_scenario_of_the_program_loads() {
        for entry in Library::embedded().list() {
            let faults: String = match Library::embedded().title(&entry.name) {
                Ok(_) => String::new(),
                Err(faults) => faults.iter().map(|f| format!("{f}\n")).collect(),
            };
            assert!(entry.good, "{}: {}\n{faults}", entry.name, entry.title);
        }
    }

    #[test]
    fn a_mistyped_scenario_finds_its_neighbour() {
        let faults = Library::embedded().load("spqr/skirmsh").expect_err("no such");
        assert_eq!(faults[0].help, "did you mean `spqr/skirmish`?");
        for name in ["../Cargo", "charts/spqr/clash", "", "spqr/skirmish.toml"] {
            assert!(Library::embedded().load(name).is_err(), "{name}");
        }
    }

    #[test]
    fn hashes_are_those_of_the_exact_bytes() {
        let loaded = Library::embedded().load("spqr/skirmish").expect("loads");
        assert_eq!(loaded.scenario.0, "spqr/skirmish");
        assert_eq!(loaded.charts.len(), 7);
        assert_eq!(loaded.charts[0].0, "spqr/clash");
        assert_eq!(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        let own = FILES.iter().find(|f| f.0 == "charts/spqr/clash.toml").expect("a file").1;
        assert_eq!(loaded.charts[0].1, sha256(own));
    }

    #[test]
    fn a_directory_stands_in_front_file_by_file() {
        let dir = tempfile::tempdir().expect("a directory");
        let home = dir.path().join("spqr");
        std::fs::create_dir_all(&home).expect("made");
        let own = FILES.iter().find(|f| f.0 == "spqr/skirmish.toml").expect("a file").1;
        std::fs::write(home.join("mine.toml"), own.replace("engaged = false", "engaged = true"))
            .expect("written");
        let library = Library::with_dir(dir.path());
        let mine = library.load("spqr/mine").expect("loads");
        assert!(mine.setup.special.engaged);
        assert!(library.load("spqr/skirmish").is_ok_and(|l| l.scenario.1 != mine.scenario.1));
    }

    #[test]
    fn a_scenario_loads_from_the_files_it_needs_alone() {
        let program = Library::embedded();
        for entry in program.list() {
            let files = program.needed(&entry.name).expect("it loads");
            let alone = Library::of_files(files.clone());
            assert_eq!(alone.files(), files.keys().cloned().collect::<Vec<_>>(), "{}", entry.name);
            match program.family(&entry.name).expect("a game") {
                Family::Gboh => {
                    let (whole, bare) = (program.load(&entry.name), alone.load(&entry.name));
                    let (whole, bare) = (whole.expect("loads"), bare.expect("loads from its files alone"));
                    assert_eq!((whole.scenario, whole.charts), (bare.scenario, bare.charts));
                }
                Family::Legion => {
                    let (whole, bare) = (program.load_legion(&entry.name), alone.load_legion(&entry.name));
                    let (whole, bare) = (whole.expect("loads"), bare.expect("loads from its files alone"));
                    assert_eq!((whole.scenario, whole.lists), (bare.scenario, bare.lists));
                }
            }
            for name in files.keys() {
                let mut less = files.clone();
                less.remove(name);
                let less = Library::of_files(less);
                let gone = match program.family(&entry.name).expect("a game") {
                    Family::Gboh => less.load(&entry.name).is_err(),
                    Family::Legion => less.load_legion(&entry.name).is_err(),
                };
                assert!(gone, "{} loads without {name}", entry.name);
            }
        }
    }

    #[test]
    fn faults_are_drawn_under_their_lines() {
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::create_dir_all(dir.path().join("spqr")).expect("made");
        let own = FILES.iter().find(|f| f.0 == "spqr/skirmish.toml").expect("a file").1;
        let bad = own.replace("rank = \"tribune\"", "rank = \"tribun\"");
        std::fs::write(dir.path().join("spqr/bad.toml"), bad).expect("written");
        let library = Library::with_dir(dir.path());
        let faults = library.load("spqr/bad").expect_err("bad");
        let drawn = library.draw(&faults, false);
        let wanted =
            ["spqr/bad.toml:", "`rank` cannot be `tribun`", "rank = \"tribun\"", "did you mean `tribune`?"];
        for part in wanted {
            assert!(drawn.contains(part), "{part} is not in\n{drawn}");
        }
        assert!(drawn.lines().any(|l| l.trim_start_matches([' ', '|']).starts_with('~')), "{drawn}");
        assert_eq!(faults.len(), 1, "{drawn}");
    }

    #[test]
    fn options_may_be_switched_and_unknown_ones_are_refused() {
        let library = Library::embedded();
        let on = BTreeMap::from([("engaged".to_owned(), true)]);
        let loaded = library.load_with("spqr/skirmish", &on).expect("loads");
        assert!(loaded.setup.special.engaged && loaded.options["engaged"]);
        assert!(!loaded.setup.special.elephant_command && !loaded.options["elephant-command"]);
        let bad = BTreeMap::from([("engagd".to_owned(), true)]);
        let faults = library.load_with("spqr/skirmish", &bad).expect_err("unknown");
        assert_eq!(faults[0].help, "did you mean `engaged`?");
    }
}
