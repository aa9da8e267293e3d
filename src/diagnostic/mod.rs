//! Complaints to people who write orders and scenarios: place, message, rule and help.
//!
//! ```text
//! error[6.25]: Hastati III-a has 1 MP left, woods 2214 costs 2
//!   3 | move HA-IIIa 2213 2214
//!     |                   ~~~~
//! help: stop in 2213, or go round by 2313
//! ```
//!
//! They are collected, never thrown. A [`Report`] draws them plain for mail, at most 78 columns of
//! ASCII, or coloured for a terminal. Knows nothing of what they are about. What strangers wrote is made
//! safe to be shown here, too (`tame`), and text in whatever letters it comes is read as meant (`meant`).

mod complaint;
mod counted;
mod draw;
mod foreign;
mod meant;
mod wrap;

pub use complaint::{Diagnostic, Place, Severity, Span};
pub use counted::counted;
pub use draw::Report;
pub use foreign::{is_wild, tame, tame_json, tame_line};
pub use meant::{Meant, decoded, plain_letter, straightened};
pub use wrap::{WIDTH, plain_ascii, wrap};
