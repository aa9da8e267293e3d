//! Quick answers to what the enemy's orders ask.

use super::eye::{Use, foes, gap, is_battered, margin, nearest, use_of};
use tess_effects::Question;
use tess_gboh::Side;
use tess_gboh::piece::UnitId;
use tess_gboh::position::{Hexes, Position};
use tess_gboh::variant::charts::Angle;
use tess_gboh::zone::angle_of;
use tess_hex::{Facing, Hex};

/// The key of a legal choice.
pub(super) fn answer(pos: &Position, side: Side, question: &Question) -> String {
    let wanted = match question.window.as_str() {
        "withdraw" => withdraw(pos, side, question),
        "entry-fire" | "retire-fire" | "return-fire" => fire(pos, question),
        "face" => face(pos, side, question),
        "leader-withdraw" => farthest(pos, side, question),
        "leader-follow" | "pass-thru" => said(question, "yes"),
        "prearranged" => said(question, "no"),
        _ => None,
    };
    wanted.filter(|key| question.allows(key)).unwrap_or_else(|| question.default.clone())
}

/// The same, where the field need not be looked at.
pub(super) fn unseen(question: &Question) -> Option<String> {
    let key = match question.window.as_str() {
        "withdraw" | "face" | "leader-withdraw" => return None,
        "entry-fire" | "retire-fire" | "return-fire" => said(question, "yes"),
        "leader-follow" | "pass-thru" => said(question, "yes").or_else(|| Some(question.default.clone())),
        "prearranged" => said(question, "no").or_else(|| Some(question.default.clone())),
        _ => Some(question.default.clone()),
    };
    key.filter(|key| question.allows(key))
}

fn said(question: &Question, key: &str) -> Option<String> {
    question.allows(key).then(|| key.to_owned())
}

fn unit_of(pos: &Position, code: &str) -> Option<UnitId> {
    pos.set.find_unit(code)
}

/// Light troops go out of the way of everything but their like, and battered units of everything.
fn withdraw(pos: &Position, side: Side, question: &Question) -> Option<String> {
    let unit = unit_of(pos, &question.subject)?;
    let mover = question.known("mover").and_then(|code| unit_of(pos, code));
    let light = use_of(pos, unit) == Use::Light && mover.is_none_or(|m| use_of(pos, m) != Use::Light);
    let feared = mover
        .is_some_and(|m| use_of(pos, unit) == Use::Horse && matches!(use_of(pos, m), Use::Beast | Use::Foot));
    let worn = margin(pos, unit) > 1 && is_battered(pos, unit);
    if light || feared || worn { farthest(pos, side, question) } else { said(question, "no") }
}

/// The hex farthest from the enemy; of equals the first.
fn farthest(pos: &Position, side: Side, question: &Question) -> Option<String> {
    let foes = foes(pos, side);
    let mut best: Option<(i32, &str)> = None;
    for choice in &question.choices {
        let Ok(hex) = choice.key.parse::<Hex>() else { continue };
        let way = nearest(pos, hex, &foes).min(5);
        if best.is_none_or(|(most, _)| way > most) {
            best = Some((way, &choice.key));
        }
    }
    best.map(|(_, key)| key.to_owned()).or_else(|| said(question, "max"))
}

/// Fires, of several targets at the one nearest to rout.
fn fire(pos: &Position, question: &Question) -> Option<String> {
    let of_units = question.choices.iter().filter_map(|c| Some((margin(pos, unit_of(pos, &c.key)?), &c.key)));
    said(question, "yes")
        .or_else(|| of_units.min().map(|(_, key)| key.clone()))
        .or_else(|| question.choices.iter().find(|c| c.key != "no").map(|c| c.key.clone()))
}

/// Turns towards whoever came to flank or rear, unless the turn may rout it or opens it to more enemies.
fn face(pos: &Position, side: Side, question: &Question) -> Option<String> {
    let unit = unit_of(pos, &question.subject)?;
    if pos.is_routed(unit) || margin(pos, unit) <= 2 {
        return None;
    }
    let now = pos.facing(unit)?;
    let mut near = foes(pos, side);
    near.retain(|&f| gap(pos, pos.hexes(unit), f) <= 1);
    let hex = pos.hex(unit)?;
    let two = pos.spec(unit).two_hex;
    let open = |facing: Facing| {
        let there = Hexes::of(hex, facing, two);
        let ahead =
            |&&f: &&UnitId| pos.hexes(f).iter().any(|h| angle_of(there, facing, h) == Some(Angle::Front));
        near.len() - near.iter().filter(ahead).count()
    };
    let mut best = (open(now), question.default.clone());
    for choice in &question.choices {
        let facing = match choice.key.as_str() {
            "no" | "stay" => continue,
            "left" => now.turn(-1),
            "right" => now.turn(1),
            "reverse" | "about" => now.opposite(),
            key => match key.parse::<Facing>() {
                Ok(facing) => facing,
                Err(()) => continue,
            },
        };
        let bare = open(facing);
        if bare < best.0 {
            best = (bare, choice.key.clone());
        }
    }
    Some(best.1)
}
