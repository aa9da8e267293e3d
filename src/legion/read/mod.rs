//! Written orders resolved to the pieces of a battle.

mod order;
mod resolve;
mod seal;

pub use order::Order;
pub use resolve::{complaint, orders, unknown};
pub use seal::seal_up;
