//! What a game has to bring, beside its rules, to be played by mail.

use std::collections::BTreeMap;

use super::beat::Beat;
use super::bulletin::Bulletin;
use super::error::GameError;
use super::fare::{Fare, Listed, Points};
use super::legal::{Legal, LegalOrder};
use super::measured::Measured;
use super::offered::Offered;
use tess_canon::note::{Document, Note, Schema, Shapes, Unnoted};
use tess_diagnostic::Diagnostic;
use tess_effects::{Game, Question, Seal, Setting};
use tess_ledger::Genesis;
use tess_orders::Sealed;
use tess_orders::standing::{Dialect, Ready};
use tess_report::Layout;
use tess_report::refusal::Words;
use tess_scenario::{Family, Fault, Library};
use tess_table::ChapterOf;

/// The position of a game that can be played.
pub trait Placed: Clone + Send + Sync + 'static {
    /// The game.
    type Game: Playable<Position = Self>;
}

/// Which part of the field a map shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Part {
    /// A place, or the code of a piece; without one the field as a whole.
    pub centre: Option<String>,
    /// How far around it.
    pub radius: Option<u8>,
    /// The whole field in detail, where the game knows two ways to draw it.
    pub whole: bool,
    /// In a picture, the code of a leader whose range is shown.
    pub range_of: Option<String>,
    /// Characters across that are to be had; without a number as many as a mail has.
    pub across: Option<usize>,
}

/// What a picture shows beside the pieces.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Shown {
    /// The zones of control, where the game has them.
    pub zones: bool,
    /// The lines of battle, where the game has them.
    pub lines: bool,
    /// How far leaders reach.
    pub ranges: bool,
    /// It will be looked at in little: of the whole field only where somebody stands, where the game has
    /// room for more, and of the small type what can still be read.
    pub small: bool,
    /// Pieces alone, for a page that has the same part of the field in a picture already: its ground is
    /// shown once more.
    pub pieces: bool,
}

