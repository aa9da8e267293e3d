//! `legion/lists/`: the troops of a people and what its commanders cost.

use super::troop;
use super::unknown;
use crate::read::{Block, Fault, Value};
use tess_legion::setup::{Drill, Troop, TroopId};

/// A kind of troops as listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its numbers.
    pub troop: Troop,
    /// The fewest and the most stands of a unit.
    pub unit: (u8, u8),
    /// The most of such stands in a unit of several kinds.
    pub most: Option<u8>,
    /// Such stands form units of their own.
    pub apart: bool,
    /// Into what its warriors dismount (chariot.celtic-dismount).
    pub dismounts: Option<String>,
}

/// An army list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArmyList {
    /// For people.
    pub title: String,
    /// The organization of its commanders.
    pub culture: Drill,
    /// What a Command Stand is.
    pub mount: TroopId,
    /// Points for a commander, by rating.
    pub leaders: [u16; 4],
    /// Its troops.
    pub lines: Vec<Line>,
}

impl ArmyList {
    /// A line by the name of its troops.
    #[must_use]
    pub fn line(&self, id: &str) -> Option<&Line> {
        self.lines.iter().find(|l| l.troop.id == id)
    }
}

/// Reads a list: all its faults, or the list.
pub(super) fn read(file: &str, text: &str) -> Result<ArmyList, Vec<Fault>> {
    Block::file(file, text, |root, _| {
        let list = whole(root);
        root.close();
        list
    })
}

fn whole(root: &Block<'_>) -> Option<ArmyList> {
    let title = root.table("list").and_then(|head| {
        let title = head.text("title", "Carthage in the Punic Wars");
        head.need("sources", "[\"Polybius 3\"]").and_then(|v| v.list());
        head.close();
        title.map(str::to_owned)
    });
    let lines: Vec<Line> = root.tables("troop").iter().filter_map(line).collect();
    let mut troops: Vec<Troop> = lines.iter().map(|l| l.troop.clone()).collect();
    troop::check(root, &troops);
    let pairs = lines.iter().filter_map(|l| Some((l.troop.id.clone(), l.dismounts.clone()?)));
    troop::dismount(root, &mut troops, &pairs.collect::<Vec<_>>());
    let leaders = root.table("leaders").and_then(|block| leaders(&block, &troops));
    let (culture, mount, leaders) = leaders?;
    Some(ArmyList { title: title?, culture, mount, leaders, lines })
}

fn line(block: &Block<'_>) -> Option<Line> {
    let unit = block.need("unit", "[2, 8]").and_then(|v| stands(&v));
    let most = block.may("most").and_then(|v| v.int(1..=20));
    let apart = block.flag_or("apart", false);
    if let Some(value) = block.may("source")
        && let Some(text) = value.text()
        && !["ours", "book:"].iter().any(|mark| text.starts_with(mark))
    {
        value.refuse("a source that does not say whose the numbers are", "begin with `book:` or `ours`");
    }
    let dismounts = troop::into(block);
    let read = troop::read(block)?;
    let zero = |length: tess_legion::measure::Length| length.0 == 0;
    let shoots = read.missile != tess_legion::setup::Missile::None;
    if shoots == zero(read.close.range) {
        let message = format!("`{}` has a range without a missile, or a missile without a range", read.id);
        block.page.refuse(block.span(), message, "write both `range` and `missile`, or neither");
    }
    if (read.class == tess_legion::setup::Class::Auxilia) != read.skirmish.is_some() {
        let message = format!("`{}`: auxilia, and only they, have a `skirmish`", read.id);
        let help = "write `skirmish = { move = 6, combat = 2, range = 4, break = 3 }` for auxilia";
        block.page.refuse(block.span(), message, help);
    }
    Some(Line { troop: read, unit: unit?, most, apart, dismounts })
}

/// `[2, 8]`.
fn stands(value: &Value<'_>) -> Option<(u8, u8)> {
    let list: Vec<u8> = value.list()?.iter().map(|v| v.int(1..=20)).collect::<Option<_>>()?;
    match list.as_slice() {
        [least, most] if least <= most => Some((*least, *most)),
        _ => value.wrong("not the fewest and the most stands of a unit", "write `unit = [2, 8]`"),
    }
}

