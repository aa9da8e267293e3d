//! Progress of a demonstration on standard error.

use crate::terminal;

/// One line a turn; on a terminal one line that is written over.
#[derive(Debug, Default)]
pub struct Progress {
    turn: Option<u16>,
    last: String,
}

/// How far a battle has got.
#[derive(Debug, Clone)]
pub struct Stand {
    /// The turn.
    pub turn: u16,
    /// Events in the log.
    pub events: usize,
    /// Mails delivered.
    pub mails: usize,
    /// How the sides stand.
    pub score: String,
}

impl Progress {
    /// Shows how far it has got.
    pub fn show(&mut self, stand: &Stand) {
        let line = format!(
            "turn {:>2}  {:>5} events  {:>5} mails  {}",
            stand.turn, stand.events, stand.mails, stand.score
        );
        if terminal::can_rewrite() {
            terminal::over(&line);
        } else if self.turn != Some(stand.turn) && !self.last.is_empty() {
            terminal::err(&format!("{}\n", self.last));
        }
        self.turn = Some(stand.turn);
        self.last = line;
    }

    /// The last line stays.
    pub fn end(&mut self) {
        if terminal::can_rewrite() {
            terminal::err("\n");
        } else if !self.last.is_empty() {
            terminal::err(&format!("{}\n", self.last));
        }
    }
}
