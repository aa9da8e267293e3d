//! `tess lab`: rule cases.

use std::path::{Path, PathBuf};

use super::{Code, Done, Failure, settings, terminal};
use tess_lab::{Case, run};
use tess_scenario::Library;

/// Run rule cases: a position, orders, dice, and what must follow
///
/// The format stands in docs/cases.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess lab tests/rules/spqr my.case")]
pub struct Args {
    /// Cases, or folders whose .case files are run
    #[arg(value_name = "CASE", required = true)]
    cases: Vec<PathBuf>,
    /// One JSON object a case
    #[arg(long)]
    json: bool,
    /// Tell what happened in cases that pass, too
    #[arg(long, short)]
    verbose: bool,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let library = settings::library(self.library.as_deref());
        let mut files = Vec::new();
        for path in &self.cases {
            gather(path, true, &mut files)?;
        }
        if files.is_empty() {
            return Err(Failure::new("no case is there", "cases are files whose names end in .case"));
        }
        let mut failed = 0;
        for file in &files {
            if !self.one(file, &library)? {
                failed += 1;
            }
        }
        if !self.json {
            terminal::out(&format!("{} cases, {failed} failed\n", files.len()))?;
        }
        Ok(if failed == 0 { Code::Fine } else { Code::Bad })
    }

    fn one(&self, file: &Path, library: &Library) -> Result<bool, Failure> {
        let text = settings::read_text(file, "name a case, or a folder with cases")?;
        let name = file.display().to_string();
        let verdict = match Case::parse(&text).and_then(|case| run(&case, library)) {
            Ok(verdict) => verdict,
            Err(error) => {
                if self.json {
                    let value = serde_json::json!({ "file": name, "error": error.to_string() });
                    terminal::json(&format!("{value}\n"))?;
                } else {
                    terminal::out(&format!("{name}: {error}\n"))?;
                }
                return Ok(false);
            }
        };
        let passed = verdict.passed();
        if self.json {
            let value = serde_json::json!({ "file": name, "passed": passed, "verdict": verdict });
            terminal::out(&format!("{value}\n"))?;
        } else if !passed {
            terminal::out(&format!("{name}: {verdict}"))?;
        } else if self.verbose {
            let story: String = verdict.story.iter().map(|s| format!("    {s}\n")).collect();
            terminal::out(&format!("{name}: {verdict}{story}"))?;
        }
        Ok(passed)
    }
}

/// The case files of a path, in order; a file named by a person is one whatever its name.
fn gather(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    if !path.is_dir() {
        if named || path.extension().is_some_and(|e| e == "case") {
            files.push(path.to_owned());
        }
        return Ok(());
    }
    let help = "name a case, or a folder with cases";
    let entries = std::fs::read_dir(path).map_err(|e| Failure::file(path, &e, help))?;
    let mut inside: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    inside.sort_unstable();
    inside.iter().try_for_each(|path| gather(path, false, files))
}
