//! `tess lobby`: a place where battles begin by mail, and what `tess process --lobby` does with it.

use std::path::{Path, PathBuf};

use super::{Code, Done, Failure, clock, settings, terminal};
use tess_game::Voice;
use tess_ledger::SigningKey;
use tess_mail::{RawMail, parse_address};
use tess_scenario::Library;
use tess_steward::lobby::{FolderKeeper, Heard, Host, Lobby, Quotas};
use tess_steward::{Entropy, Settings, StewardError};

/// Make a lobby, where players sign up for battles by mail and nobody has to do anything for them
///
/// It answers `help`, `scenarios`, `status` and `challenge NAME@HOST`, collects both cards, founds the
/// battle with you as its umpire, and mails the offer. Run it with `tess process --lobby DIR`, which serves
/// the battles in it, too.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  tess lobby /srv/tess --name Umpire --address game@example.org --transport smtp://localhost
  tess process --lobby /srv/tess --maildir ~/Maildir")]
pub struct Args {
    /// Folder to make
    #[arg(value_name = "DIR")]
    dir: PathBuf,
    /// The umpire's name, as reports show it
    #[arg(long)]
    name: String,
    /// The address that players write to
    #[arg(long)]
    address: String,
    /// Key to sign with
    #[arg(long, value_name = "KEY", default_value = "default")]
    key: String,
    /// How mail goes out: smtp://host:port, maildir:DIR, file:DIR, or file: for to-send/ in the folder
    #[arg(long, value_name = "HOW", env = "TESS_TRANSPORT", hide_env_values = true, default_value = "file:")]
    transport: String,
    /// Folder like scenarios/ whose files stand before those in the program
    #[arg(long, value_name = "DIR")]
    library: Option<PathBuf>,
    /// Leave the pictures of the field out of the mails of its battles, as each costs a moment to draw
    #[arg(long)]
    no_maps: bool,
    /// Challenges of one address, or to it, that may wait at a time
    #[arg(long, value_name = "N", default_value_t = Quotas::default().challenges)]
    most_challenges: usize,
    /// Battles that one address may play at a time
    #[arg(long, value_name = "N", default_value_t = Quotas::default().battles)]
    most_battles: usize,
}

impl Args {
    pub fn run(&self) -> Done {
        if self.dir.join("lobby.toml").exists() {
            return Err(Failure::new(
                format!("{} is a lobby already", self.dir.display()),
                "name another folder, or change its lobby.toml",
            ));
        }
        parse_address(&self.address).map_err(StewardError::from)?;
        let key = settings::known_key(&self.key)?;
        settings::load_key(&key)?;
        let to_send = format!("file:{}", settings::absolute(&self.dir)?.join("to-send").display());
        let transport =
            if self.transport == "file:" { to_send } else { settings::kept_transport(&self.transport)? };
        let host = Host {
            name: self.name.clone(),
            address: self.address.clone(),
            key,
            transport,
            library: self.library.as_deref().map(settings::absolute).transpose()?,
            maps: !self.no_maps,
            quotas: Quotas {
                challenges: self.most_challenges,
                battles: self.most_battles,
                ..Quotas::default()
            },
        };
        way_out(&host).transport(&self.dir)?;
        host.write(&self.dir)?;
        FolderKeeper::open(&self.dir)?;
        terminal::out(&format!(
            "lobby of {} in {dir}\nrun it with\n  tess process --lobby {dir} --maildir MAILDIR\n\
             or, with the battles in a store, with\n  tess serve --lobby {dir} --store STORE --from MAILDIR --to HOW\n",
            host.address,
            dir = self.dir.display()
        ))?;
        Ok(Code::Fine)
    }
}

/// How mail leaves a lobby, as a seat's settings have it.
fn way_out(host: &Host) -> Settings {
    Settings {
        role: tess_ledger::Role::umpire(),
        key: host.key.clone(),
        transport: host.transport.clone(),
        library: host.library.clone(),
        voice: Voice::default(),
        pictures: true,
        maps: host.maps,
        telephone: false,
    }
}

/// A lobby that `tess process` serves.
pub struct Desk {
    dir: PathBuf,
    host: Host,
    key: SigningKey,
    passphrase: Option<String>,
    keeper: FolderKeeper,
}

impl Desk {
    pub fn open(dir: &Path) -> Result<Desk, Failure> {
        let host = Host::read(dir)?;
        let passphrase = settings::passphrase(&host.key)?;
        let key = SigningKey::load(&host.key, passphrase.as_deref())?;
        Ok(Desk { dir: dir.to_owned(), host, key, passphrase, keeper: FolderKeeper::open(dir)? })
    }

    /// The folder of its battles.
    pub fn battles(dir: &Path) -> PathBuf {
        dir.join("battles")
    }

    fn lobby(&mut self) -> Lobby<'_> {
        let library = self.host.library.as_deref().map_or_else(Library::embedded, Library::with_dir);
        Lobby {
            host: self.host.clone(),
            key: self.key.clone(),
            passphrase: self.passphrase.clone(),
            library,
            keeper: &mut self.keeper,
            entropy: || Entropy::System,
        }
    }

    /// Deals with a mail that is for no battle here.
    pub fn hear(&mut self, mail: &RawMail) -> Result<(), Failure> {
        let heard = self.lobby().hear(mail, clock::now())?;
        say(&[heard])
    }

    /// What is due without a mail; then mails go out.
    pub fn close(&mut self) -> Done {
        let lapsed = self.lobby().tick(clock::now())?;
        say(&lapsed)?;
        let sent = self.keeper.send(&way_out(&self.host).transport(&self.dir)?)?;
        let mut code = Code::Fine;
        for sent in sent {
            terminal::out(&format!("{}\n", super::say::left(&sent)))?;
            if sent.result.is_err() {
                code = Code::Later;
            }
        }
        Ok(code)
    }
}

fn say(heard: &[Heard]) -> Result<(), Failure> {
    for Heard { mail, done, .. } in heard {
        terminal::out(&format!("lobby: {mail}: {done}\n"))?;
    }
    Ok(())
}
