//! What `tess legal` lists may be ordered, and what the bots order is listed.

use std::sync::Arc;

use tesserarius::bot::{Duel, legion, random};
use tesserarius::game::{Agent, AnyPosition as _, AnyTable, Legal, Offered, Playable, Telling};
use tesserarius::gboh::Gboh;
use tesserarius::ledger::Mode;
use tesserarius::legion::{Legion, Position};
use tesserarius::scenario::Library;
use tesserarius::table::{Task, Wait};

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
        // A move may have words after its place, such as who goes along; a combat may have several
        // attackers.
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

/// What is listed of a leader before his turn is what he may do when it comes.
#[test]
fn what_a_leader_could_order_if_he_were_activated_he_can_when_he_is() {
    let (mut compared, mut of_units) = (0, 0);
    for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
        let (duel, bots) = gboh(scenario);
        look(duel, bots, 60, |duel, side| {
            let position = duel.table.position();
            let now = position.legal(side, None).expect("a list");
            let due = now.others.iter().filter_map(|order| order.line.strip_prefix("activate "));
            for code in due.filter(|_| now.now == "activation") {
                let sheet = format!("activate {code}");
                let read = position.read(side, &sheet).expect("it can be read");
                let run = read.rehearse(&tesserarius::effects::Hidden::default());
                let whole = tesserarius::table::Halt::Closed(tesserarius::table::Close::Whole);
                if run.halt != whole {
                    continue;
                }
                let then = run.position.legal(side, None).expect("a list");
                let supposed = position.legal(side, Some(code)).expect("a list");
                assert!(supposed.supposed && !then.supposed);
                assert!(supposed.text().starts_with(&format!("if {code} were activated now")));
                let plain = Legal { supposed: false, ..supposed };
                if then.now == "orders" {
                    assert_eq!(plain, then, "{scenario}: {code}");
                    compared += 1;
                }
                if let Some(piece) = then.pieces.first() {
                    let one = position.legal(side, Some(&piece.code)).expect("a list");
                    of_units += usize::from(one.supposed && one.pieces.len() == 1);
                }
            }
        });
    }
    assert!(compared > 10 && of_units > 5, "{compared} leaders, {of_units} units");
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

/// A ruler: hexes or inches, who sees and hears whom, and no place that there is not.
#[test]
fn a_ruler_measures_between_pieces_and_places() {
    let library = Library::embedded();
    let loaded = library.load("spqr/skirmish").expect("a skirmish");
    let field = tesserarius::gboh::Position::new(Arc::clone(&loaded.setup));
    let code = |n: usize| loaded.setup.units[n].code.as_str();
    let (first, last) = (code(0), code(loaded.setup.units.len() - 1));
    let near = field.measure(first, first).expect("measured");
    assert_eq!((near.far.as_str(), near.unit), ("0", "hexes"));
    let far = field.measure(first, last).expect("measured");
    assert!(far.far.parse::<u8>().expect("hexes") > 3 && far.text().contains("line of sight"), "{far:?}");
    let leader = &loaded.setup.leaders[0];
    let heard = field.measure(&leader.code, first).expect("measured").text();
    assert!(heard.contains("within the range"), "{heard}");
    for (from, to) in [("X99", first), (first, "9999"), (first, "")] {
        assert!(field.measure(from, to).is_err(), "{from} {to}");
    }
    let table = Position::new(library.load_legion("legion/skirmish").expect("a skirmish").setup);
    let far = table.measure("H1", "W2").expect("measured");
    assert_eq!((far.far.as_str(), far.unit), ("13", "inches"));
    assert!(far.text().contains("W2 is at the front of H1"), "{far:?}");
    let heard = table.measure("MAR", "H1").expect("measured").text();
    assert!(heard.contains("H1 is in command: MAR is heard within 15 inches"), "{heard}");
    assert_eq!(table.measure("1,1", "4,5").expect("measured").far, "5");
    assert!(table.measure("H1", "here").is_err());
    let legal = table.legal("rome", Some("H1")).expect("a list");
    let about = legal.about.as_deref().unwrap_or_default();
    assert!(about.starts_with("H1: 4 stands of hastati") && about.contains("break 6; pila"), "{about}");
    for text in [far.text(), legal.text()] {
        assert!(text.lines().all(|line| line.len() <= 78), "{text}");
    }
}

/// The lines that a report shows as examples: what is between its `For example` and the next empty line.
fn examples(report: &str) -> Vec<String> {
    let lines = report.lines().skip_while(|line| !line.starts_with("For example")).skip(1);
    lines.take_while(|line| line.starts_with("    ")).map(|line| line.trim().to_owned()).collect()
}

