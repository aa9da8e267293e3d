//! Infantry that lets elephants or chariots through (9.11, alexander 9.23).

use crate::check::check;
use crate::events::hit_cause::HitCause;
use crate::events::shock::ShockEvent;
use crate::piece::{UnitId, UnitType};
use crate::position::{Morale, Position};
use crate::questions::approach;
use crate::questions::company;
use crate::shock::fight::{Fight, moved_in, speakers};
use crate::variant::charts::Angle;
use crate::{Flow, Happening, Oracle, movement, rout};
use tess_effects::{Listed, Matter, Question, Rule};
use tess_hex::Hex;

/// The rule by which this attacker passes through.
pub(crate) fn rule(pos: &Position, beast: UnitId) -> Rule {
    Rule(if pos.spec(beast).kind == UnitType::CH { "alexander 9.23" } else { "9.11" })
}

/// **spqr 9.11, alexander 9.23.** Before the charge: infantry attacked through its front by elephants or
/// chariots alone, which moved (chariots in any case), may open its ranks while there is room behind it. In
/// some books by one that attacks one unit only; where several are attacked, all open their ranks or none.
pub(crate) fn offer(pos: &Position, oracle: &mut Oracle<'_>, fight: &mut Fight) -> Flow<()> {
    let choices = &pos.set.variant.choices.shock;
    let single = fight.attackers.len() == 1 && fight.defenders.len() == 1;
    let kind = pos.spec(fight.attackers[0]).kind;
    let passes = match kind {
        UnitType::EL => choices.elephants_pass,
        UnitType::CH => true,
        _ => false,
    };
    let chariots = kind == UnitType::CH;
    let charges = fight.attackers.iter().all(|&a| pos.spec(a).kind == kind && (chariots || moved_in(pos, a)));
    if !passes || !charges || !(single || choices.passes_many) {
        return Ok(());
    }
    if !speakers(pos, &fight.defenders).all(|d| may_open(pos, &fight.attackers, d)) {
        return Ok(());
    }
    let mut opened = Vec::new();
    for unit in speakers(pos, &fight.defenders) {
        let Some(lines) = ask(pos, oracle, fight.attackers[0], unit)? else { return Ok(()) };
        opened.push((unit, lines));
    }
    let elephant = fight.attackers[0];
    for &(unit, lines) in &opened {
        oracle.tell(|| {
            Happening::Shock(ShockEvent::OpensRanks { unit, elephant, lines, rule: rule(pos, elephant) })
        });
    }
    fight.pass_thru = true;
    fight.opened = opened;
    Ok(())
}

/// May this unit open its ranks for all of them?
fn may_open(pos: &Position, beasts: &[UnitId], unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    let met: Vec<Angle> = beasts.iter().filter_map(|&b| approach(pos, b, unit)).collect();
    let skilled = pos.spec(beasts[0]).kind == UnitType::EL || spec.kind == UnitType::LG || spec.macedonian;
    spec.kind.is_infantry()
        && skilled
        && !pos.is_routed(unit)
        && met.iter().all(|&angle| angle == Angle::Front)
        && !met.is_empty()
        && !exits(pos, beasts[0], unit).is_empty()
}

