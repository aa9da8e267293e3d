//! What a piece has, once everything is there.

use std::sync::Arc;

use super::stage::{activation, active, marker, stage};
use crate::CaseError;
use crate::parse::Line;
use crate::place::{Said, Undoing, Words};
use tess_gboh::Setup;
use tess_gboh::piece::{LeaderId, UnitId, UnitType};
use tess_gboh::position::{Formation, Morale, Place, Position, ShockMark, Supply, Unit};
use tess_gboh::state::asks::Finer;
use tess_hex::Facing;

/// What a piece has and what stage the battle is in, once everything is there.
pub(super) fn arrange(pos: &mut Position, line: &Line, skip: usize) -> Result<(), CaseError> {
    let set = Arc::clone(&pos.set);
    let mut w = Words::new(line);
    let word = w.need("a word")?.to_ascii_lowercase();
    match word.as_str() {
        "turn" => {
            pos.turn = w.int("a turn")?;
            w.done()
        }
        "active" => active(pos, &set, &mut w),
        "activation" => activation(pos, &set, &mut w),
        "stage" => stage(pos, &set, &mut w),
        "marker" => marker(pos, &set, &mut w),
        "asks" => asks(pos, &set, &mut w),
        "marked" => {
            let unit = w.unit(&set)?;
            pos.unit_mut(unit).shock = mark(&mut w)?;
            w.done()
        }
        _ => {
            let code = line.words.get(1).map_or("", String::as_str);
            for _ in 1..skip {
                w.next();
            }
            if let Some(unit) = set.find_unit(code) {
                unit_state(pos, unit, &mut w)
            } else if let Some(leader) = set.find_leader(code) {
                leader_state(pos, leader, &mut w)
            } else {
                Err(w.error(format!("there is no unit or leader {code}"), "correct the code"))
            }
        }
    }
}

/// `asks rome rout-path face`: a side that wants to be asked about these.
fn asks(pos: &mut Position, set: &Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let side = w.side(set)?;
    while let Some(word) = w.next() {
        let Some(finer) = Finer::named(word) else {
            let windows = Finer::ALL.map(Finer::window).join(", ");
            return Err(w.error(format!("`{word}` is no finer decision"), &windows));
        };
        pos.course.asks[side.index()].set(finer, true);
    }
    Ok(())
}

fn mark(w: &mut Words<'_>) -> Result<ShockMark, CaseError> {
    let word = w.need("a mark")?;
    Ok(match word.to_ascii_lowercase().as_str() {
        "none" => ShockMark::None,
        "must" => ShockMark::MustCheck,
        "may" => ShockMark::MayCheck,
        "no-check" => ShockMark::NoCheck,
        _ => return Err(w.error(format!("`{word}` is no mark"), "none, must, may, no-check")),
    })
}

fn supply(w: &mut Words<'_>) -> Result<Supply, CaseError> {
    let word = w.need("a supply")?;
    Ok(match word.to_ascii_lowercase().as_str() {
        "full" => Supply::Full,
        "low" => Supply::Low,
        "no" => Supply::No,
        _ => return Err(w.error(format!("`{word}` is no supply"), "full, low or no")),
    })
}

/// A unit that is gone stands nowhere any more, one that routs has no hits, and it has one formation.
const OF_A_UNIT: [Undoing; 9] = [
    ("at", &["eliminated", "waiting", "pursuing"]),
    ("eliminated", &["waiting", "pursuing"]),
    ("waiting", &["eliminated", "pursuing"]),
    ("pursuing", &["eliminated", "waiting"]),
    ("hits", &["routed"]),
    ("routed", &["hits"]),
    ("column", &["square", "wedge"]),
    ("square", &["column", "wedge"]),
    ("wedge", &["column", "square"]),
];

/// A leader has one place, and none when he is dead.
const OF_A_LEADER: [Undoing; 3] =
    [("at", &["off", "on", "killed"]), ("off", &["at", "on"]), ("on", &["at", "off", "killed"])];

