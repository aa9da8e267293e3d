//! Notes: the same states for people. What the lists of a game write as canonical bytes they write as a
//! [`Note`] too: a tree of words, numbers, lists and named parts, which is JSON as it is and can be written
//! as lines of text.
//!
//! A part that is forgotten in one is forgotten in the other, and so does not compile. Pieces are called by
//! the codes that their game gives them ([`Names`]); what a note says less than all of is a [`patch`] to
//! another one.
//!
//! ```text
//!  record      Done { moved: true, left: None }        (moved left=-)     {"moved":true,"left":null}
//!  choice      Place::Eliminated                       Eliminated         "Eliminated"
//!              Place::Field { hex, facing }            Field(hex=2010 facing=E)
//!                                                      {"is":"Field","hex":"2010","facing":"E"}
//!  list        [1, 2]                                  [1 2]              [1,2]
//! ```

mod document;
mod noted;
mod open;
pub mod patch;
mod plain;
mod schema;
mod text;
mod tree;

pub use document::{Document, Keyed, Short};
pub use noted::{Misread, Names, Noted, Problem, Unnoted};
pub use open::{Opened, choice, numbered, part, read_numbered};
pub use schema::{Several, Shapes, named_or, of_part, of_parts};
pub use serde_json::Value as Schema;
pub use text::{Fault, Placed, Unreadable, read, write};
pub use tree::Note;
