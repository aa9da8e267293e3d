//! What a side may order now, as a page of 78 columns.

use super::legal::{Legal, LegalOrder, LegalPiece, Spot};
use tess_diagnostic::{WIDTH, wrap};

impl Legal {
    /// The page.
    #[must_use]
    pub fn text(&self) -> String {
        let mut lines = Vec::new();
        match (&self.who, self.left) {
            _ if self.now == "nothing" => {
                lines.push("nothing: the other side is to decide, or the battle is over".to_owned());
            }
            (Some(who), Some(left)) if self.supposed => {
                lines.push(format!("if {who} were activated now: {left} individual orders"));
            }
            (Some(who), Some(left)) => lines.push(format!("{who}: {left} individual orders left")),
            (Some(who), None) if self.now == "acting" => {
                lines.push(format!("{who} acts; the longest of each kind of move:"));
            }
            _ if self.now == "rally" => lines.push("rally phase".to_owned()),
            _ => {}
        }
        let indent = if lines.is_empty() || self.now == "nothing" { "" } else { "  " };
        self.pieces.iter().for_each(|piece| of_piece(piece, &mut lines));
        if !self.owing.is_empty() {
            lines.push(format!("  still owing what their order asks: {}", self.owing.join(" ")));
        }
        lines.extend(together(&self.others).into_iter().map(|line| format!("{indent}{line}")));
        if !self.cards.is_empty() {
            lines.push("cards:".to_owned());
            lines.extend(self.cards.iter().map(|card| format!("  {}", card.line)));
        }
        let about = self.about.clone().unwrap_or_default();
        about + &lines.iter().map(|line| wrap(line, WIDTH, "", "    ") + "\n").collect::<String>()
    }
}

/// What one piece may be told: in a row of words, or a line each when its places are known or its lines have
/// no words.
fn of_piece(piece: &LegalPiece, lines: &mut Vec<String>) {
    let brief = |order: &LegalOrder| !order.words.is_empty() && order.ends.iter().flatten().next().is_none();
    if piece.orders.iter().all(brief) {
        lines.push(format!("  {:<8} {}", piece.code, words(&piece.orders).join(", ")));
        return;
    }
    let left = piece.allowance.as_ref().map_or_else(String::new, |left| format!(": {left} inches to move"));
    lines.push(format!("{}{left}", piece.code));
    for order in &piece.orders {
        let needs_a_place = !order.words.is_empty() && order.ends.is_some();
        if needs_a_place {
            lines.extend(places(order));
        } else {
            lines.push(format!("  {}", with_notes(order)));
        }
    }
}

/// Orders in words; the same words with other targets are said once.
fn words(orders: &[LegalOrder]) -> Vec<String> {
    let mut said: Vec<(&str, Vec<&str>, String)> = Vec::new();
    for order in orders {
        let targets = order.targets.iter().map(String::as_str);
        match said.last_mut() {
            Some((words, all, _)) if *words == order.words && !all.is_empty() => all.extend(targets),
            _ => {
                let price = order.price.map_or_else(String::new, |price| format!(" (price {price})"));
                said.push((&order.words, targets.collect(), price));
            }
        }
    }
    let one = |(words, targets, price): (&str, Vec<&str>, String)| match targets.as_slice() {
        [] => format!("{words}{price}"),
        targets => format!("{words} {}{price}", targets.join(" or ")),
    };
    said.into_iter().map(one).collect()
}

/// A move with the places where it may end: a row for each, with the facings and what they cost.
fn places(order: &LegalOrder) -> Vec<String> {
    let price = order.price.map_or_else(String::new, |price| format!(" (price {price})"));
    let spots = order.ends.as_deref().unwrap_or_default();
    if spots.is_empty() {
        return vec![format!("  {}{price}: nowhere", order.words)];
    }
    let mut lines =
        vec![format!("  {}{price}: {} PLACE, with the points that it costs", order.words, order.line)];
    let mut rest = spots;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|spot| spot.at == first.at).count();
        let (here, others) = rest.split_at(count);
        let each: Vec<String> = here.iter().map(facing).collect();
        lines.push(format!("    {} {}", first.at, each.join(", ")));
        rest = others;
    }
    lines
}

/// `NE 3`, or `NE 3 and 1 hit`.
fn facing(spot: &Spot) -> String {
    let facing = spot.facing.as_ref().map_or_else(String::new, |facing| format!("{facing} "));
    match spot.hits {
        0 => format!("{facing}{}", spot.cost),
        1 => format!("{facing}{} and 1 hit", spot.cost),
        n => format!("{facing}{} and {n} hits", spot.cost),
    }
}

/// A line with what is to be known of it, and whom it sets to work.
fn with_notes(order: &LegalOrder) -> String {
    let chance = order.chance.map(|chance| format!("{chance} percent"));
    let price = order.price.map(|price| format!("price {price}"));
    let known: Vec<String> = order.note.iter().cloned().chain(chance).chain(price).collect();
    let known = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
    let set_to_work = order.words.is_empty() && !order.targets.is_empty();
    let targets = if set_to_work { format!(": {}", order.targets.join(" ")) } else { String::new() };
    format!("{}{known}{targets}", order.line)
}

/// Lines of their own, those that differ in the last of three words in one.
fn together(orders: &[LegalOrder]) -> Vec<String> {
    let mut lines: Vec<(String, Vec<String>)> = Vec::new();
    for order in orders {
        let parts = order.line.rsplit_once(' ').filter(|(head, _)| head.starts_with("order "));
        let (head, last) =
            parts.map_or((with_notes(order), String::new()), |(h, l)| (h.to_owned(), l.to_owned()));
        match lines.last_mut() {
            Some((before, words)) if *before == head && !last.is_empty() => words.push(last),
            _ => lines.push((head, if last.is_empty() { Vec::new() } else { vec![last] })),
        }
    }
    let one = |(head, words): (String, Vec<String>)| match words.split_last() {
        None => head,
        Some((last, [])) => format!("{head} {last}"),
        Some((last, before)) => format!("{head} {} or {last}", before.join(", ")),
    };
    lines.into_iter().map(one).collect()
}
