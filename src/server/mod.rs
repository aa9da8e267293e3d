//! The umpire's service and the player's agent: passes over many battles, one mail at a time, for as long
//! as the process runs.
//!
//! Inwards a mail is first in the [`Store`]'s journal, then it is acknowledged where it came from, then it
//! is worked on: one transaction holds the events it brings, the links opened for them, the state of the
//! battle and the mails that follow. Outwards a courier takes what is due from the outbox. A process that
//! is killed anywhere and started again goes on where it was. Knows nothing of the terminal and of
//! settings.

mod courier;
mod desk;
mod dispatch;
mod easel;
mod journal;
mod line;
mod metrics;
mod porch;
mod rate;
mod send;
mod service;
mod share;
mod store;
mod window;

pub use courier::{Courier, Delivery, Due};
pub use desk::{Keys, Passphrases};
pub use journal::{Entered, State, Waiting};
pub use line::{Level, Line};
pub use metrics::Metrics;
pub use porch::Porch;
pub use rate::Rates;
pub use service::{Milestone, Service, Setting, Watch};
pub use store::{Battle, Compacted, Lock, Progress, Store};
pub use window::Window;
