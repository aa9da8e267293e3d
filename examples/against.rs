//! Lets two bots fight fields against each other, sides changed after every battle, and prints who won how
//! often, how long they thought about a sheet (processor time, where the system tells it), and a digest of
//! all that they wrote: a bot that was made faster can be held against what it was.
//!
//!     cargo run --release --example against -- quick sensible 40 spqr/skirmish legion/skirmish
//!
//! The bots (`sensible`, `quick`, `random`, `easy`, `hard`), the battles on each field (`40`, or `10..40`
//! without the first ten), the fields (all when none is named).

#![allow(clippy::disallowed_methods, reason = "it is measured how long a bot thinks")]

use std::ops::Range;
use std::time::{Duration, Instant};

use std::sync::Arc;

use sha2::{Digest, Sha256};
use tesserarius::bot::Commander;
use tesserarius::bot::skirmish::play;
use tesserarius::effects::{Game, Question};
use tesserarius::game::{Agent, Playable};
use tesserarius::gboh::{self, Gboh};
use tesserarius::ledger::Role;
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
    let count = args.next().unwrap_or_else(|| "2".to_owned());
    let (from, to) = count.split_once("..").unwrap_or(("0", &count));
    let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else {
        eprintln!("`{count}` is no number of battles; say 40, or 10..40");
        std::process::exit(1);
    };
    let named: Vec<String> = args.collect();
    let library = Library::embedded();
    let all = || library.list().into_iter().map(|listed| listed.name).collect();
    for name in if named.is_empty() { all() } else { named } {
        if let Err(faults) = on_field(&library, &name, pair, from..to) {
            faults.iter().for_each(|fault| eprintln!("{fault}"));
            std::process::exit(1);
        }
    }
}

/// The battles on one field.
fn on_field(
    library: &Library,
    name: &str,
    pair: [Commander; 2],
    numbers: Range<u64>,
) -> Result<(), Vec<Fault>> {
    match library.family(name)? {
        Family::Gboh => {
            let begun = gboh::Position::new(Arc::clone(&library.load(name)?.setup));
            measure::<Gboh>(name, &begun, pair, numbers, Commander::of_great_battles);
        }
        Family::Legion => {
            let begun = miniatures::Position::new(Arc::clone(&library.load_legion(name)?.setup));
            measure::<Legion>(name, &begun, pair, numbers, Commander::of_legion);
        }
    }
    Ok(())
}

/// Fights the battles, two of each seed, and prints a line about them.
fn measure<G: Playable>(
    name: &str,
    begun: &G::Position,
    pair: [Commander; 2],
    numbers: Range<u64>,
    player: Player<G>,
) where
    G::Position: Clone,
{
    let sides = G::sides(begun);
    let (mut written, mut won, mut drawn, mut open, mut sheets) = (Sha256::new(), [0, 0], 0, 0, 0);
    let mut thought = [Thought::default(), Thought::default()];
    for nth in numbers {
        let changed = nth % 2 == 1;
        let [one, two] = if changed { [pair[1], pair[0]] } else { pair };
        let mut first = Timed { agent: player(one, 2 * nth), thought: Thought::default() };
        let mut second = Timed { agent: player(two, 2 * nth + 1), thought: Thought::default() };
        let mut watch = |sheet: &str, run: &tesserarius::table::Run<G>| {
            written.update(sheet.as_bytes());
            written.update(format!("{:?}", run.rolls).as_bytes());
        };
        let agents: [&mut dyn Agent<G::Position>; 2] = [&mut first, &mut second];
        let fought = play::<G>(begun.clone(), agents, nth / 2, TURNS, Some(&mut watch));
        if let Some(why) = &fought.stuck {
            eprintln!("{name}, battle {nth}: {why}");
        }
        sheets += fought.actions;
        for (at, timed) in [&first.thought, &second.thought].into_iter().enumerate() {
            thought[usize::from((at == 1) != changed)].add(timed);
        }
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
    for (who, thought) in [one, two].into_iter().zip(&thought) {
        let [longest, mean] = [thought.longest, thought.all / thought.sheets.max(1)];
        println!(
            "  {who} thought {:.2} s about a sheet, {:.2} s at most",
            mean.as_secs_f64(),
            longest.as_secs_f64()
        );
    }
}

/// How long somebody thought.
#[derive(Default)]
struct Thought {
    longest: Duration,
    all: Duration,
    sheets: u32,
}

impl Thought {
    fn add(&mut self, other: &Thought) {
        self.longest = self.longest.max(other.longest);
        self.all += other.all;
        self.sheets += other.sheets;
    }
}

/// Somebody who is timed.
struct Timed<P> {
    agent: Box<dyn Agent<P>>,
    thought: Thought,
}

impl<P> Agent<P> for Timed<P> {
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String> {
        self.agent.answer(position, side, question)
    }

    fn orders(&mut self, position: &P, side: &Role) -> Option<String> {
        let (clock, used) = (Instant::now(), processor_time());
        let sheet = self.agent.orders(position, side);
        let took = match (used, processor_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => clock.elapsed(),
        };
        self.thought.add(&Thought { longest: took, all: took, sheets: 1 });
        sheet
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        self.agent.answer_unseen(question)
    }
}

/// What this thread has had of the processor: Linux tells it.
fn processor_time() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
