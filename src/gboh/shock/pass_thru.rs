//! Infantry that lets an elephant through (9.11).

use super::fight::{Fight, approach, moved_in};
use super::told::ShockEvent;
use crate::effects::{Flow, Question, Rule};
use crate::gboh::check::check;
use crate::gboh::piece::{UnitId, UnitType};
use crate::gboh::position::{Morale, Position};
use crate::gboh::variant::charts::Angle;
use crate::gboh::{Happening, Oracle, movement, rout};
use crate::hex::Hex;

/// **spqr 9.11.** Before the charge: infantry attacked through its front by one elephant alone, which moved and attacks
/// nobody else, may open its ranks while a rear hex is unoccupied.
pub(super) fn offer(pos: &Position, oracle: &mut Oracle<'_>, fight: &mut Fight) -> Flow<()> {
    let ([elephant], [unit]) = (fight.attackers.as_slice(), fight.defenders.as_slice()) else {
        return Ok(());
    };
    let (elephant, unit) = (*elephant, *unit);
    let spec = pos.spec(unit);
    let may = pos.spec(elephant).kind == UnitType::EL
        && moved_in(pos, elephant)
        && spec.kind.is_infantry()
        && !pos.is_routed(unit)
        && approach(pos, elephant, unit) == Some(Angle::Front)
        && !exits(pos, elephant, unit).is_empty();
    if !may {
        return Ok(());
    }
    let question = Question::new(
        "pass-thru",
        &pos.set.sides[spec.side],
        &spec.code,
        Rule("9.11"),
        format!("Does {} open its ranks for {}?", spec.code, pos.spec(elephant).code),
    )
    .choice("yes", "one more on its pre-shock die, half the hits, a check after the elephant is through")
    .choice("no", "stand and fight")
    .fact("mover", &pos.spec(elephant).code)
    .fact("mover.type", "EL")
    .fact("own.type", spec.kind.letters())
    .fact("own.hits", pos.hits(unit))
    .fact("own.tq", spec.tq)
    .or_else(if spec.kind == UnitType::LG { "yes" } else { "no" });
    if oracle.ask(question)? == "yes" {
        fight.pass_thru = true;
        oracle.tell(|| Happening::Shock(ShockEvent::OpensRanks { unit, elephant }));
    }
    Ok(())
}

/// Unoccupied rear hexes of the infantry that the elephant can stand in.
fn exits(pos: &Position, elephant: UnitId, unit: UnitId) -> Vec<Hex> {
    let mut found: Vec<Hex> = pos
        .hexes(unit)
        .iter()
        .flat_map(|h| h.neighbours().map(|(_, n)| n))
        .filter(|&h| {
            pos.angle(unit, h) == Some(Angle::Rear)
                && pos.stack(h).is_empty()
                && super::advance::may_enter(pos, elephant, pos.hexes(unit), h)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// **spqr 9.11 steps 3 and 4.** After the shock the elephant comes out behind the infantry, which checks for it.
pub(super) fn come_out(pos: &mut Position, oracle: &mut Oracle<'_>, fight: &Fight) -> Flow<()> {
    let (elephant, unit) = (fight.attackers[0], fight.defenders[0]);
    if !fight.holds(pos, elephant) || !fight.holds(pos, unit) || pos.is_routed(unit) {
        return Ok(());
    }
    let open = exits(pos, elephant, unit);
    let (Some(&first), Some(facing)) = (open.first(), pos.facing(elephant)) else { return Ok(()) };
    let mut to = first;
    if open.len() > 1 {
        let side = pos.spec(elephant).side;
        let mut question = Question::new(
            "pass-thru-hex",
            &pos.set.sides[side],
            &pos.spec(elephant).code,
            Rule("9.11"),
            format!("Where does {} come out?", pos.spec(elephant).code),
        );
        for hex in &open {
            question = question.choice(hex.to_string(), format!("in {hex}"));
        }
        let key = oracle.ask(question)?;
        to = open.iter().copied().find(|h| h.to_string() == key).unwrap_or(first);
    }
    let from = pos.hexes(elephant);
    let riders: Vec<_> = pos.leaders_in(from.left.unwrap_or(to)).collect();
    pos.put(elephant, to, facing);
    for leader in riders {
        pos.place_leader(leader, Some(to));
    }
    oracle.tell(|| Happening::Shock(ShockEvent::PassedThru { elephant, to }));
    if !pos.spec(unit).kind.is_skirmisher() {
        let check = check(pos, oracle, unit, "pass-thru", 0, Rule("9.11"))?;
        oracle.tell(|| Happening::Shock(ShockEvent::RanksChecked { unit, check }));
        if check.excess > 0 {
            rout::hit(pos, oracle, unit, check.excess, "an elephant passed through", Rule("9.11"))?;
            if matches!(pos.unit(unit).morale, Morale::Steady { .. }) {
                rout::rout_if_broken(pos, oracle, unit, Some(elephant))?;
            }
        }
    }
    movement::leaders_withdraw(pos, oracle, elephant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gboh::piece::{Side, UnitSpec};
    use crate::gboh::proving_ground::{ground, u, unit};
    use crate::hex::Facing;

    fn one(kind: UnitType, at: u16, facing: Facing, side: Side) -> UnitSpec {
        unit(&format!("{}{at}", side.index()), side, kind, (4, 6, 6), at, facing)
    }

    /// spqr-9.11-ex.
    #[test]
    fn the_elephant_comes_out_in_one_of_the_two_rear_hexes() {
        let pos = ground(
            vec![
                one(UnitType::EL, 3022, Facing::W, Side::Second),
                one(UnitType::LG, 2921, Facing::E, Side::First),
            ],
            vec![],
        );
        let numbers: Vec<u16> = exits(&pos, u(0), u(1)).into_iter().map(Hex::number).collect();
        assert_eq!(numbers, [2821, 2822]);
    }

    #[test]
    fn an_occupied_rear_hex_is_no_exit() {
        let pos = ground(
            vec![
                one(UnitType::EL, 3022, Facing::W, Side::Second),
                one(UnitType::LG, 2921, Facing::E, Side::First),
                one(UnitType::LG, 2821, Facing::E, Side::First),
            ],
            vec![],
        );
        let numbers: Vec<u16> = exits(&pos, u(0), u(1)).into_iter().map(Hex::number).collect();
        assert_eq!(numbers, [2822]);
    }
}
