//! Whole shock segments.

use std::collections::BTreeMap;

use crate::events::shock::{Blow, ShockEvent};
use crate::movement::mark;
use crate::order::ShockOrder;
use crate::piece::{LeaderId, LeaderSpec, Rank, Side, UnitId, UnitSpec, UnitType};
use crate::position::{Formation, Morale, Place, Position, ShockMark};
use crate::proving_ground::{ground, hex, leader, u, unit};
use crate::shock::*;
use crate::state::stage::{Phase, PhaseKind, Stage};
use crate::{Happening, Oracle, Outcome};
use tess_effects::Rule;
use tess_effects::{Answer, Answered, Dice, Recorded, Scripted, Stop};
use tess_hex::{Facing, Hexside};

const MUST: ShockMark = ShockMark::MustCheck;

fn phase(pos: &mut Position, side: Side) {
    pos.stage = Stage::Orders(Phase::new(LeaderId(side.index() as u16), side, PhaseKind::Initial));
}

fn commanders() -> Vec<LeaderSpec> {
    vec![
        leader("REG", Side::First, Rank::Overall, 5, 1105),
        leader("XAN", Side::Second, Rank::Overall, 5, 3905),
    ]
}

/// Units and leaders on the field, the first side in an orders phase, the first `must` units marked.
fn battle(units: Vec<UnitSpec>, must: u16) -> Position {
    let mut pos = ground(units, commanders());
    phase(&mut pos, Side::First);
    for n in 0..must {
        pos.unit_mut(u(n)).shock = MUST;
        pos.unit_mut(u(n)).done.moved = true;
    }
    pos
}

fn rome(code: &str, kind: UnitType, sizes: (u8, u8, u8), at: u16, facing: Facing) -> UnitSpec {
    unit(code, Side::First, kind, sizes, at, facing)
}

fn carthage(code: &str, kind: UnitType, sizes: (u8, u8, u8), at: u16, facing: Facing) -> UnitSpec {
    unit(code, Side::Second, kind, sizes, at, facing)
}

fn faces(faces: &[(&str, u8)], otherwise: u8) -> Dice {
    Dice::Scripted(Scripted {
        faces: faces.iter().map(|&(l, f)| (l.to_owned(), f)).collect::<BTreeMap<_, _>>(),
        otherwise: Some(otherwise),
    })
}

/// Resolves; every question takes the answer named for its id, else its default. All dice of later stretches
/// are alike.
fn settle(pos: &mut Position, dice: &Dice, wishes: &[(&str, &str)]) -> Vec<ShockEvent> {
    let start = pos.clone();
    let mut answers: Vec<Answered> = Vec::new();
    for _ in 0..40 {
        *pos = start.clone();
        let mut oracle = Oracle::new(dice.clone(), &answers);
        match resolve(pos, &mut oracle) {
            Ok(outcome) => {
                assert_eq!(outcome, Outcome::Done);
                let (record, _) = oracle.into_record();
                return record
                    .into_iter()
                    .filter_map(|e| match e {
                        Recorded::Happened(Happening::Shock(event)) => Some(event),
                        _ => None,
                    })
                    .collect();
            }
            Err(Stop::Ask(question)) => {
                let wish = wishes.iter().find(|(id, _)| *id == question.id).map(|w| w.1.to_owned());
                let key = wish.unwrap_or_else(|| question.default.clone());
                assert!(question.allows(&key), "{key} for {}", question.id);
                answers.push(Answered {
                    question: question.id.clone(),
                    answer: Answer(key),
                    dice: dice.clone(),
                });
            }
            Err(stop) => panic!("{stop:?}"),
        }
    }
    panic!("questions without end");
}

fn blows(events: &[ShockEvent]) -> Vec<Blow> {
    events
        .iter()
        .filter_map(|e| match e {
            ShockEvent::Struck(b) => Some((**b).clone()),
            _ => None,
        })
        .collect()
}

fn at(pos: &Position, n: u16) -> Option<u16> {
    pos.hex(u(n)).map(tess_hex::Hex::number)
}

fn steady(hits: u8) -> Morale {
    Morale::Steady { hits }
}

#[test]
fn two_legions_meet_and_the_numbers_follow_the_tables() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
            carthage("L1", UnitType::LG, (4, 6, 5), 2110, Facing::W),
        ],
        1,
    );
    // Pre-shock: 8 against 6 for the attacker, 6 for the defender. Column 7, die 5: 2(2).
    let dice = faces(&[("pre-shock:h1", 8), ("pre-shock:l1", 6), ("shock:h1", 5)], 0);
    let events = settle(&mut pos, &dice, &[]);
    let blow = &blows(&events)[0];
    assert_eq!((blow.base, blow.column, blow.row), (7, 7, 5));
    assert_eq!((blow.hits.attacker, blow.hits.defender), (2, 2));
    assert_eq!((pos.hits(u(0)), pos.hits(u(1))), (4, 2));
    assert_eq!(pos.unit(u(0)).shock, ShockMark::None);
    assert!(pos.unit(u(0)).done.shocked && pos.unit(u(1)).done.shocked);
}

