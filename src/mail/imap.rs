//! A mailbox of an IMAP server (RFC 9051), as a place that mail comes to.

use std::collections::BTreeSet;
use std::fmt;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use imap::types::Uid;
use imap::{Client, Connection, Session};

use super::error::MailError;
use super::inbox::Inbox;
use super::limits;
use super::raw::{Origin, RawMail};
use super::smtp::{decode, is_this_machine, split_port, without_password};

/// Longest wait for an answer of the server.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long the server may keep silent while mail is waited for; it may hang up after 30 minutes (RFC 2177).
const SILENCE: Duration = Duration::from_secs(25 * 60);
/// Wait before the server is asked again that hung up.
const AGAIN: Duration = Duration::from_secs(60);

/// Address of a mailbox: `imap://user:password@host[:port][/FOLDER]` in plain (port 143), `imaps://...` with TLS (port
/// 993). User and password are percent encoded; the folder is INBOX when none is named. `?then=delete` takes mails
/// away that are safe in our journal; else they are marked as seen.
///
/// A password is sent in plain to this machine only. TLS needs a program built with the cargo feature `tls`. The
/// password is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct ImapUrl {
    host: String,
    port: u16,
    user: String,
    password: String,
    folder: String,
    tls: bool,
    delete: bool,
    shown: String,
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
        let refuse = |why: &str| MailError::ImapUrl { url: shown.clone(), why: why.to_owned() };
        let (scheme, rest) =
            url.split_once("://").ok_or_else(|| refuse("write imap://user:password@host/INBOX"))?;
        let tls = match scheme {
            "imap" => false,
            "imaps" => true,
            _ => return Err(refuse("write imap:// or imaps://")),
        };
        if tls && cfg!(not(feature = "tls")) {
            return Err(refuse(
                "this program was built without TLS; build it with --features tls, or let mbsync or fetchmail fill \
                 a Maildir",
            ));
        }
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let delete = match query {
            "" | "then=seen" => false,
            "then=delete" => true,
            _ => return Err(refuse("after ? only then=seen and then=delete are known")),
        };
        let (login, rest) = rest
            .rsplit_once('@')
            .ok_or_else(|| refuse("user and password are missing; write user:password@host"))?;
        let (place, folder) = rest.split_once('/').unwrap_or((rest, ""));
        let (host, port) = split_port(place).ok_or_else(|| refuse("the port is no number"))?;
        if host.is_empty() {
            return Err(refuse("the host is missing; write imap://user:password@host/INBOX"));
        }
        let (user, password) = login
            .split_once(':')
            .ok_or_else(|| refuse("the password is missing; write user:password@host"))?;
        let word = |text: &str| decode(text).filter(|t| !t.chars().any(char::is_control));
        let (Some(user), Some(password), Some(folder)) = (word(user), word(password), word(folder)) else {
            return Err(refuse("write %25 for a % in user, password or folder"));
        };
        if !tls && !is_this_machine(&host) {
            return Err(refuse("a password in plain would be read on the way; write imaps://"));
        }
        let folder = if folder.is_empty() { "INBOX".to_owned() } else { folder };
        let port = port.unwrap_or(if tls { 993 } else { 143 });
        Ok(ImapUrl { host, port, user, password, folder, tls, delete, shown })
    }

    fn failed(&self, error: &imap::Error) -> MailError {
        MailError::Imap { url: self.shown.clone(), why: error.to_string() }
    }

    /// Connects, logs in and chooses the folder.
    fn enter(&self) -> Result<Session<Connection>, MailError> {
        let failed = |e: imap::Error| self.failed(&e);
        let client = self.connect().map_err(failed)?;
        let mut session = client.login(&self.user, &self.password).map_err(|(e, _)| failed(e))?;
        session.select(&self.folder).map_err(failed)?;
        Ok(session)
    }

    fn connect(&self) -> Result<Client<Connection>, imap::Error> {
        #[cfg(feature = "tls")]
        if self.tls {
            return imap::ClientBuilder::new(self.host.as_str(), self.port)
                .mode(imap::ConnectionMode::Tls)
                .connect();
        }
        let mut last = std::io::Error::new(std::io::ErrorKind::NotFound, "no address of this name");
        for address in (self.host.as_str(), self.port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, PATIENCE) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(PATIENCE))?;
                    stream.set_write_timeout(Some(PATIENCE))?;
                    let stream: Connection = Box::new(stream);
                    let mut client = Client::new(stream);
                    client.read_greeting()?;
                    return Ok(client);
                }
                Err(error) => last = error,
            }
        }
        Err(last.into())
    }

    /// Waits in a thread of its own for mail (RFC 2177 IDLE), and calls whenever something stirs. It ends
    /// with the process, or when the server cannot do this; then mail is found by looking for it only.
    pub fn listen(self, wake: impl Fn() + Send + 'static) {
        std::thread::spawn(move || {
            while self.wait_for_mail(&wake) {
                std::thread::sleep(AGAIN);
            }
        });
    }

    /// Until the server hangs up; `false` when it cannot do this at all.
    fn wait_for_mail(&self, wake: &impl Fn()) -> bool {
        let Ok(mut session) = self.enter() else { return true };
        let able = session.capabilities().is_ok_and(|all| all.has_str("IDLE"));
        if !able {
            return false;
        }
        loop {
            let mut idle = session.idle();
            idle.timeout(SILENCE);
            match idle.wait_while(imap::extensions::idle::stop_on_any) {
                Ok(_) => wake(),
                Err(_) => return true,
            }
        }
    }
}

