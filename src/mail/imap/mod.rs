//! A mailbox of an IMAP server (RFC 9051), as a place that mail comes to.

mod listen;
mod mailbox;
mod starttls;

use std::fmt;

use imap::{Client, Session};

use super::error::MailError;
use super::line::{Line, Wire, dial, in_words};
use super::server_url::{Lock, Login, ServerUrl, without_password};
use super::tls::Trust;

pub use mailbox::ImapBox;

/// Address of a mailbox: `imaps://user:password@host[:port][/FOLDER]` with TLS (port 993),
/// `imap://...?tls=required` with STARTTLS and `imap://...` in plain (port 143). User, password and folder
/// are percent encoded; the folder is INBOX when none is named. After a `?`, parted by `&`:
///
/// - `password-file=FILE`: the password is the first line of a file that nobody else may read (then none
///   stands after the user);
/// - `ca=FILE`: the server's certificate is signed by one in this file, and the machine's own are not asked;
/// - `then=seen`, `then=delete`, `then=move:FOLDER`: what becomes of mails that are safe in our journal.
///
/// A password is sent in plain to this machine only. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct ImapUrl {
    host: String,
    port: u16,
    login: Login,
    lock: Lock,
    trust: Trust,
    folder: String,
    then: Then,
    shown: String,
}

/// What becomes of a mail that is safe elsewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Then {
    /// Marked as seen.
    Seen,
    /// Taken away.
    Delete,
    /// Moved to this folder, which is made if it is missing.
    Move(String),
}

impl fmt::Debug for ImapUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl ImapUrl {
    /// Is this the address of a mailbox on a server, rather than a path?
    #[must_use]
    pub fn is_one(text: &str) -> bool {
        text.starts_with("imap://") || text.starts_with("imaps://")
    }

    /// Checks an address.
    ///
    /// # Errors
    /// `MailError::ImapUrl`, saying what to write.
    pub fn parse(url: &str) -> Result<ImapUrl, MailError> {
        let url = url.trim();
        let shown = without_password(url);
        Self::parts(url, &shown).map_err(|why| MailError::ImapUrl { url: shown, why })
    }

    fn parts(url: &str, shown: &str) -> Result<ImapUrl, String> {
        let mut parts = ServerUrl::parse(url, "imap")?;
        let login = parts.login.ok_or("user and password are missing; write user:password@host")?;
        let then = match parts.rest.remove("then").as_deref() {
            None | Some("seen") => Then::Seen,
            Some("delete") => Then::Delete,
            Some(other) => match other.strip_prefix("move:") {
                Some(folder) if !folder.is_empty() => Then::Move(folder.to_owned()),
                _ => return Err("write then=seen, then=delete or then=move:FOLDER".to_owned()),
            },
        };
        if let Some(word) = parts.rest.keys().next() {
            return Err(format!(
                "{word}= is not known after the ?; write then=, ca=, tls= or password-file="
            ));
        }
        let folder = if parts.path.is_empty() { "INBOX".to_owned() } else { parts.path };
        let to = if let Then::Move(to) = &then { to } else { "" };
        if !(folder.is_ascii() && to.is_ascii()) || to.contains(['*', '%']) {
            return Err("write the name of a folder in plain ASCII".to_owned());
        }
        if to == folder {
            return Err("mail cannot be moved to the folder that it comes from".to_owned());
        }
        let port = parts.port.unwrap_or(if parts.lock == Lock::Wrapped { 993 } else { 143 });
        let (host, lock, trust) = (parts.host, parts.lock, parts.trust);
        Ok(ImapUrl { host, port, login, lock, trust, folder, then, shown: shown.to_owned() })
    }

    /// Is the password to be had?
    ///
    /// # Errors
    /// When its file cannot be read, or others may read it.
    pub fn check(&self) -> Result<(), MailError> {
        self.login.password().map(drop)
    }

    fn failed(&self, error: &imap::Error) -> MailError {
        let why = match error {
            imap::Error::No(no) => format!("the server refuses: {}", no.information),
            imap::Error::Io(wire) => in_words(wire),
            other => other.to_string(),
        };
        MailError::Imap { url: self.shown.clone(), why }
    }

    /// Connects and logs in.
    fn enter(&self) -> Result<Session<Line>, MailError> {
        let password = self.login.password()?;
        let client = self.connect()?;
        client.login(&self.login.user, password.as_str()).map_err(|(e, _)| self.failed(&e))
    }

    fn connect(&self) -> Result<Client<Line>, MailError> {
        let broken = |e: std::io::Error| self.failed(&e.into());
        let mut tcp = dial(&self.host, self.port).map_err(broken)?;
        let line = |wire| Line::new(wire).map_err(broken);
        let speak = |tcp| self.trust.speak(&self.host, tcp).and_then(|tls| line(Wire::Tls(Box::new(tls))));
        match self.lock {
            Lock::Plain => self.greeted(line(Wire::Plain(tcp))?),
            Lock::Wrapped => self.greeted(speak(tcp)?),
            Lock::Started => {
                starttls::ask(&mut tcp).map_err(broken)?;
                // there is no second greeting
                Ok(Client::new(speak(tcp)?))
            }
        }
    }

    fn greeted(&self, line: Line) -> Result<Client<Line>, MailError> {
        let mut client = Client::new(line);
        client.read_greeting().map_err(|e| self.failed(&e))?;
        Ok(client)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_checked_and_never_shows_its_password() {
        let url =
            ImapUrl::parse("imap://game%40x.example:s%3Acret@localhost:11143/Battles?then=delete").unwrap();
        assert_eq!((url.host.as_str(), url.port, &url.then), ("localhost", 11143, &Then::Delete));
        assert_eq!((url.login.user.as_str(), url.folder.as_str()), ("game@x.example", "Battles"));
        assert_eq!(url.login.password().unwrap().as_str(), "s:cret");
        assert!(!format!("{url:?}").contains("cret"));
        let plain = ImapUrl::parse("imap://u:p@127.0.0.1").unwrap();
        assert_eq!((plain.port, plain.folder.as_str(), plain.then), (143, "INBOX", Then::Seen));
        let moved = ImapUrl::parse("imaps://u:p@h.example?then=move:Done/2026").unwrap();
        assert_eq!((moved.port, moved.then), (993, Then::Move("Done/2026".to_owned())));
        let started = ImapUrl::parse("imap://u:p@h.example?tls=required").unwrap();
        assert_eq!((started.port, started.lock), (143, Lock::Started));
        for (bad, why) in [
            ("imap://localhost", "user and password"),
            ("imap://u@localhost", "the password is missing"),
            ("imap://u:p@localhost:x", "no number"),
            ("imap://u:p@localhost?then=keep", "then=seen"),
            ("imap://u:p@localhost?than=seen", "than= is not known"),
            ("imap://u:p@localhost/a?then=move:a", "comes from"),
            ("imap://u:p@localhost?then=move:", "then=move:FOLDER"),
            ("imap://u:p@localhost/B%C3%BCcher", "ASCII"),
            ("pop://u:p@localhost", "imap://"),
        ] {
            let error = ImapUrl::parse(bad).expect_err(bad).to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
