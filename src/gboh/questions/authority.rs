//! Who may command whom (4.35, 4.5, 9.18, 9.52, 4.91).

use crate::Refusal;
use crate::piece::{Class, LeaderId, LineId, Rank, UnitId, UnitType};
use crate::position::Position;
use crate::refusal::line::{Line, NoLine};
use crate::refusal::order::{Only, Ordered};
use crate::state::stage::Group;
use tess_effects::Rule;

/// Is he the overall commander, or the proconsul who stands in for a dead one (4.56)?
#[must_use]
pub fn is_overall(pos: &Position, leader: LeaderId) -> bool {
    let spec = pos.leader_spec(leader);
    matches!(spec.rank, Rank::Overall | Rank::Proconsul) && pos.overall(spec.side) == Some(leader)
}

/// **spqr 4.35, 4.5.** May this leader command this unit in principle, wherever they stand?
#[must_use]
pub fn can_command(pos: &Position, leader: LeaderId, unit: UnitId) -> bool {
    may_command(pos, leader, unit).is_ok()
}

/// **spqr 4.35, 4.5, 9.18, 9.82.** May this leader command this unit at all, by his counter and his place in
/// the army?
///
/// # Errors
/// The rule that keeps him from it.
pub fn may_command(pos: &Position, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    let (boss, spec) = (pos.leader_spec(leader), pos.spec(unit));
    if boss.side != spec.side {
        return Err(Refusal::new(Rule("4.21"), Ordered::NotHis(unit)));
    }
    let no = |rule, whom| Err(Refusal::new(Rule(rule), Ordered::Commands(leader, unit, whom)));
    // 9.82: any friendly leader orders an engine.
    if spec.class == Class::SC && boss.rank != Rank::ElephantLeader {
        return Ok(());
    }
    let limit = &boss.limit;
    if !limit.nations.is_empty() && !limit.nations.iter().any(|n| n.eq_ignore_ascii_case(&spec.nation)) {
        return no("4.35", Only::Nations);
    }
    if !limit.types.is_empty() && !limit.types.contains(&spec.kind) {
        return no("4.35", Only::Types);
    }
    let foot = spec.kind.is_infantry();
    match boss.rank {
        Rank::Tribune if !(spec.is_velites() || foot && spec.colour != 0 && !spec.ala) => {
            no("4.52", Only::Legions)
        }
        Rank::PraefectSociorum if !(spec.is_velites() || foot && spec.colour != 0 && spec.ala) => {
            no("4.52", Only::Alae)
        }
        Rank::PraefectEquitum if !(spec.kind.is_cavalry() && spec.colour != 0) => no("4.54", Only::Horse),
        Rank::MacedonianContingent if !boss.contingent.contains(&unit) => {
            no("alexander 5.65", Only::Contingent)
        }
        Rank::ElephantLeader if spec.kind != UnitType::EL => no("4.92", Only::Elephants),
        _ => Ok(()),
    }
}

/// **spqr 4.52, 4.54.** The class to which an individual order to this unit binds a tribune or praefect for
/// the rest of his phase; `None` for leaders without such bounds, and for engines (9.82). **Alexander
/// 4.72.** Not the class binds foot, but the legion or ala; only velites are of all.
#[must_use]
pub fn group_of(pos: &Position, leader: LeaderId, unit: UnitId) -> Option<Group> {
    let spec = pos.spec(unit);
    if spec.class == Class::SC {
        return None;
    }
    let by_class = pos.set.variant.choices.command.tribunes_keep_to_a_class;
    match pos.leader_spec(leader).rank {
        Rank::Tribune | Rank::PraefectSociorum if spec.is_velites() && by_class => Some(Group::Velites),
        Rank::Tribune | Rank::PraefectSociorum => {
            let class = if by_class || spec.is_velites() { spec.class } else { Class::Plain };
            Some(Group::Foot { colour: spec.colour, ala: spec.ala, class })
        }
        Rank::PraefectEquitum => Some(Group::Horse { ala: spec.ala }),
        _ => None,
    }
}

/// **spqr 4.52, alexander 4.72.** To what he is bound by orders to both of these groups; `None` where he may
/// not order both in a phase. Velites of several legions shut all others out.
#[must_use]
pub fn joined(bound: Group, more: Group) -> Option<Group> {
    let (Group::Foot { class: first, .. }, Group::Foot { class: second, .. }) = (bound, more) else {
        let velites = bound == Group::Velites && matches!(more, Group::Foot { class: Class::VE, .. });
        return (velites || bound == more).then_some(bound);
    };
    let legion = |group: Group| match group {
        Group::Foot { colour, ala, .. } => Some((colour, ala)),
        _ => None,
    };
    let velites = [first, second].map(|class| class == Class::VE);
    match (legion(bound) == legion(more), velites) {
        _ if bound == more => Some(bound),
        (false, [true, true]) => Some(Group::Velites),
        (true, [true, false]) => Some(more),
        (true, [false, true]) => Some(bound),
        _ => None,
    }
}