#[test]
fn who_routs_in_the_charge_leaves_his_hex_to_the_attacker() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
            carthage("M1", UnitType::MI, (4, 5, 5), 2110, Facing::W),
        ],
        1,
    );
    pos.unit_mut(u(1)).morale = steady(3);
    let events = settle(&mut pos, &faces(&[("pre-shock:m1", 8)], 0), &[]);
    assert!(blows(&events).is_empty());
    assert!(pos.is_routed(u(1)));
    assert_eq!(at(&pos, 0), Some(2110));
}

#[test]
fn a_standing_attack_needs_no_check_and_rounds_against_itself() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (5, 6, 5), 2010, Facing::E),
            carthage("L1", UnitType::LG, (4, 6, 5), 2110, Facing::W),
        ],
        0,
    );
    pos.unit_mut(u(0)).done.fired = true;
    let order = ShockOrder { attackers: vec![u(0)], defenders: vec![u(1)], with: None };
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    assert_eq!(combine(&mut pos, &mut oracle, &order), Ok(Outcome::Done));
    let events = settle(&mut pos, &faces(&[("shock:h1", 5)], 0), &[]);
    assert!(!events.iter().any(|e| matches!(e, ShockEvent::Charge { .. })));
    assert_eq!(blows(&events)[0].column, 7);
}

/// spqr-8.42-ex1.
fn phalanx_and_velites(celts: bool) -> Position {
    let mut units = vec![
        rome("PH", UnitType::PH, (10, 7, 4), 3722, Facing::NW),
        carthage("VEa", UnitType::LI, (2, 5, 6), 3622, Facing::SE),
        carthage("VEb", UnitType::LI, (2, 5, 6), 3721, Facing::SE),
        carthage("VEc", UnitType::LI, (2, 5, 6), 3821, Facing::SE),
        rome("MI", UnitType::MI, (4, 6, 5), 3920, Facing::SW),
    ];
    if !celts {
        units.pop();
    }
    let mut pos = battle(units, 1);
    if celts {
        pos.unit_mut(u(4)).done.fired = true;
    }
    pos
}

#[test]
fn a_phalanx_attacks_all_three_velites_as_one() {
    let mut pos = phalanx_and_velites(false);
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    let combats = auto::complete(&pos, &mut oracle, Side::First, Vec::new());
    assert_eq!(combats.len(), 1);
    assert_eq!(combats[0].defenders, [u(1), u(2), u(3)]);
    let order = ShockOrder { attackers: vec![u(0)], defenders: vec![u(1), u(2)], with: None };
    let Err(Stop::Refused(refusal)) = combine(&mut pos, &mut oracle, &order) else {
        panic!("nobody else can attack the third")
    };
    assert_eq!(refusal.rule, Rule("8.42"));
}

#[test]
fn with_the_celts_on_the_third_the_phalanx_takes_the_other_two() {
    let mut pos = phalanx_and_velites(true);
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    for (attackers, defenders) in [(vec![u(0)], vec![u(1), u(2)]), (vec![u(4)], vec![u(3)])] {
        let order = ShockOrder { attackers, defenders, with: None };
        assert_eq!(combine(&mut pos, &mut oracle, &order), Ok(Outcome::Done));
    }
    assert_eq!(pos.stage.phase().map(|p| p.combats.len()), Some(2));
    let order = ShockOrder { attackers: vec![u(4)], defenders: vec![u(3)], with: None };
    assert!(matches!(combine(&mut pos, &mut oracle, &order), Err(Stop::Refused(_))));
}

/// spqr-8.42-ex2.
#[test]
fn cavalry_must_attack_the_slingers_and_the_hastati_may() {
    let mut pos = battle(
        vec![
            rome("RC", UnitType::RC, (3, 6, 8), 2419, Facing::NE),
            rome("HA", UnitType::LG, (4, 6, 5), 2618, Facing::W),
            carthage("BS", UnitType::SK, (1, 5, 6), 2518, Facing::SW),
        ],
        1,
    );
    pos.unit_mut(u(1)).done.fired = true;
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    let alone = auto::complete(&pos, &mut oracle, Side::First, Vec::new());
    assert_eq!(alone.iter().map(|c| c.attackers.clone()).collect::<Vec<_>>(), [vec![u(0)]]);
    let order = ShockOrder { attackers: vec![u(0), u(1)], defenders: vec![u(2)], with: None };
    assert_eq!(combine(&mut pos, &mut oracle, &order), Ok(Outcome::Done));
}

