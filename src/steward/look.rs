//! A battle to be read only: nothing is locked, no key is needed, nothing can be signed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::besides::besides;
use super::folder::salts_in;
use super::genesis::{check_genesis, replay};
use super::papers::Pages;
use super::vault::Vault;
use super::{StewardError, Tally};
use tess_effects::Seal;
use tess_game::{AnyGame, AnyPosition, AnySheet, AnyTable, Confided, Layout, Notation, Style, Telling};
use tess_ledger::{At, Checks, Digest, Entry, Kind, Ledger, Proposal, Role, Signed, Void, Word, read_lines};
use tess_scenario::Library;
use tess_table::{TableError, Wait};

/// A log with the battle it leads to.
pub struct Look {
    ledger: Ledger,
    table: Box<dyn AnyTable>,
    style: Style,
    /// Whose seat it is, and the folder of his secrets.
    own: Option<(Role, PathBuf)>,
}

impl Look {
    /// Reads the archive of a seat.
    ///
    /// # Errors
    /// When it is missing or cut, does not hold, or this program cannot play it.
    pub fn at(dir: &Path, library: &Library) -> Result<Look, StewardError> {
        Look::of(&archive_bytes(&dir.join("archive.tess"))?, library, Checks::Batch, None)
    }

    /// Reads the archive for the player whose seat it is, who sees what he has sealed.
    ///
    /// # Errors
    /// As [`Look::at`].
    pub fn own(dir: &Path, role: &Role, library: &Library) -> Result<Look, StewardError> {
        let look = Look::at(dir, library)?;
        Ok(Look { own: Some((role.clone(), dir.to_owned())), ..look })
    }

    /// The position that the log has settled, as he sees it.
    #[must_use]
    pub fn position(&self) -> Box<dyn AnyPosition> {
        let mut position = self.table.position().copied();
        if let Some((role, _)) = &self.own {
            let vault = self.vault();
            position.confide(role.as_str(), &|seal| vault.as_ref()?.value(seal));
        }
        position
    }

