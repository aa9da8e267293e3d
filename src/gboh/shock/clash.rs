//! The clash of spears and swords: which pair counts, and what follows from it (8.45, 8.46).

use crate::events::blow::{Hits, Superiority};
use crate::piece::{Missile, UnitId, UnitType};
use crate::position::Position;
use crate::questions::approach;
use crate::shock::factors::{Conditions, outcome};
use crate::shock::fight::{Bout, Fight, speakers};
use crate::shock::shifts::{Sides, column, shifts, sizes};
use crate::shock::superiority::{harrier, superiority};
use crate::state::asks::Finer;
use crate::variant::charts::Angle;
use crate::variant::shock::LightHalved;
use crate::{Flow, Oracle};
use tess_effects::{Question, Rule};

/// **spqr 8.45, 8.46 steps 1 and 2.** What a pair leads to; `None` when the attacker cannot attack that
/// defender.
pub(crate) fn bout(
    pos: &Position,
    fight: &Fight,
    sides: Sides<'_>,
    attacker: UnitId,
    defender: UnitId,
) -> Option<Bout> {
    let angle = struck_side(pos, attacker, defender)?;
    let (a, d) = (pos.spec(attacker), pos.spec(defender));
    let base = pos.set.variant.charts.clash_column(angle, d.kind, a.kind)?;
    let sizes = sizes(pos, sides);
    let shifts = shifts(pos, sides, sizes, (attacker, defender, angle));
    let deep = pos.in_double_depth(defender);
    let choices = &pos.set.variant.choices.shock;
    Some(Bout {
        attacker,
        defender,
        angle,
        base,
        column: column(base, &shifts),
        shifts,
        sizes,
        conditions: Conditions {
            superiority: superiority(pos, attacker, defender, angle),
            deep_flank: deep && angle != Angle::Front,
            pass_thru: fight.pass_thru,
            skirmishers: choices.skirmishers_halved
                && sides.defenders.iter().all(|&u| pos.spec(u).kind.is_skirmisher()),
            light_horse: !pos.is_routed(defender) && is_halved(pos, attacker, defender),
            skirmish: sides.attackers.iter().all(|&u| pos.spec(u).kind.is_skirmisher()),
        },
    })
}

/// **spqr 8.45, alexander 8.36.** The side that counts: an attacker who is himself taken in the flank or
/// rear strikes the front in some books, where his type may attack it at all.
fn struck_side(pos: &Position, attacker: UnitId, defender: UnitId) -> Option<Angle> {
    let angle = approach(pos, attacker, defender)?;
    let (a, d) = (pos.spec(attacker).kind, pos.spec(defender).kind);
    let frontal = angle != Angle::Front
        && pos.set.variant.choices.shock.harried_attack_front
        && harrier(pos, attacker).is_some()
        && pos.set.variant.charts.clash_column(Angle::Front, d, a).is_some();
    Some(if frontal { Angle::Front } else { angle })
}

/// **spqr 9.32.** Are hits of this attacker on this defender halved?
fn is_halved(pos: &Position, attacker: UnitId, defender: UnitId) -> bool {
    use UnitType::{BI, HI, LC, LG, LI, MI, PH};
    let (a, d) = (pos.spec(attacker), pos.spec(defender).kind);
    match pos.set.variant.choices.shock.light_halved {
        LightHalved::Horse => a.kind == LC && matches!(d, PH | HI | MI | LG | BI),
        LightHalved::Archers => {
            matches!(a.kind, LC | LI)
                && matches!(a.missile, Some(Missile::A | Missile::C))
                && matches!(d, HI | MI)
        }
        LightHalved::Nobody => false,
    }
}

impl Bout {
    /// Hits of ten combats, one with each face of the die: attackers', defenders'.
    pub fn ten(&self, pos: &Position) -> (u16, u16) {
        let table = &pos.set.variant.charts.shock;
        let at = usize::from(self.column - 1);
        (0..10).fold((0, 0), |(a, d), row| {
            let hits = Hits { attacker: table.attacker[row][at], defender: table.defender[row][at] };
            let hits = outcome(hits, self.conditions);
            (a + u16::from(hits.attacker), d + u16::from(hits.defender))
        })
    }

    /// What it is worth to the attacker.
    fn worth(&self, pos: &Position) -> i32 {
        let (a, d) = self.ten(pos);
        i32::from(d) - i32::from(a)
    }
}

