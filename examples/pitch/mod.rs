//! Battles for the measurements: founded, adopted by nobody yet, and their players.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tesserarius::bot::sensible;
use tesserarius::game::Seeing;
use tesserarius::ledger::{At, Consequence, Deadlines, Mode, Role, Signed, SigningKey};
use tesserarius::mail::{Maildir, RawMail};
use tesserarius::scenario::Library;
use tesserarius::steward::{
    Agent, Card, Deed, Entropy, LINKS, Nobody, Offer, Seat, Settings, WayIn, found, join, make_card,
};

/// A fault of any kind ends the measurement.
pub type Sure<T> = Result<T, Box<dyn std::error::Error>>;

/// The players of so many battles write: how many mails to the umpire.
pub fn play(
    dir: &Path,
    which: impl Iterator<Item = usize>,
    round: u64,
    now: &mut dyn FnMut() -> At,
) -> Sure<usize> {
    let umpire = Maildir::create(&dir.join("mail/umpire"))?;
    let mut come = 0;
    for n in which {
        for side in ["rome", "carthage"] {
            let place = dir.join(format!("seats-{n}")).join(side);
            let mut seat = Seat::open(&place, &Library::embedded(), None, Entropy::System)?;
            let post = Maildir::create(&dir.join("mail").join(format!("{side}-{n}")))?;
            let mut mails = Vec::new();
            for path in post.list(false)? {
                mails.push(post.read(&path)?);
                post.mark_seen(&path)?;
            }
            let before = umpire.list(false)?.len();
            let mut bot = Bot(n as u64 + round);
            seat.pass(&mails, &mut Seeing::new(&mut bot), now, &mut |_| Ok(()))?;
            come += umpire.list(false)?.len() - before;
        }
    }
    Ok(come)
}

struct Bot(u64);

impl Agent<tesserarius::gboh::Position> for Bot {
    fn answer(
        &mut self,
        position: &tesserarius::gboh::Position,
        side: &Role,
        question: &tesserarius::effects::Question,
    ) -> Option<String> {
        sensible(self.0).answer(position, side, question)
    }

    fn orders(&mut self, position: &tesserarius::gboh::Position, side: &Role) -> Option<String> {
        sensible(self.0).orders(position, side)
    }
}

/// Keys, cards, offer and accepts of one battle.
pub fn set_up(seats: &Path, mail: &Path, n: u64, field: &str, at: At) -> Sure<()> {
    let library = Library::embedded();
    let transport = format!("maildir:{}", mail.join("{user}").display());
    let mut cards: Vec<(Role, Card)> = Vec::new();
    for name in ["umpire", "rome", "carthage"] {
        let seat = seats.join(name);
        fs::create_dir_all(&seat)?;
        let mut entropy = Entropy::seeded(n, name);
        let key = SigningKey::from_secret(&entropy.secret());
        key.save(&seat.join("key.pem"), None)?;
        let user = if name == "umpire" { name.to_owned() } else { format!("{name}-{n}") };
        let card = make_card(&seat, name, &format!("{user}@example.org"), &key, LINKS, &mut entropy)?;
        cards.push((name.parse()?, card));
    }
    let rome: Role = "rome".parse()?;
    let own = Settings {
        role: rome,
        key: "key.pem".into(),
        transport: transport.clone(),
        library: None,
        voice: tesserarius::game::Voice::default(),
        pictures: true,
        maps: true,
        telephone: false,
    };
    let key = SigningKey::load(&seats.join("rome/key.pem"), None)?;
    let deadlines = Deadlines { hours: 0, then: Consequence::Forfeit, extensions: 0 };
    let offer =
        Offer { mode: Mode::Umpire, scenario: field.into(), options: BTreeMap::new(), deadlines, cards };
    let mut entropy = Entropy::seeded(n, "genesis");
    let first = found(&seats.join("rome"), offer, &library, &key, &own, at, &mut entropy)?;
    let mut log = vec![first];
    for name in ["rome", "carthage", "umpire"] {
        let place = seats.join(name);
        let mut seat = if name == "rome" {
            Seat::open(&place, &library, None, Entropy::seeded(n, "rome sits"))?
        } else {
            let way = WayIn {
                key: "key.pem".into(),
                passphrase: None,
                transport: transport.clone(),
                library: None,
                telephone: false,
            };
            join(&place, &log, &library, &way, Entropy::seeded(n, &format!("{name} sits")))?
        };
        if name == "carthage" {
            log.push(seat.act(Deed::Accept, at)?);
        }
        // what is mailed here is of no account: all have the same log at the end
        seat.pass(&[], &mut Nobody, &mut || at, &mut |_| Ok(()))?;
    }
    tidy(seats, mail, n, &log, at)
}

/// Rome learns of the accept, and all mail of the founding is seen.
fn tidy(seats: &Path, mail: &Path, n: u64, log: &[Signed], at: At) -> Sure<()> {
    for user in ["umpire".to_owned(), format!("rome-{n}"), format!("carthage-{n}")] {
        let post = Maildir::create(&mail.join(&user))?;
        let mut mails: Vec<RawMail> = Vec::new();
        for path in post.list(false)? {
            if user == "umpire" {
                // all battles share this box, and another that is founded just now may be quicker
                let _ = fs::remove_file(&path);
                continue;
            }
            mails.push(post.read(&path)?);
            fs::remove_file(&path)?;
        }
        if user.starts_with("rome") {
            let mut seat = Seat::open(&seats.join("rome"), &Library::embedded(), None, Entropy::System)?;
            seat.pass(&mails, &mut Nobody, &mut || at, &mut |_| Ok(()))?;
            if seat.ledger().next_seq() != log.len() as u64 {
                return Err(format!("rome has {} events of {}", seat.ledger().next_seq(), log.len()).into());
            }
        }
    }
    Ok(())
}
