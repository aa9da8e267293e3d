//! Close combat.

mod after;
mod contact;
mod dice;
mod light;
mod pursuit;
mod round;
pub mod told;

pub use contact::{contacts, is_in_contact, rows};
pub use dice::{Part, against, automatic_disorder, is_flanked};
pub use light::{passed_through, pushed_back};
pub use pursuit::{Pursues, pursue, pursues};
pub(crate) use pursuit::{is_prey, kind, meet, ride_down};
pub(crate) use round::fight_all;
pub use round::{fight, owed, resolve};
