//! Whole moves with their interruptions: the examples of the book.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::events::{Happening, MoveEvent};
use crate::field::Terrain;
use crate::movement::*;
use crate::order::{Move, Step, Way};
use crate::piece::{Class, LeaderId, Rank, Side, UnitSpec, UnitType};
use crate::position::Position;
use crate::proving_ground::{ground, hex, leader, setup, u, unit};
use crate::{Flow, Oracle, Outcome};
use tess_effects::{Answer, Answered, Dice, Question, Recorded, Rule, Scripted, Stop};
use tess_hex::{Facing, Hex};

pub(crate) fn faces(list: &[(&str, u8)]) -> Dice {
    let faces: BTreeMap<String, u8> = list.iter().map(|&(l, f)| (l.to_owned(), f)).collect();
    Dice::Scripted(Scripted { faces, otherwise: None })
}

fn steps(unit: u16, list: &[Step]) -> Move {
    Move::by(u(unit), Way::Steps(list.to_vec()))
}

/// Runs an order, answering every question by `answer`, each stretch with the same dice.
fn play(
    pos: &Position,
    order: &Move,
    dice: &Dice,
    answer: impl Fn(usize, &Question) -> String,
) -> (Flow<Outcome>, Position, Vec<Recorded<Happening>>, Vec<Question>) {
    let mut answers: Vec<Answered> = Vec::new();
    let mut asked: Vec<Question> = Vec::new();
    loop {
        let mut now = pos.clone();
        let mut oracle = Oracle::new(dice.clone(), &answers);
        let end = carry_out_move(&mut now, &mut oracle, order);
        match end {
            Err(Stop::Ask(q)) => {
                let key = answer(asked.len(), &q);
                assert!(q.allows(&key), "{key} is no choice of {q:?}");
                assert!(q.allows(&q.default), "the default of {q:?}");
                answers.push(Answered { question: q.id.clone(), answer: Answer(key), dice: dice.clone() });
                asked.push(*q);
            }
            end => return (end, now, oracle.into_record().0, asked),
        }
    }
}

fn at(pos: &Position, unit: u16) -> u16 {
    pos.hex(u(unit)).map_or(0, Hex::number)
}

fn roman(code: &str, class: Class, kind: UnitType, colour: u8, n: u16, facing: Facing) -> UnitSpec {
    let mut a = unit(code, Side::First, kind, (3, 6, if class == Class::VE { 6 } else { 5 }), n, facing);
    a.class = class;
    a.colour = colour;
    a
}

fn cannae() -> Position {
    ground(
        vec![
            unit("RC", Side::First, UnitType::RC, (3, 6, 8), 3214, Facing::NW),
            roman("VE", Class::VE, UnitType::LI, 1, 3216, Facing::SW),
            unit("PH", Side::Second, UnitType::PH, (10, 7, 4), 3012, Facing::SE),
        ],
        vec![],
    )
}

/// spqr 6.56, the example of withdrawal.
#[test]
fn cavalry_and_velites_withdraw_before_a_phalanx_as_at_cannae() {
    let mut order =
        steps(2, &[Step::AheadLeft, Step::AheadLeft, Step::AheadRight, Step::AheadLeft, Step::AheadLeft]);
    order.extended = true;
    let answers = [
        ("withdraw", "3415"),
        ("withdraw", "3515"),
        ("withdraw", "3316"),
        ("withdraw", "3616"),
        ("withdraw", "3417"),
        ("withdraw", "no"),
        ("withdraw", "no"),
    ];
    let (end, pos, record, asked) = play(&cannae(), &order, &faces(&[("fifth-mp:ph", 7)]), |_, q| {
        if q.window == "withdraw-face" {
            return "no".into();
        }
        answers.iter().map(|(_, k)| *k).find(|k| q.allows(k) && *k != "no").map_or("no".into(), Into::into)
    });
    assert_eq!(end, Ok(Outcome::Done), "{asked:?}");
    assert_eq!((at(&pos, 2), pos.hexes(u(2)).right), (3415, Some(hex(3315))));
    assert_eq!((at(&pos, 0), at(&pos, 1)), (3616, 3417));
    assert_eq!((pos.hits(u(0)), pos.hits(u(1)), pos.hits(u(2))), (0, 0, 0));
    assert_eq!(pos.facing(u(1)), Some(Facing::SW));
    let withdrawals = record
        .iter()
        .filter(|e| matches!(e, Recorded::Happened(Happening::Move(MoveEvent::Withdrew { .. }))))
        .count();
    assert_eq!(withdrawals, 5);
}

