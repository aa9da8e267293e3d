//! The oracle: grants the effects while one action is carried out.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::label::{name_in, repetition};
use super::{
    Answer, Flow, Game, Hidden, Label, Matter, Numbering, Offer, Options, Question, Recorded, Rolled, Rule,
    Seal, Stop,
};
use tess_dice::{Die, RollKey};

/// Where the dice of one stretch of an action come from.
#[derive(Clone)]
pub enum Dice {
    /// The link has not been opened: the first roll stops the run.
    Closed,
    /// Derived from the opened links and the id of the action.
    Keyed(RollKey),
    /// Written down beforehand, by label: for rule cases and the laboratory.
    Scripted(Scripted),
}

/// Dice written down beforehand.
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    /// Faces by label (`purpose:subject`, `purpose:subject#2`), used once each.
    pub faces: BTreeMap<String, u8>,
    /// The face of every die that is not named; `None` stops the run there.
    pub otherwise: Option<u8>,
}

/// The face of a die that is not named. A tie that is thrown again for ever would never end with equal
/// faces: from the tenth throw of one label on they differ by side and throw.
fn otherwise(script: &Scripted, label: &Label) -> Option<u8> {
    let face = script.otherwise?;
    let again = label.text.rsplit_once('#').is_some_and(|(_, n)| n.parse::<u32>().is_ok_and(|n| n >= 10));
    let sum = label.text.bytes().fold(0_u32, |sum, b| sum.wrapping_mul(31).wrapping_add(u32::from(b)));
    Some(if again { 1 + (sum % 6) as u8 } else { face })
}

/// One answer of a player, and the dice of the stretch that begins with it.
#[derive(Clone)]
pub struct Answered {
    /// The question's id, as the engine made it.
    pub question: String,
    /// The choice taken.
    pub answer: Answer,
    /// The dice after it: made with the answer's own id and links.
    pub dice: Dice,
}

/// An answer that is given on the spot.
pub struct Present {
    /// The choice taken.
    pub answer: Answer,
    /// The hidden choice that it shows.
    pub shown: Option<(Seal, String)>,
    /// The dice after it.
    pub dice: Dice,
}

/// Somebody who is there and answers what no recorded answer does, or leaves it open.
pub type Answerer<'a> = &'a mut dyn FnMut(&Question) -> Option<Present>;

/// Dice thrown, each with the number of its stretch.
pub type Throws = Vec<(usize, Rolled)>;

/// Grants rolls and answers to the rules and keeps the record of what came about.
///
/// A run begins with the dice of the `orders` event. Each answer used begins a new stretch
/// with its own dice and its own numbering of labels.
pub struct Oracle<'a, G: Game> {
    dice: Cow<'a, Dice>,
    answers: &'a [Answered],
    answerer: Option<Answerer<'a>>,
    /// The questions answered on the spot, with what was shown.
    given: Vec<(String, Option<(Seal, String)>)>,
    record: Option<Vec<Recorded<G::Happening>>>,
    rolls: Throws,
    stretch: usize,
    deciders: Vec<String>,
    hidden: &'a [Hidden],
    seals_used: (usize, usize),
    used: bool,
    numbering: Option<Numbering>,
}

impl<'a, G: Game> Oracle<'a, G> {
    /// An oracle for one action: the dice of its first stretch and the answers that follow it.
    #[must_use]
    pub fn new(dice: Dice, answers: &'a [Answered]) -> Oracle<'a, G> {
        Oracle {
            dice: Cow::Owned(dice),
            answers,
            answerer: None,
            given: Vec::new(),
            record: Some(Vec::new()),
            rolls: Vec::new(),
            stretch: 0,
            deciders: Vec::with_capacity(answers.len()),
            hidden: &[],
            seals_used: (0, 0),
            used: false,
            numbering: None,
        }
    }

    /// From now on rules are told by the numbers of this book.
    pub fn number_by(&mut self, numbering: Numbering) {
        self.numbering = (!numbering.pairs.is_empty()).then_some(numbering);
    }

    fn told(&self, rule: Rule) -> Rule {
        self.numbering.map_or(rule, |n| n.of(rule))
    }

    /// An oracle without a record, for replays that nobody reads.
    #[must_use]
    pub fn quiet(mut self) -> Oracle<'a, G> {
        self.record = None;
        self
    }

