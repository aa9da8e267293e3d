//! Attacks by the clock, by crossing mails and by bent signatures, each played as it was once won
//! (docs/protocol.md, section 9).

use std::path::Path;

use curve25519_dalek::constants::{ED25519_BASEPOINT_POINT, EIGHT_TORSION};
use curve25519_dalek::scalar::{Scalar, clamp_integer};
use data_encoding::BASE64;
use sha2::{Digest as _, Sha512};

use crate::seats::{
    self, Steady, act, agree, archive, begin, hour, inbox, new_mails, open, pass, position_of, role, settle,
    wait,
};
use tesserarius::ledger::{
    At, Checks, Consequence, Deadlines, Event, Kind, Ledger, Mode, Nonce, Role, Signed, SigningKey,
    read_lines,
};
use tesserarius::mail::{RawMail, armour};
use tesserarius::steward::{Arrival, Deed, Nobody, Pass};
use tesserarius::table::Wait;

/// Hours for a decision.
const HOURS: u32 = 24;

/// A battle with deadlines, whose turn it is, and who is to cheat.
struct Scene {
    room: tempfile::TempDir,
    mode: Mode,
    honest: String,
    cheat: String,
}

impl Scene {
    fn new(mode: Mode, hours: u32, extensions: u32) -> Scene {
        let room = seats::quick_room();
        let then = if extensions > 0 { Consequence::Extension } else { Consequence::Forfeit };
        begin(room.path(), mode, Deadlines { hours, then, extensions });
        let honest = wait(room.path(), "rome").role().expect("somebody").to_owned();
        let cheat = if honest == "rome" { "carthage" } else { "rome" };
        Scene { room, mode, honest, cheat: cheat.to_owned() }
    }

    fn dir(&self) -> &Path {
        self.room.path()
    }

    /// The honest side's next sheet.
    fn sheet(&self) -> String {
        use tesserarius::steward::Agent as _;
        let honest = role(&self.honest);
        Steady.orders(position_of(&open(self.dir(), &honest)), &honest).expect("a sheet")
    }

    /// What the cheat signs on a copy of everything, with his clock as he likes it.
    fn aside<T>(&self, work: impl FnOnce(&Path) -> T) -> T {
        let aside = seats::quick_room();
        seats::copy(self.dir(), aside.path());
        work(aside.path())
    }

    /// Brings one event to the honest side.
    fn bring(&self, signed: &Signed, at: At) -> Pass {
        let text =
            format!("From: {}@example.org\n\n{}", self.cheat, armour::wrap(&[signed.line().into_bytes()]));
        inbox(self.dir(), &role(&self.honest)).deliver(text.as_bytes(), 9_999_999_999).expect("delivered");
        pass(self.dir(), &role(&self.honest), &mut Nobody, at)
    }

    fn log(&self) -> Vec<u8> {
        archive(self.dir(), &role(&self.honest))
    }
}

fn arrivals(pass: &Pass) -> Vec<Arrival> {
    pass.taken.iter().flat_map(|taken| taken.events.clone()).collect()
}

/// An opponent signs at the first turn, with his clock set on, that the deadline has passed.
#[test]
fn nobody_wins_by_a_deadline_that_has_passed_in_times_to_come_only() {
    let scene = Scene::new(Mode::Direct, HOURS, 0);
    let said = scene.aside(|dir| open(dir, &role(&scene.cheat)).time_out(hour(HOURS + 6)).expect("signed"));
    let told = scene.bring(&said, hour(1));
    assert_eq!(arrivals(&told), [Arrival::Ahead(said.event().seq)]);
    assert!(!matches!(told.wait, Wait::Over(_)), "the battle is over at hour 1");
    assert!(told.told.iter().any(|text| text.contains("clock of")), "{:?}", told.told);
    // the honest side has its day, and decides in it
    act(scene.dir(), &scene.honest, Deed::Orders(scene.sheet(), None), hour(20)).expect("in time");
    settle(scene.dir(), scene.mode, hour(21));
    pass(scene.dir(), &role(&scene.honest), &mut Nobody, hour(HOURS + 7));
    settle(scene.dir(), scene.mode, hour(HOURS + 7));
    agree(scene.dir(), scene.mode);
    assert!(!matches!(wait(scene.dir(), &scene.honest), Wait::Over(_)), "it is over when that time has come");
}

