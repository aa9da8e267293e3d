//! Lets two sensible bots fight a scenario many times and prints who won, how long it took and how many
//! mails, as the pages in `docs/scenarios` have it.
//!
//!     cargo run --release --example balance -- spqr/bagradas-255bc 100
//!
//! A third word is a folder like `scenarios/` whose files stand before those in the program.

use std::sync::Arc;

use tesserarius::bot::skirmish::{Fought, play};
use tesserarius::bot::{legion, sensible};
use tesserarius::effects::Entry;
use tesserarius::game::{Agent, Beat, Playable};
use tesserarius::gboh::{self, Gboh};
use tesserarius::legion::{self as miniatures, Legion};
use tesserarius::scenario::{Family, Library};

/// Turns after which a battle counts as not ended.
const TURNS: u16 = 30;

fn main() {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "spqr/bagradas-255bc".to_owned());
    let count: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let library = args.next().map_or_else(Library::embedded, Library::with_dir);
    let outcome = library.family(&name).and_then(|family| match family {
        Family::Gboh => library.load(&name).map(|loaded| {
            let begun = gboh::Position::new(Arc::clone(&loaded.setup));
            measure::<Gboh>(&name, count, &begun, |seed| Box::new(sensible(seed)));
        }),
        Family::Legion => library.load_legion(&name).map(|loaded| {
            let begun = miniatures::Position::new(Arc::clone(&loaded.setup));
            measure::<Legion>(&name, count, &begun, |seed| Box::new(legion::sensible(seed)));
        }),
    });
    if let Err(faults) = outcome {
        for fault in faults {
            eprintln!("{fault}");
        }
        std::process::exit(1);
    }
}

type Player<G> = fn(u64) -> Box<dyn Agent<<G as tesserarius::effects::Game>::Position>>;

/// Fights so many battles from this position and prints what came of them.
fn measure<G: Playable>(name: &str, count: u64, begun: &G::Position, player: Player<G>)
where
    G::Position: Clone,
{
    let sides = G::sides(begun);
    let (mut won, mut drawn, mut open, mut stuck) = ([0_u64; 2], 0_u64, 0_u64, 0_u64);
    let mut counts: [Vec<u64>; 5] = Default::default();
    for seed in 0..count {
        let (fought, [phases, trumps]) = battle::<G>(begun.clone(), player, seed);
        let turn = G::turn(&fought.position);
        if let Some(why) = &fought.stuck {
            stuck += 1;
            eprintln!("seed {seed}: stuck in turn {turn}: {why}");
        }
        let ending = fought.ending.as_ref();
        let text = ending.map_or_else(|| "not ended".to_owned(), |e| e.text.clone());
        eprintln!("seed {seed}: turn {turn}: {text}");
        match ending.map(|e| e.winner.clone()) {
            Some(Some(winner)) => won[usize::from(winner == sides[1])] += 1,
            Some(None) => drawn += 1,
            None => open += 1,
        }
        let (sheets, questions) = (u64::from(fought.actions), u64::from(fought.questions));
        let of_this = [turn.into(), phases, trumps, sheets, sheets + questions];
        counts.iter_mut().zip(of_this).for_each(|(all, one)| all.push(one));
        if (seed + 1) % 10 == 0 {
            let so_far = format!("{} {}, {} {}", sides[0], won[0], sides[1], won[1]);
            eprintln!("{} of {count}: {so_far}, {drawn} drawn", seed + 1);
        }
    }
    println!(
        "{count} battles between two equal sensible bots (`cargo run --release --example balance -- {name} {count}`):"
    );
    println!(
        "{} won {}, {} won {}, {drawn} drawn, {open} not ended by turn {TURNS}, {stuck} of these stuck.",
        capital(&sides[0]),
        won[0],
        capital(&sides[1]),
        won[1]
    );
    println!("\n| a battle | least | 10% | median | 90% | most |\n| --- | --- | --- | --- | --- | --- |");
    for (what, mut all) in ROWS.into_iter().zip(counts) {
        // A game without this has no row of it.
        if all.iter().all(|&n| n == 0) {
            continue;
        }
        all.sort_unstable();
        println!("| {what} | {} |", [0, 10, 50, 90, 100].map(|p| percentile(&all, p)).join(" | "));
    }
}

/// One battle, with its orders phases and its attempts to trump.
fn battle<G: Playable>(begun: G::Position, player: Player<G>, seed: u64) -> (Fought<G::Position>, [u64; 2]) {
    let (mut first, mut second) = (player(2 * seed), player(2 * seed + 1));
    let mut beats = [0, 0];
    let mut watch = |_: &str, run: &tesserarius::table::Run<G>| {
        for told in &run.record {
            if let Entry::Happened(happening) = told {
                match G::beat(happening) {
                    Some(Beat::Phase) => beats[0] += 1,
                    Some(Beat::Trump) => beats[1] += 1,
                    None => {}
                }
            }
        }
    };
    let fought = play::<G>(begun, [first.as_mut(), second.as_mut()], seed, TURNS, Some(&mut watch));
    (fought, beats)
}

/// What is counted. Each sheet is a mail; where nobody has given standing orders, each answer is one, too.
/// Orders phases are, in a game of Commands, those that acted.
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
