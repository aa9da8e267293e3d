//! The counters of elephant leaders, optional (4.91 to 4.94).

use crate::command::commander::{About, commander, ready};
use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::order::{Move, Step, Way};
use crate::piece::{LeaderId, LineId, Side, UnitId, UnitType};
use crate::position::Position;
use crate::questions::orders;
use crate::refusal::line::{Line, NoLine};
use crate::{Flow, Oracle, Refusal, movement};
use tess_effects::{Question, Rule};

/// More counters than this are never in play on a side (4.94).
const MOST: usize = 2;

/// **spqr 4.91, 4.94.** At the end of rout and reload: whoever has given his elephants their first orders
/// may take counters off the map and place one on an elephant.
pub(crate) fn place(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    if !pos.set.special.elephant_command {
        return Ok(());
    }
    for side in Side::BOTH {
        while pos.course.elephants_ordered[side.index()] && offer(pos, oracle, side)? {}
    }
    Ok(())
}

/// One question to a side; true when a counter was taken off the map, and another may be placed yet.
fn offer(pos: &mut Position, oracle: &mut Oracle<'_>, side: Side) -> Flow<bool> {
    let counters = || pos.leader_ids().filter(|&l| pos.leader_spec(l).side == side && pos.is_counter(l));
    let in_play: Vec<LeaderId> = counters().filter(|&l| pos.leader(l).elephant.is_some()).collect();
    let spare = counters().find(|&l| pos.leader(l).elephant.is_none() && in_play.len() < MOST);
    let bears = |u: UnitId| in_play.iter().any(|&l| pos.leader(l).elephant == Some(u));
    let beasts: Vec<UnitId> = pos
        .on_field(side)
        .filter(|&u| pos.spec(u).kind == UnitType::EL && !pos.is_leader_elephant(u))
        .filter(|&u| !pos.is_routed(u) && !bears(u))
        .collect();
    let Some(subject) = spare.or(in_play.first().copied()).filter(|_| !beasts.is_empty()) else {
        return Ok(false);
    };
    let key = |code: &str| code.to_ascii_lowercase();
    let mut question = Question::new(
        "elephant-leader",
        &pos.set.sides[side],
        &key(&pos.leader_spec(subject).code),
        Rule("4.91"),
        "Do you place an elephant leader?",
    )
    .fact("in-play", in_play.len())
    .fact("elephants", beasts.len())
    .choice("no", "no");
    for &unit in beasts.iter().filter(|_| spare.is_some()) {
        let spec = pos.spec(unit);
        let at = pos.hex(unit).map_or_else(String::new, |h| h.to_string());
        question = question.choice(key(&spec.code), format!("on {} in {at}", spec.code));
    }
    for &leader in &in_play {
        let code = &pos.leader_spec(leader).code;
        question = question.choice(key(code), format!("takes {code} off the map first"));
    }
    let answer = oracle.ask(question)?;
    if let Some(&leader) = in_play.iter().find(|&&l| key(&pos.leader_spec(l).code) == answer) {
        pos.station(leader, None);
        pos.leader_mut(leader).elephant = None;
        oracle.tell(|| Happening::Command(CommandEvent::ElephantLeaderTaken { leader }));
        return Ok(true);
    }
    let chosen = beasts.into_iter().find(|&u| key(&pos.spec(u).code) == answer);
    if let (Some(leader), Some(elephant)) = (spare, chosen)
        && let Some(hex) = pos.hex(elephant)
    {
        pos.station(leader, Some(hex));
        pos.leader_mut(leader).elephant = Some(elephant);
        oracle.tell(|| Happening::Command(CommandEvent::ElephantLeaderPlaced { leader, elephant, hex }));
    }
    Ok(false)
}

/// **spqr 4.92.** His line is one of elephants, and the elephant that bears his counter belongs to it.
///
/// # Errors
/// When it is another line.
pub(crate) fn own_line(
    pos: &Position,
    leader: LeaderId,
    line: LineId,
    units: &[UnitId],
) -> Result<(), Refusal> {
    if !pos.is_counter(leader) {
        return Ok(());
    }
    let no = |why| Err(Refusal::new(Rule("4.92"), why));
    if pos.set.line(line).units.iter().any(|&u| pos.spec(u).kind != UnitType::EL) {
        return no(Line::Barred(leader, line, NoLine::Elephants));
    }
    match pos.leader(leader).elephant {
        Some(own) if units.contains(&own) => Ok(()),
        _ => no(Line::OwnElephant(leader, line)),
    }
}

/// **spqr 4.92.** All elephants of the line must go before its command ends.
///
/// # Errors
/// Names one that has not gone and could.
pub(crate) fn all_have_gone(pos: &Position) -> Result<(), Refusal> {
    let Some(phase) = orders(pos).filter(|p| pos.is_counter(p.leader)) else { return Ok(()) };
    let Some(line) = phase.line().filter(|l| !l.firing) else { return Ok(()) };
    if commander(pos).is_err() {
        return Ok(());
    }
    let Some(&unit) = line.units.iter().find(|&&u| could_go(pos, u)) else { return Ok(()) };
    Err(Refusal::new(Rule("4.92"), Line::ElephantWaits(unit)))
}

/// Has it a step to take, straight on or after a turn?
fn could_go(pos: &Position, unit: UnitId) -> bool {
    let turned = |by: i8| if by == 0 { Vec::new() } else { vec![Step::Turn(by)] };
    ready(pos, unit, About::Action).is_ok()
        && [0, 1, -1, 2, -2, 3].into_iter().map(turned).any(|first| {
            [Step::AheadLeft, Step::AheadRight].into_iter().any(|ahead| {
                let steps = first.iter().copied().chain([ahead]).collect();
                let order = Move::by(unit, Way::Steps(steps));
                movement::preview(pos, &order).is_ok()
            })
        })
}
