//! Bytes that nobody can guess, from the operating system.

use super::{ChainId, LedgerError, Nonce, Salt};

/// Fresh bytes of the operating system.
macro_rules! random_bytes {
    ($($name:ident),*) => {$(
        impl $name {
            /// Fresh random bytes of the operating system.
            ///
            /// # Errors
            /// [`LedgerError::Random`] when it has none to give.
            pub fn random() -> Result<$name, LedgerError> {
                let mut made = $name([0; _]);
                getrandom::getrandom(&mut made.0)
                    .map_err(|error| LedgerError::Random(error.to_string()))?;
                Ok(made)
            }
        }
    )*};
}

random_bytes!(Salt, ChainId, Nonce);
