//! Great Battles of History at a seat.

use std::sync::Arc;

use super::{Beat, Bulletin, Offered, Staged, StewardError};
use tess_effects::Question;
use tess_gboh::command::marker;
use tess_gboh::events::{CommandEvent, Happening};
use tess_gboh::piece::BySide;
use tess_gboh::rout::rout_points;
use tess_gboh::{Gboh, Position, Side};
use tess_ledger::{Genesis, Setting};
use tess_orders::Sealed;
use tess_orders::standing::Ready;
use tess_report::{self as report, Context};
use tess_scenario::{Fault, Library, Loaded};

impl Staged for Gboh {
    const HIDDEN: &'static [&'static str] = &[marker::YES, marker::NO];

    fn seal_up(sheet: &str) -> Result<Sealed, String> {
        tess_gboh::read::seal_up(sheet)
    }

    fn standing_sheet(position: &Position, side: &str, orders: &str) -> Result<Option<String>, String> {
        tess_gboh::play::standing::markers(position, side, orders)
    }

    fn offered(library: &Library, scenario: &str) -> Result<Offered, StewardError> {
        library.load(scenario).map(|loaded| Offered::from(&loaded)).map_err(|f| faulty(&f))
    }

    fn set_up(genesis: &Genesis, library: &Library) -> Result<Position, StewardError> {
        let mut options = std::collections::BTreeMap::new();
        for (name, setting) in &genesis.options {
            let Setting::Switch(on) = setting else {
                return Err(StewardError::refused(
                    format!("option {name} is no switch"),
                    "write true or false",
                ));
            };
            options.insert(name.clone(), *on);
        }
        let loaded = library.load_with(&genesis.scenario.name, &options).map_err(|f| faulty(&f))?;
        Offered::from(&loaded).check(genesis)?;
        Ok(Position::new(Arc::clone(&loaded.setup)))
    }

    fn report(b: &Bulletin<'_, Gboh>) -> String {
        let text = report::report(&Context {
            position: b.position,
            chapters: b.chapters,
            wait: Some(b.wait),
            head: Some(b.ledger.shown_head()),
            links: &b.links(),
            full: b.full,
            viewer: b.position.set.find_side(b.reader.as_str()),
            deadline: b.deadline(),
            points: BySide(Side::BOTH.map(|side| rout_points(b.position, side))),
        });
        report::with_notices(text, b.notices)
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

    fn beat(happening: &Happening) -> Option<Beat> {
        match happening {
            Happening::Command(CommandEvent::Activated { .. }) => Some(Beat::Phase),
            Happening::Command(CommandEvent::TrumpTried { .. }) => Some(Beat::Trump),
            _ => None,
        }
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

/// All faults of a scenario, one below the other.
pub(super) fn faulty(faults: &[Fault]) -> StewardError {
    let all: Vec<String> = faults.iter().map(ToString::to_string).collect();
    StewardError::Scenario(all.join("\n"))
}
