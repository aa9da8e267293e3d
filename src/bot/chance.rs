//! A bot's own randomness, with arithmetic that no library may change.

use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

/// A stream of choices from a seed.
#[derive(Clone, Debug)]
pub(super) struct Chance(ChaCha20Rng);

impl Chance {
    /// The stream of this seed.
    pub(super) fn new(seed: u64) -> Chance {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Chance(ChaCha20Rng::from_seed(key))
    }

    /// A number below `n`; 0 when `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let n = u32::try_from(n).unwrap_or(u32::MAX);
        ((u64::from(self.0.next_u32()) * u64::from(n)) >> 32) as usize
    }

    /// True once in `n` times.
    pub(super) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of them.
    pub(super) fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_choices_and_every_choice_comes() {
        let (mut a, mut b) = (Chance::new(7), Chance::new(7));
        let drawn: Vec<usize> = (0..200).map(|_| a.below(6)).collect();
        assert!(drawn.iter().all(|&n| n == b.below(6)));
        assert!((0..6).all(|face| drawn.contains(&face)));
        assert_eq!(Chance::new(8).pick::<u8>(&[]), None);
    }
}
