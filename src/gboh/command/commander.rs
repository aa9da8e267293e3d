//! Who gives orders at this moment, and whether a unit may take any.

use crate::Refusal;
use crate::piece::{Class, LeaderId, UnitId};
use crate::position::Position;
use crate::questions::{is_pinned, orders};
use crate::refusal::order::{Ordered, Orders, Silence, Unready};
use crate::state::stage::{Phase, Troop};
use tess_effects::Rule;

/// **spqr 4.24, 4.25, 5.26.** The leader whose orders phase this is, if he may give orders at this moment.
pub(crate) fn commander(pos: &Position) -> Result<LeaderId, Refusal> {
    let Some(phase) = orders(pos) else {
        return Err(Refusal::new(Rule("5.2"), Orders::NoPhase));
    };
    if let Some(called) = in_progress(phase) {
        return under_contingent(pos, called);
    }
    let no = |rule, why| Err(Refusal::new(Rule(rule), Orders::Silent(phase.leader, why)));
    let it = pos.leader(phase.leader);
    if it.killed || it.hex.is_none() {
        return no("4.74", Silence::Fallen);
    }
    if it.finished {
        return no("4.25", Silence::Finished);
    }
    // The counter of an elephant leader goes with its elephant, also into a zone, and the line goes on
    // (4.92).
    if is_pinned(pos, phase.leader) && !(pos.is_counter(phase.leader) && phase.line().is_some()) {
        return no("4.24", Silence::InZone);
    }
    Ok(phase.leader)
}

/// **alexander 5.65.** The contingent commander whose command is in progress, while he lives.
pub(crate) fn under_contingent(pos: &Position, called: LeaderId) -> Result<LeaderId, Refusal> {
    let it = pos.leader(called);
    if it.killed || it.finished || it.hex.is_none() {
        return Err(Refusal::new(Rule("alexander 5.65"), Orders::ContingentOver(called)));
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

/// **spqr 10.28, 8.63, 8.64, 5.24.** May this unit take any order of this kind in this phase, whoever gives
/// it?
///
/// # Errors
/// Why not.
pub(crate) fn ready(pos: &Position, unit: UnitId, about: About) -> Result<(), Refusal> {
    let (spec, it) = (pos.spec(unit), pos.unit(unit));
    let no = |rule, why| Err(Refusal::new(Rule(rule), Ordered::Unready(unit, why)));
    if pos.hex(unit).is_none() {
        return no("4.21", Unready::Off);
    }
    match (about, pos.is_routed(unit)) {
        (About::Rally, false) => return no("10.28", Unready::Steady),
        (About::Action | About::Else, true) => return no("10.27", Unready::Routed),
        _ => {}
    }
    if it.rallied {
        return no("10.28", Unready::Rallied);
    }
    if about == About::Action && pos.is_leader_elephant(unit) {
        return no("4.83", Unready::LeaderElephant);
    }
    if about == About::Action && crate::questions::is_engaged(pos, unit) {
        return no("10.41", Unready::Engaged);
    }
    if about == About::Action
        && it.shield_wall
        && !orders(pos).and_then(Phase::line).is_some_and(|l| l.units.contains(&unit))
    {
        return no("cataphract 11.74", Unready::ShieldWall);
    }
    if about == About::Action && it.done.moved {
        return no("6.12", Unready::Moved);
    }
    if about == About::Action && it.done.fired {
        return no("5.24", Unready::Fired);
    }
    if spec.class == Class::SC && it.done.fired {
        return no("9.85", Unready::EngineFired);
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

/// **alexander 5.46.** A unit has fired, or stands in another hex than before: who has trumped has done his
/// duty.
pub(crate) fn has_acted(pos: &mut Position) {
    if pos.set.variant.choices.command.trumper_moves_or_fights
        && let Some(phase) = pos.stage.phase_mut()
    {
        phase.must_act = false;
    }
}
