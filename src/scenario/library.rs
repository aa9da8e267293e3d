//! Where scenarios and charts are found, and what loading one gives.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::embedded::FILES;
use super::nearest::hint;
use super::{Family, Fault, LoadedLegion, Muster, battle, charts, legion};
use tess_diagnostic::{Diagnostic, Report};
use tess_effects::Setting;
use tess_gboh::Setup;
use tess_gboh::variant::books::{BOOKS, choices};
use tess_gboh::variant::{Charts, Variant, Year};

/// Names of files and their SHA-256 in lower-case hex.
pub type Hashes = Vec<(String, String)>;

/// The scenarios and charts of the program, with a directory in front of them when one is given.
#[derive(Clone, Debug, Default)]
pub struct Library {
    dir: Option<PathBuf>,
}

/// A scenario in the list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Entry {
    /// The name to load it by: `spqr/bagradas-255bc`.
    pub name: String,
    /// Title, or the first fault when the file does not load.
    pub title: String,
    /// Does it load?
    pub good: bool,
}

/// A loaded scenario. Hashes are SHA-256 of the files' exact bytes, 64 lower-case hex digits.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The battle as set up.
    pub setup: Arc<Setup>,
    /// Name and hash of the scenario file.
    pub scenario: (String, String),
    /// Names (`spqr/clash`) and hashes of the seven chart files, in the order of their names.
    pub charts: Hashes,
    /// Every optional rule and whether it is on.
    pub options: BTreeMap<String, bool>,
    /// When and from which sources, for people.
    pub about: About,
}

/// What a scenario says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The date as written: `255 BC`.
    pub date: String,
    /// The sources as written.
    pub sources: Vec<String>,
    /// Names of the sides for people, in order.
    pub sides: [String; 2],
}

impl Library {
    /// The files that are part of the program.
    #[must_use]
    pub const fn embedded() -> Library {
        Library { dir: None }
    }

    /// A directory with the shape of `scenarios/`: its files stand before those of the program.
    #[must_use]
    pub fn with_dir(path: impl AsRef<Path>) -> Library {
        Library { dir: Some(path.as_ref().to_owned()) }
    }

