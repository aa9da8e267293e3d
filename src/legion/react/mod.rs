//! What the enemy does about a charge, and what skirmishers do to provoke one.

mod charge;
mod chase;
mod counter;
mod evade;
mod feign;
mod lanes;
mod leave;
mod lone;
mod opportunity;
mod sally;

pub use charge::{Reaction, charge, charged};
pub use evade::may_stand_freely;
pub use feign::feign;
pub use leave::{Way, leave};
pub use lone::charge_leader;
pub use sally::sally;
