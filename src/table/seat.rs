//! The table: the battle as the log has it.

use sha2::{Digest as _, Sha256};

use super::chronicle::ChapterOf;
use super::claims::check_run;
use super::run::{Halt, Run, perform, rehearse_with};
use super::{Chapter, Close, Over, TableError, Unworded, Wait};
use tess_effects::{Answer, Answered, Dice, Duty, Game, Hidden, Seal, Unfit};
use tess_ledger::{Consequence, Digest, Ended, Entry, Event, Id, Kind, Ledger, Proposal, Role};

/// A battle between events: the settled position and the action in hand, if any.
pub struct Table<G: Game> {
    start: G::Position,
    settled: G::Position,
    digest: Digest,
    next: u64,
    hand: Option<Hand<G>>,
    over: Option<Over>,
    chapters: Vec<ChapterOf<G>>,
    keep: bool,
    actions: u64,
    /// The bytes last digested: their memory serves again.
    bytes: Vec<u8>,
}

/// The action in hand.
pub(super) struct Hand<G: Game> {
    action: Id,
    seq: u64,
    side: Role,
    sheet: String,
    lines: Result<Vec<G::Line>, Unfit>,
    /// The dice of the `orders` event.
    first: Dice,
    /// The answers, each with the dice of its event.
    answers: Vec<Answered>,
    /// The hidden choices of each event.
    hidden: Vec<Hidden>,
    /// The events: `orders`, then the answers.
    pub(super) stretches: Vec<Stretch>,
    /// How far it has come with what there is of answers and dice, once it has been run.
    paused: Option<Paused<G>>,
}

/// An action that waits: a run of it with the same answers and dice comes to this again.
struct Paused<G: Game> {
    halt: Halt<G::Refusal>,
    position: G::Position,
}

/// The part of an action made with the dice of one event.
pub(super) struct Stretch {
    /// The `orders` or `answer` event.
    event: Id,
    pub(super) seq: u64,
    pub(super) side: Role,
    /// The place of the last opener's `reveal`.
    pub(super) reveal: Option<u64>,
}

impl<G: Game> Table<G> {
    /// A battle about to begin.
    #[must_use]
    pub fn new(start: G::Position) -> Table<G> {
        let mut bytes = Vec::with_capacity(4096);
        let digest = digest_of::<G>(&start, None, &mut bytes);
        Table {
            settled: start.clone(),
            start,
            digest,
            next: 0,
            hand: None,
            over: None,
            chapters: Vec::new(),
            keep: true,
            actions: 0,
            bytes,
        }
    }

    /// Keeps no chronicle: for replays that nobody reads.
    #[must_use]
    pub fn quiet(mut self) -> Table<G> {
        self.keep = false;
        self
    }

    /// Takes over the events of the log that are new.
    ///
    /// # Errors
    /// The first event that the rules do not bear out; the table then stands before it.
    pub fn follow(&mut self, ledger: &Ledger) -> Result<(), TableError> {
        self.follow_to(ledger, ledger.next_seq())
    }

    /// Takes over the events of the log that are new, up to but without the event `end`.
    ///
    /// # Errors
    /// As [`Table::follow`].
    pub fn follow_to(&mut self, ledger: &Ledger, end: u64) -> Result<(), TableError> {
        while self.next < end {
            let Some(entry) = usize::try_from(self.next).ok().and_then(|i| ledger.entries().get(i)) else {
                break;
            };
            self.take(ledger, entry)?;
            self.next += 1;
        }
        Ok(())
    }

