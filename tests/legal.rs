//! What `tess legal` lists may be ordered, and what the bots order is listed.

use std::sync::Arc;

use tesserarius::bot::{Duel, legion, random};
use tesserarius::effects::Hidden;
use tesserarius::game::{Agent, AnyPosition as _, Legal, Offered, Playable};
use tesserarius::gboh::Gboh;
use tesserarius::gboh::state::stage::Stage;
use tesserarius::ledger::Mode;
use tesserarius::legion::{Legion, Position};
use tesserarius::scenario::Library;
use tesserarius::table::{Close, Halt, Wait};

/// Looks at the orders that are due in a battle between two bots, so many times.
fn look<G: Playable>(
    mut duel: Duel<G>,
    mut bots: [Box<dyn Agent<G::Position>>; 2],
    events: usize,
    mut check: impl FnMut(&Duel<G>, &str),
) -> Duel<G> {
    for _ in 0..events {
        if let Wait::Orders(deed) = duel.table.wait(&duel.ledger).expect("a sound log") {
            check(&duel, &deed.side);
        }
        if !duel.step(&mut bots).expect("a step") {
            break;
        }
    }
    duel
}

/// Every whole order of a list may stand at the head of a sheet.
fn may_be_ordered<G: Playable>(duel: &Duel<G>, side: &str, legal: &Legal) -> usize {
    let role = side.parse().expect("a role");
    let vault = duel.vault(&role);
    for line in legal.lines() {
        let signed = vault.orders(duel.table.position(), line, None);
        assert!(signed.is_ok(), "{side}: {line}: {}\n{}", signed.expect_err("refused"), legal.text());
    }
    legal.lines().count()
}

fn gboh(scenario: &str) -> (Duel<Gboh>, [Box<dyn Agent<tesserarius::gboh::Position>>; 2]) {
    let loaded = Library::embedded().load(scenario).expect("a skirmish");
    (Duel::begin(&loaded, Mode::Umpire, 5).expect("a battle"), [Box::new(random(5)), Box::new(random(6))])
}

#[test]
fn whatever_is_listed_may_be_ordered_with_every_place() {
    let (mut lines, mut places) = (0, 0);
    for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
        let (duel, bots) = gboh(scenario);
        let mut turn = 0;
        look(duel, bots, 60, |duel, side| {
            let position = duel.table.position();
            let legal = position.legal(side, None).expect("a list");
            lines += may_be_ordered(duel, side, &legal);
            // a search for each piece takes its time: another piece each time
            turn += 1;
            let pieces = legal.pieces.len().max(1);
            if let Some(piece) = legal.pieces.get(turn % pieces) {
                let one = position.legal(side, Some(&piece.code)).expect("a list");
                assert!(one.pieces.iter().all(|p| p.code == piece.code));
                places += may_be_ordered(duel, side, &one);
            }
        });
    }
    assert!(lines > 100 && places > 1000, "{lines} lines, {places} places");
}

#[test]
fn what_a_bot_orders_is_listed() {
    let mut seen = 0;
    let (duel, bots) = gboh("spqr/skirmish");
    let mut all: Vec<(u64, Vec<String>)> = Vec::new();
    let duel = look(duel, bots, 120, |duel, side| {
        let position = duel.table.position();
        let legal = position.legal(side, None).expect("a list");
        let mut lines: Vec<String> = legal.lines().map(str::to_owned).collect();
        for piece in &legal.pieces {
            let one = position.legal(side, Some(&piece.code)).expect("a list");
            lines.extend(one.lines().map(str::to_owned));
        }
        all.push((duel.ledger.next_seq(), lines));
    });
    for (seq, lines) in all {
        let Some(entry) = duel.ledger.entries().iter().find(|e| e.seq() == seq) else { continue };
        let tesserarius::ledger::Kind::Orders(orders) = &entry.event().kind else { continue };
        let Some(first) = orders.sheet.lines().next() else { continue };
        // A move may have words after its place, such as who goes along; a combat may have several attackers.
        if first.starts_with("shock") || first.starts_with("move") && !first.contains(" to ") {
            continue;
        }
        let place = first.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let goes_there = |line: &String| first.starts_with("move") && line.starts_with(&place);
        let listed = |line: &String| line == first || goes_there(line);
        assert!(lines.iter().any(listed), "event {seq}: {first} is not in\n{}", lines.join("\n"));
        seen += 1;
    }
    assert!(seen > 10, "{seen} sheets");
}

