//! What can be noted, and why a note is not one of it.

use super::schema::Shapes;
use super::tree::Note;
use std::fmt;

/// How a game calls its pieces, and what else has a number in its state.
pub trait Names {
    /// The name of number `number` among things of this kind; nothing where the number is its own name.
    fn name(&self, kind: &str, number: i128) -> Option<String>;

    /// The number of the thing of this kind that is called so.
    fn number(&self, kind: &str, name: &str) -> Option<i128>;
}

/// Something that can be noted.
pub trait Noted: Sized {
    /// The note of it.
    fn note(&self, names: &dyn Names) -> Note;

    /// Reads it back. Words stand for yes, no and numbers as well, as text has them.
    ///
    /// # Errors
    /// Where the note says what this cannot be.
    fn noted(note: &Note, names: &dyn Names) -> Result<Self, Misread>;

    /// What its notes look like, in JSON Schema.
    fn shape(shapes: &mut Shapes) -> serde_json::Value;
}

/// A place in a note at which it says what cannot be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// The names of the parts on the way there, the outermost first.
    pub path: Vec<String>,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong with a note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// Something else should stand there; what was found.
    Expected(&'static str, String),
    /// None of these.
    OneOf(Vec<String>, String),
    /// A name that nothing of this kind has.
    Unknown(&'static str, String),
    /// No number of this size.
    TooLarge(i128),
    /// A part that there is not; those that there are.
    NoSuchPart(String, Vec<&'static str>),
    /// A part is missing.
    Missing(&'static str),
    /// A list of another length.
    Many(usize, usize),
}

impl Misread {
    /// At this very place.
    #[must_use]
    pub fn here(problem: Problem) -> Misread {
        Misread { path: Vec::new(), problem }
    }

    /// In a part of this name.
    #[must_use]
    pub fn inside(mut self, name: impl Into<String>) -> Misread {
        self.path.insert(0, name.into());
        self
    }

    /// Nothing of this kind is called so.
    #[must_use]
    pub fn unknown(kind: &'static str, name: &str) -> Misread {
        Misread::here(Problem::Unknown(kind, name.to_owned()))
    }

    /// Something else should stand there.
    #[must_use]
    pub fn expected(what: &'static str, found: &Note) -> Misread {
        Misread::here(Problem::Expected(what, shown(found)))
    }
}

/// A note in a few words.
pub(super) fn shown(note: &Note) -> String {
    match note {
        Note::None => "nothing".into(),
        Note::Yes(yes) => if *yes { "yes" } else { "no" }.into(),
        Note::Number(number) => number.to_string(),
        Note::Word(word) => format!("`{word}`"),
        Note::List(_) => "a list".into(),
        Note::Parts(_) => "named parts".into(),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Expected(what, found) => write!(f, "{found} stands where {what} should"),
            Problem::OneOf(of, found) => write!(f, "{found} is none of {}", of.join(", ")),
            Problem::Unknown(kind, name) => {
                let kind = kind.strip_suffix("Id").unwrap_or(kind).to_ascii_lowercase();
                write!(f, "this battle has no {kind} `{name}`")
            }
            Problem::TooLarge(number) => write!(f, "{number} cannot stand there"),
            Problem::NoSuchPart(name, there) => {
                write!(f, "there is no `{name}` here; there is {}", there.join(", "))
            }
            Problem::Missing(name) => write!(f, "`{name}` is missing"),
            Problem::Many(found, right) => write!(f, "{found} things where there are {right}"),
        }
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path.join("."))?;
        }
        self.problem.fmt(f)
    }
}

impl std::error::Error for Misread {}

/// Why a notation is no position of a battle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unnoted<U> {
    /// At some place it says what cannot be.
    #[error(transparent)]
    Misread(#[from] Misread),
    /// All of it together is no position.
    #[error("{0}")]
    Unfit(U),
}

impl<U: fmt::Display> Unnoted<U> {
    /// Told in words, for those who do not know the game.
    #[must_use]
    pub fn told(self) -> Unnoted<String> {
        match self {
            Unnoted::Misread(misread) => Unnoted::Misread(misread),
            Unnoted::Unfit(unfit) => Unnoted::Unfit(unfit.to_string()),
        }
    }
}
