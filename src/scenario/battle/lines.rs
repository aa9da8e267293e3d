//! `[[line]]`: the line command eligibility chart (spqr 4.32).

use std::collections::BTreeSet;

use super::army::Army;
use super::leaders::Leaders;
use super::part::class_words;
use crate::charts::type_words;
use crate::read::{Block, Value};
use tess_gboh::piece::{BySide, LeaderId, Side, UnitId, UnitSpec};
use tess_gboh::setup::LineSpec;

pub(super) fn read(root: &Block<'_>, names: &BySide<String>, army: &Army, men: &Leaders) -> Vec<LineSpec> {
    let mut lines: Vec<LineSpec> = Vec::new();
    for block in root.tables("line") {
        let Some(line) = line(&block, names, army, men) else { continue };
        if lines.iter().any(|l| l.side == line.side && l.code == line.code) {
            let at = block.may("code").map_or(block.span(), |v| v.span());
            block.page.refuse(
                at,
                format!("`{}` is there already", line.code),
                "a side's lines need different codes",
            );
            continue;
        }
        lines.push(line);
    }
    lines
}

fn line(block: &Block<'_>, names: &BySide<String>, army: &Army, men: &Leaders) -> Option<LineSpec> {
    block.source();
    let side = block.need("side", "\"rome\"").and_then(|v| super::sides::word(&v, names));
    let code = block.need("code", "\"hastati\"").and_then(|v| {
        let text = v.text()?;
        let plain = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        let good = plain && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.len() <= 24;
        if !good {
            v.refuse(format!("`{text}` is no line's code"), "write small letters, such as `left-horse`");
        }
        good.then(|| text.to_owned())
    });
    let name = block.text("name", "The hastati");
    let spacing = block.int_or("spacing", 1..=4, 1);
    let half_range = block.flag_or("half-range", false);
    let mut units = BTreeSet::new();
    for value in block.may("units").and_then(|v| v.list()).unwrap_or_default() {
        if let Some(unit) = army.named(&value)
            && belongs(&value, army.units[usize::from(unit.0)].spec.side, side)
            && !units.insert(unit)
        {
            value.refuse("this unit is in the list twice", "name it once");
        }
    }
    let of = block.may("of").map(|v| filters(&v)).unwrap_or_default();
    for filter in of {
        let before = units.len();
        let chosen =
            army.units.iter().enumerate().filter(|(_, u)| Some(u.spec.side) == side && filter.takes(&u.spec));
        units.extend(chosen.filter_map(|(i, _)| u16::try_from(i).ok().map(UnitId)));
        if units.len() == before && side.is_some() && army.is_whole() {
            block.page.refuse(filter.at, "this adds no unit to the line", "change it, or leave it out");
        }
    }
    let mut leaders: Vec<LeaderId> = Vec::new();
    for value in block.may("leaders").and_then(|v| v.list()).unwrap_or_default() {
        if let Some(leader) = men.named(&value)
            && belongs(&value, men.leaders[usize::from(leader.0)].spec.side, side)
        {
            leaders.push(leader);
        }
    }
    block.close();
    if units.is_empty() && block.page.is_clean() {
        block.page.refuse(
            block.span(),
            "a line without units",
            "write `units = [...]` or `of = { class = [\"HA\"] }`",
        );
    }
    Some(LineSpec {
        code: code?,
        name: name?.to_owned(),
        side: side?,
        units: units.into_iter().collect(),
        spacing,
        leaders,
        half_range,
    })
}

fn belongs(value: &Value<'_>, has: Side, side: Option<Side>) -> bool {
    let own = side.is_none_or(|s| s == has);
    if !own {
        value.refuse("the other side's", "a line holds units and leaders of one side");
    }
    own
}

/// What a unit must be to belong: all that is said.
struct Filter {
    kinds: Vec<tess_gboh::piece::UnitType>,
    classes: Vec<tess_gboh::piece::Class>,
    legions: Vec<u8>,
    nations: Vec<String>,
    ala: Option<bool>,
    at: std::ops::Range<usize>,
}

impl Filter {
    fn takes(&self, unit: &UnitSpec) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&unit.kind))
            && (self.classes.is_empty() || self.classes.contains(&unit.class))
            && (self.legions.is_empty() || self.legions.contains(&unit.colour))
            && (self.nations.is_empty() || self.nations.contains(&unit.nation))
            && self.ala.is_none_or(|ala| ala == unit.ala)
    }
}

/// A table, or a list of tables of which any may fit.
fn filters(value: &Value<'_>) -> Vec<Filter> {
    let blocks = match value.list_or_block() {
        Some(blocks) => blocks,
        None => return Vec::new(),
    };
    blocks.iter().map(filter).collect()
}

fn filter(block: &Block<'_>) -> Filter {
    let list = |key: &str| block.may(key).and_then(|v| v.list()).unwrap_or_default();
    let filter = Filter {
        kinds: list("type").iter().filter_map(|v| v.word(&type_words())).collect(),
        classes: list("class").iter().filter_map(|v| v.word(&class_words())).collect(),
        legions: list("legion").iter().filter_map(|v| v.int(1..=99)).collect(),
        nations: list("nation").iter().filter_map(|v| v.text().map(str::to_owned)).collect(),
        ala: block.may("ala").and_then(|v| v.flag()),
        at: block.span(),
    };
    block.close();
    filter
}
