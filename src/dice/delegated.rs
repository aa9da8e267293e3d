//! The identity of an action that an umpire signs in a side's name.

use sha2::{Digest, Sha256};

/// `D` of format 2 (protocol section 5): made of nothing that any of those who know the links can vary.
///
/// `given` is the id of the side's standing orders, which that side signed itself, or the game where a
/// deadline has passed; `n` counts the actions that the umpire has signed in this battle, from 0.
pub fn entrusted_id(given: &[u8; 32], n: u32) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"TESSERA/O2\0");
    hash.update(given);
    hash.update(n.to_be_bytes());
    hash.finalize().into()
}

/// `D`, which stands in the place of the action's id when its dice are made
/// in a battle of format 1 (protocol section 5): the umpire chooses the bytes of such an action, so
/// nothing he chooses may enter its dice.
///
/// `standing` is the id of the side's standing orders, `last_side` the id of
/// the last event that any side signed, `n` counts such actions since then,
/// from 0.
pub fn delegated_id(standing: &[u8; 32], last_side: &[u8; 32], n: u32) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"TESSERA/O1\0");
    hash.update(standing);
    hash.update(last_side);
    hash.update(n.to_be_bytes());
    hash.finalize().into()
}
