//! Fire of the inactive player (8.2, 9.12, 9.13, 9.86) and of those who withdraw (6.55).

use std::borrow::Cow;
use std::iter;

use crate::events::missile::Occasion;
use crate::missile::rate::volleys;
use crate::missile::shot::{Shot, aim, can_shoot, fire, is_worth_it, modifier, strength, struck};
use crate::order::Target;
use crate::piece::{Class, Missile, UnitId, UnitType};
use crate::position::{Hexes, Place, Position, Supply};
use crate::questions::sight::cover;
use crate::state::weapon::Weapon;
use crate::{Flow, Oracle};
use tess_effects::{Listed, Matter, Question, Rule};

/// One kind of reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reply {
    /// The question's window.
    pub window: &'static str,
    /// The rule.
    pub rule: Rule,
    /// Why.
    pub occasion: Occasion,
    /// The distance it counts at, where the rule fixes one: then sight and arc are given, too.
    pub range: Option<u8>,
}

/// **spqr 8.24.** A reaction shot at a target, if the unit may fire it now.
fn reaction_shot(
    pos: &Position,
    unit: UnitId,
    weapon: Weapon,
    target: UnitId,
    reply: &Reply,
) -> Option<Shot> {
    let entry_only = pos.set.variant.choices.missile.screens_fire_on_entry_only;
    let too_late = weapon == Weapon::Screen && entry_only && reply.occasion != Occasion::Entry;
    if !can_shoot(pos, unit, weapon) || too_late {
        return None;
    }
    let engine = pos.spec(unit).class == Class::SC;
    if engine != (reply.occasion == Occasion::Engine) || crate::questions::is_engaged(pos, target) {
        return None;
    }
    let shot = match reply.range {
        None => aim(pos, unit, weapon, Target::Unit(target), false, reply.occasion).ok()?,
        Some(range) => {
            let row = weapon.row(pos, unit);
            if range > pos.set.variant.charts.missile.reach(row) {
                return None;
            }
            let own = pos.hexes(unit);
            let (from, at) = own
                .iter()
                .flat_map(|f| pos.hexes(target).iter().map(move |t| (f, t)))
                .min_by_key(|(f, t)| (f.distance(*t), cover(pos, own, *t)))?;
            let (target, angle) = struck(pos, Target::Unit(target), at, from);
            let moving = reply.occasion == Occasion::Withdrawal;
            Shot { unit, weapon, target, at, range, angle, extended: false, moving, occasion: reply.occasion }
        }
    };
    is_worth_it(pos, &shot).then_some(shot)
}

/// Asks the owner whether the unit fires, and of several targets at which; elephants have two weapons
/// (9.13).
pub(crate) fn offer(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    targets: &[UnitId],
    reply: &Reply,
) -> Flow<Vec<Shot>> {
    let shots: Vec<(UnitId, Shot)> = targets
        .iter()
        .flat_map(|&t| [Weapon::Own, Weapon::Screen].map(|w| (t, reaction_shot(pos, unit, w, t, reply))))
        .filter_map(|(t, s)| s.map(|s| (t, s)))
        .collect();
    ask(pos, oracle, unit, &shots, reply)
}

