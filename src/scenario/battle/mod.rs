//! A scenario file, part by part; the parts are described in `docs/scenario-format.md`.

mod army;
mod leaders;
mod lines;
mod map;
mod part;
mod placing;
mod sides;
mod special;

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::files::{Hashes, Library, sha256};
use super::read::{About, Block, Fault, hint};
use tess_gboh::Setup;
use tess_gboh::known::Known;
use tess_gboh::piece::{BySide, LeaderSpec, Rank, Side, UnitSpec};
use tess_gboh::setup::Special;
use tess_gboh::variant::Variant;
use tess_gboh::variant::books::{BOOKS, choices, needs_year};

/// A loaded scenario. Hashes are SHA-256 of the files' exact bytes, 64 lower-case hex digits.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The battle as set up.
    pub setup: Arc<Setup>,
    /// Name and hash of the scenario file.
    pub scenario: (String, String),
    /// Names (`spqr/clash`) and hashes of the seven chart files, in the order of their names.
    pub charts: Hashes,
    /// Every optional rule and whether it is on.
    pub options: BTreeMap<String, bool>,
    /// When and from which sources, for people.
    pub about: About,
}

impl Library {
    /// Loads a scenario with the optional rules as the file has them.
    ///
    /// # Errors
    /// All faults of the scenario file, or of its charts when those are bad.
    pub fn load(&self, name: &str) -> Result<Loaded, Vec<Fault>> {
        self.load_with(name, &BTreeMap::new())
    }

    /// Loads a scenario with optional rules switched on or off: `engaged`, `elephant-command`.
    ///
    /// # Errors
    /// As [`Library::load`]; an option that no book knows is a fault too.
    pub fn load_with(&self, name: &str, options: &BTreeMap<String, bool>) -> Result<Loaded, Vec<Fault>> {
        let (file, text) = self.source(name)?;
        read(self, name, &file, &text, options)
    }
}

/// Reads a scenario: all its faults, or the battle.
pub(super) fn read(
    library: &Library,
    name: &str,
    file: &str,
    text: &str,
    options: &BTreeMap<String, bool>,
) -> Result<Loaded, Vec<Fault>> {
    Block::file(file, text, |root, more| {
        let loaded = whole(library, name, text, root, options, more);
        root.close();
        loaded
    })
}

/// The book that a scenario names, as far as its text can be read.
pub(super) fn book(text: &str) -> Option<String> {
    let (root, _) = DeTable::parse_recoverable(text);
    let DeValue::Table(head) = root.get_ref().get("scenario")?.get_ref() else { return None };
    Some(head.get("book")?.get_ref().as_str()?.to_owned())
}

