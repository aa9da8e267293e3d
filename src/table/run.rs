//! Running one action: a sheet from its start, with the answers and dice there are.

use crate::effects::{
    Answered, Dice, Entry, Game, Hidden, Label, Oracle, Outcome, Question, Refusal, Rolled, Rule, Stop,
};

use super::Close;

/// What a run of an action came to.
pub struct Run<G: Game> {
    /// The position at the end; for a run that waits, as far as whole orders went (for looking at, never
    /// stored).
    pub position: G::Position,
    /// What came about.
    pub record: Vec<Entry<G::Happening>>,
    /// Dice by stretch: 0 = made with the `orders` event, 1 = with the first answer, ...
    pub rolls: Vec<(usize, Rolled)>,
    /// The sides to whom the answered questions were put, in order.
    pub deciders: Vec<String>,
    /// Why it ended.
    pub halt: Halt,
}

/// Why a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// The action is done.
    Closed(Close),
    /// A die is due.
    Dice(Box<Label>),
    /// A player has to decide.
    Ask(Box<Question>),
    /// The first order is illegal and nothing has been done.
    Illegal(Box<Refusal>, u32),
}

impl Halt {
    /// The line of the sheet where the action stopped before its end, as `line 4`; for `reveal`.
    #[must_use]
    pub fn stopped_at(&self) -> Option<String> {
        match self {
            Halt::Closed(Close::Stopped { line, .. } | Close::Halted { line, .. }) => {
                Some(format!("line {line}"))
            }
            _ => None,
        }
    }
}

/// Runs a sheet from its start on a copy of the position.
pub fn rehearse<G: Game>(
    position: &G::Position,
    side: &str,
    lines: &[G::Line],
    first: Dice,
    answers: &[Answered],
    quiet: bool,
) -> Run<G> {
    rehearse_with::<G>(position, side, lines, first, answers, &[], quiet)
}

/// The same with the hidden choices that came with its events, by stretch.
pub fn rehearse_with<G: Game>(
    position: &G::Position,
    side: &str,
    lines: &[G::Line],
    first: Dice,
    answers: &[Answered],
    hidden: &[Hidden],
    quiet: bool,
) -> Run<G> {
    let mut oracle = Oracle::new(first, answers).with_hidden(hidden);
    if quiet {
        oracle = oracle.quiet();
    }
    // A copy is made only when an order needs it, and the memory of the last one serves again.
    let mut here: Option<G::Position> = None;
    let mut spare: Option<G::Position> = None;
    let mut halt = Halt::Closed(Close::Whole);
    let mut anything = false;
    for line in lines {
        let number = G::line_number(line);
        oracle.next_order();
        let mark = oracle.recorded();
        let from = here.as_ref().unwrap_or(position);
        let mut next = match spare.take() {
            Some(mut spare) => {
                spare.clone_from(from);
                spare
            }
            None => from.clone(),
        };
        match G::carry_out(&mut next, side, line, &mut oracle) {
            Ok(Outcome::Done) => {
                spare = here.replace(next);
                anything = true;
            }
            Ok(Outcome::CutShort(refusal)) => {
                here = Some(next);
                halt = Halt::Closed(Close::Stopped { line: number, refusal });
                break;
            }
            Ok(Outcome::Halted(why)) => {
                halt = Halt::Closed(Close::Halted { line: number, why });
                break;
            }
            Err(Stop::Refused(refusal)) => {
                debug_assert!(!oracle.is_bound(), "refused after a die or an answer: {refusal}");
                oracle.forget_after(mark);
                halt = if anything || oracle.is_bound() {
                    Halt::Closed(Close::Stopped { line: number, refusal: *refusal })
                } else {
                    Halt::Illegal(refusal, number)
                };
                break;
            }
            Err(Stop::Dice(label)) => {
                halt = Halt::Dice(label);
                here = Some(next);
                break;
            }
            Err(Stop::Ask(question)) => {
                halt = Halt::Ask(question);
                here = Some(next);
                break;
            }
        }
    }
    if lines.is_empty() {
        let refusal = Refusal::new(Rule("5.2"), "the sheet holds no order").help("write at least one order");
        halt = Halt::Illegal(Box::new(refusal), 1);
    }
    let deciders = oracle.deciders().to_vec();
    let (record, rolls) = oracle.into_record();
    let position = here.unwrap_or_else(|| position.clone());
    Run { position, record, rolls, deciders, halt }
}