/// Asks the owner which of these shots, already aimed, the unit fires, and whether it fires at all.
pub(crate) fn ask(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    shots: &[(UnitId, Shot)],
    reply: &Reply,
) -> Flow<Vec<Shot>> {
    let Some((first, _)) = shots.first() else { return Ok(Vec::new()) };
    let spec = pos.spec(unit);
    let several = shots.iter().any(|(t, _)| t != first);
    let both = shots.iter().any(|(_, s)| s.weapon == Weapon::Own)
        && shots.iter().any(|(_, s)| s.weapon == Weapon::Screen);
    let mut targets: Vec<UnitId> = Vec::new();
    for (t, _) in shots {
        if !targets.contains(t) {
            targets.push(*t);
        }
    }
    let with = |salvo: &Salvo| {
        let Some((target, alone)) = *salvo else { return Vec::new() };
        let with = shots.iter().filter(|(t, s)| *t == target && alone.is_none_or(|w| s.weapon == w));
        with.map(|(_, s)| *s).collect::<Vec<Shot>>()
    };
    let weapons = || {
        [None]
            .into_iter()
            .chain(both.then_some([Weapon::Own, Weapon::Screen].map(Some)).into_iter().flatten())
    };
    let salvoes = targets
        .iter()
        .flat_map(|&t| weapons().map(move |alone| Some((t, alone))))
        .filter(|salvo| !with(salvo).is_empty());
    let options = Listed {
        of: iter::once(None).chain(salvoes),
        key: |salvo: &Salvo| key_of(pos, salvo, several),
        text: |salvo: &Salvo| words(pos, salvo, &with(salvo)),
    };
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: reply.window, side, subject: &spec.code, rule: reply.rule };
    let chosen = oracle.choose(matter, &options, |matter, offers| {
        let question = matter.question(format!("{} ({}): does it fire?", spec.code, spec.kind.letters()));
        let ripe = |s: &Shot| s.weapon.supply(pos, unit) == Supply::Full;
        let default = offers
            .iter()
            .find(|offer| matches!(offer.means, Some((_, None))) && with(&offer.means).iter().all(ripe));
        facts(question, pos, unit, shots[0], ripe(&shots[0].1))
            .or_else(default.map_or("no", |offer| &offer.key))
    })?;
    Ok(with(&chosen))
}

/// One target, with all that can be fired at it or with one weapon alone; nothing: the unit holds its fire.
type Salvo = Option<(UnitId, Option<Weapon>)>;

/// `no`, `yes` or the code of one of several targets, and the weapon that fires alone.
fn key_of<'a>(pos: &'a Position, salvo: &Salvo, several: bool) -> Cow<'a, str> {
    let name = |weapon: Weapon| if weapon == Weapon::Screen { "screen" } else { "riders" };
    match *salvo {
        None => "no".into(),
        Some((_, None)) if !several => "yes".into(),
        Some((_, Some(alone))) if !several => name(alone).into(),
        Some((target, None)) => pos.spec(target).code.to_ascii_lowercase().into(),
        Some((target, Some(alone))) => {
            format!("{}-{}", pos.spec(target).code.to_ascii_lowercase(), name(alone)).into()
        }
    }
}

/// What is fired, in words.
fn words(pos: &Position, salvo: &Salvo, shots: &[Shot]) -> String {
    match *salvo {
        None => "it holds its fire".to_owned(),
        Some((_, Some(Weapon::Screen))) => "only the screen".to_owned(),
        Some((_, Some(_))) => "only the riders".to_owned(),
        Some((target, None)) => {
            let odds = shots.iter().map(|s| {
                let needed = strength(pos, s) as i8 - if s.extended { 0 } else { modifier(pos, s) };
                let with = if s.weapon == Weapon::Screen { " with its screen" } else { "" };
                format!("{needed} or less{with}")
            });
            let (odds, target) = (odds.collect::<Vec<String>>(), pos.spec(target));
            format!("at {} ({}) on {}", target.code, target.kind.letters(), odds.join(" and "))
        }
    }
}

/// What is known about the first of the shots.
fn facts(question: Question, pos: &Position, unit: UnitId, first: (UnitId, Shot), ripe: bool) -> Question {
    let (target, shot) = (pos.spec(first.0), first.1);
    question
        .naming(&target.code)
        .fact("mover", target.code.to_ascii_lowercase())
        .fact("mover.type", target.kind.letters())
        .fact("mover.class", target.class.letters())
        .fact("mover.hits", pos.hits(first.0))
        .fact("mover.tq", target.tq)
        .fact("dist", shot.range)
        .fact("strength", strength(pos, &shot))
        .fact("modifier", modifier(pos, &shot))
        .fact("own.supply", if ripe { "full" } else { "low" })
        .fact("own.hits", pos.hits(unit))
        .fact("own.tq", pos.spec(unit).tq)
}

