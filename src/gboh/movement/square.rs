//! Square (alexander 9.63, 9.64).

use crate::events::movement::Leg;
use crate::movement::bar::Bar;
use crate::movement::march::{Body, March};
use crate::movement::step::{Taken, in_place};
use crate::piece::UnitType;
use crate::position::{Formation, Position};

/// **alexander 9.63.** Into square, for all points, out of enemy zones: two-hex phalanxes and heavy infantry
/// of an army that the scenario calls Macedonian.
pub(crate) fn form(pos: &Position, body: &Body, march: &March) -> Result<Taken, Bar> {
    let able = pos.set.variant.choices.movement.squares
        && body.two_hex
        && !body.double
        && pos.partner(body.unit).is_none()
        && matches!(body.kind, UnitType::PH | UnitType::HI)
        && pos.set.special.macedonian[body.side];
    if !able {
        return Err(Bar::NoSquare);
    }
    if march.formation != Formation::Line {
        return Err(Bar::NotThatShape);
    }
    change(pos, body, march, Formation::Square)
}

/// **alexander 9.63.** Out of square, in the same manner.
pub(crate) fn leave(pos: &Position, body: &Body, march: &March) -> Result<Taken, Bar> {
    if march.formation != Formation::Square {
        return Err(Bar::NotThatShape);
    }
    change(pos, body, march, Formation::Line)
}

fn change(pos: &Position, body: &Body, march: &March, formation: Formation) -> Result<Taken, Bar> {
    if march.steps > 0 {
        return Err(Bar::NotWhole);
    }
    if march.hexes(true).iter().any(|h| pos.in_enemy_zoc(body.side, h)) {
        return Err(Bar::ColumnZone);
    }
    let after = March { formation, mp: body.allowance, steps: 1, formed: true, ..*march };
    Ok(in_place(after, Leg::Square(formation == Formation::Square)))
}
