//! The longest moves to the hundredth of an inch, what ends them, and what a charge would meet.

use super::attempt::tried;
use super::choices::lines_of;
use crate::Refusal;
use crate::measure::Length;
use crate::melee::against;
use crate::movement::{declare, foreseen, walk};
use crate::state::{Impact, Position, UnitId};
use crate::written::{Order, Sheet};
use tess_effects::Side;

/// Lengths are looked for in hundredths of an inch: a wheel has the same angle for several thousandths.
const GRAIN: i32 = 10;

/// A line that a sheet may hold, and what is to be known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The line.
    pub line: String,
    /// What it would touch or go through, and what keeps it from going farther.
    pub note: Option<String>,
}

/// What one unit may do now: the longest of each kind of move to the hundredth of an inch, with what it
/// would touch.
#[must_use]
pub fn choices_of(pos: &Position, side: Side, unit: UnitId) -> Vec<Choice> {
    let lines = lines_of(pos, side, unit).into_iter();
    lines
        .map(|line| {
            if let Some((step, inches)) = line.rsplit_once(' ')
                && let Some(length) = Length::parse(inches).filter(|_| line.starts_with("move "))
            {
                return longest(pos, side, unit, (step, length));
            }
            let note = line.starts_with("charge ").then(|| charge(pos, unit, &line)).flatten();
            Choice { line, note }
        })
        .collect()
}

/// The longest step of this kind, from one that is allowed.
fn longest(pos: &Position, side: Side, unit: UnitId, (step, allowed): (&str, Length)) -> Choice {
    let line = |n: i32| format!("{step} {}", Length(n));
    let refused = |n: i32| tried(&mut pos.clone(), side, &line(n)).err();
    let (mut low, mut high) = (allowed.0, pos.base_move(unit).times(4).0.max(allowed.0 + 1_000));
    let mut limit = refused(high);
    while high - low > GRAIN {
        let middle = i32::midpoint(low, high) / GRAIN * GRAIN;
        match refused(middle) {
            Some(why) => (high, limit) = (middle, Some(why)),
            None => low = middle,
        }
    }
    let line = line(low);
    let mut notes: Vec<String> = through(pos, unit, &line).into_iter().collect();
    // That the move is at its end goes without saying.
    let allowance = |why: &Refusal| why.said().message.contains("cannot go so far");
    notes.extend(limit.filter(|why| !allowance(why)).map(|why| format!("farther: {}", why.said().message)));
    Choice { line, note: (!notes.is_empty()).then(|| notes.join("; ")) }
}

/// The friends through whom a move would go.
fn through(pos: &Position, unit: UnitId, line: &str) -> Option<String> {
    let (sheet, _) = Sheet::parse(line);
    let Order::Move { steps, .. } = &sheet.lines.first()?.what else { return None };
    let walked = walk(pos, unit, steps).ok()?;
    let codes: Vec<String> = walked.passed.iter().map(|&u| pos.code(u)).collect();
    (!codes.is_empty()).then(|| format!("goes through {}", codes.join(", ")))
}

/// What a charge would meet, where, and with how many dice on either side before anybody reacts.
fn charge(pos: &Position, unit: UnitId, line: &str) -> Option<String> {
    let target = pos.find_unit(line.split_whitespace().nth(2)?)?;
    let charge = declare(pos, pos.side(unit), (unit, target), &[]).ok()?;
    let there = foreseen(pos, &charge);
    let impact = match charge.impact {
        Impact::None => "without momentum",
        Impact::Shock => "with the shock of impact",
        Impact::Warband => "with the impact of a warband",
    };
    let dice = |a, b| against(&there, a, b).into_iter().map(|(_, n)| i32::from(n)).sum::<i32>().max(0);
    let foes: Vec<UnitId> = there.engagements.iter().filter_map(|e| e.other(unit)).collect();
    let each = foes.iter().map(|&foe| {
        let (code, own, theirs) = (there.code(foe), dice(unit, foe), dice(foe, unit));
        format!("{own} dice against {theirs} of {code}")
    });
    let way: Vec<String> = charge.walked.passed.iter().map(|&u| pos.code(u)).collect();
    let way = if way.is_empty() { String::new() } else { format!(", through {}", way.join(", ")) };
    Some(format!("meets its {}, {impact}{way}: {}", charge.side.word(), each.collect::<Vec<_>>().join(", ")))
}
