//! What a transport must know of a finished mail, read from the mail itself.

use super::address::Address;
use super::compose::BOUNCE_FIELD;
use super::error::MailError;
use super::message_id::MessageId;
use super::{limits, parts};

/// Envelope of a composed mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// Its Message-ID.
    pub id: MessageId,
    /// Where bounces go.
    pub sender: Address,
    /// Receivers.
    pub to: Vec<Address>,
    /// `Date` in seconds of the epoch, 0 when there is none.
    pub date: i64,
}

impl Route {
    /// Reads the fields that `compose` wrote.
    ///
    /// # Errors
    /// `MailError::Route` naming the field that is missing or no address.
    pub fn of(bytes: &[u8]) -> Result<Self, MailError> {
        let safe = limits::admit(header(bytes))?;
        let mail = parts::parse(&safe)?.ok_or(MailError::Route("From"))?;
        let first =
            |a: Option<&mail_parser::Address<'_>>| -> Option<Address> { a?.first()?.address()?.parse().ok() };
        let from = first(mail.from()).ok_or(MailError::Route("From"))?;
        let bounce = match mail.header_raw(BOUNCE_FIELD) {
            Some(text) => text.trim().parse().map_err(|_| MailError::Route(BOUNCE_FIELD))?,
            None => from,
        };
        let to: Vec<Address> = mail
            .to()
            .into_iter()
            .flat_map(|a| a.iter())
            .map(|a| a.address().and_then(|a| a.parse().ok()).ok_or(MailError::Route("To")))
            .collect::<Result<_, _>>()?;
        if to.is_empty() {
            return Err(MailError::Route("To"));
        }
        let id = mail
            .message_id()
            .and_then(|id| MessageId::parse(id).ok())
            .ok_or(MailError::Route("Message-ID"))?;
        Ok(Self { id, sender: bounce, to, date: mail.date().map_or(0, mail_parser::DateTime::to_timestamp) })
    }

    /// The addresses it goes to, for messages.
    #[must_use]
    pub fn receivers(&self) -> String {
        self.to.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }
}

/// A mail up to its first empty line.
fn header(bytes: &[u8]) -> &[u8] {
    let empty = |at: &usize| bytes[*at..].starts_with(b"\n\n") || bytes[*at..].starts_with(b"\n\r\n");
    (0..bytes.len()).find(empty).map_or(bytes, |at| &bytes[..=at])
}
