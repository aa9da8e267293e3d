//! Who gives orders at this moment, and whether a unit may take any.

use crate::Refusal;
use crate::piece::{Class, LeaderId, UnitId};
use crate::position::Position;
use crate::state::stage::Phase;
use crate::state::stage::Troop;
use crate::survey::{is_pinned, orders};
use tess_effects::Rule;

/// **spqr 4.24, 4.25, 5.26.** The leader whose orders phase this is, if he may give orders at this moment.
pub(crate) fn commander(pos: &Position) -> Result<LeaderId, Refusal> {
    let Some(phase) = orders(pos) else {
        return Err(Refusal::new(Rule("5.2"), "no leader is giving orders now"));
    };
    if let Some(called) = in_progress(phase) {
        return under_contingent(pos, called);
    }
    let code = &pos.leader_spec(phase.leader).code;
    let no = |rule, why: &str| {
        Err(Refusal::new(Rule(rule), format!("{code} can give no orders: {why}"))
            .help("combine shocks, then write `finish`"))
    };
    let it = pos.leader(phase.leader);
    if it.killed || it.hex.is_none() {
        return no("4.74", "he has fallen");
    }
    if it.finished {
        return no("4.25", "he is finished");
    }
    // The counter of an elephant leader goes with its elephant, also into a zone, and the line goes on (4.92).
    if is_pinned(pos, phase.leader) && !(pos.is_counter(phase.leader) && phase.line().is_some()) {
        return no("4.24", "he is in an enemy zone of control");
    }
    Ok(phase.leader)
}

/// **alexander 5.65.** The contingent commander whose command is in progress, while he lives.
pub(crate) fn under_contingent(pos: &Position, called: LeaderId) -> Result<LeaderId, Refusal> {
    let it = pos.leader(called);
    if it.killed || it.finished || it.hex.is_none() {
        let text = format!("{} commands his contingent no longer", pos.leader_spec(called).code);
        return Err(Refusal::new(Rule("alexander 5.65"), text).help("write `end line`"));
    }
    Ok(called)
}

/// What an order is about, as far as the checks differ.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum About {
    /// Movement, fire, harassment: once in a phase (5.24).
    Action,
    /// Rally: of routed units only.
    Rally,
    /// The rest.
    Else,
}

/// **spqr 10.28, 8.63, 8.64, 5.24.** May this unit take any order of this kind in this phase, whoever gives it?
///
/// # Errors
/// Why not.
pub(crate) fn ready(pos: &Position, unit: UnitId, about: About) -> Result<(), Refusal> {
    let (spec, it) = (pos.spec(unit), pos.unit(unit));
    let no = |rule, why: &str| Err(Refusal::new(Rule(rule), format!("{} {why}", spec.code)).at(&spec.code));
    if pos.hex(unit).is_none() {
        return no("4.21", "is not on the map");
    }
    match (about, pos.is_routed(unit)) {
        (About::Rally, false) => return no("10.28", "is not routed"),
        (About::Action | About::Else, true) => return no("10.27", "is routed and can only be rallied"),
        _ => {}
    }
    if it.rallied {
        return no("10.28", "has rallied in this turn and takes no orders before the next");
    }
    if about == About::Action && pos.is_leader_elephant(unit) {
        return no("4.83", "is the elephant of a leader and goes where he goes");
    }
    if about == About::Action && crate::survey::is_engaged(pos, unit) {
        return no("10.41", "is engaged and neither moves, turns nor fires");
    }
    if about == About::Action
        && it.shield_wall
        && !orders(pos).and_then(Phase::line).is_some_and(|l| l.units.contains(&unit))
    {
        return no("cataphract 11.74", "stands behind closed shields, which only a line command opens");
    }
    if about == About::Action && it.done.moved {
        return no("6.12", "has had its move in this phase");
    }
    if about == About::Action && it.done.fired {
        return no("5.24", "has had its order to fire in this phase");
    }
    if spec.class == Class::SC && it.done.fired {
        return no("9.85", "has fired and does nothing else in this phase");
    }
    Ok(())
}

/// The contingent commander whose command is in progress.
#[must_use]
pub fn in_progress(phase: &Phase) -> Option<LeaderId> {
    match phase.contingent.as_ref()?.line {
        Troop::Contingent(leader) => Some(leader),
        Troop::Line(_) => None,
    }
}

/// **alexander 5.46.** A unit has fired, or stands in another hex than before: who has trumped has done his duty.
pub(crate) fn has_acted(pos: &mut Position) {
    if pos.set.variant.choices.command.trumper_moves_or_fights
        && let Some(phase) = pos.stage.phase_mut()
    {
        phase.must_act = false;
    }
}
