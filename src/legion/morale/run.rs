//! Running and falling back, with what it does to friends.

use super::harm::{self, disengage, disorder};
use super::{rampage, test};
use crate::events::morale::{Cause, How, MoraleEvent};
use crate::flight::{Course, Slid, Through, about, behind, slide, turn};
use crate::formation::Formation;
use crate::measure::{Heading, Length, Stance, TOUCH};
use crate::questions::stands::Aim;
use crate::questions::zone::zone_against;
use crate::questions::{edges, passing, posts};
use crate::setup::Class;
use crate::state::{Away, Edge, Morale, Place, Position, UnitId, Wings, Zone};
use crate::{Flow, Happening, Oracle};
use tess_dice::Die;
use tess_effects::Rule;

/// A run: where to, how far, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Where to.
    pub heading: Heading,
    /// How far.
    pub due: Length,
    /// Why.
    pub how: How,
    /// It turns to its way first, where that leaves it clear of others.
    pub turns: bool,
    /// It may run off the table (table.leave).
    pub leaves: bool,
    /// What it has run before, along another way, of the same dice.
    pub already: Length,
    /// Whatever is due, no farther than this.
    pub most: Option<Length>,
}

impl Run {
    /// One that has turned its back and leaves the table when the way leads there.
    #[must_use]
    pub const fn off(heading: Heading, due: Length, how: How) -> Run {
        Run { heading, due, how, turns: true, leaves: true, already: Length::ZERO, most: None }
    }

    /// One that goes as it stands, on the table.
    #[must_use]
    pub const fn on(heading: Heading, due: Length, how: How) -> Run {
        Run { heading, due, how, turns: false, leaves: false, already: Length::ZERO, most: None }
    }

    /// How far it goes when nothing stops it.
    #[must_use]
    pub fn goes(&self) -> Length {
        self.most.unwrap_or(self.due)
    }

    /// Its way.
    fn course(&self) -> Course {
        // Only panic makes a way through friends that order would not have (pass.through).
        let through = match self.how {
            How::Flees | How::Rampages | How::Pushed => Through::All,
            How::Back(_) | How::Evades | How::Feigns | How::Pursues | How::Charges(_) => Through::Allowed,
        };
        Course { heading: self.heading, far: self.goes(), through, leaves: self.leaves, past: None }
    }
}

/// Where a run would lead, and whom it would meet.
#[must_use]
pub fn foreseen(pos: &mut Position, id: UnitId, run: &Run) -> Slid {
    let before = pos.unit(id).place;
    let slid = set_off(pos, id, run);
    pos.unit_mut(id).place = before;
    slid
}

/// **legion morale.broken.** How far a run leads before it comes nearer to an enemy than the nearest is as
/// it begins, in turning its back too; `None` when it never does. What is lost in rounding is no way.
pub fn farthest(pos: &mut Position, id: UnitId, run: &Run) -> Option<Length> {
    let (_, nearest) = pos.nearest_enemy(id, pos.stance(id)?)?;
    let before = pos.unit(id).place;
    let slid = set_off(pos, id, run);
    let way = pos.stance(id).map(|to| behind(to, run.heading, slid.gone)).unwrap_or_default();
    let far = |at: &Stance| pos.nearest_enemy(id, *at).map(|(_, far)| far);
    let turned = way.first().and_then(far).unwrap_or(nearest);
    let nearer = |at: &Stance| far(at).is_some_and(|far| far + TOUCH < nearest.min(turned));
    let first = way.iter().skip(1).position(nearer);
    pos.unit_mut(id).place = before;
    let pieces = i64::try_from(way.len()).unwrap_or(1).max(2) - 1;
    let part = |n: usize| i64::from(slid.gone.0) * i64::try_from(n).unwrap_or(0) / pieces;
    first.map(|n| Length(i32::try_from(part(n)).unwrap_or(0)))
}

/// Goes its way: turned to it, or as it stands when there is no room to turn.
fn set_off(pos: &mut Position, id: UnitId, run: &Run) -> Slid {
    if !run.turns {
        return slide(pos, id, run.course());
    }
    let before = pos.unit(id).place;
    about(pos, id, run.heading);
    let slid = slide(pos, id, run.course());
    if !slid.stuck {
        return slid;
    }
    pos.unit_mut(id).place = before;
    let slid = slide(pos, id, run.course());
    if slid.left.is_none() {
        turn(pos, id, run.heading);
    }
    slid
}

/// **legion turn.once, evade.debt.** A unit has moved out of turn: that was its move of this turn, or that
/// of the next when it has moved or fought already.
pub fn owe_move(pos: &mut Position, id: UnitId) {
    let account = &mut pos.unit_mut(id).account;
    if account.moved || account.fought {
        account.debt = true;
    } else {
        account.moved = true;
    }
}

/// **legion pursuit.move, shoot.elephants.** A unit does not move when its Command acts the next time: in
/// this turn, or when it has acted, in the next.
pub fn sit_out(pos: &mut Position, id: UnitId) {
    let waits = pos.sequence.contains(&pos.unit(id).command);
    let account = &mut pos.unit_mut(id).account;
    if waits {
        account.moved = true;
    } else {
        account.debt = true;
    }
}