#[test]
fn attackers_of_skirmishers_are_spared_the_check_and_take_one_hit_at_most() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
            carthage("S1", UnitType::SK, (1, 5, 6), 2110, Facing::W),
        ],
        1,
    );
    let events = settle(&mut pos, &faces(&[("shock:h1", 2)], 0), &[]);
    assert!(events.iter().any(|e| matches!(e, ShockEvent::Exempt { unit, .. } if *unit == u(0))));
    assert!(events.iter().any(|e| matches!(e, ShockEvent::Charge { unit, .. } if *unit == u(1))));
    assert!(blows(&events)[0].hits.attacker <= 1);
    assert_eq!(pos.unit(u(1)).place, Place::Eliminated);
    assert_eq!(at(&pos, 0), Some(2110));
}

#[test]
fn light_infantry_in_front_spares_the_legion_a_check_but_not_itself() {
    let mut pos = battle(
        vec![
            rome("V1", UnitType::LI, (2, 6, 6), 2010, Facing::E),
            carthage("L1", UnitType::LG, (4, 6, 5), 2110, Facing::W),
        ],
        1,
    );
    let events = settle(&mut pos, &faces(&[], 0), &[]);
    let checked: Vec<UnitId> = events
        .iter()
        .filter_map(|e| match e {
            ShockEvent::Charge { unit, .. } => Some(*unit),
            _ => None,
        })
        .collect();
    assert_eq!(checked, [u(0)]);
}

#[test]
fn when_everybody_breaks_the_defender_routs_on_a_tie() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
            carthage("L1", UnitType::LG, (4, 6, 5), 2110, Facing::W),
        ],
        1,
    );
    pos.unit_mut(u(0)).morale = steady(4);
    pos.unit_mut(u(1)).morale = steady(4);
    let events = settle(&mut pos, &faces(&[("shock:h1", 5), ("collapse:h1", 0)], 0), &[]);
    assert!(events.iter().any(|e| matches!(e, ShockEvent::AllBroken { loser: Side::Second, .. })));
    assert!(pos.is_routed(u(1)));
    assert_eq!((at(&pos, 0), pos.hits(u(0))), (Some(2110), 5));
}

#[test]
fn a_shaken_unit_in_an_enemy_zone_holds_or_collapses() {
    for (face, routs) in [(6, false), (7, true)] {
        let mut pos = battle(
            vec![
                rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
                carthage("L1", UnitType::LG, (4, 6, 5), 2110, Facing::W),
            ],
            1,
        );
        pos.unit_mut(u(1)).morale = steady(3);
        settle(&mut pos, &faces(&[("shock:h1", 5), ("collapse:l1", face)], 0), &[]);
        assert_eq!(pos.is_routed(u(1)), routs);
        if !routs {
            assert_eq!(pos.hits(u(1)), 4);
        }
    }
}

fn elephant_and_legion() -> Position {
    battle(
        vec![
            rome("E1", UnitType::EL, (5, 6, 5), 3022, Facing::W),
            carthage("L1", UnitType::LG, (4, 7, 5), 2921, Facing::E),
        ],
        1,
    )
}

/// spqr-9.11-ex.
#[test]
fn opened_ranks_let_the_elephant_through_to_the_rear() {
    let mut pos = elephant_and_legion();
    let dice = faces(&[("shock:e1", 5), ("pass-thru:l1", 9), ("pre-shock:l1", 6)], 0);
    let events = settle(&mut pos, &dice, &[("pass-thru-hex:e1", "2822")]);
    assert!(events.iter().any(|e| matches!(e, ShockEvent::OpensRanks { .. })));
    let charge = events.iter().find_map(|e| match e {
        ShockEvent::Charge { unit, check, .. } if *unit == u(1) => Some(*check),
        _ => None,
    });
    assert_eq!(charge.map(|c| c.modifier), Some(1));
    assert_eq!(at(&pos, 0), Some(2822));
    assert_eq!(pos.facing(u(0)), Some(Facing::W));
    // Column 7, die 5: 2(2); halved 1, the elephant one less; then 9 against 7.
    assert_eq!((pos.hits(u(0)), pos.hits(u(1))), (1, 1 + 2));
}

