//! Checks a whole move without effects, so that an illegal order is refused before anything happens.

use crate::refusal::movement::{NoMove, NoStop, Unmoved};
use std::borrow::Cow;

use crate::Refusal;
use crate::movement::bar::Bar;
use crate::movement::march::{Body, March, muster};
use crate::movement::step::{is_idle, step};
use crate::movement::{finder, inertia, stacking, withdraw};
use crate::order::{Fire, Move, Step, Way};
use crate::piece::{Class, LeaderId};
use crate::position::Position;
use tess_effects::Rule;
use tess_hex::{Facing, Hex};

/// A move that may be tried.
pub(crate) struct Plan<'a> {
    /// Who.
    pub body: Body,
    /// Where he sets out.
    pub march: March,
    /// What he does.
    pub steps: Cow<'a, [Step]>,
    /// A shot from the destination.
    pub fire: Option<Fire>,
}

/// What a move comes to if nobody interferes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preview {
    /// Hex (left half) at the end.
    pub hex: Hex,
    /// Facing at the end.
    pub facing: Facing,
    /// Points spent.
    pub mp: u8,
    /// Hits that are certain, a moved-again hit (6.13) not among them.
    pub hits: u8,
    /// Every step could be checked; false when the way leads where an enemy stands or holds who may yet
    /// withdraw.
    pub certain: bool,
}

/// What a move order comes to as the field lies now, without any effect.
///
/// # Errors
/// The reason why it is illegal.
pub fn preview(pos: &Position, order: &Move) -> Result<Preview, Refusal> {
    let plan = plan(pos, order)?;
    let (end, certain) = walk(pos, &plan)?;
    Ok(Preview { hex: end.hex, facing: end.facing, mp: end.mp, hits: end.hits, certain })
}

/// Makes the steps of an order and checks them against the field as it lies now.
pub(crate) fn plan<'a>(pos: &Position, order: &'a Move) -> Result<Plan<'a>, Refusal> {
    let (body, march) = muster(pos, order.unit, order.stack, order.extended)?;
    let mut plan = Plan { body, march, steps: Cow::Borrowed(&[]), fire: None };
    match &order.way {
        Way::Steps(steps) => {
            plan.steps = Cow::Borrowed(steps);
            if !steps.iter().any(|s| !matches!(s, Step::Fire(_))) {
                return Err(Refusal::new(Rule("6.31"), Unmoved::Halted(body.unit, NoMove::NoStep)));
            }
            if let (end, true) = walk(pos, &plan)? {
                inertia::may_rest(pos, &body, &end)?;
            }
        }
        Way::To { hex, facing, fire } => {
            plan.steps = Cow::Owned(finder::way(pos, &body, &march, *hex, *facing)?);
            if pos.set.presses_on(pos.spec(body.unit)) {
                let (end, _) = walk(pos, &plan)?;
                inertia::may_rest(pos, &body, &end)?;
            }
            plan.fire = *fire;
        }
    }
    carried(pos, order, &plan)?;
    Ok(plan)
}

/// Walks the steps; true when all of them could be checked.
fn walk(pos: &Position, plan: &Plan<'_>) -> Result<(March, bool), Refusal> {
    walk_along(pos, plan, &mut |_| ())
}

/// Walks the steps and shows where each of them leads; true when all of them could be checked.
fn walk_along(
    pos: &Position,
    plan: &Plan<'_>,
    show: &mut dyn FnMut(&March),
) -> Result<(March, bool), Refusal> {
    let body = &plan.body;
    let mut march = plan.march;
    let last = plan.steps.iter().rposition(|s| !matches!(s, Step::Fire(_)));
    let mut doubled = false;
    for (i, &s) in plan.steps.iter().enumerate() {
        if matches!(s, Step::Fire(_)) || march.stopped && is_idle(&march, s) {
            continue;
        }
        match step(pos, body, &march, s, last == Some(i)) {
            Ok(taken) => {
                march = taken.march;
                show(&march);
                doubled = taken.doubled.is_some();
            }
            Err(bar) if may_open(pos, body, &march, bar) => return Ok((march, false)),
            Err(bar) => return Err(bar.refusal(pos, body, &march)),
        }
    }
    if !doubled && !stacking::may_end(pos, body, &march) {
        return Err(cannot_stop(pos, body, &march));
    }
    Ok((march, true))
}

