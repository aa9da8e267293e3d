//! Scenarios of Legion and Empire: a table, troops, Commands and units; the parts are described in
//! `docs/scenario-format.md`.

mod army;
mod charts;
mod command;
mod goals;
mod ground;
mod lists;
mod muster;
pub mod options;
mod troop;

pub use lists::{ArmyList, Line};
pub use muster::{Muster, Post, Rank};

use std::collections::BTreeMap;
use std::sync::Arc;

use army::{Army, Known};

use super::files::{Hashes, Library, sha256};
use super::read::{About, Block, Fault, Value, hint};
use tess_effects::Setting;
use tess_legion::setup::Setup;
use tess_legion::setup::Troop;
use tess_legion::state::{Place, Position};
use tess_legion::{BySide, Side};
use tess_legion::{deploy, leaders};

/// A loaded scenario. Hashes are SHA-256 of the files' exact bytes, 64 lower-case hex digits.
#[derive(Clone, Debug)]
pub struct LoadedLegion {
    /// The battle as set up.
    pub setup: Arc<Setup>,
    /// Name and hash of the scenario file.
    pub scenario: (String, String),
    /// Names (`legion/lists/rome-punic`) and hashes of the army lists and charts, in the order of their
    /// names.
    pub lists: Hashes,
    /// When and from which sources, for people.
    pub about: About,
}

impl Library {
    /// Loads a scenario of Legion and Empire.
    ///
    /// # Errors
    /// All faults of the scenario file, or of its army lists when those are bad.
    pub fn load_legion(&self, name: &str) -> Result<LoadedLegion, Vec<Fault>> {
        self.load_legion_with(name, &BTreeMap::new())
    }

    /// Loads a scenario of Legion and Empire with options changed: `set-up`, `last-turn`.
    ///
    /// # Errors
    /// As [`Library::load_legion`]; an option that there is not is a fault too.
    pub fn load_legion_with(
        &self,
        name: &str,
        options: &BTreeMap<String, Setting>,
    ) -> Result<LoadedLegion, Vec<Fault>> {
        let (file, text) = self.source(name)?;
        let mut loaded = read(self, name, &file, &text)?;
        options::change(&mut Arc::make_mut(&mut loaded.setup).choices, options)?;
        Ok(loaded)
    }

    /// The army lists of Legion and Empire there are, by the names to call them by.
    #[must_use]
    pub fn army_lists(&self) -> Vec<String> {
        let files = self.files();
        let names = files.iter().filter_map(|f| f.strip_prefix("legion/lists/")?.strip_suffix(".toml"));
        names.map(str::to_owned).collect()
    }

    /// Reads an army of Legion and Empire and checks it against its list.
    ///
    /// # Errors
    /// All faults of the army, or of the list and the charts when those are bad; `file` names the army in
    /// them.
    pub fn muster(&self, file: &str, text: &str) -> Result<Muster, Vec<Fault>> {
        muster::read(self, file, text)
    }
}

/// Reads a scenario: all its faults, or the battle.
pub(super) fn read(
    library: &Library,
    name: &str,
    file: &str,
    text: &str,
) -> Result<LoadedLegion, Vec<Fault>> {
    Block::file(file, text, |root, more| {
        let loaded = whole(library, name, text, root, more);
        root.close();
        loaded
    })
}

/// `[scenario]`.
struct Head {
    title: String,
    date: String,
    sources: Vec<String>,
    /// The army lists it draws on.
    lists: Vec<String>,
}

/// **legion setup.points.** No side of a points battle costs more than was agreed on.
fn within_points(root: &Block<'_>, sides: &[Option<String>; 2], troops: &[Troop], army: &Army) {
    let Some(value) = root.table("scenario").and_then(|block| block.may("points")) else { return };
    let Some(agreed): Option<u32> = value.int(1..=99_999) else { return };
    for side in Side::BOTH {
        let cost = army::cost(army, side, troops);
        if cost > agreed {
            let name = sides[side as usize].clone().unwrap_or_default();
            value.refuse(
                format!("the army of {name} costs {cost} points, {} too many", cost - agreed),
                "leave out stands, or agree on more (setup.points)",
            );
        }
    }
}

