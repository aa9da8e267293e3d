//! A second opinion on a battle: who is where, who is gone for good, and what that is worth. It keeps its
//! own count from the setup on and reads positions only; of the rules it uses no function but those whose
//! answer it checks.

use std::collections::{BTreeMap, BTreeSet};

use tesserarius::effects::Ending;
use tesserarius::gboh::piece::{Class, Rank, UnitSpec, UnitType};
use tesserarius::gboh::position::{Morale, Place};
use tesserarius::gboh::rout::rout_points;
use tesserarius::gboh::{LeaderId, Position, Setup, Side, UnitId};

/// Columns and rows as numbers.
type Spot = (i32, i32);

/// The count of one battle.
pub struct Count {
    units: BTreeSet<UnitId>,
    gone: BTreeSet<UnitId>,
    dead: BTreeSet<LeaderId>,
    /// Points of the leaders who fell, by side.
    fallen: [u32; 2],
    turn: u16,
}

impl Count {
    /// Before the first order.
    pub fn new(set: &Setup) -> Count {
        let all = (0..set.units.len()).map(|i| UnitId(u16::try_from(i).expect("few units")));
        Count { units: all.collect(), gone: BTreeSet::new(), dead: BTreeSet::new(), fallen: [0, 0], turn: 0 }
    }

    /// After an action.
    pub fn look(&mut self, pos: &Position) -> Result<(), String> {
        if pos.turn < self.turn {
            return Err(format!("turn {} after turn {}", pos.turn, self.turn));
        }
        self.turn = pos.turn;
        let known: BTreeSet<UnitId> = pos.unit_ids().collect();
        if known != self.units {
            return Err(format!("{} units, not {}", known.len(), self.units.len()));
        }
        self.places(pos)?;
        self.men(pos)?;
        for side in Side::BOTH {
            let mine = self.points(pos, side);
            if mine != u32::from(rout_points(pos, side)) {
                return Err(format!("{side:?} has lost {mine} points, not {}", rout_points(pos, side)));
            }
        }
        Ok(())
    }

    /// At the end: whoever withdrew had lost enough for it, and the other had not or had less to spare.
    pub fn end(&self, pos: &Position, ending: &Ending) -> Result<(), String> {
        let over = Side::BOTH.map(|s| i64::from(self.points(pos, s)) - i64::from(pos.set.withdrawal[s]));
        let Some(winner) = &ending.winner else {
            // A battle that its last turn ends, or that nobody can go on with (docs/rulings, 11), is drawn
            // too.
            let led = Side::BOTH.iter().any(|&s| self.has_leader(pos, s));
            let alike = over[0] == over[1] && over[0] >= 0;
            let late = pos.set.special.last_turn.is_some_and(|last| pos.turn >= last);
            return if alike || late || !led {
                Ok(())
            } else {
                Err(format!("drawn with {over:?} points over the levels"))
            };
        };
        let won = usize::from(*winner == pos.set.sides.0[1]);
        let king = |l: &&LeaderId| pos.leader_spec(**l).is_vital;
        if let Some(dead) = self.dead.iter().find(king) {
            let lost = pos.leader_spec(*dead).side.index();
            return if lost == won { Err(format!("{winner} won and has lost its king")) } else { Ok(()) };
        }
        if over[1 - won] < 0 || over[won] >= over[1 - won] {
            return Err(format!("{winner} won with {over:?} points over the levels"));
        }
        Ok(())
    }

    fn places(&mut self, pos: &Position) -> Result<(), String> {
        let mut due: BTreeMap<Spot, Vec<UnitId>> = BTreeMap::new();
        for &unit in &self.units {
            let (spec, now) = (pos.spec(unit), pos.unit(unit));
            let wrong = |why: &str| Err(format!("{} {why}: {:?}, {:?}", spec.code, now.place, now.morale));
            match now.place {
                _ if self.gone.contains(&unit) && now.place != Place::Eliminated => return wrong("is back"),
                Place::Field { hex, facing } => {
                    let left = spot(&hex.to_string());
                    // The elephant of a leader stands in the grid only while no unit covers it (4.85).
                    if pos.is_leader_elephant(unit) && !pos.stack(hex).holds(unit) {
                        let cover = pos.stack(hex).top.filter(|&u| pos.spec(u).side == spec.side);
                        if cover.is_none() {
                            return wrong("is lost");
                        }
                        continue;
                    }
                    due.entry(left).or_default().push(unit);
                    if spec.two_hex {
                        due.entry(right_half(left, &facing.to_string())).or_default().push(unit);
                    }
                    // An undisciplined army with its spirit bears two more (cataphract 11.2).
                    let (side, course) = (spec.side, &pos.course);
                    let spirit = if pos.set.special.undisciplined[side] && !course.spirit_lost[side.index()] {
                        2
                    } else {
                        0
                    };
                    if let Morale::Steady { hits } = now.morale
                        && hits > spec.tq + spirit
                    {
                        return wrong("should have routed");
                    }
                }
                Place::Eliminated => {
                    self.gone.insert(unit);
                }
                Place::Pursuing { .. } if !is_horse(spec) => return wrong("cannot pursue"),
                Place::Waiting if spec.start.is_some() => return wrong("is lost"),
                Place::Pursuing { .. } | Place::Waiting => {}
            }
        }
        for (&(col, row), units) in &due {
            let sides: BTreeSet<_> = units.iter().map(|&u| pos.spec(u).side.index()).collect();
            if sides.len() != 1 || units.len() > 2 {
                let who: Vec<&str> = units.iter().map(|&u| pos.spec(u).code.as_str()).collect();
                return Err(format!("{col:02}{row:02} holds {}", who.join(", ")));
            }
        }
        for hex in pos.set.field.hexes() {
            let mut stands: Vec<UnitId> = pos.stack(hex).units().collect();
            stands.sort_unstable();
            let mine = due.remove(&spot(&hex.to_string())).unwrap_or_default();
            if stands != mine {
                return Err(format!("{hex} holds {stands:?}, not {mine:?}"));
            }
        }
        due.keys().next().map_or(Ok(()), |spot| Err(format!("somebody stands off the map, at {spot:?}")))
    }

