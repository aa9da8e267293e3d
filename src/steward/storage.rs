//! What a seat keeps, and the two ways of keeping it.
//!
//! A [`Seat`](super::Seat) says what is kept and in which order; a storage keeps it.
//! [`Folder`](super::Folder) has a file for everything, each on the disk when the call returns. A storage of
//! the umpire's store keeps the same in tables and makes it last as one: what a seat did with one mail is
//! there whole, or not at all.

use std::path::{Path, PathBuf};

use super::StewardError;
use super::settings::Settings;
use tess_ledger::{Anchor, ChainId, ChainKeeper, Key, Salts, Signed};
use tess_mail::{Composed, MessageId, Put, RawMail, Sent, Transport};

/// The section of a storage in which a paper lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Settings, standing orders, what was mailed, proofs of forks.
    Seat,
    /// Standing orders given and entrusted.
    Standing,
    /// Events that wait for earlier ones.
    Held,
    /// Reports, by seq.
    Reports,
}

impl Section {
    /// All of them.
    pub const ALL: [Section; 4] = [Section::Seat, Section::Standing, Section::Held, Section::Reports];

    /// Its name: of the folder below the seat's, empty for the seat's own.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Section::Seat => "",
            Section::Standing => "standing",
            Section::Held => "held",
            Section::Reports => "reports",
        }
    }
}

/// Where mail goes from a storage that sends by itself.
#[derive(Debug)]
pub enum WayOut<'a> {
    /// As `seat.toml` says.
    Settings(&'a Settings),
    /// As `seat.toml` says, at this time in seconds: what has failed waits until it is due again.
    InTime(&'a Settings, i64),
    /// Into a folder, for a person to send.
    ByHand(&'a Path),
}

impl WayOut<'_> {
    /// The transport, for a seat in this folder.
    ///
    /// # Errors
    /// When the setting is none of the forms.
    pub fn transport(&self, dir: &Path) -> Result<Transport, StewardError> {
        match self {
            WayOut::Settings(settings) | WayOut::InTime(settings, _) => settings.transport(dir),
            WayOut::ByHand(to) => Ok(Transport::File((*to).to_owned())),
        }
    }
}

/// What a seat keeps.
///
/// The log and the journals of chains are only added to, but for [`Storage::replace_from`]. A paper is a
/// name in a section.
pub trait Storage {
    /// Where it is: the folder, or a name for messages.
    fn place(&self) -> &Path;

    /// Are the pictures of mails drawn by whoever sends them (`paint`)? Else they are drawn with the mail.
    fn draws_later(&self) -> bool {
        false
    }

    /// The bytes of the whole log.
    ///
    /// # Errors
    /// When it cannot be read.
    fn log(&self) -> Result<Vec<u8>, StewardError>;

    /// Adds an event that has been checked to the log.
    ///
    /// # Errors
    /// When it cannot be written; then nothing has changed.
    fn append(&mut self, signed: &Signed) -> Result<(), StewardError>;

    /// Puts an event that has been checked in the place of all from its own place on, as one step.
    ///
    /// # Errors
    /// When it cannot be written; then nothing has changed.
    fn replace_from(&mut self, signed: &Signed) -> Result<(), StewardError>;

    /// A paper, if it is there.
    ///
    /// # Errors
    /// When it cannot be read.
    fn paper(&self, section: Section, name: &str) -> Result<Option<Vec<u8>>, StewardError>;

    /// Writes a paper, in place of the old one.
    ///
    /// # Errors
    /// When it cannot be written.
    fn put_paper(&mut self, section: Section, name: &str, bytes: &[u8]) -> Result<(), StewardError>;

    /// Takes a paper away, if it is there.
    ///
    /// # Errors
    /// When it cannot be taken away.
    fn drop_paper(&mut self, section: Section, name: &str) -> Result<(), StewardError>;

    /// The names in a section, sorted.
    ///
    /// # Errors
    /// When it cannot be read.
    fn names(&self, section: Section) -> Result<Vec<String>, StewardError>;

    /// The chain with that id, if its secret is here.
    ///
    /// # Errors
    /// When it is damaged.
    fn chain(&self, id: &ChainId) -> Result<Option<ChainKeeper>, StewardError>;

    /// Makes one more chain.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn new_chain(
        &mut self,
        key: Key,
        id: ChainId,
        links: u32,
        seed: &[u8; 32],
    ) -> Result<Anchor, StewardError>;

    /// The salts of all chains here, the oldest first.
    ///
    /// # Errors
    /// When one is damaged.
    fn salts(&self) -> Result<Vec<Salts>, StewardError>;

    /// Keeps a mail that has come, before anything is made of it. `next` is the place where the log ends;
    /// what is returned is where it ended when the same mail was begun the first time, which is another
    /// place when the program was stopped in the middle of it. A storage that keeps what is done with a mail
    /// whole or not at all returns `next`.
    ///
    /// # Errors
    /// When it cannot be written.
    fn keep_mail(&mut self, raw: &RawMail, next: u64) -> Result<u64, StewardError>;

    /// Keeps a mail for sending.
    ///
    /// # Errors
    /// When it cannot be written.
    fn put_mail(&mut self, mail: &Composed) -> Result<Put, StewardError>;

    /// Queues a mail that was sent once more.
    ///
    /// # Errors
    /// When it cannot be written.
    fn mail_again(&mut self, id: &MessageId) -> Result<(), StewardError>;

    /// Sends what waits, where the storage sends by itself. What cannot be sent stays.
    ///
    /// # Errors
    /// When the outbox fails.
    fn send(&mut self, way: &WayOut<'_>) -> Result<Vec<Sent>, StewardError>;

    /// The path of a paper, for messages.
    fn path_of(&self, section: Section, name: &str) -> PathBuf {
        self.place().join(section.name()).join(name)
    }
}