/// A mailbox on a server. Connected when it is first needed, and again after a failure.
pub struct ImapBox {
    url: ImapUrl,
    session: Option<Session<Connection>>,
    left: BTreeSet<Uid>,
}

impl ImapBox {
    /// The mailbox of an address.
    #[must_use]
    pub fn new(url: ImapUrl) -> ImapBox {
        ImapBox { url, session: None, left: BTreeSet::new() }
    }

    /// Does something with the session; a failure ends it.
    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut Session<Connection>) -> Result<T, imap::Error>,
    ) -> Result<T, MailError> {
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.url.enter()?,
        };
        let done = work(&mut session).map_err(|e| self.url.failed(&e))?;
        self.session = Some(session);
        Ok(done)
    }
}

impl Inbox for ImapBox {
    fn fetch(&mut self, most: usize) -> Result<Vec<RawMail>, MailError> {
        let found = self.with(|session| session.uid_search("UNSEEN UNDELETED"))?;
        let uids: BTreeSet<Uid> = found.into_iter().filter(|uid| !self.left.contains(uid)).collect();
        let mut mails = Vec::new();
        for uid in uids.into_iter().take(most) {
            // one byte more than a mail may have, so that its size shows
            let what = format!("(UID BODY.PEEK[]<0.{}>)", limits::MAX_BYTES + 1);
            let fetched = self.with(|session| session.uid_fetch(uid.to_string(), &what))?;
            let Some(bytes) = fetched.iter().find_map(|one| one.body()) else { continue };
            mails.push(RawMail::new(bytes.to_vec(), Origin::Imap(uid)));
        }
        Ok(mails)
    }

    fn acknowledge(&mut self, mail: &RawMail) -> Result<(), MailError> {
        let Origin::Imap(uid) = mail.origin else { return Ok(()) };
        let delete = self.url.delete;
        self.with(|session| {
            let uid = uid.to_string();
            let flags = if delete { "+FLAGS.SILENT (\\Seen \\Deleted)" } else { "+FLAGS.SILENT (\\Seen)" };
            session.uid_store(&uid, flags)?;
            if delete {
                session.uid_expunge(&uid)?;
            }
            Ok(())
        })
    }

    fn leave(&mut self, mail: &RawMail) {
        if let Origin::Imap(uid) = mail.origin {
            self.left.insert(uid);
        }
    }

    fn name(&self) -> String {
        self.url.shown.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_checked_and_never_shows_its_password() {
        let url =
            ImapUrl::parse("imap://game%40x.example:s%3Acret@localhost:11143/Battles?then=delete").unwrap();
        assert_eq!((url.host.as_str(), url.port, url.delete), ("localhost", 11143, true));
        assert_eq!((url.user.as_str(), url.password.as_str()), ("game@x.example", "s:cret"));
        assert_eq!(url.folder, "Battles");
        assert!(!format!("{url:?}").contains("cret"));
        let plain = ImapUrl::parse("imap://u:p@127.0.0.1").unwrap();
        assert_eq!((plain.port, plain.folder.as_str()), (143, "INBOX"));
        for (bad, why) in [
            ("imap://u:p@mail.example.org/INBOX", "in plain"),
            ("imap://localhost", "user and password"),
            ("imap://u@localhost", "the password is missing"),
            ("imap://u:p@localhost:x", "no number"),
            ("imap://u:p@localhost?then=keep", "then=seen"),
            ("pop://u:p@localhost", "imap://"),
            ("imap://u:p%0d%0aA1@localhost", "%25"),
        ] {
            let error = ImapUrl::parse(bad).expect_err(bad).to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