    /// Every scenario, by name.
    #[must_use]
    pub fn list(&self) -> Vec<Entry> {
        self.names()
            .into_iter()
            .map(|name| match self.title(&name) {
                Ok(title) => Entry { name, title, good: true },
                Err(faults) => {
                    let title = faults.first().map(|f| f.message.clone()).unwrap_or_default();
                    Entry { name, title, good: false }
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

    /// Loads a scenario of Legion and Empire.
    ///
    /// # Errors
    /// All faults of the scenario file, or of its army lists when those are bad.
    pub fn load_legion(&self, name: &str) -> Result<LoadedLegion, Vec<Fault>> {
        self.load_legion_with(name, &BTreeMap::new())
    }

    /// Loads a scenario of Legion and Empire with options changed: `set-up`, `last-turn`.
    ///
    /// # Errors
    /// As [`Library::load_legion`]; an option that there is not is a fault too.
    pub fn load_legion_with(
        &self,
        name: &str,
        options: &BTreeMap<String, Setting>,
    ) -> Result<LoadedLegion, Vec<Fault>> {
        let (file, text) = self.source(name)?;
        let mut loaded = legion::read(self, name, &file, &text)?;
        legion::options::change(&mut Arc::make_mut(&mut loaded.setup).choices, options)?;
        Ok(loaded)
    }

    /// Loads a scenario with the optional rules as the file has them.
    ///
    /// # Errors
    /// All faults of the scenario file, or of its charts when those are bad.
    pub fn load(&self, name: &str) -> Result<Loaded, Vec<Fault>> {
        self.load_with(name, &BTreeMap::new())
    }

    /// Loads a scenario with optional rules switched on or off: `engaged`, `elephant-command`.
    ///
    /// # Errors
    /// As [`Library::load`]; an option that no book knows is a fault too.
    pub fn load_with(&self, name: &str, options: &BTreeMap<String, bool>) -> Result<Loaded, Vec<Fault>> {
        let (file, text) = self.source(name)?;
        battle::read(self, name, &file, &text, options)
    }

    /// File and text of a scenario.
    fn source(&self, name: &str) -> Result<(String, String), Vec<Fault>> {
        let file = format!("{name}.toml");
        let known = self.names();
        if !known.iter().any(|k| k == name) {
            let help = hint(name, known.iter().map(String::as_str));
            return Err(vec![Fault::of_file(name, "no such scenario", help)]);
        }
        let text = self.text(&file).map_err(|fault| vec![fault])?;
        Ok((file, text))
    }

    /// Reads a chart set by its name, with the names and hashes of its files.
    ///
    /// # Errors
    /// All faults of its files.
    pub fn charts(&self, set: &str) -> Result<(Charts, Hashes), Vec<Fault>> {
        let (mut faults, mut texts, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
        for file in charts::FILES {
            let name = format!("charts/{set}/{file}");
            match self.text(&name) {
                Ok(text) => {
                    hashes.push((format!("{set}/{}", file.trim_end_matches(".toml")), sha256(&text)));
                    texts.push((name, text));
                }
                Err(fault) => faults.push(fault),
            }
        }
        match texts.try_into() {
            Ok(texts) => charts::read(&texts).map(|charts| (charts, hashes)),
            Err(_) => Err(faults),
        }
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

    /// Draws faults under the lines they are about, file by file; `coloured` for a terminal, else plain for mail.
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

    /// The army lists of Legion and Empire there are, by the names to call them by.
    #[must_use]
    pub fn army_lists(&self) -> Vec<String> {
        let files = self.files();
        let names = files.iter().filter_map(|f| f.strip_prefix("legion/lists/")?.strip_suffix(".toml"));
        names.map(str::to_owned).collect()
    }

    /// Reads an army of Legion and Empire and checks it against its list.
    ///
    /// # Errors
    /// All faults of the army, or of the list and the charts when those are bad; `file` names the army in them.
    pub fn muster(&self, file: &str, text: &str) -> Result<Muster, Vec<Fault>> {
        legion::muster(self, file, text)
    }

    /// The chart sets there are, whole or not.
    pub(super) fn chart_sets(&self) -> Vec<String> {
        let mut sets: Vec<String> = self
            .files()
            .iter()
            .filter_map(|f| Some(f.strip_prefix("charts/")?.split_once('/')?.0.to_owned()))
            .collect();
        sets.dedup();
        sets
    }

    fn names(&self) -> Vec<String> {
        self.files()
            .into_iter()
            .filter(|f| {
                let apart = ["charts/", "legion/lists/", "legion/charts/"];
                !apart.iter().any(|folder| f.starts_with(folder))
            })
            .filter_map(|f| f.strip_suffix(".toml").map(str::to_owned))
            .collect()
    }

    /// The names of all files, each once, in order. What a name may be is decided here: only listed files are read.
    fn files(&self) -> Vec<String> {
        let mut files: Vec<String> = FILES.iter().map(|f| f.0.to_owned()).collect();
        if let Some(dir) = &self.dir {
            gather(dir, "", 3, &mut files);
        }
        files.sort();
        files.dedup();
        files
    }

    /// The text of a file.
    pub(super) fn text(&self, name: &str) -> Result<String, Fault> {
        if let Some(dir) = &self.dir
            && dir.join(name).is_file()
        {
            return std::fs::read_to_string(dir.join(name))
                .map_err(|e| Fault::of_file(name, format!("cannot be read: {e}"), "save it as UTF-8 text"));
        }
        let own = FILES.iter().find(|f| f.0 == name);
        own.map(|f| f.1.to_owned())
            .ok_or_else(|| Fault::of_file(name, "no such file", "copy the whole chart set, all seven files"))
    }
}

/// SHA-256 in lower-case hex.
pub(super) fn sha256(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// Adds the `.toml` files below a directory; names that are not plain words are passed over.
fn gather(dir: &Path, before: &str, depth: u8, files: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(dir) else { return };
    for entry in entries.flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if !name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b)) || name.starts_with('.') {
            continue;
        }
        let path = entry.path();
        if path.is_dir() {
            if depth > 0 {
                gather(&path, &format!("{before}{name}/"), depth - 1, files);
            }
        } else if name.ends_with(".toml") {
            files.push(format!("{before}{name}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
