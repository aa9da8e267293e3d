//! Hidden choices: shown now as a hash, opened later.

use sha2::{Digest, Sha256};

use super::roll::{RollKey, keyed};

/// The seal of a hidden choice: `SHA-256("TESSERA/S1\0" || salt || value)`
/// (protocol section 5). The salt is 32 random bytes, used once.
pub fn seal(salt: &[u8; 32], value: &str) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"TESSERA/S1\0");
    hash.update(salt);
    hash.update(value.as_bytes());
    hash.finalize().into()
}

/// The salt of the `nth` seal of the event at `seq`: `HMAC-SHA256(seed, "TESSERA/H1\0" || game || u64 seq ||
/// u32 nth)`. To everybody but the holder of the seed it is random; he can make it again.
pub fn salt(seed: &[u8; 32], game: &[u8; 32], seq: u64, nth: u32) -> [u8; 32] {
    keyed(seed, &[b"TESSERA/H1\0", game, &seq.to_be_bytes(), &nth.to_be_bytes()])
}

/// A number below `below`, each equally likely to whoever does not know the salt: what the holder of a salt
/// seals with it when he is to seal a number that he does not choose (protocol section 5).
pub fn number(salt: &[u8; 32], below: u8) -> u8 {
    RollKey::of(*salt).value(below, "number")
}
