//! The examples of chapters 4 and 5, and what hangs on them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::command::*;
use crate::order::{LeaderMove, Move, Order, Way};
use crate::piece::{Class, LeaderId, LeaderSpec, LineId, Rank, Side, UnitSpec, UnitType};
use crate::play::{Legal, duty, legal, obey};
use crate::position::{Morale, Place, Position};
use crate::proving_ground::{armed, ground, hex, leader, setup, u, unit};
use crate::questions::{is_rigid, members, parts, stands_in_zoc};
use crate::refusal::Why;
use crate::refusal::turn::Turn;
use crate::setup::{LineSpec, Setup};
use crate::state::stage::{Course, LineInProgress, Mode, Phase, PhaseKind, Stage};
use crate::{Flow, Oracle, Outcome, Refusal};
use tess_effects::{Answer, Answered, Dice, Duty, Rule, Scripted, Stop};
use tess_hex::Facing;

const ROME: Side = Side::First;
const CARTHAGE: Side = Side::Second;

fn dice(faces: &[(&str, u8)]) -> Dice {
    let faces: BTreeMap<String, u8> = faces.iter().map(|&(l, f)| (l.to_owned(), f)).collect();
    Dice::Scripted(Scripted { faces, otherwise: None })
}

fn give(pos: &mut Position, side: Side, order: &Order, faces: &[(&str, u8)]) -> Flow<Outcome> {
    obey(pos, side, order, &mut Oracle::new(dice(faces), &[]))
}

fn done(pos: &mut Position, side: Side, order: Order, faces: &[(&str, u8)]) {
    assert_eq!(give(pos, side, &order, faces), Ok(Outcome::Done), "{order:?}");
}

fn refused(pos: &Position, side: Side, order: Order) -> Refusal {
    match give(&mut pos.clone(), side, &order, &[]) {
        Err(Stop::Refused(refusal)) => *refusal,
        other => panic!("{order:?} gave {other:?}"),
    }
}

fn answered(
    pos: &mut Position,
    side: Side,
    order: &Order,
    first: &[(&str, u8)],
    q: (&str, &str),
    then: &[(&str, u8)],
) {
    let answers = [Answered { question: q.0.into(), answer: Answer(q.1.into()), dice: dice(then) }];
    let outcome = obey(pos, side, order, &mut Oracle::new(dice(first), &answers));
    assert_eq!(outcome, Ok(Outcome::Done));
}

fn id(pos: &Position, code: &str) -> LeaderId {
    pos.set.find_leader(code).expect("a leader")
}

fn due_codes(pos: &Position) -> Vec<&str> {
    match &pos.stage {
        Stage::Activation { due, .. } => due.iter().map(|&l| pos.leader_spec(l).code.as_str()).collect(),
        other => panic!("no activation: {other:?}"),
    }
}

fn after(pos: &mut Position, code: &str, kind: PhaseKind) {
    let leader = id(pos, code);
    let side = pos.leader_spec(leader).side;
    pos.stage = Stage::After(Phase::new(leader, side, kind));
}

fn orders_of(pos: &mut Position, code: &str, kind: PhaseKind) {
    let leader = id(pos, code);
    let side = pos.leader_spec(leader).side;
    pos.stage = Stage::Orders(Phase::new(leader, side, kind));
}

fn active(pos: &Position) -> (&str, PhaseKind) {
    let phase = pos.stage.phase().expect("a phase");
    (&pos.leader_spec(phase.leader).code, phase.kind)
}

/// Leaders far apart, so that nobody is in anybody's way.
fn leaders(list: &[(&str, Side, Rank, u8)]) -> Vec<LeaderSpec> {
    list.iter()
        .enumerate()
        .map(|(i, &(code, side, rank, initiative))| {
            leader(code, side, rank, initiative, 1005 + 200 * i as u16)
        })
        .collect()
}

fn bagradas() -> Position {
    ground(
        Vec::new(),
        leaders(&[
            ("PS1", ROME, Rank::PraefectSociorum, 2),
            ("PS2", ROME, Rank::PraefectSociorum, 2),
            ("TR1", ROME, Rank::Tribune, 3),
            ("PE1", ROME, Rank::PraefectEquitum, 3),
            ("REG", ROME, Rank::Overall, 5),
            ("BOS", CARTHAGE, Rank::Subordinate, 4),
            ("HAM", CARTHAGE, Rank::Subordinate, 4),
            ("HAS", CARTHAGE, Rank::Subordinate, 5),
        ]),
    )
}

fn pass(pos: &mut Position, code: &str, faces: &[(&str, u8)]) {
    let leader = id(pos, code);
    let side = pos.leader_spec(leader).side;
    done(pos, side, Order::Pass(leader), faces);
}

#[test]
fn bagradas_leaders_come_in_order_of_initiative_and_the_fives_throw_for_it() {
    let mut pos = bagradas();
    assert_eq!(due_codes(&pos), ["PS1", "PS2"], "the opening needs no die");
    pass(&mut pos, "PS2", &[]);
    assert_eq!(due_codes(&pos), ["PS1"]);
    pass(&mut pos, "PS1", &[]);
    assert_eq!(due_codes(&pos), ["TR1", "PE1"]);
    pass(&mut pos, "TR1", &[]);
    pass(&mut pos, "PE1", &[]);
    assert_eq!(due_codes(&pos), ["BOS", "HAM"]);
    pass(&mut pos, "BOS", &[]);
    pass(&mut pos, "HAM", &[("initiative:rome", 3), ("initiative:carthage", 7)]);
    assert_eq!(due_codes(&pos), ["HAS"], "high die first");
    pass(&mut pos, "HAS", &[]);
    assert_eq!(due_codes(&pos), ["REG"]);
}

#[test]
fn equal_dice_are_thrown_again_and_sides_alternate_among_equals() {
    let mut pos = ground(
        Vec::new(),
        leaders(&[
            ("LOW", ROME, Rank::Subordinate, 2),
            ("A1", ROME, Rank::Subordinate, 4),
            ("A2", ROME, Rank::Subordinate, 4),
            ("B1", CARTHAGE, Rank::Subordinate, 4),
            ("B2", CARTHAGE, Rank::Subordinate, 4),
        ]),
    );
    let faces = [
        ("initiative:rome", 4),
        ("initiative:carthage", 4),
        ("initiative:rome#2", 0),
        ("initiative:carthage#2", 1),
    ];
    pass(&mut pos, "LOW", &faces);
    assert_eq!(due_codes(&pos), ["B1", "B2"]);
    pass(&mut pos, "B2", &[]);
    assert_eq!(due_codes(&pos), ["A1", "A2"]);
    pass(&mut pos, "A1", &[]);
    assert_eq!(due_codes(&pos), ["B1"]);
    pass(&mut pos, "B1", &[]);
    assert_eq!(due_codes(&pos), ["A2"], "the other side has no equal left");
}

#[test]
fn a_battle_that_opens_with_a_tie_opens_with_begin() {
    let mut pos = ground(
        Vec::new(),
        leaders(&[("A", ROME, Rank::Subordinate, 4), ("B", CARTHAGE, Rank::Subordinate, 4)]),
    );
    assert_eq!(pos.stage, Stage::TurnStart);
    assert_eq!(refused(&pos, ROME, Order::Activate(LeaderId(0))).rule, Rule("5.1"));
    assert_eq!(refused(&pos, CARTHAGE, Order::Begin).rule, Rule("2.4"));
    done(&mut pos, ROME, Order::Begin, &[("initiative:rome", 9), ("initiative:carthage", 2)]);
    assert_eq!(due_codes(&pos), ["A"]);
    assert_eq!(refused(&pos, ROME, Order::Begin).rule, Rule("3.0"));
}

