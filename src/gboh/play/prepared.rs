//! Prepared sheets: orders for a coming activation, kept with the standing orders.

use crate::command::may_have_elite;
use crate::piece::{LeaderId, Side};
use crate::position::Position;
use crate::read::plan;
use crate::state::stage::Stage;
use crate::written::Prepared;
use tess_diagnostic::Diagnostic;
use tess_orders::standing::{Ready, Standing};

/// The sheets in a text of standing orders for those leaders of a side whose turn has come, from the top.
/// Nothing of the position is changed, and whether the first order of a sheet is legal is not looked at.
///
/// # Errors
/// What is wrong with the text, drawn for people.
pub fn ready(position: &Position, side: &str, text: &str) -> Result<Vec<Ready>, String> {
    let standing = Standing::<Prepared>::read(text)?;
    let Some(side) = position.set.find_side(side) else { return Ok(Vec::new()) };
    let due = due(position, side);
    let begins = !matches!(position.stage, Stage::Orders(_) | Stage::After(_));
    let meant = |written: &Prepared| {
        let leader = position.set.find_leader(&written.leader.text)?;
        let fits = due.contains(&leader) && activates(written) == begins;
        fits.then(|| one(position, side, leader, written))
    };
    Ok(standing.prepared.iter().filter_map(meant).collect())
}

fn one(position: &Position, side: Side, leader: LeaderId, written: &Prepared) -> Ready {
    let (plan, complaints) = plan(written, position, side);
    let broken = complaints.iter().find(|c| Diagnostic::is_error(c));
    let lapse = match (broken, plan) {
        (Some(complaint), _) => Some(complaint.message.clone()),
        (None, Some(plan)) => {
            let mut pairs = plan.lapses.iter().zip(&written.lapses);
            pairs.find(|(lapse, _)| lapse.applies(position)).map(|(_, text)| format!("lapse{}", text.tail()))
        }
        (None, None) => None,
    };
    let leader = position.leader_spec(leader).code.clone();
    Ready { number: written.number, leader, sheet: written.sheet(), lapse }
}

/// Is the sheet for the beginning of an activation, not for a phase that goes on?
fn activates(written: &Prepared) -> bool {
    use crate::written::Order::{Activate, Elite, Pass, Trump};
    use crate::written::Statement;
    let mut orders = written.lines.iter().filter_map(|line| match &line.what {
        Statement::Order(order) => Some(order),
        Statement::Stop(_) => None,
    });
    orders.next().is_some_and(|first| matches!(first, Activate(_) | Elite(_) | Pass(_) | Trump(_)))
}

/// The leaders of a side who may be given orders now.
fn due(position: &Position, side: Side) -> Vec<LeaderId> {
    match &position.stage {
        Stage::Elite { side: whose } if *whose == side => position
            .leader_ids()
            .filter(|&l| position.leader_spec(l).side == side && may_have_elite(position, l).is_ok())
            .collect(),
        Stage::Activation { side: whose, due, .. } if *whose == side => due.clone(),
        Stage::Orders(phase) | Stage::After(phase) if phase.side == side => vec![phase.leader],
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Rank, UnitType};
    use crate::proving_ground::{ground, leader, unit};
    use crate::state::stage::{Phase, PhaseKind};
    use tess_hex::Facing;

    const TEXT: &str = "\
when withdraw do no
prepare BOS {
  lapse if enemy near H31 2
  activate BOS
  move H31 fwd 2   # ahead
  finish
}
prepare REG { activate REG; try recover H31; finish }
prepare BOS { lapse if turn >= 9; activate BOS; finish }
prepare HAM { activate HAM }
otherwise default
";

    fn field(foe: u16) -> Position {
        let units = vec![
            unit("H31", Side::First, UnitType::HI, (5, 6, 6), 2010, Facing::E),
            unit("P1", Side::Second, UnitType::PH, (5, 7, 9), foe, Facing::W),
        ];
        let leaders = vec![
            leader("BOS", Side::First, Rank::Subordinate, 3, 2011),
            leader("REG", Side::First, Rank::Overall, 5, 2012),
            leader("HAM", Side::Second, Rank::Overall, 5, 2712),
        ];
        let mut pos = ground(units, leaders);
        pos.stage = Stage::Activation {
            side: Side::First,
            due: vec![LeaderId(0)],
            reactivation: false,
            trump_tried: false,
        };
        pos
    }

    #[test]
    fn those_whose_turn_has_come_are_ready_unless_they_lapse() {
        let found = ready(&field(2510), "rome", TEXT).expect("a text that can be read");
        let numbers: Vec<u32> = found.iter().map(|r| r.number).collect();
        assert_eq!(numbers, [2, 9], "those for BOS");
        assert_eq!(found[0].sheet, "activate BOS\nmove H31 fwd 2\nfinish\n");
        assert_eq!((&found[0].lapse, &found[1].lapse), (&None, &None));
        let near = ready(&field(2210), "rome", TEXT).expect("a text that can be read");
        assert_eq!(near[0].lapse.as_deref(), Some("lapse if enemy near H31 2"));
        assert_eq!(near[1].lapse, None);
    }

    #[test]
    fn in_his_phase_only_the_leader_himself_is_meant() {
        let mut pos = field(2510);
        pos.stage = Stage::Orders(Phase::new(LeaderId(1), Side::First, PhaseKind::Momentum));
        assert_eq!(ready(&pos, "rome", TEXT), Ok(Vec::new()), "he has been activated");
        let more = "prepare REG { try recover H31; finish }\nprepare BOS { finish }";
        let found = ready(&pos, "rome", more).expect("a text that can be read");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].sheet, "try recover H31\nfinish\n");
        assert_eq!(ready(&pos, "carthage", more), Ok(Vec::new()), "it is not their turn");
    }

    #[test]
    fn what_cannot_be_read_any_more_has_lapsed_and_a_broken_text_is_an_error() {
        let found = ready(&field(2510), "rome", "prepare BOS { activate BOS; move Q9 fwd }").expect("read");
        assert!(found[0].lapse.as_ref().is_some_and(|why| why.contains("Q9")), "{found:?}");
        let error = ready(&field(2510), "rome", "prepare BOS {\nmove H31").expect_err("no end");
        assert!(error.contains("has no end"), "{error}");
    }
}
