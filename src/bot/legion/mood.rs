//! What a commander is in the mood for.

use crate::chance::Chance;

/// What a commander is in the mood for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mood {
    /// How much worse the odds may be than he usually asks for before he charges.
    pub(super) bold: i32,
    /// How much he fears for flanks and rear, in percent of the usual.
    pub(super) wary: i32,
    /// How much he cares for the line.
    pub(super) close: i32,
    /// How much the quicker keep out of the reach of the slower.
    pub(super) shy: i32,
    /// Nobody moves; all else is done.
    pub(super) stays: bool,
}

impl Mood {
    /// What has proved sensible.
    pub(super) const EVEN: Mood = Mood { bold: 0, wary: 100, close: 100, shy: 100, stays: false };

    /// Any mood, most of them not far from the sensible one.
    pub(super) fn any(chance: &mut Chance) -> Mood {
        let mut one = |of: &[i32]| chance.pick(of).copied().unwrap_or_default();
        Mood {
            bold: one(&[-20, -4, -2, 0, 0, 2, 4, 8]),
            wary: one(&[0, 50, 100, 100, 200, 400]),
            close: one(&[0, 50, 100, 100, 200]),
            shy: one(&[0, 100, 200]),
            stays: one(&[0, 0, 0, 0, 0, 0, 0, 1]) == 1,
        }
    }
}
