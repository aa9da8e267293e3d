//! Standing orders: prepared answers to questions.
//!
//! Of the orders whose window, scope and conditions match, the one of narrowest scope is taken (a unit or
//! leader, then a line, a class, a type, all); of equal scopes the later line. One that names no legal
//! choice of this question is passed over.

use crate::movement::marker;
use crate::piece::UnitId;
use crate::position::Position;
use crate::state::stage::Stage;
use crate::written::Prepared;
use tess_effects::{Question, Rule, decide};
use tess_hex::Hex;
use tess_orders::standing::{Choice, Scope, Standing};

/// The answer that a text of standing orders gives to a question, as the key of one of its choices; `None`
/// when the player has to be asked. Where `max`, `min` and `toward` measure, units stand as in the position
/// unless the facts `own.hex` and `mover.hex` say otherwise.
///
/// # Errors
/// What is wrong with the text, drawn for people.
pub fn answer(position: &Position, text: &str, question: &Question) -> Result<Option<String>, String> {
    let standing = Standing::<Prepared>::read(text)?;
    let width = |scope: &Scope| width(scope, question, position);
    Ok(decide(&standing, question, width, |choice| measured(choice, question, position)))
}

/// The markers of pre-arranged withdrawal that standing orders lay when their side is to lay them, as a
/// sheet (6.82): for each leader in question the window `prearrange` with the choices `none`, `yes` and
/// `no`. Nothing when they want to be asked about one.
///
/// # Errors
/// What is wrong with the text, drawn for people.
pub fn markers(position: &Position, side: &str, text: &str) -> Result<Option<String>, String> {
    let Stage::Markers { side: now } = position.stage else { return Ok(None) };
    if position.set.find_side(side) != Some(now) {
        return Ok(None);
    }
    let mut laid = Vec::new();
    for leader in marker::candidates(position, now) {
        let spec = position.leader_spec(leader);
        let question = Question::new("prearrange", side, &spec.code, Rule("6.82"), "a marker?")
            .choice("none", "no marker")
            .choice("yes", "a real one")
            .choice("no", "a bluff")
            .fact("turn", position.turn)
            .fact("initiative", position.initiative(leader));
        match answer(position, text, &question)?.as_deref() {
            None => return Ok(None),
            Some("none") => {}
            Some(real) => laid.push(format!("{} {real}", spec.code)),
        }
    }
    let laid = if laid.is_empty() { "none".to_owned() } else { laid.join(", ") };
    Ok(Some(format!("prearrange {laid}\n")))
}

/// How wide a scope is, 0 the narrowest; `None` when the question is about somebody else.
fn width(scope: &Scope, question: &Question, position: &Position) -> Option<u8> {
    let set = &position.set;
    let unit = || set.find_unit(&question.subject);
    match scope {
        Scope::One(code) => code.is(&question.subject).then_some(0),
        Scope::Line(code) => {
            let line = set.find_line(set.find_side(&question.side)?, &code.text)?;
            set.line(line).units.contains(&unit()?).then_some(1)
        }
        Scope::Class(class) => {
            let letters = set.unit(unit()?).class.letters();
            (!letters.is_empty() && class.is(letters)).then_some(2)
        }
        Scope::Type(kind) => kind.is(set.unit(unit()?).kind.letters()).then_some(3),
        Scope::All => Some(4),
    }
}

/// The choice that a measure means.
fn measured<'q>(choice: &Choice, question: &'q Question, position: &Position) -> Option<&'q str> {
    let keys = || question.choices.iter().map(|c| c.key.as_str());
    // A way of several hexes, `2010-2110`, leads to its last one.
    let end =
        |key: &str| key.split('-').map(|hex| hex.parse::<Hex>().ok()).collect::<Option<Vec<_>>>()?.pop();
    let hexes = || keys().filter_map(|k| Some((k, end(k)?)));
    match choice {
        Choice::Ask | Choice::Default | Choice::Key(_) => None,
        // The first of the best is taken, so the order of the choices decides between equals.
        Choice::Toward(aim) => {
            let aim: Hex = aim.text.parse().ok()?;
            hexes().min_by_key(|(_, h)| h.distance(aim)).map(|(k, _)| k)
        }
        Choice::Max | Choice::Min => {
            let far = *choice == Choice::Max;
            if let Some(key) = question.named(if far { "max" } else { "min" }) {
                return Some(key);
            }
            if hexes().next().is_some() {
                let own = place("own.hex", &question.subject, question, position);
                let mover = question.known("mover").unwrap_or_default();
                let mover = place("mover.hex", mover, question, position);
                return hexes()
                    .min_by_key(|&(_, h)| {
                        let away = |from: Option<Hex>| from.map_or(0, |f| i16::from(f.distance(h)));
                        let went = away(own);
                        (if far { -went } else { went }, -away(mover))
                    })
                    .map(|(k, _)| k);
            }
            let numbers = keys().filter_map(|k| Some((k, k.parse::<i32>().ok()?)));
            numbers.min_by_key(|&(_, n)| if far { -i64::from(n) } else { i64::from(n) }).map(|(k, _)| k)
        }
    }
}

