//! `tess man`: manual pages.

use std::path::{Path, PathBuf};

use super::{Code, Done, Failure, terminal};

/// Write the manual pages into a folder, or the first one to standard output
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess man ~/.local/share/man/man1")]
pub struct Args {
    /// Folder for tess.1, tess-send.1, ...
    #[arg(value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Args {
    pub fn run(&self) -> Done {
        let mut definition = super::definition().disable_help_subcommand(true);
        definition.build();
        match &self.dir {
            None => terminal::out(&String::from_utf8_lossy(&page(&definition, "tess")?))?,
            Some(dir) => {
                std::fs::create_dir_all(dir).map_err(|e| Failure::file(dir, &e, "name a folder"))?;
                write(dir, &definition, "tess")?;
            }
        }
        Ok(Code::Fine)
    }
}

fn write(dir: &Path, command: &clap::Command, name: &str) -> Result<(), Failure> {
    let path = dir.join(format!("{name}.1"));
    std::fs::write(&path, page(command, name)?).map_err(|e| Failure::file(&path, &e, "name a folder"))?;
    for sub in command.get_subcommands() {
        write(dir, sub, &format!("{name}-{}", sub.get_name()))?;
    }
    Ok(())
}

fn page(command: &clap::Command, name: &str) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    let made = clap_mangen::Man::new(command.clone()).title(name).render(&mut text);
    made.map_err(|e| Failure::new(format!("cannot make the page: {e}"), "try again"))?;
    Ok(text)
}
