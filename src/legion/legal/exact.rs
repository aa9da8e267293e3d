//! The longest moves to the hundredth of an inch, what ends them, and what a charge would meet.

use super::attempt::tried;
use super::choices::lines_of;
use crate::Refusal;
use crate::measure::Length;
use crate::melee::against;
use crate::movement::{declare, foreseen, walk};
use crate::refusal::Why;
use crate::refusal::movement::{Unmoved, Way};
use crate::state::{Impact, Position, UnitId, Zone};
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
    pub notes: Vec<Note>,
}

/// One thing to be known of a line; a code in it is of the position as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// It goes through these friends.
    Through(Vec<UnitId>),
    /// What keeps it from going farther.
    Farther(Refusal),
    /// What a charge would meet.
    Meets(Meeting),
}

/// A charge before anybody reacts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Which of its sides the target shows.
    pub side: Zone,
    /// With what momentum.
    pub impact: Impact,
    /// The friends on the way.
    pub through: Vec<UnitId>,
    /// Each enemy, with the dice against him and his.
    pub dice: Vec<(UnitId, i32, i32)>,
}

/// What one unit may do now: the longest of each kind of move to the hundredth of an inch, with what it
/// would touch.
#[must_use]
pub fn choices_of(pos: &Position, side: Side, unit: UnitId) -> Vec<Choice> {
    lines_of(pos, side, unit).into_iter().map(|line| exactly(pos, side, unit, line)).collect()
}

/// One of the lines of [`lines_of`]; where it ends with a length, the longest.
pub(super) fn exactly(pos: &Position, side: Side, unit: UnitId, line: String) -> Choice {
    if let Some((step, inches)) = line.rsplit_once(' ')
        && let Some(length) = Length::parse(inches).filter(|_| line.starts_with("move "))
    {
        return longest(pos, side, unit, (step, length));
    }
    let meets = line.starts_with("charge ").then(|| charge(pos, unit, &line)).flatten();
    Choice { line, notes: meets.into_iter().map(Note::Meets).collect() }
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
    let passed = through(pos, unit, &line);
    let mut notes: Vec<Note> = (!passed.is_empty()).then_some(Note::Through(passed)).into_iter().collect();
    // That the move is at its end goes without saying.
    let allowance = |why: &Refusal| matches!(why.why, Why::Unmoved(_, Unmoved::Way(Way::TooFar { .. })));
    notes.extend(limit.filter(|why| !allowance(why)).map(Note::Farther));
    Choice { line, notes }
}

/// The friends through whom a move would go.
fn through(pos: &Position, unit: UnitId, line: &str) -> Vec<UnitId> {
    let (sheet, _) = Sheet::parse(line);
    match sheet.lines.first().map(|line| &line.what) {
        Some(Order::Move { steps, .. }) => walk(pos, unit, steps).map_or_else(|_| Vec::new(), |w| w.passed),
        _ => Vec::new(),
    }
}

/// What a charge would meet, where, and with how many dice on either side before anybody reacts.
fn charge(pos: &Position, unit: UnitId, line: &str) -> Option<Meeting> {
    let (sheet, _) = Sheet::parse(line);
    let Order::Charge { target, steps, .. } = &sheet.lines.first()?.what else { return None };
    let target = pos.find_unit(&target.text)?;
    let charge = declare(pos, pos.side(unit), (unit, target), steps).ok()?;
    let there = foreseen(pos, &charge);
    let of = |a, b| against(&there, a, b).into_iter().map(|(_, n)| i32::from(n)).sum::<i32>().max(0);
    let foes: Vec<UnitId> = there.engagements.iter().filter_map(|e| e.other(unit)).collect();
    let dice = foes.iter().map(|&foe| (foe, of(unit, foe), of(foe, unit))).collect();
    Some(Meeting { side: charge.side, impact: charge.impact, through: charge.walked.passed, dice })
}
