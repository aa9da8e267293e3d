//! Sending through a mail server with lettre.

use std::fmt;
use std::time::Duration;

use lettre::transport::smtp::authentication::Credentials;
use lettre::{SmtpTransport, Transport as _, address::Envelope};

use super::error::MailError;
use super::route::Route;

/// Longest wait for a server, in seconds.
const PATIENCE: u64 = 60;

/// Address of a server: `smtp://[user:password@]host[:port]` in plain (port 25), `smtps://...` with
/// TLS (port 465), `smtp://...?tls=required` with STARTTLS (port 587). User and password are percent
/// encoded (RFC 3986 2.1).
///
/// A password is sent in plain to this machine only. TLS needs a program built with the cargo
/// feature `tls`. The password is never shown, not even in debug output.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUrl {
    host: String,
    port: u16,
    login: Option<(String, String)>,
    lock: Lock,
    shown: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lock {
    Plain,
    /// TLS from the first byte (RFC 8314).
    Wrapped,
    /// STARTTLS, or nothing is sent (RFC 3207).
    Started,
}

impl SmtpUrl {
    /// Checks an address of a server.
    ///
    /// # Errors
    /// `MailError::SmtpUrl`, saying what to write.
    pub fn parse(url: &str) -> Result<Self, MailError> {
        let url = url.trim();
        let shown = without_password(url);
        let refuse = |why: &str| MailError::SmtpUrl { url: shown.clone(), why: why.to_owned() };
        let Some((scheme, rest)) = url.split_once("://") else {
            return Err(refuse("write smtp://host:port"));
        };
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        let lock = match (scheme, query) {
            ("smtp", "") => Lock::Plain,
            ("smtp", "tls=required") => Lock::Started,
            ("smtps", "") => Lock::Wrapped,
            ("smtp" | "smtps", _) => return Err(refuse("after ? only tls=required is known")),
            _ => return Err(refuse("write smtp:// or smtps://")),
        };
        if lock != Lock::Plain && cfg!(not(feature = "tls")) {
            return Err(refuse(
                "this program was built without TLS; build it with --features tls, \
                 or send through a server on this machine",
            ));
        }
        let authority = rest.trim_end_matches('/');
        let (login, place) = match authority.rsplit_once('@') {
            Some((login, place)) => (Some(login), place),
            None => (None, authority),
        };
        let (host, port) = split_port(place).ok_or_else(|| refuse("the port is no number"))?;
        let host_is_plain =
            host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':'));
        if host.is_empty() || !host_is_plain {
            return Err(refuse("the host is missing; write smtp://host:port"));
        }
        let login = match login {
            None => None,
            Some(login) => {
                let (user, password) = login
                    .split_once(':')
                    .ok_or_else(|| refuse("the password is missing; write user:password@host"))?;
                let (Some(user), Some(password)) = (decode(user), decode(password)) else {
                    return Err(refuse("write %25 for a % in user or password"));
                };
                if lock == Lock::Plain && !is_this_machine(&host) {
                    return Err(refuse("a password in plain would be read on the way; write smtps://"));
                }
                Some((user, password))
            }
        };
        let usual = match lock {
            Lock::Plain => 25,
            Lock::Wrapped => 465,
            Lock::Started => 587,
        };
        Ok(Self { host, port: port.unwrap_or(usual), login, lock, shown })
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
            why: format!("{}: {}", self.shown, chain(&e)),
        };
        let transport = self.transport().map_err(failed)?;
        // lettre puts a line end before the final dot whether there is one or not
        let bytes = bytes.strip_suffix(b"\r\n").unwrap_or(bytes);
        transport.send_raw(&envelope, bytes).map_err(failed)?;
        Ok(())
    }

    fn transport(&self) -> Result<SmtpTransport, lettre::transport::smtp::Error> {
        let mut builder = SmtpTransport::builder_dangerous(&self.host)
            .port(self.port)
            .timeout(Some(Duration::from_secs(PATIENCE)));
        if let Some((user, password)) = &self.login {
            builder = builder.credentials(Credentials::new(user.clone(), password.clone()));
        }
        #[cfg(feature = "tls")]
        {
            use lettre::transport::smtp::client::{Tls, TlsParameters};
            builder = match self.lock {
                Lock::Plain => builder,
                Lock::Wrapped => builder.tls(Tls::Wrapper(TlsParameters::new(self.host.clone())?)),
                Lock::Started => builder.tls(Tls::Required(TlsParameters::new(self.host.clone())?)),
            };
        }
        Ok(builder.build())
    }
}