/// spqr 6.51, example 1: a hastati has no more points than a phalanx and may not withdraw.
#[test]
fn nobody_withdraws_from_a_mover_of_the_same_allowance_and_routed_units_never() {
    let pos = ground(
        vec![
            roman("HA", Class::HA, UnitType::LG, 1, 2311, Facing::NW),
            unit("PH", Side::Second, UnitType::PH, (10, 7, 4), 2010, Facing::SE),
        ],
        vec![],
    );
    assert_eq!(pos.distance(u(0), u(1)), Some(3));
    let (end, _, _, asked) = play(&pos, &steps(1, &[Step::AheadLeft]), &faces(&[]), |_, _| "no".into());
    assert_eq!((end, asked.len()), (Ok(Outcome::Done), 0));
}

/// spqr 6.51, example 3, with the hexes laid out again.
#[test]
fn a_skirmisher_approached_from_the_rear_has_eight_hexes_and_takes_a_hit_first() {
    let pos = ground(
        vec![
            unit("SK", Side::First, UnitType::SK, (1, 3, 6), 2010, Facing::E),
            unit("PR", Side::Second, UnitType::LG, (3, 8, 5), 1708, Facing::SE),
        ],
        vec![],
    );
    let order = steps(1, &[Step::Enter(hex(1809))]);
    let (_, after, _, asked) =
        play(
            &pos,
            &order,
            &faces(&[]),
            |_, q| {
                if q.window == "withdraw" { "2211".into() } else { "no".into() }
            },
        );
    let q = &asked[0];
    assert_eq!(q.known("approach"), Some("rear"));
    let mut hexes: Vec<&str> = q.choices.iter().map(|c| c.key.as_str()).filter(|k| *k != "no").collect();
    hexes.sort_unstable();
    assert_eq!(hexes, ["2011", "2012", "2109", "2110", "2111", "2209", "2210", "2211"]);
    assert_eq!((at(&after, 0), after.hits(u(0))), (2211, 1));
    assert_eq!(asked[1].window, "withdraw-face", "skirmishers turn for nothing");
}

/// spqr 6.51, example 2: a point is not enough to withdraw uphill.
#[test]
fn cavalry_does_not_withdraw_uphill_from_elephants_with_one_point() {
    let mut set = setup(
        vec![
            unit("HC", Side::First, UnitType::HC, (4, 6, 8), 2010, Facing::NE),
            unit("EL", Side::Second, UnitType::EL, (5, 5, 7), 2013, Facing::NE),
        ],
        vec![],
    );
    for n in [2009, 2109, 1909, 2110, 1910] {
        set.field.cell_mut(hex(n)).expect("on the map").level = 1;
    }
    let pos = Position::new(Arc::new(set));
    let (_, _, _, asked) = play(&pos, &steps(1, &[Step::AheadLeft]), &faces(&[]), |_, _| "no".into());
    assert!(asked.is_empty(), "{asked:?}");
}

#[test]
fn an_illegal_step_is_refused_before_anything_happens_and_with_its_rule() {
    let pos = cannae();
    let back = steps(2, &[Step::AheadLeft, Step::Enter(hex(3012))]);
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    let end = carry_out_move(&mut pos.clone(), &mut oracle, &back);
    assert!(matches!(end, Err(Stop::Refused(r)) if r.rule == Rule("6.32")), "before the first question");
    let far = steps(2, &[Step::AheadRight; 5]);
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    let end = carry_out_move(&mut pos.clone(), &mut oracle, &far);
    assert!(matches!(end, Err(Stop::Refused(r)) if r.rule == Rule("6.25")), "four points only");
}

