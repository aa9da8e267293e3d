//! The folder of such a battle.

use std::path::{Path, PathBuf};

use super::terms::{FILE, Terms};
use tess_bot::Level;
use tess_ledger::Role;
use tess_scenario::Library;
use tess_steward::{Entropy, Seat, Settings, StewardError};

/// A battle between a person and the program's commander.
#[derive(Debug)]
pub struct Home {
    pub(super) dir: PathBuf,
    pub(super) terms: Terms,
}

impl Home {
    /// Is this folder one?
    #[must_use]
    pub fn is(dir: &Path) -> bool {
        dir.join(FILE).exists()
    }

    /// The battle whose person's seat this is, if it is one.
    #[must_use]
    pub fn of_seat(seat: &Path) -> Option<Home> {
        let seat = std::path::absolute(seat).ok()?;
        let home = Home::open(seat.parent()?).ok()?;
        (home.seat() == seat).then_some(home)
    }

    /// Opens the folder, wherever it has been moved to.
    ///
    /// # Errors
    /// When it is none, or its files cannot be read.
    pub fn open(dir: &Path) -> Result<Home, StewardError> {
        let terms = Terms::read(dir)?;
        let dir = std::path::absolute(dir).map_err(|e| StewardError::File {
            path: dir.to_owned(),
            what: e.to_string(),
            help: "name a path".to_owned(),
        })?;
        let home = Home { dir, terms };
        for role in home.roles() {
            let seat = home.dir.join(role.as_str());
            let own = Settings::read(&seat)?;
            if own.transport != home.transport() {
                Settings { transport: home.transport(), ..own }.write(&seat)?;
            }
        }
        Ok(home)
    }

    /// The commander fights so well from now on.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn fights(&mut self, level: Level) -> Result<(), StewardError> {
        if self.terms.level != level.name() {
            level.name().clone_into(&mut self.terms.level);
            self.terms.write(&self.dir)?;
        }
        Ok(())
    }

    /// Who is who.
    #[must_use]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The person's seat.
    #[must_use]
    pub fn seat(&self) -> PathBuf {
        self.dir.join(self.terms.you.as_str())
    }

    /// Person and commander.
    pub(super) const fn roles(&self) -> [&Role; 2] {
        [&self.terms.you, &self.terms.foe]
    }

    /// The scenarios.
    #[must_use]
    pub fn library(&self) -> Library {
        self.terms.library.as_deref().map_or_else(Library::embedded, Library::with_dir)
    }

    /// How their mail goes.
    pub(super) fn transport(&self) -> String {
        format!("maildir:{}", self.dir.join("mail").join("{user}").display())
    }

    /// Where the mail of one of them comes in.
    pub(super) fn inbox(&self, role: &Role) -> PathBuf {
        self.dir.join("mail").join(role.as_str())
    }

    /// Opens the seat of one of them.
    pub(super) fn take_seat(&self, role: &Role) -> Result<Seat, StewardError> {
        Seat::open(&self.dir.join(role.as_str()), &self.library(), None, Entropy::System)
    }
}
