//! The names of dice: `purpose:subject`, then `#2`, `#3` for repetitions.

use super::DiceError;

/// The longest label, in bytes.
pub const MAX_LABEL: usize = 64;

/// Checks the characters and length of a label (protocol section 4).
///
/// # Errors
/// [`DiceError::Label`] when it is empty, longer than [`MAX_LABEL`] or has a
/// character outside `a-z 0-9 . _ : # -`.
pub fn check_label(label: &str) -> Result<(), DiceError> {
    let allowed =
        |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'.' | b'_' | b':' | b'#' | b'-');
    if !label.is_empty() && label.len() <= MAX_LABEL && label.bytes().all(allowed) {
        return Ok(());
    }
    Err(DiceError::Label { label: label.chars().take(40).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short_and_plain() {
        assert!(check_label("pre-shock:ha_iii.a#2").is_ok());
        assert!(check_label(&"x".repeat(64)).is_ok());
        for bad in ["", "Shock", "a b", "a\n", "caf\u{e9}", &"x".repeat(65)] {
            assert!(check_label(bad).is_err(), "{bad:?}");
        }
    }
}
