//! What one side, or everybody, may see of a battle, as text for mail.
//!
//! 78 columns, ASCII, no colours. The room borrows a [`Position`](tess_gboh::Position) and the
//! [`Chapter`](tess_table::Chapter)s of a table, and changes nothing. [`report`] is the whole mail; its
//! parts can be had alone: [`story`], [`rosters`], [`score`], [`map::overview`], [`map::window`]. A reader
//! can write his orders from the report alone: codes, hexes and facings all stand in it.
//!
//! Knows no mail and no files; colours are a later caller's.

mod brief;
mod examples;
mod form;
mod front;
pub mod legion;
pub mod map;
pub mod narrate;
mod page;
mod places;
pub mod refusal;
mod roster;
mod score;
mod story;
mod tale;
mod task;
mod upshot;
mod voice;
mod waiting;

#[cfg(test)]
mod tests;

pub use form::layout::{Layout, Section};
pub use form::{WIDTH, fold};
pub use front::Wing;
pub use map::{Window, overview, window};
pub use page::{Context, headline, page, report};
pub use places::places;
pub use roster::rosters;
pub use score::score;
pub use story::{digest, plain, story};
pub use upshot::Upshot;
pub use voice::{Style, Voice};
pub use waiting::waiting;
