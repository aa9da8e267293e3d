//! The book's extended example of 10.22, hex for hex, and the paragraphs around it.

use std::collections::BTreeMap;

use crate::command::rally;
use crate::piece::{BySide, Class, LeaderId, Missile, Rank, Side, UnitId, UnitSpec, UnitType};
use crate::position::{Morale, Place, Position, Supply};
use crate::proving_ground::{armed, ground, hex, leader, setup, u, unit};
use crate::rout::{RoutCause, RoutEnd, hit, is_broken, rout, rout_if_broken};
use crate::{Oracle, Outcome, field};
use tess_effects::{Answer, Answered, Dice, Rule, Scripted, Stop};
use tess_hex::Facing;

fn dice(faces: &[(&str, u8)]) -> Dice {
    Dice::Scripted(Scripted {
        faces: faces.iter().map(|&(l, f)| (l.to_owned(), f)).collect::<BTreeMap<_, _>>(),
        otherwise: None,
    })
}

fn ran(numbers: &[u16]) -> RoutEnd {
    RoutEnd::Ran(numbers.iter().map(|&n| hex(n)).collect())
}

fn macedon(code: &str, kind: UnitType, tq: u8, at: u16) -> UnitSpec {
    let size = if kind == UnitType::PH { 10 } else { 5 };
    unit(code, Side::First, kind, (size, tq, 5), at, Facing::E)
}

fn roman(code: &str, kind: UnitType, tq: u8, at: u16, facing: Facing) -> UnitSpec {
    unit(code, Side::Second, kind, (3, tq, 5), at, facing)
}

/// A to E are units 0 to 4, T to Y units 5 to 10.
fn cynoscephalae() -> Position {
    let mut y = armed(roman("y", UnitType::LI, 5, 2316, Facing::NE), Missile::J, "J_foot");
    y.class = Class::VE;
    let mut pos = ground(
        vec![
            macedon("a", UnitType::LI, 5, 2311),
            macedon("b", UnitType::PH, 7, 2412),
            macedon("c", UnitType::PH, 7, 2414),
            macedon("d", UnitType::LI, 5, 2313),
            macedon("e", UnitType::LI, 5, 2416),
            roman("t", UnitType::LC, 6, 2211, Facing::SE),
            roman("u", UnitType::RC, 5, 2312, Facing::NE),
            roman("v", UnitType::LG, 8, 2513, Facing::W),
            roman("w", UnitType::LG, 7, 2514, Facing::W),
            roman("x", UnitType::LG, 6, 2515, Facing::W),
            y,
        ],
        vec![],
    );
    pos.unit_mut(u(10)).supply = Supply::No;
    for (n, hits) in [(0, 6), (1, 8), (2, 8), (3, 1), (4, 6)] {
        pos.unit_mut(u(n)).morale = Morale::Steady { hits };
    }
    pos
}

#[test]
fn the_chain_of_routs_at_cynoscephalae_runs_as_printed() {
    let mut pos = cynoscephalae();
    let mut oracle = Oracle::new(dice(&[("stand:c", 9), ("trampled:d", 9)]), &[]);
    let defended = |position| RoutCause::Shock { attacker: false, position };
    assert_eq!(rout(&mut pos, &mut oracle, u(4), defended(false), None), Ok(ran(&[2417, 2317])));
    // The left half is named: facing W that is the southern one.
    assert_eq!(rout(&mut pos, &mut oracle, u(2), defended(false), None), Ok(ran(&[2314, 2215])));
    assert_eq!(pos.hexes(u(2)).right, Some(hex(2214)));
    assert!(pos.is_routed(u(3)));
    assert_eq!(pos.hex(u(3)), Some(hex(2112)));
    assert_eq!(rout(&mut pos, &mut oracle, u(1), defended(true), None), Ok(ran(&[2511, 2611])));
    assert_eq!(rout(&mut pos, &mut oracle, u(0), defended(false), None), Ok(ran(&[2310, 2210])));
    assert_eq!(oracle.unused_script(), Vec::<String>::new());
}

#[test]
fn a_phalanx_that_rolls_low_stands_with_one_hit_less_than_its_quality() {
    let mut pos = cynoscephalae();
    let mut oracle = Oracle::new(dice(&[("stand:c", 3), ("stand:b", 4)]), &[]);
    let cause = RoutCause::Shock { attacker: true, position: false };
    assert_eq!(rout(&mut pos, &mut oracle, u(2), cause, None), Ok(RoutEnd::Stood));
    assert_eq!(pos.hits(u(2)), 6);
    assert_ne!(rout(&mut pos, &mut oracle, u(1), cause, None), Ok(RoutEnd::Stood));
}

