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
