//! All faces of all dice of a sheet, one after the other: exact figures.

use std::collections::BTreeMap;
use std::ops::Range;

use super::carry::Carrier;
use super::decide::Decision;
use super::tally::{Tally, is_supposed};
use tess_dice::Die;
use tess_effects::{Dice, Scripted};
use tess_game::{AnyPosition, Tried};
use tess_table::{Close, Halt};

/// The weight of everything that can come: whatever up to seventeen dice of six or ten sides share it
/// among, each share is a whole number.
pub const WHOLE: u128 = 60_u128.pow(17);

/// A die on the way to a leaf.
struct Step {
    stretch: usize,
    label: String,
    die: Die,
    face: u8,
}

/// A field to which lines have led: its bytes, and whether anything was supposed on the way.
type Reached = (Vec<u8>, bool);

/// Whoever sees leaves with their shares, and says whether he wants more.
type Seer<'s> = &'s mut dyn FnMut(&dyn AnyPosition, &Tried, &[Decision], u128) -> bool;

/// Fields with their weights.
type Fields = BTreeMap<Reached, (Box<dyn AnyPosition>, u128)>;

/// What all faces come to, each with its share of [`WHOLE`]; nothing when there is more than so many
/// ways, or one of them has too many dice. What a line comes to hangs on the field before it alone: so
/// line after line is walked from all different fields to which those before it have led.
pub fn walk(
    carrier: &mut Carrier<'_>,
    start: &dyn AnyPosition,
    most: u64,
    progress: &mut dyn FnMut(u64),
) -> Option<Tally> {
    let mut tally = Tally::new(start);
    let mut fields: Fields = BTreeMap::from([((Vec::new(), false), (start.copied(), WHOLE))]);
    let parts = carrier.parts();
    for (nth, part) in parts.iter().enumerate() {
        let last = nth + 1 == parts.len();
        let mut next = Fields::new();
        for ((_, supposed), (field, weight)) in std::mem::take(&mut fields) {
            carrier.begin_at(&*field);
            walk_part(carrier, part, weight, &mut |position, tried, decisions, weight| {
                tally.add_part(tried.rolls.len(), decisions, weight);
                let supposed = supposed || is_supposed(decisions);
                if last || !matches!(tried.halt, Halt::Closed(Close::Whole)) {
                    tally.add_last(position, &tried.halt, supposed, weight);
                } else {
                    let mut bytes = Vec::new();
                    position.encode(&mut bytes);
                    next.entry((bytes, supposed)).or_insert_with(|| (position.copied(), 0)).1 += weight;
                }
                progress(tally.runs);
                tally.runs <= most
            })?;
        }
        fields = next;
    }
    carrier.begin_at(start);
    Some(tally)
}

/// All faces of the dice of some lines, from one field of this weight. Shown is each leaf with its share,
/// as long as more are wanted.
fn walk_part(carrier: &mut Carrier<'_>, part: &Range<usize>, weight: u128, see: Seer<'_>) -> Option<()> {
    let mut path: Vec<Step> = Vec::new();
    loop {
        let (mut due, mut goes_on) = (None, true);
        let share = share(weight, &path)?;
        carrier.carry_part(
            part.clone(),
            &mut |stretch| script(&path, stretch),
            |position, tried, decisions| match &tried.halt {
                Halt::Dice(label) => due = Some((decisions.len(), label.text.clone(), label.die)),
                _ => goes_on = see(position, tried, decisions, share),
            },
        );
        if let Some((stretch, label, die)) = due {
            path.push(Step { stretch, label, die, face: die.lowest() });
            continue;
        }
        if !goes_on {
            return None;
        }
        while path.last().is_some_and(|step| step.face == step.die.highest()) {
            path.pop();
        }
        match path.last_mut() {
            Some(step) => step.face += 1,
            None => return Some(()),
        }
    }
}

/// The share of a leaf.
fn share(weight: u128, path: &[Step]) -> Option<u128> {
    let ways = path.iter().try_fold(1_u128, |ways, step| ways.checked_mul(step.die.sides().into()))?;
    weight.is_multiple_of(ways).then_some(weight / ways)
}

/// The faces of one stretch; the first die that has none stops the run.
fn script(path: &[Step], stretch: usize) -> Dice {
    let own = path.iter().filter(|step| step.stretch == stretch);
    let faces: BTreeMap<String, u8> = own.map(|step| (step.label.clone(), step.face)).collect();
    Dice::Scripted(Scripted { faces, otherwise: None })
}