#[test]
fn ranks_kept_closed_stand_and_fight() {
    let mut pos = elephant_and_legion();
    let events = settle(&mut pos, &faces(&[("shock:e1", 5)], 0), &[("pass-thru:l1", "no")]);
    assert_eq!(at(&pos, 0), Some(3022));
    assert_eq!((blows(&events)[0].hits.attacker, blows(&events)[0].hits.defender), (2, 2));
}

fn horse(die: u8) -> (Position, Vec<ShockEvent>) {
    let mut pos = battle(
        vec![
            rome("C1", UnitType::HC, (4, 6, 8), 2010, Facing::E),
            carthage("D1", UnitType::HC, (4, 6, 8), 2110, Facing::W),
        ],
        1,
    );
    pos.unit_mut(u(1)).morale = steady(4);
    let events = settle(&mut pos, &faces(&[("shock:c1", 5), ("pursuit:c1", die)], 0), &[]);
    (pos, events)
}

#[test]
fn cavalry_that_throws_too_high_pursues_and_attacks_the_fugitives() {
    let (pos, events) = horse(9);
    assert!(events.iter().any(|e| matches!(e, ShockEvent::Pursuit { pursues: true, .. })));
    assert!(events.iter().any(|e| matches!(e, ShockEvent::Pursued { path, .. } if !path.is_empty())));
    assert!(pos.unit(u(0)).pursued);
    let fights = events.iter().filter(|e| matches!(e, ShockEvent::Begins { .. })).count();
    assert_eq!(fights, 2, "{events:?}");
    assert_eq!(pos.unit(u(1)).place, Place::Eliminated);
}

#[test]
fn cavalry_that_breaks_off_advances_and_the_enemy_runs_far() {
    let (pos, events) = horse(6);
    assert!(events.iter().any(|e| matches!(e, ShockEvent::Pursuit { pursues: false, .. })));
    assert_eq!(at(&pos, 0), Some(2110));
    assert!(pos.unit(u(0)).pursued);
    let ran = pos.hex(u(1)).map(|h| h.distance(hex(2110)));
    assert_eq!(ran, Some(8));
    assert!(matches!(mark::fitness(&pos, u(0)), Err(r) if r.rule == Rule("8.63")));
}

#[test]
fn a_column_that_is_shocked_is_inferior_and_forms_line() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
            carthage("L1", UnitType::LG, (4, 9, 5), 2110, Facing::W),
        ],
        1,
    );
    pos.unit_mut(u(1)).formation = Formation::Column { towards: Hexside::NW, head_left: true };
    let events = settle(&mut pos, &faces(&[("shock:h1", 5)], 0), &[]);
    assert!(blows(&events)[0].superiority.is_attack());
    assert_eq!(pos.unit(u(1)).formation, Formation::Line);
    assert_eq!(pos.hits(u(1)), 5);
}

#[test]
fn engaged_units_stay_engaged_while_both_remain() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
            carthage("L1", UnitType::LG, (4, 6, 5), 2110, Facing::W),
        ],
        1,
    );
    let mut set = (*pos.set).clone();
    set.special.engaged = true;
    pos.set = std::sync::Arc::new(set);
    settle(&mut pos, &faces(&[("shock:h1", 5)], 0), &[]);
    assert!(pos.unit(u(0)).engaged && pos.unit(u(1)).engaged);
}

#[test]
fn nothing_to_resolve_is_no_error_and_no_phase_is_a_refusal() {
    let mut pos = battle(vec![rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E)], 0);
    assert!(settle(&mut pos, &Dice::Closed, &[]).is_empty());
    pos.stage = Stage::start();
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    assert!(matches!(resolve(&mut pos, &mut oracle), Err(Stop::Refused(_))));
}

#[test]
fn illegal_combats_are_refused_with_their_rule() {
    let mut pos = battle(
        vec![
            rome("H1", UnitType::LG, (4, 6, 5), 2010, Facing::E),
            rome("S1", UnitType::SK, (1, 5, 6), 2109, Facing::SE),
            carthage("L1", UnitType::LG, (4, 6, 5), 2110, Facing::W),
            carthage("L2", UnitType::LG, (4, 6, 5), 2510, Facing::W),
        ],
        1,
    );
    let mut refused = |a: u16, d: u16| {
        let mut oracle = Oracle::new(Dice::Closed, &[]);
        let order = ShockOrder { attackers: vec![u(a)], defenders: vec![u(d)], with: None };
        match combine(&mut pos, &mut oracle, &order) {
            Err(Stop::Refused(r)) => r.rule.0,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(1, 2), "9.23");
    assert_eq!(refused(0, 3), "8.42");
    assert_eq!(refused(0, 1), "8.42");
    assert_eq!(refused(2, 0), "8.42");
}
