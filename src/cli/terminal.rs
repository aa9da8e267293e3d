//! What goes to the terminal, and whether in colours.

use std::io::{ErrorKind, IsTerminal, Write};

use super::{Code, Failure};

/// Writes to standard output. A reader that has gone away (`tess log | head`) is no failure.
pub fn out(text: &str) -> Result<(), Failure> {
    out_bytes(text.as_bytes())
}

/// Writes bytes that may be no text to standard output; see [`out`].
pub fn out_bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::quiet(Code::Fine)),
        Err(error) => Err(Failure::new(format!("cannot write: {error}"), "see where the output goes")),
    }
}

/// Writes to standard error; where even that fails there is nobody to tell.
pub fn err(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Colours on standard error: a terminal, and neither `NO_COLOR` (no-color.org) nor a dumb one.
pub fn colours_on_stderr() -> bool {
    wanted() && std::io::stderr().is_terminal()
}

/// A terminal that can write a line over.
pub fn can_rewrite() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

fn wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
        && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}