/// **spqr 8.45.** The defender names his unit first, the attacker then his among those that attack it, or
/// the one his order names. The defender is asked where neither choice is better for him in both columns of
/// hits, or when he wants to be: an odd hit goes to the unit that he names (10.13).
pub(crate) fn choose(pos: &Position, oracle: &mut Oracle<'_>, fight: &Fight) -> Flow<Option<Bout>> {
    let (all_attackers, all_defenders) = (fight.attackers_left(pos), fight.defenders_left(pos));
    let (moved, pursuit) = (fight.moved, fight.pursuit);
    let sides = Sides { attackers: &all_attackers, defenders: &all_defenders, moved, pursuit };
    // One against one: there is nothing to choose.
    if let (&[attacker], &[defender]) = (&*all_attackers, &*all_defenders) {
        return Ok(bout(pos, fight, sides, attacker, defender));
    }
    let mut attackers: Vec<UnitId> = speakers(pos, &all_attackers).collect();
    // Alexander 9.31: beside others skirmishers never count.
    if attackers.iter().any(|&a| !pos.spec(a).kind.is_skirmisher()) {
        attackers.retain(|&a| !pos.spec(a).kind.is_skirmisher());
    }
    let named = fight.with.filter(|w| attackers.contains(w));
    let best_against = |d: UnitId| {
        named.and_then(|w| bout(pos, fight, sides, w, d)).or_else(|| {
            let mut bouts = attackers.iter().filter_map(|&a| bout(pos, fight, sides, a, d));
            // One pair alone need not be weighed.
            let (first, second) = (bouts.next()?, bouts.next());
            let Some(second) = second else { return Some(first) };
            let all = [first, second].into_iter().chain(bouts);
            all.max_by_key(|b| (b.worth(pos), std::cmp::Reverse(b.attacker)))
        })
    };
    if let [only] = *all_defenders {
        return Ok(best_against(only));
    }
    let mut answers: Vec<Bout> = speakers(pos, &all_defenders).filter_map(best_against).collect();
    if answers.len() < 2 {
        return Ok(answers.pop());
    }
    let margin = |b: &Bout| i16::from(pos.quality(b.defender)) - i16::from(pos.hits(b.defender));
    answers.sort_by_key(|b| (b.worth(pos), -margin(b), b.defender));
    let tens: Vec<(u16, u16)> = answers.iter().map(|b| b.ten(pos)).collect();
    let all = pos.asks(fight.side.other(), Finer::Defender);
    let open: Vec<usize> = (0..answers.len())
        .filter(|&i| {
            let (a, d) = tens[i];
            all || !(0..answers.len()).any(|j| {
                let (x, y) = tens[j];
                let no_worse = x >= a && y <= d;
                no_worse && ((x, y) != (a, d) || j < i)
            })
        })
        .collect();
    let chosen = match open.as_slice() {
        [] => return Ok(None),
        &[only] => only,
        open => name_unit(pos, oracle, fight, &answers, open)?,
    };
    Ok(Some(answers.swap_remove(chosen)))
}

