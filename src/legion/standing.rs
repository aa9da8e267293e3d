//! Standing orders: prepared answers to questions.
//!
//! Of the orders whose window, scope and conditions match, the one of narrowest scope is taken (a unit or Command, then a class of
//! troops, all); of equal scopes the later line. One that names no choice of this question is passed over.

use super::position::Position;
use crate::diagnostic::{Diagnostic, Report};
use crate::effects::{Question, holds};
use crate::orders::standing::{Choice, Otherwise, Scope, Standing, When};

/// The answer that a text of standing orders gives to a question, as the key of one of its choices; `None` when the player has to
/// be asked.
///
/// # Errors
/// What is wrong with the text, drawn for people.
pub fn answer(pos: &Position, text: &str, question: &Question) -> Result<Option<String>, String> {
    Ok(decide(&parse(text)?, question, pos))
}

/// Prepared sheets belong to games whose leaders are activated: here there are none.
///
/// # Errors
/// What is wrong with the text, drawn for people; a prepared sheet is one such thing.
pub fn no_sheets(text: &str) -> Result<(), String> {
    match parse(text)?.prepared.first() {
        None => Ok(()),
        Some(sheet) => {
            let complaint = Diagnostic::error("sheets cannot be prepared in this game: orders are secret")
                .at(sheet.number, sheet.leader.span)
                .help("take the block from `prepare` on away");
            Err(Report { source: text, diagnostics: &[complaint] }.plain())
        }
    }
}

fn parse(text: &str) -> Result<Standing, String> {
    let (standing, mut complaints) = Standing::parse(text);
    complaints.retain(Diagnostic::is_error);
    if complaints.is_empty() {
        Ok(standing)
    } else {
        Err(Report { source: text, diagnostics: &complaints }.plain())
    }
}

fn decide(standing: &Standing, question: &Question, pos: &Position) -> Option<String> {
    let fits = |rule: &When| {
        (rule.window.is("any") || rule.window.is(&question.window))
            && rule.tests.iter().all(|test| holds(test, question))
    };
    let rules = standing.rules.iter().enumerate().filter(|(_, rule)| fits(rule));
    let mut found: Vec<(u8, usize, &When)> =
        rules.filter_map(|(line, rule)| Some((width(&rule.scope, question, pos)?, line, rule))).collect();
    found.sort_by_key(|&(width, line, _)| (width, std::cmp::Reverse(line)));
    for (_, _, rule) in found {
        if rule.choice == Choice::Ask {
            return None;
        }
        if let Some(key) = choose(&rule.choice, question) {
            return Some(key.to_owned());
        }
    }
    match standing.otherwise {
        Otherwise::Ask => None,
        Otherwise::Default => Some(question.default.clone()),
    }
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

fn choose<'q>(choice: &Choice, question: &'q Question) -> Option<&'q str> {
    let keys = || question.choices.iter().map(|c| c.key.as_str());
    let literal = |word: &str| keys().find(|k| k.eq_ignore_ascii_case(word));
    match choice {
        Choice::Ask | Choice::Toward(_) => None,
        Choice::Default => literal(&question.default),
        Choice::Key(key) => literal(&key.text),
        Choice::Max | Choice::Min => {
            let most = *choice == Choice::Max;
            let numbers = || keys().filter_map(|k| Some((k, k.parse::<i32>().ok()?)));
            let best = if most { numbers().max_by_key(|n| n.1) } else { numbers().min_by_key(|n| n.1) };
            literal(if most { "max" } else { "min" }).or(best.map(|(k, _)| k))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::Rule;
    use crate::legion::formation::Formation;
    use crate::legion::proving_ground::{LEGION, VELITES, ground, stance, unit};

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
        let mut open = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/legion")];
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
        assert!(found.contains("initiative"));
        for window in &found {
            let known = crate::orders::standing::LEGION_WINDOWS.contains(&window.as_str());
            assert!(known, "{window} is not in orders::standing::LEGION_WINDOWS");
        }
    }
}
