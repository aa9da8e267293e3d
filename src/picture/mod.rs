//! The field as a picture: SVG of a position, for a browser, a page or a print.
//!
//! Drawn is what everybody may see: a position holds nothing else until somebody's secrets are put into it.
//! All numbers are whole, so that the same position gives the same bytes. What a name from a scenario says
//! is text, never markup. How the picture is built, its sizes, names and classes, stands in
//! `docs/picture.md`.

mod pen;
mod plain;
mod style;

pub mod gboh;
pub mod legion;

pub use plain::{paper, plain};
pub use style::STYLE;
