//! `tess propose`: a take-back, a draw, a pause, the healing of a fork.

use clap::Subcommand;

use super::battle::Way;
use super::{Done, Failure};
use tess_ledger::{At, Proposal, Propose};
use tess_steward::Deed;

/// Propose a take-back, a draw, a pause or the healing of a fork to the other side
///
/// It counts when the other side says `tess agree`; the report says so to him.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess propose take-back 41 --note \"I took the wrong hex\"")]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Go on from an earlier event; what is taken back stays in the log
    #[command(after_help = "Example:\n  tess propose take-back 41")]
    TakeBack {
        /// The last event that shall still count, see `tess log`
        #[arg(value_name = "N")]
        to: u64,
        #[command(flatten)]
        words: Words,
    },
    /// End the battle without a winner
    #[command(after_help = "Example:\n  tess propose draw")]
    Draw(Words),
    /// Stop the clocks until the next orders, or see that no deadline falls before a time
    #[command(
        after_help = "Example:\n  tess propose adjourn --until 2026-12-01 --note \"away in the mountains\""
    )]
    Adjourn {
        /// A time, UTC: the end of that day, or 2026-12-01T18:00:00Z
        #[arg(long, value_name = "DATE", value_parser = time)]
        until: Option<At>,
        #[command(flatten)]
        words: Words,
    },
    /// Go on from before a fork: a place for which somebody has signed two events, as two copies of one
    /// folder do. What was signed since counts for nothing, and each role anchors a new chain
    #[command(after_help = "Example:\n  tess propose heal --note \"I played from an old copy, sorry\"")]
    Heal(Words),
}

#[derive(Debug, clap::Args)]
struct Words {
    /// Words to the other side
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    #[command(flatten)]
    way: Way,
}

impl Args {
    pub fn run(&self) -> Done {
        let (what, to, until, words) = match &self.what {
            What::TakeBack { to, words } => (Proposal::TakeBack, Some(*to), None, words),
            What::Draw(words) => (Proposal::Draw, None, None, words),
            What::Adjourn { until, words } => (Proposal::Adjourn, None, *until, words),
            What::Heal(words) => (Proposal::Heal, None, None, words),
        };
        if words.note.as_ref().is_some_and(|note| note.len() > 1000) {
            return Err(Failure::new("the note is longer than 1000 characters", "write a mail for that"));
        }
        if what == Proposal::Heal {
            return words.way.act(Deed::Heal(words.note.clone()));
        }
        words.way.act(Deed::Offer(Propose { what, to, note: words.note.clone(), until, second: None }))
    }
}

/// A day, to its end, or a time as it stands in the log.
fn time(text: &str) -> Result<At, String> {
    let whole = if text.contains('T') { text.to_owned() } else { format!("{text}T23:59:59Z") };
    whole.parse().map_err(|_| "write a day such as 2026-12-01, or 2026-12-01T18:00:00Z".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_lasts_until_its_end() {
        assert_eq!(time("2026-12-01").map(|at| at.to_string()).as_deref(), Ok("2026-12-01T23:59:59Z"));
        assert!(time("2026-12-01T18:00:00Z").is_ok());
        for bad in ["tomorrow", "2026-02-30", "2026-12-01T18:00", ""] {
            assert!(time(bad).is_err(), "{bad}");
        }
    }
}
