//! What is counted for the mails of a battle.

/// What a player has to do with a happening, for the count of mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beat {
    /// An orders phase has begun.
    Phase,
    /// Somebody has tried to be active before his time.
    Trump,
}

/// How many of each there were in a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Beats {
    /// Orders phases begun.
    pub phases: u64,
    /// Trumps tried.
    pub trumps: u64,
}

impl Beats {
    /// Counts one.
    pub fn count(&mut self, beat: Beat) {
        match beat {
            Beat::Phase => self.phases += 1,
            Beat::Trump => self.trumps += 1,
        }
    }
}
