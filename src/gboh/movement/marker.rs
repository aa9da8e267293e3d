//! Markers of pre-arranged withdrawal (6.81 to 6.83): who may lie under whom, how they are opened, whom they
//! bind.
//!
//! A marker lies face down: the position knows its seal only. The withdrawal itself is the movement
//! chapter's.

use crate::events::Happening;
use crate::events::command::CommandEvent;
use crate::movement::finished;
use crate::piece::{LeaderId, LineId, Rank, Side, UnitId, UnitType};
use crate::position::Position;
use crate::questions::{authority, line, reach};
use crate::refusal::order::{Bound, Kept};
use crate::refusal::turn::{NoMarker, Turn};
use crate::state::stage::{Face, Marker};
use crate::variant::movement::Prearranged;
use crate::{Flow, Oracle, Refusal, questions};
use tess_effects::{Question, Rule, Showing};

/// What a seal of a marker hides: the side that lets a line withdraw.
pub const YES: &str = "yes";

/// What a seal of a marker hides: the side that is a bluff.
pub const NO: &str = "no";

/// How near the leader stands to a unit of the line (6.81).
const NEAR: u8 = 2;

/// The initiative from which an overall commander's army may use the tactic (6.81).
const INITIATIVE: u8 = 6;

/// The quality from which phalanxes and heavy infantry may in one book (alexander 6.81).
const QUALITY: u8 = 6;

/// The orders phases that remain to the overall commander of an army that uses it (6.81).
pub const PHASES: u8 = 2;

/// **spqr 6.81.** Has this army the commander for it: an elite one, or an overall commander of initiative 6?
#[must_use]
pub fn army_may(pos: &Position, side: Side) -> bool {
    pos.set.special.prearranged && (by_units(pos) || is_well_led(pos, side))
}

/// Does the right lie with the units (alexander 6.81)?
fn by_units(pos: &Position) -> bool {
    pos.set.variant.choices.movement.prearranged == Prearranged::ByUnits
}

/// **spqr 6.81, alexander 6.81.** An elite commander, or an overall commander of initiative 6.
fn is_well_led(pos: &Position, side: Side) -> bool {
    let there = |l: LeaderId| pos.leader(l).hex.is_some() && !pos.leader(l).killed;
    let elite = pos.leader_ids().any(|l| {
        let spec = pos.leader_spec(l);
        spec.side == side && spec.elite && there(l)
    });
    let able = |oc: LeaderId| there(oc) && pos.initiative(oc) >= INITIATIVE;
    elite || pos.overall(side).is_some_and(able)
}

/// **spqr 6.81.** The lines that a leader may let withdraw from where he stands, each with the units that
/// go: infantry without barbarians, light infantry and skirmishers, all under his command, one of them
/// within two hexes and sight.
#[must_use]
pub fn lines_of(pos: &Position, leader: LeaderId) -> Vec<(LineId, Vec<UnitId>)> {
    let Some(hex) = pos.leader(leader).hex.filter(|_| !pos.leader(leader).killed) else { return Vec::new() };
    let side = pos.leader_spec(leader).side;
    let lines = (0..pos.set.lines.len() as u16).map(LineId).filter(|&l| pos.set.line(l).side == side);
    let near = |u: UnitId| {
        by_units(pos) && reach::in_range(pos, leader, u)
            || pos.hexes(u).iter().any(|h| h.distance(hex) <= NEAR && questions::leader_sees(pos, hex, h))
    };
    let mut found = Vec::new();
    for id in lines.filter(|&l| authority::may_order_line(pos, leader, l).is_ok()) {
        for part in line::parts(pos, id) {
            let units = together(pos, leader, part);
            if units.len() > 1
                && units.iter().any(|&u| near(u))
                && units.iter().all(|&u| may_go(pos, leader, id, u))
            {
                found.push((id, units));
            }
        }
    }
    found
}

/// Of a ragged part only those in the leader's range (4.32).
fn together(pos: &Position, leader: LeaderId, part: Vec<UnitId>) -> Vec<UnitId> {
    if line::is_rigid(pos, &part) {
        return part;
    }
    part.into_iter().filter(|&u| reach::in_range(pos, leader, u)).collect()
}

