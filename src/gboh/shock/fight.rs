//! One combat while it is resolved.

use std::borrow::Cow;

use crate::events::blow::Shift;
use crate::events::shock::ShockEvent;
use crate::piece::{LeaderId, Side, UnitId};
use crate::position::{Hexes, Morale, Place, Position, ShockMark};
use crate::rout::is_broken;
use crate::shock::factors::Conditions;
use crate::state::stage::Combat;
use crate::variant::charts::Angle;
use crate::{Happening, Oracle};
use tess_effects::Rule;
use tess_hex::Hex;

/// A pair of units and everything it decides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Bout {
    /// The attacker.
    pub attacker: UnitId,
    /// The defender.
    pub defender: UnitId,
    /// Through which of its sides.
    pub angle: Angle,
    /// Column by type and side.
    pub base: u8,
    /// Shifts.
    pub shifts: Vec<Shift>,
    /// Sizes of both sides.
    pub sizes: (u16, u16),
    /// Column after the shifts.
    pub column: u8,
    /// What is done to the table's hits.
    pub conditions: Conditions,
}

/// What victorious cavalry does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chase {
    /// Who.
    pub rider: UnitId,
    /// It pursues; else it breaks off.
    pub pursues: bool,
    /// It rides after the enemy instead of advancing.
    pub rides: bool,
}

/// How a unit left its combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Routed in the charge (8.43).
    Charge,
    /// Routed in the first step of the collapse (8.47).
    Broken,
    /// Routed by a failed collapse check (8.47).
    Collapsed,
    /// Eliminated because it had no way out.
    NoWay,
    /// Fled over the edge of the map.
    OffMap,
    /// Eliminated by its type (10.21), or because it was routed before (10.27).
    Destroyed,
}

/// One combat while it is resolved.
#[derive(Clone, Debug)]
pub(crate) struct Fight {
    /// Its number, from 1.
    pub number: u8,
    /// The side that attacks.
    pub side: Side,
    /// Attackers, in order of id.
    pub attackers: Vec<UnitId>,
    /// Defenders, in order of id.
    pub defenders: Vec<UnitId>,
    /// The attacker the player named for 8.45.
    pub with: Option<UnitId>,
    /// Defenders that were routed before it began.
    pub fugitives: Vec<UnitId>,
    /// Units that were engaged before it began.
    pub engaged: Vec<UnitId>,
    /// Hexes the defenders stood in.
    pub ground: Vec<Hex>,
    /// Those of them that were emptied in the charge while the combat went on (8.51).
    pub early: Vec<Hex>,
    /// Attackers who had another enemy in their zone then, or stood in one: they do not enter those hexes.
    pub held: Vec<UnitId>,
    /// One of the attackers moved adjacent (8.46 step 2).
    pub moved: bool,
    /// The extra combat of a pursuit (8.62).
    pub pursuit: bool,
    /// The ranks are opened for the elephants or chariots (9.11).
    pub pass_thru: bool,
    /// Who opened them, and over how many lines (alexander 9.23).
    pub opened: Vec<(UnitId, u8)>,
    /// Who has left it, how, and over which hexes.
    pub gone: Vec<(UnitId, Exit, Vec<Hex>)>,
    /// Leaders with a casualty: no charisma; those killed with the modifier they leave.
    pub fallen: Vec<(LeaderId, Option<i8>)>,
    /// The pair chosen and what follows from it (8.45, 8.46).
    pub bout: Option<Bout>,
    /// Phalanxes that passed a rout roll in the collapse (8.47).
    pub stood: Vec<UnitId>,
    /// Where everybody stood.
    pub places: Vec<(UnitId, Hexes)>,
    /// What its cavalry does after it (8.62).
    pub chase: Option<Chase>,
    /// It is over without a clash: everybody of one side routed in the charge.
    pub over: bool,
    /// Cavalry in charge formation that has diced for pursuit (alexander 10.42B).
    pub diced: Vec<UnitId>,
    /// Those of it who pursued.
    pub riders: Vec<UnitId>,
    /// Whom they followed.
    pub followed: Vec<UnitId>,
}

impl Fight {
    /// A combat about to be resolved.
    pub fn new(pos: &Position, number: u8, side: Side, combat: Combat, pursuit: bool) -> Fight {
        let all = || combat.attackers.iter().chain(&combat.defenders).copied();
        let mut ground: Vec<Hex> = Vec::with_capacity(combat.defenders.len());
        for hex in combat.defenders.iter().flat_map(|&d| pos.hexes(d).iter()) {
            if !ground.contains(&hex) {
                ground.push(hex);
            }
        }
        Fight {
            number,
            side,
            fugitives: combat.defenders.iter().copied().filter(|&d| pos.is_routed(d)).collect(),
            engaged: all().filter(|&u| crate::questions::is_engaged(pos, u)).collect(),
            ground,
            early: Vec::new(),
            held: Vec::new(),
            moved: pursuit || combat.attackers.iter().any(|&a| moved_in(pos, a)),
            pursuit,
            pass_thru: false,
            opened: Vec::new(),
            gone: Vec::new(),
            fallen: Vec::new(),
            bout: None,
            stood: Vec::new(),
            places: all().map(|u| (u, pos.hexes(u))).collect(),
            chase: None,
            over: false,
            diced: Vec::new(),
            riders: Vec::new(),
            followed: Vec::new(),
            with: combat.with,
            attackers: combat.attackers,
            defenders: combat.defenders,
        }
    }

