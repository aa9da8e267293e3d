//! `tess agent`: a player's seat looked after while he sleeps.

use std::path::PathBuf;

use super::battle::open;
use super::inboxes::{Post, Rest, stop_on_signals};
use super::process::{belongs, commander, game_of, seats_in};
use super::{Code, Done, Failure, clock, terminal};
use tess_bot::Level;
use tess_ledger::{Id, short};
use tess_mail::{Inbox, Outbox, RawMail};
use tess_steward::{Agent, Nobody, Pass, Seat, deadline};

/// Seconds after which a seat is looked at though no mail has come: its standing orders may have changed.
const LOOK: i64 = 600;

/// Mails that are fetched at once.
const BATCH: usize = 50;

/// Look after your seat: open links, answer by your standing orders, send reports and lost mail again
///
/// It signs what your program would sign anyway, and what your standing orders say, and nothing else in your
/// name: orders and answers of your own you send with `tess send` and `tess answer`, also while it runs.
/// Only with --level it decides for you: the program's own commander gives your orders and answers.
/// With a folder that holds several seats it looks after all of them. SIGTERM and SIGINT end it after the
/// mail in hand.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess agent --battle ~/battles --from ~/Mail/battles
  tess agent --once --from 'imaps://me@mail.example.org/Battles?password-file=/home/me/.imap'")]
pub struct Args {
    /// Folder of the seat, or one that holds several seats
    #[arg(long, value_name = "DIR", env = "TESS_BATTLE", hide_env_values = true, default_value = ".")]
    battle: PathBuf,
    /// Let the program's own commander decide for you, who is easy, normal or hard to beat
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    #[command(flatten)]
    post: Post,
    #[command(flatten)]
    rest: Rest,
}

/// A seat that is looked after.
struct Charge {
    dir: PathBuf,
    game: Id,
    /// When it is looked at next without mail.
    look: i64,
}

impl Args {
    pub fn run(&self) -> Done {
        let stop = stop_on_signals()?;
        let mut inboxes = self.post.open_own(&self.rest)?;
        let mut keeper = Keeper::new(self.battle.clone(), self.level);
        loop {
            keeper.round(&mut inboxes)?;
            if self.rest.ends(&stop) {
                return Ok(Code::Fine);
            }
        }
    }
}

/// Whoever looks after the seats of a folder.
pub struct Keeper {
    battle: PathBuf,
    level: Option<Level>,
    charges: Vec<Charge>,
}

impl Keeper {
    /// Of a seat, or of a folder that holds several; with a level the program's commander decides.
    pub fn new(battle: PathBuf, level: Option<Level>) -> Keeper {
        Keeper { battle, level, charges: Vec::new() }
    }

    /// Takes in what has come, and does what is due.
    pub fn round(&mut self, inboxes: &mut [Box<dyn Inbox>]) -> Result<(), Failure> {
        self.find()?;
        for inbox in inboxes {
            if let Err(failure) = take_in(inbox.as_mut(), &mut self.charges, self.level) {
                say(&failure.drawn(false));
            }
        }
        for charge in &mut self.charges {
            if seconds() >= charge.look
                && let Err(failure) = charge.pass(&[], self.level)
            {
                say(&format!("{}: {}", charge.dir.display(), failure.drawn(false)));
            }
        }
        Ok(())
    }

    /// Seats that have come since the last look.
    fn find(&mut self) -> Result<(), Failure> {
        for dir in seats_in(&self.battle) {
            if self.charges.iter().all(|charge| charge.dir != dir) {
                let game = game_of(&dir)?;
                say(&format!("looks after {} (game {})", dir.display(), &short(&game)[..8]));
                self.charges.push(Charge { dir, game, look: 0 });
            }
        }
        if self.charges.is_empty() {
            return Err(super::process::no_seat(&self.battle));
        }
        Ok(())
    }
}

/// Gives the mails of an inbox to their seats. A mail is acknowledged when the seats it is for have dealt
/// with it; mail for none is left as it is for the player's own mail program.
fn take_in(inbox: &mut dyn Inbox, charges: &mut [Charge], level: Option<Level>) -> Result<(), Failure> {
    for mail in inbox.fetch(BATCH)? {
        let (games, subject) = belongs(&mail);
        let (mut taken, mut held_up) = (false, false);
        for charge in &mut *charges {
            let tag = format!("[tess {}]", &short(&charge.game)[..8]);
            if games.contains(&charge.game) || (games.is_empty() && subject.contains(&tag)) {
                taken = true;
                if let Err(failure) = charge.pass(std::slice::from_ref(&mail), level) {
                    say(&format!("{}: {}", charge.dir.display(), failure.drawn(false)));
                    held_up = true;
                }
            }
        }
        if !taken {
            inbox.leave(&mail);
        } else if !held_up {
            inbox.acknowledge(&mail)?;
        }
    }
    Ok(())
}

impl Charge {
    fn pass(&mut self, mails: &[RawMail], level: Option<Level>) -> Result<(), Failure> {
        // whatever goes wrong, it is not tried again at once
        self.look = seconds() + 60;
        let mut seat = open(&self.dir)?;
        seat.mail_in_time(seconds());
        let mut agent: Box<dyn Agent<_>> = match level {
            Some(level) => commander(&seat, level),
            None => Box::new(Nobody),
        };
        let pass = seat.pass(mails, agent.as_mut(), &mut clock::now, &mut |_| Ok(()))?;
        self.look = self.next_look(&mut seat, &pass)?;
        let role = seat.role().clone();
        let said = super::say::pass(&pass, &role);
        if pass.news() + pass.sent.len() + pass.taken.len() > 0 {
            said.lines().for_each(|line| say(&format!("{}: {line}", self.dir.display())));
        }
        Ok(())
    }

    /// When the seat is looked at next: after a while, or when a mail that could not be sent is to be tried
    /// again. One that was refused for good, or tried for two days, is put aside and told to the others.
    fn next_look(&self, seat: &mut Seat, pass: &Pass) -> Result<i64, Failure> {
        let now = seconds();
        let outbox = Outbox::open(&self.dir.join("outbox"))?;
        let mut tries = outbox.tries()?;
        for sent in &pass.sent {
            let Err(error) = &sent.result else { continue };
            if error.is_permanent() || tries.get(&sent.name).is_some_and(|tries| tries.is_hopeless(now)) {
                tries.remove(&sent.name);
                let to = outbox.receivers(&sent.name);
                outbox.give_up(&sent.name)?;
                seat.undelivered(&to, &error.to_string())?;
                say(&format!("{}: given up, in outbox/refused: {}", self.dir.display(), sent.name));
            }
        }
        let next = tries.values().map(|tries| tries.next).min();
        Ok(next.map_or(now + LOOK, |next| next.min(now + LOOK)))
    }
}

fn seconds() -> i64 {
    deadline::time_of(&clock::now()).timestamp()
}

fn say(line: &str) {
    for line in line.lines().filter(|line| !line.trim().is_empty()) {
        terminal::err(&format!("{} {line}\n", clock::now()));
    }
}