/// A side dates its orders a hundred hours back, so that the deadline of the other has as good as passed
/// when the umpire, who claims it by himself, hears of them.
#[test]
fn nobody_forfeits_by_orders_that_were_dated_back() {
    let hours = 120;
    let scene = Scene::new(Mode::Umpire, hours, 0);
    let (dir, umpire) = (scene.dir(), role("umpire"));
    // all is played within the first hour, until a word of one side calls for the other's without any die
    let mut back_dated = None;
    for _ in 0..80 {
        let due = wait(dir, "umpire").role().expect("somebody").to_owned();
        let calls = scene.aside(|dir| {
            pass(dir, &role(&due), &mut Steady, hour(0));
            let word = open(dir, &role(&due)).ledger().next_seq();
            let after = pass(dir, &umpire, &mut Nobody, hour(100));
            let own = open(dir, &umpire).ledger().next_seq() == word;
            own && after.wait.role().is_some_and(|next| next != due && next != "umpire")
        });
        pass(dir, &role(&due), &mut Steady, hour(0));
        if calls {
            back_dated = Some(due);
            break;
        }
        settle(dir, scene.mode, hour(0));
    }
    back_dated.expect("a word that calls for the other side's without any die");
    settle(dir, scene.mode, hour(100));
    let umpire = || open(dir, &umpire);
    assert!(umpire().claim(hour(hours + 2), 0).expect("asked").is_none(), "22 hours after the word came");
    let error = umpire().time_out(hour(hours + 2)).expect_err("by hand neither");
    assert!(error.to_string().contains("by its own clock"), "{error}");
    assert!(umpire().claim(hour(100 + hours + 1), 0).expect("asked").is_some(), "in the end it is");
}

/// Whoever opens his link with the date of a year that nobody will see has no deadline any more.
#[test]
fn a_date_in_a_far_year_ends_no_deadline() {
    let scene = Scene::new(Mode::Direct, HOURS, 0);
    act(scene.dir(), &scene.honest, Deed::Orders(scene.sheet(), None), hour(1)).expect("signed");
    let far: At = "9999-12-31T23:59:59Z".parse().expect("a time");
    let reveal = scene.aside(|dir| {
        pass(dir, &role(&scene.cheat), &mut Nobody, hour(2));
        let seat = open(dir, &role(&scene.cheat));
        let last = seat.ledger().entries().last().expect("an event").event().clone();
        assert!(matches!(last.kind, Kind::Reveal(_)), "{:?}", last.kind);
        let key = SigningKey::load(&dir.join(&scene.cheat).join("key.pem"), None).expect("a key");
        Event { at: far, ..last }.sign(&key).expect("signed")
    });
    let told = scene.bring(&reveal, hour(2));
    assert_eq!(arrivals(&told), [Arrival::Ahead(reveal.event().seq)]);
    let mut seat = open(scene.dir(), &role(&scene.honest));
    assert!(seat.due().is_some(), "no deadline runs");
    seat.time_out(hour(2 * HOURS)).expect("his time is up");
}

/// The opponent, whose link alone makes the dice, works them out as soon as the orders are there, does not
/// like them, and signs an extension for the same place.
#[test]
fn an_extension_for_the_place_of_orders_gives_no_second_throw() {
    // in time, and late by their own word
    for signed in [1, HOURS + 1] {
        let scene = Scene::new(Mode::Direct, HOURS, 3);
        let longer =
            scene.aside(|dir| open(dir, &role(&scene.cheat)).time_out(hour(HOURS + 2)).expect("signed"));
        act(scene.dir(), &scene.honest, Deed::Orders(scene.sheet(), None), hour(signed)).expect("signed");
        let log = scene.log();
        let told = scene.bring(&longer, hour(HOURS + 3));
        assert_eq!(arrivals(&told), [Arrival::Crossed(longer.event().seq)]);
        assert!(scene.log() == log, "the orders are taken back");
        // and had he signed it before he had the orders, he would take it back himself
        open(scene.dir(), &role(&scene.cheat)).time_out(hour(HOURS + 2)).expect("signed");
        settle(scene.dir(), scene.mode, hour(HOURS + 4));
        agree(scene.dir(), scene.mode);
        assert!(scene.log().starts_with(&log));
    }
}

/// Orders signed in time are not given up for the word of the opponent that they have not come, whatever may
/// have become of the mail.
#[test]
fn an_opponent_cannot_forfeit_who_has_signed_in_time() {
    let scene = Scene::new(Mode::Direct, HOURS, 0);
    let lost = scene.aside(|dir| open(dir, &role(&scene.cheat)).time_out(hour(HOURS + 2)).expect("signed"));
    act(scene.dir(), &scene.honest, Deed::Orders(scene.sheet(), None), hour(HOURS)).expect("signed");
    let told = scene.bring(&lost, hour(HOURS + 3));
    assert_eq!(arrivals(&told), [Arrival::Crossed(lost.event().seq)]);
    assert!(!matches!(told.wait, Wait::Over(_)));
}

