//! The seats of a demonstration, and the mail between them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::show::{Progress, Stand};
use crate::clock::Counting;
use crate::new::Who;
use crate::{Failure, settings};
use tess_disk::durable;
use tess_game::{AnyPosition, Voice};
use tess_ledger::{Consequence, Deadlines, Mode, Role, Setting, Signed, SigningKey};
use tess_mail::{Envelope, Maildir, RawMail};
use tess_scenario::Library;
use tess_steward::{
    Agent, Card, Deed, Entropy, LINKS, Nobody, Offer, Seat, Settings, StewardError, WayIn, found, join,
    make_card,
};
use tess_table::Wait;

/// Everybody at his place.
pub struct Stage {
    seats: Vec<Actor>,
    clock: Counting,
    sides: [Role; 2],
    mails: usize,
}

/// One seat with whoever decides there.
struct Actor {
    seat: Seat,
    agent: Box<dyn Agent<dyn AnyPosition>>,
    inbox: PathBuf,
}

/// What everybody needs to enter.
struct Door<'a> {
    dir: &'a Path,
    seed: u64,
    library: Library,
}

impl Stage {
    /// Makes keys, cards and seats, and lets the offer and the accept go through the mail.
    pub fn set(
        (dir, seed): (&Path, u64),
        scenario: &str,
        options: BTreeMap<String, Setting>,
        mode: Who,
    ) -> Result<Stage, Failure> {
        let door = Door { dir, seed, library: settings::library(None) };
        let offered = tess_game::of_scenario(&door.library, scenario)?.offered(&door.library, scenario)?;
        let mut sides = Vec::new();
        for name in &offered.sides {
            sides.push(
                name.parse::<Role>()
                    .map_err(|e| Failure::new(format!("side {name}: {e}"), "mend the scenario"))?,
            );
        }
        let [first, second] = <[Role; 2]>::try_from(sides)
            .map_err(|_| Failure::new("the scenario has not two sides", "mend the scenario"))?;
        let mut roles = vec![first.clone(), second.clone()];
        if mode != Who::Direct {
            roles.insert(0, Role::umpire());
        }
        let mut cards = Vec::new();
        for role in &roles {
            cards.push((role.clone(), door.card(role)?));
        }
        let mut stage = Stage {
            seats: Vec::new(),
            clock: Counting::default(),
            sides: [first.clone(), second.clone()],
            mails: 0,
        };
        let offer = Offer {
            mode: Mode::from(mode),
            scenario: scenario.to_owned(),
            options,
            deadlines: Deadlines { hours: 72, then: Consequence::Forfeit, extensions: 0 },
            cards,
        };
        let founder = door.found(&first, offer, &mut stage.clock)?;
        stage.seats.push(founder);
        stage.pass_all()?;
        // the founder writes to the umpire, and he to the other side; without one, the founder does
        for role in roles.iter().filter(|r| **r != first) {
            let actor = door.enter(role, &mut stage.clock)?;
            stage.seats.push(actor);
            stage.pass_all()?;
        }
        stage.seats.sort_by(|a, b| a.seat.role().cmp(b.seat.role()));
        Ok(stage)
    }

    /// The sides.
    pub fn sides(&self) -> &[Role; 2] {
        &self.sides
    }

    /// Passes until the battle is over; false when the turns ran out first.
    pub fn play(&mut self, turns: u16, progress: &mut Progress) -> Result<bool, Failure> {
        loop {
            let news = self.pass_all()?;
            let stand = self.stand();
            progress.show(&stand);
            if news > 0 && stand.turn <= turns {
                continue;
            }
            let wait = self.seats[0].seat.wait()?;
            return match wait {
                Wait::Over(_) => Ok(true),
                _ if stand.turn > turns => {
                    // what has been signed still reaches everybody
                    while self.pass_mail()? > 0 {}
                    Ok(false)
                }
                other => Err(Failure::new(
                    format!("the demonstration stands still: {}", crate::say::wait(&other, &Role::umpire())),
                    "this is a fault of the program; please report the seed",
                )),
            };
        }
    }

    /// One pass at each seat; how much was new.
    fn pass_all(&mut self) -> Result<usize, Failure> {
        self.passes(true)
    }

    /// One pass at each seat in which nobody decides anything any more; how much was new.
    fn pass_mail(&mut self) -> Result<usize, Failure> {
        self.passes(false)
    }

    fn passes(&mut self, decide: bool) -> Result<usize, Failure> {
        let mut news = 0;
        for actor in &mut self.seats {
            let inbox = Maildir::create(&actor.inbox)?;
            let mails = inbox
                .list(false)?
                .iter()
                .map(|path| inbox.read(path))
                .collect::<Result<Vec<RawMail>, _>>()?;
            let clock = &mut self.clock;
            let mut done = |mail: &RawMail| -> Result<(), StewardError> {
                if let tess_mail::Origin::Maildir(path) = &mail.origin {
                    inbox.mark_seen(path)?;
                }
                Ok(())
            };
            let agent: &mut dyn Agent<dyn AnyPosition> =
                if decide { actor.agent.as_mut() } else { &mut Nobody };
            let pass = actor.seat.pass(&mails, agent, &mut || clock.tick(), &mut done)?;
            for taken in &pass.taken {
                for arrival in &taken.events {
                    use tess_steward::Arrival;
                    if let Arrival::Refused(why) | Arrival::Fork(why) | Arrival::Breach(why) = arrival {
                        return Err(Failure::new(
                            format!("{} refuses a mail: {why}", actor.seat.role()),
                            "this is a fault of the program; please report the seed",
                        ));
                    }
                }
            }
            self.mails += pass.sent.len();
            news += pass.news() + pass.sent.len();
        }
        Ok(news)
    }

