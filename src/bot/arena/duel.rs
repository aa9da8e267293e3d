//! A whole battle in memory: signed log, links, dice, two agents; no files and no mail.

use std::sync::Arc;

use tess_dice::Chain;
use tess_effects::Question;
use tess_game::{Agent, AnyPosition as _, Offered, Playable};
use tess_gboh::{Gboh, Position};
use tess_ledger::{
    Accept, Anchor, Answer, At, ChainId, Consequence, Deadlines, Event, FileHash, Genesis, Id, Kind, Ledger,
    LedgerError, Link, Mode, Orders, Party, Reject, Reveal, Role, Rules, Salts, Signed, SigningKey, Standing,
};
use tess_scenario::Loaded;
use tess_steward::{Entropy, StewardError, Vault};
use tess_table::{Table, Wait};

/// Links of each chain; a long battle uses a few hundred.
const LINKS: u32 = 4096;

/// A battle between two agents, event by event.
pub struct Duel<G: Playable = Gboh> {
    /// The log.
    pub ledger: Ledger,
    /// The battle.
    pub table: Table<G>,
    /// The position it began with.
    pub begun: G::Position,
    seats: Vec<(Role, SigningKey, Chain, u32)>,
    /// The secrets of the chains, for hidden choices.
    seeds: Vec<(Role, ChainId, [u8; 32])>,
    entropy: Entropy,
}

impl Duel {
    /// A battle offered and accepted, everything random in it from the seed.
    ///
    /// # Errors
    /// When the log refuses what it is made of.
    pub fn begin(loaded: &Loaded, mode: Mode, seed: u64) -> Result<Duel, StewardError> {
        Duel::of(&Offered::from(loaded), Position::new(Arc::clone(&loaded.setup)), mode, seed)
    }

    /// A battle with deadlines.
    ///
    /// # Errors
    /// When the log refuses what it is made of.
    pub fn timed(
        loaded: &Loaded,
        mode: Mode,
        seed: u64,
        deadlines: Deadlines,
    ) -> Result<Duel<Gboh>, StewardError> {
        let begun = Position::new(Arc::clone(&loaded.setup));
        Duel::with_deadlines(&Offered::from(loaded), begun, mode, seed, deadlines)
    }
}

impl<G: Playable> Duel<G> {
    /// A battle of any game, offered and accepted, from the position in which it begins.
    ///
    /// # Errors
    /// When the log refuses what it is made of.
    pub fn of(offered: &Offered, begun: G::Position, mode: Mode, seed: u64) -> Result<Duel<G>, StewardError> {
        let none = Deadlines { hours: 0, then: Consequence::Forfeit, extensions: 0 };
        Duel::with_deadlines(offered, begun, mode, seed, none)
    }

    fn with_deadlines(
        offered: &Offered,
        begun: G::Position,
        mode: Mode,
        seed: u64,
        deadlines: Deadlines,
    ) -> Result<Duel<G>, StewardError> {
        let mut entropy = Entropy::seeded(seed, "duel");
        let umpire = (mode != Mode::Direct).then(|| "umpire".to_owned());
        let names: Vec<String> = umpire.into_iter().chain(offered.sides.iter().cloned()).collect();
        let mut seats = Vec::new();
        let mut seeds = Vec::new();
        let mut parties = Vec::new();
        for name in &names {
            let role: Role =
                name.parse().map_err(|_| StewardError::Scenario(format!("{name} is no role")))?;
            let key = SigningKey::from_secret(&entropy.secret());
            let mut id = [0; 16];
            entropy.fill(&mut id);
            let seed = entropy.secret();
            let chain = Chain::new(key.public().0, id, LINKS, &seed).map_err(LedgerError::from)?;
            seeds.push((role.clone(), ChainId(id), seed));
            parties.push(Party {
                role: role.clone(),
                key: key.public(),
                name: name.clone(),
                address: format!("{name}@example.org"),
                chain: Anchor { id: ChainId(id), links: LINKS, anchor: Link(chain.anchor()) },
            });
            seats.push((role, key, chain, 0));
        }
        let file = |(name, sha256): &(String, String)| FileHash {
            name: name.clone(),
            sha256: sha256.parse().unwrap_or(tess_ledger::Digest([0; 32])),
        };
        let founder = seats.len() - 2;
        let genesis = Genesis {
            mode,
            rules: Rules { id: offered.book.clone(), version: tess_steward::RULES },
            scenario: file(&offered.scenario),
            charts: offered.charts.iter().map(file).collect(),
            options: [].into(),
            parties,
            deadlines,
            format: tess_steward::FORMAT,
        };
        let event = Event {
            game: None,
            seq: 0,
            prev: None,
            by: seats[founder].0.clone(),
            at: clock(0),
            nonce: entropy.nonce(),
            state: None,
            kind: Kind::Genesis(Box::new(genesis)),
        };
        let ledger = Ledger::found(event.sign(&seats[founder].1)?)?;
        let table = Table::new(begun.clone());
        let mut duel = Duel { ledger, table, begun, seats, seeds, entropy };
        for role in duel.ledger.to_accept().to_vec() {
            let game = duel.ledger.game();
            duel.say(&role, Kind::Accept(Accept { game }))?;
        }
        Ok(duel)
    }

