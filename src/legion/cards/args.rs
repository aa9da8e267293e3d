//! What is said after a card's name.

use crate::Refusal;
use crate::measure::{Heading, Length, Point};
use crate::questions::names;
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

    /// A refusal of this card, with how it is written.
    pub(super) fn no(&self, text: impl Into<String>) -> Refusal {
        Refusal::new(self.rule(), text.into()).help(self.card.face().form)
    }

    /// The rule of this card.
    pub(super) fn rule(&self) -> Rule {
        self.card.rule()
    }

    pub(super) fn peek(&self) -> Option<&'a Word> {
        self.words.get(self.at)
    }

    fn next(&mut self, what: &str) -> Result<&'a Word, Refusal> {
        let word = self.peek().ok_or_else(|| self.no(format!("{what} is missing")))?;
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
            Some(word) => Err(self.no(format!("`{word}` is too much here")).at(&word.text)),
        }
    }

    /// A word as written.
    pub(super) fn word(&mut self, what: &str) -> Result<&'a Word, Refusal> {
        self.next(what)
    }

    /// A Command of the side itself, or of the enemy.
    pub(super) fn command(&mut self, pos: &Position, own: bool) -> Result<CommandId, Refusal> {
        let word = self.next("the Command")?;
        let found = names::command_of(pos, self.side, word)?;
        let is_own = pos.set.command(found).side == self.side;
        if is_own == own {
            return Ok(found);
        }
        let whose = if own { "the other army" } else { "your own army" };
        Err(self.no(format!("{} belongs to {whose}", pos.set.command(found).code)).at(&word.text))
    }

    /// A unit on the table, of the side itself or of the enemy.
    pub(super) fn unit(&mut self, pos: &Position, own: bool) -> Result<UnitId, Refusal> {
        let word = self.next("the unit")?;
        let found = names::unit_of(pos, self.side, word)?;
        if (pos.side(found) == self.side) != own {
            let whose = if own { "the other army" } else { "your own army" };
            return Err(self.no(format!("{} belongs to {whose}", pos.code(found))).at(&word.text));
        }
        if pos.stance(found).is_none() {
            return Err(self.no(format!("{} is not on the table", pos.code(found))).at(&word.text));
        }
        Ok(found)
    }

    /// A measure in inches.
    pub(super) fn length(&mut self, what: &str) -> Result<Length, Refusal> {
        let word = self.next(what)?;
        Length::parse(&word.text)
            .ok_or_else(|| self.no(format!("`{word}` is no number of inches")).at(&word.text))
    }

    /// `12 , 8.5`: a place.
    pub(super) fn point(&mut self) -> Result<Point, Refusal> {
        let x = self.length("a place such as 12,8.5")?;
        if !self.take(",") {
            return Err(self.no("a place is written with a comma: 12,8.5"));
        }
        let y = self.length("a place such as 12,8.5")?;
        Ok(Point { x: x.0, y: y.0 })
    }

    /// `facing 90`, when it is there.
    pub(super) fn facing(&mut self) -> Result<Option<Heading>, Refusal> {
        if !self.take("facing") {
            return Ok(None);
        }
        let word = self.next("the facing")?;
        let no = self.no(format!("`{word}` is no facing")).at(&word.text);
        Heading::parse(&word.text).map(Some).ok_or(no)
    }

    /// West or east, and how far along it from the south.
    pub(super) fn side_edge(&mut self) -> Result<(Edge, Length), Refusal> {
        let word = self.next("the edge, west or east")?;
        let edge = match word.text.to_ascii_lowercase().as_str() {
            "west" => Edge::West,
            "east" => Edge::East,
            _ => return Err(self.no(format!("`{word}` is no side edge: write west or east")).at(&word.text)),
        };
        Ok((edge, self.length("how far from the south edge")?))
    }
}
