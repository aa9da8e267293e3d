//! Movement: steps of a move, their cost and limits, passing through friends, charging into contact.

mod charge;
mod crowd;
mod detach;
mod drawn;
mod face;
mod find;
mod go;
mod ground;
mod limits;
mod may;
mod pass;
mod relief;
mod seek;
mod square;
#[cfg(test)]
mod tests;
mod walk;

pub use charge::{Charge, declare, engage, foreseen, into_contact, must_charge};
pub use crowd::Crowd;
pub use detach::detach;
pub use go::go;
pub use limits::{leash, least, owed};
pub use may::{enter, may_move};
pub use relief::relieve;
pub use square::{Squared, off, side};
pub use walk::{Walked, walk, walk_among};
