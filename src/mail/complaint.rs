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

/// Complaints about one mail that are told in full.
pub const MAX_TOLD: usize = 20;

/// Cuts a flood of complaints to `MAX_TOLD` and one that counts the rest.
#[must_use]
pub fn told(mut all: Vec<Complaint>) -> Vec<Complaint> {
    if all.len() > MAX_TOLD {
        let count = all.len() - MAX_TOLD;
        all.truncate(MAX_TOLD);
        all.push(Complaint { place: "the rest".to_owned(), block: MAX_TOLD + 1, why: Why::More { count } });
    }
    all
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
    /// So many complaints more were left out.
    More {
        /// How many.
        count: usize,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEnd => f.write_str("the END TESSERA line is missing"),
            Self::NoBegin => f.write_str("the BEGIN TESSERA line is missing"),
            Self::Nothing => f.write_str("nothing stands between BEGIN and END"),
            Self::Letter { line, found } => {
                write!(f, "line {line} holds {}, which is not base64", found.escape_default())
            }
            Self::Length => f.write_str("characters are missing"),
            Self::Padding => f.write_str("the last characters were changed"),
            Self::CutLine => f.write_str("the last line was cut"),
            Self::NotALine { line } => write!(f, "line {line} is not an archive line"),
            Self::Encoding => f.write_str("its transfer encoding is broken"),
            Self::Inner => f.write_str("the mail in it cannot be read"),
            Self::More { count } => write!(f, "{count} complaints more"),
        }
    }
}

impl fmt::Display for Complaint {
    /// Two lines of at most 78 columns: what, then what to do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (block, why) = (self.block, self.why.to_string());
        let used = format!("block {block} (): {why}").chars().count();
        let room = tess_diagnostic::WIDTH.saturating_sub(used).min(30);
        let plain = self.place.chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' });
        let place: String = plain.take(room).collect();
        writeln!(f, "block {block} ({place}): {why}")?;
        f.write_str("  help: send the .tess file again as an attachment")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_complaint_fits_a_mail_and_says_what_to_do() {
        let complaint = Complaint {
            place: "attachment \u{1b}[31m a very long name indeed.tess".into(),
            block: 2,
            why: Why::Letter { line: 7, found: '\u{e9}' },
        };
        insta::assert_snapshot!(complaint, @r"
        block 2 (attachment ?[31m a very lo): line 7 holds \u{e9}, which is not base64
          help: send the .tess file again as an attachment
        ");
    }

    #[test]
    fn the_longest_complaint_fits_too() {
        let why = Why::Letter { line: 100_000, found: char::REPLACEMENT_CHARACTER };
        let text =
            Complaint { place: "attachment 5fa2c0ff.tess, part 49".into(), block: 100, why }.to_string();
        assert!(text.lines().all(|l| l.len() <= 78), "{text}");
        assert!(text.starts_with("block 100 (attachment"), "{text}");
    }

    #[test]
    fn a_flood_of_complaints_is_counted() {
        let one = Complaint { place: "text".into(), block: 1, why: Why::NoBegin };
        assert_eq!(told(vec![one.clone(); 20]).len(), 20);
        let many = told(vec![one; 1000]);
        assert_eq!(many.len(), 21);
        assert_eq!(many[20].why, Why::More { count: 980 });
    }
}
