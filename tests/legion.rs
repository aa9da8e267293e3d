//! Legion and Empire carried by the signed log and by mail, as the other games are.

use std::sync::Arc;

use tesserarius::bot::{Duel, legion};
use tesserarius::game::{Agent, AnyPosition, Bulletin, Offered, Playable as _, Style, Voice};
use tesserarius::ledger::{Mode, Role};
use tesserarius::legion::{Legion, Position};
use tesserarius::report::WIDTH;
use tesserarius::report::refusal::Told;
use tesserarius::scenario::{Family, Library};
use tesserarius::table::Wait;

const SCENARIO: &str = "legion/skirmish";

fn begin(mode: Mode, seed: u64) -> Duel<Legion> {
    let loaded = Library::embedded().load_legion(SCENARIO).expect("loads");
    let begun = Position::new(Arc::clone(&loaded.setup));
    Duel::of(&Offered::from(&loaded), begun, mode, seed).expect("a battle")
}

fn bots(seed: u64) -> [Box<dyn Agent<Position>>; 2] {
    [Box::new(legion::sensible(seed)), Box::new(legion::random(seed + 1))]
}

#[test]
fn the_scenario_says_by_which_game_it_is_played() {
    let library = Library::embedded();
    assert_eq!(library.family(SCENARIO), Ok(Family::Legion));
    assert_eq!(library.family("spqr/skirmish"), Ok(Family::Gboh));
    let listed = library.list();
    assert!(listed.iter().any(|e| e.name == SCENARIO && e.good), "{listed:?}");
}

#[test]
fn orders_are_secret_until_both_sides_have_given_them() {
    let mut duel = begin(Mode::Umpire, 4);
    duel.fight(&mut bots(4), 1, 400).expect("fought");
    let sheets = duel.archive();
    let said: Vec<&str> =
        sheets.lines().filter(|l| l.contains("order C1") || l.contains("order G1")).collect();
    assert!(said.len() >= 2, "both sides gave orders");
    let words = ["advance", "hold", "retire", "reform", "march", "redeploy"];
    for sheet in said {
        assert!(!words.iter().any(|w| sheet.contains(&format!("1 {w}"))), "{sheet}");
    }
}

#[test]
fn the_report_is_ascii_of_the_width_of_a_mail_and_shows_every_unit() {
    let mut duel = begin(Mode::Umpire, 5);
    duel.fight(&mut bots(5), 1, 400).expect("fought");
    let wait = duel.table.wait(&duel.ledger).expect("waits");
    let wait = wait.worded(&Told::<Legion>(duel.table.position()));
    let reader: Role = "rome".parse().expect("a role");
    for voice in [Voice::Plain, Voice::Notation, Voice::Full] {
        let text = Legion::report(&Bulletin {
            ledger: &duel.ledger,
            position: &duel.table.view(),
            chapters: duel.table.chapters(),
            wait: &wait,
            reader: &reader,
            due: None,
            notices: &[],
            style: Style { voice, whole: true },
        });
        for line in text.lines() {
            assert!(line.len() <= WIDTH && line.is_ascii() && line == line.trim_end(), "{line}");
        }
        let codes = ["H1", "H2", "P1", "V1", "E1", "w1", "w2", "j1", "n1"];
        let (_, table) = text.split_once("THE TABLE").expect("a map");
        let (map, rest) = table.split_once("THE ARMIES").expect("rosters");
        for code in codes {
            assert!(map.contains(code), "{code} is not on the map:\n{map}");
            assert!(rest.contains(&format!("    {code} ")), "{code} is in no roster");
        }
        assert!(text.contains("(turn.initiative)"), "{text}");
    }
}

fn tess(args: &[&str], dir: &std::path::Path) -> (i32, String) {
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_tess")).args(args).current_dir(dir).output();
    let run = run.expect("runs");
    let text = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
    (run.status.code().unwrap_or(-1), text)
}

#[test]
fn the_commands_play_it_by_mail() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = dir.path();
    let (code, told) = tess(&["demo", "--scenario", SCENARIO, "--dir", "d", "--turns", "1"], at);
    assert_eq!(code, 0, "{told}");
    for part in ["all 3 are the same", "the archive holds", "THE TABLE", "units on the table rome "] {
        assert!(told.contains(part), "{part} is not in\n{told}");
    }
    // Turn 2 has begun; the side whose seat was looked after first may have given its order already.
    let due = [("d/rome", "C1"), ("d/gaul", "G1")].into_iter().find(|(seat, command)| {
        let (code, told) = tess(&["legal", "--battle", seat], at);
        code == 0 && told.contains(&format!("order {command} advance"))
    });
    let (seat, command) = due.expect("a side that may order");
    let (code, told) = tess(&["map", "H1", "--battle", "d/rome"], at);
    assert!(code == 0 && told.contains("H1"), "{told}");
    let (code, told) = tess(&["map", "99,9x", "--battle", "d/rome"], at);
    assert!(code == 1 && told.contains("12,8.5"), "{told}");
    std::fs::write(at.join("sheet.txt"), format!("ordr {command} hold\n")).expect("written");
    let (code, told) = tess(&["check", "sheet.txt", "--battle", seat], at);
    assert!(code == 1 && told.contains("did you mean `order`?"), "{told}");
    std::fs::write(at.join("sheet.txt"), format!("order {command} hold\n")).expect("written");
    let (code, told) = tess(&["check", "sheet.txt", "--battle", seat], at);
    assert!(code == 0 && told.contains("face down"), "{told}");
    let (code, told) = tess(&["verify", "d/gaul/archive.tess"], at);
    assert!(code == 0 && told.contains("legion 2"), "{told}");
    let (code, told) = tess(&["scenarios", SCENARIO], at);
    assert!(code == 0 && told.contains("1 Commands, 5 units"), "{told}");
}

/// A rally phase in which there is nothing to do takes no mail, and one in which somebody can rally does.
#[test]
fn an_empty_rally_phase_takes_no_mail() {
    let (mut idle, mut asked) = (0, 0);
    for seed in 1..17 {
        let mut duel = begin(Mode::Umpire, seed);
        let mut bots = bots(seed);
        for _ in 0..160 {
            if let Wait::Orders(deed) = duel.table.wait(&duel.ledger).expect("a sound log") {
                let position = duel.table.position();
                let now = position.legal(&deed.side, None).expect("a list");
                let sheet = AnyPosition::only_sheet(position, &deed.side);
                if now.now == "rally" {
                    let can_rally = now.lines().any(|line| line.starts_with("rally "));
                    assert_eq!(sheet.is_none(), can_rally, "seed {seed}: {}", now.text());
                    idle += u32::from(!can_rally);
                    asked += u32::from(can_rally);
                    if let Some(sheet) = sheet {
                        AnyPosition::opens(position, &deed.side, &sheet).expect("it may be sent");
                    }
                } else {
                    assert!(sheet.is_none(), "seed {seed}: {}", now.text());
                }
            }
            if !duel.step(&mut bots).expect("a step") {
                break;
            }
        }
    }
    assert!(idle > 10 && asked > 0, "{idle} idle, {asked} asked");
}
