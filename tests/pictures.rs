//! The picture of each field: the same bytes every time, well-formed, with every piece that is there, and
//! nothing of a name that is markup.

use std::fs;

use sha2::{Digest as _, Sha256};
use tesserarius::bot::{Duel, random};
use tesserarius::game::{self, AnyPosition as _, Part, Shown};
use tesserarius::ledger::Mode;
use tesserarius::scenario::Library;

const ALL: Shown = Shown { zones: true, lines: true, ranges: true, small: false, pieces: false };

/// The elements of a picture, in order; every one is closed where it has to be.
fn elements(svg: &str) -> Vec<String> {
    let (mut open, mut found): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    let mut rest = svg;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>') || open.last().is_some_and(|name| name == "style"), "{text}");
        let (tag, next) = after.split_once('>').expect("a tag ends");
        let name: String =
            tag.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        if tag.starts_with('/') {
            assert_eq!(open.pop().as_deref(), Some(name.as_str()), "{tag}");
        } else {
            found.push(tag.trim_end_matches('/').to_owned());
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = next;
    }
    assert!(open.is_empty(), "{open:?}");
    found
}

#[test]
fn every_field_is_drawn_as_it_was() {
    let path = format!("{}/tests/vectors/pictures.txt", env!("CARGO_MANIFEST_DIR"));
    let library = Library::embedded();
    let mut names: Vec<String> = library.list().into_iter().map(|listed| listed.name).collect();
    names.sort();
    let digest_of = |name: &String| {
        let game = game::of_scenario(&library, name).expect("a game");
        let opening = game.opening(&library, name, &[].into()).expect("a field");
        let svg = opening.picture(&Part::default(), ALL, None).expect("a picture");
        let found = elements(&svg);
        assert!(
            found.iter().filter(|tag| tag.contains("class=\"unit ")).count() > 3
                || name.starts_with("legion"),
            "{name}"
        );
        assert!(svg.is_ascii() || svg.chars().all(|c| !c.is_control() || c == '\n'), "{name}");
        let digest: String = Sha256::digest(&svg).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{name} {} {digest}\n", svg.len())
    };
    let found: String = names.iter().map(digest_of).collect();
    if std::env::var_os("TESS_BLESS").is_some() {
        fs::write(&path, &found).expect("written");
    }
    let golden = fs::read_to_string(&path).expect("the digests of the pictures");
    assert_eq!(found, golden, "another picture than it was: look at it; TESS_BLESS=1 writes this anew");
}

/// Everybody on the field is in the picture of it, once, whatever the battle has done to him.
#[test]
fn every_piece_on_the_field_is_drawn_once() {
    for scenario in ["spqr/skirmish", "cataphract/skirmish", "alexander/skirmish"] {
        let loaded = Library::embedded().load(scenario).expect("a skirmish");
        let mut duel: Duel<tesserarius::gboh::Gboh> =
            Duel::begin(&loaded, Mode::Umpire, 8).expect("a battle");
        let mut bots: [Box<dyn game::Agent<_>>; 2] = [Box::new(random(8)), Box::new(random(9))];
        let mut before: Option<tesserarius::gboh::Position> = None;
        for _ in 0..120 {
            let position = duel.table.position();
            if let Some(before) = &before {
                let svg = position.picture(&Part::default(), ALL, Some(before)).expect("a picture");
                let gone = position.unit_ids().filter(|&u| {
                    let (from, to) = (before.hexes(u), position.hexes(u));
                    // who faces about has the same middle
                    let about = (from.left, from.right) == (to.right, to.left);
                    from.left.is_some() && to.left.is_some() && from != to && !about
                });
                let arrows = elements(&svg).iter().filter(|tag| tag.contains("class=\"move ")).count();
                assert!(arrows >= gone.count(), "{scenario}");
            }
            before = Some(position.clone());
            let svg = position.picture(&Part::default(), Shown::default(), None).expect("a picture");
            let drawn = elements(&svg);
            for unit in position.unit_ids() {
                let mark = format!("g id=\"u-{}\"", position.spec(unit).code);
                let times = drawn.iter().filter(|tag| tag.starts_with(&mark)).count();
                assert_eq!(times, usize::from(position.hex(unit).is_some()), "{scenario}: {mark}");
            }
            for leader in position.leader_ids() {
                let mark = format!("g id=\"l-{}\"", position.leader_spec(leader).code);
                let times = drawn.iter().filter(|tag| tag.starts_with(&mark)).count();
                assert_eq!(times, usize::from(position.leader(leader).hex.is_some()), "{scenario}: {mark}");
            }
            if !duel.step(&mut bots).expect("a step") {
                break;
            }
        }
    }
}

