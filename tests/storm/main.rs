//! Whole battles between bots over a post that loses, doubles, delays, disorders and garbles mails, with forgers on every
//! hop, power failures in the middle, and now and then a cheat.
//!
//! Every battle ends with equal logs on all sides, or stops with the right accusation; no roll is made twice; no mail is
//! answered twice. `TESS_STORM=500 cargo test --test storm` fights 500 battles, `TESS_STORM_SEED=17` begins with
//! that seed. The seed is printed first.

mod field;
mod memory;
mod post;

use std::collections::BTreeMap;

use field::{Cheat, Ended, Field};
use post::Weather;
use tesserarius::ledger::{Mode, Role};

const MODES: [Mode; 3] = [Mode::Umpire, Mode::Direct, Mode::Both];
const STORM: Weather = Weather { lost: 15, doubled: 12, garbled: 12, forged: 12, slow: 60 };
/// Days that a battle may take.
const DAYS: u32 = 3000;
/// Events after which nobody decides any more.
const MOST_EVENTS: u64 = 1200;

fn number(name: &str, or: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(or)
}

fn fought(seed: u64) -> Ended {
    let mode = MODES[(seed % 3) as usize];
    let cheat = match seed % 10 {
        3 | 8 => Cheat::Fork,
        6 => Cheat::Breach,
        _ => Cheat::None,
    };
    let mut field = Field::new(seed, mode, STORM, cheat, 10);
    let ended = field.fight(MOST_EVENTS, DAYS);
    let name = field.name().to_owned();
    match &ended.cheated {
        None => {
            assert!(ended.accused.is_empty(), "{name}: {:?}\n{}", ended.accused, field.plight());
            assert!(ended.equal, "{name}: the logs differ after {} hours\n{}", ended.hours, field.plight());
            let done = ended.over || ended.events >= MOST_EVENTS;
            assert!(done, "{name}: stands still after {} hours\n{}", ended.hours, field.plight());
        }
        Some(cheater) => {
            let right = |whom: &std::collections::BTreeSet<Role>| whom.iter().all(|role| role == cheater);
            assert!(ended.accused.values().all(right), "{name}: {:?}\n{}", ended.accused, field.plight());
            let honest = ended.accused.keys().filter(|role| *role != cheater).count();
            // the post may have lost whatever would have shown it
            assert!(honest > 0 || ended.equal, "{name}: nobody has found it out\n{}", field.plight());
        }
    }
    ended
}

#[test]
fn battles_in_a_storm_end_alike_or_stop_with_the_right_accusation() {
    let first = number("TESS_STORM_SEED", 1);
    let battles = number("TESS_STORM", 12);
    println!("storm: seed {first}, {battles} battles");
    let (mut over, mut cheats, mut events, mut crashes, mut answers) = (0, 0, 0, 0, 0);
    let mut done: BTreeMap<&str, u32> = BTreeMap::new();
    for seed in first..first + battles {
        let ended = fought(seed);
        over += u32::from(ended.over);
        cheats += u32::from(ended.cheated.is_some());
        events += ended.events;
        crashes += ended.crashes;
        answers += ended.answers;
        for (what, n) in ended.done {
            *done.entry(what).or_default() += n;
        }
        println!("seed {seed}: {} events, {} days, over {}", ended.events, ended.hours / 24, ended.over);
    }
    println!(
        "{battles} battles, {over} over, {cheats} with a cheat, {events} events, {crashes} crashes, {answers} answers"
    );
    println!("{done:?}");
    for what in ["lost", "doubled", "garbled", "forged", "replayed", "changed", "typed by hand"] {
        assert!(battles < 10 || done.contains_key(what), "no mail was {what}");
    }
    assert!(battles < 10 || (crashes > 0 && cheats > 0 && answers > 0), "a fair storm proves nothing");
}

/// A pass over whatever such a post brings, cut off before each of its writes: the same log, links, papers and mails.
#[test]
fn a_pass_can_be_cut_off_before_every_write() {
    let first = number("TESS_STORM_SEED", 1);
    println!("storm: seed {first}, cut everywhere");
    let mut cuts = 0;
    for (n, mode) in (0..).zip(MODES) {
        // a fair proportion of what is wrong, so that little time shows much of it
        let weather = Weather { lost: 20, doubled: 20, garbled: 20, forged: 40, slow: 24 };
        let mut field = Field::new(first + 100 + n, mode, weather, Cheat::None, 0);
        cuts += field.fight_with_cuts(25);
    }
    println!("{cuts} cuts");
    assert!(cuts > 200, "only {cuts} cuts");
}
