//! `tess process`: one pass over the mail that has come.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::battle::open;
use super::habits::Habits;
use super::lobby::Desk;
use super::{Code, Done, Failure, clock, say, settings, terminal};
use tess_bot::Level;
use tess_game::AnyPosition;
use tess_ledger::{Id, Signed, short};
use tess_mail::imap::ImapUrl;
use tess_mail::{Envelope, RawMail, Source};
use tess_steward::{Agent, Entropy, Nobody, Seat, StewardError};

/// Take mail in, open the links that are due, answer by standing orders, mail what has to go out
///
/// For an umpire as for a player. Run it as often as you like: what is known is known. With a
/// folder that holds several seats, each mail goes to the battle it belongs to; mail that belongs to none is
/// left alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess process --maildir ~/Maildir
  tess process answer.eml --battle bagradas
  tess process saved-mails/ --battle bagradas         (a folder of .eml files)
  |tess process --battle /srv/battles --maildir -     (in .forward or .procmailrc)
  tess process --lobby /srv/tess --maildir ~/Maildir  (an umpire whom players sign up with by mail)")]
pub struct Args {
    /// Files with a mail each, folders of .eml files, or any other place that --maildir takes
    #[arg(value_name = "MAIL", conflicts_with = "maildir")]
    mails: Vec<String>,
    /// Folder of the seat, or one that holds several seats
    #[arg(long, value_name = "DIR", env = "TESS_BATTLE", hide_env_values = true)]
    battle: Option<PathBuf>,
    /// Where mail has come: a Maildir, an mbox, a file with one mail, or - for standard input
    #[arg(long, value_name = "FROM")]
    maildir: Option<String>,
    /// Keep a lobby, too: mail for no battle may sign up for one, see `tess lobby`; its battles are served
    #[arg(long, value_name = "DIR", conflicts_with_all = ["battle", "eml", "agent"])]
    lobby: Option<PathBuf>,
    /// Say `tess timeout` by itself when a deadline has passed by so many hours, as the umpire may, or in
    /// mode direct you
    #[arg(long, value_name = "HOURS")]
    claim: Option<u32>,
    /// Let somebody decide for you
    #[arg(long, value_enum)]
    agent: Option<Helper>,
    /// How well he decides: easy, normal or hard
    #[arg(long, value_name = "LEVEL", requires = "agent", default_value_t)]
    level: Level,
    /// Write the mails as .eml files into DIR, to send by hand, instead of sending them
    #[arg(long, value_name = "DIR")]
    eml: Option<PathBuf>,
}

/// Who decides in a player's place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Helper {
    /// The program's own commander
    Bot,
}

/// A seat's folder and its game.
struct Place {
    dir: PathBuf,
    game: Id,
    mails: Vec<RawMail>,
}

impl Args {
    pub fn run(&self) -> Done {
        let mut desk = self.lobby.as_deref().map(Desk::open).transpose()?;
        let mut places = self.places()?;
        let mut worst = Code::Fine;
        let source = Source::all(&self.names()?)?;
        if let Some(source) = &source {
            let strays = deal(source, &mut places, &mut worst)?;
            let one_mail = source.is_one_mail();
            if desk.is_none() && (one_mail || !self.mails.is_empty()) {
                tell_of(&strays);
            }
            let left = match &mut desk {
                Some(desk) => hear(desk, &strays, source, &mut worst)?,
                None => strays.len(),
            };
            if one_mail && left > 0 {
                worst = worst.max(Code::NoBattle);
            }
        }
        let several = places.len() > 1;
        for place in &places {
            match self.pass(place, source.as_ref(), several) {
                Ok(code) => worst = worst.max(code),
                Err(failure) => {
                    failure.print();
                    worst = worst.max(failure.code());
                }
            }
        }
        if let Some(desk) = &mut desk {
            worst = worst.max(desk.close()?);
        }
        Ok(worst)
    }

    /// Where mail is taken from: what is said, else the Maildir to which the player's mail always comes.
    fn names(&self) -> Result<Vec<String>, Failure> {
        let names: Vec<String> = self.mails.iter().chain(&self.maildir).cloned().collect();
        if !names.is_empty() || self.lobby.is_some() {
            return Ok(names);
        }
        let from = Habits::read()?.from;
        if from.as_deref().is_some_and(ImapUrl::is_one) {
            settings::remark("your mail comes to a server: `tess agent --once` takes it in");
            return Ok(Vec::new());
        }
        Ok(from.into_iter().collect())
    }

    fn pass(&self, place: &Place, source: Option<&Source>, several: bool) -> Done {
        let mut seat = open(&place.dir)?;
        if let Some(dir) = &self.eml {
            seat.mail_by_hand(&settings::absolute(dir)?);
        }
        let mut agent = self.agent(&seat);
        let mut done = |mail: &RawMail| -> Result<(), StewardError> {
            Ok(source.map_or(Ok(()), |s| s.acknowledge(mail))?)
        };
        let mut pass = seat.pass(&place.mails, agent.as_mut(), &mut clock::now, &mut done)?;
        if let Some(hours) = self.claim {
            seat.claim_after(&mut pass, hours, agent.as_mut(), &mut clock::now)?;
        }
        let head = if several { format!("{}\n", place.dir.display()) } else { String::new() };
        terminal::out(&(head + &say::pass(&pass, &say::role_of(&seat))))?;
        remind(&seat);
        Ok(if pass.sent.iter().any(|s| s.result.is_err()) { Code::Later } else { Code::Fine })
    }

    fn agent(&self, seat: &Seat) -> Box<dyn Agent<dyn AnyPosition>> {
        match self.agent {
            None => Box::new(Nobody),
            Some(Helper::Bot) => commander(seat, self.level),
        }
    }

