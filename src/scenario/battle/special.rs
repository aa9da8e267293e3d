//! `[special]` and `[options]`: what this battle does otherwise, and the optional rules.

use std::collections::BTreeMap;

use super::army::Army;
use crate::gboh::piece::{BySide, Side, UnitType};
use crate::gboh::setup::{Champion, Special};
use crate::gboh::variant::Choices;
use crate::scenario::block::Block;
use crate::scenario::fault::Fault;
use crate::scenario::nearest::hint;

/// The optional rules by the name of their switch.
const OPTIONS: [&str; 8] = [
    "engaged",
    "elephant-command",
    "prearranged",
    "depletion",
    "skirmisher-points",
    "inertia",
    "drift",
    "charge-formation",
];

/// The special rules, and every option as it stands in the end; what the book's `choices` have where nothing is said.
pub(super) fn read(
    root: &Block<'_>,
    names: &BySide<String>,
    army: &Army,
    wanted: &BTreeMap<String, bool>,
    choices: Option<Choices>,
    more: &mut Vec<Fault>,
) -> (Special, BTreeMap<String, bool>) {
    let pursuit = choices.is_none_or(|c| c.shock.pursuit_standard);
    let mut special = Special { pursuit, first_turn_lines: true, ..Special::default() };
    if let Some(block) = root.may("special").and_then(|v| v.block()) {
        special.pursuit = block.flag_or("pursuit", pursuit);
        special.triarii_doctrine = block.flag_or("triarii-doctrine", false);
        special.first_turn_lines = block.flag_or("first-turn-lines", true);
        special.free_line_commands =
            block.may("free-line-commands").and_then(|v| super::sides::word(&v, names));
        special.last_turn = block.may("last-turn").and_then(|v| v.int(1..=999));
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
        for value in block.may("wall-tops").and_then(|v| v.list()).unwrap_or_default() {
            let Some(text) = value.text() else { continue };
            match text.parse() {
                Ok(hex) => special.wall_tops.push(hex),
                Err(_) => value.refuse(format!("`{text}` is no hex"), "write four digits, such as \"1315\""),
            }
        }
        block.close();
    }
    let mut options: BTreeMap<String, bool> = OPTIONS.iter().map(|o| ((*o).to_owned(), false)).collect();
    if let Some(block) = root.may("options").and_then(|v| v.block()) {
        for (name, on) in &mut options {
            *on = block.flag_or(name, false);
            if *on
                && is_foreign(name, choices)
                && let Some(value) = block.may(name)
            {
                value.refuse(format!("this book has no option `{name}`"), FOREIGN);
            }
        }
        block.close();
    }
    for (name, &on) in wanted {
        match options.get_mut(name) {
            Some(_) if on && is_foreign(name, choices) => {
                more.push(Fault::of_file("options", format!("this book has no option `{name}`"), FOREIGN));
            }
            Some(option) => *option = on,
            None => more.push(Fault::of_file("options", format!("no option `{name}`"), hint(name, OPTIONS))),
        }
    }
    special.engaged = options["engaged"];
    special.prearranged = options["prearranged"];
    special.elephant_command = options["elephant-command"];
    special.depletion = options["depletion"];
    special.skirmisher_points = options["skirmisher-points"];
    special.inertia = options["inertia"];
    special.drift = options["drift"];
    special.charge_formation = options["charge-formation"];
    special.champions = champions(root, names);
    (special, options)
}

const FOREIGN: &str = "leave it out; it belongs to the rules of Alexander";

/// Is it an option of another book than that with these choices?
fn is_foreign(option: &str, choices: Option<Choices>) -> bool {
    choices.is_some_and(|c| match option {
        "inertia" | "drift" => !c.movement.hoplite_habits,
        "charge-formation" => !c.movement.charge_formation,
        _ => false,
    })
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
