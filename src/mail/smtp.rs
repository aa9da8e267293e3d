//! Sending through a mail server with lettre.

use std::fmt;

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::Tls;
use lettre::{SmtpTransport, Transport as _, address::Envelope};

use super::error::MailError;
use super::line::{PATIENCE, in_words, is_silence};
use super::route::Route;
use super::server_url::{Lock, Login, ServerUrl, without_password};
use super::tls::{self, Trust};
use tess_diagnostic::tame_line;

/// Address of a server: `smtp://[user:password@]host[:port]` in plain (port 25), `smtps://...` with
/// TLS (port 465), `smtp://...?tls=required` with STARTTLS (port 587). User and password are percent
/// encoded (RFC 3986 2.1). After a `?`, parted by `&`, may stand `password-file=FILE` and `ca=FILE`, as in
/// [`super::imap::ImapUrl`].
///
/// A password is sent in plain to this machine only. It is never shown, not even in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl {
    host: String,
    port: u16,
    login: Option<Login>,
    lock: Lock,
    trust: Trust,
    shown: String,
}

impl SmtpUrl {
    /// Checks an address of a server.
    ///
    /// # Errors
    /// `MailError::SmtpUrl`, saying what to write.
    pub fn parse(url: &str) -> Result<Self, MailError> {
        let url = url.trim();
        let shown = without_password(url);
        Self::parts(url, &shown).map_err(|why| MailError::SmtpUrl { url: shown, why })
    }

    fn parts(url: &str, shown: &str) -> Result<Self, String> {
        let parts = ServerUrl::parse(url, "smtp")?;
        if let Some(word) = parts.rest.keys().next() {
            return Err(format!(
                "{word}= is not known after the ?; write tls=required, ca= or password-file="
            ));
        }
        if !parts.path.is_empty() {
            return Err("nothing stands after the host but :port and ?".to_owned());
        }
        let usual = match parts.lock {
            Lock::Plain => 25,
            Lock::Wrapped => 465,
            Lock::Started => 587,
        };
        let (host, login, lock, trust) = (parts.host, parts.login, parts.lock, parts.trust);
        Ok(Self { host, port: parts.port.unwrap_or(usual), login, lock, trust, shown: shown.to_owned() })
    }

    /// Is the password to be had, if one is needed?
    ///
    /// # Errors
    /// When its file cannot be read, or others may read it.
    pub fn check(&self) -> Result<(), MailError> {
        self.login.as_ref().map_or(Ok(()), |login| login.password().map(drop))
    }

    /// Sends one mail, waiting at most a minute for each answer of the server.
    ///
    /// # Errors
    /// `MailError::Send`; permanent for answers of the 5xx kind only.
    pub fn send(&self, route: &Route, bytes: &[u8]) -> Result<(), MailError> {
        let envelope = Envelope::new(Some(route.sender.clone()), route.to.clone())
            .map_err(|_| MailError::Route("To"))?;
        let failed = |e: lettre::transport::smtp::Error| MailError::Send {
            permanent: e.is_permanent(),
            unreached: e.status().is_none() && !e.is_response() && !e.is_client(),
            why: format!(
                "{}: {}",
                self.shown,
                tls::why(&e).or_else(|| silence(&e)).unwrap_or_else(|| chain(&e))
            ),
        };
        let transport = self.transport()?;
        // lettre puts a line end before the final dot whether there is one or not
        let bytes = bytes.strip_suffix(b"\r\n").unwrap_or(bytes);
        transport.send_raw(&envelope, bytes).map_err(failed)?;
        Ok(())
    }

    fn transport(&self) -> Result<SmtpTransport, MailError> {
        let mut builder =
            SmtpTransport::builder_dangerous(&self.host).port(self.port).timeout(Some(PATIENCE));
        if let Some(login) = &self.login {
            builder = builder
                .credentials(Credentials::new(login.user.clone(), login.password()?.as_str().to_owned()));
        }
        Ok(match self.lock {
            Lock::Plain => builder,
            Lock::Wrapped => builder.tls(Tls::Wrapper(self.trust.parameters(&self.host)?)),
            Lock::Started => builder.tls(Tls::Required(self.trust.parameters(&self.host)?)),
        }
        .build())
    }
}

impl fmt::Display for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for SmtpUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SmtpUrl({})", self.shown)
    }
}

/// Word of a server that kept silent for too long, if that is the cause of an error.
fn silence(error: &(dyn std::error::Error + 'static)) -> Option<String> {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let mut ends = causes.filter_map(|error| error.downcast_ref::<std::io::Error>());
    ends.find(|end| is_silence(end)).map(in_words)
}

/// An error and what caused it, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        let inner_text = inner.to_string();
        if !text.contains(&inner_text) {
            text.push_str(": ");
            text.push_str(&inner_text);
        }
        cause = inner.source();
    }
    tame_line(&text)
}

#[cfg(test)]
#[path = "../../tests/mail_server/smtp.rs"]
mod server;