#[test]
fn who_is_not_due_is_refused_with_the_ones_who_are() {
    let pos = bagradas();
    let refusal = refused(&pos, ROME, Order::Activate(id(&pos, "REG")));
    assert_eq!(refusal.rule, Rule("5.12"));
    let due = vec![id(&pos, "PS1"), id(&pos, "PS2")];
    assert_eq!(refusal.why, Why::Turn(Turn::NotDue(id(&pos, "REG"), due)));
    assert_eq!(refused(&pos, CARTHAGE, Order::Activate(id(&pos, "BOS"))).rule, Rule("2.4"));
}

fn zama() -> Position {
    let mut list = leaders(&[
        ("SCI", ROME, Rank::Overall, 6),
        ("LAE", ROME, Rank::Subordinate, 4),
        ("HAN", CARTHAGE, Rank::Overall, 7),
        ("MAG", CARTHAGE, Rank::Subordinate, 3),
    ]);
    (list[0].elite, list[2].elite) = (true, true);
    list[0].range = 8;
    list[1].start = Some(hex(1008));
    ground(Vec::new(), list)
}

#[test]
fn two_elite_commanders_throw_and_the_winner_hands_his_phase_on() {
    let mut pos = zama();
    assert_eq!(pos.stage, Stage::TurnStart);
    done(&mut pos, ROME, Order::Begin, &[("elite:rome", 5), ("elite:carthage", 3)]);
    assert_eq!(pos.stage, Stage::Elite { side: ROME }, "5 + 6 against 3 + 7");
    let laelius = id(&pos, "LAE");
    done(&mut pos, ROME, Order::Elite(Some(laelius)), &[]);
    assert_eq!(active(&pos), ("LAE", PhaseKind::Elite));
    after(&mut pos, "LAE", PhaseKind::Elite);
    assert_eq!(refused(&pos, ROME, Order::Momentum).rule, Rule("5.52"));
    done(&mut pos, ROME, Order::Finish, &[]);
    assert!(!pos.leader(laelius).finished, "inactive, not finished");
    assert_eq!(pos.leader(laelius).phases, 1);
    assert_eq!(due_codes(&pos), ["MAG"]);
    pass(&mut pos, "MAG", &[]);
    done(&mut pos, ROME, Order::Activate(laelius), &[]);
    after(&mut pos, "LAE", PhaseKind::Initial);
    answered(&mut pos, ROME, &Order::Momentum, &[("momentum:lae", 4)], ("trump:lae", "no"), &[]);
    assert_eq!(active(&pos), ("LAE", PhaseKind::Momentum));
    after(&mut pos, "LAE", PhaseKind::Momentum);
    assert_eq!(refused(&pos, ROME, Order::Momentum).rule, Rule("5.14"), "one of three was the elite phase");
}

#[test]
fn equal_totals_give_the_elite_initiative_to_nobody() {
    let mut pos = zama();
    done(&mut pos, ROME, Order::Begin, &[("elite:rome", 5), ("elite:carthage", 4)]);
    assert_eq!(due_codes(&pos), ["MAG"]);
}

#[test]
fn a_single_elite_commander_opens_and_his_choice_is_bound_to_range_after_turn_one() {
    let mut list = leaders(&[
        ("HAN", CARTHAGE, Rank::Overall, 7),
        ("FAR", CARTHAGE, Rank::Subordinate, 4),
        ("REG", ROME, Rank::Overall, 3),
    ]);
    list[0].elite = true;
    list[1].start = Some(hex(3020));
    let mut pos = ground(Vec::new(), list);
    assert_eq!(pos.stage, Stage::Elite { side: CARTHAGE });
    assert_eq!(may_have_elite(&pos, id(&pos, "FAR")), Ok(()));
    pos.turn = 2;
    assert_eq!(refused(&pos, CARTHAGE, Order::Elite(Some(id(&pos, "FAR")))).rule, Rule("5.51"));
    assert_eq!(refused(&pos, CARTHAGE, Order::Elite(Some(id(&pos, "REG")))).rule, Rule("5.51"));
    done(&mut pos, CARTHAGE, Order::Elite(None), &[]);
    assert_eq!(due_codes(&pos), ["REG"]);
}

fn cannae(extra: &[(&str, Side, Rank, u8)]) -> Position {
    let mut list = vec![("SER", ROME, Rank::Subordinate, 4), ("PAU", ROME, Rank::Overall, 5)];
    list.extend_from_slice(extra);
    ground(Vec::new(), leaders(&list))
}

#[test]
fn paullus_trumps_servilius_with_0_to_5_and_is_finished_with_6_to_9() {
    for face in 0..10 {
        let mut pos = cannae(&[]);
        let paullus = id(&pos, "PAU");
        done(&mut pos, ROME, Order::Trump(paullus), &[("trump:pau", face)]);
        if face <= 5 {
            assert_eq!(active(&pos), ("PAU", PhaseKind::Initial));
            assert!(pos.stage.phase().expect("orders").must_act);
            assert!(pos.leader(id(&pos, "SER")).no_momentum, "bypassed");
        } else {
            assert_eq!(active(&pos), ("SER", PhaseKind::Initial), "the one who was due");
            assert!(pos.leader(id(&pos, "PAU")).finished);
            assert!(!pos.leader(id(&pos, "SER")).no_momentum);
        }
    }
}

#[test]
fn maharbal_fails_to_trump_the_trump_and_hannibal_trumps_the_momentum() {
    let enemies = [("MAH", CARTHAGE, Rank::Subordinate, 6), ("HAN", CARTHAGE, Rank::Overall, 7)];
    let mut pos = cannae(&enemies);
    let order = Order::Trump(id(&pos, "PAU"));
    let asked = give(&mut pos.clone(), ROME, &order, &[("trump:pau", 2)]);
    let Err(Stop::Ask(question)) = asked else { panic!("{asked:?}") };
    assert_eq!((question.window.as_str(), question.side.as_str()), ("trump", "carthage"));
    let keys: Vec<&str> = question.choices.iter().map(|c| c.key.as_str()).collect();
    assert_eq!(keys, ["no", "mah", "han"]);
    assert_eq!((question.default.as_str(), question.known("chance.mah")), ("no", Some("70")));
    answered(&mut pos, ROME, &order, &[("trump:pau", 2)], ("trump:pau", "mah"), &[("trump:mah", 7)]);
    assert_eq!(active(&pos), ("PAU", PhaseKind::Initial));
    assert!(pos.leader(id(&pos, "MAH")).finished);
    assert!(!pos.leader(id(&pos, "HAN")).no_momentum, "higher than Paullus, not passed over");
    after(&mut pos, "PAU", PhaseKind::Initial);
    let order = Order::Momentum;
    answered(&mut pos, ROME, &order, &[("momentum:pau", 0)], ("trump:pau", "han"), &[("trump:han", 6)]);
    assert_eq!(active(&pos), ("HAN", PhaseKind::Initial));
    assert!(pos.leader(id(&pos, "PAU")).finished);
}

#[test]
fn hannibals_trump_leaves_everybody_else_without_momentum() {
    let mut pos = zama();
    after(&mut pos, "LAE", PhaseKind::Initial);
    answered(
        &mut pos,
        ROME,
        &Order::Momentum,
        &[("momentum:lae", 1)],
        ("trump:lae", "han"),
        &[("trump:han", 7)],
    );
    assert!(pos.leader(id(&pos, "LAE")).finished);
    for code in ["SCI", "MAG"] {
        assert!(pos.leader(id(&pos, code)).no_momentum, "{code}");
    }
    assert!(!pos.leader(id(&pos, "HAN")).no_momentum);
    after(&mut pos, "SCI", PhaseKind::Initial);
    assert_eq!(refused(&pos, ROME, Order::Momentum).rule, Rule("5.31"));
}

