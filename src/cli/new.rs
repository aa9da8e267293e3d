//! `tess new`: founding a battle.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::ValueEnum;

use super::battle::{Mailing, finish};
use super::habits::{self, Habits};
use super::{Done, Failure, card, clock, settings};
use tess_game::Voice;
use tess_ledger::{Deadlines, Mode, Role, Setting};
use tess_scenario::Library;
use tess_steward::{Card, Entropy, LINKS, Offer, Seat, Settings, found, make_card};

/// Found a battle and mail the offer
///
/// All cards must be there: one for each side, and one for the umpire unless the mode is direct. Your own
/// lies in DIR; when it does not, it is made on the way from --key, --name and --address.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  tess new --battle bagradas --scenario spqr/bagradas-255bc --side rome \\
      --mode both --card carthage=bodo.json --card umpire=cleo.json")]
pub struct Args {
    /// Folder of your seat
    #[arg(long, value_name = "DIR", env = "TESS_BATTLE", hide_env_values = true)]
    battle: PathBuf,
    /// Scenario, see `tess scenarios`
    #[arg(long, value_name = "NAME")]
    scenario: String,
    /// Your role: a side, or umpire
    #[arg(long, value_name = "ROLE")]
    side: Role,
    /// Who opens the links from which dice are made
    #[arg(long, value_enum)]
    mode: Who,
    /// The card of a role
    #[arg(long = "card", value_name = "ROLE=FILE")]
    cards: Vec<String>,
    /// Hours for one decision; 0 for no deadline
    #[arg(long, value_name = "N", default_value_t = 72)]
    hours: u32,
    /// How often a side may be late without losing
    #[arg(long, value_name = "N", default_value_t = 0)]
    extensions: u32,
    /// What follows for a side that is late, after its extensions
    #[arg(long, value_enum, default_value_t = Late::Forfeit)]
    late: Late,
    /// Switch an optional rule on, or off with NAME=false, or set it with NAME=8; `tess scenarios NAME`
    /// lists those of a battle
    #[arg(long = "option", value_name = "NAME")]
    options: Vec<String>,
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
    /// Your name, for a card that is made on the way
    #[arg(long)]
    name: Option<String>,
    /// Your mail address, for a card that is made on the way
    #[arg(long)]
    address: Option<String>,
    #[command(flatten)]
    mailing: Mailing,
}

/// The modes (protocol section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Who {
    /// The umpire alone, whom both sides trust
    Umpire,
    /// The opponent; there is no umpire
    Direct,
    /// The opponent, then the umpire
    Both,
}

/// What follows for a side that is late.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Late {
    /// It has lost
    Forfeit,
    /// The umpire does for it what the rules have for one who says nothing; only with --mode umpire
    Default,
}

impl From<Who> for Mode {
    fn from(who: Who) -> Mode {
        match who {
            Who::Umpire => Mode::Umpire,
            Who::Direct => Mode::Direct,
            Who::Both => Mode::Both,
        }
    }
}

impl Args {
    pub fn run(&self) -> Done {
        if self.battle.join("archive.tess").exists() {
            return Err(Failure::new(
                format!("{} holds a battle already", self.battle.display()),
                "choose another folder, with a seat of its own from `tess card`",
            ));
        }
        let library_dir = self.library.as_deref().map(settings::absolute).transpose()?;
        let library = settings::library(library_dir.as_deref());
        let options = settings::options(&self.options)?;
        self.check_battle(&library, &options)?;
        let mut cards = self.read_cards()?;
        if !cards.contains_key(&self.side) {
            cards.insert(self.side.clone(), self.own_card()?);
        }
        let own = &cards[&self.side];
        let file = match &self.key {
            Some(name) => settings::known_key(name)?,
            None => settings::key_with(&own.key)?,
        };
        let key = settings::load_key(&file)?;
        self.check_roles(&cards)?;
        self.advise(&cards);
        let own = Settings {
            role: self.side.clone(),
            key: file.clone(),
            transport: habits::transport(self.transport.as_ref())?,
            library: library_dir,
            voice: Voice::default(),
            pictures: true,
            maps: true,
            telephone: Habits::read()?.telephone,
        };
        own.transport(&self.battle)?;
        let offer = Offer {
            mode: self.mode.into(),
            scenario: self.scenario.clone(),
            options,
            deadlines: self.deadlines()?,
            cards: cards.into_iter().collect(),
        };
        let signed = found(&self.battle, offer, &library, &key, &own, clock::now(), &mut Entropy::System)?;
        let passphrase = settings::passphrase(&file)?;
        let mut seat = Seat::open(&self.battle, &library, passphrase.as_deref(), Entropy::System)?;
        finish(&mut seat, &self.mailing, Some((0, signed.event().kind.name())))
    }