fn is_target(pos: &Position, unit: UnitId) -> bool {
    matches!(pos.unit(unit).place, Place::Field { .. })
}

/// Enemy units whose zone of control reaches any of these hexes, in order of id.
fn zones_over(pos: &Position, mover: UnitId, hexes: Hexes) -> Vec<UnitId> {
    let side = pos.side(mover);
    let mut found = hexes.left.map_or_else(Vec::new, |h| pos.controllers(side, h));
    found.extend(hexes.right.into_iter().flat_map(|h| pos.controllers(side, h)));
    found.sort_unstable();
    found.dedup();
    found
}

const ENTRY: Reply =
    Reply { window: "entry-fire", rule: Rule("8.21"), occasion: Occasion::Entry, range: Some(1) };

/// **spqr 8.21, alexander 7.16.** Does the unit's zone hold the mover, and has it kept its head?
fn may_greet(pos: &Position, unit: UnitId, mover: UnitId) -> bool {
    pos.unit(unit).done.flustered_by != Some(mover) && pos.hexes(mover).iter().any(|h| pos.exerts(unit, h))
}

/// **spqr 8.21.** Whose zone a unit has entered that comes from `from`: enemies in whose zone it was already
/// are not among them, but for those who have just `turned` to it (7.15).
pub fn zones_entered(pos: &Position, mover: UnitId, from: Hexes, turned: &[UnitId]) -> Vec<UnitId> {
    let mut found = zones_over(pos, mover, pos.hexes(mover));
    found.retain(|&unit| turned.contains(&unit) || !from.iter().any(|h| pos.exerts(unit, h)));
    found
}

/// **spqr 8.21.** The enemies whose zone `mover` has entered fire, each by its player's choice.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn entry_fire(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    watchers: &[UnitId],
) -> Flow<()> {
    for &unit in watchers {
        if !is_target(pos, mover) {
            return Ok(());
        }
        // Fire by others may have driven the mover out of this one's zone.
        if !may_greet(pos, unit, mover) {
            continue;
        }
        react(pos, oracle, unit, &[mover], &ENTRY)?;
    }
    Ok(())
}

/// **spqr 8.21 exception, alexander 8.21.** Entry fire after a whole line has moved: each firer chooses one
/// of those who entered his zone, or fires at each of them.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn entry_fire_at_line(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    entries: &[(UnitId, UnitId)],
) -> Flow<()> {
    let mut firers: Vec<UnitId> = entries.iter().map(|e| e.1).collect();
    firers.sort_unstable();
    firers.dedup();
    for unit in firers {
        let into = entries.iter().filter(|e| e.1 == unit).map(|e| e.0);
        let mut near: Vec<UnitId> = into.filter(|&m| is_target(pos, m) && may_greet(pos, unit, m)).collect();
        // The one nearest to its breaking first: it is the careful default.
        near.sort_by_key(|&m| (pos.quality(m).saturating_sub(pos.hits(m)), m));
        near.dedup();
        if pos.set.variant.choices.missile.line_draws_one_entry_shot {
            react(pos, oracle, unit, &near, &ENTRY)?;
            continue;
        }
        for mover in near {
            if is_target(pos, mover) && may_greet(pos, unit, mover) {
                react(pos, oracle, unit, &[mover], &ENTRY)?;
            }
        }
    }
    Ok(())
}

fn react(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    targets: &[UnitId],
    reply: &Reply,
) -> Flow<()> {
    let volleys = volleys(pos, unit);
    let again = if volleys > 1 { targets } else { &[] };
    let stood: Vec<(UnitId, Hexes)> = again.iter().map(|&t| (t, pos.hexes(t))).collect();
    for volley in 0..volleys {
        let shots = if volley == 0 {
            offer(pos, oracle, unit, targets, reply)?
        } else {
            // Whom the first shot drove off draws no second one (cataphract 11.4).
            let stays = |&&(t, at): &&(UnitId, Hexes)| pos.hexes(t) == at && !pos.is_routed(t);
            let near: Vec<UnitId> = stood.iter().filter(stays).map(|s| s.0).collect();
            offer(pos, oracle, unit, &near, reply)?
        };
        if shots.is_empty() {
            break;
        }
        for shot in shots {
            if let Target::Unit(t) = shot.target
                && is_target(pos, t)
                && can_shoot(pos, unit, shot.weapon)
            {
                if reply.occasion == Occasion::Entry {
                    pos.unit_mut(unit).done.entry_fired_at = Some(t);
                }
                fire(pos, oracle, shot)?;
            }
        }
    }
    Ok(())
}

