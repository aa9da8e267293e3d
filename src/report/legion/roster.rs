//! The armies, Command by Command.

use super::map::cased;
use super::upshot::touched;
use crate::form::frame::WHOLE;
use crate::form::layout::{Block, Table, text_of};
use crate::form::{fold, marks};
use tess_diagnostic::{WIDTH, wrap};
use tess_legion::measure::{Heading, Length, Stance};
use tess_legion::questions::hearing::{Hearing, hearing, is_in_command};
use tess_legion::state::{LeaderPlace, Morale, Place, Post};
use tess_legion::{CommandId, Happening, Position, Refusal, Side, UnitId};
use tess_table::Chapter;

/// Both armies: Commands with their leaders and orders, below them their units.
#[must_use]
pub fn rosters(pos: &Position) -> String {
    text_of(&[table(pos, &|_| true)])
}

/// What stands over the columns.
const HEAD: [&str; 6] = ["unit", "stands", "in", "at", "facing", "state"];

/// The Commands that are asked for, with their units.
pub(super) fn table(pos: &Position, of: &dyn Fn(CommandId) -> bool) -> Block {
    let mut out = Table { head: HEAD.to_vec(), ..Table::default() };
    for side in Side::BOTH {
        if !out.text.is_empty() {
            out.text.push('\n');
        }
        let name = marks::capital(&pos.set.sides[side]);
        out.text.push_str(&fold::line(&name));
        out.rows.push(vec![name]);
        out.text.push_str(&columns(["unit", "stands", "in", "at", "facing"], "state"));
        for command in pos.set.commands_of(side).filter(|command| of(*command)) {
            let own: Vec<UnitId> = pos.unit_ids().filter(|&u| pos.unit(u).command == command).collect();
            add(pos, &mut out, command, &own);
        }
    }
    Block::Table(out)
}

/// Adds a Command with some of its units.
fn add(pos: &Position, out: &mut Table, command: CommandId, units: &[UnitId]) {
    let head = head(pos, command);
    out.text.push_str(&fold::fold(&head, "  ", "      "));
    out.rows.push(vec![head]);
    for &unit in units {
        let [code, stands, shape, at, facing, state] = cells(pos, unit);
        out.text.push_str(&columns([&code, &stands, &shape, &at, &facing], &state));
        out.rows.push(vec![code, stands, shape, at, facing, state]);
    }
}

/// The Commands, leaders and units to whom something has happened, as they are now.
pub(super) fn changes(pos: &Position, chapters: &[Chapter<Happening, Refusal>]) -> Vec<Block> {
    let (units, leaders) = touched(pos, chapters);
    let text = columns(["unit", "stands", "in", "at", "facing"], "state");
    let mut out = Table { head: HEAD.to_vec(), rows: Vec::new(), text };
    for side in Side::BOTH {
        for command in pos.set.commands_of(side) {
            let own: Vec<UnitId> =
                units.iter().copied().filter(|&u| pos.unit(u).command == command).collect();
            if !own.is_empty() || leaders.contains(&command) {
                add(pos, &mut out, command, &own);
            }
        }
    }
    let whole = Block::prose(WHOLE, "", "");
    match out.rows.is_empty() {
        true => vec![Block::prose("Nobody.", "", ""), whole],
        false => vec![Block::Table(out), whole],
    }
}

fn head(pos: &Position, command: CommandId) -> String {
    let spec = pos.set.command(command);
    let leader = &spec.leader;
    let at = match pos.leader(command).place {
        LeaderPlace::Alone(stance) => format!("at {}", place(stance)),
        LeaderPlace::With(unit, post) => format!("{} {}", beside(post), pos.code(unit)),
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
        "{} {}: order {}; {} {}, rating {}, {at}{}{wound}",
        spec.code,
        spec.name,
        pos.command(command).ordered.word(),
        cased(spec.side, &leader.code),
        leader.name,
        leader.rating,
        heard(pos, command),
    );
    text
}

