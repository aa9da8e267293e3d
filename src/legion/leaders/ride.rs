//! Leaders move, join units and leave them.

use crate::events::leaders::LeaderEvent;
use crate::measure::{Base, Heading, Length, Point, Stance};
use crate::questions::posts::{self, base_at, place, seat};
use crate::questions::terrain;
use crate::refusal::Why;
use crate::refusal::combat::Mark;
use crate::refusal::field::Unled;
use crate::setup::{CommandId, Gait};
use crate::state::{Directive, LeaderPlace, Position, Segment, Stage, UnitId};
use crate::written::Post;
use crate::{Flow, Happening, Oracle, Refusal};
use tess_effects::{Rule, Side};

const RULE: Rule = Rule("leader.attach");

/// Nobody marches nearer to the enemy than this.
const MARCH_FROM: Length = Length::inches(12);

/// A way is looked at in pieces of a tenth of an inch.
const PIECE: i32 = 100;

fn refused(rule: &'static str, leader: CommandId, why: Unled) -> Refusal {
    Refusal::new(Rule(rule), Why::Unled(leader, why))
}

/// **legion leader.attach, turn.once.** May a leader act now? His own Command has the initiative and is not
/// past its movement. Gives where he stands.
fn may_act(pos: &Position, side: Side, leader: CommandId) -> Result<Stance, Refusal> {
    let no = |rule, why| Err(refused(rule, leader, why));
    if pos.set.command(leader).side != side {
        return no("turn.sequence", Unled::Foreign);
    }
    let Stage::Acting(acting) = pos.stage else { return no("leader.attach", Unled::NotNow) };
    if acting.command != leader {
        return no("leader.attach", Unled::NotHisTurn);
    }
    if acting.step > Segment::Movement {
        return no("turn.command-sequence", Unled::TooLate);
    }
    match place(pos, leader) {
        Some(at) => Ok(at),
        None => no("leader.attach", Unled::Off),
    }
}

/// Has a unit moved this turn with the leaders who are with it? To be charged and to fight carries nobody.
fn has_carried(pos: &Position, unit: UnitId) -> bool {
    let account = &pos.unit(unit).account;
    account.moved && !account.fought
}

/// May he ride off now? Gives where he starts.
fn may_ride(pos: &Position, side: Side, leader: CommandId) -> Result<Stance, Refusal> {
    let from = may_act(pos, side, leader)?;
    let no = |rule, why| Err(refused(rule, leader, why));
    if pos.leader(leader).moved {
        return no("turn.once", Unled::Moved);
    }
    if let LeaderPlace::With(unit, post) = pos.leader(leader).place {
        if has_carried(pos, unit) {
            return no("turn.once", Unled::MovedWith(unit));
        }
        if post == Post::Front && pos.is_engaged(unit) {
            return no("leader.in-combat", Unled::InFront(unit));
        }
    }
    Ok(from)
}

/// **legion leader.attach, move.base.** `move MAX: to 12,8`: a leader rides by straight ways, by himself,
/// leaving the unit that he was with.
///
/// # Errors
/// When he may not, or the way is too long or barred.
pub fn ride(
    pos: &mut Position,
    side: Side,
    leader: CommandId,
    way: &[Point],
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let from = may_ride(pos, side, leader)?;
    let mut ride = Ride::new(pos, leader, from);
    for &point in way {
        ride.to(point)?;
    }
    let (to, spent, allowance) = (ride.at, Length(ride.spent), ride.allowance);
    enter(pos);
    let it = pos.leader_mut(leader);
    it.place = LeaderPlace::Alone(to);
    it.moved = true;
    oracle.tell(|| Happening::Leader(LeaderEvent::Rode { leader, to: to.anchor, spent, allowance }));
    Ok(())
}

