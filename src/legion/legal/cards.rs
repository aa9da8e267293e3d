//! Lines about cards that a side could write now: each has been tried on a copy of the position.

use super::attempt::allows;
use crate::cards::{PLACES, has_ambush, may_lie, own_hand};
use crate::setup::Card;
use crate::state::{Coming, Directive, Help, Position, Stage, UnitId, Used, due, is_coming};
use tess_effects::Side;

/// What a side could play now, as far as the position tells what it holds; of measures a few only.
#[must_use]
pub fn card_lines(pos: &Position, side: Side) -> Vec<String> {
    let mut found = Vec::new();
    if let Stage::Draw { .. } = pos.stage {
        found.push(format!("draw {}", due(&pos.set, side)));
    }
    for (_, card) in own_hand(pos, side).into_iter().filter(|(_, c)| !c.is_hidden()) {
        let word = card.face().word;
        found.extend(
            targets(pos, side, card).into_iter().map(|on| format!("card {word} {on}").trim_end().to_owned()),
        );
    }
    found.extend(down(pos, side));
    found.extend(held_back(pos, side));
    found.retain(|line| allows(pos, side, line));
    found.dedup();
    found
}

fn commands(pos: &Position, side: Side) -> Vec<String> {
    pos.set.commands_of(side).map(|c| pos.set.command(c).code.clone()).collect()
}

fn units(pos: &Position, side: Side) -> Vec<String> {
    let there = |u: &UnitId| pos.side(*u) == side && pos.stance(*u).is_some();
    pos.unit_ids().filter(there).map(|u| pos.code(u)).collect()
}

/// On what a card could be played.
fn targets(pos: &Position, side: Side, card: Card) -> Vec<String> {
    let enemy = side.other();
    match card {
        Card::BattleFrenzy | Card::RousingSpeech | Card::Legate | Card::InspiringCommander => {
            commands(pos, side)
        }
        Card::Panic => commands(pos, enemy),
        Card::IllFortune | Card::PoliticalEnemies => {
            pos.set.commands_of(enemy).map(|c| pos.leader_spec(c).code.clone()).collect()
        }
        Card::Aquilifer | Card::Optio | Card::LegendaryCenturion | Card::DevastatingVolley => {
            units(pos, side)
        }
        Card::TreacherousTerrain => units(pos, enemy),
        Card::Tribune => {
            let each = |unit: String| Directive::WORDS.map(|order| format!("{unit} {order}"));
            units(pos, side).into_iter().flat_map(each).collect()
        }
        Card::Redeploy => pairs(&commands(pos, side)),
        Card::ForcedMarch => {
            let whom = commands(pos, side).into_iter().chain(["army".to_owned()]);
            whom.flat_map(|c| [6, 3].map(|n| format!("{n} {c}"))).collect()
        }
        Card::NightMarch => {
            let middle = pos.set.table.depth.half();
            let each = |c: String| ["west", "east"].map(|edge| format!("{c} {edge} {middle}"));
            commands(pos, side).into_iter().flat_map(each).collect()
        }
        Card::DigIn => works(pos, side),
        Card::SuperiorScouting => vec!["swap".to_owned(), "stay".to_owned()],
        Card::Caesar => {
            let all: Vec<String> = commands(pos, side).into_iter().chain(commands(pos, enemy)).collect();
            let back: Vec<String> = all.iter().rev().cloned().collect();
            vec![all.join(" "), back.join(" ")]
        }
        _ => vec![String::new()],
    }
}

fn pairs(codes: &[String]) -> Vec<String> {
    let pair = |(i, one): (usize, &String)| {
        codes[i + 1..].iter().map(|two| format!("{one} {two}")).collect::<Vec<_>>()
    };
    codes.iter().enumerate().flat_map(pair).collect()
}

/// Works across the middle of the army's front.
fn works(pos: &Position, side: Side) -> Vec<String> {
    let (middle, deep) = (pos.set.table.width.0 / 2000, pos.set.table.depth.0 / 1000);
    let y = if side == Side::First { 12 } else { deep - 12 };
    ["palisade", "ditch"].map(|kind| format!("{kind} {},{y} {},{y}", middle - 6, middle + 6)).to_vec()
}

/// Cards face down.
fn down(pos: &Position, side: Side) -> Vec<String> {
    let held = (1..).zip(&pos.cards.hands[side]).filter(|(_, s)| s.used == Used::Held);
    let numbers: Vec<u8> = held.map(|(n, _)| n).collect();
    let each = |n: &u8| {
        let all = commands(pos, side).into_iter();
        all.flat_map(|c| Help::ALL.map(|what| format!("card {n} {c} {}", what.word()))).collect::<Vec<_>>()
    };
    numbers.iter().flat_map(each).collect()
}

/// Commands that are held back, and what brings them on.
fn held_back(pos: &Position, side: Side) -> Vec<String> {
    let mut found = Vec::new();
    for (number, card) in own_hand(pos, side).into_iter().filter(|(_, c)| c.is_hidden()) {
        for command in pos.set.commands_of(side) {
            let code = &pos.set.command(command).code;
            match card {
                Card::Ambush => {
                    let grounds = (0..pos.set.table.terrain.len().min(PLACES.len() - 1))
                        .filter(|&g| may_lie(pos, command, g));
                    found.extend(grounds.map(|g| format!("hide {code} with {number} in {}", g + 1)));
                }
                _ => found.push(format!("hide {code} with {number}")),
            }
        }
    }
    for command in pos.set.commands_of(side).filter(|&c| has_ambush(pos, c)) {
        let spec = pos.set.command(command);
        found.extend(spec.ambush.iter().map(|&g| format!("hide {} in {}", spec.code, usize::from(g) + 1)));
    }
    let middle = pos.set.table.depth.half();
    for hiding in &pos.cards.hidden {
        let code = &pos.set.command(hiding.command).code;
        match hiding.coming {
            Coming::Unknown => {
                found.push(format!("card ambush {code}"));
                found.push(format!("card hidden-reserves {code}"));
                found.extend(["west", "east"].map(|edge| format!("card flank-march {code} {edge} {middle}")));
            }
            Coming::Flank(..) => found.push(format!("arrive {code}")),
            Coming::Reserve => {}
        }
    }
    if let Stage::Acting(acting) = pos.stage
        && is_coming(pos, acting.command)
    {
        found.push(format!("enter {}", pos.set.table.width.half()));
    }
    found
}