    fn stand(&self) -> Stand {
        let seat = &self.seats[0].seat;
        let position = seat.table().position();
        Stand {
            turn: position.turn(),
            events: seat.ledger().entries().len(),
            mails: self.mails,
            score: position.stand(),
        }
    }
}

impl Door<'_> {
    fn seat_dir(&self, role: &Role) -> PathBuf {
        self.dir.join(role.as_str())
    }

    fn entropy(&self, role: &Role, what: &str) -> Entropy {
        Entropy::seeded(self.seed, &format!("{role} {what}"))
    }

    /// A key, a chain and a card, all from the seed.
    fn card(&self, role: &Role) -> Result<Card, Failure> {
        let dir = self.seat_dir(role);
        tess_disk::private_folder::make(&dir)
            .map_err(|e| Failure::file(&dir, &e, "name another folder with --dir"))?;
        let mut entropy = self.entropy(role, "card");
        let key = SigningKey::from_secret(&entropy.secret());
        key.save(&dir.join("key.pem"), None)?;
        let name = if role.is_umpire() { "Umpire".to_owned() } else { format!("Bot of {role}") };
        Ok(make_card(&dir, &name, &format!("{role}@example.org"), &key, LINKS * 4, &mut entropy)?)
    }

    fn transport(&self) -> Result<String, Failure> {
        settings::transport(&format!("maildir:{}", self.dir.join("mail").join("{user}").display()))
    }

    fn found(&self, role: &Role, offer: Offer, clock: &mut Counting) -> Result<Actor, Failure> {
        let dir = self.seat_dir(role);
        let key = SigningKey::load(&dir.join("key.pem"), None)?;
        let own = Settings {
            role: role.clone(),
            key: "key.pem".into(),
            transport: self.transport()?,
            library: None,
            voice: Voice::default(),
            pictures: true,
            maps: false,
            telephone: false,
        };
        found(&dir, offer, &self.library, &key, &own, clock.tick(), &mut self.entropy(role, "genesis"))?;
        let mut seat = Seat::open(&dir, &self.library, None, self.entropy(role, "events"))?;
        self.stand(&mut seat)?;
        Ok(self.actor(role, seat))
    }

    /// Joins from the first mail in the Maildir, which stays there for the first pass.
    fn enter(&self, role: &Role, clock: &mut Counting) -> Result<Actor, Failure> {
        let inbox = Maildir::create(&self.inbox(role))?;
        let lost = || Failure::new(format!("no mail has come for {role}"), "please report the seed");
        let mail = inbox.read(inbox.list(false)?.first().ok_or_else(lost)?)?;
        let lines = Envelope::open(&mail)?.lines;
        let log = lines.iter().map(|line| Signed::parse(line)).collect::<Result<Vec<_>, _>>()?;
        let way = WayIn {
            key: "key.pem".into(),
            passphrase: None,
            transport: self.transport()?,
            library: None,
            telephone: false,
        };
        let dir = self.seat_dir(role);
        let mut seat = join(&dir, &log, &self.library, &way, self.entropy(role, "events"))?;
        self.stand(&mut seat)?;
        if seat.ledger().to_accept().contains(role) {
            seat.act(Deed::Accept, clock.tick())?;
        }
        Ok(self.actor(role, seat))
    }

    /// A side gives standing orders to the umpire; without one it keeps them.
    fn stand(&self, seat: &mut Seat) -> Result<(), Failure> {
        if seat.role().is_umpire() {
            return Ok(());
        }
        let standing = tess_bot::standing(seat.table().position().game().family());
        durable::write(seat.dir(), "standing.txt", standing.as_bytes())?;
        if seat.ledger().players().iter().any(|player| player.role.is_umpire()) {
            seat.entrust(Some(standing.to_owned()), false)?;
        }
        Ok(())
    }

    fn inbox(&self, role: &Role) -> PathBuf {
        self.dir.join("mail").join(role.as_str())
    }

    fn actor(&self, role: &Role, seat: Seat) -> Actor {
        let mut seed = [0; 8];
        self.entropy(role, "bot").fill(&mut seed);
        let agent: Box<dyn Agent<dyn AnyPosition>> = if role.is_umpire() {
            Box::new(Nobody)
        } else {
            tess_bot::hire(seat.table().position().game().family(), u64::from_be_bytes(seed))
        };
        Actor { seat, agent, inbox: self.inbox(role) }
    }
}
