//! What stands under a seal.

/// What is sealed with a salt for a hidden choice: itself, or for `#32` a number below 32 that follows from the salt.
#[must_use]
pub fn secret(choice: &str, salt: &[u8; 32]) -> String {
    match choice.strip_prefix('#').and_then(|n| n.parse().ok()) {
        Some(below) if below > 0 => tess_dice::number(salt, below).to_string(),
        _ => choice.to_owned(),
    }
}
