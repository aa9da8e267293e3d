//! Sentences of the chapters `morale` and `flight`.

use super::teller::Teller;
use std::cmp::Ordering;

use super::melee::{count, sum};
use tess_legion::Position;
use tess_legion::events::morale::{How, MoraleEvent};
use tess_legion::morale::{Cause, Part};
use tess_legion::state::Edge;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &MoraleEvent) -> String {
    match event {
        MoraleEvent::Hits { .. }
        | MoraleEvent::Disordered { .. }
        | MoraleEvent::StandLost { .. }
        | MoraleEvent::Tested { .. }
        | MoraleEvent::Recovers { .. }
        | MoraleEvent::InOrder(..)
        | MoraleEvent::Rallied(..)
        | MoraleEvent::Broken(..)
        | MoraleEvent::Surrendered(..)
        | MoraleEvent::Destroyed { .. } => harm(t, event),
        MoraleEvent::Went { .. }
        | MoraleEvent::Ran { .. }
        | MoraleEvent::Trampled { .. }
        | MoraleEvent::Left { .. }
        | MoraleEvent::Tries { .. }
        | MoraleEvent::Returned { .. } => flight(t, event),
    }
}

/// Hits, losses, tests, and what is mended of it.
fn harm(t: &mut Teller<'_>, event: &MoraleEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    match event {
        MoraleEvent::Hits { unit, hits, now } => {
            format!("{} takes {}, {now} now ({rule})", pos.code(*unit), count(*hits))
        }
        MoraleEvent::Disordered { unit, .. } => format!("{} is disordered ({rule})", pos.code(*unit)),
        MoraleEvent::StandLost { unit, troop, half, left, .. } => {
            let what = if *half { "half a stand" } else { "a stand" };
            format!("{} loses {what} of {troop}, {left} left ({rule})", pos.code(*unit))
        }
        MoraleEvent::Tested { unit, cause, parts, value, die, passed } => {
            let made: Vec<(i8, &str)> = parts.iter().map(|(p, n)| (*n, part(*p))).collect();
            format!(
                "{} tests its morale {}: {} against {value} ({}): {} ({rule})",
                pos.code(*unit),
                why(pos, *cause),
                t.die(*die),
                sum(&made),
                if *passed { "it passes" } else { "it fails" }
            )
        }
        MoraleEvent::Recovers { unit, die, parts, removed, left } => {
            let added: Vec<String> =
                parts.iter().map(|(when, n)| format!("{n:+} {}", when.word().replace('-', " "))).collect();
            let added = if added.is_empty() { String::new() } else { format!(" ({})", added.join(", ")) };
            format!(
                "{} rolls {}{added}: {} removed, {left} left ({rule})",
                pos.code(*unit),
                t.die(*die),
                count(*removed)
            )
        }
        MoraleEvent::InOrder(unit) => format!("{} is in good order again ({rule})", pos.code(*unit)),
        MoraleEvent::Rallied(unit) => {
            format!("{} rallies, turns about, and is disordered ({rule})", pos.code(*unit))
        }
        MoraleEvent::Broken(unit) => format!("{} breaks ({rule})", pos.code(*unit)),
        MoraleEvent::Surrendered(unit) => {
            format!("{} is hemmed in and surrenders ({rule})", pos.code(*unit))
        }
        MoraleEvent::Destroyed { unit, .. } => format!("{} is destroyed ({rule})", pos.code(*unit)),
        // Told by another function of this file.
        _ => String::new(),
    }
}

/// Ways that nobody orders, off the table and back.
fn flight(t: &mut Teller<'_>, event: &MoraleEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    match event {
        MoraleEvent::Went { unit, how, due, gone } => {
            let verb = words(*how);
            let said = match gone.cmp(due) {
                Ordering::Less => format!("{gone} of {due} inches"),
                Ordering::Equal => format!("{gone} inches"),
                Ordering::Greater => format!("{due} inches and on until it stands clear, {gone} in all"),
            };
            format!("{} {verb} {said} ({rule})", pos.code(*unit))
        }
        MoraleEvent::Ran { unit, through } => {
            format!("{} goes through {} ({rule})", pos.code(*unit), pos.code(*through))
        }
        MoraleEvent::Trampled { unit, friend, total, hits } => format!(
            "{} tramples {}: the dice make {}, {} ({rule})",
            pos.code(*unit),
            pos.code(*friend),
            t.die(*total),
            count(*hits)
        ),
        MoraleEvent::Left { unit, edge, lost } => {
            let fate = if *lost { ", for good" } else { "" };
            format!("{} leaves the table over the {} edge{fate} ({rule})", pos.code(*unit), name(*edge))
        }
        MoraleEvent::Tries { unit, die, most, turn } => match turn {
            Some(turn) => {
                format!("{} rallies off the table: {die}, back in turn {turn} ({rule})", pos.code(*unit))
            }
            None => {
                format!("{} does not come back yet: {die}, needs {most} or less ({rule})", pos.code(*unit))
            }
        },
        MoraleEvent::Returned { unit, zone } => {
            format!("{} comes back in part {zone} of its edge ({rule})", pos.code(*unit))
        }
        // Told by another function of this file.
        _ => String::new(),
    }
}

const fn name(edge: Edge) -> &'static str {
    match edge {
        Edge::South => "south",
        Edge::North => "north",
        Edge::West => "west",
        Edge::East => "east",
    }
}

/// What a unit does that nobody orders, in words behind its name.
pub(crate) const fn words(how: How) -> &'static str {
    match how {
        How::Back(_) => "falls back",
        How::Flees => "flees",
        How::Evades => "evades",
        How::Feigns => "feigns flight",
        How::Pursues => "pursues",
        How::Rampages => "rampages",
        How::Charges(_) => "charges",
        How::Pushed => "is pushed back",
    }
}

fn why(pos: &Position, cause: Cause) -> String {
    match cause {
        Cause::Shot => "for losses from shooting".into(),
        Cause::Bled => "for losses in the combat".into(),
        Cause::Trampled => "for losses under elephants".into(),
        Cause::Lost => "for the combat lost".into(),
        Cause::Flanked => "because it is charged in flank or rear".into(),
        Cause::Leader => "because its leader is dead".into(),
        Cause::Friends(unit) => format!("because of {}", pos.code(unit)),
        Cause::Stung => "because it was hit".into(),
        Cause::Elephants => "because of elephants".into(),
        Cause::Stand => "to receive the charge".into(),
        Cause::Leave(_) => "to leave the combat".into(),
        Cause::Lured => "not to follow".into(),
        Cause::Rally => "to rally".into(),
    }
}

const fn part(part: Part) -> &'static str {
    match part {
        Part::Break => "Break Value",
        Part::Friends => "friends behind",
        Part::Won => "combat won",
        Part::Leader => "leader",
        Part::Losses => "losses",
        Part::Legion => "losses of the legion",
        Part::Disorder => "disorder",
        Part::Retire => "retiring",
        Part::Faster => "faster",
        Part::Omens => "omens",
        Part::Speech => "a speech",
    }
}
