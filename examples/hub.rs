//! A hub: several workers over one store on a PostgreSQL server, which `.ci/postgres` starts and throws
//! away.
//!
//! ```text
//! cargo build --release && cargo run --release --example hub -- chaos        (200 battles)
//! cargo run --release --example hub -- chaos 20                              (that many)
//! cargo run --release --example hub -- speed                                 (100 and 10,000 battles)
//! cargo run --release --example hub -- speed 100 1000
//! ```
//!
//! `chaos` plays battles to their end by three workers (`tess serve`) that are killed with -9 all the time,
//! over a server that is killed with -9 every few seconds, while mails come twice, in pieces and late. Then
//! all three logs of each battle must be equal and hold, nobody may have signed two things for one place,
//! and nothing may be left over. `speed` measures how many mails a second 1, 2 and 4 workers deal with, and
//! one over a file.

#![allow(clippy::disallowed_methods, reason = "workers are killed, and measured, by the clock")]

mod pitch;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use pitch::{Sure, play, set_up};
use tesserarius::ledger::{At, Signed};
use tesserarius::mail::{Envelope, Maildir, MaildirBox};
use tesserarius::scenario::Library;
use tesserarius::server::{Battle, Keys, Line, Service, Setting, State, Store, Watch};
use tesserarius::steward::verify;

/// The workers of the chaos.
const WORKERS: usize = 3;

/// How often one more worker looks whether a mail is left.
const ROUNDS: usize = 20;

/// How long nothing may move before the chaos is given up: longer than the longest rest of a mail by which
/// a worker has died three times.
const PATIENCE: Duration = Duration::from_secs(900);

fn main() -> Sure<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = words.iter().skip(1).map(|n| n.parse()).collect::<Result<_, _>>()?;
    let room = std::env::temp_dir().join(format!("tess-hub-{}", std::process::id()));
    fs::create_dir_all(&room)?;
    let server = Server::start(&room.join("postgres"))?;
    let done = match words.first().map(String::as_str) {
        Some("chaos") => chaos(&room, &server, numbers.first().copied().unwrap_or(200)),
        Some("speed") if numbers.is_empty() => speed(&room, &server, &[100, 10_000]),
        Some("speed") => speed(&room, &server, &numbers),
        _ => Err("say chaos or speed".into()),
    };
    if done.is_ok() {
        drop(server);
        fs::remove_dir_all(&room)?;
    } else {
        eprintln!("all of it is left in {}", room.display());
        std::mem::forget(server);
    }
    done
}

fn now() -> At {
    let since = std::time::UNIX_EPOCH.elapsed().map_or(0, |d| d.as_secs().cast_signed());
    let time = chrono::DateTime::from_timestamp(since, 0).unwrap_or_default();
    time.format("%Y-%m-%dT%H:%M:%SZ").to_string().parse().expect("a time of this millennium")
}

/// A throw-away server.
struct Server {
    dir: PathBuf,
    address: String,
}

impl Server {
    fn start(dir: &Path) -> Sure<Server> {
        let address = Server::script("start", dir)?;
        Ok(Server { dir: dir.to_owned(), address })
    }

    fn script(what: &str, dir: &Path) -> Sure<String> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/postgres");
        let done = Command::new(script).arg(what).arg(dir).stderr(Stdio::inherit()).output()?;
        if !done.status.success() {
            return Err(format!(".ci/postgres {what} failed").into());
        }
        Ok(String::from_utf8(done.stdout)?.trim().to_owned())
    }

    /// As dead as by kill -9, and up again.
    fn kill(&self) -> Sure<()> {
        Server::script("kill", &self.dir)?;
        Server::script("start", &self.dir).map(drop)
    }

    /// An empty store in a schema of its own.
    fn store(&self, place: &Path, name: &str) -> Sure<Store> {
        use std::io::Write as _;
        use std::os::unix::fs::OpenOptionsExt as _;
        postgres::Client::connect(&self.address, postgres::NoTls)?
            .batch_execute(&format!("CREATE SCHEMA {name}"))?;
        fs::create_dir_all(place)?;
        let mut options = fs::OpenOptions::new();
        let mut file = options.write(true).create_new(true).mode(0o600).open(place.join("store.url"))?;
        write!(file, "{} options='-c search_path={name}'", self.address)?;
        Ok(Store::open(place)?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = Server::script("stop", &self.dir);
    }
}

