//! Cavalry in charge formation, wedge or rhombus (alexander 9.7).

use crate::events::movement::Leg;
use crate::movement::bar::Bar;
use crate::movement::cost::{EntryCost, Shut};
use crate::movement::march::{Body, KINDS, March};
use crate::movement::step::{Taken, in_place};
use crate::piece::{UnitSpec, UnitType};
use crate::position::{Formation, Position};
use tess_hex::{Hex, Hexside};

/// Points for forming up (alexander 9.73).
const FORMING: u8 = 4;

/// Points for leaving the formation (alexander 9.76).
const LEAVING: u8 = 2;

/// Points for each vertex turned (alexander 9.74).
const TURNING: u8 = 2;

/// **alexander 9.72.** Heavy cavalry, regular cavalry, lancers and Thracian light cavalry.
#[must_use]
pub fn forms_for_charge(spec: &UnitSpec) -> bool {
    match spec.kind {
        UnitType::HC | UnitType::RC | UnitType::LN => true,
        UnitType::LC => spec.nation.to_ascii_lowercase().starts_with("thrac"),
        _ => false,
    }
}

/// **alexander 9.73.** Forms up, by an order of its own and out of enemy zones.
pub(crate) fn form(pos: &Position, body: &Body, march: &March) -> Result<Taken, Bar> {
    if !pos.set.knows_charge_formation() || !forms_for_charge(pos.spec(body.unit)) || body.with.is_some() {
        return Err(Bar::NoWedge);
    }
    if march.formation != Formation::Line {
        return Err(Bar::WedgeAlready);
    }
    if body.in_line {
        return Err(Bar::WedgeInLine);
    }
    if march.hexes(false).iter().any(|h| pos.in_enemy_zoc(body.side, h)) {
        return Err(Bar::WedgeZone);
    }
    change(body, march, Formation::Charge, FORMING)
}

/// **alexander 9.76.** Out of it, wherever it stands.
pub(crate) fn leave(_: &Position, body: &Body, march: &March) -> Result<Taken, Bar> {
    if march.formation != Formation::Charge {
        return Err(Bar::WedgeAlready);
    }
    if march.stopped {
        return Err(Bar::Stopped);
    }
    change(body, march, Formation::Line, LEAVING)
}

fn change(body: &Body, march: &March, formation: Formation, cost: u8) -> Result<Taken, Bar> {
    if cost > body.allowance.saturating_sub(march.mp) {
        return Err(Bar::Points(cost));
    }
    let after = March { formation, mp: march.mp + cost, steps: march.steps + 1, turned: 0, ..*march };
    Ok(in_place(after, Leg::Wedge(formation == Formation::Charge)))
}

/// **alexander 9.74.** In formation ground costs its hits twice, and one level, up or down, is the most in a
/// phase.
///
/// # Errors
/// It has changed a level in this phase, or would change two.
pub(crate) fn entry(
    pos: &Position,
    march: &March,
    mut entry: EntryCost,
    from: Hex,
    side: Hexside,
) -> Result<EntryCost, Shut> {
    if march.formation != Formation::Charge {
        return Ok(entry);
    }
    let field = &pos.set.field;
    let to = from.neighbour(side).ok_or(Shut::Closed)?;
    let levels = (i16::from(field.cell(to).level) - i16::from(field.cell(from).level)).unsigned_abs() as u8;
    if levels > 0 && march.climbed + levels > 1 {
        return Err(Shut::Steep);
    }
    entry.up = levels;
    for kind in 0..KINDS {
        entry.hits[kind] *= 2;
    }
    Ok(entry)
}

/// **alexander 9.74.** Nobody in formation goes on from a hex where he has turned more than one vertex.
pub(crate) fn going_on(march: &March) -> Result<(), Bar> {
    if march.formation == Formation::Charge && march.turned > 1 {
        return Err(Bar::Unwieldy(march.hex));
    }
    Ok(())
}

/// **alexander 9.74.** Points and hits of turning so many vertices in formation: one in a hex, unless it
/// does not move.
///
/// # Errors
/// It has moved, and turns more than one vertex in this hex.
pub(crate) fn turning(march: &March, vertices: u8, (mp, hits): (u8, u8)) -> Result<(u8, u8), Bar> {
    if march.formation != Formation::Charge {
        return Ok((mp, hits));
    }
    if march.left && march.turned + vertices > 1 {
        return Err(Bar::Unwieldy(march.hex));
    }
    Ok((TURNING * vertices, 2 * hits))
}
