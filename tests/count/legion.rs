//! A second opinion on a battle of miniatures: how many bases there are, who is gone for good, and who has
//! won. It keeps its own count from the setup on and reads positions only; of the rules it uses no function.

use std::collections::BTreeSet;

use tesserarius::effects::Ending;
use tesserarius::legion::setup::{CommandId, SpecId};
use tesserarius::legion::state::{LeaderPlace, Place, Unit};
use tesserarius::legion::{Position, Setup, Side, UnitId};

/// The count of one battle.
pub struct Count {
    /// Half stands of each unit as listed.
    listed: Vec<u32>,
    gone: BTreeSet<UnitId>,
    dead: BTreeSet<CommandId>,
    turn: u16,
    units: usize,
}

impl Count {
    /// Before the first order.
    pub fn new(set: &Setup) -> Count {
        let listed = set.units.iter().map(|u| 2 * u.stands.len() as u32).collect();
        Count { listed, gone: BTreeSet::new(), dead: BTreeSet::new(), turn: 0, units: set.units.len() }
    }

    /// After an action.
    pub fn look(&mut self, pos: &Position) -> Result<(), String> {
        if pos.turn < self.turn || pos.units.len() < self.units {
            return Err(format!("turn {} after {}, {} units", pos.turn, self.turn, pos.units.len()));
        }
        (self.turn, self.units) = (pos.turn, pos.units.len());
        self.bases(pos)?;
        self.places(pos)?;
        self.men(pos)?;
        combats(pos)
    }

    /// Every base that a unit was listed with stands somewhere, waits as a chariot, or has been lost, and
    /// only once.
    fn bases(&self, pos: &Position) -> Result<(), String> {
        let mut codes: BTreeSet<String> = BTreeSet::new();
        for id in pos.unit_ids() {
            if !codes.insert(pos.code(id)) {
                return Err(format!("there are two units {}", pos.code(id)));
            }
        }
        for (nth, &listed) in self.listed.iter().enumerate() {
            let all = pos.units.iter().map(|unit| &**unit);
            let parts: Vec<&Unit> = all.filter(|u| u.of == SpecId(nth as u16)).collect();
            let found: u32 =
                parts.iter().map(|u| standing(u) + u32::from(u.lost.0) + u32::from(u.lost.1)).sum();
            if found != listed {
                let code = &pos.set.units[nth].code;
                return Err(format!(
                    "{code} was listed with {listed} half stands; {found} are accounted for"
                ));
            }
        }
        Ok(())
    }

    /// Nobody comes back from the dead, and everybody stands on the table, where nobody else stands.
    fn places(&mut self, pos: &Position) -> Result<(), String> {
        for id in pos.unit_ids() {
            let (unit, code) = (pos.unit(id), pos.code(id));
            match unit.place {
                Place::Gone => drop(self.gone.insert(id)),
                _ if self.gone.contains(&id) => return Err(format!("{code} is back: {:?}", unit.place)),
                Place::Table(_) if unit.stands.is_empty() => return Err(format!("{code} has no stand left")),
                Place::Table(_) if !pos.bases(id).iter().all(|b| pos.set.table.holds(b)) => {
                    return Err(format!("{code} stands beside the table: {:?}", unit.place));
                }
                Place::Table(_) | Place::Waiting | Place::Away => {}
            }
        }
        Ok(())
    }

    fn men(&mut self, pos: &Position) -> Result<(), String> {
        for command in (0..pos.set.commands.len() as u16).map(CommandId) {
            let code = &pos.set.command(command).leader.code;
            match pos.leader(command).place {
                LeaderPlace::Killed => drop(self.dead.insert(command)),
                _ if self.dead.contains(&command) => return Err(format!("{code} is alive again")),
                LeaderPlace::With(unit, _) if self.gone.contains(&unit) => {
                    return Err(format!("{code} is with {}, who is gone", pos.code(unit)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// At the end: who has won has the more points, counted anew.
    pub fn end(&self, pos: &Position, ending: &Ending) -> Result<(), String> {
        let points = Side::BOTH.map(|side| self.points(pos, side));
        let won = match points[0].cmp(&points[1]) {
            std::cmp::Ordering::Greater => Some(pos.set.sides[Side::First].clone()),
            std::cmp::Ordering::Less => Some(pos.set.sides[Side::Second].clone()),
            std::cmp::Ordering::Equal => None,
        };
        if won == ending.winner {
            Ok(())
        } else {
            Err(format!("{points:?}, and {:?} has won", ending.winner))
        }
    }

    /// A fiftieth of the points of each enemy Command counted as beaten, ratings of lost commanders,
    /// objectives (victory.points).
    fn points(&self, pos: &Position, side: Side) -> u32 {
        let mut sum = u32::from(pos.tally.gained[side]);
        for (nth, spec) in pos.set.commands.iter().enumerate().filter(|(_, c)| c.side != side) {
            let command = CommandId(nth as u16);
            let own = pos.set.units.iter().filter(|u| u.command == command).flat_map(|u| &u.stands);
            let cost: u32 = own.map(|t| u32::from(pos.set.troop(*t).points)).sum();
            if pos.tally.fallen.contains(&command) {
                sum += (cost + u32::from(spec.leader.points)).div_ceil(50);
            }
            if matches!(pos.leader(command).place, LeaderPlace::Killed | LeaderPlace::Captured) {
                sum += u32::from(spec.leader.rating);
            }
        }
        sum
    }
}

/// Half stands that a unit has, those of chariots whose warriors fight on foot in place of these.
fn standing(unit: &Unit) -> u32 {
    if unit.drivers > 0 {
        return 2 * u32::from(unit.drivers);
    }
    unit.stands.iter().map(|s| if s.half { 1 } else { 2 }).sum()
}

/// Whoever fights is there, against an enemy.
fn combats(pos: &Position) -> Result<(), String> {
    for e in &pos.engagements {
        let (a, b) = (pos.code(e.attacker), pos.code(e.defender));
        if pos.side(e.attacker) == pos.side(e.defender) {
            return Err(format!("{a} fights its friend {b}"));
        }
        for (unit, code) in [(e.attacker, &a), (e.defender, &b)] {
            if pos.stance(unit).is_none() {
                return Err(format!("{code} fights and is not there"));
            }
        }
    }
    Ok(())
}