/// **legion leader.attach, leader.in-combat.** `attach MAX H1 rear`: a leader rides to a unit of his side
/// and joins it at this post. One who is with it already takes another post as it moves.
///
/// # Errors
/// When he may not, or does not get there.
pub fn join(
    pos: &mut Position,
    side: Side,
    (leader, unit, post): (CommandId, UnitId, Post),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let no = |rule, why| refused(rule, leader, why);
    if pos.side(unit) != side {
        return Err(no("leader.attach", Unled::ForeignUnit(unit)).into());
    }
    if pos.unit(unit).attached.is_some() {
        return Err(no("leader.attach", Unled::AttachedUnit(unit)).into());
    }
    if let LeaderPlace::With(with, old) = pos.leader(leader).place
        && with == unit
    {
        return shift(pos, side, (leader, unit), (old, post), oracle);
    }
    let from = may_ride(pos, side, leader)?;
    if pos.is_engaged(unit) && pos.leader(leader).wounded > 0 {
        return Err(no("leader.casualty", Unled::Wounded).into());
    }
    let Some(to) = seat(pos, leader, unit, post) else {
        return Err(no("leader.attach", Unled::UnitOff(unit)).into());
    };
    let mut ride = Ride::new(pos, leader, from);
    ride.joins = true;
    ride.to(to.anchor)?;
    let (spent, allowance) = (Length(ride.spent), ride.allowance);
    enter(pos);
    let it = pos.leader_mut(leader);
    it.place = LeaderPlace::With(unit, post);
    it.moved = true;
    oracle.tell(|| Happening::Leader(LeaderEvent::Joined { leader, unit, post, spent, allowance }));
    Ok(())
}

/// **legion leader.attach.** As a unit moves its leader may take another post in it; not while it stands in
/// a close combat.
fn shift(
    pos: &mut Position,
    side: Side,
    (leader, unit): (CommandId, UnitId),
    (old, post): (Post, Post),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    may_act(pos, side, leader)?;
    let no = |why| refused(RULE.0, leader, why);
    if old == post {
        return Err(no(Unled::SamePost).into());
    }
    if pos.is_engaged(unit) && !has_carried(pos, unit) {
        return Err(no(Unled::KeepsPost(unit)).into());
    }
    enter(pos);
    pos.leader_mut(leader).place = LeaderPlace::With(unit, post);
    oracle.tell(|| Happening::Leader(LeaderEvent::Posted { leader, unit, post }));
    Ok(())
}

/// **legion leader.attach.** `detach MAX`: a leader leaves his unit and stands where he was in it.
///
/// # Errors
/// When he may not.
pub fn part(pos: &mut Position, side: Side, leader: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let at = may_act(pos, side, leader)?;
    let LeaderPlace::With(unit, post) = pos.leader(leader).place else {
        return Err(refused(RULE.0, leader, Unled::Alone).into());
    };
    if pos.is_engaged(unit) && post != Post::Rear {
        return Err(refused("leader.in-combat", leader, Unled::InCombat(unit)).into());
    }
    enter(pos);
    // In front he was among the first rank: he stands behind the unit now.
    let at = if post == Post::Front { seat(pos, leader, unit, Post::Rear).unwrap_or(at) } else { at };
    let carried = has_carried(pos, unit);
    let it = pos.leader_mut(leader);
    it.place = LeaderPlace::Alone(at);
    it.moved |= carried;
    oracle.tell(|| Happening::Leader(LeaderEvent::Alone(leader, RULE)));
    Ok(())
}

/// **legion leader.casualty.** A wounded leader enters no close combat of his own will: when his unit
/// charges he stays where it stood.
pub(crate) fn stay_behind(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) {
    let hurt: Vec<(CommandId, Post)> =
        posts::posts(pos, unit).filter(|(leader, _)| pos.leader(*leader).wounded > 0).collect();
    for (leader, _) in hurt {
        let Some(at) = seat(pos, leader, unit, Post::Rear) else { continue };
        pos.leader_mut(leader).place = LeaderPlace::Alone(at);
        oracle.tell(|| Happening::Leader(LeaderEvent::Alone(leader, Rule("leader.casualty"))));
    }
}

/// The acting Command has come to its movement.
fn enter(pos: &mut Position) {
    if let Stage::Acting(acting) = &mut pos.stage {
        acting.step = acting.step.max(Segment::Movement);
    }
}

/// A leader on his way.
struct Ride<'a> {
    pos: &'a Position,
    leader: CommandId,
    gait: Gait,
    at: Stance,
    spent: i32,
    allowance: Length,
    base: Length,
    /// He rides to a unit, and may come into contact with whom it fights.
    joins: bool,
    /// Enemies behind him on this stretch.
    behind: Vec<Base>,
    crossed: Vec<usize>,
}

