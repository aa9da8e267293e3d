//! The bases of a unit on its way.

use crate::measure::{Base, Stance};
use crate::state::{Position, UnitId};

/// The bases of a unit on its way, and of all that goes with it. While it goes on without turning they are
/// moved along and not drawn again: to the thousandth they lie alike about the anchor.
#[derive(Clone)]
pub(super) struct Drawn {
    at: Stance,
    pub(super) own: Vec<Base>,
    /// Those of whoever is attached to it.
    pub(super) others: Vec<Base>,
}

impl Drawn {
    /// Those of a unit that stands so, from those drawn last if its stands are as they were then.
    pub(super) fn at(last: Option<Drawn>, pos: &Position, id: UnitId, to: Stance) -> Drawn {
        match last.filter(|drawn| drawn.at.heading == to.heading) {
            Some(mut drawn) => {
                let (right, up) = (to.anchor.x - drawn.at.anchor.x, to.anchor.y - drawn.at.anchor.y);
                drawn.own.iter_mut().chain(&mut drawn.others).for_each(|base| base.shift(right, up));
                drawn.at = to;
                drawn
            }
            None => Drawn {
                at: to,
                own: pos.bases_at(id, to),
                others: pos.attached_to(id).flat_map(|u| pos.bases_at(u, to)).collect(),
            },
        }
    }

    /// All of them.
    pub(super) fn all(&self) -> impl Iterator<Item = &Base> {
        self.own.iter().chain(&self.others)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Heading, Length, Point};

    #[test]
    fn bases_moved_along_lie_where_they_would_be_drawn() {
        for heading in [0, 1_234, 9_000, 20_001, 35_999] {
            let stance = |x, y| Stance { anchor: Point { x, y }, heading: Heading::new(heading) };
            let drawn = |at: Stance| {
                let seen = Stance { anchor: at.at(-2_401, -1_203), heading: at.heading.turned(9_000) };
                Base::new(seen, Length(1_575), Length(787))
            };
            let mut base = drawn(stance(12_345, 6_789));
            base.shift(-1_111, 2_223);
            assert_eq!(base, drawn(stance(11_234, 9_012)));
        }
    }
}
