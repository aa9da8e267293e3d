//! The hands: what everybody may know of both, and what the reader knows of his own.

use crate::form::fold;
use crate::form::marks::capital;
use tess_legion::cards::{
    Card, Coming, Hiding, Moment, Slot, Used, ground_of, has_ambush, known, known_place,
};
use tess_legion::{Position, Side};

/// The hands as this reader may see them, and who is not on the table; nothing in a battle without either.
#[must_use]
pub fn of(pos: &Position, viewer: Option<Side>) -> Option<String> {
    let mut out = String::new();
    let dealt = Side::BOTH.into_iter().any(|side| !pos.cards.hands[side].is_empty());
    for side in Side::BOTH.into_iter().filter(|_| dealt) {
        let own = viewer == Some(side);
        let cards: Vec<String> = (1..)
            .zip(&pos.cards.hands[side])
            .map(|(n, slot)| card(pos, (n, slot), own.then_some(side)))
            .collect();
        let text = format!("{}: {}", capital(&pos.set.sides[side]), cards.join("; "));
        out.push_str(&fold::fold(&text, "", "  "));
    }
    for hiding in pos.cards.hidden.iter().filter(|h| h.coming == Coming::Unknown) {
        if let Some(text) = lies(pos, hiding, viewer) {
            out.push_str(&fold::fold(&text, "", "  "));
        }
    }
    Some(out).filter(|out| !out.is_empty())
}

/// Where a Command in ambush lies, for its own side; and that it does, for everybody, where no card says so.
fn lies(pos: &Position, hiding: &Hiding, viewer: Option<Side>) -> Option<String> {
    let spec = pos.set.command(hiding.command);
    let of = capital(&pos.set.sides[spec.side]);
    let known = known_place(pos, hiding).filter(|_| viewer == Some(spec.side));
    let ground = known.as_deref().and_then(ground_of).and_then(|g| Some((g, pos.set.table.terrain.get(g)?)));
    match ground {
        Some((number, ground)) => Some(format!(
            "{of}: {} lies in ambush in {} (ground {}), as you alone know; `card ambush {}` with your orders, and it \
             stands up",
            spec.code,
            ground.name,
            number + 1,
            spec.code
        )),
        None if has_ambush(pos, hiding.command) => {
            Some(format!("{of}: {} lies in ambush somewhere", spec.code))
        }
        None => None,
    }
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