/// A sheet is carried out as far as its first die, or says why not.
fn goes<G: Playable>(duel: &Duel<G>, side: &str, sheet: &str) -> Result<(), String> {
    let role = side.parse().expect("a role");
    let vault = duel.vault(&role);
    let orders = vault.orders(duel.table.position(), sheet, None).map_err(|why| why.to_string())?;
    let read = duel.table.position().read(side, &orders.sheet).map_err(|all| all.join("; "))?;
    match read.halt(&tesserarius::effects::Hidden::default()) {
        tesserarius::table::Halt::Closed(tesserarius::table::Close::Stopped { refusal, .. }) => {
            Err(refusal.to_string())
        }
        _ => Ok(()),
    }
}

/// Every example of a report may be ordered then and there: by itself, or after those above it.
fn examples_are_legal<G: Playable>(duel: &Duel<G>, side: &str) -> usize {
    let role = side.parse().expect("a role");
    let wait = Wait::Orders(Task { side: side.to_owned(), text: "your orders".to_owned() });
    let report = AnyTable::report(
        &duel.table,
        &Telling {
            ledger: &duel.ledger,
            wait: &wait,
            reader: &role,
            since: u64::MAX,
            due: None,
            notices: &[],
            style: tesserarius::game::Style::default(),
            confided: None,
        },
    );
    let shown = examples(&report);
    let mut above = String::new();
    for line in &shown {
        let after = format!("{above}{line}\n");
        let alone = goes(duel, side, line);
        assert!(alone.is_ok() || goes(duel, side, &after).is_ok(), "{side}: {line}: {alone:?}\n{report}");
        above = after;
    }
    shown.len()
}

/// What somebody writes who errs: words left out, mistyped, too many, of another army, of another stage.
fn mistakes(legal: &Legal, foes: &[String], turn: usize) -> Vec<String> {
    let own: Vec<&str> = legal.pieces.iter().map(|piece| piece.code.as_str()).collect();
    let one = own.get(turn % own.len().max(1)).copied().unwrap_or("X9");
    let foe = foes.get(turn % foes.len().max(1)).map_or("X9", String::as_str);
    let mut all: Vec<String> = Vec::new();
    for line in legal.lines().skip(turn % 3).step_by(3).take(4) {
        let words: Vec<&str> = line.split(' ').collect();
        all.push(words[0].to_owned());
        all.push(format!("{line} now"));
        all.push([&[&words[0][1..]][..], &words[1..]].concat().join(" "));
        all.extend(words.split_last().map(|(_, head)| head.join(" ")));
        all.extend(words.get(1).map(|_| [&[words[0], foe][..], &words[2..]].concat().join(" ")));
    }
    all.extend([format!("move {one}: advance 12"), format!("move {one} fwd 9")]);
    for verb in [
        "activate", "trump", "pass", "move", "fire", "shock", "rally", "recover", "line", "order", "charge",
        "shoot", "detach", "draw", "attach", "finish", "resolve", "momentum", "end line", "fight", "rest",
        "deploy", "enter",
    ] {
        all.extend([verb.to_owned(), format!("{verb} {one}"), format!("{verb} {one} {foe}")]);
    }
    all
}

/// The lines that a help gives to be written, in backticks, when they are orders that can be read.
fn proposed<G: Playable>(duel: &Duel<G>, side: &str, help: &str) -> Vec<String> {
    let position = duel.table.position();
    let quoted = help.split('`').skip(1).step_by(2).filter(|line| !line.starts_with("tess "));
    let is_order = |line: &&str| position.read(side, line).is_ok_and(|read| !read.is_empty());
    quoted.filter(is_order).map(str::to_owned).collect()
}

/// Every line that an error gives as an example may be ordered then and there.
fn errors_propose_what_is_legal<G: Playable>(
    duel: &Duel<G>,
    side: &str,
    foes: &[String],
    turn: usize,
    faults: &mut Vec<String>,
) -> usize {
    let position = duel.table.position();
    let legal = position.legal(side, None).expect("a list");
    let mut shown = 0;
    for wrong in mistakes(&legal, foes, turn) {
        let mut helps: Vec<String> =
            position.diagnose(side, &wrong).expect("a side").into_iter().filter_map(|d| d.help).collect();
        if let Ok(read) = position.read(side, &wrong) {
            match read.halt(&tesserarius::effects::Hidden::default()) {
                tesserarius::table::Halt::Illegal(refusal, _) => helps.extend(refusal.help.clone()),
                tesserarius::table::Halt::Closed(tesserarius::table::Close::Stopped { refusal, .. }) => {
                    helps.extend(refusal.help.clone());
                }
                _ => {}
            }
        }
        for help in helps {
            for line in proposed(duel, side, &help) {
                let gone = goes(duel, side, &line);
                if let Err(why) = gone {
                    let fault = format!("{side}: to `{wrong}` it says: {help}\n    {line} is refused: {why}");
                    println!("{fault}");
                    faults.push(fault);
                }
                shown += 1;
            }
        }
    }
    shown
}

