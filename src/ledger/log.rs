//! The log of one battle in memory: only verified events get in.

use std::collections::BTreeMap;

use super::{
    Action, At, Digest, Event, Genesis, Id, Key, Kind, LedgerError, Mode, Nonce, Player, Role, Signed,
};

/// A verified log. Everything in it has been checked as far as that is
/// possible without the rules: form, signatures, chain, links, claimed dice,
/// seals, the identity of delegated actions, and who may say what when.
#[derive(Debug, Clone)]
pub struct Ledger {
    pub(super) genesis: Genesis,
    pub(super) entries: Vec<Entry>,
    pub(super) by_id: BTreeMap<Id, u64>,
    /// In the order of role codes.
    pub(super) players: Vec<Player>,
    pub(super) actions: Vec<Action>,
    pub(super) seals: BTreeMap<Digest, SealRecord>,
    pub(super) to_accept: Vec<Role>,
    pub(super) proposal: Option<Id>,
    pub(super) last_by_side: Id,
    /// Delegated actions: all so far, in the first format those since `last_by_side`.
    pub(super) delegated: u32,
    /// The side for which the umpire has to decide next, and the `timeout` by which he has to.
    pub(super) default_due: Option<(Role, Id)>,
    pub(super) ended: Option<Ended>,
    /// Forks that were healed, in order.
    pub(super) healings: Vec<super::healing::Healing>,
    /// Where the last `accept` stands.
    pub(super) opened_at: u64,
}

/// One event of the log.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The event with its bytes.
    pub signed: Signed,
    /// The key its signature was checked with.
    pub key: Key,
    /// Its place in [`Ledger::actions`], if it is an action.
    pub action: Option<usize>,
    /// The place of the `agree` by which it was taken back. Keys, chains,
    /// links and seals in it still hold; everything else does not count.
    pub taken_back: Option<u64>,
}

impl Entry {
    /// What it says.
    pub fn event(&self) -> &Event {
        self.signed.event()
    }

    /// Its id.
    pub fn id(&self) -> Id {
        self.signed.id()
    }

    /// Its place; the line in an archive is one more.
    pub fn seq(&self) -> u64 {
        self.event().seq
    }
}

/// How a battle ended, as far as the log itself says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// That side resigned.
    Resigned(Role),
    /// Both sides agreed on a draw.
    Drawn,
    /// That side let a deadline pass.
    Forfeited(Role),
    /// That role lost its chain a second time.
    ChainsLost(Role),
}

/// A hidden choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealRecord {
    /// Whose.
    pub side: Role,
    /// Where it was given.
    pub seq: u64,
    /// Where it was opened, and what it holds.
    pub opened: Option<(u64, String)>,
}

impl Ledger {
    /// The game: the id of genesis.
    pub fn game(&self) -> Id {
        self.entries[0].id()
    }

    /// The id of the last event.
    pub fn head(&self) -> Id {
        self.entries[self.entries.len() - 1].id()
    }

    /// The `seq` of the next event.
    pub fn next_seq(&self) -> u64 {
        self.entries.len() as u64
    }

    /// The first event's body.
    pub fn genesis(&self) -> &Genesis {
        &self.genesis
    }

    /// All events, by `seq`.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The event with that id.
    pub fn find(&self, id: &Id) -> Option<&Entry> {
        let seq = *self.by_id.get(id)?;
        self.entries.get(usize::try_from(seq).ok()?)
    }

    /// All actions in order, also those that no longer count.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The action with that id.
    pub fn action(&self, id: &Id) -> Option<&Action> {
        self.actions.get(self.find(id)?.action?)
    }

    /// The action that links may still be opened for: the last that counts,
    /// unless all its links are open. Whether a die **is** due only the rules
    /// know; when some but not all links are open, it certainly is.
    pub fn pending(&self) -> Option<&Action> {
        let last = self.actions.iter().rev().find(|action| action.is_live())?;
        (!last.is_complete()).then_some(last)
    }

    /// Who opens the next link of [`Ledger::pending`], if a die is due.
    pub fn next_opener(&self) -> Option<&Role> {
        self.pending()?.next_opener()
    }

    /// Who opens links for an action of that side, in this order.
    pub fn expected_openers(&self, side: &Role) -> Vec<Role> {
        let other = self.other_side(side).cloned();
        match self.genesis.mode {
            Mode::Umpire => vec![Role::umpire()],
            Mode::Direct => other.into_iter().collect(),
            Mode::Both => other.into_iter().chain([Role::umpire()]).collect(),
        }
    }

    /// The roles as they stand now, by role code.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// That role as it stands now.
    pub fn player(&self, role: &Role) -> Option<&Player> {
        self.players.iter().find(|player| player.role == *role)
    }

    /// The two sides, first and second.
    pub fn sides(&self) -> impl Iterator<Item = &Role> {
        let sides = self.players.iter().filter(|player| player.code != 0);
        sides.map(|player| &player.role)
    }

    /// The opponent of a side.
    pub fn other_side(&self, side: &Role) -> Option<&Role> {
        self.sides().find(|role| *role != side)
    }

    /// The sides that must still accept; when none is left, the battle is
    /// open.
    pub fn to_accept(&self) -> &[Role] {
        &self.to_accept
    }

    /// The proposal that waits for a reply.
    pub fn proposal(&self) -> Option<&Entry> {
        self.find(self.proposal.as_ref()?)
    }

    /// How the battle ended, if the log itself says so. The rules may have
    /// ended it before.
    pub fn ended(&self) -> Option<&Ended> {
        self.ended.as_ref()
    }

    /// All hidden choices.
    pub fn seals(&self) -> &BTreeMap<Digest, SealRecord> {
        &self.seals
    }

    /// Hidden choices that nobody has seen yet.
    pub fn unopened_seals(&self) -> impl Iterator<Item = (&Digest, &SealRecord)> {
        self.seals.iter().filter(|(_, record)| record.opened.is_none())
    }

    /// The next event, ready to be signed.
    ///
    /// # Errors
    /// [`LedgerError::Random`] when there are no random bytes for its nonce.
    pub fn draft(&self, by: Role, at: At, state: Digest, kind: Kind) -> Result<Event, LedgerError> {
        Ok(Event {
            game: Some(self.game()),
            seq: self.next_seq(),
            prev: Some(self.head()),
            by,
            at,
            nonce: Nonce::random()?,
            state: Some(state),
            kind,
        })
    }

    /// The side for which the umpire has to decide now, because its deadline has passed, and the `timeout`
    /// that says so.
    pub fn default_due(&self) -> Option<&(Role, Id)> {
        self.default_due.as_ref()
    }

    /// Whether what an umpire signed in a side's name rests on a passed deadline, and not on standing
    /// orders: `standing` is what it names.
    pub fn is_default(&self, standing: &Id) -> bool {
        self.find(standing).is_some_and(|entry| matches!(entry.event().kind, Kind::Timeout(_)))
    }

    /// What stands in the roll key of the next action that the umpire signs
    /// under these standing orders (`D`, protocol section 5). In place of a `timeout`, whose bytes are his,
    /// stands the game.
    pub fn next_delegated_id(&self, standing: &Id) -> Id {
        let given = if self.is_default(standing) { self.game() } else { *standing };
        if !self.genesis.is_first_format() {
            return Id(tess_dice::entrusted_id(&given.0, self.delegated));
        }
        Id(tess_dice::delegated_id(&given.0, &self.last_by_side.0, self.delegated))
    }
}