#[test]
fn legion_lists_lines_with_the_place_where_each_move_ends() {
    let loaded = Library::embedded().load_legion("legion/skirmish").expect("a skirmish");
    let begun = Position::new(Arc::clone(&loaded.setup));
    let duel: Duel<Legion> = Duel::of(&Offered::from(&loaded), begun, Mode::Umpire, 3).expect("a battle");
    let bots: [Box<dyn Agent<Position>>; 2] = [Box::new(legion::sensible(3)), Box::new(legion::sensible(4))];
    let mut moves = 0;
    look(duel, bots, 30, |duel, side| {
        let legal = duel.table.position().legal(side, None).expect("a list");
        may_be_ordered(duel, side, &legal);
        for order in
            legal.pieces.iter().flat_map(|piece| &piece.orders).filter(|o| o.line.starts_with("move "))
        {
            let ends = order.ends.as_deref().unwrap_or_default();
            assert!(matches!(ends, [end] if end.line == order.line), "{order:?}");
            moves += 1;
        }
    });
    assert!(moves > 10, "{moves} moves");
}

#[test]
fn a_list_is_data_that_another_program_can_read() {
    let (duel, bots) = gboh("spqr/skirmish");
    let mut read = 0;
    look(duel, bots, 20, |duel, side| {
        let legal = duel.table.position().legal(side, None).expect("a list");
        let text = serde_json::to_string(&legal).expect("JSON");
        assert_eq!(serde_json::from_str::<Legal>(&text).expect("the same form"), legal);
        assert!(legal.text().lines().all(|line| line.len() <= 78), "{}", legal.text());
        read += 1;
    });
    assert!(read > 2);
    let (duel, _) = gboh("spqr/skirmish");
    for wrong in [("gaul", None), ("rome", Some("XYZ"))] {
        assert!(duel.table.position().legal(wrong.0, wrong.1).is_err(), "{wrong:?}");
    }
}

/// Every eleventh line of a list may follow the activation of its leader.
fn after_activation(duel: &Duel<Gboh>, side: &str, legal: &Legal) -> usize {
    let leader = legal.who.as_deref().expect("who gives orders");
    let lines: Vec<&str> = legal.lines().step_by(11).collect();
    for line in &lines {
        let sheet = format!("activate {leader}\n{line}");
        let read = duel.table.position().read(side, &sheet).expect("it can be read");
        let halt = read.halt(&Hidden::default());
        let refused = matches!(halt, Halt::Illegal(..) | Halt::Closed(Close::Stopped { .. }));
        assert!(!refused, "{sheet}: {halt:?}");
    }
    lines.len()
}

#[test]
fn a_leader_plans_before_he_is_activated() {
    let (mut planned, mut early) = (0, 0);
    for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
        let (duel, bots) = gboh(scenario);
        look(duel, bots, 40, |duel, side| {
            let position = duel.table.position();
            let Stage::Activation { due, .. } = &position.stage else { return };
            for leader in position.leader_ids() {
                let code = &position.set.leader(leader).code;
                let whose = &position.set.sides[position.leader_spec(leader).side];
                let legal = position.legal(whose, Some(code)).expect("a list");
                if !legal.supposed {
                    continue;
                }
                assert_eq!(legal.who.as_ref(), Some(code));
                assert!(legal.text().starts_with(&format!("{code}, if he is activated now: ")));
                if due.contains(&leader) {
                    planned += after_activation(duel, side, &legal);
                } else {
                    early += 1;
                }
            }
        });
    }
    assert!(planned > 100 && early > 10, "{planned} lines, {early} lists");
}
