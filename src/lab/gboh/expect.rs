//! What a case of Great Battles of History expects of its position, word by word.

use crate::CaseError;
use crate::moment::{Found, same, truth};
use crate::place::Words;
use tess_gboh::piece::UnitId;
use tess_gboh::position::{Formation, Place, Position, ShockMark, Supply};
use tess_gboh::state::stage::{Face, Stage};

const HELP: &str = "hits, at, facing, routed, steady, eliminated, on-field, pursuing, depleted, supply, screen, column, \
                    in-line, mark, moved, moved-before, rallied, pursued, engaged, limbered, shield-wall, stack, leader-at, killed, \
                    wounds, finished, no-momentum, marker, points, replacements, turn, active, orders-used, due, stage, winner, \
                    refused, stopped, halted, square, wedge, dismounted, asks, needs, unreadable, rolled, told, zoc, spirit; each may begin with `not`";

/// Does it hold?
pub(super) fn fits(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    match word {
        "points" | "replacements" | "turn" | "active" | "orders-used" | "due" | "stage" | "winner"
        | "spirit" => of_the_battle(pos, word, w),
        "leader-at" | "killed" | "wounds" | "finished" | "no-momentum" | "enabled-shock" | "marker" => {
            of_a_leader(pos, word, w)
        }
        _ => of_a_unit(pos, word, w),
    }
}

fn of_the_battle(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let set = std::sync::Arc::clone(&pos.set);
    let phase = pos.stage.phase();
    Ok(match word {
        "points" => {
            let side = w.side(&set)?;
            let expected: u16 = w.int("points")?;
            same(tess_gboh::rout::rout_points(pos, side), &expected)
        }
        "replacements" => {
            let side = w.side(&set)?;
            let expected: u8 = w.int("replacements")?;
            same(pos.replacements[side.index()], &expected)
        }
        "spirit" => {
            let side = w.side(&set)?;
            truth(pos.has_spirit(side), "it has none")
        }
        "turn" => {
            let expected: u16 = w.int("a turn")?;
            same(pos.turn, &expected)
        }
        "active" => {
            let expected = w.leader(&set)?;
            match phase {
                Some(p) => truth(p.leader == expected, set.leader(p.leader).code.clone()),
                None => Err("nobody is active".to_owned()),
            }
        }
        "orders-used" => {
            let expected: u8 = w.int("orders")?;
            phase.map_or_else(|| Err("nobody is active".to_owned()), |p| same(p.orders_used, &expected))
        }
        "due" => due(pos, w)?,
        "stage" => {
            let expected = w.need("a stage")?;
            let found = stage_name(&pos.stage);
            truth(found.eq_ignore_ascii_case(expected), found)
        }
        _ => {
            let expected = w.need("a side or draw")?;
            match &pos.stage {
                Stage::Over { winner } => {
                    let found = winner.map_or("draw", |s| set.sides[s].as_str());
                    truth(found.eq_ignore_ascii_case(expected), found)
                }
                other => Err(format!("the battle is not over: {}", stage_name(other))),
            }
        }
    })
}

/// `due SIDE L ...`: whose turn to be activated it is.
fn due(pos: &Position, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let side = w.side(&pos.set)?;
    let mut expected = Vec::new();
    while w.peek().is_some() {
        expected.push(w.leader(&pos.set)?);
    }
    Ok(match &pos.stage {
        Stage::Activation { side: s, due, .. } => {
            let names: Vec<&str> = due.iter().map(|&l| pos.set.leader(l).code.as_str()).collect();
            let fits = *s == side
                && expected.iter().all(|l| due.contains(l))
                && (expected.is_empty() || due.len() == expected.len());
            truth(fits, format!("{} {}", pos.set.sides[*s], names.join(" ")))
        }
        other => Err(stage_name(other).to_owned()),
    })
}

