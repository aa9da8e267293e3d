//! `tess scenarios`: what can be played.

use std::path::PathBuf;

use super::{Code, Done, settings, terminal};
use tess_diagnostic::{WIDTH, wrap};
use tess_scenario::Library;

/// List the scenarios, or tell about one
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess scenarios spqr/bagradas-255bc")]
pub struct Args {
    /// Tell about this one
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let library = settings::library(self.library.as_deref());
        let (text, code) = match &self.name {
            Some(name) => (tess_game::of_scenario(&library, name)?.about(&library, name)?, Code::Fine),
            None => list(&library),
        };
        terminal::out(&text)?;
        Ok(code)
    }
}

fn list(library: &Library) -> (String, Code) {
    let (mut out, mut code) = (String::new(), Code::Fine);
    for entry in library.list() {
        let mark = if entry.good { "" } else { "DOES NOT LOAD: " };
        if !entry.good {
            code = Code::Bad;
        }
        out.push_str(&wrap(
            &format!("{mark}{}", entry.title),
            WIDTH,
            &format!("{:<28} ", entry.name),
            "    ",
        ));
        out.push('\n');
    }
    (out, code)
}
