//! Carries out a move order, step by step, with everything that interrupts it.

use crate::events::hit_cause::HitCause;
use crate::events::movement::{Leg, MoveEvent};
use crate::movement::advance::{leaders_in, wheel_check};
use crate::movement::march::{Body, March};
use crate::movement::preview::{self, Plan};
use crate::movement::reaction::{Coming, arrive, is_near_enemy};
use crate::movement::step::{Taken, step};
use crate::movement::withdraw::{self, in_order};
use crate::movement::{inertia, moved_again, reaction, stacking};
use crate::order::{Fire, Move, Step, Target, Way};
use crate::piece::{LeaderId, UnitType};
use crate::position::{Hexes, Place, Position};
use crate::questions::near::within_two;
use crate::refusal::movement::Unmoved;
use crate::{Flow, Happening, Oracle, Outcome, Refusal, missile, rout};
use tess_effects::{Rule, Stop};
use tess_hex::{Facing, Hex};

/// A move while it is made.
struct Going<'a> {
    order: &'a Move,
    body: Body,
    march: March,
    /// Leaders who go along, each in his half (true: the right one).
    carried: Vec<(LeaderId, bool)>,
    /// Where the stretch not yet told began, and its legs, when anybody will read of them.
    began: (Hex, Facing),
    legs: Vec<Leg>,
    /// The last place where it could have stopped.
    safe: (Hex, Facing),
    /// Distances to shrink for a shot (8.11): where it stood before its last step.
    before: Option<Hexes>,
    /// It has not taken a step yet.
    fresh: bool,
    /// Where the move began.
    start: Hexes,
    doubled: bool,
    /// The enemy has engines, which fire at any moment (9.86).
    engines: bool,
    /// A feigned retreat has drawn it away (cataphract 6.73).
    drawn: bool,
    /// Leaders who have left it on the way (alexander 4.23).
    off: Vec<LeaderId>,
}

/// Why a move came to its end.
enum End {
    /// It did all it was told.
    Whole,
    /// It cannot go on.
    Short(Refusal),
}

/// **cataphract 8.15.** Does the order lead out of the hex, or only turn the unit?
fn changes_hex(order: &Move) -> bool {
    match &order.way {
        Way::To { .. } => true,
        Way::Steps(steps) => {
            steps.iter().any(|s| !matches!(s, Step::Turn(_) | Step::Face(_) | Step::Fire(_)))
        }
    }
}

/// The whole order.
pub fn carry_out(pos: &mut Position, oracle: &mut Oracle<'_>, order: &Move) -> Flow<Outcome> {
    let Plan { body, march, steps, fire } = preview::plan(pos, order)?;
    let carried = leaders_in(pos, pos.hexes(body.unit), body.side, !order.carry.is_empty())
        .into_iter()
        .filter(|(l, _)| order.carry.contains(l))
        .collect();
    let mut going = Going {
        order,
        body,
        march,
        carried,
        began: (march.hex, march.facing),
        legs: Vec::new(),
        safe: (march.hex, march.facing),
        before: None,
        fresh: true,
        start: pos.hexes(body.unit),
        doubled: false,
        engines: pos.has_engines(body.side.other()),
        drawn: false,
        off: Vec::new(),
    };
    let below = pos.partner(body.unit).filter(|_| body.with.is_none());
    for member in [Some(body.unit), body.with].into_iter().flatten() {
        pos.unit_mut(member).done.moved = true;
        pos.unit_mut(member).done.began_in_zoc |= body.began_in_zoc;
    }
    if is_near_enemy(pos, body.unit) {
        going.drawn = withdraw::offer(pos, oracle, body.unit, None, false)?;
    }
    let end = if going.drawn {
        End::Short(going.drawn_away(pos))
    } else {
        let end = going.all_steps(pos, oracle, &steps, fire)?;
        going.press_on(pos, oracle, steps.last().copied())?;
        end
    };
    going.tell(oracle);
    going.finish(pos, oracle)?;
    going.left_behind(pos, oracle)?;
    // 6.66: who lay below a unit that moved off alone moves no more in this phase.
    if let Some(below) = below
        && pos.partner(body.unit) != Some(below)
        && (body.two_hex || !pos.set.variant.choices.movement.lower_may_follow)
    {
        pos.unit_mut(below).done.stays = true;
    }
    Ok(match end {
        End::Whole => Outcome::Done,
        End::Short(refusal) => Outcome::CutShort(refusal),
    })
}