fn stage_name(stage: &Stage) -> &'static str {
    match stage {
        Stage::TurnStart => "turn-start",
        Stage::Markers { .. } => "markers",
        Stage::Elite { .. } => "elite",
        Stage::Activation { .. } => "activation",
        Stage::Orders(_) => "orders",
        Stage::After(_) => "after",
        Stage::Over { .. } => "over",
    }
}

fn of_a_leader(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let id = w.leader(&pos.set)?;
    let leader = pos.leader(id);
    Ok(match word {
        "leader-at" => {
            let expected = w.hex()?;
            match leader.hex {
                Some(hex) => same(hex, &expected),
                None => Err("off the map".to_owned()),
            }
        }
        "marker" => {
            let expected = w.need("sealed, real, lost or none")?;
            let found = match tess_gboh::movement::marker::marker(pos, id).map(|m| &m.face) {
                None => "none",
                Some(Face::Down(_)) => "sealed",
                Some(Face::Real { .. }) => "real",
                Some(Face::Lost) => "lost",
            };
            truth(found.eq_ignore_ascii_case(expected), found)
        }
        "killed" => truth(leader.killed, "alive"),
        "wounds" => {
            let expected: u8 = w.int("wounds")?;
            same(leader.wounds, &expected)
        }
        "finished" => truth(leader.finished, "not finished"),
        "enabled-shock" => truth(leader.enabled_shock, "has not enabled shock"),
        _ => truth(leader.no_momentum, "may use momentum"),
    })
}

fn of_a_unit(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    match word {
        "zoc" => return zoc(pos, w),
        "stack" => return stack(pos, w),
        _ if !OF_A_UNIT.contains(&word) => {
            return Err(w.error(format!("`{word}` is no expectation"), HELP));
        }
        _ => {}
    }
    let id = w.unit(&pos.set)?;
    let unit = *pos.unit(id);
    let found = match word {
        "hits" => hits(pos, id, w)?,
        "at" => at(pos, id, w)?,
        "facing" => {
            let expected = w.facing()?;
            truth(pos.facing(id) == Some(expected), where_is(pos, id))
        }
        "routed" => truth(pos.is_routed(id) && unit.place != Place::Eliminated, state(pos, id)),
        "steady" => truth(!pos.is_routed(id) && matches!(unit.place, Place::Field { .. }), state(pos, id)),
        "eliminated" => truth(unit.place == Place::Eliminated, state(pos, id)),
        "on-field" => truth(matches!(unit.place, Place::Field { .. }), state(pos, id)),
        "pursuing" => truth(matches!(unit.place, Place::Pursuing { .. }), state(pos, id)),
        "supply" | "screen" => supply(if word == "supply" { unit.supply } else { unit.screen }, w)?,
        "column" => column(unit.formation, w)?,
        "square" => truth(unit.formation == Formation::Square, "not in square"),
        "wedge" => truth(unit.formation == Formation::Charge, "not in charge formation"),
        "in-line" => truth(unit.formation == Formation::Line, "in column, square or charge formation"),
        "mark" => mark(unit.shock, w)?,
        "depleted" => truth(unit.depleted, "not depleted"),
        "dismounted" => truth(unit.dismounted, "not on foot"),
        "moved" => truth(unit.done.moved, "has not moved"),
        "moved-before" => truth(unit.moved_before, "has not moved before"),
        "rallied" => truth(unit.rallied, "not rallied"),
        "pursued" => truth(unit.pursued, "not marked"),
        "engaged" => truth(unit.engaged, "not engaged"),
        "shield-wall" => truth(unit.shield_wall, "no shield wall"),
        _ => truth(unit.limbered, "in fire mode"),
    };
    w.done()?;
    Ok(found)
}

const OF_A_UNIT: [&str; 24] = [
    "hits",
    "at",
    "facing",
    "routed",
    "steady",
    "eliminated",
    "on-field",
    "pursuing",
    "depleted",
    "supply",
    "screen",
    "column",
    "in-line",
    "mark",
    "moved",
    "moved-before",
    "rallied",
    "pursued",
    "engaged",
    "limbered",
    "square",
    "wedge",
    "dismounted",
    "shield-wall",
];

