//! Formations: how the stands of a unit stand to one another.

mod slots;

pub use slots::{Slot, slots};

/// The shape of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Formation {
    /// One rank.
    Line,
    /// Two ranks.
    Double,
    /// One file.
    Column,
    /// So many files, in as many ranks as it takes: light troops, engines and baggage, who need no regular
    /// formation.
    Files(u8),
    /// One rank with gaps of a base's width, for the next line to stand behind.
    Quincunx,
    /// A square with fronts all round.
    Orbis,
    /// A column under shields, its last stand looking back.
    Testudo,
}

impl Formation {
    /// Those that are one word.
    pub const PLAIN: [Formation; 6] = [
        Formation::Line,
        Formation::Double,
        Formation::Column,
        Formation::Quincunx,
        Formation::Orbis,
        Formation::Testudo,
    ];

    /// In how many files so many stands stand in it; of an orbis those of its front.
    #[must_use]
    pub fn files(self, stands: usize) -> usize {
        match self {
            Formation::Line | Formation::Quincunx => stands,
            Formation::Double => stands.div_ceil(2),
            Formation::Column | Formation::Testudo => stands.min(1),
            Formation::Files(files) => usize::from(files).min(stands),
            Formation::Orbis => stands.div_ceil(4),
        }
    }

    /// How it is written.
    #[must_use]
    pub fn word(self) -> String {
        match self {
            Formation::Line => "line".into(),
            Formation::Double => "double".into(),
            Formation::Column => "column".into(),
            Formation::Files(files) => format!("files {files}"),
            Formation::Quincunx => "quincunx".into(),
            Formation::Orbis => "orbis".into(),
            Formation::Testudo => "testudo".into(),
        }
    }
}
