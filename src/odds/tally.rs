//! What many runs came to, added up with their weights.

use std::collections::BTreeMap;

use super::decide::{By, Decision};
use super::foretold::How;
use super::share::Sum;
use tess_effects::Worded;
use tess_game::{AnyPosition, Fare, Listed, Shape, Tried};
use tess_table::{Close, Halt};

/// Sums over runs.
pub struct Tally {
    /// How everybody fared before.
    pub(super) before: Vec<Fare>,
    /// Who they are.
    pub(super) listed: Vec<Listed>,
    /// By piece.
    pub(super) fates: Vec<Fate>,
    /// By side, the points and how often.
    pub(super) points: [BTreeMap<u16, u128>; 2],
    /// Where the sheet stopped.
    pub(super) ends: BTreeMap<Stopped, (u128, String)>,
    /// What came next.
    pub(super) next: BTreeMap<String, u128>,
    /// Who was asked what, and the answer.
    pub(super) asked: BTreeMap<Put, u128>,
    /// Dice thrown.
    pub(super) dice: Sum,
    /// Weight of the runs in which something hidden had to be supposed.
    pub(super) supposed: u128,
    /// Runs.
    pub(super) runs: u64,
    fares: Vec<Fare>,
}

/// What became of a piece.
#[derive(Debug, Clone, Default)]
pub(super) struct Fate {
    /// Hits while it holds together.
    pub(super) hits: Sum,
    /// Half stands lost.
    pub(super) halves: Sum,
    /// Weight of the runs in which it runs at the end.
    pub(super) running: u128,
    /// Weight of those in which it is lost.
    pub(super) lost: u128,
    /// Something about it was otherwise than before.
    pub(super) changed: bool,
}

/// Where a sheet stops: how, in which line, by which rule.
pub(super) type Stopped = (How, u32, String);

/// A question put: the side, its window, the rule, the answer, and whose it was.
pub(super) type Put = (String, String, String, String, By);

impl Tally {
    /// Nothing yet, of a position.
    #[must_use]
    pub fn new(position: &dyn AnyPosition) -> Tally {
        let mut before = Vec::new();
        position.fares(&mut before);
        Tally {
            fates: vec![Fate::default(); before.len()],
            listed: position.listed(),
            before,
            points: [BTreeMap::new(), BTreeMap::new()],
            ends: BTreeMap::new(),
            next: BTreeMap::new(),
            asked: BTreeMap::new(),
            dice: Sum::default(),
            supposed: 0,
            runs: 0,
            fares: Vec::new(),
        }
    }

    /// Adds what a run came to.
    pub fn add(&mut self, position: &dyn AnyPosition, tried: &Tried, decisions: &[Decision], weight: u128) {
        self.runs += 1;
        self.dice.add(tried.rolls.len() as u128, weight);
        self.add_answers(decisions, weight);
        self.add_end(position, &tried.halt, weight);
        if is_supposed(decisions) {
            self.supposed += weight;
        }
    }

    /// Adds a part of a sheet that was carried out on the way to an end.
    pub fn add_part(&mut self, dice: usize, decisions: &[Decision], weight: u128) {
        self.runs += 1;
        self.dice.raise(dice as u128, weight);
        self.add_answers(decisions, weight);
    }

    /// Adds an end to which parts have led.
    pub fn add_last(
        &mut self,
        position: &dyn AnyPosition,
        halt: &Halt<Worded>,
        supposed: bool,
        weight: u128,
    ) {
        self.dice.add(0, weight);
        self.add_end(position, halt, weight);
        if supposed {
            self.supposed += weight;
        }
    }

    /// How the field stands at the end, and why it goes no further.
    fn add_end(&mut self, position: &dyn AnyPosition, halt: &Halt<Worded>, weight: u128) {
        self.add_fates(position, weight);
        for (points, now) in self.points.iter_mut().zip(position.points()) {
            *points.entry(now.now).or_default() += weight;
        }
        let (stopped, why) = stopped(halt);
        self.ends.entry(stopped).or_insert_with(|| (0, why)).0 += weight;
        *self.next.entry(position.next()).or_default() += weight;
    }

    fn add_answers(&mut self, decisions: &[Decision], weight: u128) {
        for d in decisions {
            let put = (d.side.clone(), d.window.clone(), d.rule.clone(), d.key.clone(), d.by);
            *self.asked.entry(put).or_default() += weight;
        }
    }

    fn add_fates(&mut self, position: &dyn AnyPosition, weight: u128) {
        self.fares.clear();
        position.fares(&mut self.fares);
        if self.fares.len() > self.fates.len() {
            // what was detached on the way comes behind the others
            self.fates.resize(self.fares.len(), Fate::default());
            self.before.resize(self.fares.len(), Fare::default());
            self.listed = position.listed();
        }
        for ((fate, fare), before) in self.fates.iter_mut().zip(&self.fares).zip(&self.before) {
            fate.changed |= fare != before;
            fate.halves.add(fare.halves.into(), weight);
            match fare.shape {
                Shape::Firm => fate.hits.add(fare.hits.into(), weight),
                Shape::Running => fate.running += weight,
                Shape::Lost => fate.lost += weight,
            }
        }
    }
}

/// Did anything hang on what nobody here can know?
pub(super) fn is_supposed(decisions: &[Decision]) -> bool {
    decisions.iter().any(|d| d.by == By::Supposed)
}

/// Where a sheet stopped, and why, in words.
fn stopped(halt: &Halt<Worded>) -> (Stopped, String) {
    let refused = |how, line: u32, why: &Worded| ((how, line, why.rule.0.to_owned()), why.message.clone());
    let other = |how, rule: &str, text: String| ((how, 0, rule.to_owned()), text);
    match halt {
        Halt::Closed(Close::Whole | Close::Open) => other(How::Whole, "", String::new()),
        Halt::Closed(Close::Stopped { line, refusal }) => refused(How::Stops, *line, refusal),
        Halt::Closed(Close::Halted { line }) => ((How::Halts, *line, String::new()), String::new()),
        Halt::Closed(Close::Undone(why)) => other(How::Stops, "", why.clone()),
        Halt::Illegal(refusal, line) => refused(How::Illegal, *line, refusal),
        Halt::Dice(label) => other(How::Waits, label.rule.0, label.text.clone()),
        Halt::Ask(question) => other(How::Waits, &question.rule, question.text.clone()),
    }
}
