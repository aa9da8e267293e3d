//! What a site holds to.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

#[path = "../league/tests/made.rs"]
mod made;

use super::{Cup, Done, Site};
use made::{End, battle, player};
use quick_xml::events::Event as Xml;
use tess_league::tournament::{Diary, Event, Founded, Score, SidesBy, System, Tie, commitment};
use tess_league::{Counted, Kept, Ladder, Pile, Statutes};
use tess_scenario::Library;

const EVIL: &str = "<script>alert(1)</script>\"'&\u{1b}[2J";

fn archives(dir: &Path, numbers: std::ops::Range<u64>) {
    let all = [player("Anna", 1), player(EVIL, 2), player("Cleo", 3)];
    for n in numbers {
        let (one, other) = (&all[n as usize % 3], &all[(n as usize + 1) % 3]);
        let bytes = battle(one, other, &format!("2026-01-{:02}", n + 1), End::First, n);
        fs::write(dir.join(format!("{n}.tess")), bytes).expect("written");
    }
}

fn cup(dir: &Path) -> Cup {
    let seed = "ab".repeat(32);
    let founded = Founded {
        name: format!("Cup {EVIL}"),
        system: System::Swiss,
        rounds: 1,
        scenarios: vec!["spqr/skirmish".to_owned()],
        sides: SidesBy::Balance,
        bye: Score::One,
        ties: vec![Tie::Buchholz],
        commitment: commitment(&seed),
    };
    let at = "2026-01-01T00:00:00Z";
    let mut diary = Diary::found(dir, &Event::Founded(founded), &seed, at).expect("announced");
    for name in [EVIL, "Anna", "Cleo"] {
        diary.add(Event::Entered { name: name.to_owned(), key: None, rating: None }, at).expect("entered");
    }
    diary.add(Event::Closed { seed }, at).expect("closed");
    let (tables, byes) = diary.tournament.pairing().expect("a pairing");
    diary.add(Event::Paired { round: 1, tables, byes }, at).expect("paired");
    let lines = fs::read(dir.join("tournament.jsonl")).expect("lines");
    Cup { tournament: diary.tournament, lines }
}

fn made(archives: &Path, out: &Path, cups: &[Cup]) -> Done {
    let library = Library::embedded();
    let statutes = Statutes { name: format!("League {EVIL}"), ..Statutes::default() };
    let papers = Pile::papers(archives).expect("a folder");
    let pile = Pile::verify(papers, &library, &mut Kept::nothing(), &mut |_, _| {}).expect("a pile");
    let counted = Counted::of(pile, &statutes);
    let ladder = Ladder::of(&counted, &statutes);
    let (statutes, counted, ladder, library) = (&statutes, &counted, &ladder, &library);
    let site = Site { statutes, counted, ladder, cups, library, url: Some("https://example.org/l") };
    site.write(out, &mut |_, _| {}).expect("a site")
}

/// All files with what they hold and when they were written.
fn files(dir: &Path, below: &str, found: &mut BTreeMap<String, (Vec<u8>, SystemTime)>) {
    for entry in fs::read_dir(dir).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else {
            let at = entry.metadata().and_then(|m| m.modified()).expect("a time");
            found.insert(name, (fs::read(entry.path()).expect("a file"), at));
        }
    }
}

fn all(dir: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    let mut found = BTreeMap::new();
    files(dir, "", &mut found);
    found
}

/// A page is XML too: every element closed, every attribute quoted. Gives where its links lead.
fn links(name: &str, bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut reader = quick_xml::Reader::from_reader(bytes);
    loop {
        match reader.read_event().unwrap_or_else(|e| panic!("{name}: {e}")) {
            Xml::Start(tag) | Xml::Empty(tag) => {
                assert_ne!(tag.name().as_ref(), b"script", "{name}");
                for attribute in tag.attributes() {
                    let attribute = attribute.unwrap_or_else(|e| panic!("{name}: {e}"));
                    if matches!(attribute.key.as_ref(), b"href" | b"src") {
                        found.push(String::from_utf8_lossy(&attribute.value).into_owned());
                    }
                }
            }
            Xml::Eof => return found,
            _ => {}
        }
    }
}

#[test]
fn a_site_is_whole_and_only_what_has_changed_is_written() {
    let dir = tempfile::tempdir().expect("a folder");
    let (from, out) = (dir.path().join("from"), dir.path().join("out"));
    fs::create_dir(&from).expect("a folder");
    archives(&from, 0..3);
    let cups = [cup(&dir.path().join("cup"))];
    let first = made(&from, &out, &cups);
    let stand = all(&out);
    assert_eq!(first.written + 1, stand.len(), "all but the list");
    for (name, (bytes, _)) in &stand {
        let is = |end: &str| name.ends_with(end);
        if is(".json") {
            serde_json::from_slice::<serde_json::Value>(bytes).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        if (is(".html") && !is("-book.html")) || is(".atom") {
            let text = String::from_utf8(bytes.clone()).expect("text");
            assert!(!text.contains('\u{1b}') && !text.contains("<script"), "{name}");
            if is(".html") {
                assert!(stand.contains_key(&name.replace(".html", ".json")), "{name} has no JSON");
            }
            for link in links(name, bytes).iter().filter(|link| !link.starts_with("https:")) {
                let here = Path::new(name).parent().expect("a folder").join(link);
                let mut path = Vec::new();
                for part in here.components() {
                    match part {
                        std::path::Component::ParentDir => drop(path.pop()),
                        part => path.push(part.as_os_str().to_string_lossy().into_owned()),
                    }
                }
                assert!(stand.contains_key(&path.join("/")), "{name} leads to {link}, which is not there");
            }
        }
    }
    assert!(stand.keys().any(|name| name.starts_with("fields/") && name.ends_with(".svg")));
    assert_eq!(stand.keys().filter(|name| name.ends_with("-book.html")).count(), 3);
    assert!(String::from_utf8_lossy(&stand["feed.atom"].0).contains("https://example.org/l/battles/"));

    assert_eq!(made(&from, &out, &cups), Done { written: 0, gone: 0 });
    archives(&from, 3..4);
    let more = made(&from, &out, &cups);
    let after = all(&out);
    let books = |which: &BTreeMap<String, (Vec<u8>, SystemTime)>| -> BTreeMap<String, SystemTime> {
        which.iter().filter(|(n, _)| n.ends_with("-book.html")).map(|(n, (_, at))| (n.clone(), *at)).collect()
    };
    assert!(books(&stand).iter().all(|(name, at)| books(&after)[name] == *at), "no book is made twice");
    assert!(more.written < 30, "{more:?}");
    // what is cut off or has gone is made again, and what is no longer shown goes
    let book = books(&after).into_keys().next().expect("a book");
    fs::write(out.join(&book), "cut").expect("written");
    made(&from, &out, &cups);
    assert_eq!(all(&out)[&book].0, after[&book].0);
    fs::remove_file(from.join("3.tess")).expect("gone");
    assert!(made(&from, &out, &cups).gone >= 4);
    let again = all(&out);
    assert!(again.iter().all(|(name, (bytes, _))| stand[name].0 == *bytes), "as it was before");
    assert_eq!(again.len(), stand.len());
    let other = dir.path().join("other");
    fs::create_dir(&other).expect("a folder");
    fs::write(other.join("letter.txt"), "mine").expect("written");
    let site = std::panic::catch_unwind(|| made(&from, &other, &[]));
    assert!(site.is_err() && other.join("letter.txt").exists(), "a folder with other things is no site");
}
