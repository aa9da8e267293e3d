//! Mail addresses as people write them.

pub use lettre::Address;
pub use lettre::message::Mailbox;

use super::error::MailError;

/// Reads `name@host` or `Name <name@host>`.
///
/// Only ASCII addresses are taken, since SMTPUTF8 (RFC 6531) is not to be counted on between two
/// strangers' servers; the display name may hold any printable character.
///
/// # Errors
/// `MailError::Address`, saying what is wrong.
pub fn parse_address(given: &str) -> Result<Mailbox, MailError> {
    let refuse = |why| MailError::Address { given: given.chars().take(80).collect(), why };
    let text = given.trim();
    if text.is_empty() {
        return Err(refuse("it is empty"));
    }
    if text.chars().any(char::is_control) {
        return Err(refuse("it holds a control character"));
    }
    if !text.contains('@') {
        return Err(refuse("the @ is missing"));
    }
    if text.contains('<') != text.contains('>') {
        return Err(refuse("one angle bracket is missing"));
    }
    let mailbox: Mailbox = text.parse().map_err(|_| refuse(blame(text)))?;
    let address: &str = mailbox.email.as_ref();
    if !address.is_ascii() {
        return Err(refuse("only ASCII letters travel safely"));
    }
    if address.len() > 254 {
        return Err(refuse("it is longer than 254 characters"));
    }
    Ok(mailbox)
}

/// Names the half of the address that lettre did not like.
fn blame(text: &str) -> &'static str {
    let inner = match (text.find('<'), text.rfind('>')) {
        (Some(from), Some(to)) if from < to => &text[from + 1..to],
        _ => text,
    };
    let Some((user, host)) = inner.rsplit_once('@') else {
        return "the @ is missing";
    };
    if text.contains(',') || text.contains(';') {
        return "give one address only";
    }
    if Address::new("a", host).is_err() {
        return "the part after the @ is not a host name";
    }
    if Address::new(user, "example.org").is_err() {
        return "the part before the @ is not a mailbox name";
    }
    "it cannot be read"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_and_named_addresses_are_read() {
        for (given, email) in [
            ("hannibal@carthage.example", "hannibal@carthage.example"),
            (" Publius Scipio <scipio@rome.example> ", "scipio@rome.example"),
            ("\"Scipio, P.\" <p+b.7@rome.example>", "p+b.7@rome.example"),
        ] {
            assert_eq!(parse_address(given).unwrap().email.to_string(), email);
        }
    }

    #[test]
    fn a_bad_address_says_what_is_wrong() {
        for (given, why) in [
            ("", "it is empty"),
            ("hannibal", "the @ is missing"),
            ("Hannibal <h@carthage.example", "one angle bracket is missing"),
            ("h@", "the part after the @ is not a host name"),
            ("h@car thage", "the part after the @ is not a host name"),
            ("@carthage.example", "the part before the @ is not a mailbox name"),
            ("a@b.example, c@d.example", "give one address only"),
            ("h@carthage.example\r\nBcc: x@y.example", "it holds a control character"),
            ("hánnibal@carthage.example", "only ASCII letters travel safely"),
        ] {
            let Err(MailError::Address { why: said, .. }) = parse_address(given) else {
                panic!("{given:?} was taken");
            };
            assert_eq!(said, why, "{given:?}");
        }
    }
}
