//! `[[side]]`, twice: the first is [`Side::First`].

use crate::read::{Block, Value};
use tess_gboh::field::Edge;
use tess_gboh::piece::{BySide, Side};

/// A side as far as it could be read; its name is what the rest of the file hangs on.
pub(super) struct SidePart {
    pub name: String,
    pub title: Option<String>,
    pub withdrawal: Option<u16>,
    pub retreat: Option<Edge>,
}

const EDGES: [(&str, Edge); 4] =
    [("north", Edge::North), ("east", Edge::East), ("south", Edge::South), ("west", Edge::West)];

pub(super) fn read(root: &Block<'_>) -> Option<BySide<SidePart>> {
    let blocks = root.tables("side");
    if blocks.len() != 2 {
        let at = blocks.get(2).map_or(root.span(), Block::span);
        root.page.refuse(at, format!("{} sides", blocks.len()), "a battle has two `[[side]]`");
    }
    let sides: Vec<Option<SidePart>> = blocks.iter().map(side).collect();
    let [first, second] = <[_; 2]>::try_from(sides).ok()?;
    let (first, second) = (first?, second?);
    if first.name == second.name {
        root.page.refuse(blocks[1].span(), "both sides have the same name", "give each its own");
        return None;
    }
    Some(BySide([first, second]))
}

fn side(block: &Block<'_>) -> Option<SidePart> {
    let name = block.need("name", "\"rome\"").and_then(|v| {
        let text = v.text()?;
        let plain = !text.is_empty() && text.len() <= 16 && text.bytes().all(|b| b.is_ascii_lowercase());
        if !plain {
            v.refuse(format!("`{text}` is no side's name"), "write 1 to 16 small letters, such as `rome`");
        }
        plain.then(|| text.to_owned())
    });
    let title = block.text("title", "Rome");
    let withdrawal = block.int("withdrawal", 1..=9999);
    let retreat = block.need("retreat", "\"west\"").and_then(|v| v.word(&EDGES));
    block.source();
    block.close();
    Some(SidePart { name: name?, title: title.map(str::to_owned), withdrawal, retreat })
}

/// A side by its name.
pub(super) fn word(value: &Value<'_>, names: &BySide<String>) -> Option<Side> {
    let text = value.text()?;
    let found = Side::BOTH.into_iter().find(|&s| names[s] == text);
    if found.is_none() {
        let [first, second] = &names.0;
        value.refuse(format!("no side `{text}`"), format!("write `{first}` or `{second}`"));
    }
    found
}
