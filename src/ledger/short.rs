//! How an id is shown to people: its first digits, and words that are easier to read out.

use std::sync::LazyLock;

use sha2::digest::generic_array::GenericArray;
use sha2::{Digest as _, Sha256, compress256};

use super::Id;

/// Hashes that one game word costs.
const WORD_ROUNDS: u32 = 1 << 20;

/// What SHA-256 begins with (FIPS 180-4, 5.3.3).
const BEGIN: [u32; 8] =
    [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19];

/// 256 short words, one for each value of a byte, in the order of the file.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| include_str!("words.txt").lines().collect());

/// The first 16 hex digits of an id.
pub fn short(id: &Id) -> String {
    let mut text = id.to_string();
    text.truncate(16);
    text
}

/// Four words for the first four bytes of an id, joined by `-`: the word of a byte is the line of that
/// number, from 0, in `words.txt`. So they say as much as the first eight of the hex digits, and are easier
/// to remember. What players compare, who trust nobody between them, is [`game_word`].
pub fn words(id: &Id) -> String {
    in_words(&id.0[..4])
}

/// The words that two players compare before they begin, best by telephone: ten words for the first ten
/// bytes of W, which is slow to work out.
///
/// ```text
/// W_0     = SHA-256("TESSERA/W2\0" || game)
/// W_(i+1) = SHA-256(W_i || game)               W = W_1048576
/// ```
///
/// Who stands between the two has to find two games with the same words. Ten words are 80 bits, so he has to
/// try about 2^40 games, and each costs him 2^20 hashes.
pub fn game_word(game: &Id) -> String {
    let mut hash: [u8; 32] =
        Sha256::new().chain_update(b"TESSERA/W2\0").chain_update(game.0).finalize().into();
    for _ in 0..WORD_ROUNDS {
        hash = of_two(&hash, &game.0);
    }
    in_words(&hash[..10])
}

/// Is this one of the words of which game words are made?
pub fn is_word(word: &str) -> bool {
    WORDS.contains(&word)
}

/// SHA-256 of 64 bytes: they are one block, and what pads them is always the same. A million of them take
/// half the time that they take by way of a hasher that does not know the length.
fn of_two(first: &[u8; 32], second: &[u8; 32]) -> [u8; 32] {
    let mut blocks = [GenericArray::from([0; 64]), GenericArray::from([0; 64])];
    blocks[0][..32].copy_from_slice(first);
    blocks[0][32..].copy_from_slice(second);
    blocks[1][0] = 0x80;
    blocks[1][56..].copy_from_slice(&512_u64.to_be_bytes());
    let mut state = BEGIN;
    compress256(&mut state, &blocks);
    let mut hash = [0; 32];
    for (bytes, word) in hash.chunks_exact_mut(4).zip(state) {
        bytes.copy_from_slice(&word.to_be_bytes());
    }
    hash
}

fn in_words(bytes: &[u8]) -> String {
    let word = |byte: &u8| WORDS.get(usize::from(*byte)).copied().unwrap_or("?");
    bytes.iter().map(word).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_256_distinct_short_words() {
        let words: std::collections::BTreeSet<&str> = WORDS.iter().copied().collect();
        assert_eq!((words.len(), WORDS.len()), (256, 256));
        let plain = |w: &&str| (3..=6).contains(&w.len()) && w.bytes().all(|b| b.is_ascii_lowercase());
        assert!(words.iter().all(plain));
    }

    #[test]
    fn two_ids_are_hashed_as_their_bytes_in_a_row() {
        for n in 0..=255_u8 {
            let (one, two) = ([n; 32], [n.wrapping_mul(7); 32]);
            let plain: [u8; 32] = Sha256::new().chain_update(one).chain_update(two).finalize().into();
            assert_eq!(of_two(&one, &two), plain);
        }
    }

    #[test]
    fn four_bytes_are_their_four_words() {
        let mut id = Id([0x9f; 32]);
        id.0[..4].copy_from_slice(&[0, 1, 254, 255]);
        assert_eq!(words(&id), [WORDS[0], WORDS[1], WORDS[254], WORDS[255]].join("-"));
        assert_eq!(short(&id), "0001feff9f9f9f9f");
    }
}
