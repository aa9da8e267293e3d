//! Bytes in and out: how a battle travels by post.
//!
//! Inwards `Source` yields a `RawMail`, `Envelope::open` turns it into headers, archive lines and
//! an unsigned draft. Outwards a `Letter` becomes a `Composed` mail, `Outbox` keeps it until a
//! `Transport` took it. This room knows nothing of games, and of the ledger only that an archive
//! line is a string of bytes: it never verifies a signature, and a header never does more than
//! steer a reply.

pub mod address;
pub mod answer;
pub mod armour;
pub mod body;
#[cfg(test)]
mod bombs;
pub mod bounce;
pub mod complaint;
pub mod compose;
pub mod draft;
pub mod eml;
pub mod envelope;
pub mod error;
pub mod html;
pub mod imap;
pub mod inbox;
pub mod limits;
mod line;
pub mod maildir;
pub mod mbox;
pub mod message_id;
pub mod outbox;
mod page;
pub mod parts;
pub mod picture;
pub mod raw;
pub mod route;
mod server_url;
pub mod smtp;
pub mod source;
mod tls;
pub mod tnef;
pub mod transport;
pub mod tries;

pub use address::{Address, Mailbox, parse_address};
pub use answer::{Signals, Silence};
pub use bounce::Bounce;
pub use complaint::{Complaint, Why};
pub use compose::{Automatic, Composed, Enclosed, Html, Letter, PICTURE};
pub use envelope::{Envelope, Party};
pub use error::MailError;
pub use inbox::{Inbox, MaildirBox};
pub use maildir::Maildir;
pub use message_id::MessageId;
pub use outbox::{Outbox, Put, Sent};
pub use page::handout;
pub use picture::Picture;
pub use raw::{MailId, Origin, RawMail};
pub use server_url::shows_a_password;
pub use source::Source;
pub use transport::{Left, Transport};

/// One line of an archive without its LF, exactly the bytes that were signed and framed.
pub type ArchiveLine = Vec<u8>;
