//! What comes of a round: who gives way, who runs, who follows.

use super::light::Passing;
use super::pursuit::{self, Pursues, pursue, pursues};
use super::round::part;
use crate::events::melee::{End, MeleeEvent};
use crate::events::morale::Cause;
use crate::formation::Formation;
use crate::measure::{Length, TOUCH};
use crate::morale::{self, recoil};
use crate::questions::stands;
use crate::setup::Class;
use crate::state::{Engagement, Morale, Place, Position, UnitId};
use crate::{Flow, Happening, Oracle, leaders};
use tess_effects::Rule;

/// What a unit took and dealt in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// Who.
    pub unit: UnitId,
    /// Against whom.
    pub foes: Vec<UnitId>,
    /// Hits taken.
    pub taken: u16,
    /// Hits dealt.
    pub dealt: u16,
    /// Stands lost.
    pub stands: u8,
    /// Elephants that were broken when it began.
    pub wild: bool,
}

impl Score {
    pub(super) fn new(pos: &Position, unit: UnitId, foes: Vec<UnitId>) -> Score {
        let wild = pos.troop(unit).class == Class::Elephants && pos.unit(unit).morale == Morale::Broken;
        Score { unit, foes, taken: 0, dealt: 0, stands: 0, wild }
    }

    pub(super) fn end(&self) -> End {
        match self.dealt.cmp(&self.taken) {
            std::cmp::Ordering::Greater => End::Won,
            std::cmp::Ordering::Less => End::Lost,
            std::cmp::Ordering::Equal if self.taken > 0 => End::Tied,
            std::cmp::Ordering::Equal => End::Locked,
        }
    }
}

/// **legion melee.loser, melee.tie, melee.locked, melee.winner-test, melee.pursuit.** Losers first, then
/// those who tied, then the winners.
pub(super) fn settle(pos: &mut Position, scores: &[Score], oracle: &mut Oracle<'_>) -> Flow<()> {
    for score in scores {
        let (unit, taken, dealt, end) = (score.unit, score.taken, score.dealt, score.end());
        oracle.tell(|| Happening::Melee(MeleeEvent::Ended { unit, taken, dealt, end }));
        pos.unit_mut(unit).account.won |= end == End::Won;
    }
    for score in scores {
        let foe = score.foes.first().copied();
        leaders::after_combat(pos, score.unit, (foe, score.end() == End::Lost), oracle)?;
    }
    let spent = spend(pos, scores, oracle)?;
    for score in scores.iter().filter(|s| s.end() == End::Lost && !spent.contains(&s.unit)) {
        lost(pos, score, oracle)?;
    }
    for score in scores.iter().filter(|s| s.end() != End::Lost && !spent.contains(&s.unit)) {
        if score.wild {
            // elephant.broken: half a move back even so.
            retreat(pos, score, oracle)?;
        } else if score.end() != End::Won {
            undecided(pos, score, oracle)?;
        }
    }
    // Whom losses have parted from an enemy he does not hold any more.
    part(pos);
    for score in scores.iter().filter(|s| s.end() == End::Won && !spent.contains(&s.unit) && !s.wild) {
        won(pos, score, oracle)?;
    }
    Ok(())
}

/// **legion chariot.scythed, melee.loser.** Scythed chariots are spent after one round; engines and baggage
/// that lose are taken.
fn spend(pos: &mut Position, scores: &[Score], oracle: &mut Oracle<'_>) -> Flow<Vec<UnitId>> {
    let mut spent = Vec::new();
    for score in scores {
        let rule = match pos.troop(score.unit).class {
            Class::ScythedChariots => "chariot.scythed",
            Class::Artillery | Class::Baggage if score.end() == End::Lost => "melee.loser",
            _ => continue,
        };
        morale::destroy(pos, score.unit, Rule(rule), oracle)?;
        spent.push(score.unit);
    }
    Ok(spent)
}

