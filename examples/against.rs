//! Lets two bots fight fields against each other, sides changed after every battle, and prints who won how
//! often, with a digest of all that they wrote: a bot that was made faster can be held against what it was.
//!
//!     cargo run --release --example against -- quick sensible 40 spqr/skirmish legion/skirmish
//!
//! The bots (`sensible`, `quick`, `random`, `easy`, `hard`), the battles on each field, the fields (all when
//! none is named).

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tesserarius::bot::Commander;
use tesserarius::bot::skirmish::play;
use tesserarius::effects::Game;
use tesserarius::game::{Agent, Playable};
use tesserarius::gboh::{self, Gboh};
use tesserarius::legion::{self as miniatures, Legion};
use tesserarius::scenario::{Family, Fault, Library};

/// Turns after which a battle counts as not ended.
const TURNS: u16 = 30;

/// Somebody of a name and a seed who plays a game.
type Player<G> = fn(Commander, u64) -> Box<dyn Agent<<G as Game>::Position>>;

fn main() {
    let mut args = std::env::args().skip(1);
    let mut bot = || args.next().as_deref().and_then(Commander::find).unwrap_or(Commander::Sensible);
    let pair = [bot(), bot()];
    let count = args.next().and_then(|n| n.parse().ok()).unwrap_or(2);
    let named: Vec<String> = args.collect();
    let library = Library::embedded();
    let all = || library.list().into_iter().map(|listed| listed.name).collect();
    for name in if named.is_empty() { all() } else { named } {
        if let Err(faults) = on_field(&library, &name, pair, count) {
            faults.iter().for_each(|fault| eprintln!("{fault}"));
            std::process::exit(1);
        }
    }
}

/// The battles on one field.
fn on_field(library: &Library, name: &str, pair: [Commander; 2], count: u64) -> Result<(), Vec<Fault>> {
    match library.family(name)? {
        Family::Gboh => {
            let begun = gboh::Position::new(Arc::clone(&library.load(name)?.setup));
            measure::<Gboh>(name, &begun, pair, count, Commander::of_great_battles);
        }
        Family::Legion => {
            let begun = miniatures::Position::new(Arc::clone(&library.load_legion(name)?.setup));
            measure::<Legion>(name, &begun, pair, count, Commander::of_legion);
        }
    }
    Ok(())
}

/// Fights the battles, two of each seed, and prints a line about them.
fn measure<G: Playable>(name: &str, begun: &G::Position, pair: [Commander; 2], count: u64, player: Player<G>)
where
    G::Position: Clone,
{
    let sides = G::sides(begun);
    let (mut written, mut won, mut drawn, mut open, mut sheets) = (Sha256::new(), [0, 0], 0, 0, 0);
    for nth in 0..count {
        let changed = nth % 2 == 1;
        let [one, two] = if changed { [pair[1], pair[0]] } else { pair };
        let (mut first, mut second) = (player(one, 2 * nth), player(two, 2 * nth + 1));
        let mut watch = |sheet: &str, run: &tesserarius::table::Run<G>| {
            written.update(sheet.as_bytes());
            written.update(format!("{:?}", run.rolls).as_bytes());
        };
        let agents: [&mut dyn Agent<G::Position>; 2] = [&mut *first, &mut *second];
        let fought = play::<G>(begun.clone(), agents, nth / 2, TURNS, Some(&mut watch));
        if let Some(why) = &fought.stuck {
            eprintln!("{name}, battle {nth}: {why}");
        }
        sheets += fought.actions;
        match fought.ending.map(|ending| ending.winner) {
            Some(Some(winner)) => won[usize::from((winner == sides[0]) == changed)] += 1,
            Some(None) => drawn += 1,
            None => open += 1,
        }
    }
    let digest: String = written.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let [one, two] = pair.map(Commander::name);
    println!(
        "{name}: {one} won {}, {two} won {}, {drawn} drawn, {open} not ended; {sheets} sheets, {digest}",
        won[0], won[1]
    );
}
