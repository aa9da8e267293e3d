//! Hidden choices in a case. Their salts are no secret here, so a seal alone says what it hides.

use super::bench::Bench;
use crate::dice;
use crate::effects::{Hidden, Question, Seal};

/// The seal of a value with the salt of this number.
pub(super) fn seal(number: u8, value: &str) -> Seal {
    Seal(dice::seal(&[number; 32], value))
}

/// What a seal of a case hides.
fn value<G: Bench>(seal: Seal) -> Option<&'static str> {
    let all = (0..=u8::MAX).flat_map(|n| G::HIDDEN.iter().map(move |&v| (n, v)));
    all.into_iter().find(|&(n, v)| self::seal(n, v) == seal).map(|(_, v)| v)
}

/// The seals that a sheet asks for.
pub(super) fn of_sheet(first: u8, values: &[String]) -> Hidden {
    let seals = (0..).zip(values).map(|(n, value)| seal(first + n % 15, value)).collect();
    Hidden { seals, shown: Vec::new() }
}

/// What the event of an answer shows: what the question wants, when that is sealed.
pub(super) fn of_answer<G: Bench>(question: &Question, choice: &str) -> Hidden {
    let wanted = question.showing.as_ref().filter(|s| s.asks_of(choice));
    let shown = wanted.and_then(|s| Some((s.seal, value::<G>(s.seal)?.to_owned())));
    Hidden { seals: Vec::new(), shown: shown.into_iter().collect() }
}

/// What a side shows with its orders because they ask for it: the seal that would else be asked for at once.
pub(super) fn at_once<G: Bench>(question: &Question) -> Option<(Seal, String)> {
    let showing = question.showing.as_ref().filter(|s| s.at_once)?;
    Some((showing.seal, value::<G>(showing.seal)?.to_owned()))
}

/// The question as its owner's program puts it to him: without the choices that his sealed one does not allow.
pub(super) fn as_put<G: Bench>(question: Question) -> Question {
    let Some(showing) = question.showing.clone() else { return question };
    let allowed = value::<G>(showing.seal).is_some_and(|v| showing.values.iter().any(|w| w == v));
    if allowed { question } else { question.only(|key| !showing.asks_of(key)) }
}
