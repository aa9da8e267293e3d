//! The position of a case: its own field or a scenario's, then anything a position can hold.

use std::sync::Arc;

use super::army::{champion, line_spec, option, remove};
use super::ground::{ground, hexside, retreat};
use super::leader::leader;
use super::state::arrange;
use super::unit::unit;
use crate::CaseError;
use crate::parse::{Case, Line};
use crate::place::Words;
use tess_gboh::field::{Edge, Field};
use tess_gboh::known::Known;
use tess_gboh::piece::BySide;
use tess_gboh::position::Position;
use tess_gboh::setup::{Setup, Special};
use tess_gboh::variant::books::needs_year;
use tess_gboh::variant::{Variant, Year};
use tess_hex::Facing;

/// What `set` lines change once the pieces stand: unit or leader, and the words after it.
type Later = Vec<(Line, usize)>;

/// Builds the position of a case.
pub(super) fn build(case: &Case, library: &tess_scenario::Library) -> Result<Position, CaseError> {
    let mut later: Later = Vec::new();
    let mut set = base(case, library)?;
    for line in &case.position {
        let mut w = Words::new(line);
        let word = w.need("a word")?.to_ascii_lowercase();
        match word.as_str() {
            "scenario" | "field" | "sides" | "book" => {}
            "north" => set.field.north = w.facing()?,
            "retreat" => retreat(&mut set, &mut w)?,
            "ground" => ground(&mut set, &mut w)?,
            "stream" | "wall" | "road" | "gate" => hexside(&mut set, &word, &mut w)?,
            "unit" => later.push((line.clone(), unit(&mut set, &mut w)?)),
            "leader" => later.push((line.clone(), leader(&mut set, &mut w)?)),
            "remove" => remove(&mut set, &mut w)?,
            "line" => line_spec(&mut set, &mut w)?,
            "option" => option(&mut set, &mut w)?,
            "champion" => champion(&mut set, &mut w)?,
            "withdrawal" => {
                let side = w.side(&set)?;
                set.withdrawal[side] = w.int("a level")?;
            }
            "replacements" => {
                let side = w.side(&set)?;
                set.replacements[side] = w.int("a number")?;
            }
            "set" => later.push((line.clone(), 2)),
            "turn" | "active" | "activation" | "stage" | "marked" | "marker" | "asks" => {
                later.push((line.clone(), 0))
            }
            other => {
                return Err(w.error(
                    format!("`{other}` is no word of a position"),
                    "scenario, field, sides, north, retreat, ground, stream, wall, road, gate, unit, leader, remove, line, \
                     option, champion, withdrawal, replacements, set, marked, marker, asks, turn, active, activation, stage",
                ));
            }
        }
    }
    let mut position = Position::new(Arc::new(set));
    // Whose phase it is says of everybody how it found him, so all must stand before.
    let is_moment = |line: &Line| line.words[0].eq_ignore_ascii_case("active");
    later.sort_by_key(|(line, _)| is_moment(line));
    for (line, skip) in &later {
        arrange(&mut position, line, *skip)?;
    }
    Ok(position)
}

fn base(case: &Case, library: &tess_scenario::Library) -> Result<Setup, CaseError> {
    let find = |word: &str| case.position.iter().find(|l| l.words[0].eq_ignore_ascii_case(word));
    if let Some(line) = find("scenario") {
        let mut w = Words::new(line);
        w.next();
        let name = w.need("a scenario's name")?;
        w.done()?;
        let loaded = library.load(name).map_err(|errors| {
            let first = errors.first().map_or_else(String::new, ToString::to_string);
            w.error(format!("the scenario {name} does not load: {first}"), "see `tess scenarios`")
        })?;
        return Ok((*loaded.setup).clone());
    }
    let variant = variant(find("book"), library)?;
    let (mut cols, mut rows) = ((10, 40), (1, 30));
    if let Some(line) = find("field") {
        let mut w = Words::new(line);
        w.next();
        cols = range(&mut w)?;
        rows = range(&mut w)?;
    }
    let mut sides = BySide(["rome".to_owned(), "carthage".to_owned()]);
    if let Some(line) = find("sides") {
        let mut w = Words::new(line);
        w.next();
        sides = BySide([
            w.need("the first side")?.to_ascii_lowercase(),
            w.need("the second side")?.to_ascii_lowercase(),
        ]);
    }
    let pursuit = variant.choices.shock.pursuit_standard;
    Ok(Setup {
        sequels: tess_gboh::play::SEQUELS,
        name: "case".into(),
        title: case.title.clone(),
        sides,
        withdrawal: BySide([1000, 1000]),
        replacements: BySide([1, 1]),
        field: Field::clear(cols, rows, Facing::NE, BySide([Edge::West, Edge::East])),
        units: Vec::new(),
        leaders: Vec::new(),
        lines: Vec::new(),
        special: Special { pursuit, first_turn_lines: true, ..Special::default() },
        variant,
        roster: Known::default(),
    })
}

/// `book spqr`, `book alexander 331 BC`; without a year a battle in Alexander's time.
fn variant(line: Option<&Line>, library: &tess_scenario::Library) -> Result<Variant, CaseError> {
    let Some(line) = line else { return load(library, "spqr", None, 1) };
    let mut w = Words::new(line);
    w.next();
    let book = w.need("a book")?;
    let year = match w.next() {
        None => needs_year(book).then_some(Year::bc(331)),
        Some(number) => {
            let text = format!("{number} {}", w.next().unwrap_or(""));
            let year = text.parse::<Year>();
            Some(year.map_err(|()| w.error(format!("`{text}` is no year"), "write `book alexander 331 BC`"))?)
        }
    };
    w.done()?;
    load(library, book, year, line.number)
}

fn load(
    library: &tess_scenario::Library,
    book: &str,
    year: Option<Year>,
    line: u32,
) -> Result<Variant, CaseError> {
    library.variant(book, year).map_err(|errors| {
        let first = errors.first().map_or_else(String::new, ToString::to_string);
        CaseError::new(line, format!("the charts of {book} do not load: {first}"), "write `book spqr`")
    })
}

fn range(w: &mut Words<'_>) -> Result<(u8, u8), CaseError> {
    let word = w.need("a range")?;
    let parsed = word.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match parsed {
        Some((a, b)) if a <= b && b < 100 => Ok((a, b)),
        _ => {
            Err(w
                .error(format!("`{word}` is no range"), "write columns and rows, such as `field 10-40 1-30`"))
        }
    }
}
