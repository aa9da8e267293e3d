//! Who writes the sentences of a battle.

use crate::form::marks::{self, capital};
use tess_effects::Rule;
use tess_gboh::{LeaderId, Setup, Side, UnitId};

/// Writes pieces, dice and rules as the sentences of one battle have them, and remembers which of them it
/// has written.
pub struct Teller<'a> {
    /// The order of battle.
    pub set: &'a Setup,
    /// With the type of each unit behind its code.
    types: bool,
    dice: Vec<u8>,
    units: Vec<UnitId>,
    leaders: Vec<LeaderId>,
}

impl<'a> Teller<'a> {
    /// For whole sentences: units by code and type.
    #[must_use]
    pub fn new(set: &'a Setup) -> Teller<'a> {
        Teller { set, types: true, dice: Vec::new(), units: Vec::new(), leaders: Vec::new() }
    }

    /// For reports in short: units by code alone, since the roster has their types.
    #[must_use]
    pub fn brief(set: &'a Setup) -> Teller<'a> {
        Teller { types: false, ..Teller::new(set) }
    }

    /// A rule as the battle's own book numbers it.
    #[must_use]
    pub fn rule(&self, rule: Rule) -> Rule {
        marks::rule(self.set, rule)
    }

    /// A die that has been thrown, as its face.
    pub fn die<D: Copy + TryInto<u8>>(&mut self, face: D) -> D {
        self.dice.extend(face.try_into().ok());
        face
    }

    /// Dice of these faces need not be told any more.
    #[must_use]
    pub fn dice(&self) -> &[u8] {
        &self.dice
    }

    /// The units written so far.
    #[must_use]
    pub fn units(&self) -> &[UnitId] {
        &self.units
    }

    /// The leaders written so far by their codes.
    #[must_use]
    pub fn leaders(&self) -> &[LeaderId] {
        &self.leaders
    }

    /// A unit by its code.
    pub fn code(&mut self, unit: UnitId) -> &'a str {
        self.units.push(unit);
        &self.set.unit(unit).code
    }

    /// A unit by code and type: `H3a (LG HA)`.
    pub fn unit(&mut self, unit: UnitId) -> String {
        let (code, spec) = (self.code(unit), self.set.unit(unit));
        match spec.class.letters() {
            _ if !self.types => code.to_owned(),
            "" => format!("{code} ({})", spec.kind.letters()),
            class => format!("{code} ({} {class})", spec.kind.letters()),
        }
    }

    /// A unit and the one below it that goes along.
    pub fn both(&mut self, unit: UnitId, with: Option<UnitId>) -> String {
        let top = self.unit(unit);
        with.map_or_else(|| top.clone(), |below| format!("{top} with {}", self.unit(below)))
    }

    /// Units by code and type, with commas between.
    pub fn units_of(&mut self, units: &[UnitId]) -> String {
        units.iter().map(|&u| self.unit(u)).collect::<Vec<_>>().join(", ")
    }

    /// Units by their codes.
    pub fn codes(&mut self, units: &[UnitId], between: &str) -> String {
        units.iter().map(|&u| self.code(u)).collect::<Vec<_>>().join(between)
    }

    /// A leader by his code.
    pub fn leader(&mut self, leader: LeaderId) -> &'a str {
        self.leaders.push(leader);
        &self.set.leader(leader).code
    }

    /// A leader by his name.
    #[must_use]
    pub fn name(&self, leader: LeaderId) -> &'a str {
        &self.set.leader(leader).name
    }

    /// A side, with a capital.
    #[must_use]
    pub fn side(&self, side: Side) -> String {
        capital(&self.set.sides[side])
    }
}

/// `1 hit`, `2 hits`.
pub(super) fn hits(n: u8) -> String {
    if n == 1 { "1 hit".to_owned() } else { format!("{n} hits") }
}

/// Hexes one after another.
pub(super) fn hexes(way: &[tess_hex::Hex]) -> String {
    way.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
