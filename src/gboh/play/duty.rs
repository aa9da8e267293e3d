//! Whose decision it is between orders, in words.

use crate::command::{individual, marker, momentum};
use crate::piece::{LeaderId, Side};
use crate::position::Position;
use crate::refusal::turn::Turn;
use crate::refusal::{Refusal, Why};
use crate::state::stage::{Mode, Phase, Stage};
use tess_effects::{Deed, Duty, Ending};

/// Whose decision it is, and who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Due {
    /// The side; `None` when the battle is over.
    pub side: Option<Side>,
    /// The leader whose orders phase is going on.
    pub leader: Option<LeaderId>,
}

/// Whose decision it is, and who acts.
#[must_use]
pub fn due(pos: &Position) -> Due {
    match &pos.stage {
        Stage::TurnStart => Due { side: Some(Side::First), leader: None },
        Stage::Markers { side } | Stage::Elite { side } | Stage::Activation { side, .. } => {
            Due { side: Some(*side), leader: None }
        }
        Stage::Orders(phase) | Stage::After(phase) => {
            Due { side: Some(phase.side), leader: Some(phase.leader) }
        }
        Stage::Over { .. } => Due { side: None, leader: None },
    }
}

/// Who has to act, and on what, for the table and the report.
#[must_use]
pub fn duty(pos: &Position) -> Duty {
    let sides = &pos.set.sides;
    if let Stage::Over { winner } = pos.stage {
        let text = match winner {
            Some(side) => format!("the army of {} withdraws", sides[side.other()]),
            None => "neither army has won".to_owned(),
        };
        return Duty::Over(Ending { winner: winner.map(|side| sides[side].clone()), text });
    }
    let side = due(pos).side.unwrap_or(Side::First);
    Duty::Orders(Deed { side: sides[side].clone(), text: text(pos) })
}

/// Codes of leaders, as a list.
fn codes(pos: &Position, leaders: &[LeaderId]) -> String {
    let codes: Vec<&str> = leaders.iter().map(|&l| pos.leader_spec(l).code.as_str()).collect();
    codes.join(", ")
}

fn text(pos: &Position) -> String {
    let turn = pos.turn;
    match &pos.stage {
        Stage::TurnStart => "Open the battle: write `begin`. Its dice decide who comes first.".into(),
        Stage::Markers { side } => format!(
            "Turn {turn}: you may lay markers of pre-arranged withdrawal under {}. Write `prearrange LEADER yes` for a \
             real one, `prearrange LEADER no` for a bluff (several with commas), or `prearrange none`.",
            codes(pos, &marker::candidates(pos, *side))
        ),
        Stage::Elite { .. } => format!(
            "Turn {turn}: the elite initiative. Write `elite LEADER` and his orders, or `elite none`."
        ),
        Stage::Activation { due, reactivation: true, .. } if pos.course.prize.is_some() => format!(
            "The champion has won: activate any leader ({}) with his orders, or write `finish` to decline.",
            codes(pos, due)
        ),
        Stage::Activation { due, reactivation: true, .. } => format!(
            "The die roll of doom: activate any leader ({}) with his orders, or write `finish` to decline.",
            codes(pos, due)
        ),
        Stage::Activation { due, trump_tried, .. } => {
            let trump = if *trump_tried { "" } else { ", or `trump LEADER`" };
            format!(
                "Turn {turn}: to be activated now: {}. Write `activate LEADER` and his orders, `pass LEADER`{trump}.",
                codes(pos, due)
            )
        }
        Stage::Orders(phase) => orders_text(pos, phase),
        Stage::After(phase) => {
            let code = &pos.leader_spec(phase.leader).code;
            match momentum::may_try(pos, phase) {
                Ok(()) => format!("{code} has finished his phase: write `momentum` or `finish`."),
                Err(Refusal { why: Why::Turn(Turn::NoMomentum(_, why)), .. }) => {
                    let because = why.because();
                    format!(
                        "{code} has finished his phase: write `finish` ({code} cannot try for momentum: {because})."
                    )
                }
                Err(_) => format!("{code} has finished his phase: write `finish`."),
            }
        }
        Stage::Over { .. } => String::new(),
    }
}

fn orders_text(pos: &Position, phase: &Phase) -> String {
    let code = &pos.leader_spec(phase.leader).code;
    let end = "End with `resolve`, `momentum` or `finish`.";
    match &phase.mode {
        Mode::Lines { used, current } => {
            let lines = pos.leader_spec(phase.leader).line_commands;
            let going = current
                .as_ref()
                .map_or(String::new(), |l| format!(", {} in progress", individual::name_of(pos, l.line)));
            format!("{code} commands lines: {} of {lines} used{going}. {end}", used.len())
        }
        _ => {
            let left = individual::orders_left(pos, phase);
            let under = phase.contingent.as_ref();
            let going = under
                .map_or(String::new(), |l| format!(", {} in progress", individual::name_of(pos, l.line)));
            format!("{code} gives orders: {left} left{going}. {end}")
        }
    }
}