#[cfg(test)]
mod tests {
    use super::*;
    use mailin::{Handler, Response, response};
    use std::io;
    use std::net::TcpListener;
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Duration;

    #[derive(Clone)]
    struct Sink {
        to: Sender<(String, Vec<String>, Vec<u8>)>,
        now: (String, Vec<String>, Vec<u8>),
    }

    impl Handler for Sink {
        fn rcpt(&mut self, to: &str) -> Response {
            match to {
                "gone@b.example" => response::NO_MAILBOX,
                _ => response::OK,
            }
        }
        fn data_start(&mut self, _: &str, from: &str, _: bool, to: &[String]) -> Response {
            self.now = (from.to_owned(), to.to_vec(), Vec::new());
            response::OK
        }
        fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
            self.now.2.extend_from_slice(bytes);
            Ok(())
        }
        fn data_end(&mut self) -> Response {
            self.to.send(self.now.clone()).unwrap();
            response::OK
        }
    }

    type Received = Receiver<(String, Vec<String>, Vec<u8>)>;

    fn sink() -> (SmtpUrl, Received) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let (to, received) = channel();
        super::server::serve(listener, "localhost", Sink { to, now: Default::default() });
        let url = SmtpUrl::parse(&format!("smtp://127.0.0.1:{port}")).unwrap();
        (url, received)
    }

    fn mail(to: &str) -> Vec<u8> {
        format!(
            "From: game@h.example\r\nTo: {to}\r\nMessage-ID: <a.1.r.k@h.example>\r\n\
             X-Tessera-Bounce: game+b.a.r@h.example\r\n\r\nfirst\r\n.\r\n..dots\r\nlast\r\n"
        )
        .into_bytes()
    }

    #[test]
    fn a_server_gets_the_very_bytes_and_the_bounce_address() {
        let (url, received) = sink();
        let bytes = mail("bob@b.example");
        crate::Transport::Smtp(url).send(&bytes).unwrap();
        let (from, to, got) = received.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(from, "game+b.a.r@h.example");
        assert_eq!(to, ["bob@b.example"]);
        assert_eq!(String::from_utf8_lossy(&got), String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_refusal_is_for_good_and_silence_is_not() {
        let (url, _received) = sink();
        let refused = crate::Transport::Smtp(url).send(&mail("gone@b.example"));
        assert!(refused.as_ref().is_err_and(|e| e.is_permanent() && !e.is_unreached()), "{refused:?}");
        let port = {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            listener.local_addr().unwrap().port()
        };
        let nobody = SmtpUrl::parse(&format!("smtp://127.0.0.1:{port}")).unwrap();
        let failed = crate::Transport::Smtp(nobody).send(&mail("bob@b.example"));
        assert!(failed.as_ref().is_err_and(|e| !e.is_permanent() && e.is_unreached()), "{failed:?}");
    }

    #[test]
    fn a_server_that_takes_the_call_and_says_nothing_is_given_up_soon() {
        let mute = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = mute.local_addr().unwrap().port();
        for url in ["smtp://127.0.0.1:PORT", "smtps://127.0.0.1:PORT", "smtp://127.0.0.1:PORT?tls=required"] {
            let url = SmtpUrl::parse(&url.replace("PORT", &port.to_string())).unwrap();
            let failed = crate::Transport::Smtp(url).send(&mail("bob@b.example")).unwrap_err();
            assert!(failed.is_unreached() && !failed.is_permanent(), "{failed:?}");
            assert!(failed.to_string().contains("the server does not answer"), "{failed}");
        }
    }

    #[test]
    fn a_bad_address_of_a_server_says_what_to_write() {
        for (url, why) in [
            ("mail.example:25", "write smtp://host:port"),
            ("http://mail.example", "write smtp:// or smtps://"),
            ("smtp://", "the host is missing; write smtp://host:port"),
            ("smtp://mail.example:x", "the port is no number"),
            ("smtp://u:%zz@localhost", "write %25 for a % in user or password"),
            ("smtp://h?tls=maybe", "tls is required or left away"),
            ("smtp://h?then=seen", "then= is not known"),
            ("smtp://h/INBOX", "nothing stands after the host"),
            ("smtp://u@localhost", "the password is missing; write user:password@host"),
            (
                "smtp://u:secret@mail.example:587",
                "a password in plain would be read on the way; write smtps://",
            ),
        ] {
            let error = SmtpUrl::parse(url).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
        let local = SmtpUrl::parse("smtp://u:p%40ss@localhost:2525").unwrap();
        assert_eq!(
            format!("{local} {local:?}"),
            "smtp://u:...@localhost:2525 SmtpUrl(smtp://u:...@localhost:2525)"
        );
        let started = SmtpUrl::parse("smtp://mail.example?tls=required").unwrap();
        assert_eq!((started.port, SmtpUrl::parse("smtps://mail.example").unwrap().port), (587, 465));
    }
}
