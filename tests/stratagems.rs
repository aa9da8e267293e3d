//! Hidden hands in a whole battle: every mode, every seal opened at the end, and cheats found.

use std::sync::Arc;

use tesserarius::bot::{Duel, legion};
use tesserarius::effects::Seal;
use tesserarius::ledger::Mode;
use tesserarius::legion::cards::{self, Card, Coming, Hiding, Used};
use tesserarius::legion::{Legion, Position, Side};
use tesserarius::scenario::Library;
use tesserarius::steward::{Agent, Offered, Rulings, verify};
use tesserarius::table::Wait;

/// The skirmish with three cards for each side and three turns.
fn library() -> (tempfile::TempDir, Library) {
    library_with("skirmish", "last-turn = 8", "last-turn = 3\ncards = 3")
}

/// A scenario with something else in it, three cards for each side among that.
fn library_with(scenario: &str, instead_of: &str, new: &str) -> (tempfile::TempDir, Library) {
    let dir = tempfile::tempdir().expect("a folder");
    let file = format!("legion/{scenario}.toml");
    let text = std::fs::read_to_string(format!("scenarios/{file}")).expect("the scenario");
    let text = text.replace(instead_of, new);
    assert!(text.contains("cards = 3"));
    std::fs::create_dir(dir.path().join("legion")).expect("a folder");
    std::fs::write(dir.path().join(file), text).expect("written");
    let library = Library::with_dir(dir.path());
    (dir, library)
}

fn begin(library: &Library, mode: Mode, seed: u64) -> Duel<Legion> {
    let loaded = library.load_legion("legion/skirmish").expect("loads");
    let begun = Position::new(Arc::clone(&loaded.setup));
    Duel::of(&Offered::from(&loaded), begun, mode, seed).expect("a battle")
}

fn bots(seed: u64) -> [Box<dyn Agent<Position>>; 2] {
    [Box::new(legion::random(seed)), Box::new(legion::random(seed + 1))]
}

/// Both sides draw, and nothing more happens.
fn deal(duel: &mut Duel<Legion>, bots: &mut [Box<dyn Agent<Position>>; 2]) {
    loop {
        duel.table.wait(&duel.ledger).expect("waits");
        if duel.table.position().cards.hands[Side::Second].len() == 3 {
            return;
        }
        assert!(duel.step(bots).expect("a step"));
    }
}

#[test]
fn a_battle_with_cards_is_fought_and_proven_in_every_mode() {
    let (_dir, library) = library();
    let mut played = 0;
    for (mode, seed) in [(Mode::Umpire, 11), (Mode::Direct, 12), (Mode::Both, 13)] {
        let mut duel = begin(&library, mode, seed);
        duel.fight(&mut bots(seed), 99, 4_000).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        assert!(matches!(duel.table.wait(&duel.ledger), Ok(Wait::Over(_))), "seed {seed}");
        assert_eq!(duel.ledger.unopened_seals().count(), 0, "seed {seed}");
        let position = duel.table.position();
        for side in Side::BOTH {
            assert_eq!(position.cards.hands[side].len(), 3, "seed {seed}");
            played += position.cards.hands[side].iter().filter(|s| s.used != Used::Held).count();
        }
        let verified = verify(duel.archive().as_bytes(), &library).expect("holds");
        assert!(matches!(verified.rules, Rulings::Hold { .. }), "seed {seed}: {:?}", verified.rules);
    }
    assert!(played > 0, "no bot has played a card");
}

#[test]
fn a_battle_set_up_by_hand_deals_before_anybody_stands_in_every_mode() {
    let (_dir, library) = library_with("points-400", "[options]\n", "[options]\nset-up = true\ncards = 3\n");
    let loaded = library.load_legion("legion/points-400").expect("loads");
    for (mode, seed) in [(Mode::Umpire, 61), (Mode::Direct, 62), (Mode::Both, 63)] {
        let begun = Position::new(Arc::clone(&loaded.setup));
        let mut duel: Duel<Legion> = Duel::of(&Offered::from(&loaded), begun, mode, seed).expect("a battle");
        let mut bots = bots(seed);
        deal(&mut duel, &mut bots);
        let dealt = duel.table.position();
        assert!(dealt.unit_ids().all(|unit| dealt.stance(unit).is_none()), "seed {seed}: somebody stands");
        duel.fight(&mut bots, 1, 4_000).unwrap_or_else(|e| panic!("seed {seed}: {e}"));
        let begun = duel.table.position();
        assert!(begun.turn > 0 && begun.unit_ids().any(|unit| begun.stance(unit).is_some()), "seed {seed}");
        let verified = verify(duel.archive().as_bytes(), &library).expect("holds");
        assert!(matches!(verified.rules, Rulings::Hold { .. }), "seed {seed}: {:?}", verified.rules);
    }
}

