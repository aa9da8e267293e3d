//! How the bytes of a mail lie in the journal when it was dealt with.

use tess_mail::limits;

/// How hard a mail is packed: more takes longer and gains little.
pub(crate) const PACKED: u8 = 6;

/// The bytes of a mail as the journal keeps them when it was dealt with.
pub(crate) fn packed(bytes: &[u8], level: u8) -> Vec<u8> {
    miniz_oxide::deflate::compress_to_vec(bytes, level)
}

/// The bytes of a mail as the journal has them.
pub(crate) fn unpacked(bytes: Vec<u8>, packed: bool) -> Vec<u8> {
    if !packed {
        return bytes;
    }
    miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, 2 * limits::MAX_BYTES).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_comes_back_as_it_was_and_a_damaged_one_as_nothing() {
        let mail = b"From: a@b\r\n\r\n".repeat(1000);
        let kept = packed(&mail, PACKED);
        assert!(kept.len() * 10 < mail.len());
        assert_eq!(unpacked(kept.clone(), true), mail);
        assert_eq!(unpacked(mail.clone(), false), mail);
        assert_eq!(unpacked(kept[..kept.len() / 2].to_vec(), true), b"");
        // a bomb comes to the limit and no further
        assert_eq!(unpacked(packed(&vec![0; 64 * limits::MAX_BYTES], PACKED), true), b"");
    }
}
