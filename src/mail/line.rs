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

/// So long a read waits at a time; what it waits in all is counted in these.
const TICK: Duration = Duration::from_secs(1);

/// Ticks, and reads that brought a few bytes only, in the answer to one command: who sends a byte now and
/// then is as good as silent.
const MOST_TICKS: u32 = if cfg!(test) { 10 } else { 1000 };

/// Fewer bytes than these are few.
const FEW: usize = 256;

/// Bytes in the answer to one command: more than any mail that is read, and than the numbers of a million.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// A wire, in plain or not.
#[derive(Debug)]
pub(super) enum Wire {
    Plain(TcpStream),
    Tls(Box<Tls>),
}

/// A wire on which no answer takes for ever or fills the memory, whatever the server sends.
#[derive(Debug)]
pub(super) struct Line {
    wire: Wire,
    /// Bytes since something was said.
    bytes: usize,
    /// Ticks since then.
    ticks: u32,
    /// Is mail waited for, which may take long?
    waits: bool,
}

impl Line {
    /// A line over a wire that has been dialled.
    pub(super) fn new(wire: Wire) -> io::Result<Line> {
        let line = Line { wire, bytes: 0, ticks: 0, waits: false };
        line.tcp().set_read_timeout(Some(TICK))?;
        Ok(line)
    }

    fn tcp(&self) -> &TcpStream {
        match &self.wire {
            Wire::Plain(tcp) => tcp,
            Wire::Tls(tls) => &tls.sock,
        }
    }

    fn hear(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.wire {
            Wire::Plain(tcp) => tcp.read(buffer),
            Wire::Tls(tls) => tls.read(buffer),
        }
    }

    /// Counts what has come.
    fn count(&mut self, came: usize) -> io::Result<usize> {
        self.bytes += came;
        self.ticks += u32::from(came < FEW);
        if self.bytes > MOST_BYTES {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the server sends more than was asked for",
            ));
        }
        Ok(came)
    }
}

impl Read for Line {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.waits {
            let came = self.hear(buffer)?;
            return self.count(came);
        }
        for _ in 0..PATIENCE.as_secs() {
            if self.ticks > MOST_TICKS {
                break;
            }
            match self.hear(buffer) {
                Err(error) if is_silence(&error) => self.ticks += 1,
                Ok(came) => return self.count(came),
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::TimedOut.into())
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.bytes, self.ticks) = (0, 0);
        match &mut self.wire {
            Wire::Plain(tcp) => tcp.write(bytes),
            Wire::Tls(tls) => tls.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.wire {
            Wire::Plain(tcp) => tcp.flush(),
            Wire::Tls(tls) => tls.flush(),
        }
    }
}

impl imap::extensions::idle::SetReadTimeout for Line {
    /// The crate takes the limit away after each wait for mail; here it goes back to what it was.
    fn set_read_timeout(&mut self, limit: Option<Duration>) -> imap::Result<()> {
        self.waits = limit.is_some();
        Ok(self.tcp().set_read_timeout(Some(limit.unwrap_or(TICK)))?)
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

    /// A server that greets, and answers the first command with whatever it is told, again and again.
    fn hostile(greeting: &'static [u8], again: &'static [u8], pause: Duration) -> u16 {
        let (listener, port) = mute();
        std::thread::spawn(move || {
            for mut caller in listener.incoming().flatten() {
                std::thread::spawn(move || {
                    let _ = caller.write_all(greeting);
                    let mut heard = [0; 1024];
                    let _ = caller.read(&mut heard);
                    while caller.write_all(again).is_ok() {
                        std::thread::sleep(pause);
                    }
                });
            }
        });
        port
    }

    #[test]
    #[allow(clippy::disallowed_methods, reason = "who tests a limit of time needs a watch")]
    fn a_server_that_says_too_much_or_hardly_anything_is_given_up() {
        const MANY: &[u8] = &[b'x'; 64 * 1024];
        let none = Duration::ZERO;
        for (name, greeting, again, pause) in [
            ("a line without an end", b"* OK hello\r\n".as_slice(), MANY, none),
            ("lines without an end", b"* OK hello\r\n", b"* 17 EXISTS\r\n".as_slice(), none),
            ("a greeting without an end", b"* OK ", MANY, none),
            ("a literal larger than the world", b"* OK hello\r\n", b"* X {4294967295}\r\n", none),
            ("a literal of lies", b"* OK hello\r\n* 1 FETCH (BODY[] {18446744073709551615}\r\n", MANY, none),
            ("a byte now and then", b"* OK hello\r\n", b"x", Duration::from_millis(200)),
        ] {
            let url = format!("imap://u:p@127.0.0.1:{}", hostile(greeting, again, pause));
            let begun = Instant::now();
            let failed = ImapBox::new(ImapUrl::parse(&url).unwrap()).fetch(1).unwrap_err().to_string();
            assert!(begun.elapsed() < Duration::from_secs(60), "{name}: {:?}", begun.elapsed());
            assert!(failed.len() < 2000, "{name}: a fault of {} bytes", failed.len());
        }
    }
}
