//! Follows a unit through the steps of a sheet, so that `fwd` means the right hex.

use crate::order::Step;
use crate::piece::UnitId;
use crate::position::{Formation, Place, Position};
use tess_hex::{Facing, Hex, Hexside};

/// Where a unit will stand when everything goes as ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Body {
    /// Its hex, or the left half.
    pub hex: Hex,
    /// Its facing.
    pub facing: Facing,
    two_hex: bool,
    column: Option<(Hexside, bool)>,
}

/// Rank of a hex along a facing: 1 more in either front hex.
///
/// ```text
///   facing E          3
///                 2  <
///   rank      1  <    3
///                 2  <
/// ```
pub(super) fn rank(facing: Facing, hex: Hex) -> i32 {
    let (q, r) = hex.axial();
    match facing {
        Facing::NE => -r,
        Facing::E => q,
        Facing::SE => q + r,
        Facing::SW => r,
        Facing::W => -q,
        Facing::NW => -q - r,
    }
}

/// Straight ahead: into the left or the right front hex by turns. Which one hangs on the rank alone, so that
/// units side by side stay side by side, and going back leads back; facing E and W the row is kept.
fn ahead(facing: Facing, hex: Hex) -> Step {
    let even = rank(facing, hex).rem_euclid(2) == 0;
    let eastward = matches!(facing, Facing::NE | Facing::E | Facing::SE);
    if even == eastward { Step::AheadRight } else { Step::AheadLeft }
}

impl Body {
    /// In a hex beside its own, facing as before.
    pub(super) fn slid_to(self, hex: Hex) -> Body {
        Body { hex, ..self }
    }

    /// As the unit stands now; `None` off the map.
    pub fn of(position: &Position, unit: UnitId) -> Option<Body> {
        let Place::Field { hex, facing } = position.unit(unit).place else { return None };
        let column = match position.unit(unit).formation {
            Formation::Line | Formation::Square | Formation::Charge => None,
            Formation::Column { towards, head_left } => Some((towards, head_left)),
        };
        Some(Body { hex, facing, two_hex: position.spec(unit).two_hex, column })
    }

    /// At a hex with a facing, in line.
    pub fn standing(self, hex: Hex, facing: Facing) -> Body {
        Body { hex, facing, column: None, ..self }
    }

    fn right(self) -> Option<Hex> {
        if self.two_hex { self.hex.neighbour(self.facing.right_flank()) } else { Some(self.hex) }
    }

    /// The hexes of a column, head first.
    fn column_ends(self, head_left: bool) -> Option<(Hex, Hex)> {
        let right = self.right()?;
        Some(if head_left { (self.hex, right) } else { (right, self.hex) })
    }

    /// The step that `fwd` is.
    pub fn forward(self) -> Option<Step> {
        match self.column {
            None => Some(ahead(self.facing, self.hex)),
            Some((towards, head_left)) => self.column_ends(head_left)?.0.neighbour(towards).map(Step::Enter),
        }
    }

    /// Where it stands after a step; `None` when that cannot be told.
    pub fn after(self, step: Step) -> Option<Body> {
        let mut next = self;
        match step {
            Step::Fire(_)
            | Step::Square
            | Step::Unsquare
            | Step::Dismount
            | Step::Mount
            | Step::Wedge
            | Step::Unwedge => {}
            Step::Enter(to) => return self.enter(to),
            Step::AheadLeft if self.column.is_none() => {
                next.hex = self.hex.neighbour(self.facing.left_front())?
            }
            Step::AheadRight if self.column.is_none() => {
                next.hex = self.hex.neighbour(self.facing.right_front())?
            }
            Step::Turn(n) if !self.two_hex && self.column.is_none() => next.facing = self.facing.turn(n % 6),
            Step::Face(to) if !self.two_hex && self.column.is_none() => next.facing = to,
            Step::PivotLeftHalf if self.two_hex && self.column.is_none() => {
                next.facing = self.facing.turn(1);
                next.hex = self.right()?.neighbour(next.facing.left_flank())?;
            }
            Step::PivotRightHalf if self.two_hex && self.column.is_none() => {
                next.facing = self.facing.turn(-1)
            }
            Step::Reverse if self.two_hex && self.column.is_none() => {
                next.hex = self.right()?;
                next.facing = self.facing.opposite();
            }
            Step::ColumnLeft | Step::ColumnRight if self.column.is_none() => {
                let left = step == Step::ColumnLeft;
                let towards = match (self.two_hex, left) {
                    (true, true) => self.facing.left_flank(),
                    (true, false) => self.facing.right_flank(),
                    (false, true) => self.facing.left_front(),
                    (false, false) => self.facing.right_front(),
                };
                next.column = Some((towards, left));
            }
            Step::LineLeft | Step::LineRight => {
                let (towards, _) = self.column?;
                next.column = None;
                if !self.two_hex {
                    let lead = if step == Step::LineLeft { towards.turn(-1) } else { towards };
                    next.facing = Facing::with_left_front(lead);
                }
            }
            _ => return None,
        }
        Some(next)
    }

