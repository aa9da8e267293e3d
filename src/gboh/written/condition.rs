//! Reads `stop` and its conditions.

use super::{Comparison, Condition, Stop, Test, Word};
use tess_orders::nearest;
use tess_orders::{Cursor, Read};

const FORM: &str = "for example: stop if routed H31, stop if hits H31 >= 4, stop if H31 not at 2214, \
                    stop if enemy near H31 2, stop if lost H31, stop unless empty 2214";

const HEADS: [&str; 11] =
    ["routed", "lost", "hits", "supply", "enemy", "zoc", "empty", "finished", "turn", "momentum", "trumped"];

/// What comes after `stop`.
pub(super) fn stop(cursor: &mut Cursor<'_>) -> Read<Stop> {
    if cursor.is_done() {
        return Some(Stop { when: Vec::new(), unless: false });
    }
    let unless = cursor.take(&["unless"]).is_some();
    if !unless {
        cursor.expect(&["if", "when", "unless"], FORM)?;
    }
    let mut when = vec![condition(cursor)?];
    loop {
        if cursor.take(&["and", ",", "&"]).is_some() {
            when.push(condition(cursor)?);
        } else if let Some(or) = cursor.take(&["or"]) {
            return cursor.complain(
                Some(or),
                "`or` is not understood".into(),
                "write a `stop if` line of its own for each",
            );
        } else {
            cursor.end(FORM)?;
            return Some(Stop { when, unless });
        }
    }
}

/// One condition.
pub(super) fn condition(cursor: &mut Cursor<'_>) -> Read<Condition> {
    let mut not = cursor.take(&["not", "no"]).is_some();
    let head = cursor.word("the condition", FORM)?;
    let test = match head.text.to_ascii_lowercase().as_str() {
        "routed" => Test::Routed(cursor.word("the unit", FORM)?),
        "lost" | "killed" | "eliminated" | "dead" => Test::Lost(cursor.word("the unit or leader", FORM)?),
        "zoc" => Test::Zoc(cursor.word("the unit", FORM)?),
        "empty" => Test::Empty(cursor.hex(FORM)?),
        "finished" => Test::Finished(cursor.word("the leader", FORM)?),
        "trumped" => Test::Trumped,
        "momentum" => {
            cursor.expect(&["failed", "fails"], FORM)?;
            Test::MomentumFailed
        }
        "hits" => {
            let unit = cursor.word("the unit", FORM)?;
            Test::Hits(unit, comparison(cursor)?, number(cursor)?)
        }
        "turn" => Test::Turn(comparison(cursor)?, number(cursor)?),
        "supply" => {
            let unit = cursor.word("the unit", FORM)?;
            let sign = comparison(cursor)?;
            let level = cursor.word("full, low or no", FORM)?;
            if !level.is_any(&["full", "low", "no"]) {
                return cursor.complain(
                    Some(&level),
                    format!("`{level}` is no supply"),
                    "write full, low or no",
                );
            }
            Test::Supply(unit, sign, level)
        }
        "enemy" | "enemies" => {
            cursor.expect(&["near", "within"], FORM)?;
            let first = cursor.word("the unit", FORM)?;
            match first.count() {
                // `enemy within 2 of H31`
                Some(n) => {
                    cursor.take(&["hexes", "hex"]);
                    cursor.expect(&["of"], FORM)?;
                    Test::EnemyNear(cursor.word("the unit", FORM)?, n)
                }
                None => Test::EnemyNear(first, number(cursor)?),
            }
        }
        _ => {
            // The unit may stand first: `H31 not at 2214`, `H31 is routed`, `H31 hits >= 4`.
            cursor.take(&["is", "has"]);
            not ^= cursor.take(&["not"]).is_some();
            return after_unit(cursor, head).map(|test| Condition { not, test });
        }
    };
    Some(Condition { not, test })
}

fn after_unit(cursor: &mut Cursor<'_>, unit: Word) -> Read<Test> {
    let Some(verb) = cursor.peek() else { return unknown(cursor, &unit) };
    match verb.text.to_ascii_lowercase().as_str() {
        "at" | "in" if cursor.peek_after().is_some_and(|w| w.is("zoc")) => {
            cursor.advance();
            cursor.advance();
            Some(Test::Zoc(unit))
        }
        "at" | "in" => {
            cursor.advance();
            Some(Test::At(unit, cursor.hex(FORM)?))
        }
        "routed" => {
            cursor.advance();
            Some(Test::Routed(unit))
        }
        "lost" | "killed" | "eliminated" | "dead" => {
            cursor.advance();
            Some(Test::Lost(unit))
        }
        "finished" => {
            cursor.advance();
            Some(Test::Finished(unit))
        }
        "hits" => {
            cursor.advance();
            Some(Test::Hits(unit, comparison(cursor)?, number(cursor)?))
        }
        _ => unknown(cursor, &unit),
    }
}

fn unknown<T>(cursor: &mut Cursor<'_>, word: &Word) -> Read<T> {
    let message = match nearest(&word.text, HEADS) {
        Some(near) => format!("`{word}` is no condition; did you mean `{near}`?"),
        None => format!("`{word}` is no condition"),
    };
    cursor.complain(Some(word), message, FORM)
}

fn comparison(cursor: &mut Cursor<'_>) -> Read<Comparison> {
    match cursor.peek() {
        Some(w) => match Comparison::from_word(w) {
            Some(sign) => {
                cursor.advance();
                Some(sign)
            }
            // `hits H31 4` means at least, as a person would say it.
            None if w.count().is_some() => Some(Comparison::AtLeast),
            None => cursor.complain(Some(w), format!("`{w}` compares nothing"), "write = != < <= > or >="),
        },
        None => cursor.complain(None, "the comparison is missing".into(), "write = != < <= > or >="),
    }
}

fn number(cursor: &mut Cursor<'_>) -> Read<u8> {
    match cursor.peek() {
        Some(w) => match w.count() {
            Some(n) => {
                cursor.advance();
                Some(n)
            }
            None => cursor.complain(Some(w), format!("`{w}` is no number"), "write a number from 0 to 99"),
        },
        None => cursor.complain(None, "the number is missing".into(), "write a number from 0 to 99"),
    }
}
