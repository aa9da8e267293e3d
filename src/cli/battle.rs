//! Which battle a command is about, and opening it.

use std::path::{Path, PathBuf};

use super::habits::Habits;
use super::say::{self, role_of};
use super::{Code, Done, Failure, clock, settings, terminal};
use tess_game::AnyGame;
use tess_ledger::Signed;
use tess_mail::Maildir;
use tess_scenario::Library;
use tess_steward::{Deed, Entropy, Look, Nobody, Seat, Settings, archive_bytes, game_of};

/// The folder of a battle.
#[derive(Debug, Clone, clap::Args)]
pub struct Battle {
    /// Folder of the seat; the current one when it holds a seat.toml
    #[arg(long, value_name = "DIR", env = "TESS_BATTLE", hide_env_values = true)]
    battle: Option<PathBuf>,
}

/// How mail leaves after a deed.
#[derive(Debug, Clone, clap::Args)]
pub struct Mailing {
    /// Write the mails as .eml files into DIR, to send by hand, instead of sending them
    #[arg(long, value_name = "DIR")]
    eml: Option<PathBuf>,
}

impl Battle {
    /// The folder as named.
    pub fn dir(&self) -> Result<PathBuf, Failure> {
        match &self.battle {
            Some(dir) => Ok(dir.clone()),
            None if Path::new("seat.toml").exists() => Ok(PathBuf::from(".")),
            None => Err(Failure::new(
                "no battle is named, and this folder holds no seat.toml",
                "say --battle DIR, or set TESS_BATTLE",
            )),
        }
    }

    /// The game that is played.
    pub fn game(&self) -> Result<&'static dyn AnyGame, Failure> {
        Ok(game_of(&archive_bytes(&self.dir()?)?)?)
    }

    /// Opens the seat to act.
    pub fn open(&self) -> Result<Seat, Failure> {
        open(&self.dir()?)
    }

    /// The settings of the seat and its battle, to be read only.
    pub fn look(&self) -> Result<(Settings, Look), Failure> {
        let dir = self.dir()?;
        let own = Settings::read(&dir)?;
        let look = Look::own(&dir, &own.role, &self.library(&own)?)?;
        Ok((own, look))
    }

    /// The scenarios that the seat's battle is played by.
    pub fn library(&self, own: &Settings) -> Result<Library, Failure> {
        let dir = self.dir()?;
        Ok(settings::library(own.library.as_deref().map(|l| dir.join(l)).as_deref()))
    }
}

/// What every command has that signs an event: which battle, and how mail leaves.
#[derive(Debug, Clone, clap::Args)]
pub struct Way {
    #[command(flatten)]
    pub battle: Battle,
    #[command(flatten)]
    pub mailing: Mailing,
}

impl Way {
    /// Signs a deed, then does what a pass does, and says so.
    pub fn act(&self, deed: Deed) -> Done {
        self.sign(|seat| Ok(seat.act(deed, clock::now())?))
    }

    /// Signs an event in a way of its own, then does what a pass does, and says so.
    pub fn sign<S: Into<Option<Signed>>>(&self, sign: impl FnOnce(&mut Seat) -> Result<S, Failure>) -> Done {
        let mut seat = self.battle.open()?;
        signs_nowhere_else(&seat)?;
        let signed = sign(&mut seat)?.into();
        finish(&mut seat, &self.mailing, signed.as_ref().map(place))
    }
}

/// Mails of the Maildir that are looked through before something is signed.
const LOOKED_THROUGH: usize = 100;

/// Does the log here lack what the latest mail shows? In a copy of a folder that can be what this side has
/// signed in the other one.
pub fn signs_nowhere_else(seat: &Seat) -> Result<(), Failure> {
    let Some(from) = Habits::read()?.from else { return Ok(()) };
    let Ok(maildir) = Maildir::open(Path::new(&from)) else { return Ok(()) };
    let all = maildir.list(true)?;
    let latest = all.iter().rev().take(LOOKED_THROUGH).filter_map(|path| maildir.read(path).ok());
    let Some((seq, elsewhere)) = seat.lacks(&latest.collect::<Vec<_>>()) else { return Ok(()) };
    let copy = if elsewhere { "; it may be an old copy, and your side have signed elsewhere" } else { "" };
    Err(Failure::new(
        format!(
            "nothing is signed: by your mail the battle is at event {seq} already, which this folder lacks{copy}"
        ),
        "take the mail in with `tess process` first; if you play from another copy of this folder, go on there",
    ))
}

/// The place of an event that was signed, and what it is.
pub fn place(signed: &Signed) -> (u64, &'static str) {
    (signed.event().seq, signed.event().kind.name())
}

/// Opens a seat to act.
pub fn open(dir: &Path) -> Result<Seat, Failure> {
    let own = Settings::read(dir)?;
    let passphrase = settings::passphrase(&dir.join(&own.key))?;
    let library = settings::library(own.library.as_deref().map(|l| dir.join(l)).as_deref());
    let seat = Seat::open(dir, &library, passphrase.as_deref(), Entropy::System)?;
    if let Some(repair) = &seat.repair {
        settings::remark(&format!("note: {repair}"));
    }
    Ok(seat)
}

/// Duties and mail after a deed; what happened is printed.
pub fn finish(seat: &mut Seat, mailing: &Mailing, signed: Option<(u64, &'static str)>) -> Done {
    if let Some(dir) = &mailing.eml {
        seat.mail_by_hand(&settings::absolute(dir)?);
    }
    let mut pass = seat.pass(&[], &mut Nobody, &mut clock::now, &mut |_| Ok(()))?;
    pass.signed.splice(0..0, signed);
    terminal::out(&say::pass(&pass, &role_of(seat)))?;
    let failed = pass.sent.iter().any(|s| s.result.is_err());
    Ok(if failed { Code::Later } else { Code::Fine })
}
