//! `[[troop]]`: a line of a unit list.

use crate::read::Block;
use tess_legion::measure::Length;
use tess_legion::setup::{Armour, Class, Drill, Missile, Profile, Shield, Troop, TroopId, Weapon};

/// A kind of troops; its numbers have a source.
pub(super) fn read(block: &Block<'_>) -> Option<Troop> {
    let id = block.text("id", "hastati");
    let name = block.text("name", "Hastati");
    let class = block.need("class", "\"heavy-infantry\"").and_then(|v| v.word(&Class::WORDS));
    let drill = block.need("drill", "\"roman\"").and_then(|v| v.word(&Drill::WORDS));
    let points = block.int("points", 0..=999);
    let close = profile(block);
    let skirmish = block.has("skirmish").then(|| {
        let inner = block.table("skirmish")?;
        let read = profile(&inner);
        inner.close();
        read
    });
    let armour = block.may("armour").and_then(|v| v.word(&Armour::WORDS)).unwrap_or_default();
    let missile = block.may("missile").and_then(|v| v.word(&Missile::WORDS)).unwrap_or_default();
    let weapon = block.may("weapon").and_then(|v| v.word(&Weapon::WORDS)).unwrap_or_default();
    let shield = block.may("shield").and_then(|v| v.word(&Shield::WORDS)).unwrap_or_default();
    // Into what they dismount is looked up when all troops are known.
    let _ = block.may("dismounts");
    let (elite, camels) = (block.flag_or("elite", false), block.flag_or("camels", false));
    let whole = block.flag_or("whole", false);
    let base = block.need("base", "[1.575, 1.181]").and_then(|v| v.pair());
    block.source();
    block.close();
    let (width, depth) = base?;
    Some(Troop {
        id: id?.to_owned(),
        name: name?.to_owned(),
        class: class?,
        drill: drill?,
        points: points?,
        close: close?,
        skirmish: skirmish.flatten(),
        armour,
        missile,
        weapon,
        shield,
        elite,
        camels,
        whole,
        width,
        depth,
        dismounts: None,
    })
}

fn profile(block: &Block<'_>) -> Option<Profile> {
    let base_move = block.need("move", "4").and_then(|v| v.measure());
    let combat = block.int("combat", 0..=9);
    let range = block.may("range").map_or(Some(Length::ZERO), |v| v.measure());
    let break_value = block.int("break", 1..=9);
    Some(Profile { base_move: base_move?, combat: combat?, range: range?, break_value: break_value? })
}

/// **legion chariot.celtic-dismount.** Into what the warriors of chariots dismount: auxilia among the same
/// troops.
pub(super) fn into(block: &Block<'_>) -> Option<String> {
    block.may("dismounts").and_then(|v| v.text().map(str::to_owned))
}

/// Chariots with their warriors: each pair of names is looked up.
pub(super) fn dismount(root: &Block<'_>, troops: &mut [Troop], pairs: &[(String, String)]) {
    for (chariots, warriors) in pairs {
        let at = troops.iter().position(|t| t.id == *warriors && t.class == Class::Auxilia);
        let own = troops.iter_mut().find(|t| t.id == *chariots && t.class == Class::CelticChariots);
        match (own, at) {
            (Some(own), Some(at)) => own.dismounts = Some(TroopId(at as u16)),
            _ => {
                let message = format!("`{chariots}` cannot dismount into `{warriors}`");
                root.page.refuse(
                    root.span(),
                    message,
                    "Celtic chariots dismount into auxilia of the same lists",
                );
            }
        }
    }
}

/// No name twice.
pub(super) fn check(root: &Block<'_>, troops: &[Troop]) {
    for (n, troop) in troops.iter().enumerate() {
        if troops[..n].iter().any(|t| t.id == troop.id) {
            let message = format!("two kinds of troops are called `{}`", troop.id);
            root.page.refuse(root.span(), message, "give each its own `id`, lists included");
        }
    }
}
