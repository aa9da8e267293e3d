//! Checks a whole move without effects, so that an illegal order is refused before anything happens.

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
    /// Every step could be checked; false when the way leads where an enemy stands or holds who may yet withdraw.
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
                let code = &pos.spec(body.unit).code;
                return Err(Refusal::new(Rule("6.31"), format!("the move of {code} has no step"))
                    .help("write where it goes, or a fire order"));
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

/// The same, showing where each step leads.
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

/// **spqr 4.92.** An elephant under an elephant leader turns only in the hex where it starts, and goes as far as its
/// allowance lets it: until it stands in an enemy zone, or nothing ahead of it can be entered any more.
///
/// # Errors
/// Where it turns on its way, or could go further.
pub fn goes_all_the_way(pos: &Position, order: &Move) -> Result<(), Refusal> {
    let plan = plan(pos, order)?;
    let code = &pos.spec(plan.body.unit).code;
    let turns = |s: &Step| matches!(s, Step::Turn(_) | Step::Face(_));
    let goes = |s: &Step| !turns(s) && !matches!(s, Step::Fire(_));
    if plan.steps.iter().skip_while(|s| !goes(s)).any(turns) {
        let text = format!("{code} may turn only in the hex where it starts");
        return Err(Refusal::new(Rule("4.92"), text)
            .help("write `face W fwd 6`: turn first, then go")
            .at(code));
    }
    let (end, certain) = walk(pos, &plan)?;
    if end.stopped || !certain || !has_room_ahead(pos, plan, 3) {
        return Ok(());
    }
    let text = format!("{code} must use its whole allowance and could go on from {}", end.hex);
    Err(Refusal::new(Rule("4.92"), text).at(code))
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

/// The words for a move that ends where it may not.
pub(crate) fn cannot_stop(pos: &Position, body: &Body, march: &March) -> Refusal {
    let code = &pos.spec(body.unit).code;
    let here = march.hexes(body.two_hex).iter().find_map(|h| stacking::friends(pos, body, h).next());
    match here {
        Some(s) if pos.facing(s).is_some_and(|f| f != march.facing) && can_share(pos, body, s) => {
            let other = &pos.spec(s).code;
            let f = pos.facing(s).unwrap_or(march.facing);
            Refusal::new(Rule("6.67"), format!("{code} must face as {other} in {} does", march.hex))
                .help(format!("turn to {f} there"))
        }
        Some(s) => Refusal::new(
            Rule(if [s, body.unit].iter().all(|&u| pos.spec(u).class == Class::SC) {
                "9.83"
            } else {
                "6.61"
            }),
            format!("{code} cannot stop in {} with {}", march.hex, pos.spec(s).code),
        )
        .help("move on, or stop before it"),
        None => Refusal::new(Rule("6.61"), format!("{code} cannot stop in {}", march.hex)),
    }
}

fn can_share(pos: &Position, body: &Body, standing: crate::UnitId) -> bool {
    body.with.is_none() && stacking::share(pos, body.unit, standing, false).may_stop
}

/// **spqr 4.23, 6.14.** Leaders go along with a unit in whose hex they are.
fn carried(pos: &Position, order: &Move, plan: &Plan<'_>) -> Result<(), Refusal> {
    for &l in &order.carry {
        let spec = pos.leader_spec(l);
        let code = &pos.spec(plan.body.unit).code;
        let there = pos.leader(l).hex.is_some_and(|h| pos.hexes(plan.body.unit).contains(h));
        if spec.side != plan.body.side || !there {
            return Err(Refusal::new(Rule("4.23"), format!("{} is not stacked with {code}", spec.code)));
        }
    }
    order.until.iter().try_for_each(|&(leader, hex)| gets_off(pos, plan, leader, hex))
}

/// **alexander 4.23.** He may leave the unit on its way, where it comes through with the half in which he rides; elsewhere
/// (spqr 4.23, cataphract 4.23) he goes with it to the end.
fn gets_off(pos: &Position, plan: &Plan<'_>, leader: LeaderId, hex: Hex) -> Result<(), Refusal> {
    let code = &pos.leader_spec(leader).code;
    let unit = &pos.spec(plan.body.unit).code;
    let no = |text: String, help: &str| Err(Refusal::new(Rule("4.23"), text).help(help).at(code));
    if !pos.set.variant.choices.command.rides_on_any_order {
        return no(format!("{code} goes with {unit} to the end of its move"), "leave `until` out");
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
    no(format!("{unit} does not bring {code} to {hex}"), "name a hex on its way")
}
