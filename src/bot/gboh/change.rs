//! Changes of a sheet: lines left out, another end, what somebody of another mood would do from a line on,
//! one order more, lines of another sheet.

use super::plan::{Pace, Plan, Temper};
use super::random::any;
use super::sensible::phase;
use crate::chance::Chance;
use tess_gboh::play::{Legal, legal};
use tess_gboh::{Position, Side};
use tess_ledger::Role;

/// Orders that are thought of until one is legal.
const THOUGHTS: usize = 12;

/// How a sheet that tries for momentum ends.
const MOMENTUM: &str = "resolve\ntry momentum\nstop unless momentum failed\ntry finish\n";

/// A change of the first sheet, which may borrow from the second; nothing when none comes to mind.
pub(super) fn change(pos: &Position, side: &Role, sheets: [&str; 2], chance: &mut Chance) -> Option<String> {
    let me = pos.set.find_side(side.as_str())?;
    let [own, other] = sheets.map(Parts::of);
    if own.body.len() < 2 {
        return None;
    }
    let pace = if chance.once_in(3) { Pace::Thorough } else { Pace::Hurried { front: None } };
    let mut plan = Plan::lenient(pos, side.as_str(), pace);
    let at = 1 + chance.below(own.body.len());
    match chance.below(8) {
        0 => {
            let many = 1 + chance.below(own.body.len().div_ceil(2));
            let left = |n: usize| n == 0 || !(at..at + many).contains(&n);
            plan.all((0..own.body.len()).filter(|&n| left(n)).map(|n| own.body[n]));
        }
        1 => {
            plan.all(own.body.iter().copied());
            let end = if own.end.contains("momentum") { "finish\n" } else { MOMENTUM };
            return Some(plan.body() + end);
        }
        2 | 3 => {
            plan.temper = Temper::any(chance);
            plan.all(own.body[..at].iter().copied());
            phase(&mut plan, me);
            return plan.sheet();
        }
        4 => {
            plan.all(own.body[..at].iter().copied());
            plan.all(other.body.iter().copied().filter(|line| !own.body[..at].contains(line)));
        }
        _ => {
            plan.all(own.body[..at].iter().copied());
            let before = plan.len();
            more(&mut plan, me, chance);
            if plan.len() == before {
                return None;
            }
            let skip = usize::from(chance.once_in(2));
            plan.all(own.body[at..].iter().skip(skip).copied());
        }
    }
    Some(plan.body() + &own.end)
}

/// One order more that is legal, any.
fn more(plan: &mut Plan<'_>, side: Side, chance: &mut Chance) {
    for _ in 0..THOUGHTS {
        let Legal::Orders(orders) = legal(&plan.now, side) else { return };
        if let Some(order) = any(&plan.now, &orders, chance)
            && plan.order(&order)
        {
            return;
        }
    }
}

/// A sheet in two.
struct Parts<'a> {
    /// Orders, without `try`.
    body: Vec<&'a str>,
    /// The end of the phase.
    end: String,
}

impl Parts<'_> {
    fn of(sheet: &str) -> Parts<'_> {
        let lines: Vec<&str> = sheet.lines().collect();
        let ends = |line: &&str| {
            ["finish", "momentum", "resolve", "try momentum", "try finish"].contains(line)
                || line.starts_with("stop")
        };
        let at = lines.iter().position(ends).unwrap_or(lines.len());
        let body = lines[..at].iter().map(|line| line.strip_prefix("try ").unwrap_or(line)).collect();
        Parts { body, end: lines[at..].iter().map(|line| format!("{line}\n")).collect() }
    }
}