    /// Is the unit still in the combat?
    pub fn holds(&self, pos: &Position, unit: UnitId) -> bool {
        !self.gone.iter().any(|&(u, ..)| u == unit) && stands(pos, unit, &self.fugitives)
    }

    /// Attackers still in it.
    pub fn attacking<'a>(&'a self, pos: &'a Position) -> impl Iterator<Item = UnitId> + 'a {
        self.attackers.iter().copied().filter(|&u| self.holds(pos, u))
    }

    /// Defenders still in it.
    pub fn defending<'a>(&'a self, pos: &'a Position) -> impl Iterator<Item = UnitId> + 'a {
        self.defenders.iter().copied().filter(|&u| self.holds(pos, u))
    }

    /// Attackers still in it, as a list: a new one only when some have left.
    pub fn attackers_left(&self, pos: &Position) -> Cow<'_, [UnitId]> {
        self.those_left(pos, &self.attackers)
    }

    /// Defenders still in it, likewise.
    pub fn defenders_left(&self, pos: &Position) -> Cow<'_, [UnitId]> {
        self.those_left(pos, &self.defenders)
    }

    fn those_left<'u>(&self, pos: &Position, units: &'u [UnitId]) -> Cow<'u, [UnitId]> {
        chosen(units, |u| self.holds(pos, u))
    }

    /// Both sides still have somebody in it.
    pub fn goes_on(&self, pos: &Position) -> bool {
        let holds = |&u: &UnitId| self.holds(pos, u);
        !self.over && self.attackers.iter().any(holds) && self.defenders.iter().any(holds)
    }

    /// Notes who has left the combat without being sent: with its stack, trampled, or destroyed.
    pub fn sync(&mut self, pos: &Position, exit: Exit) {
        let Fight { attackers, defenders, fugitives, gone, .. } = self;
        for &unit in attackers.iter().chain(&*defenders) {
            if !stands(pos, unit, fugitives) && !gone.iter().any(|&(u, ..)| u == unit) {
                let dead = !matches!(pos.unit(unit).place, Place::Field { .. });
                gone.push((unit, if dead { Exit::Destroyed } else { exit }, Vec::new()));
            }
        }
    }

    /// How a unit left it.
    pub fn exit(&self, unit: UnitId) -> Option<Exit> {
        self.gone.iter().find(|&&(u, ..)| u == unit).map(|&(_, exit, _)| exit)
    }
}

/// Those of a list whom a rule means, mostly all of them.
pub(crate) fn chosen(units: &[UnitId], means: impl Fn(UnitId) -> bool) -> Cow<'_, [UnitId]> {
    if units.iter().all(|&u| means(u)) {
        Cow::Borrowed(units)
    } else {
        units.iter().copied().filter(|&u| means(u)).collect()
    }
}

/// Is the unit on the map and in order, or one of those who fled already when they were attacked?
fn stands(pos: &Position, unit: UnitId, fugitives: &[UnitId]) -> bool {
    matches!(pos.unit(unit).place, Place::Field { .. }) && (!pos.is_routed(unit) || fugitives.contains(&unit))
}

/// Did it get its marker by moving adjacent (7.32)?
pub(crate) fn moved_in(pos: &Position, unit: UnitId) -> bool {
    matches!(pos.unit(unit).shock, ShockMark::MustCheck | ShockMark::MayCheck)
}

/// Units whose ratings speak for their stacks: the top one of those in the list (9.62).
pub(crate) fn speakers<'a>(pos: &'a Position, units: &'a [UnitId]) -> impl Iterator<Item = UnitId> + 'a {
    let speaks = |&u: &UnitId| pos.is_top(u) || pos.partner(u).is_none_or(|p| !units.contains(&p));
    units.iter().copied().filter(speaks)
}

/// Does the zone of `from` reach a hex of `to`?
pub(crate) fn zone_reaches(pos: &Position, from: UnitId, to: UnitId) -> bool {
    pos.hexes(to).iter().any(|h| pos.exerts(from, h))
}

/// Adjacent pairs of hexes of two units.
pub(crate) fn contacts(pos: &Position, a: UnitId, b: UnitId) -> impl Iterator<Item = (Hex, Hex)> + use<> {
    let (a, b) = (pos.hexes(a), pos.hexes(b));
    a.iter().flat_map(move |x| b.iter().map(move |y| (x, y))).filter(|(x, y)| x.touches(*y))
}

/// **spqr 8.51, 10.15.** A unit that would rout keeps together with one hit less than its quality.
pub(crate) fn steady(pos: &mut Position, oracle: &mut Oracle<'_>, unit: UnitId, rule: Rule) {
    if is_broken(pos, unit) {
        let hits = pos.quality(unit).saturating_sub(1);
        pos.unit_mut(unit).morale = Morale::Steady { hits };
        oracle.tell(|| Happening::Shock(ShockEvent::Steadied { unit, hits, rule }));
    }
}
