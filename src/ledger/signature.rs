//! Strict Ed25519, one by one and in batches.
//!
//! A batch sees less than a strict check: it is blind to small-order parts.
//! So keys and `R` of small order, and points that are not in their canonical
//! form, are refused before a batch is formed. What is left is a signer who
//! adds a small-order part to an honest `R`; batches see that only often, not
//! always. So lines from elsewhere are checked strictly, and batches serve
//! for reading again what was checked strictly when it was stored.

use ed25519_dalek::{Signature, VerifyingKey, verify_batch};

use super::{Id, Key, LedgerError, Proof, Role};

/// Reads a public key that may sign.
///
/// # Errors
/// [`LedgerError::WeakKey`] when it is of small order, not canonical, or no
/// point at all.
pub(super) fn check_key(key: &Key, owner: &str) -> Result<VerifyingKey, LedgerError> {
    let weak = || LedgerError::WeakKey { owner: owner.to_owned() };
    if is_not_reduced(&key.0) || is_small_order(&key.0) {
        return Err(weak());
    }
    let read = VerifyingKey::from_bytes(&key.0).map_err(|_| weak())?;
    if read.is_weak() { Err(weak()) } else { Ok(read) }
}

/// Checks one signature strictly.
pub(super) fn is_valid(key: &VerifyingKey, message: &[u8], signature: &[u8; 64]) -> bool {
    let signature = Signature::from_bytes(signature);
    key.verify_strict(message, &signature).is_ok()
}

/// Checks the proof by which a new key enters (`rekey`).
pub(super) fn check_proof(
    key: &VerifyingKey,
    game: &Id,
    proof: &Proof,
    by: &Role,
) -> Result<(), LedgerError> {
    let message = super::event::rekey_message(game, &Key(key.to_bytes()));
    if is_valid(key, &message, &proof.0) {
        return Ok(());
    }
    Err(LedgerError::refused(
        format!("the new key of {by} has not signed for itself"),
        "proof is its signature over TESSERA/N1, NUL, game and key",
    ))
}

/// One signature to check.
pub(super) struct Claim<'a> {
    pub(super) key: VerifyingKey,
    pub(super) message: &'a [u8],
    pub(super) signature: &'a [u8; 64],
}

/// Checks many signatures at once; gives back the place of the first that is
/// wrong. A failed batch is checked one by one.
pub(super) fn first_invalid(claims: &[Claim<'_>]) -> Option<usize> {
    if batch_holds(claims) { None } else { first_not_strict(claims) }
}

/// Checks many signatures strictly, one by one; gives back the place of the first that is wrong.
pub(super) fn first_not_strict(claims: &[Claim<'_>]) -> Option<usize> {
    claims.iter().position(|claim| !is_valid(&claim.key, claim.message, claim.signature))
}

fn batch_holds(claims: &[Claim<'_>]) -> bool {
    let sound = |claim: &Claim<'_>| {
        let mut r = [0; 32];
        r.copy_from_slice(&claim.signature[..32]);
        !is_not_reduced(&r) && !is_small_order(&r)
    };
    if !claims.iter().all(sound) {
        return false;
    }
    let messages: Vec<&[u8]> = claims.iter().map(|claim| claim.message).collect();
    let keys: Vec<VerifyingKey> = claims.iter().map(|claim| claim.key).collect();
    let signatures: Vec<Signature> =
        claims.iter().map(|claim| Signature::from_bytes(claim.signature)).collect();
    verify_batch(&messages, &signatures, &keys).is_ok()
}

/// Whether the encoded y is the field's prime or more, or the sign is set
/// where x is zero.
fn is_not_reduced(point: &[u8; 32]) -> bool {
    point[31] & 0x7f == 0x7f && point[1..31].iter().all(|b| *b == 0xff) && point[0] >= 0xed
}

/// Whether the encoded point is one of the eight of small order, whatever
/// its sign bit.
fn is_small_order(point: &[u8; 32]) -> bool {
    let mut y = *point;
    y[31] &= 0x7f;
    SMALL_ORDER.contains(&y)
}

/// The y of the points of small order: 0, 1, two of order 8, and -1.
const SMALL_ORDER: [[u8; 32]; 5] = [
    [0; 32],
    {
        let mut one = [0; 32];
        one[0] = 1;
        one
    },
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5,
        0xdf, 0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a,
        0x20, 0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
    {
        let mut minus_one = [0xff; 32];
        minus_one[0] = 0xec;
        minus_one[31] = 0x7f;
        minus_one
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_small_order_is_known() {
        for y in SMALL_ORDER {
            for sign in [0, 0x80] {
                let mut point = y;
                point[31] |= sign;
                assert!(is_small_order(&point));
                assert!(check_key(&Key(point), "x").is_err());
                if let Ok(key) = VerifyingKey::from_bytes(&point) {
                    assert!(key.is_weak(), "{point:x?}");
                }
            }
        }
    }

    #[test]
    fn a_point_in_another_spelling_is_refused() {
        for low in 0xed..=0xff {
            let mut point = [0xff; 32];
            point[0] = low;
            point[31] = 0x7f;
            assert!(check_key(&Key(point), "x").is_err());
        }
    }
}
