//! Great Battles of History at the door.

mod about;
mod fare;
mod further;
mod legal;
mod map;
mod measure;
mod printed;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::door::beat::Beat;
use super::door::bulletin::Bulletin;
use super::door::error::GameError;
use super::door::example::Knows;
use super::door::fare::{Fare, Listed, Points};
use super::door::legal::{Legal, LegalOrder};
use super::door::measured::Measured;
use super::door::offered::Offered;
use super::door::playable::{Part, Placed, Playable, Shown};
use tess_canon::note::{Document, Note, Schema, Shapes, Unnoted};
use tess_diagnostic::Diagnostic;
use tess_effects::{Question, Setting};
use tess_gboh::events::{CommandEvent, Happening};
use tess_gboh::movement::marker;
use tess_gboh::piece::BySide;
use tess_gboh::position::Place;
use tess_gboh::rout::rout_points;
use tess_gboh::state::notation;
use tess_gboh::written::{KEYWORDS, Sheet};
use tess_gboh::{Gboh, Position, Setup, Side, UnitId, read};
use tess_ledger::Genesis;
use tess_orders::Sealed;
use tess_orders::standing::Ready;
use tess_report::{self as report, Context, Layout};
use tess_scenario::{Family, Fault, Library, Loaded};
use tess_table::ChapterOf;

impl Placed for Position {
    type Game = Gboh;
}

impl Playable for Gboh {
    const FAMILY: Family = Family::Gboh;

    const HIDDEN: &'static [&'static str] = &[marker::YES, marker::NO];

    type Prepared = tess_gboh::written::Prepared;

    fn seal_up(sheet: &str) -> Result<Sealed, String> {
        tess_gboh::read::seal_up(sheet)
    }

    fn standing_sheet(position: &Position, side: &str, orders: &str) -> Result<Option<String>, String> {
        tess_gboh::play::standing::markers(position, side, orders)
    }

    fn offered(library: &Library, scenario: &str) -> Result<Offered, GameError> {
        Ok(Offered::from(&library.load(scenario)?))
    }

    fn set_up(genesis: &Genesis, library: &Library) -> Result<Position, GameError> {
        let loaded = loaded(library, &genesis.scenario.name, &genesis.options)?;
        Offered::from(&loaded).check(genesis)?;
        Ok(Position::new(Arc::clone(&loaded.setup)))
    }

    fn opening(
        library: &Library,
        scenario: &str,
        options: &BTreeMap<String, Setting>,
    ) -> Result<Position, GameError> {
        Ok(Position::new(loaded(library, scenario, options)?.setup))
    }

    fn printed(position: &Position) -> serde_json::Value {
        printed::printed(&position.set)
    }

    fn lost(position: &Position) -> [u32; 2] {
        let gone = |id: &UnitId| position.unit(*id).place == Place::Eliminated;
        let side = |side| move |id: &UnitId| position.set.unit(*id).side == side;
        Side::BOTH.map(|of| position.unit_ids().filter(gone).filter(side(of)).count() as u32)
    }

    fn tale(position: &Position, chapter: &ChapterOf<Gboh>) -> String {
        report::plain(position, std::slice::from_ref(chapter), None)
    }

    const DOCUMENT: &'static Document = &notation::DOCUMENT;

    fn said(_opening: &Position, position: &Position) -> Vec<(String, Note)> {
        notation::said(position)
    }

    fn noted(opening: &Position, said: &[(String, Note)]) -> Result<Position, Unnoted<String>> {
        notation::position(&opening.set, said).map_err(Unnoted::told)
    }

    fn schema() -> (Schema, Shapes) {
        notation::schema()
    }

    fn about(library: &Library, scenario: &str) -> Result<String, Vec<Fault>> {
        about::about(library, scenario)
    }

    fn turn(position: &Position) -> u16 {
        position.turn
    }

    fn stand(position: &Position) -> String {
        let each = Side::BOTH.map(|side| {
            let i = side.index();
            let level = position.set.withdrawal.0[i];
            format!("{} {}/{level}", position.set.sides.0[i], rout_points(position, side))
        });
        format!("rout points {}", each.join(", "))
    }

    fn overview(position: &Position) -> String {
        report::overview(position)
    }

    fn map(position: &Position, part: &Part) -> Result<String, GameError> {
        map::map(position, part)
    }

    fn picture(
        position: &Position,
        part: &Part,
        shown: Shown,
        before: Option<&Position>,
    ) -> Result<String, GameError> {
        map::picture(position, part, shown, before)
    }

    fn measure(position: &Position, from: &str, to: &str) -> Result<Measured, GameError> {
        measure::measure(position, from, to)
    }

    fn legal(position: &Position, side: &str, piece: Option<&str>) -> Result<Legal, GameError> {
        legal::legal(position, side, piece)
    }

    fn further(position: &Position, side: &str, line: &str) -> Vec<LegalOrder> {
        further::further(position, side, line)
    }

    fn diagnose(position: &Position, side: &str, sheet: &str) -> Option<Vec<Diagnostic>> {
        let of = position.set.find_side(side)?;
        let mut complaints = read::text(sheet, position, of).1;
        let knows = Knows {
            sheet,
            keywords: &KEYWORDS,
            reads: &|line| Sheet::parse(line).1.is_empty(),
            legal: &|piece| legal::legal(position, side, piece).ok(),
        };
        knows.fit(&mut complaints);
        Some(complaints)
    }

    fn sentence(position: &Position, happening: &Happening) -> String {
        report::narrate::sentence(&position.set, happening)
    }

    fn page(b: &Bulletin<'_, Gboh>) -> Layout {
        report::page(&Context {
            position: b.position,
            chapters: b.chapters,
            wait: Some(b.wait),
            head: Some(b.ledger.shown_head()),
            links: &b.links(),
            style: b.style,
            viewer: b.position.set.find_side(b.reader.as_str()),
            deadline: b.deadline(),
            points: BySide(Side::BOTH.map(|side| rout_points(b.position, side))),
            notices: b.notices,
        })
    }

    fn headline(position: &Position, chapters: &[ChapterOf<Gboh>], reader: &str) -> Option<String> {
        report::headline(position, chapters, position.set.find_side(reader))
    }

    fn standing_answer(
        position: &Position,
        orders: &str,
        question: &Question,
    ) -> Result<Option<String>, String> {
        tess_gboh::play::standing::answer(position, orders, question)
    }

    fn prepared(position: &Position, side: &str, orders: &str) -> Result<Vec<Ready>, String> {
        tess_gboh::play::prepared::ready(position, side, orders)
    }

    const POINTS: &'static str = "rout points";

    fn listed(position: &Position) -> Vec<Listed> {
        fare::listed(position)
    }

    fn fares(position: &Position, out: &mut Vec<Fare>) {
        fare::fares(position, out);
    }

    fn points(position: &Position) -> [Points; 2] {
        fare::points(position)
    }

    fn next(position: &Position) -> String {
        fare::next(position)
    }

    fn beat(happening: &Happening) -> Option<Beat> {
        match happening {
            Happening::Command(CommandEvent::Activated { .. }) => Some(Beat::Phase),
            Happening::Command(CommandEvent::TrumpTried { .. }) => Some(Beat::Trump),
            _ => None,
        }
    }
}

