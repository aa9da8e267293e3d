//! `[options]`, and what the founder of a battle may change of them.

use crate::read::{Block, Fault, Value, hint};
use std::collections::BTreeMap;

use tess_effects::Setting;
use tess_legion::setup::{Choices, Deal};

/// An option of Legion and Empire, for lists of them.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its name.
    pub name: &'static str,
    /// The rule that it is about.
    pub rule: &'static str,
    /// What it does.
    pub what: &'static str,
    /// How it stands in a battle.
    pub now: fn(&Choices) -> String,
}

/// All of them.
pub const OPTIONS: [Choice; 3] = [
    Choice {
        name: "last-turn",
        rule: "victory.end",
        what: "the battle ends with this turn; 0 for no limit",
        now: |choices| choices.last_turn.map_or_else(|| "0".to_owned(), |turn| turn.to_string()),
    },
    Choice {
        name: "cards",
        rule: "card.deal",
        what: "stratagem cards for each side: rating, as its commander-in-chief is rated, or a number; 0 for none",
        now: |choices| match choices.cards {
            Deal::None => "0".to_owned(),
            Deal::Rating => "rating".to_owned(),
            Deal::Number(n) => n.to_string(),
        },
    },
    Choice {
        name: "set-up",
        rule: "setup.points",
        what: "the players set out terrain, choose edges and deploy; off: all stand as the scenario has them",
        now: |choices| if choices.set_up { "on" } else { "off" }.to_owned(),
    },
];

/// Cards in a hand at most.
const MOST_CARDS: i64 = 6;

/// The last turn of any battle.
const LATEST: i64 = 99;

/// `[options]`.
pub(super) fn read(root: &Block<'_>) -> Choices {
    let mut choices = Choices::default();
    if !root.has("options") {
        return choices;
    }
    let Some(block) = root.table("options") else { return choices };
    choices.last_turn = block.may("last-turn").and_then(|v| v.int(1..=LATEST));
    choices.set_up = block.flag_or("set-up", false);
    choices.cards = block.may("cards").and_then(|v| deal(&v)).unwrap_or_default();
    block.close();
    choices
}

/// How many cards are dealt: `"rating"`, or a number.
fn deal(v: &Value<'_>) -> Option<Deal> {
    if !v.is_text() {
        return v.int(0..=MOST_CARDS).map(number);
    }
    match v.text()? {
        "rating" => Some(Deal::Rating),
        other => {
            v.refuse(format!("`{other}` is no number of cards"), "write \"rating\", or a number from 0 to 6");
            None
        }
    }
}

const fn number(cards: u8) -> Deal {
    if cards == 0 { Deal::None } else { Deal::Number(cards) }
}

/// The choices of a battle with those that its founder has made.
///
/// # Errors
/// An option that there is not, or a value that it cannot have.
pub(crate) fn change(choices: &mut Choices, given: &BTreeMap<String, Setting>) -> Result<(), Vec<Fault>> {
    let faults: Vec<Fault> =
        given.iter().filter_map(|(name, value)| one(choices, name, value).err()).collect();
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

fn one(choices: &mut Choices, name: &str, value: &Setting) -> Result<(), Fault> {
    let wrong = |help: &str| Err(Fault::of_file(name, format!("option {name} cannot be `{value}`"), help));
    match (name, value) {
        ("last-turn", Setting::Number(turn @ 0..=LATEST)) => {
            choices.last_turn = Some(*turn as u16).filter(|&turn| turn > 0);
        }
        ("last-turn", _) => return wrong("write last-turn=8, or last-turn=0 for no limit"),
        ("cards", Setting::Number(n @ 0..=MOST_CARDS)) => choices.cards = number(*n as u8),
        ("cards", Setting::Text(text)) if text == "rating" => choices.cards = Deal::Rating,
        ("cards", _) => return wrong("write cards=rating, or a number from 0 to 6"),
        ("set-up", Setting::Switch(on)) => choices.set_up = *on,
        ("set-up", _) => return wrong("write set-up, or set-up=false"),
        _ => {
            let help = hint(name, OPTIONS.map(|o| o.name));
            return Err(Fault::of_file(name, format!("there is no option {name} in this game"), help));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(name: &str, value: Setting) -> Result<Choices, String> {
        let mut choices = Choices::default();
        let given = BTreeMap::from([(name.to_owned(), value)]);
        change(&mut choices, &given).map(|()| choices).map_err(|faults| faults[0].to_string())
    }

    #[test]
    fn options_are_changed_by_the_founder_and_bad_ones_refused() {
        assert_eq!(changed("last-turn", Setting::Number(6)).expect("good").last_turn, Some(6));
        assert_eq!(changed("last-turn", Setting::Number(0)).expect("good").last_turn, None);
        assert!(changed("set-up", Setting::Switch(true)).expect("good").set_up);
        for (name, value, told) in [
            ("last-turn", Setting::Number(100), "cannot be `100`"),
            ("last-turn", Setting::Switch(true), "last-turn=8"),
            ("set-up", Setting::Number(1), "set-up=false"),
            ("setup", Setting::Switch(true), "set-up"),
        ] {
            let said = changed(name, value).expect_err(told);
            assert!(said.contains(told), "{said}");
        }
    }
}