/// A game that can be set up from a genesis, played by mail, and told in words.
pub trait Playable: Game<Position: Placed<Game = Self>> + Words + 'static {
    /// Which game it is.
    const FAMILY: Family;

    /// Everything that this game ever seals (protocol, section 5). Short words: a seal is opened again by
    /// trying them.
    const HIDDEN: &'static [&'static str] = &[];

    /// What the game adds to standing orders.
    type Prepared: Dialect;

    /// A sheet as it may be signed, and the hidden choices taken out of it, in the order of their seals. A
    /// choice written `#32` is a number below 32 that nobody chooses ([`secret`](super::secret::secret)).
    ///
    /// # Errors
    /// When it leaves a hidden choice open; the text says where.
    fn seal_up(sheet: &str) -> Result<Sealed, String> {
        Ok(Sealed { sheet: sheet.to_owned(), values: Vec::new() })
    }

    /// The seals of a side that a sheet has to open, because its orders show what they hide.
    ///
    /// # Errors
    /// When it would have to show what the side has not got; the text says what it has.
    fn to_show(
        _position: &Self::Position,
        _side: &str,
        _lines: &[Self::Line],
        _known: &dyn Fn(Seal) -> Option<String>,
    ) -> Result<Vec<Seal>, String> {
        Ok(Vec::new())
    }

    /// Tells a copy of the position, which only this side will see, what the side has sealed.
    fn confide(_position: &mut Self::Position, _side: &str, _known: &dyn Fn(Seal) -> Option<String>) {}

    /// Does what has been opened so far bear out all that was done under seals? At the end of a battle
    /// everything is open.
    ///
    /// # Errors
    /// Whose hidden choice was not as the rules have it.
    fn borne_out(_position: &Self::Position, _opened: &dyn Fn(Seal) -> Option<String>) -> Result<(), String> {
        Ok(())
    }

    /// The sheet that standing orders give for what a side has to do now, or nothing: then the player is
    /// asked.
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn standing_sheet(
        _position: &Self::Position,
        _side: &str,
        _orders: &str,
    ) -> Result<Option<String>, String> {
        Ok(None)
    }

    /// Could what a sheet would seal be borne out? The rules do not see it; whoever writes it is told in
    /// time.
    ///
    /// # Errors
    /// What could not; the text says in which line.
    fn may_seal(_position: &Self::Position, _side: &str, _sheet: &str) -> Result<(), String> {
        Ok(())
    }

    /// The sheet of a side that has no choice in what it has to do now, or nothing. Its program sends it by
    /// itself.
    fn only_sheet(_position: &Self::Position, _side: &str) -> Option<String> {
        None
    }

    /// What standing orders answer to a question: the key of one of its choices, or nothing.
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn standing_answer(
        position: &Self::Position,
        orders: &str,
        question: &Question,
    ) -> Result<Option<String>, String>;

    /// The sheets prepared in standing orders for those leaders of a side whose turn has come, from the top.
    ///
    /// # Errors
    /// When the standing orders cannot be read; the text says where.
    fn prepared(position: &Self::Position, side: &str, orders: &str) -> Result<Vec<Ready>, String>;

    /// What a battle of this scenario is made of, for its genesis.
    ///
    /// # Errors
    /// All faults of its files.
    fn offered(library: &Library, scenario: &str) -> Result<Offered, GameError>;

    /// The position in which a battle begins, with files checked against the genesis by their hashes.
    ///
    /// # Errors
    /// When a file is missing or differs, or an option is unknown.
    fn set_up(genesis: &Genesis, library: &Library) -> Result<Self::Position, GameError>;

    /// The position in which a battle of this scenario begins, with these options.
    ///
    /// # Errors
    /// All faults of its files, or an option that is unknown.
    fn opening(
        library: &Library,
        scenario: &str,
        options: &BTreeMap<String, Setting>,
    ) -> Result<Self::Position, GameError>;

    /// What never changes in a battle, for a page that draws its positions from their canonical bytes: the
    /// sides, the pieces in the order of their numbers, and the ground.
    fn printed(position: &Self::Position) -> serde_json::Value;

    /// How many units each side has lost for good.
    fn lost(position: &Self::Position) -> [u32; 2];

    /// What came of an action, in words, without its sheet.
    fn tale(position: &Self::Position, chapter: &ChapterOf<Self>) -> String;

    /// How a position is laid out in its notation.
    const DOCUMENT: &'static Document;

    /// What differs in a position from the one in which its battle begins.
    fn said(opening: &Self::Position, position: &Self::Position) -> Vec<(String, Note)>;

    /// The position that is said so, of the battle that begins so.
    ///
    /// # Errors
    /// Where it says what cannot be so in this battle.
    fn noted(opening: &Self::Position, said: &[(String, Note)]) -> Result<Self::Position, Unnoted<String>>;

    /// What positions look like in JSON.
    fn schema() -> (Schema, Shapes);

    /// What there is to say of a scenario before it is played.
    ///
    /// # Errors
    /// All faults of its files.
    fn about(library: &Library, scenario: &str) -> Result<String, Vec<Fault>>;

    /// The turn, from 1.
    fn turn(position: &Self::Position) -> u16;

    /// How the battle stands, in half a line.
    fn stand(position: &Self::Position) -> String;

    /// The field as a whole.
    fn overview(position: &Self::Position) -> String;

    /// A part of the field.
    ///
    /// # Errors
    /// When there is no such place or piece.
    fn map(position: &Self::Position, part: &Part) -> Result<String, GameError>;

    /// A part of the field, or all of it, as SVG; with an earlier position the moves from there to here.
    ///
    /// # Errors
    /// When there is no such place or piece.
    fn picture(
        position: &Self::Position,
        part: &Part,
        shown: Shown,
        before: Option<&Self::Position>,
    ) -> Result<String, GameError>;

    /// How far one piece or place is from another, for this side.
    ///
    /// # Errors
    /// When there is no such piece or place.
    fn measure(position: &Self::Position, from: &str, to: &str) -> Result<Measured, GameError>;

    /// What a side may order now; of the piece that is asked for with every place that it can reach.
    ///
    /// # Errors
    /// When there is no such side or piece.
    fn legal(position: &Self::Position, side: &str, piece: Option<&str>) -> Result<Legal, GameError>;

    /// The last line of a sheet with a word more, in every way that the rules allow: whole lines that may
    /// stand in its place. The position is that before it.
    fn further(position: &Self::Position, side: &str, line: &str) -> Vec<LegalOrder>;

    /// Everything to be said about a sheet; nothing when nobody of this name commands.
    fn diagnose(position: &Self::Position, side: &str, sheet: &str) -> Option<Vec<Diagnostic>>;

    /// A happening as a sentence.
    fn sentence(position: &Self::Position, happening: &Self::Happening) -> String;

    /// The report for a mail, before it is text or HTML.
    fn page(bulletin: &Bulletin<'_, Self>) -> Layout;

    /// The report as text.
    fn report(bulletin: &Bulletin<'_, Self>) -> String {
        Self::page(bulletin).text()
    }

    /// What has changed for a reader, in about six words; nothing where nothing has.
    fn headline(position: &Self::Position, chapters: &[ChapterOf<Self>], reader: &str) -> Option<String>;

    /// What the points are called that decide a battle.
    const POINTS: &'static str;

    /// Everybody there is, on both sides.
    fn listed(position: &Self::Position) -> Vec<Listed>;

    /// How each of them fares, in the same order.
    fn fares(position: &Self::Position, out: &mut Vec<Fare>);

    /// How the sides stand.
    fn points(position: &Self::Position) -> [Points; 2];

    /// What comes next, in half a line.
    fn next(position: &Self::Position) -> String;

    /// What a happening is for the count of mails.
    fn beat(happening: &Self::Happening) -> Option<Beat>;
}
