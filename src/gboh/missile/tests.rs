//! The book's examples of fire: 8.15 at Cannae, 8.34 at Beneventum, and the rules around them.

use std::collections::BTreeMap;

use crate::events::missile::Occasion;
use crate::missile::shot::{aim, modifier, strength};
use crate::missile::{
    carry_out_fire, engine_fire, entry_fire, entry_fire_at_line, fire_while_moving, may_fire, retire_fire,
    withdrawal_fire,
};
use crate::order::{Fire, Target};
use crate::piece::{Class, LeaderId, Missile, Rank, Side, UnitId, UnitSpec, UnitType};
use crate::position::{Hexes, Morale, Place, Position, Supply};
use crate::proving_ground::{armed, ground, hex, leader, setup, u, unit};
use crate::skirmish::{carry_out_harass, in_danger, may_harass, reload};
use crate::state::weapon::Weapon;
use crate::{Flow, Oracle, Outcome};
use tess_effects::{Answer, Answered, Dice, Rule, Scripted, Stop};
use tess_hex::{Facing, Hex};

fn dice(faces: &[(&str, u8)]) -> Dice {
    Dice::Scripted(Scripted {
        faces: faces.iter().map(|&(l, f)| (l.to_owned(), f)).collect::<BTreeMap<_, _>>(),
        otherwise: None,
    })
}

