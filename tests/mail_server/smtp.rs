//! An SMTP server in this process: who takes the mails is the caller's; a thread for each connection.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};

use mailin::{Action, Handler, Session, SessionBuilder};

/// Serves connections until the process ends.
pub fn serve<H: Handler + Clone + Send + 'static>(listener: TcpListener, name: &str, handler: H) {
    let builder = SessionBuilder::new(name);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let Ok(peer) = stream.peer_addr() else { continue };
            let session = builder.build(peer.ip(), handler.clone());
            // A client that hangs up in the middle has said all that it wanted.
            std::thread::spawn(move || drop(talk(stream, session)));
        }
    });
}

fn talk<H: Handler>(stream: TcpStream, mut session: Session<H>) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut stream = stream;
    let mut line = Vec::new();
    let mut said = session.greeting();
    loop {
        if !matches!(said.action, Action::NoReply) {
            said.write_to(&mut stream)?;
            stream.flush()?;
        }
        line.clear();
        if matches!(said.action, Action::Close) || lines.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        said = session.process(&line);
    }
}
