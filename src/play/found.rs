//! How such a battle begins.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::home::Home;
use super::terms::Terms;
use tess_bot::Level;
use tess_disk::{durable, private_folder};
use tess_game::{GameError, Voice};
use tess_ledger::{At, Consequence, Deadlines, Mode, Role, Setting, SigningKey};
use tess_scenario::Library;
use tess_steward::{
    Card, Deed, Entropy, LINKS, Offer, Seat, Settings, StewardError, WayIn, found, join, make_card,
};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Choice {
    /// Scenario name, such as `spqr/skirmish`.
    pub scenario: String,
    /// The person's side; the first of the scenario when left out.
    pub side: Option<Role>,
    /// What the person is called.
    pub name: String,
    /// How well the commander fights.
    pub level: Level,
    /// Optional rules.
    pub options: BTreeMap<String, Setting>,
    /// Folder with scenarios of one's own.
    pub library: Option<PathBuf>,
}

/// The key of a seat, in it.
const KEY: &str = "key.pem";

impl Home {
    /// Founds a battle in a folder that is new or empty, up to the point where both have accepted it.
    ///
    /// # Errors
    /// When there is no such scenario or side, or the folder holds something.
    pub fn found(dir: &Path, choice: &Choice, at: &mut dyn FnMut() -> At) -> Result<Home, StewardError> {
        let library = choice.library.as_deref().map_or_else(Library::embedded, Library::with_dir);
        let (you, foe) = sides(choice, &library)?;
        empty(dir)?;
        let terms =
            Terms { you, foe, level: choice.level.name().to_owned(), library: choice.library.clone() };
        let home = Home { dir: std::path::absolute(dir).unwrap_or_else(|_| dir.to_owned()), terms };
        let [you, foe] = home.roles();
        let commander = format!("The commander ({})", choice.level);
        let cards =
            vec![(you.clone(), home.card(you, &choice.name)?), (foe.clone(), home.card(foe, &commander)?)];
        let offer = Offer {
            mode: Mode::Direct,
            scenario: choice.scenario.clone(),
            options: choice.options.clone(),
            deadlines: Deadlines { hours: 0, then: Consequence::Forfeit, extensions: 0 },
            cards,
        };
        home.enter(offer, &library, at)?;
        // last of all: without it the folder is no battle
        home.terms.write(&home.dir)?;
        Ok(home)
    }

    /// A key, a chain and a card.
    fn card(&self, role: &Role, name: &str) -> Result<Card, StewardError> {
        let dir = self.dir.join(role.as_str());
        make_folder(&dir)?;
        let mut entropy = Entropy::System;
        let key = SigningKey::from_secret(&entropy.secret());
        key.save(&dir.join(KEY), None)?;
        // .invalid is nobody's (RFC 2606): these mails leave this machine never
        make_card(&dir, name, &format!("{role}@play.invalid"), &key, LINKS * 4, &mut entropy)
    }

    /// The person offers, both accept.
    fn enter(&self, offer: Offer, library: &Library, at: &mut dyn FnMut() -> At) -> Result<(), StewardError> {
        let [you, foe] = self.roles();
        let dir = self.seat();
        let own = Settings {
            role: you.clone(),
            key: KEY.into(),
            transport: self.transport(),
            library: self.terms.library.clone(),
            voice: Voice::default(),
            pictures: false,
            maps: false,
            telephone: false,
        };
        let key = SigningKey::load(&dir.join(KEY), None)?;
        let genesis = found(&dir, offer, library, &key, &own, at(), &mut Entropy::System)?;
        let seat = Seat::open(&dir, library, None, Entropy::System)?;
        let family = seat.table().position().game().family();
        drop(seat);
        let dir = self.dir.join(foe.as_str());
        let way = WayIn {
            key: KEY.into(),
            passphrase: None,
            transport: self.transport(),
            library: self.terms.library.clone(),
            telephone: false,
        };
        let mut seat = join(&dir, &[genesis], library, &way, Entropy::System)?;
        durable::write(&dir, "standing.txt", tess_bot::standing(family).as_bytes())?;
        if seat.ledger().to_accept().contains(foe) {
            seat.act(Deed::Accept, at())?;
        }
        Ok(())
    }
}

/// The person's side and the other one.
fn sides(choice: &Choice, library: &Library) -> Result<(Role, Role), StewardError> {
    let game = tess_game::of_scenario(library, &choice.scenario).map_err(GameError::from)?;
    // before anything is made
    game.opening(library, &choice.scenario, &choice.options)?;
    let names = game.offered(library, &choice.scenario)?.sides;
    let mut sides = names.iter().filter_map(|name| name.parse::<Role>().ok());
    let (Some(first), Some(second), None) = (sides.next(), sides.next(), sides.next()) else {
        return Err(StewardError::refused("the scenario has not two sides", "mend the scenario"));
    };
    match &choice.side {
        None => Ok((first, second)),
        Some(side) if *side == first => Ok((first, second)),
        Some(side) if *side == second => Ok((second, first)),
        Some(side) => Err(StewardError::refused(
            format!("{side} does not fight in {}", choice.scenario),
            format!("say --side {first} or --side {second}"),
        )),
    }
}

/// Only a folder that holds nothing is taken.
fn empty(dir: &Path) -> Result<(), StewardError> {
    if std::fs::read_dir(dir).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(StewardError::refused(
            format!("{} holds something already", dir.display()),
            "name a folder that is new",
        ));
    }
    make_folder(dir)
}

/// A folder that only its owner may read.
fn make_folder(dir: &Path) -> Result<(), StewardError> {
    private_folder::make(dir).map_err(|e| StewardError::File {
        path: dir.to_owned(),
        what: e.to_string(),
        help: "name another folder".to_owned(),
    })
}
