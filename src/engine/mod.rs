//! A battle gone through by the rules, event by event, for whoever draws it, and for the page of a battle
//! that replays it in a browser.
//!
//! `replay.rs` carries a log through the rules one event at a time and says how the battle then stands: the
//! bytes that were signed, and the words. `engine.rs` answers what a page asks: how the battle stands after
//! an event, what may be ordered there, what a sheet would do. `door.rs` is how a page calls it when it is
//! built for `wasm32-unknown-unknown`: plain bytes in and out, and nothing is imported. What is built so has
//! no scenarios in it: the page gives it those of its battle.
//!
//! Knows no mail, no keys and no seat: what is sealed it never sees.

mod engine;
mod error;
mod replay;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod door;

pub use engine::Engine;
pub use error::EngineError;
pub use replay::{Replay, Step};
