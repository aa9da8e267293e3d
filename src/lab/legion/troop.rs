//! `troop hastati heavy-infantry roman move 4 combat 5 range 2 break 6 armoured pila base 1.575x1.181`.

use super::super::CaseError;
use super::super::place::Words;
use tess_legion::Setup;
use tess_legion::measure::Length;
use tess_legion::setup::{Armour, Class, Drill, Missile, Shield, Troop, TroopId, Weapon};

const HELP: &str = "move, combat, range, break, points, skirmish, armoured, half-armoured, javelin, bow, sling, pila, \
                    angon, bolt, onager, spear, pike, unshielded, large-shield, elite, camels, whole, base, dismounts";

/// A `troop` line.
pub(super) fn troop(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let id = w.need("a name")?.to_owned();
    if find(set, &id).is_some() {
        return Err(w.error(format!("there are {id} already"), "give each kind of troops its own name"));
    }
    let class = w.one_of("a class", &Class::WORDS)?;
    let drill = w.one_of("a drill", &Drill::WORDS)?;
    let mut troop = Troop::plain(&id, class, drill);
    let mut skirmish = false;
    while let Some(word) = w.next() {
        let word = word.to_ascii_lowercase();
        if let Some(missile) = missile(&word) {
            troop.missile = missile;
            continue;
        }
        let numbers = match &mut troop.skirmish {
            Some(profile) if skirmish => profile,
            _ => &mut troop.close,
        };
        match word.as_str() {
            "move" => numbers.base_move = w.length("the move")?,
            "combat" => numbers.combat = w.int("the Combat Value")?,
            "range" => numbers.range = w.length("the range")?,
            "break" => numbers.break_value = w.int("the Break Value")?,
            "skirmish" => {
                troop.skirmish = Some(troop.close);
                skirmish = true;
            }
            "points" => troop.points = w.int("points")?,
            "armoured" => troop.armour = Armour::Full,
            "half-armoured" => troop.armour = Armour::Half,
            "spear" => troop.weapon = Weapon::Spear,
            "pike" => troop.weapon = Weapon::Pike,
            "unshielded" => troop.shield = Shield::None,
            "large-shield" => troop.shield = Shield::Large,
            "elite" => troop.elite = true,
            "camels" => troop.camels = true,
            "whole" => troop.whole = true,
            "base" => (troop.width, troop.depth) = base(w)?,
            "dismounts" => troop.dismounts = Some(need(set, w)?),
            other => return Err(w.error(format!("`{other}` is nothing that troops have"), HELP)),
        }
    }
    set.troops.push(troop);
    Ok(())
}

/// What shoots, by its word; who does not shoot has no word for it here.
fn missile(word: &str) -> Option<Missile> {
    let found = Missile::WORDS.iter().find(|(name, _)| *name == word);
    found.map(|&(_, missile)| missile).filter(|m| *m != Missile::None)
}

/// `1.575x1.181`.
fn base(w: &mut Words<'_>) -> Result<(Length, Length), CaseError> {
    let word = w.need("the base")?;
    let sizes = word.split_once('x').and_then(|(a, b)| Some((Length::parse(a)?, Length::parse(b)?)));
    match sizes {
        Some((width, depth)) if width > Length::ZERO && depth > Length::ZERO => Ok((width, depth)),
        _ => Err(w.error(format!("`{word}` is no base"), "write width and depth in inches: 1.575x1.181")),
    }
}

/// A kind of troops that must be there.
pub(super) fn need(set: &Setup, w: &mut Words<'_>) -> Result<TroopId, CaseError> {
    let word = w.need("a kind of troops")?;
    find(set, word)
        .ok_or_else(|| w.error(format!("there are no {word}"), "add a `troop` line above, or a `list`"))
}

fn find(set: &Setup, id: &str) -> Option<TroopId> {
    set.troops.iter().position(|t| t.id.eq_ignore_ascii_case(id)).map(|n| TroopId(n as u16))
}
