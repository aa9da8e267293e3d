//! The form of every report: its width, how lines are folded, what stands round it, how pieces are marked.

pub mod fold;
pub(crate) mod frame;
mod html;
pub(crate) mod layout;
pub(crate) mod list;
pub(crate) mod marks;

/// The widest line of a report.
pub const WIDTH: usize = 78;
