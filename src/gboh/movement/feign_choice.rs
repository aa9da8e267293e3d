//! What both players choose in a feigned retreat besides whether it is made (cataphract 6.73): by which of
//! several ways, and how each of the two faces.

use crate::movement::facts;
use crate::movement::retreat::Retreat;
use crate::movement::withdraw_path::Path;
use crate::piece::UnitId;
use crate::position::{Hexes, Position};
use crate::questions::near::distance;
use crate::questions::{NUMBER, company};
use crate::state::asks::Finer;
use crate::{Flow, Oracle};
use tess_effects::{Listed, Lower, Matter, Rule};
use tess_hex::{Facing, Hex, Hexside};

const RULE: Rule = Rule("cataphract 6.73");

/// **cataphract 6.73\[2\].** Which of several ways to the same hex; the `first` where its owner does not
/// want to be asked.
pub(crate) fn way(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    unit: UnitId,
    mover: UnitId,
    ways: &[Retreat],
    first: &Retreat,
) -> Flow<Retreat> {
    if !pos.asks(pos.side(unit), Finer::FeignPath) {
        return Ok(first.clone());
    }
    let spec = pos.spec(unit);
    let options = Listed {
        of: ways.iter(),
        key: |way: &&Retreat| Path(&way.way).to_string(),
        text: |way: &&Retreat| facts::hits(way.hits),
    };
    let matter =
        Matter { window: "feign-path", side: &pos.set.sides[spec.side], subject: &spec.code, rule: RULE };
    let chosen = oracle.choose(matter, &options, |matter, _| {
        let text = format!("{} feigns a retreat. By which way?", facts::named(pos, unit));
        let question = matter.question(text).or_else(Path(&first.way).to_string());
        facts::about(question, pos, unit, mover)
    })?;
    Ok(chosen.clone())
}

/// **cataphract 6.73\[3\].** Into which of the hexes that lead nearer to its goal the lured `mover` comes,
/// each with its hits and the side across which it lies; by default with fewest hits.
pub(crate) fn after(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    mover: UnitId,
    unit: UnitId,
    nearer: &[(u8, Hexside, Hex)],
) -> Flow<Option<(u8, Hexside, Hex)>> {
    // On the heels of the one who lures it; between sides of the field that are alike, clockwise.
    let heels = |hex: Hex| distance(Hexes::one(hex), pos.hexes(unit));
    let lies = |hex: Hex| company(pos, pos.side(mover), hex) >> NUMBER;
    let best = nearer.iter().min_by_key(|step| (step.0, heels(step.2), lies(step.2), step.1));
    let Some(first) = best else { return Ok(None) };
    if !pos.asks(pos.side(mover), Finer::FeignPath) {
        return Ok(Some(*first));
    }
    let spec = pos.spec(mover);
    let options = Listed {
        of: nearer.iter().copied(),
        key: |step: &(u8, Hexside, Hex)| step.2,
        text: |step: &(u8, Hexside, Hex)| facts::hits(step.0),
    };
    let matter =
        Matter { window: "feign-path", side: &pos.set.sides[spec.side], subject: &spec.code, rule: RULE };
    let chosen = oracle.choose(matter, &options, |matter, _| {
        let text =
            format!("{} is lured by {}. Into which hex?", facts::named(pos, mover), facts::named(pos, unit));
        facts::about(matter.question(text).or_else(first.2.to_string()), pos, mover, unit)
    })?;
    Ok(Some(chosen))
}

/// **cataphract 6.73.** Which of several facings; the first by default.
pub(crate) fn facing(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    who: UnitId,
    other: UnitId,
    open: &[Facing],
) -> Flow<Option<Facing>> {
    let Some(first) = open.first() else { return Ok(None) };
    if !pos.asks(pos.side(who), Finer::FeignFace) {
        return Ok(Some(*first));
    }
    let spec = pos.spec(who);
    let options = Listed {
        of: open.iter().copied(),
        key: |facing: &Facing| Lower(facing.letters()),
        text: |facing: &Facing| format!("faces {facing}"),
    };
    let matter =
        Matter { window: "feign-face", side: &pos.set.sides[spec.side], subject: &spec.code, rule: RULE };
    let chosen = oracle.choose(matter, &options, |matter, _| {
        let text = format!("Which way does {} face?", facts::named(pos, who));
        facts::about(matter.question(text).or_else(Lower(first.letters()).to_string()), pos, who, other)
    })?;
    Ok(Some(chosen))
}
