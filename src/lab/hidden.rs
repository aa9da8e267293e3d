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

/// The seals that a sheet asks for; a number that nobody chooses is 0.
pub(super) fn of_sheet(first: u8, values: &[String]) -> Hidden {
    let plain = |value: &str| if value.starts_with('#') { "0".to_owned() } else { value.to_owned() };
    let seals = (0..).zip(values).map(|(n, value)| seal(first + n % 15, &plain(value))).collect();
    Hidden { seals, shown: Vec::new() }
}

/// What a seal of a case hides, whosever it is.
pub(super) fn known<G: Bench>(seal: Seal) -> Option<String> {
    value::<G>(seal).map(str::to_owned)
}

/// What the event of an answer shows: what the question wants, when that is sealed.
pub(super) fn of_answer<G: Bench>(question: &Question, choice: &str) -> Hidden {
    let shown = question.opens(choice, known::<G>).ok().flatten();
    Hidden { seals: Vec::new(), shown: shown.into_iter().collect() }
}

/// What a side shows with its orders because they ask for it: the seal that would else be asked for at once.
pub(super) fn at_once<G: Bench>(question: &Question) -> Option<(Seal, String)> {
    let key = question.at_once(known::<G>)?;
    question.opens(&key, known::<G>).ok().flatten()
}

/// The question as its owner's program puts it to him: without the choices that his sealed one does not allow.
pub(super) fn as_put<G: Bench>(question: Question) -> Question {
    question.put_to(known::<G>)
}
