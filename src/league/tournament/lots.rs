//! Lots that everybody can draw again.

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};

/// SHA-256 of a text, in 64 digits.
pub(super) fn digest(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text.as_bytes()))
}

/// What is announced of a seed.
#[must_use]
pub fn commitment(seed: &str) -> String {
    digest(seed)
}

/// The lot of a player: SHA-256 of seed, the digest of all lines up to the closing of the entries, and the
/// number of his entry, with colons between them. The lowest lot comes first. Number 0 draws for the sides.
#[must_use]
pub fn lot(seed: &str, entries: &str, player: usize) -> String {
    digest(&format!("{seed}:{entries}:{player}"))
}