/// Asks one unit; gives the number of lines that open, or `None` when it stands.
fn ask(pos: &Position, oracle: &mut Oracle<'_>, beast: UnitId, unit: UnitId) -> Flow<Option<u8>> {
    let (spec, mover) = (pos.spec(unit), pos.spec(beast));
    let open = exits(pos, beast, unit);
    let least = open.iter().map(|&(_, lines)| lines).min().unwrap_or(1);
    let most = open.iter().map(|&(_, lines)| lines).max().unwrap_or(1);
    let chariots = mover.kind == UnitType::CH;
    let price = if chariots {
        "half the hits, a check after the chariots are through"
    } else {
        "one more on its pre-shock die, half the hits, a check after the elephant is through"
    };
    let default = if spec.kind == UnitType::LG || chariots { "yes" } else { "no" };
    let side = &pos.set.sides[spec.side];
    let deeper = (most > least).then_some((
        "two",
        Some(most),
        "so does the line behind it: they come out behind both",
    ));
    let options = Listed {
        of: [("yes", Some(least), price), ("no", None, "stand and fight")].into_iter().chain(deeper),
        key: |way: &(&'static str, Option<u8>, &'static str)| way.0,
        text: |way: &(&'static str, Option<u8>, &'static str)| way.2,
    };
    let matter = Matter { window: "pass-thru", side, subject: &spec.code, rule: rule(pos, beast) };
    let chosen = oracle.choose(matter, &options, |matter, _| {
        matter
            .question(format!("Does {} open its ranks for {}?", spec.code, mover.code))
            .naming(&mover.code)
            .fact("mover", &mover.code)
            .fact("mover.type", mover.kind.letters())
            .fact("own.type", spec.kind.letters())
            .fact("own.hits", pos.hits(unit))
            .fact("own.tq", spec.tq)
            .or_else(default)
    })?;
    Ok(chosen.1)
}

/// Unoccupied hexes behind the infantry that the elephant or chariots can stand in, each with the number of
/// lines that have to open: one, for chariots two at most. Skirmishers in the way are no line (alexander
/// 9.23).
fn exits(pos: &Position, beast: UnitId, unit: UnitId) -> Vec<(Hex, u8)> {
    let most = if pos.spec(beast).kind == UnitType::CH { 2 } else { 1 };
    let mut found: Vec<(Hex, u8)> = Vec::new();
    let mut lines: Vec<(UnitId, u8)> = vec![(unit, 1)];
    let mut at = 0;
    while let Some(&(front, depth)) = lines.get(at) {
        at += 1;
        let behind = pos.hexes(front).iter().flat_map(|h| h.neighbours().map(|(_, n)| n));
        for hex in behind.filter(|&h| pos.angle(front, h) == Some(Angle::Rear)) {
            let Some(next) = pos.stack(hex).top else {
                if crate::shock::advance::may_enter(pos, beast, pos.hexes(front), hex)
                    && !found.contains(&(hex, depth))
                {
                    found.push((hex, depth));
                }
                continue;
            };
            let spec = pos.spec(next);
            let small = spec.kind.is_skirmisher();
            let own = spec.side == pos.side(unit) && !pos.is_routed(next) && spec.kind.is_infantry();
            let depth = if small { depth } else { depth + 1 };
            if most > 1 && own && depth <= most && !lines.iter().any(|&(u, _)| u == next) {
                lines.push((next, depth));
            }
        }
    }
    found.sort_unstable();
    found.dedup_by_key(|(hex, _)| *hex);
    found
}

/// **spqr 9.11 steps 3 and 4, alexander 9.23.** After the shock they come out behind the infantry, which
/// checks for it; not when one of those who opened their ranks has gone, for then they advance. Chariots are
/// finished.
pub(crate) fn come_out(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight) -> Flow<()> {
    let stands = |pos: &Position, u: UnitId| fight.holds(pos, u) && !pos.is_routed(u);
    if !fight.opened.iter().all(|&(u, _)| stands(pos, u)) {
        return Ok(());
    }
    let mut through = Vec::new();
    for &beast in &fight.attackers {
        if stands(pos, beast) && place(pos, oracle, fight, beast)? {
            through.push(beast);
        }
    }
    let Some(&first) = through.first() else { return Ok(()) };
    for &(unit, _) in &fight.opened {
        if !pos.spec(unit).kind.is_skirmisher() {
            close_ranks(pos, oracle, unit, first)?;
        }
    }
    for beast in through {
        movement::leaders_withdraw(pos, oracle, beast)?;
    }
    Ok(())
}

