//! What each order asks of a move, and what it forbids.

use super::charge::must_charge;
use super::may;
use super::seek::towards;
use super::walk::{Walked, walk};
use crate::Refusal;
use crate::formation::Formation;
use crate::measure::{Length, Point, Stance, TOUCH, between};
use crate::questions::{hearing, posts};
use crate::refusal::Why;
use crate::refusal::course::Due;
use crate::refusal::movement::{Bounds, Unmoved};
use crate::setup::Class;
use crate::state::{Directive, Morale, Position, Stage, UnitId};
use crate::written::{Step, Turn};
use tess_effects::{Rule, Side};

/// An inch: the least that an advance and a retreat ask, and the most that holding allows.
const INCH: Length = Length::inches(1);

/// **legion order.advance, order.hold, order.retire, order.reform, order.redeploy, skirmish.contrary,
/// morale.broken.**
/// Does a way keep within the unit's orders?
///
/// # Errors
/// Why not, and what would.
pub fn holds(pos: &Position, id: UnitId, from: Stance, walked: &Walked) -> Result<(), Refusal> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unmoved(id, Unmoved::Order(why))));
    let directive = pos.directive(id);
    let to = pos_after(pos, id, walked);
    let stands = walked.gone == Length::ZERO;
    let gap = |pos: &Position, at: Stance, enemy: UnitId| -> Option<Length> {
        let own = pos.bases_at(id, at);
        let theirs = pos.bases(enemy);
        between(&own, &theirs, None)
    };
    let nearest = pos.nearest_enemy(id, from);
    let now = nearest.and_then(|(enemy, before)| Some((before, gap(&to.0, to.1, enemy)?)));
    if pos.unit(id).morale == Morale::Broken {
        // morale.broken: it may go on away from the enemy, whatever the others do, and no nearer to anybody
        // than the nearest was.
        let then = to.0.nearest_enemy(id, to.1);
        return match nearest.zip(then) {
            Some(((_, before), (_, after))) if after < before => {
                Err(Refusal::new(Rule("morale.broken"), Why::Unmoved(id, Unmoved::BrokenAdvance)))
            }
            _ if directive == Directive::Reform && !stands => comes_together(pos, id, &to.0),
            _ => Ok(()),
        };
    }
    match directive {
        Directive::Hold if comes_back(pos, id, &to) => Ok(()),
        Directive::Hold if walked.gone > INCH => no("order.hold", Bounds::Holds(walked.gone)),
        Directive::Hold if walked.reformed && is_manoeuvre(pos, walked) => no("order.hold", Bounds::Keeps),
        // Light troops may do the opposite of either.
        Directive::Advance | Directive::Retire if pos.is_light(id) || stands => Ok(()),
        Directive::Advance => match now {
            Some((before, after)) if walked.gone < INCH || after > before => {
                no("order.advance", Bounds::Advances(before, after))
            }
            _ => Ok(()),
        },
        Directive::Retire => match now {
            Some((before, after)) if walked.gone < INCH || after <= before => {
                no("order.retire", Bounds::Retires(before, after))
            }
            _ => Ok(()),
        },
        Directive::Redeploy => in_area(pos, id, &to),
        Directive::Reform if !stands => comes_together(pos, id, &to.0),
        _ => Ok(()),
    }
}

/// Where a unit under the order to hold has to return, which has driven off light troops in the turn before.
fn left_place(pos: &Position, id: UnitId) -> Option<Point> {
    let (place, turn) = pos.unit(id).strayed?;
    (turn < pos.turn && pos.directive(id) == Directive::Hold).then_some(place)
}

/// **legion order.hold.** Does the way bring a unit nearer to the place that it has left?
fn comes_back(pos: &Position, id: UnitId, to: &(Position, Stance)) -> bool {
    let gap = |at: Stance, place: Point| at.anchor.distance(place);
    left_place(pos, id).zip(pos.stance(id)).is_some_and(|(place, now)| gap(to.1, place) < gap(now, place))
}

/// **legion order.hold.** A unit that holds goes no farther than its Base Move from its place, however far
/// its dice say.
#[must_use]
pub fn leash(pos: &Position, id: UnitId, due: Length) -> Length {
    let (Some((place, _)), Some(at)) = (pos.unit(id).strayed, pos.stance(id)) else { return due };
    due.min((pos.base_move(id) - at.anchor.distance(place)).max(Length::ZERO))
}

/// **legion order.reform.** A unit beyond its commander's radius comes nearer to him, and one within it
/// stays there.
fn comes_together(pos: &Position, id: UnitId, after: &Position) -> Result<(), Refusal> {
    let Some(leader) = hearing::commander(pos, pos.unit(id).command) else { return Ok(()) };
    if hearing::is_in_command(after, id) {
        return Ok(());
    }
    let far = |pos: &Position| hearing::distance(pos, leader, id);
    let gone = |d: Option<Length>| d.unwrap_or_default();
    let (then, now) = (gone(far(pos)), gone(far(after)));
    let why = match (hearing::is_in_command(pos, id), far(after) < far(pos)) {
        (true, _) => Bounds::Leaves(leader, then, now),
        (false, false) => Bounds::NotTowards(leader, then, now),
        (false, true) => return Ok(()),
    };
    Err(Refusal::new(Rule("order.reform"), Why::Unmoved(id, Unmoved::Order(why))))
}

