//! `winmail.dat`: what Outlook wraps text and attachments in (MS-OXTNEF), as far as blocks may be in it.

/// What was found in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Winmail {
    /// The plain text, when there is one.
    pub text: Option<Vec<u8>>,
    /// Names and contents of the attachments.
    pub attachments: Vec<(String, Vec<u8>)>,
}

const SIGNATURE: [u8; 4] = [0x78, 0x9f, 0x3e, 0x22];
const BODY: u32 = 0x0002_800c;
const TITLE: u32 = 0x0001_8010;
const DATA: u32 = 0x0006_800f;
const RENDERING: u32 = 0x0006_9002;

/// Is this such a file?
#[must_use]
pub fn is_winmail(bytes: &[u8]) -> bool {
    bytes.starts_with(&SIGNATURE)
}

/// Reads the attributes one by one, up to the first that is cut off.
#[must_use]
pub fn read(bytes: &[u8]) -> Winmail {
    let mut found = Winmail::default();
    if !is_winmail(bytes) {
        return found;
    }
    let mut rest = bytes.get(6..).unwrap_or_default();
    while let Some((id, data, after)) = attribute(rest) {
        match id {
            BODY => found.text = Some(until_nul(data).to_vec()),
            RENDERING => found.attachments.push((String::new(), Vec::new())),
            TITLE | DATA => {
                if found.attachments.is_empty() {
                    found.attachments.push((String::new(), Vec::new()));
                }
                if let Some((name, content)) = found.attachments.last_mut() {
                    if id == TITLE {
                        *name = String::from_utf8_lossy(until_nul(data)).into_owned();
                    } else {
                        data.clone_into(content);
                    }
                }
            }
            _ => {}
        }
        rest = after;
    }
    found
}

/// Level, id, length, data and checksum: the id, the data, and what follows.
fn attribute(bytes: &[u8]) -> Option<(u32, &[u8], &[u8])> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let (id, length) = (number(1)?, usize::try_from(number(5)?).ok()?);
    let end = 9_usize.checked_add(length)?;
    Some((id, bytes.get(9..end)?, bytes.get(end.checked_add(2)?..)?))
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|b| *b == 0).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(out: &mut Vec<u8>, level: u8, id: u32, data: &[u8]) {
        out.push(level);
        out.extend(id.to_le_bytes());
        out.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
        out.extend(data);
        let sum = data.iter().fold(0_u16, |sum, b| sum.wrapping_add(u16::from(*b)));
        out.extend(sum.to_le_bytes());
    }

    #[test]
    fn text_and_attachments_are_found_and_a_cut_file_gives_what_is_whole() {
        let mut file = [&SIGNATURE[..], &[1, 0]].concat();
        put(&mut file, 1, BODY, b"hello\0");
        put(&mut file, 2, RENDERING, &[0; 14]);
        put(&mut file, 2, TITLE, b"a.tess\0");
        put(&mut file, 2, DATA, b"line\n");
        let found = read(&file);
        assert_eq!(found.text.as_deref(), Some(&b"hello"[..]));
        assert_eq!(found.attachments, [("a.tess".to_owned(), b"line\n".to_vec())]);
        for end in 0..file.len() {
            let part = read(&file[..end]);
            assert!(part.attachments.iter().all(|(_, data)| data.is_empty()) || end == file.len());
        }
        assert_eq!(read(b"no"), Winmail::default());
    }
}