fn whole(
    library: &Library,
    name: &str,
    text: &str,
    root: &Block<'_>,
    more: &mut Vec<Fault>,
) -> Option<LoadedLegion> {
    let head = head(root);
    let Listed { mut troops, costs, mut hashes, mut dismount } = lists(library, head.as_ref(), more);
    let charts = charts::load(library).map_err(|faults| more.extend(faults)).ok();
    let (charts, names) = charts.unwrap_or_default();
    hashes.extend(names);
    hashes.sort_unstable();
    troops.extend(root.tables("troop").iter().filter_map(troop::read));
    troop::check(root, &troops);
    let own = root.tables("troop");
    dismount.extend(own.iter().filter_map(|b| Some((b.may("id")?.text()?.to_owned(), troop::into(b)?))));
    troop::dismount(root, &mut troops, &dismount);
    let sides = sides(root);
    let table = ground::read(root);
    let names = sides.each_ref().map(|side| side.as_ref().map(|(name, _)| name.clone()));
    let mut known =
        Known { sides: &names, troops: &troops, table: table.as_ref(), costs: &costs, codes: Vec::new() };
    let army = army::read(root, &mut known);
    let goals = goals::read(root, &mut known);
    if let Some(army) = &army {
        within_points(root, &names, &troops, army);
    }
    let choices = options::read(root);
    let (head, [Some(first), Some(second)]) = (head?, sides) else { return None };
    let ((commands, units), goals, mut table) = (army?, goals?, table?);
    goals::fortify(&mut table, &goals, &commands);
    let setup = Setup {
        name: name.to_owned(),
        title: head.title,
        sides: BySide([first.0, second.0]),
        table,
        troops,
        commands,
        units,
        goals: goals.into_iter().map(|(goal, _)| goal).collect(),
        charts,
        choices,
    };
    let setup = Arc::new(setup);
    stand_apart(root, &setup);
    Some(LoadedLegion {
        setup,
        scenario: (name.to_owned(), sha256(text)),
        lists: hashes,
        about: About { sides: [first.1, second.1], date: head.date, sources: head.sources },
    })
}

/// **legion org.formation, setup.points.** All units and leaders stand on the table and on ground that they
/// can enter, and none on another.
fn stand_apart(root: &Block<'_>, setup: &Arc<Setup>) {
    let mut pos = Position::new(Arc::clone(setup));
    deploy::clear(&mut pos);
    for (unit, block) in pos.unit_ids().zip(root.tables("unit")) {
        let Some(start) = pos.spec(unit).start else { continue };
        if let Err(why) = deploy::fits(&pos, unit, start.stance) {
            let help = "move it, or give it another `formation` (setup.points)";
            block.page.refuse(
                block.may("at").map_or(block.span(), |v| v.span()),
                why.told(&pos.code(unit), |other| pos.code(other)),
                help,
            );
        }
        pos.unit_mut(unit).place = Place::Table(start.stance);
    }
    for block in root.tables("command") {
        let command = block.may("code").and_then(|v| v.text()).and_then(|code| setup.find_command(code));
        let Some((command, at)) = command.and_then(|c| Some((c, pos.leader_spec(c).start?))) else {
            continue;
        };
        if !setup.table.holds(&leaders::base_at(&pos, command, at)) {
            let text = format!("{} would not stand wholly on the table", pos.leader_spec(command).code);
            let span = block.may("leader").map_or(block.span(), |v| v.span());
            block.page.refuse(span, text, "move him in from the edge (setup.points)");
        }
    }
}

fn head(root: &Block<'_>) -> Option<Head> {
    let block = root.table("scenario")?;
    let title = block.text("title", "The Trebia");
    let date = block.text("date", "218 BC");
    block.need("book", "\"legion\"");
    let texts = |key: &str| -> Option<Vec<String>> {
        block.may(key)?.list()?.iter().map(|s| s.text().map(str::to_owned)).collect()
    };
    let lists = texts("list").unwrap_or_default();
    // Read when the armies are known.
    block.may("points");
    block.need("sources", "[\"Polybius 3.70-74\"]");
    let sources = texts("sources");
    block.close();
    Some(Head { title: title?.to_owned(), date: date?.to_owned(), sources: sources?, lists })
}

/// What commanders cost by rating, by the troops of their Command Stands.
type Costs = Vec<(String, [u16; 4])>;

/// What the lists say that a scenario names.
#[derive(Default)]
struct Listed {
    /// Their troops.
    troops: Vec<Troop>,
    /// What commanders cost.
    costs: Costs,
    /// The hashes of their files.
    hashes: Hashes,
    /// Chariots, and into what their warriors dismount.
    dismount: Vec<(String, String)>,
}

/// The lists that a scenario names.
fn lists(library: &Library, head: Option<&Head>, more: &mut Vec<Fault>) -> Listed {
    let mut all = Listed::default();
    let mut names: Vec<&String> = head.map(|h| h.lists.iter().collect()).unwrap_or_default();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let name = format!("legion/lists/{name}");
        match library.text(&format!("{name}.toml")) {
            Ok(text) => {
                all.hashes.push((name.clone(), sha256(&text)));
                match lists::read(&format!("{name}.toml"), &text) {
                    Ok(read) => {
                        let mount = read.lines[usize::from(read.mount.0)].troop.id.clone();
                        all.costs.push((mount, read.leaders));
                        // Allies that stand alike in several lists come once.
                        for line in read.lines {
                            let pair = line.dismounts.map(|into| (line.troop.id.clone(), into));
                            all.dismount.extend(pair);
                            if !all.troops.contains(&line.troop) {
                                all.troops.push(line.troop);
                            }
                        }
                    }
                    Err(faults) => more.extend(faults),
                }
            }
            Err(fault) => more.push(fault),
        }
    }
    all
}

