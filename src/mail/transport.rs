//! The ways a finished mail leaves.

use std::path::PathBuf;

use super::address::Address;
use super::error::MailError;
use super::maildir::Maildir;
use super::route::Route;
use super::smtp::SmtpUrl;
use tess_disk::{durable, private_folder};

/// How to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transport {
    /// Straight into a Maildir on this machine, without any server: for demonstrations and tests.
    /// `{user}` in the path stands for the part before the `@` of each receiver. What is missing
    /// is made.
    Maildir(PathBuf),
    /// Writes `.eml` files, named by their Message-ID, into a directory; a person sends them.
    File(PathBuf),
    /// To a server, see `SmtpUrl`.
    Smtp(SmtpUrl),
    /// Nowhere: mail stays in the outbox, for somebody else to take.
    Keep,
}

/// How a mail has left the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    /// It is on its way.
    Mailed,
    /// It was written into a file, for a person to send.
    Written {
        /// The file.
        file: PathBuf,
        /// To whom it has to be sent.
        to: Vec<Address>,
    },
}

impl Transport {
    /// Is what it needs to be had?
    ///
    /// # Errors
    /// When the file with its password cannot be read, or others may read it.
    pub fn check(&self) -> Result<(), MailError> {
        match self {
            Self::Smtp(url) => url.check(),
            _ => Ok(()),
        }
    }

    /// Sends one composed mail; its own fields say from whom and to whom.
    ///
    /// # Errors
    /// `MailError::Route`, `Io`, `Send`, `SmtpUrl`; see `MailError::is_permanent`.
    pub fn send(&self, bytes: &[u8]) -> Result<(), MailError> {
        let route = Route::of(bytes)?;
        match self {
            Self::Maildir(path) => {
                for to in &route.to {
                    Maildir::create(&place(path, to.user())?)?.deliver(bytes, route.date)?;
                }
                Ok(())
            }
            Self::File(dir) => {
                private_folder::make(dir).map_err(MailError::io("make", dir))?;
                Ok(durable::write(dir, &file_name(&route), bytes)?)
            }
            Self::Smtp(url) => url.send(&route, bytes),
            Self::Keep => {
                let why = "mail is kept for the store".to_owned();
                Err(MailError::Send { permanent: false, unreached: false, why })
            }
        }
    }

    /// How a mail that was sent so has left: on its way, or into a file that a person has to send.
    ///
    /// # Errors
    /// `MailError::Route`.
    pub fn left(&self, bytes: &[u8]) -> Result<Left, MailError> {
        let Self::File(dir) = self else { return Ok(Left::Mailed) };
        let route = Route::of(bytes)?;
        Ok(Left::Written { file: dir.join(file_name(&route)), to: route.to })
    }
}

/// The file that a person sends.
fn file_name(route: &Route) -> String {
    format!("{}.eml", route.id.file_stem())
}

/// The path with `{user}` put in; a user's name never leads out of the directory.
fn place(path: &std::path::Path, user: &str) -> Result<PathBuf, MailError> {
    let Some(text) = path.to_str().filter(|t| t.contains("{user}")) else {
        return Ok(path.to_path_buf());
    };
    let user = user.to_ascii_lowercase();
    let plain = !user.starts_with('.')
        && user.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-' | b'+'));
    if plain { Ok(PathBuf::from(text.replace("{user}", &user))) } else { Err(MailError::Route("To")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail(to: &str) -> Vec<u8> {
        format!("From: game@h.example\r\nTo: {to}\r\nMessage-ID: <a.1.r.k@h.example>\r\n\r\nx\r\n")
            .into_bytes()
    }

    #[test]
    fn each_receiver_has_a_maildir_of_his_own() {
        let dir = tempfile::tempdir().unwrap();
        let post = Transport::Maildir(dir.path().join("{user}").join("Mail"));
        post.send(&mail("Alice@a.example, bob@b.example")).unwrap();
        for user in ["alice", "bob"] {
            let maildir = Maildir::open(&dir.path().join(user).join("Mail")).unwrap();
            assert_eq!(maildir.list(false).unwrap().len(), 1);
        }
        assert!(post.send(&mail("a/b@a.example")).is_err());
    }

    #[test]
    fn files_are_written_once_for_one_id() {
        let dir = tempfile::tempdir().unwrap();
        let files = Transport::File(dir.path().join("drafts"));
        files.send(&mail("bob@b.example")).unwrap();
        files.send(&mail("bob@b.example")).unwrap();
        let path = dir.path().join("drafts").join("a.1.r.k@h.example.eml");
        assert_eq!(std::fs::read(path).unwrap(), mail("bob@b.example"));
    }
}
