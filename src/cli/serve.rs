//! `tess serve`: the umpire's service.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::inboxes::{Post, Rest, stop_on_signals};
use super::store::Place;
use super::{Code, Done, Failure, clock, settings, terminal};
use tess_diagnostic::tame_line;
use tess_ledger::{At, SigningKey};
use tess_mail::Transport;
use tess_server::{Courier, Keys, Line, Porch, Rates, Service, Setting, Store, Watch, Window};
use tess_steward::lobby::Host;
use tess_steward::{Settings, StewardError, deadline};

/// Serve the battles of a store: take mail in, open links, send reports, until it is stopped
///
/// SIGTERM and SIGINT end it after the mails in hand. Everything that happens is a line on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess serve --store /var/lib/tess --from /var/mail/umpire/Maildir --to smtp://localhost
  tess serve --store /var/lib/tess --to smtp://localhost     (mail comes by `tess deliver`)")]
pub struct Args {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    post: Post,
    /// How mail goes out: smtp://host:port, maildir:DIR or file:DIR
    #[arg(long, value_name = "HOW", env = "TESS_TRANSPORT", hide_env_values = true)]
    to: String,
    /// Let players sign up for battles by mail: the folder that `tess lobby` has made
    #[arg(long, value_name = "DIR")]
    lobby: Option<PathBuf>,
    #[command(flatten)]
    rest: Rest,
    /// File for the counts, in the text form of Prometheus
    #[arg(long, value_name = "FILE")]
    metrics: Option<PathBuf>,
    /// Tell counts (/metrics, for Prometheus) and health (/health) on this port of the loopback, such as
    /// 127.0.0.1:9464
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// How what happens is said on standard error: a line of text, or of JSON
    #[arg(long, value_name = "FORM", default_value = "text", value_parser = ["text", "json"])]
    log: String,
    /// Mails an hour that one sender may send without moving a battle on
    #[arg(long, value_name = "N", default_value_t = Rates::default().sender)]
    sender_rate: u32,
    /// Mails an hour that one battle may get without being moved on
    #[arg(long, value_name = "N", default_value_t = Rates::default().battle)]
    battle_rate: u32,
    #[command(flatten)]
    quota: Quota,
    /// Say `tess timeout` by itself when a deadline has passed by so many hours, and mail could be read for
    /// as long
    #[arg(long, value_name = "HOURS")]
    claim: Option<u32>,
    /// Days that mail dealt with is kept in the journal
    #[arg(long, value_name = "DAYS", default_value_t = Setting::default().keep_days)]
    keep: u32,
}

/// How much one sender may bring.
#[derive(Debug, Clone, clap::Args)]
pub struct Quota {
    /// MiB of mail that one sender may bring in a day (UTC); what is more is not kept
    #[arg(long, value_name = "MIB", default_value_t = Rates::default().bytes >> 20, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    sender_mib: u64,
}

impl Quota {
    /// What one sender may bring in a day, in bytes.
    pub fn bytes(&self) -> u64 {
        self.sender_mib << 20
    }
}

impl Args {
    pub fn run(&self) -> Done {
        let stop = stop_on_signals()?;
        let store = self.place.open()?;
        let Some(_lock) = store.serve()? else {
            return Err(Failure::new(
                "another process serves this store",
                "stop it first, or let it do the work",
            )
            .for_later());
        };
        let mut inboxes = self.post.open(&self.rest)?;
        let mut courier = Courier::new(self.transport()?);
        let setting = Setting {
            rates: Rates { sender: self.sender_rate, battle: self.battle_rate, bytes: self.quota.bytes() },
            keep_days: self.keep,
            claim: self.claim,
            ..Setting::default()
        };
        let mut service =
            Service::new(store, setting, keys(), Log { stop: Arc::clone(&stop), json: self.log == "json" });
        let window = self.window()?;
        if let Some(dir) = &self.lobby {
            let porch = porch(service.store(), dir)?;
            service.keep_lobby(porch);
        }
        service.watch.say(&Line::new("begins"));
        let mut pruned = 0;
        loop {
            for inbox in &mut inboxes {
                service.take_in(inbox.as_mut(), usize::MAX)?;
            }
            service.round(&mut courier)?;
            pruned = service.prune(pruned)?;
            self.count(&mut service);
            window.show(&service.metrics);
            if self.rest.ends(&stop) {
                service.watch.say(&Line::new("ends"));
                return Ok(Code::Fine);
            }
        }
    }

    fn transport(&self) -> Result<Transport, Failure> {
        let transport = Settings::way_out(&settings::transport(&self.to)?)?;
        transport.check()?;
        Ok(transport)
    }

    /// The window for whoever watches the service, open where it is to be.
    fn window(&self) -> Result<Window, Failure> {
        let window = Window::default();
        if let Some(address) = self.listen {
            let help = "name a free port of this machine, such as 127.0.0.1:9464";
            let failed = |e: std::io::Error| Failure::new(format!("cannot listen on {address}: {e}"), help);
            let now = || deadline::time_of(&clock::now()).timestamp();
            window.open(TcpListener::bind(address).map_err(failed)?, now).map_err(failed)?;
        }
        Ok(window)
    }

    fn count(&self, service: &mut Service<Log>) {
        if let Some(path) = &self.metrics
            && let Err(error) = service.metrics.write(path)
        {
            service.watch.say(&Line::trouble(error.to_string()));
        }
    }
}

/// The lobby that `tess lobby` has made, for a store.
fn porch(store: &Store, dir: &Path) -> Result<Porch, Failure> {
    let host = Host::read(dir)?;
    if let Some(seat) = super::process::seats_in(&dir.join("battles")).first() {
        return Err(Failure::new(
            format!("the lobby has battles in folders, such as {}", seat.display()),
            "take them into the store: tess store add DIR",
        ));
    }
    let passphrase = settings::passphrase(&host.key)?;
    let key = SigningKey::load(&host.key, passphrase.as_deref())?;
    Ok(Porch::open(store, host, key, passphrase)?)
}

/// Keys, with a passphrase for those that need one.
pub fn keys() -> Keys {
    Keys::new(Box::new(|path| settings::passphrase(path).map_err(|e| unread(path, &e))))
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
    stop: Arc<AtomicBool>,
    json: bool,
}

impl Watch for Log {
    fn now(&mut self) -> At {
        clock::now()
    }

    fn say(&mut self, line: &Line) {
        let now = clock::now();
        terminal::err(&if self.json {
            format!("{}\n", line.json(now.as_str()))
        } else {
            format!("{now} {}\n", tame_line(&line.to_string()))
        });
    }

    fn stops(&mut self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