#[test]
fn a_withdrawal_declined_is_lost_until_the_mover_has_been_further_away() {
    let pos = ground(
        vec![
            unit("HC", Side::First, UnitType::HC, (4, 6, 8), 2010, Facing::NW),
            unit("MI", Side::Second, UnitType::MI, (4, 5, 5), 2013, Facing::NE),
        ],
        vec![],
    );
    // Both hexes lie two from the cavalry.
    let order = steps(1, &[Step::Enter(hex(2012)), Step::Enter(hex(2111))]);
    let (end, _, _, asked) = play(&pos, &order, &faces(&[]), |_, _| "no".into());
    let cavalry = asked.iter().filter(|q| q.subject == "hc").count();
    assert_eq!(cavalry, 1, "{end:?} {asked:?}");
}

#[test]
fn legion_infantry_checks_after_withdrawing_and_other_infantry_takes_a_hit() {
    let field = |kind, class| {
        let mut a = roman("A", class, kind, 0, 2311, Facing::NW);
        a.ma = 6;
        ground(vec![a, unit("HI", Side::Second, UnitType::HI, (5, 6, 4), 2010, Facing::SE)], vec![])
    };
    let order = steps(1, &[Step::AheadLeft]);
    let away = |_, q: &Question| {
        if q.window == "withdraw" { q.choices[1].key.clone() } else { "no".into() }
    };
    let (_, pos, ..) = play(&field(UnitType::LG, Class::HA), &order, &faces(&[("withdraw:a", 7)]), away);
    assert_eq!(pos.hits(u(0)), 1);
    let (_, pos, ..) = play(&field(UnitType::LG, Class::HA), &order, &faces(&[("withdraw:a", 6)]), away);
    assert_eq!(pos.hits(u(0)), 0);
    let (_, pos, ..) = play(&field(UnitType::MI, Class::Plain), &order, &faces(&[]), away);
    assert_eq!(pos.hits(u(0)), 1);
}

/// spqr 6.63, example 1.
#[test]
fn romans_pass_through_friends_at_the_prices_of_the_stacking_chart() {
    let through = |mover: UnitSpec, standing: Vec<UnitSpec>| {
        let mut units = vec![mover];
        units.extend(standing);
        let pos = ground(units, vec![]);
        let order = steps(0, &[Step::Enter(hex(2110)), Step::Enter(hex(2210))]);
        let (end, pos, ..) = play(&pos, &order, &faces(&[]), |_, _| "no".into());
        end.expect("legal");
        (pos.hits(u(0)), pos.hits(u(1)))
    };
    let e = Facing::E;
    let ve = || roman("VE", Class::VE, UnitType::LI, 14, 2010, e);
    let ha = || roman("HA", Class::HA, UnitType::LG, 14, 2010, e);
    let stands = |class, kind, colour| roman("S", class, kind, colour, 2110, e);
    assert_eq!(through(ve(), vec![stands(Class::PR, UnitType::LG, 14)]), (0, 0));
    assert_eq!(through(ve(), vec![stands(Class::Plain, UnitType::RC, 14)]), (1, 1));
    assert_eq!(through(ve(), vec![stands(Class::PR, UnitType::LG, 5)]), (1, 1));
    assert_eq!(through(ha(), vec![stands(Class::PR, UnitType::LG, 14)]), (0, 0));
    assert_eq!(through(ha(), vec![stands(Class::PR, UnitType::LG, 5)]), (1, 1));
    let second = roman("T", Class::PR, UnitType::LG, 14, 2110, e);
    assert_eq!(through(ha(), vec![stands(Class::PR, UnitType::LG, 14), second]), (1, 1));
}

#[test]
fn velites_do_not_stop_with_others_and_a_hastati_stops_where_it_faces_the_same_way() {
    let e = Facing::E;
    let try_stop = |mover: UnitSpec, facing| {
        let pos = ground(vec![mover, roman("S", Class::PR, UnitType::LG, 14, 2110, facing)], vec![]);
        let order = steps(0, &[Step::Enter(hex(2110))]);
        play(&pos, &order, &faces(&[]), |_, _| "no".into()).0
    };
    let refused = |end: Flow<Outcome>, rule| matches!(end, Err(Stop::Refused(r)) if r.rule == Rule(rule));
    assert!(refused(try_stop(roman("VE", Class::VE, UnitType::LI, 14, 2010, e), e), "6.61"));
    assert_eq!(try_stop(roman("HA", Class::HA, UnitType::LG, 14, 2010, e), e), Ok(Outcome::Done));
    assert!(refused(try_stop(roman("HA", Class::HA, UnitType::LG, 14, 2010, e), Facing::W), "6.67"));
}

