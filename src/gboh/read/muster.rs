//! `all`: the members of a line, each with the same steps.

use crate::order::Order;
use crate::piece::UnitId;
use crate::position::{Place, Position};
use crate::read::Reader;
use crate::read::motion::only_for_one;
use crate::read::trace::rank;
use crate::state::stage::{LineInProgress, Troop};
use crate::written;
use tess_diagnostic::{Diagnostic, Span};
use tess_hex::Facing;
use tess_orders::Word;

impl Reader<'_> {
    /// One move for each member of the line in progress that has not moved, the front rank first, left
    /// before right. Stacks of two members move as stacks.
    pub(super) fn all(&mut self, motion: &written::Motion) -> Option<Vec<Order>> {
        let nowhere = Word::bare("");
        if let Some(help) = only_for_one(motion) {
            return self.complain(&nowhere, "a line cannot make this move".into(), help);
        }
        let Some(members) = self.members() else {
            return self.complain(
                &nowhere,
                "no line is in progress".into(),
                "begin one: line hastati, then all fwd 2; or line hastati: fwd 2",
            );
        };
        let waiting = self.in_order(members);
        if waiting.is_empty() {
            let nobody = Diagnostic::warning("nobody in the line is left to move");
            self.complaints.push(nobody.at(self.number, Span::default()));
        }
        self.doubtful = self.line.is_some_and(|line| self.begun().is_none_or(|b| b.line != line));
        let orders = self.each(&waiting, motion);
        self.doubtful = false;
        orders
    }

    /// The move of each of them; the bottom of a stack goes with its top.
    fn each(&mut self, waiting: &[UnitId], motion: &written::Motion) -> Option<Vec<Order>> {
        let mut orders = Vec::new();
        for &unit in waiting {
            let partner = self.position.partner(unit).filter(|other| waiting.contains(other));
            if partner.is_some() && !self.position.is_top(unit) {
                continue;
            }
            let word = Word::bare(self.position.spec(unit).code.clone());
            orders.push(Order::Move(self.unit_move(&word, unit, motion, partner.is_some())?));
        }
        Some(orders)
    }

    /// The line as it stood when its command began; before that, everybody who may belong to it.
    fn members(&self) -> Option<Vec<UnitId>> {
        match (self.begun(), self.line) {
            (Some(begun), None) => Some(begun.units.to_vec()),
            (Some(begun), Some(line)) if begun.line == line => Some(begun.units.to_vec()),
            (_, Some(Troop::Line(line))) => Some(self.position.set.line(line).units.clone()),
            (_, Some(Troop::Contingent(leader))) => {
                Some(self.position.leader_spec(leader).contingent.clone())
            }
            (None, None) => None,
        }
    }

    fn begun(&self) -> Option<&LineInProgress> {
        self.position.stage.phase().filter(|p| p.side == self.side).and_then(|p| p.line())
    }

    fn in_order(&self, members: Vec<UnitId>) -> Vec<UnitId> {
        let p = self.position;
        let able = |&unit: &UnitId| can_move(p, unit) && !self.moved.contains(&unit);
        let mut waiting: Vec<UnitId> = members.into_iter().filter(able).collect();
        // The line looks where most of its members look.
        let looks = |f: Facing| waiting.iter().filter(|&&u| p.facing(u) == Some(f)).count();
        let front = Facing::ALL.into_iter().rev().max_by_key(|&f| looks(f)).unwrap_or(Facing::E);
        waiting.sort_by_cached_key(|&unit| {
            let hex = self.body(unit).map(|b| b.hex).or_else(|| p.hex(unit));
            let (ahead, across) = hex.map_or((0, 0), |h| (rank(front, h), lateral(front, h)));
            (-ahead, across, !p.is_top(unit), unit)
        });
        waiting
    }
}

/// On the map, in order, and not moved yet in this phase.
pub(super) fn can_move(position: &Position, unit: UnitId) -> bool {
    matches!(position.unit(unit).place, Place::Field { .. })
        && !position.is_routed(unit)
        && !position.unit(unit).done.moved
}

/// How far to the right a hex lies for somebody who faces so.
fn lateral(facing: Facing, hex: tess_hex::Hex) -> i32 {
    rank(facing.turn(1), hex) + rank(facing.turn(2), hex)
}
