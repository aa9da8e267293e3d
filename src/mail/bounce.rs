//! What a delivery report says (RFC 3464): which mail did not arrive, with whom, and why.

/// A mail of ours that came back, as far as the report can be read. Nothing in it is proved.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bounce {
    /// `Final-Recipient` or `Original-Recipient`, the address alone.
    pub recipient: Option<String>,
    /// `Action` is `delayed`: the server still tries.
    pub delayed: bool,
    /// `Diagnostic-Code`, or `Status`.
    pub reason: Option<String>,
}

impl Bounce {
    /// Reads the fields of a delivery report wherever they stand in it.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Bounce {
        let text = String::from_utf8_lossy(bytes);
        let unfolded = text.replace("\r\n", "\n").replace("\n\t", " ").replace("\n ", " ");
        let field = |name: &str| {
            unfolded.lines().find_map(|line| {
                let (found, value) = line.split_once(':')?;
                found.trim().eq_ignore_ascii_case(name).then(|| plain(value))
            })
        };
        let address = |value: String| value.rsplit(';').next().map(|a| a.trim().to_owned());
        Bounce {
            recipient: field("Final-Recipient").or_else(|| field("Original-Recipient")).and_then(address),
            delayed: field("Action").is_some_and(|action| action.eq_ignore_ascii_case("delayed")),
            reason: field("Diagnostic-Code").or_else(|| field("Status")),
        }
    }
}

/// A value fit for a report: printable, and not long.
fn plain(value: &str) -> String {
    let shown = value.trim().chars().map(|c| if c == ' ' || c.is_ascii_graphic() { c } else { '?' });
    shown.take(120).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_recipient_and_reason() {
        let text = b"Content-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx\r\n\r\n\
            Final-Recipient: rfc822; bob@b.example\r\nAction: failed\r\nStatus: 5.1.1\r\n\
            Diagnostic-Code: smtp; 550 5.1.1\r\n\tno such user\r\n";
        let bounce = Bounce::read(text);
        assert_eq!(bounce.recipient.as_deref(), Some("bob@b.example"));
        assert_eq!(bounce.reason.as_deref(), Some("smtp; 550 5.1.1 no such user"));
        assert!(!bounce.delayed);
        let delayed = Bounce::read(b"Original-Recipient: rfc822;a@b\nAction: Delayed\nStatus: 4.4.1\n");
        assert_eq!(delayed.recipient.as_deref(), Some("a@b"));
        assert_eq!(delayed.reason.as_deref(), Some("4.4.1"));
        assert!(delayed.delayed);
        assert_eq!(Bounce::read(b"hello"), Bounce::default());
    }
}
