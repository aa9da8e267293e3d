//! Troop quality checks (10.11).

use crate::position::Position;
use crate::{Flow, Oracle, UnitId};
use tess_effects::Rule;

/// A check made: the die, its modifiers, and by how much it missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The face, 0 to 9.
    pub die: u8,
    /// Added to it.
    pub modifier: i8,
    /// The quality it was held against.
    pub quality: u8,
    /// Die with modifiers less quality, 0 when it passed.
    pub excess: u8,
}

impl Check {
    /// Did it fail?
    #[must_use]
    pub const fn failed(self) -> bool {
        self.excess > 0
    }
}

/// **spqr 10.11, 6.68, 9.63, cataphract 11.85.** One die against the unit's quality; the top unit checks for
/// its stack, with the stack's own modifier; the army of the winning champion takes 1 off. Applies nothing:
/// what failure means is the caller's rule.
///
/// # Errors
/// As [`Oracle::roll`].
pub fn check(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    purpose: &str,
    modifier: i8,
    rule: Rule,
) -> Flow<Check> {
    let die = oracle.d10(purpose, &pos.spec(unit).code, rule)?;
    let modifier = modifier + pos.stack_modifier(unit) + pos.champion_modifier(pos.side(unit));
    let quality = pos.quality(unit);
    let excess = (i16::from(die) + i16::from(modifier) - i16::from(quality)).max(0) as u8;
    Ok(Check { die, modifier, quality, excess })
}

impl Position {
    /// **spqr 6.68, 6.69, 9.63.** Added to all checks of stacked Roman units of different class or colour.
    #[must_use]
    pub fn stack_modifier(&self, unit: UnitId) -> i8 {
        let Some(other) = self.partner(unit) else { return 0 };
        let (a, b) = (self.spec(unit), self.spec(other));
        let chart = &self.set.variant.charts.stacking;
        if !a.is_roman_foot() || !b.is_roman_foot() {
            0
        } else if a.colour != b.colour {
            chart.roman_other.check_modifier as i8
        } else if a.class != b.class {
            chart.roman_same_colour.check_modifier as i8
        } else {
            chart.roman_same_class.check_modifier as i8
        }
    }
}
