//! The armies, Command by Command.

use super::map::cased;
use crate::legion::measure::{Length, Stance};
use crate::legion::position::{LeaderPlace, Morale, Place};
use crate::legion::{CommandId, Position, Side, UnitId};
use crate::report::{fold, marks};

/// Both armies: Commands with their leaders and orders, below them their units.
#[must_use]
pub fn rosters(pos: &Position) -> String {
    let mut out = String::new();
    for side in Side::BOTH {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&fold::line(&marks::capital(&pos.set.sides[side])));
        for command in pos.set.commands_of(side) {
            out.push_str(&head(pos, command));
            let own = pos.unit_ids().filter(|&u| pos.unit(u).command == command);
            for unit in own {
                out.push_str(&fold::fold(&row(pos, unit), "    ", "             "));
            }
        }
    }
    out
}

fn head(pos: &Position, command: CommandId) -> String {
    let spec = pos.set.command(command);
    let leader = &spec.leader;
    let at = match pos.leader(command).place {
        LeaderPlace::Alone(stance) => format!("at {}", place(stance)),
        LeaderPlace::With(unit, post) => format!("with {} ({post:?})", pos.code(unit)),
        LeaderPlace::Waiting => "not yet on the table".to_owned(),
        LeaderPlace::Away => "off the table".to_owned(),
        LeaderPlace::Captured => "captured".to_owned(),
        LeaderPlace::Killed => "dead".to_owned(),
    };
    let wound = match pos.leader(command).wounded {
        0 => String::new(),
        turns => format!(", wounded for {turns} turns"),
    };
    let text = format!(
        "{} {}: order {}; {} {}, rating {}, {at}{wound}",
        spec.code,
        spec.name,
        pos.command(command).ordered.word(),
        cased(spec.side, &leader.code),
        leader.name,
        leader.rating
    );
    fold::fold(&text, "  ", "      ")
}

/// `H1     4 hastati          line      12,8.5 facing 22.5   2 hits, disordered, moved`
fn row(pos: &Position, id: UnitId) -> String {
    let unit = pos.unit(id);
    let troop = pos.troop(id);
    let code = cased(pos.side(id), &pos.code(id));
    let halves: u8 = unit.stands.iter().map(|s| if s.half { 1 } else { 2 }).sum();
    let stands =
        if halves.is_multiple_of(2) { format!("{}", halves / 2) } else { format!("{}.5", halves / 2) };
    let whereabouts = match unit.place {
        Place::Table(_) if let Some(host) = unit.attached => format!("with {}", pos.code(host)),
        Place::Table(stance) => format!("{} facing {}", place(stance), stance.heading),
        Place::Waiting => "not yet on the table".to_owned(),
        Place::Away => "off the table".to_owned(),
        Place::Gone => return format!("{code}: {}, out of the battle", troop.id),
    };
    let notes = notes(pos, id);
    let tail = if notes.is_empty() { String::new() } else { format!("; {}", notes.join(", ")) };
    format!("{code}: {stands} {} in {}, {whereabouts}{tail}", troop.id, unit.formation.word())
}

fn notes(pos: &Position, id: UnitId) -> Vec<String> {
    let unit = pos.unit(id);
    let mut notes = Vec::new();
    match unit.morale {
        Morale::Good => {}
        Morale::Disordered => notes.push("disordered".to_owned()),
        Morale::Broken => notes.push("BROKEN".to_owned()),
    }
    if unit.hits > 0 {
        notes.push(format!("{} hits", unit.hits));
    }
    let lost = unit.lost.0 + unit.lost.1;
    if lost > 0 {
        notes.push(format!("{} of {} bases lost", lost, unit.began));
    }
    let marks = [
        (unit.shields, "shields locked"),
        (unit.loose, "skirmish order"),
        (unit.account.moved, "moved"),
        (unit.account.shot, "shot"),
        (unit.account.fought, "fought"),
        (unit.account.debt, "owes a move"),
        (pos.spec(id).bodyguard, "bodyguard"),
    ];
    notes.extend(marks.iter().filter(|(on, _)| *on).map(|(_, word)| (*word).to_owned()));
    if let Some(order) = unit.own_order {
        notes.push(format!("out of command: {}", order.word()));
    }
    let foes: Vec<String> = pos
        .engagements
        .iter()
        .filter(|e| e.attacker == id || e.defender == id)
        .map(|e| pos.code(if e.attacker == id { e.defender } else { e.attacker }))
        .collect();
    if !foes.is_empty() {
        notes.push(format!("in combat with {}", foes.join(" and ")));
    }
    notes
}

/// `12,8.5`.
fn place(stance: Stance) -> String {
    format!("{},{}", Length(stance.anchor.x), Length(stance.anchor.y))
}
