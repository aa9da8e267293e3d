//! An army chosen from a list: read, checked, counted. The format stands in `docs/armies.md`.

use super::charts;
use super::command::{Held, unfit};
use super::lists::{self, ArmyList, Line};
use super::unknown;
use crate::files::Library;
use crate::read::{Block, Fault, Value, hint};
use tess_legion::measure::Length;
use tess_legion::setup::Class;
use tess_legion::setup::CommandKind;

/// An army that holds to its list and its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Muster {
    /// For people.
    pub title: String,
    /// Its list: the name of the file and the title.
    pub list: (String, String),
    /// The points agreed on.
    pub agreed: u32,
    /// Its Commands.
    pub commands: Vec<Post>,
}

/// A Command of an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Post {
    /// Short name.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// What it is.
    pub kind: CommandKind,
    /// Who leads it: code, name, rating, chief.
    pub leader: (String, String, u8, bool),
    /// How far he is heard.
    pub radius: Length,
    /// What he costs.
    pub cost: u32,
    /// Its units.
    pub units: Vec<Rank>,
}

/// A unit of an army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rank {
    /// Short name.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// Its kinds of stands, each with its number.
    pub stands: Vec<(Line, u8)>,
    /// The general's bodyguard.
    pub bodyguard: bool,
}

impl Rank {
    /// How many stands.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.stands.iter().map(|(_, n)| u32::from(*n)).sum()
    }

    /// Their points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.stands.iter().map(|(line, n)| u32::from(line.troop.points) * u32::from(*n)).sum()
    }

    /// **legion scale.stands.** How many it has, and of what; its stands are of one class.
    #[must_use]
    pub fn strength(&self) -> Option<(u32, &'static str)> {
        let (each, of) = self.stands.first()?.0.troop.class.strength()?;
        Some((each * self.count(), of))
    }

    fn all(&self, test: impl Fn(Class) -> bool) -> bool {
        self.stands.iter().all(|(line, _)| test(line.troop.class))
    }
}

impl Post {
    /// How many stands.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.units.iter().map(Rank::count).sum()
    }

    /// Points of troops and commander.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.cost + self.units.iter().map(Rank::points).sum::<u32>()
    }

    /// What its loss is worth to the enemy: a fiftieth of its points, rounded up.
    #[must_use]
    pub fn worth(&self) -> u32 {
        self.points().div_ceil(50)
    }
}

impl Muster {
    /// All points.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.commands.iter().map(Post::points).sum()
    }
}

/// **legion setup.points, org.command.** Reads an army: all its faults, or the army.
pub fn read(library: &Library, file: &str, text: &str) -> Result<Muster, Vec<Fault>> {
    Block::file(file, text, |root, more| whole(library, root, more))
}

fn whole(library: &Library, root: &Block<'_>, more: &mut Vec<Fault>) -> Option<Muster> {
    let head = root.table("army")?;
    let title = head.text("title", "The army of Flaminius");
    let agreed = head.need("points", "500");
    let name = head.need("list", "\"rome-punic\"");
    head.close();
    let name = known_list(library, &name?)?;
    let list = list(library, &name, more)?;
    let charts = charts::load(library).map_err(|faults| more.extend(faults)).ok()?.0;
    let mut codes = Vec::new();
    let blocks = root.tables("command");
    let mut commands = Vec::new();
    for block in &blocks {
        let mut post = command(block, &list, &mut codes);
        if let Some(post) = &mut post {
            post.radius = charts.radius.radius(list.culture, post.leader.2).unwrap_or(Length::ZERO);
        }
        commands.push(post);
    }
    for block in root.tables("unit") {
        unit(&block, &list, &mut commands, &mut codes);
    }
    root.close();
    let commands: Vec<Post> = commands.into_iter().collect::<Option<_>>()?;
    for (post, block) in commands.iter().zip(&blocks) {
        rules(post, block);
    }
    let army = Muster { title: title?.to_owned(), list: (name, list.title), agreed: 0, commands };
    let chiefs = army.commands.iter().filter(|c| c.leader.3).count();
    if chiefs != 1 {
        root.page.refuse(
            head.span(),
            format!("{chiefs} commanders in chief"),
            "an army has one: write `chief = true` at one leader (setup.points)",
        );
    }
    let agreed_points = agreed.as_ref().and_then(|v| v.int(1..=99_999))?;
    if army.points() > agreed_points {
        agreed?.refuse(
            format!("the army costs {} points, {} too many", army.points(), army.points() - agreed_points),
            "leave out stands, or agree on more (setup.points)",
        );
    }
    Some(Muster { agreed: agreed_points, ..army })
}

fn known_list(library: &Library, value: &Value<'_>) -> Option<String> {
    let name = value.text()?;
    let known = library.army_lists();
    if known.iter().any(|k| k == name) {
        return Some(name.to_owned());
    }
    value.refuse(format!("no army list `{name}`"), hint(name, known.iter().map(String::as_str)));
    None
}