#[test]
fn skirmishers_die_instead_of_running_and_elephants_are_never_marked() {
    let mut pos = ground(vec![macedon("sk", UnitType::SK, 4, 2010)], vec![]);
    let mut oracle = Oracle::new(dice(&[]), &[]);
    let end = rout(&mut pos, &mut oracle, u(0), RoutCause::Hits, None);
    assert_eq!(end, Ok(RoutEnd::Gone(crate::rout::Gone::ByType)));
    assert_eq!(pos.unit(u(0)).place, Place::Eliminated);
}

#[test]
fn a_unit_on_its_edge_flees_off_the_map_and_is_lost() {
    let mut pos = ground(vec![macedon("li", UnitType::LI, 4, 1110)], vec![]);
    let mut oracle = Oracle::new(dice(&[]), &[]);
    let end = rout(&mut pos, &mut oracle, u(0), RoutCause::Hits, None);
    assert_eq!(end, Ok(RoutEnd::Left(vec![hex(1010)])));
    assert_eq!(crate::rout::rout_points(&pos, Side::First), 4);
}

/// spqr 10.25: no stopping with friends; one hex further it stands.
#[test]
fn a_runner_that_would_stop_among_friends_goes_one_hex_more() {
    let line: Vec<UnitSpec> = [2010, 1809, 1810, 1811]
        .iter()
        .enumerate()
        .map(|(n, &at)| macedon(&format!("m{n}"), UnitType::MI, 6, at))
        .collect();
    let mut pos = ground(line, vec![]);
    let script = [("trampled:m1", 0), ("trampled:m2", 9), ("trampled:m3", 0)];
    let mut oracle = Oracle::new(dice(&script), &[]);
    let end = rout(&mut pos, &mut oracle, u(0), RoutCause::Hits, None);
    let Ok(RoutEnd::Ran(path)) = end else { panic!("{end:?}") };
    assert_eq!(path.len(), 3);
    assert_eq!(pos.hex(u(0)).map(|h| h.col()), Some(17));
}

/// spqr 6.68: the top unit takes the bottom one along; the other way round there is a check.
#[test]
fn a_stack_routs_from_the_top_and_checks_from_the_bottom() {
    let stack = || {
        let make = |code| {
            let mut spec = macedon(code, UnitType::LG, 6, 2010);
            spec.colour = 1;
            spec.class = Class::HA;
            spec
        };
        ground(vec![make("top"), make("low")], vec![])
    };
    let mut pos = stack();
    let mut oracle = Oracle::new(dice(&[]), &[]);
    rout(&mut pos, &mut oracle, u(0), RoutCause::Hits, None).expect("no die");
    assert!(pos.is_routed(u(1)));
    let mut pos = stack();
    let mut oracle = Oracle::new(dice(&[("stack:top", 6)]), &[]);
    rout(&mut pos, &mut oracle, u(1), RoutCause::Hits, None).expect("one die");
    assert!(!pos.is_routed(u(0)));
    let mut pos = stack();
    let mut oracle = Oracle::new(dice(&[("stack:top", 7)]), &[]);
    rout(&mut pos, &mut oracle, u(1), RoutCause::Hits, None).expect("one die");
    assert!(pos.is_routed(u(0)));
}

#[test]
fn a_leader_goes_along_only_when_he_wants_to() {
    for (answer, there) in [("yes", true), ("no", false)] {
        let mut pos = ground(
            vec![macedon("li", UnitType::LI, 5, 2010)],
            vec![leader("phil", Side::First, Rank::Overall, 5, 2010)],
        );
        let mut oracle = Oracle::new(dice(&[]), &[]);
        let stop = rout(&mut pos, &mut oracle, u(0), RoutCause::Hits, None).expect_err("a question");
        let Stop::Ask(question) = stop else { panic!("{stop:?}") };
        let answers =
            [Answered { question: question.id.clone(), answer: Answer(answer.into()), dice: dice(&[]) }];
        let mut oracle = Oracle::new(dice(&[]), &answers);
        rout(&mut pos, &mut oracle, u(0), RoutCause::Hits, None).expect("answered");
        assert_eq!(pos.leader(LeaderId(0)).hex == pos.hex(u(0)), there);
    }
}

#[test]
fn a_routed_unit_that_is_hit_again_is_eliminated() {
    let mut pos = ground(vec![macedon("li", UnitType::LI, 5, 2010)], vec![]);
    let mut oracle = Oracle::new(dice(&[]), &[]);
    hit(&mut pos, &mut oracle, u(0), 5, crate::events::hit_cause::HitCause::Missiles).expect("no effect");
    assert!(is_broken(&pos, u(0)));
    assert_eq!(rout_if_broken(&mut pos, &mut oracle, u(0), None), Ok(true));
    assert_eq!(rout_if_broken(&mut pos, &mut oracle, u(0), None), Ok(false));
    hit(&mut pos, &mut oracle, u(0), 1, crate::events::hit_cause::HitCause::Missiles).expect("no effect");
    assert_eq!(pos.unit(u(0)).place, Place::Eliminated);
}

