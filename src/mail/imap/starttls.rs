//! Asking a server for TLS on a wire in plain (RFC 9051 6.2.1).

use std::io::{Error, ErrorKind, Read as _, Result, Write as _};
use std::net::TcpStream;

/// Longest line of a server that is read.
const LONGEST: usize = 8192;

/// Lines that a server may say before it answers.
const MOST: usize = 100;

/// Says `STARTTLS`; when this returns the server waits for the first words of TLS. Read byte by byte, so
/// that nothing that was slipped in after the answer is taken for something said under TLS.
pub(super) fn ask(wire: &mut TcpStream) -> Result<()> {
    let greeting = line(wire)?;
    if !greeting.starts_with("* OK") {
        return Err(said(&greeting));
    }
    wire.write_all(b"t1 STARTTLS\r\n")?;
    for _ in 0..MOST {
        let answer = line(wire)?;
        if answer.starts_with("t1 OK") {
            return Ok(());
        }
        if !answer.starts_with("* ") {
            return Err(said(&answer));
        }
    }
    Err(said("more than was asked"))
}

fn line(wire: &mut TcpStream) -> Result<String> {
    let (mut found, mut byte) = (Vec::new(), [0]);
    while !found.ends_with(b"\n") {
        wire.read_exact(&mut byte)?;
        found.push(byte[0]);
        if found.len() > LONGEST {
            return Err(said("a line without end"));
        }
    }
    Ok(String::from_utf8_lossy(&found).trim_end().to_owned())
}

fn said(answer: &str) -> Error {
    Error::new(ErrorKind::InvalidData, format!("the server does not begin TLS, it says: {answer}"))
}
