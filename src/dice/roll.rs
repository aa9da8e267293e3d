//! From opened links to faces (protocol section 4).

use hmac::{Hmac, Mac};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use sha2::{Digest, Sha256};
use zeroize::Zeroize;

use super::{DiceError, Die, check_label};

/// One link opened for an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenedLink {
    /// Role code: umpire 0, first side 1, second side 2.
    pub code: u8,
    /// Place in that role's chain.
    pub index: u32,
    /// `c_index`.
    pub value: [u8; 32],
}

/// The key `K` that all dice of one action come from.
#[derive(Clone)]
pub struct RollKey {
    key: [u8; 32],
    /// The key as HMAC begins with it: half of the work of a die, done once.
    mac: Hmac<Sha256>,
}

impl RollKey {
    /// The key of these bytes.
    #[must_use]
    pub fn of(key: [u8; 32]) -> RollKey {
        RollKey { key, mac: begun(&key) }
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8; 32] {
        &self.key
    }

    /// Mixes the opened links with the action they were opened for. `action`
    /// is the action's id, or `D` for one that the umpire signed in a side's
    /// name. The order of `links` does not matter: they enter by role code.
    pub fn new(game: &[u8; 32], action: &[u8; 32], links: &[OpenedLink]) -> RollKey {
        let mut sorted = links.to_vec();
        sorted.sort_by_key(|link| (link.code, link.index));
        let mut hash = Sha256::new();
        hash.update(b"TESSERA/R1\0");
        hash.update([sorted.len() as u8]);
        for link in &sorted {
            hash.update([link.code]);
            hash.update(link.index.to_be_bytes());
            hash.update(link.value);
        }
        let root: [u8; 32] = hash.finalize().into();
        RollKey::of(keyed(&root, &[b"TESSERA/K1\0", game, action]))
    }

    /// The face of the die with that label: 0 to 9 for ten sides, else 1 to
    /// `sides`. The label is to be one that [`check_label`] accepts; a die
    /// without sides shows 0.
    pub fn die(&self, sides: u8, label: &str) -> u8 {
        if sides == 0 {
            return 0;
        }
        let value = self.value(sides, label);
        if sides == Die::D10.sides() { value } else { value + 1 }
    }

    /// Throws a die of the books, after a check of its label.
    ///
    /// # Errors
    /// [`DiceError::Label`] when the label breaks the syntax.
    pub fn throw(&self, die: Die, label: &str) -> Result<u8, DiceError> {
        check_label(label)?;
        Ok(self.die(die.sides(), label))
    }

    /// A number from 0 to `sides - 1`, each equally likely: bytes of the
    /// stream that would favour the low numbers are skipped.
    pub(super) fn value(&self, sides: u8, label: &str) -> u8 {
        let limit = 256 - 256 % u16::from(sides);
        let mut stream = self.stream(label);
        loop {
            // The next four bytes, first to last.
            let bytes = stream.next_u32().to_le_bytes();
            if let Some(byte) = bytes.into_iter().find(|&byte| u16::from(byte) < limit) {
                return byte % sides;
            }
        }
    }

    /// The ChaCha20 keystream of one label.
    pub(super) fn stream(&self, label: &str) -> ChaCha20Rng {
        let length = u16::try_from(label.len()).unwrap_or(u16::MAX).to_be_bytes();
        ChaCha20Rng::from_seed(finished(self.mac.clone(), &[b"TESSERA/D1\0", &length, label.as_bytes()]))
    }
}

/// Before its time a roll key is a secret, so it is never printed.
impl std::fmt::Debug for RollKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RollKey(..)")
    }
}

impl PartialEq for RollKey {
    fn eq(&self, other: &RollKey) -> bool {
        self.key == other.key
    }
}

impl Eq for RollKey {}

impl Drop for RollKey {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

/// HMAC-SHA256 of the parts, one after the other.
pub(super) fn keyed(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    finished(begun(key), parts)
}

/// HMAC with its key in place.
fn begun(key: &[u8; 32]) -> Hmac<Sha256> {
    // HMAC fills a short key with zeros up to its block of 64 bytes anyway.
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    let mac = Hmac::<Sha256>::new(&block.into());
    block.zeroize();
    mac
}

fn finished(mut mac: Hmac<Sha256>, parts: &[&[u8]]) -> [u8; 32] {
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}