fn list(library: &Library, name: &str, more: &mut Vec<Fault>) -> Option<ArmyList> {
    let file = format!("legion/lists/{name}.toml");
    let text = library.text(&file).map_err(|fault| more.push(fault)).ok()?;
    lists::read(&file, &text).map_err(|faults| more.extend(faults)).ok()
}

fn command(block: &Block<'_>, list: &ArmyList, codes: &mut Vec<String>) -> Option<Post> {
    let code = code(block, codes, "C1");
    let name = block.text("name", "The centre");
    let kind = block.need("kind", "\"infantry\"").and_then(|v| v.word(&CommandKind::WORDS));
    let leader = block.table("leader").and_then(|b| {
        let code = self::code(&b, codes, "FLA");
        let name = b.text("name", "Gaius Flaminius");
        let rating: Option<u8> = b.int("rating", 0..=3);
        let chief = b.flag_or("chief", false);
        b.close();
        Some((code?, name?.to_owned(), rating?, chief))
    });
    block.close();
    let leader = leader?;
    let cost = u32::from(list.leaders[usize::from(leader.2)]);
    let (units, radius) = (Vec::new(), Length::ZERO);
    Some(Post { code: code?, name: name?.to_owned(), kind: kind?, leader, radius, cost, units })
}

fn unit(block: &Block<'_>, list: &ArmyList, commands: &mut [Option<Post>], codes: &mut Vec<String>) {
    let code = code(block, codes, "H1");
    let name = block.text("name", "First hastati");
    let stands = stands(block, list);
    let bodyguard = block.flag_or("bodyguard", false);
    let command = block.need("command", "\"C1\"");
    block.close();
    let post = command.and_then(|v| {
        let text = v.text()?;
        let at = commands.iter().position(|c| c.as_ref().is_some_and(|c| c.code == text));
        if at.is_none() && commands.iter().all(Option::is_some) {
            let known: Vec<&str> = commands.iter().flatten().map(|c| c.code.as_str()).collect();
            return unknown(&v, "Command", text, &known);
        }
        at
    });
    let (Some(code), Some(name), Some(stands), Some(post)) = (code, name, stands, post) else { return };
    let rank = Rank { code, name: name.to_owned(), stands, bodyguard };
    fits(block, &rank);
    commands[post].iter_mut().for_each(|c| c.units.push(rank.clone()));
}

/// **legion org.units, romans.punic-legion, romans.imperial.** The size of a unit; its stands are of one
/// class.
fn fits(block: &Block<'_>, rank: &Rank) {
    let Some((first, _)) = rank.stands.first() else { return };
    if !rank.all(|class| class == first.troop.class) {
        let message = format!("{} mixes stands of several classes", rank.code);
        block.page.refuse(block.span(), message, "give each class its own unit (org.units)");
    }
    for (line, count) in &rank.stands {
        let id = &line.troop.id;
        if line.apart && rank.stands.len() > 1 {
            let message = format!("{} mixes {id} with others", rank.code);
            let help = "each line of such a legion is a unit of its own (romans.punic-legion)";
            block.page.refuse(block.span(), message, help);
            return;
        }
        if let Some(most) = line.most.filter(|most| count > most) {
            let message = format!("{} has {count} stands of {id}", rank.code);
            let help = format!("at full strength they are {most} (romans.imperial)");
            block.page.refuse(block.span(), message, help);
            return;
        }
    }
    let (least, most) = first.unit;
    let least = if rank.bodyguard { 1 } else { least };
    if !(u32::from(least)..=u32::from(most)).contains(&rank.count()) {
        let message = format!("{} has {} stands", rank.code, rank.count());
        let help = format!("a unit of {} has {least} to {most} (setup.points)", first.troop.id);
        block.page.refuse(block.span(), message, help);
    }
}

/// `troop = "hastati"` and `stands = 4`, or `stands = [["first-cohort", 2], ["legionaries", 4]]`.
fn stands(block: &Block<'_>, list: &ArmyList) -> Option<Vec<(Line, u8)>> {
    let troop = block.may("troop");
    let value = block.need("stands", "4")?;
    if let Some(troop) = troop {
        let line = line(&troop, list);
        let count = value.int(1..=20);
        return Some(vec![(line?, count?)]);
    }
    let mut stands = Vec::new();
    for pair in value.list()? {
        match pair.list()?.as_slice() {
            [troop, count] => stands.push((line(troop, list)?, count.int(1..=20)?)),
            _ => return pair.wrong("a kind of stands without its number", "write [[\"first-cohort\", 2]]"),
        }
    }
    if stands.is_empty() {
        return value.wrong("a unit without stands", "write `troop = \"hastati\"` and `stands = 4`");
    }
    Some(stands)
}

/// Troops of the list. Command Stands come with their leaders.
fn line(value: &Value<'_>, list: &ArmyList) -> Option<Line> {
    let text = value.text()?;
    let staff = &list.lines[usize::from(list.mount.0)].troop.id;
    let known: Vec<&str> = list.lines.iter().map(|l| l.troop.id.as_str()).filter(|id| id != staff).collect();
    let found = list.line(text).filter(|l| l.troop.id != *staff);
    found.cloned().or_else(|| unknown(value, "kind of troops", text, &known))
}

