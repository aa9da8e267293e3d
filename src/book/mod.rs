//! The battle book: an archive as one page that opens without a network, plays, and proves itself.
//!
//! `states.rs` goes through the battle once (`engine/replay.rs`) and keeps, for each event, the canonical
//! bytes of the position after it and what came of it in words. `tables.rs` reads from `docs/position.md`
//! how those are made, so that the page decodes by the same tables as any other reader. `pack.rs` makes
//! bytes small enough to stand in a page, and `page.rs` puts all of it together with the script in `page/`:
//! modules of plain JavaScript that check every signature, link, die and digest in the reader's browser,
//! and draw. `luck.rs` takes in what an analysis found, for a chart above the board. With the rules in the
//! page as well (an engine, `engine/door.rs`), `page/rules.js` carries every event through them again.
//!
//! Whatever a player wrote is text here, never markup, and the page forbids every script but its own.

mod error;
mod luck;
mod pack;
mod page;
mod states;
mod tables;

#[cfg(test)]
mod tests;

pub use error::BookError;
pub use luck::Luck;
pub use pack::Packed;
pub use page::{Extras, book, proof_script};