/// **spqr 8.22.** `mover` is about to leave the zones it stands in at `from` for `to`: those fire at range 2
/// who reach so far and whose zone it leaves.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn retire_fire(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    from: Hexes,
    to: Hexes,
) -> Flow<()> {
    let reply =
        Reply { window: "retire-fire", rule: Rule("8.22"), occasion: Occasion::Retire, range: Some(2) };
    if pos.is_routed(mover) && !pos.set.variant.choices.missile.runaways_draw_retire_fire {
        return Ok(());
    }
    for unit in zones_over(pos, mover, from) {
        if !is_target(pos, mover) || pos.hexes(mover) != from {
            return Ok(());
        }
        if to.iter().any(|h| pos.exerts(unit, h)) {
            continue;
        }
        react(pos, oracle, unit, &[mover], &reply)?;
    }
    Ok(())
}

/// **spqr 6.55, 9.31, cataphract 6.56.** Mounted archers fire as they withdraw, before they go, at range 2,
/// once at each enemy whose approach makes them withdraw. Returns whether they fired.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn withdrawal_fire(
    pos: &mut Position,
    oracle: &mut Oracle<'_>,
    withdrawer: UnitId,
    trigger: UnitId,
) -> Flow<bool> {
    let spec = pos.spec(withdrawer);
    let bows = matches!(spec.missile, Some(Missile::A | Missile::C));
    if !bows
        || !spec.kind.is_cavalry()
        || pos.set.variant.choices.missile.withdrawal_fire_once
            && pos.unit(withdrawer).done.withdrew_firing_at == Some(trigger)
        || !is_target(pos, trigger)
        || aim(pos, withdrawer, Weapon::Own, Target::Unit(trigger), true, Occasion::Withdrawal).is_err()
    {
        return Ok(false);
    }
    let occasion = Occasion::Withdrawal;
    let reply = Reply { window: "withdraw-fire", rule: occasion.rule(), occasion, range: Some(2) };
    let shots = offer(pos, oracle, withdrawer, &[trigger], &reply)?;
    let Some(&shot) = shots.first() else { return Ok(false) };
    let done = &mut pos.unit_mut(withdrawer).done;
    done.fired_in_withdrawal = true;
    done.withdrew_firing_at = Some(trigger);
    fire(pos, oracle, shot)?;
    Ok(true)
}

/// **spqr 9.86.** Enemy engines may fire at a mover at any moment of its move, each twice in a phase. Call
/// it whenever the mover stands in a new hex.
///
/// # Errors
/// As [`Oracle::roll`] and [`Oracle::ask`].
pub fn engine_fire(pos: &mut Position, oracle: &mut Oracle<'_>, mover: UnitId) -> Flow<()> {
    let side = pos.side(mover).other();
    let engines: Vec<UnitId> = pos
        .on_field(side)
        .filter(|&u| pos.spec(u).class == Class::SC && pos.unit(u).reaction_shots < 2)
        .collect();
    let reply = Reply { window: "engine-fire", rule: Rule("9.86"), occasion: Occasion::Engine, range: None };
    for unit in engines {
        if !is_target(pos, mover) || pos.is_routed(mover) && pos.spec(mover).kind == UnitType::EL {
            return Ok(());
        }
        let shots = offer(pos, oracle, unit, &[mover], &reply)?;
        for shot in shots {
            pos.unit_mut(unit).reaction_shots += 1;
            fire(pos, oracle, shot)?;
        }
    }
    Ok(())
}
