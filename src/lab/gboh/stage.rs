//! Where in the sequence of play a case begins.

use crate::CaseError;
use crate::place::Words;
use tess_gboh::piece::{LineId, Side};
use tess_gboh::position::Position;
use tess_gboh::setup::Setup;
use tess_gboh::state::stage::{Face, LineInProgress, Marker, Mode, Phase, PhaseKind, Stage, Troop};

/// `activation SIDE L ... [reactivation] [trump-tried]`.
pub(super) fn activation(pos: &mut Position, set: &Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let side = w.side(set)?;
    let mut due = Vec::new();
    while w.peek().is_some_and(|c| set.find_leader(c).is_some()) {
        due.push(w.leader(set)?);
    }
    let reactivation = w.take("reactivation");
    let trump_tried = w.take("trump-tried");
    pos.stage = Stage::Activation { side, due, reactivation, trump_tried };
    w.done()
}

/// `stage turn-start`, `stage markers SIDE`, `stage elite SIDE`.
pub(super) fn stage(pos: &mut Position, set: &Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let name = w.need("a stage")?;
    pos.stage = match name.to_ascii_lowercase().as_str() {
        "turn-start" => Stage::TurnStart,
        "elite" => Stage::Elite { side: w.side(set)? },
        "markers" => Stage::Markers { side: w.side(set)? },
        _ => {
            return Err(w.error(
                format!("`{name}` is no stage"),
                "turn-start, markers SIDE, or elite SIDE; else `active` or `activation`",
            ));
        }
    };
    w.done()
}

/// `marker HAN yes|no|lost|open [line CODE ...] [used]`: face down with that side, or shown.
pub(super) fn marker(pos: &mut Position, set: &Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let leader = w.leader(set)?;
    let side = set.leader(leader).side;
    let face = match w.need("yes, no, open or lost")?.to_ascii_lowercase().as_str() {
        value @ ("yes" | "no") => Face::Down(crate::hidden::seal(leader.0 as u8, value)),
        "lost" => Face::Lost,
        "open" => {
            let mut lines = Vec::new();
            while w.take("line") {
                let code = w.need("a line")?;
                let Some(line) = set.find_line(side, code) else {
                    return Err(w.error(format!("no line {code}"), "name a line of his side"));
                };
                lines.push(line);
            }
            Face::Real { lines, used: w.take("used") }
        }
        other => return Err(w.error(format!("`{other}` is no face of a marker"), "yes, no, open or lost")),
    };
    pos.markers.push(Marker { leader, face });
    w.done()
}

/// `active HAN [momentum|elite|reactivated] [orders N] [line hastati] [lines-before] [must-act] [acted]
/// [after]`.
pub(super) fn active(pos: &mut Position, set: &Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let leader = w.leader(set)?;
    let side = set.leader(leader).side;
    let mut phase = Phase::new(leader, side, PhaseKind::Initial);
    let mut after = false;
    while let Some(word) = w.next() {
        match word.to_ascii_lowercase().as_str() {
            "momentum" => phase.kind = PhaseKind::Momentum,
            "elite" => phase.kind = PhaseKind::Elite,
            "reactivated" => phase.kind = PhaseKind::Reactivated,
            "orders" => {
                phase.orders_used = w.int("orders used")?;
                phase.mode = Mode::Individual;
            }
            "line" => {
                let (line, current) = in_progress(pos, set, side, w)?;
                phase.mode = Mode::Lines { used: vec![line], current: Some(current) };
            }
            "lines-before" => phase.had_lines = true,
            "must-act" => phase.must_act = true,
            "acted" => phase.acted = true,
            "after" => after = true,
            other => {
                return Err(w.error(
                    format!("`{other}` is nothing an orders phase can have"),
                    "momentum, elite, reactivated, orders N, line CODE, lines-before, must-act, acted, after",
                ));
            }
        }
    }
    begin(pos, side);
    let who = pos.leader_mut(leader);
    who.phases = who.phases.max(1);
    pos.stage = if after { Stage::After(phase) } else { Stage::Orders(phase) };
    Ok(())
}

/// A line command under way, with all units of the line.
fn in_progress(
    pos: &Position,
    set: &Setup,
    side: Side,
    w: &mut Words<'_>,
) -> Result<(LineId, LineInProgress), CaseError> {
    let code = w.need("a line")?;
    let Some(line) = set.find_line(side, code) else {
        return Err(w.error(format!("there is no line {code}"), "add a `line` line above"));
    };
    let units = set.line(line).units.clone();
    let starts = units.iter().map(|&u| pos.hex(u)).collect();
    let current = LineInProgress {
        line: Troop::Line(line),
        units: units.into(),
        entered: Vec::new(),
        firing: false,
        starts,
    };
    Ok((line, current))
}

/// The orders phase finds everybody as he stands.
fn begin(pos: &mut Position, side: Side) {
    for id in pos.unit_ids() {
        let in_zoc = pos.unit_in_zoc(id);
        let unit = pos.unit_mut(id);
        unit.done.began_in_zoc |= in_zoc;
    }
    let overall = pos.overall(side);
    for id in pos.leader_ids() {
        let in_zoc = tess_gboh::questions::stands_in_zoc(pos, id);
        let in_command = overall.is_some_and(|oc| tess_gboh::questions::leader_in_range(pos, oc, id));
        let it = pos.leader_mut(id);
        it.began = it.hex;
        it.was_in_zoc |= in_zoc;
        it.in_command = in_command;
    }
}