    /// Adds the hidden choices that came with the events of the action, by stretch.
    #[must_use]
    pub fn with_hidden(mut self, hidden: &'a [Hidden]) -> Oracle<'a, G> {
        self.hidden = hidden;
        self
    }

    /// Lets somebody answer on the spot what no recorded answer does: for those who try a sheet many
    /// times. In a battle every answer is an event, and recorded.
    #[must_use]
    pub fn answered_by(mut self, answerer: Answerer<'a>) -> Oracle<'a, G> {
        self.answerer = Some(answerer);
        self
    }

    /// Commits a hidden choice: takes the next seal that came with the event. `None` when it brought none
    /// for it: then the order is refused.
    pub fn seal(&mut self) -> Option<Seal> {
        if self.seals_used.0 != self.stretch {
            self.seals_used = (self.stretch, 0);
        }
        let seal = self.hidden.get(self.stretch)?.seals.get(self.seals_used.1)?;
        self.seals_used.1 += 1;
        Some(*seal)
    }

    /// The value of a hidden choice, when an event of this action so far has shown it.
    #[must_use]
    pub fn unseal(&self, seal: Seal) -> Option<String> {
        let so_far = self.hidden.iter().take(self.stretch + 1).flat_map(|h| &h.shown);
        let mut so_far = so_far.chain(self.given.iter().filter_map(|(_, shown)| shown.as_ref()));
        so_far.find(|(s, _)| *s == seal).map(|(_, value)| value.clone())
    }

    /// Throws a die.
    ///
    /// # Errors
    /// [`Stop::Dice`] while the link for this stretch is closed.
    pub fn roll(&mut self, die: Die, purpose: &str, subject: &str, rule: Rule) -> Flow<u8, G::Refusal> {
        let rule = self.told(rule);
        let mut label = Label::new(purpose, subject, 1, die, rule);
        label.repeat(1 + self.thrown(&label.text));
        let face = match &*self.dice {
            Dice::Closed => None,
            Dice::Keyed(key) => Some(key.die(die.sides(), &label.text)),
            Dice::Scripted(script) => {
                script.faces.get(&label.text).copied().or_else(|| otherwise(script, &label))
            }
        };
        let Some(face) = face else { return Err(Stop::Dice(Box::new(label))) };
        if matches!(*self.dice, Dice::Scripted(_))
            && let Dice::Scripted(script) = self.dice.to_mut()
        {
            script.faces.remove(&label.text);
        }
        self.used = true;
        let rolled = Rolled { label, face };
        if let Some(record) = &mut self.record {
            record.push(Recorded::Rolled(rolled.clone()));
        }
        if self.rolls.is_empty() {
            // Who throws one die mostly throws several.
            self.rolls.reserve(16);
        }
        self.rolls.push((self.stretch, rolled));
        Ok(face)
    }

    /// How many dice of this name the stretch has thrown so far.
    fn thrown(&self, name: &str) -> u32 {
        let now = self.rolls.iter().rev().take_while(|(stretch, _)| *stretch == self.stretch);
        now.filter(|(_, r)| repetition(&r.label.text, name).is_some()).count() as u32
    }

    /// Throws a ten-sided die, 0 to 9.
    ///
    /// # Errors
    /// [`Stop::Dice`] while the link for this stretch is closed.
    pub fn d10(&mut self, purpose: &str, subject: &str, rule: Rule) -> Flow<u8, G::Refusal> {
        self.roll(Die::D10, purpose, subject, rule)
    }

    /// Asks a player. The answer's key is one of the question's choices.
    ///
    /// A question with a single choice is not asked, unless the answer has to show a hidden choice. An
    /// answer that does not show what it has to is none.
    ///
    /// # Errors
    /// [`Stop::Ask`] while nobody has answered.
    pub fn ask(&mut self, mut question: Question) -> Flow<String, G::Refusal> {
        if let [only] = question.choices.as_slice()
            && question.showing.is_none()
        {
            return Ok(only.key.clone());
        }
        if let Some(numbering) = self.numbering {
            question.rule = numbering.name(&question.rule).to_owned();
        }
        // Named as dice are.
        let mut label = Label::new(&question.window, &question.subject, 1, Die::D10, Rule(""));
        label.repeat(1 + self.asked(&label.text));
        question.id = label.text;
        match self.answers.get(self.stretch) {
            Some(a)
                if a.question == question.id
                    && question.allows(&a.answer.0)
                    && self.is_shown(&question, &a.answer.0) =>
            {
                self.take(a, &question.side);
                if let Some(record) = &mut self.record {
                    record.push(Recorded::Decided(Box::new(question), a.answer.0.clone()));
                }
                Ok(a.answer.0.clone())
            }
            _ => self.ask_who_is_there(question),
        }
    }

    /// The answer of somebody who is there, when all recorded ones have been used.
    fn ask_who_is_there(&mut self, question: Question) -> Flow<String, G::Refusal> {
        let beyond = self.stretch >= self.answers.len();
        let present = self.answerer.as_mut().filter(|_| beyond).and_then(|answerer| answerer(&question));
        let Some(Present { answer: Answer(key), shown, dice }) = present else {
            return Err(Stop::Ask(Box::new(question)));
        };
        self.given.push((question.id.clone(), shown));
        if !question.allows(&key) || !self.is_shown(&question, &key) {
            self.given.pop();
            return Err(Stop::Ask(Box::new(question)));
        }
        self.begin_stretch(Cow::Owned(dice), &question.side);
        if let Some(record) = &mut self.record {
            record.push(Recorded::Decided(Box::new(question), key.clone()));
        }
        Ok(key)
    }

    /// Does the answer bring what it has to show?
    fn is_shown(&self, question: &Question, key: &str) -> bool {
        let given = || self.given.iter().filter_map(|(_, shown)| shown.as_ref());
        let with_it = || self.hidden.iter().take(self.stretch + 2).flat_map(|h| &h.shown).chain(given());
        let known = |seal| with_it().find(|(s, _)| *s == seal).map(|(_, value)| value.clone());
        question.opens(key, known).is_ok()
    }

    /// Takes a decision: looks the recorded answer up among the options when nobody will read of it, else
    /// makes the question, adds all options to it and asks. An only option is taken unasked.
    ///
    /// # Errors
    /// [`Stop::Ask`] while nobody has answered.
    pub fn choose<O: Options>(
        &mut self,
        matter: Matter<'_>,
        options: &O,
        question: impl FnOnce(&Matter<'_>, &[Offer<O::Means>]) -> Question,
    ) -> Flow<O::Means, G::Refusal> {
        if let Some(chosen) = self.recorded_answer(&matter, options) {
            return Ok(chosen);
        }
        let mut offers = options.all();
        if offers.len() == 1
            && let Some(only) = offers.pop()
        {
            return Ok(only.means);
        }
        debug_assert!(offers.iter().all(|offer| options.find(&offer.key).is_some()), "{matter:?}");
        let mut question = question(&matter, &offers);
        for offer in &mut offers {
            question = question.choice(offer.key.clone(), std::mem::take(&mut offer.text));
        }
        let key = self.ask(question)?;
        let chosen = offers.into_iter().find(|offer| offer.key == key);
        Ok(chosen.unwrap_or_else(|| unreachable!("{key} is one of the choices")).means)
    }

    /// What the recorded answer chooses, when the oracle is quiet and the answer is there: then the
    /// question need not be made, which is most of the work of a decision in a replay.
    fn recorded_answer<O: Options>(&mut self, matter: &Matter<'_>, options: &O) -> Option<O::Means> {
        let a = self.answers.get(self.stretch).filter(|_| self.record.is_none())?;
        let name = name_in(&a.question, matter.window, matter.subject)?;
        let nth = 1 + self.asked(name);
        let named = match &a.question[name.len()..] {
            "" => nth == 1,
            again => nth > 1 && again.strip_prefix('#').is_some_and(|n| n == nth.to_string()),
        };
        let chosen = Some(&a.answer.0).filter(|_| named).and_then(|key| options.find(key))?;
        self.take(a, matter.side);
        Some(chosen)
    }

    /// How many questions of this name have been answered so far: the answers used are theirs.
    fn asked(&self, name: &str) -> u32 {
        let used = self.answers.iter().take(self.stretch).map(|a| &a.question);
        let used = used.chain(self.given.iter().map(|(question, _)| question));
        used.filter(|question| repetition(question, name).is_some()).count() as u32
    }

    /// A new stretch begins with this answer, of this side.
    fn take(&mut self, answer: &'a Answered, side: &str) {
        self.begin_stretch(Cow::Borrowed(&answer.dice), side);
    }

    fn begin_stretch(&mut self, dice: Cow<'a, Dice>, side: &str) {
        self.dice = dice;
        self.stretch += 1;
        self.used = true;
        self.deciders.push(side.to_owned());
    }

    /// Does anybody read what is told?
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.record.is_some()
    }

    /// Records that something happened. The closure runs only when somebody will read it.
    pub fn tell(&mut self, happening: impl FnOnce() -> G::Happening) {
        if let Some(record) = &mut self.record {
            record.push(Recorded::Happened(happening()));
        }
    }

    /// Has the current order rolled a die or used an answer? After that it can no longer be
    /// refused, only cut short.
    #[must_use]
    pub fn is_bound(&self) -> bool {
        self.used
    }

    /// Begins the next order of the action.
    pub fn next_order(&mut self) {
        self.used = false;
    }

    /// The dice thrown so far, each with the number of its stretch (0 = the orders event,
    /// 1 = the first answer, ...).
    #[must_use]
    pub fn rolls(&self) -> &[(usize, Rolled)] {
        &self.rolls
    }

    /// How many of the answers have been used.
    #[must_use]
    pub fn answers_used(&self) -> usize {
        self.stretch
    }

    /// Gives up the sides to whom the answered questions were put, in order.
    #[must_use]
    pub fn take_deciders(&mut self) -> Vec<String> {
        std::mem::take(&mut self.deciders)
    }

    /// The scripted faces that no roll has used.
    #[must_use]
    pub fn unused_script(&self) -> Vec<String> {
        match &*self.dice {
            Dice::Scripted(s) => s.faces.keys().cloned().collect(),
            _ => Vec::new(),
        }
    }

    /// Gives up the record and the rolls.
    #[must_use]
    pub fn into_record(self) -> (Vec<Recorded<G::Happening>>, Throws) {
        (self.record.unwrap_or_default(), self.rolls)
    }

    /// The length of the record so far, to cut it back with [`Oracle::forget_after`].
    #[must_use]
    pub fn recorded(&self) -> usize {
        self.record.as_ref().map_or(0, Vec::len)
    }

    /// Drops what was recorded after a mark: an order that was refused leaves no trace.
    pub fn forget_after(&mut self, mark: usize) {
        if let Some(record) = &mut self.record {
            record.truncate(mark);
        }
    }
}
