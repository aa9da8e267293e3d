//! Players without a person: they see the position as the report shows it, ask the rules only what `tess
//! legal` tells, and write order sheets as text, so that they come in by the same door as people.
//!
//! [`random`] plays anything that is legal; [`sensible`] fights a battle that looks like one; [`quick`] does
//! so in a hurry, for battles that are fought by the thousand. A [`Level`] names who is how hard to beat.
//! All are deterministic: the same seed and the same calls give the same sheets. [`Duel`] lets two of them
//! fight over a signed log in memory, [`skirmish::fight`] over the bare rules, which is faster.
//!
//! Knows nothing of how the rules work inside.

mod arena;
mod blunder;
mod chance;
mod gboh;
pub mod legion;
mod search;
pub mod skirmish;

pub use arena::bout::{Bout, End, Losses, Playout, bout};
pub use arena::duel::{self, Duel};
pub use arena::hire::{Commander, hire, hire_as, standing};
pub use arena::level::{Level, NoLevel};

pub use gboh::random::{Random, random};
pub use gboh::sensible::{STANDING, Sensible, quick, sensible};