#[test]
fn trumps_that_are_refused() {
    let pos = cannae(&[("ATI", ROME, Rank::Subordinate, 4), ("HAN", CARTHAGE, Rank::Overall, 7)]);
    assert_eq!(refused(&pos, ROME, Order::Trump(id(&pos, "ATI"))).rule, Rule("5.41"), "not higher");
    assert_eq!(refused(&pos, ROME, Order::Trump(id(&pos, "HAN"))).rule, Rule("5.41"), "not his");
    let mut tried = pos.clone();
    done(&mut tried, ROME, Order::Trump(id(&pos, "PAU")), &[("trump:pau", 9)]);
    assert_eq!(due_codes(&tried), ["SER", "ATI"], "the owner still chooses among the two");
    assert_eq!(refused(&tried, ROME, Order::Trump(id(&pos, "PAU"))).rule, Rule("5.43"));
    let mut finished = pos.clone();
    finished.leader_mut(id(&pos, "PAU")).finished = true;
    assert_eq!(refused(&finished, ROME, Order::Trump(id(&pos, "PAU"))).rule, Rule("5.41"));
}

#[test]
fn a_pinned_leader_trumps_only_when_he_can_enable_a_shock() {
    let mut list = leaders(&[("SER", ROME, Rank::Subordinate, 4), ("FUR", ROME, Rank::Subordinate, 5)]);
    list[1].start = Some(hex(2110));
    let foe = unit("X", CARTHAGE, UnitType::HI, (5, 6, 4), 2210, Facing::W);
    let idle = unit("A", ROME, UnitType::HI, (5, 6, 4), 2110, Facing::W);
    let pos = ground(vec![foe.clone(), idle], list.clone());
    assert!(stands_in_zoc(&pos, id(&pos, "FUR")));
    assert_eq!(refused(&pos, ROME, Order::Trump(id(&pos, "FUR"))).rule, Rule("5.46"), "his unit looks away");
    let ready = unit("A", ROME, UnitType::HI, (5, 6, 4), 2110, Facing::E);
    let pos = ground(vec![foe, ready], list);
    assert_eq!(may_trump(&pos, id(&pos, "FUR")), Ok(()));
}

#[test]
fn a_leader_who_trumped_has_to_do_something() {
    let mut list = leaders(&[("SER", ROME, Rank::Subordinate, 4), ("PAU", ROME, Rank::Overall, 5)]);
    list[1].start = Some(hex(2010));
    let near = unit("A", ROME, UnitType::MI, (5, 6, 5), 2011, Facing::E);
    let mut pos = ground(vec![near], list);
    let paullus = id(&pos, "PAU");
    done(&mut pos, ROME, Order::Trump(paullus), &[("trump:pau", 0)]);
    for order in [Order::Finish, Order::Resolve, Order::Momentum] {
        assert_eq!(refused(&pos, ROME, order).rule, Rule("5.45"));
    }
}

fn hannibal_alone() -> Position {
    let mut list = leaders(&[
        ("HAN", CARTHAGE, Rank::Overall, 7),
        ("REG", ROME, Rank::Overall, 5),
        ("TRI", ROME, Rank::Tribune, 8),
    ]);
    list[0].line_commands = 2;
    ground(Vec::new(), list)
}

#[test]
fn hannibal_has_momentum_with_0_to_7_and_is_finished_with_8() {
    for face in 0..9 {
        let mut pos = hannibal_alone();
        pos.leader_mut(id(&pos, "TRI")).finished = true;
        after(&mut pos, "HAN", PhaseKind::Initial);
        done(&mut pos, CARTHAGE, Order::Momentum, &[("momentum:han", face)]);
        if face <= 7 {
            assert_eq!(active(&pos), ("HAN", PhaseKind::Momentum));
        } else {
            assert!(pos.leader(id(&pos, "HAN")).finished);
            assert_eq!(due_codes(&pos), ["REG"]);
        }
    }
}

#[test]
fn the_die_roll_of_doom_gives_the_enemy_any_leader_finished_or_not() {
    for face in [0, 1] {
        let mut pos = hannibal_alone();
        pos.leader_mut(id(&pos, "REG")).finished = true;
        after(&mut pos, "HAN", PhaseKind::Initial);
        done(&mut pos, CARTHAGE, Order::Momentum, &[("momentum:han", 9), ("doom:han", face)]);
        assert_eq!(due_codes(&pos), ["REG", "TRI"]);
        assert_eq!(refused(&pos, ROME, Order::Trump(id(&pos, "TRI"))).rule, Rule("5.41"));
        let mut chosen = pos.clone();
        done(&mut chosen, ROME, Order::Activate(id(&pos, "REG")), &[]);
        assert_eq!(active(&chosen), ("REG", PhaseKind::Reactivated));
        after(&mut chosen, "REG", PhaseKind::Reactivated);
        assert_eq!(refused(&chosen, ROME, Order::Momentum).rule, Rule("5.33"));
        let mut fresh = pos.clone();
        done(&mut fresh, ROME, Order::Activate(id(&pos, "TRI")), &[]);
        assert_eq!(
            active(&fresh),
            ("TRI", PhaseKind::Initial),
            "not finished before: momentum stays possible"
        );
        done(&mut pos, ROME, Order::Finish, &[]);
        assert_eq!(due_codes(&pos), ["TRI"], "declined: the ordinary order of play");
    }
}

#[test]
fn doom_of_2_to_8_only_finishes_the_leader() {
    let mut pos = hannibal_alone();
    after(&mut pos, "HAN", PhaseKind::Initial);
    done(&mut pos, CARTHAGE, Order::Momentum, &[("momentum:han", 9), ("doom:han", 2)]);
    assert!(pos.leader(id(&pos, "HAN")).finished);
    assert_eq!(due_codes(&pos), ["REG"]);
}

#[test]
fn who_may_not_try_for_momentum() {
    let mut pos = hannibal_alone();
    after(&mut pos, "HAN", PhaseKind::Initial);
    let rule = |pos: &Position| refused(pos, CARTHAGE, Order::Momentum).rule;
    let mut was = pos.clone();
    was.leader_mut(LeaderId(0)).was_in_zoc = true;
    assert_eq!(rule(&was), Rule("5.31"));
    let mut bypassed = pos.clone();
    bypassed.leader_mut(LeaderId(0)).no_momentum = true;
    assert_eq!(rule(&bypassed), Rule("5.31"));
    let mut third = pos.clone();
    third.leader_mut(LeaderId(0)).phases = 3;
    assert_eq!(rule(&third), Rule("5.14"));
    pos.leader_mut(LeaderId(0)).finished = true;
    assert_eq!(rule(&pos), Rule("5.31"));
}

/// Hanno in the zone of X, with A beside him able to shock X; Hannibal far off.
fn hanno() -> Position {
    let mut list = leaders(&[
        ("HNO", CARTHAGE, Rank::Subordinate, 3),
        ("HAN", CARTHAGE, Rank::Overall, 7),
        ("REG", ROME, Rank::Overall, 5),
    ]);
    list[0].start = Some(hex(2110));
    ground(
        vec![
            unit("X", ROME, UnitType::HI, (5, 6, 4), 2210, Facing::W),
            unit("A", CARTHAGE, UnitType::HI, (5, 6, 4), 2110, Facing::E),
        ],
        list,
    )
}

