//! `[special]` and `[options]`: what this battle does otherwise, and the optional rules.

use std::collections::BTreeMap;

use super::army::Army;
use crate::read::{Block, Fault, hint};
use tess_gboh::piece::{BySide, Side, UnitType};
use tess_gboh::setup::{Champion, Special};
use tess_gboh::variant::options::{SWITCHES, Switch, find};

/// What the book has to do with it: its name, and whether cavalry pursues when nothing is said.
pub(super) struct Book<'a> {
    /// `None`: the scenario does not say it rightly, and is told so elsewhere.
    pub name: Option<&'a str>,
    pub pursuit: bool,
    /// Its battles of that year may hold triarii back.
    pub triarii: bool,
}

/// The special rules, and every option as it stands in the end.
pub(super) fn read(
    root: &Block<'_>,
    names: &BySide<String>,
    army: &Army,
    wanted: &BTreeMap<String, bool>,
    book: &Book<'_>,
    more: &mut Vec<Fault>,
) -> (Special, BTreeMap<String, bool>) {
    let pursuit = book.pursuit;
    let mut special = Special { pursuit, first_turn_lines: true, ..Special::default() };
    if let Some(block) = root.may("special").and_then(|v| v.block()) {
        special.pursuit = block.flag_or("pursuit", pursuit);
        special.triarii_doctrine = block.flag_or("triarii-doctrine", false);
        if let Some(value) =
            block.may("triarii-doctrine").filter(|_| special.triarii_doctrine && !book.triarii)
        {
            value.refuse(
                "triarii are held back in battles before 200 BC only",
                "leave it out (alexander 9.9)",
            );
        }
        special.first_turn_lines = block.flag_or("first-turn-lines", true);
        special.free_line_commands =
            block.may("free-line-commands").and_then(|v| super::sides::word(&v, names));
        special.last_turn = block.may("last-turn").and_then(|v| v.int(1..=999));
        lists(&block, names, army, book, &mut special);
        block.close();
    }
    let options = switches(root, wanted, book, special.pursuit, more);
    special.engaged = options["engaged"];
    special.prearranged = options["prearranged"];
    special.elephant_command = options["elephant-command"];
    special.depletion = options["depletion"];
    special.skirmisher_points = options["skirmisher-points"];
    special.elite_initiative = options["elite-initiative"];
    special.contingent_commanders = options["contingent-commanders"];
    special.leaders_through_zones = options["leaders-through-zones"];
    special.pursuit = options["pursuit"];
    special.inertia = options["inertia"];
    special.drift = options["drift"];
    special.charge_formation = options["charge-formation"];
    special.champions = champions(root, names);
    (special, options)
}

/// Units in double depth, peoples without discipline, armies of Macedon, and walls to stand on.
fn lists(block: &Block<'_>, names: &BySide<String>, army: &Army, book: &Book<'_>, special: &mut Special) {
    for value in block.may("double-depth").and_then(|v| v.list()).unwrap_or_default() {
        let Some(unit) = army.named(&value) else { continue };
        if army.units[usize::from(unit.0)].spec.kind == UnitType::PH {
            special.double_depth.push(unit);
        } else {
            value.refuse("only phalanxes form double depth", "name units of type PH");
        }
    }
    for value in block.may("undisciplined").and_then(|v| v.list()).unwrap_or_default() {
        if let Some(side) = super::sides::word(&value, names) {
            special.undisciplined[side] = true;
        }
    }
    for value in block.may("macedonian").and_then(|v| v.list()).unwrap_or_default() {
        if book.name.is_some_and(|b| find("contingent-commanders").is_none_or(|s| s.rule(b).is_none())) {
            value.refuse("no rule of this book speaks of Macedonians", "leave `macedonian` out");
        }
        if let Some(side) = super::sides::word(&value, names) {
            special.macedonian[side] = true;
        }
    }
    for value in block.may("wall-tops").and_then(|v| v.list()).unwrap_or_default() {
        let Some(text) = value.text() else { continue };
        match text.parse() {
            Ok(hex) => special.wall_tops.push(hex),
            Err(_) => value.refuse(format!("`{text}` is no hex"), "write four digits, such as \"1315\""),
        }
    }
}

/// `[options]`, and over it what whoever begins the battle wants. Nothing is switched on that the book does
/// not have.
fn switches(
    root: &Block<'_>,
    wanted: &BTreeMap<String, bool>,
    book: &Book<'_>,
    pursuit: bool,
    more: &mut Vec<Fault>,
) -> BTreeMap<String, bool> {
    let lacks = |name: &str| book.name.filter(|b| find(name).is_some_and(|s| s.rule(b).is_none()));
    let has = |book: &str| {
        let names: Vec<&str> = SWITCHES.iter().filter(|s| s.rule(book).is_some()).map(|s| s.name).collect();
        format!("it has {}", names.join(", "))
    };
    let mut options: BTreeMap<String, bool> = SWITCHES.iter().map(|s| (s.name.to_owned(), false)).collect();
    options.insert("pursuit".to_owned(), pursuit);
    if let Some(block) = root.may("options").and_then(|v| v.block()) {
        for (name, on) in &mut options {
            let Some(value) = block.may(name) else { continue };
            *on = value.flag().unwrap_or(*on);
            if let Some(book) = lacks(name).filter(|_| *on) {
                value.refuse(format!("the book {book} has no option `{name}`"), has(book));
            }
        }
        block.close();
    }
    for (name, &on) in wanted {
        match (options.get_mut(name), lacks(name).filter(|_| on)) {
            (Some(_), Some(book)) => {
                let message = format!("the book {book} has no option `{name}`");
                more.push(Fault::of_file("options", message, has(book)));
            }
            (Some(option), None) => *option = on,
            (None, _) => {
                let in_book = |s: &&Switch| book.name.is_none_or(|book| s.rule(book).is_some());
                let known = SWITCHES.iter().filter(in_book).map(|s| s.name);
                more.push(Fault::of_file("options", format!("no option `{name}`"), hint(name, known)));
            }
        }
    }
    options
}

/// **cataphract 11.81.** `[[champion]]`: none, or one of each side.
fn champions(root: &Block<'_>, names: &BySide<String>) -> Option<BySide<Champion>> {
    let blocks = root.tables("champion");
    let mut found: [Option<Champion>; 2] = [None, None];
    for block in &blocks {
        block.source();
        let name = block.text("name", "Andreas");
        let side = block.need("side", "\"byzantium\"").and_then(|v| super::sides::word(&v, names));
        let fight = block.int("fight", 0..=20);
        let stamina = block.int("stamina", 0..=20);
        block.close();
        let (Some(side), Some(name), Some(fight), Some(stamina)) = (side, name, fight, stamina) else {
            return None;
        };
        let its = &mut found[side.index()];
        if its.is_some() {
            block.page.refuse(
                block.span(),
                format!("a second champion of {}", names[side]),
                "each side has one",
            );
        }
        *its = Some(Champion { name: name.to_owned(), fight, stamina });
    }
    match found {
        [Some(first), Some(second)] => Some(BySide([first, second])),
        [None, None] => None,
        [first, _] => {
            let lacks = if first.is_none() { Side::First } else { Side::Second };
            root.page.refuse(
                blocks[0].span(),
                format!("{} has no champion to meet the other", names[lacks]),
                "write a `[[champion]]` for each side, or none",
            );
            None
        }
    }
}