    /// The seats: the folder itself, or those in it.
    fn places(&self) -> Result<Vec<Place>, Failure> {
        let lobby = self.lobby.as_deref().map(Desk::battles);
        let dir = lobby.or_else(|| self.battle.clone()).unwrap_or_else(|| PathBuf::from("."));
        let dirs = seats_in(&dir);
        if dirs.is_empty() && self.lobby.is_none() {
            return Err(no_seat(&dir));
        }
        dirs.into_iter().map(|dir| Ok(Place { game: game_of(&dir)?, dir, mails: Vec::new() })).collect()
    }
}

/// There is no battle there, and what would make one.
pub fn no_seat(dir: &Path) -> Failure {
    let shown = dir.display();
    if dir.join("card.json").exists() {
        return Failure::new(
            format!("{shown} holds a card, and you have not entered its battle yet"),
            format!(
                "save the mail whose subject says `battle offered` as offer.eml, and say `tess join {shown} offer.eml`"
            ),
        );
    }
    Failure::new(
        format!("{shown} is no seat and holds none"),
        "say --battle DIR with the folder of a battle, as `tess new` or `tess join` made it",
    )
}

/// The program's own commander in the place of a seat's player, with a seed that nobody knows.
pub fn commander(seat: &Seat, level: Level) -> Box<dyn Agent<dyn AnyPosition>> {
    let mut seed = [0; 8];
    Entropy::System.fill(&mut seed);
    let game = seat.table().position().game();
    level.hire(game.family(), u64::from_be_bytes(seed))
}

/// The folder itself when it is a seat, or else the seats in it.
pub fn seats_in(dir: &Path) -> Vec<PathBuf> {
    let is_seat = |dir: &Path| dir.join("seat.toml").exists();
    if is_seat(dir) {
        return vec![dir.to_owned()];
    }
    let entries = std::fs::read_dir(dir).into_iter().flatten();
    let mut dirs: Vec<PathBuf> =
        entries.filter_map(|e| e.ok().map(|e| e.path())).filter(|d| is_seat(d)).collect();
    dirs.sort_unstable();
    dirs
}

/// The game of a seat, by the first line of its archive.
pub fn game_of(dir: &Path) -> Result<Id, Failure> {
    let bytes = tess_steward::archive_bytes(dir)?;
    let first = bytes.split(|b| *b == b'\n').next().unwrap_or_default();
    Ok(Signed::parse(first)?.id())
}

/// Mail that belongs to no battle here; whether it holds events of one.
struct Stray {
    mail: RawMail,
    events: bool,
}

/// Whoever has named a mail by hand hears what became of it.
fn tell_of(strays: &[Stray]) {
    for stray in strays.iter().filter(|stray| !stray.events) {
        let subject: String =
            stray.mail.bare_subject().chars().filter(|c| !c.is_control()).take(60).collect();
        settings::remark(&format!(
            "mail {} (`{}`) belongs to no battle here: it holds no signed block, and its subject names none; it is left as it is",
            stray.mail.id.short(),
            tess_diagnostic::tame_line(&subject)
        ));
    }
}

/// Lets the lobby deal with strays; how many are none of its business.
fn hear(desk: &mut Desk, strays: &[Stray], source: &Source, worst: &mut Code) -> Result<usize, Failure> {
    for stray in strays.iter().filter(|stray| !stray.events) {
        match desk.hear(&stray.mail) {
            Ok(()) => source.acknowledge(&stray.mail)?,
            Err(failure) => {
                failure.print();
                *worst = (*worst).max(failure.code());
            }
        }
    }
    Ok(strays.iter().filter(|stray| stray.events).count())
}

/// Gives each mail to the battles it belongs to; those that belong to none.
fn deal(source: &Source, places: &mut [Place], worst: &mut Code) -> Result<Vec<Stray>, Failure> {
    let mut strays = Vec::new();
    let mut offers: BTreeMap<String, u32> = BTreeMap::new();
    for mail in source.mails()? {
        let mail = match mail {
            Ok(mail) => mail,
            Err(error) => {
                Failure::from(error).print();
                *worst = (*worst).max(Code::Later);
                continue;
            }
        };
        let (games, subject) = belongs(&mail);
        let mut taken = false;
        for place in places.iter_mut() {
            let tag = format!("[tess {}]", &short(&place.game)[..8]);
            if games.contains(&place.game) || (games.is_empty() && subject.contains(&tag)) {
                place.mails.push(mail.clone());
                taken = true;
            }
        }
        if !taken {
            strays.push(Stray { events: !games.is_empty(), mail });
            for game in games {
                *offers.entry(short(&game)).or_default() += 1;
            }
        }
    }
    for (game, mails) in offers {
        settings::remark(&format!(
            "{mails} mail(s) for game {game}, which is not here; enter a battle that is offered with \
             `tess join DIR MAIL`"
        ));
    }
    Ok(strays)
}

/// The games of a mail's events, and its subject.
pub fn belongs(mail: &RawMail) -> (Vec<Id>, String) {
    // one that is refused unread is told of in the battle that its subject names
    let Ok(envelope) = Envelope::open(mail) else { return (Vec::new(), mail.bare_subject()) };
    let mut games: Vec<Id> = envelope
        .lines
        .iter()
        .filter_map(|line| Signed::parse(line).ok())
        .map(|signed| signed.event().game.unwrap_or_else(|| signed.id()))
        .collect();
    games.sort_unstable();
    games.dedup();
    (games, envelope.subject)
}

/// What the player should know besides.
fn remind(seat: &Seat) {
    if let Some(proposed) = seat.proposed() {
        settings::remark(&proposed);
    }
    if let Some(due) = seat.due() {
        settings::remark(&format!("due at {due}"));
    }
}