    /// Signs and takes in one event of a role.
    ///
    /// # Errors
    /// When log or rules refuse it.
    pub fn say(&mut self, role: &Role, kind: Kind) -> Result<Signed, StewardError> {
        let state = self.table.state(&self.ledger)?;
        let event = Event {
            game: Some(self.ledger.game()),
            seq: self.ledger.next_seq(),
            prev: Some(self.ledger.head()),
            by: role.clone(),
            at: clock(self.ledger.next_seq()),
            nonce: self.entropy.nonce(),
            state: Some(state),
            kind,
        };
        let seat = self.seats.iter().find(|s| s.0 == *role);
        let seat = seat.ok_or_else(|| StewardError::Scenario(format!("{role} has no seat")))?;
        let signed = event.sign(&seat.1)?;
        self.ledger.append(signed.clone())?;
        self.table.follow(&self.ledger)?;
        Ok(signed)
    }

    /// A side gives standing orders that everybody may read to the umpire, who answers by them from now on.
    ///
    /// # Errors
    /// When the log refuses it: there is no umpire, or the battle is over.
    pub fn give(&mut self, role: &Role, text: &str) -> Result<Signed, StewardError> {
        let standing = Standing { text: Some(text.to_owned()), ..Standing::default() };
        self.say(role, Kind::Standing(standing))
    }

    /// The standing orders that the umpire holds for a side.
    fn held(&self, side: &Role) -> Option<(Id, &str)> {
        self.seats.iter().find(|seat| seat.0.is_umpire())?;
        let standing = self.ledger.player(side)?.standing?;
        let Kind::Standing(body) = &self.ledger.find(&standing)?.event().kind else { return None };
        Some((standing, body.text.as_deref()?))
    }

    /// The sheet without a seal that the umpire brings by the standing orders of the side that is due.
    fn sheet_by_standing_orders(&self, side: &str) -> Option<Kind> {
        let side = self.ledger.sides().find(|role| role.as_str() == side)?;
        let (standing, text) = self.held(side)?;
        let sheet = G::standing_sheet(self.table.position(), side.as_str(), text).ok()??;
        let values = G::seal_up(&sheet).ok()?.values;
        let orders =
            Orders { for_side: Some(side.clone()), standing: Some(standing), ..Orders::of(sheet, None) };
        values.is_empty().then_some(Kind::Orders(orders))
    }

    /// The answer that the umpire gives by the standing orders of the side asked.
    fn by_standing_orders(&self, side: &Role, question: &Question) -> Option<Kind> {
        let (standing, text) = self.held(side)?;
        let answer = G::standing_answer(&self.table.view(), text, question).ok()??;
        if question.showing.as_ref().is_some_and(|showing| showing.at_once || showing.asks_of(&answer)) {
            return None;
        }
        let answer = Answer::of(question.id.clone(), answer);
        Some(Kind::Answer(Answer { for_side: Some(side.clone()), standing: Some(standing), ..answer }))
    }

