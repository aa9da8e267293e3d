//! Chains of values, each the hash of the next (protocol section 4).

use sha2::{Digest, Sha256};
use zeroize::Zeroize;

use super::DiceError;

/// The longest chain that is accepted. Building and checking take one hash a
/// link, so this also bounds the work that a stranger's number can cause.
pub const MAX_LINKS: u32 = 65_536;

/// All links of one chain, from the anchor `c_0` to `c_N`. Whoever holds it
/// knows every value to come: it is wiped when dropped and never printed.
pub struct Chain {
    key: [u8; 32],
    id: [u8; 16],
    values: Vec<[u8; 32]>,
}

impl Chain {
    /// Builds the chain of `links` links of the role with public key `key`
    /// from its secret seed.
    ///
    /// # Errors
    /// [`DiceError::ChainLength`] unless `links` is in `1..=MAX_LINKS`.
    pub fn new(key: [u8; 32], id: [u8; 16], links: u32, seed: &[u8; 32]) -> Result<Chain, DiceError> {
        check_length(links)?;
        let mut hash = Sha256::new();
        hash.update(b"TESSERA/T1\0");
        hash.update(key);
        hash.update(id);
        hash.update(links.to_be_bytes());
        hash.update(seed);
        let mut value: [u8; 32] = hash.finalize().into();
        let mut values = Vec::with_capacity(links as usize + 1);
        values.push(value);
        for index in (1..=links).rev() {
            value = step_down(&key, &id, index, &value);
            values.push(value);
        }
        value.zeroize();
        values.reverse();
        Ok(Chain { key, id, values })
    }

    /// `c_0`, which genesis publishes.
    pub fn anchor(&self) -> [u8; 32] {
        self.values[0]
    }

    /// The number of links that can be opened.
    pub fn links(&self) -> u32 {
        self.values.len() as u32 - 1
    }

    /// The 16 random bytes that name the chain.
    pub fn id(&self) -> [u8; 16] {
        self.id
    }

    /// The public key the chain was made for.
    pub fn key(&self) -> [u8; 32] {
        self.key
    }

    /// `c_index`, or nothing past the end of the chain.
    pub fn link(&self, index: u32) -> Option<[u8; 32]> {
        self.values.get(index as usize).copied()
    }
}

impl Drop for Chain {
    fn drop(&mut self) {
        self.values.zeroize();
    }
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Chain").field("links", &self.links()).finish_non_exhaustive()
    }
}

/// Checks that a chain may have this length.
///
/// # Errors
/// [`DiceError::ChainLength`] unless `links` is in `1..=MAX_LINKS`.
pub fn check_length(links: u32) -> Result<(), DiceError> {
    if (1..=MAX_LINKS).contains(&links) {
        return Ok(());
    }
    Err(DiceError::ChainLength { links, max: MAX_LINKS })
}

/// Checks that `value` is `c_index` of the chain whose `c_last` is known.
/// Costs `index - last` hashes; at most [`MAX_LINKS`].
///
/// # Errors
/// [`DiceError::LinkOrder`] when `index` is not after `last`,
/// [`DiceError::WrongLink`] when the value does not hash to the known one.
pub fn verify_link(
    key: &[u8; 32],
    id: &[u8; 16],
    (last, last_value): (u32, &[u8; 32]),
    (index, value): (u32, &[u8; 32]),
) -> Result<(), DiceError> {
    if index <= last || index - last > MAX_LINKS {
        return Err(DiceError::LinkOrder { last, index });
    }
    let mut found = *value;
    for i in (last + 1..=index).rev() {
        found = step_down(key, id, i, &found);
    }
    if found == *last_value { Ok(()) } else { Err(DiceError::WrongLink { last, index }) }
}

/// `c_(index-1)` from `c_index`.
fn step_down(key: &[u8; 32], id: &[u8; 16], index: u32, value: &[u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"TESSERA/C1\0");
    hash.update(key);
    hash.update(id);
    hash.update(index.to_be_bytes());
    hash.update(value);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_link_hashes_to_the_ones_before() {
        let chain = Chain::new([1; 32], [2; 16], 20, &[3; 32]).unwrap();
        let at = |i| chain.link(i).unwrap();
        for (from, to) in [(0, 1), (0, 20), (7, 9)] {
            let known = (from, &at(from));
            assert_eq!(verify_link(&[1; 32], &[2; 16], known, (to, &at(to))), Ok(()));
        }
        assert!(chain.link(21).is_none());
    }

    #[test]
    fn a_link_of_another_place_chain_or_key_is_refused() {
        let chain = Chain::new([1; 32], [2; 16], 20, &[3; 32]).unwrap();
        let (zero, one, two) = (chain.anchor(), chain.link(1).unwrap(), chain.link(2).unwrap());
        let check = |key: u8, id: u8, last, next| verify_link(&[key; 32], &[id; 16], last, next);
        assert!(check(1, 2, (0, &zero), (1, &two)).is_err());
        assert!(check(1, 2, (1, &one), (1, &one)).is_err());
        assert!(check(9, 2, (0, &zero), (1, &one)).is_err());
        assert!(check(1, 9, (0, &zero), (1, &one)).is_err());
        assert!(check(1, 2, (0, &zero), (u32::MAX, &one)).is_err());
    }

    #[test]
    fn a_chain_has_at_least_one_link_and_a_bound() {
        assert!(Chain::new([1; 32], [2; 16], 0, &[3; 32]).is_err());
        assert!(Chain::new([1; 32], [2; 16], MAX_LINKS + 1, &[3; 32]).is_err());
    }

    #[test]
    fn a_printed_chain_shows_no_value() {
        let chain = Chain::new([1; 32], [2; 16], 3, &[3; 32]).unwrap();
        assert_eq!(format!("{chain:?}"), "Chain { links: 3, .. }");
    }
}
