//! A sheet that is carried out again and again from one position, and nothing told of it.

use std::ops::Range;

use super::playable::Placed;
use super::position::AnyPosition;
use tess_effects::{Answered, Answerer, Dice, Game, Hidden, Oracle, Rolled, Worded};
use tess_report::refusal::Words as _;
use tess_table::{Close, Halt, Run, perform_by};

/// A sheet on a copy of the position, to which the copy goes back after each run.
pub trait Trial {
    /// How many lines it has.
    fn lines(&self) -> usize;

    /// From now on it begins with the field so, which is of the same battle.
    fn begin_at(&mut self, field: &dyn AnyPosition);

    /// Carries some of its lines out with these dice and answers, and shows what that comes to. What no
    /// answer answers is put to who is there.
    fn run(
        &mut self,
        lines: Range<usize>,
        first: Dice,
        answers: &[Answered],
        hidden: &[Hidden],
        there: Answerer<'_>,
        see: &mut dyn FnMut(&dyn AnyPosition, Tried),
    );
}

/// What a run came to.
pub struct Tried {
    /// The dice thrown, each with the number of its stretch.
    pub rolls: Vec<(usize, Rolled)>,
    /// Why it goes no further.
    pub halt: Halt<Worded>,
}

/// A trial of one game.
pub(super) struct On<'s, P: Placed> {
    position: P,
    side: &'s str,
    lines: &'s [<P::Game as Game>::Line],
}

impl<'s, P: Placed> On<'s, P> {
    pub(super) fn new(position: P, side: &'s str, lines: &'s [<P::Game as Game>::Line]) -> On<'s, P> {
        On { position, side, lines }
    }
}

impl<P: Placed> Trial for On<'_, P> {
    fn lines(&self) -> usize {
        self.lines.len()
    }

    fn begin_at(&mut self, field: &dyn AnyPosition) {
        if let Some(field) = field.of::<P>() {
            self.position.clone_from(field);
        }
    }

    fn run(
        &mut self,
        lines: Range<usize>,
        first: Dice,
        answers: &[Answered],
        hidden: &[Hidden],
        there: Answerer<'_>,
        see: &mut dyn FnMut(&dyn AnyPosition, Tried),
    ) {
        let mark = P::Game::mark(&mut self.position);
        let oracle = Oracle::new(first, answers).with_hidden(hidden).answered_by(there).quiet();
        let Run { rolls, halt, .. } =
            perform_by::<P::Game>(&mut self.position, self.side, &self.lines[lines.clone()], oracle);
        // only what opens a sheet makes it illegal
        let halt = match halt {
            Halt::Illegal(refusal, line) if lines.start > 0 => {
                Halt::Closed(Close::Stopped { line, refusal: *refusal })
            }
            halt => halt,
        };
        let halt = halt.worded(|refusal| P::Game::words(&self.position, refusal));
        see(&self.position, Tried { rolls, halt });
        P::Game::go_back(&mut self.position, mark);
    }
}