#[test]
fn nothing_in_the_log_tells_a_hand_before_it_is_opened() {
    let (_dir, library) = library();
    let mut duel = begin(&library, Mode::Direct, 21);
    let mut bots = bots(21);
    deal(&mut duel, &mut bots);
    let role = "rome".parse().expect("a role");
    let hand = |position: &Position, role| {
        let vault = duel.vault(role);
        let mut own = position.clone();
        cards::confide(&mut own, "rome", &|seal| vault.value(seal));
        cards::own_hand(&own, Side::First)
    };
    assert_eq!(hand(duel.table.position(), &role).len(), 3, "its owner knows it");
    let gaul = "gaul".parse().expect("a role");
    assert!(hand(duel.table.position(), &gaul).is_empty(), "nobody else does");
    assert!(!duel.archive().contains("\"value\""), "no seal has been opened");
}

#[test]
fn two_battles_deal_other_hands_and_all_numbers_come_up() {
    let (_dir, library) = library();
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..16 {
        let mut duel = begin(&library, Mode::Direct, 100 + seed);
        let mut bots = bots(seed);
        deal(&mut duel, &mut bots);
        for (role, side) in [("rome", Side::First), ("gaul", Side::Second)] {
            let name = role.parse().expect("a role");
            let vault = duel.vault(&name);
            let mut own = duel.table.position().clone();
            cards::confide(&mut own, role, &|seal| vault.value(seal));
            seen.extend(cards::own_hand(&own, side).into_iter().map(|(_, card)| card));
        }
    }
    // 96 draws out of 32: two kinds are missing by chance.
    assert!(seen.len() > 18, "{seen:?}");
}

#[test]
fn what_was_not_as_it_was_played_is_found_when_the_seals_are_opened() {
    let (_dir, library) = library();
    let mut duel = begin(&library, Mode::Direct, 31);
    let mut bots = bots(31);
    deal(&mut duel, &mut bots);
    let position = duel.table.position();
    let first = position.cards.hands[Side::First][0];
    let role = "rome".parse().expect("a role");
    let vault = duel.vault(&role);
    let honest = |seal| vault.value(seal);
    assert_eq!(cards::borne_out(position, &honest), Ok(()));
    let held = first.card(&honest(first.seal).expect("a number")).expect("a card");
    let other = if held == Card::Panic { Card::Optio } else { Card::Panic };
    let mut cheat = position.clone();
    cheat.cards.hands[Side::First][0].used = Used::Shown(other);
    let said = cards::borne_out(&cheat, &honest).expect_err("it was another card");
    assert!(said.contains(other.face().name) && said.contains(held.face().name), "{said}");
    let said = cards::borne_out(position, &|_| Some("99".to_owned())).expect_err("no number below 32");
    assert!(said.contains("99"), "{said}");
}

#[test]
fn a_denied_ambush_is_found_when_the_seals_are_opened() {
    let loaded = Library::embedded().load_legion("legion/points-400").expect("loads");
    let mut position = Position::new(Arc::clone(&loaded.setup));
    let command = position.set.commands_of(Side::Second).next().expect("a Command");
    let (place, denied) = (Seal([7; 32]), vec![0]);
    position.cards.hidden.push(Hiding { command, place, denied, coming: Coming::Unknown });
    let opened = |value: &'static str| move |seal: Seal| (seal == place).then(|| value.to_owned());
    for honest in ["off", "t2"] {
        assert_eq!(cards::borne_out(&position, &opened(honest)), Ok(()));
    }
    assert_eq!(cards::borne_out(&position, &|_| None), Ok(()), "nothing has been opened");
    let said = cards::borne_out(&position, &opened("t1")).expect_err("it lay there");
    let name = &position.set.table.terrain[0].name;
    assert!(said.contains("gaul denied that G1 lay in") && said.contains(name.as_str()), "{said}");
}
