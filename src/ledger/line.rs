//! A line of the archive: `{"event":E,"sig":"S"}`.

use data_encoding::BASE64;
use ed25519_dalek::{Signer as _, VerifyingKey};
use sha2::{Digest as _, Sha256};

use super::{Event, Id, Key, LedgerError, SigningKey, signature};

const HEAD: &str = "{\"event\":";
const MIDDLE: &str = ",\"sig\":\"";
const TAIL: &str = "\"}";
const PREFIX: &[u8] = b"TESSERA/E1\0";

/// An event with its original bytes and its signature. The form has been
/// checked strictly; the signature has **not** been checked yet: only
/// [`super::Ledger::append`] knows whose key it must be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The prefix of signed bytes, then `E` exactly as it came.
    message: Box<[u8]>,
    signature: [u8; 64],
    id: Id,
    event: Event,
}

impl Signed {
    /// Writes and signs an event.
    ///
    /// # Errors
    /// [`LedgerError::Strict`] when the event cannot be written.
    pub fn new(event: Event, key: &SigningKey) -> Result<Signed, LedgerError> {
        event.check_nulls()?;
        let text = event.encode()?;
        let mut signed = Signed::from_parts(&text, [0; 64], event);
        signed.signature = key.secret().sign(&signed.message).to_bytes();
        Ok(signed)
    }

    /// Reads one line, without its LF.
    ///
    /// # Errors
    /// [`LedgerError::Strict`] says what breaks the form.
    pub fn parse(line: &[u8]) -> Result<Signed, LedgerError> {
        let (text, signature) = split(line)?;
        let event = Event::decode(text)?;
        event.check_nulls()?;
        Ok(Signed::from_parts(text, signature, event))
    }

    fn from_parts(text: &str, signature: [u8; 64], event: Event) -> Signed {
        let mut hash = Sha256::new();
        hash.update(b"TESSERA/I1\0");
        hash.update(text);
        Signed {
            message: [PREFIX, text.as_bytes()].concat().into(),
            signature,
            id: Id(hash.finalize().into()),
            event,
        }
    }

    /// The line, without its LF; byte for byte the one that was read.
    pub fn line(&self) -> String {
        let signature = BASE64.encode(&self.signature);
        [HEAD, self.text(), MIDDLE, &signature, TAIL].concat()
    }

    /// The id.
    pub fn id(&self) -> Id {
        self.id
    }

    /// What it says.
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The original bytes `E`.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.message[PREFIX.len()..]).unwrap_or_default()
    }

    /// Whether it is signed with a key, whoever's that is.
    pub fn is_signed_with(&self, key: &Key) -> bool {
        VerifyingKey::from_bytes(&key.0)
            .is_ok_and(|key| signature::is_valid(&key, &self.message, &self.signature))
    }

    /// The bytes that were signed.
    pub(super) fn message(&self) -> &[u8] {
        &self.message
    }

    /// The signature.
    pub(super) fn signature(&self) -> &[u8; 64] {
        &self.signature
    }
}

/// Takes a line apart into `E` and the signature.
fn split(line: &[u8]) -> Result<(&str, [u8; 64]), LedgerError> {
    super::strict::check_size(line.len().saturating_sub(107))?;
    let wrong = || {
        LedgerError::strict(
            "is not a line of an archive",
            "a line is {\"event\":E,\"sig\":\"S\"} and LF, without white space",
        )
    };
    let line = std::str::from_utf8(line)
        .map_err(|_| LedgerError::strict("is not UTF-8", "archives are UTF-8 throughout"))?;
    let inner = line.strip_prefix(HEAD).and_then(|rest| rest.strip_suffix(TAIL));
    let inner = inner.ok_or_else(wrong)?;
    let cut = inner.len().checked_sub(88).ok_or_else(wrong)?;
    let (event, base64) = inner.split_at_checked(cut).ok_or_else(wrong)?;
    let event = event.strip_suffix(MIDDLE).ok_or_else(wrong)?;
    let mut decoded = [0; 66];
    let signature = match BASE64.decode_mut(base64.as_bytes(), &mut decoded) {
        Ok(64) => decoded[..64].try_into().ok(),
        _ => None,
    };
    let signature = signature.ok_or_else(|| {
        LedgerError::strict(
            "has a signature that is not canonical base64",
            "write 64 bytes as 88 characters, the last two being ==",
        )
    })?;
    Ok((event, signature))
}
