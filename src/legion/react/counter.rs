//! The counter-charge.

use crate::events::morale::{How, MoraleEvent};
use crate::flight::{Course, slide};
use crate::formation::Formation;
use crate::measure::{Length, TOUCH};
use crate::morale::{self, owe_move};
use crate::movement::Charge;
use crate::questions::drill::rate;
use crate::questions::names;
use crate::setup::Class;
use crate::state::{Directive, Impact, Morale, Place, Position, UnitId, Zone};
use crate::{Flow, Happening, Oracle, leaders};
use tess_effects::{Question, Rule};

const RULE: Rule = Rule("charge.counter");

/// Could the target go to meet the charge? It is charged in front, about head on, and has its move.
fn may(pos: &Position, charge: &Charge) -> bool {
    let target = charge.target;
    let unit = pos.unit(target);
    let head_on = match (charge.walked.trail.last(), pos.stance(target)) {
        (Some(at), Some(own)) => at.heading.to(own.heading.about()).abs() <= 2_250,
        _ => false,
    };
    charge.side == Zone::Front
        && head_on
        && !pos.is_lone_stand(target)
        && !unit.account.moved
        && !unit.account.fought
        && unit.morale != Morale::Broken
        && unit.attached.is_none()
        && !matches!(unit.formation, Formation::Orbis | Formation::Testudo)
        && !matches!(pos.troop(target).class, Class::Artillery | Class::Baggage)
        && !matches!(pos.directive(target), Directive::March | Directive::Reform)
        && !pos.is_engaged(target)
}

/// What came of it.
pub(super) enum Counter {
    /// The target receives the charge where it stands.
    Stands,
    /// The two meet on the way: the charge as it is by then.
    Meets(Charge),
    /// Horse that shied away from elephants beside its way (elephant.zone): there is nobody to be met.
    Shied,
}

/// **legion charge.counter.** The target may go to meet the charge: the two meet half way of the last
/// stretch, or where the target's move ends. A run of half its Base Move gives it the shock of a charge;
/// what the attacker does not run any more may cost it its own. It is the target's move.
pub(super) fn counter(pos: &mut Position, charge: &Charge, oracle: &mut Oracle<'_>) -> Flow<Counter> {
    if !may(pos, charge) {
        return Ok(Counter::Stands);
    }
    let (unit, target) = (charge.attacker, charge.target);
    let Some(own) = pos.stance(target) else { return Ok(Counter::Stands) };
    let most = Length(charge.walked.straight.0 / 2).min(rate(pos, target));
    let way = clear_way(pos, charge, most);
    let mut after = pos.clone();
    let slid = slide(&mut after, target, Course::plain(own.heading, way));
    if slid.gone < Length(100) || slid.met.is_some_and(|m| m != unit) {
        return Ok(Counter::Stands);
    }
    let bonus = momentum(pos, target, slid.gone);
    let code = pos.code(target);
    let text = format!("{} charges {code}: does {code} counter-charge?", pos.code(unit));
    let side = pos.set.sides[pos.side(target)].clone();
    let question = Question::new("counter-charge", &side, &code, RULE, text)
        .choice("stand", "receives the charge where it stands")
        .choice("counter", format!("goes {} inches to meet it, as its move, for {bonus} dice", slid.gone))
        .fact("enemy.type", names::kind(pos, unit))
        .fact("own.type", names::kind(pos, target))
        .fact("own.dice", bonus);
    if oracle.ask(question)? == "stand" {
        return Ok(Counter::Stands);
    }
    leaders::stay_behind(pos, target, oracle);
    let left = std::mem::replace(pos, after);
    pos.leaders = left.leaders;
    owe_move(pos, target);
    pos.unit_mut(target).account.countered = bonus;
    let event = MoraleEvent::Went { unit: target, how: How::Charges(RULE), due: way, gone: slid.gone };
    oracle.tell(|| Happening::Morale(event));
    if morale::shies_from_others(pos, target, (Some(own), unit), oracle)? {
        pos.unit_mut(target).account.countered = 0;
        return Ok(Counter::Shied);
    }
    let mut changed = charge.clone();
    let straight = charge.walked.straight - slid.gone;
    if (straight + TOUCH).times(2) < pos.base_move(unit) {
        changed.impact = Impact::None;
    }
    changed.walked.straight = straight;
    if let Place::Table(at) = changed.walked.unit.place {
        changed.walked.unit.place = Place::Table(at.moved(0, -slid.gone.0));
    }
    Ok(Counter::Meets(changed))
}

/// **legion pass.through.** How far the target may go so that the attacker, who comes through friends, has
/// come out of them where the two meet.
fn clear_way(pos: &Position, charge: &Charge, most: Length) -> Length {
    let Place::Table(end) = charge.walked.unit.place else { return most };
    let unit = charge.attacker;
    let group = pos.party(unit);
    let friends: Vec<UnitId> =
        pos.unit_ids().filter(|u| pos.side(*u) == pos.side(unit) && !group.contains(u)).collect();
    let is_clear = |way: i32| {
        let own = pos.party_at(unit, end.moved(0, -way));
        !friends.iter().any(|&f| pos.bases(f).iter().any(|b| own.iter().any(|o| o.overlaps(b))))
    };
    let tenths = (0..=most.0 / 100).map(|n| most.0 - n * 100);
    tenths.into_iter().find(|&way| is_clear(way)).map_or(Length::ZERO, Length)
}

/// The dice that a straight run of so many inches brings a unit.
pub(super) fn momentum(pos: &Position, unit: UnitId, gone: Length) -> u8 {
    match pos.troop(unit).class {
        _ if pos.unit(unit).shields => 0,
        _ if (gone + TOUCH).times(2) < pos.base_move(unit) => 0,
        Class::Warband => 2,
        _ => 1,
    }
}
