//! Why a written order names nothing that is there.
//!
//! Whoever reads a sheet complains of these before anything is carried out, so their words belong to the
//! order language and stand here.

use crate::setup::FACES;
use crate::state::Finer;
use tess_effects::{Rule, Worded};
use tess_orders::nearest;

/// What a code may be of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A unit.
    Unit,
    /// A Command.
    Command,
    /// A leader.
    Leader,
    /// An objective.
    Goal,
}

/// Why a word is not what should stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Misnamed {
    /// Nothing of this kind has this code; those that have one.
    NoSuch(Kind, String, Vec<String>),
    /// No card is called so.
    NoCard(String),
    /// No number of inches, where reserves enter.
    NoInches(String),
    /// A leader has one post.
    OnePost(String),
    /// A unit has so many stands.
    Stands(String, usize),
    /// Light foot is attached behind or beside a unit.
    InFront(String),
    /// Nothing that one may be asked about.
    NoWindow(String),
}

impl Misnamed {
    /// The word that is to blame.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Misnamed::NoSuch(_, word, _)
            | Misnamed::NoCard(word)
            | Misnamed::NoInches(word)
            | Misnamed::OnePost(word)
            | Misnamed::Stands(word, _)
            | Misnamed::InFront(word)
            | Misnamed::NoWindow(word) => word,
        }
    }

    /// In words.
    #[must_use]
    pub fn worded(&self, rule: Rule) -> Worded {
        let new = |text: String| Worded::new(rule, text);
        let worded = match self {
            Misnamed::NoSuch(kind, word, known) => no_such(rule, *kind, word, known),
            Misnamed::NoCard(word) => {
                let known = || FACES.iter().map(|face| face.word);
                new(format!("there is no card `{word}`")).help(match nearest(word, known()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the cards are {}", known().collect::<Vec<_>>().join(", ")),
                })
            }
            Misnamed::NoInches(word) => {
                new(format!("`{word}` is no number of inches")).help("write a number, such as 20")
            }
            Misnamed::OnePost(word) => new(format!("{word} is one man, and has one post"))
                .help(format!("attach {word} UNIT rear, left, right or front")),
            Misnamed::Stands(word, stands) => new(format!("{word} has {stands} stands")),
            Misnamed::InFront(word) => new(format!("{word} goes behind or beside a unit"))
                .help("rear, left or right; by itself it goes before others"),
            Misnamed::NoWindow(word) => {
                let windows = Finer::ALL.map(Finer::window);
                let near = nearest(word, windows).unwrap_or("return");
                new(format!("`{word}` is nothing that one may leave out or be asked about"))
                    .help(format!("write {}; perhaps `{near}`", windows.join(", ")))
            }
        };
        worded.at(self.word())
    }
}

/// There is no such piece; perhaps another was meant.
fn no_such(rule: Rule, kind: Kind, word: &str, known: &[String]) -> Worded {
    let what = match kind {
        Kind::Unit => "unit",
        Kind::Command => "Command",
        Kind::Leader => "leader",
        Kind::Goal => "objective",
    };
    let worded = Worded::new(rule, format!("there is no {what} `{word}`"));
    match nearest(word, known.iter().map(String::as_str)) {
        Some(near) => worded.help(format!("did you mean `{near}`?")),
        None if known.is_empty() => worded.help("there is none in this battle"),
        None => worded.help(format!("yours are {}", known.join(", "))),
    }
}