/// How far a leader who is on the table is heard (leader.radius).
fn heard(pos: &Position, command: CommandId) -> String {
    match (pos.leader(command).place, hearing(pos, command)) {
        (LeaderPlace::Alone(_) | LeaderPlace::With(..), Hearing::Within(radius)) => {
            format!(", heard within {radius}")
        }
        (LeaderPlace::With(..), Hearing::OwnUnit) => ", heard by his own unit".to_owned(),
        _ => String::new(),
    }
}

/// Where a leader is who has joined a unit.
const fn beside(post: Post) -> &'static str {
    match post {
        Post::Rear => "behind",
        Post::Front => "before",
        Post::Left => "on the left of",
        Post::Right => "on the right of",
    }
}

/// How wide the columns of a unit's row are.
const WIDTHS: [usize; 5] = [6, 19, 10, 11, 7];

/// A row: what has its column, and after it the rest, folded below itself.
fn columns(cells: [&str; 5], rest: &str) -> String {
    let mut head = "    ".to_owned();
    for (cell, width) in cells.into_iter().zip(WIDTHS) {
        head.push_str(&format!("{cell:<width$}"));
    }
    let below = " ".repeat(head.len());
    if rest.is_empty() { head.trim_end().to_owned() + "\n" } else { wrap(rest, WIDTH, &head, &below) + "\n" }
}

/// `H1    4 hastati               line      12,8.5    22.5   2 hits, disordered, moved`
fn cells(pos: &Position, id: UnitId) -> [String; 6] {
    let unit = pos.unit(id);
    let troop = pos.troop(id);
    let code = cased(pos.side(id), &pos.code(id));
    let stands =
        format!("{} {}", half(unit.stands.iter().map(|s| if s.half { 1 } else { 2 }).sum()), troop.id);
    let gone = |text: &str| {
        let nothing = String::new;
        [code.clone(), troop.id.clone(), nothing(), nothing(), nothing(), text.to_owned()]
    };
    let (at, facing) = match unit.place {
        Place::Table(_) if let Some(host) = unit.attached => {
            (format!("with {}", pos.code(host)), String::new())
        }
        Place::Table(stance) => (near(stance), bearing(stance.heading)),
        Place::Waiting => return gone("not yet on the table"),
        Place::Away => return gone("off the table"),
        Place::Gone => return gone("out of the battle"),
    };
    [code, stands, unit.formation.word().to_string(), at, facing, notes(pos, id).join(", ")]
}

/// So many halves.
fn half(halves: u8) -> String {
    if halves.is_multiple_of(2) { format!("{}", halves / 2) } else { format!("{}.5", halves / 2) }
}

/// A place to the tenth of an inch.
pub(super) fn near(stance: Stance) -> String {
    let tenth = |v: i32| Length((v + 50).div_euclid(100) * 100);
    format!("{},{}", tenth(stance.anchor.x), tenth(stance.anchor.y))
}

/// One of the eight winds, or degrees.
fn bearing(heading: Heading) -> String {
    const WINDS: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    let exact = heading.hundredths() / 4_500;
    if heading.hundredths() % 4_500 == 0 {
        WINDS[exact as usize % 8].to_owned()
    } else {
        format!("{}", (heading.hundredths() + 50) / 100)
    }
}

pub(super) fn notes(pos: &Position, id: UnitId) -> Vec<String> {
    let unit = pos.unit(id);
    let mut notes = Vec::new();
    match unit.morale {
        Morale::Good => {}
        Morale::Disordered => notes.push("disordered".to_owned()),
        Morale::Broken => notes.push("BROKEN".to_owned()),
    }
    if unit.hits > 0 {
        notes.push(if unit.hits == 1 { "1 hit".to_owned() } else { format!("{} hits", unit.hits) });
    }
    let lost = unit.lost.0 + unit.lost.1;
    if lost > 0 {
        notes.push(format!("{} of {} stands lost", half(lost), half(unit.began)));
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
    match unit.own_order {
        Some(order) => notes.push(format!("out of command: {}", order.word())),
        None if matches!(unit.place, Place::Table(_)) && !is_in_command(pos, id) => {
            notes.push("not in command".to_owned());
        }
        None => {}
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
