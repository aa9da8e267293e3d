//! Scenario files and charts, read and checked: text in, a [`Setup`](tess_gboh::Setup) or all its faults
//! out.
//!
//! A scenario (`scenarios/spqr/bagradas-255bc.toml`) names its chart set (`scenarios/charts/spqr`). Both are
//! compiled into the program; a directory of the same shape may stand in front of them, file by file. The
//! format is described in `docs/scenario-format.md`. Every number comes from one of these files, and their
//! SHA-256 stands in a battle's first event, so both players are provably on the same ones.
//!
//! The files are read strictly: an unknown key, a missing cell or a unit in a river is a [`Fault`] with
//! file, line and column, and all faults of a file are told at once. Knows nothing of log and mail.

mod battle;
mod charts;
mod family;
mod files;
mod legion;
mod library;
mod read;

pub use battle::Loaded;
pub use family::Family;
pub use files::{Files, Hashes, Library};
pub use legion::options::OPTIONS as LEGION_OPTIONS;
pub use legion::{ArmyList, Line, LoadedLegion, Muster, Post, Rank};
pub use library::Listed;
pub use read::{About, Fault};