#[test]
fn a_leader_in_the_enemys_zone_gives_no_orders_but_may_wait_and_comes_first_when_freed() {
    let mut pos = hanno();
    assert_eq!(due_codes(&pos), ["HNO"]);
    let mut acting = pos.clone();
    done(&mut acting, CARTHAGE, Order::Activate(id(&pos, "HNO")), &[]);
    assert_eq!(refused(&acting, CARTHAGE, Order::Recover(u(1))).rule, Rule("4.24"));
    pass(&mut pos, "HNO", &[]);
    let hanno = id(&pos, "HNO");
    assert!(!pos.leader(hanno).finished && pos.leader(hanno).waited);
    assert_eq!(due_codes(&pos), ["REG"]);
    pos.station(hanno, Some(hex(2010)));
    pass(&mut pos, "REG", &[]);
    assert_eq!(due_codes(&pos), ["HNO"], "freed: before any other");
    assert_eq!(refused(&pos, CARTHAGE, Order::Trump(id(&pos, "HAN"))).rule, Rule("5.26"));
    done(&mut pos, CARTHAGE, Order::Activate(hanno), &[]);
    after(&mut pos, "HNO", PhaseKind::Initial);
    assert_eq!(refused(&pos, CARTHAGE, Order::Momentum).rule, Rule("5.31"));
}

#[test]
fn a_leader_who_enabled_shock_from_the_enemys_zone_is_used_up() {
    let mut pos = hanno();
    let hanno = id(&pos, "HNO");
    after(&mut pos, "HNO", PhaseKind::Initial);
    pos.leader_mut(hanno).enabled_shock = true;
    done(&mut pos, CARTHAGE, Order::Finish, &[]);
    assert!(pos.leader(hanno).finished);
    pos.station(hanno, Some(hex(2010)));
    pass(&mut pos, "REG", &[]);
    assert_eq!(due_codes(&pos), ["HAN"]);
}

#[test]
fn a_pinned_leader_who_can_enable_nothing_waits_by_himself() {
    let mut list = leaders(&[
        ("LOW", CARTHAGE, Rank::Subordinate, 2),
        ("HNO", CARTHAGE, Rank::Subordinate, 3),
        ("REG", ROME, Rank::Overall, 5),
    ]);
    list[1].start = Some(hex(2110));
    let units = vec![
        unit("X", ROME, UnitType::HI, (5, 6, 4), 2210, Facing::W),
        unit("A", CARTHAGE, UnitType::HI, (5, 6, 4), 2110, Facing::W),
    ];
    let mut pos = ground(units, list);
    pass(&mut pos, "LOW", &[]);
    assert_eq!(due_codes(&pos), ["REG"]);
    assert!(pos.leader(id(&pos, "HNO")).waited);
}

fn roman(code: &str, class: Class, colour: u8, ala: bool, at: u16) -> UnitSpec {
    let kind = if class == Class::VE { UnitType::LI } else { UnitType::LG };
    let mut spec = unit(code, ROME, kind, (3, 6, 5), at, Facing::E);
    (spec.class, spec.colour, spec.ala) = (class, colour, ala);
    spec
}

#[test]
fn a_tribune_orders_one_class_of_one_legion_in_a_phase_and_all_velites_are_one() {
    let units = vec![
        roman("H3", Class::HA, 3, false, 2010),
        roman("P5", Class::PR, 5, false, 2011),
        roman("H5", Class::HA, 5, false, 2012),
        roman("V3", Class::VE, 3, false, 2013),
        roman("V5", Class::VE, 5, true, 2014),
    ];
    let mut tribune = leader("TRI", ROME, Rank::Tribune, 3, 2009);
    tribune.range = 8;
    let mut pos = ground(units, vec![tribune]);
    orders_of(&mut pos, "TRI", PhaseKind::Initial);
    let tri = LeaderId(0);
    let may = |pos: &Position| [0, 1, 2, 3, 4].map(|n| may_order(pos, tri, u(n)).is_ok());
    assert_eq!(may(&pos), [true; 5]);
    pos.course.group = crate::questions::authority::group_of(&pos, tri, u(0));
    assert_eq!(may(&pos), [true, false, false, false, false]);
    assert_eq!(may_order(&pos, tri, u(1)).expect_err("another class").rule, Rule("4.52"));
    pos.course.group = crate::questions::authority::group_of(&pos, tri, u(3));
    assert_eq!(may(&pos), [false, false, false, true, true]);
}

#[test]
fn a_praefect_of_cavalry_orders_legion_or_ala_horse_and_no_mixed_line_unless_named() {
    let horse = |code: &str, ala, at| {
        let mut spec = unit(code, ROME, UnitType::RC, (3, 6, 8), at, Facing::E);
        (spec.colour, spec.ala) = (3, ala);
        spec
    };
    let mut set = setup(
        vec![horse("RC1", false, 2010), horse("RC2", true, 2011)],
        vec![leader("PRA", ROME, Rank::PraefectEquitum, 3, 2012)],
    );
    set.lines = vec![line("left-horse", &[0, 1], 1)];
    let mut pos = Position::new(Arc::new(set.clone()));
    orders_of(&mut pos, "PRA", PhaseKind::Initial);
    assert_eq!(refused(&pos, ROME, Order::Line(LineId(0))).rule, Rule("4.54"));
    pos.course.group = crate::questions::authority::group_of(&pos, LeaderId(0), u(0));
    assert_eq!(may_order(&pos, LeaderId(0), u(1)).expect_err("ala").rule, Rule("4.54"));
    set.lines[0].leaders = vec![LeaderId(0)];
    let mut pos = Position::new(Arc::new(set));
    orders_of(&mut pos, "PRA", PhaseKind::Initial);
    done(&mut pos, ROME, Order::Line(LineId(0)), &[]);
}

fn line(code: &str, units: &[u16], spacing: u8) -> LineSpec {
    LineSpec {
        code: code.into(),
        name: code.into(),
        side: ROME,
        units: units.iter().map(|&n| u(n)).collect(),
        spacing,
        leaders: Vec::new(),
        half_range: false,
    }
}

fn lined(units: Vec<UnitSpec>, leaders: Vec<LeaderSpec>, spacing: u8, members: &[u16]) -> Setup {
    let mut set = setup(units, leaders);
    set.lines = vec![line("line", members, spacing)];
    set
}

fn foot(code: &str, at: u16, facing: Facing) -> UnitSpec {
    unit(code, ROME, UnitType::MI, (4, 6, 5), at, facing)
}

fn part_count(set: Setup) -> usize {
    parts(&Position::new(Arc::new(set)), LineId(0)).len()
}

#[test]
fn a_space_ends_a_line_unless_its_spacing_allows_one() {
    let units = || vec![foot("A", 2010, Facing::E), foot("B", 2012, Facing::E), foot("C", 2015, Facing::E)];
    assert_eq!(part_count(lined(units(), vec![], 1, &[0, 1, 2])), 3);
    assert_eq!(part_count(lined(units(), vec![], 2, &[0, 1, 2])), 2);
    assert_eq!(part_count(lined(units(), vec![], 3, &[0, 1, 2])), 1);
}

#[test]
fn friends_of_another_line_enemies_and_enemy_zones_in_the_gap_end_it_and_one_light_unit_does_not() {
    let base = || vec![foot("A", 2010, Facing::E), foot("B", 2012, Facing::E)];
    let with = |extra: UnitSpec| {
        let mut units = base();
        units.push(extra);
        units
    };
    assert_eq!(part_count(lined(with(foot("F", 2011, Facing::E)), vec![], 2, &[0, 1])), 2);
    let foe = unit("X", CARTHAGE, UnitType::MI, (5, 5, 5), 2011, Facing::W);
    assert_eq!(part_count(lined(with(foe), vec![], 2, &[0, 1])), 2);
    let beside = unit("X", CARTHAGE, UnitType::MI, (5, 5, 5), 2111, Facing::W);
    let pos = Position::new(Arc::new(lined(with(beside), vec![], 2, &[0, 1])));
    assert!(pos.in_enemy_zoc(ROME, hex(2011)));
    assert_eq!(parts(&pos, LineId(0)).len(), 2);
    let slingers = unit("S", ROME, UnitType::SK, (1, 5, 6), 2011, Facing::E);
    assert_eq!(part_count(lined(with(slingers.clone()), vec![], 2, &[0, 1])), 1);
    assert_eq!(part_count(lined(with(slingers), vec![], 1, &[0, 1])), 1, "also in a line without spaces");
    let velites = roman("V", Class::VE, 3, false, 2011);
    assert_eq!(part_count(lined(with(velites), vec![], 1, &[0, 1])), 1);
}

