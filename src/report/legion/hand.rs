//! The hands: what everybody may know of both, and what the reader knows of his own.

use crate::form::fold;
use crate::form::marks::capital;
use tess_legion::cards::{Card, Moment, Slot, Used, known};
use tess_legion::{Position, Side};

/// The hands as this reader may see them; nothing in a battle without cards.
#[must_use]
pub fn of(pos: &Position, viewer: Option<Side>) -> Option<String> {
    if Side::BOTH.into_iter().all(|side| pos.cards.hands[side].is_empty()) {
        return None;
    }
    let mut out = String::new();
    for side in Side::BOTH {
        let own = viewer == Some(side);
        let cards: Vec<String> = (1..)
            .zip(&pos.cards.hands[side])
            .map(|(n, slot)| card(pos, (n, slot), own.then_some(side)))
            .collect();
        let text = format!("{}: {}", capital(&pos.set.sides[side]), cards.join("; "));
        out.push_str(&fold::fold(&text, "", "  "));
    }
    Some(out)
}

fn card(pos: &Position, (number, slot): (u8, &Slot), own: Option<Side>) -> String {
    let seen = own.and_then(|side| Some((known(pos, slot)?, side)));
    let name = |card: Card| card.face().name;
    match (slot.used, seen) {
        (Used::Shown(card), _) => format!("{number} {}, played", name(card)),
        (Used::Down, _) => format!("{number} played face down"),
        (Used::Under(command), seen) => {
            let what = seen.map_or("face down", |(card, _)| name(card));
            format!("{number} {what}, for {}, which is not set up", pos.set.command(command).code)
        }
        (Used::Held, Some((card, side))) => {
            format!("{number} {} (`{}`{})", name(card), form(pos, side, card), when(card))
        }
        (Used::Held, None) => format!("{number} held"),
    }
}

/// How a card is written, with pieces of this battle in the place of those of the manual.
fn form(pos: &Position, side: Side, card: Card) -> String {
    let command =
        |side: Side, nth: usize| pos.set.commands_of(side).nth(nth).map(|c| &pos.set.command(c).code);
    let leader = |side: Side| pos.set.commands_of(side).next().map(|c| &pos.leader_spec(c).code);
    let unit = |side: Side| pos.unit_ids().find(|&u| pos.side(u) == side).map(|u| pos.code(u));
    let enemy = side.other();
    let piece = |word: &str| match word {
        "C1" => command(side, 0).cloned(),
        "C2" => command(side, 1).cloned(),
        "G1" => command(enemy, 0).cloned(),
        "G2" => command(enemy, 1).cloned(),
        "HAN" => leader(enemy).cloned(),
        "H1" | "V1" => unit(side),
        "W1" => unit(enemy),
        _ => None,
    };
    let words = card.face().form.split(' ').map(|word| piece(word).unwrap_or_else(|| word.to_owned()));
    words.collect::<Vec<_>>().join(" ")
}

/// When a card is played, for those that are not played at any time.
fn when(card: Card) -> &'static str {
    match card.face().when {
        [Moment::Eve] => " before the battle",
        [Moment::Orders] if card.is_hidden() => {
            "; lay it before the battle: `hide C2 with` its number, for an ambush `in` the number of the ground"
        }
        [Moment::Orders] => " with the orders of a turn",
        [Moment::Acting] => " while a Command of yours acts",
        [Moment::Rally] => " in your rally phase",
        _ => "",
    }
}
