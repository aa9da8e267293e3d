//! The traits of units as far as one table gives them: a template, a group or a single unit.

use std::collections::BTreeSet;

use crate::charts::{CLASSES, type_words};
use crate::read::{Block, hint};
use tess_gboh::piece::{BySide, Class, Missile, Side, UnitType};
use tess_hex::{Facing, Hex};

/// What a table says; `None` is left to the table it is like.
#[derive(Clone, Default)]
pub(super) struct Part {
    pub side: Option<Side>,
    pub name: Option<String>,
    pub kind: Option<UnitType>,
    pub class: Option<Class>,
    pub size: Option<u8>,
    pub tq: Option<u8>,
    pub ma: Option<u8>,
    pub ma_extended: Option<u8>,
    /// `Some(None)`: none, said so.
    pub missile: Option<Option<Missile>>,
    pub missile_row: Option<String>,
    pub screen: Option<bool>,
    pub indian: Option<bool>,
    pub shares_with_engine: Option<bool>,
    pub two_hex: Option<bool>,
    pub legion: Option<u8>,
    pub ala: Option<bool>,
    pub nation: Option<String>,
    pub depleted: Option<bool>,
    pub facing: Option<Facing>,
    pub hex: Option<Hex>,
    pub source: Option<String>,
    pub feigns: Option<bool>,
    pub bait: Option<u8>,
    /// Size, quality and allowance on foot.
    pub dismounts: Option<(u8, u8, u8)>,
    pub sword: Option<bool>,
    pub professional: Option<bool>,
    pub macedonian: Option<bool>,
    /// The keys of [`NEEDED`] that were written, even those with a bad value, which has been complained of.
    pub said: BTreeSet<&'static str>,
}

/// What every unit must be told by some table, with an example.
pub(super) const NEEDED: [(&str, &str); 9] = [
    ("side", "\"rome\""),
    ("name", "\"Hastati\""),
    ("type", "\"LG\""),
    ("size", "3"),
    ("tq", "6"),
    ("ma", "5"),
    ("hex", "\"1315\""),
    ("facing", "\"E\""),
    ("source", "\"counter\""),
];

const CLASS_WORDS: [(&str, Class); 10] = [
    ("none", Class::Plain),
    ("HA", Class::HA),
    ("PR", Class::PR),
    ("TR", Class::TR),
    ("CO", Class::CO),
    ("CE", Class::CE),
    ("VE", Class::VE),
    ("HO", Class::HO),
    ("SC", Class::SC),
    ("CAT", Class::CAT),
];

/// The words for the classes.
pub(super) fn class_words() -> [(&'static str, Class); 10] {
    CLASS_WORDS
}

impl Part {
    /// Reads the traits of a table; `rows` are the rows of the missile chart.
    pub fn read(block: &Block<'_>, names: &BySide<String>, rows: &[&str]) -> Part {
        let text = |key: &str| block.may(key).and_then(|v| v.text()).map(str::to_owned);
        let int = |key: &str, range| block.may(key).and_then(|v| v.int::<u8>(range));
        let flag = |key: &str| block.may(key).and_then(|v| v.flag());
        let mut missiles = CLASSES.map(|(word, class)| (word, Some(class))).to_vec();
        missiles.push(("none", None));
        Part {
            side: block.may("side").and_then(|v| super::sides::word(&v, names)),
            name: text("name"),
            kind: block.may("type").and_then(|v| v.word(&type_words())),
            class: block.may("class").and_then(|v| v.word(&CLASS_WORDS)),
            size: int("size", 1..=40),
            tq: int("tq", 1..=9),
            ma: int("ma", 1..=20),
            ma_extended: int("ma-extended", 1..=20),
            missile: block.may("missile").and_then(|v| v.word(&missiles)),
            missile_row: block.may("missile-row").and_then(|v| {
                let row = v.text()?;
                if !rows.is_empty() && !rows.contains(&row) {
                    v.refuse(format!("no missile row `{row}`"), hint(row, rows.iter().copied()));
                }
                Some(row.to_owned())
            }),
            screen: flag("screen"),
            indian: flag("indian"),
            shares_with_engine: flag("shares-with-engine"),
            sword: flag("sword"),
            professional: flag("professional"),
            macedonian: flag("macedonian"),
            two_hex: flag("two-hex"),
            legion: int("legion", 1..=99),
            ala: flag("ala"),
            nation: text("nation"),
            depleted: flag("depleted"),
            facing: block.may("facing").and_then(|v| v.facing()),
            hex: block.may("hex").and_then(|v| v.hex()),
            source: block.may("source").and_then(|v| {
                let text = v.text()?;
                if text.trim().is_empty() {
                    v.refuse("an empty source", "write `ours` when nobody else has said it");
                }
                Some(text.to_owned())
            }),
            feigns: flag("feigns"),
            bait: int("bait", 0..=9),
            dismounts: block.may("dismounts").and_then(|v| ratings(&v)),
            said: NEEDED.iter().map(|n| n.0).filter(|key| block.has(key)).collect(),
        }
    }

    /// This table's word before the other's.
    pub fn over(self, base: &Part) -> Part {
        let b = base.clone();
        Part {
            side: self.side.or(b.side),
            name: self.name.or(b.name),
            kind: self.kind.or(b.kind),
            class: self.class.or(b.class),
            size: self.size.or(b.size),
            tq: self.tq.or(b.tq),
            ma: self.ma.or(b.ma),
            ma_extended: self.ma_extended.or(b.ma_extended),
            missile: self.missile.or(b.missile),
            missile_row: self.missile_row.or(b.missile_row),
            screen: self.screen.or(b.screen),
            indian: self.indian.or(b.indian),
            shares_with_engine: self.shares_with_engine.or(b.shares_with_engine),
            sword: self.sword.or(b.sword),
            professional: self.professional.or(b.professional),
            macedonian: self.macedonian.or(b.macedonian),
            two_hex: self.two_hex.or(b.two_hex),
            legion: self.legion.or(b.legion),
            ala: self.ala.or(b.ala),
            nation: self.nation.or(b.nation),
            depleted: self.depleted.or(b.depleted),
            facing: self.facing.or(b.facing),
            hex: self.hex.or(b.hex),
            source: self.source.or(b.source),
            feigns: self.feigns.or(b.feigns),
            bait: self.bait.or(b.bait),
            dismounts: self.dismounts.or(b.dismounts),
            said: self.said.into_iter().chain(b.said).collect(),
        }
    }
}

/// `"5/7/5"`: size, quality and allowance.
fn ratings(value: &crate::read::Value<'_>) -> Option<(u8, u8, u8)> {
    let text = value.text()?;
    let numbers: Vec<u8> = text.split('/').filter_map(|n| n.parse().ok()).collect();
    match numbers.as_slice() {
        &[size @ 1..=40, tq @ 1..=9, ma @ 1..=20] if text.split('/').count() == 3 => Some((size, tq, ma)),
        _ => value.wrong("these are no ratings", "write size, quality and allowance on foot: \"5/7/5\""),
    }
}
