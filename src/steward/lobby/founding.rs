//! Both cards have come: the umpire founds the battle and mails the offer.

use super::super::{Nobody, Offer, Seat, Settings, StewardError, found, make_card};
use super::{Challenge, Lobby, Words, texts};
use crate::{Card, LINKS};
use tess_game::Voice;
use tess_ledger::{At, Id, Role, game_word};

impl Lobby<'_> {
    /// Founds the battle. Cut off anywhere and done again with the same mail, it founds one battle and mails
    /// one offer.
    pub(super) fn found_battle(
        &mut self,
        challenge: &Challenge,
        now: At,
    ) -> Result<Vec<Words>, StewardError> {
        match self.found_and_offer(challenge, now) {
            Ok(game) => {
                self.keeper.founded(&self.keeper.room(challenge))?;
                self.keeper.close(&challenge.id)?;
                let word = game_word(&game);
                self.keeper.keep_word(&word, &game)?;
                Ok(texts::founded(challenge, &word))
            }
            Err(error) if error.is_temporary() => Err(error),
            Err(error) => {
                let mut again = challenge.clone();
                again.opponent.card = None;
                self.keeper.keep(&again)?;
                Ok(texts::not_founded(challenge, &error.told()))
            }
        }
    }

    fn found_and_offer(&mut self, challenge: &Challenge, now: At) -> Result<Id, StewardError> {
        let dir = self.keeper.room(challenge);
        if !dir.join("archive.tess").exists() {
            if dir.exists() {
                std::fs::remove_dir_all(&dir)
                    .map_err(|e| StewardError::file(&dir, e, "the folder must be removable"))?;
            }
            let mut entropy = (self.entropy)();
            let own = make_card(&dir, &self.host.name, &self.host.address, &self.key, LINKS, &mut entropy)?;
            let settings = Settings {
                role: Role::umpire(),
                key: self.host.key.clone(),
                transport: self.host.transport.clone(),
                library: self.host.library.clone(),
                voice: Voice::default(),
                pictures: true,
                maps: self.host.maps,
                telephone: false,
            };
            let offer = Offer {
                mode: challenge.terms.mode,
                scenario: challenge.terms.scenario.clone(),
                options: challenge.terms.options.clone(),
                deadlines: challenge.terms.deadlines()?,
                cards: cards(challenge, own),
            };
            found::found(&dir, offer, &self.library, &self.key, &settings, now, &mut entropy)?;
        }
        let mut seat = Seat::open(&dir, &self.library, self.passphrase.as_deref(), (self.entropy)())?;
        let game = seat.ledger().game();
        seat.pass(&[], &mut Nobody, &mut || now, &mut |_| Ok(()))?;
        Ok(game)
    }
}

/// The cards by role.
fn cards(challenge: &Challenge, umpire: Card) -> Vec<(Role, Card)> {
    let own = challenge.terms.side.clone();
    let theirs = challenge.opponents_side().cloned();
    let sides = [(own, &challenge.challenger.card), (theirs, &challenge.opponent.card)];
    let sides = sides.into_iter().filter_map(|(side, card)| Some((side?, card.clone()?)));
    std::iter::once((Role::umpire(), umpire)).chain(sides).collect()
}
