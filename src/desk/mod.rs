//! The desk: a battle in the browser of the player's own machine.
//!
//! One page, on the loopback alone. The board is on one side and the sheet on the other, each always in step
//! with the other: what is clicked becomes a line of the sheet, and what is typed is shown on the board. All
//! that the page knows it asks here, and here it is worked out by the rules; what it sends is only ever text
//! that a terminal could send as well.
//!
//! The only room with a web server (`web.rs`): everything else answers one request by one reply (`asked.rs`,
//! `routes.rs`), so that tests need no socket.

mod after;
mod asked;
mod battle;
mod deed;
mod draft;
mod gate;
mod hands;
mod marks;
mod page;
mod past;
mod routes;
mod stamp;
mod standing;
mod state;
mod trouble;
mod web;
mod words;

#[cfg(test)]
mod tests;

pub use asked::{Asked, Given};
pub use gate::Gate;
pub use hands::Hands;
pub use routes::Desk;
pub use trouble::Trouble;
pub use web::serve;
