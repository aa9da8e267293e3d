//! Mails out of the store, one after the other.

use super::courier::{Courier, Delivery, Due};
use super::line::Line;
use super::service::{Milestone, Service, Watch, flat};
use tess_steward::StewardError;

/// Letters that are looked up at once.
const BATCH: u32 = 20;

impl<W: Watch> Service<W> {
    /// Sends what is due.
    pub(super) fn send(&mut self, courier: &mut Courier) -> Result<(), StewardError> {
        loop {
            let now = self.seconds();
            let mut due = self.store.letters_due(now, BATCH)?;
            if due.is_empty() || self.watch.stops() || courier.rests(now) {
                return Ok(());
            }
            self.easel.draw(&mut due);
            for letter in due {
                if self.watch.stops() || courier.rests(self.seconds()) {
                    return Ok(());
                }
                let (store, watch) = (self.store.clone(), &mut self.watch);
                let mut carry =
                    || courier.carry(&store, &letter, now, &mut || watch.reached(Milestone::Sent)).map(Some);
                let carried = if store.is_shared() {
                    // nobody else sends it while the server hears it
                    store
                        .as_one(|| if store.take_letter(letter.number, now)? { carry() } else { Ok(None) })?
                } else {
                    carry()?
                };
                let Some(delivery) = carried else { continue };
                self.watch.reached(Milestone::Noted);
                courier.rest(self.seconds());
                self.sent(&letter, &delivery, now)?;
            }
        }
    }

    /// Says and counts what became of a letter.
    fn sent(&mut self, letter: &Due, delivery: &Delivery, now: i64) -> Result<(), StewardError> {
        let line = |text: String| Line::new(text).of_letter(&letter.id, letter.to());
        match delivery {
            Delivery::Sent => {
                self.metrics.mails_out += 1;
                self.watch.say(&line("sent".to_owned()));
            }
            Delivery::Kept(again, error) => {
                self.metrics.failures += 1;
                let minutes = (again - now) / 60;
                self.watch.say(&line(format!("{}; again in {minutes} min", flat(error))).warned());
            }
            Delivery::GivenUp(error) => {
                self.metrics.given_up += 1;
                self.watch.say(&line(format!("given up: {}", flat(error))).warned());
                self.note_loss(letter.battle, &letter.to(), &flat(error))?;
                if let (None, Some(porch)) = (letter.battle, &self.porch) {
                    for address in porch.lost(&self.store, &letter.id)? {
                        let text = format!("no mail reaches the spectator {address}");
                        self.watch.say(&Line::new(text).of_lobby().warned());
                    }
                }
            }
        }
        Ok(())
    }

    /// The others are told in their next report that a mail was given up.
    fn note_loss(&mut self, battle: Option<i64>, address: &str, why: &str) -> Result<(), StewardError> {
        let Some(number) = battle else { return Ok(()) };
        let store = self.store.clone();
        store.as_one(|| self.at_desk(&store.battle(number)?, |seat| seat.undelivered(address, why)))
    }
}