/// How many stretches of a battle are passed over for each that is looked at, and how long a battle is: a
/// part of it, or with TESS_FULL=1 all.
fn stretch(part: usize, length: usize) -> (usize, usize) {
    match std::env::var_os("TESS_FULL") {
        Some(_) => (1, 1000),
        None => (part, length),
    }
}

/// Two hundred battles between bots, a piece of each: what errors propose.
#[test]
fn every_example_of_an_error_is_legal_then_and_there() {
    let library = Library::embedded();
    let (mut examples, mut faults) = (0, Vec::new());
    for seed in 0..50 {
        for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
            let loaded = library.load(scenario).expect("a skirmish");
            let codes: Vec<String> = loaded.setup.units.iter().map(|unit| unit.code.clone()).collect();
            let duel = Duel::begin(&loaded, Mode::Umpire, seed).expect("a battle");
            let bots: [Box<dyn Agent<tesserarius::gboh::Position>>; 2] =
                [Box::new(random(seed)), Box::new(random(seed + 1))];
            let skipped = (seed as usize * 7) % 60;
            let (part, length) = stretch(5, skipped + 15);
            let mut place = 0;
            look(duel, bots, length, |duel, side| {
                place += 1;
                if part == 1 || place * 3 > skipped * 2 && place % part == 0 {
                    examples += errors_propose_what_is_legal(duel, side, &codes, place, &mut faults);
                }
            });
        }
        let loaded = library.load_legion("legion/skirmish").expect("a skirmish");
        let codes = ["H1", "W2", "V1", "C1", "MAR"].map(str::to_owned);
        let begun = Position::new(Arc::clone(&loaded.setup));
        let duel: Duel<Legion> =
            Duel::of(&Offered::from(&loaded), begun, Mode::Umpire, seed).expect("a battle");
        let bots: [Box<dyn Agent<Position>>; 2] =
            [Box::new(legion::random(seed)), Box::new(legion::random(seed + 1))];
        let (part, length) = stretch(5, 25);
        let mut place = 0;
        look(duel, bots, length, |duel, side| {
            place += 1;
            if place % part == 0 {
                examples += errors_propose_what_is_legal(duel, side, &codes, place, &mut faults);
            }
        });
    }
    println!("{examples} examples");
    assert!(faults.is_empty(), "{} of {examples}:\n{}", faults.len(), faults.join("\n"));
    assert!(examples > 500, "{examples} examples");
}

/// Two hundred battles between bots, a piece of each.
#[test]
fn every_example_of_a_report_is_legal_then_and_there() {
    let library = Library::embedded();
    let mut examples = 0;
    for seed in 0..50 {
        for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
            let loaded = library.load(scenario).expect("a skirmish");
            let duel = Duel::begin(&loaded, Mode::Umpire, seed).expect("a battle");
            let bots: [Box<dyn Agent<tesserarius::gboh::Position>>; 2] =
                [Box::new(random(seed)), Box::new(random(seed + 1))];
            // another stretch of each battle
            let skipped = (seed as usize * 7) % 60;
            let mut place = 0;
            look(duel, bots, skipped + 15, |duel, side| {
                place += 1;
                if place * 2 > skipped {
                    examples += examples_are_legal(duel, side);
                }
            });
        }
        let loaded = library.load_legion("legion/skirmish").expect("a skirmish");
        let begun = Position::new(Arc::clone(&loaded.setup));
        let duel: Duel<Legion> =
            Duel::of(&Offered::from(&loaded), begun, Mode::Umpire, seed).expect("a battle");
        let bots: [Box<dyn Agent<Position>>; 2] =
            [Box::new(legion::random(seed)), Box::new(legion::random(seed + 1))];
        look(duel, bots, 25, |duel, side| examples += examples_are_legal(duel, side));
    }
    assert!(examples > 2000, "{examples} examples");
}