    /// One event more; false when the battle is over or an agent has nothing to say.
    ///
    /// # Errors
    /// When log or rules refuse it.
    pub fn step(&mut self, agents: &mut [Box<dyn Agent<G::Position>>; 2]) -> Result<bool, StewardError> {
        let (role, kind) = match self.table.wait(&self.ledger)? {
            Wait::Accept(_) => return Ok(false),
            Wait::Over(_) => match self.opening() {
                Some(opening) => opening,
                None => return Ok(false),
            },
            Wait::Orders(deed) if let Some(kind) = self.sheet_by_standing_orders(&deed.side) => {
                (Role::umpire(), kind)
            }
            Wait::Orders(deed) => {
                let Some((role, agent)) = self.agent(agents, &deed.side) else { return Ok(false) };
                let mut seen = self.table.position().clone();
                let vault = Vault::new(self.begun.game(), &self.ledger, &role, salts(&self.seeds, &role));
                G::confide(&mut seen, role.as_str(), &|seal| vault.value(seal));
                let only = G::only_sheet(self.table.position(), role.as_str());
                let Some(sheet) = only.or_else(|| agent.orders(&seen, &role)) else { return Ok(false) };
                let position = self.table.position();
                // An illegal sheet is signed as it is: then the opener sends it back.
                let orders = self.vault(&role).orders(position, &sheet, None);
                let kind = Kind::Orders(orders.unwrap_or_else(|_| Orders::of(sheet, None)));
                (role, kind)
            }
            Wait::Answer { side, question, .. }
                if let Some(kind) = self.by_standing_orders(&side, &question) =>
            {
                (Role::umpire(), kind)
            }
            Wait::Answer { side, question, .. } => {
                let mut view = self.table.view();
                let Some((role, agent)) = self.agent(agents, side.as_str()) else { return Ok(false) };
                let vault = Vault::new(self.begun.game(), &self.ledger, &role, salts(&self.seeds, &role));
                G::confide(&mut view, role.as_str(), &|seal| vault.value(seal));
                let answer = match vault.at_once(&question) {
                    Some(answer) => answer,
                    None => {
                        let question = vault.as_put(&question);
                        let key = agent.answer(&view, &role, &question);
                        vault.answer(&question, &key.unwrap_or_else(|| question.default.clone()))?
                    }
                };
                let kind = Kind::Answer(answer);
                (role, kind)
            }
            Wait::Reject { opener, action, refusal } => {
                let reason = G::words(self.table.position(), &refusal).to_string();
                (opener, Kind::Reject(Reject { action, reason }))
            }
            Wait::Link { opener, action } => {
                let reveal = self.link(&opener, action)?;
                (opener, Kind::Reveal(reveal))
            }
        };
        self.say(&role, kind)?;
        Ok(true)
    }

    /// The next link of an opener, for this action; with the last one come its dice.
    fn link(&mut self, opener: &Role, action: Id) -> Result<Reveal, StewardError> {
        let lost = || StewardError::Scenario("an opener without links".to_owned());
        let seat = self.seats.iter_mut().find(|s| s.0 == *opener).ok_or_else(lost)?;
        seat.3 += 1;
        let (index, link) = (seat.3, Link(seat.2.link(seat.3).ok_or_else(lost)?));
        let mut reveal = Reveal { action, index, link, rolls: None, stopped_at: None };
        if let Some(key) = self.ledger.roll_key_with(index, link) {
            let (rolls, stopped_at) = self.table.claims(&key).ok_or_else(lost)?;
            reveal.rolls = Some(rolls);
            reveal.stopped_at = stopped_at;
        }
        Ok(reveal)
    }

    /// After the end a side opens the seals that it has left; nothing when none has any.
    fn opening(&self) -> Option<(Role, Kind)> {
        let open = self.ledger.sides().map(|role| (self.vault(role).all_unopened(), role));
        let (unseal, role) = { open }.find(|(unseal, _)| !unseal.is_empty())?;
        Some((role.clone(), Kind::Standing(Standing { seal: None, text: None, unseal })))
    }

    /// Goes on until the battle is over, the turn limit is passed, or so many events have been written.
    ///
    /// # Errors
    /// When log or rules refuse what they ask for: a defect.
    pub fn fight(
        &mut self,
        agents: &mut [Box<dyn Agent<G::Position>>; 2],
        last_turn: u16,
        most_events: u64,
    ) -> Result<(), StewardError> {
        while G::turn(self.table.position()) <= last_turn
            && self.ledger.next_seq() < most_events
            && self.step(agents)?
        {}
        Ok(())
    }

    /// The archive: the log's lines, each with its LF.
    #[must_use]
    pub fn archive(&self) -> String {
        let mut text = String::new();
        for entry in self.ledger.entries() {
            text.push_str(&entry.signed.line());
            text.push('\n');
        }
        text
    }

    /// What a role has sealed.
    #[must_use]
    pub fn vault<'a>(&'a self, role: &'a Role) -> Vault<'a> {
        Vault::new(self.begun.game(), &self.ledger, role, salts(&self.seeds, role))
    }

    fn agent<'a>(
        &self,
        agents: &'a mut [Box<dyn Agent<G::Position>>; 2],
        side: &str,
    ) -> Option<(Role, &'a mut dyn Agent<G::Position>)> {
        let role = self.ledger.sides().find(|r| r.as_str() == side)?.clone();
        let index = G::sides(self.table.position()).iter().position(|s| s == side)?;
        Some((role, agents.get_mut(index)?.as_mut()))
    }
}

fn salts(seeds: &[(Role, ChainId, [u8; 32])], role: &Role) -> Vec<Salts> {
    seeds.iter().filter(|(r, ..)| r == role).map(|&(_, chain, seed)| Salts::of(chain, seed)).collect()
}

/// A minute for each event, from the first of January.
fn clock(seq: u64) -> At {
    let (days, hours, minutes) = (seq / 1440 % 28 + 1, seq / 60 % 24, seq % 60);
    let text = format!("2026-01-{days:02}T{hours:02}:{minutes:02}:00Z");
    text.parse().unwrap_or_else(|_| unreachable!("a time of the right form"))
}
