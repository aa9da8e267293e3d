//! The game as the table sees it: sheets read, lines carried out, whose decision it is.

use super::default_orders;
use crate::events::Legion;
use crate::events::command::CommandEvent;
use crate::read::{self, Order};
use crate::refusal::course::Untimely;
use crate::state::Position;
use crate::written::{Line, Sheet};
use crate::{Flow, Happening, Oracle, Outcome, Refusal, turn};
use tess_diagnostic::Report;
use tess_effects::{Duty, Game, Rule, Side, Stop};

impl Game for Legion {
    type Position = Position;
    /// A line as written. It is resolved when it is due, when the dice before it are known.
    type Line = Line;
    type Happening = Happening;
    type Refusal = Refusal;
    /// A complaint drawn under its line.
    type Complaint = String;
    type Mark = Box<Position>;

    fn read(position: &Position, side: &str, sheet: &str) -> Result<Vec<Line>, Vec<String>> {
        let Some(side) = position.set.find_side(side) else {
            return Err(vec![format!("there is no side {side} in this battle")]);
        };
        let (written, mut diagnostics) = Sheet::parse(sheet);
        diagnostics.extend(read::unknown(position, side, &written));
        let drawn = |d| Report { source: sheet, diagnostics: std::slice::from_ref(d) }.plain();
        let errors: Vec<String> = diagnostics.iter().filter(|d| d.is_error()).map(drawn).collect();
        if errors.is_empty() { Ok(written.lines) } else { Err(errors) }
    }

    fn line_number(line: &Line) -> u32 {
        line.number
    }

