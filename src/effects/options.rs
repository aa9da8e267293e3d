//! What a player may choose among: one keyed list, of which only what is needed is made.
//!
//! A replay knows the recorded answer and looks its key up; who has to be asked, or reads along, is shown
//! the whole list with its words. Both come from one value, so that they cannot part.

use std::fmt::{self, Display, Write as _};

use super::{Question, Rule};

/// Whose decision it is and about what: enough to know its recorded answer by, before anything else of it
/// is made.
#[derive(Debug, Clone, Copy)]
pub struct Matter<'a> {
    /// What kind of decision, see [`Question::window`].
    pub window: &'a str,
    /// The name of the side that decides.
    pub side: &'a str,
    /// The unit or leader it is about, by code.
    pub subject: &'a str,
    /// The rule that gives the decision.
    pub rule: Rule,
}

impl Matter<'_> {
    /// The question in words; its choices are added by the one who asks.
    #[must_use]
    pub fn question(&self, text: impl Into<String>) -> Question {
        Question::new(self.window, self.side, self.subject, self.rule, text)
    }
}

/// One thing that may be chosen.
#[derive(Debug, Clone)]
pub struct Offer<T> {
    /// What is written to choose it, see [`super::Choice::key`].
    pub key: String,
    /// What it does and costs, in words.
    pub text: String,
    /// What it means to the rules.
    pub means: T,
}

/// What may be chosen in one decision.
///
/// Most are a [`Listed`]. Who can find what one key means much cheaper than all that could be chosen does
/// it himself; where debug assertions are on, every key that is shown is looked up as well.
pub trait Options {
    /// What an option means to the rules.
    type Means;
    /// What this key means: `None` when it is no option, or the only one, which nobody is asked about.
    fn find(&self, key: &str) -> Option<Self::Means>;
    /// All of them, in the order in which they are shown.
    fn all(&self) -> Vec<Offer<Self::Means>>;
}

/// Options that can be walked through at little cost: keys are compared without being made, and words are
/// written for those who read them only.
pub struct Listed<I, K, W> {
    /// What may be chosen, in the order in which it is shown.
    pub of: I,
    /// The key of one.
    pub key: K,
    /// The words for one.
    pub text: W,
}

impl<I, K, W, D, S> Options for Listed<I, K, W>
where
    I: Iterator + Clone,
    K: Fn(&I::Item) -> D,
    D: Display,
    W: Fn(&I::Item) -> S,
    S: Into<String>,
{
    type Means = I::Item;

    fn find(&self, key: &str) -> Option<I::Item> {
        let mut rest = self.of.clone();
        let mut is_first = true;
        while let Some(option) = rest.next() {
            if is_written(&(self.key)(&option), key) {
                return (!is_first || rest.next().is_some()).then_some(option);
            }
            is_first = false;
        }
        None
    }

    fn all(&self) -> Vec<Offer<I::Item>> {
        let offer = |option| Offer {
            key: (self.key)(&option).to_string(),
            text: (self.text)(&option).into(),
            means: option,
        };
        self.of.clone().map(offer).collect()
    }
}

/// Would it be written so? No text is made to find out.
fn is_written(thing: &impl Display, text: &str) -> bool {
    struct Rest<'a>(&'a str);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    let mut rest = Rest(text);
    write!(rest, "{thing}").is_ok() && rest.0.is_empty()
}

/// A key in lower case: of a code or a facing.
#[derive(Debug, Clone, Copy)]
pub struct Lower<'a>(pub &'a str);

impl Display for Lower<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| f.write_char(letter.to_ascii_lowercase()))
    }
}

/// The key `no`, or that of something.
#[derive(Debug, Clone, Copy)]
pub struct OrNo<D>(pub Option<D>);

impl<D: Display> Display for OrNo<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(key) => key.fmt(f),
            None => f.write_str("no"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(of: &[Option<&'static str>]) -> impl Options<Means = Option<&'static str>> {
        Listed {
            of: of.iter().copied(),
            key: |way: &Option<&'static str>| OrNo(way.map(Lower)),
            text: |way: &Option<&'static str>| format!("{way:?}"),
        }
    }

    #[test]
    fn every_key_that_is_shown_is_found_and_nothing_else_is() {
        let options = ways(&[None, Some("HA-I"), Some("HA")]);
        let shown: Vec<String> = options.all().into_iter().map(|o| o.key).collect();
        assert_eq!(shown, ["no", "ha-i", "ha"]);
        for offer in options.all() {
            assert_eq!(options.find(&offer.key), Some(offer.means), "{}", offer.key);
        }
        for other in ["", "n", "noo", "HA", "ha-", "ha-ii"] {
            assert_eq!(options.find(other), None, "{other}");
        }
    }

    #[test]
    fn an_only_option_is_no_question_so_that_no_recorded_answer_is_its() {
        assert_eq!(ways(&[None]).find("no"), None);
        assert_eq!(ways(&[None, Some("A")]).find("no"), Some(None));
        assert_eq!(ways(&[None, Some("A")]).find("a"), Some(Some("A")));
    }
}
