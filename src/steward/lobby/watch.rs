//! Spectators: an address signed on to a battle gets a report at the end of each turn, after the delay that
//! its founders have agreed on (`watch` in genesis).
//!
//! What a spectator is told is made from the log alone, up to the event that ended the turn, and from the
//! words said to all: nothing that is sealed, private or later can be in it. The delay is counted from the
//! time of that event, for all spectators alike.

use serde::{Deserialize, Serialize};

use super::super::press::{self, words_beside};
use super::super::{Look, StewardError, check_genesis, deadline};
use super::address::words_of;
use super::{Heard, Lobby, Words, counted, receiver, texts};
use tess_book::Extras;
use tess_ledger::{At, Checks, Id, Kind, Ledger, Role, Watching, Word, short};
use tess_mail::{Bounce, Enclosed};
use tess_scenario::Library;
use tess_table::Wait;

/// Somebody who looks on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watcher {
    /// The battle.
    pub game: Id,
    /// To whom reports go.
    pub address: String,
    /// The first event that he has not been told of.
    pub next: u64,
    /// Does he get the battle book as well?
    #[serde(default, skip_serializing_if = "is_not")]
    pub book: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
const fn is_not(switch: &bool) -> bool {
    !*switch
}

/// A battle of the umpire as it lies in his keeping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// The game.
    pub game: Id,
    /// Its archive.
    pub archive: Vec<u8>,
    /// The words beside it, a line each.
    pub words: Vec<u8>,
}

/// Where the turns of a battle have ended, as far as its log was looked at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turns {
    /// Events that were looked at.
    pub looked: u64,
    /// Hours of delay; nothing when there is only one report, at the end.
    pub hours: Option<u32>,
    /// The ends, in order.
    pub ends: Vec<End>,
}

/// The end of a turn, or of the battle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// The event with which it ended.
    pub seq: u64,
    /// When, as its author says.
    pub at: At,
    /// Which turn.
    pub turn: u16,
    /// Is the battle over?
    pub over: bool,
}

/// What spectators may know at the end of a turn.
struct Shown {
    /// The log up to there.
    look: Look,
    /// What was said to all up to then.
    said: Vec<Word>,
    /// The battle book, if somebody wants it and it is not too long.
    book: Option<Vec<u8>>,
}

/// Seconds of an hour.
const HOUR: i64 = 3600;

/// Bytes of a battle book that goes by mail: with a third more on the way it is far below what mail servers
/// take.
const MOST_BOOK: usize = 4 << 20;

/// Events of which one report tells at most.
const MOST_TOLD: u64 = 200;

/// The game as a spectator names it: so many digits.
const TAG: usize = 8;

impl Turns {
    /// Looks through a log.
    ///
    /// # Errors
    /// When it does not hold.
    fn of(archive: &[u8], library: &Library) -> Result<Turns, StewardError> {
        let mut look = Look::of(archive, library, Checks::Batch, None)?;
        let over = matches!(look.wait()?, Wait::Over(_));
        let ledger = look.ledger();
        let mut table = check_genesis(ledger.genesis(), library)?.begin(false);
        let mut turns = Turns {
            looked: ledger.next_seq(),
            hours: match ledger.genesis().watching() {
                Watching::Hours(hours) => Some(hours),
                Watching::AtTheEnd | Watching::No => None,
            },
            ends: Vec::new(),
        };
        let mut turn = None;
        for entry in ledger.entries() {
            let event = entry.event();
            table.follow_to(ledger, event.seq + 1)?;
            table.state(ledger)?;
            let now = table.position().turn();
            if let Some(ended) = turn.filter(|ended| *ended < now) {
                turns.ends.push(End { seq: event.seq, at: event.at, turn: ended, over: false });
            }
            turn = Some(now);
        }
        // what follows the end opens seals, or says something
        let aside = |kind: &Kind| matches!(kind, Kind::Standing(_) | Kind::Say(_));
        let last = ledger.entries().iter().rev().map(|entry| entry.event()).find(|event| !aside(&event.kind));
        if let (true, Some(event)) = (over, last) {
            turns.ends.retain(|end| end.seq < event.seq);
            turns.ends.push(End { seq: event.seq, at: event.at, turn: turn.unwrap_or_default(), over: true });
        }
        Ok(turns)
    }

    /// The last end of which spectators may be told by now.
    fn told_by(&self, now: i64) -> Option<&End> {
        self.ends.iter().rev().find(|end| match self.hours {
            Some(hours) => deadline::time_of(&end.at).timestamp() + i64::from(hours) * HOUR <= now,
            None => end.over,
        })
    }
}

