//! The moment at which something is expected, and what the sheet before it came to.

use super::CaseError;
use super::bench::Bench;
use super::parse::Line;
use super::place::Words;
use tess_effects::Worded;
use tess_table::{Close, Halt};

/// The moment at which something is expected.
pub(super) struct Moment<G: Bench> {
    pub(super) position: G::Position,
    pub(super) halt: Option<Halt<Worded>>,
    pub(super) complaints: Vec<String>,
    pub(super) told: Vec<String>,
    pub(super) dice: Vec<(String, u8)>,
}

/// Fine, or what was found instead.
pub(super) type Found = Result<(), String>;

/// Does it hold?
pub(super) fn holds<G: Bench>(moment: &Moment<G>, line: &Line) -> Result<Found, CaseError> {
    let mut w = Words::new(line);
    let not = w.take("not");
    let word = w.need("an expectation")?.to_ascii_lowercase();
    let found = match word.as_str() {
        "refused" | "stopped" | "halted" | "asks" | "needs" | "unreadable" | "rolled" | "told" => {
            says_enough::<G>(&word, not, &w)?;
            of_the_run(moment, &word, &mut w)?
        }
        _ => G::state(&moment.position, &word, &mut w)?,
    };
    Ok(match (not, found) {
        (false, found) => found,
        (true, Err(_)) => Ok(()),
        (true, Ok(())) => Err("it is so".to_owned()),
    })
}

/// A refusal for any other reason, or any text, would do where a case does not say which: such a line
/// proves nothing.
fn says_enough<G: Bench>(word: &str, not: bool, w: &Words<'_>) -> Result<(), CaseError> {
    match word {
        "refused" | "stopped" if !not && !w.ahead().iter().any(|next| G::is_rule(next)) => Err(w.error(
            format!("`{word}` does not say by which rule"),
            format!("name the rule of the refusal: `{word} {}`", G::A_RULE),
        )),
        "told" | "unreadable" if w.peek().is_none() => Err(w.error(
            format!("`{word}` does not say what"),
            format!("write a few of its words: `{word} \"...\"`"),
        )),
        _ => Ok(()),
    }
}

pub(super) fn same<T: PartialEq + std::fmt::Display>(found: T, expected: &T) -> Found {
    if found == *expected { Ok(()) } else { Err(found.to_string()) }
}

pub(super) fn truth(holds: bool, otherwise: impl Into<String>) -> Found {
    if holds { Ok(()) } else { Err(otherwise.into()) }
}

fn of_the_run<G: Bench>(moment: &Moment<G>, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let halt = moment.halt.as_ref();
    Ok(match word {
        "refused" | "stopped" => return refused(moment, word, w),
        "asks" => return asks(halt, w),
        "halted" => truth(matches!(halt, Some(Halt::Closed(Close::Halted { .. }))), ending(halt)),
        "needs" => {
            let label = w.need("a label")?;
            match halt {
                Some(Halt::Dice(l)) => truth(l.text.eq_ignore_ascii_case(label), format!("needs {}", l.text)),
                _ => Err(ending(halt)),
            }
        }
        "unreadable" => unreadable(&moment.complaints, w.rest()),
        "rolled" => {
            let label = w.need("a label")?.to_ascii_lowercase();
            let thrown = moment.dice.iter().find(|(l, _)| *l == label || l.split('#').next() == Some(&label));
            match (w.next(), thrown) {
                (None, thrown) => truth(thrown.is_some(), format!("thrown: {}", names(&moment.dice))),
                (Some(face), Some((_, f))) => truth(f.to_string() == face, format!("{f}")),
                (Some(_), None) => Err(format!("thrown: {}", names(&moment.dice))),
            }
        }
        _ => {
            let told = moment.told.join("\n").to_ascii_lowercase();
            let texts = w.rest();
            let missing = texts.iter().find(|t| !told.contains(&t.to_ascii_lowercase()));
            match missing {
                Some(text) => Err(format!("nothing told says `{text}`")),
                None => Ok(()),
            }
        }
    })
}

