//! A small battle with fixed keys, so that its archive is always the same.
//! Also used by `tests/verify_py.rs`, so it takes everything from `api`.

use std::collections::BTreeMap;

use super::api::*;

/// A battle and everybody's secrets.
pub struct Theatre {
    pub ledger: Ledger,
    pub keys: BTreeMap<Role, SigningKey>,
    pub chains: BTreeMap<Role, Chain>,
    /// The time of the events that follow.
    pub now: At,
}

pub fn role(name: &str) -> Role {
    name.parse().unwrap()
}

pub fn key(seed: u8) -> SigningKey {
    SigningKey::from_secret(&[seed; 32])
}

pub fn chain(key: &SigningKey, id: u8) -> Chain {
    Chain::new(key.public().0, [id; 16], 16, &[id; 32]).unwrap()
}

pub fn anchor(chain: &Chain) -> Anchor {
    Anchor { id: ChainId(chain.id()), links: chain.links(), anchor: Link(chain.anchor()) }
}

pub fn orders(sheet: &str) -> Kind {
    Kind::Orders(orders_body(sheet))
}

pub fn orders_body(sheet: &str) -> Orders {
    Orders {
        sheet: sheet.to_owned(),
        seal: Vec::new(),
        unseal: Vec::new(),
        note: None,
        for_side: None,
        standing: None,
    }
}

pub fn secret_choice() -> Unseal {
    Unseal { salt: Salt([7; 32]), value: "withdraw line hastati".to_owned() }
}

pub fn genesis(mode: Mode, keys: &BTreeMap<Role, SigningKey>, chains: &BTreeMap<Role, Chain>) -> Genesis {
    let names = match mode {
        Mode::Direct => ["rome", "carthage"].as_slice(),
        _ => ["umpire", "rome", "carthage"].as_slice(),
    };
    let parties = names.iter().map(|name| Party {
        role: role(name),
        key: keys[&role(name)].public(),
        name: format!("Player of \"{name}\""),
        address: format!("{name}@pbem.test"),
        chain: anchor(&chains[&role(name)]),
    });
    let options = BTreeMap::from([
        ("elephants".to_owned(), Setting::Switch(true)),
        ("era".to_owned(), Setting::Text("after-280".to_owned())),
        ("turns".to_owned(), Setting::Number(-12)),
    ]);
    Genesis {
        mode,
        rules: Rules { id: "spqr".to_owned(), version: 1 },
        scenario: FileHash { name: "zama".to_owned(), sha256: Digest([0x5c; 32]) },
        charts: vec![FileHash { name: "shock".to_owned(), sha256: Digest([0xca; 32]) }],
        options,
        parties: parties.collect(),
        deadlines: Deadlines { hours: 72, then: Outcome::Forfeit, extensions: 2 },
        format: 1,
    }
}

pub fn first_event(genesis: Genesis, by: &str) -> Event {
    Event {
        game: None,
        seq: 0,
        prev: None,
        by: role(by),
        at: "2026-01-02T03:04:05Z".parse().unwrap(),
        nonce: Nonce([0x33; 16]),
        state: None,
        kind: Kind::Genesis(Box::new(genesis)),
    }
}

impl Theatre {
    /// Only genesis, signed by rome.
    pub fn offered(mode: Mode) -> Theatre {
        Theatre::offered_with(mode, |_| ())
    }

    /// Only genesis, changed, signed by rome.
    pub fn offered_with(mode: Mode, change: impl FnOnce(&mut Genesis)) -> Theatre {
        let all = ["umpire", "rome", "carthage"].map(role);
        let keys: BTreeMap<Role, SigningKey> = all.iter().cloned().zip((1..).map(key)).collect();
        let chains = keys.iter().zip(11..).map(|((r, k), id)| (r.clone(), chain(k, id)));
        let chains = chains.collect();
        let mut body = genesis(mode, &keys, &chains);
        change(&mut body);
        let event = first_event(body, "rome");
        let now = event.at;
        let ledger = Ledger::found(event.sign(&keys[&role("rome")]).unwrap()).unwrap();
        Theatre { ledger, keys, chains, now }
    }

    /// Accepted, so that orders can follow.
    pub fn open(mode: Mode) -> Theatre {
        Theatre::offered(mode).accepted()
    }

    /// Carthage accepts.
    pub fn accepted(mut self) -> Theatre {
        let game = self.ledger.game();
        self.say("carthage", Kind::Accept(Accept { game })).unwrap();
        self
    }

    /// What follows is said so many hours after the beginning, and a second.
    pub fn after(&mut self, hours: u32) {
        let whole = deadline::later(&self.ledger.entries()[0].event().at, hours).unwrap();
        self.now = whole.as_str().replace(":05Z", ":06Z").parse().unwrap();
    }

