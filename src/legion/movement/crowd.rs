//! Who stands about a unit that moves: found once for all the ways that it may try.

use crate::measure::{Base, TOUCH};
use crate::state::{Position, UnitId};

/// Everybody on the table whom a unit might come upon.
#[derive(Clone, Debug)]
pub struct Crowd {
    pub(super) friends: Vec<Bystander>,
    pub(super) foes: Vec<Bystander>,
}

/// Somebody who stands where he stands.
#[derive(Clone, Debug)]
pub(super) struct Bystander {
    pub(super) unit: UnitId,
    bases: Vec<Base>,
    /// West, south, east, north of all of them.
    bounds: [i32; 4],
}

/// Bases of one who moves, with what holds them all: most bystanders are far from that.
pub(super) struct Body<'b> {
    bases: &'b [Base],
    bounds: [i32; 4],
}

impl Crowd {
    /// About this unit, but for those who go with it.
    #[must_use]
    pub fn about(pos: &Position, id: UnitId) -> Crowd {
        let side = pos.side(id);
        let others = pos.unit_ids().filter(|&o| o != id && pos.stance(o).is_some());
        let goes_along = |o: UnitId| pos.unit(o).attached == Some(id);
        let (friends, foes): (Vec<UnitId>, Vec<UnitId>) =
            others.filter(|&o| !goes_along(o)).partition(|&o| pos.side(o) == side);
        let standing = |units: Vec<UnitId>| {
            let stands = units.into_iter().map(|unit| {
                let bases = pos.bases(unit);
                Bystander { unit, bounds: bounds(&bases), bases }
            });
            stands.collect()
        };
        Crowd { friends: standing(friends), foes: standing(foes) }
    }
}

impl<'b> Body<'b> {
    pub(super) fn new(bases: &'b [Base]) -> Body<'b> {
        Body { bases, bounds: bounds(bases) }
    }
}

impl Bystander {
    /// Does the body touch him?
    pub(super) fn is_touched_by(&self, body: &Body<'_>) -> bool {
        self.is_near(body) && self.bases.iter().any(|own| body.bases.iter().any(|b| b.touches(own)))
    }

    /// Does the body lie on him?
    pub(super) fn is_under(&self, body: &Body<'_>) -> bool {
        self.is_near(body) && self.bases.iter().any(|own| body.bases.iter().any(|b| b.overlaps(own)))
    }

    /// No base touches another when what holds them is farther apart.
    fn is_near(&self, body: &Body<'_>) -> bool {
        let ([w, s, e, n], [w2, s2, e2, n2]) = (self.bounds.map(i64::from), body.bounds.map(i64::from));
        (w - e2).max(w2 - e).max(s - n2).max(s2 - n) <= i64::from(TOUCH.0)
    }
}

/// West, south, east and north of all these bases; of none, what is far from everybody.
fn bounds(bases: &[Base]) -> [i32; 4] {
    let all = bases.iter().map(Base::bounds);
    let one = all.reduce(|[w, s, e, n], [w2, s2, e2, n2]| [w.min(w2), s.min(s2), e.max(e2), n.max(n2)]);
    one.unwrap_or([i32::MAX, i32::MAX, i32::MIN, i32::MIN])
}
