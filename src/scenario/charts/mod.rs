//! A chart set: seven files, each read into its part of [`Charts`].
//!
//! A set is complete or refused: every cell is asked for by name, its row and its range checked.

mod clash;
mod leaders;
mod missile;
mod movement;
mod rows;
mod shock;
mod stacking;
mod superiority;

pub(super) use missile::CLASSES;
pub(super) use rows::type_words;

use super::files::{Hashes, Library, sha256};
use super::read::{Block, Fault};
use tess_gboh::variant::Charts;

/// The files of a chart set.
pub(super) const FILES: [&str; 7] = [
    "clash.toml",
    "leaders-and-rally.toml",
    "missile.toml",
    "movement.toml",
    "shock-crt.toml",
    "stacking.toml",
    "superiority.toml",
];

impl Library {
    /// Reads a chart set by its name, with the names and hashes of its files.
    ///
    /// # Errors
    /// All faults of its files.
    pub fn charts(&self, set: &str) -> Result<(Charts, Hashes), Vec<Fault>> {
        let (mut faults, mut texts, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
        for file in FILES {
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
            Ok(texts) => read(&texts).map(|charts| (charts, hashes)),
            Err(_) => Err(faults),
        }
    }
}

/// Reads the texts of [`FILES`], each with its name in the library, in that order.
pub(super) fn read(files: &[(String, String); 7]) -> Result<Charts, Vec<Fault>> {
    let mut faults = Vec::new();
    let [clash, leaders, missile, movement, shock, stacking, superiority] = files;
    let clash = part(clash, &mut faults, clash::read);
    let leaders = part(leaders, &mut faults, leaders::read);
    let missile = part(missile, &mut faults, missile::read);
    let movement = part(movement, &mut faults, movement::read);
    let shock = part(shock, &mut faults, shock::read);
    let stacking = part(stacking, &mut faults, stacking::read);
    let superiority = part(superiority, &mut faults, superiority::read);
    match (clash, leaders, missile, movement, shock, stacking, superiority) {
        (
            Some(clash),
            Some(l),
            Some(missile),
            Some(movement),
            Some((shock, shifts)),
            Some(stacking),
            Some(s),
        ) if faults.is_empty() => Ok(Charts {
            clash,
            superiority: s.weapons,
            must_shock: s.must_shock,
            shock,
            shifts,
            movement,
            stacking,
            missile,
            rally: l.rally,
            rally_depleted: l.depleted,
            leader_casualty: l.casualty,
            personal_combat: l.duel,
        }),
        _ => Err(faults),
    }
}

fn part<T>(
    (name, text): &(String, String),
    faults: &mut Vec<Fault>,
    read: impl FnOnce(&Block<'_>) -> Option<T>,
) -> Option<T> {
    let whole = |root: &Block<'_>, _: &mut Vec<Fault>| {
        let part = read(root);
        root.close();
        part
    };
    Block::file(name, text, whole).map_err(|more| faults.extend(more)).ok()
}

#[cfg(test)]
mod tests {
    use crate::Library;
    use tess_gboh::variant::charts::spqr_for_tests;

    fn faults_with(file: &str, from: &str, to: &str) -> Vec<String> {
        let dir = tempfile::tempdir().expect("a directory");
        let name = format!("charts/spqr/{file}");
        let old = crate::files::FILES.iter().find(|f| f.0 == name).expect("a file").1;
        assert!(old.contains(from), "{from}");
        let path = dir.path().join(&name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(path, old.replacen(from, to, 1)).expect("written");
        let faults = Library::with_dir(dir.path()).variant("spqr", None).expect_err(to);
        faults.iter().map(|f| format!("{}:{} {} | {}", f.line, f.column, f.message, f.help)).collect()
    }

    #[test]
    fn the_files_equal_the_charts_written_out_for_tests() {
        let variant = Library::embedded().variant("spqr", None).expect("the charts are good");
        assert_eq!(variant.charts, spqr_for_tests());
    }

    #[test]
    fn a_bad_cell_is_pointed_at() {
        let line = "PH = [ 7,  6,  5,  5,  5,  4,  1,  5,  4,  3,  6,  8]";
        let faults = faults_with("clash.toml", line, &line.replace("[ 7", "[14"));
        assert_eq!(faults, ["16:7 an entry of `PH` cannot be 14 | write a number from 0 to 13"]);
    }

    #[test]
    fn a_short_row_a_missing_row_and_a_stranger_are_refused_together() {
        let line = "0 = [6, 5, 4, 4, 3, 3, 3, 3, 3, 3, 3, 2, 2]";
        let faults = faults_with("shock-crt.toml", line, "10 = [6]\n11 = 3");
        assert_eq!(faults.len(), 3, "{faults:#?}");
        assert!(faults[0].contains("no `0`"), "{faults:#?}");
        assert!(faults[1].contains("no key `10`"), "{faults:#?}");
        let faults = faults_with("shock-crt.toml", line, "0 = [6, 5, 4]");
        assert!(faults[0].contains("3 cells, not 13"), "{faults:#?}");
    }

    #[test]
    fn every_chart_misses_any_line_that_is_taken_out() {
        for (name, text) in crate::files::FILES.iter().filter(|f| f.0.starts_with("charts/spqr")) {
            let file = name.trim_start_matches("charts/spqr/");
            for line in text.lines().filter(|l| l.contains('=') && !l.starts_with('#')) {
                // Rows of missiles are named by whoever wants them, and what is said of camps may be left
                // out.
                let row = file == "missile.toml" && line.contains("= [");
                let camp = ["camp ", "rampart ", "in_camp ", "behind_rampart "];
                let free = row && !line.starts_with("elephant_screen") && !line.contains("B_flame")
                    || camp.iter().any(|key| line.starts_with(key));
                if !free || line.starts_with("one_shot") {
                    assert!(!faults_with(file, line, "").is_empty(), "{file}: {line}");
                }
            }
        }
    }

    #[test]
    fn a_copied_and_edited_set_is_a_set_of_its_own() {
        let dir = tempfile::tempdir().expect("a directory");
        let home = dir.path().join("charts/mine");
        std::fs::create_dir_all(&home).expect("made");
        for (name, text) in crate::files::FILES.iter().filter(|f| f.0.starts_with("charts/spqr")) {
            let file = name.trim_start_matches("charts/spqr/");
            std::fs::write(home.join(file), text.replace("leader_ma = 9", "leader_ma = 11"))
                .expect("written");
        }
        let library = Library::with_dir(dir.path());
        let (charts, hashes) = library.charts("mine").expect("good");
        assert_eq!(charts.movement.leader_ma, 11);
        let (_, ours) = library.charts("spqr").expect("good");
        let changed: Vec<bool> = hashes.iter().zip(&ours).map(|(a, b)| a.1 != b.1).collect();
        assert_eq!(changed, [false, false, false, true, false, false, false]);
    }
}