impl Going<'_> {
    fn all_steps(
        &mut self,
        pos: &mut Position,
        oracle: &mut Oracle<'_>,
        steps: &[Step],
        fire: Option<Fire>,
    ) -> Flow<End> {
        let unit = self.body.unit;
        let last = steps.iter().rposition(|s| !matches!(s, Step::Fire(_)));
        for (i, &s) in steps.iter().enumerate() {
            if !in_order(pos, unit) {
                return Ok(End::Short(self.stands_no_more()));
            }
            if let Step::Fire(target) = s {
                let fire = Fire { unit, target: Target::Unit(target) };
                if let Some(end) = self.fire(pos, oracle, &fire)? {
                    return Ok(end);
                }
                continue;
            }
            if self.march.stopped && crate::movement::step::is_idle(&self.march, s) {
                continue;
            }
            let taken = match step(pos, &self.body, &self.march, s, last == Some(i)) {
                Ok(taken) => taken,
                Err(bar) => {
                    let refusal = bar.refusal(pos, &self.body, &self.march);
                    return cut(oracle, refusal);
                }
            };
            if let Some(refusal) = self.leaders_tire(pos, &taken) {
                return cut(oracle, refusal);
            }
            self.take(pos, oracle, &taken)?;
            self.drawn |= self.has_given_way(pos);
            if self.drawn {
                let over = i + 1 == steps.len() && fire.is_none();
                return Ok(if over { End::Whole } else { End::Short(self.drawn_away(pos)) });
            }
        }
        if let Some(fire) = fire {
            if !in_order(pos, unit) {
                return Ok(End::Short(self.stands_no_more()));
            }
            if let Some(end) = self.fire(pos, oracle, &fire)? {
                return Ok(end);
            }
        }
        Ok(End::Whole)
    }

    /// **alexander 6.14, 6.76.** Hoplites before whom the enemy gave way go on after the last step of their
    /// order.
    fn press_on(&mut self, pos: &mut Position, oracle: &mut Oracle<'_>, last: Option<Step>) -> Flow<()> {
        let unit = self.body.unit;
        while !self.drawn && in_order(pos, unit) {
            let Some(next) = inertia::onward(pos, &self.body, &self.march, last) else { break };
            let Ok(taken) = step(pos, &self.body, &self.march, next, false) else { break };
            if self.leaders_tire(pos, &taken).is_some() {
                self.off.extend(self.carried.drain(..).map(|(l, _)| l));
            }
            self.take(pos, oracle, &taken)?;
        }
        Ok(())
    }

    /// **spqr 6.51, 9.14.** Has it withdrawn in the middle of its own move, before an elephant that runs
    /// wild?
    fn has_given_way(&self, pos: &Position) -> bool {
        let place = pos.unit(self.body.unit).place;
        let there = matches!(place, Place::Field { hex, .. } if hex != self.march.hex);
        there && in_order(pos, self.body.unit)
    }

    /// Its move is over: it has run after riders who seemed to flee (cataphract 6.73), or has given way
    /// itself.
    fn drawn_away(&self, pos: &Position) -> Refusal {
        match pos.unit(self.body.unit).place {
            Place::Field { hex, .. } if pos.unit(self.body.unit).done.withdrew => {
                Refusal::new(Rule("6.51"), Unmoved::GaveWay(self.body.unit, hex))
            }
            _ => Refusal::new(Rule("cataphract 6.73"), Unmoved::Drawn(self.body.unit)),
        }
    }

    /// One step with all that follows it.
    fn take(&mut self, pos: &mut Position, oracle: &mut Oracle<'_>, taken: &Taken) -> Flow<()> {
        let unit = self.body.unit;
        let from = pos.hexes(unit);
        let to = taken.march.hexes(self.body.two_hex);
        if taken.moved && pos.unit_in_zoc(unit) {
            self.tell(oracle);
            missile::retire_fire(pos, oracle, unit, from, to)?;
            if !in_order(pos, unit) {
                return Ok(());
            }
        }
        let spent = taken.march.mp - self.march.mp;
        if stacking::may_end(pos, &self.body, &self.march) {
            self.safe = (self.march.hex, self.march.facing);
        }
        self.march = taken.march;
        self.fresh = false;
        if oracle.is_heard() {
            self.legs.push(taken.leg);
        }
        self.settle_down(pos, taken, spent);
        self.hits(pos, oracle, taken)?;
        if let Some(front) = taken.doubled {
            self.tell(oracle);
            self.doubled = true;
            pos.unit_mut(front).done.moved = true;
            oracle.tell(|| Happening::Move(MoveEvent::Doubled { front, back: unit }));
        }
        self.before = taken.moved.then_some(from);
        for member in [Some(self.body.unit), self.body.with].into_iter().flatten() {
            pos.unit_mut(member).done.left = self.before.and_then(|h| h.left);
        }
        if !taken.moved {
            self.has_turned(pos, oracle, taken);
            return Ok(());
        }
        if self.engines && in_order(pos, unit) {
            self.tell(oracle);
            missile::engine_fire(pos, oracle, unit)?;
        }
        if in_order(pos, unit) && is_near_enemy(pos, unit) {
            self.tell(oracle);
            self.drawn = withdraw::offer(pos, oracle, unit, Some(from), false)?;
            if self.drawn || !in_order(pos, unit) {
                return Ok(());
            }
            let gave_way = arrive(pos, oracle, unit, from, Coming::Move { shock: self.order.shock })?;
            if in_order(pos, unit) {
                let held = pos.unit_in_zoc(unit);
                self.march.stopped = held || self.march.stopped && !gave_way;
            }
        }
        Ok(())
    }

    /// **alexander 7.31, 6.13.** A turn is a move there: whoever turns beside an enemy gets its marker for
    /// shock.
    fn has_turned(&mut self, pos: &mut Position, oracle: &mut Oracle<'_>, taken: &Taken) {
        let unit = self.body.unit;
        let turned = matches!(taken.leg, Leg::Faced(_) | Leg::About(_));
        if turned
            && pos.set.variant.choices.shock.any_move_shocks
            && in_order(pos, unit)
            && pos.is_beside_enemy(unit)
        {
            self.tell(oracle);
            reaction::mark(pos, oracle, unit, self.order.shock);
        }
    }

    /// Puts the movers where the step leads, with their leaders.
    fn settle_down(&mut self, pos: &mut Position, taken: &Taken, spent: u8) {
        let (hex, facing) = (self.march.hex, self.march.facing);
        let about = matches!(taken.leg, Leg::About(_));
        if taken.moved || about {
            withdraw::place(pos, &self.body, hex, facing);
        }
        for member in [Some(self.body.unit), self.body.with].into_iter().flatten() {
            if !taken.moved && !about {
                pos.turn_in_place(member, facing);
            }
            let unit = pos.unit_mut(member);
            unit.formation = self.march.formation;
            unit.done.climbed = self.march.climbed;
            unit.done.closed |= taken.moved;
            if let Leg::Mounts(up) = taken.leg {
                unit.dismounted = !up;
            }
            unit.done.hexes += u8::from(taken.moved && self.body.kind == UnitType::CH);
        }
        if !taken.moved {
            return;
        }
        let hexes = self.march.hexes(self.body.two_hex);
        for &(leader, right) in &self.carried {
            let hex = if right { hexes.right.or(hexes.left) } else { hexes.left };
            let watched = hex.is_some_and(|h| pos.in_enemy_zoc(self.body.side, h));
            pos.place_leader(leader, hex);
            let l = pos.leader_mut(leader);
            l.spent += spent;
            l.was_in_zoc |= watched;
        }
        self.get_off(pos);
    }

    /// **alexander 4.23, 4.61.** Who wished to leave the unit here does, but not in an enemy zone.
    fn get_off(&mut self, pos: &Position) {
        if self.order.until.is_empty() {
            return;
        }
        let off = |&(leader, _): &(LeaderId, bool)| {
            let at = pos.leader(leader).hex;
            let here = |&(l, hex): &(LeaderId, Hex)| l == leader && Some(hex) == at;
            self.order.until.iter().any(here)
                && !at.is_some_and(|h| pos.in_enemy_zoc(self.body.side, h))
                && at.is_some_and(|h| crate::movement::leaders::may_stay(pos, leader, h))
        };
        let gone: Vec<LeaderId> = self.carried.iter().filter(|l| off(l)).map(|&(l, _)| l).collect();
        self.carried.retain(|(l, _)| !gone.contains(l));
        self.off.extend(gone);
    }

    /// Tells who got off and stands alone now; before 280 BC he may meet an enemy leader (alexander 4.63).
    fn left_behind(&mut self, pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
        for leader in std::mem::take(&mut self.off) {
            let Some(hex) = pos.leader(leader).hex.filter(|&h| !pos.hexes(self.body.unit).contains(h)) else {
                continue;
            };
            let unit = self.body.unit;
            oracle.tell(|| Happening::Move(MoveEvent::GotOff { leader, unit, hex }));
            crate::movement::meet(pos, oracle, leader)?;
        }
        Ok(())
    }

    /// The hits of a step, at once, with the routs they bring (6.22, 10.14).
    fn hits(&mut self, pos: &mut Position, oracle: &mut Oracle<'_>, taken: &Taken) -> Flow<()> {
        let members = [(Some(self.body.unit), taken.hits), (self.body.with, taken.hits_with)];
        // Passing through friends a pair is a stack of its own, though another stands in the hex.
        let passing = self.body.with.filter(|&w| pos.partner(self.body.unit) != Some(w));
        let none = members.iter().all(|m| m.1 == 0) && taken.elephants == 0;
        if none && taken.through == 0 && taken.wheel != Some(true) {
            return Ok(());
        }
        self.tell(oracle);
        let transit =
            passing.is_some() || taken.through > 0 && !stacking::may_end(pos, &self.body, &self.march);
        self.pass(pos, transit);
        let why = match taken.leg {
            Leg::Pivot(_) | Leg::Wheel(_) => HitCause::Pivot,
            Leg::Faced(_) | Leg::ColumnFaced(_) => HitCause::RoughTurn,
            _ => HitCause::Ground,
        };
        for (member, hits) in members {
            let Some(m) = member else { continue };
            if hits > 0 {
                rout::hit(pos, oracle, m, hits, why)?;
            }
            if taken.through > 0 {
                rout::hit(pos, oracle, m, taken.through, HitCause::Through)?;
            }
        }
        if taken.elephants > 0 {
            rout::hit(pos, oracle, self.body.unit, taken.elephants, HitCause::BesideElephants)?;
        }
        for standing in taken.passed.into_iter().flatten() {
            let (unit, hits) = (self.body.unit, taken.through);
            oracle.tell(|| Happening::Move(MoveEvent::Through { unit, standing, hits }));
            rout::hit(pos, oracle, standing, hits, HitCause::PassedThrough)?;
            rout::rout_if_broken(pos, oracle, standing, None)?;
        }
        if taken.wheel == Some(true) && in_order(pos, self.body.unit) {
            wheel_check(pos, oracle, self.body.unit)?;
        }
        for (member, _) in members {
            if let Some(m) = member
                && in_order(pos, m)
            {
                rout::rout_if_broken(pos, oracle, m, None)?;
            }
        }
        if let Some(below) = passing {
            match (in_order(pos, self.body.unit), in_order(pos, below)) {
                (false, true) => rout::comrade(pos, oracle, below, true, None)?,
                (true, false) => rout::comrade(pos, oracle, self.body.unit, false, None)?,
                _ => {}
            }
        }
        self.pass(pos, false);
        self.body.with = self.body.with.filter(|&w| in_order(pos, w));
        Ok(())
    }

    /// **spqr 6.63, 6.68.** Those on their way through a hex are no part of the stack that stands there.
    fn pass(&self, pos: &mut Position, passing: bool) {
        for member in [Some(self.body.unit), self.body.with].into_iter().flatten() {
            if pos.unit(member).done.passing != passing {
                pos.unit_mut(member).done.passing = passing;
            }
        }
    }

    /// **spqr 8.11.** A shot in the course of the move.
    fn fire(&mut self, pos: &mut Position, oracle: &mut Oracle<'_>, fire: &Fire) -> Flow<Option<End>> {
        let target = match fire.target {
            Target::Unit(u) => pos.hexes(u),
            Target::Leader(l) => Hexes::one(pos.leader(l).hex),
        };
        let turning = pos.set.variant.choices.missile.turning_is_no_move;
        let moving = !turning || changes_hex(self.order);
        // Before its first step a unit fires as it stands.
        let closer = self.fresh
            || turning && pos.hexes(fire.unit) == self.start
            || self.before.is_some_and(|before| {
                crate::questions::near::distance(pos.hexes(fire.unit), target)
                    < crate::questions::near::distance(before, target)
            });
        self.tell(oracle);
        match missile::fire_while_moving(pos, oracle, fire, closer, moving) {
            Err(Stop::Refused(refusal)) => cut(oracle, *refusal).map(Some),
            Err(stop) => Err(stop),
            Ok(()) => Ok(None),
        }
    }

    /// **spqr 6.14.** Leaders who go along have nine points too.
    fn leaders_tire(&self, pos: &Position, taken: &Taken) -> Option<Refusal> {
        let cost = taken.march.mp - self.march.mp;
        let most = pos.set.variant.charts.movement.leader_ma;
        let tired = |l: LeaderId| taken.moved && pos.leader(l).spent + cost > most;
        let &(leader, _) = self.carried.iter().find(|(l, _)| tired(*l))?;
        Some(Refusal::new(Rule("6.14"), Unmoved::Tired(leader, most)))
    }

    fn stands_no_more(&self) -> Refusal {
        Refusal::new(Rule("10.14"), Unmoved::StandsNoMore(self.body.unit))
    }

    /// Tells the stretch that was gone since the last time.
    fn tell(&mut self, oracle: &mut Oracle<'_>) {
        if self.legs.is_empty() {
            return;
        }
        let (from, facing) = self.began;
        let way = std::mem::take(&mut self.legs);
        let body = &self.body;
        let (mp, of, road) = (self.march.mp, body.allowance, self.march.road);
        oracle.tell(|| {
            Happening::Move(MoveEvent::Marched {
                unit: body.unit,
                with: body.with,
                from,
                facing,
                way,
                mp,
                of,
                road,
            })
        });
        self.began = (self.march.hex, self.march.facing);
    }

    /// What comes when the move is over: out of a hex where it may not stop, the price of moving again.
    fn finish(&mut self, pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
        let unit = self.body.unit;
        if !in_order(pos, unit) {
            return Ok(());
        }
        if !self.doubled && !self.drawn && !stacking::may_end(pos, &self.body, &self.march) {
            let (hex, facing) = self.safe;
            withdraw::place(pos, &self.body, hex, facing);
            let hexes = pos.hexes(unit);
            for &(leader, right) in &self.carried {
                pos.place_leader(leader, if right { hexes.right } else { hexes.left });
            }
            oracle.tell(|| Happening::Move(MoveEvent::PutBack { unit, hex }));
        }
        let fifth = self.march.mp > self.body.plain;
        for member in [Some(unit), self.body.with].into_iter().flatten() {
            if in_order(pos, member) {
                moved_again::settle(pos, oracle, member, fifth)?;
            }
        }
        Ok(())
    }
}

/// A step that has become impossible: an order that has not used a die or an answer is refused, another ends
/// here.
fn cut(oracle: &Oracle<'_>, refusal: Refusal) -> Flow<End> {
    if oracle.is_bound() { Ok(End::Short(refusal)) } else { Err(refusal.into()) }
}

/// Enemy units within two hexes, for callers outside this chapter.
#[must_use]
pub fn near(pos: &Position, hexes: Hexes, side: crate::Side) -> Vec<crate::UnitId> {
    within_two(pos, hexes, Some(side)).to_vec()
}
