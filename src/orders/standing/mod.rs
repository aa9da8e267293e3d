//! Standing orders as written: `when withdraw type SK if mover.type != SK do max`.

mod parse;
mod print;

use tess_diagnostic::Diagnostic;

use super::Comparison;
use super::word::Word;

/// What a game adds to standing orders: the windows that its rules open, and sheets prepared for later.
///
/// Implemented for a prepared sheet, so that [`Standing`] holds those of one game.
pub trait Dialect: Sized {
    /// Windows that the rules open; another one is only warned about.
    const WINDOWS: &'static [&'static str];

    /// Reads the blocks from `prepare` on; all other lines of the text are empty, so that lines keep their
    /// numbers.
    fn sheets(text: &str) -> (Vec<Self>, Vec<Diagnostic>);
}

/// A text of standing orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing<P> {
    /// The orders, from the top.
    pub rules: Vec<When>,
    /// Sheets for coming activations, from the top.
    pub prepared: Vec<P>,
    /// What to do when none of them matches.
    pub otherwise: Otherwise,
}

/// A sheet that was prepared for somebody whose turn has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ready {
    /// Line of the word `prepare` in the standing orders, from 1.
    pub number: u32,
    /// The code of its leader.
    pub leader: String,
    /// Its orders, one a line.
    pub sheet: String,
    /// Why it has lapsed.
    pub lapse: Option<String>,
}

/// What to do when no standing order matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Otherwise {
    /// Ask the player.
    #[default]
    Ask,
    /// Take the careful default of the question.
    Default,
}

/// One standing order. Two are equal when they say the same.
#[derive(Clone, Debug)]
pub struct When {
    /// Line of the text, from 1.
    pub number: u32,
    /// Kind of decision; `any` for all.
    pub window: Word,
    /// Whom it is about.
    pub scope: Scope,
    /// What must all hold.
    pub tests: Vec<Test>,
    /// What to choose.
    pub choice: Choice,
}

impl PartialEq for When {
    fn eq(&self, other: &When) -> bool {
        self.window == other.window
            && self.scope == other.scope
            && self.tests == other.tests
            && self.choice == other.choice
    }
}

impl Eq for When {}

/// Whom a standing order is about. The narrowest that matches wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// `all`, or nothing.
    All,
    /// `type SK`.
    Type(Word),
    /// `class VE`.
    Class(Word),
    /// `line hastati`.
    Line(Word),
    /// `H31`, `leader REG`.
    One(Word),
}

/// `mover.type in SK,LC`, `own.hits >= own.tq-2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// A fact of the question.
    pub fact: Word,
    /// How it is compared.
    pub sign: Comparison,
    /// With what: it holds when it holds for one of these (for `!=`: for all).
    pub values: Vec<Word>,
}

/// What to choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// `max`, `far`: the greatest number, or the hex farthest from where it stands.
    Max,
    /// `min`, `near`: the least number, or the nearest hex.
    Min,
    /// `toward 2010`: the hex nearest to it.
    Toward(Word),
    /// `default`: what the question names.
    Default,
    /// `ask`: ask the player.
    Ask,
    /// A choice by its key.
    Key(Word),
}