/// Where it comes out, with whoever rides on it. False: there is no room.
fn place(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight, beast: UnitId) -> Flow<bool> {
    let mut open: Vec<Hex> = Vec::new();
    for &(unit, lines) in &fight.opened {
        if approach(pos, beast, unit).is_some() {
            open.extend(exits(pos, beast, unit).into_iter().filter(|e| e.1 == lines).map(|e| e.0));
        }
    }
    open.sort_by_cached_key(|&h| company(pos, pos.side(beast), h));
    open.dedup();
    let (Some(&first), Some(facing)) = (open.first(), pos.facing(beast)) else { return Ok(false) };
    let mut to = first;
    if open.len() > 1 {
        let side = pos.side(beast);
        let mut question = Question::new(
            "pass-thru-hex",
            &pos.set.sides[side],
            &pos.spec(beast).code,
            rule(pos, beast),
            format!("Where does {} come out?", pos.spec(beast).code),
        );
        for hex in &open {
            question = question.choice(hex.to_string(), format!("in {hex}"));
        }
        let key = oracle.ask(question)?;
        to = open.iter().copied().find(|h| h.to_string() == key).unwrap_or(first);
    }
    let from = pos.hexes(beast);
    let riders: Vec<_> = pos.leaders_in(from.left.unwrap_or(to)).collect();
    pos.put(beast, to, facing);
    for leader in riders {
        pos.place_leader(leader, Some(to));
    }
    if pos.spec(beast).kind == UnitType::CH {
        pos.unit_mut(beast).pursued = true;
    }
    oracle.tell(|| Happening::Shock(ShockEvent::PassedThru { elephant: beast, to, rule: rule(pos, beast) }));
    Ok(true)
}

/// The check of infantry through whose ranks somebody has gone.
fn close_ranks(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, beast: UnitId) -> Flow<()> {
    let rule = rule(pos, beast);
    let check = check(pos, oracle, unit, "pass-thru", 0, rule)?;
    oracle.tell(|| Happening::Shock(ShockEvent::RanksChecked { unit, check, rule }));
    if check.excess == 0 {
        return Ok(());
    }
    let why = if pos.spec(beast).kind == UnitType::CH {
        HitCause::ChariotsPassed
    } else {
        HitCause::ElephantPassed
    };
    rout::hit(pos, oracle, unit, check.excess, why)?;
    if matches!(pos.unit(unit).morale, Morale::Steady { .. }) {
        rout::rout_if_broken(pos, oracle, unit, Some(beast))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Side, UnitSpec};
    use crate::proving_ground::{ground, u, unit};
    use tess_hex::Facing;

    fn one(kind: UnitType, at: u16, facing: Facing, side: Side) -> UnitSpec {
        unit(&format!("{}{at}", side.index()), side, kind, (4, 6, 6), at, facing)
    }

    /// spqr-9.11-ex.
    #[test]
    fn the_elephant_comes_out_in_one_of_the_two_rear_hexes() {
        let pos = ground(
            vec![
                one(UnitType::EL, 3022, Facing::W, Side::Second),
                one(UnitType::LG, 2921, Facing::E, Side::First),
            ],
            vec![],
        );
        let numbers: Vec<u16> = exits(&pos, u(0), u(1)).into_iter().map(|(hex, _)| hex.number()).collect();
        assert_eq!(numbers, [2821, 2822]);
    }

    #[test]
    fn an_occupied_rear_hex_is_no_exit() {
        let pos = ground(
            vec![
                one(UnitType::EL, 3022, Facing::W, Side::Second),
                one(UnitType::LG, 2921, Facing::E, Side::First),
                one(UnitType::LG, 2821, Facing::E, Side::First),
            ],
            vec![],
        );
        let numbers: Vec<u16> = exits(&pos, u(0), u(1)).into_iter().map(|(hex, _)| hex.number()).collect();
        assert_eq!(numbers, [2822]);
    }
}
