//! Lets two sensible bots fight one battle and prints the field at the end of every turn, with what each side has lost.
//!
//!     cargo run --release --example watch -- spqr/cannae-216bc 7
//!
//! The number is the seed; a third word is a folder like `scenarios/`.

use std::collections::BTreeMap;

use tesserarius::bot::sensible;
use tesserarius::bot::skirmish::fight_watched;
use tesserarius::gboh::position::Place;
use tesserarius::gboh::{Position, Side};
use tesserarius::report::overview;
use tesserarius::scenario::Library;

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "spqr/cannae-216bc".to_owned());
    let seed: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let library = args.next().map_or_else(Library::embedded, Library::with_dir);
    let loaded = match library.load(&name) {
        Ok(loaded) => loaded,
        Err(faults) => {
            faults.iter().for_each(|fault| eprintln!("{fault}"));
            std::process::exit(1);
        }
    };
    let mut last = Position::new(std::sync::Arc::clone(&loaded.setup));
    let (mut first, mut second) = (sensible(2 * seed), sensible(2 * seed + 1));
    show(&last);
    let verbose = std::env::var_os("TESS_SHEETS").is_some();
    let fought = fight_watched(&loaded.setup, [&mut first, &mut second], seed, 30, |sheet, run| {
        if run.position.turn != last.turn {
            show(&last);
        }
        if verbose {
            println!("--\n{sheet}-- {:?}", run.halt);
        }
        last = run.position.clone();
    });
    show(&fought.position);
    println!("{:?} {:?}", fought.ending, fought.stuck);
}

fn show(position: &Position) {
    println!("End of turn {}", position.turn);
    for side in Side::BOTH {
        let mut told: BTreeMap<&str, [u32; 4]> = BTreeMap::new();
        for unit in position.unit_ids().filter(|&u| position.spec(u).side == side) {
            let count = told.entry(position.spec(unit).kind.letters()).or_default();
            count[0] += 1;
            match position.unit(unit).place {
                Place::Field { .. } if position.is_routed(unit) => count[1] += 1,
                Place::Eliminated => count[2] += 1,
                _ => {}
            }
            count[3] += u32::from(position.hits(unit) > 0);
        }
        println!(
            "  {}: {} rout points of {}",
            position.set.sides[side],
            tesserarius::gboh::rout::rout_points(position, side),
            position.set.withdrawal[side]
        );
        for (kind, [all, routed, gone, worn]) in told {
            println!("    {kind:4} {all:3}: {routed} routed, {gone} gone, {worn} worn");
        }
    }
    println!("{}", overview(position));
}