/// Was it a change of formation that holding forbids? Shields, squares and skirmish order are free.
fn is_manoeuvre(pos: &Position, walked: &Walked) -> bool {
    use Formation;
    let id =
        pos.unit_ids().find(|&u| pos.unit(u).of == walked.unit.of && pos.unit(u).part == walked.unit.part);
    let Some(before) = id.map(|u| pos.unit(u)) else { return false };
    let defensive = |f: Formation| matches!(f, Formation::Orbis | Formation::Testudo);
    before.loose == walked.unit.loose
        && before.formation != walked.unit.formation
        && !defensive(before.formation)
        && !defensive(walked.unit.formation)
}

/// The position with the unit at the end of its way, and where that is.
fn pos_after(pos: &Position, id: UnitId, walked: &Walked) -> (Position, Stance) {
    let mut after = pos.clone();
    *after.unit_mut(id) = walked.unit.clone();
    let at = after.stance(id).unwrap_or_default();
    (after, at)
}

/// **legion order.redeploy.** No farther forward than the Command's foremost stand was when it began to
/// act, and no farther back than its rearmost one, by the middles of stands; a formation that is deeper
/// than that ground begins at its front and takes what it needs.
fn in_area(pos: &Position, id: UnitId, to: &(Position, Stance)) -> Result<(), Refusal> {
    let Stage::Acting(acting) = pos.stage else { return Ok(()) };
    let ys = || to.0.bases(id).into_iter().map(|b| b.middle().y);
    let (south, north) = (ys().min().unwrap_or(0), ys().max().unwrap_or(0));
    let deep = north - south;
    let (low, high) = (acting.band.0.0 - TOUCH.0, acting.band.1.0 + TOUCH.0);
    let (low, high) = match pos.side(id) {
        Side::First => (low.min(high - deep), high),
        Side::Second => (low, high.max(low + deep)),
    };
    if south >= low && north <= high {
        return Ok(());
    }
    let (low, high) = acting.band;
    let band = Unmoved::Order(Bounds::Band(low, high));
    Err(Refusal::new(Rule("order.redeploy"), Why::Unmoved(id, band)))
}

/// **legion order.advance, order.hold, order.retire, order.reform, charge.warband, leader.killed.** The
/// units of the acting Command that have still to do the least that their order asks, each with what does
/// it. Whoever cannot, for whatever stands in his way, owes nothing.
#[must_use]
pub fn owed(pos: &Position) -> Vec<(UnitId, Due)> {
    let Stage::Acting(acting) = pos.stage else { return Vec::new() };
    let due = |unit| match must_charge(pos, unit) {
        Some(target) => Some((unit, Due::Charge(target))),
        None => least(pos, unit).map(|steps| (unit, Due::Move(steps))),
    };
    pos.units_of(acting.command).filter_map(due).collect()
}

/// The least that a unit has still to do, if anything.
#[must_use]
pub fn least(pos: &Position, id: UnitId) -> Option<Vec<Step>> {
    if pos.unit(id).morale == Morale::Broken
        || matches!(pos.troop(id).class, Class::Artillery | Class::Baggage)
    {
        return None;
    }
    if posts::avenges(pos, id) {
        let (enemy, _) = pos.nearest_enemy(id, pos.stance(id)?)?;
        return towards(pos, id, pos.bases(enemy).first()?.middle());
    }
    if pos.directive(id) == Directive::Reform && !hearing::is_in_command(pos, id) {
        let leader = hearing::commander(pos, pos.unit(id).command)?;
        return towards(pos, id, posts::stand(pos, leader)?.middle());
    }
    if let (Some(place), Some(at)) = (left_place(pos, id), pos.stance(id)) {
        return if at.anchor.distance(place) <= INCH { None } else { towards(pos, id, place) };
    }
    if pos.is_light(id) {
        return None;
    }
    let inch = INCH.0;
    let ways: &[&[Step]] = match pos.directive(id) {
        Directive::Advance => &[&[Step::Advance(inch)]],
        Directive::Retire => &[&[Step::Back(inch)], &[Step::Turn(Turn::About), Step::Advance(inch)]],
        _ => return None,
    };
    let from = may::may_move(pos, pos.side(id), id).ok()?;
    let fits = |steps: &&&[Step]| {
        walk(pos, id, steps).is_ok_and(|w| {
            !w.held_back && pos.nearest_enemy(id, from).is_some() && holds(pos, id, from, &w).is_ok()
        })
    };
    ways.iter().find(fits).map(|steps| steps.to_vec())
}