/// **spqr 4.92.** An elephant under an elephant leader turns only in the hex where it starts, and goes as
/// far as its allowance lets it: until it stands in an enemy zone, or nothing ahead of it can be entered any
/// more.
///
/// # Errors
/// Where it turns on its way, or could go further.
pub fn goes_all_the_way(pos: &Position, order: &Move) -> Result<(), Refusal> {
    let plan = plan(pos, order)?;
    let unit = plan.body.unit;
    let turns = |s: &Step| matches!(s, Step::Turn(_) | Step::Face(_));
    let goes = |s: &Step| !turns(s) && !matches!(s, Step::Fire(_));
    if plan.steps.iter().skip_while(|s| !goes(s)).any(turns) {
        return Err(Refusal::new(Rule("4.92"), Unmoved::TurnsAtStart(unit)));
    }
    let (end, certain) = walk(pos, &plan)?;
    if end.stopped || !certain || !has_room_ahead(pos, plan, 3) {
        return Ok(());
    }
    Err(Refusal::new(Rule("4.92"), Unmoved::WholeWay(unit, end.hex)))
}

/// Could the move go on, over up to so many hexes, to one where it may end?
fn has_room_ahead(pos: &Position, plan: Plan<'_>, deep: u8) -> bool {
    let Plan { body, march, steps, .. } = plan;
    [Step::AheadLeft, Step::AheadRight].into_iter().any(|next| {
        let steps = steps.iter().copied().chain([next]).collect();
        let on = Plan { body, march, steps, fire: None };
        matches!(walk(pos, &on), Ok((_, true))) || deep > 1 && has_room_ahead(pos, on, deep - 1)
    })
}

/// Is what bars the way an enemy who may withdraw before the mover (6.56)?
fn may_open(pos: &Position, body: &Body, march: &March, bar: Bar) -> bool {
    let gives_way = |e| withdraw::might(pos, e, body.pace);
    match bar {
        Bar::Enemy(_, e) | Bar::Elephant(_, e) => gives_way(e),
        Bar::Stopped => {
            let side = body.side;
            march.hexes(body.two_hex).iter().flat_map(|h| pos.controllers(side, h)).all(gives_way)
        }
        _ => false,
    }
}

/// Why a move does not end where it may not.
pub(crate) fn cannot_stop(pos: &Position, body: &Body, march: &March) -> Refusal {
    let here = march.hexes(body.two_hex).iter().find_map(|h| stacking::friends(pos, body, h).next());
    let no = |rule, why| Refusal::new(Rule(rule), Unmoved::Stop(body.unit, march.hex, why));
    match here {
        Some(s) if pos.facing(s).is_some_and(|f| f != march.facing) && can_share(pos, body, s) => {
            no("6.67", NoStop::FacesAs(s, pos.facing(s).unwrap_or(march.facing)))
        }
        Some(s) => {
            let engines = [s, body.unit].iter().all(|&u| pos.spec(u).class == Class::SC);
            no(if engines { "9.83" } else { "6.61" }, NoStop::With(s))
        }
        None => no("6.61", NoStop::Here),
    }
}

fn can_share(pos: &Position, body: &Body, standing: crate::UnitId) -> bool {
    body.with.is_none() && stacking::share(pos, body.unit, standing, false).may_stop
}

/// **spqr 4.23, 6.14.** Leaders go along with a unit in whose hex they are.
fn carried(pos: &Position, order: &Move, plan: &Plan<'_>) -> Result<(), Refusal> {
    for &l in &order.carry {
        let spec = pos.leader_spec(l);
        let there = pos.leader(l).hex.is_some_and(|h| pos.hexes(plan.body.unit).contains(h));
        if spec.side != plan.body.side || !there {
            return Err(Refusal::new(Rule("4.23"), Unmoved::NotStacked(l, plan.body.unit)));
        }
    }
    order.until.iter().try_for_each(|&(leader, hex)| gets_off(pos, plan, leader, hex))
}

/// **alexander 4.23.** He may leave the unit on its way, where it comes through with the half in which he
/// rides; elsewhere (spqr 4.23, cataphract 4.23) he goes with it to the end.
fn gets_off(pos: &Position, plan: &Plan<'_>, leader: LeaderId, hex: Hex) -> Result<(), Refusal> {
    let unit = plan.body.unit;
    let no = |why| Err(Refusal::new(Rule("4.23"), why));
    if !pos.set.variant.choices.command.rides_on_any_order {
        return no(Unmoved::ToTheEnd(leader, unit));
    }
    let right = pos.leader(leader).hex == pos.hexes(plan.body.unit).right;
    let half = |march: &March| {
        let hexes = march.hexes(plan.body.two_hex);
        if right { hexes.right.or(hexes.left) } else { hexes.left }
    };
    let mut passes = false;
    let mut on_the_way = |march: &March| passes |= half(march) == Some(hex);
    let (_, certain) = walk_along(pos, plan, &mut on_the_way)?;
    if passes || !certain {
        return Ok(());
    }
    no(Unmoved::NotBrought(leader, unit, hex))
}