fn routed_principes(rolls: &[(&str, u8)]) -> Position {
    let mut pos = ground(
        vec![unit("pr", Side::First, UnitType::LG, (3, 7, 5), 2010, Facing::W)],
        vec![leader("l", Side::First, Rank::Subordinate, 4, 2012)],
    );
    pos.unit_mut(u(0)).morale = Morale::Routed;
    let mut oracle = Oracle::new(dice(rolls), &[]);
    let first = rally(&mut pos.clone(), &mut oracle, LeaderId(0), u(0));
    let answers: Vec<Answered> = match first {
        Err(Stop::Ask(q)) => {
            vec![Answered { question: q.id.clone(), answer: Answer(q.default.clone()), dice: dice(&[]) }]
        }
        _ => Vec::new(),
    };
    let mut oracle = Oracle::new(dice(rolls), &answers);
    assert_eq!(rally(&mut pos, &mut oracle, LeaderId(0), u(0)), Ok(Outcome::Done));
    pos
}

/// spqr 10.28's example: initiative 4, quality 7.
#[test]
fn the_principes_of_the_example_rally_run_and_die() {
    let pos = routed_principes(&[("rally:pr", 2), ("rally-hits:pr", 5)]);
    assert_eq!(pos.unit(u(0)).morale, Morale::Steady { hits: 2 });
    assert_eq!(pos.facing(u(0)), Some(Facing::E));
    assert!(pos.unit(u(0)).depleted && pos.unit(u(0)).rallied);
    let pos = routed_principes(&[("rally:pr", 6)]);
    assert!(pos.is_routed(u(0)));
    assert_eq!(pos.hex(u(0)).map(|h| h.col()), Some(18));
    let pos = routed_principes(&[("rally:pr", 8)]);
    assert_eq!(pos.unit(u(0)).place, Place::Eliminated);
}

#[test]
fn a_leader_tries_a_unit_once_a_turn_and_not_beside_an_enemy() {
    let mut pos = ground(
        vec![
            unit("pr", Side::First, UnitType::LG, (3, 7, 5), 2010, Facing::W),
            unit("hi", Side::Second, UnitType::HI, (3, 7, 5), 2110, Facing::E),
        ],
        vec![leader("l", Side::First, Rank::Subordinate, 4, 2012)],
    );
    pos.unit_mut(u(0)).morale = Morale::Routed;
    let refusal = crate::command::may_rally(&pos, LeaderId(0), u(0)).expect_err("an enemy beside it");
    assert_eq!(refusal.rule, Rule("10.28"));
    pos.lift(u(1));
    assert_eq!(crate::command::may_rally(&pos, LeaderId(0), u(0)), Ok(()));
    pos.unit_mut(u(0)).rallied_by = 1;
    assert!(crate::command::may_rally(&pos, LeaderId(0), u(0)).is_err());
}

#[test]
fn recovery_takes_two_hits_a_phase_and_no_more() {
    let mut pos = ground(vec![macedon("mi", UnitType::MI, 6, 2010)], vec![]);
    pos.unit_mut(u(0)).morale = Morale::Steady { hits: 3 };
    let mut oracle = Oracle::new(dice(&[]), &[]);
    assert_eq!(crate::command::recover(&mut pos, &mut oracle, u(0)), Ok(Outcome::Done));
    assert_eq!(pos.hits(u(0)), 1);
    assert!(matches!(crate::command::recover(&mut pos, &mut oracle, u(0)), Err(Stop::Refused(_))));
}

/// Rome's edge is the west: printed allowance, not two hexes; a phalanx is lost.
#[test]
fn the_rout_segment_moves_full_allowances_and_ends_phalanxes() {
    let mut pos =
        ground(vec![macedon("mi", UnitType::MI, 6, 3010), macedon("ph", UnitType::PH, 6, 3510)], vec![]);
    for n in 0..2 {
        pos.unit_mut(u(n)).morale = Morale::Routed;
    }
    let mut oracle = Oracle::new(dice(&[]), &[]);
    crate::command::rout_movement(&mut pos, &mut oracle).expect("no die");
    assert_eq!(pos.hex(u(0)).map(|h| h.col()), Some(25));
    assert_eq!(pos.unit(u(1)).place, Place::Eliminated);
}

#[test]
fn runners_to_the_north_edge_get_nearer_with_every_step() {
    let mut set = setup(vec![macedon("mi", UnitType::MI, 6, 3010)], vec![]);
    let retreat = BySide([field::Edge::North, field::Edge::South]);
    set.field = field::Field::clear((10, 40), (1, 30), Facing::NE, retreat);
    let mut pos = Position::new(std::sync::Arc::new(set));
    let mut oracle = Oracle::new(dice(&[]), &[]);
    rout(&mut pos, &mut oracle, UnitId(0), RoutCause::Hits, None).expect("no die");
    assert_eq!(pos.hex(u(0)).map(|h| h.row()), Some(8));
}