#[test]
fn two_light_units_in_the_gap_end_it() {
    let light = |code: &str, at| unit(code, ROME, UnitType::SK, (1, 5, 6), at, Facing::E);
    let units =
        vec![foot("A", 2010, Facing::E), foot("B", 2013, Facing::E), light("S", 2011), light("T", 2012)];
    assert_eq!(part_count(lined(units, vec![], 3, &[0, 1])), 2);
}

#[test]
fn flank_to_flank_or_front_to_rear_is_one_orientation_but_both_are_not() {
    let at = |list: &[(u16, Facing)]| {
        let units = list.iter().enumerate().map(|(i, &(h, f))| foot(&format!("A{i}"), h, f)).collect();
        let pos = ground(units, vec![]);
        let ids: Vec<_> = (0..list.len() as u16).map(u).collect();
        is_rigid(&pos, &ids)
    };
    let e = Facing::E;
    assert!(at(&[(2010, e), (2011, e), (2012, e)]), "flank to flank");
    assert!(at(&[(2010, e), (2110, e), (2210, e)]), "front to rear");
    assert!(!at(&[(2010, e), (2011, e), (2111, e)]), "some of each");
    assert!(!at(&[(2010, e), (2011, Facing::W)]), "different facings");
    assert!(at(&[(2010, e)]));
}

#[test]
fn cannae_cavalry_in_disorder_is_a_line_as_far_as_hanno_reaches_and_velites_without_end() {
    let horse = |code: &str, at, facing| unit(code, ROME, UnitType::HC, (5, 7, 8), at, facing);
    let units = || {
        vec![
            horse("C1", 2010, Facing::E),
            horse("C2", 2011, Facing::W),
            horse("C3", 2012, Facing::E),
            horse("C4", 2013, Facing::E),
        ]
    };
    let mut boss = leader("HNO", ROME, Rank::Subordinate, 4, 2009);
    boss.range = 8;
    let pos = Position::new(Arc::new(lined(units(), vec![boss.clone()], 1, &[0, 1, 2, 3])));
    assert_eq!(members(&pos, LeaderId(0), LineId(0)), [u(0), u(1), u(2), u(3)]);
    boss.range = 2;
    let pos = Position::new(Arc::new(lined(units(), vec![boss.clone()], 1, &[0, 1, 2, 3])));
    assert_eq!(members(&pos, LeaderId(0), LineId(0)), [u(0), u(1)], "ragged: only those in range");
    let ordered = (0..12).map(|i| horse(&format!("C{i}"), 2010 + i, Facing::E)).collect();
    let all: Vec<u16> = (0..12).collect();
    let pos = Position::new(Arc::new(lined(ordered, vec![boss], 1, &all)));
    assert_eq!(members(&pos, LeaderId(0), LineId(0)).len(), 12, "one orientation: of any length");
}

/// Horse under a subordinate far from his commander, in turn 2.
fn horse_line(change: impl FnOnce(&mut Setup)) -> Position {
    let horse = |code: &str, at| unit(code, ROME, UnitType::HC, (5, 7, 8), at, Facing::E);
    let far = leader("OC", ROME, Rank::Overall, 6, 1005);
    let boss = leader("SUB", ROME, Rank::Subordinate, 4, 3012);
    let units = vec![horse("C1", 3010), horse("C2", 3011), horse("D1", 3020), horse("D2", 3021)];
    let mut set = setup(units, vec![boss, far]);
    set.lines = vec![line("left", &[0, 1], 1), line("right", &[2, 3], 1), line("all", &[0, 1, 2, 3], 1)];
    change(&mut set);
    let mut pos = Position::new(Arc::new(set));
    pos.turn = 2;
    orders_of(&mut pos, "SUB", PhaseKind::Initial);
    pos
}

#[test]
fn out_of_range_a_die_against_the_commanders_strategy_decides_once() {
    let pos = horse_line(|_| {});
    let mut won = pos.clone();
    done(&mut won, ROME, Order::Line(LineId(0)), &[("line:sub", 5)]);
    assert_eq!(won.stage.phase().and_then(Phase::line).map(|l| l.units.to_vec()), Some(vec![u(0), u(1)]));
    let mut lost = pos.clone();
    let outcome = give(&mut lost, ROME, &Order::Line(LineId(0)), &[("line:sub", 6)]);
    assert!(matches!(outcome, Ok(Outcome::CutShort(Refusal { rule: Rule("4.33"), .. }))));
    assert_eq!(refused(&lost, ROME, Order::Line(LineId(1))).rule, Rule("4.33"), "one die in a phase");
    assert_eq!(orders_left(&lost, lost.stage.phase().expect("orders")), 4, "individual orders remain");
}

#[test]
fn no_die_is_needed_in_range_in_turn_one_or_under_hannibal() {
    let mut pos = horse_line(|_| {});
    pos.turn = 1;
    done(&mut pos, ROME, Order::Line(LineId(0)), &[]);
    let mut pos = horse_line(|_| {});
    pos.leader_mut(LeaderId(0)).in_command = true;
    done(&mut pos, ROME, Order::Line(LineId(0)), &[]);
    let mut pos = horse_line(|set| set.special.free_line_commands = Some(ROME));
    done(&mut pos, ROME, Order::Line(LineId(0)), &[]);
    let mut dead = horse_line(|set| set.special.free_line_commands = Some(ROME));
    dead.leader_mut(LeaderId(1)).killed = true;
    assert_eq!(refused(&dead, ROME, Order::Line(LineId(0))).rule, Rule("4.33"), "no commander, no lines");
}

#[test]
fn a_momentum_phase_needs_a_line_command_in_the_initial_one_and_the_die_even_in_range() {
    let mut pos = horse_line(|_| {});
    orders_of(&mut pos, "SUB", PhaseKind::Momentum);
    pos.leader_mut(LeaderId(0)).in_command = true;
    assert_eq!(refused(&pos, ROME, Order::Line(LineId(0))).rule, Rule("4.33"));
    pos.stage.phase_mut().expect("orders").had_lines = true;
    done(&mut pos, ROME, Order::Line(LineId(0)), &[("line:sub", 5)]);
}

#[test]
fn a_proconsul_subtracts_one_and_a_unit_in_the_enemys_zone_adds_one() {
    let die = |change: fn(&mut Setup), face| {
        let mut pos = horse_line(change);
        give(&mut pos, ROME, &Order::Line(LineId(0)), &[("line:sub", face)]) == Ok(Outcome::Done)
    };
    let proconsul: fn(&mut Setup) = |set| set.leaders[0].rank = Rank::Proconsul;
    assert!(die(proconsul, 6) && !die(proconsul, 7));
    let zoc: fn(&mut Setup) = |set| {
        set.units.push(unit("X", CARTHAGE, UnitType::HC, (5, 7, 8), 3110, Facing::W));
    };
    assert!(die(zoc, 4) && !die(zoc, 5));
}