/// `refused 6.25 line 2 "text"`: rule, line and text in any order.
fn refused<G: Bench>(moment: &Moment<G>, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let halt = moment.halt.as_ref();
    let refusal = match (word, halt) {
        ("refused", Some(Halt::Illegal(r, n))) => Some((r.as_ref(), *n)),
        (_, Some(Halt::Closed(Close::Stopped { refusal, line }))) => Some((refusal, *line)),
        ("stopped", Some(Halt::Illegal(r, n))) => Some((r.as_ref(), *n)),
        _ => None,
    };
    let Some((refusal, number)) = refusal else {
        w.rest();
        let first = moment.complaints.first().cloned();
        return Ok(Err(first.unwrap_or_else(|| ending(halt))));
    };
    let mut found = Ok(());
    while let Some(next) = w.next() {
        if next.eq_ignore_ascii_case("line") {
            let expected: u32 = w.int("a line of the sheet")?;
            found = found.and(truth(number == expected, format!("line {number}: {refusal}")));
        } else if G::is_rule(next) {
            found = found.and(truth(refusal.rule.0 == next, refusal.to_string()));
        } else {
            let has = refusal.to_string().to_ascii_lowercase().contains(&next.to_ascii_lowercase());
            found = found.and(truth(has, refusal.to_string()));
        }
    }
    Ok(found)
}

/// `asks advance h1 side rome choices yes no`.
fn asks(halt: Option<&Halt<Worded>>, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let Some(Halt::Ask(q)) = halt else {
        w.rest();
        return Ok(Err(ending(halt)));
    };
    let window = w.need("a window")?;
    let named = q.window.eq_ignore_ascii_case(window);
    let mut found = truth(named, format!("asks {} {}: {}", q.window, q.subject, q.text));
    while let Some(next) = w.next() {
        if next.eq_ignore_ascii_case("side") {
            let side = w.need("a side")?;
            found = found.and(truth(q.side.eq_ignore_ascii_case(side), format!("asks {}", q.side)));
        } else if next.eq_ignore_ascii_case("choices") {
            let expected: Vec<String> = w.rest().iter().map(|s| s.to_ascii_lowercase()).collect();
            let keys: Vec<String> = q.choices.iter().map(|c| c.key.to_ascii_lowercase()).collect();
            let all = expected.iter().all(|e| keys.contains(e)) && keys.len() == expected.len();
            found = found.and(truth(all, format!("choices {}", keys.join(" "))));
        } else {
            let about = q.subject.eq_ignore_ascii_case(next);
            found = found.and(truth(about, format!("asks about {}", q.subject)));
        }
    }
    Ok(found)
}

fn unreadable(complaints: &[String], texts: &[String]) -> Found {
    let all = complaints.join(" / ").to_ascii_lowercase();
    let said = !complaints.is_empty() && texts.iter().all(|t| all.contains(&t.to_ascii_lowercase()));
    let found =
        if complaints.is_empty() { "the sheet can be read".to_owned() } else { complaints.join(" / ") };
    truth(said, found)
}

fn names(dice: &[(String, u8)]) -> String {
    let all: Vec<String> = dice.iter().map(|(l, f)| format!("{l}={f}")).collect();
    if all.is_empty() { "no die".to_owned() } else { all.join(" ") }
}

fn ending(halt: Option<&Halt<Worded>>) -> String {
    match halt {
        None => "no orders yet".to_owned(),
        Some(Halt::Closed(Close::Whole)) => "the sheet was carried out to its end".to_owned(),
        Some(Halt::Closed(Close::Stopped { line, refusal })) => format!("stopped at line {line}: {refusal}"),
        Some(Halt::Closed(Close::Halted { line })) => format!("halted at line {line}"),
        Some(Halt::Closed(other)) => format!("{other:?}"),
        Some(Halt::Dice(label)) => format!("needs the die {}", label.text),
        Some(Halt::Ask(q)) => format!("asks {} ({})", q.id, q.text),
        Some(Halt::Illegal(refusal, line)) => format!("refused at line {line}: {refusal}"),
    }
}
