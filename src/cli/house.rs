//! What the commands need of a game, and which game a battle is.

mod gboh;
mod legion;

use std::path::Path;

use super::Failure;
use tess_bot::Arena;
use tess_diagnostic::Diagnostic;
use tess_ledger::{Kind, Signed};
use tess_scenario::Family;
use tess_steward::{Agent, archive_bytes};

/// A game that can be played from the command line.
pub trait House: Arena + 'static {
    /// Standing orders for a demonstration.
    const STANDING: &'static str;

    /// What the game adds to standing orders.
    type Prepared: tess_orders::standing::Dialect;

    /// The program's own commander.
    fn bot(seed: u64) -> Box<dyn Agent<Self::Position>>;

    /// The field as a whole.
    fn overview(position: &Self::Position) -> String;

    /// The field, or the part around a place or piece.
    fn map(
        position: &Self::Position,
        centre: Option<&str>,
        radius: Option<u8>,
        whole: bool,
    ) -> Result<String, Failure>;

    /// What a side may do now, perhaps of one unit only.
    fn legal(
        position: &Self::Position,
        side: &str,
        unit: Option<&str>,
        json: bool,
    ) -> Result<String, Failure>;

    /// Everything to be said about a sheet; nothing when nobody of this name commands.
    fn diagnose(sheet: &str, position: &Self::Position, side: &str) -> Option<Vec<Diagnostic>>;

    /// A happening as a sentence.
    fn sentence(position: &Self::Position, happening: &Self::Happening) -> String;

    /// How the battle stands, in half a line.
    fn stand(position: &Self::Position) -> String;
}

/// Runs a method of a command for the game that the battle is: `by_game!(family, self.run_as())`.
macro_rules! by_game {
    ($family:expr, $it:ident.$method:ident($($arg:expr),*)) => {
        match $family {
            tess_scenario::Family::Gboh => $it.$method::<tess_gboh::Gboh>($($arg),*),
            tess_scenario::Family::Legion => $it.$method::<tess_legion::Legion>($($arg),*),
        }
    };
}

pub(super) use by_game;

/// The game of a log, by its genesis. One that cannot be read counts as the first: its faults come when it is opened.
pub fn family_of(first: &Signed) -> Family {
    match &first.event().kind {
        Kind::Genesis(genesis) => Family::of_book(&genesis.rules.id),
        _ => Family::Gboh,
    }
}

/// The same of an archive's bytes.
pub fn family_of_archive(bytes: &[u8]) -> Family {
    let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    Signed::parse(first).map_or(Family::Gboh, |signed| family_of(&signed))
}

/// The same of a seat, or of an archive by its name.
pub fn family_at(path: &Path) -> Family {
    archive_bytes(path).map_or(Family::Gboh, |bytes| family_of_archive(&bytes))
}
