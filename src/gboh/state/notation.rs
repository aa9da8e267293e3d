//! The notation of a position: what people read, write and mail, and the same as JSON. It says what differs
//! from the opening of the battle.

use std::sync::Arc;

use super::parts::{Parts, Unfit};
use super::position::Position;
use super::setup::Setup;
use crate::piece::{LeaderId, LineId, Side, UnitId};
use tess_canon::note::{Document, Keyed, Misread, Names, Note, Noted as _, Schema, Shapes, Short, Unnoted};

/// How a position is laid out in its notation.
pub const DOCUMENT: Document = Document {
    keyed: &[
        Keyed { many: "units", one: "unit", kind: "UnitId" },
        Keyed { many: "leaders", one: "leader", kind: "LeaderId" },
    ],
    always: &["turn", "stage"],
    short: &[
        Short { one: "unit", word: "at", path: "place.hex" },
        Short { one: "unit", word: "faces", path: "place.facing" },
        Short { one: "unit", word: "hits", path: "morale.hits" },
        Short { one: "leader", word: "at", path: "hex" },
    ],
};

/// What the pieces of a battle are called.
#[derive(Debug, Clone, Copy)]
struct Codes<'a>(&'a Setup);

impl Names for Codes<'_> {
    fn name(&self, kind: &str, number: i128) -> Option<String> {
        let set = self.0;
        let at = usize::try_from(number).ok()?;
        match kind {
            "UnitId" => set.units.get(at).map(|unit| unit.code.clone()),
            "LeaderId" => set.leaders.get(at).map(|leader| leader.code.clone()),
            "LineId" => set.lines.get(at).map(|line| format!("{}:{}", set.sides[line.side], line.code)),
            "Side" => set.sides.0.get(at).cloned(),
            _ => None,
        }
    }

    fn number(&self, kind: &str, name: &str) -> Option<i128> {
        let set = self.0;
        match kind {
            "UnitId" => set.find_unit(name).map(|UnitId(number)| number.into()),
            "LeaderId" => set.find_leader(name).map(|LeaderId(number)| number.into()),
            "LineId" => {
                let (side, code) = name.split_once(':')?;
                set.find_line(set.find_side(side)?, code).map(|LineId(number)| number.into())
            }
            "Side" => set.find_side(name).map(|side| i128::from(u8::from(side == Side::Second))),
            _ => None,
        }
    }
}

/// What is to be said of a position.
#[must_use]
pub fn said(pos: &Position) -> Vec<(String, Note)> {
    let names = Codes(&pos.set);
    let opening = Parts::of(&Position::new(Arc::clone(&pos.set))).note(&names);
    DOCUMENT.said(&opening, &Parts::of(pos).note(&names), &names)
}

/// The position that is said so.
///
/// # Errors
/// Where it says what cannot be so in this battle.
pub fn position(set: &Arc<Setup>, said: &[(String, Note)]) -> Result<Position, Unnoted<Unfit>> {
    let names = Codes(set);
    let opening = Parts::of(&Position::new(Arc::clone(set))).note(&names);
    // Every unit and leader stands in the opening: a name that is learned is one that nobody has.
    let mut stranger = |kind, _, name: &str| Err(Misread::unknown(kind, name));
    let whole = DOCUMENT.whole(&opening, said, &names, &mut stranger)?;
    let parts = Parts::noted(&whole, &names).map_err(|misread| DOCUMENT.named(misread, &names))?;
    parts.put_together(Arc::clone(set)).map_err(Unnoted::Unfit)
}

/// What notations look like, in JSON Schema.
#[must_use]
pub fn schema() -> (Schema, Shapes) {
    let mut shapes = Shapes::new("gboh");
    (Parts::shape(&mut shapes), shapes)
}