    /// The position that the log has settled: all finished actions.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.settled
    }

    /// The digest of the state, for the next event's header.
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    pub fn state(&mut self, ledger: &Ledger) -> Result<Digest, TableError> {
        self.settle(ledger)?;
        Ok(self.digest)
    }

    /// What came about, one chapter for each action (none for a quiet table).
    #[must_use]
    pub fn chapters(&self) -> &[ChapterOf<G>] {
        &self.chapters
    }

    /// How many actions have been carried out.
    #[must_use]
    pub fn actions(&self) -> u64 {
        self.actions
    }

    /// The action in hand as far as it has got: its chapter, and the field as it stands now.
    #[must_use]
    pub fn in_hand(&self) -> Option<(ChapterOf<G>, G::Position)> {
        let hand = self.hand.as_ref()?;
        let run = self.run(hand, false)?;
        Some((hand.chapter(run.record, Close::Open), run.position))
    }

    /// The dice of the stretch that waits for its last link, once that link is known: what the last opener
    /// claims in his `reveal`, with where the sheet stopped. `key` is the roll key made with his link.
    #[must_use]
    pub fn claims(&self, key: &tess_dice::RollKey) -> Option<(Vec<tess_ledger::Roll>, Option<String>)> {
        let hand = self.hand.as_ref()?;
        let open = hand.stretches.len().checked_sub(1)?;
        let dice = Dice::Keyed(key.clone());
        let run = match hand.answers.split_last() {
            None => self.run_with(hand, false, dice, &[])?,
            Some((last, before)) => {
                let last = Answered { dice, ..last.clone() };
                let answers: Vec<Answered> = before.iter().cloned().chain([last]).collect();
                self.run_with(hand, false, hand.first.clone(), &answers)?
            }
        };
        let rolls = run
            .rolls
            .iter()
            .filter(|(stretch, _)| *stretch == open)
            .map(|(_, rolled)| tess_ledger::Roll {
                label: rolled.label.text.clone(),
                sides: rolled.label.die.sides(),
                face: rolled.face,
                rule: rolled.label.rule.0.to_owned(),
            })
            .collect();
        Some((rolls, run.halt.stopped_at()))
    }

    /// What the battle waits for.
    ///
    /// # Errors
    /// When the action in hand does not bear out the log.
    pub fn wait(&mut self, ledger: &Ledger) -> Result<Unworded<G::Refusal>, TableError> {
        if !ledger.to_accept().is_empty() {
            return Ok(Wait::Accept(ledger.to_accept().to_vec()));
        }
        let halt = self.settle(ledger)?;
        if let Some(ending) = &self.over {
            return Ok(Wait::Over(ending.clone()));
        }
        let Some(hand) = &self.hand else {
            return Ok(match G::duty(&self.settled) {
                Duty::Orders(deed) => Wait::Orders(deed),
                Duty::Over(ending) => Wait::Over(Over { winner: ending.winner, ended: None }),
            });
        };
        let last = &hand.stretches[hand.stretches.len() - 1];
        let opener = |event: &Id| {
            let due = |a: &tess_ledger::Action| {
                let opened = a.opened.iter().filter(|o| o.seq < self.next).count();
                a.openers.get(opened).cloned()
            };
            ledger
                .action(event)
                .and_then(due)
                .or_else(|| ledger.expected_openers(&last.side).first().cloned())
                .unwrap_or_else(Role::umpire)
        };
        Ok(match halt {
            Some(Halt::Ask(question)) => {
                Wait::Answer { side: role_named(ledger, &question.side), question, action: hand.action }
            }
            Some(Halt::Illegal(refusal, _)) => {
                Wait::Reject { opener: opener(&hand.action), action: hand.action, refusal }
            }
            _ => Wait::Link { opener: opener(&last.event), action: last.event },
        })
    }

    /// The field as a player would see it now: the settled position, or the interrupted action as far as
    /// it has got.
    #[must_use]
    pub fn view(&self) -> G::Position {
        match self.hand.as_ref().and_then(|hand| hand.paused.as_ref()) {
            Some(paused) => paused.position.clone(),
            None => self.in_hand().map_or_else(|| self.settled.clone(), |(_, position)| position),
        }
    }

    fn take(&mut self, ledger: &Ledger, entry: &Entry) -> Result<(), TableError> {
        let event = entry.event();
        let seq = event.seq;
        if !matches!(event.kind, Kind::Answer(_) | Kind::Reveal(_)) {
            self.settle(ledger)?;
        }
        self.check_state(event)?;
        self.check_default(ledger, entry)?;
        match &event.kind {
            Kind::Genesis(_)
            | Kind::Accept(_)
            | Kind::Standing(_)
            | Kind::Propose(_)
            | Kind::Decline(_)
            | Kind::Rekey(_)
            | Kind::Handover(_)
            | Kind::Reanchor(_)
            | Kind::Say(_) => {}
            Kind::Orders(orders) => self.begin(ledger, entry, orders)?,
            Kind::Answer(answer) => self.answered(ledger, entry, answer)?,
            Kind::Reveal(reveal) => self.opened(ledger, seq, reveal)?,
            Kind::Reject(reject) => {
                let halt = self.settle(ledger)?;
                match (&self.hand, halt) {
                    (Some(hand), Some(Halt::Illegal(..))) if hand.action == reject.action => {
                        self.drop_hand(format!("sent back: {}", reject.reason));
                    }
                    _ => return Err(TableError::turn(seq, "sends back orders that are legal")),
                }
            }
            Kind::Void(void) => {
                if self.hand.as_ref().is_none_or(|h| !h.stretches.iter().any(|s| s.event == void.action)) {
                    return Err(TableError::turn(
                        seq,
                        "declares an action void that does not wait for a link",
                    ));
                }
                if ledger.genesis().is_first_format() {
                    self.drop_hand("void: its opener lost his chain".to_owned());
                }
            }
            Kind::Agree(_) => self.agreed(ledger, seq)?,
            Kind::Resign(_) => self.end(ledger, &Ended::Resigned(event.by.clone())),
            Kind::Timeout(timeout) => {
                self.check_timeout(ledger, seq, timeout)?;
                if timeout.then == Consequence::Forfeit {
                    self.end(ledger, &Ended::Forfeited(timeout.side.clone()));
                }
            }
        }
        if let Some(ended @ Ended::ChainsLost(_)) = ledger.ended()
            && seq + 1 == ledger.next_seq()
        {
            self.end(ledger, &ended.clone());
        }
        Ok(())
    }

    /// An answer goes to the action in hand.
    fn answered(
        &mut self,
        ledger: &Ledger,
        entry: &Entry,
        answer: &tess_ledger::Answer,
    ) -> Result<(), TableError> {
        let (seq, by) = (entry.event().seq, &entry.event().by);
        let side = ledger.action(&entry.id()).map_or_else(|| by.clone(), |a| a.side.clone());
        let Some(hand) = &mut self.hand else {
            return Err(TableError::turn(seq, "answers a question that nobody asked"));
        };
        hand.answers.push(Answered {
            question: answer.question.clone(),
            answer: Answer(answer.answer.clone()),
            dice: Dice::Closed,
        });
        hand.hidden.push(hidden_of(&answer.seal, &answer.unseal));
        hand.stretches.push(Stretch { event: entry.id(), seq, side, reveal: None });
        hand.paused = None;
        Ok(())
    }

    fn check_state(&self, event: &Event) -> Result<(), TableError> {
        match event.state {
            Some(claimed) if claimed != self.digest => Err(TableError::State {
                seq: event.seq,
                claimed: claimed.to_string(),
                found: self.digest.to_string(),
            }),
            _ => Ok(()),
        }
    }

    fn begin(
        &mut self,
        ledger: &Ledger,
        entry: &Entry,
        orders: &tess_ledger::Orders,
    ) -> Result<(), TableError> {
        let seq = entry.seq();
        if self.hand.is_some() {
            return Err(TableError::turn(seq, "new orders while an action still waits"));
        }
        if self.over.is_some() {
            return Err(TableError::turn(seq, "orders after the end of the battle"));
        }
        let action = ledger.action(&entry.id());
        let side = action.map_or_else(|| entry.event().by.clone(), |a| a.side.clone());
        match G::duty(&self.settled) {
            Duty::Orders(deed) if deed.side == side.as_str() => {}
            Duty::Orders(deed) => {
                return Err(TableError::turn(seq, format!("orders of {side} when {} is to act", deed.side)));
            }
            Duty::Over(_) => return Err(TableError::turn(seq, "orders after the end of the battle")),
        }
        let sheet = orders.sheet.as_str();
        let lines = G::read(&self.settled, side.as_str(), sheet).map_err(|complaints| {
            let first = complaints.first().map_or_else(String::new, ToString::to_string);
            Unfit::Unreadable(first)
        });
        let mut hidden = hidden_of(&orders.seal, &orders.unseal);
        // What the log has shown once, perhaps in an action since taken back, is known for good.
        hidden.shown.extend(shown_before(ledger, seq));
        let stretch = Stretch { event: entry.id(), seq, side: side.clone(), reveal: None };
        self.hand = Some(Hand {
            action: entry.id(),
            seq,
            side,
            sheet: sheet.to_owned(),
            lines,
            first: Dice::Closed,
            answers: Vec::new(),
            hidden: vec![hidden],
            stretches: vec![stretch],
            paused: None,
        });
        Ok(())
    }

    fn opened(&mut self, ledger: &Ledger, seq: u64, reveal: &tess_ledger::Reveal) -> Result<(), TableError> {
        let needless = || TableError::turn(seq, "opens a link for an action that needs none");
        let hand = self.hand.as_mut().ok_or_else(needless)?;
        let stretch = hand.stretches.last_mut().ok_or_else(needless)?;
        if stretch.event != reveal.action {
            return Err(TableError::turn(seq, "opens a link for another action than the one that waits"));
        }
        let action = ledger.action(&reveal.action);
        let last = action.and_then(|a| a.opened.last()).is_some_and(|o| o.seq == seq);
        if let Some(key) = action.and_then(|a| a.roll_key.clone())
            && last
        {
            let dice = hand.answers.last_mut().map_or(&mut hand.first, |a| &mut a.dice);
            *dice = Dice::Keyed(key);
            stretch.reveal = Some(seq);
            hand.paused = None;
        }
        Ok(())
    }

    /// Runs the action in hand and, when it is done, takes its result over. Gives back why it is not done.
    fn settle(&mut self, ledger: &Ledger) -> Result<Option<Halt<G::Refusal>>, TableError> {
        let Some(hand) = &self.hand else { return Ok(None) };
        if let Some(paused) = &hand.paused {
            return Ok(Some(paused.halt.clone()));
        }
        let lines = match &hand.lines {
            Ok(lines) => lines,
            Err(unfit) => return Ok(Some(Halt::Illegal(Box::new(unfit.clone().into()), 1))),
        };
        let mark = G::mark(&mut self.settled);
        let first = hand.first.clone();
        let (answers, hidden, quiet) = (&hand.answers, &hand.hidden, !self.keep);
        let run = perform::<G>(&mut self.settled, hand.side.as_str(), lines, first, answers, hidden, quiet);
        let checked = check_run(ledger, hand, &run);
        match run.halt {
            Halt::Closed(close) if checked.is_ok() => {
                G::go_on(&mut self.settled, mark);
                if let Some(hand) = self.hand.take()
                    && self.keep
                {
                    self.chapters.push(hand.chapter(run.record, close));
                }
                self.actions += 1;
                if let Duty::Over(ending) = G::duty(&self.settled) {
                    self.over.get_or_insert(Over { winner: ending.winner, ended: None });
                }
                self.digest = digest_of::<G>(&self.settled, self.over.as_ref(), &mut self.bytes);
                Ok(None)
            }
            other => {
                let position = self.settled.clone();
                G::go_back(&mut self.settled, mark);
                checked?;
                if let Some(hand) = &mut self.hand {
                    hand.paused = Some(Paused { halt: other.clone(), position });
                }
                Ok(Some(other))
            }
        }
    }

    fn run(&self, hand: &Hand<G>, quiet: bool) -> Option<Run<G>> {
        self.run_with(hand, quiet, hand.first.clone(), &hand.answers)
    }

    /// Runs the action in hand with these dice and answers.
    fn run_with(&self, hand: &Hand<G>, quiet: bool, first: Dice, answers: &[Answered]) -> Option<Run<G>> {
        let (lines, side) = (hand.lines.as_ref().ok()?, hand.side.as_str());
        Some(rehearse_with::<G>(&self.settled, side, lines, first, answers, &hand.hidden, quiet))
    }

    fn agreed(&mut self, ledger: &Ledger, seq: u64) -> Result<(), TableError> {
        let index = usize::try_from(seq).unwrap_or(usize::MAX);
        let Some(entry) = ledger.entries().get(index) else { return Ok(()) };
        let Kind::Agree(reply) = &entry.event().kind else { return Ok(()) };
        if ledger.voided_by(entry).is_some() {
            self.drop_hand("void by agreement: its opener lost his chain".to_owned());
        }
        let Some(Kind::Propose(proposal)) = ledger.find(&reply.proposal).map(|e| &e.event().kind) else {
            return Ok(());
        };
        match (proposal.what, proposal.to) {
            (Proposal::Draw, _) => self.end(ledger, &Ended::Drawn),
            (Proposal::TakeBack | Proposal::Heal, Some(to)) => self.rewind(ledger, to, seq)?,
            _ => {}
        }
        Ok(())
    }

    /// Goes back to the state after event `to`, leaving out what had been taken back before `now`.
    fn rewind(&mut self, ledger: &Ledger, to: u64, now: u64) -> Result<(), TableError> {
        let mut fresh: Table<G> = Table::new(self.start.clone());
        fresh.keep = self.keep;
        for entry in ledger.entries().iter().take_while(|e| e.seq() <= to) {
            if entry.taken_back.is_some_and(|by| by < now) {
                continue;
            }
            fresh.next = entry.seq();
            fresh.take(ledger, entry)?;
        }
        fresh.settle(ledger)?;
        // An action that `to` cuts in two does not count at all.
        fresh.hand = None;
        fresh.next = self.next;
        *self = fresh;
        Ok(())
    }

    fn end(&mut self, ledger: &Ledger, ended: &Ended) {
        let other = |role: &Role| ledger.other_side(role).map(ToString::to_string);
        let winner = match ended {
            Ended::Resigned(role) | Ended::Forfeited(role) | Ended::ChainsLost(role) => other(role),
            Ended::Drawn => None,
        };
        self.over = Some(Over { winner, ended: Some(ended.clone()) });
        self.digest = digest_of::<G>(&self.settled, self.over.as_ref(), &mut self.bytes);
    }

    fn drop_hand(&mut self, why: String) {
        if let Some(hand) = self.hand.take()
            && self.keep
        {
            self.chapters.push(hand.chapter(Vec::new(), Close::Undone(why)));
        }
    }
}

