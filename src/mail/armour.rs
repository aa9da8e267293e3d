//! Archive lines as an armoured block, and back from whatever mail made of it.
//!
//! protocol.md section 7: base64 of whole archive lines, each ended by LF, in lines of 64 columns
//! between two markers. A reader never anchors to line starts and judges only decoded bytes.

use std::collections::BTreeSet;

use data_encoding::BASE64_NOPAD;

use super::ArchiveLine;
use super::complaint::{Complaint, Why};

/// First line of a block.
pub const BEGIN: &str = "-----BEGIN TESSERA-----";
/// Last line of a block.
pub const END: &str = "-----END TESSERA-----";
/// Columns of base64 a line.
pub const COLUMNS: usize = 64;

/// What was found in one text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Harvest {
    /// The good blocks in order, each the lines it holds.
    pub blocks: Vec<Vec<ArchiveLine>>,
    /// The broken ones; `place` is left empty for the caller to fill in.
    pub complaints: Vec<Complaint>,
}

impl Harvest {
    /// All lines, each once, in order of first appearance.
    #[must_use]
    pub fn lines(&self) -> Vec<ArchiveLine> {
        let mut seen = BTreeSet::new();
        self.blocks.iter().flatten().filter(|line| seen.insert(line.as_slice())).cloned().collect()
    }
}

/// Lines joined as an archive has them: each ended by one LF.
#[must_use]
pub fn archive(lines: &[ArchiveLine]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for line in lines {
        bytes.extend_from_slice(line);
        bytes.push(b'\n');
    }
    bytes
}

/// The armoured block of these lines, LF at the end of each of its lines. A line must not hold LF.
#[must_use]
pub fn wrap(lines: &[ArchiveLine]) -> String {
    let code = data_encoding::BASE64.encode(&archive(lines));
    let mut text = format!("{BEGIN}\n");
    let mut rest = code.as_str();
    while !rest.is_empty() {
        let (row, more) = rest.split_at(rest.len().min(COLUMNS));
        text.push_str(row);
        text.push('\n');
        rest = more;
    }
    text.push_str(END);
    text.push('\n');
    text
}

/// Every block in `text`, also quoted, indented, joined or wrapped ones.
#[must_use]
pub fn collect(text: &str) -> Harvest {
    let mut harvest = Harvest::default();
    let mut number = 0;
    for piece in pieces(text) {
        let outcome = match piece {
            Piece::Outside(_) => continue,
            Piece::Block(inner) => decode(inner),
            Piece::NoEnd(_) => Err(Why::NoEnd),
            Piece::NoBegin => Err(Why::NoBegin),
        };
        number += 1;
        match outcome {
            Ok(lines) => harvest.blocks.push(lines),
            Err(why) => harvest.complaints.push(Complaint { place: String::new(), block: number, why }),
        }
    }
    harvest
}

/// The text without any block: what a person wrote or may read. Of a block without an end the
/// marker and the rows of base64 after it are left out.
#[must_use]
pub fn outside(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Outside(text) => out.push_str(text),
            Piece::NoEnd(inner) => {
                let rows = inner.split_inclusive('\n').skip_while(|row| is_row(row)).collect::<String>();
                out.push_str(&rows);
            }
            Piece::Block(_) | Piece::NoBegin => {}
        }
    }
    out
}

/// A raw archive as an attachment carries it: lines ended by LF or CRLF, the last end may be
/// missing, as every transport adds or drops one. Footers that scanners append are complained of.
#[must_use]
pub fn split_archive(bytes: &[u8]) -> Harvest {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut harvest = Harvest::default();
    let mut lines = Vec::new();
    for (at, line) in bytes.split(|&b| b == b'\n').enumerate() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        if looks_like_a_line(line) {
            lines.push(line.to_vec());
        } else {
            harvest.complaints.push(Complaint {
                place: String::new(),
                block: 1,
                why: Why::NotALine { line: at + 1 },
            });
        }
    }
    if !lines.is_empty() {
        harvest.blocks.push(lines);
    }
    harvest
}

