//! Front, flank and rear (7.11), zones of control (7.2), and whether a leader or unit stands in one.

use crate::piece::{Class, Side, UnitId, UnitType};
use crate::position::{Formation, Hexes, Morale, Place, Position, Supply};
use crate::variant::charts::Angle;
use tess_hex::{Facing, Hex, Hexside};

/// **spqr 7.11.** Through which side a hex adjacent to a unit at `hexes` facing `facing` lies; `None` when
/// it is not adjacent. A two-hex unit has three front, two flank and three rear hexes.
#[must_use]
pub fn angle_of(hexes: Hexes, facing: Facing, towards: Hex) -> Option<Angle> {
    let left = hexes.left?;
    if hexes.contains(towards) {
        return None;
    }
    // Sides clockwise from the left front one.
    let side = |from: Hex| Some(from.side_towards(towards)?.clockwise_from(facing.left_front()));
    let alone = hexes.right.is_none();
    let angle = |side: u8, is_left: bool| match side {
        0 | 1 => Some(Angle::Front),
        3 | 4 => Some(Angle::Rear),
        2 => (alone || !is_left).then_some(Angle::Flank),
        _ => is_left.then_some(Angle::Flank),
    };
    let of_left = side(left).and_then(|s| angle(s, true));
    let of_right = hexes.right.and_then(side).and_then(|s| angle(s, false));
    match (of_left, of_right) {
        (Some(Angle::Front), _) | (_, Some(Angle::Front)) => Some(Angle::Front),
        (Some(Angle::Rear), _) | (_, Some(Angle::Rear)) => Some(Angle::Rear),
        (flank, other) => flank.or(other),
    }
}