/// Runs an order, answering each question in turn by these keys; all dice are known from the start.
fn play<T: PartialEq + std::fmt::Debug>(
    start: &Position,
    faces: &[(&str, u8)],
    keys: &[&str],
    order: impl Fn(&mut Position, &mut Oracle<'_>) -> Flow<T>,
) -> (Position, T, Vec<String>) {
    let mut answers: Vec<Answered> = Vec::new();
    let mut asked = Vec::new();
    loop {
        let mut pos = start.clone();
        let mut oracle = Oracle::new(dice(faces), &answers);
        match order(&mut pos, &mut oracle) {
            Ok(done) => return (pos, done, asked),
            Err(Stop::Ask(q)) => {
                let key = keys.get(answers.len()).map_or_else(|| q.default.clone(), |k| (*k).to_owned());
                assert!(q.allows(&key), "{key} is no choice of {q:?}");
                asked.push(q.id.clone());
                // A scripted die serves whatever stretch asks for it, but once each.
                let used: Vec<String> = oracle.rolls().iter().map(|(_, r)| r.label.text.clone()).collect();
                let rest: Vec<(&str, u8)> =
                    faces.iter().copied().filter(|(l, _)| !used.iter().any(|x| x == l)).collect();
                answers.push(Answered { question: q.id.clone(), answer: Answer(key), dice: dice(&rest) });
            }
            Err(stop) => panic!("{stop:?}"),
        }
    }
}

fn slinger(row: &str, at: u16) -> UnitSpec {
    armed(unit("sl", Side::Second, UnitType::SK, (1, 5, 6), at, Facing::E), Missile::S, row)
}

fn cannae() -> Position {
    let rc = unit("rc", Side::First, UnitType::RC, (3, 6, 8), 2210, Facing::W);
    ground(vec![slinger("S_balearic", 2010), rc], vec![])
}

fn shoot(unit: u16, target: u16) -> Fire {
    Fire { unit: u(unit), target: Target::Unit(u(target)) }
}

/// spqr 8.15's example: strength 3 at range 2; 2 hits, a moved 3 and a 6 miss, a 9 leaves Missile Low.
#[test]
fn the_balearic_slingers_of_the_example() {
    for (die, moved, hits, supply) in [
        (2, false, 1, Supply::Full),
        (3, true, 0, Supply::Full),
        (6, false, 0, Supply::Full),
        (9, false, 0, Supply::Low),
    ] {
        let (pos, done, _) = play(&cannae(), &[("missile:sl", die)], &[], |pos, oracle| {
            if moved {
                fire_while_moving(pos, oracle, &shoot(0, 1), true, true).map(|()| Outcome::Done)
            } else {
                carry_out_fire(pos, oracle, &shoot(0, 1))
            }
        });
        assert_eq!((done, pos.hits(u(1)), pos.unit(u(0)).supply), (Outcome::Done, hits, supply), "die {die}");
        assert!(pos.unit(u(0)).done.fired);
    }
}

#[test]
fn a_low_unit_is_out_after_its_next_shot_and_a_legionary_after_his_first() {
    let mut pos = cannae();
    pos.unit_mut(u(0)).supply = Supply::Low;
    let (pos, ..) = play(&pos, &[("missile:sl", 5)], &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
    assert_eq!(pos.unit(u(0)).supply, Supply::No);
    let lg = armed(unit("lg", Side::First, UnitType::LG, (3, 6, 5), 2010, Facing::E), Missile::J, "J_foot");
    let foe = unit("mi", Side::Second, UnitType::MI, (3, 6, 5), 2110, Facing::W);
    let pos = ground(vec![lg, foe], vec![]);
    let (pos, ..) = play(&pos, &[("missile:lg", 0)], &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
    assert_eq!((pos.unit(u(0)).supply, pos.hits(u(1))), (Supply::No, 1));
}

fn refused(result: Flow<Outcome>) -> Rule {
    match result {
        Err(Stop::Refused(r)) => r.rule,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_may_not_fire_is_refused_before_any_die() {
    let order = shoot(0, 1);
    let attempt = |change: &dyn Fn(&mut Position)| {
        let mut pos = cannae();
        change(&mut pos);
        let mut oracle = Oracle::new(dice(&[("missile:sl", 0)]), &[]);
        let rule = refused(carry_out_fire(&mut pos, &mut oracle, &order));
        assert!(!oracle.is_bound());
        rule
    };
    assert_eq!(attempt(&|p| p.unit_mut(u(0)).supply = Supply::No), Rule("8.17"));
    assert_eq!(attempt(&|p| p.unit_mut(u(0)).done.fired = true), Rule("8.11"));
    assert_eq!(attempt(&|p| p.unit_mut(u(0)).morale = Morale::Routed), Rule("10.27"));
    assert_eq!(attempt(&|p| p.put(u(1), hex(2410), Facing::W)), Rule("8.13"));
    assert_eq!(attempt(&|p| p.turn_in_place(u(0), Facing::W)), Rule("8.14"));
}

/// A to D are units 0 to 3, W to Z units 4 to 7.
fn beneventum() -> Position {
    let own = |code, kind, missile, row, ma, at| {
        armed(unit(code, Side::Second, kind, (5, 5, ma), at, Facing::E), missile, row)
    };
    let foe = |code, class, ma, at| {
        let kind = if class == Class::VE { UnitType::LI } else { UnitType::LG };
        let mut spec = armed(unit(code, Side::First, kind, (3, 6, ma), at, Facing::W), Missile::J, "J_foot");
        spec.class = class;
        spec
    };
    ground(
        vec![
            own("a", UnitType::SK, Missile::A, "A_foot", 6, 2211),
            own("b", UnitType::LI, Missile::J, "J_foot", 5, 2411),
            own("c", UnitType::LI, Missile::J, "J_foot", 5, 2311),
            own("d", UnitType::LC, Missile::J, "J_mounted", 8, 2213),
            foe("w", Class::HA, 5, 2510),
            foe("x", Class::VE, 6, 2511),
            foe("y", Class::HA, 5, 2512),
            foe("z", Class::VE, 6, 2513),
        ],
        vec![],
    )
}

#[test]
fn lines_of_fire_at_beneventum_are_as_printed() {
    let pos = beneventum();
    let range = |n: u16, t: u16| {
        aim(&pos, u(n), Weapon::Own, Target::Unit(u(t)), false, Occasion::Order).ok().map(|s| s.range)
    };
    assert_eq!([4, 5, 6, 7].map(|t| range(0, t)), [None, None, Some(3), Some(4)]);
    assert_eq!([4, 5, 6, 7].map(|t| range(1, t)), [Some(1), Some(1), None, None]);
    assert_eq!([4, 5, 6, 7].map(|t| range(2, t)), [None; 4]);
    assert_eq!([4, 5, 6, 7].map(|t| range(3, t)), [None; 4]);
}

#[test]
fn harassment_at_beneventum_is_as_printed() {
    let pos = beneventum();
    let way = |n: u16, t: u16| may_harass(&pos, u(n), u(t)).ok();
    let ids = |ns: &[u16]| ns.iter().map(|&n| u(n)).collect::<Vec<UnitId>>();
    // C: Y, with X and Y to answer; X lies behind a half-blocked hexside.
    assert_eq!(way(2, 6).map(|w| w.reactors), Some(ids(&[5, 6])));
    assert_eq!(way(2, 5), None);
    // D: W is hidden; X draws two, Y two, Z only itself, from 2414.
    assert_eq!(way(3, 4), None);
    assert_eq!(way(3, 5).map(|w| w.reactors), Some(ids(&[5, 6])));
    assert_eq!(way(3, 6).map(|w| w.reactors.len()), Some(2));
    let z = way(3, 7).expect("a way");
    assert_eq!((z.reactors, z.path.last().copied()), (ids(&[7]), Some(hex(2414))));
    // The archer on foot may not.
    assert_eq!(may_harass(&pos, u(0), u(6)).map_err(|r| r.rule), Err(Rule("8.31")));
}

#[test]
fn harassers_and_harassed_fire_at_the_same_time() {
    let mut pos = beneventum();
    pos.unit_mut(u(7)).morale = Morale::Steady { hits: 5 };
    let faces = [("missile:d", 2), ("missile:z", 5)];
    let (after, _, asked) = play(&pos, &faces, &["yes"], |p, o| carry_out_harass(p, o, &shoot(3, 7), &[]));
    assert_eq!(asked, ["entry-fire:z"]);
    assert!(after.is_routed(u(7)), "2 and 1 for moving is 3: it hits");
    assert_eq!(after.hits(u(3)), 1, "its last volley flew all the same");
    assert!(after.unit(u(3)).done.moved && after.unit(u(3)).done.fired);
    assert_eq!(after.hex(u(3)), Some(hex(2213)));
}

#[test]
fn moving_again_by_harassment_costs_a_hit() {
    let mut pos = beneventum();
    pos.unit_mut(u(3)).moved_before = true;
    let faces = [("missile:d", 6)];
    let (after, ..) = play(&pos, &faces, &["no"], |p, o| carry_out_harass(p, o, &shoot(3, 7), &[]));
    assert_eq!(after.hits(u(3)), 1);
}

#[test]
fn modifiers_add_up_and_heavy_foot_shrugs_off_arrows_point_blank() {
    let mut bow =
        armed(unit("a", Side::First, UnitType::SK, (1, 4, 6), 2010, Facing::E), Missile::A, "A_foot");
    bow.depleted = true;
    let near = unit("ph", Side::Second, UnitType::PH, (10, 7, 4), 2110, Facing::W);
    let pos = ground(vec![bow, near], vec![]);
    let shot = aim(&pos, u(0), Weapon::Own, Target::Unit(u(1)), true, Occasion::Order).expect("a shot");
    assert_eq!((modifier(&pos, &shot), strength(&pos, &shot)), (3 + 1 + 1, 5));
    let far = crate::missile::shot::Shot { range: 2, ..shot };
    assert_eq!((modifier(&pos, &far), strength(&pos, &far)), (1 + 1 + 1, 3));
}

#[test]
fn a_skirmisher_in_woods_is_hard_to_hit() {
    let bow = armed(unit("a", Side::First, UnitType::LI, (1, 4, 6), 2010, Facing::E), Missile::A, "A_foot");
    let mut set = setup(vec![bow, slinger("S", 2210)], vec![]);
    if let Some(cell) = set.field.cell_mut(hex(2210)) {
        cell.terrain = crate::field::Terrain::Woods;
    }
    let pos = Position::new(std::sync::Arc::new(set));
    let shot = aim(&pos, u(0), Weapon::Own, Target::Unit(u(1)), false, Occasion::Order).expect("a shot");
    assert_eq!(modifier(&pos, &shot), 3);
}

/// spqr 8.16: one hex more downhill, and only a 0 strikes.
#[test]
fn extended_range_needs_a_natural_zero() {
    let make = |level| {
        let mut set = setup(
            vec![slinger("S", 2010), unit("mi", Side::First, UnitType::MI, (3, 6, 5), 2310, Facing::W)],
            vec![],
        );
        if let Some(cell) = set.field.cell_mut(hex(2010)) {
            cell.level = level;
        }
        Position::new(std::sync::Arc::new(set))
    };
    assert!(may_fire(&make(0), u(0), Target::Unit(u(1))).is_err());
    for (die, hits) in [(0, 1), (1, 0)] {
        let (pos, ..) =
            play(&make(1), &[("missile:sl", die)], &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
        assert_eq!(pos.hits(u(1)), hits);
    }
}

/// spqr 6.68, 8.13: the top unit, but from the rear the bottom one.
#[test]
fn a_shot_from_the_rear_strikes_the_bottom_of_a_stack() {
    for (facing, struck) in [(Facing::W, 1), (Facing::E, 2)] {
        let lg = |code| unit(code, Side::First, UnitType::LG, (3, 6, 5), 2210, facing);
        let pos = ground(vec![slinger("S", 2010), lg("top"), lg("low")], vec![]);
        let (pos, ..) = play(&pos, &[("missile:sl", 0)], &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
        assert_eq!(pos.hits(u(struck)), 1);
        assert_eq!(pos.hits(u(3 - struck)), 0);
    }
}

#[test]
fn elephants_take_two_hits_from_all_but_elephants() {
    let el = |code, side, at, facing| {
        armed(unit(code, side, UnitType::EL, (3, 7, 7), at, facing), Missile::J, "J_mounted")
    };
    let pos = ground(
        vec![
            slinger("S", 2010),
            el("el", Side::First, 2210, Facing::W),
            el("in", Side::Second, 2209, Facing::SW),
        ],
        vec![],
    );
    let (after, ..) = play(&pos, &[("missile:sl", 1)], &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
    assert_eq!(after.hits(u(1)), 2);
    let (after, ..) = play(&pos, &[("missile:in", 1)], &["no"], |p, o| carry_out_fire(p, o, &shoot(2, 1)));
    assert_eq!(after.hits(u(1)), 1);
}

#[test]
fn a_leader_in_the_hex_is_in_peril_on_an_unmodified_zero() {
    let mi = unit("mi", Side::First, UnitType::MI, (3, 6, 5), 2210, Facing::W);
    let pos = ground(vec![slinger("S", 2010), mi], vec![leader("con", Side::First, Rank::Overall, 4, 2210)]);
    let faces = [("missile:sl", 0), ("leader:con", 0), ("leader-casualty:con", 9)];
    let (after, ..) = play(&pos, &faces, &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
    assert!(after.leader(LeaderId(0)).killed);
    let faces = [("missile:sl", 0), ("leader:con", 4)];
    let (after, ..) = play(&pos, &faces, &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
    assert!(!after.leader(LeaderId(0)).killed);
    let mut alone = pos.clone();
    alone.lift(u(1));
    let at = Fire { unit: u(0), target: Target::Leader(LeaderId(0)) };
    let faces = [("missile:sl", 0), ("leader:con", 0), ("leader-casualty:con", 3)];
    let (after, ..) = play(&alone, &faces, &[], |p, o| carry_out_fire(p, o, &at));
    assert!(after.leader(LeaderId(0)).finished && !after.leader(LeaderId(0)).killed);
    assert!(may_fire(&pos, u(0), Target::Leader(LeaderId(0))).is_err(), "he is not alone");
}

fn javelins(code: &str, side: Side, at: u16, facing: Facing) -> UnitSpec {
    armed(unit(code, side, UnitType::LI, (4, 5, 6), at, facing), Missile::J, "J_foot")
}

/// spqr 8.21 and 8.23: who fired at the newcomer does not fire back at him.
#[test]
fn entry_fire_bars_return_fire_at_the_same_unit() {
    let pos = ground(
        vec![javelins("ve", Side::First, 2010, Facing::E), javelins("li", Side::Second, 2110, Facing::W)],
        vec![],
    );
    let (entered, (), asked) =
        play(&pos, &[("missile:li", 1)], &["yes"], |p, o| entry_fire(p, o, u(0), &[u(1)]));
    assert_eq!((asked, entered.hits(u(0))), (vec!["entry-fire:li".to_owned()], 1));
    let order = shoot(0, 1);
    let (_, _, asked) = play(&entered, &[("missile:ve", 9)], &[], |p, o| carry_out_fire(p, o, &order));
    assert!(asked.is_empty());
    let (fought, _, asked) =
        play(&pos, &[("missile:ve", 9), ("missile:li", 5)], &["yes"], |p, o| carry_out_fire(p, o, &order));
    assert_eq!((asked.len(), fought.hits(u(0))), (1, 1));
}

#[test]
fn a_whole_line_draws_one_shot_from_each_enemy_at_a_target_of_his_choice() {
    let pos = ground(
        vec![
            javelins("v1", Side::First, 2009, Facing::E),
            javelins("v2", Side::First, 2010, Facing::E),
            javelins("li", Side::Second, 2109, Facing::W),
        ],
        vec![],
    );
    let entries = [(u(0), u(2)), (u(1), u(2))];
    let (after, (), asked) =
        play(&pos, &[("missile:li", 1)], &["v2"], |p, o| entry_fire_at_line(p, o, &entries));
    assert_eq!(asked.len(), 1);
    assert_eq!((after.hits(u(0)), after.hits(u(1))), (0, 1));
}

/// spqr 8.22: only who reaches two hexes, and only when his zone is left.
#[test]
fn retire_fire_is_at_range_two_and_for_those_who_reach_it() {
    let at = |n: u16| Hexes::one(hex(n));
    let pos = ground(vec![javelins("ve", Side::First, 2110, Facing::E), slinger("S", 2010)], vec![]);
    let (after, (), asked) =
        play(&pos, &[("missile:sl", 2)], &["yes"], |p, o| retire_fire(p, o, u(0), at(2110), at(2210)));
    assert_eq!((asked.len(), after.hits(u(0))), (1, 1));
    let (_, (), asked) = play(&pos, &[], &[], |p, o| retire_fire(p, o, u(0), at(2110), at(2109)));
    assert!(asked.is_empty(), "still in its zone");
    let short = ground(
        vec![javelins("ve", Side::First, 2110, Facing::E), javelins("li", Side::Second, 2010, Facing::E)],
        vec![],
    );
    let (_, (), asked) = play(&short, &[], &[], |p, o| retire_fire(p, o, u(0), at(2110), at(2210)));
    assert!(asked.is_empty(), "javelins do not reach");
}

/// spqr 9.12, 9.13: two shots, two supplies, two dice.
#[test]
fn an_elephant_reacts_with_riders_and_screen_and_never_orders_its_screen() {
    let mut el =
        armed(unit("el", Side::Second, UnitType::EL, (3, 7, 7), 2010, Facing::E), Missile::J, "J_mounted");
    el.screen = true;
    let pos = ground(vec![javelins("ve", Side::First, 2110, Facing::W), el.clone()], vec![]);
    let faces = [("missile:el", 8), ("screen:el", 3)];
    let (after, (), _) = play(&pos, &faces, &["yes"], |p, o| entry_fire(p, o, u(0), &[u(1)]));
    assert_eq!(after.hits(u(0)), 1);
    assert_eq!((after.unit(u(1)).supply, after.unit(u(1)).screen), (Supply::Low, Supply::Full));
    let (after, (), _) = play(&pos, &[("screen:el", 9)], &["screen"], |p, o| entry_fire(p, o, u(0), &[u(1)]));
    assert_eq!((after.unit(u(1)).supply, after.unit(u(1)).screen), (Supply::Full, Supply::Low));
    el.missile = None;
    let pos = ground(vec![javelins("ve", Side::First, 2110, Facing::W), el], vec![]);
    assert_eq!(may_fire(&pos, u(1), Target::Unit(u(0))).map_err(|r| r.rule), Err(Rule("8.11")));
}

#[test]
fn mounted_archers_fire_once_at_each_who_drives_them_off() {
    let lc =
        armed(unit("lc", Side::Second, UnitType::LC, (3, 5, 9), 2010, Facing::E), Missile::A, "A_mounted");
    let pos = ground(vec![unit("mi", Side::First, UnitType::MI, (3, 6, 5), 2210, Facing::W), lc], vec![]);
    let (after, fired, _) =
        play(&pos, &[("missile:lc", 2)], &["yes"], |p, o| withdrawal_fire(p, o, u(1), u(0)));
    assert_eq!((fired, after.hits(u(0))), (true, 1));
    let (_, fired, asked) = play(&after, &[], &[], |p, o| withdrawal_fire(p, o, u(1), u(0)));
    assert_eq!((fired, asked.len()), (false, 0));
}

/// spqr 9.82, 9.84 to 9.86.
#[test]
fn engines_fire_all_round_in_fire_mode_twice_a_turn_and_twice_in_answer() {
    let mut sc = armed(unit("sc", Side::First, UnitType::LI, (1, 4, 3), 2010, Facing::W), Missile::B, "B");
    sc.class = Class::SC;
    let pos = ground(vec![sc, unit("mi", Side::Second, UnitType::MI, (3, 6, 5), 2310, Facing::W)], vec![]);
    let (mut after, ..) = play(&pos, &[("missile:sc", 5)], &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
    assert_eq!((after.hits(u(1)), after.unit(u(0)).supply), (1, Supply::Full));
    after.unit_mut(u(0)).done.fired = false;
    after.unit_mut(u(0)).shots = 2;
    let mut oracle = Oracle::new(dice(&[]), &[]);
    assert_eq!(refused(carry_out_fire(&mut after, &mut oracle, &shoot(0, 1))), Rule("9.85"));
    let mut limbered = pos.clone();
    limbered.unit_mut(u(0)).limbered = true;
    assert_eq!(may_fire(&limbered, u(0), Target::Unit(u(1))).map_err(|r| r.rule), Err(Rule("9.82")));
    let (mut hit, (), _) = play(&pos, &[("missile:sc", 5)], &["yes"], |p, o| engine_fire(p, o, u(1)));
    assert_eq!((hit.hits(u(1)), hit.unit(u(0)).reaction_shots), (1, 1));
    hit.unit_mut(u(0)).reaction_shots = 2;
    let (_, (), asked) = play(&hit, &[], &[], |p, o| engine_fire(p, o, u(1)));
    assert!(asked.is_empty());
}

#[test]
fn missiles_are_brought_up_out_of_enemy_reach_only() {
    let near = |at| {
        let mut pos = ground(vec![slinger("S", 2010), javelins("ve", Side::First, at, Facing::W)], vec![]);
        pos.unit_mut(u(0)).supply = Supply::No;
        let mut oracle = Oracle::new(dice(&[]), &[]);
        reload(&mut pos, &mut oracle).expect("nothing to ask");
        pos.unit(u(0)).supply
    };
    assert_eq!(near(2110), Supply::No);
    assert_eq!(near(2210), Supply::Full);
    let pos = ground(vec![slinger("S", 2010), javelins("ve", Side::First, 2210, Facing::W)], vec![]);
    assert!(in_danger(&pos, u(0), true), "velites come out and throw");
    assert!(!in_danger(&pos, u(0), false));
}

#[test]
fn a_unit_shot_to_pieces_routs_at_once() {
    let mut pos = cannae();
    pos.unit_mut(u(1)).morale = Morale::Steady { hits: 5 };
    let (after, ..) = play(&pos, &[("missile:sl", 0)], &[], |p, o| carry_out_fire(p, o, &shoot(0, 1)));
    assert!(after.is_routed(u(1)));
    assert!(matches!(after.unit(u(1)).place, Place::Field { .. }));
    assert_ne!(after.hex(u(1)), Some(Hex::new(22, 10)));
}
