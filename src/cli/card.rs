//! `tess card`: what a player shows of himself before a battle.

use std::path::{Path, PathBuf};

use super::habits::Habits;
use super::{Code, Done, Failure, settings, terminal};
use tess_diagnostic::straightened;
use tess_steward::{Card, Entropy, LINKS, make_card};

/// Make the folder of a seat with its chain, and the card to send to the founder
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  tess card --battle bagradas --name Anna --address anna@example.org > anna.json"
)]
pub struct Args {
    /// Folder to make for the seat
    #[arg(long, value_name = "DIR", env = "TESS_BATTLE", hide_env_values = true)]
    battle: PathBuf,
    /// Key to play with
    #[arg(long, value_name = "KEY", default_value = "default")]
    key: String,
    #[command(flatten)]
    person: Person,
}

/// Who plays.
#[derive(Debug, Clone, clap::Args)]
pub struct Person {
    /// Your name, as reports show it; as `tess setup` has it when left out
    #[arg(long)]
    name: Option<String>,
    /// Your mail address; as `tess setup` has it when left out
    #[arg(long)]
    address: Option<String>,
    /// Links of the chain: one for each of your opponent's actions that need dice
    #[arg(long, value_name = "N", default_value_t = LINKS)]
    pub links: u32,
}

impl Person {
    /// Name and address: as said, else as always.
    pub fn known(&self) -> Result<(String, String), Failure> {
        let habits = Habits::read()?;
        let name = self.name.clone().or(habits.name);
        let address = self.address.clone().or(habits.address);
        name.zip(address).ok_or_else(|| {
            Failure::new(
                "your name or address is not known",
                "add --name and --address, or say `tess setup` once",
            )
        })
    }
}

impl Args {
    pub fn run(&self) -> Done {
        let file = settings::known_key(&self.key)?;
        let key = settings::load_key(&file)?;
        let ((name, address), links) = (self.person.known()?, self.person.links);
        if self.battle.join("chain.seed").exists() {
            return Err(Failure::new(
                format!("{} holds a seat already", self.battle.display()),
                "choose another folder: each seat has its own chain",
            ));
        }
        let card = make_card(&self.battle, &name, &address, &key, links, &mut Entropy::System)?;
        terminal::json(&text(&card))?;
        settings::remark(&format!(
            "made {}; send the card to whoever founds the battle, there is no secret in it",
            self.battle.join("card.json").display()
        ));
        Ok(Code::Fine)
    }
}

fn text(card: &Card) -> String {
    serde_json::to_string_pretty(card).unwrap_or_default() + "\n"
}

/// Reads a card: the file, or a mail or note with the card in it.
pub fn read(path: &Path) -> Result<Card, Failure> {
    let help = "name the card that the other side made with `tess card`";
    let text = settings::read_text(path, help)?;
    let (from, to) = (text.find('{'), text.rfind('}'));
    let inner = match (from, to) {
        (Some(from), Some(to)) if from < to => &text[from..=to],
        _ => return Err(Failure::new(format!("{}: no card in it", path.display()), help)),
    };
    // a telephone curls the quotes of what is typed into a mail
    serde_json::from_str(inner)
        .or_else(|e| serde_json::from_str(&straightened(inner).text).map_err(|_| e))
        .map_err(|e| Failure::new(format!("{}: {e}", path.display()), help))
}