    /// What the player has sealed whose seat it is, as far as his files tell.
    fn vault(&self) -> Option<Vault<'_>> {
        let (role, dir) = self.own.as_ref()?;
        let game = self.table.position().game();
        Some(Vault::new(game, &self.ledger, role, salts_in(dir).unwrap_or_default()))
    }

    /// Every hidden choice that this player knows: his own, and those that have been shown.
    #[must_use]
    pub fn known_seals(&self) -> BTreeMap<Seal, String> {
        let vault = self.vault();
        let known = |seal: &Digest, opened: Option<&String>| {
            let seal = Seal(seal.0);
            let value = opened.cloned().or_else(|| vault.as_ref()?.value(seal))?;
            Some((seal, value))
        };
        let seals = self.ledger.seals().iter();
        seals.filter_map(|(seal, record)| known(seal, record.opened.as_ref().map(|(_, v)| v))).collect()
    }

    /// What a sheet of this player would open: the seals that its orders have to show, with what they hide.
    ///
    /// # Errors
    /// When he would have to show what he has not got; the text says what he has.
    pub fn opens(&self, sheet: &dyn AnySheet) -> Result<Vec<(Seal, String)>, String> {
        let Some(vault) = self.vault() else { return Ok(Vec::new()) };
        let shown = sheet.to_show(&|seal| vault.value(seal))?;
        Ok(shown.into_iter().filter_map(|seal| Some((seal, vault.value(seal)?))).collect())
    }

    /// The battle of an archive's bytes, up to and with the event `to`.
    ///
    /// # Errors
    /// As [`Look::at`].
    pub fn of(
        bytes: &[u8],
        library: &Library,
        checks: Checks,
        to: Option<u64>,
    ) -> Result<Look, StewardError> {
        let most = to.and_then(|n| usize::try_from(n).ok()?.checked_add(1)).unwrap_or(usize::MAX);
        let lines = read_lines(bytes)?.take(most);
        let (ledger, table) = Ledger::verify_beside(lines, checks, |ledger| {
            let mut table = replay(ledger, &*check_genesis(ledger.genesis(), library)?)?;
            // Whoever looks wants the last finished action in the position, too.
            table.state(ledger)?;
            Ok::<_, StewardError>(table)
        })?;
        let table = table?;
        Ok(Look { ledger, table, style: Style::default(), own: None })
    }

    /// What has been said beside the log and this player may read; to him whose seat it is not, nothing.
    ///
    /// # Errors
    /// When his papers cannot be read.
    pub fn words(&self) -> Result<Vec<Word>, StewardError> {
        match &self.own {
            Some((role, dir)) => super::press::readable(&Pages(dir), role),
            None => Ok(Vec::new()),
        }
    }

    /// The log.
    #[must_use]
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The battle.
    #[must_use]
    pub fn table(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// The position in its notation.
    ///
    /// # Errors
    /// When the battle's files are not there, or not those of the battle.
    pub fn notation(&self, library: &Library) -> Result<Notation, StewardError> {
        let genesis = self.ledger.genesis();
        let opening = check_genesis(genesis, library)?;
        Ok(Notation {
            scenario: genesis.scenario.name.clone(),
            options: genesis.options.clone(),
            said: self.position().said(&*opening),
        })
    }

    /// What the battle waits for.
    ///
    /// # Errors
    /// When the rules do not bear out the log.
    pub fn wait(&mut self) -> Result<Wait, TableError> {
        self.table.wait(&self.ledger)
    }

    /// When the decision in hand is due; nothing without deadlines.
    #[must_use]
    pub fn due(&self) -> Option<At> {
        super::deadline::due(&self.ledger)
    }

    /// The proposal that waits for somebody's word, told to a reader.
    #[must_use]
    pub fn proposed(&self, reader: &Role) -> Option<String> {
        proposed(&self.ledger, reader)
    }

    /// Reports from here on speak so.
    pub fn in_style(&mut self, style: Style) {
        self.style = style;
    }

    /// The report of everything from an event on; without one, since the reader's own last event. Whose seat
    /// it is reads what his papers say besides.
    ///
    /// # Errors
    /// When the rules do not bear out the log, or his papers cannot be read.
    pub fn report(&mut self, reader: &Role, since: Option<u64>) -> Result<String, StewardError> {
        Ok(self.page(reader, since)?.text())
    }

    /// The same in its parts.
    ///
    /// # Errors
    /// As [`Look::report`].
    pub fn page(&mut self, reader: &Role, since: Option<u64>) -> Result<Layout, StewardError> {
        let own = || self.ledger.entries().iter().rev().find(|e| e.event().by == *reader);
        let since = since.unwrap_or_else(|| own().map_or(0, tess_ledger::Entry::seq));
        let (ledger, own) = (&self.ledger, self.own.as_ref().filter(|(role, _)| role == reader));
        let notices = match own {
            Some((_, dir)) => {
                let mut notices = besides(&Pages(dir), ledger, reader)?;
                notices.extend(super::press::told_since(&Pages(dir), reader, since)?);
                notices
            }
            None => Vec::new(),
        };
        let game = self.table.position().game();
        let vault = own.map(|(role, dir)| Vault::new(game, ledger, role, salts_in(dir).unwrap_or_default()));
        let known = |seal| vault.as_ref()?.value(seal);
        let confided = own.map(|(role, _)| (role.as_str(), &known as &dyn Fn(Seal) -> Option<String>));
        let request = Request { reader, since, notices: &notices, style: self.style, confided };
        Ok(tell(ledger, &mut *self.table, request)?)
    }
}

/// The bytes of an archive file.
///
/// # Errors
/// When it cannot be read.
pub fn archive_bytes(path: &Path) -> Result<Vec<u8>, StewardError> {
    let path: PathBuf = if path.is_dir() { path.join("archive.tess") } else { path.to_owned() };
    std::fs::read(&path).map_err(|e| {
        StewardError::file(&path, e, "name an archive, or the folder of a battle, as `tess join` made it")
    })
}

/// The game that an archive is of, by its first event.
///
/// # Errors
/// When that cannot be read, is no genesis, or names a book that no game here is played by.
pub fn game_of(archive: &[u8]) -> Result<&'static dyn AnyGame, StewardError> {
    let first = archive.split(|b| *b == b'\n').next().unwrap_or_default();
    match &Signed::parse(first)?.event().kind {
        Kind::Genesis(genesis) => Ok(tess_game::of_book(&genesis.rules.id)?),
        _ => Err(StewardError::refused(
            "the log does not begin with the offer of a battle",
            "take the whole archive, from its first line on",
        )),
    }
}

/// The proposal that waits for an answer.
pub(super) fn proposed(ledger: &Ledger, reader: &Role) -> Option<String> {
    let entry = ledger.proposal()?;
    let event = entry.event();
    let propose = match &event.kind {
        Kind::Propose(propose) => propose,
        Kind::Void(void) => return Some(lost(ledger, entry, void, reader)),
        _ => return None,
    };
    let what = match (propose.what, propose.to, propose.until) {
        (Proposal::TakeBack, Some(to), _) => format!("to go back to event {to}"),
        (Proposal::Heal, Some(to), _) => format!("to heal the fork, and go on after event {to}"),
        (Proposal::Adjourn, _, Some(until)) => format!("that no deadline falls before {until}"),
        (Proposal::Adjourn, ..) => "that the clocks stand until the next orders".to_owned(),
        _ => "a draw".to_owned(),
    };
    let note = propose.note.as_ref().map_or_else(String::new, |note| format!(" ({})", quoted(note)));
    let next = match reader {
        reader if *reader == event.by => "your opponent has not answered yet",
        reader if reader.is_umpire() => "the other side has not answered yet",
        _ => "say `tess agree` or `tess decline`",
    };
    Some(format!("{} proposes in event {} {what}{note}; {next}", event.by, event.seq))
}

