//! Before the battle, when it is not set up by its file: one player sets out the terrain, the other chooses
//! his edge, dice say who deploys first, and the armies come onto the table.

mod armies;
mod ground;
mod place;
mod room;

pub use crate::state::{Preparing, clear};
pub(crate) use armies::begin;
pub use armies::{finish, is_deploying, waiting};
pub(crate) use ground::turn_round;
pub use ground::{choose, set_out};
pub use place::{Piece, Spot, ZONE, fits, place};
pub use room::place_all;
pub(crate) use room::room;
