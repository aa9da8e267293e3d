//! Running one action: a sheet from its start, with the answers and dice there are.

use tess_effects::{
    Answered, Dice, Game, Hidden, Label, Oracle, Outcome, Question, Recorded, Rolled, Stop, Unfit, Worded,
};

use super::Close;

/// What a run of an action came to, and the position at its end (`()`: who asked for it has that himself).
pub struct Run<G: Game, P = <G as Game>::Position> {
    /// The position at the end; for a run that waits, as far as whole orders went (for looking at, never
    /// stored).
    pub position: P,
    /// What came about.
    pub record: Vec<Recorded<G::Happening>>,
    /// Dice by stretch: 0 = made with the `orders` event, 1 = with the first answer, ...
    pub rolls: Vec<(usize, Rolled)>,
    /// The sides to whom the answered questions were put, in order.
    pub deciders: Vec<String>,
    /// Why it ended.
    pub halt: Halt<G::Refusal>,
}

/// Why a run ended. `R` is the game's refusal, or that in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt<R> {
    /// The action is done.
    Closed(Close<R>),
    /// A die is due.
    Dice(Box<Label>),
    /// A player has to decide.
    Ask(Box<Question>),
    /// The first order is illegal and nothing has been done.
    Illegal(Box<R>, u32),
}

impl<R> Halt<R> {
    /// Why it halted, with its refusal in words.
    #[must_use]
    pub fn worded(self, words: impl FnOnce(&R) -> Worded) -> Halt<Worded> {
        match self {
            Halt::Closed(close) => Halt::Closed(close.worded(words)),
            Halt::Dice(label) => Halt::Dice(label),
            Halt::Ask(question) => Halt::Ask(question),
            Halt::Illegal(refusal, line) => Halt::Illegal(Box::new(words(&refusal)), line),
        }
    }

    /// Is a line refused, as far as it has come?
    #[must_use]
    pub fn refuses(&self) -> bool {
        matches!(self, Halt::Illegal(..) | Halt::Closed(Close::Stopped { .. }))
    }

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

/// Why a sheet cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unopened<R> {
    /// It cannot be read: every complaint.
    Unreadable(String),
    /// Its first order, on this line, is illegal.
    Illegal(Box<R>, u32),
}

/// Is the first order of a sheet legal, as far as that can be known before the first die?
///
/// # Errors
/// What is wrong with it.
pub fn opens<G: Game>(position: &G::Position, side: &str, sheet: &str) -> Result<(), Unopened<G::Refusal>> {
    let lines = G::read(position, side, sheet).map_err(|complaints| {
        let all: Vec<String> = complaints.iter().map(ToString::to_string).collect();
        Unopened::Unreadable(all.join("\n"))
    })?;
    match rehearse_with::<G>(position, side, &lines, Dice::Closed, &[], &[], true).halt {
        Halt::Illegal(refusal, line) => Err(Unopened::Illegal(refusal, line)),
        _ => Ok(()),
    }
}

/// Can a sheet be read, and is no line of it refused, as far as that can be known before the first die?
pub fn comes_through<G: Game>(position: &G::Position, side: &str, sheet: &str) -> bool {
    let Ok(lines) = G::read(position, side, sheet) else { return false };
    !rehearse_with::<G>(position, side, &lines, Dice::Closed, &[], &[], true).halt.refuses()
}

/// Runs a sheet from its start on a copy of the position, with the hidden choices that came with its events,
/// by stretch.
///
/// The lines are carried out one after the other on one copy: a line that is refused leaves it as it was.
pub fn rehearse_with<G: Game>(
    position: &G::Position,
    side: &str,
    lines: &[G::Line],
    first: Dice,
    answers: &[Answered],
    hidden: &[Hidden],
    quiet: bool,
) -> Run<G> {
    let mut position = position.clone();
    let Run { position: (), record, rolls, deciders, halt } =
        perform::<G>(&mut position, side, lines, first, answers, hidden, quiet);
    Run { position, record, rolls, deciders, halt }
}

/// Runs a sheet on the position itself: who may want it back marks it before.
pub fn perform<G: Game>(
    position: &mut G::Position,
    side: &str,
    lines: &[G::Line],
    first: Dice,
    answers: &[Answered],
    hidden: &[Hidden],
    quiet: bool,
) -> Run<G, ()> {
    let oracle = Oracle::new(first, answers).with_hidden(hidden);
    perform_by(position, side, lines, if quiet { oracle.quiet() } else { oracle })
}

/// Runs a sheet on the position itself, with an oracle that has dice and answers already.
pub fn perform_by<G: Game>(
    position: &mut G::Position,
    side: &str,
    lines: &[G::Line],
    mut oracle: Oracle<'_, G>,
) -> Run<G, ()> {
    let mut halt = Halt::Closed(Close::Whole);
    for (whole, line) in lines.iter().enumerate() {
        let number = G::line_number(line);
        oracle.next_order();
        let mark = oracle.recorded();
        match G::carry_out(position, side, line, &mut oracle) {
            Ok(Outcome::Done) => continue,
            Ok(Outcome::CutShort(refusal)) => {
                halt = Halt::Closed(Close::Stopped { line: number, refusal });
            }
            Ok(Outcome::Halted) => {
                halt = Halt::Closed(Close::Halted { line: number });
            }
            Err(Stop::Refused(refusal)) => {
                debug_assert!(!oracle.is_bound(), "refused after a die or an answer: {refusal:?}");
                oracle.forget_after(mark);
                halt = if whole > 0 || oracle.is_bound() {
                    Halt::Closed(Close::Stopped { line: number, refusal: *refusal })
                } else {
                    Halt::Illegal(refusal, number)
                };
            }
            Err(Stop::Dice(label)) => halt = Halt::Dice(label),
            Err(Stop::Ask(question)) => halt = Halt::Ask(question),
        }
        break;
    }
    if lines.is_empty() {
        halt = Halt::Illegal(Box::new(Unfit::Empty.into()), 1);
    }
    let deciders = oracle.take_deciders();
    let (record, rolls) = oracle.into_record();
    Run { position: (), record, rolls, deciders, halt }
}
