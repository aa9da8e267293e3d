//! `tess answer`: answering the question that is open.

use super::Done;
use super::battle::Way;
use tess_steward::Deed;

/// Answer the question that is open
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess answer withdraw:h3a no")]
pub struct Args {
    /// The question's id, which may be left out, and one of its choices
    #[arg(value_name = "[ID] CHOICE", num_args = 1..=2, required = true)]
    words: Vec<String>,
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        let (question, choice) = match self.words.as_slice() {
            [id, choice] => (Some(id.to_ascii_lowercase()), choice),
            [choice, ..] => (None, choice),
            [] => unreachable!("clap asks for one word at least"),
        };
        self.way.act(Deed::Answer { question, choice: choice.to_ascii_lowercase() })
    }
}
