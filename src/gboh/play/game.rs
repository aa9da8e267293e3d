//! The game as the table sees it: sheets read, lines carried out, whose decision it is.

use crate::events::CommandEvent;
use crate::order::Order;
use crate::piece::Side;
use crate::play::defaults;
use crate::position::Position;
use crate::read::{self, What};
use crate::refusal::Why;
use crate::state::undo::Checkpoint;
use crate::{Flow, Gboh, Happening, Oracle, Outcome, Refusal, play, written};
use tess_diagnostic::{Diagnostic, Report};
use tess_effects::{Duty, Game, Numbering, Rule, Stop};

impl Game for Gboh {
    type Position = Position;
    /// A line as written. It is resolved when it is due: by then the dice and the enemy's answers before it
    /// are known, so that `fwd` and `all` mean the units where they stand.
    type Line = written::Line;
    type Happening = Happening;
    type Refusal = Refusal;
    /// A complaint drawn under its line.
    type Complaint = String;
    type Mark = Checkpoint;

    fn read(position: &Position, side: &str, sheet: &str) -> Result<Vec<written::Line>, Vec<String>> {
        let Some(side) = position.set.find_side(side) else {
            return Err(vec![format!("there is no side {side} in this battle")]);
        };
        let (written, mut diagnostics) = read::written(sheet, position, side);
        diagnostics.extend(written.prepared.first().map(|prepared| {
            Diagnostic::error("a prepared sheet is not sent, where the enemy could read it")
                .at(prepared.number, prepared.leader.span)
                .help("write it into your standing orders: tess standing FILE --give")
        }));
        let errors: Vec<String> = diagnostics
            .iter()
            .filter(|d| d.is_error())
            .map(|d| Report { source: sheet, diagnostics: std::slice::from_ref(d) }.plain())
            .collect();
        if errors.is_empty() { Ok(written.lines) } else { Err(errors) }
    }

    fn line_number(line: &written::Line) -> u32 {
        line.number
    }

    fn carry_out(
        position: &mut Position,
        side: &str,
        line: &written::Line,
        oracle: &mut Oracle<'_>,
    ) -> Flow<Outcome> {
        let Some(side) = position.set.find_side(side) else {
            return Err(Refusal::new(Rule("2.4"), Why::NoSide(side.to_owned())).into());
        };
        let numbering = position.set.variant.numbering;
        oracle.number_by(numbering);
        match carry_out(position, side, line, oracle) {
            Ok(Outcome::CutShort(refusal)) => Ok(Outcome::CutShort(renumbered(refusal, numbering))),
            Err(Stop::Refused(refusal)) => Err(renumbered(*refusal, numbering).into()),
            other => other,
        }
    }

    fn mark(position: &mut Position) -> Checkpoint {
        position.checkpoint()
    }

    fn go_back(position: &mut Position, mark: Checkpoint) {
        position.go_back(mark);
    }

    fn go_on(position: &mut Position, mark: Checkpoint) {
        position.go_on(mark);
    }

    fn default_orders(position: &Position, side: &str) -> Vec<String> {
        position.set.find_side(side).map_or_else(Vec::new, |side| defaults::sheets(position, side))
    }

    fn duty(position: &Position) -> Duty {
        play::duty(position)
    }

    fn encode(position: &Position, out: &mut Vec<u8>) {
        position.encode(out);
    }

    fn sides(position: &Position) -> [String; 2] {
        position.set.sides.0.clone()
    }
}

/// A refusal under the number that the book has for its rule.
fn renumbered(refusal: Refusal, numbering: Numbering) -> Refusal {
    Refusal { rule: numbering.of(refusal.rule), ..refusal }
}

/// A line's orders in turn.
fn carry_out(
    position: &mut Position,
    side: Side,
    line: &written::Line,
    oracle: &mut Oracle<'_>,
) -> Flow<Outcome> {
    let (found, complaints) = read::one(line, position, side);
    let found = found.as_slice();
    if let Some(complaint) = complaints.iter().find(|d| d.is_error()) {
        let refusal = Refusal::new(Rule("5.2"), Why::Unread(Box::new(complaint.clone())));
        if !line.lenient {
            return Err(refusal.into());
        }
        leave_out(line, (refusal, false), oracle);
        return Ok(Outcome::Done);
    }
    if line.lenient {
        return each_tried(position, side, (found, line), oracle);
    }
    whole(position, oracle, |position, oracle| all(position, side, found, oracle))
}

