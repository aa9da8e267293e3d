//! Lets two sensible bots fight one battle and prints the field at the end of every turn, with what each
//! side has lost.
//!
//!     cargo run --release --example watch -- spqr/cannae-216bc 7
//!
//! The number is the seed; a third word is a folder like `scenarios/`. With `TESS_SHEETS` set it prints the
//! sheets, too.

use std::collections::BTreeMap;
use std::sync::Arc;

use tesserarius::bot::skirmish::play;
use tesserarius::bot::{legion, sensible};
use tesserarius::effects::Entry;
use tesserarius::game::Playable;
use tesserarius::gboh::position::Place;
use tesserarius::gboh::{Gboh, Position, Side};
use tesserarius::legion::{self as miniatures, Legion};
use tesserarius::report::overview;
use tesserarius::scenario::{Family, Library};
use tesserarius::steward::Agent;

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "spqr/cannae-216bc".to_owned());
    let seed: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let library = args.next().map_or_else(Library::embedded, Library::with_dir);
    let outcome = library.family(&name).and_then(|family| match family {
        Family::Gboh => library.load(&name).map(|loaded| {
            let agents = [2 * seed, 2 * seed + 1].map(|s| Box::new(sensible(s)) as Box<dyn Agent<_>>);
            watch::<Gboh>(Position::new(Arc::clone(&loaded.setup)), agents, seed, show);
        }),
        Family::Legion => library.load_legion(&name).map(|loaded| {
            let agents = [2 * seed, 2 * seed + 1].map(|s| Box::new(legion::sensible(s)) as Box<dyn Agent<_>>);
            watch::<Legion>(miniatures::Position::new(Arc::clone(&loaded.setup)), agents, seed, show_table);
        }),
    });
    if let Err(faults) = outcome {
        faults.iter().for_each(|fault| eprintln!("{fault}"));
        std::process::exit(1);
    }
}

/// Fights the battle and shows the field at the end of every turn; with `TESS_SHEETS` in the environment
/// every sheet, too.
fn watch<G: Playable>(
    begun: G::Position,
    [mut first, mut second]: [Box<dyn Agent<G::Position>>; 2],
    seed: u64,
    show: fn(&G::Position),
) where
    G::Position: Clone,
    G::Happening: std::fmt::Debug,
{
    show(&begun);
    let verbose = std::env::var_os("TESS_SHEETS").is_some();
    let mut last = begun.clone();
    let mut watcher = |sheet: &str, run: &tesserarius::table::Run<G>| {
        if verbose {
            println!("--\n{sheet}-- {:?}", run.halt);
            for entry in &run.record {
                if let Entry::Happened(happening) = entry {
                    println!("   {happening:?}");
                }
            }
        }
        if G::turn(&run.position) != G::turn(&last) {
            show(&last);
        }
        last = run.position.clone();
    };
    let fought = play::<G>(begun, [first.as_mut(), second.as_mut()], seed, 30, Some(&mut watcher));
    show(&fought.position);
    println!("{:?} {:?}", fought.ending, fought.stuck);
}

/// The table, and what is left of each unit.
fn show_table(position: &miniatures::Position) {
    println!("End of turn {}\n{}", position.turn, tesserarius::report::legion::rosters(position));
    println!("{}", tesserarius::report::legion::overview(position));
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
