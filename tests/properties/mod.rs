//! What holds in every position of the Great Battles, whatever is ordered: over random positions of each
//! book, with random orders, and battles between bots. Each failure names field and seed;
//! `TESS_PROPERTIES=200` looks at more of them, `TESS_FIELD` at one field only, `TESS_SEED` at one seed, or
//! with `TESS_SEED=200..400` at these.

pub mod chance;
mod charging;
mod follows;
mod mirror;
mod offers;
mod once;
mod runs;
mod scatter;
mod stacks;
mod watch;

use std::ops::Range;
use std::sync::Arc;

use charging::Charging;
use mirror::{Glass, Looked};
use once::{Account, Insisting};
use tesserarius::bot::{random, sensible};
use tesserarius::game::Agent;
use tesserarius::gboh::Position;
use watch::{Seen, watch};

/// Positions of each field in a usual run.
const FEW: u64 = 30;

/// Positions in which something was found once, far behind the usual run: they are looked at in every run.
const FOUND: [(&str, u64); 17] = [
    ("spqr/skirmish", 227),
    ("spqr/cannae-216bc", 122),
    ("spqr/cannae-216bc", 413),
    ("spqr/beneventum-275bc", 381),
    ("cataphract/skirmish", 140),
    ("cataphract/skirmish", 247),
    ("cataphract/dara-530", 155),
    ("cataphract/dara-530", 183),
    ("cataphract/dara-530", 293),
    ("cataphract/taginae-552", 203),
    ("cataphract/taginae-552", 277),
    ("alexander/skirmish", 120),
    ("alexander/skirmish", 300),
    ("alexander/hydaspes-326bc", 193),
    ("alexander/gaugamela-331bc", 224),
    ("alexander/gaugamela-331bc", 403),
    ("alexander/heraclea-280bc", 147),
];

/// How many positions are looked at in a usual run, or as many as were asked for.
fn many() -> u64 {
    std::env::var("TESS_PROPERTIES").ok().and_then(|n| n.parse().ok()).unwrap_or(FEW)
}

/// The seed or seeds that were asked for.
fn sought() -> Option<Range<u64>> {
    let text = std::env::var("TESS_SEED").ok()?;
    let number = |n: &str| n.parse::<u64>().unwrap_or_else(|_| panic!("TESS_SEED={text}"));
    Some(match text.split_once("..") {
        Some((first, end)) => number(first)..number(end),
        None => number(&text)..number(&text) + 1,
    })
}

/// What has been looked at, and what was wrong.
#[derive(Default)]
struct Findings {
    actions: usize,
    shown: u32,
    faults: Vec<String>,
}

impl Findings {
    /// Holds one action against every property.
    fn look(&mut self, of: (&str, u64), glass: &Glass, account: &mut Account, seen: &Seen<'_>) {
        self.actions += 1;
        let asked = scatter::is_asked(seen.before);
        let looked = mirror::look(glass, seen);
        self.shown += u32::from(looked == Looked::Same);
        let looked = match looked {
            Looked::Differs(why) => Err(why),
            _ => Ok(()),
        };
        let found = [
            ("runs", runs::check(seen)),
            ("once", account.check(seen)),
            ("stacks", stacks::check(&seen.run.position)),
            ("follows", follows::check(seen)),
            ("harassed", follows::harassed(seen)),
            ("entered", follows::entered(seen)),
            ("stays", follows::stays(seen)),
            ("orders", offers::orders(seen, self.actions)),
            // Who wants to be asked about nothing more faces as the careful default has it.
            ("turns", if asked { offers::turns(seen) } else { Ok(()) }),
            ("advances", if asked { offers::advances(seen) } else { Ok(()) }),
            ("mirror", looked),
        ];
        let (name, seed) = of;
        for (property, found) in found {
            if let Err(why) = found {
                let story = if property == "mirror" { String::new() } else { mirror::story(seen.run) };
                self.faults
                    .push(format!("=== {property}: {name}, seed {seed}\n{}{story}\n{why}", seen.sheet));
            }
        }
    }
}

/// Everything that must hold, in so many random positions of each field of a book, and in battles between
/// bots.
fn holds(book: &str) {
    let fields = scatter::ARMIES.iter().find(|(name, _)| *name == book).expect("a book").1;
    let wanted = std::env::var("TESS_FIELD").unwrap_or_default();
    let many = many();
    let (seeds, usual) = (sought().unwrap_or(0..many), sought().is_none());
    let mut findings = Findings::default();
    for name in fields.into_iter().filter(|f| f.contains(&wanted)) {
        let set = Arc::new(scatter::bare(name));
        let glass = Glass::of(&set);
        let wooded = Arc::new(scatter::wooded(&set));
        let glass_of_woods = Glass::of(&wooded);
        let found = FOUND.iter().filter(|(of, seed)| *of == name && usual && *seed >= many);
        for seed in seeds.clone().chain(found.map(|(_, seed)| *seed)) {
            let insisting: Box<dyn Agent<Position>> = Box::new(Insisting(random(2 * seed)));
            let other = Box::new(random(2 * seed + 1));
            let start = scatter::scattered(&set, seed);
            fought(name, seed, &glass, (start, 1), [insisting, other], &mut findings);
            // Most riders keep their heads.
            for start in (8 * seed..8 * seed + 8).filter_map(|n| scatter::chased(&wooded, n)) {
                let bots: [Box<dyn Agent<Position>>; 2] =
                    [Box::new(Charging(random(2 * seed))), Box::new(Charging(random(2 * seed + 1)))];
                fought(name, seed, &glass_of_woods, (start, 1), bots, &mut findings);
            }
            let charging: [Box<dyn Agent<Position>>; 2] =
                [Box::new(Charging(random(2 * seed))), Box::new(Charging(random(2 * seed + 1)))];
            let start = scatter::clashing(&wooded, seed);
            fought(name, seed, &glass_of_woods, (start, 1), charging, &mut findings);
            // Battles take longer; one for many positions.
            if name.ends_with("skirmish") && seed % 20 == 0 {
                let bots: [Box<dyn Agent<Position>>; 2] =
                    [Box::new(sensible(2 * seed)), Box::new(sensible(2 * seed + 1))];
                let start = scatter::drawn_up(name, &set, seed / 20);
                fought(name, seed, &glass, (start, 12), bots, &mut findings);
            }
        }
    }
    let Findings { actions, shown, faults } = findings;
    println!("{book}: {actions} actions, {shown} of them in the glass");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// A battle from there, watched to its end or so many turns.
fn fought(
    name: &str,
    seed: u64,
    glass: &Glass,
    (start, turns): (Position, u16),
    bots: [Box<dyn Agent<Position>>; 2],
    findings: &mut Findings,
) {
    let mut account = Account::default();
    let stuck =
        watch(start, bots, seed, turns, |seen| findings.look((name, seed), glass, &mut account, seen));
    assert_eq!(stuck, None, "{name}, seed {seed}");
}

#[test]
fn properties_of_spqr() {
    holds("spqr");
}

#[test]
fn properties_of_cataphract() {
    holds("cataphract");
}

#[test]
fn properties_of_alexander() {
    holds("alexander");
}
