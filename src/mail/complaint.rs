//! What was wrong with a block, told and never swallowed.

use std::fmt;

/// One broken block or stray line. The rest of the mail is used all the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Complaint {
    /// Where: `text`, `html`, `attachment x.tess`, with `, part N` counted over the whole mail.
    pub place: String,
    /// Which block of that place, from 1.
    pub block: usize,
    /// Why it was not used.
    pub why: Why,
}

/// What is wrong with a block.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A beginning, and the end of the text or another beginning before an end.
    NoEnd,
    /// An end without a beginning.
    NoBegin,
    /// Nothing between the markers.
    Nothing,
    /// A character that is not base64, in line `line` (from 1) after the marker.
    Letter {
        /// Line after the BEGIN marker, from 1.
        line: usize,
        /// The character.
        found: char,
    },
    /// A number of base64 characters that no writer makes: some were lost.
    Length,
    /// The base64 is not canonical (RFC 4648 3.5): the last characters were changed.
    Padding,
    /// What is decoded does not end with LF: the last line was cut.
    CutLine,
    /// A line of an attachment that is no archive line.
    NotALine {
        /// Line of the attachment, from 1.
        line: usize,
    },
    /// A part whose transfer encoding is broken.
    Encoding,
    /// A mail inside this mail that could not be read.
    Inner,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEnd => f.write_str("the END TESSERA line is missing"),
            Self::NoBegin => f.write_str("the BEGIN TESSERA line is missing"),
            Self::Nothing => f.write_str("nothing stands between BEGIN and END"),
            Self::Letter { line, found } => write!(
                f,
                "line {line} holds {}, which is not base64",
                found.escape_default()
            ),
            Self::Length => f.write_str("characters are missing"),
            Self::Padding => f.write_str("the last characters were changed"),
            Self::CutLine => f.write_str("the last line was cut"),
            Self::NotALine { line } => write!(f, "line {line} is not an archive line"),
            Self::Encoding => f.write_str("its transfer encoding is broken"),
            Self::Inner => f.write_str("the mail in it cannot be read"),
        }
    }
}

impl fmt::Display for Complaint {
    /// Two lines of at most 78 columns: what, then what to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place: String = self
            .place
            .chars()
            .map(|c| {
                if c == ' ' || c.is_ascii_graphic() {
                    c
                } else {
                    '?'
                }
            })
            .take(30)
            .collect();
        writeln!(f, "block {} ({place}): {}", self.block, self.why)?;
        f.write_str("  help: send the .tess file again as an attachment")
    }
}
