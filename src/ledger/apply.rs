//! What a judged event changes.

use super::judge::Verdict;
use super::player::ChainState;
use super::signature::check_key;
use super::{
    Action, Consequence, Digest, Ended, Entry, Fate, Id, Key, Kind, Ledger, Opening, Player, Proposal,
    Reveal, Role, SealRecord, Signed, Standing, Timeout, Unseal,
};

impl Ledger {
    /// Adds an event that has been judged.
    pub(super) fn apply(&mut self, signed: Signed, verdict: Verdict) {
        let event = signed.event();
        let (id, seq, by) = (signed.id(), event.seq, &event.by);
        let key = self.player(by).map_or(Key([0; 32]), |player| player.key);
        let mut action = None;
        match &event.kind {
            Kind::Genesis(_) | Kind::Say(_) => {}
            Kind::Accept(_) => {
                self.to_accept.retain(|role| role != by);
                self.opened_at = seq;
            }
            Kind::Orders(orders) => {
                let delegation = (orders.for_side.as_ref(), orders.standing);
                action = Some(self.act(id, seq, by, delegation, &orders.seal, &orders.unseal));
            }
            Kind::Answer(answer) => {
                let delegation = (answer.for_side.as_ref(), answer.standing);
                action = Some(self.act(id, seq, by, delegation, &answer.seal, &answer.unseal));
            }
            Kind::Standing(standing) => self.leave_orders(id, seq, by, standing),
            Kind::Reveal(reveal) => self.opened(by, seq, reveal, verdict),
            Kind::Reject(reject) => {
                self.change_action(&reject.action, |action| action.fate = Fate::Rejected(seq));
            }
            Kind::Void(void) if self.genesis.is_first_format() => self.lose_chain(seq, by, &void.action),
            Kind::Void(_) | Kind::Propose(_) => self.proposal = Some(id),
            Kind::Agree(_) => self.agreed(seq),
            Kind::Decline(_) => self.proposal = None,
            Kind::Resign(_) => self.ended = Some(Ended::Resigned(by.clone())),
            Kind::Timeout(timeout) => self.run_late(id, timeout),
            Kind::Rekey(rekey) => self.change(by, |player| player.take_key(rekey.key)),
            Kind::Handover(handover) => self.change(by, |player| {
                player.take_key(handover.key);
                player.name.clone_from(&handover.name);
                player.address.clone_from(&handover.address);
                player.chain = ChainState::new(&handover.chain, handover.key, seq);
            }),
            Kind::Reanchor(reanchor) => self.change(by, |player| {
                player.chain = ChainState::new(&reanchor.chain, player.key, seq);
            }),
        }
        if !by.is_umpire() {
            self.last_by_side = id;
            if self.genesis.is_first_format() {
                self.delegated = 0;
            }
        }
        self.by_id.insert(id, seq);
        self.entries.push(Entry { signed, key, action, taken_back: None });
    }

    /// Standing orders are in place, or taken away.
    fn leave_orders(&mut self, id: Id, seq: u64, by: &Role, standing: &Standing) {
        let given = standing.seal.is_some() || standing.text.is_some();
        self.change(by, |player| player.standing = given.then_some(id));
        self.give(by, seq, standing.seal.as_slice());
        self.open(seq, &standing.unseal);
    }

    /// A role has lost its chain: the action that waits for a link of it is void. In the first format the
    /// second loss ends the battle; since then each is for those who would be the worse for it to allow.
    fn lose_chain(&mut self, seq: u64, by: &Role, action: &Id) {
        let bound = self.action(action).map_or(0, |action| action.seq);
        let is_first = self.genesis.is_first_format();
        self.change_action(action, |action| action.fate = Fate::Void(seq));
        self.change(by, |player| {
            player.voids += 1;
            // a chain anchored since is another one
            player.chain.lost |= is_first || player.chain.since <= bound;
        });
        let twice = self.player(by).is_some_and(|player| player.voids > 1);
        if twice && self.genesis.is_first_format() {
            self.ended = Some(Ended::ChainsLost(by.clone()));
        }
    }

    /// What follows for a side that was late.
    fn run_late(&mut self, id: Id, timeout: &Timeout) {
        let side = timeout.side.clone();
        match timeout.then {
            Consequence::Forfeit => self.ended = Some(Ended::Forfeited(side)),
            Consequence::Default => self.default_due = Some((side, id)),
            Consequence::Extension => {}
        }
    }