#[test]
fn hannibal_orders_seven_times_or_two_lines_and_never_both() {
    let mut pos = horse_line(|set| {
        set.leaders[0].rank = Rank::Overall;
        set.leaders[1].rank = Rank::Subordinate;
        set.leaders[0].initiative = 7;
        set.leaders[0].line_commands = 2;
        set.leaders[0].range = 15;
    });
    let phase = pos.stage.phase().expect("orders").clone();
    assert_eq!(orders_left(&pos, &phase), 7);
    let mut single = pos.clone();
    single.stage.phase_mut().expect("orders").mode = Mode::Individual;
    assert_eq!(refused(&single, ROME, Order::Line(LineId(0))).rule, Rule("4.31"));
    done(&mut pos, ROME, Order::Line(LineId(0)), &[]);
    assert_eq!(refused(&pos, ROME, Order::Recover(u(0))).rule, Rule("4.31"));
    done(&mut pos, ROME, Order::EndLine, &[]);
    assert_eq!(refused(&pos, ROME, Order::Recover(u(0))).rule, Rule("4.31"), "also between two lines");
    assert_eq!(refused(&pos, ROME, Order::EndLine).rule, Rule("4.31"));
    done(&mut pos, ROME, Order::Line(LineId(1)), &[]);
    assert_eq!(refused(&pos, ROME, Order::Line(LineId(2))).rule, Rule("4.31"), "two, not three");
    let mut used_up = horse_line(|_| {});
    let phase = used_up.stage.phase_mut().expect("orders");
    (phase.mode, phase.orders_used) = (Mode::Individual, 4);
    assert_eq!(refused(&used_up, ROME, Order::Recover(u(0))).rule, Rule("4.22"));
}

#[test]
fn a_leader_in_an_enemy_zone_begins_no_line_not_even_the_commander() {
    let pos = horse_line(|set| {
        set.leaders[0].rank = Rank::Overall;
        set.leaders[1].rank = Rank::Subordinate;
        set.units.push(unit("X", CARTHAGE, UnitType::HC, (5, 7, 8), 3112, Facing::W));
    });
    assert_eq!(refused(&pos, ROME, Order::Line(LineId(0))).rule, Rule("4.33"));
}

fn walk(n: u16) -> Order {
    Order::Move(Move::by(u(n), Way::Steps(Vec::new())))
}

#[test]
fn a_unit_moves_once_in_a_phase_and_again_in_the_next() {
    let mut pos = horse_line(|_| {});
    pos.unit_mut(u(0)).done.moved = true;
    assert_eq!(refused(&pos, ROME, walk(0)).rule, Rule("6.12"));
    after(&mut pos, "SUB", PhaseKind::Initial);
    pos.leader_mut(LeaderId(1)).finished = true;
    done(&mut pos, ROME, Order::Momentum, &[("momentum:sub", 0)]);
    assert!(!pos.unit(u(0)).done.moved);
    assert_eq!(active(&pos), ("SUB", PhaseKind::Momentum));
}

#[test]
fn only_members_as_the_line_stood_at_the_command_move_with_it() {
    let mut pos = horse_line(|_| {});
    done(&mut pos, ROME, Order::Line(LineId(0)), &[("line:sub", 0)]);
    assert_eq!(refused(&pos, ROME, walk(2)).rule, Rule("4.32"));
    pos.stage.phase_mut().and_then(Phase::line_mut).expect("a line").firing = true;
    assert_eq!(refused(&pos, ROME, walk(0)).rule, Rule("8.21"));
}

#[test]
fn routed_rallied_and_distant_units_take_no_orders() {
    let mut pos = horse_line(|_| {});
    pos.unit_mut(u(0)).morale = Morale::Routed;
    assert_eq!(refused(&pos, ROME, walk(0)).rule, Rule("10.27"));
    assert_eq!(refused(&pos, ROME, Order::Rally(u(1))).rule, Rule("10.28"));
    pos.unit_mut(u(1)).rallied = true;
    assert_eq!(refused(&pos, ROME, walk(1)).rule, Rule("10.28"));
    assert_eq!(refused(&pos, ROME, walk(2)).rule, Rule("4.21"));
}

#[test]
fn a_stack_costs_two_orders_and_one_with_the_commander_in_it() {
    let units = || vec![roman("H1", Class::HA, 3, false, 2010), roman("P1", Class::PR, 3, false, 2010)];
    let mut pos = ground(
        units(),
        vec![leader("OC", ROME, Rank::Overall, 6, 2010), leader("SUB", ROME, Rank::Subordinate, 4, 2010)],
    );
    assert_eq!(price(&pos, LeaderId(0), u(0), true), 1);
    assert_eq!(price(&pos, LeaderId(1), u(0), true), 2);
    assert_eq!(price(&pos, LeaderId(1), u(0), false), 1);
    pos.station(LeaderId(0), Some(hex(2009)));
    assert_eq!(price(&pos, LeaderId(0), u(0), true), 2);
    orders_of(&mut pos, "SUB", PhaseKind::Initial);
    assert_eq!(refused(&pos, ROME, walk(1)).rule, Rule("6.66"), "the lower unit");
    done(&mut pos, ROME, Order::Restack(hex(2010)), &[]);
    assert!(pos.is_top(u(1)));
    assert_eq!(pos.stage.phase().expect("orders").orders_used, 1);
    assert_eq!(refused(&pos, ROME, Order::Restack(hex(2011))).rule, Rule("6.66"));
}

#[test]
fn double_depth_costs_two_and_obeys_the_commander_only() {
    let ph = |code: &str| unit(code, ROME, UnitType::PH, (10, 7, 4), 2010, Facing::E);
    let pos = ground(
        vec![ph("P1"), ph("P2")],
        vec![leader("OC", ROME, Rank::Overall, 6, 2010), leader("SUB", ROME, Rank::Subordinate, 4, 2010)],
    );
    assert_eq!(price(&pos, LeaderId(0), u(0), true), 2);
    assert!(may_order(&pos, LeaderId(0), u(0)).is_ok());
    assert_eq!(may_order(&pos, LeaderId(1), u(0)).expect_err("not he").rule, Rule("9.52"));
}

#[test]
fn only_the_commander_moves_other_leaders_once_each() {
    let mut pos = horse_line(|_| {});
    let go = |leader| Order::MoveLeader(LeaderMove { leader, path: vec![hex(1006)] });
    assert_eq!(refused(&pos, ROME, go(LeaderId(1))).rule, Rule("4.23"));
    orders_of(&mut pos, "OC", PhaseKind::Initial);
    assert_eq!(refused(&pos, ROME, go(LeaderId(0))).rule, Rule("4.21"), "out of his range");
    pos.station(LeaderId(0), Some(hex(1007)));
    pos.leader_mut(LeaderId(0)).sent = true;
    assert_eq!(refused(&pos, ROME, go(LeaderId(0))).rule, Rule("4.4"));
}

#[test]
fn fallen_leaders_are_replaced_by_the_commander_as_far_as_counters_go() {
    let mut list = vec![
        leader("OC", ROME, Rank::Overall, 6, 2010),
        leader("TRI", ROME, Rank::Tribune, 3, 2011),
        leader("SUB", ROME, Rank::Subordinate, 4, 2012),
        leader("LEG", ROME, Rank::Subordinate, 4, 2013),
        leader("REP", ROME, Rank::Replacement, 3, 2014),
    ];
    list[4].start = None;
    let mut pos = ground(vec![roman("H1", Class::HA, 3, false, 2020)], list);
    for code in ["TRI", "SUB", "LEG"] {
        let it = id(&pos, code);
        pos.leader_mut(it).killed = true;
        pos.station(it, None);
    }
    orders_of(&mut pos, "OC", PhaseKind::Initial);
    let replace = |pos: &Position, code, at| Order::Replace(id(pos, code), hex(at));
    assert_eq!(refused(&pos, ROME, replace(&pos, "TRI", 2021)).rule, Rule("4.74"), "no unit there");
    assert_eq!(refused(&pos, ROME, replace(&pos, "OC", 2020)).rule, Rule("4.74"));
    let order = replace(&pos, "TRI", 2020);
    done(&mut pos, ROME, order, &[]);
    assert!(pos.leader(id(&pos, "TRI")).finished, "finished for this turn");
    assert_eq!(pos.replacements[0], 1, "tribunes come back without a counter");
    let order = replace(&pos, "SUB", 2020);
    done(&mut pos, ROME, order, &[]);
    assert_eq!(pos.leader(id(&pos, "REP")).hex, Some(hex(2020)));
    assert_eq!(refused(&pos, ROME, replace(&pos, "LEG", 2020)).rule, Rule("4.74"), "no counter left");
}