#[test]
fn a_unit_that_moved_earlier_in_the_turn_takes_a_hit_and_skirmishers_do_not() {
    for (kind, hits) in [(UnitType::MI, 1), (UnitType::SK, 0)] {
        let mut pos = ground(vec![unit("A", Side::First, kind, (4, 5, 5), 2010, Facing::E)], vec![]);
        pos.unit_mut(u(0)).moved_before = true;
        let (end, pos, ..) = play(&pos, &steps(0, &[Step::Turn(1)]), &faces(&[]), |_, _| "no".into());
        assert_eq!((end, pos.hits(u(0))), (Ok(Outcome::Done), hits));
    }
}

#[test]
fn a_fifth_point_is_checked_the_first_time_and_costs_two_hits_after_a_move() {
    let mut order =
        steps(0, &[Step::AheadLeft, Step::AheadRight, Step::AheadLeft, Step::AheadRight, Step::AheadLeft]);
    order.extended = true;
    let pos = ground(vec![unit("PH", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
    for (die, hits) in [(8, 1), (9, 1), (7, 0)] {
        let (_, after, ..) = play(&pos, &order, &faces(&[("fifth-mp:ph", die)]), |_, _| "no".into());
        assert_eq!(after.hits(u(0)), hits, "die {die}");
    }
    let mut moved = pos.clone();
    moved.unit_mut(u(0)).moved_before = true;
    let (_, after, ..) = play(&moved, &order, &faces(&[]), |_, _| "no".into());
    assert_eq!(after.hits(u(0)), 2);
}

/// spqr 4.23, 6.14.
#[test]
fn a_leader_rides_with_his_unit_and_follows_its_withdrawal() {
    let mut pos = ground(
        vec![
            unit("HC", Side::First, UnitType::HC, (4, 6, 8), 2311, Facing::NW),
            unit("HI", Side::Second, UnitType::HI, (5, 6, 4), 2010, Facing::SE),
        ],
        vec![
            leader("L", Side::First, Rank::Overall, 5, 2311),
            leader("K", Side::Second, Rank::Overall, 5, 2010),
        ],
    );
    pos.leader_mut(LeaderId(1)).spent = 2;
    let mut order = steps(1, &[Step::AheadLeft]);
    order.carry.push(LeaderId(1));
    let (end, after, _, asked) = play(&pos, &order, &faces(&[]), |_, q| match q.window.as_str() {
        "withdraw" => "2613".into(),
        "leader-follow" => "yes".into(),
        _ => "no".into(),
    });
    assert_eq!(end, Ok(Outcome::Done), "{asked:?}");
    assert_eq!(after.leader(LeaderId(1)).hex, after.hex(u(1)));
    assert_eq!(after.leader(LeaderId(1)).spent, 3);
    assert_eq!((after.leader(LeaderId(0)).hex, at(&after, 0)), (Some(hex(2613)), 2613));
}

#[test]
fn cavalry_never_enters_an_elephants_zone_and_pays_two_hits_beside_it() {
    let field = |n| {
        ground(
            vec![
                unit("HC", Side::First, UnitType::HC, (4, 6, 8), n, Facing::E),
                unit("EL", Side::Second, UnitType::EL, (5, 5, 7), 2310, Facing::E),
            ],
            vec![],
        )
    };
    // Behind the elephant: 2209 and 2210.
    let pos = field(2110);
    let way = preview(&pos, &steps(0, &[Step::Enter(hex(2210))])).expect("its rear is open");
    assert_eq!(way.hits, 2);
    let pos = field(2309);
    let ahead = preview(&pos, &steps(0, &[Step::Enter(hex(2410))]));
    assert_eq!(ahead.expect_err("its zone").rule, Rule("9.15"));
}

#[test]
fn a_unit_held_by_a_faster_enemy_stays_and_one_held_by_a_slower_may_go() {
    let held = |ma| {
        let pos = ground(
            vec![
                unit("A", Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::W),
                unit("E", Side::Second, UnitType::HI, (4, 5, ma), 2110, Facing::W),
            ],
            vec![],
        );
        assert!(pos.unit_in_zoc(u(0)));
        preview(&pos, &steps(0, &[Step::Enter(hex(1909))])).map(|p| p.mp)
    };
    assert_eq!(held(4), Ok(1));
    assert_eq!(held(5).expect_err("held").rule, Rule("7.23"));
}

#[test]
fn one_enemy_behind_lets_a_unit_turn_up_to_half_its_allowance_and_then_it_stays() {
    let pos = ground(
        vec![
            unit("A", Side::First, UnitType::MI, (4, 5, 5), 2010, Facing::W),
            unit("E", Side::Second, UnitType::HI, (4, 5, 5), 2110, Facing::W),
        ],
        vec![],
    );
    assert_eq!(preview(&pos, &steps(0, &[Step::Turn(3)])).map(|p| p.mp), Ok(3));
    let on = preview(&pos, &steps(0, &[Step::Turn(1), Step::AheadLeft]));
    assert_eq!(on.expect_err("it has to stay").rule, Rule("7.24"));
}

#[test]
fn a_scorpio_moves_only_in_move_mode() {
    let mut sc = unit("SC", Side::First, UnitType::LI, (1, 2, 3), 2010, Facing::E);
    sc.class = Class::SC;
    let mut pos = ground(vec![sc], vec![]);
    let order = steps(0, &[Step::Enter(hex(1910))]);
    assert_eq!(preview(&pos, &order).expect_err("fire mode").rule, Rule("9.82"));
    pos.unit_mut(u(0)).limbered = true;
    assert!(preview(&pos, &order).is_ok(), "in any direction (9.84)");
}

/// spqr 9.51.
#[test]
fn the_phalanx_behind_closes_up_to_double_depth_for_a_point_more() {
    let mut set = setup(
        vec![
            unit("F", Side::First, UnitType::PH, (10, 7, 4), 2110, Facing::E),
            unit("B", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E),
        ],
        vec![],
    );
    let order = steps(1, &[Step::AheadRight]);
    let plain = preview(&Position::new(Arc::new(set.clone())), &order);
    assert!(plain.is_err(), "not in this battle");
    set.special.double_depth = vec![u(0), u(1)];
    let pos = Position::new(Arc::new(set));
    let (end, after, record, _) = play(&pos, &order, &faces(&[]), |_, _| "no".into());
    assert_eq!(end, Ok(Outcome::Done));
    assert_eq!(after.hexes(u(0)), after.hexes(u(1)));
    assert_eq!((after.partner(u(1)), after.is_top(u(0))), (Some(u(0)), true));
    assert!(after.unit(u(0)).done.moved, "both have moved");
    assert!(
        record.iter().any(|e| matches!(e, Recorded::Happened(Happening::Move(MoveEvent::Doubled { .. }))))
    );
    let mut stack = after;
    for n in [0, 1] {
        stack.unit_mut(u(n)).done.moved = false;
    }
    let mut about = steps(0, &[Step::Reverse]);
    about.stack = true;
    assert_eq!(preview(&stack, &about).expect_err("too deep").rule, Rule("9.52"));
}

#[test]
fn a_stack_moves_together_and_each_unit_pays_for_its_own_tread() {
    let mut set = setup(
        vec![
            roman("PR", Class::PR, UnitType::LG, 1, 2010, Facing::E),
            roman("TR", Class::TR, UnitType::HI, 1, 2010, Facing::E),
        ],
        vec![],
    );
    set.units[1].ma = 4;
    set.units[1].ma_extended = 4;
    set.field.cell_mut(hex(2110)).expect("on the map").terrain = Terrain::Broken;
    let pos = Position::new(Arc::new(set));
    let mut order = steps(0, &[Step::Enter(hex(2110))]);
    order.stack = true;
    let (end, pos, ..) = play(&pos, &order, &faces(&[]), |_, _| "no".into());
    assert_eq!(end, Ok(Outcome::Done));
    assert_eq!((at(&pos, 0), at(&pos, 1), pos.is_top(u(0))), (2110, 2110, true));
    assert_eq!((pos.hits(u(0)), pos.hits(u(1))), (0, 1));
}

/// spqr 8.53, the second and third pictures.
#[test]
fn a_phalanx_advances_forward_or_by_a_wheel_with_its_costs() {
    let mut pos = ground(
        vec![
            unit("PH", Side::First, UnitType::PH, (10, 7, 4), 2213, Facing::NW),
            unit("L", Side::Second, UnitType::LI, (4, 5, 5), 2112, Facing::SE),
        ],
        vec![],
    );
    assert_eq!(pos.hexes(u(0)).right, Some(hex(2312)));
    let mut straight = pos.clone();
    let mut oracle = Oracle::new(faces(&[]), &[]);
    let hits = advance_into(&mut straight, &mut oracle, u(0), hex(2212), Facing::NW, true).expect("no dice");
    assert_eq!((hits, straight.hexes(u(0)).right), (0, Some(hex(2311))));
    // The picture's enemy holds the half that stands.
    assert!(pos.in_enemy_zoc(Side::First, hex(2213)));
    let mut oracle = Oracle::new(faces(&[("wheel:ph", 9)]), &[]);
    let hits = advance_into(&mut pos, &mut oracle, u(0), hex(2213), Facing::W, true).expect("scripted");
    assert_eq!((pos.facing(u(0)), pos.hexes(u(0)).right), (Some(Facing::W), Some(hex(2212))));
    assert_eq!((hits, pos.hits(u(0))), (3, 3), "the pivot's hit and the difference of 2");
}

#[test]
fn dice_not_yet_open_stop_the_order_where_the_check_is_due() {
    let mut order =
        steps(0, &[Step::AheadLeft, Step::AheadRight, Step::AheadLeft, Step::AheadRight, Step::AheadLeft]);
    order.extended = true;
    let mut pos = ground(vec![unit("PH", Side::First, UnitType::PH, (10, 7, 4), 2010, Facing::E)], vec![]);
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    let end = carry_out_move(&mut pos, &mut oracle, &order);
    assert!(matches!(end, Err(Stop::Dice(label)) if label.text == "fifth-mp:ph"));
}

/// spqr 9.67.
#[test]
fn a_stack_of_hastati_slides_apart_when_an_enemy_comes_within_two_hexes() {
    let pos = ground(
        vec![
            roman("A", Class::HA, UnitType::LG, 1, 2311, Facing::NW),
            roman("B", Class::HA, UnitType::LG, 1, 2311, Facing::NW),
            unit("PH", Side::Second, UnitType::PH, (10, 7, 4), 2010, Facing::SE),
        ],
        vec![],
    );
    let (end, after, _, asked) = play(&pos, &steps(2, &[Step::AheadLeft]), &faces(&[]), |_, _| "left".into());
    assert_eq!((end, asked.len()), (Ok(Outcome::Done), 1));
    assert_eq!((at(&after, 0), at(&after, 1)), (2212, 2311));
}

/// spqr 7.23: who stops in a zone has done all he was told when he is told only to face as he does.
#[test]
fn a_stop_in_a_zone_at_the_end_of_the_way_cuts_nothing_short() {
    let pos = ground(
        vec![
            unit("HI", Side::First, UnitType::HI, (5, 6, 5), 2013, Facing::E),
            unit("PH", Side::Second, UnitType::HI, (5, 6, 5), 2213, Facing::W),
        ],
        vec![],
    );
    let ahead = pos.hex(u(0)).and_then(|h| h.neighbour(Facing::E.right_front())).expect("a hex");
    assert!(pos.in_enemy_zoc(Side::First, ahead), "{ahead} is watched");
    for last in [Step::Face(Facing::E), Step::Turn(0)] {
        let (end, now, ..) =
            play(&pos, &steps(0, &[Step::Enter(ahead), last]), &faces(&[]), |_, q| q.default.clone());
        assert!(matches!(end, Ok(Outcome::Done)), "{end:?}");
        assert_eq!(now.hex(u(0)), Some(ahead));
    }
    let (end, ..) =
        play(&pos, &steps(0, &[Step::Enter(ahead), Step::Turn(1)]), &faces(&[]), |_, q| q.default.clone());
    assert!(!matches!(end, Ok(Outcome::Done)), "{end:?}");
}
