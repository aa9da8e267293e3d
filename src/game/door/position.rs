//! What may be asked of a position.

use std::any::Any;

use super::error::GameError;
use super::fare::{Fare, Listed, Points};
use super::game::{AnyGame, Of};
use super::legal::{Legal, LegalOrder};
use super::measured::Measured;
use super::playable::{Part, Placed, Playable, Shown};
use super::sheet::{AnySheet, Written};
use super::table::AnyTable;
use tess_canon::note::{Note, Unnoted};
use tess_diagnostic::Diagnostic;
use tess_effects::{Game, Question, Seal};
use tess_orders::standing::Ready;
use tess_report::refusal::Words as _;
use tess_table::{Table, opens};

/// A position of any game. Who commands one game only sees it as its own type ([`dyn
/// AnyPosition::of`](trait.AnyPosition.html)).
pub trait AnyPosition: Any + Send + Sync {
    /// The game.
    fn game(&self) -> &'static dyn AnyGame;

    /// A copy.
    fn copied(&self) -> Box<dyn AnyPosition>;

    /// A battle that begins here; a quiet one keeps no chronicle, for replays that nobody reads.
    fn begin(&self, quiet: bool) -> Box<dyn AnyTable>;

    /// Appends the canonical bytes: equal positions, equal bytes.
    fn encode(&self, out: &mut Vec<u8>);

    /// What differs from the position in which the battle began; nothing of a position of another game.
    fn said(&self, opening: &dyn AnyPosition) -> Vec<(String, Note)>;

    /// The position that is said so, of the battle that begins with this one.
    ///
    /// # Errors
    /// Where it says what cannot be so in this battle.
    fn noted(&self, said: &[(String, Note)]) -> Result<Box<dyn AnyPosition>, Unnoted<String>>;

    /// See [`Playable::printed`].
    fn printed(&self) -> serde_json::Value;

    /// See [`Playable::lost`].
    fn lost(&self) -> [u32; 2];

    /// The turn, from 1.
    fn turn(&self) -> u16;

    /// How the battle stands, in half a line.
    fn stand(&self) -> String;

    /// The field as a whole.
    fn overview(&self) -> String;

    /// A part of the field.
    ///
    /// # Errors
    /// When there is no such place or piece.
    fn map(&self, part: &Part) -> Result<String, GameError>;

    /// See [`Playable::picture`]; an earlier position of another game shows no moves.
    ///
    /// # Errors
    /// When there is no such place or piece.
    fn picture(
        &self,
        part: &Part,
        shown: Shown,
        before: Option<&dyn AnyPosition>,
    ) -> Result<String, GameError>;

    /// See [`Playable::measure`].
    ///
    /// # Errors
    /// When there is no such piece or place.
    fn measure(&self, from: &str, to: &str) -> Result<Measured, GameError>;

    /// What a side may order now; of the piece that is asked for with every place that it can reach.
    ///
    /// # Errors
    /// When there is no such side or piece.
    fn legal(&self, side: &str, piece: Option<&str>) -> Result<Legal, GameError>;

    /// See [`Playable::further`].
    fn further(&self, side: &str, line: &str) -> Vec<LegalOrder>;

    /// Everything to be said about a sheet; nothing when nobody of this name commands.
    fn diagnose(&self, side: &str, sheet: &str) -> Option<Vec<Diagnostic>>;

    /// Reads a sheet of a side, as it is signed.
    ///
    /// # Errors
    /// Everything that is wrong with it, at once.
    fn read<'p>(&'p self, side: &'p str, sheet: &str) -> Result<Box<dyn AnySheet + 'p>, Vec<String>>;

    /// Is the first order of a sheet legal, as far as that can be known before the first die?
    ///
    /// # Errors
    /// What is wrong with it.
    fn opens(&self, side: &str, sheet: &str) -> Result<(), String>;

    /// The names of the two sides, first side first.
    fn sides(&self) -> [String; 2];

    /// See [`Playable::POINTS`].
    fn points_called(&self) -> &'static str;

    /// See [`Playable::listed`].
    fn listed(&self) -> Vec<Listed>;

    /// See [`Playable::fares`].
    fn fares(&self, out: &mut Vec<Fare>);

    /// See [`Playable::points`].
    fn points(&self) -> [Points; 2];

    /// See [`Playable::next`].
    fn next(&self) -> String;

    /// See [`Playable::confide`].
    fn confide(&mut self, side: &str, known: &dyn Fn(Seal) -> Option<String>);

    /// See [`Playable::borne_out`].
    ///
    /// # Errors
    /// Whose hidden choice was not as the rules have it.
    fn borne_out(&self, opened: &dyn Fn(Seal) -> Option<String>) -> Result<(), String>;

    /// See [`Playable::may_seal`].
    ///
    /// # Errors
    /// What could not be borne out; the text says in which line.
    fn may_seal(&self, side: &str, sheet: &str) -> Result<(), String>;

