//! The rules that every report cites over and over, said once above what happened.

use std::collections::BTreeSet;

use crate::{fold, narrate};
use tess_effects::Rule;
use tess_gboh::Setup;

/// Something that is written in short.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    Die,
    Hits,
    Way,
    Alike,
    Faces,
    Must,
    May,
    Leader,
    Withdraws,
    WithdrawHit,
    Rear,
    Through,
    Again,
    Turns,
    Range,
    Entry,
    Supply,
    Combat,
    Obliged,
    Share,
    Routs,
    Runs,
    NoWay,
    NoPlace,
    Routers,
    Broken,
}

impl Mark {
    /// What it means, with the rule in SPQR's numbers.
    const fn text(self) -> &'static str {
        match self {
            Self::Die => "7-1:5 a die with its modifier against 5",
            Self::Hits => "+2=3 two hits, three in all",
            Self::Way => "a move (6.3): hex and facing, points/MA, way, [what happened in that hex]",
            Self::Alike => "= moves with the same facing and points",
            Self::Faces => "/SW turns to SW",
            Self::Must => "! must shock, !! with the unit below (7.31)",
            Self::May => "? may shock (7.31)",
            Self::Leader => "leaders (6.14): from, to, points",
            Self::Withdraws => "V1>2613 withdraws there (6.51), a point a hex unless told",
            Self::WithdrawHit => "hits behind it are for that (6.52)",
            Self::Rear => "rear: a hit for withdrawing from an approach on flank or rear (6.52)",
            Self::Through => "through S7: hits for that on both (6.63)",
            Self::Again => "again: for moving again in the turn (6.13)",
            Self::Turns => "turns: towards the mover (7.15)",
            Self::Range => "fire is at range 1 unless told",
            Self::Entry => "on entry: at an approaching enemy (8.21)",
            Self::Supply => "low, spent: missiles (8.17)",
            Self::Combat => {
                "a combat: base column (8.45), shifts of columns L or R -> column; die, hits of attacker(defender) by the table \
                 (8.46)"
            }
            Self::Obliged => "*: a combat not ordered, but they must (8.42)",
            Self::Share => "shared out (10.13)",
            Self::Routs => "routs (10.14)",
            Self::Runs => "2408>2309 runs by these hexes (10.22)",
            Self::NoWay => "no way out (10.24)",
            Self::NoPlace => "no place among friends (10.25)",
            Self::Routers => "into, past: hits of those run over, and their check (6.69)",
            Self::Broken => "eliminated: hit or broken while routed (10.27)",
        }
    }
}

/// What has been written in short so far.
#[derive(Default)]
pub(crate) struct Marks(BTreeSet<Mark>);

impl Marks {
    /// Uses a mark.
    pub(crate) fn mark(&mut self, mark: Mark) {
        self.0.insert(mark);
    }

    /// Nothing where the rule is the one that the legend names, else the rule in brackets.
    pub(crate) fn cite(&mut self, mark: Mark, usual: &str, rule: Rule) -> String {
        if rule.0 == usual {
            self.mark(mark);
            String::new()
        } else {
            format!(" ({rule})")
        }
    }

    /// The paragraph that explains them, with the rule numbers of the battle's own book.
    pub(crate) fn legend(&self, set: &Setup) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let each: Vec<&str> = self.0.iter().map(|m| m.text()).collect();
        fold::fold(&narrate::own(set, &format!("In short: {}.", each.join("; "))), "", "  ")
    }
}
