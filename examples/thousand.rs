//! A thousand battles in one store, and a pass over a thousand mails that wait: what a mail costs with 10,
//! 100 and 1000 battles.
//!
//! ```text
//! cargo run --release --example thousand
//! cargo run --release --example thousand -- 300          (that many mails instead of 1000)
//! cargo run --release --example thousand -- 300 50 500   (with 50 and 500 battles)
//! cargo run --release --example thousand -- spqr/cannae-216bc   (one long battle, as its log grows)
//! cargo run --release --example thousand -- spqr/zama-202bc 5   (five, one after the other)
//! ```
//!
//! Besides the time on the watch it prints the processor's time, which does not depend on what else the
//! machine does.

#![allow(clippy::disallowed_methods, reason = "a measurement needs a watch")]

mod pitch;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use pitch::{Sure, play, set_up};
use tesserarius::ledger::At;
use tesserarius::mail::{Maildir, MaildirBox, Transport};
use tesserarius::server::{Courier, Keys, Line, Service, Setting, Store, Watch};
use tesserarius::steward::deadline;

/// Says nothing and never stops.
struct Quiet;

impl Watch for Quiet {
    fn now(&mut self) -> At {
        noon()
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

fn noon() -> At {
    "2026-01-01T12:00:00Z".parse().expect("a time")
}

fn main() -> Sure<()> {
    if let Some(field) = std::env::args().nth(1).filter(|word| word.contains('/')) {
        let battles = std::env::args().nth(2).map_or(Ok(1), |n| n.parse())?;
        return grow_all(&field, battles);
    }
    let numbers: Vec<usize> = std::env::args().skip(1).map(|n| n.parse()).collect::<Result<_, _>>()?;
    let (mails, counts) = numbers.split_first().map_or((1000, [].as_slice()), |(most, rest)| (*most, rest));
    let counts = if counts.is_empty() { [10, 100, 1000].as_slice() } else { counts };
    let room = std::env::temp_dir().join(format!("tess-thousand-{}", std::process::id()));
    println!(
        "battles   mails   seconds   ms a mail   processor   of it sending   store MiB   memory MiB (peak)"
    );
    for &battles in counts {
        let dir = room.join(battles.to_string());
        pitch_all(&dir, battles)?;
        measure(&dir, battles, mails)?;
        fs::remove_dir_all(&dir)?;
    }
    Ok(fs::remove_dir_all(&room)?)
}

/// So many battles, each with the first orders of one side in the umpire's box; with fewer battles than
/// mails each is played on, so that every mail brings something new.
fn pitch_all(dir: &Path, battles: usize) -> Sure<()> {
    let store = Store::open(&dir.join("store"))?;
    for n in 0..battles {
        let seats = dir.join(format!("seats-{n}"));
        set_up(&seats, &dir.join("mail"), u64::try_from(n)?, "spqr/skirmish", noon())?;
        store.adopt(&seats.join("umpire"))?;
    }
    Ok(())
}

fn measure(dir: &Path, battles: usize, mails: usize) -> Sure<()> {
    let store = Store::open(&dir.join("store"))?;
    let keys = Keys::new(Box::new(|_| Ok(None)));
    let setting = Setting::default();
    let mut service = Service::new(store, setting, keys, Quiet);
    let transport = Transport::Maildir(dir.join("mail").join("{user}"));
    let mut courier = Courier::new(transport);
    // the first look at each battle is no mail's
    while !service.store().battles_due(deadline::time_of(&noon()).timestamp())?.is_empty() {
        service.round(&mut courier)?;
    }
    let mut umpire = MaildirBox::new(Maildir::create(&dir.join("mail/umpire"))?);
    let (mut taken, mut spent, mut sending, mut busy) = (0, Duration::ZERO, Duration::ZERO, Duration::ZERO);
    for round in 0.. {
        let come = play(dir, 0..battles.min(mails - taken), round, &mut noon)?;
        if come == 0 || taken >= mails {
            break;
        }
        let (begun, before) = (Instant::now(), processor());
        service.take_in(&mut umpire, usize::MAX)?;
        service.work()?;
        let worked = begun.elapsed();
        service.round(&mut courier)?;
        spent += begun.elapsed();
        busy += processor() - before;
        sending += begun.elapsed() - worked;
        taken += come;
    }
    let per_mail = |time: Duration| time.as_secs_f64() * 1000.0 / taken.max(1) as f64;
    let size = fs::metadata(service.store().path())?.len() / (1024 * 1024);
    println!(
        "{battles:>7} {taken:>7} {:>9.2} {:>11.2} {:>11.2} {:>15.2} {size:>11} {:>19}",
        spent.as_secs_f64(),
        per_mail(spent),
        per_mail(busy),
        per_mail(sending),
        peak()
    );
    Ok(())
}

/// Battles to their end, each in a store of its own: what a mail costs while the log grows, by hundreds of
/// events.
fn grow_all(field: &str, battles: u64) -> Sure<()> {
    let mut by_hundred: BTreeMap<usize, (usize, [Duration; 3])> = BTreeMap::new();
    for n in 0..battles {
        eprintln!("battle {} of {battles}", n + 1);
        grow(field, n, &mut by_hundred)?;
    }
    println!("events      mails   processor, ms a mail: taking in, work, sending, all");
    for (hundred, (mails, spent)) in by_hundred {
        let each = |time: Duration| time.as_secs_f64() * 1000.0 / mails.max(1) as f64;
        let (from, to, [taking, work, sending]) = (hundred * 100, hundred * 100 + 99, spent.map(each));
        let all = each(spent.iter().sum());
        println!("{from:>4} to {to:<4} {mails:>4} {taking:>12.2} {work:>8.2} {sending:>8.2} {all:>8.2}");
    }
    Ok(())
}

fn grow(field: &str, n: u64, by_hundred: &mut BTreeMap<usize, (usize, [Duration; 3])>) -> Sure<()> {
    let dir = std::env::temp_dir().join(format!("tess-long-{}", std::process::id()));
    let store = Store::open(&dir.join("store"))?;
    set_up(&dir.join("seats-0"), &dir.join("mail"), 0, field, noon())?;
    store.adopt(&dir.join("seats-0/umpire"))?;
    let keys = Keys::new(Box::new(|_| Ok(None)));
    let mut service = Service::new(store, Setting::default(), keys, Quiet);
    let mut courier = Courier::new(Transport::Maildir(dir.join("mail").join("{user}")));
    let mut umpire = MaildirBox::new(Maildir::create(&dir.join("mail/umpire"))?);
    while !service.store().battles_due(deadline::time_of(&noon()).timestamp())?.is_empty() {
        service.round(&mut courier)?;
    }
    let log = dir.join("seats-0/rome/archive.tess");
    let mut silent = 0;
    for round in 0.. {
        // on a thread, and so with memory, of their own
        let players = || play(&dir, 0..1, n * 100_000 + round, &mut noon).map_err(|e| e.to_string());
        let come = thread::scope(|scope| scope.spawn(players).join()).map_err(|_| "a player panics")??;
        silent = if come == 0 { silent + 1 } else { 0 };
        if silent > 3 {
            break;
        }
        // what the players have written is their machines' work: else the umpire's first commit pays for it
        rustix::fs::sync();
        let begun = processor();
        service.take_in(&mut umpire, usize::MAX)?;
        let taken = processor();
        service.work()?;
        let worked = processor();
        service.round(&mut courier)?;
        let hundred = fs::read_to_string(&log)?.lines().count() / 100;
        let (mails, spent) = by_hundred.entry(hundred).or_default();
        *mails += come;
        for (all, part) in spent.iter_mut().zip([taken - begun, worked - taken, processor() - worked]) {
            *all += part;
        }
    }
    Ok(fs::remove_dir_all(&dir)?)
}

/// The time for which this thread has had a processor, as the kernel counts it.
fn processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// The most memory this process has had, in MiB.
fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kib.map_or_else(|| "?".to_owned(), |kib| (kib / 1024).to_string())
}
