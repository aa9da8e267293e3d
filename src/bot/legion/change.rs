//! What commanders of many moods would write, and changes of it: lines left out, another order for a
//! Command, what somebody of another mood would do from a line on, any legal line more.

use super::mood::Mood;
use super::sensible::sheet_after;
use super::{Pace, quick, sensible};
use crate::chance::Chance;
use tess_game::Agent;
use tess_ledger::Role;
use tess_legion::command::Directive;
use tess_legion::legal::{at_work, attempt, lines_of};
use tess_legion::{Position, Side};

/// Sheets of any mood.
const MOODS: usize = 8;

/// What commanders of many moods would write.
pub(super) fn sheets(pos: &Position, side: &Role, chance: &mut Chance) -> Vec<String> {
    let Some(me) = pos.set.find_side(side.as_str()) else { return Vec::new() };
    if at_work(pos, me).is_none() {
        let mut seed = || chance.below(usize::MAX) as u64;
        let usual = [sensible(seed()).orders(pos, side), quick(seed()).orders(pos, side)];
        return usual.into_iter().flatten().collect();
    }
    let even = Mood::EVEN;
    let known = [
        even,
        Mood { bold: 3, ..even },
        Mood { bold: 8, wary: 30, ..even },
        Mood { bold: -3, ..even },
        Mood { bold: -20, ..even },
        Mood { stays: true, ..even },
        Mood { wary: 300, close: 200, ..even },
        Mood { wary: 0, close: 0, shy: 0, ..even },
    ];
    let mut sheets: Vec<String> =
        known.map(|mood| sheet_after(pos, me, &[], (Pace::Thorough, mood))).to_vec();
    for _ in 0..MOODS {
        let pace = if chance.once_in(2) { Pace::Thorough } else { Pace::Hurried };
        sheets.push(sheet_after(pos, me, &[], (pace, Mood::any(chance))));
    }
    sheets
}

/// A change of the first sheet; nothing when none comes to mind.
pub(super) fn change(pos: &Position, side: &Role, sheets: [&str; 2], chance: &mut Chance) -> Option<String> {
    let me = pos.set.find_side(side.as_str())?;
    let lines: Vec<&str> = sheets[0].lines().collect();
    let Some((_, units)) = at_work(pos, me) else { return another_order(&lines, chance) };
    let pace = if chance.once_in(3) { Pace::Thorough } else { Pace::Hurried };
    let at = chance.below(lines.len().max(1));
    let mut wanted: Vec<&str> = lines[..at.min(lines.len())].to_vec();
    let more;
    match chance.below(4) {
        0 => {
            let many = 1 + chance.below(lines.len().div_ceil(2));
            wanted.extend(lines.iter().skip(at + many));
            Some(told(pos, me, &wanted))
        }
        1 | 2 => Some(sheet_after(pos, me, &wanted, (pace, Mood::any(chance)))),
        _ => {
            let mut then = pos.clone();
            for line in &wanted {
                attempt(&mut then, me, line).filter(|&goes_on| goes_on)?;
            }
            let unit = *chance.pick(&units)?;
            more = chance.pick(&lines_of(&then, me, unit))?.clone();
            wanted.push(&more);
            wanted.extend(lines.iter().skip(at));
            Some(told(pos, me, &wanted))
        }
    }
}

/// Those of the lines that are legal one after the other, up to a die or a question.
fn told(pos: &Position, side: Side, lines: &[&str]) -> String {
    let mut then = pos.clone();
    let mut sheet = String::new();
    for line in lines.iter().filter(|&&line| line != "finish") {
        let done = attempt(&mut then, side, line);
        if done.is_some() {
            sheet = sheet + line + "\n";
        }
        if done == Some(false) {
            return sheet;
        }
    }
    sheet + "finish\n"
}

/// One Command does something else.
fn another_order(lines: &[&str], chance: &mut Chance) -> Option<String> {
    let orders: Vec<usize> = (0..lines.len()).filter(|&n| lines[n].starts_with("order ")).collect();
    let at = *chance.pick(&orders)?;
    let directive = chance.pick(&Directive::ALL)?.word();
    let (command, _) = lines[at].rsplit_once(' ')?;
    let changed = format!("{command} {directive}");
    let line = |n: usize| if n == at { changed.as_str() } else { lines[n] };
    Some((0..lines.len()).map(|n| format!("{}\n", line(n))).collect())
}