#[test]
fn a_window_holds_what_stands_in_it_and_a_wrong_place_is_refused() {
    let library = Library::embedded();
    let of = |scenario: &str, centre: &str, radius| {
        let game = game::of_scenario(&library, scenario).expect("a game");
        let opening = game.opening(&library, scenario, &[].into()).expect("a field");
        let part = Part { centre: Some(centre.to_owned()), radius, ..Part::default() };
        opening.picture(&part, ALL, None)
    };
    let whole = of("spqr/cannae-216bc", "2020", Some(60)).expect("a picture");
    let part = of("spqr/cannae-216bc", "2020", Some(3)).expect("a picture");
    assert!(elements(&part).len() * 4 < elements(&whole).len());
    for (scenario, centre) in [
        ("spqr/cannae-216bc", "9999"),
        ("spqr/cannae-216bc", "nobody"),
        ("legion/skirmish", "12;3"),
        ("legion/skirmish", "nobody"),
    ] {
        assert!(of(scenario, centre, None).is_err(), "{scenario} {centre}");
    }
    elements(&of("legion/skirmish", "0,0", Some(0)).expect("a picture"));
    elements(&of("legion/skirmish", "999,999", Some(255)).expect("a picture"));
    elements(&of("spqr/cannae-216bc", "0101", Some(255)).expect("a picture"));
}

#[test]
fn lines_of_battle_and_the_range_of_one_leader_are_drawn_on_request() {
    let library = Library::embedded();
    for (scenario, leader, lines) in [("spqr/cannae-216bc", "HAN", true), ("legion/skirmish", "", false)] {
        let game = game::of_scenario(&library, scenario).expect("a game");
        let opening = game.opening(&library, scenario, &[].into()).expect("a field");
        let drawn = |range_of: Option<&str>, shown| {
            let part = Part { range_of: range_of.map(str::to_owned), ..Part::default() };
            opening.picture(&part, shown, None).map(|svg| elements(&svg))
        };
        let count = |drawn: &[String], class: &str| drawn.iter().filter(|tag| tag.contains(class)).count();
        let (plain, tinted) = (Shown::default(), Shown { lines: true, ..Shown::default() });
        assert_eq!(count(&drawn(None, plain).expect("drawn"), "class=\"line "), 0);
        assert_eq!(count(&drawn(None, tinted).expect("drawn"), "class=\"line ") > 3, lines, "{scenario}");
        let all = drawn(None, Shown { ranges: true, ..plain }).expect("drawn");
        let code =
            all.iter().find_map(|tag| tag.strip_prefix("g id=\"l-")?.split('"').next()).expect("a leader");
        let code = if leader.is_empty() { code } else { leader };
        assert_eq!(count(&drawn(Some(code), plain).expect("drawn"), "class=\"range\""), 1, "{scenario}");
        assert!(count(&all, "class=\"range\"") > 1, "{scenario}");
        assert!(drawn(Some("nobody"), plain).is_err(), "{scenario}");
    }
}

/// Names come from scenarios, which anybody may write.
#[test]
fn a_hostile_name_is_text() {
    let loaded = Library::embedded().load("spqr/skirmish").expect("a skirmish");
    let duel: Duel<tesserarius::gboh::Gboh> = Duel::begin(&loaded, Mode::Umpire, 8).expect("a battle");
    let mut position = duel.table.position().clone();
    let set = std::sync::Arc::make_mut(&mut position.set);
    let evil = "</title><script>alert(1)</script>\u{1b}[2J\u{202e}&\"'";
    evil.clone_into(&mut set.title);
    set.units.iter_mut().for_each(|unit| evil.clone_into(&mut unit.name));
    set.leaders.iter_mut().for_each(|leader| evil.clone_into(&mut leader.name));
    set.lines.iter_mut().for_each(|line| evil.clone_into(&mut line.name));
    let svg = position.picture(&Part::default(), ALL, None).expect("a picture");
    assert!(elements(&svg).iter().all(|tag| !tag.starts_with("script")));
    assert!(!svg.contains('\u{1b}') && !svg.contains('\u{202e}'));
    assert!(svg.contains("&lt;script&gt;"));
}