/// `host`, `host:port` or `[v6]:port`.
pub(super) fn split_port(place: &str) -> Option<(String, Option<u16>)> {
    if let Some(rest) = place.strip_prefix('[') {
        let (host, rest) = rest.split_once(']')?;
        let port = match rest.strip_prefix(':') {
            Some(port) => Some(port.parse().ok()?),
            None => None,
        };
        return Some((host.to_owned(), port));
    }
    match place.split_once(':') {
        Some((host, port)) => Some((host.to_owned(), Some(port.parse().ok()?))),
        None => Some((place.to_owned(), None)),
    }
}

/// Undoes percent encoding; `None` when it is broken.
pub(super) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&b, more)) = rest.split_first() {
        if b == b'%' {
            let code = more.get(..2)?;
            bytes.extend(data_encoding::HEXLOWER_PERMISSIVE.decode(code).ok()?);
            rest = &more[2..];
        } else {
            bytes.push(b);
            rest = more;
        }
    }
    String::from_utf8(bytes).ok()
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

/// The address with `...` for what stands between the user's colon and the last `@`.
pub(super) fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return if url.contains('@') { "...".into() } else { url.to_owned() };
    };
    match rest.rsplit_once('@') {
        Some((login, host)) => {
            let user = login.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}:...@{host}")
        }
        None => url.to_owned(),
    }
}

pub(super) fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
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
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mailin_embedded::{Handler, Response, Server, SslConfig, response};
    use std::io;
    use std::net::TcpListener;
    use std::sync::mpsc::{Receiver, Sender, channel};

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
        let mut server = Server::new(Sink { to, now: Default::default() });
        server.with_ssl(SslConfig::None).unwrap();
        server.with_tcp_listener(listener);
        std::thread::spawn(move || drop(server.serve()));
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
        crate::mail::Transport::Smtp(url).send(&bytes).unwrap();
        let (from, to, got) = received.recv_timeout(Duration::from_secs(20)).unwrap();
        assert_eq!(from, "game+b.a.r@h.example");
        assert_eq!(to, ["bob@b.example"]);
        assert_eq!(String::from_utf8_lossy(&got), String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn a_refusal_is_for_good_and_silence_is_not() {
        let (url, _received) = sink();
        let refused = crate::mail::Transport::Smtp(url).send(&mail("gone@b.example"));
        assert!(refused.as_ref().is_err_and(MailError::is_permanent), "{refused:?}");
        let port = {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            listener.local_addr().unwrap().port()
        };
        let nobody = SmtpUrl::parse(&format!("smtp://127.0.0.1:{port}")).unwrap();
        let failed = crate::mail::Transport::Smtp(nobody).send(&mail("bob@b.example"));
        assert!(failed.as_ref().is_err_and(|e| !e.is_permanent()), "{failed:?}");
    }

    #[test]
    fn a_bad_address_of_a_server_says_what_to_write() {
        for (url, why) in [
            ("mail.example:25", "write smtp://host:port"),
            ("http://mail.example", "write smtp:// or smtps://"),
            ("smtp://", "the host is missing; write smtp://host:port"),
            ("smtp://mail.example:x", "the port is no number"),
            ("smtp://u:%zz@localhost", "write %25 for a % in user or password"),
            ("smtp://h?tls=maybe", "after ? only tls=required is known"),
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
        assert_eq!(SmtpUrl::parse("smtps://mail.example").is_ok(), cfg!(feature = "tls"));
    }
}
