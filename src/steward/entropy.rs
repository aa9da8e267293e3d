//! Where nonces come from: the system, or a seed for battles that replay to the byte.

use rand_chacha::ChaCha20Rng;
use rand_core::{OsRng, RngCore, SeedableRng};

use tess_ledger::Nonce;

/// A source of random bytes.
pub enum Entropy {
    /// The operating system's.
    System,
    /// A stream that a seed fixes: demonstrations and tests only, never a battle that counts.
    Seeded(Box<ChaCha20Rng>),
}

impl Entropy {
    /// The stream of a seed and a name, so that two seats with one seed differ.
    #[must_use]
    pub fn seeded(seed: u64, name: &str) -> Entropy {
        use sha2::{Digest, Sha256};
        let key: [u8; 32] = Sha256::new()
            .chain_update(b"tesserarius demonstration\0")
            .chain_update(seed.to_be_bytes())
            .chain_update(name.as_bytes())
            .finalize()
            .into();
        Entropy::Seeded(Box::new(ChaCha20Rng::from_seed(key)))
    }

    /// Fills the bytes.
    pub fn fill(&mut self, bytes: &mut [u8]) {
        match self {
            Entropy::System => OsRng.fill_bytes(bytes),
            Entropy::Seeded(rng) => rng.fill_bytes(bytes),
        }
    }

    /// Thirty-two bytes, for keys and seeds.
    #[must_use]
    pub fn secret(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        self.fill(&mut bytes);
        bytes
    }

    /// Sixteen bytes for an event.
    #[must_use]
    pub fn nonce(&mut self) -> Nonce {
        let mut bytes = [0; 16];
        self.fill(&mut bytes);
        Nonce(bytes)
    }
}