/// Adds a point of order two to the R of an honest signature: a strict check refuses it, a batch sees it
/// only half of the time, as its weights fall.
fn bent(event: &Event, secret: &SigningKey, pem: &Path, try_number: u64) -> Signed {
    let text = event.encode().expect("written");
    let message = [b"TESSERA/E1\0".as_slice(), text.as_bytes()].concat();
    let seed = ed25519_dalek::pkcs8::DecodePrivateKey::read_pkcs8_pem_file(pem)
        .map(|key: ed25519_dalek::SigningKey| key.to_bytes())
        .expect("a key");
    let mut half = [0; 32];
    half.copy_from_slice(&Sha512::digest(seed)[..32]);
    let scalar = Scalar::from_bytes_mod_order(clamp_integer(half));
    let wide: [u8; 64] = Sha512::digest(try_number.to_le_bytes()).into();
    let r = Scalar::from_bytes_mod_order_wide(&wide);
    let point = (r * ED25519_BASEPOINT_POINT + EIGHT_TORSION[4]).compress().to_bytes();
    let mut hash = Sha512::new();
    hash.update(point);
    hash.update(secret.public().0);
    hash.update(&message);
    let k: [u8; 64] = hash.finalize().into();
    let s = (r + Scalar::from_bytes_mod_order_wide(&k) * scalar).to_bytes();
    let signature = BASE64.encode(&[point, s].concat());
    let line = format!("{{\"event\":{text},\"sig\":\"{signature}\"}}");
    Signed::parse(line.as_bytes()).expect("a line")
}

/// A `timeout` that would stand, under a signature that a batch lets pass and a strict check does not: once
/// in the archive, it would keep the seat from ever opening again.
#[test]
fn a_bent_signature_gets_in_nowhere() {
    let scene = Scene::new(Mode::Direct, HOURS, 0);
    let said = scene.aside(|dir| open(dir, &role(&scene.cheat)).time_out(hour(HOURS + 2)).expect("signed"));
    act(scene.dir(), &scene.honest, Deed::Orders(scene.sheet(), None), hour(HOURS + 1)).expect("late");
    let pem = scene.dir().join(&scene.cheat).join("key.pem");
    let key = SigningKey::load(&pem, None).expect("a key");
    let log = scene.log();
    let place = usize::try_from(said.event().seq).expect("small");
    let passes_a_batch = |signed: &Signed| {
        let line = signed.line();
        let lines = read_lines(&log).expect("lines").take(place).chain([line.as_bytes()]);
        Ledger::verify_all(lines, Checks::Batch).is_ok()
    };
    let tries = (0..64).map(|n| {
        let event = Event { nonce: Nonce([n; 16]), ..said.event().clone() };
        bent(&event, &key, &pem, u64::from(n))
    });
    let bent = tries.into_iter().find(passes_a_batch).expect("one that a batch lets pass");
    let told = scene.bring(&bent, hour(HOURS + 3));
    assert!(matches!(arrivals(&told)[..], [Arrival::Refused(_)]), "{:?}", arrivals(&told));
    assert!(scene.log() == log);
    open(scene.dir(), &role(&scene.honest)).wait().expect("the seat opens");
}

/// What was fed in by hand, past the umpire, parts no logs for good.
#[test]
fn a_proposal_while_orders_are_under_way_parts_no_logs() {
    for mode in [Mode::Umpire, Mode::Direct, Mode::Both] {
        let scene = Scene::new(mode, 0, 0);
        let place = open(scene.dir(), &role(&scene.honest)).ledger().next_seq();
        act(scene.dir(), &scene.honest, Deed::Orders(scene.sheet(), None), hour(1)).expect("signed");
        let draw = tesserarius::ledger::Proposal::Draw;
        act(scene.dir(), &scene.cheat, Deed::Propose(draw, None), hour(1)).expect("signed");
        if mode != Mode::Direct {
            // the proposal comes first
            let mut mails: Vec<RawMail> = new_mails(scene.dir(), &Role::umpire());
            assert_eq!(mails.len(), 2, "{mode:?}");
            mails.reverse();
            let mut umpire = open(scene.dir(), &Role::umpire());
            umpire.pass(&mails, &mut Nobody, &mut || hour(2), &mut |_| Ok(())).expect("taken in");
        }
        settle(scene.dir(), mode, hour(2));
        agree(scene.dir(), mode);
        let seat = open(scene.dir(), &role(&scene.cheat));
        assert!(matches!(
            seat.ledger().entries()[usize::try_from(place).expect("small")].event().kind,
            Kind::Orders(_)
        ));
    }
}