/// Carries something out, all of it or, when it is refused, nothing.
fn whole(
    position: &mut Position,
    oracle: &mut Oracle<'_>,
    work: impl FnOnce(&mut Position, &mut Oracle<'_>) -> Flow<Outcome>,
) -> Flow<Outcome> {
    let (before, mark) = (position.checkpoint(), oracle.recorded());
    let outcome = work(position, oracle);
    if matches!(outcome, Err(Stop::Refused(_))) {
        position.go_back(before);
        oracle.forget_after(mark);
    } else {
        position.go_on(before);
    }
    outcome
}

/// The orders of a line, up to the first that cannot be carried out.
fn all(position: &mut Position, side: Side, found: &[What], oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    for said in found {
        let outcome = match said {
            What::Stop(stop) if stop.applies(position) => Outcome::Halted,
            What::Stop(_) => continue,
            What::Order(order) => one(position, side, order, oracle)?,
        };
        if outcome != Outcome::Done {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Done)
}

/// The orders of a line after `try`.
fn each_tried(
    position: &mut Position,
    side: Side,
    (found, line): (&[What], &written::Line),
    oracle: &mut Oracle<'_>,
) -> Flow<Outcome> {
    for said in found {
        match said {
            What::Stop(stop) if stop.applies(position) => return Ok(Outcome::Halted),
            What::Stop(_) => {}
            What::Order(order) => tried(position, side, (order, line), oracle)?,
        }
    }
    Ok(Outcome::Done)
}

/// An order after `try`: what the rules do not allow is left out.
fn tried(
    position: &mut Position,
    side: Side,
    (order, line): (&Order, &written::Line),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    let refused = match whole(position, oracle, |position, oracle| play::obey(position, side, order, oracle))
    {
        Err(Stop::Refused(refusal)) => (*refusal, false),
        Ok(Outcome::CutShort(refusal)) => (refusal, true),
        Ok(Outcome::Done | Outcome::Halted) => return Ok(()),
        Err(stop) => return Err(stop),
    };
    leave_out(line, refused, oracle);
    Ok(())
}

/// Tells what was left out and why, and whether it had begun.
fn leave_out(line: &written::Line, (refusal, begun): (Refusal, bool), oracle: &mut Oracle<'_>) {
    oracle.tell(|| Happening::Command(CommandEvent::LeftOut { text: line.to_string(), refusal, begun }));
}

/// One order of a line that may hold several. An order refused after the dice of an earlier one cannot take
/// those back: the line is cut short before it.
fn one(position: &mut Position, side: Side, order: &Order, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    if !oracle.is_bound() {
        return play::obey(position, side, order, oracle);
    }
    match whole(position, oracle, |position, oracle| play::obey(position, side, order, oracle)) {
        Err(Stop::Refused(refusal)) => Ok(Outcome::CutShort(*refusal)),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::piece::{Rank, UnitType};
    use crate::position::{Morale, Place};
    use crate::proving_ground::{ground, leader, u, unit};
    use crate::state::stage::{Phase, PhaseKind, Stage};
    use crate::{LeaderId, UnitId};
    use tess_effects::{Dice, Oracle, Recorded, Scripted};
    use tess_hex::Facing;

    fn field() -> Position {
        let mut pos = ground(
            vec![
                unit("A1", Side::First, UnitType::MI, (5, 6, 5), 2010, Facing::E),
                unit("A2", Side::First, UnitType::MI, (5, 6, 5), 2012, Facing::E),
            ],
            vec![leader("REG", Side::First, Rank::Overall, 4, 2011)],
        );
        pos.stage = Stage::Orders(Phase::new(LeaderId(0), Side::First, PhaseKind::Initial));
        pos
    }

    fn carry_out(pos: &mut Position, text: &str, faces: &[(&str, u8)]) -> Flow<Outcome> {
        let lines = Gboh::read(pos, "rome", text).expect("a sheet that can be read");
        let faces: BTreeMap<String, u8> = faces.iter().map(|&(l, f)| (l.to_owned(), f)).collect();
        let mut oracle = Oracle::new(Dice::Scripted(Scripted { faces, otherwise: None }), &[]);
        let mut last = Ok(Outcome::Done);
        for line in &lines {
            oracle.next_order();
            last = Gboh::carry_out(pos, "rome", line, &mut oracle);
        }
        let (record, _) = oracle.into_record();
        assert!(record.iter().all(|e| !matches!(e, Recorded::Decided(..))));
        last
    }

    fn hits(pos: &mut Position, unit: UnitId, hits: u8) {
        pos.unit_mut(unit).morale = Morale::Steady { hits };
    }

    #[test]
    fn a_sheet_is_read_and_its_lines_carried_out() {
        let mut pos = field();
        hits(&mut pos, u(0), 3);
        hits(&mut pos, u(1), 2);
        assert_eq!(carry_out(&mut pos, "recover A1, A2", &[]), Ok(Outcome::Done));
        assert_eq!((pos.hits(u(0)), pos.hits(u(1))), (1, 0));
    }

    #[test]
    fn every_complaint_about_a_sheet_comes_at_once_and_drawn() {
        let complaints = Gboh::read(&field(), "rome", "recover Q7\nrally Q8").expect_err("unknown units");
        assert_eq!(complaints.len(), 2);
        assert!(complaints[0].contains("Q7") && complaints[1].contains("Q8"));
        assert!(Gboh::read(&field(), "gaul", "finish").is_err());
    }

    #[test]
    fn a_stop_that_applies_halts_the_sheet() {
        let mut pos = field();
        assert_eq!(carry_out(&mut pos, "stop if turn >= 1", &[]), Ok(Outcome::Halted));
        assert_eq!(carry_out(&mut pos, "stop if turn > 1", &[]), Ok(Outcome::Done));
    }

    #[test]
    fn what_was_only_to_be_tried_is_left_out_when_it_is_not_allowed() {
        let mut pos = field();
        hits(&mut pos, u(1), 2);
        assert_eq!(
            carry_out(&mut pos, "try recover A1, A2", &[]),
            Ok(Outcome::Done),
            "A1 has no hit to lose"
        );
        assert_eq!(pos.hits(u(1)), 0, "A2 is recovered all the same");
        let before = pos.clone();
        assert_eq!(carry_out(&mut pos, "try rally A2", &[]), Ok(Outcome::Done));
        assert_eq!(pos.unit(u(1)), before.unit(u(1)));
        assert!(carry_out(&mut pos, "rally A2", &[]).is_err(), "without the word it is refused");
    }

    #[test]
    fn what_was_left_out_is_told_with_its_reason() {
        let mut pos = field();
        let lines = Gboh::read(&pos, "rome", "try rally A2").expect("a sheet");
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        assert_eq!(Gboh::carry_out(&mut pos, "rome", &lines[0], &mut oracle), Ok(Outcome::Done));
        let (record, _) = oracle.into_record();
        let [Recorded::Happened(Happening::Command(CommandEvent::LeftOut { text, refusal, begun: false }))] =
            record.as_slice()
        else {
            panic!("{record:?}");
        };
        assert_eq!((text.as_str(), refusal.rule), ("try rally A2", Rule("10.28")));
    }

    #[test]
    fn a_prepared_sheet_is_not_sent() {
        let complaints =
            Gboh::read(&field(), "rome", "finish\nprepare REG { activate REG }").expect_err("sent");
        assert!(complaints[0].contains("standing orders"), "{complaints:?}");
    }

    #[test]
    fn an_order_refused_after_a_die_of_its_own_line_cuts_the_line_short() {
        let mut pos = field();
        pos.unit_mut(u(0)).morale = Morale::Routed;
        let done = carry_out(&mut pos, "rally A1, A2", &[("rally:a1", 8)]);
        let Ok(Outcome::CutShort(refusal)) = done else { panic!("{done:?}") };
        assert_eq!(refusal.rule, Rule("10.28"), "A2 is not routed");
        assert_eq!(
            pos.unit(u(0)).place,
            Place::Eliminated,
            "8 is above its quality, and what was done stands"
        );
        assert_eq!(pos.stage.phase().map(|p| p.orders_used), Some(1));
    }

    #[test]
    fn equal_positions_have_equal_bytes_and_sides_have_names() {
        let bytes = |p: &Position| {
            let mut out = Vec::new();
            Gboh::encode(p, &mut out);
            out
        };
        assert_eq!(bytes(&field()), bytes(&field()));
        assert_eq!(Gboh::sides(&field()), ["rome".to_owned(), "carthage".to_owned()]);
        assert!(matches!(Gboh::duty(&field()), Duty::Orders(deed) if deed.side == "rome"));
    }
}