/// A scenario with these options.
fn loaded(library: &Library, name: &str, options: &BTreeMap<String, Setting>) -> Result<Loaded, GameError> {
    let (mut switches, mut bids) = (BTreeMap::new(), Vec::new());
    for (name, setting) in options {
        match (name.strip_prefix("bid-"), setting) {
            (Some(side), setting) => bids.push((side, setting)),
            (None, Setting::Switch(on)) => {
                switches.insert(name.clone(), *on);
            }
            (None, _) => {
                return Err(GameError::refused(format!("option {name} is no switch"), "write true or false"));
            }
        }
    }
    let mut loaded = library.load_with(name, &switches)?;
    for (side, bid) in bids {
        hold_out(Arc::make_mut(&mut loaded.setup), side, bid)?;
    }
    Ok(loaded)
}

/// So many rout points that the other side has bid for its own side: with so many more this army withdraws
/// later.
fn hold_out(setup: &mut Setup, side: &str, bid: &Setting) -> Result<(), GameError> {
    let sides = setup.sides.0.join(" or bid-");
    let Some(place) = setup.sides.0.iter().position(|name| name == side) else {
        return Err(GameError::refused(format!("bid-{side}: no such side"), format!("write bid-{sides}")));
    };
    match bid {
        Setting::Number(points @ 0..=999) => {
            setup.withdrawal.0[place] += *points as u16;
            Ok(())
        }
        _ => Err(GameError::refused(
            format!("bid-{side} is no number from 0 to 999"),
            format!("write bid-{side}=8"),
        )),
    }
}

impl From<&Loaded> for Offered {
    fn from(loaded: &Loaded) -> Offered {
        Offered {
            book: loaded.setup.variant.book.clone(),
            sides: loaded.setup.sides.0.clone(),
            scenario: loaded.scenario.clone(),
            charts: loaded.charts.clone(),
        }
    }
}