impl Position {
    /// **spqr 7.11, 6.73, 9.84.** Through which side of `unit` the adjacent hex lies. In column only the hex
    /// straight ahead is front and the one straight behind is rear; artillery is front all round, and so is
    /// a square (alexander 9.64).
    #[must_use]
    pub fn angle(&self, unit: UnitId, towards: Hex) -> Option<Angle> {
        let hexes = self.hexes(unit);
        if self.spec(unit).class == Class::SC || self.in_square(unit) {
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

    /// **spqr 7.21, 7.22.** Does this unit's zone of control reach `hex`? Units exert one into their front
    /// hexes; skirmishers with missiles and velites into the flanks too; skirmishers without missiles exert
    /// none; neither do routed units nor the elephants of leaders (4.83). Not into ground closed to
    /// movement, nor across closed sides.
    #[must_use]
    pub fn exerts(&self, unit: UnitId, hex: Hex) -> bool {
        if self.spec(unit).two_hex {
            return self.exerts_by_rule(unit, hex);
        }
        let Some(own) = self.hex(unit) else { return false };
        let (Some(side), Some(slot)) = (own.side_towards(hex), self.set.field.slot(own)) else {
            return false;
        };
        self.set.field.is_open(hex) && self.exerts_across(unit, slot, side.opposite(), hex)
    }

    /// [`Position::exerts`] of units of every kind.
    fn exerts_by_rule(&self, unit: UnitId, hex: Hex) -> bool {
        if self.is_routed(unit) || self.is_leader_elephant(unit) || !self.set.field.is_open(hex) {
            return false;
        }
        let Some(angle) = self.angle(unit, hex) else { return false };
        let reaches = match angle {
            Angle::Front => !(self.spec(unit).kind == UnitType::SK && self.unit(unit).supply == Supply::No),
            Angle::Flank => {
                let spec = self.spec(unit);
                (spec.kind.is_skirmisher() || spec.is_velites())
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

    /// Enemy units of `side` whose zone of control reaches `hex`, each once.
    #[must_use]
    pub fn controllers(&self, side: Side, hex: Hex) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = Vec::new();
        let field = &self.set.field;
        let Some(slot) = field.slot(hex).filter(|&s| field.is_open_slot(s)) else { return found };
        for (to, near) in self.enemies_beside(side, hex, slot) {
            for unit in self.stack_at(near).units() {
                if self.side(unit) != side
                    && !found.contains(&unit)
                    && self.exerts_across(unit, near, to, hex)
                {
                    found.push(unit);
                }
            }
        }
        found
    }

    /// Is `hex` in a zone of control of the enemies of `side`?
    #[must_use]
    #[inline]
    pub fn in_enemy_zoc(&self, side: Side, hex: Hex) -> bool {
        // Most hexes are far from any enemy: one look, and the walk round the hex is spared.
        self.presence().touches(side.other(), hex) && self.is_watched(side, hex)
    }

    /// [`Position::in_enemy_zoc`] of a hex that touches enemies.
    fn is_watched(&self, side: Side, hex: Hex) -> bool {
        self.is_watched_by(side, hex, |_| true)
    }

    /// Is `hex` in the zone of control of such an enemy of `side`?
    #[must_use]
    #[inline]
    pub(crate) fn in_zoc_of(&self, side: Side, hex: Hex, such: impl Fn(UnitId) -> bool) -> bool {
        self.presence().touches(side.other(), hex) && self.is_watched_by(side, hex, such)
    }

    fn is_watched_by(&self, side: Side, hex: Hex, such: impl Fn(UnitId) -> bool) -> bool {
        let field = &self.set.field;
        let Some(slot) = field.slot(hex) else { return false };
        field.is_open_slot(slot)
            && self.enemies_beside(side, hex, slot).any(|(to, near)| {
                self.stack_at(near).units().any(|unit| {
                    self.side(unit) != side && such(unit) && self.exerts_across(unit, near, to, hex)
                })
            })
    }

    /// Does a unit exert a zone into an open hex ([`Position::exerts`]), when it is known to stand in the
    /// slot `near`, which lies across the side `to` of that hex? Most units stand in one hex and in line:
    /// then the side alone tells front, flank and rear.
    fn exerts_across(&self, unit: UnitId, near: usize, to: Hexside, hex: Hex) -> bool {
        let spec = self.spec(unit);
        let it = self.unit(unit);
        let Place::Field { facing, .. } = it.place else { return false };
        if spec.two_hex || it.formation != Formation::Line || spec.class == Class::SC {
            return self.exerts_by_rule(unit, hex);
        }
        if it.morale == Morale::Routed || spec.kind == UnitType::EL && self.is_leader_elephant(unit) {
            return false;
        }
        let from = to.opposite();
        let skirmisher = spec.kind.is_skirmisher();
        let reaches = match from.clockwise_from(facing.left_front()) {
            0 | 1 => !(spec.kind == UnitType::SK && it.supply == Supply::No),
            2 | 5 => (skirmisher || spec.is_velites()) && spec.missile.is_some() && it.supply != Supply::No,
            _ => false,
        };
        reaches && !self.set.field.has_wall(near, from)
    }

    /// Is any hex of the unit in an enemy zone of control?
    #[must_use]
    pub fn unit_in_zoc(&self, unit: UnitId) -> bool {
        let side = self.side(unit);
        let Hexes { left, right } = self.hexes(unit);
        left.is_some_and(|h| self.in_enemy_zoc(side, h)) || right.is_some_and(|h| self.in_enemy_zoc(side, h))
    }

    /// Enemy units in this unit's own zone of control, each once, in order of id.
    #[must_use]
    pub fn in_my_zoc(&self, unit: UnitId) -> Vec<UnitId> {
        self.in_my_zoc_but(unit, |_| false)
    }

    /// Enemy units in this unit's own zone of control without those of whom nothing needs to be known: where
    /// nobody else stands beside the unit, its zone is not looked at.
    #[must_use]
    pub(crate) fn in_my_zoc_but(&self, unit: UnitId, known: impl Fn(UnitId) -> bool) -> Vec<UnitId> {
        let side = self.side(unit);
        let mut found: Vec<UnitId> = Vec::new();
        let of_interest = |u: UnitId| self.side(u) != side && !known(u) && !self.is_covered(u);
        for h in self.hexes(unit).iter() {
            for near in self.sides_to_enemies(side, h).filter_map(|to| h.neighbour(to)) {
                let there = self.stack(near);
                if there.units().any(of_interest) && self.exerts(unit, near) {
                    found.extend(there.units().filter(|&u| of_interest(u)));
                }
            }
        }
        // Of several hexes the same unit may be found twice.
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        found
    }

    /// The sides of a hex across which enemies of `side` stand, clockwise from N.
    #[inline]
    pub(crate) fn sides_to_enemies(&self, side: Side, hex: Hex) -> impl Iterator<Item = Hexside> + use<> {
        Hexside::in_mask(self.presence().beside_of(side.other(), hex))
    }

    /// The slots of those hexes round a slot, each with the side across which it lies.
    #[inline]
    fn enemies_beside(
        &self,
        side: Side,
        hex: Hex,
        slot: usize,
    ) -> impl Iterator<Item = (Hexside, usize)> + '_ {
        let field = &self.set.field;
        let to_slot = move |to: Hexside| field.slot_beside(slot, to).map(|near| (to, near));
        self.sides_to_enemies(side, hex).filter_map(to_slot)
    }

    /// **cataphract 11.63.** Is it an engine that shares its hex with infantry, which fights for it?
    #[must_use]
    pub fn is_covered(&self, unit: UnitId) -> bool {
        self.spec(unit).class == Class::SC && !self.is_top(unit)
    }

    /// Enemy combat units adjacent to a hex, clockwise from N; one in two hexes may be among them twice.
    pub(crate) fn enemies_around(&self, side: Side, hex: Hex) -> impl Iterator<Item = UnitId> + '_ {
        let near = self.sides_to_enemies(side, hex).filter_map(move |to| hex.neighbour(to));
        near.flat_map(|near| self.stack(near).units()).filter(move |&u| self.side(u) != side)
    }

    /// Enemy combat units adjacent to a hex, each once, in order of id.
    #[must_use]
    pub fn enemies_next_to(&self, side: Side, hex: Hex) -> Vec<UnitId> {
        let mut found: Vec<UnitId> = self.enemies_around(side, hex).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Is an enemy combat unit adjacent to this unit?
    #[must_use]
    pub fn is_beside_enemy(&self, unit: UnitId) -> bool {
        let side = self.side(unit);
        self.hexes(unit).iter().any(|h| self.presence().touches(side.other(), h))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Missile;
    use crate::proving_ground::{armed, ground, hex, u, unit};

    /// The short way of asking agrees with the rule for every hex around units of all kinds and facings.
    #[test]
    fn the_short_way_to_a_zone_is_the_rule() {
        for facing in Facing::ALL {
            let mut velites =
                armed(unit("V", Side::First, UnitType::LI, (4, 5, 6), 2010, facing), Missile::J, "J_foot");
            velites.class = Class::VE;
            let archers =
                armed(unit("S", Side::First, UnitType::SK, (1, 4, 6), 2014, facing), Missile::A, "A_foot");
            let pos = ground(
                vec![
                    velites,
                    archers,
                    unit("M", Side::First, UnitType::MI, (4, 5, 5), 2018, facing),
                    unit("P", Side::First, UnitType::PH, (10, 7, 4), 2022, facing),
                ],
                vec![],
            );
            for (supply, routed) in [(Supply::Full, false), (Supply::No, false), (Supply::Full, true)] {
                let mut pos = pos.clone();
                for n in 0..4 {
                    pos.unit_mut(u(n)).supply = supply;
                    if routed {
                        pos.unit_mut(u(n)).morale = Morale::Routed;
                    }
                }
                for col in 17..24 {
                    for row in 8..26 {
                        let h = hex(col * 100 + row);
                        let reaches = |id| {
                            let by_rule = pos.exerts_by_rule(id, h);
                            assert_eq!(pos.exerts(id, h), by_rule, "{h} {facing}");
                            by_rule
                        };
                        let by_rule = pos.unit_ids().filter(|&id| reaches(id)).count() > 0;
                        assert_eq!(pos.in_enemy_zoc(Side::Second, h), by_rule, "{h} {facing}");
                        assert_eq!(!pos.controllers(Side::Second, h).is_empty(), by_rule, "{h} {facing}");
                    }
                }
            }
        }
    }
}