/// Letters of a player's own words that are shown.
const MOST_WORDS: usize = 1_000;

/// A player's own words, between quotation marks, in which nothing can do more than stand there.
fn quoted(words: &str) -> String {
    let words: String = words.chars().take(MOST_WORDS).collect();
    format!("\"{}\"", tess_diagnostic::plain_ascii(&tess_diagnostic::tame_line(&words)).replace('"', "'"))
}

/// What players have written to each other with their orders since an event.
fn written(ledger: &Ledger, since: u64) -> impl Iterator<Item = String> + '_ {
    let new = ledger.entries().iter().filter(move |entry| entry.seq() >= since);
    new.filter_map(|entry| match &entry.event().kind {
        Kind::Orders(orders) => {
            let words = orders.note.as_ref()?;
            Some(format!("{} writes with event {}: {}", entry.event().by, entry.seq(), quoted(words)))
        }
        _ => None,
    })
}

/// That somebody has lost his chain, with what those may do who are the worse for it.
fn lost(ledger: &Ledger, entry: &Entry, void: &Void, reader: &Role) -> String {
    let (by, seq) = (&entry.event().by, entry.seq());
    let bound = ledger.action(&void.action).map_or(seq, |action| action.seq);
    let next = match reader {
        reader if reader == by => "it stays bound until the other side agrees that it is void".to_owned(),
        reader if reader.is_umpire() || ledger.has_consented(entry, reader) => {
            "it stays bound until both have agreed that it is void".to_owned()
        }
        _ => format!(
            "`tess agree` makes it void, so that it is decided anew with other dice; after `tess decline` it stays \
             bound, and {by} has to find the chain. Agree only if you believe it: {by} could know the dice"
        ),
    };
    format!("{by} says in event {seq} that the chain is lost which has the link for event {bound}; {next}")
}

/// What a side does that has been offered a battle.
fn how_to_enter(ledger: &Ledger) -> String {
    format!(
        "when you have entered compare the game word with your opponent, best by telephone: {}",
        tess_ledger::game_word(&ledger.game())
    )
}

/// A report that is asked for.
pub(super) struct Request<'a> {
    /// For whom.
    pub(super) reader: &'a Role,
    /// The first event that is told of.
    pub(super) since: u64,
    /// Things that the reader should know about mail and log, a line each.
    pub(super) notices: &'a [String],
    /// How it speaks, and how much it says again of what its reader has had before.
    pub(super) style: Style,
    /// Whose sealed choices the reader may see, and what they are.
    pub(super) confided: Option<Confided<'a>>,
}

/// What stands above everything else: what nobody may overlook.
fn first_of_all(ledger: &Ledger, since: u64, reader: &Role) -> Vec<String> {
    let mut tidings = super::tidings::since(ledger, since, reader);
    let latest = tidings.split_off(tidings.len().saturating_sub(MOST_TIDINGS));
    latest.into_iter().map(|tiding| tiding.line).collect()
}

/// Tidings at the top of a report, the latest.
const MOST_TIDINGS: usize = 5;

/// The report of a battle from an event on, with the position as its reader may see it.
pub(super) fn tell(
    ledger: &Ledger,
    table: &mut dyn AnyTable,
    request: Request<'_>,
) -> Result<Layout, TableError> {
    let Request { reader, since, notices, style, confided } = request;
    let wait = table.wait(ledger)?;
    let mut notices = notices.to_vec();
    if matches!(wait, Wait::Over(_)) {
        let tally = Tally::of_battle(ledger, table);
        notices.push(format!("mails of this battle: {}", tally.text()));
    }
    if matches!(&wait, Wait::Accept(sides) if sides.contains(reader)) {
        notices.push(how_to_enter(ledger));
    }
    notices.extend(written(ledger, since));
    notices.extend(super::press::said(ledger, since));
    notices.extend(super::late::told(ledger, since));
    notices.extend(proposed(ledger, reader));
    if let Some(waited) = super::Clock::of(ledger).text() {
        notices.push(format!("waited for so far: {waited}"));
    }
    let due = super::deadline::due(ledger).map(|at| at.to_string());
    let notices = &notices;
    let mut page = table.page(&Telling { ledger, wait: &wait, reader, since, due, notices, style, confided });
    page.begin_with(first_of_all(ledger, since, reader));
    Ok(page)
}
