//! What `tess serve` and `tess agent` share: where mail comes, how long to rest, when to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};

use super::habits::Habits;
use super::{Failure, settings};
use tess_mail::imap::{ImapBox, ImapUrl};
use tess_mail::{Inbox, Maildir, MaildirBox};

/// Where mail comes.
#[derive(Debug, Clone, clap::Args)]
pub struct Post {
    /// Where mail comes: a Maildir, or imaps://USER@HOST/FOLDER?password-file=FILE. May be said more than
    /// once
    #[arg(long, value_name = "FROM", env = "TESS_FROM", hide_env_values = true)]
    from: Vec<String>,
}

impl Post {
    /// Opens all of them. A server that can say when mail comes wakes the rest.
    pub fn open(&self, rest: &Rest) -> Result<Vec<Box<dyn Inbox>>, Failure> {
        self.from.iter().map(|from| open(from, rest)).collect()
    }

    /// The inboxes that are named, or where the player's mail comes as always, when nothing is said.
    pub fn open_own(&self, rest: &Rest) -> Result<Vec<Box<dyn Inbox>>, Failure> {
        if !self.from.is_empty() {
            return self.open(rest);
        }
        Habits::read()?.from.iter().map(|from| open(from, rest)).collect()
    }
}

/// A place that is looked into now and again.
pub fn one(from: &str) -> Result<Box<dyn Inbox>, Failure> {
    open(from, &Rest { every: 1, once: true, wake: Arc::default() })
}

fn open(from: &str, rest: &Rest) -> Result<Box<dyn Inbox>, Failure> {
    if ImapUrl::is_one(from) {
        let url = ImapUrl::parse(from)?;
        url.check()?;
        if !rest.once {
            let wake = Arc::clone(&rest.wake);
            url.clone().listen(move || wake.store(true, Ordering::Relaxed));
        }
        return Ok(Box::new(ImapBox::new(url)));
    }
    Ok(Box::new(MaildirBox::new(Maildir::open(&settings::absolute(from.as_ref())?)?)))
}

/// The rest between two rounds.
#[derive(Debug, Clone, clap::Args)]
pub struct Rest {
    /// Seconds between two looks for mail
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=3600))]
    every: u64,
    /// Do what can be done now, and end
    #[arg(long)]
    once: bool,
    /// Set when mail may have come.
    #[arg(skip)]
    wake: Arc<AtomicBool>,
}

impl Rest {
    /// Rests until the next round is due; true when there shall be none.
    pub fn ends(&self, stop: &AtomicBool) -> bool {
        for _ in 0..self.every * 5 {
            if self.once || stop.load(Ordering::Relaxed) {
                return true;
            }
            if self.wake.swap(false, Ordering::Relaxed) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        stop.load(Ordering::Relaxed)
    }
}

/// Set by SIGTERM and SIGINT.
pub fn stop_on_signals() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGTERM, SIGINT] {
        signal_hook::flag::register(signal, Arc::clone(&stop))
            .map_err(|e| Failure::new(format!("cannot watch for signals: {e}"), "try again"))?;
    }
    Ok(stop)
}
