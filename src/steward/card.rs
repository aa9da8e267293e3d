//! What a player shows of himself before a battle.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{Entropy, StewardError};
use tess_disk::{durable, private_folder};
use tess_ledger::{Anchor, ChainId, ChainKeeper, Key, SigningKey};

/// How many links a chain has when nothing else is said (protocol section 4).
pub const LINKS: u32 = 4096;

/// What a player or umpire shows of himself before a battle: no secret in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// The person.
    pub name: String,
    /// The mail address.
    pub address: String,
    /// The public key.
    pub key: Key,
    /// The chain made for this battle.
    pub chain: Anchor,
}

/// Makes the folder of a seat with a chain of its own, and the card to show.
///
/// # Errors
/// When the folder holds a battle already or cannot be written.
pub fn make_card(
    dir: &Path,
    name: &str,
    address: &str,
    key: &SigningKey,
    links: u32,
    entropy: &mut Entropy,
) -> Result<Card, StewardError> {
    tess_mail::parse_address(address)?;
    private_folder::make(dir).map_err(|e| StewardError::file(dir, e, "name a folder that can be written"))?;
    private_folder::close(dir);
    let chain = ChainKeeper::create_from(
        &dir.join("chain.seed"),
        key.public(),
        chain_id(entropy),
        links,
        &entropy.secret(),
    )?;
    let card =
        Card { name: name.to_owned(), address: address.to_owned(), key: key.public(), chain: chain.anchor() };
    let text = serde_json::to_string_pretty(&card).unwrap_or_default() + "\n";
    durable::write(dir, "card.json", text.as_bytes())?;
    Ok(card)
}

/// A fresh chain id.
pub(super) fn chain_id(entropy: &mut Entropy) -> ChainId {
    let mut id = [0; 16];
    entropy.fill(&mut id);
    ChainId(id)
}
