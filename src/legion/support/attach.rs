//! Light infantry joins another unit.

use crate::events::movement::MoveEvent;
use crate::measure::{Base, Length};
use crate::movement::{enter, may_move};
use crate::questions::places::crowd;
use crate::questions::terrain;
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

/// One of the two Commands has the initiative.
pub(super) fn acts(pos: &Position, (unit, host): (UnitId, UnitId)) -> Result<(), Refusal> {
    let commands = [pos.unit(unit).command, pos.unit(host).command];
    match pos.stage {
        Stage::Acting(acting) if commands.contains(&acting.command) => Ok(()),
        _ => {
            let text = format!("neither {} nor {} has the initiative", pos.code(unit), pos.code(host));
            Err(Refusal::new(Rule("turn.sequence"), text).at(pos.code(unit)))
        }
    }
}

/// May such troops join such a unit, so?
fn suits(pos: &Position, side: Side, (unit, host): (UnitId, UnitId), wings: Wings) -> Result<(), Refusal> {
    let (code, name) = (pos.code(unit), pos.code(host));
    let no = |text: String| Err(Refusal::new(RULE, text).at(&code));
    if pos.side(unit) != side || pos.side(host) != side {
        return no(format!("{code} and {name} are not both yours"));
    }
    if pos.stance(unit).is_none() || pos.stance(host).is_none() {
        return no(format!("{code} and {name} are not both on the table"));
    }
    if pos.gait(unit) != Gait::LightFoot {
        return no(format!("{code} is neither light infantry nor auxilia in skirmish order"));
    }
    if unit == host || pos.unit(unit).attached.is_some() || pos.unit(host).attached.is_some() {
        return no(format!("{code} or {name} is attached already"));
    }
    if pos.attached_to(unit).next().is_some() || matches!(pos.gait(host), Gait::LightFoot | Gait::Train) {
        return no(format!("{code} cannot go with {name}"));
    }
    if pos.is_engaged(unit) || [unit, host].iter().any(|&u| pos.unit(u).morale == Morale::Broken) {
        return no(format!("{code} is in close combat, or one of the two is broken"));
    }
    let class = pos.troop(host).class;
    let flanks = class.is_cavalry() || class == Class::Elephants;
    if !flanks && wings != Wings::default() {
        return no(format!("{name} is neither horse nor elephants: {code} goes behind it only"));
    }
    let stands = pos.unit(unit).stands.len();
    if usize::from(wings.left) + usize::from(wings.right) > stands {
        return no(format!("{code} has {stands} stands"));
    }
    Ok(())
}

/// **legion turn.once.** No stand goes farther than the Base Move, and none through enemies.
fn reaches(pos: &Position, there: &Position, unit: UnitId) -> Result<(), Refusal> {
    let (from, to) = (pos.bases(unit), there.bases(unit));
    let most = pos.base_move(unit);
    let far = from.iter().zip(&to).map(|(a, b)| a.middle().distance(b.middle())).max().unwrap_or_default();
    let code = pos.code(unit);
    if far > most {
        let text = format!("a stand of {code} would go {far} inches, and {most} are its move");
        return Err(Refusal::new(RULE, text).at(&code));
    }
    let foes: Vec<Base> = pos.enemies(pos.side(unit)).flat_map(|e| pos.bases(e)).collect();
    let barred = |(a, b): (&Base, &Base)| foes.iter().any(|f| f.is_met_by(a.middle(), b.middle()));
    if from.iter().zip(&to).any(barred) {
        return Err(Refusal::new(RULE, format!("an enemy stands in the way of {code}")).at(&code));
    }
    Ok(())
}

/// Is there room beside and behind the host, on ground where such troops can stand, and without coming into
/// contact?
fn fits(there: &Position, (unit, host): (UnitId, UnitId)) -> Result<(), Refusal> {
    let bases = there.bases(unit);
    let code = there.code(unit);
    let no = |text: String| Err(Refusal::new(RULE, text).at(&code));
    if let Some(other) = crowd(there, unit, &bases) {
        return no(format!("{code} has no room there beside {}", there.code(other)));
    }
    if !bases.iter().all(|b| there.set.table.holds(b)) {
        return no(format!("{code} has no room there at the edge of the table"));
    }
    terrain::under(there, there.gait(unit), &bases).map_err(|refusal| refusal.at(&code))?;
    let fights = |e: UnitId| there.engagements.iter().any(|it| it.other(host) == Some(there.host(e)));
    let meets = |e: &UnitId| there.bases(*e).iter().any(|b| bases.iter().any(|o| o.touches(b)));
    let foe = there.enemies(there.side(unit)).find(|e| meets(e) && !fights(*e));
    match foe {
        Some(foe) => no(format!("{code} would come into contact with {}", there.code(foe))),
        None => Ok(()),
    }
}

/// How far a unit would have to go at the most to join a host behind it; `None` when it cannot.
#[must_use]
pub fn way_to(pos: &Position, (unit, host): (UnitId, UnitId)) -> Option<Length> {
    suits(pos, pos.side(unit), (unit, host), Wings::default()).ok()?;
    pos.distance(unit, host)
}
