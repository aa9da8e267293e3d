//! What the desk cannot do by itself.

use std::path::Path;

use super::trouble::Trouble;
use tess_ledger::At;
use tess_play::Home;
use tess_steward::Seat;

/// Whoever has the keys' passphrases and the clock.
pub trait Hands: Send + Sync {
    /// Opens a seat to act in it.
    ///
    /// # Errors
    /// When somebody else has it, or nothing should be signed in it now.
    fn open(&self, dir: &Path) -> Result<Seat, Trouble>;

    /// The time.
    fn now(&self) -> At;

    /// Lets the program's own commander decide until it is for the person to decide.
    ///
    /// # Errors
    /// When somebody else has one of the seats, or their files fail.
    fn commander(&self, home: &Home) -> Result<(), Trouble> {
        home.settle(&mut || self.now(), &mut |_| ())?;
        Ok(())
    }
}