/// A worker as an operator starts it.
fn worker(dir: &Path, nth: usize, once: bool) -> Sure<Child> {
    let tess = std::env::current_exe()?.with_file_name("../tess");
    let log = fs::OpenOptions::new().create(true).append(true).open(dir.join(format!("worker-{nth}.log")))?;
    let mail = dir.join(if once { "nothing" } else { "mail/umpire" });
    Maildir::create(&mail)?;
    let mut command = Command::new(tess);
    command.arg("serve").arg("--store").arg(dir.join("store")).arg("--from").arg(mail);
    command.arg("--to").arg(format!("maildir:{}", dir.join("mail/{user}").display()));
    command.args(if once { ["--every", "1", "--once"].as_slice() } else { &["--every", "1"] });
    Ok(command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log).spawn()?)
}

/// So many battles with their umpire in the store.
fn pitch_all(dir: &Path, store: &Store, battles: usize) -> Sure<()> {
    let next = AtomicU64::new(0);
    let founded = || -> Result<(), String> {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= battles as u64 {
                return Ok(());
            }
            if n % 500 == 499 {
                eprintln!("{} of {battles} battles are founded", n + 1);
            }
            let seats = dir.join(format!("seats-{n}"));
            set_up(&seats, &dir.join("mail"), n, "spqr/skirmish", now()).map_err(|e| e.to_string())?;
        }
    };
    thread::scope(|scope| {
        let all: Vec<_> = (0..4).map(|_| scope.spawn(founded)).collect();
        all.into_iter().try_for_each(|one| one.join().map_err(|_| "a founder panics".to_owned())?)
    })?;
    for n in 0..battles {
        store.adopt(&dir.join(format!("seats-{n}/umpire")))?;
    }
    Ok(())
}

/// Numbers that look random; what they are is of no account.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most.max(1)
    }
}