    fn enter(self, to: Hex) -> Option<Body> {
        if let Some((_, head_left)) = self.column {
            let (head, _) = self.column_ends(head_left)?;
            let towards = head.side_towards(to)?;
            if !self.two_hex {
                return Some(Body { hex: to, column: Some((towards, head_left)), ..self });
            }
            let (left, right) = if head_left { (to, head) } else { (head, to) };
            // The right half lies at the right flank, two sides clockwise of the left front.
            let facing = Facing::with_left_front(left.side_towards(right)?.turn(-2));
            return Some(Body { hex: left, facing, column: Some((towards, head_left)), ..self });
        }
        if !self.two_hex {
            return Some(Body { hex: to, ..self });
        }
        if self.hex.neighbour(self.facing.left_front()) == Some(to) {
            return self.after(Step::AheadLeft);
        }
        if self.right()?.neighbour(self.facing.right_front()) == Some(to) {
            return self.after(Step::AheadRight);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(n: u16) -> Hex {
        Hex::from_number(n).expect("a hex")
    }

    fn body(n: u16, facing: Facing, two_hex: bool) -> Body {
        Body { hex: hex(n), facing, two_hex, column: None }
    }

    fn advance(mut b: Body, steps: usize) -> Body {
        for _ in 0..steps {
            b = b.after(b.forward().expect("a way")).expect("a place");
        }
        b
    }

    #[test]
    fn the_rank_grows_by_one_in_each_front_hex() {
        for facing in Facing::ALL {
            for n in [2010, 2110, 2011, 2111] {
                for side in [facing.left_front(), facing.right_front()] {
                    let next = hex(n).neighbour(side).expect("on the sheet");
                    assert_eq!(rank(facing, next), rank(facing, hex(n)) + 1, "{facing} {n}");
                }
            }
        }
    }

    #[test]
    fn straight_ahead_east_and_west_keeps_the_row() {
        for n in [2010, 2110] {
            assert_eq!(advance(body(n, Facing::E, false), 3).hex, hex(n + 300));
            assert_eq!(advance(body(n, Facing::W, false), 3).hex, hex(n - 300));
        }
    }

    #[test]
    fn going_back_leads_back_and_neighbours_never_collide() {
        for facing in Facing::ALL {
            for n in [2010, 2110, 2011, 2111] {
                let there = advance(body(n, facing, false), 3);
                assert_eq!(hex(n).distance(there.hex), 3);
                assert_eq!(
                    advance(there.standing(there.hex, facing.opposite()), 3).hex,
                    hex(n),
                    "{facing} {n}"
                );
                let beside = hex(n).neighbour(facing.right_flank()).expect("on the sheet");
                let other = advance(body(beside.number(), facing, false), 3);
                assert_eq!(there.hex.neighbour(facing.right_flank()), Some(other.hex));
            }
        }
    }

    #[test]
    fn the_half_that_pivots_swings_into_the_centre_front_hex() {
        for facing in Facing::ALL {
            let phalanx = body(2010, facing, true);
            let (left, right) = (phalanx.hex, phalanx.right().expect("a half"));
            let centre = left.neighbour(facing.right_front()).expect("on the sheet");
            let a = phalanx.after(Step::PivotLeftHalf).expect("a place");
            assert_eq!((a.hex, a.right()), (centre, Some(right)), "{facing}");
            let b = phalanx.after(Step::PivotRightHalf).expect("a place");
            assert_eq!((b.hex, b.right()), (left, Some(centre)), "{facing}");
            let c = phalanx.after(Step::Reverse).expect("a place");
            assert_eq!((c.hex, c.right()), (right, Some(left)), "{facing}");
        }
    }

    #[test]
    fn a_column_goes_head_first() {
        let phalanx = body(2010, Facing::E, true).after(Step::ColumnLeft).expect("a place");
        assert_eq!(phalanx.forward(), Some(Step::Enter(hex(2009))));
        let gone = advance(phalanx, 2);
        assert_eq!((gone.hex, gone.right()), (hex(2008), Some(hex(2009))));
        let bent = gone.after(Step::Enter(hex(2107))).expect("a place");
        assert_eq!((bent.hex, bent.right()), (hex(2107), Some(hex(2008))));
        let one = body(2010, Facing::E, false).after(Step::ColumnRight).expect("a place");
        assert_eq!(one.forward(), Some(Step::Enter(hex(2110))));
        assert_eq!(one.after(Step::LineLeft).map(|b| b.facing), Some(Facing::E));
        assert_eq!(one.after(Step::LineRight).map(|b| b.facing), Some(Facing::SE));
    }
}