/// An archive line is one JSON object (protocol.md section 2); more is for the ledger to judge.
fn looks_like_a_line(line: &[u8]) -> bool {
    line.first() == Some(&b'{') && line.last() == Some(&b'}')
}

enum Piece<'a> {
    Outside(&'a str),
    Block(&'a str),
    NoEnd(&'a str),
    NoBegin,
}

/// Cuts the text at its markers.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut open: Option<usize> = None;
    let mut done = 0;
    for marker in markers(text) {
        match (open, marker.begins) {
            (None, true) => {
                pieces.push(Piece::Outside(&text[done..marker.from]));
                open = Some(marker.to);
            }
            (Some(start), true) => {
                pieces.push(Piece::NoEnd(&text[start..marker.from]));
                open = Some(marker.to);
            }
            (Some(start), false) => {
                pieces.push(Piece::Block(&text[start..marker.from]));
                open = None;
            }
            (None, false) => {
                pieces.push(Piece::Outside(&text[done..marker.from]));
                pieces.push(Piece::NoBegin);
            }
        }
        done = marker.to;
    }
    match open {
        Some(start) => pieces.push(Piece::NoEnd(&text[start..])),
        None => pieces.push(Piece::Outside(&text[done..])),
    }
    pieces
}

struct Marker {
    begins: bool,
    from: usize,
    to: usize,
}

/// Finds `dashes BEGIN gap TESSERA dashes`. Phones turn two hyphens into a dash and rich text puts
/// NBSP for a blank, so any dashes, two at least, and any white space will do; five are taken at
/// most, because two markers may have been joined.
fn markers(text: &str) -> Vec<Marker> {
    let mut found = Vec::new();
    let mut floor = 0;
    for (at, _) in text.match_indices("TESSERA") {
        let before = &text[floor..at];
        let trimmed = before.trim_end_matches(is_gap);
        if trimmed.len() == before.len() {
            continue;
        }
        let (head, begins) = if let Some(head) = trimmed.strip_suffix("BEGIN") {
            (head, true)
        } else if let Some(head) = trimmed.strip_suffix("END") {
            (head, false)
        } else {
            continue;
        };
        let head = head.trim_end_matches(is_blank);
        let opening: String = head.chars().rev().take_while(|&c| is_dash(c)).take(5).collect();
        let after_word = at + "TESSERA".len();
        let tail = text[after_word..].trim_start_matches(is_blank);
        let closing: String = tail.chars().take_while(|&c| is_dash(c)).take(5).collect();
        if opening.chars().count() < 2 || closing.chars().count() < 2 {
            continue;
        }
        let to = text.len() - tail.len() + closing.len();
        found.push(Marker { begins, from: floor + head.len() - opening.len(), to });
        floor = to;
    }
    found
}

fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// White space of any kind, also the kinds without width.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// White space or a quotation mark of mail: what may fall into the middle of anything.
fn is_gap(c: char) -> bool {
    is_blank(c) || c == '>' || c == '|'
}

fn is_row(row: &str) -> bool {
    row.chars().all(|c| is_gap(c) || c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='))
        && !row.trim().contains(' ')
}

/// `AB> text`: some programs put initials before the quotation mark. Base64 never has so few
/// characters before one, since a row that was joined to the next is whole groups of four.
fn without_initials(row: &str) -> &str {
    let start = row.trim_start_matches(is_gap);
    let letters = start.bytes().take_while(u8::is_ascii_alphabetic).count();
    if (1..=3).contains(&letters) && start[letters..].starts_with('>') { &start[letters..] } else { row }
}

fn decode(inner: &str) -> Result<Vec<ArchiveLine>, Why> {
    let mut code = Vec::with_capacity(inner.len());
    let mut padding = 0;
    for (at, row) in inner.split('\n').enumerate() {
        for c in without_initials(row).chars() {
            let letter = Why::Letter { line: at.max(1), found: c };
            match c {
                _ if is_gap(c) => {}
                '=' => padding += 1,
                'A'..='Z' | 'a'..='z' | '0'..='9' | '+' | '/' if padding == 0 => {
                    code.push(c as u8);
                }
                _ => return Err(letter),
            }
        }
    }
    if code.is_empty() {
        return Err(Why::Nothing);
    }
    // the padding tells how many characters the writer had: a wrong sum means a loss
    if padding > 2 || code.len() % 4 == 1 || (padding > 0 && (code.len() + padding) % 4 != 0) {
        return Err(Why::Length);
    }
    let bytes = BASE64_NOPAD.decode(&code).map_err(|_| Why::Padding)?;
    let Some(body) = bytes.strip_suffix(b"\n") else {
        return Err(Why::CutLine);
    };
    let lines: Vec<ArchiveLine> =
        body.split(|&b| b == b'\n').filter(|line| !line.is_empty()).map(<[u8]>::to_vec).collect();
    if lines.is_empty() {
        return Err(Why::Nothing);
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines() -> Vec<ArchiveLine> {
        vec![
            br#"{"event":{"v":1,"seq":7,"kind":"orders","body":{"sheet":"move HA-1 2213 2214"}},"sig":"AAAA"}"#.to_vec(),
            br#"{"event":{"v":1,"seq":8,"kind":"reveal"},"sig":"BBBB"}"#.to_vec(),
        ]
    }

    fn whys(text: &str) -> Vec<(usize, Why)> {
        collect(text).complaints.into_iter().map(|c| (c.block, c.why)).collect()
    }

    #[test]
    fn a_block_is_64_columns_wide_and_comes_back() {
        let block = wrap(&lines());
        insta::assert_snapshot!(block);
        assert!(block.lines().all(|l| l.len() <= COLUMNS));
        assert_eq!(collect(&block).lines(), lines());
    }

    #[test]
    fn what_mail_does_to_a_block_does_no_harm() {
        let block = wrap(&lines());
        let quoted: String = block.lines().map(|l| format!("> > {l}\n")).collect();
        let initials: String = block.lines().map(|l| format!("PS> {l}\n")).collect();
        let joined = block.replace('\n', " ");
        let glued = block.replace('\n', "");
        for (name, text) in [
            ("crlf", block.replace('\n', "\r\n")),
            ("quoted", quoted.clone()),
            ("initials", initials),
            ("reflowed quote", quoted.replace('\n', " ")),
            ("joined", joined.clone()),
            ("glued", glued.clone()),
            ("not at line start", format!("see here: {glued} and so on")),
            ("indented", block.replace('\n', "\n   ")),
            ("nbsp", block.replace('\n', "\u{a0}\n").replace(' ', "\u{a0}")),
            ("zero width", block.replace('A', "A\u{200b}")),
            ("blank lines", block.replace('\n', "\n\n")),
            ("phone dashes", block.replace("--", "\u{2014}")),
            ("rewrapped", {
                let code: String = joined.chars().filter(|c| *c != ' ').collect();
                let mut text = String::new();
                for (i, c) in code.chars().enumerate() {
                    // markers stay whole: only the code between them is wrapped anew
                    if i > 22 && i + 22 < code.len() && i % 37 == 0 {
                        text.push('\n');
                    }
                    text.push(c);
                }
                text.replace("BEGINTESSERA", "BEGIN TESSERA").replace("ENDTESSERA", "END TESSERA")
            }),
            ("no padding", block.replace('=', "")),
            ("marker wrapped", block.replace("BEGIN TESSERA", "BEGIN\n> TESSERA")),
        ] {
            let harvest = collect(&text);
            assert_eq!(harvest.complaints, [], "{name}: {text}");
            assert_eq!(harvest.lines(), lines(), "{name}");
        }
    }

    #[test]
    fn several_blocks_are_read_and_doubles_dropped() {
        let a = wrap(&lines()[..1]);
        let b = wrap(&lines());
        let harvest = collect(&format!("{}{}", a.trim_end(), b));
        assert_eq!(harvest.blocks.len(), 2);
        assert_eq!(harvest.lines(), lines());
    }

    #[test]
    fn a_broken_block_is_named_and_the_others_are_used() {
        let good = wrap(&lines());
        let half = &good[..good.len() / 2];
        let harvest = collect(&format!("{half}\n{good}"));
        assert_eq!(harvest.lines(), lines());
        assert_eq!(whys(&format!("{half}\n{good}")), [(1, Why::NoEnd)]);
        assert_eq!(whys(&format!("{good}\n{half}")), [(2, Why::NoEnd)]);
        assert_eq!(whys(&format!("{END}\n{good}")), [(1, Why::NoBegin)]);
        assert_eq!(whys(&format!("{BEGIN}\n\n{END}")), [(1, Why::Nothing)]);
        let star = good.replacen("eyJ", "e*J", 1);
        assert_eq!(whys(&star), [(1, Why::Letter { line: 1, found: '*' })]);
        let tag = good.replacen('\n', "\n<b>", 1);
        assert_eq!(whys(&tag).len(), 1);
        assert_eq!(whys(&format!("{BEGIN}\ne30=\n{END}")), [(1, Why::CutLine)]);
        assert_eq!(whys(&format!("{BEGIN}\ne30KA\n{END}")), [(1, Why::Length)]);
        assert_eq!(whys(&format!("{BEGIN}\nCh==\n{END}")), [(1, Why::Padding)]);
        assert_eq!(whys(&format!("{BEGIN}\nCg==\n{END}")), [(1, Why::Nothing)]);
        assert_eq!(whys(&format!("{BEGIN}\nCg=\n{END}")), [(1, Why::Length)]);
    }

    #[test]
    fn prose_about_a_tessera_is_no_marker() {
        assert_eq!(collect("BEGIN TESSERA, END TESSERA, the TESSERA"), Harvest::default());
        assert_eq!(collect("- BEGIN TESSERA -"), Harvest::default());
    }

    #[test]
    fn the_text_outside_is_what_a_person_wrote() {
        let good = wrap(&lines());
        assert_eq!(outside(&format!("one\n{good}two\n")), "one\n\ntwo\n");
        let half = &good[..good.len() / 2];
        assert_eq!(outside(&format!("one\n{half}\ntwo lines\n")), "one\ntwo lines\n");
    }

    #[test]
    fn an_attachment_keeps_its_lines_whatever_ends_them() {
        let raw = archive(&lines());
        let crlf = String::from_utf8(raw.clone()).unwrap().replace('\n', "\r\n");
        assert_eq!(split_archive(&raw).lines(), lines());
        assert_eq!(split_archive(crlf.as_bytes()).lines(), lines());
        assert_eq!(split_archive(crlf.trim_end().as_bytes()).lines(), lines());
        let footer = [raw.as_slice(), b"--\nScanned by a scanner\n"].concat();
        let harvest = split_archive(&footer);
        assert_eq!(harvest.lines(), lines());
        assert_eq!(harvest.complaints.len(), 2);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn any_lines_come_back(lines in prop::collection::vec(
            prop::collection::vec(any::<u8>().prop_filter("lf", |b| *b != b'\n'), 1..200), 1..6)) {
            let harvest = collect(&wrap(&lines));
            prop_assert_eq!(&harvest.complaints, &[]);
            prop_assert_eq!(&harvest.blocks, &[lines]);
        }

        #[test]
        fn no_text_panics(text in "(-----BEGIN TESSERA-----|-----END TESSERA-----|[A-Za-z0-9+/= >\\n\u{a0}\u{2014}é-]{0,9}){0,20}") {
            let harvest = collect(&text);
            let _ = harvest.lines();
            let _ = outside(&text);
            let _ = split_archive(text.as_bytes());
        }
    }
}
