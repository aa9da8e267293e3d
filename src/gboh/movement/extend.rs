//! Manipular line extension in reaction (9.66, 9.67).

use std::cell::LazyCell;
use std::iter;

use crate::events::movement::MoveEvent;
use crate::movement::{can_slide, facts};
use crate::piece::UnitId;
use crate::position::{Hexes, Position};
use crate::questions::near::comes_near;
use crate::questions::part_of;
use crate::{Flow, Happening, Oracle};
use tess_effects::{Listed, Matter, OrNo, Rule};
use tess_hex::Hex;

/// **spqr 9.66, 9.67.** An enemy has come within two hexes of a line of stacked Roman infantry: the top
/// units may slide into the vacant flank hexes, all that can to their left or to their right, or each as its
/// owner says, without points or hits. Asked for the line, after the withdrawals of others. Who has slid
/// does not withdraw in that phase; **alexander 9.81**: nobody of the line does. `near`: who was near before
/// the withdrawals, which bring nobody nearer.
pub(crate) fn offer(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    prev: Option<Hexes>,
    near: &[UnitId],
) -> Flow<()> {
    let at = pos.hexes(mover);
    let came = |u: UnitId| comes_near(pos.hexes(u), at, prev);
    let Some(first) = near.iter().copied().find(|&u| is_stacked(pos, u) && came(u)) else {
        return Ok(());
    };
    // Who may slide is soon told; who hangs together with the first is a longer question, for when only
    // another may.
    let able = |&u: &UnitId| slides(pos, u);
    let line = pos.set.line_of(first, |_| true);
    let part = LazyCell::new(|| {
        let part = line.and_then(|line| part_of(pos, line, first));
        part.unwrap_or_else(|| vec![first])
    });
    let units = line.map_or(&[][..], |line| &pos.set.line(line).units);
    if !(able(&first) || units.iter().any(able) && part.iter().any(able)) {
        return Ok(());
    }
    let Some(&(_, how)) = for_line(pos, oracle, mover, first, &part)? else { return Ok(()) };
    let part = part.to_vec();
    let tops: Vec<UnitId> = tops(pos, &part).collect();
    let whole = if pos.set.variant.choices.shock.extension_slows_line { &part[..] } else { &[] };
    for &unit in whole {
        pos.unit_mut(unit).done.extended = true;
    }
    for unit in tops {
        let left = match how {
            How::All { left } => left,
            How::Each => match for_one(pos, oracle, mover, unit)? {
                Some(left) => left,
                None => continue,
            },
        };
        slide(pos, oracle, unit, left)?;
    }
    Ok(())
}

/// **spqr 9.67.** The answer for the line: all to one side, or stack by stack; `None` when all stay.
fn for_line(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    first: UnitId,
    part: &LazyCell<Vec<UnitId>, impl FnOnce() -> Vec<UnitId>>,
) -> Flow<Option<&'static (&'static str, How)>> {
    let can = |how| match how {
        How::All { left } => {
            let slides = |u| flank(pos, u, left).is_some();
            slides(first) || tops(pos, part).any(slides)
        }
        How::Each => tops(pos, part).filter(|&u| slides(pos, u)).count() > 1,
    };
    let open = WAYS.iter().filter(|way| can(way.1)).map(Some);
    let options = Listed {
        of: iter::once(None).chain(open),
        key: |way: &Option<&(&'static str, How)>| OrNo(way.map(|way| way.0)),
        text: |way: &Option<&(&'static str, How)>| match way.map(|way| way.1) {
            Some(How::All { left }) => {
                let slide = |u| flank(pos, u, left).map(|h| format!("{} to {h}", pos.spec(u).code));
                tops(pos, part).filter_map(slide).collect::<Vec<String>>().join(", ")
            }
            Some(How::Each) => "each stack by its own answer".to_owned(),
            None => "the stacks stay as they are".to_owned(),
        },
    };
    let spec = pos.spec(first);
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "extend", side, subject: &spec.code, rule: Rule("9.67") };
    oracle.choose(matter, &options, |matter, _| {
        let (mover_is, first_is) = (facts::named(pos, mover), facts::named(pos, first));
        let text = format!("{mover_is} comes within 2 of {first_is}. Extend the line?");
        facts::about(matter.question(text), pos, first, mover)
    })
}

