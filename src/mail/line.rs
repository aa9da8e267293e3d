//! A wire to a server on which nothing waits for ever.

use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use super::tls::Tls;

/// Longest wait for a server: to be reached, to take what is written, to answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 60 });

/// The first of a host's addresses that can be reached.
pub(super) fn dial(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "no address of this name");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => {
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_write_timeout(Some(PATIENCE))?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// What happened to a wire.
pub(super) fn in_words(error: &io::Error) -> String {
    if is_silence(error) { "the server does not answer".to_owned() } else { error.to_string() }
}

/// Has the server kept silent for too long?
pub(super) fn is_silence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// A wire, in plain or not.
#[derive(Debug)]
pub(super) enum Line {
    Plain(TcpStream),
    Tls(Box<Tls>),
}

impl Line {
    fn tcp(&self) -> &TcpStream {
        match self {
            Line::Plain(tcp) => tcp,
            Line::Tls(tls) => &tls.sock,
        }
    }
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Line::Plain(tcp) => tcp.read(buffer),
            Line::Tls(tls) => tls.read(buffer),
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Line::Plain(tcp) => tcp.write(bytes),
            Line::Tls(tls) => tls.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Line::Plain(tcp) => tcp.flush(),
            Line::Tls(tls) => tls.flush(),
        }
    }
}

impl imap::extensions::idle::SetReadTimeout for Line {
    /// The crate takes the limit away after each wait for mail; here it goes back to what it was.
    fn set_read_timeout(&mut self, limit: Option<Duration>) -> imap::Result<()> {
        Ok(self.tcp().set_read_timeout(Some(limit.unwrap_or(PATIENCE)))?)
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::time::Instant;

    use super::*;
    use crate::imap::{ImapBox, ImapUrl};
    use crate::smtp::SmtpUrl;
    use crate::{Inbox as _, Transport};

    /// A server that takes calls and never says a word.
    fn mute() -> (TcpListener, u16) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, port)
    }

    #[test]
    #[allow(clippy::disallowed_methods, reason = "who tests a limit of time needs a watch")]
    fn a_server_that_says_nothing_is_given_up_in_time() {
        let (_held, port) = mute();
        let mail = b"From: a@b.example\r\nTo: c@d.example\r\nMessage-ID: <a.1.r.k@b.example>\r\n\r\nx\r\n";
        let begun = Instant::now();
        for url in ["smtp://127.0.0.1:PORT", "smtps://127.0.0.1:PORT", "smtp://127.0.0.1:PORT?tls=required"] {
            let url = SmtpUrl::parse(&url.replace("PORT", &port.to_string())).unwrap();
            let failed = Transport::Smtp(url).send(mail).unwrap_err();
            assert!(!failed.is_permanent(), "{failed}");
        }
        for url in [
            "imap://u:p@127.0.0.1:PORT",
            "imaps://u:p@127.0.0.1:PORT",
            "imap://u:p@127.0.0.1:PORT?tls=required",
        ] {
            let url = ImapUrl::parse(&url.replace("PORT", &port.to_string())).unwrap();
            let failed = ImapBox::new(url).fetch(1).unwrap_err().to_string();
            assert!(failed.contains("does not answer"), "{failed}");
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "it took {:?}", begun.elapsed());
    }
}
