//! Hidden choices in a case. Their salts are no secret here, so a seal alone says what it hides.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tess_dice as dice;
use tess_effects::{Hidden, Question, Seal};
use tess_scenario::Family;

/// The seal of a value with the salt of this number.
pub(super) fn seal(number: u8, value: &str) -> Seal {
    Seal(dice::seal(&[number; 32], value))
}

/// The seals that a sheet asks for; a number that nobody chooses is 0.
pub(super) fn of_sheet(first: u8, values: &[String]) -> Hidden {
    let plain = |value: &str| if value.starts_with('#') { "0".to_owned() } else { value.to_owned() };
    let seals = (0..).zip(values).map(|(n, value)| seal(first + n % 15, &plain(value))).collect();
    Hidden { seals, shown: Vec::new() }
}

/// What every seal hides that a case can hold.
static ALL: LazyLock<BTreeMap<Seal, &str>> = LazyLock::new(|| {
    let values = || Family::all().flat_map(|family| tess_game::of(family).hidden());
    (0..=u8::MAX).flat_map(|n| values().map(move |&v| (seal(n, v), v))).collect()
});

/// What a seal of a case hides, whosever it is.
pub(super) fn known(seal: Seal) -> Option<String> {
    ALL.get(&seal).map(|&value| value.to_owned())
}

/// What the event of an answer shows: what the question wants, when that is sealed.
pub(super) fn of_answer(question: &Question, choice: &str) -> Hidden {
    let shown = question.opens(choice, known).ok().flatten();
    Hidden { seals: Vec::new(), shown: shown.into_iter().collect() }
}

/// What a side shows with its orders because they ask for it: the seal that would else be asked for at once.
pub(super) fn at_once(question: &Question) -> Option<(Seal, String)> {
    let key = question.at_once(known)?;
    question.opens(&key, known).ok().flatten()
}

/// The question as its owner's program puts it to him: without the choices that his sealed one does not
/// allow.
pub(super) fn as_put(question: Question) -> Question {
    question.put_to(known)
}
