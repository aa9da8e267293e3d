//! What is said after a card's name.

use crate::Refusal;
use crate::measure::{Heading, Length, Point};
use crate::questions::names;
use crate::refusal::Why;
use crate::refusal::cards::{Arg, Unplayed};
use crate::setup::{Card, CommandId};
use crate::state::{Edge, Position, UnitId};
use tess_effects::{Rule, Side};
use tess_orders::Word;

/// The words after a card's name, taken one by one.
pub(super) struct Args<'a> {
    pub(super) card: Card,
    pub(super) side: Side,
    words: &'a [Word],
    at: usize,
}

impl<'a> Args<'a> {
    pub(super) fn new(card: Card, side: Side, words: &'a [Word]) -> Args<'a> {
        Args { card, side, words, at: 0 }
    }

    /// A refusal of this card.
    pub(super) fn no(&self, why: Unplayed) -> Refusal {
        Refusal::new(self.rule(), Why::Unplayed(self.card, why))
    }

    /// The rule of this card.
    pub(super) fn rule(&self) -> Rule {
        self.card.rule()
    }

    pub(super) fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.at)
    }

    fn next(&mut self, what: Arg) -> Result<&'a Word, Refusal> {
        let word = self.peek().ok_or_else(|| self.no(Unplayed::Missing(what)))?;
        self.at += 1;
        Ok(word)
    }

    /// Takes the next word when it is this one.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let there = self.peek().is_some_and(|w| w.is(word));
        self.at += usize::from(there);
        there
    }

    /// Nothing may be left.
    pub(super) fn end(&self) -> Result<(), Refusal> {
        match self.peek() {
            None => Ok(()),
            Some(word) => Err(self.no(Unplayed::TooMuch(word.text.clone()))),
        }
    }

    /// A word as written.
    pub(super) fn word(&mut self, what: Arg) -> Result<&'a Word, Refusal> {
        self.next(what)
    }

    /// A Command of the side itself, or of the enemy.
    pub(super) fn command(&mut self, pos: &Position, own: bool) -> Result<CommandId, Refusal> {
        let word = self.next(Arg::Command)?;
        let found = names::command_of(pos, self.side, word)?;
        let is_own = pos.set.command(found).side == self.side;
        if is_own == own {
            return Ok(found);
        }
        Err(self.no(Unplayed::WrongCommand(found, word.text.clone(), own)))
    }

    /// A unit on the table, of the side itself or of the enemy.
    pub(super) fn unit(&mut self, pos: &Position, own: bool) -> Result<UnitId, Refusal> {
        let word = self.next(Arg::Unit)?;
        let found = names::unit_of(pos, self.side, word)?;
        if (pos.side(found) == self.side) != own {
            return Err(self.no(Unplayed::WrongUnit(found, word.text.clone(), own)));
        }
        if pos.stance(found).is_none() {
            return Err(self.no(Unplayed::UnitOff(found, word.text.clone())));
        }
        Ok(found)
    }

    /// A measure in inches.
    pub(super) fn length(&mut self, what: Arg) -> Result<Length, Refusal> {
        let word = self.next(what)?;
        Length::parse(&word.text).ok_or_else(|| self.no(Unplayed::NoInches(word.text.clone())))
    }

    /// `12 , 8.5`: a place.
    pub(super) fn point(&mut self) -> Result<Point, Refusal> {
        let x = self.length(Arg::Place)?;
        if !self.take(",") {
            return Err(self.no(Unplayed::NoComma));
        }
        let y = self.length(Arg::Place)?;
        Ok(Point { x: x.0, y: y.0 })
    }

    /// `facing 90`, when it is there.
    pub(super) fn facing(&mut self) -> Result<Option<Heading>, Refusal> {
        if !self.take("facing") {
            return Ok(None);
        }
        let word = self.next(Arg::Facing)?;
        let no = self.no(Unplayed::NoFacing(word.text.clone()));
        Heading::parse(&word.text).map(Some).ok_or(no)
    }

    /// West or east, and how far along it from the south.
    pub(super) fn side_edge(&mut self) -> Result<(Edge, Length), Refusal> {
        let word = self.next(Arg::Edge)?;
        let edge = match word.text.to_ascii_lowercase().as_str() {
            "west" => Edge::West,
            "east" => Edge::East,
            _ => return Err(self.no(Unplayed::NoEdge(word.text.clone()))),
        };
        Ok((edge, self.length(Arg::Along)?))
    }
}
