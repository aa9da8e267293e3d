//! The hand-to-hand struggle: dice, table, hits (8.46).

use super::clash;
use super::distribute::{Takers, is_attackers_choice, place, share};
use super::factors::{Hits, apply};
use super::fight::Fight;
use super::leaders::effects;
use super::told::{Blow, ShockEvent};
use crate::effects::{Flow, Rule};
use crate::gboh::piece::UnitId;
use crate::gboh::position::Position;
use crate::gboh::{Happening, Oracle, rout};

/// **spqr 8.45, 8.46.** Pairs for all combats, then dice for all, then hits for all.
pub(super) fn struggle(pos: &mut Position, oracle: &mut Oracle<'_>, fights: &mut [Fight]) -> Flow<()> {
    for fight in fights.iter_mut() {
        if fight.goes_on(pos) {
            fight.bout = clash::choose(pos, oracle, fight)?;
        }
    }
    let mut blows: Vec<Blow> = Vec::with_capacity(fights.len());
    for fight in fights.iter_mut() {
        if fight.goes_on(pos)
            && let Some(blow) = strike(pos, oracle, fight)?
        {
            blows.push(blow);
        }
    }
    for blow in &mut blows {
        divide(pos, oracle, blow)?;
        blow.shares = spill(pos, std::mem::take(&mut blow.shares));
    }
    for blow in blows {
        oracle.tell(|| Happening::Shock(ShockEvent::Struck(Box::new(blow.clone()))));
        for (unit, hits) in blow.shares {
            if hits > 0 {
                rout::hit(pos, oracle, unit, hits, "shock", Rule("8.46"))?;
            }
        }
    }
    Ok(())
}

/// **spqr 8.46 steps 3 and 4.** The die with the leaders' charisma, the table, and the factors.
fn strike(pos: &Position, oracle: &mut Oracle<'_>, fight: &mut Fight) -> Flow<Option<Blow>> {
    // Nobody asks the pair for its shifts any more: the blow tells of them.
    let Some(shifts) = fight.bout.as_mut().map(|bout| std::mem::take(&mut bout.shifts)) else {
        return Ok(None);
    };
    let (attackers, defenders) = (fight.attackers_left(pos), fight.defenders_left(pos));
    let die = oracle.d10("shock", &pos.spec(attackers[0]).code, Rule("8.46"))?;
    let leaders = effects(pos, fight, &attackers, &defenders);
    let Some(bout) = &fight.bout else { return Ok(None) };
    let sum: i16 = i16::from(die) + leaders.iter().map(|l| i16::from(l.by)).sum::<i16>();
    let row = sum.clamp(0, 9) as u8;
    let table = read(pos, bout.column, row);
    let (hits, factors) = apply(table, bout.conditions);
    Ok(Some(Blow {
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
        die,
        leaders,
        row,
        table,
        factors,
        hits,
        shares: Vec::new(),
    }))
}

/// **spqr 8.74.** The table's hits.
pub(super) fn read(pos: &Position, column: u8, row: u8) -> Hits {
    let table = &pos.set.variant.charts.shock;
    let (row, at) = (usize::from(row.min(9)), usize::from(column.clamp(1, 13) - 1));
    Hits { attacker: table.attacker[row][at], defender: table.defender[row][at] }
}

/// **spqr 10.13, first exception.** What a unit cannot bear any more goes to the leader's elephant in its hex.
fn spill(pos: &Position, shares: Vec<(UnitId, u8)>) -> Vec<(UnitId, u8)> {
    if pos.set.special.leader_elephants.is_empty() {
        return shares;
    }
    let mut kept: Vec<(UnitId, u8)> = Vec::with_capacity(shares.len());
    let mut spilt: Vec<(UnitId, u8)> = Vec::new();
    for (unit, hits) in shares {
        let side = pos.spec(unit).side;
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
fn divide(pos: &Position, oracle: &mut Oracle<'_>, blow: &mut Blow) -> Flow<()> {
    let attackers = Takers { units: &blow.attackers, chosen: blow.attacker, angle: None };
    let mut shares = share(pos, oracle, blow.hits.attacker, attackers)?;
    if blow.hits.defender > 0 && is_attackers_choice(pos, &blow.attackers, &blow.defenders) {
        shares.extend(place(pos, oracle, blow.hits.defender, &blow.attackers, &blow.defenders)?);
    } else {
        let defenders = Takers { units: &blow.defenders, chosen: blow.defender, angle: Some(blow.angle) };
        shares.extend(share(pos, oracle, blow.hits.defender, defenders)?);
    }
    blow.shares = shares;
    Ok(())
}