fn may_go(pos: &Position, leader: LeaderId, line: LineId, unit: UnitId) -> bool {
    let spec = pos.spec(unit);
    let kind = spec.kind.is_infantry()
        && !matches!(spec.kind, UnitType::BI | UnitType::LI | UnitType::SK | UnitType::SKS);
    let able = match spec.kind {
        _ if !by_units(pos) => kind,
        UnitType::PH | UnitType::HI => spec.tq >= QUALITY,
        UnitType::MI | UnitType::LG => is_well_led(pos, spec.side),
        _ => false,
    };
    able && (pos.set.line(line).leaders.contains(&leader)
        || authority::may_command(pos, leader, unit).is_ok())
}

/// **spqr 6.81, 6.82.** May a marker be laid under this leader?
///
/// # Errors
/// Why not.
pub fn may_place(pos: &Position, leader: LeaderId) -> Result<(), Refusal> {
    let spec = pos.leader_spec(leader);
    let no = |why| Err(Refusal::new(Rule("6.81"), Turn::Marker(why)));
    if !army_may(pos, spec.side) {
        return no(NoMarker::Army(leader, INITIATIVE));
    }
    if spec.rank == Rank::ElephantLeader || lines_of(pos, leader).is_empty() {
        return no(NoMarker::NoLine(leader));
    }
    Ok(())
}

/// The leaders of a side under whom a marker may be laid now.
#[must_use]
pub fn candidates(pos: &Position, side: Side) -> Vec<LeaderId> {
    if !army_may(pos, side) {
        return Vec::new();
    }
    pos.leader_ids().filter(|&l| pos.leader_spec(l).side == side && may_place(pos, l).is_ok()).collect()
}

/// **spqr 6.82.** The side that lays markers next, after this one or at the start of a turn: the first side
/// before the second.
pub(crate) fn next_side(pos: &Position, after: Option<Side>) -> Option<Side> {
    let left: &[Side] = match after {
        None => &Side::BOTH,
        Some(Side::First) => &[Side::Second],
        Some(Side::Second) => &[],
    };
    left.iter().copied().find(|&s| !candidates(pos, s).is_empty())
}

/// The marker under a leader.
#[must_use]
pub fn marker(pos: &Position, leader: LeaderId) -> Option<&Marker> {
    pos.markers.iter().find(|m| m.leader == leader)
}

fn set_face(pos: &mut Position, leader: LeaderId, face: Option<Face>) {
    match face {
        None => pos.markers.retain(|m| m.leader != leader),
        Some(face) => {
            pos.markers.iter_mut().filter(|m| m.leader == leader).for_each(|m| m.face.clone_from(&face))
        }
    }
}

/// **spqr 6.83.** He is activated: the marker under him is opened. Where his orders do not show it, his side
/// is asked to.
pub(crate) fn open(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId) -> Flow<()> {
    let Some(Marker { face: Face::Down(seal), .. }) = marker(pos, leader) else { return Ok(()) };
    let seal = *seal;
    let spec = pos.leader_spec(leader);
    let is_side = |v: &String| v == YES || v == NO;
    let mut shown = oracle.unseal(seal).filter(is_side);
    if shown.is_none() {
        let text = format!("{} is activated: the marker under him is opened.", spec.code);
        let question =
            Question::new("open-marker", &pos.set.sides[spec.side], &spec.code, Rule("6.83"), text)
                .choice("open", "shows which side is up")
                .choice(
                    "lost",
                    "cannot be opened any more: binds him like a real one, and lets no line withdraw",
                )
                .shows(Showing {
                    seal,
                    values: vec![YES.into(), NO.into()],
                    spared: vec!["lost".into()],
                    at_once: true,
                });
        oracle.ask(question)?;
        shown = oracle.unseal(seal).filter(is_side);
    }
    let face = match shown.as_deref() {
        Some(YES) => {
            let mut lines: Vec<LineId> = lines_of(pos, leader).into_iter().map(|(l, _)| l).collect();
            lines.dedup();
            Some(Face::Real { lines, used: false })
        }
        Some(_) => None,
        None => Some(Face::Lost),
    };
    let real = face.as_ref().map(|f| *f != Face::Lost);
    oracle.tell(|| {
        Happening::Command(CommandEvent::MarkerOpened {
            leader,
            real: real.unwrap_or(false),
            lost: real == Some(false),
        })
    });
    set_face(pos, leader, face);
    Ok(())
}