#[test]
fn a_proconsul_follows_a_dead_commander_with_strategy_one() {
    let mut pos =
        ground(Vec::new(), leaders(&[("OC", ROME, Rank::Overall, 6), ("PRO", ROME, Rank::Proconsul, 4)]));
    assert_eq!(strategy(&pos, ROME), Some(5));
    pos.leader_mut(LeaderId(0)).killed = true;
    assert_eq!(pos.overall(ROME), Some(LeaderId(1)));
    assert_eq!(strategy(&pos, ROME), Some(1));
    pos.leader_mut(LeaderId(1)).killed = true;
    assert_eq!(strategy(&pos, ROME), None);
}

#[test]
fn a_player_says_which_proconsul_follows_and_who_has_followed_stays() {
    let list = [
        ("OC", ROME, Rank::Overall, 6),
        ("ATI", ROME, Rank::Proconsul, 4),
        ("SER", ROME, Rank::Proconsul, 4),
    ];
    let mut pos = ground(Vec::new(), leaders(&list));
    orders_of(&mut pos, "OC", PhaseKind::Initial);
    let follows = |pos: &Position, code, follows| Order::Succeed { proconsul: id(pos, code), follows };
    assert_eq!(refused(&pos, ROME, follows(&pos, "OC", true)).rule, Rule("4.56"));
    let order = follows(&pos, "ATI", false);
    done(&mut pos, ROME, order, &[]);
    let mut fallen = pos.clone();
    fallen.leader_mut(LeaderId(0)).killed = true;
    assert_eq!(fallen.overall(ROME), Some(id(&pos, "SER")));
    assert_eq!(refused(&fallen, ROME, follows(&pos, "ATI", true)).rule, Rule("4.56"), "SER has the command");
    let order = follows(&pos, "SER", false);
    done(&mut pos, ROME, order, &[]);
    pos.leader_mut(LeaderId(0)).killed = true;
    assert_eq!((pos.overall(ROME), strategy(&pos, ROME)), (None, None));
    let order = follows(&pos, "SER", true);
    done(&mut pos, ROME, order, &[]);
    assert_eq!(pos.overall(ROME), Some(id(&pos, "SER")), "afterwards, too");
}

/// Two stacks facing east in a line command, as the diagram of 9.66 has them.
fn manipular() -> Position {
    let list = [("IA", 2010), ("IB", 2010), ("IC", 2012), ("ID", 2012)];
    let units = list.iter().map(|&(c, at)| roman(c, Class::HA, 1, false, at)).collect();
    let mut set = lined(units, vec![leader("SUB", ROME, Rank::Subordinate, 4, 2010)], 2, &[0, 1, 2, 3]);
    set.lines[0].code = "hastati".into();
    let mut pos = Position::new(Arc::new(set));
    orders_of(&mut pos, "SUB", PhaseKind::Initial);
    let current = LineInProgress {
        line: crate::state::stage::Troop::Line(LineId(0)),
        units: [u(0), u(1), u(2), u(3)].into(),
        entered: Vec::new(),
        firing: false,
        starts: [].into(),
    };
    pos.stage.phase_mut().expect("orders").mode =
        Mode::Lines { used: vec![LineId(0)], current: Some(current) };
    pos
}

#[test]
fn a_line_extends_sideways_without_points_or_hits() {
    let mut pos = manipular();
    done(&mut pos, ROME, Order::Extend(vec![(u(0), hex(2011)), (u(2), hex(2013))]), &[]);
    let at: Vec<u16> = (0..4).filter_map(|n| pos.hex(u(n))).map(|h| h.number()).collect();
    assert_eq!(at, [2011, 2010, 2013, 2012]);
    assert!((0..4).all(|n| pos.facing(u(n)) == Some(Facing::E) && pos.hits(u(n)) == 0));
    assert!((0..4).all(|n| pos.unit(u(n)).done.extended && !pos.unit(u(n)).done.moved));
}

#[test]
fn what_keeps_a_line_from_extending() {
    let pos = manipular();
    let rule = |pos: &Position, slides| refused(pos, ROME, Order::Extend(slides)).rule;
    assert_eq!(rule(&pos, vec![(u(1), hex(2011))]), Rule("9.66"), "not on top");
    assert_eq!(rule(&pos, vec![(u(0), hex(2110))]), Rule("9.66"), "not a flank hex");
    assert_eq!(rule(&pos, vec![(u(0), hex(2011)), (u(2), hex(2011))]), Rule("9.66"), "occupied");
    let mut idle = pos.clone();
    orders_of(&mut idle, "SUB", PhaseKind::Initial);
    assert_eq!(rule(&idle, vec![(u(0), hex(2011))]), Rule("9.68"), "no line command");
}

#[test]
fn an_engine_changes_mode_and_then_neither_moves_nor_fires() {
    let mut engine =
        armed(unit("S1", ROME, UnitType::LI, (1, 2, 3), 2011, Facing::E), crate::piece::Missile::B, "B");
    engine.class = Class::SC;
    let mut pos = ground(vec![engine], vec![leader("SUB", ROME, Rank::Subordinate, 4, 2010)]);
    orders_of(&mut pos, "SUB", PhaseKind::Initial);
    assert_eq!(refused(&pos, ROME, Order::Mode { unit: u(0), limber: false }).rule, Rule("9.82"));
    done(&mut pos, ROME, Order::Mode { unit: u(0), limber: true }, &[]);
    assert!(pos.unit(u(0)).limbered);
    assert_eq!(refused(&pos, ROME, walk(0)).rule, Rule("6.12"));
}

#[test]
fn elephants_obey_only_a_leader_among_them_after_their_first_orders() {
    let mut set = setup(
        vec![unit("E1", ROME, UnitType::EL, (5, 5, 7), 2011, Facing::E)],
        vec![leader("SUB", ROME, Rank::Subordinate, 4, 2010)],
    );
    set.special.elephant_command = true;
    let mut pos = Position::new(Arc::new(set));
    assert!(may_order(&pos, LeaderId(0), u(0)).is_ok());
    pos.course.elephants_ordered[0] = true;
    assert_eq!(may_order(&pos, LeaderId(0), u(0)).expect_err("once only").rule, Rule("4.91"));
    pos.station(LeaderId(0), Some(hex(2011)));
    assert!(may_order(&pos, LeaderId(0), u(0)).is_ok());
}

#[test]
fn armies_withdraw_at_their_level_and_of_two_the_one_less_over_it_wins() {
    use crate::events::command::EndOf;
    assert_eq!(verdict([99, 10], [100, 80]), None);
    assert_eq!(verdict([100, 10], [100, 80]), Some((Some(CARTHAGE), EndOf::Withdrawal)));
    assert_eq!(verdict([99, 80], [100, 80]), Some((Some(ROME), EndOf::Withdrawal)));
    assert_eq!(verdict([102, 83], [100, 80]), Some((Some(ROME), EndOf::Both)));
    assert_eq!(verdict([104, 83], [100, 80]), Some((Some(CARTHAGE), EndOf::Both)));
    assert_eq!(verdict([103, 83], [100, 80]), Some((None, EndOf::Both)));
}

