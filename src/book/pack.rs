//! Bytes, small enough to stand in a page.

use data_encoding::BASE64;

/// As hard as it can: a book is made once and mailed often.
const LEVEL: u8 = 9;

/// Compressed (zlib, which a browser calls `deflate`), as base64.
pub(crate) fn packed(bytes: &[u8]) -> String {
    BASE64.encode(&miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL))
}
