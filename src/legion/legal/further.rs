//! How the last line of a sheet may go on: a step more of a move, a charge at its end, other posts, more
//! stands, more targets. Each is tried on a copy of the position before the line.

use super::attempt::allows;
use super::choices::{SHAPES, STEPS, TURNS, longest, near_enemies};
use super::exact::{Choice, exactly};
use crate::state::{Position, UnitId};
use crate::written::{Order, Post, Sheet};
use tess_effects::Side;
use tess_orders::Word;

/// The line with a word more, in every way that the rules allow.
#[must_use]
pub fn further(pos: &Position, side: Side, line: &str) -> Vec<Choice> {
    let (sheet, _) = Sheet::parse(line);
    let [only] = sheet.lines.as_slice() else { return Vec::new() };
    let line = line.trim();
    let plain = |lines: Vec<String>| -> Vec<Choice> {
        let allowed = lines.into_iter().filter(|line| allows(pos, side, line));
        allowed.map(|line| Choice { line, notes: Vec::new() }).collect()
    };
    match &only.what {
        Order::Move { units, .. } => {
            let [one] = units.as_slice() else { return Vec::new() };
            let Some(unit) = pos.find_unit(&one.text) else { return Vec::new() };
            let mut found = on_the_way(pos, side, unit, line);
            found.extend(plain(charges(pos, side, unit, line)));
            found
        }
        Order::Attach { who, host, .. } => plain(posts(pos, who, host)),
        Order::Detach { unit, hand, stands } => {
            let most = pos.find_unit(&unit.text).map_or(0, |unit| pos.unit(unit).stands.len());
            let counts = (1..most).filter(|n| *n != usize::from(*stands));
            plain(counts.map(|n| format!("detach {unit} {n} {hand}")).collect())
        }
        Order::Shoot { unit, targets } => plain(shots(pos, side, unit, targets, line)),
        Order::Place { shape, facing, .. } => {
            let turned = (0..8).filter(|_| facing.is_none() && shape.is_none());
            let turned = turned.map(|eighth| format!("{line} facing {}", eighth * 45));
            let formed =
                SHAPES.iter().filter(|_| shape.is_none()).map(|shape| format!("{line} form {shape}"));
            plain(turned.chain(formed).collect())
        }
        _ => Vec::new(),
    }
}

/// One step more, each kind as long as may be.
fn on_the_way(pos: &Position, side: Side, unit: UnitId, line: &str) -> Vec<Choice> {
    let rate = pos.base_move(unit);
    let steps = STEPS.iter().filter_map(|step| longest(pos, side, &format!("{line}, {step}"), rate));
    let plain = TURNS.into_iter().map(|turn| format!("{line}, turn {turn}"));
    let plain = plain.chain(SHAPES.iter().map(|shape| format!("{line}, form {shape}")));
    let plain = plain.filter(|line| allows(pos, side, line));
    steps.chain(plain).map(|line| exactly(pos, side, unit, line)).collect()
}

/// Charges that begin with these steps.
fn charges(pos: &Position, side: Side, unit: UnitId, line: &str) -> Vec<String> {
    let Some((_, steps)) = line.split_once(':') else { return Vec::new() };
    let code = pos.code(unit);
    let foes = near_enemies(pos, side, unit).into_iter().map(|foe| pos.code(foe));
    foes.map(|foe| format!("charge {code} {foe}:{steps}")).collect()
}

/// Where in a unit a leader stands, and on which flanks of it light infantry.
fn posts(pos: &Position, who: &Word, host: &Word) -> Vec<String> {
    if pos.set.find_leader(&who.text).is_some() {
        return Post::WORDS.map(|(word, _)| format!("attach {who} {host} {word}")).to_vec();
    }
    let stands = pos.find_unit(&who.text).map_or(0, |unit| pos.unit(unit).stands.len());
    let mut found = vec![format!("attach {who} {host}")];
    for left in 0..=stands {
        for right in 0..=stands - left {
            let word = |word: &str, n: usize| if n == 0 { String::new() } else { format!(" {word} {n}") };
            if left + right > 0 {
                found.push(format!("attach {who} {host}{}{}", word("left", left), word("right", right)));
            }
        }
    }
    found
}

/// Fewer stands at the last target, and the other stands at others.
fn shots(
    pos: &Position,
    side: Side,
    unit: &Word,
    targets: &[(Word, Option<Word>)],
    line: &str,
) -> Vec<String> {
    let Some(id) = pos.find_unit(&unit.text) else { return Vec::new() };
    let known = |code: &str| targets.iter().any(|(target, _)| target.text.eq_ignore_ascii_case(code));
    let fewer = (1..pos.unit(id).stands.len()).filter(|_| targets.last().is_some_and(|(_, n)| n.is_none()));
    let others = near_enemies(pos, side, id).into_iter().map(|foe| pos.code(foe));
    let others = others.filter(|code| !known(code)).map(|code| format!("{line}, {code}"));
    fewer.map(|n| format!("{line} stands {n}")).chain(others).collect()
}
