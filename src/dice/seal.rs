//! Hidden choices: shown now as a hash, opened later.

use sha2::{Digest, Sha256};

/// The seal of a hidden choice: `SHA-256("TESSERA/S1\0" || salt || value)`
/// (protocol section 5). The salt is 32 random bytes, used once.
pub fn seal(salt: &[u8; 32], value: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"TESSERA/S1\0");
    hash.update(salt);
    hash.update(value.as_bytes());
    hash.finalize().into()
}
