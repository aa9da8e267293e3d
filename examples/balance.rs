//! Lets two sensible bots fight a scenario many times and prints who won, how long it took and how many mails, as the
//! pages in `docs/scenarios` have it.
//!
//!     cargo run --release --example balance -- spqr/bagradas-255bc 100
//!
//! A third word is a folder like `scenarios/` whose files stand before those in the program.

use std::sync::Arc;

use tesserarius::bot::sensible;
use tesserarius::bot::skirmish::fight_watched;
use tesserarius::effects::Entry;
use tesserarius::gboh::Gboh;
use tesserarius::scenario::Library;
use tesserarius::steward::{Beat, Staged as _};

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "spqr/bagradas-255bc".to_owned());
    let count: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let library = args.next().map_or_else(Library::embedded, Library::with_dir);
    let loaded = match library.load(&name) {
        Ok(loaded) => loaded,
        Err(faults) => {
            for fault in faults {
                eprintln!("{fault}");
            }
            std::process::exit(1);
        }
    };
    let sides = loaded.setup.sides.0.clone();
    let (mut won, mut drawn, mut open, mut stuck) = ([0_u64; 2], 0_u64, 0_u64, 0_u64);
    let mut counts: [Vec<u64>; 5] = Default::default();
    for seed in 0..count {
        let (mut first, mut second) = (sensible(2 * seed), sensible(2 * seed + 1));
        let set = Arc::clone(&loaded.setup);
        let (mut phases, mut trumps) = (0, 0);
        let fought = fight_watched(&set, [&mut first, &mut second], seed, 30, |_, run| {
            for told in &run.record {
                if let Entry::Happened(happening) = told {
                    match Gboh::beat(happening) {
                        Some(Beat::Phase) => phases += 1,
                        Some(Beat::Trump) => trumps += 1,
                        None => {}
                    }
                }
            }
        });
        if let Some(why) = &fought.stuck {
            stuck += 1;
            eprintln!("seed {seed}: stuck in turn {}: {why}", fought.position.turn);
        }
        match fought.ending.as_ref().map(|e| e.winner.clone()) {
            Some(Some(winner)) => won[usize::from(winner == sides[1])] += 1,
            Some(None) => drawn += 1,
            None => open += 1,
        }
        let (sheets, questions) = (fought.actions as u64, fought.questions as u64);
        let of_this = [fought.position.turn.into(), phases, trumps, sheets, sheets + questions];
        counts.iter_mut().zip(of_this).for_each(|(all, one)| all.push(one));
        if (seed + 1) % 10 == 0 {
            eprintln!(
                "{} of {count}: {} {}, {} {}, {drawn} drawn",
                seed + 1,
                sides[0],
                won[0],
                sides[1],
                won[1]
            );
        }
    }
    println!(
        "{count} battles between two equal sensible bots (`cargo run --release --example balance -- {name} {count}`):"
    );
    println!(
        "{} won {}, {} won {}, {drawn} drawn, {open} not ended by turn 30, {stuck} of these stuck.",
        capital(&sides[0]),
        won[0],
        capital(&sides[1]),
        won[1]
    );
    println!("\n| a battle | least | 10% | median | 90% | most |\n| --- | --- | --- | --- | --- | --- |");
    for (what, mut all) in ROWS.into_iter().zip(counts) {
        all.sort_unstable();
        println!("| {what} | {} |", [0, 10, 50, 90, 100].map(|p| percentile(&all, p)).join(" | "));
    }
}

/// What is counted. Each sheet is a mail; where nobody has given standing orders, each answer is one, too.
const ROWS: [&str; 5] = [
    "turns",
    "orders phases",
    "attempts to trump",
    "mails, questions answered by standing orders",
    "mails, every question answered by hand",
];

/// The smallest of sorted numbers that so many in a hundred do not exceed.
fn percentile(sorted: &[u64], per_cent: usize) -> String {
    let place = (sorted.len() * per_cent).div_ceil(100).saturating_sub(1);
    sorted.get(place).map_or_else(|| "-".to_owned(), ToString::to_string)
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |c| c.to_ascii_uppercase().to_string() + letters.as_str())
}
