//! How a battle begins: the offer, joining.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::card::Card;
use super::genesis::check_genesis;
use super::rules::{FORMAT, RULES};
use super::{Entropy, Seat, Settings, StewardError};
use tess_game::{GameError, Voice};
use tess_ledger::{
    Archive, At, Checks, Deadlines, Event, FileHash, Genesis, Kind, Ledger, LedgerError, Mode, Party, Role,
    Rules, Setting, Signed, SigningKey,
};
use tess_scenario::Library;

/// What is offered.
#[derive(Debug, Clone)]
pub struct Offer {
    /// Who opens links.
    pub mode: Mode,
    /// Scenario name, such as `spqr/bagradas-255bc`.
    pub scenario: String,
    /// Optional rules.
    pub options: BTreeMap<String, Setting>,
    /// How long a decision may take.
    pub deadlines: Deadlines,
    /// The cards by role.
    pub cards: Vec<(Role, Card)>,
}

/// Makes and signs the genesis of a battle, by the role whose card stands in `dir`.
///
/// # Errors
/// When the scenario does not load, the cards do not fit the mode, or the folder holds a battle already.
pub fn found(
    dir: &Path,
    offer: Offer,
    library: &Library,
    key: &SigningKey,
    settings: &Settings,
    at: At,
    entropy: &mut Entropy,
) -> Result<Signed, StewardError> {
    let game = tess_game::of_scenario(library, &offer.scenario).map_err(GameError::from)?;
    let offered = game.offered(library, &offer.scenario)?;
    let hash = |(name, sha256): &(String, String)| -> Result<FileHash, StewardError> {
        let sha256 =
            sha256.parse().map_err(|_| StewardError::Scenario(format!("{name}: its hash cannot be read")))?;
        Ok(FileHash { name: name.clone(), sha256 })
    };
    let parties = parties_of(offer.cards, &offered.sides, &offer.scenario)?;
    let genesis = Genesis {
        mode: offer.mode,
        rules: Rules { id: offered.book.clone(), version: RULES },
        scenario: hash(&offered.scenario)?,
        charts: offered.charts.iter().map(hash).collect::<Result<_, _>>()?,
        options: offer.options,
        parties,
        deadlines: offer.deadlines,
        format: FORMAT,
    };
    game.set_up(&genesis, library)?;
    let event = Event {
        game: None,
        seq: 0,
        prev: None,
        by: settings.role.clone(),
        at,
        nonce: entropy.nonce(),
        state: None,
        kind: Kind::Genesis(Box::new(genesis)),
    };
    let signed = event.sign(key)?;
    let ledger = Ledger::found(signed.clone())?;
    if super::seat::chain_of(dir, &ledger, &settings.role)?.is_none() {
        return Err(StewardError::refused(
            format!("the card of {} names another chain than the one in {}", settings.role, dir.display()),
            "give the card.json that lies in that folder",
        ));
    }
    settings.write(dir)?;
    Archive::create(&dir.join("archive.tess"), &signed)?;
    Ok(signed)
}

/// The parties by their cards: the umpire first, then the sides in the scenario's order.
fn parties_of(
    cards: Vec<(Role, Card)>,
    sides: &[String; 2],
    scenario: &str,
) -> Result<Vec<Party>, StewardError> {
    let party = |(role, card): (Role, Card)| Party {
        role,
        key: card.key,
        name: card.name,
        address: card.address,
        chain: card.chain,
    };
    let mut parties: Vec<Party> = cards.into_iter().map(party).collect();
    let place = |role: &Role| {
        if role.is_umpire() {
            return Some(0);
        }
        sides.iter().position(|s| s.eq_ignore_ascii_case(role.as_str())).map(|at| at + 1)
    };
    if let Some(stranger) = parties.iter().find(|p| place(&p.role).is_none()) {
        let [a, b] = sides;
        return Err(StewardError::refused(
            format!("{} is no side of {scenario}", stranger.role),
            format!("the sides are {a} and {b}"),
        ));
    }
    parties.sort_by_key(|p| place(&p.role));
    Ok(parties)
}

/// How a player comes to his seat.
#[derive(Debug, Clone)]
pub struct WayIn {
    /// The key's file, relative to the seat or absolute.
    pub key: PathBuf,
    /// Its passphrase, if it needs one.
    pub passphrase: Option<String>,
    /// How mail goes out; see [`Settings::transport`].
    pub transport: String,
    /// A folder with scenarios and charts of one's own.
    pub library: Option<PathBuf>,
    /// The player may mail orders to himself; see [`Settings::telephone`].
    pub telephone: bool,
}

/// Enters a battle: takes its log so far, from genesis on, into the folder where the card was made, and
/// opens the seat. For a battle offered that is genesis alone; for a substitute everything up to the
/// `handover`. Done again, it changes nothing.
///
/// # Errors
/// When the log does not hold, does not name the key or the chain in the folder, or the folder holds another
/// battle.
pub fn join(
    dir: &Path,
    log: &[Signed],
    library: &Library,
    way: &WayIn,
    entropy: Entropy,
) -> Result<Seat, StewardError> {
    let lines: Vec<String> = log.iter().map(Signed::line).collect();
    let ledger = Ledger::verify_all(lines.iter().map(String::as_bytes), Checks::Strict)?;
    check_genesis(ledger.genesis(), library)?;
    let key = SigningKey::load(&dir.join(&way.key), way.passphrase.as_deref())?;
    let Some(me) = ledger.players().iter().find(|p| p.key == key.public()) else {
        return Err(StewardError::refused(
            "the battle offered does not name this key",
            "send the card that `tess card` made to whoever founds the battle",
        ));
    };
    if super::seat::chain_of(dir, &ledger, &me.role)?.is_none() {
        return Err(StewardError::refused(
            "the battle offered names another chain than the one in this folder",
            "name the folder in which `tess card` made the card for this battle",
        ));
    }
    let settings = Settings {
        role: me.role.clone(),
        key: way.key.clone(),
        transport: way.transport.clone(),
        library: way.library.clone(),
        voice: Voice::default(),
        pictures: true,
        maps: true,
        telephone: way.telephone,
    };
    settings.transport(dir)?;
    let path = dir.join("archive.tess");
    if !path.exists() {
        Archive::create(&path, ledger_genesis(&ledger))?;
    }
    settings.write(dir)?;
    let mut seat = Seat::open(dir, library, way.passphrase.as_deref(), entropy)?;
    if seat.ledger.game() != ledger.game() {
        return Err(StewardError::refused("the folder holds another battle", "join in a folder of its own"));
    }
    for signed in log {
        match seat.admit(signed.clone()) {
            Err(StewardError::Ledger(LedgerError::Known { .. })) | Ok(()) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(seat)
}

fn ledger_genesis(ledger: &Ledger) -> &Signed {
    &ledger.entries()[0].signed
}
