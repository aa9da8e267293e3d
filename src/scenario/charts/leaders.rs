//! `leaders-and-rally.toml`: leader casualties (spqr 4.73) and rally (10.29, 10.33).

use super::rows::numbers;
use crate::read::Block;
use tess_gboh::variant::charts::{Casualty, RallyHits};

pub(super) struct Leaders {
    pub casualty: Option<[Casualty; 10]>,
    pub duel: Vec<Option<Casualty>>,
    pub rally: RallyHits,
    pub depleted: (u8, u8),
}

const WORDS: [(&str, Casualty); 4] = [
    ("finished", Casualty::Finished),
    ("wounded", Casualty::Wounded),
    ("wounded_twice", Casualty::WoundedTwice),
    ("killed", Casualty::Killed),
];

pub(super) fn read(root: &Block<'_>) -> Option<Leaders> {
    let casualty = match root.may("leader_casualty_by").map(|v| v.word(&[("personal-combat", ())])) {
        Some(by) => by.map(|()| None),
        None => casualty(root).map(Some),
    };
    let duel = duel(root);
    let block = root.table("rally")?;
    let rally = hits(&block);
    let depleted = block.table("depleted_before").and_then(|b| {
        let pair = (b.int("success_roll", 0..=9), b.int("table_roll", 0..=9));
        b.close();
        Some((pair.0?, pair.1?))
    });
    block.close();
    Some(Leaders { casualty: casualty?, duel: duel?, rally: rally?, depleted: depleted? })
}

/// `personal_combat = ["nothing", "finished", ...]` by difference from 0 on, where the book has it.
fn duel(root: &Block<'_>) -> Option<Vec<Option<Casualty>>> {
    let Some(value) = root.may("personal_combat") else { return Some(Vec::new()) };
    let mut words: Vec<(&str, Option<Casualty>)> = vec![("nothing", None)];
    words.extend(WORDS.map(|(word, casualty)| (word, Some(casualty))));
    value.list()?.iter().map(|v| v.word(&words)).collect()
}

/// The table, or the parts of the quality.
fn hits(block: &Block<'_>) -> Option<RallyHits> {
    if let Some(foot) = block.may("foot_divisor") {
        let (foot, mounted) = (foot.int(1..=9), block.int("mounted_divisor", 1..=9));
        return Some(RallyHits::Part { foot: foot?, mounted: mounted? });
    }
    let [low, high] = ["tq_3_to_5", "tq_6_to_9"].map(|key| numbers(&block.need(key, "[1, ...]")?, 9));
    Some(RallyHits::Table([low?, high?]))
}

fn casualty(root: &Block<'_>) -> Option<[Casualty; 10]> {
    let block = root.table("leader_casualty")?;
    let mut table = [None; 10];
    for (dice, at, value) in block.others() {
        let ends = dice.split_once('-').unwrap_or((dice, dice));
        let (Ok(first), Ok(last)) = (ends.0.parse::<usize>(), ends.1.parse::<usize>()) else {
            block.page.refuse(at, format!("`{dice}` is no die roll"), "write \"7\" or \"0-6\"");
            continue;
        };
        if first > last || last > 9 {
            block.page.refuse(
                at,
                format!("`{dice}` is no die roll"),
                "rolls are 0 to 9, the lower one first",
            );
            continue;
        }
        let meaning = value.word(&WORDS);
        for cell in &mut table[first..=last] {
            if cell.is_some() {
                block.page.refuse(at.clone(), format!("`{dice}` is given twice"), "give each roll once");
            }
            *cell = meaning;
        }
    }
    for (die, cell) in table.iter().enumerate() {
        if cell.is_none() && block.page.is_clean() {
            block.page.refuse(block.span(), format!("nothing for a roll of {die}"), "give all rolls 0 to 9");
        }
    }
    let table: Option<Vec<Casualty>> = table.into_iter().collect();
    table?.try_into().ok()
}
