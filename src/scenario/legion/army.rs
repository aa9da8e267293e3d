//! `[[command]]` and `[[unit]]`.

use super::command::{Held, unfit};
use super::unknown;
use crate::read::{Block, Value};
use tess_legion::Side;
use tess_legion::cards::PLACES;
use tess_legion::formation::Formation;
use tess_legion::measure::{Heading, Point, Stance};
use tess_legion::setup::Table;
use tess_legion::setup::{CommandId, CommandKind, CommandSpec, LeaderSpec, Start, UnitSpec};
use tess_legion::setup::{Drill, Troop, TroopId};

/// Pieces of ground in which a Command may lie: the first of them.
const MOST_GROUNDS: usize = PLACES.len() - 1;

/// What the pieces of a battle are known by.
pub(super) struct Known<'a> {
    pub(super) sides: &'a [Option<String>; 2],
    pub(super) troops: &'a [Troop],
    pub(super) table: Option<&'a Table>,
    /// What commanders cost by rating, by the troops of their Command Stands.
    pub(super) costs: &'a [(String, [u16; 4])],
    /// Codes that are taken.
    pub(super) codes: Vec<String>,
}

/// Commands and units.
pub(super) type Army = (Vec<CommandSpec>, Vec<UnitSpec>);

/// What a side costs: troops and commanders.
pub(super) fn cost((commands, units): &Army, side: Side, troops: &[Troop]) -> u32 {
    let leaders = commands.iter().filter(|c| c.side == side).map(|c| u32::from(c.leader.points));
    let own = units.iter().filter(|u| commands[usize::from(u.command.0)].side == side);
    let stands = own.flat_map(|u| &u.stands).map(|t| u32::from(troops[usize::from(t.0)].points));
    leaders.chain(stands).sum()
}

/// Commands, those of the first side first, and units.
pub(super) fn read(root: &Block<'_>, known: &mut Known<'_>) -> Option<Army> {
    let blocks = root.tables("command");
    let read: Vec<Option<CommandSpec>> = blocks.iter().map(|b| command(b, known)).collect();
    let whole = read.iter().all(Option::is_some);
    let mut commands: Vec<CommandSpec> = read.into_iter().flatten().collect();
    commands.sort_by_key(|c| c.side);
    for side in Side::BOTH {
        if whole && !commands.iter().any(|c| c.side == side) {
            let name = known.sides[side as usize].clone().unwrap_or_default();
            root.page.refuse(root.span(), format!("{name} has no Command"), "write a `[[command]]` for it");
        }
    }
    let listed = root.tables("unit");
    let units: Vec<Option<UnitSpec>> = listed.iter().map(|b| unit(b, &commands, known)).collect();
    let units: Option<Vec<UnitSpec>> = units.into_iter().collect();
    whole.then_some(())?;
    let army = (commands, units?);
    for block in &blocks {
        holds(block, &listed, &army, known.troops);
    }
    Some(army)
}

