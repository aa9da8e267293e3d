//! Lets two sensible bots fight a scenario many times and prints who won, and how long it took.
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
    let (mut won, mut drawn, mut open) = ([0_u64; 2], 0_u64, 0_u64);
    let (mut turns, mut actions, mut questions) = (Vec::new(), 0, 0);
    let (mut phases, mut trumps) = (0_u64, 0_u64);
    for seed in 0..count {
        let (mut first, mut second) = (sensible(2 * seed), sensible(2 * seed + 1));
        let set = Arc::clone(&loaded.setup);
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
            eprintln!("seed {seed}: stuck in turn {}: {why}", fought.position.turn);
        }
        match fought.ending.as_ref().map(|e| e.winner.clone()) {
            Some(Some(winner)) => won[usize::from(winner == sides[1])] += 1,
            Some(None) => drawn += 1,
            None => open += 1,
        }
        turns.push(fought.position.turn);
        actions += fought.actions;
        questions += fought.questions;
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
    turns.sort_unstable();
    println!("{name}: {count} battles between sensible bots");
    println!(
        "  {} won {}, {} won {}, {drawn} drawn, {open} not ended by turn 30",
        sides[0], won[0], sides[1], won[1]
    );
    if let (Some(low), Some(high)) = (turns.first(), turns.last()) {
        println!("  turns: {low} to {high}, median {}", turns[turns.len() / 2]);
    }
    println!(
        "  a battle: {} sheets, {} questions",
        actions as u64 / count.max(1),
        questions as u64 / count.max(1)
    );
    println!(
        "  with standing orders in the umpire's hands: {} mails with orders, for {} orders phases and {} trumps",
        actions as u64 / count.max(1),
        phases / count.max(1),
        trumps / count.max(1)
    );
}
