//! A round of close combat.

use super::after::{Score, settle};
use super::dice::{against, automatic_disorder, is_flanked};
use crate::events::melee::MeleeEvent;
use crate::measure::TOUCH;
use crate::questions::contact::contacts;
use crate::questions::stands::{self, Aim};
use crate::refusal::Why;
use crate::refusal::combat::Unfought;
use crate::setup::{Class, CommandId};
use crate::shooting::{self, Blow};
use crate::state::{Engagement, Place, Position, Segment, Stage, UnitId};
use crate::{Flow, Happening, Oracle, Refusal, morale};
use tess_dice::Die;
use tess_effects::{Rule, Side};

/// **legion turn.once.** Is this combat due? A new one always is; one that goes on only when neither has
/// fought this turn.
fn is_due(pos: &Position, e: &Engagement) -> bool {
    let fought = |u: UnitId| pos.unit(u).account.fought;
    e.fresh || (!fought(e.attacker) && !fought(e.defender))
}

/// The combats that a Command still has to fight: those of its units, and all that hang together with them.
#[must_use]
pub fn owed(pos: &Position, command: CommandId) -> Vec<Engagement> {
    let due: Vec<Engagement> = pos.engagements.iter().copied().filter(|e| is_due(pos, e)).collect();
    let own = |u: UnitId| pos.unit(u).command == command;
    let mut units: Vec<UnitId> = Vec::new();
    for e in due.iter().filter(|e| own(e.attacker) || own(e.defender)) {
        units.extend([e.attacker, e.defender]);
    }
    loop {
        let more: Vec<UnitId> = due
            .iter()
            .filter(|e| units.contains(&e.attacker) != units.contains(&e.defender))
            .flat_map(|e| [e.attacker, e.defender])
            .filter(|u| !units.contains(u))
            .collect();
        if more.is_empty() {
            break;
        }
        units.extend(more);
    }
    due.into_iter().filter(|e| units.contains(&e.attacker)).collect()
}

/// **legion turn.command-sequence.** `fight`: all close combats of the Command that has the initiative.
///
/// # Errors
/// When nobody of the side acts, or nobody of its Command is to fight.
pub fn fight(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    let no = |rule, why| Err(Refusal::new(Rule(rule), Why::Unfought(why)).into());
    let Stage::Acting(acting) = pos.stage else { return no("turn.sequence", Unfought::NotNow) };
    if owed(pos, acting.command).is_empty() {
        return no("turn.command-sequence", Unfought::Nothing(acting.command));
    }
    fight_all(pos, side, oracle)
}

/// **legion turn.command-sequence.** The close combats that the acting Command still has to fight, if there
/// are any.
///
/// # Errors
/// When a die or an answer is due.
pub(crate) fn fight_all(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    let Stage::Acting(acting) = &mut pos.stage else { return Ok(()) };
    let command = acting.command;
    acting.step = Segment::Combat;
    debug_assert_eq!(pos.set.command(command).side, side);
    let due = owed(pos, command);
    resolve(pos, &due, oracle)
}

/// **legion melee.contact.** Units that touch one another no more, after losses, are in no combat any more.
pub(crate) fn part(pos: &mut Position) {
    let all = std::mem::take(&mut pos.engagements);
    let touch = |e: &Engagement| {
        pos.distance(e.attacker, e.defender).is_some_and(|d| d <= TOUCH)
            || !contacts(pos, e.attacker, e.defender).is_empty()
    };
    let kept = all.into_iter().filter(touch).collect();
    pos.engagements = kept;
}

/// **legion melee.loser.** What each unit of these combats has dealt and taken by these blows, those of
/// missiles before contact among them: each counts once, for him who struck it. Hits that a unit brings from
/// riding through light infantry count for the first whom it meets then (light.cavalry-passes).
fn scored(pos: &Position, due: &[Engagement], blows: &[Blow]) -> Vec<Score> {
    let mut scores: Vec<Score> = Vec::new();
    for unit in due.iter().flat_map(|e| [e.attacker, e.defender]) {
        if !scores.iter().any(|s| s.unit == unit) {
            let foes = due.iter().filter_map(|e| e.other(unit)).collect();
            scores.push(Score::new(pos, unit, foes));
        }
    }
    for &(unit, enemy, hits) in blows {
        for score in &mut scores {
            score.dealt += if score.unit == unit && score.foes.contains(&enemy) { hits } else { 0 };
            score.taken += if score.unit == enemy && score.foes.contains(&unit) { hits } else { 0 };
        }
    }
    let brought: Vec<(UnitId, u16)> =
        scores.iter().filter_map(|s| Some((*s.foes.first()?, pos.unit(s.unit).account.pelted))).collect();
    for score in &mut scores {
        score.taken += pos.unit(score.unit).account.pelted;
        score.dealt += brought.iter().filter(|(foe, _)| *foe == score.unit).map(|b| b.1).sum::<u16>();
    }
    scores
}

