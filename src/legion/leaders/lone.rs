//! A Command Stand by itself that is charged: for as long as that lasts it is a unit of one stand.

use super::fate;
use crate::events::leaders::LeaderEvent;
use crate::formation::{Formation, Slot};
use crate::questions::places::crowd;
use crate::setup::{CommandId, SpecId};
use crate::state::{
    Account, LONE_STANDS, Leader, LeaderPlace, Morale, Place, Position, Stand, Unit, UnitId, Wings,
};
use crate::written::Post;
use crate::{Flow, Happening, Oracle};
use tess_effects::Rule;

const RULE: Rule = Rule("leader.risk");

/// The unit that the stand of a leader has been, or is.
fn stand_of(pos: &Position, leader: CommandId) -> Option<UnitId> {
    pos.unit_ids().find(|&u| pos.is_lone_stand(u) && pos.unit(u).command == leader)
}

/// **legion leader.risk.** A leader who stands by himself is charged: he fights, or evades, in the front of
/// a unit of one stand, his own. Nothing when he is not by himself.
pub(crate) fn take_post(pos: &mut Position, leader: CommandId) -> Option<UnitId> {
    let Leader { place: LeaderPlace::Alone(stance), moved, .. } = *pos.leader(leader) else { return None };
    let listed = pos.set.units.iter().position(|u| u.command == leader).unwrap_or_default();
    let of = SpecId(listed as u16);
    let others = pos.unit_ids().filter(|&u| pos.is_lone_stand(u) && pos.unit(u).of == of).count();
    let unit = Unit {
        of,
        part: LONE_STANDS + others as u8,
        command: leader,
        place: Place::Table(stance),
        formation: Formation::Line,
        shields: false,
        loose: false,
        stands: vec![Stand { troop: pos.leader_spec(leader).troop, half: false, slot: Slot::default() }],
        began: 2,
        hits: 0,
        lost: (0, 0),
        morale: Morale::Good,
        account: Account { moved, ..Account::default() },
        attached: None,
        wings: Wings::default(),
        away: None,
        drivers: 0,
        strayed: None,
        own_order: None,
    };
    let id = match stand_of(pos, leader) {
        Some(id) => {
            let part = pos.unit(id).part;
            *pos.unit_mut(id) = Unit { part, ..unit };
            id
        }
        None => {
            pos.units.push(unit);
            UnitId(pos.units.len() as u16 - 1)
        }
    };
    pos.fall_in(id);
    pos.leader_mut(leader).place = LeaderPlace::With(id, Post::Front);
    Some(id)
}

/// **legion leader.casualty.** May he stand to receive a charge? Not with a wound, nor where he stands among
/// others.
pub(crate) fn may_stand(pos: &Position, stand: UnitId) -> bool {
    pos.leader(pos.unit(stand).command).wounded == 0 && crowd(pos, stand, &pos.bases(stand)).is_none()
}

/// **legion leader.risk.** Leaders who were charged by themselves, and are in no combat any more, are by
/// themselves again. Whose stand was destroyed is hit, as with a broken unit that is ridden down.
pub(crate) fn by_themselves(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    let stands: Vec<UnitId> =
        pos.unit_ids().filter(|&u| pos.is_lone_stand(u) && pos.unit(u).began > 0).collect();
    for stand in stands {
        if !pos.is_engaged(stand) {
            dissolve(pos, stand, oracle)?;
        }
    }
    Ok(())
}

fn dissolve(pos: &mut Position, stand: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let leader = pos.unit(stand).command;
    let unit = pos.unit_mut(stand);
    let (place, moved, fell) = (unit.place, unit.account.moved, unit.strayed);
    unit.place = Place::Gone;
    (unit.began, unit.hits, unit.lost, unit.strayed, unit.away) = (0, 0, (0, 0), None, None);
    unit.account = Account::default();
    unit.morale = Morale::Good;
    unit.stands.clear();
    pos.leader_mut(leader).moved |= moved;
    match (pos.leader(leader).place, place) {
        (LeaderPlace::With(with, _), Place::Table(stance)) if with == stand => {
            pos.leader_mut(leader).place = LeaderPlace::Alone(stance);
            oracle.tell(|| Happening::Leader(LeaderEvent::Alone(leader, RULE)));
        }
        (LeaderPlace::With(with, _), _) if with == stand => {
            pos.leader_mut(leader).place = LeaderPlace::Away;
        }
        (LeaderPlace::Alone(at), Place::Gone) if fell.is_some_and(|(fell, _)| fell == at.anchor) => {
            fate::lost_his_men(pos, leader, (stand, at), oracle)?;
        }
        _ => {}
    }
    Ok(())
}