/// **spqr 6.83.** A line withdraws by the marker under this leader: it is real, serves this line alone from
/// now on, and he is finished.
pub(crate) fn employ(pos: &mut Position, oracle: &mut Oracle<'_>, leader: LeaderId, line: LineId) {
    if matches!(marker(pos, leader), Some(Marker { face: Face::Down(_), .. })) {
        oracle.tell(|| Happening::Command(CommandEvent::MarkerOpened { leader, real: true, lost: false }));
    }
    set_face(pos, leader, Some(Face::Real { lines: vec![line], used: true }));
    if !pos.leader(leader).finished {
        finished(pos, oracle, leader, Rule("6.83"));
    }
}

/// **spqr 6.83.** Is the leader bound by an open marker: individual orders only, no moves, to one line only?
#[must_use]
pub fn is_bound(pos: &Position, leader: LeaderId) -> bool {
    matches!(marker(pos, leader), Some(Marker { face: Face::Real { .. } | Face::Lost, .. }))
}

/// **spqr 6.83.** Refuses what a leader with an open marker may not do.
///
/// # Errors
/// When he has one.
pub(crate) fn bars(pos: &Position, leader: LeaderId, kept: Kept) -> Result<(), Refusal> {
    if !is_bound(pos, leader) || by_units(pos) {
        return Ok(());
    }
    Err(Refusal::new(Rule("6.83"), Bound::Withdrawal(leader, kept)))
}

/// **spqr 6.83.** May a leader with an open marker give this unit an individual order?
///
/// # Errors
/// When it is in no line for which the marker serves.
pub(crate) fn may_order(pos: &Position, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    if by_units(pos) {
        return Ok(());
    }
    let serves = match marker(pos, leader).map(|m| &m.face) {
        None | Some(Face::Down(_)) => true,
        Some(Face::Real { lines, .. }) => lines.iter().any(|&l| pos.set.line(l).units.contains(&unit)),
        Some(Face::Lost) => {
            pos.set.lines.iter().any(|l| l.side == pos.leader_spec(leader).side && l.units.contains(&unit))
        }
    };
    if serves {
        return Ok(());
    }
    Err(Refusal::new(Rule("6.83"), Bound::OtherLine(leader, unit)))
}

/// **alexander 6.84.** A line for which an open marker serves does not move.
///
/// # Errors
/// When the unit is in such a line of this leader.
pub(crate) fn holds(pos: &Position, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    let Some(Marker { face: Face::Real { lines, .. }, .. }) = marker(pos, leader) else { return Ok(()) };
    if !by_units(pos) || !lines.iter().any(|&l| pos.set.line(l).units.contains(&unit)) {
        return Ok(());
    }
    Err(Refusal::new(Rule("alexander 6.84"), Bound::Holds(unit)))
}

/// An order to a unit decides, of the lines for which the marker may serve, for those that hold it.
pub(crate) fn bind(pos: &mut Position, leader: LeaderId, unit: UnitId) {
    if by_units(pos) {
        return;
    }
    let Position { set, markers, .. } = pos;
    for marker in markers.iter_mut().filter(|m| m.leader == leader) {
        if let Face::Real { lines, .. } = &mut marker.face {
            lines.retain(|&l| set.line(l).units.contains(&unit));
        }
    }
}

/// **spqr 5.14, 6.81.** The orders phases that a leader may have in one turn.
pub(crate) fn phases(pos: &Position, leader: LeaderId, most: u8) -> u8 {
    let side = pos.leader_spec(leader).side;
    let employed = pos
        .markers
        .iter()
        .any(|m| pos.leader_spec(m.leader).side == side && matches!(m.face, Face::Real { .. } | Face::Lost));
    if employed && authority::is_overall(pos, leader) { most.min(PHASES) } else { most }
}

/// **spqr 6.81.** Has the overall commander had more orders phases in this turn than the tactic leaves him?
#[must_use]
pub fn is_too_late(pos: &Position, side: Side) -> bool {
    pos.overall(side).is_some_and(|oc| pos.leader(oc).phases > PHASES)
}

/// The turn is over: markers are taken off, those face down without being shown.
pub(crate) fn clear(pos: &mut Position, oracle: &mut Oracle<'_>) {
    for marker in std::mem::take(&mut pos.markers) {
        if matches!(marker.face, Face::Down(_)) {
            oracle.tell(|| Happening::Command(CommandEvent::MarkerTaken { leader: marker.leader }));
        }
    }
}
