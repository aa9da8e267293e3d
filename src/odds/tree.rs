//! All faces of all dice of a sheet, one after the other: exact figures.

use std::collections::BTreeMap;

use super::carry::Carrier;
use super::tally::Tally;
use tess_dice::Die;
use tess_effects::{Dice, Scripted};
use tess_game::AnyPosition;
use tess_table::Halt;

/// The weight of everything that can come: whatever up to twelve dice of six or ten sides share it among,
/// each share is a whole number.
pub const WHOLE: u128 = 30_u128.pow(12) * 2_u128.pow(12);

/// A die on the way to a leaf.
struct Step {
    stretch: usize,
    label: String,
    die: Die,
    face: u8,
}

/// What all faces come to, each with its share of [`WHOLE`]; nothing when there is more than so many
/// ways, or one of them has too many dice.
pub fn walk(
    carrier: &mut Carrier<'_>,
    start: &dyn AnyPosition,
    most: u64,
    progress: &mut dyn FnMut(u64),
) -> Option<Tally> {
    let mut tally = Tally::new(start);
    let mut path: Vec<Step> = Vec::new();
    loop {
        let mut due = None;
        let weight = share(&path)?;
        carrier.carry(&mut |stretch| script(&path, stretch), |position, tried, decisions| {
            match &tried.halt {
                Halt::Dice(label) => due = Some((decisions.len(), label.text.clone(), label.die)),
                _ => tally.add(position, tried, decisions, weight),
            }
        });
        if let Some((stretch, label, die)) = due {
            path.push(Step { stretch, label, die, face: die.lowest() });
            continue;
        }
        if tally.runs > most {
            return None;
        }
        progress(tally.runs);
        while path.last().is_some_and(|step| step.face == step.die.highest()) {
            path.pop();
        }
        match path.last_mut() {
            Some(step) => step.face += 1,
            None => return Some(tally),
        }
    }
}

/// The share of a leaf.
fn share(path: &[Step]) -> Option<u128> {
    let ways = path.iter().try_fold(1_u128, |ways, step| ways.checked_mul(step.die.sides().into()))?;
    WHOLE.is_multiple_of(ways).then_some(WHOLE / ways)
}

/// The faces of one stretch; the first die that has none stops the run.
fn script(path: &[Step], stretch: usize) -> Dice {
    let own = path.iter().filter(|step| step.stretch == stretch);
    let faces: BTreeMap<String, u8> = own.map(|step| (step.label.clone(), step.face)).collect();
    Dice::Scripted(Scripted { faces, otherwise: None })
}
