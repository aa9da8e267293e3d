//! What may be asked of a sheet that has been read.

use super::playable::{Placed, Playable};
use super::position::AnyPosition;
use super::trial::{On, Trial};
use std::collections::BTreeMap;

use tess_effects::{Dice, Game, Hidden, Recorded, Scripted, Seal, Worded};
use tess_report::refusal::Words as _;
use tess_table::{Halt, Run, rehearse_with};

/// A sheet of a side, read against a position of any game.
pub trait AnySheet {
    /// Holds it no line?
    fn is_empty(&self) -> bool;

    /// See [`Playable::to_show`].
    ///
    /// # Errors
    /// When it would have to show what the side has not got; the text says what it has.
    fn to_show(&self, known: &dyn Fn(Seal) -> Option<String>) -> Result<Vec<Seal>, String>;

    /// How far it goes without any die, with the hidden choices that come with it.
    fn halt(&self, hidden: &Hidden) -> Halt<Worded>;

    /// How far it goes without any die, and what happens on the way.
    fn rehearse(&self, hidden: &Hidden) -> Rehearsal;

    /// How far it would go if these dice showed these faces, and no other were thrown.
    fn suppose(&self, hidden: &Hidden, faces: BTreeMap<String, u8>) -> Rehearsal;

    /// The sheet for one who carries it out again and again.
    fn trial(&self) -> Box<dyn Trial + '_>;
}

/// What a sheet does up to the first die.
pub struct Rehearsal {
    /// What happens, a sentence each.
    pub told: Vec<String>,
    /// Why it goes no further.
    pub halt: Halt<Worded>,
    /// The position then.
    pub position: Box<dyn AnyPosition>,
}

/// A sheet of one game.
pub(super) struct Written<'p, P: Placed> {
    position: &'p P,
    side: &'p str,
    lines: Vec<<P::Game as Game>::Line>,
}

impl<'p, P: Placed> Written<'p, P> {
    /// Reads it.
    pub(super) fn read(position: &'p P, side: &'p str, sheet: &str) -> Result<Written<'p, P>, Vec<String>> {
        match P::Game::read(position, side, sheet) {
            Ok(lines) => Ok(Written { position, side, lines }),
            Err(complaints) => Err(complaints.iter().map(ToString::to_string).collect()),
        }
    }

    pub(super) fn run(&self, hidden: &Hidden, dice: Dice, quiet: bool) -> Run<P::Game> {
        let hidden = std::slice::from_ref(hidden);
        rehearse_with::<P::Game>(self.position, self.side, &self.lines, dice, &[], hidden, quiet)
    }

    fn told(&self, run: Run<P::Game>) -> Rehearsal {
        let (told, halt) = words(&run);
        Rehearsal { told, halt, position: Box::new(run.position) }
    }
}

/// What happened in a run, a sentence each, and why it goes no further.
pub(super) fn words<G: Playable>(run: &Run<G>) -> (Vec<String>, Halt<Worded>) {
    let happened = run.record.iter().filter_map(|entry| match entry {
        // by the field as it became: it knows units that were not there before
        Recorded::Happened(happening) => Some(G::sentence(&run.position, happening)),
        _ => None,
    });
    let told = happened.collect();
    (told, run.halt.clone().worded(|refusal| G::words(&run.position, refusal)))
}

impl<P: Placed> AnySheet for Written<'_, P> {
    fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    fn to_show(&self, known: &dyn Fn(Seal) -> Option<String>) -> Result<Vec<Seal>, String> {
        P::Game::to_show(self.position, self.side, &self.lines, known)
    }

    fn halt(&self, hidden: &Hidden) -> Halt<Worded> {
        let run = self.run(hidden, Dice::Closed, true);
        run.halt.worded(|refusal| P::Game::words(&run.position, refusal))
    }

    fn rehearse(&self, hidden: &Hidden) -> Rehearsal {
        self.told(self.run(hidden, Dice::Closed, false))
    }

    fn suppose(&self, hidden: &Hidden, faces: BTreeMap<String, u8>) -> Rehearsal {
        self.told(self.run(hidden, Dice::Scripted(Scripted { faces, otherwise: None }), false))
    }

    fn trial(&self) -> Box<dyn Trial + '_> {
        Box::new(On::new(self.position.clone(), self.side, &self.lines))
    }
}
