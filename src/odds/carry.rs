//! A sheet carried out once, with whatever dice.

use std::cell::RefCell;
use std::ops::Range;

use super::decide::{Decision, Policy};
use tess_effects::{Answer, Answered, Dice, Hidden, Present, Question};
use tess_game::{AnyPosition, AnySheet, Trial, Tried};
use tess_table::Halt;

/// Questions inside one sheet after which it is left where it is.
const MOST_QUESTIONS: usize = 2_000;

/// Somebody who carries one sheet out as often as he is told to.
pub struct Carrier<'a> {
    trial: Box<dyn Trial + 'a>,
    policy: &'a Policy<'a>,
    first: Hidden,
}

impl<'a> Carrier<'a> {
    /// A sheet with the hidden choices that come with it, and how questions are answered.
    #[must_use]
    pub fn new(sheet: &'a dyn AnySheet, hidden: Hidden, policy: &'a Policy<'a>) -> Carrier<'a> {
        Carrier { trial: sheet.trial(), policy, first: hidden }
    }

    /// The parts of the sheet of which each hangs on nothing but the field before it: its lines, unless
    /// something hidden comes with it.
    pub(super) fn parts(&self) -> Vec<Range<usize>> {
        let lines = self.trial.lines();
        if self.first == Hidden::default() {
            (0..lines).map(|n| n..n + 1).collect()
        } else {
            std::iter::once(0..lines).collect()
        }
    }

    /// From now on it begins with the field so.
    pub(super) fn begin_at(&mut self, field: &dyn AnyPosition) {
        self.trial.begin_at(field);
    }

    /// Carries it out with the dice of each stretch, a stretch beginning with each answer. Shown is the
    /// field at the end, why it goes no further, and what was decided on the way.
    pub fn carry(
        &mut self,
        dice: &mut dyn FnMut(usize) -> Dice,
        see: impl FnMut(&dyn AnyPosition, &Tried, &[Decision]),
    ) {
        let lines = self.trial.lines();
        self.carry_part(0..lines, dice, see);
    }

    /// [`Carrier::carry`], some of its lines.
    pub(super) fn carry_part(
        &mut self,
        lines: Range<usize>,
        dice: &mut dyn FnMut(usize) -> Dice,
        mut see: impl FnMut(&dyn AnyPosition, &Tried, &[Decision]),
    ) {
        let first = dice(0);
        let mut hidden = vec![self.first.clone()];
        let mut answers: Vec<Answered> = Vec::new();
        let mut decisions: Vec<Decision> = Vec::new();
        loop {
            // What hangs on the question alone is answered on the spot; for the rest the field has to be looked at,
            // and the sheet is run again from its start.
            let mut asked = None;
            let (policy, made) = (self.policy, RefCell::new((std::mem::take(&mut decisions), Vec::new())));
            let mut there = |question: &Question| {
                let (decisions, fresh) = &mut *made.borrow_mut();
                let decision = policy.decide_unseen(question).filter(|_| decisions.len() < MOST_QUESTIONS)?;
                let dice = dice(decisions.len() + 1);
                let (answer, shown) = (Answer(decision.key.clone()), decision.shown.clone());
                decisions.push(decision);
                fresh.push(dice.clone());
                Some(Present { answer, shown, dice })
            };
            let lines = lines.clone();
            self.trial.run(lines, first.clone(), &answers, &hidden, &mut there, &mut |position, tried| {
                let (decisions, _) = &*made.borrow();
                match question(&tried) {
                    Some(question) if decisions.len() < MOST_QUESTIONS => {
                        asked = Some(policy.decide(position, question));
                    }
                    _ => see(position, &tried, decisions),
                }
            });
            let Some(decision) = asked else { return };
            let (all, mut throws) = made.into_inner();
            decisions = all;
            decisions.push(decision);
            throws.push(dice(decisions.len()));
            let new = &decisions[answers.len()..];
            for (decision, dice) in new.iter().zip(throws) {
                hidden.push(Hidden { seals: Vec::new(), shown: decision.shown.iter().cloned().collect() });
                let (question, answer) = (decision.question.clone(), Answer(decision.key.clone()));
                answers.push(Answered { question, answer, dice });
            }
        }
    }
}

/// What a run stops at to be asked.
fn question(tried: &Tried) -> Option<&Question> {
    match &tried.halt {
        Halt::Ask(question) => Some(question),
        _ => None,
    }
}