    /// A passed deadline of a side, with what follows.
    pub fn late(&self, side: &str, then: Outcome) -> Timeout {
        let deadline = deadline::due(&self.ledger).unwrap_or(self.now);
        Timeout { side: role(side), deadline, then, until: None }
    }

    /// The umpire's decision for a side that was late.
    pub fn default_of(&self, side: &str, timeout: Id) -> Kind {
        let for_side = Some(role(side));
        Kind::Orders(Orders { for_side, standing: Some(timeout), ..orders_body("pass Hanno") })
    }

    /// The next event, with a nonce that depends on its place.
    pub fn draft(&self, by: &str, kind: Kind) -> Event {
        let at = self.now;
        let state = Digest([self.ledger.next_seq() as u8; 32]);
        let mut event = self.ledger.draft(role(by), at, state, kind).unwrap();
        event.nonce = Nonce([(event.seq as u8).wrapping_add(0x40); 16]);
        event
    }

    pub fn sign(&self, event: Event) -> Signed {
        let key = &self.keys[&event.by];
        event.sign(key).unwrap()
    }

    pub fn say(&mut self, by: &str, kind: Kind) -> Result<Id, LedgerError> {
        let signed = self.sign(self.draft(by, kind));
        // Every event also goes through its line.
        let signed = Signed::parse(signed.line().as_bytes()).unwrap();
        Ok(self.ledger.append(signed)?.id())
    }

    /// The reveal that is due from that role, with these dice if it is last.
    pub fn reveal_of(&self, by: &str, labels: &[(&str, u8)]) -> Reveal {
        let index = self.ledger.player(&role(by)).unwrap().chain.last + 1;
        let link = Link(self.chains[&role(by)].link(index).unwrap());
        let action = self.ledger.pending().unwrap().id;
        let rolls = self.ledger.roll_key_with(index, link).map(|key| {
            let dice = labels.iter().map(|(label, sides)| Roll {
                label: (*label).to_owned(),
                sides: *sides,
                face: key.die(*sides, label),
                rule: "8.46".to_owned(),
            });
            dice.collect()
        });
        Reveal { action, index, link, rolls, stopped_at: None }
    }

    pub fn reveal(&mut self, by: &str, labels: &[(&str, u8)]) -> Result<Id, LedgerError> {
        let reveal = self.reveal_of(by, labels);
        self.say(by, Kind::Reveal(reveal))
    }

    pub fn archive(&self) -> Vec<u8> {
        let lines = self.ledger.entries().iter().map(|entry| entry.signed.line() + "\n");
        lines.collect::<String>().into_bytes()
    }
}

/// Nearly every kind once, in mode `both`.
pub fn small_battle() -> Theatre {
    let mut t = Theatre::open(Mode::Both);
    let mut sealed = orders_body("activate Scipio\nmove HA-IIIa 2213 2214\n\"caf\u{e9}\"\t\u{1}");
    sealed.seal = vec![secret_choice().seal()];
    sealed.note = Some("good luck".to_owned());
    t.say("rome", Kind::Orders(sealed)).unwrap();
    t.reveal("carthage", &[]).unwrap();
    t.reveal("umpire", &[("momentum:scipio", 10), ("shock:ha-iiia", 10), ("shock:ha-iiia#2", 6)]).unwrap();
    let standing = t.say(
        "carthage",
        Kind::Standing(Standing { text: Some("fire at all".to_owned()), ..Standing::default() }),
    );
    let standing = Some(standing.unwrap());
    let mut answer = Answer {
        question: "withdraw:num-a".to_owned(),
        answer: "no".to_owned(),
        seal: Vec::new(),
        unseal: Vec::new(),
        for_side: Some(role("carthage")),
        standing,
    };
    t.say("umpire", Kind::Answer(answer.clone())).unwrap();
    t.reveal("rome", &[]).unwrap();
    t.reveal("umpire", &[("missile:num-a", 10)]).unwrap();
    answer.question = "fire:num-b".to_owned();
    t.say("umpire", Kind::Answer(answer)).unwrap();
    let new = key(9);
    let proof = new.prove(&t.ledger.game());
    let rekey = Rekey { key: new.public(), proof };
    t.say("rome", Kind::Rekey(rekey)).unwrap();
    t.keys.insert(role("rome"), new);
    t.reveal("rome", &[]).unwrap();
    let mut reveal = t.reveal_of("umpire", &[("missile:num-b", 10), ("hits:num-b", 6)]);
    reveal.stopped_at = Some("order 2".to_owned());
    t.say("umpire", Kind::Reveal(reveal)).unwrap();
    t.say("rome", Kind::Resign(Resign {})).unwrap();
    let opened = Standing { unseal: vec![secret_choice()], ..Standing::default() };
    t.say("rome", Kind::Standing(opened)).unwrap();
    t
}
