//! Dice that are nobody's: from a seed, a run and a stretch of it.

use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};
use tess_dice::RollKey;
use tess_effects::Dice;

/// All dice of one seed.
#[derive(Debug, Clone, Copy)]
pub struct Seeded {
    seed: u64,
}

impl Seeded {
    /// The dice of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Seeded {
        Seeded { seed }
    }

    /// The dice of a stretch of a run: from the key on they are made as those of a battle.
    #[must_use]
    pub fn dice(&self, run: u64, stretch: usize) -> Dice {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&run.to_le_bytes());
        seed[16..24].copy_from_slice(&(stretch as u64).to_le_bytes());
        seed[24..].copy_from_slice(b"odds1\0\0\0");
        let mut key = [0; 32];
        ChaCha20Rng::from_seed(seed).fill_bytes(&mut key);
        Dice::Keyed(RollKey::of(key))
    }
}