/// **legion org.command.** A Command has what it may have, or its scenario says with `exception` why it has
/// not.
fn holds(block: &Block<'_>, listed: &[Block<'_>], (commands, units): &Army, troops: &[Troop]) {
    let code = block.may("code").and_then(|v| v.text()).unwrap_or_default();
    let Some(at) = commands.iter().position(|c| c.code == code) else { return };
    let (spec, of) = (&commands[at], CommandId(at as u16));
    let own: Vec<(&UnitSpec, &Block<'_>)> =
        units.iter().zip(listed).filter(|(u, _)| u.command == of).collect();
    let class = |t: &TroopId| troops[usize::from(t.0)].class;
    let held = own.iter().map(|(u, _)| Held {
        code: &u.code,
        classes: u.stands.iter().map(class).collect(),
        bodyguard: u.bodyguard,
    });
    let held: Vec<Held<'_>> = held.collect();
    let faults = unfit((code, spec.kind), (&spec.leader.code, spec.leader.rating), &held);
    match block.may("exception") {
        Some(why) if why.text().is_some_and(|text| text.trim().is_empty()) => {
            why.refuse("an exception without a reason", "write why, such as \"Livy has his horse with him\"");
        }
        Some(why) if faults.is_empty() => {
            why.refuse(format!("{code} has what a Command may have"), "leave `exception` out (org.command)");
        }
        Some(_) => {}
        None => {
            for fault in faults {
                let span = fault.unit.map_or_else(|| block.span(), |unit| own[unit].1.span());
                let help = format!("{}; or write at {code} why: `exception = \"...\"`", fault.help);
                block.page.refuse(span, fault.message, help);
            }
        }
    }
}

fn command(block: &Block<'_>, known: &mut Known<'_>) -> Option<CommandSpec> {
    let code = known.code(block, "code", "C1");
    let name = block.text("name", "The centre");
    let side = block.need("side", "\"rome\"").and_then(|v| known.side(&v));
    let kind = block.need("kind", "\"infantry\"").and_then(|v| v.word(&CommandKind::WORDS));
    let leader = block.table("leader").and_then(|b| {
        let read = leader(&b, side, known);
        b.close();
        read
    });
    let ambush = ambush(block, known);
    block.may("exception");
    block.close();
    Some(CommandSpec {
        code: code?,
        name: name?.to_owned(),
        side: side?,
        kind: kind?,
        leader: leader?,
        ambush,
    })
}

/// The pieces of ground, by name, in any of which a Command may lie in ambush when the battle begins.
fn ambush(block: &Block<'_>, known: &Known<'_>) -> Vec<u8> {
    let Some(table) = known.table else { return Vec::new() };
    let mut found: Vec<u8> = Vec::new();
    for value in block.may("ambush").and_then(|v| v.list()).unwrap_or_default() {
        let Some(name) = value.text() else { continue };
        let names: Vec<&str> = table.terrain.iter().map(|piece| piece.name.as_str()).collect();
        let names = &names[..names.len().min(MOST_GROUNDS)];
        match names.iter().position(|known| *known == name) {
            Some(at) if !found.contains(&(at as u8)) => found.push(at as u8),
            Some(_) => value.refuse(format!("`{name}` twice"), "name each piece of ground once"),
            None => drop(unknown::<()>(&value, "piece of ground", name, names)),
        }
    }
    found
}

fn leader(block: &Block<'_>, side: Option<Side>, known: &mut Known<'_>) -> Option<LeaderSpec> {
    let code = known.code(block, "code", "SCI");
    let name = block.text("name", "Publius Cornelius Scipio");
    let rating = block.int("rating", 0..=3);
    let culture = block.need("culture", "\"roman\"").and_then(|v| v.word(&Drill::WORDS));
    let troop = block.need("mount", "\"staff\"").and_then(|v| known.troop(&v));
    let chief = block.flag_or("chief", false);
    let cost = troop.zip(rating).map(|(troop, rating): (TroopId, u8)| known.cost(troop, rating));
    let points = block.int_or("points", 0..=999, cost.unwrap_or_default());
    let start = block.need("at", "[12, 4]").and_then(|v| known.place(&v));
    let heading = facing(block, side);
    let start = start.map(|anchor| Stance { anchor, heading });
    Some(LeaderSpec {
        code: code?,
        name: name?.to_owned(),
        rating: rating?,
        culture: culture?,
        troop: troop?,
        points,
        chief,
        start,
    })
}

fn unit(block: &Block<'_>, commands: &[CommandSpec], known: &mut Known<'_>) -> Option<UnitSpec> {
    let code = known.code(block, "code", "H1");
    let name = block.text("name", "First hastati");
    let command = block.need("command", "\"C1\"").and_then(|v| {
        let text = v.text()?;
        let codes: Vec<&str> = commands.iter().map(|c| c.code.as_str()).collect();
        let at = commands.iter().position(|c| c.code == text);
        at.map(|n| CommandId(n as u16)).or_else(|| unknown(&v, "Command", text, &codes))
    });
    let stands = stands(block, known);
    let bodyguard = block.flag_or("bodyguard", false);
    let legion = block.may("legion").and_then(|v| v.text()).map(str::to_owned);
    let side = command.map(|c| commands[usize::from(c.0)].side);
    let anchor = block.need("at", "[12, 8.5]").and_then(|v| known.place(&v));
    let heading = facing(block, side);
    let formation = block.may("formation").map_or(Some(Formation::Line), |v| formation(&v));
    let loose = block.flag_or("loose", false);
    block.close();
    let start = Start { stance: Stance { anchor: anchor?, heading }, formation: formation?, loose };
    Some(UnitSpec {
        code: code?,
        name: name?.to_owned(),
        command: command?,
        stands: stands?,
        bodyguard,
        legion,
        start: Some(start),
    })
}

/// `troop = "hastati"` and `stands = 4`, or `stands = [["first-cohort", 2], ["cohort", 2]]`.
fn stands(block: &Block<'_>, known: &Known<'_>) -> Option<Vec<TroopId>> {
    let troop = block.may("troop").map(|v| known.troop(&v));
    let value = block.need("stands", "4")?;
    match troop {
        Some(troop) => {
            let count: usize = value.int(1..=20)?;
            Some(vec![troop?; count])
        }
        None => {
            let mut stands = Vec::new();
            for pair in value.list()? {
                let pair = pair.list()?;
                let [troop, count] = pair.as_slice() else {
                    value.refuse("a kind of stands without its number", "write [[\"first-cohort\", 2]]");
                    return None;
                };
                let (troop, count): (TroopId, usize) = (known.troop(troop)?, count.int(1..=20)?);
                stands.extend(std::iter::repeat_n(troop, count));
            }
            Some(stands).filter(|s| !s.is_empty())
        }
    }
}

/// `facing = 90`, `facing = "north"`; towards the enemy's edge when nothing is said.
fn facing(block: &Block<'_>, side: Option<Side>) -> Heading {
    let ahead = if side == Some(Side::Second) { Heading::SOUTH } else { Heading::NORTH };
    let Some(value) = block.may("facing") else { return ahead };
    let text = if value.is_text() { value.text().map(str::to_owned) } else { value.digits() };
    let Some(text) = text else { return ahead };
    Heading::parse(&text).unwrap_or_else(|| {
        value
            .refuse(format!("`{text}` is no facing"), "write \"north\", \"ne\", ... or degrees such as 22.5");
        ahead
    })
}

fn formation(value: &Value<'_>) -> Option<Formation> {
    let text = value.text()?;
    let found = Formation::PLAIN.into_iter().find(|f| f.word() == text);
    let files = || text.strip_prefix("files ")?.parse().ok().filter(|n| *n > 0).map(Formation::Files);
    found.or_else(files).or_else(|| {
        let known = ["line", "double", "column", "files 3", "quincunx", "orbis", "testudo"];
        unknown(value, "formation", text, &known)
    })
}

impl Known<'_> {
    /// A code that nobody else has.
    pub(super) fn code(&mut self, block: &Block<'_>, key: &str, example: &str) -> Option<String> {
        let value = block.need(key, &format!("\"{example}\""))?;
        let code = value.text()?;
        let good = !code.is_empty() && code.len() <= 6 && code.bytes().all(|b| b.is_ascii_alphanumeric());
        if !good {
            value.refuse(format!("`{code}` is no code"), "write 1 to 6 letters and digits, such as `H1`");
            return None;
        }
        if self.codes.iter().any(|c| c.eq_ignore_ascii_case(code)) {
            value.refuse(format!("`{code}` is there twice"), "give each piece its own code");
            return None;
        }
        self.codes.push(code.to_owned());
        Some(code.to_owned())
    }

    /// A side by its name.
    pub(super) fn side(&self, value: &Value<'_>) -> Option<Side> {
        let text = value.text()?;
        let at = self.sides.iter().position(|s| s.as_deref() == Some(text));
        let names: Vec<&str> = self.sides.iter().flatten().map(String::as_str).collect();
        at.map(|i| Side::BOTH[i]).or_else(|| unknown(value, "side", text, &names))
    }

    /// What a commander of this rating costs: by the list of his Command Stand, or what that stand does.
    fn cost(&self, mount: TroopId, rating: u8) -> u16 {
        let troop = &self.troops[usize::from(mount.0)];
        let listed = self.costs.iter().find(|(id, _)| *id == troop.id);
        listed.map_or(troop.points, |(_, points)| points[usize::from(rating)])
    }

    fn troop(&self, value: &Value<'_>) -> Option<TroopId> {
        let text = value.text()?;
        let at = self.troops.iter().position(|t| t.id == text);
        let ids: Vec<&str> = self.troops.iter().map(|t| t.id.as_str()).collect();
        at.map(|n| TroopId(n as u16)).or_else(|| unknown(value, "kind of troops", text, &ids))
    }

    /// A place on the table.
    pub(super) fn place(&self, value: &Value<'_>) -> Option<Point> {
        let (x, y) = value.pair()?;
        if self.table.is_some_and(|t| x > t.width || y > t.depth) {
            value.refuse(format!("{x},{y} is not on the table"), "inches from the west and the south edge");
            return None;
        }
        Some(Point { x: x.0, y: y.0 })
    }
}