    /// See [`Playable::only_sheet`].
    fn only_sheet(&self, side: &str) -> Option<String>;

    /// See [`Playable::standing_sheet`].
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn standing_sheet(&self, side: &str, orders: &str) -> Result<Option<String>, String>;

    /// See [`Playable::standing_answer`].
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn standing_answer(&self, orders: &str, question: &Question) -> Result<Option<String>, String>;

    /// See [`Playable::prepared`].
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn prepared(&self, side: &str, orders: &str) -> Result<Vec<Ready>, String>;
}

impl dyn AnyPosition {
    /// The position of one game; nothing when it is of another.
    #[must_use]
    pub fn of<P: Placed>(&self) -> Option<&P> {
        let position: &dyn Any = self;
        position.downcast_ref()
    }
}

impl<P: Placed> AnyPosition for P {
    fn game(&self) -> &'static dyn AnyGame {
        Of::<P::Game>::DOOR
    }

    fn copied(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn begin(&self, quiet: bool) -> Box<dyn AnyTable> {
        let table: Table<P::Game> = Table::new(self.clone());
        Box::new(if quiet { table.quiet() } else { table })
    }

    fn encode(&self, out: &mut Vec<u8>) {
        P::Game::encode(self, out);
    }

    fn said(&self, opening: &dyn AnyPosition) -> Vec<(String, Note)> {
        opening.of::<P>().map_or(Vec::new(), |opening| P::Game::said(opening, self))
    }

    fn noted(&self, said: &[(String, Note)]) -> Result<Box<dyn AnyPosition>, Unnoted<String>> {
        Ok(Box::new(P::Game::noted(self, said)?))
    }

    fn printed(&self) -> serde_json::Value {
        P::Game::printed(self)
    }

    fn lost(&self) -> [u32; 2] {
        P::Game::lost(self)
    }

    fn turn(&self) -> u16 {
        P::Game::turn(self)
    }

    fn stand(&self) -> String {
        P::Game::stand(self)
    }

    fn overview(&self) -> String {
        P::Game::overview(self)
    }

    fn map(&self, part: &Part) -> Result<String, GameError> {
        P::Game::map(self, part)
    }

    fn picture(
        &self,
        part: &Part,
        shown: Shown,
        before: Option<&dyn AnyPosition>,
    ) -> Result<String, GameError> {
        P::Game::picture(self, part, shown, before.and_then(|before| before.of::<P>()))
    }

    fn measure(&self, from: &str, to: &str) -> Result<Measured, GameError> {
        P::Game::measure(self, from, to)
    }

    fn legal(&self, side: &str, piece: Option<&str>) -> Result<Legal, GameError> {
        P::Game::legal(self, side, piece)
    }

    fn further(&self, side: &str, line: &str) -> Vec<LegalOrder> {
        P::Game::further(self, side, line)
    }

    fn diagnose(&self, side: &str, sheet: &str) -> Option<Vec<Diagnostic>> {
        P::Game::diagnose(self, side, sheet)
    }

    fn read<'p>(&'p self, side: &'p str, sheet: &str) -> Result<Box<dyn AnySheet + 'p>, Vec<String>> {
        Ok(Box::new(Written::read(self, side, sheet)?))
    }

    fn opens(&self, side: &str, sheet: &str) -> Result<(), String> {
        opens::<P::Game>(self, side, sheet).map_err(|why| P::Game::unopened(self, &why))
    }

    fn sides(&self) -> [String; 2] {
        P::Game::sides(self)
    }

    fn points_called(&self) -> &'static str {
        P::Game::POINTS
    }

    fn listed(&self) -> Vec<Listed> {
        P::Game::listed(self)
    }

    fn fares(&self, out: &mut Vec<Fare>) {
        P::Game::fares(self, out);
    }

    fn points(&self) -> [Points; 2] {
        P::Game::points(self)
    }

    fn next(&self) -> String {
        P::Game::next(self)
    }

    fn confide(&mut self, side: &str, known: &dyn Fn(Seal) -> Option<String>) {
        P::Game::confide(self, side, known);
    }

    fn borne_out(&self, opened: &dyn Fn(Seal) -> Option<String>) -> Result<(), String> {
        P::Game::borne_out(self, opened)
    }

    fn may_seal(&self, side: &str, sheet: &str) -> Result<(), String> {
        P::Game::may_seal(self, side, sheet)
    }

    fn only_sheet(&self, side: &str) -> Option<String> {
        P::Game::only_sheet(self, side)
    }

    fn standing_sheet(&self, side: &str, orders: &str) -> Result<Option<String>, String> {
        P::Game::standing_sheet(self, side, orders)
    }

    fn standing_answer(&self, orders: &str, question: &Question) -> Result<Option<String>, String> {
        P::Game::standing_answer(self, orders, question)
    }

    fn prepared(&self, side: &str, orders: &str) -> Result<Vec<Ready>, String> {
        P::Game::prepared(self, side, orders)
    }
}
