//! Legion and Empire at the door.

mod about;
mod fare;
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
use tess_effects::{Question, Seal, Setting};
use tess_ledger::Genesis;
use tess_legion::cards;
use tess_legion::events::command::CommandEvent;
use tess_legion::legal::idle_rally;
use tess_legion::state::Place;
use tess_legion::state::notation;
use tess_legion::written::{KEYWORDS, Line, Sheet, Unprepared};
use tess_legion::{Happening, Legion, Position, Side, UnitId, read};
use tess_orders::Sealed;
use tess_orders::standing::Ready;
use tess_report::legion::Context;
use tess_report::{self as report, Layout};
use tess_scenario::{Family, Fault, Library, LoadedLegion};
use tess_table::ChapterOf;

impl Placed for Position {
    type Game = Legion;
}

impl Playable for Legion {
    const FAMILY: Family = Family::Legion;

    const HIDDEN: &'static [&'static str] = &cards::SECRETS;

    type Prepared = Unprepared;

    fn seal_up(sheet: &str) -> Result<Sealed, String> {
        tess_legion::read::seal_up(sheet)
    }

    fn to_show(
        position: &Position,
        side: &str,
        lines: &[Line],
        known: &dyn Fn(Seal) -> Option<String>,
    ) -> Result<Vec<Seal>, String> {
        cards::to_show(position, side, lines, known)
    }

    fn confide(position: &mut Position, side: &str, known: &dyn Fn(Seal) -> Option<String>) {
        cards::confide(position, side, known);
    }

    fn borne_out(position: &Position, opened: &dyn Fn(Seal) -> Option<String>) -> Result<(), String> {
        cards::borne_out(position, opened)
    }

    fn may_seal(position: &Position, side: &str, sheet: &str) -> Result<(), String> {
        cards::may_seal(position, side, sheet)
    }

    fn only_sheet(position: &Position, side: &str) -> Option<String> {
        cards::only_sheet(position, side).or_else(|| idle_rally(position, side))
    }

    fn offered(library: &Library, scenario: &str) -> Result<Offered, GameError> {
        Ok(Offered::from(&library.load_legion(scenario)?))
    }

    fn set_up(genesis: &Genesis, library: &Library) -> Result<Position, GameError> {
        let loaded = library.load_legion_with(&genesis.scenario.name, &genesis.options)?;
        Offered::from(&loaded).check(genesis)?;
        Ok(Position::new(Arc::clone(&loaded.setup)))
    }

    fn opening(
        library: &Library,
        scenario: &str,
        options: &BTreeMap<String, Setting>,
    ) -> Result<Position, GameError> {
        Ok(Position::new(library.load_legion_with(scenario, options)?.setup))
    }

    fn printed(position: &Position) -> serde_json::Value {
        printed::printed(position)
    }

    fn lost(position: &Position) -> [u32; 2] {
        let gone = |id: &UnitId| position.unit(*id).place == Place::Gone;
        let side = |side| move |id: &UnitId| position.side(*id) == side;
        Side::BOTH.map(|of| position.unit_ids().filter(gone).filter(side(of)).count() as u32)
    }

    fn tale(position: &Position, chapter: &ChapterOf<Legion>) -> String {
        report::legion::plain(position, std::slice::from_ref(chapter), None)
    }

    const DOCUMENT: &'static Document = &notation::DOCUMENT;

    fn said(opening: &Position, position: &Position) -> Vec<(String, Note)> {
        notation::said(&opening.set, position)
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
            let units = position.unit_ids().filter(|&u| position.side(u) == side);
            let (there, all) = units
                .fold((0, 0), |(there, all), u| (there + u16::from(position.stance(u).is_some()), all + 1));
            format!("{} {there}/{all}", position.set.sides[side])
        });
        format!("units on the table {}", each.join(", "))
    }

    fn overview(position: &Position) -> String {
        report::legion::overview(position)
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
        legal::further(position, side, line)
    }

    fn diagnose(position: &Position, side: &str, sheet: &str) -> Option<Vec<Diagnostic>> {
        let of = position.set.find_side(side)?;
        let (written, mut complaints) = Sheet::parse(sheet);
        complaints.extend(read::unknown(position, of, &written));
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
        report::legion::narrate::sentence(position, happening)
    }

    fn page(b: &Bulletin<'_, Legion>) -> Layout {
        report::legion::page(&Context {
            position: b.position,
            chapters: b.chapters,
            wait: Some(b.wait),
            head: Some(b.ledger.shown_head()),
            links: &b.links(),
            style: b.style,
            viewer: b.position.set.find_side(b.reader.as_str()),
            deadline: b.deadline(),
            notices: b.notices,
        })
    }

    fn headline(position: &Position, chapters: &[ChapterOf<Legion>], reader: &str) -> Option<String> {
        report::legion::headline(position, chapters, position.set.find_side(reader))
    }

    fn standing_answer(
        position: &Position,
        orders: &str,
        question: &Question,
    ) -> Result<Option<String>, String> {
        tess_legion::play::answer(position, orders, question)
    }

    fn prepared(_position: &Position, _side: &str, orders: &str) -> Result<Vec<Ready>, String> {
        tess_legion::play::no_sheets(orders).map(|()| Vec::new())
    }

    const POINTS: &'static str = "victory points";

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
            Happening::Command(CommandEvent::Acts(_)) => Some(Beat::Phase),
            _ => None,
        }
    }
}

impl From<&LoadedLegion> for Offered {
    fn from(loaded: &LoadedLegion) -> Offered {
        Offered {
            book: "legion".to_owned(),
            sides: loaded.setup.sides.0.clone(),
            scenario: loaded.scenario.clone(),
            charts: loaded.lists.clone(),
        }
    }
}
