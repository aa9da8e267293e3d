//! The hands: what everybody may know of both, and what the reader knows of his own.

use crate::legion::cards::{Card, Moment, Slot, Used, known};
use crate::legion::{Position, Side};
use crate::report::fold;
use crate::report::marks::capital;

/// The hands as this reader may see them; nothing in a battle without cards.
#[must_use]
pub fn of(pos: &Position, viewer: Option<Side>) -> Option<String> {
    if Side::BOTH.into_iter().all(|side| pos.cards.hands[side].is_empty()) {
        return None;
    }
    let mut out = String::new();
    for side in Side::BOTH {
        let own = viewer == Some(side);
        let cards: Vec<String> =
            (1..).zip(&pos.cards.hands[side]).map(|(n, slot)| card(pos, (n, slot), own)).collect();
        let text = format!("{}: {}", capital(&pos.set.sides[side]), cards.join("; "));
        out.push_str(&fold::fold(&text, "", "  "));
    }
    Some(out)
}

fn card(pos: &Position, (number, slot): (u8, &Slot), own: bool) -> String {
    let seen = if own { known(pos, slot) } else { None };
    let name = |card: Card| card.face().name;
    match (slot.used, seen) {
        (Used::Shown(card), _) => format!("{number} {}, played", name(card)),
        (Used::Down, _) => format!("{number} played face down"),
        (Used::Under(command), seen) => {
            let what = seen.map_or("face down", name);
            format!("{number} {what}, for {}, which is not set up", pos.set.command(command).code)
        }
        (Used::Held, Some(card)) => format!("{number} {} (`{}`{})", name(card), card.face().form, when(card)),
        (Used::Held, None) => format!("{number} held"),
    }
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
