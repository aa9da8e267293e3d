//! The game as the table plays it: a sheet carried out line by line, whose turn it is, what may be ordered,
//! what standing orders and silence decide.

pub mod defaults;
pub(crate) mod duty;
pub(crate) mod game;
pub mod legal;
pub(crate) mod obey;
pub mod prepared;
#[doc(hidden)]
pub mod proving_ground;
mod sequels;
pub mod standing;

pub use duty::{Due, due, duty};
pub use legal::{Legal, legal};
pub use obey::obey;
pub use sequels::SEQUELS;
