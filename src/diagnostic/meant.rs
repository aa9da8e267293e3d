//! Text as it comes, read as it was meant.
//!
//! Editors, telephones and word processors save text in their own ways: with a byte order mark, as UTF-16 or
//! in the eight-bit letters of Windows, with curled quotes, long dashes and wide digits. None of that is a
//! mistake of whoever wrote it, so it is read as meant, and told once.

/// A text as it was meant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Meant {
    /// The text.
    pub text: String,
    /// What was read otherwise than it stands there, each once: `UTF-16`, `curled quotes`.
    pub changed: Vec<&'static str>,
}

impl Meant {
    /// What was changed, as a sentence; nothing when nothing was.
    #[must_use]
    pub fn told(&self) -> Option<String> {
        (!self.changed.is_empty()).then(|| format!("read as meant: {}", self.changed.join(", ")))
    }
}

/// The letters of Windows from 0x80 to 0x9f; the rest of its page is that of Latin-1. Five of them stand for
/// nothing.
const WINDOWS: [char; 32] = [
    '\u{20ac}', '\u{fffd}', '\u{201a}', '\u{192}', '\u{201e}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2c6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{fffd}', '\u{17d}', '\u{fffd}', '\u{fffd}', '\u{2018}',
    '\u{2019}', '\u{201c}', '\u{201d}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2dc}', '\u{2122}', '\u{161}',
    '\u{203a}', '\u{153}', '\u{fffd}', '\u{17e}', '\u{178}',
];

/// Bytes as text: UTF-8 and UTF-16 with or without a byte order mark, else the page of Windows, which holds
/// Latin-1. Nothing when the bytes are no text.
#[must_use]
pub fn decoded(bytes: &[u8]) -> Option<Meant> {
    let sixteen = |bytes: &[u8], order: fn([u8; 2]) -> u16| {
        let units: Vec<u16> =
            bytes.chunks(2).map(|pair| order([pair[0], *pair.get(1).unwrap_or(&0)])).collect();
        Meant { text: String::from_utf16_lossy(&units), changed: vec!["UTF-16"] }
    };
    let meant = if let Some(rest) = bytes.strip_prefix(b"\xef\xbb\xbf") {
        Meant { changed: vec!["a byte order mark"], ..eight_bits(rest) }
    } else if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        sixteen(rest, u16::from_le_bytes)
    } else if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        sixteen(rest, u16::from_be_bytes)
    } else {
        match every_second_is_zero(bytes) {
            Some(1) => sixteen(bytes, u16::from_le_bytes),
            Some(_) => sixteen(bytes, u16::from_be_bytes),
            None => eight_bits(bytes),
        }
    };
    (!meant.text.contains('\0')).then_some(meant)
}

/// At which place of each pair the zeros stand that UTF-16 has in plain text.
fn every_second_is_zero(bytes: &[u8]) -> Option<usize> {
    let sample = &bytes[..bytes.len().min(64) & !1];
    let zeros = |place: usize| sample.iter().skip(place).step_by(2).filter(|byte| **byte == 0).count();
    let pairs = sample.len() / 2;
    [1, 0].into_iter().find(|place| pairs > 1 && zeros(*place) * 2 > pairs && zeros(1 - place) == 0)
}

fn eight_bits(bytes: &[u8]) -> Meant {
    match std::str::from_utf8(bytes) {
        Ok(text) => Meant { text: text.to_owned(), changed: Vec::new() },
        Err(_) => {
            let letter = |byte: &u8| match byte {
                0x80..=0x9f => WINDOWS[usize::from(byte - 0x80)],
                other => char::from(*other),
            };
            Meant {
                text: bytes.iter().map(letter).collect(),
                changed: vec!["the letters of Windows (CP1252)"],
            }
        }
    }
}

/// A letter as it would be typed where only plain ones mean something, and what it is; nothing for plain
/// letters.
#[must_use]
pub fn plain_letter(letter: char) -> Option<(Option<char>, &'static str)> {
    Some(match letter {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' | '\u{2032}' => (Some('\''), "curled quotes"),
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => (Some('"'), "curled quotes"),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => (Some('-'), "long dashes"),
        '\u{ff01}'..='\u{ff5e}' => (char::from_u32(letter as u32 - 0xfee0), "wide letters and digits"),
        '\t' => (Some(' '), "tabs"),
        '\n' | '\r' | ' ' => return None,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' => (None, "letters that cannot be seen"),
        other if other.is_whitespace() && other != '\u{b}' && other != '\u{c}' => (Some(' '), "odd blanks"),
        _ => return None,
    })
}

/// A text with its letters as they would be typed.
#[must_use]
pub fn straightened(text: &str) -> Meant {
    let mut meant = Meant { text: String::with_capacity(text.len()), changed: Vec::new() };
    for letter in text.chars() {
        match plain_letter(letter) {
            None => meant.text.push(letter),
            Some((plain, what)) => {
                meant.text.extend(plain);
                if !meant.changed.contains(&what) {
                    meant.changed.push(what);
                }
            }
        }
    }
    meant
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = "move H31 fwd 2\nnote \u{e9}\n";

    fn sixteen(text: &str, order: fn(u16) -> [u8; 2], mark: &[u8]) -> Vec<u8> {
        [mark.to_vec(), text.encode_utf16().flat_map(order).collect()].concat()
    }

    #[test]
    fn a_text_is_read_in_whatever_letters_it_was_saved() {
        for (bytes, changed) in [
            (SHEET.as_bytes().to_vec(), None),
            ([b"\xef\xbb\xbf", SHEET.as_bytes()].concat(), Some("a byte order mark")),
            (sixteen(SHEET, u16::to_le_bytes, b"\xff\xfe"), Some("UTF-16")),
            (sixteen(SHEET, u16::to_be_bytes, b"\xfe\xff"), Some("UTF-16")),
            (sixteen(SHEET, u16::to_le_bytes, b""), Some("UTF-16")),
            (sixteen(SHEET, u16::to_be_bytes, b""), Some("UTF-16")),
            (b"move H31 fwd 2\nnote \xe9\n".to_vec(), Some("the letters of Windows (CP1252)")),
        ] {
            let meant = decoded(&bytes).expect("a text");
            assert_eq!((meant.text.as_str(), meant.changed.first().copied()), (SHEET, changed));
        }
        assert_eq!(decoded(b"a \x96 b \x93c\x94").expect("a text").text, "a \u{2013} b \u{201c}c\u{201d}");
        assert_eq!(decoded(b"\0\x01\x02 no text"), None);
        assert_eq!(decoded(b"").map(|meant| meant.text), Some(String::new()));
    }

    #[test]
    fn letters_are_read_as_they_would_be_typed_and_told_once() {
        let odd =
            "move\tH\u{ff13}\u{ff11} fwd\u{a0}2\n\u{201c}a\u{201d} \u{2013} \u{2019}b\u{2019}\u{200b}\n";
        let meant = straightened(odd);
        assert_eq!(meant.text, "move H31 fwd 2\n\"a\" - 'b'\n");
        assert_eq!(
            meant.told().as_deref(),
            Some(
                "read as meant: tabs, wide letters and digits, odd blanks, curled quotes, long dashes, letters that cannot be seen"
            )
        );
        assert_eq!(straightened(SHEET), Meant { text: SHEET.to_owned(), changed: Vec::new() });
    }
}
