//! `tess desk`: a battle in the browser of the player's own machine.

use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::agent::Keeper;
use super::battle::{open, signs_nowhere_else};
use super::inboxes::{Post, Rest, stop_on_signals};
use super::process::{no_seat, seats_in};
use super::{Code, Done, Failure, clock, commander, settings, terminal};
use tess_desk::{Desk, Gate, Hands, Trouble};
use tess_disk::{private_file, private_folder};
use tess_ledger::At;
use tess_play::Home;
use tess_steward::Seat;

/// See the battle in your browser, point at it, and the sheet writes itself
///
/// Serves one page on this machine alone (127.0.0.1, below a secret path that is new each time) and opens
/// it. What you click becomes a line of the sheet, what you type is checked as you type, and the board shows
/// what it leads to. Nothing is signed before you have seen what it is. Mail is taken in while the desk is
/// open. With a folder that holds several seats it shows all of them. Ctrl-C ends it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  tess desk --battle bagradas\n  tess desk --battle ~/battles")]
pub struct Args {
    /// Folder of the seat, or one that holds several seats
    #[arg(long, value_name = "DIR", env = "TESS_BATTLE", hide_env_values = true, default_value = ".")]
    battle: PathBuf,
    #[command(flatten)]
    way: Way,
    #[command(flatten)]
    post: Post,
    #[command(flatten)]
    rest: Rest,
}

/// How the page is shown.
#[derive(Debug, Clone, clap::Args)]
pub struct Way {
    /// The port of the desk, one that is free when left out
    #[arg(long, value_name = "PORT", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Only say the address, open no browser
    #[arg(long)]
    no_browser: bool,
}

impl Args {
    pub fn run(&self) -> Done {
        let dir = settings::absolute(&self.battle)?;
        let seats = if Home::is(&dir) { vec![Home::open(&dir)?.seat()] } else { seats_in(&dir) };
        if seats.is_empty() {
            return Err(no_seat(&self.battle));
        }
        unlock(&seats)?;
        let stop = stop_on_signals()?;
        let mailed = seats.iter().any(|seat| Home::of_seat(seat).is_none());
        if mailed {
            self.take_mail_in(&dir, &stop);
        }
        serve(&seats, &self.way, &stop, &|| if mailed { seats_in(&dir) } else { Vec::new() })
    }

    /// Mail is taken in beside the page.
    fn take_mail_in(&self, dir: &Path, stop: &Arc<AtomicBool>) {
        let mut keeper = Keeper::new(dir.to_owned(), None);
        let (post, rest, stop) = (self.post.clone(), self.rest.clone(), Arc::clone(stop));
        std::thread::spawn(move || match post.open_own(&rest) {
            Ok(mut inboxes) => {
                while !stop.load(Ordering::Relaxed) {
                    if let Err(failure) = keeper.round(&mut inboxes) {
                        terminal::err(&failure.drawn(false));
                    }
                    if rest.ends(&stop) {
                        return;
                    }
                }
            }
            Err(failure) => terminal::err(&failure.drawn(false)),
        });
    }
}

/// Asks for passphrases now, at the terminal, and not when somebody clicks.
pub fn unlock(seats: &[PathBuf]) -> Result<(), Failure> {
    seats.iter().try_for_each(|seat| open(seat).map(drop))
}

/// Serves the desk of some seats until it is told to stop; `find` looks for those that have come since.
pub fn serve(seats: &[PathBuf], way: &Way, stop: &AtomicBool, find: &dyn Fn() -> Vec<PathBuf>) -> Done {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, way.port));
    let port = listener.as_ref().map_or(Ok(0), |socket| socket.local_addr().map(|address| address.port()));
    let (Ok(listener), Ok(port)) = (listener, port) else {
        return Err(Failure::new(format!("port {} cannot be had", way.port), "name another one, or none"));
    };
    let desk = Desk::new(Gate::new(port), seats, Arc::new(Own)).map_err(failure)?;
    let address = desk.address();
    desk.begin();
    terminal::out(&format!("{address}\n"))?;
    settings::remark("the desk is open at this address, for you alone; Ctrl-C closes it");
    let _door = if way.no_browser { None } else { Door::open(&address, port) };
    let mut ticks: u32 = 0;
    let mut tick = |desk: &mut Desk| {
        ticks += 1;
        if ticks.is_multiple_of(40) {
            for seat in find() {
                if let Err(trouble) = desk.add(&seat) {
                    terminal::err(&failure(trouble).drawn(false));
                }
            }
        }
        stop.load(Ordering::Relaxed)
    };
    tess_desk::serve(desk, listener, &mut tick)
        .map_err(|error| Failure::new(format!("the desk cannot be served: {error}"), "try again"))?;
    Ok(Code::Fine)
}

/// A file that leads to the desk and that only its owner can read: everybody on the machine sees with what a
/// program was started, and the address is secret.
struct Door(PathBuf);

impl Door {
    /// Opens the browser with it.
    fn open(address: &str, port: u16) -> Option<Door> {
        let by_hand = || settings::remark("no browser could be opened; open the address yourself");
        let Ok(home) = settings::home() else {
            by_hand();
            return None;
        };
        let door = Door(home.join(format!("desk-{port}.html")));
        let page = format!(
            "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta http-equiv=\"refresh\" content=\"0;url={address}\">\n<title>The desk</title>\n"
        );
        // one of the same port is of a desk that died
        door.shut();
        let made = private_folder::make(&home).is_ok() && private_file::create(&door.0, &page).is_ok();
        if !made || !shown(&door.0) {
            by_hand();
        }
        Some(door)
    }

    fn shut(&self) {
        // what is not there need not be taken away
        let _ = std::fs::remove_file(&self.0);
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        self.shut();
    }
}

/// Opens a page with whatever opens pages here.
fn shown(page: &Path) -> bool {
    let (program, first): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let quiet = || Stdio::null();
    let opened =
        Command::new(program).args(first).arg(page).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    opened.is_ok()
}

/// Keys and clock of this program.
struct Own;

impl Hands for Own {
    fn open(&self, dir: &Path) -> Result<Seat, Trouble> {
        let opened = || {
            let seat = open(dir)?;
            signs_nowhere_else(&seat)?;
            Ok(seat)
        };
        opened().map_err(|failure: Failure| failure.trouble())
    }

    fn now(&self) -> At {
        clock::now()
    }

    fn commander(&self, home: &Home) -> Result<(), Trouble> {
        commander::decide(home)
    }
}

fn failure(trouble: Trouble) -> Failure {
    Failure::new(trouble.what, trouble.help.unwrap_or_else(|| "see `tess desk --help`".to_owned()))
}
