//! Front, flank and rear (7.11), zones of control (7.2), and whether a leader or unit stands in one.

use super::piece::{Side, UnitId};
use super::position::{Formation, Hexes, Position, Supply};
use super::variant::charts::Angle;
use crate::hex::{Facing, Hex};

/// **spqr 7.11.** Through which side a hex adjacent to a unit at `hexes` facing `facing` lies; `None` when it is
/// not adjacent. A two-hex unit has three front, two flank and three rear hexes.
#[must_use]
pub fn angle_of(hexes: Hexes, facing: Facing, towards: Hex) -> Option<Angle> {
    let left = hexes.left?;
    let right = hexes.right.unwrap_or(left);
    let at = |from: Hex, side| from.neighbour(side) == Some(towards);
    if hexes.contains(towards) {
        return None;
    }
    if [left, right].iter().any(|&h| at(h, facing.left_front()) || at(h, facing.right_front())) {
        Some(Angle::Front)
    } else if [left, right].iter().any(|&h| at(h, facing.left_rear()) || at(h, facing.right_rear())) {
        Some(Angle::Rear)
    } else if at(left, facing.left_flank()) || at(right, facing.right_flank()) {
        Some(Angle::Flank)
    } else {
        None
    }
}

impl Position {
    /// **spqr 7.11, 6.73, 9.84.** Through which side of `unit` the adjacent hex lies. In column only the hex straight
    /// ahead is front and the one straight behind is rear; artillery is front all round.
    #[must_use]
    pub fn angle(&self, unit: UnitId, towards: Hex) -> Option<Angle> {
        let hexes = self.hexes(unit);
        if self.spec(unit).class == super::piece::Class::SC {
            return hexes.iter().any(|h| h.touches(towards)).then_some(Angle::Front);
        }
        if let Formation::Column { towards: ahead, head_left } = self.unit(unit).formation {
            let head = if head_left { hexes.left } else { hexes.right.or(hexes.left) }?;
            let tail = if head_left { hexes.right.or(hexes.left) } else { hexes.left }?;
            return if head.neighbour(ahead) == Some(towards) {
                Some(Angle::Front)
            } else if tail.neighbour(ahead.opposite()) == Some(towards) {
                Some(Angle::Rear)
            } else {
                hexes.iter().any(|h| h.touches(towards)).then_some(Angle::Flank)
            };
        }
        angle_of(hexes, self.facing(unit)?, towards)
    }

    /// **spqr 7.21, 7.22.** Does this unit's zone of control reach `hex`? Units exert one into their front hexes;
    /// skirmishers with missiles and velites into the flanks too; skirmishers without missiles exert none; neither
    /// do routed units. Not into ground closed to movement, nor across closed sides.
    #[must_use]
    pub fn exerts(&self, unit: UnitId, hex: Hex) -> bool {
        if self.is_routed(unit) || !self.set.field.is_open(hex) {
            return false;
        }
        let Some(angle) = self.angle(unit, hex) else { return false };
        let reaches = match angle {
            Angle::Front => !(self.is_plain_skirmisher(unit) && self.unit(unit).supply == Supply::No),
            Angle::Flank => {
                let spec = self.spec(unit);
                (self.is_plain_skirmisher(unit) || spec.is_velites())
                    && !self.in_column(unit)
                    && spec.missile.is_some()
                    && self.unit(unit).supply != Supply::No
            }
            Angle::Rear => false,
        };
        reaches
            && self
                .hexes(unit)
                .iter()
                .any(|h| h.side_towards(hex).is_some_and(|side| self.set.field.can_cross(h, side)))
    }

    fn is_plain_skirmisher(&self, unit: UnitId) -> bool {
        self.spec(unit).kind.is_skirmisher()
    }

    /// Enemy units of `side` whose zone of control reaches `hex`, each once.
    pub fn controllers(&self, side: Side, hex: Hex) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = Vec::new();
        for (_, near) in hex.neighbours() {
            for unit in self.stack(near).units() {
                if self.spec(unit).side != side && !found.contains(&unit) && self.exerts(unit, hex) {
                    found.push(unit);
                }
            }
        }
        found
    }

    /// Is `hex` in a zone of control of the enemies of `side`?
    #[must_use]
    pub fn in_enemy_zoc(&self, side: Side, hex: Hex) -> bool {
        hex.neighbours().any(|(_, near)| {
            self.stack(near).units().any(|unit| self.spec(unit).side != side && self.exerts(unit, hex))
        })
    }

    /// Is any hex of the unit in an enemy zone of control?
    #[must_use]
    pub fn unit_in_zoc(&self, unit: UnitId) -> bool {
        let side = self.spec(unit).side;
        self.hexes(unit).iter().any(|h| self.in_enemy_zoc(side, h))
    }

    /// Enemy units in this unit's own zone of control, each once, in order of id.
    #[must_use]
    pub fn in_my_zoc(&self, unit: UnitId) -> Vec<UnitId> {
        let side = self.spec(unit).side;
        let mut found: Vec<UnitId> = Vec::new();
        for h in self.hexes(unit).iter() {
            for (_, near) in h.neighbours() {
                if self.exerts(unit, near) {
                    found.extend(self.stack(near).units().filter(|&u| self.spec(u).side != side));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Enemy combat units adjacent to a hex, each once, in order of id.
    #[must_use]
    pub fn enemies_next_to(&self, side: Side, hex: Hex) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = hex
            .neighbours()
            .flat_map(|(_, near)| self.stack(near).units())
            .filter(|&u| self.spec(u).side != side)
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Is an enemy combat unit adjacent to this unit?
    #[must_use]
    pub fn is_beside_enemy(&self, unit: UnitId) -> bool {
        let side = self.spec(unit).side;
        self.hexes(unit).iter().any(|h| {
            h.neighbours().any(|(_, near)| self.stack(near).units().any(|u| self.spec(u).side != side))
        })
    }
}
