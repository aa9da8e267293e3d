//! An action: an event that dice can be made for.

use super::{Id, Link, Role};
use tess_dice::{OpenedLink, RollKey};

/// `orders` or `answer`, with the links opened for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Action {
    /// The id of its event.
    pub id: Id,
    /// The place of its event.
    pub seq: u64,
    /// Whose decision it is, even when the umpire signed it.
    pub side: Role,
    /// The side's `standing` event when the umpire signed it.
    pub delegated: Option<Id>,
    /// What stands in the roll key: its id, or `D` when the umpire signed it.
    pub roll_id: Id,
    /// Who opens a link if a die is due, in this order.
    pub openers: Vec<Role>,
    /// The links opened so far, in the order of `openers`.
    pub opened: Vec<Opening>,
    /// The key of its dice, once all openers have opened.
    pub roll_key: Option<RollKey>,
    /// Whether it still counts.
    pub fate: Fate,
}

/// A link opened for an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The opener.
    pub role: Role,
    /// His role code.
    pub code: u8,
    /// Place in his chain.
    pub index: u32,
    /// The value.
    pub link: Link,
    /// The place of the `reveal`.
    pub seq: u64,
}

/// Whether an action counts; with the place of the event that ended it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It counts.
    Live,
    /// Sent back by a `reject`: the side acts again.
    Rejected(u64),
    /// Made void, as its opener lost his chain: the side acts again.
    Void(u64),
    /// Taken back by the `agree` there.
    TakenBack(u64),
}

impl Action {
    /// Whether it counts.
    pub fn is_live(&self) -> bool {
        self.fate == Fate::Live
    }

    /// Whether all its openers have opened.
    pub fn is_complete(&self) -> bool {
        self.roll_key.is_some()
    }

    /// Whether some of its openers have opened, but not all.
    pub fn is_half_open(&self) -> bool {
        !self.opened.is_empty() && !self.is_complete()
    }

    /// Who opens next, if a die is due.
    pub fn next_opener(&self) -> Option<&Role> {
        self.openers.get(self.opened.len())
    }

    pub(super) fn links_with(&self, last: OpenedLink) -> Vec<OpenedLink> {
        let opened = self.opened.iter().map(|opening| OpenedLink {
            code: opening.code,
            index: opening.index,
            value: opening.link.0,
        });
        opened.chain([last]).collect()
    }
}