/// **spqr 9.52.** A double depth phalanx takes orders from the overall commander only.
///
/// # Errors
/// When somebody else orders it.
pub fn double_depth(pos: &Position, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
    if pos.in_double_depth(unit) && !is_overall(pos, leader) {
        return Err(Refusal::new(Rule("9.52"), Ordered::DoubleDepth(unit)));
    }
    Ok(())
}

/// **spqr 4.91, optional.** After their first orders elephants obey only a leader who rides with one of
/// them. The counter of an elephant leader has the rule 4.92 for itself.
///
/// # Errors
/// When he does not ride with one.
pub fn elephant_command(pos: &Position, leader: LeaderId, units: &[UnitId]) -> Result<(), Refusal> {
    let side = pos.leader_spec(leader).side;
    let is_elephant = |&&u: &&UnitId| pos.spec(u).kind == UnitType::EL;
    if pos.is_counter(leader)
        || !pos.set.special.elephant_command
        || !pos.course.elephants_ordered[side.index()]
    {
        return Ok(());
    }
    let mut elephants = units.iter().filter(is_elephant).peekable();
    let Some(first) = elephants.peek().copied() else { return Ok(()) };
    let at = pos.leader(leader).hex;
    if elephants.any(|&u| pos.hex(u) == at) {
        return Ok(());
    }
    Err(Refusal::new(Rule("4.91"), Ordered::Elephants(*first)))
}

/// **spqr 5.26, 7.33, 4.35.** May his command range let this unit shock? What he may command in principle;
/// the bounds of 4.52 and 4.54 on one phase are about orders only. An elephant leader has no other purpose
/// than his line (4.93).
#[must_use]
pub fn may_enable(pos: &Position, leader: LeaderId, unit: UnitId) -> bool {
    !pos.is_counter(leader) && may_command(pos, leader, unit).is_ok()
}

/// **spqr 4.4, 4.53, 4.54.** Is he on the chart for the line, or of the right kind where the chart names
/// nobody?
pub(crate) fn may_order_line(pos: &Position, leader: LeaderId, line: LineId) -> Result<(), Refusal> {
    let (boss, spec) = (pos.leader_spec(leader), pos.set.line(line));
    if is_overall(pos, leader) || spec.leaders.contains(&leader) {
        return Ok(());
    }
    let no = |rule, why| Err(Refusal::new(Rule(rule), Line::Barred(leader, line, why)));
    if !spec.leaders.is_empty() {
        return no("4.31", NoLine::Chart);
    }
    let all = |test: fn(UnitType) -> bool| spec.units.iter().all(|&u| test(pos.spec(u).kind));
    match boss.rank {
        Rank::Tribune | Rank::PraefectSociorum if !all(UnitType::is_infantry) => no("4.53", NoLine::Infantry),
        Rank::PraefectEquitum if !all(UnitType::is_cavalry) => no("4.54", NoLine::Cavalry),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Side;
    use crate::proving_ground::{ground, leader, u, unit};
    use tess_hex::Facing;

    fn roman(code: &str, class: Class, colour: u8, ala: bool, at: u16) -> crate::piece::UnitSpec {
        let mut spec = unit(code, Side::First, UnitType::LG, (3, 6, 5), at, Facing::E);
        (spec.class, spec.colour, spec.ala) = (class, colour, ala);
        spec
    }

    #[test]
    fn maharbal_commands_numidian_cavalry_only() {
        let mut boss = leader("MAH", Side::Second, Rank::Subordinate, 6, 2010);
        boss.limit.nations = vec!["Numidian".into()];
        let mut horse = unit("N1", Side::Second, UnitType::LC, (4, 8, 9), 2011, Facing::W);
        horse.nation = "Numidian".into();
        let mut celt = unit("C1", Side::Second, UnitType::LN, (4, 7, 8), 2012, Facing::W);
        celt.nation = "Celtic".into();
        let pos = ground(vec![horse, celt], vec![boss]);
        assert!(may_command(&pos, LeaderId(0), u(0)).is_ok());
        assert_eq!(may_command(&pos, LeaderId(0), u(1)).expect_err("a Celt").rule, Rule("4.35"));
    }

    #[test]
    fn tribunes_praefects_and_their_kinds_of_troops() {
        let mut horse = unit("RC1", Side::First, UnitType::RC, (3, 6, 8), 2015, Facing::E);
        horse.colour = 3;
        let units = vec![
            roman("HA1", Class::HA, 3, false, 2010),
            roman("CO1", Class::CO, 3, true, 2011),
            roman("VE1", Class::VE, 3, true, 2012),
            horse,
        ];
        let ranks = [Rank::Tribune, Rank::PraefectSociorum, Rank::PraefectEquitum, Rank::Proconsul];
        let leaders = ranks.iter().map(|&r| leader(&format!("{r:?}"), Side::First, r, 3, 2020)).collect();
        let pos = ground(units, leaders);
        let may = |l: u16| [0, 1, 2, 3].map(|n| may_command(&pos, LeaderId(l), u(n)).is_ok());
        assert_eq!(may(0), [true, false, true, false], "tribune");
        assert_eq!(may(1), [false, true, true, false], "praefect of allied infantry");
        assert_eq!(may(2), [false, false, false, true], "praefect of cavalry");
        assert_eq!(may(3), [true; 4], "proconsul");
    }
}
