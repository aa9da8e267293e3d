//! A battle of any game between two equal commanders, and what it came to: for counting many.

use serde::{Deserialize, Serialize};

use super::hire::{Commander, hire_as};
use crate::skirmish::{Fought, Look, MOST_ACTIONS, Until, Watcher, play_until};
use tess_effects::Recorded;
use tess_game::{Agent, AnyPosition, Beats, Fare, Placed, Playable, Shape};
use tess_gboh::Gboh;
use tess_ledger::Role;
use tess_legion::Legion;
use tess_scenario::Family;
use tess_table::Run;

/// What a battle came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bout {
    /// The seed of its dice and commanders.
    pub seed: u64,
    /// How it ended.
    pub end: End,
    /// Why it could not go on, where something stood in the way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<String>,
    /// The turn in which it ended.
    pub turns: u16,
    /// Orders phases that were begun.
    pub phases: u64,
    /// Attempts to be active before one's time.
    pub trumps: u64,
    /// Sheets carried out.
    pub sheets: u64,
    /// Questions answered.
    pub questions: u64,
    /// What each side lost.
    pub losses: [Losses; 2],
    /// How much more the second side had lost or was about to lose than the first when the field was looked
    /// at on the way, in thousandths of what decides the battle; nothing when nobody looked, or the battle
    /// was over by then.
    #[serde(skip)]
    pub lean: Option<i32>,
}

/// How a battle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// The first side won.
    First,
    /// The second side won.
    Second,
    /// Nobody did.
    Drawn,
    /// The last turn that was allowed came first.
    Open,
}

/// What a side lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Losses {
    /// Units out of the battle.
    pub units: u64,
    /// Units that run at its end.
    pub running: u64,
    /// Leaders killed or taken.
    pub leaders: u64,
    /// Points of the battle's own kind: rout points given away, victory points won.
    pub points: u64,
}

/// Fights the battle of a seed between two equal sensible commanders, from a position on, to its end or
/// through so many turns.
#[must_use]
pub fn bout(start: &dyn AnyPosition, seed: u64, turns: u16) -> Bout {
    let how = Playout { who: Commander::Sensible, turns, before: 0, look: None };
    how.fought(start, seed, true)
}

/// Battles fought on by two equal commanders, faster: their phases and trumps are not counted.
#[derive(Debug, Clone, Copy)]
pub struct Playout {
    /// Who they are.
    pub who: Commander,
    /// The turn after which it counts as not ended.
    pub turns: u16,
    /// Actions that have been carried out before.
    pub before: u32,
    /// Actions after which the field is looked at ([`Bout::lean`]).
    pub look: Option<u32>,
}

impl Playout {
    /// The battle of a seed, from a position on.
    #[must_use]
    pub fn fight(&self, start: &dyn AnyPosition, seed: u64) -> Bout {
        self.fought(start, seed, false)
    }

    fn fought(&self, start: &dyn AnyPosition, seed: u64, counts: bool) -> Bout {
        let fought = match start.game().family() {
            Family::Gboh => {
                start.of().map(|start| fight::<Gboh>(start, *self, seed, counts, crate::gboh::losses))
            }
            Family::Legion => {
                start.of().map(|start| fight::<Legion>(start, *self, seed, counts, crate::legion::losses))
            }
        };
        fought.unwrap_or_else(|| unreachable!("a position is of the game that it says"))
    }
}

/// A commander at the door, in front of one game's table.
struct Hired(Box<dyn Agent<dyn AnyPosition>>);

impl<P: Placed> Agent<P> for Hired {
    fn answer(&mut self, position: &P, side: &Role, question: &tess_effects::Question) -> Option<String> {
        self.0.answer(position, side, question)
    }

    fn orders(&mut self, position: &P, side: &Role) -> Option<String> {
        self.0.orders(position, side)
    }

    fn answer_unseen(&self, question: &tess_effects::Question) -> Option<String> {
        self.0.answer_unseen(question)
    }
}

fn fight<G: Playable>(
    start: &G::Position,
    how: Playout,
    seed: u64,
    counts: bool,
    losses_of: fn(&G::Position) -> [i64; 2],
) -> Bout {
    let [mut first, mut second] =
        [2 * seed, 2 * seed + 1].map(|seed| Hired(hire_as(how.who, G::FAMILY, seed)));
    let mut beats = Beats::default();
    let mut watch = |_: &str, run: &Run<G>| {
        for told in &run.record {
            let Recorded::Happened(happening) = told else { continue };
            if let Some(beat) = G::beat(happening) {
                beats.count(beat);
            }
        }
    };
    let watcher: Option<Watcher<'_, G>> = if counts { Some(&mut watch) } else { None };
    let look = how.look.map(|after| Look { after, losses: losses_of });
    let until = Until { turns: how.turns, actions: MOST_ACTIONS, look };
    let begun = (start.clone(), how.before);
    let fought = play_until::<G>(begun, [&mut first, &mut second], seed, until, watcher);
    let sides = G::sides(start);
    let end = match fought.ending.as_ref().map(|ending| &ending.winner) {
        Some(Some(winner)) if *winner == sides[0] => End::First,
        Some(Some(_)) => End::Second,
        Some(None) => End::Drawn,
        None => End::Open,
    };
    let Fought { position, actions, questions, stuck, seen, .. } = fought;
    Bout {
        seed,
        end,
        stuck,
        turns: G::turn(&position),
        phases: beats.phases,
        trumps: beats.trumps,
        sheets: actions.into(),
        questions: questions.into(),
        losses: losses::<G>(&position),
        lean: seen.map(|[first, second]| ((second - first) / 1_000) as i32),
    }
}

fn losses<G: Playable>(position: &G::Position) -> [Losses; 2] {
    let mut fares: Vec<Fare> = Vec::new();
    G::fares(position, &mut fares);
    let mut losses = G::points(position).map(|p| Losses { points: p.now.into(), ..Losses::default() });
    for (listed, fare) in G::listed(position).iter().zip(&fares) {
        let of = &mut losses[listed.side];
        match fare.shape {
            Shape::Lost if listed.leader => of.leaders += 1,
            Shape::Lost => of.units += 1,
            Shape::Running => of.running += 1,
            Shape::Firm => {}
        }
    }
    losses
}