/// **spqr 8.45.** The defender is asked which of these units of his speaks.
fn name_unit(
    pos: &Position,
    oracle: &mut Oracle<'_>,
    fight: &Fight,
    answers: &[Bout],
    open: &[usize],
) -> Flow<usize> {
    let first = open[0];
    let side = fight.side.other();
    let code = |b: &Bout| pos.spec(b.defender).code.to_ascii_lowercase();
    let mut question = Question::new(
        "defender",
        &pos.set.sides[side],
        &code(&answers[first]),
        Rule("8.45"),
        "Which of your units decides the column of the clash?",
    )
    .fact("combat", fight.number);
    for &i in open {
        let b = &answers[i];
        let (a, d) = b.ten(pos);
        let spec = pos.spec(b.defender);
        let word = match b.conditions.superiority {
            Superiority::Even => "even",
            Superiority::Attack(_) => "attack superior",
            Superiority::Defence => "defence superior",
        };
        question = question.choice(
            code(b),
            format!(
                "{} ({}): column {}, {word}; on average {}.{} hits to them, {}.{} to you",
                spec.code,
                spec.kind.letters(),
                b.column,
                a / 10,
                a % 10,
                d / 10,
                d % 10
            ),
        );
    }
    let key = oracle.ask(question)?;
    Ok(open.iter().copied().find(|&i| code(&answers[i]) == key).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Side, UnitSpec};
    use crate::position::ShockMark;
    use crate::proving_ground::{ground, u, unit};
    use crate::state::stage::Combat;
    use tess_effects::Dice;
    use tess_hex::Facing;

    fn one(kind: UnitType, at: u16, facing: Facing, side: Side) -> UnitSpec {
        unit(&format!("{}{at}", side.index()), side, kind, (4, 6, 6), at, facing)
    }

    fn fight(pos: &mut Position, attackers: &[u16], defenders: &[u16]) -> Fight {
        for &a in attackers {
            pos.unit_mut(u(a)).shock = ShockMark::MustCheck;
        }
        let ids = |list: &[u16]| list.iter().map(|&n| u(n)).collect();
        let combat = Combat { attackers: ids(attackers), defenders: ids(defenders), with: None };
        Fight::new(pos, 1, Side::First, combat, false)
    }

    fn chosen(pos: &Position, fight: &Fight) -> Bout {
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        choose(pos, &mut oracle, fight).expect("nothing to ask").expect("a pair")
    }

    /// spqr-8.45-ex1.
    #[test]
    fn a_phalanx_meets_light_infantry_on_column_10() {
        let mut pos = ground(
            vec![
                one(UnitType::PH, 2010, Facing::E, Side::First),
                one(UnitType::LI, 2110, Facing::W, Side::Second),
            ],
            vec![],
        );
        let fight = fight(&mut pos, &[0], &[1]);
        let got = chosen(&pos, &fight);
        assert_eq!((got.base, got.angle), (10, Angle::Front));
        assert!(got.conditions.superiority.is_attack());
    }

    /// spqr-8.45-ex2: hastati taken in the flank beside velites taken in front.
    #[test]
    fn the_defender_names_the_velites_rather_than_the_flanked_hastati() {
        let mut pos = ground(
            vec![
                one(UnitType::HI, 2010, Facing::E, Side::First),
                one(UnitType::LG, 2109, Facing::NE, Side::Second),
                one(UnitType::LI, 2110, Facing::W, Side::Second),
            ],
            vec![],
        );
        // Faced so that the attacker stands in a flank hex of the hastati.
        for facing in Facing::ALL {
            pos.turn_in_place(u(1), facing);
            if pos.angle(u(1), crate::proving_ground::hex(2010)) == Some(Angle::Flank) {
                break;
            }
        }
        let fight = fight(&mut pos, &[0], &[1, 2]);
        let (moved, pursuit) = (fight.moved, fight.pursuit);
        let sides = Sides { attackers: &fight.attackers, defenders: &fight.defenders, moved, pursuit };
        assert_eq!(bout(&pos, &fight, sides, u(0), u(1)).map(|b| b.base), Some(11));
        assert_eq!(bout(&pos, &fight, sides, u(0), u(2)).map(|b| b.base), Some(9));
        let got = chosen(&pos, &fight);
        assert_eq!((got.defender, got.base), (u(2), 9));
        assert!(got.conditions.superiority.is_attack());
    }

    /// spqr-8.45-ex3: velites in front of a phalanx, allied cavalry behind it.
    #[test]
    fn the_attacker_uses_the_cavalry_in_the_rear() {
        let mut pos = ground(
            vec![
                one(UnitType::LI, 2010, Facing::E, Side::First),
                one(UnitType::HC, 2210, Facing::W, Side::First),
                one(UnitType::PH, 2110, Facing::W, Side::Second),
            ],
            vec![],
        );
        let fight = fight(&mut pos, &[0, 1], &[2]);
        let got = chosen(&pos, &fight);
        assert_eq!((got.attacker, got.angle, got.base), (u(1), Angle::Rear, 11));
        assert!(got.conditions.superiority.by_position());
        let mut named = fight.clone();
        named.with = Some(u(0));
        let got = chosen(&pos, &named);
        assert_eq!((got.attacker, got.base), (u(0), 4));
    }

    #[test]
    fn cavalry_has_no_column_against_the_front_of_an_elephant() {
        let pos = ground(
            vec![
                one(UnitType::HC, 2010, Facing::E, Side::First),
                one(UnitType::EL, 2110, Facing::W, Side::Second),
            ],
            vec![],
        );
        assert_eq!(approach(&pos, u(0), u(1)), None);
    }

    /// spqr-8.46: numbers of the pair 2H against a vertex.
    #[test]
    fn a_phalanx_at_a_corner_of_two_sides_gets_the_one_better_for_the_defender() {
        // Halves 2010 and 2011 face E; the enemy in their centre front hex 2110 shows them front and flank.
        let mut pos = ground(
            vec![
                one(UnitType::PH, 2010, Facing::E, Side::First),
                one(UnitType::LI, 2110, Facing::W, Side::Second),
            ],
            vec![],
        );
        let halves: Vec<_> = pos.hexes(u(0)).iter().collect();
        for facing in Facing::ALL {
            pos.turn_in_place(u(1), facing);
            let angles: Vec<_> = halves.iter().filter_map(|&h| pos.angle(u(1), h)).collect();
            assert_eq!(approach(&pos, u(0), u(1)), angles.into_iter().min(), "{facing}");
        }
    }
}
