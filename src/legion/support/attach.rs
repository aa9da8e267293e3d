//! Light infantry joins another unit.

use crate::events::movement::MoveEvent;
use crate::measure::{Base, Length};
use crate::movement::{enter, may_move};
use crate::questions::places::crowd;
use crate::questions::terrain;
use crate::refusal::Why;
use crate::refusal::combat::Mark;
use crate::refusal::field::Unjoined;
use crate::setup::{Class, Gait};
use crate::state::{Morale, Position, Stage, UnitId, Wings};
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("melee.light-support");

/// **legion melee.light-support, melee.join.** `attach V1 E1 rear 2 left 1`: light infantry, or auxilia in
/// skirmish order, joins a unit and goes with it from then on. When the two touch it costs nothing and may
/// be done whenever one of their Commands acts; otherwise it is its move.
///
/// # Errors
/// When such troops do not join such a unit, it is too far, or there is no room.
pub fn attach(
    pos: &mut Position,
    side: Side,
    (unit, host): (UnitId, UnitId),
    wings: Wings,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    suits(pos, side, (unit, host), wings)?;
    let touches = pos.bases(host).iter().any(|b| pos.bases(unit).iter().any(|o| o.touches(b)));
    if touches {
        acts(pos, (unit, host))?;
    } else {
        may_move(pos, side, unit)?;
    }
    let mut there = pos.clone();
    there.unit_mut(unit).attached = Some(host);
    there.unit_mut(unit).wings = wings;
    fits(&there, (unit, host))?;
    if !touches {
        reaches(pos, &there, unit)?;
        enter(&mut there, unit)?;
        there.unit_mut(unit).account.moved = true;
    }
    *pos = there;
    oracle.tell(|| Happening::Move(MoveEvent::Supports { unit, host, wings }));
    Ok(())
}

fn refused(unit: UnitId, why: Unjoined) -> Refusal {
    Refusal::new(RULE, Why::Unjoined(unit, why))
}

/// One of the two Commands has the initiative.
pub(super) fn acts(pos: &Position, (unit, host): (UnitId, UnitId)) -> Result<(), Refusal> {
    let commands = [pos.unit(unit).command, pos.unit(host).command];
    match pos.stage {
        Stage::Acting(acting) if commands.contains(&acting.command) => Ok(()),
        _ => {
            let why = Why::Unjoined(unit, Unjoined::NeitherActs(host));
            Err(Refusal::new(Rule("turn.sequence"), why))
        }
    }
}

/// May such troops join such a unit, so?
fn suits(pos: &Position, side: Side, (unit, host): (UnitId, UnitId), wings: Wings) -> Result<(), Refusal> {
    let no = |why| Err(refused(unit, why));
    if pos.side(unit) != side || pos.side(host) != side {
        return no(Unjoined::NotYours(host));
    }
    if pos.stance(unit).is_none() || pos.stance(host).is_none() {
        return no(Unjoined::Off(host));
    }
    if pos.gait(unit) != Gait::LightFoot && !are_chariots_with_horse(pos, unit, host) {
        return no(Unjoined::NotLight);
    }
    if unit == host || pos.unit(unit).attached.is_some() || pos.unit(host).attached.is_some() {
        return no(Unjoined::Attached(host));
    }
    if pos.attached_to(unit).next().is_some() || matches!(pos.gait(host), Gait::LightFoot | Gait::Train) {
        return no(Unjoined::Unsuited(host));
    }
    if pos.is_engaged(unit) || [unit, host].iter().any(|&u| pos.unit(u).morale == Morale::Broken) {
        return no(Unjoined::Unfit);
    }
    let class = pos.troop(host).class;
    let flanks = (class.is_cavalry() || class == Class::Elephants) && pos.gait(unit) == Gait::LightFoot;
    if !flanks && wings != Wings::default() {
        return no(Unjoined::BehindOnly(host));
    }
    let stands = pos.unit(unit).stands.len();
    if usize::from(wings.left) + usize::from(wings.right) > stands {
        return no(Unjoined::Stands(stands));
    }
    Ok(())
}

/// **legion chariot.celtic-dismount.** Celtic chariots hover behind horse, so that their warriors can
/// support it on foot.
fn are_chariots_with_horse(pos: &Position, unit: UnitId, host: UnitId) -> bool {
    pos.troop(unit).class == Class::CelticChariots && pos.troop(host).class.is_cavalry()
}

/// **legion turn.once.** No stand goes farther than the Base Move, and none through enemies.
fn reaches(pos: &Position, there: &Position, unit: UnitId) -> Result<(), Refusal> {
    let (from, to) = (pos.bases(unit), there.bases(unit));
    let most = pos.base_move(unit);
    let far = from.iter().zip(&to).map(|(a, b)| a.middle().distance(b.middle())).max().unwrap_or_default();
    if far > most {
        return Err(refused(unit, Unjoined::TooFar(far, most)));
    }
    let foes: Vec<Base> = pos.enemies(pos.side(unit)).flat_map(|e| pos.bases(e)).collect();
    let barred = |(a, b): (&Base, &Base)| foes.iter().any(|f| f.is_met_by(a.middle(), b.middle()));
    if from.iter().zip(&to).any(barred) {
        return Err(refused(unit, Unjoined::Barred));
    }
    Ok(())
}

/// Is there room beside and behind the host, on ground where such troops can stand, and without coming into
/// contact?
fn fits(there: &Position, (unit, host): (UnitId, UnitId)) -> Result<(), Refusal> {
    let bases = there.bases(unit);
    let no = |why| Err(refused(unit, why));
    if let Some(other) = crowd(there, unit, &bases) {
        return no(Unjoined::NoRoom(other));
    }
    if !bases.iter().all(|b| there.set.table.holds(b)) {
        return no(Unjoined::NoRoomAtEdge);
    }
    terrain::under(there, there.gait(unit), &bases)
        .map_err(|why| Refusal::new(Rule("move.base"), Why::Barred(Mark::Unit(unit), why)))?;
    let fights = |e: UnitId| there.engagements.iter().any(|it| it.other(host) == Some(there.host(e)));
    let meets = |e: &UnitId| there.bases(*e).iter().any(|b| bases.iter().any(|o| o.touches(b)));
    let foe = there.enemies(there.side(unit)).find(|e| meets(e) && !fights(*e));
    match foe {
        Some(foe) => no(Unjoined::Contact(foe)),
        None => Ok(()),
    }
}

/// How far a unit would have to go at the most to join a host behind it; `None` when it cannot.
#[must_use]
pub fn way_to(pos: &Position, (unit, host): (UnitId, UnitId)) -> Option<Length> {
    suits(pos, pos.side(unit), (unit, host), Wings::default()).ok()?;
    pos.distance(unit, host)
}
