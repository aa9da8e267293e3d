//! Engaged units in the designation step (10.41, 10.42, optional).

use crate::events::shock::ShockEvent;
use crate::movement::mark::is_fit;
use crate::piece::{Side, UnitId, UnitType};
use crate::position::{Position, ShockMark};
use crate::questions::is_engaged;
use crate::shock::aftermath::{release, set_engaged};
use crate::shock::fight::zone_reaches;
use crate::{Flow, Happening, Oracle, movement, questions};
use tess_effects::{Question, Rule};
use tess_hex::Hex;

/// **spqr 10.41, 10.42.** Engaged units in the active leader's range have to shock; light ones that are
/// faster than all whom they are engaged with may step back instead, and those that cannot shock have to.
pub(crate) fn designate(pos: &mut Position, oracle: &mut Oracle<'_>, side: Side) -> Flow<()> {
    release(pos, oracle);
    let Some(leader) = pos.stage.phase().map(|p| p.leader) else { return Ok(()) };
    let ordered: Vec<UnitId> = pos
        .stage
        .phase()
        .map(|p| p.combats.iter().flat_map(|c| c.attackers.clone()).collect())
        .unwrap_or_default();
    let engaged: Vec<UnitId> = pos
        .on_field(side)
        .filter(|&u| is_engaged(pos, u) && !ordered.contains(&u))
        .filter(|&u| questions::can_command(pos, leader, u) && questions::in_range(pos, leader, u))
        .collect();
    for unit in engaged {
        let fit = is_fit(pos, unit);
        let to = step_back(pos, oracle, unit, fit)?;
        match (to, pos.facing(unit)) {
            (Some(to), Some(facing)) => {
                let leaders: Vec<_> = pos.hex(unit).map_or_else(Vec::new, |h| pos.leaders_in(h).collect());
                let alone = pos.partner(unit).is_none();
                pos.put(unit, to, facing);
                for leader in leaders.into_iter().filter(|_| alone) {
                    pos.place_leader(leader, Some(to));
                }
                oracle.tell(|| Happening::Shock(ShockEvent::SteppedBack { unit, to }));
                set_engaged(pos, oracle, unit, false);
                movement::leaders_withdraw(pos, oracle, unit)?;
            }
            _ if fit && pos.unit(unit).shock == ShockMark::None => {
                pos.unit_mut(unit).shock = ShockMark::NoCheck;
                oracle.tell(|| Happening::Shock(ShockEvent::Enabled { unit, leader: Some(leader) }));
            }
            _ => {}
        }
    }
    release(pos, oracle);
    Ok(())
}

/// **spqr 10.42.** The hex to step back into, if it may and will.
fn step_back(pos: &Position, oracle: &mut Oracle<'_>, unit: UnitId, fit: bool) -> Flow<Option<Hex>> {
    let spec = pos.spec(unit);
    let light = spec.kind.is_cavalry() || spec.kind.is_skirmisher() || spec.kind == UnitType::LI;
    let foes: Vec<UnitId> = pos
        .on_field(spec.side.other())
        .filter(|&e| pos.unit(e).engaged && (zone_reaches(pos, e, unit) || zone_reaches(pos, unit, e)))
        .collect();
    let faster = foes.iter().all(|&e| pos.spec(e).ma_extended < spec.ma);
    let Some(at) = pos.hex(unit) else { return Ok(None) };
    if !light || !faster || foes.is_empty() {
        return Ok(None);
    }
    let open: Vec<Hex> = at
        .neighbours()
        .map(|(_, h)| h)
        .filter(|&h| {
            pos.stack(h).is_empty()
                && !pos.is_held_by_leader(spec.side, h)
                && crate::shock::advance::may_enter(pos, unit, pos.hexes(unit), h)
                && !pos.in_enemy_zoc(spec.side, h)
                && !foes.iter().any(|&e| pos.hexes(e).iter().any(|x| x.touches(h)))
        })
        .collect();
    if open.is_empty() {
        return Ok(None);
    }
    let mut question = Question::new(
        "engaged-retreat",
        &pos.set.sides[spec.side],
        &spec.code,
        Rule("10.42"),
        format!("{} is engaged: does it step back?", spec.code),
    );
    if fit {
        question = question.choice("no", "stay and shock");
    } else if !pos.set.variant.choices.shock.shockless_step_back {
        question = question.choice("no", "stay");
    }
    for hex in &open {
        question = question.choice(hex.to_string(), format!("back to {hex}"));
    }
    let key = oracle.ask(question)?;
    Ok(open.into_iter().find(|h| h.to_string() == key))
}
