//! Close combat.

mod after;
mod dice;
mod light;
mod pursuit;
mod round;

pub use crate::events::melee::Part;
pub use dice::{against, automatic_disorder, is_flanked};
pub use light::{passed_through, pushed_back};
pub use pursuit::{Pursues, pursue, pursues};
pub(crate) use pursuit::{is_prey, meet, ride_down};
pub(crate) use round::fight_all;
pub use round::{fight, owed, resolve};
