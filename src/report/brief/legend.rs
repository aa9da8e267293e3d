//! The rules that every report cites over and over, said once above what happened.

use std::collections::BTreeSet;

use crate::form::fold;
use crate::narrate::Teller;
use tess_effects::Rule;
use tess_gboh::Setup;

/// Something that is written in short, with the rule that is not written behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    Die,
    Hits,
    Way(Rule),
    Alike,
    Faces,
    Must(Rule),
    May(Rule),
    Leader(Rule),
    Withdraws(Rule),
    WithdrawHit(Rule),
    Rear(Rule),
    Through(Rule),
    Again(Rule),
    Turns(Rule),
    Range,
    Entry(Rule),
    Supply(Rule),
    Combat { column: Rule, table: Rule },
    Obliged(Rule),
    Share(Rule),
    Routs(Rule),
    Runs(Rule),
    NoWay(Rule),
    NoPlace(Rule),
    Routers(Rule),
    Broken(Rule),
}

impl Mark {
    /// What it means, with the rule as the battle's own book numbers it.
    fn text(self, t: &Teller<'_>) -> String {
        match self {
            Self::Die => "7-1:5 a die with its modifier against 5".to_owned(),
            Self::Hits => "+2=3 two hits, three in all".to_owned(),
            Self::Way(rule) => format!(
                "a move ({}): hex and facing, points/MA, way, [what happened in that hex]",
                t.rule(rule)
            ),
            Self::Alike => "= moves with the same facing and points".to_owned(),
            Self::Faces => "/SW turns to SW".to_owned(),
            Self::Must(rule) => format!("! must shock, !! with the unit below ({})", t.rule(rule)),
            Self::May(rule) => format!("? may shock ({})", t.rule(rule)),
            Self::Leader(rule) => format!("leaders ({}): from, to, points", t.rule(rule)),
            Self::Withdraws(rule) => {
                format!("V1>2613 withdraws there ({}), a point a hex unless told", t.rule(rule))
            }
            Self::WithdrawHit(rule) => format!("hits behind it are for that ({})", t.rule(rule)),
            Self::Rear(rule) => {
                format!("rear: a hit for withdrawing from an approach on flank or rear ({})", t.rule(rule))
            }
            Self::Through(rule) => format!("through S7: hits for that on both ({})", t.rule(rule)),
            Self::Again(rule) => format!("again: for moving again in the turn ({})", t.rule(rule)),
            Self::Turns(rule) => format!("turns: towards the mover ({})", t.rule(rule)),
            Self::Range => "fire is at range 1 unless told".to_owned(),
            Self::Entry(rule) => format!("on entry: at an approaching enemy ({})", t.rule(rule)),
            Self::Supply(rule) => format!("low, spent: missiles ({})", t.rule(rule)),
            Self::Combat { column, table } => format!(
                "a combat: base column ({}), shifts of columns L or R -> column; die, hits of attacker(defender) by the \
                 table ({})",
                t.rule(column),
                t.rule(table)
            ),
            Self::Obliged(rule) => format!("*: a combat not ordered, but they must ({})", t.rule(rule)),
            Self::Share(rule) => format!("shared out ({})", t.rule(rule)),
            Self::Routs(rule) => format!("routs ({})", t.rule(rule)),
            Self::Runs(rule) => format!("2408>2309 runs by these hexes ({})", t.rule(rule)),
            Self::NoWay(rule) => format!("no way out ({})", t.rule(rule)),
            Self::NoPlace(rule) => format!("no place among friends ({})", t.rule(rule)),
            Self::Routers(rule) => {
                format!("into, past: hits of those run over, and their check ({})", t.rule(rule))
            }
            Self::Broken(rule) => format!("eliminated: hit or broken while routed ({})", t.rule(rule)),
        }
    }
}

/// What has been written in short so far.
#[derive(Default)]
pub(crate) struct Marks(BTreeSet<Mark>);

impl Marks {
    /// Uses a mark.
    pub(super) fn mark(&mut self, mark: Mark) {
        self.0.insert(mark);
    }

    /// The paragraph that explains them.
    pub(crate) fn legend(&self, set: &Setup) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        let t = Teller::new(set);
        let each: Vec<String> = self.0.iter().map(|m| m.text(&t)).collect();
        fold::fold(&format!("In short: {}.", each.join("; ")), "", "  ")
    }
}