    fn act(
        &mut self,
        id: Id,
        seq: u64,
        by: &Role,
        (for_side, standing): (Option<&Role>, Option<Id>),
        seals: &[Digest],
        unseals: &[Unseal],
    ) -> usize {
        let side = for_side.unwrap_or(by).clone();
        let mut roll_id = id;
        if let Some(standing) = &standing {
            roll_id = self.next_delegated_id(standing);
            self.delegated += 1;
        }
        self.default_due = None;
        self.give(&side, seq, seals);
        self.open(seq, unseals);
        self.actions.push(Action {
            id,
            seq,
            openers: self.expected_openers(&side),
            side,
            delegated: standing,
            roll_id,
            opened: Vec::new(),
            roll_key: None,
            fate: Fate::Live,
        });
        self.actions.len() - 1
    }

    fn give(&mut self, side: &Role, seq: u64, seals: &[Digest]) {
        for seal in seals {
            let record = SealRecord { side: side.clone(), seq, opened: None };
            self.seals.insert(*seal, record);
        }
    }

    fn open(&mut self, seq: u64, unseals: &[Unseal]) {
        for unseal in unseals {
            if let Some(record) = self.seals.get_mut(&unseal.seal()) {
                record.opened = Some((seq, unseal.value.clone()));
            }
        }
    }

    fn opened(&mut self, by: &Role, seq: u64, reveal: &Reveal, verdict: Verdict) {
        let opening = Opening {
            role: by.clone(),
            code: self.player(by).map_or(0, |player| player.code),
            index: reveal.index,
            link: reveal.link,
            seq,
        };
        if self.proposal().is_some_and(|open| matches!(open.event().kind, Kind::Void(_))) {
            // the chain was found again
            self.proposal = None;
        }
        self.change(by, |player| {
            player.chain.last = reveal.index;
            player.chain.value = reveal.link;
        });
        self.change_action(&reveal.action, |action| {
            action.opened.push(opening);
            action.roll_key = verdict.roll_key;
        });
    }

    fn agreed(&mut self, seq: u64) {
        let Some(entry) = self.proposal() else { return };
        let proposal = match &entry.event().kind {
            Kind::Void(void) => {
                let (loser, action) = (entry.event().by.clone(), void.action);
                if self.consents(entry) + 1 == self.consents_needed(&loser) {
                    self.proposal = None;
                    self.lose_chain(seq, &loser, &action);
                }
                return;
            }
            Kind::Propose(proposal) => proposal,
            _ => return,
        };
        let (what, to) = (proposal.what, proposal.to);
        self.proposal = None;
        match (what, to) {
            (Proposal::Draw, _) => self.ended = Some(Ended::Drawn),
            (Proposal::TakeBack, Some(to)) => self.take_back(to, seq),
            (Proposal::Heal, Some(to)) => {
                self.take_back(to, seq);
                self.heal(to, seq);
            }
            _ => {}
        }
    }

    /// Everything after `to` no longer counts, but for keys, chains, links
    /// and seals.
    fn take_back(&mut self, to: u64, seq: u64) {
        self.default_due = None;
        for entry in self.entries.iter_mut().filter(|entry| entry.seq() > to) {
            entry.taken_back.get_or_insert(seq);
        }
        for action in self.actions.iter_mut().filter(|action| action.seq > to) {
            if !matches!(action.fate, Fate::TakenBack(_)) {
                action.fate = Fate::TakenBack(seq);
            }
        }
        for player in &mut self.players {
            let live = self.entries.iter().rev().filter(|entry| entry.taken_back.is_none());
            player.standing = live
                .filter(|entry| entry.event().by == player.role)
                .find_map(|entry| match &entry.event().kind {
                    Kind::Standing(s) => Some((s.seal.is_some() || s.text.is_some()).then(|| entry.id())),
                    _ => None,
                })
                .flatten();
        }
    }

    fn change(&mut self, role: &Role, change: impl FnOnce(&mut Player)) {
        if let Some(player) = self.players.iter_mut().find(|player| player.role == *role) {
            change(player);
        }
    }

    fn change_action(&mut self, id: &Id, change: impl FnOnce(&mut Action)) {
        if let Some(action) = self.actions.iter_mut().rev().find(|action| action.id == *id) {
            change(action);
        }
    }
}

impl Player {
    /// Judging has checked the key, so it is a good one.
    fn take_key(&mut self, key: Key) {
        if let Ok(verifying) = check_key(&key, self.role.as_str()) {
            self.key = key;
            self.verifying = verifying;
        }
    }
}