    fn carry_out(position: &mut Position, side: &str, line: &Line, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
        let Some(side) = position.set.find_side(side) else {
            let why = Untimely::NoSide(side.to_owned());
            return Err(Refusal::new(Rule("turn.sequence"), why).into());
        };
        let orders = match read::orders(position, side, line) {
            Ok(orders) => orders,
            Err(refusal) if line.lenient => {
                leave_out(line, refusal, false, oracle);
                return Ok(Outcome::Done);
            }
            Err(refusal) => return Err(refusal.into()),
        };
        for order in orders {
            let outcome = if line.lenient {
                tried(position, side, (&order, line), oracle)?
            } else {
                one(position, side, &order, oracle)?
            };
            if outcome != Outcome::Done {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Done)
    }

    fn mark(position: &mut Position) -> Box<Position> {
        Box::new(position.clone())
    }

    fn go_back(position: &mut Position, mark: Box<Position>) {
        *position = *mark;
    }

    fn default_orders(position: &Position, side: &str) -> Vec<String> {
        position.set.find_side(side).map_or_else(Vec::new, |side| default_orders::sheets(position, side))
    }

    fn duty(position: &Position) -> Duty {
        turn::duty(position)
    }

    fn encode(position: &Position, out: &mut Vec<u8>) {
        position.encode(out);
    }

    fn sides(position: &Position) -> [String; 2] {
        position.set.sides.0.clone()
    }
}

/// Carries an order out, all of it or, when it is refused, nothing.
fn obey(position: &mut Position, side: Side, order: &Order, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    let (before, mark) = (position.clone(), oracle.recorded());
    let outcome = turn::obey(position, side, order, oracle);
    if matches!(outcome, Err(Stop::Refused(_))) {
        *position = before;
        oracle.forget_after(mark);
    }
    outcome
}

/// One order of a line that may hold several. An order refused after the dice of an earlier one cannot take
/// those back: the line is cut short before it.
fn one(position: &mut Position, side: Side, order: &Order, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    let bound = oracle.is_bound();
    match obey(position, side, order, oracle) {
        Err(Stop::Refused(refusal)) if bound => Ok(Outcome::CutShort(*refusal)),
        other => other,
    }
}

/// An order after `try`: what the rules do not allow is left out.
fn tried(
    position: &mut Position,
    side: Side,
    (order, line): (&Order, &Line),
    oracle: &mut Oracle<'_>,
) -> Flow<Outcome> {
    let (refusal, begun) = match obey(position, side, order, oracle) {
        Err(Stop::Refused(refusal)) => (*refusal, false),
        Ok(Outcome::CutShort(refusal)) => (refusal, true),
        other => return other,
    };
    leave_out(line, refusal, begun, oracle);
    Ok(Outcome::Done)
}

fn leave_out(line: &Line, refusal: Refusal, begun: bool, oracle: &mut Oracle<'_>) {
    let text = line.to_string();
    oracle.tell(|| Happening::Command(CommandEvent::LeftOut { text, refusal, begun }));
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::formation::Formation;
    use crate::refusal::Secret;
    use crate::refusal::Why;
    use crate::refusal::field::Unordered;
    use crate::setup::CommandId;
    use crate::state::Acting;
    use crate::state::Segment;
    use crate::state::Stage;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::unit;
    use tess_effects::Answer;
    use tess_effects::Answered;
    use tess_effects::Dice;
    use tess_effects::Hidden;
    use tess_effects::Recorded;
    use tess_effects::Scripted;
    use tess_effects::Seal;

    fn field() -> Position {
        ground(vec![
            unit("H1", 0, (LEGION, 4), stance(10, 10, 0), Formation::Line),
            unit("H2", 1, (LEGION, 4), stance(20, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 6), stance(10, 20, 180), Formation::Double),
        ])
    }

    type Given<'a> = (&'a str, &'a str, Option<(Seal, &'a str)>);

    /// A seal of this number.
    fn seal(n: u8, word: &str) -> Seal {
        Seal(tess_dice::seal(&[n; 32], word))
    }

    /// Carries out a sheet. Its secrets are sealed from this number on and shown with it when it says so;
    /// the dice lie behind the last but one answer.
    fn act(
        pos: &mut Position,
        (side, sheet): (&str, &str),
        (first, show): (u8, bool),
        given: &[Given<'_>],
        dice: &[(&str, u8)],
    ) -> Vec<Happening> {
        let sealed = read::seal_up(sheet).expect("a sheet");
        let seals: Vec<Seal> = (first..).zip(&sealed.values).map(|(n, v)| seal(n, v)).collect();
        let shown = seals.iter().copied().zip(sealed.values.iter().cloned()).filter(|_| show).collect();
        let mut hidden = vec![Hidden { seals, shown }];
        let faces: BTreeMap<String, u8> = dice.iter().map(|&(l, f)| (l.to_owned(), f)).collect();
        let mut answers = Vec::new();
        for (n, (question, answer, shown)) in given.iter().enumerate() {
            let shown = shown.iter().map(|(s, v)| (*s, (*v).to_owned())).collect();
            hidden.push(Hidden { seals: Vec::new(), shown });
            let faces = if n + 2 == given.len() { faces.clone() } else { BTreeMap::new() };
            let dice = Dice::Scripted(Scripted { faces, otherwise: None });
            answers.push(Answered { question: (*question).into(), answer: Answer((*answer).into()), dice });
        }
        let lines = Legion::read(pos, side, &sealed.sheet).expect("readable");
        let mut oracle = Oracle::new(Dice::Closed, &answers).with_hidden(&hidden);
        for line in &lines {
            oracle.next_order();
            assert_eq!(Legion::carry_out(pos, side, line, &mut oracle), Ok(Outcome::Done), "{}", line.text);
        }
        assert_eq!(oracle.answers_used(), given.len());
        let happened = |e| if let Recorded::Happened(h) = e { Some(h) } else { None };
        oracle.into_record().0.into_iter().filter_map(happened).collect()
    }

    /// Both sides give their orders. 3 + 2 + 1, 5 + 0 + 1 and 5 + 1 are equal, so that all three roll again.
    fn opened(pos: &mut Position) -> Vec<Happening> {
        act(pos, ("rome", "order C1 advance; order C2 hold"), (0, false), &[], &[]);
        let given = [
            ("open-order:c1", "open", Some((seal(0, "advance"), "advance"))),
            ("open-order:c2", "open", Some((seal(1, "hold"), "hold"))),
            ("initiative:g1", "last", None),
        ];
        let first = [("initiative:c1", 3), ("initiative:c2", 5), ("initiative:g1", 5)];
        let again = [("roll-off:c1", 2), ("roll-off:c2", 4), ("roll-off:g1", 6)];
        act(pos, ("gaul", "order G1 advance"), (9, true), &given, &[first, again].concat())
    }

    #[test]
    fn orders_are_sealed_by_both_and_opened_together() {
        let mut pos = field();
        let told = opened(&mut pos);
        let words: Vec<&str> = pos.commands.iter().map(|c| c.ordered.word()).collect();
        assert_eq!(words, ["advance", "hold", "advance"]);
        assert!(matches!(told[0], Happening::Command(CommandEvent::Sealed(CommandId(2)))));
        let opened =
            |h: &&Happening| matches!(h, Happening::Command(CommandEvent::Opened { lost: false, .. }));
        assert_eq!(told.iter().filter(opened).count(), 3);
    }

    #[test]
    fn a_silent_side_holds_openly() {
        let mut pos = field();
        let sheets = Legion::default_orders(&pos, "rome");
        assert_eq!(sheets, ["order C1 hold\norder C2 hold\n"]);
        let lines = Legion::read(&pos, "rome", &sheets[0]).expect("readable");
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        for line in &lines {
            assert_eq!(Legion::carry_out(&mut pos, "rome", line, &mut oracle), Ok(Outcome::Done));
        }
        let words: Vec<&str> = pos.commands.iter().map(|c| c.ordered.word()).collect();
        assert_eq!(words, ["hold", "hold", "none"]);
        assert_eq!(pos.stage, Stage::Orders { side: Side::Second });
    }

    #[test]
    fn ties_roll_off_and_the_highest_may_act_last() {
        let mut pos = field();
        let told = opened(&mut pos);
        assert!(told.contains(&Happening::Command(CommandEvent::ActsLast(CommandId(2)))));
        let acts = |s: &Stage| {
            matches!(s, Stage::Acting(Acting { command: CommandId(1), step: Segment::Preliminary, .. }))
        };
        assert!(acts(&pos.stage));
        assert_eq!(pos.sequence, [CommandId(0), CommandId(2)]);
    }

    #[test]
    fn a_turn_goes_round() {
        let mut pos = field();
        opened(&mut pos);
        for (side, stage) in
            [("rome", "C1"), ("rome", "G1"), ("gaul", "rally"), ("rome", "rally"), ("gaul", "order")]
        {
            let sheet = if stage == "G1" || stage == "rally" { "try rest; finish" } else { "finish" };
            act(&mut pos, (side, sheet), (0, false), &[], &[]);
            let Duty::Orders(_) = Legion::duty(&pos) else { panic!("over") };
            let here = match &pos.stage {
                Stage::Acting(acting) => pos.set.command(acting.command).code.as_str(),
                Stage::Rally { .. } => "rally",
                Stage::Orders { .. } => "order",
                other => panic!("{other:?}"),
            };
            assert_eq!(here, stage);
        }
        assert_eq!((pos.turn, pos.stage.clone()), (2, Stage::Orders { side: Side::First }));
        assert!(pos.commands.iter().all(|c| c.ordered.word() == "none"));
    }

    fn refusal(pos: &mut Position, side: &str, sheet: &str) -> Refusal {
        let lines = Legion::read(pos, side, sheet).expect("readable");
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        let outcomes: Vec<_> = lines.iter().map(|l| Legion::carry_out(pos, side, l, &mut oracle)).collect();
        match outcomes.into_iter().find_map(Result::err) {
            Some(Stop::Refused(refusal)) => *refusal,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn orders_out_of_turn_and_for_others_are_refused() {
        let mut pos = field();
        let set = std::sync::Arc::clone(&pos.set);
        let mut why = |side, sheet| refusal(&mut pos, side, sheet).why;
        let [c1, c2, g1] = ["C1", "C2", "G1"].map(|code| set.find_command(code).expect("a Command"));
        assert_eq!(why("gaul", "order G1"), Untimely::Others(Side::First).into());
        assert_eq!(why("rome", "order G1"), Why::Unordered(g1, Unordered::Foreign));
        assert_eq!(why("rome", "order C1 advance"), Why::Unordered(c1, Unordered::GivenAway));
        assert_eq!(why("rome", "order C1"), Why::Unsealed(Secret::Order(c1)));
        assert_eq!(why("rome", "finish"), Untimely::NoOrder(vec![c1, c2]).into());
        let complaints = Legion::read(&pos, "rome", "order C9 hold").expect_err("unknown");
        assert!(
            complaints[0].contains("there is no Command `C9`") && complaints[0].contains("~~"),
            "{complaints:?}"
        );
    }

    #[test]
    fn equal_positions_have_equal_bytes() {
        let bytes = |p: &Position| {
            let mut out = Vec::new();
            Legion::encode(p, &mut out);
            out
        };
        let mut moved = field();
        moved.unit_mut(crate::tests::proving_ground::u(0)).hits = 1;
        assert_eq!(bytes(&field()), bytes(&field()));
        assert_ne!(bytes(&field()), bytes(&moved));
    }
}
