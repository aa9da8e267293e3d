//! Resolves moves.

use crate::order::{Fire, LeaderMove, Move, Order, Step, Target, Way};
use crate::piece::{LeaderId, UnitId};
use crate::read::trace::Body;
use crate::read::{Reader, Said, Subject, What};
use crate::written;
use tess_hex::Hex;
use tess_orders::Word;

impl Reader<'_> {
    /// Where a unit will stand by then.
    pub(super) fn body(&self, unit: UnitId) -> Option<Body> {
        match self.bodies.iter().find(|(known, _)| *known == unit) {
            Some(&(_, body)) => body,
            None if self.shuffled => None,
            None => Body::of(self.position, unit),
        }
    }

    /// From here on it stands there, or nobody knows where.
    fn note(&mut self, unit: UnitId, body: Option<Body>) {
        if self.last {
            return;
        }
        match self.bodies.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, known)) => *known = body,
            None => self.bodies.push((unit, body)),
        }
    }

    /// It has had its move.
    fn moves_now(&mut self, unit: UnitId) {
        if !self.last && !self.moved.contains(&unit) {
            self.moved.push(unit);
        }
    }

    /// It has slid into a hex beside its own, facing as before (9.68).
    pub(super) fn slid(&mut self, unit: UnitId, hex: Hex) {
        let body = self.body(unit).map(|body| body.slid_to(hex));
        self.note(unit, body);
    }

    /// From here on nobody knows where any unit stands.
    pub(super) fn lose_all(&mut self) {
        self.bodies.clear();
        self.shuffled = true;
    }

    /// A `move`: one order for each who is named.
    pub(super) fn moves(&mut self, order: &written::Move) -> Option<Said> {
        // Mostly it is one.
        if let [word] = order.who.as_slice() {
            let found = self.anybody(word)?;
            self.last = self.alone;
            return Some(Said::One(What::Order(self.one_move(word, found, &order.motion)?)));
        }
        let who: Vec<_> = order.who.iter().map(|word| self.anybody(word)).collect();
        if let ([_, second, ..], Some(help)) = (order.who.as_slice(), only_for_one(&order.motion)) {
            return self.complain(second, "several units cannot make this move".into(), help);
        }
        let mut orders = Vec::with_capacity(who.len());
        let mut good = true;
        for (word, found) in order.who.iter().zip(who) {
            match found.and_then(|found| self.one_move(word, found, &order.motion)) {
                Some(order) => orders.push(order),
                None => good = false,
            }
        }
        good.then(|| Said::orders(orders))
    }

    fn one_move(&mut self, word: &Word, who: Subject, motion: &written::Motion) -> Option<Order> {
        match who {
            Subject::Unit(unit) => self.unit_move(word, unit, motion, false).map(Order::Move),
            Subject::Leader(leader) => self.leader_move(word, leader, motion).map(Order::MoveLeader),
        }
    }

    fn leader_move(&mut self, word: &Word, leader: LeaderId, motion: &written::Motion) -> Option<LeaderMove> {
        const HELP: &str = "a leader moves by hexes: move REG 2213 2214, or move REG to 2214";
        if self.position.leader_spec(leader).side != self.side {
            return self.not_yours(word);
        }
        if motion.stack || motion.shock || motion.fast || !motion.with.is_empty() {
            return self.complain(word, format!("{word} is a leader and moves alone here"), HELP);
        }
        let path = match &motion.way {
            written::Way::To { hex, facing: None, fire: None } => vec![self.hex(hex)?],
            written::Way::To { .. } => {
                return self.complain(word, format!("{word} is a leader: he neither faces nor fires"), HELP);
            }
            written::Way::Steps(steps) => {
                let mut path = Vec::new();
                for step in steps {
                    let written::WrittenStep::Hex(hex) = step else {
                        return self.complain(word, format!("{word} is a leader and cannot `{step}`"), HELP);
                    };
                    path.push(self.hex(hex)?);
                }
                path
            }
        };
        Some(LeaderMove { leader, path })
    }

    /// The move of one unit; the word is blamed when something is wrong with it.
    pub(super) fn unit_move(
        &mut self,
        word: &Word,
        unit: UnitId,
        motion: &written::Motion,
        stack: bool,
    ) -> Option<Move> {
        if self.position.side(unit) != self.side {
            return self.not_yours(word);
        }
        let carry: Vec<_> = motion.with.iter().map(|leader| self.own_leader(leader)).collect();
        let until: Vec<Option<(LeaderId, Hex)>> = motion
            .until
            .iter()
            .map(|(leader, hex)| {
                // What is wrong with the leader is said already.
                let found = self.position.find_leader(&leader.text);
                self.hex(hex).and_then(|hex| Some((found?, hex)))
            })
            .collect();
        let way = match &motion.way {
            written::Way::Steps(steps) => Way::Steps(self.steps(word, unit, steps)?),
            written::Way::To { hex, facing, fire } => {
                let hex = self.hex(hex);
                let facing = facing.as_ref().map(|f| self.facing(f));
                let target = fire.as_ref().map(|t| self.target(t));
                let facing = match facing {
                    Some(facing) => Some(facing?),
                    None => None,
                };
                let fire = match target {
                    Some(target) => Some(Fire { unit, target: target? }),
                    None => None,
                };
                let hex = hex?;
                let body = facing.and_then(|f| Some(self.body(unit)?.standing(hex, f)));
                self.note(unit, body);
                Way::To { hex, facing, fire }
            }
        };
        let carry: Option<Vec<LeaderId>> = carry.into_iter().collect();
        let until: Option<Vec<(LeaderId, Hex)>> = until.into_iter().collect();
        self.moves_now(unit);
        let stack = stack || motion.stack;
        if stack && let Some(partner) = self.position.partner(unit) {
            self.moves_now(partner);
            let body = self.body(unit);
            self.note(partner, body);
        }
        Some(Move {
            unit,
            stack,
            carry: carry?,
            until: until?,
            way,
            shock: motion.shock,
            extended: motion.fast,
        })
    }

    fn steps(&mut self, word: &Word, unit: UnitId, written: &[written::WrittenStep]) -> Option<Vec<Step>> {
        let mut body = self.body(unit);
        let mut steps = Vec::with_capacity(written.len() + 4);
        let mut good = true;
        let two_hex = self.position.spec(unit).two_hex;
        // Whoever may be no member of the line is not complained about; a member's step off the map is
        // refused in its turn.
        let doubtful = self.doubtful && body.is_some();
        for each in written {
            let (step, times) = match each {
                written::WrittenStep::Hex(hex) => match self.hex(hex) {
                    Some(hex) => (Step::Enter(hex), 1),
                    None => {
                        good = false;
                        body = None;
                        continue;
                    }
                },
                written::WrittenStep::Forward(n) => {
                    for _ in 0..*n {
                        let ahead = body.and_then(Body::forward);
                        let Some(step) = ahead.or(doubtful.then_some(Step::AheadLeft)) else {
                            // After a mistake that has been named, this would only be noise.
                            if !good {
                                return None;
                            }
                            return self.complain(
                                word,
                                format!("it cannot be told where {word} will stand when it goes `fwd`"),
                                "name the hexes it enters, or write fl or fr",
                            );
                        };
                        body = body.and_then(|b| b.after(step));
                        steps.push(step);
                    }
                    continue;
                }
                written::WrittenStep::ForwardLeft(n) => (Step::AheadLeft, *n),
                written::WrittenStep::ForwardRight(n) => (Step::AheadRight, *n),
                written::WrittenStep::Turn(n) => (Step::Turn(*n), 1),
                written::WrittenStep::Face(facing) => match self.facing(facing) {
                    Some(facing) => (Step::Face(facing), 1),
                    None => {
                        good = false;
                        continue;
                    }
                },
                written::WrittenStep::About if two_hex => (Step::Reverse, 1),
                written::WrittenStep::About => (Step::Turn(3), 1),
                written::WrittenStep::PivotLeft => (Step::PivotLeftHalf, 1),
                written::WrittenStep::PivotRight => (Step::PivotRightHalf, 1),
                written::WrittenStep::Reverse => (Step::Reverse, 1),
                written::WrittenStep::ColumnLeft => (Step::ColumnLeft, 1),
                written::WrittenStep::ColumnRight => (Step::ColumnRight, 1),
                written::WrittenStep::LineLeft => (Step::LineLeft, 1),
                written::WrittenStep::LineRight => (Step::LineRight, 1),
                written::WrittenStep::Square => (Step::Square, 1),
                written::WrittenStep::Unsquare => (Step::Unsquare, 1),
                written::WrittenStep::Dismount => (Step::Dismount, 1),
                written::WrittenStep::Mount => (Step::Mount, 1),
                written::WrittenStep::Wedge => (Step::Wedge, 1),
                written::WrittenStep::Unwedge => (Step::Unwedge, 1),
                written::WrittenStep::Fire(target) => match self.target(target) {
                    Some(Target::Unit(unit)) => (Step::Fire(unit), 1),
                    Some(Target::Leader(_)) => {
                        return self.complain(
                            &target.code,
                            "a unit on the move fires at units only".into(),
                            "write move V31 to 2213 fire leader HAM, or a `fire` order",
                        );
                    }
                    None => {
                        good = false;
                        continue;
                    }
                },
            };
            for _ in 0..times {
                body = body.and_then(|b| b.after(step));
                steps.push(step);
            }
        }
        self.note(unit, body);
        good.then_some(steps)
    }
}

/// Why a motion is for one unit only; `None` when several can make it.
pub(super) fn only_for_one(motion: &written::Motion) -> Option<&'static str> {
    let named = match &motion.way {
        written::Way::To { .. } => true,
        written::Way::Steps(steps) => steps.iter().any(|s| matches!(s, written::WrittenStep::Hex(_))),
    };
    if named {
        Some("a hex is for one unit; write steps such as fwd 2 left, or a line for each unit")
    } else if !motion.with.is_empty() {
        Some("a leader goes with one unit; write a line for that one")
    } else {
        None
    }
}
