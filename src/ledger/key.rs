//! The secret key of a role, and its file.

use std::path::Path;

use ed25519_dalek::SECRET_KEY_LENGTH;
use ed25519_dalek::Signer as _;
use pkcs8::{DecodePrivateKey as _, EncodePrivateKey as _, LineEnding};
use zeroize::Zeroizing;

use super::{Id, Key, LedgerError, Proof};
use tess_disk::private_file;

/// A secret Ed25519 key. It is wiped when dropped and never printed.
#[derive(Clone)]
pub struct SigningKey(ed25519_dalek::SigningKey);

impl SigningKey {
    /// Makes a new key.
    ///
    /// # Errors
    /// [`LedgerError::Random`] when there are no random bytes.
    pub fn create() -> Result<SigningKey, LedgerError> {
        let mut secret = Zeroizing::new([0; SECRET_KEY_LENGTH]);
        getrandom::getrandom(secret.as_mut()).map_err(|error| LedgerError::Random(error.to_string()))?;
        Ok(SigningKey::from_secret(&secret))
    }

    /// The key with these 32 secret bytes.
    pub fn from_secret(secret: &[u8; SECRET_KEY_LENGTH]) -> SigningKey {
        SigningKey(ed25519_dalek::SigningKey::from_bytes(secret))
    }

    /// The public key.
    pub fn public(&self) -> Key {
        Key(self.0.verifying_key().to_bytes())
    }

    /// What this key, being new, signs to enter a game (`rekey`).
    pub fn prove(&self, game: &Id) -> Proof {
        let message = super::event::rekey_message(game, &self.public());
        Proof(self.0.sign(&message).to_bytes())
    }

    /// Writes the key to a new file of mode 0600: PKCS#8 in PEM, encrypted
    /// with scrypt and AES-256 when there is a passphrase. Never replaces a
    /// file.
    ///
    /// # Errors
    /// [`LedgerError::Io`] when the file exists or cannot be written.
    pub fn save(&self, path: &Path, passphrase: Option<&str>) -> Result<(), LedgerError> {
        let pem = match passphrase {
            None => self.0.to_pkcs8_pem(LineEnding::LF),
            Some(word) => self.0.to_pkcs8_encrypted_pem(rand_core::OsRng, word, LineEnding::LF),
        };
        let pem = pem.map_err(|error| bad(path, "the key cannot be written", &error.to_string()))?;
        Ok(private_file::create(path, &pem)?)
    }

    /// Whether the file needs a passphrase.
    ///
    /// # Errors
    /// As [`SigningKey::load`].
    pub fn is_encrypted(path: &Path) -> Result<bool, LedgerError> {
        Ok(private_file::read(path)?.contains("BEGIN ENCRYPTED PRIVATE KEY"))
    }

    /// Reads a key file.
    ///
    /// # Errors
    /// [`LedgerError::File`] when others may read it, when it holds no
    /// Ed25519 key, or when the passphrase is missing or wrong.
    pub fn load(path: &Path, passphrase: Option<&str>) -> Result<SigningKey, LedgerError> {
        let pem = private_file::read(path)?;
        let encrypted = pem.contains("BEGIN ENCRYPTED PRIVATE KEY");
        let read = match (encrypted, passphrase) {
            (false, _) => ed25519_dalek::SigningKey::from_pkcs8_pem(&pem),
            (true, Some(word)) => ed25519_dalek::SigningKey::from_pkcs8_encrypted_pem(&pem, word),
            (true, None) => return Err(bad(path, "the key is encrypted", "give its passphrase")),
        };
        let key = read.map_err(|_| {
            let (what, help) = if encrypted {
                ("the passphrase is wrong or the file damaged", "try again, or a copy")
            } else {
                ("this is no Ed25519 key", "it must be PKCS#8 in PEM, from tess key")
            };
            bad(path, what, help)
        })?;
        let key = SigningKey(key);
        super::signature::check_key(&key.public(), "this file")?;
        Ok(key)
    }

    pub(super) fn secret(&self) -> &ed25519_dalek::SigningKey {
        &self.0
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SigningKey of {}", self.public())
    }
}

fn bad(path: &Path, what: &str, help: &str) -> LedgerError {
    LedgerError::File { path: path.to_owned(), what: what.to_owned(), help: help.to_owned() }
}
