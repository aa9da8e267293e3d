//! Sentences of the chapter `melee`.

use super::teller::Teller;
use tess_legion::events::melee::{End, MeleeEvent};
use tess_legion::melee::Part;

/// `4 stands + 1 flank - 1 armour`.
pub(super) fn sum(parts: &[(i8, &str)]) -> String {
    let mut text = String::new();
    for (n, what) in parts {
        let sign = match (text.is_empty(), *n < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text.push_str(&format!("{sign}{} {what}", n.unsigned_abs()));
    }
    if text.is_empty() { "none".into() } else { text }
}

/// `2 + 3 + 6 make 11, 1 hit`; `a 6, 1 hit`.
pub(super) fn thrown(t: &mut Teller<'_>, dice: &[u8], hits: u16) -> String {
    let total: u16 = dice.iter().map(|&d| u16::from(d)).sum();
    let faces: Vec<String> = dice.iter().map(|&face| t.die(face).to_string()).collect();
    match dice {
        [] => "no die, no hit".into(),
        [one] => format!("a {one}, {}", count(hits)),
        _ => format!("{} make {total}, {}", faces.join(" + "), count(hits)),
    }
}

/// `no hit`, `1 hit`, `3 hits`.
pub(super) fn count(hits: u16) -> String {
    match hits {
        0 => "no hit".into(),
        1 => "1 hit".into(),
        n => format!("{n} hits"),
    }
}

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &MeleeEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    match event {
        MeleeEvent::Fights { unit, enemy, parts, dice, hits } => {
            let made: Vec<(i8, &str)> = parts.iter().map(|(p, n)| (*n, part(*p))).collect();
            format!(
                "{} fights {}: dice {}; {} ({rule})",
                pos.code(*unit),
                pos.code(*enemy),
                sum(&made),
                thrown(t, dice, *hits)
            )
        }
        MeleeEvent::Ended { unit, taken, dealt, end } => {
            let how = match end {
                End::Won => "wins",
                End::Lost => "loses",
                End::Tied => "ties",
                End::Locked => "stays locked",
            };
            format!("{} {how}: {} taken, {dealt} dealt ({rule})", pos.code(*unit), count(*taken))
        }
        MeleeEvent::Lanes { unit, chariots, die, hits, open } => {
            let how = if *open { "the lanes are open and they are gone" } else { "they are upon it" };
            format!(
                "{} opens lanes for {}: {die} + {hits} for its hits: {how} ({rule})",
                pos.code(*unit),
                pos.code(*chariots)
            )
        }
        MeleeEvent::RidesThrough { unit, light } => {
            format!("{} rides through {} ({rule})", pos.code(*unit), pos.code(*light))
        }
        MeleeEvent::Meets { unit, enemy, side, .. } => {
            let (unit, enemy) = (pos.code(*unit), pos.code(*enemy));
            format!("{unit} comes into contact with {enemy}, at its {} ({rule})", side.word())
        }
    }
}

const fn part(part: Part) -> &'static str {
    match part {
        Part::Contact => "in contact",
        Part::Overlap => "overlap",
        Part::Light => "light infantry",
        Part::Charge => "charge",
        Part::Depth => "depth",
        Part::Leader => "leader",
        Part::Combat => "Combat Value",
        Part::Uphill => "uphill",
        Part::Armour => "armour",
        Part::LightFoot => "against horse",
        Part::Spears => "against spears",
        Part::Pikes => "against pikes",
        Part::Woods => "pikes in woods",
        Part::Disorder => "disorder",
        Part::Cards => "cards",
    }
}
