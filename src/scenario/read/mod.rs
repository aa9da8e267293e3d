//! Reading a file strictly: tables and values with their places, and the faults, all told at once.

mod about;
mod block;
mod fault;
mod nearest;
mod page;

pub use about::About;
pub use fault::Fault;

pub(crate) use block::{Block, Value};
pub(crate) use nearest::{hint, nearest};
pub(crate) use page::Page;
