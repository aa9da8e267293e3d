//! Bytes, small enough to stand in a page.

use data_encoding::BASE64;

/// As hard as it can: a book is made once and mailed often.
const LEVEL: u8 = 9;

/// The rules for a browser: a WebAssembly module, compressed.
#[derive(Debug, Clone)]
pub struct Packed(Vec<u8>);

impl Packed {
    /// From a module as it is, or from one that was compressed (zlib) with more patience than there is here;
    /// nothing when it is neither.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Packed> {
        if bytes.starts_with(MODULE) {
            return Some(Packed(miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL)));
        }
        let inside = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(bytes, MOST).ok()?;
        inside.starts_with(MODULE).then(|| Packed(bytes.to_vec()))
    }

    /// As base64.
    pub(crate) fn text(&self) -> String {
        BASE64.encode(&self.0)
    }
}

/// What a module begins with: its name and the version of its form.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

/// Bytes that an engine has at most.
const MOST: usize = 64 << 20;

/// Compressed (zlib, which a browser calls `deflate`), as base64.
pub(crate) fn packed(bytes: &[u8]) -> String {
    BASE64.encode(&miniz_oxide::deflate::compress_to_vec_zlib(bytes, LEVEL))
}
