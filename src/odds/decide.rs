//! What is asked on the way, and who answers it when nobody is there.

use tess_effects::{Question, Seal};
use tess_game::AnyPosition;

/// An answer that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The side that was asked.
    pub side: String,
    /// The question's id.
    pub question: String,
    /// What kind of decision it is.
    pub window: String,
    /// The rule that gives it.
    pub rule: String,
    /// The key of the choice.
    pub key: String,
    /// The hidden choice that it shows.
    pub shown: Option<(Seal, String)>,
    /// Who found it.
    pub by: By,
}

/// Who found an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// The side's standing orders.
    Standing,
    /// The default of the question, which a careful player takes.
    Default,
    /// Nobody can know it: it is about a choice that somebody else has hidden.
    Supposed,
    /// It was given to the same question in the battle.
    Given,
}

/// How questions are answered: by standing orders as far as they are known, else by the question's
/// default.
pub struct Policy<'a> {
    start: &'a dyn AnyPosition,
    standing: Vec<(String, String)>,
    /// Answers that were given, each with its question.
    given: &'a [(String, String)],
    known: &'a dyn Fn(Seal) -> Option<String>,
}

impl<'a> Policy<'a> {
    /// By the texts of standing orders, each of a side, and what is known to stand under seals.
    pub fn new(
        start: &'a dyn AnyPosition,
        standing: Vec<(String, String)>,
        known: &'a dyn Fn(Seal) -> Option<String>,
    ) -> Policy<'a> {
        Policy { start, standing, given: &[], known }
    }

    /// Where one of these questions is put again, it is answered as it was.
    #[must_use]
    pub fn as_given(self, given: &'a [(String, String)]) -> Policy<'a> {
        Policy { given, ..self }
    }

    /// The answer to a question that hangs on nothing but the question: then nobody has to look at the
    /// field as it has become.
    #[must_use]
    pub fn decide_unseen(&self, question: &Question) -> Option<Decision> {
        let orders = self.standing.iter().find(|(side, _)| *side == question.side);
        let fixed = orders.is_none_or(|(_, text)| !looks_at_the_field(text));
        fixed.then(|| self.decide(self.start, question))
    }

    /// The answer to a question that the rules put with the field as it stands.
    #[must_use]
    pub fn decide(&self, position: &dyn AnyPosition, question: &Question) -> Decision {
        let orders = self.standing.iter().find(|(side, _)| *side == question.side);
        self.decide_by(question, |open| position.standing_answer(&orders?.1, open).ok().flatten())
    }

    fn decide_by(&self, question: &Question, standing: impl Fn(&Question) -> Option<String>) -> Decision {
        let open = question.put_to(self.known);
        let given = self.given.iter().find(|(id, key)| *id == question.id && question.allows(key));
        let (key, by) = match (given, open.at_once(self.known)) {
            (Some((_, key)), _) => (key.clone(), By::Given),
            (None, Some(key)) => (key, By::Standing),
            (None, None) => {
                // those choices that need nothing hidden, where there are such
                let put = if open.choices.is_empty() { question } else { &open };
                match standing(put).filter(|key| put.allows(key)) {
                    Some(key) => (key, By::Standing),
                    None => (put.default.clone(), By::Default),
                }
            }
        };
        let opened = question.opens(&key, self.known).ok().flatten();
        let (shown, by) = match opened {
            Some(shown) => (Some(shown), by),
            None => match supposed(question, &key) {
                Some(shown) => (Some(shown), By::Supposed),
                None => (None, by),
            },
        };
        Decision {
            side: question.side.clone(),
            question: question.id.clone(),
            window: question.window.clone(),
            rule: question.rule.clone(),
            key,
            shown,
            by,
        }
    }
}

/// Do standing orders measure on the field, or ask what a unit is made of?
fn looks_at_the_field(text: &str) -> bool {
    let words = |line: &str| line.split('#').next().unwrap_or_default().to_ascii_lowercase();
    let looks = |word: &str| matches!(word, "max" | "min" | "toward" | "class" | "type");
    text.lines().any(|line| words(line).split_whitespace().any(looks))
}

/// What an answer would have to show, when nobody here knows what is hidden: the first that counts.
fn supposed(question: &Question, key: &str) -> Option<(Seal, String)> {
    if let Some(showing) = question.showing.as_ref().filter(|showing| showing.asks_of(key)) {
        return showing.values.first().map(|value| (showing.seal, value.clone()));
    }
    question.choices.iter().find(|choice| choice.key == key)?.shows.first().cloned()
}
