//! What lies ahead of a mover, into which it may step.

use crate::movement::march::{Body, March};
use crate::piece::Class;
use crate::position::{Formation, Position};
use tess_hex::{Hex, Hexside};

/// From which hex a one-hex unit or a column steps, and across which sides: so many clockwise from the
/// first.
#[derive(Clone, Copy)]
pub(crate) struct Ahead {
    pub from: Hex,
    first: Hexside,
    count: u8,
}

impl Ahead {
    /// The sides.
    pub(crate) fn sides(self) -> impl Iterator<Item = Hexside> {
        (0..self.count as i8).map(move |n| self.first.turn(n))
    }

    /// The side across which a hex is entered, when it lies ahead.
    pub(crate) fn side_to(self, hex: Hex) -> Option<Hexside> {
        let side = self.from.side_towards(hex)?;
        (side.clockwise_from(self.first) < self.count).then_some(side)
    }
}

pub(crate) fn ways_ahead(pos: &Position, body: &Body, march: &March) -> Ahead {
    if let Formation::Column { towards, head_left } = march.formation {
        let hexes = march.hexes(body.two_hex);
        let head = if head_left { hexes.left } else { hexes.right };
        return Ahead { from: head.unwrap_or(march.hex), first: towards.turn(-1), count: 3 };
    }
    if pos.spec(body.unit).class == Class::SC {
        return Ahead { from: march.hex, first: Hexside::N, count: 6 };
    }
    Ahead { from: march.hex, first: march.facing.left_front(), count: 2 }
}

/// The hexes into which a mover may step.
pub(crate) fn front_hexes(pos: &Position, body: &Body, march: &March) -> Vec<Hex> {
    if body.two_hex && march.is_abreast() {
        let f = march.facing;
        let h = march.hexes(true);
        let ahead = [
            h.left.and_then(|l| l.neighbour(f.left_front())),
            h.left.and_then(|l| l.neighbour(f.right_front())),
            h.right.and_then(|r| r.neighbour(f.right_front())),
        ];
        return ahead.into_iter().flatten().collect();
    }
    let ahead = ways_ahead(pos, body, march);
    ahead.sides().filter_map(|s| ahead.from.neighbour(s)).collect()
}
