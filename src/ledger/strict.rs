//! The one way in which an event may be written.
//!
//! An event is read into its type and written again; unless every byte is the
//! same, it is refused. That alone catches white space, keys in another
//! order, missing, unknown and double keys, floats, other escapes and other
//! spellings of numbers. The size is checked before anything is read.

use super::LedgerError;

/// The largest integer: what every language holds exactly.
pub(super) const MAX_INTEGER: u64 = (1 << 53) - 1;

/// The most bytes of one event.
pub const MAX_EVENT: usize = 64 * 1024;

/// Refuses an event of more than [`MAX_EVENT`] bytes.
pub(super) fn check_size(bytes: usize) -> Result<(), LedgerError> {
    if bytes <= MAX_EVENT {
        return Ok(());
    }
    let what = format!("has {bytes} bytes");
    Err(LedgerError::strict(what, "an event may have 65536, so divide the sheet"))
}

/// Refuses an event that is not spelled as this program spells it.
pub(super) fn check_same(read: &str, written: &str) -> Result<(), LedgerError> {
    if read == written {
        return Ok(());
    }
    let pairs = read.bytes().zip(written.bytes());
    let place = pairs.take_while(|(a, b)| a == b).count();
    let cut = |text: &str| {
        let rest = text.as_bytes().get(place..).unwrap_or_default();
        let end = rest.len().min(20);
        String::from_utf8_lossy(&rest[..end]).escape_debug().to_string()
    };
    let what = format!("is not in strict form from byte {place}: {}", cut(read));
    Err(LedgerError::strict(what, format!("write there: {}", cut(written))))
}

/// A fault that the JSON reader found in the header.
pub(super) fn from_json(error: serde_json::Error) -> LedgerError {
    from_json_in("header", error)
}

/// A fault that the JSON reader found in that part of the event.
pub(super) fn from_json_in(part: &str, error: serde_json::Error) -> LedgerError {
    let column = error.column();
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default();
    LedgerError::strict(
        format!("cannot be read ({}, column {column})", shown(part)),
        format!("the reader says: {}", shown(text)),
    )
}

/// Foreign text, cut and with control characters escaped, for a message.
pub(super) fn shown(text: &str) -> String {
    let cut: String = text.chars().take(50).collect();
    cut.escape_debug().take(50).collect()
}
