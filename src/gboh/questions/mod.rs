//! Questions about a position: zones of control, reach and range, lines, sight, who is near and engaged.
//! Nothing is changed.

pub mod authority;
pub mod check;
mod company;
pub(crate) mod engaged;
pub(crate) mod line;
pub(crate) mod line_range;
pub(crate) mod near;
pub(crate) mod patch;
pub mod reach;
mod ready_leader;
pub mod sight;
pub mod zone;

pub use authority::can_command;
pub(crate) use company::{NUMBER, along, company, outlook, room};
pub use engaged::is_engaged;
pub(crate) use engaged::{approach, targets, targets_but};
pub use line::{is_rigid, members, part_of, parts};
pub use reach::{in_range, leader_in_range, reaches};
pub(crate) use ready_leader::orders;
pub use ready_leader::{
    can_enable, is_contingent_commander, is_freed, is_inactive, is_pinned, stands_in_zoc,
};
pub use sight::{leader_sees, unit_between};