fn unit_state(pos: &mut Position, unit: UnitId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let help = "at HEX FACING, hits N, routed, depleted, rallied, supply full|low|no, screen full|low|no, moved-before, moved, \
                fired, began-in-zoc, column SIDE [tail-left], square, wedge, dismounted, mark must|may|no-check, pursued, returning, engaged, limbered, shots N, \
                reaction-shots N, eliminated, pursuing HEX, waiting, recovered N, climbed N, left-setup, shield-wall";
    let mut said = Said::default();
    while let Some(word) = w.next() {
        said.hear(w, word, &OF_A_UNIT)?;
        match word.to_ascii_lowercase().as_str() {
            "at" => stand(pos, unit, w)?,
            word if mark_unit(pos.unit_mut(unit), word) => {}
            "hits" => pos.unit_mut(unit).morale = Morale::Steady { hits: w.int("hits")? },
            "routed" => pos.unit_mut(unit).morale = Morale::Routed,
            "supply" => pos.unit_mut(unit).supply = supply(w)?,
            "screen" => pos.unit_mut(unit).screen = supply(w)?,
            "recovered" => pos.unit_mut(unit).done.recovered = w.int("hits")?,
            "climbed" => pos.unit_mut(unit).done.climbed = w.int("levels")?,
            "mark" => pos.unit_mut(unit).shock = mark(w)?,
            "column" => {
                let towards = w.hexside()?;
                let head_left = !w.take("tail-left");
                pos.unit_mut(unit).formation = Formation::Column { towards, head_left };
            }
            "square" => pos.unit_mut(unit).formation = Formation::Square,
            "wedge" => pos.unit_mut(unit).formation = Formation::Charge,
            "returning" => {
                pos.unit_mut(unit).pursued = true;
                pos.unit_mut(unit).returning = true;
            }
            "shots" => pos.unit_mut(unit).shots = w.int("shots")?,
            "reaction-shots" => pos.unit_mut(unit).reaction_shots = w.int("shots")?,
            "eliminated" => {
                pos.lift(unit);
                pos.unit_mut(unit).place = Place::Eliminated;
            }
            "waiting" => pos.lift(unit),
            "pursuing" => {
                let left_by = w.hex()?;
                pos.lift(unit);
                pos.unit_mut(unit).place = Place::Pursuing { left_by };
            }
            other => return Err(w.error(format!("`{other}` is nothing a unit can have"), help)),
        }
    }
    Ok(())
}

/// A word that stands alone; no when it is none.
fn mark_unit(unit: &mut Unit, word: &str) -> bool {
    match word {
        "depleted" => unit.depleted = true,
        "rallied" => unit.rallied = true,
        "moved-before" => unit.moved_before = true,
        "moved" => unit.done.moved = true,
        "fired" => unit.done.fired = true,
        "closed" => unit.done.closed = true,
        "began-in-zoc" => unit.done.began_in_zoc = true,
        "dismounted" => unit.dismounted = true,
        "pursued" => unit.pursued = true,
        "engaged" => unit.engaged = true,
        "limbered" => unit.limbered = true,
        "left-setup" => unit.left_setup = true,
        "shield-wall" => unit.shield_wall = true,
        _ => return false,
    }
    true
}

/// `at HEX [FACING]`.
fn stand(pos: &mut Position, unit: UnitId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let hex = w.hex()?;
    let facing = match w.peek().and_then(|t| t.parse::<Facing>().ok()) {
        Some(_) => w.facing()?,
        None => pos.facing(unit).unwrap_or(Facing::E),
    };
    if !pos.set.field.contains(hex) {
        return Err(w.error(format!("{hex} is not on the field"), "enlarge it with `field`"));
    }
    let before = *pos.unit(unit);
    pos.put(unit, hex, facing);
    let now = pos.unit_mut(unit);
    (now.left_setup, now.done.shifted) = (before.left_setup, before.done.shifted);
    Ok(())
}

fn leader_state(pos: &mut Position, leader: LeaderId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let help = "at HEX, on ELEPHANT, killed, wounds N, finished, no-momentum, enabled-shock, spent N, phases N, was-in-zoc, off";
    let mut said = Said::default();
    while let Some(word) = w.next() {
        said.hear(w, word, &OF_A_LEADER)?;
        match word.to_ascii_lowercase().as_str() {
            "at" => pos.place_leader(leader, Some(w.hex()?)),
            "off" => pos.place_leader(leader, None),
            "killed" => {
                pos.leader_mut(leader).killed = true;
                pos.station(leader, None);
            }
            "wounds" => pos.leader_mut(leader).wounds = w.int("wounds")?,
            "finished" => pos.leader_mut(leader).finished = true,
            "no-momentum" => pos.leader_mut(leader).no_momentum = true,
            "enabled-shock" => pos.leader_mut(leader).enabled_shock = true,
            "spent" => pos.leader_mut(leader).spent = w.int("points")?,
            "on" => {
                let set = Arc::clone(&pos.set);
                let elephant = w.unit(&set)?;
                if !pos.is_counter(leader) || pos.spec(elephant).kind != UnitType::EL {
                    return Err(w.error(
                        "only an elephant leader is placed on an elephant",
                        "write `leader ELA carthage elephant-leader initiative 1 on L1`",
                    ));
                }
                pos.leader_mut(leader).elephant = Some(elephant);
                pos.station(leader, pos.hex(elephant));
            }
            "phases" => pos.leader_mut(leader).phases = w.int("phases")?,
            "was-in-zoc" => pos.leader_mut(leader).was_in_zoc = true,
            other => return Err(w.error(format!("`{other}` is nothing a leader can have"), help)),
        }
    }
    Ok(())
}
