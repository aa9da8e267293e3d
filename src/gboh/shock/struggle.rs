//! The hand-to-hand struggle: dice, table, hits (8.46).

use crate::events::blow::Hits;
use crate::events::hit_cause::HitCause;
use crate::events::shock::{Blow, ShockEvent};
use crate::piece::UnitId;
use crate::position::Position;
use crate::shock::distribute::{Takers, is_attackers_choice, place, share};
use crate::shock::factors::{apply, outcome};
use crate::shock::fight::Fight;
use crate::shock::leaders::effects;
use crate::shock::{clash, pass_thru};
use crate::{Flow, Happening, Oracle, rout};
use tess_effects::Rule;

/// **spqr 8.45, 8.46.** Pairs for all combats, then dice for all, then hits for all.
pub(crate) fn struggle(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &mut [Fight]) -> Flow<()> {
    for fight in fights.iter_mut() {
        if fight.goes_on(pos) {
            fight.bout = clash::choose(pos, oracle, fight)?;
        }
    }
    let mut blows: Vec<Struck> = Vec::with_capacity(fights.len());
    for (at, fight) in fights.iter_mut().enumerate() {
        if fight.goes_on(pos)
            && let Some((hits, told)) = strike(pos, oracle, fight)?
        {
            blows.push(Struck { at, hits, told, shares: Vec::new() });
        }
    }
    for blow in &mut blows {
        let shares = divide(pos, oracle, &fights[blow.at], blow.hits)?;
        blow.shares = spill(pos, shares);
    }
    for Struck { shares, told, .. } in blows {
        if let Some(blow) = told {
            let shares = shares.clone();
            oracle.tell(|| Happening::Shock(ShockEvent::Struck(Box::new(Blow { shares, ..*blow }))));
        }
        for (unit, hits) in shares {
            if hits > 0 {
                rout::hit(pos, oracle, unit, hits, HitCause::Shock)?;
            }
        }
    }
    Ok(())
}

/// What a clash does.
struct Struck {
    /// The place of its combat among all.
    at: usize,
    /// Hits in the end.
    hits: Hits,
    /// Who takes how many.
    shares: Vec<(UnitId, u8)>,
    /// How it came to that, where somebody will read it.
    told: Option<Box<Blow>>,
}

/// **spqr 8.46 steps 3 and 4.** The die with the leaders' charisma, the table, and the factors: the hits,
/// and their story where somebody will read it.
fn strike(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    fight: &mut Fight,
) -> Flow<Option<(Hits, Option<Box<Blow>>)>> {
    // Nobody asks the pair for its shifts any more: the blow tells of them.
    let Some(shifts) = fight.bout.as_mut().map(|bout| std::mem::take(&mut bout.shifts)) else {
        return Ok(None);
    };
    let (attackers, defenders) = (fight.attackers_left(pos), fight.defenders_left(pos));
    // Who inspires them is said before the die is known.
    let leaders = effects(pos, oracle, fight, &attackers, &defenders)?;
    let die = oracle.d10("shock", &pos.spec(attackers[0]).code, Rule("8.46"))?;
    let Some(bout) = &fight.bout else { return Ok(None) };
    let sum: i16 = i16::from(die) + leaders.iter().map(|l| i16::from(l.by)).sum::<i16>();
    let row = sum.clamp(0, 9) as u8;
    let table = read(pos, bout.column, row);
    if !oracle.is_heard() {
        return Ok(Some((outcome(table, bout.conditions), None)));
    }
    let (hits, factors) = apply(table, bout.conditions);
    let told = Blow {
        number: fight.number,
        attackers: attackers.into_owned(),
        defenders: defenders.into_owned(),
        attacker: bout.attacker,
        defender: bout.defender,
        angle: bout.angle,
        base: bout.base,
        sizes: bout.sizes,
        shifts,
        column: bout.column,
        superiority: bout.conditions.superiority,
        ranks: pass_thru::rule(pos, bout.attacker),
        die,
        leaders,
        row,
        table,
        factors,
        hits,
        shares: Vec::new(),
    };
    Ok(Some((hits, Some(Box::new(told)))))
}

/// **spqr 8.74.** The table's hits.
pub(crate) fn read(pos: &Position, column: u8, row: u8) -> Hits {
    let table = &pos.set.variant.charts.shock;
    let (row, at) = (usize::from(row.min(9)), usize::from(column.clamp(1, 13) - 1));
    Hits { attacker: table.attacker[row][at], defender: table.defender[row][at] }
}

/// **spqr 10.13, first exception.** What a unit cannot bear any more goes to the leader's elephant in its
/// hex.
fn spill(pos: &Position, shares: Vec<(UnitId, u8)>) -> Vec<(UnitId, u8)> {
    if pos.set.special.leader_elephants.is_empty() {
        return shares;
    }
    let mut kept: Vec<(UnitId, u8)> = Vec::with_capacity(shares.len());
    let mut spilt: Vec<(UnitId, u8)> = Vec::new();
    for (unit, hits) in shares {
        let side = pos.side(unit);
        let own =
            pos.hexes(unit).iter().find_map(|h| pos.elephant_of_leader_in(side, h)).filter(|&e| e != unit);
        let room = pos.quality(unit).saturating_sub(pos.hits(unit));
        match own {
            Some(elephant) if hits > room => {
                kept.push((unit, room));
                match spilt.iter_mut().find(|(e, _)| *e == elephant) {
                    Some((_, n)) => *n += hits - room,
                    None => spilt.push((elephant, hits - room)),
                }
            }
            _ => kept.push((unit, hits)),
        }
    }
    kept.extend(spilt);
    kept
}

/// **spqr 10.13.** Who takes how many.
fn divide(pos: &Position, oracle: &mut Oracle<'_>, fight: &Fight, hits: Hits) -> Flow<Vec<(UnitId, u8)>> {
    let Some(bout) = &fight.bout else { return Ok(Vec::new()) };
    let (attackers, defenders) = (fight.attackers_left(pos), fight.defenders_left(pos));
    let mut shares = Vec::with_capacity(attackers.len() + defenders.len());
    let takers = Takers { units: &attackers, chosen: bout.attacker, angle: None };
    share(pos, oracle, hits.attacker, takers, &mut shares)?;
    if hits.defender > 0 && is_attackers_choice(pos, &attackers, &defenders) {
        shares.extend(place(pos, oracle, hits.defender, &attackers, &defenders)?);
    } else {
        let takers = Takers { units: &defenders, chosen: bout.defender, angle: Some(bout.angle) };
        share(pos, oracle, hits.defender, takers, &mut shares)?;
    }
    Ok(shares)
}
