//! `[[troop]]`: a line of a unit list.

use crate::read::Block;
use tess_legion::measure::Length;
use tess_legion::setup::{Armour, Class, Drill, Missile, Profile, Shield, Troop, Weapon};

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
    let (elite, camels) = (block.flag_or("elite", false), block.flag_or("camels", false));
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

/// No name twice.
pub(super) fn check(root: &Block<'_>, troops: &[Troop]) {
    for (n, troop) in troops.iter().enumerate() {
        if troops[..n].iter().any(|t| t.id == troop.id) {
            let message = format!("two kinds of troops are called `{}`", troop.id);
            root.page.refuse(root.span(), message, "give each its own `id`, lists included");
        }
    }
}
