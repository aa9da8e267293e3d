//! What holds in every position of the Great Battles, whatever is ordered: over random positions of each book, with
//! random orders, and battles between bots. Each failure names field and seed; `TESS_PROPERTIES=200` looks at more
//! of them, `TESS_FIELD` at one field only, `TESS_SEED` at one seed.

mod chance;
mod follows;
mod mirror;
mod once;
mod runs;
mod scatter;
mod stacks;
mod watch;

use std::sync::Arc;

use mirror::{Glass, Looked};
use once::{Account, Insisting};
use tesserarius::bot::random;
use watch::watch;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// Everything that must hold, in so many random positions of each field of a book.
fn holds(book: &str) {
    let fields = scatter::ARMIES.iter().find(|(name, _)| *name == book).expect("a book").1;
    let wanted = std::env::var("TESS_FIELD").unwrap_or_default();
    let only = number("TESS_SEED");
    let (mut actions, mut shown, mut faults) = (0, 0, Vec::new());
    for name in fields.into_iter().filter(|f| f.contains(&wanted)) {
        let set = Arc::new(scatter::bare(name));
        let glass = Glass::of(&set);
        let seeds = only.map_or(0..number("TESS_PROPERTIES").unwrap_or(40), |seed| seed..seed + 1);
        for seed in seeds {
            let start = scatter::scattered(&set, seed);
            let mut account = Account::default();
            let bots: [Box<dyn tesserarius::game::Agent<_>>; 2] =
                [Box::new(Insisting(random(2 * seed))), Box::new(random(2 * seed + 1))];
            let stuck = watch(start, bots, seed, 1, |seen| {
                actions += 1;
                let looked = mirror::look(&glass, seen);
                shown += u32::from(looked == Looked::Same);
                let looked = match looked {
                    Looked::Differs(why) => Err(why),
                    _ => Ok(()),
                };
                let found = [
                    ("runs", runs::check(seen)),
                    ("once", account.check(seen)),
                    ("stacks", stacks::check(&seen.run.position)),
                    ("follows", follows::check(seen)),
                    ("mirror", looked),
                ];
                for (property, found) in found {
                    if let Err(why) = found {
                        let story =
                            if property == "mirror" { String::new() } else { mirror::story(seen.run) };
                        faults.push(format!(
                            "=== {property}: {name}, seed {seed}\n{}{story}\n{why}",
                            seen.sheet
                        ));
                    }
                }
            });
            assert_eq!(stuck, None, "{name}, seed {seed}");
        }
    }
    println!("{book}: {actions} actions, {shown} of them in the glass");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
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