impl Lobby<'_> {
    /// Signs a sender on to a battle, which he names by digits or by its game word.
    pub(super) fn watch(
        &mut self,
        sender: &str,
        name: &str,
        book: bool,
    ) -> Result<Result<String, String>, StewardError> {
        let quotas = self.host.quotas;
        let unknown = || {
            Ok(Err(match name {
                "" => "it names no battle".to_owned(),
                name => format!("there is no battle {name} here that anybody may watch"),
            }))
        };
        let Some(kept) = self.find(name)? else { return unknown() };
        let genesis = genesis_of(&kept)?;
        let Some(delay) = texts::delay(genesis.watching()) else { return unknown() };
        let all = self.keeper.watchers()?;
        let his = |watcher: &&Watcher| counted(&watcher.address) == counted(sender);
        let tag = short(&kept.game)[..TAG].to_owned();
        let text = texts::watching(&genesis.scenario.name, &tag, &delay, book);
        if let Some(known) = all.iter().filter(his).find(|watcher| watcher.game == kept.game) {
            if known.book != book {
                self.keeper.keep_watcher(&Watcher { book, ..known.clone() })?;
            }
            return Ok(Ok(text));
        }
        if all.iter().filter(his).count() >= quotas.watched {
            return Ok(Err(format!("you watch {} battles already: `unwatch` one first", quotas.watched)));
        }
        if all.iter().filter(|watcher| watcher.game == kept.game).count() >= quotas.watchers {
            return Ok(Err(format!("{} others watch this battle already", quotas.watchers)));
        }
        let watcher = Watcher { game: kept.game, address: sender.to_owned(), next: 0, book };
        self.keeper.keep_watcher(&watcher)?;
        Ok(Ok(text))
    }

    /// Ends what a sender watches: one battle, or all.
    pub(super) fn unwatch(&mut self, sender: &str, name: Option<&str>) -> Result<String, StewardError> {
        let mut gone = Vec::new();
        let tag = match name {
            Some(word) if word.contains('-') => match self.keeper.of_word(word)? {
                Some(game) => Some(game.to_string()),
                None => return Ok(texts::unwatched(&gone)),
            },
            name => name.map(str::to_owned),
        };
        let tag = tag.as_deref();
        for watcher in self.keeper.watchers()? {
            let game = watcher.game.to_string();
            if counted(&watcher.address) == counted(sender) && tag.is_none_or(|tag| game.starts_with(tag)) {
                self.keeper.drop_watcher(&watcher)?;
                gone.push(game[..TAG].to_owned());
            }
        }
        Ok(texts::unwatched(&gone))
    }

    /// The battles that a sender watches.
    pub(super) fn watched_by(&self, sender: &str) -> Result<Vec<String>, StewardError> {
        let all = self.keeper.watchers()?.into_iter();
        let his = all.filter(|watcher| counted(&watcher.address) == counted(sender));
        Ok(his.map(|watcher| watcher.game.to_string()[..TAG].to_owned()).collect())
    }

    fn find(&self, name: &str) -> Result<Option<Kept>, StewardError> {
        if let Some(game) = self.keeper.of_word(name)? {
            return self.keeper.kept(&game.to_string());
        }
        let plain = name.len() >= TAG && name.bytes().all(|b| b.is_ascii_hexdigit());
        if plain { self.keeper.kept(&name.to_ascii_lowercase()) } else { Ok(None) }
    }

    /// Reports to spectators that are due.
    pub(super) fn tell_watchers(&mut self, now: At) -> Result<Vec<Heard>, StewardError> {
        let mut games: Vec<Id> = self.keeper.watchers()?.iter().map(|watcher| watcher.game).collect();
        games.sort_unstable();
        games.dedup();
        let mut heard = Vec::new();
        for game in games {
            let tag = short(&game)[..TAG].to_owned();
            match self.tell_watchers_of(&game, now) {
                Ok(told) => heard.extend(told),
                Err(error) if error.is_temporary() => return Err(error),
                // what is wrong with a battle is for its own pass to say
                Err(error) => {
                    let done = format!("spectators are not told: {error}");
                    heard.push(Heard { mail: tag, done, over_quota: false });
                }
            }
        }
        Ok(heard)
    }

    fn tell_watchers_of(&mut self, game: &Id, now: At) -> Result<Vec<Heard>, StewardError> {
        let (tag, seconds) = (short(game)[..TAG].to_owned(), deadline::time_of(&now).timestamp());
        let watchers: Vec<Watcher> =
            self.keeper.watchers()?.into_iter().filter(|watcher| watcher.game == *game).collect();
        let Some(events) = self.keeper.events(game)? else {
            // it is not kept here any more
            watchers.iter().try_for_each(|watcher| self.keeper.drop_watcher(watcher))?;
            return Ok(Vec::new());
        };
        let mut turns = self.keeper.turns(game)?;
        let mut kept = None;
        if turns.looked != events {
            let Some(found) = self.keeper.kept(&game.to_string())? else { return Ok(Vec::new()) };
            turns = Turns::of(&found.archive, &self.library)?;
            self.keeper.keep_turns(game, &turns)?;
            kept = Some(found);
        }
        let Some(end) = turns.told_by(seconds) else { return Ok(Vec::new()) };
        let (due, others): (Vec<Watcher>, Vec<Watcher>) =
            watchers.into_iter().partition(|watcher| watcher.next <= end.seq);
        let mut heard = Vec::new();
        if !due.is_empty() {
            let found = match kept {
                Some(found) => found,
                None => match self.keeper.kept(&game.to_string())? {
                    Some(found) => found,
                    None => return Ok(heard),
                },
            };
            let mut shown = self.shown(&found, end, due.iter().any(|watcher| watcher.book))?;
            for watcher in &due {
                let letter = self.report_to(watcher, &mut shown, end)?;
                self.write(letter, None, now)?;
                self.keeper.keep_watcher(&Watcher { next: end.seq + 1, ..watcher.clone() })?;
                let done = format!("turn {} to the spectator {}", end.turn, watcher.address);
                heard.push(Heard { mail: tag.clone(), done, over_quota: false });
            }
        }
        if end.over {
            due.iter().chain(&others).try_for_each(|watcher| self.keeper.drop_watcher(watcher))?;
        }
        Ok(heard)
    }

    /// What spectators may know at the end of a turn.
    fn shown(&self, kept: &Kept, end: &End, with_book: bool) -> Result<Shown, StewardError> {
        let look = Look::of(&kept.archive, &self.library, Checks::Batch, Some(end.seq))?;
        let mut said = words_beside(look.ledger(), &kept.words);
        // those said up to then; after is the place of the event that came next
        said.retain(|word| word.words().after <= end.seq + 1);
        let book = if with_book { self.book_of(look.ledger(), &kept.archive, &said)? } else { None };
        Ok(Shown { look, said, book })
    }

    /// The report for one of them, with the book if he wants it and there is room for it in a mail.
    fn report_to(&mut self, watcher: &Watcher, shown: &mut Shown, end: &End) -> Result<Words, StewardError> {
        let since = watcher.next.max((end.seq + 1).saturating_sub(MOST_TOLD));
        let stranger: Role = "spectator".parse().map_err(|_| StewardError::refused("no role", "mend it"))?;
        let report = shown.look.report(&stranger, Some(since))?;
        let said = shown.said.iter().filter(|word| word.words().after > since);
        let said: Vec<String> = said.map(press::told).collect();
        let words = words_of(&self.keeper.secret()?, &watcher.address);
        let tag = short(&watcher.game)[..TAG].to_owned();
        let book = watcher.book.then_some(shown.book.is_some());
        let enclosed = shown.book.as_ref().filter(|_| watcher.book);
        Ok(Words {
            to: watcher.address.clone(),
            thread: watcher.game.to_string(),
            step: end.seq,
            kind: "watch",
            subject: texts::watch_subject(&words, &tag, &shown.look.ledger().genesis().scenario.name, end),
            text: texts::watch_report(&tag, end, &said, &report, book),
            enclosed: enclosed
                .map(|bytes| Enclosed { name: format!("{tag}-{}.html", end.turn), bytes: bytes.clone() }),
            unsubscribe: Some((words, tag)),
        })
    }

    /// The battle book of a log, which may be the beginning of an archive; nothing when it is too long for a
    /// mail.
    fn book_of(
        &self,
        ledger: &Ledger,
        archive: &[u8],
        said: &[Word],
    ) -> Result<Option<Vec<u8>>, StewardError> {
        let lines = archive.split_inclusive(|byte| *byte == b'\n').take(ledger.entries().len());
        let bytes: Vec<u8> = lines.flatten().copied().collect();
        let opening = check_genesis(ledger.genesis(), &self.library)?;
        let extras = Extras { words: said, ..Extras::default() };
        let page = tess_book::book(ledger, &bytes, &*opening, extras)
            .map_err(|error| StewardError::refused(error.to_string(), "`tess verify` says more"))?;
        Ok(Some(page.into_bytes()).filter(|page| page.len() <= MOST_BOOK))
    }

    /// A mail from here came back, or was given up: whom nothing reaches looks on no longer. `text` is the
    /// delivery report, or the name of the mail; the name holds what only that spectator's mails have.
    ///
    /// # Errors
    /// When what is kept cannot be read or written.
    pub fn lost(&mut self, text: &str) -> Result<Vec<String>, StewardError> {
        let secret = self.keeper.secret()?;
        let mut gone = Vec::new();
        for watcher in self.keeper.watchers()? {
            let words = words_of(&secret, &watcher.address);
            if text.contains(&mark(&words, &watcher.address)) {
                self.keeper.drop_watcher(&watcher)?;
                gone.push(watcher.address);
            }
        }
        Ok(gone)
    }

    /// The same of a delivery report; nobody when it is none, or the server still tries.
    pub(super) fn came_back(&mut self, bytes: &[u8]) -> Result<Vec<String>, StewardError> {
        if Bounce::read(bytes).delayed {
            return Ok(Vec::new());
        }
        self.lost(&String::from_utf8_lossy(bytes))
    }
}

/// What stands in the name of each mail to a spectator, and that nobody else can know.
pub(super) fn mark(words: &str, address: &str) -> String {
    format!("watch-{}", receiver(&format!("{words} {address}")))
}

fn genesis_of(kept: &Kept) -> Result<tess_ledger::Genesis, StewardError> {
    let first = kept.archive.split(|byte| *byte == b'\n').next().unwrap_or_default();
    match &tess_ledger::Signed::parse(first)?.event().kind {
        Kind::Genesis(genesis) => Ok((**genesis).clone()),
        _ => Err(StewardError::refused("the log does not begin with the offer of a battle", "mend it")),
    }
}
