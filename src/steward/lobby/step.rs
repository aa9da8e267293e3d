//! One mail, one step.

use super::challenge::Stage;
use super::wish::{self, Wish};
use super::{Challenge, Lobby, OVER_QUOTA, Share, Terms, Words, counted, texts};
use crate::{Card, StewardError};
use tess_ledger::{At, Mode, Role};
use tess_mail::{Envelope, RawMail, parse_address};

/// Letters of a subject that is answered.
const MOST_SUBJECT: usize = 150;

/// The mail that is dealt with.
struct Ask<'m> {
    raw: &'m RawMail,
    sender: &'m str,
    subject: &'m str,
    now: At,
}

impl Lobby<'_> {
    /// What is to be written in answer to a mail, and under which bound.
    pub(super) fn step(
        &mut self,
        raw: &RawMail,
        envelope: &Envelope,
        sender: &str,
        now: At,
    ) -> Result<(Vec<Words>, Share), StewardError> {
        let ask = Ask { raw, sender, subject: &envelope.subject, now };
        let own = self.own_challenge(envelope, sender)?;
        let mut share = match Wish::of(envelope) {
            Wish::Help | Wish::Status | Wish::Scenarios | Wish::Watch { .. } | Wish::Unwatch(_) => {
                Share::Questions
            }
            Wish::Challenge(..) => Share::Challenges,
            Wish::Decline | Wish::Card(..) => Share::UnderWay,
            Wish::Unclear(_) => Share::Mistakes,
        };
        let words = match (Wish::of(envelope), own) {
            (Wish::Help, _) => vec![self.answer(&ask, "help", texts::help(&self.host.address))],
            (Wish::Status, _) => vec![self.status(&ask)?],
            (Wish::Scenarios, _) => vec![self.answer(&ask, "scenarios", texts::scenarios(&self.library))],
            (Wish::Watch { battle, book }, _) => vec![match self.watch(sender, &battle, book)? {
                Ok(text) => self.answer(&ask, "watch", text),
                Err(why) => self.answer(&ask, "error", texts::refused("watch", &why)),
            }],
            (Wish::Unwatch(tag), _) => {
                let text = self.unwatch(sender, tag.as_deref())?;
                vec![self.answer(&ask, "unwatch", text)]
            }
            (Wish::Challenge(to, lines), _) => vec![self.challenge(&ask, &to, &lines)?],
            (Wish::Decline, Some(challenge)) => self.decline(&challenge, sender)?,
            (Wish::Card(card, side), Some(challenge)) => self.card(&ask, challenge, *card, side)?,
            (Wish::Card(..) | Wish::Decline, None) => vec![self.answer(&ask, "error", texts::no_word())],
            (Wish::Unclear(line), Some(challenge)) if wish::meant(&line).is_none() => {
                vec![self.answer(&ask, "error", texts::no_card(&challenge, sender))]
            }
            (Wish::Unclear(line), _) => {
                let meant = wish::meant(&line);
                vec![self.answer(&ask, "error", texts::unclear(&line, meant.as_deref(), &self.host.address))]
            }
        };
        if words.iter().all(|letter| letter.kind == "error") {
            share = Share::Mistakes;
        }
        Ok((words, share))
    }

    /// The challenge that a mail is about: the one that its subject names, or else the only one in which its
    /// sender has a part.
    fn own_challenge(&self, envelope: &Envelope, sender: &str) -> Result<Option<Challenge>, StewardError> {
        let mut own = self.keeper.challenges()?;
        own.retain(|challenge| challenge.concerns(sender));
        if let Some(at) = own.iter().position(|challenge| envelope.subject.contains(&challenge.tag())) {
            return Ok(Some(own.swap_remove(at)));
        }
        own.retain(|challenge| {
            let person =
                [&challenge.challenger, &challenge.opponent].into_iter().find(|p| p.address == sender);
            !envelope.subject.contains('#') && person.is_some_and(|p| p.card.is_none())
        });
        Ok(if own.len() == 1 { own.pop() } else { None })
    }

    fn answer(&self, ask: &Ask<'_>, kind: &'static str, text: String) -> Words {
        Words {
            to: ask.sender.to_owned(),
            thread: ask.raw.id.to_string(),
            step: 0,
            kind,
            subject: match ask.subject.trim().chars().take(MOST_SUBJECT).collect::<String>() {
                subject if subject.is_empty() => format!("[tess lobby] {kind}"),
                subject if subject.to_ascii_lowercase().starts_with("re:") => subject,
                subject => format!("Re: {subject}"),
            },
            text,
            unsubscribe: None,
            enclosed: None,
        }
    }

    fn status(&self, ask: &Ask<'_>) -> Result<Words, StewardError> {
        let mut challenges = self.keeper.challenges()?;
        // an unconfirmed challenge is nobody's business but the challenger's
        challenges.retain(|c| match c.stage() {
            Stage::Unconfirmed => c.challenger.address == ask.sender,
            _ => c.concerns(ask.sender),
        });
        let battles = self.keeper.battles(ask.sender, &self.library)?;
        Ok(self.answer(
            ask,
            "status",
            texts::status(ask.sender, &challenges, &battles, &self.watched_by(ask.sender)?),
        ))
    }

    fn challenge(&mut self, ask: &Ask<'_>, to: &str, lines: &[String]) -> Result<Words, StewardError> {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let refused =
            |lobby: &Self, why: &str| Ok(lobby.answer(ask, "error", texts::refused("challenge", why)));
        let own = parse_address(&self.host.address)?.email.to_string();
        if to == ask.sender || to.eq_ignore_ascii_case(&own) {
            return refused(self, "name the address of somebody else");
        }
        let terms = match Terms::read(&lines) {
            Ok(terms) => terms,
            Err(why) => return refused(self, &why),
        };
        let sides = match terms.check(&self.library) {
            Ok(sides) => sides,
            Err(error) => return refused(self, &error.told()),
        };
        let secret = self.keeper.secret()?;
        let new = Challenge::new(&secret, &ask.raw.id, (ask.sender, to), (terms, sides), ask.now);
        let open = self.keeper.challenges()?;
        let others: Vec<&Challenge> = open.iter().filter(|c| c.id != new.id).collect();
        if let Some(why) = self.too_many(&others, ask.sender, to)? {
            return Ok(self.answer(ask, OVER_QUOTA, texts::refused("challenge", &why)));
        }
        let known = open.iter().find(|c| c.id == new.id);
        if known.is_none() {
            self.keeper.keep(&new)?;
        }
        Ok(texts::confirm(known.unwrap_or(&new)))
    }

    /// Why there may be no further challenge of this sender to that address.
    fn too_many(
        &self,
        others: &[&Challenge],
        sender: &str,
        to: &str,
    ) -> Result<Option<String>, StewardError> {
        let quotas = self.host.quotas;
        let has_part = |c: &Challenge, whom: &str| {
            [&c.challenger, &c.opponent].iter().any(|p| counted(&p.address) == counted(whom))
        };
        // what its maker has not confirmed weighs on nobody but him
        let of = |c: &Challenge, whom: &str| {
            has_part(c, whom)
                && (c.stage() != Stage::Unconfirmed || counted(&c.challenger.address) == counted(whom))
        };
        let many = |whom: &str| others.iter().filter(|c| of(c, whom)).count() >= quotas.challenges;
        if many(sender) || many(to) {
            let most = quotas.challenges;
            return Ok(Some(format!(
                "{most} challenges of yours or of {to} wait already: answer them, withdraw them, or wait until they lapse"
            )));
        }
        let confirmed = others.iter().filter(|c| c.stage() != Stage::Unconfirmed).count();
        if confirmed >= quotas.all_challenges {
            return Ok(Some("too many challenges wait here; try again in a week".to_owned()));
        }
        self.fights_enough(&[sender, to])
    }

    /// Why there may be no further battle of these addresses.
    fn fights_enough(&self, addresses: &[&str]) -> Result<Option<String>, StewardError> {
        let most = self.host.quotas.battles;
        for address in addresses {
            if self.keeper.playing(address, &self.library)? >= most {
                return Ok(Some(format!(
                    "{address} plays in {most} battles here, and more at a time are not taken: try again when one is over"
                )));
            }
        }
        Ok(None)
    }

    fn decline(&mut self, challenge: &Challenge, sender: &str) -> Result<Vec<Words>, StewardError> {
        self.keeper.close(&challenge.id)?;
        Ok(texts::declined(challenge, sender))
    }

    fn card(
        &mut self,
        ask: &Ask<'_>,
        mut challenge: Challenge,
        card: Card,
        side: Option<Role>,
    ) -> Result<Vec<Words>, StewardError> {
        if let Some(why) = self.fault_of(ask.sender, &card, &challenge) {
            return Ok(vec![self.answer(ask, "error", texts::refused("card", &why))]);
        }
        if challenge.challenger.address == ask.sender {
            if challenge.stage() == Stage::Unconfirmed
                && !self.may_disturb(&challenge.opponent.address, ask.now)?
            {
                let text = texts::later(&challenge.opponent.address);
                return Ok(vec![self.answer(ask, "error", text)]);
            }
            challenge.challenger.card = Some(card);
            self.keeper.keep(&challenge)?;
            return Ok(vec![texts::asked(&challenge), texts::invite(&challenge, &self.host)]);
        }
        if challenge.stage() == Stage::Unconfirmed {
            return Ok(vec![self.answer(ask, "error", texts::no_word())]);
        }
        let both = [challenge.challenger.address.as_str(), challenge.opponent.address.as_str()];
        if let Some(why) = self.fights_enough(&both)? {
            return Ok(vec![self.answer(ask, OVER_QUOTA, texts::refused("card", &why))]);
        }
        match self.choose_side(&challenge, side) {
            Ok(own) => challenge.terms.side = Some(own),
            Err(why) => return Ok(vec![self.answer(ask, "error", texts::refused("side", &why))]),
        }
        challenge.opponent.card = Some(card);
        self.keeper.keep(&challenge)?;
        if challenge.terms.mode == Mode::Direct {
            self.keeper.close(&challenge.id)?;
            return Ok(texts::introduce(&challenge));
        }
        self.found_battle(&challenge, ask.now)
    }

    /// What is wrong with a card.
    fn fault_of(&self, sender: &str, card: &Card, challenge: &Challenge) -> Option<String> {
        let named = parse_address(&card.address).ok()?.email.to_string();
        if !named.eq_ignore_ascii_case(sender) {
            return Some(format!("it names the address {named}, and you write from {sender}"));
        }
        let other = [&challenge.challenger, &challenge.opponent].into_iter().find(|p| p.address != sender);
        let same = |other: &Card| other.key == card.key || other.chain.id == card.chain.id;
        if other.and_then(|p| p.card.as_ref()).is_some_and(same) || card.key == self.key.public() {
            return Some(
                "its key or chain is another player's: make your own with `tess key` and `tess card`".into(),
            );
        }
        None
    }

    /// The challenger's side: his own choice, else what the opponent leaves him, else drawn.
    fn choose_side(&self, challenge: &Challenge, wanted: Option<Role>) -> Result<Role, String> {
        let [first, second] = &challenge.sides;
        let left = |taken: &Role| if taken == first { second.clone() } else { first.clone() };
        match (&challenge.terms.side, wanted) {
            (Some(own), Some(wanted)) if wanted == *own => {
                Err(format!("{own} is the challenger's; write `side {}`, or nothing", left(own)))
            }
            (_, Some(wanted)) if wanted != *first && wanted != *second => {
                Err(format!("{wanted} is no side of this battle; write `side {first}` or `side {second}`"))
            }
            (Some(own), _) => Ok(own.clone()),
            (None, Some(wanted)) => Ok(left(&wanted)),
            (None, None) => {
                let mut byte = [0];
                (self.entropy)().fill(&mut byte);
                Ok(if byte[0] & 1 == 0 { first.clone() } else { second.clone() })
            }
        }
    }
}
