//! How everybody fares in a Great Battle.

use super::super::door::fare::{Fare, Listed, Points, Shape};
use tess_gboh::Position;
use tess_gboh::piece::{Rank, Side};
use tess_gboh::position::{Leader, Morale, Place, Unit};
use tess_gboh::rout::rout_points;
use tess_gboh::stage::{PhaseKind, Stage};

/// Leaders first, then units, as their numbers have them.
pub(super) fn listed(position: &Position) -> Vec<Listed> {
    let leaders = position.leader_ids().map(|l| position.leader_spec(l)).map(|spec| Listed {
        code: spec.code.clone(),
        name: spec.name.clone(),
        side: spec.side.index(),
        leader: true,
    });
    let units = position.unit_ids().map(|u| position.spec(u)).map(|spec| Listed {
        code: spec.code.clone(),
        name: spec.name.clone(),
        side: spec.side.index(),
        leader: false,
    });
    leaders.chain(units).collect()
}

/// How each of them fares, in the same order.
pub(super) fn fares(position: &Position, out: &mut Vec<Fare>) {
    out.extend(position.leaders.iter().map(of_leader));
    out.extend(position.unit_ids().map(|u| of_unit(position.unit(u))));
}

fn of_leader(leader: &Leader) -> Fare {
    let shape = if leader.killed { Shape::Lost } else { Shape::Firm };
    Fare { hits: leader.wounds.into(), halves: 0, shape }
}

fn of_unit(unit: &Unit) -> Fare {
    let (hits, shape) = match (unit.place, unit.morale) {
        (Place::Eliminated, _) => (0, Shape::Lost),
        (_, Morale::Routed) => (0, Shape::Running),
        (_, Morale::Steady { hits }) => (hits.into(), Shape::Firm),
    };
    Fare { hits, halves: 0, shape }
}

/// Rout points of both sides, and with how many an army withdraws.
pub(super) fn points(position: &Position) -> [Points; 2] {
    Side::BOTH
        .map(|side| Points { now: rout_points(position, side), enough: Some(position.set.withdrawal[side]) })
}

/// What comes next, in half a line.
pub(super) fn next(position: &Position) -> String {
    let (set, turn) = (&position.set, position.turn);
    let name = |side: Side| set.sides[side].as_str();
    match &position.stage {
        Stage::TurnStart => format!("turn {turn} begins"),
        Stage::Markers { side } => format!("{} lays markers of turn {turn}", name(*side)),
        Stage::Elite { side } => format!("{} may use its elite initiative in turn {turn}", name(*side)),
        Stage::Activation { side, reactivation: true, .. } => {
            format!("{} activates a leader again in turn {turn}", name(*side))
        }
        Stage::Activation { side, .. } => format!("{} activates a leader in turn {turn}", name(*side)),
        Stage::Orders(phase) => {
            let spec = position.leader_spec(phase.leader);
            let kind = match phase.kind {
                PhaseKind::Momentum => "a phase of momentum",
                PhaseKind::Elite => "an elite phase",
                PhaseKind::Reactivated => "a phase once more",
                PhaseKind::Initial if spec.rank == Rank::Contingent => "a phase of his contingent",
                PhaseKind::Initial => "his phase",
            };
            format!("{} of {} has {kind}", spec.code, name(phase.side))
        }
        Stage::After(phase) => {
            let spec = position.leader_spec(phase.leader);
            format!("{} of {} has ended his phase", spec.code, name(phase.side))
        }
        Stage::Over { winner: Some(side) } => format!("the battle is won by {}", name(*side)),
        Stage::Over { winner: None } => "the battle is drawn".to_owned(),
    }
}
