//! Hidden choices: sealed when a sheet is signed, kept without being written down, shown when the rules ask
//! for it.
//!
//! The salt of a seal follows from the secret of the side's chain and the place of the seal in the log, and
//! a game has few values to hide. So the seal in the log and the chain's file give the choice back: a crash
//! loses nothing.

use super::StewardError;
use tess_effects::{Question, Seal};
use tess_game::{AnyGame, AnyPosition, secret};
use tess_ledger::{Answer, Digest, Kind, Ledger, Orders, Role, Salts, Unseal};
use tess_orders::Sealed;
use tess_table::{Halt, hidden_of};

/// Seals that one sheet can ask to be opened.
const MOST: usize = 64;

/// What a role has sealed in a log.
pub struct Vault<'a> {
    ledger: &'a Ledger,
    role: &'a Role,
    /// Of the role's chains; the first one seals.
    salts: Vec<Salts>,
    /// Everything that this game ever seals.
    values: &'static [&'static str],
}

impl<'a> Vault<'a> {
    /// The vault of a role; its first salts seal, all of them open.
    #[must_use]
    pub fn new(game: &dyn AnyGame, ledger: &'a Ledger, role: &'a Role, salts: Vec<Salts>) -> Vault<'a> {
        Vault { ledger, role, salts, values: game.hidden() }
    }

    /// What opens a seal of this role that the log has not seen opened.
    #[must_use]
    pub fn unopened(&self, seal: Seal) -> Option<Unseal> {
        let digest = Digest(seal.0);
        let record =
            self.ledger.seals().get(&digest).filter(|r| r.side == *self.role && r.opened.is_none())?;
        let entry = self.ledger.entries().get(usize::try_from(record.seq).ok()?)?;
        let given = match &entry.event().kind {
            Kind::Orders(orders) => &orders.seal,
            Kind::Answer(answer) => &answer.seal,
            _ => return None,
        };
        let nth = u32::try_from(given.iter().position(|s| *s == digest)?).ok()?;
        let all = self.salts.iter().flat_map(|salts| self.values.iter().map(move |value| (salts, value)));
        all.map(|(salts, value)| Unseal {
            salt: salts.salt(&self.ledger.game(), record.seq, nth),
            value: (*value).to_owned(),
        })
        .find(|unseal| unseal.seal() == digest)
    }

    /// What a seal hides, as far as this role knows: its own, and all that have been opened.
    #[must_use]
    pub fn value(&self, seal: Seal) -> Option<String> {
        let opened = self.ledger.seals().get(&Digest(seal.0)).and_then(|r| r.opened.clone());
        opened.map(|(_, value)| value).or_else(|| self.unopened(seal).map(|u| u.value))
    }

    /// Every seal of this role that could be opened and is not.
    #[must_use]
    pub fn all_unopened(&self) -> Vec<Unseal> {
        self.ledger.unopened_seals().filter_map(|(digest, _)| self.unopened(Seal(digest.0))).collect()
    }

    /// A sheet as it is signed: hidden choices sealed, and those shown that its orders have to show.
    ///
    /// # Errors
    /// When it cannot be read, or its first order is illegal as far as that can be known before the first
    /// die.
    pub fn orders(
        &self,
        position: &dyn AnyPosition,
        sheet: &str,
        note: Option<String>,
    ) -> Result<Orders, StewardError> {
        let unsigned = "nothing was signed; correct the sheet and send it again";
        let role = self.role.as_str();
        position.may_seal(role, sheet).map_err(|what| StewardError::refused(what, unsigned))?;
        let Sealed { sheet, values } =
            position.game().seal_up(sheet).map_err(|what| StewardError::refused(what, unsigned))?;
        let read = position
            .read(role, &sheet)
            .map_err(|complaints| StewardError::refused(complaints.join("\n"), unsigned))?;
        let mut orders = Orders::of(sheet, note);
        orders.seal = self.seals(&values)?;
        let to_show =
            read.to_show(&|seal| self.value(seal)).map_err(|what| StewardError::refused(what, unsigned))?;
        orders.unseal = to_show.into_iter().filter_map(|seal| self.unopened(seal)).collect();
        while orders.unseal.len() < MOST {
            let mut hidden = hidden_of(&orders.seal, &orders.unseal);
            hidden.shown.extend(self.opened());
            match read.halt(&hidden) {
                Halt::Illegal(refusal, line) => {
                    return Err(StewardError::refused(format!("line {line}: {refusal}"), unsigned));
                }
                Halt::Ask(q) if q.side == role => {
                    let Ok(Some((seal, _))) = q
                        .at_once(|seal| self.value(seal))
                        .map_or(Ok(None), |key| q.opens(&key, |s| self.value(s)))
                    else {
                        break;
                    };
                    let Some(unseal) = self.unopened(seal) else { break };
                    orders.unseal.push(unseal);
                }
                _ => break,
            }
        }
        Ok(orders)
    }

    fn seals(&self, values: &[String]) -> Result<Vec<Digest>, StewardError> {
        let lost = || {
            StewardError::refused(
                "the chain that the log names is not in this folder, and without it nothing can be sealed",
                "bring its files back from a copy, or say `tess void` and, when the others have agreed, `tess reanchor`",
            )
        };
        let (game, seq) = (self.ledger.game(), self.ledger.next_seq());
        let seal = |(nth, value): (u32, &String)| {
            let salts = self.salts.first().ok_or_else(lost)?;
            let salt = salts.salt(&game, seq, nth);
            let value = secret(value, &salt.0);
            Ok(Unseal { salt, value }.seal())
        };
        (0..).zip(values).map(seal).collect()
    }

    fn opened(&self) -> Vec<(Seal, String)> {
        let all = self.ledger.seals().iter();
        all.filter_map(|(digest, r)| Some((Seal(digest.0), r.opened.clone()?.1))).collect()
    }

    /// An answer with what it has to show.
    ///
    /// # Errors
    /// When the choice needs another hidden choice than the one that was sealed.
    pub fn answer(&self, question: &Question, choice: &str) -> Result<Answer, StewardError> {
        let mut answer = Answer::of(question.id.clone(), choice.to_owned());
        match question.opens(choice, |seal| self.value(seal)) {
            Ok(opened) => {
                answer.unseal.extend(opened.and_then(|(seal, _)| self.unopened(seal)));
                Ok(answer)
            }
            Err(wanted) => Err(self.cannot_show(question, choice, &wanted)),
        }
    }

    /// Why an answer cannot be given.
    fn cannot_show(&self, question: &Question, choice: &str, wanted: &[String]) -> StewardError {
        let open = self.as_put(question).choices;
        let others = open.iter().map(|c| c.key.as_str()).collect::<Vec<_>>().join(" or ");
        match question.showing.as_ref().filter(|s| s.asks_of(choice)).map(|s| self.value(s.seal)) {
            Some(None) => StewardError::refused(
                "what was sealed cannot be opened: the chain that sealed it is not in this folder",
                format!("bring its files back from a copy, or answer {others}"),
            ),
            Some(Some(value)) => StewardError::refused(
                format!(
                    "`{choice}` would have to show `{}`, and `{value}` was sealed",
                    wanted.join("` or `")
                ),
                format!("answer {others}"),
            ),
            None => StewardError::refused(
                format!("`{choice}` would have to show what this side has not got"),
                format!("answer {others}"),
            ),
        }
    }

    /// A question without the choices that this role's hidden choice bars.
    #[must_use]
    pub fn as_put(&self, question: &Question) -> Question {
        question.put_to(|seal| self.value(seal))
    }

    /// The answer to a question that decides nothing: the seal is opened, or stays closed when it hides
    /// something else.
    #[must_use]
    pub fn at_once(&self, question: &Question) -> Option<Answer> {
        let key = question.at_once(|seal| self.value(seal))?;
        self.answer(question, &key).ok()
    }
}
