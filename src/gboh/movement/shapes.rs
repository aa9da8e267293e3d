//! Which changes of formation a unit may begin with, for `tess legal` and the bots.

use crate::movement::preview;
use crate::order::{Move, Step, Way};
use crate::piece::{UnitId, UnitType};
use crate::position::{Formation, Position};

/// Square, charge formation, dismounting, and the ways out of them, as far as they are legal for the unit
/// now (alexander 9.63, 9.73, 9.76, cataphract 11.1).
#[must_use]
pub fn shapes(pos: &Position, unit: UnitId) -> Vec<Step> {
    let spec = pos.spec(unit);
    let two_hex_foot = spec.two_hex && matches!(spec.kind, UnitType::PH | UnitType::HI);
    let mut found = match pos.unit(unit).formation {
        Formation::Square => vec![Step::Unsquare],
        Formation::Charge => vec![Step::Unwedge],
        Formation::Line if two_hex_foot && pos.set.variant.choices.movement.squares => vec![Step::Square],
        Formation::Line if pos.set.knows_charge_formation() && crate::movement::forms_for_charge(spec) => {
            vec![Step::Wedge]
        }
        _ => Vec::new(),
    };
    if pos.set.unit(unit).dismounted.is_some() {
        found.push(if pos.unit(unit).dismounted { Step::Mount } else { Step::Dismount });
    }
    found.retain(|&step| {
        let order = Move::by(unit, Way::Steps(vec![step]));
        preview::preview(pos, &order).is_ok()
    });
    found
}
