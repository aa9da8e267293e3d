//! Where stands are, how far units are from one another, and what they were ordered.

use super::{posts, wings};
use crate::formation::Slot;
use crate::measure::{Base, Length, Stance, between};
use crate::state::{Directive, Ordered, Position, Stand, UnitId};

impl Position {
    /// The bases of a unit, were it to stand so.
    #[must_use]
    pub fn bases_at(&self, id: UnitId, stance: Stance) -> Vec<Base> {
        let frame = stance.frame();
        let base = |(s, slot): (&Stand, Slot)| {
            let (width, depth) = self.size(s);
            Base::in_frame(frame.moved(slot.right.0, -slot.back.0, slot.quarter), width, depth)
        };
        let unit = self.unit(id);
        match unit.attached {
            Some(_) => unit.stands.iter().zip(self.slots(id)).map(base).collect(),
            None => unit.stands.iter().map(|s| base((s, s.slot))).collect(),
        }
    }

    /// Where the stands of a unit stand in its frame, or in that of the unit to which it is attached.
    #[must_use]
    pub fn slots(&self, id: UnitId) -> Vec<Slot> {
        let unit = self.unit(id);
        match unit.attached {
            Some(host) => wings::places(self, host, id),
            None => unit.stands.iter().map(|s| s.slot).collect(),
        }
    }

    /// The bases of a unit and of all that goes with it, were it to stand so.
    #[must_use]
    pub fn party_at(&self, id: UnitId, stance: Stance) -> Vec<Base> {
        self.party(id).into_iter().flat_map(|u| self.bases_at(u, stance)).collect()
    }

    /// The bases of a unit; none when it is not on the table.
    #[must_use]
    pub fn bases(&self, id: UnitId) -> Vec<Base> {
        self.stance(id).map_or_else(Vec::new, |stance| self.bases_at(id, stance))
    }

    /// The shortest way between two units; `None` when one of them is not on the table.
    #[must_use]
    pub fn distance(&self, one: UnitId, two: UnitId) -> Option<Length> {
        between(&self.bases(one), &self.bases(two), None)
    }

    /// Are two units no farther apart than this? Sooner told than how far they are.
    #[must_use]
    pub fn is_within(&self, one: UnitId, two: UnitId, far: Length) -> bool {
        let (own, theirs) = (self.bases(one), self.bases(two));
        own.iter().any(|a| theirs.iter().any(|b| a.is_within(b, far)))
    }

    /// Is a unit in close combat?
    #[must_use]
    pub fn is_engaged(&self, id: UnitId) -> bool {
        self.engagements.iter().any(|e| e.attacker == id || e.defender == id)
    }

    /// What a unit is to do this turn: the order of its Command, or what its dice say when it is out of
    /// command. Light infantry does what the unit does to which it is attached, and the guard of a killed
    /// leader attacks. Before the orders are opened nobody does anything: it holds.
    #[must_use]
    pub fn directive(&self, id: UnitId) -> Directive {
        let id = self.unit(id).attached.unwrap_or(id);
        if posts::avenges(self, id) {
            return Directive::Advance;
        }
        let unit = self.unit(id);
        unit.own_order.unwrap_or(match self.command(unit.command).ordered {
            Ordered::Open(order) => order,
            Ordered::Nothing | Ordered::Sealed(_) => Directive::Hold,
        })
    }

    /// How far the nearest enemy is from where a unit would stand; `None` without an enemy on the table.
    #[must_use]
    pub fn nearest_enemy(&self, id: UnitId, at: Stance) -> Option<(UnitId, Length)> {
        let own = self.bases_at(id, at);
        // Of enemies as near as one another it is the first.
        let nearer = |best: Option<(UnitId, Length)>, enemy: UnitId| {
            let far = between(&own, &self.bases(enemy), best.map(|(_, far)| far));
            far.map(|far| (enemy, far)).or(best)
        };
        self.enemies(self.side(id)).fold(None, nearer)
    }

    /// Inches that a unit moves in a turn: those of its slowest stand, and of the slowest that goes with it.
    #[must_use]
    pub fn base_move(&self, id: UnitId) -> Length {
        let rate = |u: UnitId| {
            let unit = self.unit(u);
            unit.stands.iter().map(|s| self.profile(unit, s.troop).base_move).min()
        };
        self.party(id).into_iter().filter_map(rate).min().unwrap_or_default()
    }
}

/// Another unit on whose bases these would lie.
pub(crate) fn crowd(pos: &Position, unit: UnitId, bases: &[Base]) -> Option<UnitId> {
    let lies_on = |o: &UnitId| pos.bases(*o).iter().any(|b| bases.iter().any(|own| own.overlaps(b)));
    pos.unit_ids().filter(|&o| o != unit).find(lies_on)
}