    fn men(&mut self, pos: &Position) -> Result<(), String> {
        for leader in pos.leader_ids() {
            let (spec, now) = (pos.leader_spec(leader), pos.leader(leader));
            if let Some(hex) = now.hex
                && let Some(foe) = pos.stack(hex).units().find(|&u| pos.spec(u).side != spec.side)
            {
                return Err(format!("{} is in {hex} with his enemy {}", spec.code, pos.spec(foe).code));
            }
            if now.killed && now.hex.is_some() {
                return Err(format!("{} is dead in {:?}", spec.code, now.hex));
            }
            if now.killed && self.dead.insert(leader) {
                let each = match spec.rank {
                    Rank::ElephantLeader | Rank::MacedonianContingent => 0,
                    Rank::Tribune | Rank::PraefectSociorum | Rank::PraefectEquitum | Rank::Replacement => 1,
                    Rank::Overall | Rank::Subordinate | Rank::Proconsul | Rank::Contingent => 5,
                };
                let each = spec.points_times.map_or(each, u32::from);
                self.fallen[spec.side.index()] += each * u32::from(spec.initiative);
            } else if !now.killed && self.dead.remove(&leader) {
                // Others took his counter up again (4.74); who replaces a named leader has a counter of his
                // own.
                if matches!(spec.rank, Rank::Overall | Rank::Subordinate | Rank::Proconsul) {
                    return Err(format!("{} is alive again", spec.code));
                }
            }
        }
        Ok(())
    }

    fn has_leader(&self, pos: &Position, side: Side) -> bool {
        pos.leader_ids().any(|l| pos.leader_spec(l).side == side && pos.leader(l).hex.is_some())
    }

    /// spqr 11.1, cataphract 12.11, alexander 10.52.
    fn points(&self, pos: &Position, side: Side) -> u32 {
        let lost = self.gone.iter().filter(|&&u| pos.spec(u).side == side && !pos.is_leader_elephant(u));
        let worth = |&unit: &UnitId| {
            let spec = pos.spec(unit);
            match pos.set.variant.book.as_str() {
                "spqr" => in_spqr(spec),
                "cataphract" => u32::from(spec.tq),
                "alexander" => in_alexander(spec, pos.set.special.skirmisher_points),
                other => panic!("what is a unit worth in {other}?"),
            }
        };
        lost.map(worth).sum::<u32>() + self.fallen[side.index()]
    }
}

/// What SPQR gives for a unit (11.1).
fn in_spqr(spec: &UnitSpec) -> u32 {
    match spec.kind {
        UnitType::SK | UnitType::SKS | UnitType::EL => 2,
        _ if spec.two_hex => 2 * u32::from(spec.tq),
        _ => u32::from(spec.tq),
    }
}

/// What Alexander's book gives for one (10.52); with the variant all skirmishers count two.
fn in_alexander(spec: &UnitSpec, variant: bool) -> u32 {
    match spec.kind {
        _ if spec.class == Class::SC => 0,
        UnitType::SK if !variant => 1,
        UnitType::SK | UnitType::SKS | UnitType::EL | UnitType::CH => 2,
        _ if spec.two_hex => 2 * u32::from(spec.tq),
        _ => u32::from(spec.tq),
    }
}

fn is_horse(spec: &UnitSpec) -> bool {
    use UnitType::{HC, LC, LN, RC};
    matches!(spec.kind, HC | RC | LN | LC)
}

/// `"0412"`.
fn spot(hex: &str) -> Spot {
    let number = |part: &str| part.parse().expect("two digits");
    (number(&hex[..2]), number(&hex[2..]))
}

/// Where the right half of a two-hex unit lies. Odd columns lie half a hex down.
fn right_half((col, row): Spot, facing: &str) -> Spot {
    let odd = col.rem_euclid(2);
    match facing {
        "E" => (col, row + 1),
        "W" => (col, row - 1),
        "NW" => (col + 1, row - 1 + odd),
        "NE" => (col + 1, row + odd),
        "SW" => (col - 1, row - 1 + odd),
        "SE" => (col - 1, row + odd),
        other => panic!("no facing {other}"),
    }
}