impl<G: Game> Hand<G> {
    fn chapter(
        &self,
        record: Vec<tess_effects::Recorded<G::Happening>>,
        close: Close<G::Refusal>,
    ) -> ChapterOf<G> {
        Chapter {
            action: self.action,
            seq: self.seq,
            last: self.stretches.iter().map(|s| s.reveal.unwrap_or(s.seq)).max().unwrap_or(self.seq),
            side: self.side.clone(),
            sheet: self.sheet.clone(),
            record,
            close,
        }
    }
}

fn digest_of<G: Game>(position: &G::Position, over: Option<&Over>, bytes: &mut Vec<u8>) -> Digest {
    bytes.clear();
    G::encode(position, bytes);
    if let Some(over) = over {
        bytes.extend_from_slice(over.winner.as_deref().unwrap_or("draw").as_bytes());
    }
    Digest(Sha256::digest(bytes).into())
}

fn role_named(ledger: &Ledger, name: &str) -> Role {
    ledger.sides().find(|r| r.as_str() == name).cloned().unwrap_or_else(Role::umpire)
}

/// The hidden choices that events before this one have shown.
pub(super) fn shown_before(ledger: &Ledger, seq: u64) -> impl Iterator<Item = (Seal, String)> + '_ {
    ledger.seals().iter().filter_map(move |(seal, record)| {
        let (_, value) = record.opened.as_ref().filter(|(at, _)| *at < seq)?;
        Some((Seal(seal.0), value.clone()))
    })
}

/// The hidden choices of one event.
#[must_use]
pub fn hidden_of(seals: &[Digest], unseals: &[tess_ledger::Unseal]) -> Hidden {
    Hidden {
        seals: seals.iter().map(|s| Seal(s.0)).collect(),
        shown: unseals.iter().map(|u| (Seal(u.seal().0), u.value.clone())).collect(),
    }
}
