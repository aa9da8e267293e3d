//! `[template.*]` and `[[group]]`: the combat units.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::part::{NEEDED, Part};
use crate::read::{Block, Value, hint};
use tess_gboh::piece::{BySide, Class, UnitId, UnitSpec, UnitType};
use tess_gboh::printed::piece::usual_row;
use tess_gboh::variant::charts::MissileChart;

/// A unit and where the file speaks of it.
pub(super) struct Entered {
    pub spec: UnitSpec,
    pub at: Range<usize>,
}

/// The units in the order of the file.
#[derive(Default)]
pub(super) struct Army {
    pub units: Vec<Entered>,
    /// Codes, in capitals, of units that could not be read; who names them is not wrong.
    broken: BTreeSet<String>,
}

impl Army {
    /// A unit by its code, in either case.
    pub fn find(&self, code: &str) -> Option<UnitId> {
        let i = self.units.iter().position(|u| u.spec.code.eq_ignore_ascii_case(code))?;
        u16::try_from(i).ok().map(UnitId)
    }

    /// Could every unit be read?
    pub fn is_whole(&self) -> bool {
        self.broken.is_empty()
    }

    /// A unit named by a value, or a complaint.
    pub fn named(&self, value: &Value<'_>) -> Option<UnitId> {
        let code = value.text()?;
        let found = self.find(code);
        if found.is_none() && !self.broken.contains(&code.to_ascii_uppercase()) {
            let help = crate::read::nearest(code, self.units.iter().map(|u| u.spec.code.as_str()))
                .map_or_else(|| "write a unit's code".to_owned(), |near| format!("did you mean `{near}`?"));
            value.refuse(format!("no unit `{code}`"), help);
        }
        found
    }
}

