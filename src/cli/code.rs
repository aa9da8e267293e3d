//! Exit codes, as docs/cli.md lists them.

use std::process::ExitCode;

/// How a command ended. Wrong usage (2) is clap's to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Code {
    /// Done.
    Fine,
    /// It cannot be done, or does not hold.
    Bad,
    /// No mail was for a battle here (`EX_DATAERR` of sysexits).
    NoBattle,
    /// Try again later (`EX_TEMPFAIL`).
    Later,
}

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(match code {
            Code::Fine => 0,
            Code::Bad => 1,
            Code::NoBattle => 65,
            Code::Later => 75,
        })
    }
}
