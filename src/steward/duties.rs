//! What a seat does by itself: opens the links that are due, sends back illegal orders, answers by standing
//! orders, decides by default for a side that was late, draws cards, brings prepared sheets, shows hidden
//! choices when the rules ask for them and all of them when the battle is over.

use super::{Agent, Seat, StewardError};
use tess_effects::Question;
use tess_game::AnyPosition;
use tess_ledger::{Answer, At, Entry, Id, Kind, Orders, Reject, Reveal, Role, Signed};
use tess_table::Wait;

/// More events than any chain of answers in one pass; a bound on a program gone wrong.
const MOST: usize = 4096;

impl Seat {
    /// Does everything that is this role's to do without its player, until it is somebody else's turn. Gives
    /// back the events signed.
    ///
    /// # Errors
    /// When a file fails or the log refuses what the rules ask for.
    pub fn do_duties(
        &mut self,
        agent: &mut dyn Agent<dyn AnyPosition>,
        at: &mut dyn FnMut() -> At,
    ) -> Result<Vec<Signed>, StewardError> {
        let mut signed = Vec::new();
        let stopped =
            !self.accusations()?.is_empty() || self.is_copy()? || self.signed_elsewhere()?.is_some();
        if stopped || !self.can_sign(at()) {
            return Ok(signed);
        }
        while signed.len() < MOST {
            if let Some(chain) = self.owed_chain(at())? {
                signed.push(chain);
                continue;
            }
            if self.awaits_chain().is_some() {
                break;
            }
            let role = self.settings.role.clone();
            signed.extend(self.give_pending(false, &mut *at)?);
            if let Some(kind) = self.default_word()? {
                signed.push(self.sign(kind, at())?);
                continue;
            }
            let kind = match self.wait()? {
                // the others have been asked whether the action is void, and nothing else can be done
                Wait::Link { opener, action } if opener == role && self.has_said_void(&action) => break,
                Wait::Link { opener, action } if opener == role => self.open_link(&action)?,
                Wait::Reject { opener, action, refusal } if opener == role => {
                    Kind::Reject(Reject { action, reason: refusal.to_string() })
                }
                Wait::Answer { side, question, .. } if side == role => {
                    let Some(answer) = self.answer_of(&role, &question, agent)? else { break };
                    Kind::Answer(answer)
                }
                Wait::Orders(deed) if deed.side == role.as_str() => {
                    let Some(orders) = self.orders_of(&role, agent)? else { break };
                    Kind::Orders(orders)
                }
                Wait::Answer { side, question, .. } if role.is_umpire() => {
                    let Some(answer) = self.answer_for(&side, &question)? else { break };
                    answer
                }
                Wait::Orders(deed) if role.is_umpire() => {
                    let side = self.ledger.sides().find(|side| side.as_str() == deed.side).cloned();
                    let Some(side) = side else { break };
                    let Some(orders) = self.sheet_for(&side)? else { break };
                    orders
                }
                Wait::Over(_) => {
                    let Some(opening) = self.opening_word()? else { break };
                    opening
                }
                _ => break,
            };
            signed.push(self.sign(kind, at())?);
        }
        Ok(signed)
    }

    /// The answer to a question put to this role: the only one there can be, else by its standing orders,
    /// else its agent's.
    fn answer_of(
        &mut self,
        role: &Role,
        question: &Question,
        agent: &mut dyn Agent<dyn AnyPosition>,
    ) -> Result<Option<Answer>, StewardError> {
        if let Some(answer) = self.vault()?.at_once(question) {
            return Ok(Some(answer));
        }
        let question = self.vault()?.as_put(question);
        let answer = match self.own_answer(&question)? {
            Some(key) => Some(key),
            None => agent.answer(&*self.confided(self.table.view())?, role, &question),
        };
        let Some(answer) = answer.filter(|key| question.allows(key)) else { return Ok(None) };
        Ok(Some(self.vault()?.answer(&question, &answer)?))
    }

    /// The orders of this role when it is to act: the only sheet there can be, else one it has prepared,
    /// else its agent's. A sheet that is refused is told to it.
    fn orders_of(
        &mut self,
        role: &Role,
        agent: &mut dyn Agent<dyn AnyPosition>,
    ) -> Result<Option<Orders>, StewardError> {
        let own = match self.table.position().only_sheet(role.as_str()) {
            None => self.own_sheet()?,
            only => only,
        };
        let seen = self.confided(self.table.view())?;
        let Some(sheet) = own.or_else(|| agent.orders(&*seen, role)) else { return Ok(None) };
        match self.vault()?.orders(self.table.position(), &sheet, None) {
            Ok(orders) => Ok(Some(orders)),
            Err(error) => {
                self.tell(role, format!("orders prepared for {role} are not sent: {error}"));
                Ok(None)
            }
        }
    }

    /// Has this seat the key that the log has, and does the log not lie ahead of its clock?
    fn can_sign(&self, now: At) -> bool {
        let own = self.ledger.player(&self.settings.role).is_some_and(|me| me.key == self.key.public());
        own && self.check_clock(now).is_ok()
    }

    /// Has this role said that the chain is lost, whose link is due?
    fn has_said_void(&self, action: &Id) -> bool {
        let own = |entry: &&Entry| entry.event().by == self.settings.role;
        let said = self.ledger.proposal().filter(own);
        !self.has_chain_for(action) && said.is_some_and(|entry| matches!(entry.event().kind, Kind::Void(_)))
    }

    /// Is the chain here that gives the link for this action? One that was anchored after it could have been
    /// chosen to fit it, and gives none (protocol section 5).
    pub(super) fn has_chain_for(&self, action: &Id) -> bool {
        let named = self.ledger.player(&self.settings.role).map(|player| player.chain.since);
        let bound = self.ledger.action(action).map(|action| action.seq);
        self.chain.is_some() && named.zip(bound).is_none_or(|(since, bound)| since <= bound)
    }

    /// The `reveal` for an action that waits for this role's link. The journal of the chain is on the disk
    /// before the link leaves it; the whole action has been replayed and checked before by the table.
    fn open_link(&mut self, action: &Id) -> Result<Kind, StewardError> {
        let role = self.settings.role.clone();
        let unknown =
            || StewardError::refused("the log knows no such action", "process the missing mails first");
        let player = self.ledger.player(&role).ok_or_else(unknown)?;
        let state = player.chain.clone();
        if !self.has_chain_for(action) {
            let what = match self.chain {
                None => "the chain that the log names is not in this folder",
                Some(_) => {
                    "the chain that the log names was anchored after the action that waits for its link"
                }
            };
            let help = match self.chain {
                None => {
                    "bring its files back from a copy, or say `tess void` and, when the others have agreed, `tess reanchor`"
                }
                Some(_) => "say `tess void`; when the others have agreed, the action is given again",
            };
            return Err(StewardError::refused(what, help));
        }
        let Some(chain) = &mut self.chain else { return Err(unknown()) };
        let (index, link) = chain.open_link(&state, action)?;
        let found = self.ledger.action(action).ok_or_else(unknown)?;
        let is_last = found.opened.len() + 1 == found.openers.len();
        let mut claims = (None, None);
        if is_last {
            let key = self.ledger.roll_key_with(index, link).ok_or_else(unknown)?;
            let (rolls, stopped_at) = self.table.claims(&key).ok_or_else(unknown)?;
            claims = (Some(rolls), stopped_at);
        }
        Ok(Kind::Reveal(Reveal { action: *action, index, link, rolls: claims.0, stopped_at: claims.1 }))
    }
}
