//! What goes to the terminal, and whether in colours.

use std::io::{ErrorKind, IsTerminal, Write};

use super::{Code, Failure};
use tess_diagnostic::{tame, tame_json, tame_line};

/// Writes to standard output, made safe to be shown. A reader that has gone away (`tess log | head`) is no
/// failure.
pub fn out(text: &str) -> Result<(), Failure> {
    write(tame(text).as_bytes())
}

/// Writes JSON to standard output; see [`out`]. Nothing of it is lost.
pub fn json(text: &str) -> Result<(), Failure> {
    write(tame_json(text).as_bytes())
}

/// Writes what has to stay byte by byte, such as a mail or an event as it was signed, to standard output;
/// see [`out`]. A terminal gets it made safe.
pub fn exact(bytes: &[u8]) -> Result<(), Failure> {
    if std::io::stdout().is_terminal() {
        return out(&String::from_utf8_lossy(bytes));
    }
    write(bytes)
}

fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(Failure::quiet(Code::Fine)),
        Err(error) => Err(Failure::new(format!("cannot write: {error}"), "see where the output goes")),
    }
}

/// Writes to standard error, made safe to be shown; where even that fails there is nobody to tell.
pub fn err(text: &str) {
    drawn(&tame(text));
}

/// Writes to standard error what was made safe before it was coloured.
pub fn drawn(text: &str) {
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// Writes over the line on standard error.
pub fn over(line: &str) {
    drawn(&format!("\r{:<78}", tame_line(line)));
}

/// Colours on standard error: a terminal, and neither `NO_COLOR` (no-color.org) nor a dumb one.
pub fn colours_on_stderr() -> bool {
    wanted() && std::io::stderr().is_terminal()
}

/// How many characters across there are, when more than in a mail: as `COLUMNS` says, or else the terminal.
pub fn columns() -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    let found = said.or_else(|| terminal().filter(|_| std::io::stdout().is_terminal()));
    found.filter(|&columns| columns > tess_diagnostic::WIDTH)
}

/// A terminal that can write a line over.
pub fn can_rewrite() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}

fn wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
        && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
}