/// **legion melee.loser.** A loser tests, and retires or breaks.
pub(super) fn lost(pos: &mut Position, score: &Score, oracle: &mut Oracle<'_>) -> Flow<()> {
    let unit = score.unit;
    // A square that has broken fights on (formation.orbis).
    let broken = pos.unit(unit).morale == Morale::Broken && !score.wild;
    if pos.stance(unit).is_none() || broken {
        return Ok(());
    }
    if score.wild || morale::test(pos, unit, Cause::Lost, oracle)? {
        retreat(pos, score, oracle)
    } else {
        let from = score.foes.first().copied();
        pursuit::remount(pos, unit, oracle);
        morale::break_unit(pos, unit, from, oracle)
    }
}

/// **legion melee.loser, elephant.broken, formation.orbis, chariot.celtic-dismount.** Heavy infantry,
/// Celtic chariots and elephants retire half a move, horse and light infantry a whole one, all facing the
/// enemy. A square gives way inwards and stays where it is; warriors who had dismounted mount again.
fn retreat(pos: &mut Position, score: &Score, oracle: &mut Oracle<'_>) -> Flow<()> {
    let unit = score.unit;
    if pos.stance(unit).is_none() || pos.unit(unit).formation == Formation::Orbis {
        return Ok(());
    }
    pursuit::remount(pos, unit, oracle);
    let whole = pos.base_move(unit);
    let class = pos.troop(unit).class;
    let far = if class.is_cavalry() || pos.is_light(unit) { whole } else { whole.half() };
    give_way(pos, score, far, Rule("melee.loser"), oracle)
}

/// Goes back; who cannot get away stays in the combat.
fn give_way(pos: &mut Position, score: &Score, far: Length, rule: Rule, oracle: &mut Oracle<'_>) -> Flow<()> {
    let unit = score.unit;
    let before: Vec<Engagement> =
        pos.engagements.iter().copied().filter(|e| e.other(unit).is_some()).collect();
    recoil(pos, unit, (score.foes.first().copied(), far), rule, oracle)?;
    for e in before {
        let touch = pos.distance(e.attacker, e.defender).is_some_and(|d| d <= TOUCH);
        if touch && !pos.engagements.contains(&e) {
            pos.engagements.push(Engagement { fresh: false, ..e });
        }
    }
    Ok(())
}

/// **legion melee.tie, melee.locked, morale.when.** After a tie both retire half a move and face each other;
/// elephants and their opponents stay in contact, and so do those without a hit. Who has lost a stand tests
/// first: shaken, it is disordered and goes back in any case.
fn undecided(pos: &mut Position, score: &Score, oracle: &mut Oracle<'_>) -> Flow<()> {
    let unit = score.unit;
    if pos.stance(unit).is_none() || pos.unit(unit).morale == Morale::Broken {
        return Ok(());
    }
    let shaken = is_shaken(pos, score, oracle)?;
    let elephants = |u: UnitId| pos.troop(u).class == Class::Elephants;
    let stays = score.end() == End::Locked || elephants(unit) || score.foes.iter().any(|&f| elephants(f));
    if stays && !shaken {
        return Ok(());
    }
    let half = pos.base_move(unit).half();
    give_way(pos, score, half, Rule(if shaken { "morale.result" } else { "melee.tie" }), oracle)
}

/// **legion morale.when, morale.result.** Who has lost a stand and not the combat tests: shaken, it loses
/// its order.
fn is_shaken(pos: &mut Position, score: &Score, oracle: &mut Oracle<'_>) -> Flow<bool> {
    let unit = score.unit;
    if score.stands == 0 || morale::test(pos, unit, Cause::Bled, oracle)? {
        return Ok(false);
    }
    if stands::can_be_disordered(pos, unit) {
        morale::disorder(pos, unit, Rule("morale.result"), oracle);
    }
    Ok(true)
}

/// **legion melee.winner-test.** Who has won and lost a stand tests: shaken, it goes back half a move. Says
/// whether it does.
pub(super) fn recoils(pos: &mut Position, score: &Score, oracle: &mut Oracle<'_>) -> Flow<bool> {
    if morale::test(pos, score.unit, Cause::Bled, oracle)? {
        return Ok(false);
    }
    let half = pos.base_move(score.unit).half();
    give_way(pos, score, half, Rule("melee.winner-test"), oracle)?;
    Ok(true)
}

