//! Checks of a link that is opened, and of the dice it makes.

use super::judge::{Verdict, misplaced};
use super::{Action, Ledger, LedgerError, Player, Reveal, Role, Roll};
use tess_dice::{Die, OpenedLink, RollKey, check_label, verify_link};

impl Ledger {
    pub(super) fn judge_reveal(&self, by: &Role, reveal: &Reveal) -> Result<Verdict, LedgerError> {
        let action = self.pending_for(&reveal.action)?;
        let player = self.judge_opener(by, action)?;
        judge_link(player, action, reveal)?;
        let last = action.opened.len() + 1 == action.openers.len();
        match (&reveal.rolls, last) {
            (Some(rolls), true) => {
                let link = OpenedLink { code: player.code, index: reveal.index, value: reveal.link.0 };
                let key = self.roll_key(action, link);
                check_rolls(&key, rolls)?;
                let roll_key = Some(key);
                Ok(Verdict { roll_key })
            }
            (None, false) if reveal.stopped_at.is_none() => Ok(Verdict::default()),
            (_, false) => Err(misplaced("dice before the last link", "the last opener adds them")),
            (None, true) => Err(misplaced("a last link without dice", "add rolls")),
        }
    }

    /// The key of the dice once this last link is open.
    pub(super) fn roll_key(&self, action: &Action, last: OpenedLink) -> RollKey {
        let links = action.links_with(last);
        RollKey::new(&self.game().0, &action.roll_id.0, &links)
    }

    /// The key that the dice of the pending action will have when its last
    /// opener opens `link`; for the opener, who must list the dice in the
    /// same event. Nothing unless just that link is missing.
    pub fn roll_key_with(&self, index: u32, link: super::Link) -> Option<RollKey> {
        let action = self.pending()?;
        let opener = action.next_opener()?;
        let last = action.opened.len() + 1 == action.openers.len();
        let code = self.player(opener)?.code;
        let value = link.0;
        last.then(|| self.roll_key(action, OpenedLink { code, index, value }))
    }

    fn judge_opener(&self, by: &Role, action: &Action) -> Result<&Player, LedgerError> {
        let due = action.next_opener();
        if let Some(player) = due.filter(|due| *due == by).and_then(|due| self.player(due)) {
            return Ok(player);
        }
        let help = due.map_or_else(|| "all are open".to_owned(), |due| format!("it is for {due}"));
        Err(misplaced(&format!("a link of {by}"), &help))
    }
}

fn judge_link(player: &Player, action: &Action, reveal: &Reveal) -> Result<(), LedgerError> {
    let chain = &player.chain;
    if chain.since > action.seq {
        let what = "a link of a chain that is younger than the action";
        return Err(misplaced(what, "a lost link makes the action void"));
    }
    let Some(next) = chain.next() else {
        let what = "a link of a chain that is used up or lost";
        return Err(misplaced(what, "anchor a new one with reanchor"));
    };
    if reveal.index != next {
        let what = format!("link {} of {}", reveal.index, player.role);
        return Err(misplaced(&what, &format!("link {next} is the next")));
    }
    let known = (chain.last, &chain.value.0);
    let offered = (reveal.index, &reveal.link.0);
    Ok(verify_link(&chain.key.0, &chain.id.0, known, offered)?)
}

/// Every claimed die is made again.
fn check_rolls(key: &RollKey, rolls: &[Roll]) -> Result<(), LedgerError> {
    if rolls.is_empty() {
        let what = "a link that no die needs";
        return Err(misplaced(what, "open a link only when a die is due"));
    }
    let mut labels = std::collections::BTreeSet::new();
    for roll in rolls {
        check_label(&roll.label)?;
        if !labels.insert(roll.label.as_str()) {
            let what = format!("two dice labelled {}", roll.label);
            return Err(misplaced(&what, "add #2, #3 and so on to the label"));
        }
        let made = key.throw(Die::from_sides(roll.sides)?, &roll.label)?;
        if made != roll.face {
            return Err(LedgerError::WrongDie { label: roll.label.clone(), claimed: roll.face, made });
        }
    }
    Ok(())
}
