//! What is signed stays what it was: the digest of the opening position of each field, and for each book of
//! one in mid-battle.
//!
//! `tests/vectors/positions/openings.txt` holds the digests of all fields.
//! `tests/vectors/positions/BOOK.txt` holds the two digests, and every sheet and answer that leads from the
//! one to the other, so that no bot has a part in it. Whoever changes what a log leads to writes them anew
//! with `TESS_BLESS=1 cargo test --test house golden_positions`, raises the number of the rules and says so
//! in the changelog.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs;
use std::rc::Rc;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use tesserarius::bot;
use tesserarius::bot::skirmish::play;
use tesserarius::effects::Question;
use tesserarius::game::{self, Agent, Playable};
use tesserarius::gboh::{self, Gboh};
use tesserarius::ledger::Role;
use tesserarius::legion::{self, Legion};
use tesserarius::scenario::Library;

/// Actions from the opening to the position in mid-battle.
const ACTIONS: u32 = 30;

const SEED: u64 = 16;

/// What a side said.
enum Said {
    Orders(String),
    Answer(String),
}

impl Said {
    /// Its line in the file: `orders "move H1 fwd 2\n"`.
    fn line(&self) -> String {
        let (word, text) = match self {
            Said::Orders(sheet) => ("orders", sheet),
            Said::Answer(key) => ("answer", key),
        };
        format!("{word} {}\n", serde_json::to_string(text).expect("a text"))
    }

    fn read(line: &str) -> Said {
        let (word, text) = line.split_once(' ').expect("a word and a text");
        let text = serde_json::from_str(text).expect("a text");
        if word == "orders" { Said::Orders(text) } else { Said::Answer(text) }
    }
}

type Words = Rc<RefCell<VecDeque<Said>>>;

/// Says again what was said.
struct Again(Words);

impl<P> Agent<P> for Again {
    fn orders(&mut self, _: &P, _: &Role) -> Option<String> {
        match self.0.borrow_mut().pop_front()? {
            Said::Orders(sheet) => Some(sheet),
            Said::Answer(_) => None,
        }
    }

    fn answer(&mut self, _: &P, _: &Role, _: &Question) -> Option<String> {
        match self.0.borrow_mut().pop_front()? {
            Said::Answer(key) => Some(key),
            Said::Orders(_) => None,
        }
    }
}

/// Notes what another one says, until there is enough of it.
struct Scribe<P> {
    bot: Box<dyn Agent<P>>,
    words: Words,
}

impl<P> Agent<P> for Scribe<P> {
    fn orders(&mut self, seen: &P, side: &Role) -> Option<String> {
        let given = self.words.borrow().iter().filter(|said| matches!(said, Said::Orders(_))).count();
        let sheet = self.bot.orders(seen, side).filter(|_| given < ACTIONS as usize)?;
        self.words.borrow_mut().push_back(Said::Orders(sheet.clone()));
        Some(sheet)
    }

    fn answer(&mut self, seen: &P, side: &Role, question: &Question) -> Option<String> {
        let key = self.bot.answer(seen, side, question).unwrap_or_else(|| question.default.clone());
        self.words.borrow_mut().push_back(Said::Answer(key.clone()));
        Some(key)
    }
}

fn digest<G: Playable>(position: &G::Position) -> String {
    let mut bytes = Vec::new();
    G::encode(position, &mut bytes);
    Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Plays it from the opening, by these two.
fn fought<G: Playable>(start: &G::Position, [mut a, mut b]: [Box<dyn Agent<G::Position>>; 2]) -> String {
    let end = play::<G>(start.clone(), [a.as_mut(), b.as_mut()], SEED, u16::MAX, None);
    // what leaves no choice is ordered by itself, and counts beside what was said
    assert!(end.actions >= ACTIONS, "{} actions, {:?}", end.actions, end.stuck);
    digest::<G>(&end.position)
}

fn held<G: Playable>(book: &str, start: &G::Position, bots: impl FnOnce() -> [Box<dyn Agent<G::Position>>; 2])
where
    G::Position: 'static,
{
    let path = format!("{}/tests/vectors/positions/{book}.txt", env!("CARGO_MANIFEST_DIR"));
    let words = Words::default();
    if std::env::var_os("TESS_BLESS").is_some() {
        let scribe = |bot| Box::new(Scribe { bot, words: Rc::clone(&words) }) as Box<dyn Agent<G::Position>>;
        let mut text = format!("opening {}\n", digest::<G>(start));
        text += &format!("middle {}\n", fought::<G>(start, bots().map(scribe)));
        for said in words.take() {
            text += &said.line();
        }
        fs::write(&path, text).expect("written");
    }
    let text = fs::read_to_string(&path).expect("a file of the book");
    let mut lines = text.lines();
    let mut golden = |word: &str| lines.next().and_then(|line| line.strip_prefix(word)).expect("a digest");
    let (opening, middle) = (golden("opening "), golden("middle "));
    words.borrow_mut().extend(lines.map(Said::read));
    let again = || Box::new(Again(Rc::clone(&words))) as Box<dyn Agent<G::Position>>;
    let call = "is another position than it was: bump RULES and say so in the changelog";
    assert_eq!(digest::<G>(start), opening, "{book}: the opening {call}");
    assert_eq!(fought::<G>(start, [again(), again()]), middle, "{book}: mid-battle {call}");
}

fn of_great_battles(book: &str) {
    let set = Library::embedded().load(&format!("{book}/skirmish")).expect("loads").setup;
    held::<Gboh>(book, &gboh::Position::new(Arc::clone(&set)), || {
        [Box::new(bot::random(1)), Box::new(bot::random(2))]
    });
}

#[test]
fn what_is_signed_of_spqr_is_what_it_was() {
    of_great_battles("spqr");
}

#[test]
fn what_is_signed_of_cataphract_is_what_it_was() {
    of_great_battles("cataphract");
}

#[test]
fn what_is_signed_of_alexander_is_what_it_was() {
    of_great_battles("alexander");
}

#[test]
fn what_is_signed_of_legion_is_what_it_was() {
    let set = Library::embedded().load_legion("legion/skirmish").expect("loads").setup;
    held::<Legion>("legion", &legion::Position::new(Arc::clone(&set)), || {
        [Box::new(bot::legion::random(1)), Box::new(bot::legion::random(2))]
    });
}

#[test]
fn what_is_signed_of_every_field_begins_as_it_did() {
    let path = format!("{}/tests/vectors/positions/openings.txt", env!("CARGO_MANIFEST_DIR"));
    let library = Library::embedded();
    let mut names: Vec<String> = library.list().into_iter().map(|listed| listed.name).collect();
    names.sort();
    let digest_of = |name: &String| {
        let game = game::of_scenario(&library, name).expect("a game");
        let mut bytes = Vec::new();
        game.opening(&library, name, &[].into()).expect("a field").encode(&mut bytes);
        let digest: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{name} {digest}\n")
    };
    let found: String = names.iter().map(digest_of).collect();
    if std::env::var_os("TESS_BLESS").is_some() {
        fs::write(&path, &found).expect("written");
    }
    let golden = fs::read_to_string(&path).expect("the digests of the fields");
    for (now, then) in found.lines().zip(golden.lines()) {
        assert_eq!(now, then, "another opening than it was: bump RULES and say so in the changelog");
    }
    assert_eq!(
        found.lines().count(),
        golden.lines().count(),
        "a field has come or gone: TESS_BLESS=1 writes it"
    );
}
