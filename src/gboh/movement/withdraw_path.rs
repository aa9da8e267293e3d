//! By which of several ways a unit withdraws to its hex (6.51, 6.55).

use std::fmt;

use crate::movement::march::Body;
use crate::movement::retreat::{self, Leeway, Retreat};
use crate::movement::{facts, withdraw};
use crate::piece::UnitId;
use crate::position::Position;
use crate::questions::along;
use crate::state::asks::Finer;
use crate::{Flow, Oracle};
use tess_effects::{Listed, Matter, Rule};
use tess_hex::{Facing, Hex};

/// The key of a way: its hexes, `2010-1910`.
pub(crate) struct Path<'a>(pub &'a [Hex]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else { return Ok(()) };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|hex| write!(f, "-{hex}"))
    }
}

/// All that differs between two ways to one hex.
#[derive(PartialEq, Eq)]
struct Outcome {
    mp: u8,
    hits: u8,
    hits_below: u8,
    /// Friends who are passed, each with his hits.
    passed: Vec<(UnitId, u8)>,
    /// Where its hits stop it (6.53).
    stops: Option<Hex>,
}

impl Outcome {
    /// Of who takes so many hits `before` it goes.
    fn of(pos: &Position, body: &Body, (start, facing): (Hex, Facing), way: &Retreat, before: u8) -> Outcome {
        let (passed, gone) = withdraw::walk(pos, body, facing, start, way, before);
        let hits_below = retreat::hits_below(pos, body, facing, start, &way.way);
        let stops = way.way.get(gone.wrapping_sub(1)).copied();
        Outcome { mp: way.mp, hits: way.hits, hits_below, passed, stops }
    }

    fn words(&self, pos: &Position) -> String {
        let friends: Vec<&str> = self.passed.iter().map(|&(u, _)| pos.spec(u).code.as_str()).collect();
        let through =
            if friends.is_empty() { String::new() } else { format!(", through {}", friends.join(", ")) };
        format!("{} MP, {}{through}", self.mp, facts::hits(self.hits + self.hits_below))
    }
}

/// **spqr 6.51, 6.55.** The way by which the unit goes to where it withdraws to. Its owner is asked when
/// other friends would pay for it by one of the ways that cost itself least, or it would break elsewhere on
/// one of them, or when he wants to be and there is any other way that comes to something else.
pub(crate) fn choose(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    body: &Body,
    way: &Retreat,
    mover: UnitId,
    reach: Leeway,
    faithless: bool,
) -> Flow<Retreat> {
    let any = pos.asks(body.side, Finer::WithdrawPath);
    let place = pos.hex(body.unit).zip(pos.facing(body.unit));
    // A way of one hex is the only one; who takes no hit passes nobody to whom it does anything.
    let (Some(place), Some(end)) = (place, way.end().filter(|_| way.way.len() > 1 && (any || way.hits > 0)))
    else {
        return Ok(way.clone());
    };
    let before = if faithless { 0 } else { withdraw::penalties(pos, body.unit, pos.hexes(mover)).0 };
    let mut found = vec![(Outcome::of(pos, body, place, way, before), way.clone())];
    for other in retreat::ways_to(pos, body, pos.hexes(mover), reach, end) {
        if other != *way && (any || (other.hits, other.mp) == (way.hits, way.mp)) {
            found.push((Outcome::of(pos, body, place, &other, before), other));
        }
    }
    if found.iter().all(|(outcome, _)| *outcome == found[0].0) {
        return Ok(way.clone());
    }
    // of those that cost itself as little, whoever is not asked goes where few others pay for it
    found.sort_by_cached_key(|(outcome, other)| {
        let cost = (other.hits, other.mp);
        let others = outcome.passed.iter().map(|(_, hits)| u32::from(*hits)).sum::<u32>();
        (cost, outcome.hits_below, others, along(pos, body.side, &other.way))
    });
    let usual = Path(&found[0].1.way).to_string();
    let spec = pos.spec(body.unit);
    let options = Listed {
        of: found.iter(),
        key: |(_, way): &&(Outcome, Retreat)| Path(&way.way).to_string(),
        text: |(outcome, _): &&(Outcome, Retreat)| outcome.words(pos),
    };
    let side = &pos.set.sides[spec.side];
    let matter = Matter { window: "withdraw-path", side, subject: &spec.code, rule: Rule("6.51") };
    let (_, chosen) = oracle.choose(matter, &options, |matter, _| {
        let text = format!("{} withdraws to {end}. By which way?", facts::named(pos, body.unit));
        let question = matter.question(text).or_else(usual);
        facts::about(question, pos, body.unit, mover)
    })?;
    Ok(chosen.clone())
}
