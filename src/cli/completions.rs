//! `tess completions`: for the shell.

use clap_complete::Shell;

use super::{Code, Done, terminal};

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess completions bash > ~/.local/share/bash-completion/completions/tess")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Args {
    pub fn run(&self) -> Done {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut super::definition(), "tess", &mut text);
        terminal::out(&String::from_utf8_lossy(&text))?;
        Ok(Code::Fine)
    }
}
