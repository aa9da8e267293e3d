//! How fast the bots think: lets two of them fight some fields and prints, for each, the time of a battle and
//! a digest of all that they wrote, so that a bot that was made faster can be held against what it was.
//!
//!     cargo run --release --example pace -- sensible 2 spqr/bagradas-255bc legion/skirmish
//!
//! First the bot, then the battles on each field, then the fields (all of the program when none is named).

use std::sync::Arc;
use std::time::Instant;

use sha2::{Digest, Sha256};
use tesserarius::bot::skirmish::play;
use tesserarius::bot::{self, legion};
use tesserarius::game::{Agent, Playable};
use tesserarius::gboh::{self, Gboh};
use tesserarius::legion::{self as miniatures, Legion};
use tesserarius::scenario::{Family, Library};

/// Turns after which a battle counts as not ended.
const TURNS: u16 = 30;

/// Somebody of a seed who plays a game.
type Player<G> = Box<dyn Fn(u64) -> Box<dyn Agent<<G as tesserarius::effects::Game>::Position>>>;

fn main() {
    let mut args = std::env::args().skip(1);
    let who = args.next().unwrap_or_else(|| "sensible".to_owned());
    let count: u64 = args.next().and_then(|n| n.parse().ok()).unwrap_or(1);
    let named: Vec<String> = args.collect();
    let library = Library::embedded();
    let fields = if named.is_empty() { library.list().into_iter().map(|listed| listed.name).collect() } else { named };
    for name in fields {
        let done = library.family(&name).and_then(|family| match family {
            Family::Gboh => library.load(&name).map(|loaded| {
                let begun = gboh::Position::new(Arc::clone(&loaded.setup));
                let random = who == "random";
                let player: Player<Gboh> = Box::new(move |seed| {
                    if random { Box::new(bot::random(seed)) } else { Box::new(bot::sensible(seed)) }
                });
                measure::<Gboh>(&name, count, &begun, &player);
            }),
            Family::Legion => library.load_legion(&name).map(|loaded| {
                let begun = miniatures::Position::new(Arc::clone(&loaded.setup));
                let random = who == "random";
                let player: Player<Legion> = Box::new(move |seed| {
                    if random { Box::new(legion::random(seed)) } else { Box::new(legion::sensible(seed)) }
                });
                measure::<Legion>(&name, count, &begun, &player);
            }),
        });
        if let Err(faults) = done {
            faults.iter().for_each(|fault| eprintln!("{fault}"));
            std::process::exit(1);
        }
    }
}

/// Fights so many battles and prints a line about them.
fn measure<G: Playable>(name: &str, count: u64, begun: &G::Position, player: &Player<G>)
where
    G::Position: Clone,
    G::Happening: std::fmt::Debug,
{
    let (mut written, mut actions, mut stuck) = (Sha256::new(), 0, 0);
    let from = Instant::now();
    for seed in 0..count {
        let (mut first, mut second) = (player(2 * seed), player(2 * seed + 1));
        let mut watch = |sheet: &str, run: &tesserarius::table::Run<G>| {
            written.update(sheet.as_bytes());
            written.update(format!("{:?}", run.rolls).as_bytes());
        };
        let fought = play::<G>(
            begun.clone(),
            [first.as_mut(), second.as_mut()],
            seed,
            TURNS,
            Some(&mut watch),
        );
        actions += fought.actions;
        stuck += u32::from(fought.stuck.is_some());
        if let Some(why) = fought.stuck {
            eprintln!("seed {seed}: {why}");
        }
    }
    let ms = from.elapsed().as_millis() / u128::from(count.max(1));
    let digest: String = written.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    println!("{name}: {ms} ms a battle, {actions} sheets, {stuck} stuck, {digest}");
}
