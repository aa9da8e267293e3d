//! The lost tables of commanders and of removing hits, as the files have them.

use super::troop::Drill;
use crate::measure::Length;

/// **legion leader.radius.** How far commanders are heard, by organization and rating.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RadiusChart {
    /// A row for each organization, by rating from 0 to 3.
    pub rows: Vec<(Drill, [Length; 4])>,
}

impl RadiusChart {
    /// The radius of a commander; `None` when the chart has no row for his organization or his rating is
    /// none.
    #[must_use]
    pub fn radius(&self, culture: Drill, rating: u8) -> Option<Length> {
        let row = self.rows.iter().find(|(drill, _)| *drill == culture)?;
        row.1.get(usize::from(rating)).copied()
    }
}

/// What changes the die that removes hits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Circumstance {
    /// Always.
    FromDie,
    /// A leader is attached.
    LeaderAttached,
    /// An enemy is near.
    EnemyNear,
    /// The unit is disordered.
    Disordered,
    /// The unit is broken.
    Broken,
    /// The card.
    ForcedMarch,
    /// The card.
    HotMeal,
    /// The card.
    GoodOmens,
    /// The card.
    BadOmens,
    /// The card.
    RousingSpeech,
}

impl Circumstance {
    /// All, with how they are written.
    pub const WORDS: [(&'static str, Circumstance); 10] = [
        ("from-die", Circumstance::FromDie),
        ("leader-attached", Circumstance::LeaderAttached),
        ("enemy-near", Circumstance::EnemyNear),
        ("disordered", Circumstance::Disordered),
        ("broken", Circumstance::Broken),
        ("forced-march", Circumstance::ForcedMarch),
        ("hot-meal", Circumstance::HotMeal),
        ("good-omens", Circumstance::GoodOmens),
        ("bad-omens", Circumstance::BadOmens),
        ("rousing-speech", Circumstance::RousingSpeech),
    ];

    /// How it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Circumstance::WORDS[self as usize].0
    }
}

/// **legion rally.hits.** What is added to the die that removes hits.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RallyChart {
    /// By circumstance.
    pub modifiers: Vec<(Circumstance, i8)>,
}