    /// Is there such a battle, with such sides and options? Said before anybody is asked for a card.
    fn check_battle(&self, library: &Library, options: &BTreeMap<String, Setting>) -> Result<(), Failure> {
        let game = tess_game::of_scenario(library, &self.scenario)?;
        game.opening(library, &self.scenario, options)?;
        let [first, second] = game.offered(library, &self.scenario)?.sides;
        let role = self.side.as_str();
        if role == first || role == second || self.side.is_umpire() && self.mode != Who::Direct {
            return Ok(());
        }
        Err(Failure::new(
            format!("{role} is no side of {}", self.scenario),
            format!("write --side {first} or --side {second}"),
        ))
    }

    /// The deadlines as genesis has them.
    fn deadlines(&self) -> Result<Deadlines, Failure> {
        let default = self.late == Late::Default;
        Deadlines::agreed(self.hours, self.extensions, default, self.mode.into())
            .map_err(|what| Failure::new(what, "or leave --late out"))
    }

    fn read_cards(&self) -> Result<BTreeMap<Role, Card>, Failure> {
        let mut cards = BTreeMap::new();
        for text in &self.cards {
            let help = "write --card ROLE=FILE, such as --card carthage=bodo.json";
            let Some((role, file)) = text.split_once('=') else {
                return Err(Failure::new(format!("`{text}` is no card of a role"), help));
            };
            let role: Role = role.parse().map_err(|e| Failure::new(format!("`{role}` is {e}"), help))?;
            cards.insert(role, card::read(file.as_ref())?);
        }
        Ok(cards)
    }

    fn own_card(&self) -> Result<Card, Failure> {
        let path = self.battle.join("card.json");
        if path.exists() {
            return card::read(&path);
        }
        let habits = Habits::read()?;
        let (name, address) = (self.name.clone().or(habits.name), self.address.clone().or(habits.address));
        let Some((name, address)) = name.zip(address) else {
            return Err(Failure::new(
                format!("there is no card of {}", self.side),
                "make it with `tess card`, add --name and --address, or say `tess setup` once",
            ));
        };
        let file = settings::known_key(self.key.as_deref().unwrap_or("default"))?;
        let key = settings::load_key(&file)?;
        Ok(make_card(&self.battle, &name, &address, &key, LINKS, &mut Entropy::System)?)
    }

    /// Whether the cards are those the mode needs.
    fn check_roles(&self, cards: &BTreeMap<Role, Card>) -> Result<(), Failure> {
        let umpire = cards.contains_key(&Role::umpire());
        if umpire == (self.mode == Who::Direct) {
            let (what, help) = if umpire {
                ("in mode direct there is no umpire", "leave his card out, or choose --mode both")
            } else {
                ("the umpire's card is missing", "add --card umpire=FILE, or choose --mode direct")
            };
            return Err(Failure::new(what, help));
        }
        let sides = cards.len() - usize::from(umpire);
        if sides != 2 {
            return Err(Failure::new(
                format!("there are cards for {sides} of the two sides"),
                "give a card for each side of the scenario; yours may lie in DIR",
            ));
        }
        Ok(())
    }

    /// Protocol section 4: whoever hosts the only opener can look ahead.
    fn advise(&self, cards: &BTreeMap<Role, Card>) {
        if self.mode == Who::Both {
            settings::remark(
                "note: standing orders given to the umpire (`tess standing FILE --give`) let him and the opponent \
                 together know the dice of those answers beforehand; whoever does not trust him keeps them at home",
            );
        }
        if self.mode != Who::Umpire {
            return;
        }
        let umpire = cards.get(&Role::umpire());
        let same = |a: &str, b: &str| a.trim().eq_ignore_ascii_case(b.trim());
        let host = cards.iter().find(|(role, card)| {
            !role.is_umpire()
                && umpire.is_some_and(|u| {
                    same(&u.address, &card.address) || same(&u.name, &card.name) || u.key == card.key
                })
        });
        settings::remark(&match host {
            Some((side, _)) => format!(
                "advice: the umpire seems to be hosted by {side}, who could then see rolls before choosing; \
                 found the battle with --mode both, where the opponent opens a link too"
            ),
            None => {
                "note: in mode umpire the umpire alone opens links: whoever runs his machine could see rolls \
                     beforehand. If that is one of the players, choose --mode both"
                    .to_owned()
            }
        });
    }
}
