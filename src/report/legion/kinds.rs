//! What the kinds of stands can do: the numbers of the unit lists, a row for each kind that is in the
//! battle.

use std::collections::BTreeSet;

use super::roster::{near, notes};
use crate::form::fold;
use tess_diagnostic::{WIDTH, wrap};
use tess_legion::setup::{Armour, Class, Drill, Missile, Profile, Shield, Troop, Weapon};
use tess_legion::state::Place;
use tess_legion::{Position, UnitId};

/// A row for each kind of the units, in the order of the lists.
#[must_use]
pub fn kinds(pos: &Position) -> String {
    let there: BTreeSet<_> =
        pos.unit_ids().flat_map(|unit| pos.unit(unit).stands.iter().map(|stand| stand.troop)).collect();
    let mut out = String::new();
    for troop in there {
        out.push_str(&fold::fold(&kind(pos.set.troop(troop)), "  ", "      "));
    }
    out
}

/// `hastati: Roman heavy infantry; move 4, combat 5, break 6; pila, range 2; large shields`.
fn kind(troop: &Troop) -> String {
    let class = Class::WORDS.iter().find(|(_, class)| *class == troop.class).map_or("", |(word, _)| word);
    let drill = match troop.drill {
        Drill::Roman => "Roman",
        Drill::Hellenistic => "Hellenistic",
        Drill::Tribal => "tribal",
    };
    let mut parts = vec![format!("{drill} {}", class.replace('-', " ")), profile(&troop.close)];
    parts.extend(troop.skirmish.as_ref().map(|skirmish| format!("in skirmish order {}", profile(skirmish))));
    let missile = match troop.missile {
        Missile::None => None,
        Missile::Javelin => Some("javelins"),
        Missile::Bow => Some("bows"),
        Missile::Sling => Some("slings"),
        Missile::Pila => Some("pila"),
        Missile::Angon => Some("angons"),
        Missile::Bolt => Some("bolts"),
        Missile::Onager => Some("shoots over heads"),
    };
    let elite = if troop.elite { ", famous shots" } else { "" };
    parts.extend(missile.map(|missile| format!("{missile}{elite}")));
    let equipped = [
        (troop.armour == Armour::Full, "armoured"),
        (troop.armour == Armour::Half, "armoured in front"),
        (troop.weapon == Weapon::Spear, "long spears"),
        (troop.weapon == Weapon::Pike, "pikes"),
        (troop.shield == Shield::None, "no shields"),
        (troop.shield == Shield::Large, "large shields"),
        (troop.camels, "on camels"),
    ];
    let equipped: Vec<&str> = equipped.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect();
    if !equipped.is_empty() {
        parts.push(equipped.join(", "));
    }
    format!("{}: {}", troop.id, parts.join("; "))
}

/// The four numbers of a kind in one order.
fn profile(profile: &Profile) -> String {
    let Profile { base_move, combat, range, break_value } = profile;
    let shoots = if range.0 > 0 { format!(", range {range}") } else { String::new() };
    format!("move {base_move}, combat {combat}{shoots}, break {break_value}")
}

/// What one unit is and has, for whoever asks what it may do.
#[must_use]
pub fn about(pos: &Position, unit: UnitId) -> String {
    let now = pos.unit(unit);
    let mut out = format!("{}: {} stands of {}", pos.code(unit), now.stands.len(), kind(pos.troop(unit)));
    if let Place::Table(stance) = now.place {
        out.push_str(&format!("; in {} at {}", now.formation.word(), near(stance)));
    }
    let notes = notes(pos, unit);
    if !notes.is_empty() {
        out.push_str(&format!("; {}", notes.join(", ")));
    }
    wrap(&out, WIDTH, "", "    ") + "\n"
}
