//! `tess store`: what is in an umpire's store.

use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::{Code, Done, Failure, settings, terminal};
use tess_disk::durable;
use tess_server::{Battle, Lock, Progress, State, Store};

/// Where a store is.
#[derive(Debug, Clone, clap::Args)]
pub struct Place {
    /// Folder of the store, made when it is missing; or a PostgreSQL server, postgres://USER@HOST/NAME
    #[arg(long, value_name = "STORE", env = "TESS_STORE", hide_env_values = true)]
    store: PathBuf,
}

impl Place {
    /// Opens the store.
    pub fn open(&self) -> Result<Store, Failure> {
        Ok(Store::open(&self.store)?)
    }
}

/// Look into an umpire's store, take battles in, set mail that was set aside going again
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  tess store --store /var/lib/tess add ~/battles/bagradas
  tess store --store /var/lib/tess list")]
pub struct Args {
    #[command(flatten)]
    place: Place,
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Take the folder of a seat into the store; nobody signs in the folder after that
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess add ~/battles/bagradas")]
    Add {
        /// The folder, as `tess join` made it
        #[arg(value_name = "DIR")]
        seat: PathBuf,
    },
    /// Give a battle back into a folder, where all other commands work on it
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess release 5fa2c0ff bagradas")]
    Release {
        /// First eight digits of the game
        #[arg(value_name = "GAME")]
        game: String,
        /// A new folder
        #[arg(value_name = "DIR")]
        seat: PathBuf,
    },
    /// Make the file as small as it can be; the service must be stopped for that
    ///
    /// Of a battle that is over its archive is enough; of others letters that were sent go but for the last
    /// few, which can all be made again, and mails that were dealt with are packed. The disk needs room for
    /// a copy.
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess compact")]
    Compact,
    /// Copy everything into another store, which holds nothing yet: from a file to a server, or back
    ///
    /// Neither may be served meanwhile; from then on serve one of the two only. Cut off, nothing is copied.
    #[command(after_help = "\
Examples:
  tess store --store /var/lib/tess copy postgres://tess@db.example.org/tess
  tess store --store postgres://tess@db.example.org/tess copy /var/lib/tess")]
    Copy {
        /// The other store
        #[arg(value_name = "STORE")]
        to: PathBuf,
    },
    /// The battles: game, role, events, what is waited for
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess list")]
    List,
    /// Write the archive of a battle into a file, or - for standard output
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess archive 5fa2c0ff bagradas.tess")]
    Archive {
        /// First eight digits of the game
        #[arg(value_name = "GAME")]
        game: String,
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Mail that was set aside: number, hash, why
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess aside")]
    Aside,
    /// Mail for no battle here: number, hash, subject; an offer that waits to be joined is among them
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess strays")]
    Strays,
    /// Write a mail of the journal into a file, or - for standard output
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess mail 17 odd.eml")]
    Mail {
        /// Its number
        #[arg(value_name = "N")]
        number: i64,
        /// The file
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Deal with a mail once more that was set aside
    #[command(after_help = "Example:\n  tess store --store /var/lib/tess retry 17")]
    Retry {
        /// Its number
        #[arg(value_name = "N")]
        number: i64,
    },
}

impl Args {
    pub fn run(&self) -> Done {
        let store = self.place.open()?;
        match &self.what {
            What::Add { seat } => {
                let battle = store.adopt(seat)?;
                terminal::out(&format!("{}\n", line(&battle)))?;
            }
            What::Release { game, seat } => {
                let _lock = alone(&store, "stop it, release the battle, start it again")?;
                store.release(game, &settings::absolute(seat)?)?;
            }
            What::Compact => compact(&store)?,
            What::Copy { to } => copy(&store, to)?,
            What::List => terminal::out(&list(&store)?)?,
            What::Archive { game, file } => write(file, &store.archive(&battle(&store, game)?)?)?,
            What::Aside => terminal::out(&rows(&store.aside()?))?,
            What::Strays => terminal::out(&rows(&store.strays()?))?,
            What::Mail { number, file } => write(file, &store.mail(*number)?.bytes)?,
            What::Retry { number } => {
                if !store.retry(*number)? {
                    return Err(Failure::new(
                        format!("no mail of number {number} is set aside"),
                        "see `tess store aside`",
                    ));
                }
            }
        }
        Ok(Code::Fine)
    }
}

fn compact(store: &Store) -> Result<(), Failure> {
    let _lock = alone(store, "stop it, compact the store, start it again")?;
    let compacted = shown(|progress| store.compact(progress))?;
    let mib = |bytes: u64| format!("{}.{} MiB", bytes >> 20, ((bytes % (1 << 20)) * 10) >> 20);
    terminal::out(&format!(
        "{} before, {} now; {} battles are kept as their archives\n",
        mib(compacted.before),
        mib(compacted.after),
        compacted.finished
    ))
}

/// A store that nobody serves meanwhile.
fn alone(store: &Store, help: &str) -> Result<Lock, Failure> {
    let lock = store.lock()?;
    lock.ok_or_else(|| Failure::new(format!("a process serves {} now", store.path().display()), help))
}

/// Long work with its progress: in one line of a terminal, or a line for each tenth.
fn shown<T, E>(work: impl FnOnce(Progress<'_>) -> Result<T, E>) -> Result<T, Failure>
where
    Failure: From<E>,
{
    let mut tenth = 0;
    let done = work(&mut |done, all, what| {
        let line = format!("{done} of {all}: {what}");
        if terminal::can_rewrite() {
            terminal::over(&line);
        } else if all > 0 && done * 10 / all != tenth {
            tenth = done * 10 / all;
            terminal::err(&format!("{line}\n"));
        }
    });
    if terminal::can_rewrite() {
        terminal::over("");
        terminal::drawn("\r");
    }
    Ok(done?)
}

fn copy(store: &Store, to: &Path) -> Result<(), Failure> {
    let help = "stop it, copy the store, and serve one of the two only";
    let _lock = alone(store, help)?;
    let other = Store::open(to)?;
    let _other = alone(&other, help)?;
    let rows = shown(|progress| store.copy_to(&other, progress))?;
    let battles = other.count_battles()?;
    terminal::out(&format!(
        "{battles} battles in {rows} rows are in {} now; serve one of the two only\n",
        other.path().display()
    ))
}

fn rows(mails: &[(i64, String, String)]) -> String {
    mails.iter().map(|(number, name, what)| format!("{number}  {name}  {what}\n")).collect()
}

fn list(store: &Store) -> Result<String, Failure> {
    let mut out: String = store.battles()?.iter().map(|battle| line(battle) + "\n").collect();
    let mails: Vec<String> = State::ALL
        .iter()
        .map(|state| Ok(format!("{} {}", store.mails(*state)?, state.word())))
        .collect::<Result<_, Failure>>()?;
    let (waiting, refused) = store.letters()?;
    out.push_str(&format!(
        "mails in: {}\nmails out: {waiting} waiting, {refused} given up\n",
        mails.join(", ")
    ));
    Ok(out)
}

fn line(battle: &Battle) -> String {
    let waits = if battle.waits.is_empty() { "not looked at yet" } else { &battle.waits };
    let events = battle.events;
    format!("{}  {}  {}  {events} events  {waits}", battle.tag(), battle.role, battle.scenario)
}

/// The battle of a game.
pub fn battle(store: &Store, game: &str) -> Result<Battle, Failure> {
    store.battles_tagged(game)?.into_iter().next().ok_or_else(|| {
        Failure::new(format!("no game {game} in this store"), "write the eight digits of `tess store list`")
    })
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if file == Path::new("-") {
        return terminal::exact(bytes);
    }
    let file = settings::absolute(file)?;
    let (dir, name) = (file.parent().unwrap_or(Path::new("/")), file.file_name().unwrap_or_default());
    Ok(durable::publish(dir, &name.to_string_lossy(), bytes)?)
}
