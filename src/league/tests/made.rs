//! Archives for tests, quickly made: a battle is offered and accepted, and a side resigns, or both agree on
//! a draw.

#![allow(dead_code, reason = "the tests from outside use their part")]

use tess_ledger::{
    Accept, Anchor, At, ChainId, Consequence, Deadlines, Digest, FileHash, Genesis, Handover, Id, Kind,
    Ledger, Link, Mode, Nonce, Party, Proposal, Propose, Rekey, Reply, Resign, Role, Rules, Setting, Signed,
    SigningKey,
};
use tess_scenario::Library;

/// A player: his name and key.
#[derive(Clone)]
pub struct Player {
    pub name: String,
    pub key: SigningKey,
}

/// The player of a number.
pub fn player(name: &str, number: u8) -> Player {
    Player { name: name.to_owned(), key: SigningKey::from_secret(&[number; 32]) }
}

/// How a battle is to end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum End {
    First,
    Second,
    Draw,
    /// It does not.
    Never,
}

/// A battle under way.
pub struct Battle {
    pub ledger: Ledger,
    pub keys: [SigningKey; 2],
    table: Box<dyn tess_game::AnyTable>,
    roles: [Role; 2],
    minute: u32,
    day: String,
}

fn link(seed: u64) -> Link {
    let mut bytes = [7; 32];
    bytes[..8].copy_from_slice(&seed.to_be_bytes());
    Link(bytes)
}

fn party(role: &Role, who: &Player, seed: u64) -> Party {
    let mut id = [0; 16];
    id[..8].copy_from_slice(&seed.to_be_bytes());
    Party {
        role: role.clone(),
        key: who.key.public(),
        name: who.name.clone(),
        address: format!(
            "{}@example.org",
            who.name.to_lowercase().replace(|c: char| !c.is_ascii_alphanumeric(), "-")
        ),
        chain: Anchor { id: ChainId(id), links: 64, anchor: link(seed) },
    }
}

impl Battle {
    /// A battle that both have accepted on a day.
    pub fn of(first: &Player, second: &Player, scenario: &str, day: &str, seed: u64) -> Battle {
        Battle::with(first, second, scenario, day, seed, &[])
    }

    /// The same with numbers for options.
    pub fn with(
        first: &Player,
        second: &Player,
        scenario: &str,
        day: &str,
        seed: u64,
        options: &[(&str, i64)],
    ) -> Battle {
        let library = Library::embedded();
        let game = tess_game::of_scenario(&library, scenario).expect("a scenario");
        let offered = game.offered(&library, scenario).expect("a battle");
        let roles: [Role; 2] = [0, 1].map(|i| offered.sides[i].to_lowercase().parse().expect("a role"));
        let file = |(name, hash): &(String, String)| FileHash {
            name: name.clone(),
            sha256: hash.parse().expect("a digest"),
        };
        let genesis = Genesis {
            mode: Mode::Direct,
            rules: Rules { id: offered.book.clone(), version: tess_steward::RULES },
            scenario: file(&offered.scenario),
            charts: offered.charts.iter().map(file).collect(),
            options: options.iter().map(|(name, n)| ((*name).to_owned(), Setting::Number(*n))).collect(),
            parties: vec![party(&roles[0], first, 2 * seed), party(&roles[1], second, 2 * seed + 1)],
            deadlines: Deadlines { hours: 0, then: Consequence::Forfeit, extensions: 0 },
            format: tess_steward::FORMAT,
        };
        let start = tess_steward::check_genesis(&genesis, &library).expect("a position");
        let event = tess_ledger::Event {
            game: None,
            seq: 0,
            prev: None,
            by: roles[0].clone(),
            at: format!("{day}T10:00:00Z").parse::<At>().expect("a time"),
            nonce: nonce(seed),
            state: None,
            kind: Kind::Genesis(Box::new(genesis)),
        };
        let ledger = Ledger::found(event.sign(&first.key).expect("signed")).expect("a log");
        let keys = [first.key.clone(), second.key.clone()];
        let mut battle =
            Battle { ledger, keys, table: start.begin(true), roles, minute: 0, day: day.to_owned() };
        let game = battle.ledger.game();
        battle.say(1, Kind::Accept(Accept { game }));
        battle
    }

    /// A side says something.
    pub fn say(&mut self, side: usize, kind: Kind) {
        self.table.follow(&self.ledger).expect("it follows");
        let state: Digest = self.table.state(&self.ledger).expect("a state");
        self.minute += 1;
        let at = format!("{}T{:02}:{:02}:00Z", self.day, 10 + self.minute / 60, self.minute % 60);
        let mut event = self
            .ledger
            .draft(self.roles[side].clone(), at.parse().expect("a time"), state, kind)
            .expect("a draft");
        event.nonce = nonce(self.ledger.next_seq());
        let signed: Signed = event.sign(&self.keys[side]).expect("signed");
        self.ledger.append(signed).expect("it fits");
    }

    /// A new key for a side.
    pub fn rekey(&mut self, side: usize, key: &SigningKey) {
        let rekey = Rekey { key: key.public(), proof: key.prove(&self.ledger.game()) };
        self.say(side, Kind::Rekey(rekey));
        self.keys[side] = key.clone();
    }

    /// A substitute for a side, who does not say anything by this.
    pub fn hand_over(&mut self, side: usize, to: &Player, seed: u64) {
        let party = party(&self.roles[side], to, seed);
        let Party { key, name, address, chain, .. } = party;
        self.say(side, Kind::Handover(Handover { key, name, address, chain }));
        self.keys[side] = to.key.clone();
    }

    /// It ends.
    pub fn end(&mut self, end: End) {
        match end {
            End::First => self.say(1, Kind::Resign(Resign {})),
            End::Second => self.say(0, Kind::Resign(Resign {})),
            End::Draw => {
                self.say(
                    0,
                    Kind::Propose(Propose {
                        what: Proposal::Draw,
                        to: None,
                        note: None,
                        until: None,
                        second: None,
                    }),
                );
                let proposal: Id = self.ledger.head();
                self.say(1, Kind::Agree(Reply { proposal }));
            }
            End::Never => {}
        }
    }

    /// The archive's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.ledger.entries().iter().flat_map(|entry| (entry.signed.line() + "\n").into_bytes()).collect()
    }
}

fn nonce(n: u64) -> Nonce {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&n.to_be_bytes());
    Nonce(bytes)
}

/// The archive of a battle in the field of the skirmish.
pub fn battle(first: &Player, second: &Player, day: &str, end: End, seed: u64) -> Vec<u8> {
    let mut battle = Battle::of(first, second, "spqr/skirmish", day, seed);
    battle.end(end);
    battle.bytes()
}
