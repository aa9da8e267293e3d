//! How everybody fares in a battle of Legion and Empire.

use super::super::door::fare::{Fare, Listed, Points, Shape};
use tess_effects::Side;
use tess_legion::Position;
use tess_legion::questions::score;
use tess_legion::setup::CommandId;

use tess_legion::state::{LeaderPlace, Morale, Place, Stage};

/// Leaders first, then units, as their numbers have them; what is detached comes at the end.
pub(super) fn listed(position: &Position) -> Vec<Listed> {
    let leaders = position.set.commands.iter().map(|command| Listed {
        code: command.leader.code.clone(),
        name: command.leader.name.clone(),
        side: command.side.index(),
        leader: true,
    });
    let units = position.unit_ids().map(|u| Listed {
        code: position.code(u),
        name: position.spec(u).name.clone(),
        side: position.side(u).index(),
        leader: false,
    });
    leaders.chain(units).collect()
}

/// How each of them fares, in the same order.
pub(super) fn fares(position: &Position, out: &mut Vec<Fare>) {
    out.extend(position.leaders.iter().map(|leader| {
        let lost = matches!(leader.place, LeaderPlace::Killed | LeaderPlace::Captured);
        let shape = if lost { Shape::Lost } else { Shape::Firm };
        Fare { hits: leader.wounded.into(), halves: 0, shape }
    }));
    out.extend(position.units.iter().map(|unit| {
        let lost = u16::from(unit.lost.0) + u16::from(unit.lost.1);
        let (hits, halves, shape) = match (unit.place, unit.morale) {
            (Place::Gone, _) => (0, unit.began.into(), Shape::Lost),
            (_, Morale::Broken) => (unit.hits, lost, Shape::Running),
            _ => (unit.hits, lost, Shape::Firm),
        };
        Fare { hits, halves, shape }
    }));
}

/// Victory points of both sides.
pub(super) fn points(position: &Position) -> [Points; 2] {
    Side::BOTH.map(|side| Points { now: score::points(position, side), enough: None })
}

/// What comes next, in half a line.
pub(super) fn next(position: &Position) -> String {
    let (set, turn) = (&position.set, position.turn);
    let name = |side: Side| set.sides[side].as_str();
    let code = |command: CommandId| set.command(command).code.as_str();
    match position.stage {
        Stage::Draw { side } => format!("{} draws cards", name(side)),
        Stage::Eve { side } => format!("{} plays cards before the battle", name(side)),
        Stage::SetUp(what) => format!("{} sets up", name(what.side())),
        Stage::Orders { side } => format!("{} orders its Commands in turn {turn}", name(side)),
        Stage::Acting(acting) => {
            let side = set.command(acting.command).side;
            format!("{} of {} has the initiative in turn {turn}", code(acting.command), name(side))
        }
        Stage::Rally { side } => format!("{} rallies in turn {turn}", name(side)),
        Stage::Over { winner: Some(side), .. } => format!("the battle is won by {}", name(side)),
        Stage::Over { winner: None, .. } => "the battle is drawn".to_owned(),
    }
}
