//! An order sheet of any text, read and carried out as far as the first die. The first line is a number that
//! says for which side of which battle it is; what follows is the sheet, and standing orders too.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use tesserarius::bot::{Duel, legion, sensible};
use tesserarius::game::{Agent, AnyPosition as _, Offered, Playable};
use tesserarius::gboh::{self, Gboh};
use tesserarius::ledger::Mode;
use tesserarius::legion::{Legion, Position};
use tesserarius::scenario::Library;

/// How far the battles have gone in which sheets are tried: at their beginning and in their middle.
const GONE: [u64; 2] = [0, 60];

struct Field {
    gboh: Vec<Duel<Gboh>>,
    legion: Vec<Duel<Legion>>,
}

thread_local! {
    static FIELD: RefCell<Field> = RefCell::new(set());
}

fn set() -> Field {
    let library = Library::embedded();
    let mut field = Field { gboh: Vec::new(), legion: Vec::new() };
    for gone in GONE {
        for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
            let loaded = library.load(scenario).expect("a skirmish");
            let mut duel = Duel::begin(&loaded, Mode::Umpire, 1).expect("a battle");
            let mut bots: [Box<dyn Agent<gboh::Position>>; 2] =
                [Box::new(sensible(1)), Box::new(sensible(2))];
            duel.fight(&mut bots, 30, gone).expect("fought");
            field.gboh.push(duel);
        }
        let loaded = library.load_legion("legion/skirmish").expect("a skirmish");
        let offered = Offered::from(&loaded);
        let mut duel = Duel::of(&offered, Position::new(loaded.setup), Mode::Umpire, 1).expect("a battle");
        let mut bots: [Box<dyn Agent<Position>>; 2] =
            [Box::new(legion::sensible(1)), Box::new(legion::sensible(2))];
        duel.fight(&mut bots, 30, gone).expect("fought");
        field.legion.push(duel);
    }
    field
}

fn try_sheet<G: Playable>(duel: &Duel<G>, side: usize, sheet: &str) {
    let role = duel.ledger.sides().nth(side % 2).expect("a side").clone();
    let position = duel.table.position();
    if let Err(complaints) = G::read(position, role.as_str(), sheet) {
        assert!(!complaints.is_empty(), "refused without a reason");
        for complaint in complaints {
            let _ = complaint.to_string();
        }
    }
    let _ = duel.vault(&role).orders(position, sheet, None);
    let _ = position.standing_sheet(role.as_str(), sheet);
    let _ = position.prepared(role.as_str(), sheet);
}

// the battles are set up before any input, which has its time limit for itself
fuzz_target!(init: FIELD.with_borrow(|_| ()), |data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Some((number, sheet)) = text.split_once('\n') else { return };
    let Ok(number) = number.trim().parse::<usize>() else { return };
    FIELD.with_borrow(|field| {
        let (side, which) = (number % 2, number / 2 % (field.gboh.len() + field.legion.len()));
        match which.checked_sub(field.gboh.len()) {
            None => try_sheet(&field.gboh[which], side, sheet),
            Some(which) => try_sheet(&field.legion[which], side, sheet),
        }
    });
});
