//! Which refusals have one reason, so that they can be told together.

use std::mem::discriminant;

use super::line::{Extension, Line};
use super::missile::Misfire;
use super::movement::{NoStop, Unmoved};
use super::order::{Bound, Led, Ordered, Orders};
use super::rout::Rout;
use super::shock::Shock;
use super::turn::Turn;
use super::{Refusal, Why};

impl Refusal {
    /// Is that refused for the same reason, whichever pieces, hexes and numbers either names?
    #[must_use]
    pub fn is_like(&self, other: &Refusal) -> bool {
        self.rule == other.rule && why(&self.why, &other.why)
    }
}

/// Is it the same variant, whatever it holds?
fn same<T>(a: &T, b: &T) -> bool {
    discriminant(a) == discriminant(b)
}

fn why(a: &Why, b: &Why) -> bool {
    match (a, b) {
        (Why::Orders(a), Why::Orders(b)) => orders(a, b),
        (Why::Ordered(a), Why::Ordered(b)) => ordered(a, b),
        (Why::Led(Led::NotReplaced(_, a)), Why::Led(Led::NotReplaced(_, b))) => same(a, b),
        (Why::Led(a), Why::Led(b)) => same(a, b),
        (Why::Elephant(a), Why::Elephant(b)) => same(a, b),
        (Why::FireOrder(a), Why::FireOrder(b)) => same(a, b),
        (Why::Bound(Bound::Withdrawal(_, a)), Why::Bound(Bound::Withdrawal(_, b))) => same(a, b),
        (Why::Bound(a), Why::Bound(b)) => same(a, b),
        (Why::Combine(a), Why::Combine(b)) => same(a, b),
        (Why::Turn(a), Why::Turn(b)) => turn(a, b),
        (Why::Line(a), Why::Line(b)) => line(a, b),
        (Why::Contingent(a), Why::Contingent(b)) => same(a, b),
        (Why::Extension(Extension::Slide(.., a)), Why::Extension(Extension::Slide(.., b))) => same(a, b),
        (Why::Extension(a), Why::Extension(b)) => same(a, b),
        (Why::Unmoved(a), Why::Unmoved(b)) => unmoved(a, b),
        (Why::Misfire(a), Why::Misfire(b)) => misfire(a, b),
        (Why::Shock(a), Why::Shock(b)) => shock(a, b),
        (Why::Rout(a), Why::Rout(b)) => rout(a, b),
        // What has no pieces of its own: the sheet, the seal, the side, and what a reader complains of.
        (a, b) => a == b,
    }
}

fn orders(a: &Orders, b: &Orders) -> bool {
    match (a, b) {
        (Orders::Silent(_, a), Orders::Silent(_, b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

fn ordered(a: &Ordered, b: &Ordered) -> bool {
    match (a, b) {
        (Ordered::Unready(_, a), Ordered::Unready(_, b)) => same(a, b),
        (Ordered::OtherKind(.., a), Ordered::OtherKind(.., b)) => a == b,
        (Ordered::Commands(.., a), Ordered::Commands(.., b)) => same(a, b),
        (Ordered::NotInTroop(_, a), Ordered::NotInTroop(_, b)) => same(a, b),
        (Ordered::TroopFires(a), Ordered::TroopFires(b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

fn turn(a: &Turn, b: &Turn) -> bool {
    match (a, b) {
        (Turn::Waits(a), Turn::Waits(b)) => a == b,
        (Turn::NoTrump(_, a), Turn::NoTrump(_, b)) => same(a, b),
        (Turn::MustAct { strict: a, .. }, Turn::MustAct { strict: b, .. }) => a == b,
        (Turn::NoMomentum(_, a), Turn::NoMomentum(_, b)) => same(a, b),
        (Turn::Marker(a), Turn::Marker(b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

fn line(a: &Line, b: &Line) -> bool {
    match (a, b) {
        (Line::Barred(.., a), Line::Barred(.., b)) => same(a, b),
        (Line::Nobody(.., a), Line::Nobody(.., b)) => same(a, b),
        (Line::Die(_, a), Line::Die(_, b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

fn unmoved(a: &Unmoved, b: &Unmoved) -> bool {
    match (a, b) {
        (Unmoved::Barred(a), Unmoved::Barred(b)) => a.kind == b.kind && same(&a.bar, &b.bar),
        (Unmoved::Halted(_, a), Unmoved::Halted(_, b)) => same(a, b),
        (Unmoved::Stop(.., NoStop::FacesAs(_, a)), Unmoved::Stop(.., NoStop::FacesAs(_, b))) => a == b,
        (Unmoved::Stop(.., a), Unmoved::Stop(.., b)) => same(a, b),
        (Unmoved::Facing { wanted: a, .. }, Unmoved::Facing { wanted: b, .. }) => a == b,
        (Unmoved::Leader(_, a), Unmoved::Leader(_, b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

fn misfire(a: &Misfire, b: &Misfire) -> bool {
    match (a, b) {
        (Misfire::Unready(_, a), Misfire::Unready(_, b)) => same(a, b),
        (Misfire::Barred(_, a), Misfire::Barred(_, b)) => same(a, b),
        (Misfire::Harass(.., a), Misfire::Harass(.., b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

fn shock(a: &Shock, b: &Shock) -> bool {
    match (a, b) {
        (Shock::Unfit(_, a), Shock::Unfit(_, b)) => same(a, b),
        (Shock::Regroup(a), Shock::Regroup(b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

fn rout(a: &Rout, b: &Rout) -> bool {
    match (a, b) {
        (Rout::Ground { clear: a, .. }, Rout::Ground { clear: b, .. }) => a == b,
        (Rout::Recover(_, a), Rout::Recover(_, b)) => same(a, b),
        (Rout::Rally(_, a), Rout::Rally(_, b)) => same(a, b),
        (a, b) => same(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::super::movement::NoMove;
    use crate::Refusal;
    use crate::UnitId;
    use crate::refusal::movement::Unmoved;
    use tess_effects::Rule;

    #[test]
    fn whom_a_refusal_names_makes_it_no_other_but_its_reason_does() {
        let halted = |unit, why| Refusal::new(Rule("7.2"), Unmoved::Halted(UnitId(unit), why));
        assert!(halted(1, NoMove::Engaged).is_like(&halted(2, NoMove::Engaged)));
        assert!(!halted(1, NoMove::Engaged).is_like(&halted(1, NoMove::Moved)));
        let unmoved = Refusal::new(Rule("7.2"), Unmoved::Drawn(UnitId(1)));
        assert!(!halted(1, NoMove::Engaged).is_like(&unmoved));
    }
}