/// `[[side]]`, twice: name and title. The first one's edge is the south one.
fn sides(root: &Block<'_>) -> [Option<(String, String)>; 2] {
    let blocks = root.tables("side");
    if blocks.len() != 2 {
        let at = blocks.get(2).map_or(root.span(), Block::span);
        root.page.refuse(at, format!("{} sides", blocks.len()), "a battle has two `[[side]]`");
    }
    let mut read = blocks.iter().map(|block| {
        let name = block.need("name", "\"rome\"").and_then(|v| {
            let text = v.text()?;
            let plain = !text.is_empty() && text.len() <= 16 && text.bytes().all(|b| b.is_ascii_lowercase());
            if !plain || text == "umpire" {
                v.refuse(
                    format!("`{text}` is no side's name"),
                    "write 1 to 16 small letters, such as `rome`",
                );
                return None;
            }
            Some(text.to_owned())
        });
        let title = block.may("title").and_then(|v| v.text()).unwrap_or_default().to_owned();
        block.close();
        Some((name?, title))
    });
    let [first, second] = Side::BOTH.map(|_| read.next().flatten());
    drop(read);
    match (&first, &second) {
        (Some(a), Some(b)) if a.0 == b.0 => {
            root.page.refuse(blocks[1].span(), "both sides have the same name", "give each its own");
            [first, None]
        }
        _ => [first, second],
    }
}

/// Complains about a name that is none of those known.
fn unknown<T>(v: &Value<'_>, what: &str, name: &str, known: &[&str]) -> Option<T> {
    v.refuse(format!("no {what} `{name}`"), hint(name, known.iter().copied()));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "legion/points-400";
    const TEXT: &str = include_str!("../../../scenarios/legion/points-400.toml");

    /// The faults of the scenario with one thing changed.
    fn changed(good: &str, bad: &str) -> Vec<String> {
        assert!(TEXT.contains(good), "{good}");
        let text = TEXT.replacen(good, bad, 1);
        let faults = super::read(&Library::embedded(), NAME, "battle.toml", &text).err().unwrap_or_default();
        faults.iter().map(ToString::to_string).collect()
    }

    /// The line, from 1, on which something stands.
    fn line(what: &str) -> usize {
        1 + TEXT.lines().position(|l| l.contains(what)).expect(what)
    }

    #[test]
    fn each_unit_stands_by_itself_where_it_can() {
        assert_eq!(changed("last-turn = 10", "last-turn = 9"), Vec::<String>::new());
        let second = "stands = 3\nlegion = \"X\"\nat = [21, 8.5]";
        let at = line("at = [21, 8.5]");
        for (place, told) in
            [("[21, 10]", "L2 would stand on L1"), ("[47, 8.5]", "not stand wholly on the table")]
        {
            let faults = changed(second, &format!("stands = 3\nlegion = \"X\"\nat = {place}"));
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(
                faults[0].starts_with(&format!("battle.toml:{at}:")) && faults[0].contains(told),
                "{faults:?}"
            );
        }
    }

    #[test]
    fn a_leader_stands_wholly_on_the_table() {
        let faults = changed("chief = true, at = [24, 4]", "chief = true, at = [24, 1]");
        assert_eq!(faults.len(), 1, "{faults:?}");
        let at = format!("battle.toml:{}:", line("code = \"LAB\""));
        assert!(faults[0].starts_with(&at) && faults[0].contains("LAB would not stand wholly"), "{faults:?}");
    }

    #[test]
    fn a_command_that_is_an_exception_says_so() {
        let kind = "name = \"The horse\"\nside = \"rome\"\nkind = \"cavalry\"";
        let foot = kind.replace("cavalry", "infantry");
        let faults = changed(kind, &foot);
        assert!(faults.iter().any(|f| f.contains("E1 cannot be in C3, an infantry Command")), "{faults:?}");
        assert!(
            faults.iter().any(|f| f.starts_with(&format!("battle.toml:{}:", line("code = \"E1\"") - 1))),
            "{faults:?}"
        );
        assert_eq!(changed(kind, &format!("{foot}\nexception = \"to learn with\"")), Vec::<String>::new());
        let idle = changed(kind, &format!("{kind}\nexception = \"to learn with\""));
        assert!(idle.len() == 1 && idle[0].contains("C3 has what a Command may have"), "{idle:?}");
        let mute = changed(kind, &format!("{foot}\nexception = \" \""));
        assert!(mute.len() == 1 && mute[0].contains("without a reason"), "{mute:?}");
    }
}
