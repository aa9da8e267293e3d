//! Standing orders: prepared answers to questions.
//!
//! Of the orders whose window, scope and conditions match, the one of narrowest scope is taken (a unit or
//! Command, then a class of troops, all); of equal scopes the later line. One that names no choice of this
//! question is passed over.

use crate::state::Position;
use crate::written::Unprepared;
use tess_effects::{Question, decide};
use tess_orders::standing::{Choice, Scope, Standing};

/// The answer that a text of standing orders gives to a question, as the key of one of its choices; `None`
/// when the player has to be asked.
///
/// # Errors
/// What is wrong with the text, drawn for people.
pub fn answer(pos: &Position, text: &str, question: &Question) -> Result<Option<String>, String> {
    let standing = Standing::<Unprepared>::read(text)?;
    let width = |scope: &Scope| width(scope, question, pos);
    Ok(decide(&standing, question, width, |choice| measured(choice, question)))
}

/// Prepared sheets belong to games whose leaders are activated: here there are none.
///
/// # Errors
/// What is wrong with the text, drawn for people; a prepared sheet is one such thing.
pub fn no_sheets(text: &str) -> Result<(), String> {
    Standing::<Unprepared>::read(text).map(|_| ())
}

/// How wide a scope is, 0 the narrowest; `None` when the question is about somebody else.
fn width(scope: &Scope, question: &Question, pos: &Position) -> Option<u8> {
    match scope {
        Scope::One(code) => code.is(&question.subject).then_some(0),
        Scope::Line(_) => None,
        Scope::Class(class) | Scope::Type(class) => {
            let unit = pos.find_unit(&question.subject)?;
            class.is(pos.troop(unit).class.word()).then_some(1)
        }
        Scope::All => Some(2),
    }
}

/// The greatest or least number among the choices.
fn measured<'q>(choice: &Choice, question: &'q Question) -> Option<&'q str> {
    let numbers =
        || question.choices.iter().filter_map(|c| Some((c.key.as_str(), c.key.parse::<i32>().ok()?)));
    let (word, best) = match choice {
        Choice::Max => ("max", numbers().max_by_key(|n| n.1)),
        Choice::Min => ("min", numbers().min_by_key(|n| n.1)),
        _ => return None,
    };
    question.named(word).or(best.map(|(key, _)| key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::Formation;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::VELITES;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::unit;
    use tess_effects::Rule;

    fn asked(subject: &str) -> Question {
        Question::new("evade", "rome", subject, Rule("evade.light-infantry"), "does it evade?")
            .choice("stand", "stands")
            .choice("evade", "runs")
            .fact("distance", "3")
    }

    fn said(text: &str, subject: &str) -> Option<String> {
        let pos = ground(vec![
            unit("V1", 0, (VELITES, 4), stance(10, 10, 0), Formation::Line),
            unit("H1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Line),
        ]);
        answer(&pos, text, &asked(subject)).expect("readable")
    }

    #[test]
    fn the_narrowest_order_that_fits_answers() {
        let text = "when evade do stand\nwhen evade class light-infantry do evade\nwhen evade V2 do stand\n";
        assert_eq!(said(text, "V1").as_deref(), Some("evade"));
        assert_eq!(said(text, "H1").as_deref(), Some("stand"));
        assert_eq!(said("when evade H1 do evade", "V1"), None);
        assert_eq!(said("when pursue do evade\notherwise default", "V1").as_deref(), Some("stand"));
        assert_eq!(said("when evade if distance < 4 do evade", "V1").as_deref(), Some("evade"));
        assert_eq!(said("when evade if distance > 4 do evade", "V1"), None);
    }

    #[test]
    fn every_window_that_the_rules_open_is_known_to_standing_orders() {
        let mut found = std::collections::BTreeSet::new();
        let mut open = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()];
        while let Some(dir) = open.pop() {
            for entry in std::fs::read_dir(&dir).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    open.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).expect("a file");
                let text = text.split("#[cfg(test)]").next().unwrap_or_default();
                let after = text.split("Question::new(").skip(1);
                found.extend(
                    after.filter_map(|t| {
                        Some(t.trim_start().strip_prefix('"')?.split_once('"')?.0.to_owned())
                    }),
                );
            }
        }
        // Its side's seat opens an order by itself: there is nothing to decide.
        assert!(found.remove("open-order"));
        assert!(found.remove("ambush"));
        assert!(found.contains("initiative"));
        for window in &found {
            let known = <Unprepared as tess_orders::standing::Dialect>::WINDOWS.contains(&window.as_str());
            assert!(known, "{window} is not in orders::standing::LEGION_WINDOWS");
        }
    }
}