fn zoc(pos: &Position, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let side = w.side(&pos.set)?;
    let hex = w.hex()?;
    Ok(truth(pos.in_enemy_zoc(side.other(), hex), "no zone of control of that side"))
}

fn stack(pos: &Position, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let hex = w.hex()?;
    let mut expected: Vec<UnitId> = Vec::new();
    while w.peek().is_some() {
        expected.push(w.unit(&pos.set)?);
    }
    let found: Vec<UnitId> = pos.stack(hex).units().collect();
    let codes: Vec<&str> = found.iter().map(|&u| pos.set.unit(u).code.as_str()).collect();
    Ok(truth(found == expected, format!("top to bottom: {}", codes.join(" "))))
}

fn hits(pos: &Position, id: UnitId, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let expected: u8 = w.int("hits")?;
    Ok(if pos.is_routed(id) {
        Err("routed".to_owned())
    } else if pos.unit(id).place == Place::Eliminated {
        Err("eliminated".to_owned())
    } else {
        same(pos.hits(id), &expected)
    })
}

/// `at U HEX [HEX] [FACING]`: one hex of a unit in two is its head.
fn at(pos: &Position, id: UnitId, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let hexes: Vec<String> = pos.hexes(id).iter().map(|h| h.to_string()).collect();
    let mut expected = vec![w.hex()?.to_string()];
    while w.peek().is_some_and(|t| t.parse::<tess_hex::Hex>().is_ok()) {
        expected.push(w.hex()?.to_string());
    }
    let facing = if w.peek().is_some() { Some(w.facing()?) } else { None };
    let there = if expected.len() == 1 {
        hexes.first() == expected.first()
    } else {
        hexes.len() == expected.len() && expected.iter().all(|e| hexes.contains(e))
    };
    let faces = facing.is_none_or(|f| pos.facing(id) == Some(f));
    Ok(truth(there && faces, where_is(pos, id)))
}

fn supply(supply: Supply, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let expected = w.need("full, low or no")?;
    let found = match supply {
        Supply::Full => "full",
        Supply::Low => "low",
        Supply::No => "no",
    };
    Ok(truth(found.eq_ignore_ascii_case(expected), found))
}

fn column(formation: Formation, w: &mut Words<'_>) -> Result<Found, CaseError> {
    Ok(match formation {
        Formation::Column { towards, .. } => {
            let expected = if w.peek().is_some() { Some(w.hexside()?) } else { None };
            truth(expected.is_none_or(|e| e == towards), format!("{towards:?}"))
        }
        Formation::Line => Err("in line".to_owned()),
        Formation::Square => Err("in square".to_owned()),
        Formation::Charge => Err("in charge formation".to_owned()),
    })
}

fn mark(mark: ShockMark, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let expected = w.need("none, must, may or no-check")?;
    let found = match mark {
        ShockMark::None => "none",
        ShockMark::MustCheck => "must",
        ShockMark::MayCheck => "may",
        ShockMark::NoCheck => "no-check",
    };
    Ok(truth(found.eq_ignore_ascii_case(expected), found))
}

fn where_is(pos: &Position, id: UnitId) -> String {
    let hexes: Vec<String> = pos.hexes(id).iter().map(|h| h.to_string()).collect();
    match pos.facing(id) {
        Some(facing) => format!("{} {facing}", hexes.join("/")),
        None => state(pos, id),
    }
}

fn state(pos: &Position, id: UnitId) -> String {
    match pos.unit(id).place {
        Place::Eliminated => "eliminated".to_owned(),
        Place::Waiting => "not in the battle".to_owned(),
        Place::Pursuing { left_by } => format!("in pursuit, off the map by {left_by}"),
        Place::Field { .. } if pos.is_routed(id) => "routed".to_owned(),
        Place::Field { .. } => format!("steady with {} hits", pos.hits(id)),
    }
}
