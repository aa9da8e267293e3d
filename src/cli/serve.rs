//! `tess serve`: the umpire's service.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};

use super::store::Place;
use super::{Code, Done, Failure, clock, settings, terminal};
use crate::ledger::At;
use crate::mail::{Inbox, Maildir, Source, Transport};
use crate::server::{Courier, Keys, Rates, Service, Setting, Watch};
use crate::steward::{Settings, StewardError};

/// Serve the battles of a store: take mail in, open links, send reports, until it is stopped
///
/// SIGTERM and SIGINT end it after the mail in hand. Everything that happens is a line on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess serve --store /var/lib/tess --from /var/mail/umpire/Maildir --to smtp://localhost
  tess serve --store /var/lib/tess --to smtp://localhost     (mail comes by `tess deliver`)")]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Where mail comes: a Maildir. May be left out, and be said more than once
    #[arg(long, value_name = "FROM", env = "TESS_FROM", hide_env_values = true)]
    from: Vec<String>,
    /// How mail goes out: smtp://host:port, maildir:DIR or file:DIR
    #[arg(long, value_name = "HOW", env = "TESS_TRANSPORT", hide_env_values = true)]
    to: String,
    /// Seconds between two looks for mail
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
    /// Do what can be done now, and end
    #[arg(long)]
    once: bool,
    /// File for the counts, in the text form of Prometheus
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Mails an hour that one sender may send without moving a battle on
    #[arg(long, value_name = "N", default_value_t = Rates::default().sender)]
    sender_rate: u32,
    /// Mails an hour that one battle may get without being moved on
    #[arg(long, value_name = "N", default_value_t = Rates::default().battle)]
    battle_rate: u32,
    /// Days that mail dealt with is kept in the journal
    #[arg(long, value_name = "DAYS", default_value_t = Setting::default().keep_days)]
    keep: u32,
}

impl Args {
    pub fn run(&self) -> Done {
        let stop = Arc::new(AtomicBool::new(false));
        for signal in [SIGTERM, SIGINT] {
            signal_hook::flag::register(signal, Arc::clone(&stop))
                .map_err(|e| Failure::new(format!("cannot watch for signals: {e}"), "try again"))?;
        }
        let store = self.place.open()?;
        let Some(_lock) = store.lock()? else {
            return Err(Failure::new(
                "another process serves this store",
                "stop it first, or let it do the work",
            )
            .for_later());
        };
        let mut inboxes = self.inboxes()?;
        let mut courier = Courier::new(self.transport()?);
        let keys = Keys::new(Box::new(|path| settings::passphrase(path).map_err(|e| unread(path, &e))));
        let setting = Setting {
            rates: Rates { sender: self.sender_rate, battle: self.battle_rate },
            keep_days: self.keep,
            ..Setting::default()
        };
        let mut service = Service::new(store, setting, keys, Log { stop: Arc::clone(&stop) });
        service.watch.say("begins");
        let mut pruned = 0;
        while !stop.load(Ordering::Relaxed) {
            for inbox in &mut inboxes {
                service.take_in(inbox.as_mut(), usize::MAX)?;
            }
            service.round(&mut courier)?;
            pruned = service.prune(pruned)?;
            self.count(&mut service);
            if self.once {
                break;
            }
            rest(self.every, &stop);
        }
        service.watch.say("ends");
        Ok(Code::Fine)
    }

    fn inboxes(&self) -> Result<Vec<Box<dyn Inbox>>, Failure> {
        self.from.iter().map(|from| inbox(from)).collect()
    }

    fn transport(&self) -> Result<Transport, Failure> {
        Ok(Settings::way_out(&settings::transport(&self.to)?)?)
    }

    fn count(&self, service: &mut Service<Log>) {
        if let Some(path) = &self.metrics
            && let Err(error) = service.gauge.write(path)
        {
            service.watch.say(&format!("{error}"));
        }
    }
}

/// A place that mail comes to.
pub fn inbox(from: &str) -> Result<Box<dyn Inbox>, Failure> {
    Ok(Box::new(Source::Maildir(Maildir::open(&settings::absolute(from.as_ref())?)?)))
}

/// Sleeps, but wakes soon when the service shall stop.
fn rest(seconds: u64, stop: &AtomicBool) {
    for _ in 0..seconds * 5 {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn unread(path: &std::path::Path, failure: &Failure) -> StewardError {
    StewardError::File {
        path: path.to_owned(),
        what: failure.drawn(false).trim().to_owned(),
        help: "set TESS_PASSPHRASE, or use a key without a passphrase".to_owned(),
    }
}

/// Standard error, the clock, and the signals.
pub struct Log {
    pub stop: Arc<AtomicBool>,
}

impl Watch for Log {
    fn now(&mut self) -> At {
        clock::now()
    }

    fn say(&mut self, line: &str) {
        terminal::err(&format!("{} {line}\n", clock::now()));
    }

    fn stops(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
