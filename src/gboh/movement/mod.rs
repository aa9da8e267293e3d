//! Movement, facing, zones, stacking, withdrawal (6, 7, 4.71 to 4.72, 9.15, 9.16).
//!
//! `march` and `step` are the rules of one step as plain values, without effects; `preview` and `finder`
//! play them through beforehand, `go` carries them out with everything that interrupts a move. Nobody here
//! knows who may be ordered to move: that is the command chapter's.

pub(crate) mod advance;
pub(crate) mod ahead;
pub(crate) mod approach;
pub(crate) mod bar;
pub(crate) mod chariots;
pub(crate) mod column;
pub(crate) mod cost;
pub(crate) mod dismount;
pub(crate) mod drift;
pub(crate) mod duel;
pub(crate) mod elephants;
pub(crate) mod extend;
pub(crate) mod facts;
pub(crate) mod faith;
pub(crate) mod feign_choice;
mod feigned;
pub(crate) mod finder;
pub(crate) mod finished;
pub(crate) mod flight;
pub(crate) mod go;
pub(crate) mod goal;
pub(crate) mod heading;
pub(crate) mod inertia;
pub(crate) mod leaders;
pub(crate) mod leaving;
pub(crate) mod march;
pub(crate) mod mark;
pub mod marker;
pub(crate) mod moved_again;
pub(crate) mod phalanx;
pub(crate) mod plain;
pub(crate) mod prearranged;
pub(crate) mod preview;
pub(crate) mod reaction;
pub(crate) mod retreat;
pub(crate) mod road;
pub(crate) mod rough;
pub(crate) mod shapes;
pub(crate) mod slide;
pub(crate) mod square;
pub(crate) mod stacking;
pub(crate) mod step;
pub(crate) mod straight;
pub(crate) mod triarii;
mod ways;
pub(crate) mod wedge;
pub(crate) mod withdraw;
pub(crate) mod withdraw_line;
mod withdraw_path;

#[cfg(test)]
mod tests;

pub use advance::into as advance_into;
pub(crate) use duel::fight as duel;
pub use duel::meet;
pub use faith::lose as lose_faith;
pub use feigned::{feign_after_harassing, is_out_of_hand};
pub use finder::{Reach, Stop, reachable, reachable_as, stops};
pub(crate) use finished::finished;
pub use go::carry_out as carry_out_move;
pub use go::near;
pub use leaders::leader_reachable;
pub use leaders::{
    carry_out as move_leader, goes_to as leader_goes_to, leaders_withdraw_along, refuges as leader_refuges,
    withdraw_after_shock as leader_withdraws, withdraw_from as leaders_withdraw,
};
pub use leaving::may_leave as may_leave_zone;
pub use mark::{contingent_enables, mark_moved};
pub(crate) use prearranged::key_of as side_key;
pub use preview::{Preview, goes_all_the_way, preview};
pub use reaction::came_adjacent;
pub(crate) use reaction::{approach, paces_apart, rough_turn};
pub use shapes::shapes;
pub use slide::can_slide;
pub(crate) use ways::{as_cheap, hexes_of};
pub use wedge::forms_for_charge;
pub use withdraw::offer_withdrawals;
pub(crate) use withdraw_path::Path;
