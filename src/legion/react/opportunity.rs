//! Opportunity charges.

use super::counter::momentum;
use crate::events::morale::{Cause, How, MoraleEvent};
use crate::flight::{self, Course, slide};
use crate::formation::Formation;
use crate::measure::Length;
use crate::movement::side as side_met;
use crate::questions::drill::rate;
use crate::questions::names;
use crate::setup::Class;
use crate::state::{Directive, Impact, Morale, Place, Position, UnitId, Zone};
use crate::{Flow, Happening, Oracle, melee, morale};
use tess_effects::{Question, Rule};

const RULE: Rule = Rule("charge.opportunity");

/// Where a unit would come if it ran at an enemy whose flank or rear it sees: the position then, how far it
/// ran, and the dice that its run brings. Straight ahead, or else turned to him: turned it has no impact.
fn reach(pos: &Position, unit: UnitId, enemy: UnitId) -> Option<(Position, Length, u8)> {
    let own = pos.unit(unit);
    let fit = own.morale != Morale::Broken
        && !own.account.debt
        && !own.account.pursued
        && !own.account.fought
        && own.attached.is_none()
        && own.formation != Formation::Orbis
        && !matches!(pos.troop(unit).class, Class::Artillery | Class::Baggage)
        && !matches!(pos.directive(unit), Directive::March | Directive::Reform)
        && !pos.is_engaged(unit);
    let rate = rate(pos, unit);
    if !fit || pos.distance(unit, enemy)? > rate {
        return None;
    }
    // The side that it comes to touch is the one at which it charges.
    let exposed = |there: &Position| side_met(there, unit, enemy) != Zone::Front;
    let (mut there, from) = (pos.clone(), pos.stance(unit)?);
    let ahead = slide(&mut there, unit, Course::plain(from.heading, rate));
    if ahead.met == Some(enemy) && exposed(&there) {
        return Some((there, ahead.gone, momentum(pos, unit, ahead.gone)));
    }
    // charge.contact: nobody turns by more than a quarter and charges.
    let heading = flight::away_from(pos, enemy, unit)?;
    there.unit_mut(unit).place = pos.unit(unit).place;
    if from.heading.to(heading).abs() > 9_000 || !flight::turn(&mut there, unit, heading) {
        return None;
    }
    let slid = slide(&mut there, unit, Course::plain(heading, rate));
    (slid.met == Some(enemy) && exposed(&there)).then_some((there, slid.gone, 0))
}

/// **legion charge.opportunity.** An attacker has shown its flank within the Base Move of enemies: each of
/// them that is neither broken nor in close combat may charge it there, and does not move in the next turn.
pub(super) fn exposed(pos: &mut Position, attacker: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let units: Vec<UnitId> = pos.enemies(pos.side(attacker)).collect();
    for unit in units {
        if !matches!(pos.unit(attacker).place, Place::Table(_)) || !pos.is_engaged(attacker) {
            return Ok(());
        }
        let Some((there, gone, bonus)) = reach(pos, unit, attacker) else { continue };
        let (code, name) = (pos.code(unit), pos.code(attacker));
        let side = side_met(&there, unit, attacker);
        let text = format!("{name} shows {code} its {}: does {code} charge it?", side.word());
        let asked = pos.set.sides[pos.side(unit)].clone();
        let question = Question::new("opportunity", &asked, &code, RULE, text)
            .choice("no", "stays, and keeps its next move")
            .choice(
                "charge",
                format!("goes {gone} inches into the {}, and does not move next turn", side.word()),
            )
            .fact("enemy.type", names::kind(pos, attacker))
            .fact("own.type", names::kind(pos, unit));
        if oracle.ask(question)? == "no" {
            continue;
        }
        let from = pos.stance(unit);
        *pos = there;
        pos.unit_mut(unit).account.debt = true;
        let event = MoraleEvent::Went { unit, how: How::Charges(RULE), due: rate(pos, unit), gone };
        oracle.tell(|| Happening::Morale(event));
        // elephant.zone: horse that comes near elephants on its way may shy before it is there.
        if morale::shies(pos, unit, from, oracle)? {
            continue;
        }
        let impact = match bonus {
            0 => Impact::None,
            1 => Impact::Shock,
            _ => Impact::Warband,
        };
        melee::meet(pos, (unit, attacker), impact, RULE, oracle);
        if !morale::test(pos, attacker, Cause::Flanked, oracle)? {
            morale::break_unit(pos, attacker, Some(unit), oracle)?;
        }
    }
    Ok(())
}
