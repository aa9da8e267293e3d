//! Legion and Empire at a seat.

use std::sync::Arc;

use super::gboh::faulty;
use super::{Beat, Bulletin, Offered, Staged, StewardError};
use tess_effects::{Question, Seal};
use tess_ledger::Genesis;
use tess_legion::cards;
use tess_legion::command::told::CommandEvent;
use tess_legion::written::Line;
use tess_legion::{Happening, Legion, Position};
use tess_orders::Sealed;
use tess_orders::standing::Ready;
use tess_report as report;
use tess_report::legion::Context;
use tess_scenario::{Library, LoadedLegion};

impl Staged for Legion {
    const HIDDEN: &'static [&'static str] = &cards::SECRETS;

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

    fn only_sheet(position: &Position, side: &str) -> Option<String> {
        cards::only_sheet(position, side)
    }

    fn offered(library: &Library, scenario: &str) -> Result<Offered, StewardError> {
        library.load_legion(scenario).map(|loaded| Offered::from(&loaded)).map_err(|f| faulty(&f))
    }

    fn set_up(genesis: &Genesis, library: &Library) -> Result<Position, StewardError> {
        let loaded =
            library.load_legion_with(&genesis.scenario.name, &genesis.options).map_err(|f| faulty(&f))?;
        Offered::from(&loaded).check(genesis)?;
        Ok(Position::new(Arc::clone(&loaded.setup)))
    }

    fn report(b: &Bulletin<'_, Legion>) -> String {
        let text = report::legion::report(&Context {
            position: b.position,
            chapters: b.chapters,
            wait: Some(b.wait),
            head: Some(b.ledger.shown_head()),
            links: &b.links(),
            full: b.full,
            viewer: b.position.set.find_side(b.reader.as_str()),
            deadline: b.deadline(),
        });
        report::with_notices(text, b.notices)
    }

    fn standing_answer(
        position: &Position,
        orders: &str,
        question: &Question,
    ) -> Result<Option<String>, String> {
        tess_legion::standing::answer(position, orders, question)
    }

    fn prepared(_position: &Position, _side: &str, orders: &str) -> Result<Vec<Ready>, String> {
        tess_legion::standing::no_sheets(orders).map(|()| Vec::new())
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