/// **spqr 9.67.** To which side one stack slides, to its left or not; `None` when it stays.
fn for_one(pos: &Position, oracle: &mut Oracle<'_>, mover: UnitId, unit: UnitId) -> Flow<Option<bool>> {
    let to = |&(_, left): &(&'static str, bool)| flank(pos, unit, left);
    let open: Vec<&(&'static str, bool)> = SIDES.iter().filter(|side| to(side).is_some()).collect();
    if open.is_empty() {
        return Ok(None);
    }
    let options = Listed {
        of: iter::once(None).chain(open.into_iter().map(Some)),
        key: |side: &Option<&(&'static str, bool)>| OrNo(side.map(|side| side.0)),
        text: |side: &Option<&(&'static str, bool)>| match side.and_then(to) {
            Some(hex) => format!("slides to {hex}"),
            None => "stays as it is".to_owned(),
        },
    };
    let spec = pos.spec(unit);
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "extend", side, subject: &spec.code, rule: Rule("9.67") };
    let chosen = oracle.choose(matter, &options, |matter, _| {
        let text = format!("The line extends. To which side does {} slide?", facts::named(pos, unit));
        facts::about(matter.question(text), pos, unit, mover)
    })?;
    Ok(chosen.map(|&(_, left)| left))
}

/// The top unit goes beside the lower one.
fn slide(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, left: bool) -> Flow<()> {
    let (Some(to), Some(facing)) = (flank(pos, unit, left), pos.facing(unit)) else { return Ok(()) };
    pos.put(unit, to, facing);
    pos.unit_mut(unit).done.extended = true;
    oracle.tell(|| Happening::Move(MoveEvent::Extended { unit, to }));
    crate::movement::leaders::withdraw_from(pos, oracle, unit)
}

/// How a line extends.
#[derive(Clone, Copy)]
enum How {
    /// All that can, to one side.
    All {
        /// To the left of each.
        left: bool,
    },
    /// Each stack as its owner says.
    Each,
}

/// To which sides a top unit may slide.
const SIDES: [(&str, bool); 2] = [("left", true), ("right", false)];

/// How the top units may slide.
const WAYS: [(&str, How); 3] =
    [("left", How::All { left: true }), ("right", How::All { left: false }), ("each", How::Each)];
/// The top unit of a Roman stack that has not withdrawn (9.67).
fn is_stacked(pos: &Position, unit: UnitId) -> bool {
    pos.spec(unit).is_roman_foot()
        && pos.is_top(unit)
        && pos.partner(unit).is_some_and(|p| pos.spec(p).is_roman_foot())
        && !pos.unit(unit).done.withdrew
}

/// The top units of the stacks among those who hang together.
fn tops(pos: &Position, part: &[UnitId]) -> impl Iterator<Item = UnitId> {
    part.iter().copied().filter(|&u| is_stacked(pos, u))
}

/// The flank hex into which it may slide.
fn flank(pos: &Position, unit: UnitId, left: bool) -> Option<Hex> {
    let facing = pos.facing(unit)?;
    let side = if left { facing.left_flank() } else { facing.right_flank() };
    let to = pos.hex(unit)?.neighbour(side)?;
    can_slide(pos, unit, to).then_some(to)
}

/// Is it one of the top units that may slide, to the one side or the other?
fn slides(pos: &Position, unit: UnitId) -> bool {
    is_stacked(pos, unit) && SIDES.iter().any(|&(_, left)| flank(pos, unit, left).is_some())
}
