//! Decisions that the rules leave to a player.

use serde::{Deserialize, Serialize};

use super::{Rule, Seal};

/// A decision that somebody has to take before the rules can go on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Unique within the action, made like a die label: `window:subject`, then `#2`.
    pub id: String,
    /// The name of the side that decides.
    pub side: String,
    /// What kind of decision, for standing orders: `withdraw`, `face`, `entry-fire`, ...
    pub window: String,
    /// The unit or leader it is about, by code, lower case.
    pub subject: String,
    /// The rule that gives the decision.
    pub rule: String,
    /// The question in words, one line.
    pub text: String,
    /// The legal choices; there is always at least one.
    pub choices: Vec<Choice>,
    /// What is known, for the conditions of standing orders: `mover.type`, `own.hits`, ...
    pub facts: Vec<Fact>,
    /// The key of the choice that a careful player takes when he says nothing.
    pub default: String,
    /// What the answer has to show; nothing for most questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub showing: Option<Showing>,
    /// What it speaks of besides its subject, for who draws it on a map; it is not written down.
    #[serde(skip)]
    pub names: Vec<Named>,
}

/// A thing on the field that a question speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Named {
    /// A unit or a leader, by code.
    Piece(String),
    /// A place, as it is printed.
    Place(String),
}

/// A hidden choice that an answer has to show: without it the answer does not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Showing {
    /// The seal to be opened by the event of the answer, or by an earlier one of the same action.
    pub seal: Seal,
    /// What may have been sealed, for the answer to count.
    pub values: Vec<String>,
    /// The choices that show nothing.
    pub spared: Vec<String>,
    /// Nothing is decided: the owner's program opens the seal without asking him.
    pub at_once: bool,
}

impl Showing {
    /// Does this answer open the seal?
    #[must_use]
    pub fn asks_of(&self, key: &str) -> bool {
        !self.spared.iter().any(|s| s == key)
    }
}

/// One legal choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// What is written to choose it: `no`, `2010`, `left`, ...
    pub key: String,
    /// What it does and costs, in words.
    pub text: String,
    /// Hidden choices that bear it out, each a seal and what it has to hide: one of them is opened with the
    /// answer. Empty for most choices.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shows: Vec<(Seal, String)>,
}

/// One known thing about a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Its name, dotted lower case.
    pub name: String,
    /// Its value: a number or a word.
    pub value: String,
}

/// The choice taken: the key of one of the question's choices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer(pub String);

impl Question {
    /// A question without choices yet.
    #[must_use]
    pub fn new(window: &str, side: &str, subject: &str, rule: Rule, text: impl Into<String>) -> Question {
        Question {
            id: String::new(),
            side: side.to_owned(),
            window: window.to_owned(),
            subject: subject.to_ascii_lowercase(),
            rule: rule.0.to_owned(),
            text: text.into(),
            choices: Vec::new(),
            facts: Vec::new(),
            default: String::new(),
            showing: None,
            names: Vec::new(),
        }
    }

    /// Adds a choice; the first one added is the default until [`Question::or_else`] names another.
    #[must_use]
    pub fn choice(mut self, key: impl Into<String>, text: impl Into<String>) -> Question {
        let key = key.into();
        if self.default.is_empty() {
            self.default.clone_from(&key);
        }
        self.choices.push(Choice { key, text: text.into(), shows: Vec::new() });
        self
    }

    /// Adds a choice that only he may take who can open one of these seals to this value.
    #[must_use]
    pub fn choice_of(
        self,
        key: impl Into<String>,
        text: impl Into<String>,
        shows: Vec<(Seal, String)>,
    ) -> Question {
        let mut question = self.choice(key, text);
        if let Some(choice) = question.choices.last_mut() {
            choice.shows = shows;
        }
        question
    }

    /// The hidden choice that the answer of this key opens, for one who knows these: `None` when it opens
    /// none. `Err` when it has to open one and none of his fits.
    ///
    /// # Errors
    /// What would have to be shown.
    pub fn opens(
        &self,
        key: &str,
        known: impl Fn(Seal) -> Option<String>,
    ) -> Result<Option<(Seal, String)>, Vec<String>> {
        let fits = |(seal, value): &&(Seal, String)| known(*seal).as_ref() == Some(value);
        if let Some(showing) = self.showing.as_ref().filter(|s| s.asks_of(key)) {
            let value = known(showing.seal).filter(|v| showing.values.contains(v));
            return value.map(|v| Some((showing.seal, v))).ok_or_else(|| showing.values.clone());
        }
        match self.choices.iter().find(|c| c.key == key).map(|c| &c.shows) {
            Some(shows) if !shows.is_empty() => match shows.iter().find(fits) {
                Some(found) => Ok(Some(found.clone())),
                None => Err(shows.iter().map(|(_, value)| value.clone()).collect()),
            },
            _ => Ok(None),
        }
    }

    /// The answer to a question that decides nothing, by one who knows these hidden choices: it opens the
    /// seal, or takes the first choice that opens nothing when something else is sealed. `None` when there
    /// is something to decide, or the seal cannot be opened.
    pub fn at_once(&self, known: impl Fn(Seal) -> Option<String>) -> Option<String> {
        let showing = self.showing.as_ref().filter(|s| s.at_once)?;
        let fits = showing.values.contains(&known(showing.seal)?);
        self.choices.iter().map(|c| &c.key).find(|key| showing.asks_of(key) == fits).cloned()
    }

    /// The question as it is put to one who knows these hidden choices: without what they bar.
    #[must_use]
    pub fn put_to(&self, known: impl Fn(Seal) -> Option<String>) -> Question {
        self.clone().only(|key| self.opens(key, &known).is_ok())
    }

    /// Adds a fact for the conditions of standing orders.
    #[must_use]
    pub fn fact(mut self, name: &str, value: impl ToString) -> Question {
        self.facts.push(Fact { name: name.to_owned(), value: value.to_string() });
        self
    }

    /// Says that it speaks of this unit or leader too.
    #[must_use]
    pub fn naming(mut self, code: &str) -> Question {
        self.names.push(Named::Piece(code.to_owned()));
        self
    }

    /// Says that it speaks of this place.
    #[must_use]
    pub fn at(mut self, place: impl ToString) -> Question {
        self.names.push(Named::Place(place.to_string()));
        self
    }

    /// Names the choice taken when nothing is said.
    #[must_use]
    pub fn or_else(mut self, key: impl Into<String>) -> Question {
        self.default = key.into();
        self
    }

    /// Says what the answer has to show.
    #[must_use]
    pub fn shows(mut self, showing: Showing) -> Question {
        self.showing = Some(showing);
        self
    }

    /// Leaves only the choices that this test keeps; the default becomes the first of them when it is gone.
    #[must_use]
    pub fn only(mut self, keep: impl Fn(&str) -> bool) -> Question {
        self.choices.retain(|c| keep(&c.key));
        if !self.allows(&self.default)
            && let Some(first) = self.choices.first()
        {
            self.default.clone_from(&first.key);
        }
        self
    }

    /// Is this key one of the choices?
    #[must_use]
    pub fn allows(&self, key: &str) -> bool {
        self.choices.iter().any(|c| c.key == key)
    }

    /// The key of the choice of this name, in either case.
    #[must_use]
    pub fn named(&self, word: &str) -> Option<&str> {
        self.choices.iter().map(|c| c.key.as_str()).find(|k| k.eq_ignore_ascii_case(word))
    }

    /// The value of a fact.
    #[must_use]
    pub fn known(&self, name: &str) -> Option<&str> {
        self.facts.iter().find(|f| f.name == name).map(|f| f.value.as_str())
    }
}