/// **legion melee.dice.** Fights these combats at the same time: missiles before contact, dice, hits, and
/// what comes of them.
pub fn resolve(pos: &mut Position, due: &[Engagement], oracle: &mut Oracle<'_>) -> Flow<()> {
    part(pos);
    let mut blows: Vec<Blow> = Vec::new();
    for e in due.iter().filter(|e| e.fresh) {
        if is_on(pos, e) {
            blows.extend(shooting::exchange(pos, e.attacker, e.defender, oracle)?);
        }
    }
    let before = blows.len();
    let due: Vec<Engagement> = due.iter().copied().filter(|e| is_on(pos, e)).collect();
    for e in &due {
        automatic_disorder(pos, e.attacker, e.defender, oracle);
        automatic_disorder(pos, e.defender, e.attacker, oracle);
    }
    for e in &due {
        for (unit, enemy) in [(e.attacker, e.defender), (e.defender, e.attacker)] {
            let hits = throw(pos, unit, enemy, oracle)?;
            blows.push((unit, enemy, hits));
        }
    }
    let mut scores = scored(pos, &due, &blows);
    for &(unit, enemy, hits) in &blows[before..] {
        let lost = morale::take_hits(pos, (enemy, hits), Aim::Contact(unit), true, oracle)?;
        add_losses(&mut scores, enemy, lost);
    }
    flanks(pos, &due, &mut scores, oracle)?;
    for score in &scores {
        let account = &mut pos.unit_mut(score.unit).account;
        account.fought = true;
        account.pelted = 0;
        account.countered = 0;
    }
    for e in &mut pos.engagements {
        if due.iter().any(|d| (d.attacker, d.defender) == (e.attacker, e.defender)) {
            e.fresh = false;
        }
    }
    settle(pos, &scores, oracle)?;
    part(pos);
    Ok(())
}

fn add_losses(scores: &mut [Score], unit: UnitId, lost: u8) {
    for score in scores.iter_mut().filter(|s| s.unit == unit) {
        score.stands += lost;
    }
}

/// Is a combat still one: both on the table, and engaged?
fn is_on(pos: &Position, e: &Engagement) -> bool {
    let there = |u: UnitId| matches!(pos.unit(u).place, Place::Table(_));
    let same = |o: &Engagement| (o.attacker, o.defender) == (e.attacker, e.defender);
    there(e.attacker) && there(e.defender) && pos.engagements.iter().any(same)
}

/// The dice of one unit against another: a hit for each six in their sum.
pub(super) fn throw(pos: &Position, unit: UnitId, enemy: UnitId, oracle: &mut Oracle<'_>) -> Flow<u16> {
    let parts = against(pos, unit, enemy);
    let count = parts.iter().map(|p| p.1).sum::<i8>().max(0);
    let mut dice = Vec::new();
    for _ in 0..count {
        dice.push(oracle.roll(Die::D6, "combat", &pos.code(unit), Rule("melee.dice"))?);
    }
    let hits = dice.iter().map(|&d| u16::from(d)).sum::<u16>() / 6;
    oracle.tell(|| Happening::Melee(MeleeEvent::Fights { unit, enemy, parts, dice, hits }));
    Ok(hits)
}

/// **legion melee.flank.** Whoever has been charged in flank or rear loses a stand more, and its order;
/// elephants keep theirs.
fn flanks(pos: &mut Position, due: &[Engagement], scores: &mut [Score], oracle: &mut Oracle<'_>) -> Flow<()> {
    for e in due.iter().filter(|e| e.fresh) {
        if !is_flanked(pos, e.defender, e.attacker) || pos.stance(e.defender).is_none() {
            continue;
        }
        if pos.troop(e.defender).class != Class::Elephants {
            morale::disorder(pos, e.defender, Rule("melee.flank"), oracle);
        }
        let exposed = stands::aimed(pos, e.defender, Aim::Contact(e.attacker));
        if let Some(&stand) = exposed.last() {
            morale::lose_stand(pos, stand, Rule("melee.flank"), oracle)?;
            add_losses(scores, e.defender, 1);
        }
    }
    Ok(())
}