impl<'a> Ride<'a> {
    fn new(pos: &'a Position, leader: CommandId, from: Stance) -> Ride<'a> {
        let troop = pos.set.troop(pos.leader_spec(leader).troop);
        let marches = pos.command(leader).ordered.is(Directive::March);
        let mut ride = Ride {
            pos,
            leader,
            gait: troop.class.gait(false),
            at: from,
            spent: 0,
            allowance: troop.close.base_move.times(if marches { 3 } else { 1 }),
            base: troop.close.base_move,
            joins: false,
            behind: Vec::new(),
            crossed: Vec::new(),
        };
        ride.crossed = ride.obstacles(&base_at(pos, leader, from));
        ride
    }

    fn no(&self, rule: &'static str, why: Unled) -> Refusal {
        refused(rule, self.leader, why)
    }

    fn obstacles(&self, base: &Base) -> Vec<usize> {
        let all = self.pos.set.table.obstacles.iter().enumerate();
        all.filter(|(_, o)| terrain::is_on(o, &[*base])).map(|(i, _)| i).collect()
    }

    /// Straight to a place.
    fn to(&mut self, place: Point) -> Result<(), Refusal> {
        let long = self.at.anchor.distance(place).0;
        if long == 0 {
            return Ok(());
        }
        let heading = Heading::of(self.at.anchor, place);
        let from = Stance { anchor: self.at.anchor, heading };
        self.behind = self.left_behind(from);
        let mut gone = 0;
        while gone < long {
            let next = (gone + PIECE).min(long);
            let anchor = if next == long { place } else { from.at(0, next) };
            self.step(Stance { anchor, heading }, next - gone)?;
            gone = next;
        }
        Ok(())
    }

    /// The enemies at whom he turns his back: the tail of his horse may touch them as he rides off.
    fn left_behind(&self, from: Stance) -> Vec<Base> {
        let side = self.pos.set.command(self.leader).side;
        let enemies = self.pos.enemies(side).flat_map(|e| self.pos.bases(e));
        enemies.filter(|b| from.local(b.middle()).1 < 0).collect()
    }

    /// A piece of the way, at this cost on good ground.
    fn step(&mut self, to: Stance, cost: i32) -> Result<(), Refusal> {
        let pos = self.pos;
        let base = base_at(pos, self.leader, to);
        if !self.joins && !pos.set.table.holds(&base) {
            return Err(self.no("move.base", Unled::LeavesTable));
        }
        let leader = Mark::Leader(self.leader);
        let blame = |why| Refusal::new(Rule("move.base"), Why::Barred(leader, why));
        let under = terrain::under(pos, self.gait, &[base]).map_err(blame)?;
        let mut cost = if under.slow { cost * 2 } else { cost };
        for i in self.obstacles(&base) {
            if !self.crossed.contains(&i) {
                let crossing = terrain::crossing(pos, self.gait, &pos.set.table.obstacles[i]);
                cost += crossing.map_err(blame)?.0.0;
                self.crossed.push(i);
            }
        }
        self.spent += cost;
        if self.spent > self.allowance.0 {
            return Err(self.no("leader.attach", Unled::TooFar(self.allowance)));
        }
        if self.spent > self.base.0 && self.is_near_the_enemy(&base) {
            return Err(self.no("order.march", Unled::NearEnemy));
        }
        self.meet(&base)?;
        self.at = to;
        Ok(())
    }

    fn is_near_the_enemy(&self, base: &Base) -> bool {
        let mut enemies = self.pos.enemies(self.pos.set.command(self.leader).side);
        enemies.any(|e| self.pos.bases(e).iter().any(|b| b.distance(base) < MARCH_FROM))
    }

    /// **legion pass.through.** Enemies bar his way, and heavy infantry lets no chariot or elephant through.
    fn meet(&self, base: &Base) -> Result<(), Refusal> {
        let side = self.pos.set.command(self.leader).side;
        let exotic = matches!(self.gait, Gait::Chariots | Gait::Elephants);
        for unit in self.pos.unit_ids().filter(|&u| self.pos.stance(u).is_some()) {
            let bases = self.pos.bases(unit);
            if self.pos.side(unit) != side {
                let met = |b: &Base| if self.joins { b.overlaps(base) } else { b.touches(base) };
                if bases.iter().any(|b| met(b) && !self.behind.contains(b)) {
                    return Err(self.no("leader.attach", Unled::Into(unit)));
                }
            } else if exotic
                && !self.joins
                && matches!(self.pos.gait(unit), Gait::HeavyFoot | Gait::Warband)
                && bases.iter().any(|b| b.overlaps(base))
            {
                return Err(self.no("pass.through", Unled::Through(unit)));
            }
        }
        Ok(())
    }
}