/// **legion org.command.** What a Command must and may have.
fn rules(post: &Post, block: &Block<'_>) {
    let classes = |rank: &Rank| {
        rank.stands.iter().flat_map(|(line, n)| vec![line.troop.class; usize::from(*n)]).collect()
    };
    let held = post.units.iter().map(|rank| Held {
        code: &rank.code,
        classes: classes(rank),
        bodyguard: rank.bodyguard,
    });
    let held: Vec<Held<'_>> = held.collect();
    for fault in unfit((&post.code, post.kind), (&post.leader.0, post.leader.2), &held) {
        block.page.refuse(block.span(), fault.message, fault.help);
    }
}

/// A code that nobody else has.
fn code(block: &Block<'_>, codes: &mut Vec<String>, example: &str) -> Option<String> {
    let value = block.need("code", &format!("\"{example}\""))?;
    let code = value.text()?;
    if code.is_empty() || code.len() > 6 || !code.bytes().all(|b| b.is_ascii_alphanumeric()) {
        value.refuse(format!("`{code}` is no code"), "write 1 to 6 letters and digits, such as `H1`");
        return None;
    }
    if codes.iter().any(|c| c.eq_ignore_ascii_case(code)) {
        value.refuse(format!("`{code}` is there twice"), "give each piece its own code");
        return None;
    }
    codes.push(code.to_owned());
    Some(code.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = include_str!("../../../docs/armies.md");

    /// The army that the page shows.
    fn example() -> &'static str {
        PAGE.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an army")
    }

    fn read(text: &str) -> Result<Muster, Vec<Fault>> {
        super::read(&Library::embedded(), "army.toml", text)
    }

    #[test]
    fn the_army_of_the_page_holds_to_its_list() {
        let army = read(example()).expect("it is sound");
        // Velites 7, hastati and principes 14, triarii 14, equites 12; leaders of rating 1 cost 20.
        let points: Vec<u32> = army.commands.iter().map(Post::points).collect();
        assert_eq!(points, [4 * 7 + 4 * 14 + 4 * 14 + 2 * 14 + 20, 4 * 12 + 20]);
        assert_eq!((army.points(), army.agreed), (256, 320));
        assert_eq!(army.commands[0].worth(), 4);
        assert_eq!(army.commands[0].radius, Length::inches(12));
    }

    /// The book's own: 51 points are worth 2.
    #[test]
    fn a_command_of_51_points_is_worth_two() {
        let mut post = read(example()).expect("it is sound").commands.remove(1);
        post.cost = 3;
        assert_eq!((post.points(), post.worth()), (51, 2));
        post.cost = 2;
        assert_eq!((post.points(), post.worth()), (50, 1));
    }

    #[test]
    fn each_wrong_input_is_refused_at_its_line() {
        for (good, bad, told) in [
            ("points = 320", "points = 200", "army.toml:4:10: the army costs 256 points, 56 too many"),
            ("list = \"rome-punic\"", "list = \"rome-punc\"", "army.toml:3:8: no army list `rome-punc`"),
            ("troop = \"hastati\"", "troop = \"hastait\"", "army.toml:23:9: no kind of troops `hastait`"),
            (
                "troop = \"hastati\"",
                "troop = \"roman-staff\"",
                "army.toml:23:9: no kind of troops `roman-staff`",
            ),
            ("troop = \"hastati\"\nstands = 4", "troop = \"hastati\"\nstands = 3", "H1 has 3 stands"),
            ("troop = \"hastati\"\nstands = 4", "stands = [[\"hastati\", 3], [\"velites\", 1]]", "H1 mixes"),
            (", chief = true", "", "0 commanders in chief"),
            ("code = \"P1\"", "code = \"h1\"", "army.toml:27:8: `h1` is there twice"),
            ("command = \"C2\"", "command = \"C3\"", "army.toml:49:11: no Command `C3`"),
            ("command = \"C2\"", "command = \"C1\"", "E1 cannot be in C1, an infantry Command"),
            ("kind = \"cavalry\"", "kind = \"infantry\"", "C2 has no unit of its kind"),
            ("stands = 2", "stands = 2\nbodyguard = true", "FLA has a bodyguard of 2 stands, rating 1"),
            ("rating = 1 }", "rating = 4 }", "`rating` cannot be 4"),
            ("title", "titel", "knows no key `titel`"),
        ] {
            assert!(example().contains(good), "{good}");
            let faults = read(&example().replacen(good, bad, 1)).expect_err(bad);
            let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
            assert!(all.iter().any(|f| f.contains(told)), "{bad}: {all:?}");
            assert!(all.iter().all(|f| f.starts_with("army.toml:") && !f.contains(":0:")), "{all:?}");
        }
    }
}