fn whole(
    library: &Library,
    name: &str,
    text: &str,
    root: &Block<'_>,
    options: &BTreeMap<String, bool>,
    more: &mut Vec<Fault>,
) -> Option<Loaded> {
    let head = head(library, root, more);
    let Some(sides) = sides::read(root) else {
        // Without the names of the sides all that follows would be wrong for one reason.
        root.others();
        return None;
    };
    let names = BySide(Side::BOTH.map(|s| sides[s].name.clone()));
    let field = map::read(root, &sides, head.as_ref().map(|h| &h.variant.charts.movement));
    let army = army::read(root, &names, head.as_ref().map(|h| &h.variant.charts.missile));
    let men = leaders::read(root, &names, &army);
    let lines = lines::read(root, &names, &army, &men);
    let pursuit = head.as_ref().is_none_or(|h| h.variant.choices.shock.pursuit_standard);
    let triarii = head.as_ref().is_none_or(|h| h.variant.choices.movement.triarii_doctrine);
    let book = special::Book { name: head.as_ref().map(|h| h.variant.book.as_str()), pursuit, triarii };
    let (mut special, options) = special::read(root, &names, &army, options, &book, more);
    leaders::check_contingents(root, &men, special.macedonian, &names);
    let (mut head, field) = (head?, field?);
    head.variant.choices.command.personal_combat |= options["personal-combat"];
    if !head.variant.choices.command.wing_contingents {
        for unit in army.units.iter().filter(|u| u.spec.macedonian) {
            let message = format!("{}: no rule of this book speaks of Macedonians", unit.spec.code);
            root.page.refuse(unit.at.clone(), message, "leave `macedonian` out");
        }
    }
    placing::check(root.page, &field, &head.variant.charts, &army, &men);
    let [Some(first), Some(second)] = Side::BOTH.map(|s| sides[s].withdrawal) else { return None };
    let mut units: Vec<UnitSpec> = army.units.into_iter().map(|u| u.spec).collect();
    for (leader, unit, elephant) in men.elephants(units.len()) {
        special.leader_elephants.push((leader, unit));
        units.push(elephant);
    }
    let setup = Setup {
        sequels: tess_gboh::play::SEQUELS,
        name: name.to_owned(),
        title: head.title,
        sides: names,
        withdrawal: BySide([first, second]),
        replacements: BySide(Side::BOTH.map(|s| men.replacements(s))),
        field,
        units,
        leaders: men.leaders.into_iter().map(|l| present(l.spec, &special)).collect(),
        lines,
        special,
        variant: head.variant,
        roster: Known::default(),
    };
    Some(Loaded {
        setup: Arc::new(setup),
        scenario: (name.to_owned(), sha256(text)),
        charts: head.charts,
        options,
        about: About {
            sides: Side::BOTH.map(|s| sides[s].title.clone().unwrap_or_default()),
            date: head.date,
            sources: head.sources,
        },
    })
}

/// **alexander 5.6.** Contingent commanders of Macedon are on the map only when the option is played.
fn present(leader: LeaderSpec, special: &Special) -> LeaderSpec {
    let absent = leader.rank == Rank::MacedonianContingent && !special.contingent_commanders;
    LeaderSpec { start: leader.start.filter(|_| !absent), ..leader }
}

/// `[scenario]`.
struct Head {
    title: String,
    date: String,
    sources: Vec<String>,
    variant: Variant,
    charts: Hashes,
}

fn head(library: &Library, root: &Block<'_>, more: &mut Vec<Fault>) -> Option<Head> {
    let block = root.table("scenario")?;
    let title = block.text("title", "The Bagradas Plains");
    let date = block.text("date", "255 BC");
    let book = block.need("book", "\"spqr\"").and_then(|v| {
        let book = v.text()?;
        if !BOOKS.contains(&book) {
            v.refuse(format!("no book `{book}`"), hint(book, BOOKS));
            return None;
        }
        let year = block.may("year");
        if needs_year(book) && year.is_none() {
            v.refuse("this book's rules depend on the year", "write `year = \"331 BC\"`");
        }
        let year = match year {
            Some(y) => Some(
                y.text()?
                    .parse()
                    .or_else(|()| y.wrong("this is no year", "write \"331 BC\"").ok_or(()))
                    .ok()?,
            ),
            None => None,
        };
        Some((book, choices(book, year)?))
    });
    let charts = block.need("charts", "\"spqr\"").and_then(|v| {
        let set = v.text()?;
        let sets = library.chart_sets();
        if !sets.iter().any(|s| s == set) {
            v.refuse(format!("no chart set `{set}`"), hint(set, sets.iter().map(String::as_str)));
            return None;
        }
        library.charts(set).map_err(|faults| more.extend(faults)).ok()
    });
    let sources: Option<Vec<String>> = block
        .need("sources", "[\"Polybius 1.33-34\"]")
        .and_then(|v| v.list()?.iter().map(|s| s.text().map(str::to_owned)).collect());
    block.close();
    let ((book, choices), (charts, hashes)) = (book?, charts?);
    Some(Head {
        title: title?.to_owned(),
        date: date?.to_owned(),
        sources: sources?,
        variant: Variant::new(book, charts, choices),
        charts: hashes,
    })
}
