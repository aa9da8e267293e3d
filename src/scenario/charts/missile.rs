//! `missile.toml`: strength by range, modifiers and supply (spqr 8.71, 8.15, 8.17).

use std::collections::BTreeMap;

use super::rows::types;
use crate::read::{Block, Value, hint};
use tess_gboh::piece::Missile;
use tess_gboh::variant::charts::MissileChart;

/// The words for the missile classes.
pub(crate) const CLASSES: [(&str, Missile); 6] = [
    ("A", Missile::A),
    ("S", Missile::S),
    ("J", Missile::J),
    ("B", Missile::B),
    ("C", Missile::C),
    ("F", Missile::F),
];

pub(super) fn read(root: &Block<'_>) -> Option<MissileChart> {
    let modifiers = root.table("modifiers").map(|block| {
        let keys = ["in_woods", "at_heavy", "at_heavy_front", "at_skirmisher", "moving", "depleted"];
        let read = keys.map(|key| block.int::<i8>(key, -9..=9));
        let cataphract = by_class(&block, "at_cataphract", |v| v.int::<i8>(-9..=9));
        let in_camp = block.int_or("in_camp", -9..=9, 0);
        block.close();
        (read, cataphract, in_camp)
    });
    let hits = root.table("hits").map(|block| {
        let read = ["normal", "elephant"].map(|key| block.int::<u8>(key, 0..=9));
        let chariot = block.may("chariot").map(|v| v.int::<u8>(0..=9));
        let twofold: Option<Vec<String>> = match block.may("twofold") {
            None => Some(Vec::new()),
            Some(list) => list.list().map(|l| l.iter().filter_map(|v| v.text().map(str::to_owned)).collect()),
        };
        block.close();
        (read, chariot, twofold)
    });
    let letters = by_class(root, "letters", |v| v.word(&CLASSES));
    let supply = root.table("supply").and_then(|block| {
        let low = block.table("low_from");
        let low_from = low.as_ref().map_or_else(BTreeMap::new, |low| classes(low, |v| v.int(0..=9)));
        let screen = block.int("screen_low_from", 0..=10);
        let one_shot = block.need("one_shot", "[\"LG\"]").and_then(|v| types(&v));
        block.close();
        low.map(|_| (low_from, screen, one_shot))
    });
    let ([in_woods, at_heavy, at_heavy_front, at_skirmisher, moving, depleted], at_cataphract, in_camp) =
        modifiers?;
    let rows = rows(root);
    let flame = flame(root, rows.as_ref());
    let ([hits, elephant_hits], chariot, twofold) = hits?;
    let chariot_hits = chariot.unwrap_or(hits);
    let (low_from, screen, one_shot) = supply?;
    Some(MissileChart {
        rows: rows?,
        in_woods: in_woods?,
        in_camp,
        at_heavy: at_heavy?,
        at_heavy_front: at_heavy_front?,
        at_skirmisher: at_skirmisher?,
        moving: moving?,
        depleted: depleted?,
        hits: hits?,
        elephant_hits: elephant_hits?,
        chariot_hits: chariot_hits?,
        twofold: twofold?,
        at_cataphract,
        letters,
        low_from,
        screen_low_from: screen?,
        one_shot: one_shot?,
        flame,
    })
}

/// Values by missile class in a table that may be missing.
fn by_class<T>(block: &Block<'_>, key: &str, read: impl Fn(&Value<'_>) -> Option<T>) -> BTreeMap<Missile, T> {
    let table = block.may(key).and_then(|v| v.block());
    table.map_or_else(BTreeMap::new, |table| classes(&table, read))
}

/// The classes that a table gives a value.
fn classes<T>(table: &Block<'_>, read: impl Fn(&Value<'_>) -> Option<T>) -> BTreeMap<Missile, T> {
    let mut found = BTreeMap::new();
    for (word, class) in CLASSES {
        if let Some(value) = table.may(word).and_then(|v| read(&v)) {
            found.insert(class, value);
        }
    }
    table.close();
    found
}

/// The rows whose missiles burn, if a set has any.
fn flame(root: &Block<'_>, rows: Option<&BTreeMap<String, Vec<u8>>>) -> Vec<String> {
    let Some(block) = root.may("flame").and_then(|v| v.block()) else { return Vec::new() };
    let mut found = Vec::new();
    for value in block.need("rows", "[\"B_flame\"]").and_then(|v| v.list()).unwrap_or_default() {
        let Some(name) = value.text() else { continue };
        match rows {
            Some(rows) if !rows.contains_key(name) => {
                value.refuse(format!("no row `{name}`"), hint(name, rows.keys().map(String::as_str)));
            }
            _ => found.push(name.to_owned()),
        }
    }
    block.close();
    found
}

fn rows(root: &Block<'_>) -> Option<BTreeMap<String, Vec<u8>>> {
    let block = root.table("rows")?;
    block.need("elephant_screen", "[3]");
    let mut rows = BTreeMap::new();
    for (name, at, value) in block.others().into_iter().chain(screen(&block)) {
        let strengths: Option<Vec<u8>> = value.list()?.iter().map(|v| v.int(0..=9)).collect();
        match strengths {
            Some(row) if row.is_empty() || row.len() > 20 => {
                block.page.refuse(
                    at,
                    format!("`{name}` reaches {} hexes", row.len()),
                    "give 1 to 20 strengths",
                );
            }
            Some(row) => {
                rows.insert(name.to_owned(), row);
            }
            None => {}
        }
    }
    Some(rows)
}

/// The one row that every set must have, asked for by name before.
fn screen<'a>(block: &Block<'a>) -> Option<(&'a str, std::ops::Range<usize>, Value<'a>)> {
    let value = block.may("elephant_screen")?;
    Some(("elephant_screen", value.span(), value))
}