/// **legion morale.when.** Has a rider lost heart with the stand that a round in passing, lost by him, has
/// cost him? Then he comes to nobody else.
pub(super) fn shies(pos: &mut Position, score: &Score, oracle: &mut Oracle<'_>) -> Flow<bool> {
    let there = pos.stance(score.unit).is_some() && pos.unit(score.unit).morale != Morale::Broken;
    Ok(there && !morale::test(pos, score.unit, Cause::Bled, oracle)?)
}

/// **legion light.cavalry-passes, melee.loser, melee.pursuit.** A rider has lost the round in passing, and
/// no other combat comes of his ride: he tests as a loser, unless he has failed already, and whoever he
/// rode through has won.
pub(super) fn thrown_back(
    pos: &mut Position,
    round: &Passing,
    failed: bool,
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    if failed {
        pursuit::remount(pos, round.rider.unit, oracle);
        morale::break_unit(pos, round.rider.unit, round.rider.foes.first().copied(), oracle)?;
    } else {
        lost(pos, &round.rider, oracle)?;
    }
    won(pos, &round.light, oracle)
}

/// **legion light.cavalry-passes, melee.loser, melee.pursuit.** What the round in passing does to the light
/// infantry: it tests as a loser, or for the stand that it has lost. Who breaks it pursues it; says whether
/// that ends the rider's way.
pub(super) fn passed(
    pos: &mut Position,
    (unit, light): (UnitId, UnitId),
    round: &Passing,
    oracle: &mut Oracle<'_>,
) -> Flow<bool> {
    if pos.stance(light).is_none() {
        return Ok(false);
    }
    if round.light.end() != End::Lost {
        if is_shaken(pos, &round.light, oracle)? {
            let half = pos.base_move(light).half();
            give_way(pos, &round.light, half, Rule("morale.result"), oracle)?;
        }
        return Ok(false);
    }
    lost(pos, &round.light, oracle)?;
    let broken = pos.unit(light).morale == Morale::Broken && has_fled(pos, light);
    if !broken || pos.stance(unit).is_none() || pos.is_engaged(unit) {
        return Ok(false);
    }
    if round.rider.stands > 0 && !morale::test(pos, unit, Cause::Bled, oracle)? {
        return Ok(true);
    }
    if pursues(pos, unit, light) != Pursues::Never {
        pursue(pos, unit, light, oracle)?;
    }
    Ok(true)
}

/// Has a broken unit run, be it over the edge, and not given itself up?
fn has_fled(pos: &Position, unit: UnitId) -> bool {
    pos.unit(unit).place != Place::Gone || pos.unit(unit).away.is_some()
}

/// **legion melee.winner-test, melee.pursuit.** A winner who has lost a stand tests after the loser.
/// Shaken, he lets the broken enemy go, or goes back half a move when the enemy has only retired. Otherwise
/// he pursues the broken as he must, or may.
fn won(pos: &mut Position, score: &Score, oracle: &mut Oracle<'_>) -> Flow<()> {
    let unit = score.unit;
    if pos.stance(unit).is_none() || pos.unit(unit).morale == Morale::Broken {
        return Ok(());
    }
    // Also one that has fled over the edge; not one that has given itself up.
    let fled = |f: &UnitId| pos.unit(*f).place != Place::Gone || pos.unit(*f).away.is_some();
    let broken = score.foes.iter().copied().find(|f| pos.unit(*f).morale == Morale::Broken && fled(f));
    let gave_way = score.foes.iter().all(|&f| !pos.engagements.iter().any(|e| e.other(unit) == Some(f)));
    if score.stands > 0 && !morale::test(pos, unit, Cause::Bled, oracle)? {
        if broken.is_none() && gave_way {
            let half = pos.base_move(unit).half();
            give_way(pos, score, half, Rule("melee.winner-test"), oracle)?;
        }
        return Ok(());
    }
    let free = !pos.is_engaged(unit);
    match broken {
        Some(enemy) if free && pursues(pos, unit, enemy) != Pursues::Never => {
            pursue(pos, unit, enemy, oracle)
        }
        _ => Ok(()),
    }
}