#[test]
fn the_duty_names_the_side_and_what_it_may_write() {
    let pos = bagradas();
    let Duty::Orders(deed) = duty(&pos) else { panic!("a deed") };
    assert_eq!(deed.side, "rome");
    assert!(
        matches!(&pos.stage, Stage::Activation { due, .. } if *due == [id(&pos, "PS1"), id(&pos, "PS2")])
    );
    assert_eq!(legal(&pos, CARTHAGE), Legal::Nothing);
    let Legal::Activation { trumps, .. } = legal(&pos, ROME) else { panic!("activation") };
    assert_eq!(trumps, [(id(&pos, "TR1"), 40), (id(&pos, "PE1"), 40), (id(&pos, "REG"), 60)]);
    let mut over = pos.clone();
    over.stage = Stage::Over { winner: Some(ROME) };
    assert!(matches!(duty(&over), Duty::Over(e) if e.winner.as_deref() == Some("rome")));
    assert_eq!(refused(&over, ROME, Order::Finish).rule, Rule("11.2"));
}

#[test]
fn the_course_of_the_turn_is_part_of_the_position() {
    let pos = bagradas();
    let mut other = pos.clone();
    other.course = Course { tie: Some((5, ROME)), ..Course::default() };
    let bytes = |p: &Position| {
        let mut out = Vec::new();
        p.encode(&mut out);
        out
    };
    assert_ne!(bytes(&pos), bytes(&other));
    assert!(pos.unit_ids().all(|n| matches!(pos.unit(n).place, Place::Field { .. })));
}

/// Foot with a leader beside it, and a wood or a distance in between as the test wants.
fn foot_line(at: u16, wood: Option<u16>) -> Position {
    let units = vec![foot("A", 2010, Facing::E), foot("B", 2011, Facing::E)];
    let boss = leader("SUB", ROME, Rank::Subordinate, 4, at);
    let mut set = lined(units, vec![boss, leader("OC", ROME, Rank::Overall, 6, at)], 1, &[0, 1]);
    if let Some(wood) = wood {
        set.field.cell_mut(hex(wood)).expect("a hex").terrain = crate::field::Terrain::Woods;
    }
    let mut pos = Position::new(Arc::new(set));
    orders_of(&mut pos, "SUB", PhaseKind::Initial);
    pos
}

#[test]
fn a_line_of_foot_needs_its_leader_within_two_hexes_and_in_sight_at_the_start() {
    let near = foot_line(2008, None);
    done(&mut near.clone(), ROME, Order::Line(LineId(0)), &[]);
    let mut walked = near;
    walked.leader_mut(LeaderId(0)).began = Some(hex(2007));
    assert_eq!(refused(&walked, ROME, Order::Line(LineId(0))).rule, Rule("4.33"), "where he began counts");
    assert_eq!(refused(&foot_line(2007, None), ROME, Order::Line(LineId(0))).rule, Rule("4.33"));
    assert_eq!(
        refused(&foot_line(2008, Some(2009)), ROME, Order::Line(LineId(0))).rule,
        Rule("4.33"),
        "a wood"
    );
}

#[test]
fn a_doom_of_nine_ends_the_turn_and_the_next_begins() {
    let mut pos = hannibal_alone();
    pos.leader_mut(id(&pos, "TRI")).waited = true;
    after(&mut pos, "HAN", PhaseKind::Initial);
    done(&mut pos, CARTHAGE, Order::Momentum, &[("momentum:han", 9), ("doom:han", 9)]);
    assert_eq!(pos.turn, 2);
    assert!(pos.leader_ids().all(|l| crate::questions::is_inactive(&pos, l) && pos.leader(l).phases == 0));
    assert_eq!(due_codes(&pos), ["REG"], "the lowest leader of turn 2");
}

#[test]
fn the_turn_after_the_last_one_is_a_draw_and_an_army_at_its_level_has_lost() {
    let run = |change: &dyn Fn(&mut Setup), kill: bool| {
        let mut set = setup(
            vec![unit("A", ROME, UnitType::MI, (5, 6, 5), 2010, Facing::E)],
            leaders(&[("HAN", CARTHAGE, Rank::Overall, 7), ("REG", ROME, Rank::Overall, 5)]),
        );
        change(&mut set);
        let mut pos = Position::new(Arc::new(set));
        if kill {
            pos.lift(u(0));
            pos.unit_mut(u(0)).place = Place::Eliminated;
        }
        pass(&mut pos, "REG", &[]);
        pass(&mut pos, "HAN", &[]);
        (pos.turn, pos.stage.clone())
    };
    assert_eq!(run(&|set| set.special.last_turn = Some(1), false).1, Stage::Over { winner: None });
    assert_eq!(run(&|_| {}, true).0, 2, "6 points of 100");
    let level = |set: &mut Setup| set.withdrawal.0[0] = 6;
    assert_eq!(run(&level, true).1, Stage::Over { winner: Some(CARTHAGE) });
    assert_eq!(run(&level, false).0, 2);
}

#[test]
fn a_battle_without_leaders_comes_to_an_end() {
    let mut pos = ground(Vec::new(), leaders(&[("REG", ROME, Rank::Overall, 5)]));
    let reg = id(&pos, "REG");
    orders_of(&mut pos, "REG", PhaseKind::Initial);
    after(&mut pos, "REG", PhaseKind::Initial);
    pos.leader_mut(reg).killed = true;
    pos.station(reg, None);
    done(&mut pos, ROME, Order::Finish, &[]);
    assert_eq!(pos.stage, Stage::Over { winner: None });
}

#[test]
fn engines_fire_without_orders_twice_a_turn() {
    let mut engine =
        armed(unit("S1", ROME, UnitType::LI, (1, 2, 3), 2010, Facing::E), crate::piece::Missile::B, "B");
    engine.class = Class::SC;
    let foe = unit("X", CARTHAGE, UnitType::HI, (5, 6, 4), 2210, Facing::W);
    let far = leader("SUB", ROME, Rank::Subordinate, 4, 3025);
    let mut pos = ground(vec![engine, foe], vec![far]);
    orders_of(&mut pos, "SUB", PhaseKind::Initial);
    let shot = Order::Fire(crate::order::Fire { unit: u(0), target: crate::order::Target::Unit(u(1)) });
    let mut after_shot = pos.clone();
    let oracle_dice = Dice::Scripted(Scripted { faces: BTreeMap::new(), otherwise: Some(9) });
    assert_eq!(obey(&mut after_shot, ROME, &shot, &mut Oracle::new(oracle_dice, &[])), Ok(Outcome::Done));
    assert_eq!(orders_left(&after_shot, after_shot.stage.phase().expect("orders")), 4);
    pos.unit_mut(u(0)).shots = 2;
    assert_eq!(refused(&pos, ROME, shot).rule, Rule("9.85"));
}

#[test]
fn recovery_and_rally_cost_an_order_each_and_are_done_by_the_chapter_of_effects() {
    let mut pos = horse_line(|_| {});
    pos.unit_mut(u(0)).morale = Morale::Steady { hits: 3 };
    done(&mut pos, ROME, Order::Recover(u(0)), &[]);
    assert_eq!(pos.hits(u(0)), 1);
    assert_eq!(orders_left(&pos, pos.stage.phase().expect("orders")), 3);
    let phase = pos.stage.phase().expect("orders");
    assert!(phase.acted && phase.mode == Mode::Individual);
}

#[test]
fn an_overall_commander_who_enabled_shock_in_the_elite_phase_is_inactive_again() {
    let mut pos = zama();
    let scipio = id(&pos, "SCI");
    after(&mut pos, "SCI", PhaseKind::Elite);
    pos.leader_mut(scipio).enabled_shock = true;
    done(&mut pos, ROME, Order::Finish, &[]);
    assert!(!pos.leader(scipio).finished, "5.26 speaks of other leaders");
}
