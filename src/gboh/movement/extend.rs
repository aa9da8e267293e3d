//! Manipular line extension in reaction (9.66, 9.67).

use super::facts;
use super::near::{distance, within_two};
use super::told::MoveEvent;
use crate::effects::{Flow, Question, Rule};
use crate::gboh::command::{may_slide, parts};
use crate::gboh::piece::{LineId, UnitId};
use crate::gboh::position::{Hexes, Position};
use crate::gboh::{Happening, Oracle};
use crate::hex::Hex;

/// **spqr 9.66, 9.67.** An enemy has come within two hexes of a line of stacked Roman infantry: the top units may slide into the vacant flank hexes to
/// their left or to their right, all that can, without points or hits. Asked once for the line, after the withdrawals of others.
/// Who has slid does not withdraw in that phase; **alexander 9.81**: nobody of the line does.
pub(super) fn offer(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    prev: Option<Hexes>,
) -> Flow<()> {
    let side = pos.spec(mover).side.other();
    let at = pos.hexes(mover);
    let came = |u: UnitId| {
        let own = pos.hexes(u);
        let now = distance(own, at);
        prev.map_or(now == 2, |p| now <= 2 && distance(own, p) > 2)
    };
    let Some(first) = within_two(pos, at, Some(side)).into_iter().find(|&u| came(u) && is_stacked(pos, u))
    else {
        return Ok(());
    };
    let tops = tops(pos, first);
    let can = |left| tops.iter().any(|&u| flank(pos, u, left).is_some());
    if !WAYS.iter().any(|&(_, left)| can(left)) {
        return Ok(());
    }
    let spec = pos.spec(first);
    let allowed = |key: &str| key == "no" || WAYS.iter().any(|&(k, left)| k == key && can(left));
    let key = match oracle.foregone("extend", &pos.set.sides[spec.side], &spec.code, allowed) {
        Some(key) => key,
        None => {
            let q = question(pos, mover, first, &tops);
            oracle.ask(q)?
        }
    };
    if key == "no" {
        return Ok(());
    }
    let whole =
        if pos.set.variant.choices.shock.extension_slows_line { part(pos, first) } else { Vec::new() };
    for unit in whole {
        pos.unit_mut(unit).done.extended = true;
    }
    for unit in tops {
        if let (Some(to), Some(facing)) = (flank(pos, unit, key == "left"), pos.facing(unit)) {
            pos.put(unit, to, facing);
            pos.unit_mut(unit).done.extended = true;
            oracle.tell(|| Happening::Move(MoveEvent::Extended { unit, to }));
            super::leaders::withdraw_from(pos, oracle, unit)?;
        }
    }
    Ok(())
}

/// Where the top units may slide.
const WAYS: [(&str, bool); 2] = [("left", true), ("right", false)];

/// The question with its choices.
fn question(pos: &Position, mover: UnitId, first: UnitId, tops: &[UnitId]) -> Question {
    let spec = pos.spec(first);
    let text = format!(
        "{} comes within 2 of {}. Extend the line?",
        facts::named(pos, mover),
        facts::named(pos, first)
    );
    let mut q = Question::new("extend", &pos.set.sides[spec.side], &spec.code, Rule("9.67"), text)
        .choice("no", "the stacks stay as they are");
    for (key, left) in WAYS {
        let slides: Vec<String> = tops
            .iter()
            .filter_map(|&u| flank(pos, u, left).map(|h| format!("{} to {h}", pos.spec(u).code)))
            .collect();
        if !slides.is_empty() {
            q = q.choice(key, slides.join(", "));
        }
    }
    facts::about(q, pos, first, mover)
}

/// The top unit of a Roman stack that has not withdrawn (9.67).
fn is_stacked(pos: &Position, unit: UnitId) -> bool {
    pos.spec(unit).is_roman_foot()
        && pos.is_top(unit)
        && pos.partner(unit).is_some_and(|p| pos.spec(p).is_roman_foot())
        && !pos.unit(unit).done.withdrew
}

/// The units of the same line.
fn part(pos: &Position, unit: UnitId) -> Vec<UnitId> {
    let side = pos.spec(unit).side;
    let line = pos.set.lines.iter().position(|l| l.side == side && l.units.contains(&unit));
    let part = line.and_then(|n| parts(pos, LineId(n as u16)).into_iter().find(|p| p.contains(&unit)));
    part.unwrap_or_else(|| vec![unit])
}

/// The top units of the stacks in the same line.
fn tops(pos: &Position, unit: UnitId) -> Vec<UnitId> {
    part(pos, unit).into_iter().filter(|&u| is_stacked(pos, u)).collect()
}

/// The flank hex into which it may slide.
fn flank(pos: &Position, unit: UnitId, left: bool) -> Option<Hex> {
    let facing = pos.facing(unit)?;
    let side = if left { facing.left_flank() } else { facing.right_flank() };
    let to = pos.hex(unit)?.neighbour(side)?;
    may_slide(pos, unit, to).is_ok().then_some(to)
}