/// May this be the code of a unit or leader?
pub(super) fn is_code(code: &str) -> bool {
    (1..=5).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// The units; without a missile chart (it is faulty) their missiles are not held against it.
pub(super) fn read(root: &Block<'_>, names: &BySide<String>, chart: Option<&MissileChart>) -> Army {
    let rows: Vec<&str> = chart.map_or_else(Vec::new, |c| c.rows.keys().map(String::as_str).collect());
    let rows = rows.as_slice();
    let templates = templates(root, names, rows);
    let mut army = Army::default();
    let groups = root.tables("group");
    if groups.is_empty() {
        root.page.refuse(root.span(), "no units", "write `[[group]]` for each kind of unit");
    }
    for group in &groups {
        let base = like(group, &templates);
        let part = Part::read(group, names, rows).over(&base);
        let mut told = BTreeSet::new();
        let members = group.need("at", "{ H31 = \"1315\" }").and_then(|v| v.block());
        for (i, (code, at, value)) in members.iter().flat_map(Block::others).enumerate() {
            let Some(own) = member(&value, names, rows) else {
                army.broken.insert(code.to_ascii_uppercase());
                continue;
            };
            let whole = Part { name: own.name.clone().or_else(|| numbered(&part, i, &members)), ..own };
            let whole = whole.over(&part);
            if let Some(spec) = unit(group, code, &at, &whole, chart, &mut told) {
                if let Some(old) = army.find(code) {
                    let old = army.units[usize::from(old.0)].spec.name.clone();
                    group.page.refuse(
                        at.clone(),
                        format!("`{code}` is already {old}"),
                        "give each unit its own code",
                    );
                } else {
                    army.units.push(Entered { spec, at });
                }
            } else {
                army.broken.insert(code.to_ascii_uppercase());
            }
        }
        group.close();
    }
    if army.units.len() > 999 {
        root.page.refuse(
            root.span(),
            format!("{} units", army.units.len()),
            "999 are as many as a battle can hold",
        );
    }
    army
}

/// `Celts 3` for the third of a group of several.
fn numbered(part: &Part, i: usize, members: &Option<Block<'_>>) -> Option<String> {
    let several = members.as_ref().is_some_and(|m| m.len() > 1);
    part.name.as_ref().map(|name| if several { format!("{name} {}", i + 1) } else { name.clone() })
}

fn templates(root: &Block<'_>, names: &BySide<String>, rows: &[&str]) -> BTreeMap<String, Part> {
    let mut known: BTreeMap<String, Part> = BTreeMap::new();
    let Some(all) = root.may("template").and_then(|v| v.block()) else { return known };
    for (name, _, value) in all.others() {
        let Some(block) = value.block() else { continue };
        // A template may be like one that stands above it, so there are no circles.
        let base = like(&block, &known);
        let part = Part::read(&block, names, rows).over(&base);
        block.close();
        known.insert(name.to_owned(), part);
    }
    known
}

fn like(block: &Block<'_>, templates: &BTreeMap<String, Part>) -> Part {
    let Some(value) = block.may("like") else { return Part::default() };
    let Some(name) = value.text() else { return Part::default() };
    templates.get(name).cloned().unwrap_or_else(|| {
        let help = hint(name, templates.keys().map(String::as_str));
        value.refuse(format!("no template `{name}` above"), help);
        // What it would have said cannot be missed.
        Part { said: NEEDED.iter().map(|n| n.0).collect(), ..Part::default() }
    })
}

/// `"1315"`, `"1315 NE"` or a table of traits.
fn member(value: &Value<'_>, names: &BySide<String>, rows: &[&str]) -> Option<Part> {
    if !value.is_text() {
        let block = value.block()?;
        let part = Part::read(&block, names, rows);
        block.close();
        return Some(part);
    }
    let text = value.text()?;
    let mut words = text.split_whitespace();
    let hex = match words.next().unwrap_or("").parse() {
        Ok(hex) => hex,
        Err(error) => {
            let error: tess_hex::HexError = error;
            return value.no_hex(&error);
        }
    };
    let facing = match words.next().map(str::parse) {
        Some(Err(())) => return value.wrong("this is no facing", "write a vertex: NE E SE SW W NW"),
        Some(Ok(facing)) => Some(facing),
        None => None,
    };
    if words.next().is_some() {
        return value.wrong("too many words", "write a hex and, where it differs, a facing: \"1315 NE\"");
    }
    let said = facing.map(|_| "facing").into_iter().chain(["hex"]).collect();
    Some(Part { hex: Some(hex), facing, said, ..Part::default() })
}

fn unit(
    group: &Block<'_>,
    code: &str,
    at: &Range<usize>,
    part: &Part,
    chart: Option<&MissileChart>,
    told: &mut BTreeSet<String>,
) -> Option<UnitSpec> {
    if !is_code(code) {
        group.page.refuse(
            at.clone(),
            format!("`{code}` is no code"),
            "write 1 to 5 letters and digits, such as H31",
        );
        return None;
    }
    // What a whole group lacks is told once, at its first unit.
    let mut refuse = |message: String, help: String| {
        if told.insert(message.clone()) {
            group.page.refuse(at.clone(), format!("{code} {message}"), help);
        }
    };
    for (key, example) in NEEDED {
        if !part.said.contains(key) {
            let help = format!("write `{key} = {example}` for it, its group or its template");
            refuse(format!("has no `{key}`"), help);
        }
    }
    let (kind, ma) = (part.kind?, part.ma?);
    let (class, colour) = (part.class.unwrap_or_default(), part.legion.unwrap_or(0));
    let missile = part.missile.flatten().map(|m| chart.map_or(m, |c| c.meaning(m, class)));
    let row = missile.map_or_else(String::new, |m| {
        part.missile_row.clone().unwrap_or_else(|| usual_row(m, kind.is_infantry()).to_owned())
    });
    for (message, help) in oddities(part, kind, class, missile.map(|_| row.as_str()), chart) {
        refuse(message, help.to_owned());
    }
    let mut spec = UnitSpec {
        code: code.to_owned(),
        name: part.name.clone()?,
        side: part.side?,
        kind,
        class,
        size: part.size?,
        tq: part.tq?,
        ma,
        ma_extended: part.ma_extended.unwrap_or(ma),
        missile,
        missile_row: row,
        screen: part.screen.unwrap_or(false),
        indian: part.indian.unwrap_or(false),
        shares_with_engine: part.shares_with_engine.unwrap_or(false),
        two_hex: part.two_hex.unwrap_or(false),
        colour,
        ala: part.ala.unwrap_or(false),
        nation: part.nation.clone().unwrap_or_default(),
        depleted: part.depleted.unwrap_or(false),
        start: Some((part.hex?, part.facing?)),
        feigns: part.feigns.unwrap_or(false),
        bait: part.bait,
        dismounted: None,
        sword: part.sword.unwrap_or(false),
        professional: part.professional.unwrap_or(false),
        macedonian: part.macedonian.unwrap_or(false),
    };
    spec.dismounted = part.dismounts.map(|ratings| Box::new(spec.on_foot(ratings)));
    Some(spec)
}

/// What cannot be together in one unit: what is odd after its code, and what would be right.
fn oddities(
    part: &Part,
    kind: UnitType,
    class: Class,
    row: Option<&str>,
    chart: Option<&MissileChart>,
) -> Vec<(String, &'static str)> {
    let mut odd: Vec<(String, &'static str)> = Vec::new();
    let mut is_odd = |it: bool, message: &str, help: &'static str| {
        if it {
            odd.push((message.to_owned(), help));
        }
    };
    let says = |flag: Option<bool>| flag.unwrap_or(false);
    let (has_no_row, row_of_nothing) = match row {
        Some(row) => (chart.is_some_and(|c| !c.rows.contains_key(row)), false),
        None => (false, part.missile_row.is_some()),
    };
    let lacking = format!("needs the missile row `{}`", row.unwrap_or_default());
    is_odd(has_no_row, &lacking, "add it to the chart set, or name another with `missile-row`");
    is_odd(row_of_nothing, "has a missile row and no missiles", "write `missile = \"J\"` or leave both out");
    let elephantine = says(part.screen) || says(part.indian);
    is_odd(elephantine && kind != UnitType::EL, "is no elephant", "`screen` and `indian` belong to type EL");
    is_odd(says(part.sword) && !kind.is_infantry(), "is no infantry", "`sword` belongs to units on foot");
    if let Some(help) = misfit(class, kind) {
        is_odd(true, &format!("cannot be {} and {}", kind.letters(), class.letters()), help);
    }
    let manipular = matches!(class, Class::HA | Class::PR | Class::TR | Class::CO | Class::CE | Class::VE);
    let is_numbered = part.legion.unwrap_or(0) > 0;
    is_odd(
        manipular && !is_numbered,
        "belongs to no legion",
        "write `legion = 3`; a legion and its ala have the same number",
    );
    is_odd(says(part.ala) && !is_numbered, "is of an ala without a number", "write `legion = 3` too");
    is_odd(
        part.ma_extended.zip(part.ma).is_some_and(|(extended, ma)| extended < ma),
        "has a `ma-extended` below its `ma`",
        "of a phalanx 4(5) write ma = 4, ma-extended = 5",
    );
    is_odd(
        part.dismounts.is_some() && class != Class::CAT,
        "does not dismount",
        "`dismounts` belongs to class CAT",
    );
    odd
}

/// What is odd about a class in a type.
fn misfit(class: Class, kind: UnitType) -> Option<&'static str> {
    use UnitType::{HC, HI, LG, LI, PH, SK};
    let (fits, help) = match class {
        Class::Plain => (true, ""),
        Class::HA | Class::PR | Class::CO | Class::CE => {
            (kind == LG, "hastati, principes and cohorts are LG")
        }
        Class::TR => (matches!(kind, HI | LG), "triarii are HI"),
        Class::VE => (matches!(kind, LI | SK), "velites are LI"),
        Class::HO => (matches!(kind, HI | PH), "hoplites are HI"),
        Class::SC => (kind == LI, "artillery is LI"),
        Class::CAT => (kind == HC, "cataphracts are HC"),
    };
    (!fits).then_some(help)
}