/// Runs. Friends passed by broken heavy troops lose their order; elephants trample them. Who comes over the
/// edge is off the table.
pub fn run(pos: &mut Position, id: UnitId, run: Run, oracle: &mut Oracle<'_>) -> Flow<Slid> {
    let slid = set_off(pos, id, &run);
    let (due, gone) = (run.already + run.due, run.already + slid.gone);
    let event = MoraleEvent::Went { unit: id, how: run.how, due, gone };
    oracle.tell(|| Happening::Morale(event));
    let way = pos.stance(id).map(|to| behind(to, run.heading, slid.gone)).unwrap_or_default();
    let mut shaken: Vec<UnitId> = Vec::new();
    for &friend in &slid.through {
        oracle.tell(|| Happening::Morale(MoraleEvent::Ran { unit: id, through: friend }));
        let over = edges::entered(pos, friend, (id, &way));
        // Light infantry that goes with others takes with them what panic brings, once.
        let whom = if pos.unit(id).morale == Morale::Broken { pos.host(friend) } else { friend };
        if !shaken.contains(&whom) {
            shaken.push(whom);
            jostle(pos, id, (whom, over), oracle)?;
        }
    }
    if let Some(edge) = slid.left {
        leave(pos, id, edge, oracle);
    }
    Ok(slid)
}

/// **legion morale.broken, elephant.broken, pass.disorder.** What a unit does to friends through whom it
/// runs, coming over this edge of theirs.
fn jostle(
    pos: &mut Position,
    id: UnitId,
    (friend, over): (UnitId, Option<Zone>),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    if pos.unit(id).morale != Morale::Broken {
        for (unit, rule) in passing::shakes(pos, id, friend, over) {
            disorder(pos, unit, rule, oracle);
        }
        return Ok(());
    }
    let class = pos.troop(id).class;
    if class == Class::Elephants {
        let mut total = 0;
        for _ in 0..2 * pos.unit(id).stands.len() {
            total +=
                u16::from(oracle.roll(Die::D6, "trample", &pos.code(friend), Rule("elephant.broken"))?);
        }
        let hits = total / 6;
        oracle.tell(|| Happening::Morale(MoraleEvent::Trampled { unit: id, friend, total, hits }));
        disorder(pos, friend, Rule("elephant.broken"), oracle);
        let from = zone_against(pos, friend, id);
        let lost = harm::take_hits(pos, (friend, hits), Aim::From(from), true, oracle)?;
        let steady = pos.stance(friend).is_some() && pos.unit(friend).morale != Morale::Broken;
        // morale.when: a stand is lost, whoever cost it.
        if lost > 0 && steady && !test::test(pos, friend, Cause::Trampled, oracle)? {
            let half = pos.base_move(friend).half();
            return recoil(pos, friend, (None, half), Rule("morale.result"), oracle);
        }
        return Ok(());
    }
    let heavy = class.is_heavy_infantry() || class.is_cavalry() || class.is_chariots();
    if heavy || (class == Class::Auxilia && !pos.unit(id).loose) {
        disorder(pos, friend, Rule("morale.broken"), oracle);
    }
    Ok(())
}

/// **legion table.leave.** A unit is off the table. Broken without a commander it does not come back.
fn leave(pos: &mut Position, id: UnitId, edge: Edge, oracle: &mut Oracle<'_>) {
    disengage(pos, id);
    // Light infantry that goes along tries to come back by itself.
    for unit in pos.party(id) {
        pos.unit_mut(unit).attached = None;
        pos.unit_mut(unit).wings = Wings::default();
        let lost = pos.unit(unit).morale == Morale::Broken && posts::with(pos, unit).is_none();
        let entry = pos.unit_mut(unit);
        entry.away = Some(Away { edge, back: None });
        entry.place = if lost { Place::Gone } else { Place::Away };
        oracle.tell(|| Happening::Morale(MoraleEvent::Left { unit, edge, lost }));
    }
}

/// **legion formation.orbis.** A unit falls back, unless it is a square: that gives way inwards and stays
/// where it is.
pub fn recoil(
    pos: &mut Position,
    id: UnitId,
    way: (Option<UnitId>, Length),
    rule: Rule,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    if pos.unit(id).formation == Formation::Orbis {
        return Ok(());
    }
    let from = pos.stance(id);
    fall_back(pos, id, way, rule, oracle)?;
    rampage::past_elephants(pos, id, from, oracle)
}

/// **legion melee.loser, morale.result.** A unit goes back so far and faces the enemy: straight to its
/// rear, or away from whoever has come at its flank or rear.
pub fn fall_back(
    pos: &mut Position,
    id: UnitId,
    (from, far): (Option<UnitId>, Length),
    rule: Rule,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let Some(stance) = pos.stance(id) else { return Ok(()) };
    let flanked = from.filter(|&f| zone_against(pos, id, f) != Zone::Front).and_then(|f| pos.stance(f));
    let heading = flanked.map_or(stance.heading.about(), |f| f.heading);
    disengage(pos, id);
    if let Some(enemy) = flanked {
        // It faces the enemy where there is room to do so.
        turn(pos, id, enemy.heading.about());
    }
    let back = Run { leaves: true, ..Run::on(heading, far, How::Back(rule)) };
    run(pos, id, back, oracle)?;
    Ok(())
}
