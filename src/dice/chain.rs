//! Chains of values, each the hash of the next (protocol section 4).

use sha2::{Digest, Sha256};
use zeroize::{Zeroize, Zeroizing};

use super::DiceError;

/// The longest chain that is accepted. Building and checking take one hash a
/// link, so this also bounds the work that a stranger's number can cause.
pub const MAX_LINKS: u32 = 65_536;

/// From rung to rung of a chain's ladder, in links: so many hashes a link costs at most.
const RUNG: u32 = 64;

/// All links of one chain, from the anchor `c_0` to `c_N`. Whoever holds it
/// knows every value to come: it is wiped when dropped and never printed.
pub struct Chain {
    key: [u8; 32],
    id: [u8; 16],
    links: u32,
    /// `c_N` and every [`RUNG`]th value below it, and `c_0` at the end.
    ladder: Vec<[u8; 32]>,
}

impl Chain {
    /// Builds the chain of `links` links of the role with public key `key`
    /// from its secret seed.
    ///
    /// # Errors
    /// [`DiceError::ChainLength`] unless `links` is in `1..=MAX_LINKS`.
    pub fn new(key: [u8; 32], id: [u8; 16], links: u32, seed: &[u8; 32]) -> Result<Chain, DiceError> {
        check_length(links)?;
        let mut value = top(&key, &id, links, seed);
        let mut ladder = Vec::with_capacity(rungs(links));
        for index in (1..=links).rev() {
            if (links - index).is_multiple_of(RUNG) {
                ladder.push(value);
            }
            value = step_down(&key, &id, index, &value);
        }
        ladder.push(value);
        value.zeroize();
        Ok(Chain { key, id, links, ladder })
    }

    /// A chain again from the ladder of when it was made, with next to no work.
    /// Nothing when it is not the ladder of such a chain, as far as length and
    /// highest rung show.
    pub fn climb(key: [u8; 32], id: [u8; 16], links: u32, seed: &[u8; 32], ladder: &[u8]) -> Option<Chain> {
        check_length(links).ok()?;
        let (values, rest) = ladder.as_chunks::<32>();
        let fits = values.len() == rungs(links) && rest.is_empty();
        let mut first = top(&key, &id, links, seed);
        let ours = fits && values.first() == Some(&first);
        first.zeroize();
        ours.then(|| Chain { key, id, links, ladder: values.to_vec() })
    }

    /// What [`Chain::climb`] begins from, as secret as the seed.
    pub fn ladder(&self) -> Zeroizing<Vec<u8>> {
        Zeroizing::new(self.ladder.concat())
    }

    /// `c_0`, which genesis publishes.
    pub fn anchor(&self) -> [u8; 32] {
        self.ladder[self.ladder.len() - 1]
    }

    /// The number of links that can be opened.
    pub fn links(&self) -> u32 {
        self.links
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
        if index == 0 {
            return Some(self.anchor());
        }
        let below = self.links.checked_sub(index)?;
        let rung = below / RUNG;
        let mut value = *self.ladder.get(rung as usize)?;
        for i in (index + 1..=self.links - rung * RUNG).rev() {
            value = step_down(&self.key, &self.id, i, &value);
        }
        Some(value)
    }
}

/// How many values a ladder has.
fn rungs(links: u32) -> usize {
    links.div_ceil(RUNG) as usize + 1
}

/// `c_N` from the seed.
fn top(key: &[u8; 32], id: &[u8; 16], links: u32, seed: &[u8; 32]) -> [u8; 32] {
    hash(b"TESSERA/T1\0", key, id, links, seed)
}

impl Drop for Chain {
    fn drop(&mut self) {
        self.ladder.zeroize();
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
    hash(b"TESSERA/C1\0", key, id, index, value)
}

/// The one hash of which chains are made (protocol section 4), under a tag for each of its uses.
fn hash(tag: &[u8], key: &[u8; 32], id: &[u8; 16], number: u32, value: &[u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(tag);
    hash.update(key);
    hash.update(id);
    hash.update(number.to_be_bytes());
    hash.update(value);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_the_same_whichever_rung_a_link_is_taken_from() {
        for links in [1, 63, 64, 65, 128, 200] {
            let (key, id, seed) = ([1; 32], [2; 16], [3; 32]);
            let chain = Chain::new(key, id, links, &seed).unwrap();
            let mut value = top(&key, &id, links, &seed);
            for index in (0..=links).rev() {
                assert_eq!(chain.link(index), Some(value), "link {index} of {links}");
                value = step_down(&key, &id, index, &value);
            }
            assert_eq!((chain.link(0), chain.link(links + 1)), (Some(chain.anchor()), None));
            let ladder = chain.ladder();
            let again = Chain::climb(key, id, links, &seed, &ladder).unwrap();
            assert!((0..=links).all(|i| again.link(i) == chain.link(i)));
            assert!(Chain::climb(key, id, links, &[4; 32], &ladder).is_none(), "another seed");
            assert!(Chain::climb(key, id, links, &seed, &ladder[1..]).is_none(), "cut");
            assert!(Chain::climb(key, id, links + 64, &seed, &ladder).is_none(), "too short");
        }
    }

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
