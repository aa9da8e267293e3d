//! Where a way is to lead, and what the rest of it costs at least.

use super::cost;
use super::march::{Body, March};
use crate::gboh::position::{Formation, Position};
use crate::hex::{Facing, Hex};

/// A hex to reach, facing so at the end or anyhow, within so many points.
pub(super) struct Goal {
    pub hex: Hex,
    pub facing: Option<Facing>,
    /// Points that the way may cost.
    pub most: u8,
    /// Half points that a hex costs at least: one where there are Roman roads.
    pub least: u8,
    /// What turning costs; `None` where moves alone turn the unit too.
    pub turns: Option<Turns>,
}

/// Half points for turning.
pub(super) struct Turns {
    /// So many vertices.
    by: [u8; 4],
    /// Still to turn, at least, by the facing now: where the goal lies not before it, and where it does.
    left: [[u8; 6]; 2],
}

/// How a goal looks from a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outlook {
    /// Hexes to it.
    far: u8,
    /// A bit for each facing from which it is reached by going on through the two front sides, without a turn.
    before: u8,
}

impl Outlook {
    /// The outlook from one hex to another. A goal lies before a facing when neither of its ways from here leads back past
    /// one of the two front sides: the signs of the three axial differences tell.
    #[inline]
    pub(super) fn between(from: Hex, to: Hex) -> Outlook {
        let ((q1, r1), (q2, r2)) = (from.axial(), to.axial());
        let (q, r) = (q2 - q1, r2 - r1);
        let s = -q - r;
        let before = u8::from(q >= 0 && s >= 0) << Facing::NE as u8
            | u8::from(r <= 0 && s <= 0) << Facing::E as u8
            | u8::from(q >= 0 && r >= 0) << Facing::SE as u8
            | u8::from(q <= 0 && s <= 0) << Facing::SW as u8
            | u8::from(r >= 0 && s >= 0) << Facing::W as u8
            | u8::from(q <= 0 && r <= 0) << Facing::NW as u8;
        let far = q.unsigned_abs().max(r.unsigned_abs()).max(s.unsigned_abs()) as u8;
        Outlook { far, before }
    }

    /// Hexes to it.
    pub(super) fn far(self) -> u8 {
        self.far
    }

    /// Is it reached from that facing by going on through the two front sides, without a turn?
    #[inline]
    pub(super) fn is_before(self, facing: Facing) -> bool {
        self.before >> facing as u8 & 1 == 1
    }
}

impl Goal {
    pub(super) fn new(pos: &Position, body: &Body, hex: Hex, facing: Option<Facing>) -> Goal {
        let turns = (!body.two_hex).then(|| {
            let by = [0, 1, 2, 3].map(|n| cost::turning(pos, body.unit, hex, n).0.saturating_mul(2));
            let last = Facing::ALL.map(|now| facing.map_or(0, |f| now.vertices_to(f)));
            let left = [last.map(|n| by[usize::from(n.max(1))]), last.map(|n| by[usize::from(n)])];
            Turns { by, left }
        });
        let least = if pos.set.field.has_roman_roads() { 1 } else { 2 };
        Goal { hex, facing, most: body.allowance, least, turns }
    }

    /// The points that the way may cost, in halves.
    pub(super) fn most_halves(&self) -> u8 {
        self.most.saturating_mul(2)
    }

    /// How the goal looks from a hex.
    #[inline]
    pub(super) fn outlook(&self, from: Hex) -> Outlook {
        Outlook::between(from, self.hex)
    }

    /// Half points that the rest of the way costs at least: the hexes, and the turns without which the unit does not get there
    /// or does not face so at the end. Never more for a step than the step costs, so that a bound leaves out whole ways only.
    pub(super) fn rest(&self, body: &Body, march: &March) -> u8 {
        let outlook = self.outlook(march.hex);
        if body.two_hex || march.formation != Formation::Line {
            return outlook.far.saturating_mul(self.least);
        }
        self.rest_of(outlook, march.facing)
    }

    /// The same for a one-hex unit in line.
    #[inline]
    pub(super) fn rest_of(&self, outlook: Outlook, facing: Facing) -> u8 {
        let far = outlook.far.saturating_mul(self.least);
        let lies_before = usize::from(outlook.is_before(facing));
        self.turns.as_ref().map_or(far, |turns| far.saturating_add(turns.left[lies_before][facing as usize]))
    }

    /// Half points for turning so many vertices, at least.
    #[inline]
    pub(super) fn turning(&self, vertices: u8) -> u8 {
        self.turns.as_ref().map_or(0, |turns| turns.by[usize::from(vertices)])
    }

    /// Is a way that has come so far not worth following any further?
    pub(super) fn is_beyond(&self, body: &Body, march: &March) -> bool {
        march.halves().saturating_add(self.rest(body, march)) > self.most_halves()
    }

    /// Does the bound rule a hex out before its cost is known?
    pub(super) fn is_vain_hex(&self, body: &Body, march: &March, hex: Hex) -> bool {
        if self.turns.is_none() || march.formation != Formation::Line {
            return false;
        }
        let rest = self.rest(body, &March { hex, ..*march });
        march.halves().saturating_add(self.least).saturating_add(rest) > self.most_halves()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gboh::proving_ground::hex;

    /// Going on through the front sides only, `far` steps: where one comes to.
    fn comes_to(from: Hex, facing: Facing, far: u8) -> Vec<Hex> {
        let mut edge = vec![from];
        for _ in 0..far {
            let sides = [facing.left_front(), facing.right_front()];
            edge = edge.iter().flat_map(|h| sides.into_iter().filter_map(|s| h.neighbour(s))).collect();
        }
        edge
    }

    #[test]
    fn a_goal_lies_before_a_facing_when_its_front_sides_lead_there() {
        for from in [hex(2010), hex(2110)] {
            for n in 0..15 * 15 {
                let to = Hex::new(from.col() - 7 + n % 15, from.row() - 7 + n / 15);
                let outlook = Outlook::between(from, to);
                assert_eq!(outlook.far, from.distance(to));
                for facing in Facing::ALL {
                    let lies = comes_to(from, facing, outlook.far).contains(&to);
                    assert_eq!(outlook.is_before(facing), lies, "{from} {to} {facing}");
                }
            }
        }
    }
}