fn chaos(room: &Path, server: &Server, battles: usize) -> Sure<()> {
    let dir = room.join("chaos");
    let store = server.store(&dir.join("store"), "chaos")?;
    pitch_all(&dir, &store, battles)?;
    eprintln!("{battles} battles begin");
    let (over, deaths, crashes, odd) =
        (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let begun = Instant::now();
    thread::scope(|scope| -> Sure<()> {
        let players: Vec<_> = (0..2)
            .map(|half| {
                let (dir, over) = (&dir, &over);
                scope.spawn(move || players(dir, (half..battles).step_by(2), over).map_err(|e| e.to_string()))
            })
            .collect();
        let post = scope.spawn(|| meddle(&dir, &over, &odd).map_err(|e| e.to_string()));
        let killer =
            scope.spawn(|| kill(&dir, server, &over, [&deaths, &crashes]).map_err(|e| e.to_string()));
        let watched = watched(&store, battles);
        over.store(true, Ordering::Relaxed);
        for thread in players.into_iter().chain([post, killer]) {
            thread.join().map_err(|_| "a thread panics")??;
        }
        watched
    })?;
    let seconds = begun.elapsed().as_secs();
    // what was sent last is read last
    settle(&dir, battles)?;
    let events = held(&dir, &store, battles)?;
    println!(
        "{battles} battles, {events} events in {seconds} s: {} workers and {} servers killed, {} mails twice, late or in pieces; \
         all logs are equal and hold, nothing was signed twice, nothing is left over",
        deaths.into_inner(),
        crashes.into_inner(),
        odd.into_inner()
    );
    Ok(())
}

/// Whoever has mail reads it and answers.
fn players(dir: &Path, mine: impl Iterator<Item = usize> + Clone, over: &AtomicBool) -> Sure<()> {
    for round in 0.. {
        if over.load(Ordering::Relaxed) {
            break;
        }
        for n in mine.clone() {
            if round == 0 || has_mail(dir, n)? {
                play(dir, n..n + 1, round, &mut now)?;
            }
        }
        thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

fn has_mail(dir: &Path, n: usize) -> Sure<bool> {
    for side in ["rome", "carthage"] {
        if !Maildir::create(&dir.join("mail").join(format!("{side}-{n}")))?.list(false)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The post between players and umpire: some mails come twice, some also in pieces, some later.
fn meddle(dir: &Path, over: &AtomicBool, odd: &AtomicU64) -> Sure<()> {
    let (new, aside) = (dir.join("mail/umpire/new"), dir.join("late"));
    fs::create_dir_all(&new)?;
    fs::create_dir_all(&aside)?;
    let mut chance = Chance(7);
    while !over.load(Ordering::Relaxed) {
        for entry in fs::read_dir(&new)?.flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            let named = |what: &str| new.join(format!("{}{what}", odd.load(Ordering::Relaxed)));
            // whatever is no more there was fetched meanwhile
            let Ok(bytes) = fs::read(&path) else { continue };
            match chance.below(40) {
                0 => fs::write(named("twice"), &bytes)?,
                1 => fs::write(named("piece"), &bytes[..bytes.len() / 2])?,
                2 => drop(fs::rename(&path, aside.join(&name))),
                _ => continue,
            }
            odd.fetch_add(1, Ordering::Relaxed);
        }
        thread::sleep(Duration::from_millis(200));
        for entry in fs::read_dir(&aside)?.flatten() {
            fs::rename(entry.path(), new.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Three workers, of which one dies every moment, and the server now and then.
fn kill(dir: &Path, server: &Server, over: &AtomicBool, counts: [&AtomicU64; 2]) -> Sure<()> {
    let mut chance = Chance(11);
    let mut workers: Vec<Child> = (0..WORKERS).map(|n| worker(dir, n, false)).collect::<Sure<_>>()?;
    let mut crashed = Instant::now();
    while !over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(300 + chance.below(1200)));
        let nth = usize::try_from(chance.below(WORKERS as u64))?;
        workers[nth].kill()?;
        workers[nth].wait()?;
        counts[0].fetch_add(1, Ordering::Relaxed);
        if crashed.elapsed() > Duration::from_secs(6) {
            server.kill()?;
            counts[1].fetch_add(1, Ordering::Relaxed);
            crashed = Instant::now();
        }
        for (nth, old) in workers.iter_mut().enumerate() {
            if old.try_wait()?.is_some() {
                *old = worker(dir, nth, false)?;
            }
        }
    }
    // the last ones end as an operator ends them, after what they have in hand
    for mut worker in workers {
        Command::new("kill").arg(worker.id().to_string()).status()?;
        worker.wait()?;
    }
    Ok(())
}

/// Waits until all battles are over and nothing waits to be dealt with or sent.
fn watched(store: &Store, battles: usize) -> Sure<()> {
    let (mut moved, mut last) = (Instant::now(), (0, 0));
    loop {
        thread::sleep(Duration::from_secs(2));
        // the server may be down just now
        let Ok(all) = store.battles() else { continue };
        let Ok(waits) = store.mails(State::Waiting) else { continue };
        let Ok((letters, _)) = store.letters() else { continue };
        let ended = all.iter().filter(|battle| battle.over).count();
        let events = all.iter().map(|battle| battle.events).sum();
        if (ended, events) != last {
            (moved, last) = (Instant::now(), (ended, events));
            eprintln!(
                "{ended} of {battles} battles are over, {events} events, {waits} mails wait, {letters} to be sent"
            );
        }
        if ended == battles && letters == 0 {
            return Ok(());
        }
        if moved.elapsed() > PATIENCE {
            let open: Vec<String> = all.iter().filter(|b| !b.over).map(Battle::tag).collect();
            return Err(format!("nothing moves any more; open: {}", open.join(", ")).into());
        }
    }
}

/// The players read what came last.
fn settle(dir: &Path, battles: usize) -> Sure<()> {
    for n in 0..battles {
        play(dir, n..n + 1, 9, &mut now)?;
    }
    Ok(())
}

/// All logs are equal and hold, and whoever signed for a place has signed one thing; how many events.
fn held(dir: &Path, store: &Store, battles: usize) -> Sure<usize> {
    let mut signed: BTreeMap<(String, u64, String), String> = BTreeMap::new();
    let mut events = 0;
    for battle in store.battles()? {
        let archive = store.archive(&battle)?;
        verify(&archive, &Library::embedded())?;
        events += archive.iter().filter(|byte| **byte == b'\n').count();
    }
    let archives: Vec<Vec<u8>> =
        store.battles()?.iter().map(|battle| Ok(store.archive(battle)?)).collect::<Sure<_>>()?;
    for n in 0..battles {
        let seats = dir.join(format!("seats-{n}"));
        let of = |side: &str| fs::read(seats.join(side).join("archive.tess"));
        let (rome, carthage) = (of("rome")?, of("carthage")?);
        if rome != carthage || !archives.contains(&rome) {
            return Err(format!("the logs of battle {n} differ").into());
        }
        for side in ["rome", "carthage"] {
            let post = dir.join("mail").join(format!("{side}-{n}"));
            for folder in ["new", "cur"] {
                for entry in fs::read_dir(post.join(folder))? {
                    let bytes = fs::read(entry?.path())?;
                    let raw = tesserarius::mail::RawMail::new(bytes, tesserarius::mail::Origin::Memory);
                    let lines = Envelope::open(&raw)?.lines;
                    for one in lines.iter().filter_map(|line| Signed::parse(line).ok()) {
                        let event = one.event();
                        let game = event.game.unwrap_or_else(|| one.id()).to_string();
                        let place = (game, event.seq, event.by.to_string());
                        let id = one.id().to_string();
                        if signed.insert(place.clone(), id.clone()).is_some_and(|before| before != id) {
                            return Err(format!("{place:?} was signed twice").into());
                        }
                    }
                }
            }
        }
    }
    Ok(events)
}

/// Says nothing and never stops.
struct Quiet;

impl Watch for Quiet {
    fn now(&mut self) -> At {
        now()
    }

    fn say(&mut self, line: &Line) {
        let line = line.to_string();
        if line.contains("TROUBLE") || line.contains("aside") {
            eprintln!("{line}");
        }
    }

    fn stops(&mut self) -> bool {
        false
    }
}

/// Lets so many workers deal with all that waits, until each finds nothing more.
fn once_each(dir: &Path, workers: usize) -> Sure<()> {
    let all: Vec<Child> = (0..workers).map(|n| worker(dir, n, true)).collect::<Sure<_>>()?;
    for mut one in all {
        if !one.wait()?.success() {
            return Err("a worker failed".into());
        }
    }
    Ok(())
}

fn speed(room: &Path, server: &Server, counts: &[usize]) -> Sure<()> {
    println!("battles   store      workers   mails   seconds   mails a second");
    for &battles in counts {
        let dir = room.join(format!("speed-{battles}"));
        let file = Store::open(&dir.join("pitched"))?;
        pitch_all(&dir, &file, battles)?;
        let mut service =
            Service::new(file.clone(), Setting::default(), Keys::new(Box::new(|_| Ok(None))), Quiet);
        let mut courier =
            tesserarius::server::Courier::new(tesserarius::mail::Transport::Maildir(dir.join("mail/{user}")));
        service.round(&mut courier)?;
        let mails = play(&dir, 0..battles, 0, &mut now)?;
        let mut umpire = MaildirBox::new(Maildir::create(&dir.join("mail/umpire"))?);
        service.take_in(&mut umpire, usize::MAX)?;
        drop(service);
        // each run gets the same store with the same mails in its journal
        for (workers, shared) in [(1, false), (1, true), (2, true), (4, true)] {
            let place = dir.join("store");
            let name = format!("speed_{battles}_{workers}");
            let store = if shared { server.store(&place, &name)? } else { Store::open(&place)? };
            file.copy_to(&store, &mut |_, _, _| ())?;
            let begun = Instant::now();
            once_each(&dir, workers)?;
            // a mail whose battle another worker has waits a second, and that worker may end before
            for _ in 0..ROUNDS {
                if store.mails(State::Waiting)? > 0 {
                    thread::sleep(Duration::from_millis(200));
                    once_each(&dir, 1)?;
                }
            }
            let seconds = begun.elapsed().as_secs_f64();
            let left = store.mails(State::Waiting)?;
            if left > 0 {
                return Err(format!("{left} mails are left").into());
            }
            let kind = if shared { "PostgreSQL" } else { "SQLite" };
            println!(
                "{battles:>7}   {kind:<10} {workers:>7} {mails:>7} {seconds:>9.2} {:>16.0}",
                mails as f64 / seconds
            );
            drop(store);
            fs::remove_dir_all(&place)?;
        }
        fs::remove_dir_all(&dir)?;
    }
    Ok(())
}