fn leaders(block: &Block<'_>, troops: &[Troop]) -> Option<(Drill, TroopId, [u16; 4])> {
    let culture = block.need("culture", "\"roman\"").and_then(|v| v.word(&Drill::WORDS));
    let mount = block.need("mount", "\"staff\"").and_then(|v| {
        let text = v.text()?;
        let ids: Vec<&str> = troops.iter().map(|t| t.id.as_str()).collect();
        let at = ids.iter().position(|id| *id == text);
        at.map(|n| TroopId(n as u16)).or_else(|| unknown(&v, "kind of troops", text, &ids))
    });
    let points = block.need("points", "[10, 20, 35, 55]").and_then(|v| {
        let list: Vec<u16> = v.list()?.iter().map(|p| p.int(0..=999)).collect::<Option<_>>()?;
        <[u16; 4]>::try_from(list)
            .ok()
            .or_else(|| v.wrong("not four numbers", "one for each rating from 0 to 3"))
    });
    block.source();
    block.close();
    Some((culture?, mount?, points?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Library;
    use tess_legion::measure::Length;
    use tess_legion::setup::{Armour, Class, Missile, Shield, Weapon};

    fn list(name: &str) -> ArmyList {
        let file = format!("legion/lists/{name}.toml");
        read(&file, &Library::embedded().text(&file).expect("it is there")).expect("it loads")
    }

    /// The points that docs/armies.md reckons.
    fn worth(troop: &Troop) -> i32 {
        let numbers = &troop.close;
        let armour = match troop.armour {
            Armour::None => 0,
            Armour::Half => 1,
            Armour::Full => 2,
        };
        let missile = match troop.missile {
            Missile::None => 0,
            Missile::Javelin | Missile::Pila | Missile::Angon => 1,
            Missile::Bow | Missile::Sling => 2,
            Missile::Bolt => 6,
            Missile::Onager => 8,
        };
        let class = match troop.class {
            Class::Elephants => 6,
            Class::ScythedChariots | Class::Auxilia => 3,
            _ => 0,
        };
        i32::from(numbers.combat)
            + i32::from(numbers.break_value)
            + (numbers.base_move.0 / 1000 - 4).max(0) / 2
            + armour
            + missile
            + class
            + i32::from(troop.weapon == Weapon::Pike)
            + 2 * i32::from(troop.elite)
            - i32::from(troop.shield == Shield::None)
    }

    /// What docs/armies.md adds and takes away after battles between bots.
    fn tuned(troop: &Troop) -> i32 {
        match troop.class {
            Class::Warband => -3,
            _ if troop.missile == Missile::Bolt => 3,
            _ if troop.id == "cretans" => 4,
            _ => 0,
        }
    }

    #[test]
    fn every_list_loads_and_its_points_are_reckoned_as_the_page_says() {
        let lists = Library::embedded().army_lists();
        assert_eq!(lists.len(), 9, "{lists:?}");
        for name in lists {
            for line in list(&name).lines.iter().filter(|l| !l.troop.id.ends_with("-staff")) {
                let reckoned = worth(&line.troop) + tuned(&line.troop);
                assert_eq!(i32::from(line.troop.points), reckoned, "{name}: {}", line.troop.id);
            }
        }
    }

    /// A scenario may draw on any lists together: a name means the same troops in all of them.
    #[test]
    fn no_name_means_two_kinds_of_troops() {
        let mut known: Vec<Troop> = Vec::new();
        for name in Library::embedded().army_lists() {
            for line in list(&name).lines {
                let same = known.iter().find(|t| t.id == line.troop.id);
                assert!(same.is_none_or(|t| *t == line.troop), "{name}: {}", line.troop.id);
                known.push(line.troop);
            }
        }
    }

    /// A stand of elephants with a tower shoots as one of archers.
    #[test]
    fn towers_shoot_as_archers_do() {
        for name in ["carthage", "successor"] {
            let all = list(name);
            let towers = &all.line("towered-elephants").expect("they are listed").troop;
            let archers = &list("successor").line("asian-archers").expect("they are listed").troop.clone();
            assert_eq!(
                (towers.missile, towers.close.range),
                (archers.missile, archers.close.range),
                "{name}"
            );
        }
    }

    /// Combat and Break Value, move, of troops whose numbers stand in the book; 0 = it does not say.
    #[test]
    fn the_books_own_numbers_stand_in_the_lists() {
        for (name, id, base_move, combat, break_value) in [
            ("rome-punic", "hastati", 4, 5, 6),
            ("rome-punic", "principes", 4, 5, 6),
            ("rome-republic", "legionaries", 4, 5, 6),
            ("rome-empire", "legionaries", 4, 5, 6),
            ("rome-empire", "first-cohort", 4, 6, 7),
            ("rome-empire", "auxilia", 0, 0, 5),
            ("german", "warband", 6, 5, 0),
            ("german", "german-horse", 0, 6, 5),
            ("german", "german-javelins", 0, 1, 3),
            ("carthage", "caetrati", 0, 2, 0),
            ("carthage", "numidians", 8, 0, 0),
        ] {
            let troop = &list(name).line(id).expect(id).troop.clone();
            let is = |book: i32, ours: i32| book == 0 || book == ours;
            assert!(is(base_move * 1000, troop.close.base_move.0), "{name} {id}");
            assert!(is(combat, troop.close.combat.into()), "{name} {id}");
            assert!(is(break_value, troop.close.break_value.into()), "{name} {id}");
        }
        let auxilia = list("rome-empire").line("auxilia").and_then(|l| l.troop.skirmish);
        assert_eq!(auxilia.map(|s| s.break_value), Some(3));
        let hastati = list("rome-punic").line("hastati").cloned().expect("they are there");
        assert_eq!((hastati.troop.close.range, hastati.unit), (Length::inches(2), (4, 4)));
        assert_eq!((hastati.troop.armour, hastati.troop.missile), (Armour::Full, Missile::Pila));
    }

    #[test]
    fn a_bad_row_is_refused_with_its_line() {
        let text = Library::embedded().text("legion/lists/german.toml").expect("it is there");
        for (good, bad, complaint) in [
            ("class = \"warband\"", "class = \"warbnad\"", "`class` cannot be `warbnad`"),
            ("unit = [2, 12]", "unit = [12, 2]", "not the fewest and the most stands of a unit"),
            ("source = \"book: move", "source = \"somebody: move", "a source that does not say whose"),
            ("range = 4\n", "", "`german-javelins` has a range without a missile"),
            ("mount = \"tribal-staff\"", "mount = \"stuff\"", "no kind of troops `stuff`"),
            ("id = \"comitatus\"", "id = \"warband\"", "two kinds of troops are called `warband`"),
            ("combat = 6\n", "combat = 16\n", "`combat` cannot be 16"),
        ] {
            assert!(text.contains(good), "{good}");
            let at = text.replacen(good, bad, 1);
            let faults = read("legion/lists/german.toml", &at).expect_err(bad);
            assert_eq!(faults.len(), 1, "{bad}: {faults:?}");
            let told = faults[0].to_string();
            assert!(told.starts_with("legion/lists/german.toml:") && told.contains(complaint), "{told}");
        }
    }
}
