//! What a side has to decide now, and why a battle is over.

use super::refusal::{Words, worded};
use tess_effects::Worded;
use tess_gboh::command::{may_try_momentum, name_of, orders_left};
use tess_gboh::movement::marker;
use tess_gboh::state::stage::{Mode, Phase, Stage};
use tess_gboh::{Gboh, LeaderId, Position, Refusal};

impl Words for Gboh {
    fn words(position: &Position, refusal: &Refusal) -> Worded {
        worded(&position.set, refusal)
    }

    fn task(position: &Position, _side: &str) -> String {
        task(position)
    }

    fn end(position: &Position) -> String {
        end(position)
    }
}

/// Why the battle is over.
#[must_use]
pub fn end(pos: &Position) -> String {
    match pos.stage {
        Stage::Over { winner: Some(side) } => {
            format!("the army of {} withdraws", pos.set.sides[side.other()])
        }
        _ => "neither army has won".to_owned(),
    }
}

/// Codes of leaders, as a list.
fn codes(pos: &Position, leaders: &[LeaderId]) -> String {
    let codes: Vec<&str> = leaders.iter().map(|&l| pos.leader_spec(l).code.as_str()).collect();
    codes.join(", ")
}

/// What is to be decided now, with what may be written.
#[must_use]
pub fn task(pos: &Position) -> String {
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
            match may_try_momentum(pos, phase) {
                Ok(()) => format!("{code} has finished his phase: write `momentum` or `finish`."),
                Err(why) => {
                    format!(
                        "{code} has finished his phase: write `finish` ({}).",
                        worded(&pos.set, &why).message
                    )
                }
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
            let going =
                current.as_ref().map_or(String::new(), |l| format!(", {} in progress", name_of(pos, l.line)));
            format!("{code} commands lines: {} of {lines} used{going}. {end}", used.len())
        }
        _ => {
            let left = orders_left(pos, phase);
            let under = phase.contingent.as_ref();
            let going = under.map_or(String::new(), |l| format!(", {} in progress", name_of(pos, l.line)));
            format!("{code} gives orders: {left} left{going}. {end}")
        }
    }
}