/// Where somebody stands: by a fact, or by the position.
fn place(fact: &str, code: &str, question: &Question, position: &Position) -> Option<Hex> {
    if let Some(hex) = question.known(fact).and_then(|h| h.parse().ok()) {
        return Some(hex);
    }
    let set = &position.set;
    let unit = |id: UnitId| position.hex(id);
    set.find_unit(code).and_then(unit).or_else(|| set.find_leader(code).and_then(|l| position.leader(l).hex))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Class, Rank, Side, UnitType};
    use crate::proving_ground::{ground, leader, unit};
    use tess_effects::Rule;
    use tess_hex::Facing;

    fn position() -> Position {
        let mut velites = unit("V31", Side::First, UnitType::LI, (3, 5, 6), 2010, Facing::E);
        velites.class = Class::VE;
        let units = vec![velites, unit("E1", Side::Second, UnitType::EL, (5, 6, 7), 2210, Facing::W)];
        ground(units, vec![leader("REG", Side::First, Rank::Overall, 5, 2010)])
    }

    fn asked() -> Question {
        Question::new("withdraw", "rome", "v31", Rule("6.51"), "withdraw?")
            .choice("no", "stay")
            .choice("1910", "one hex")
            .choice("1809", "two hexes")
            .choice("2009", "one hex to the side")
            .fact("mover", "e1")
            .fact("mover.type", "EL")
            .fact("own.hits", 3)
            .fact("own.tq", 5)
            .fact("own.supply", "low")
    }

    fn said(text: &str) -> Option<String> {
        answer(&position(), text, &asked()).expect(text)
    }

    fn says(text: &str, key: &str) {
        assert_eq!(said(text).as_deref(), Some(key), "{text}");
    }

    #[test]
    fn choices_are_named_measured_or_left_to_the_question() {
        says("when withdraw do 1910", "1910");
        says("when withdraw do NO", "no");
        says("when withdraw do max", "1809");
        says("when withdraw do min", "1910");
        says("when withdraw do toward 2008", "2009");
        says("when withdraw do default", "no");
        says("when any do max", "1809");
    }

    #[test]
    fn conditions_look_at_the_facts() {
        says("when withdraw if mover.type in SK, EL do max", "1809");
        says("when withdraw if own.hits >= own.tq-2 do max", "1809");
        says("when withdraw if own.supply < full and own.supply > no do max", "1809");
        for no in [
            "mover.type = SK",
            "mover.type != SK, EL",
            "own.hits > own.tq - 2",
            "own.supply = full",
            "odds > 0",
        ] {
            let no = no.replace(" - ", "-");
            assert_eq!(said(&format!("when withdraw if {no} do max")), None, "{no}");
        }
    }

    #[test]
    fn the_narrowest_scope_wins_and_of_equals_the_later() {
        let wide = "when withdraw do no\nwhen withdraw do 1910";
        says(wide, "1910");
        says(&format!("when withdraw type LI do 1809\n{wide}"), "1809");
        says(&format!("when withdraw class VE do 2009\nwhen withdraw type LI do 1809\n{wide}"), "2009");
        says(&format!("when withdraw V31 do no\nwhen withdraw class VE do 2009\n{wide}"), "no");
        says(&format!("when withdraw type SK do 1809\nwhen withdraw V32 do 2009\n{wide}"), "1910");
    }

    #[test]
    fn what_is_not_legal_is_passed_over_and_nothing_left_is_asked() {
        says("when withdraw do no\nwhen withdraw do 2222", "no");
        assert_eq!(said("when withdraw do 2222"), None);
        says("when withdraw do 2222\notherwise default", "no");
        assert_eq!(said("when withdraw V31 do ask\nwhen withdraw do max\notherwise default"), None);
        assert_eq!(said("when trump do no"), None);
    }

    #[test]
    fn leaders_are_measured_where_they_stand() {
        let question = Question::new("leader-withdraw", "rome", "reg", Rule("4.72"), "withdraw?")
            .choice("no", "stay")
            .choice("1910", "one")
            .choice("1710", "three");
        let said = answer(&position(), "when leader-withdraw leader REG do far", &question);
        assert_eq!(said, Ok(Some("1710".into())));
    }

    #[test]
    fn a_way_is_measured_where_it_ends() {
        let question = Question::new("rout-path", "rome", "v31", Rule("10.22"), "which way?")
            .choice("1910-1810", "west")
            .choice("2009-2008", "north");
        for (order, key) in [("toward 1710", "1910-1810"), ("toward 2007", "2009-2008")] {
            let said = answer(&position(), &format!("when rout-path do {order}"), &question);
            assert_eq!(said, Ok(Some(key.into())), "{order}");
        }
    }

    /// The windows that the rules open, as the source has them.
    fn opened(dir: &std::path::Path, found: &mut std::collections::BTreeSet<String>) {
        for entry in std::fs::read_dir(dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                opened(&path, found);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a file");
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            for mark in ["Question::new(", "window: "] {
                let after = text.split(mark).skip(1).filter_map(|rest| rest.trim_start().strip_prefix('"'));
                found.extend(after.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
            }
        }
    }

    #[test]
    fn every_window_that_the_rules_open_has_a_standing_form_in_the_manual() {
        let mut found = std::collections::BTreeSet::new();
        opened(std::path::Path::new(env!("CARGO_MANIFEST_DIR")), &mut found);
        // Its side's seat opens the marker by itself: there is nothing to decide.
        assert!(found.remove("open-marker"));
        assert!(found.len() > 20, "{found:?}");
        let page = include_str!("../../../docs/orders.md");
        for window in &found {
            assert!(
                <Prepared as tess_orders::standing::Dialect>::WINDOWS.contains(&window.as_str()),
                "{window} is not in WINDOWS"
            );
            assert!(page.contains(&format!("| `{window}` |")), "no row for {window} in docs/orders.md");
            assert!(page.contains(&format!("`when {window} ")), "no order for {window} in docs/orders.md");
        }
        for window in <Prepared as tess_orders::standing::Dialect>::WINDOWS.iter().filter(|w| **w != "any") {
            assert!(found.contains(*window), "no rule opens {window}");
        }
    }

    #[test]
    fn a_text_that_cannot_be_read_answers_nothing() {
        let error =
            answer(&position(), "when withdraw do max\nwen trump do no", &asked()).expect_err("misspelt");
        assert!(error.contains("did you mean `when`"), "{error}");
    }
}
