//! `tess join`: entering a battle that was offered.

use std::path::PathBuf;

use super::battle::{Mailing, finish};
use super::{Done, Failure, card, clock, habits, settings};
use tess_ledger::Signed;
use tess_mail::{Envelope, Origin, RawMail};
use tess_steward::{Deed, Entropy, WayIn, join, private};

/// Enter a battle from the mail that offers it, and accept it
///
/// Genesis, its signature and the hashes of scenario and charts are checked first. A substitute joins with
/// the archive that he was given.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tess join bagradas offer.eml")]
pub struct Args {
    /// Folder of the seat, where `tess card` made the card
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The mail, an archive, or - for standard input
    #[arg(value_name = "FILE")]
    offer: PathBuf,
    /// Enter only: accept later with `tess accept`
    #[arg(long)]
    look_first: bool,
    /// How mail goes out: smtp://host:port, maildir:DIR, file:DIR, or file: for to-send/ in the seat; as
    /// `tess setup` has it when left out, else file:
    #[arg(long, value_name = "HOW", env = "TESS_TRANSPORT", hide_env_values = true)]
    transport: Option<String>,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Key to play with; the one of the card in DIR when left out
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    #[command(flatten)]
    mailing: Mailing,
}

impl Args {
    pub fn run(&self) -> Done {
        let log = log_of(&self.offer)?;
        let key = match &self.key {
            Some(name) => settings::known_key(name)?,
            None => settings::key_with(&card::read(&self.dir.join("card.json"))?.key)?,
        };
        let library_dir = self.library.as_deref().map(settings::absolute).transpose()?;
        let library = settings::library(library_dir.as_deref());
        let passphrase = settings::passphrase(&key)?;
        let transport = habits::transport(self.transport.as_ref())?;
        let telephone = habits::Habits::read()?.telephone;
        let way = WayIn { key, passphrase, transport, library: library_dir, telephone };
        let mut seat = join(&self.dir, &log, &library, &way, Entropy::System)?;
        let role = seat.role().clone();
        settings::remark(&format!("you are {role} in {}", seat.ledger().genesis().scenario.name));
        settings::remark(&format!(
            "compare the game word with your opponent, best by telephone: {}",
            tess_ledger::game_word(&seat.ledger().game())
        ));
        let mut signed = None;
        if !self.look_first && seat.ledger().to_accept().contains(&role) {
            let accept = seat.act(Deed::Accept, clock::now())?;
            signed = Some((accept.event().seq, accept.event().kind.name()));
        }
        finish(&mut seat, &self.mailing, signed)
    }
}

/// The events in a mail or archive, which must begin with genesis.
pub fn log_of(path: &std::path::Path) -> Result<Vec<Signed>, Failure> {
    let bytes = settings::read_bytes(path, "name the mail that offers the battle, saved whole")?;
    let envelope = Envelope::open(&RawMail::new(bytes, Origin::Memory))?;
    let events = envelope.lines.iter().filter(|line| private(line).is_none());
    let mut log = events.map(|line| Signed::parse(line)).collect::<Result<Vec<_>, _>>()?;
    log.sort_by_key(|signed| signed.event().seq);
    match log.first() {
        Some(first) if first.event().seq == 0 => Ok(log),
        Some(_) => Err(Failure::new(
            "the mail does not begin with the offer of a battle",
            "take the first mail of the battle, or the founder's archive.tess",
        )),
        None => Err(Failure::new(
            format!("{}: no battle is offered in it", path.display()),
            envelope.complaints.first().map_or_else(
                || {
                    "take the mail whose subject says `battle offered`, and save it whole, with its block and attachment"
                        .to_owned()
                },
                ToString::to_string,
            ),
        )),
    }
}
