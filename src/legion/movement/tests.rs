//! ?

//! Moves on the proving ground.

use crate::formation::Formation;
use crate::measure::{Heading, Length, Point, Polygon, Stance};
use crate::refusal::course::Due;
use crate::setup::{
    Barrier, BarrierRow, Effect, Ground, GroundRow, Obstacle, Pace, Terrain, TroopId, UnitSpec,
};
use crate::state::{Directive, Impact, Morale};
use crate::tests::proving_ground::{
    AUXILIA, ELEPHANTS, ENGINES, EQUITES, LEGION, NUMIDIANS, PIKES, VELITES, WARBAND, acting, stance, u, unit,
};
use crate::written::{Order, Sheet};
use std::sync::Arc;
use tess_effects::{Answer, Answered, Dice, Recorded, Rule, Scripted, Stop};

use super::*;
use crate::events::movement::MoveEvent;
use crate::questions::passing::may_pass;
use crate::react::charge;
use crate::refusal::movement::{NoCharge, Unmoved, Way};
use crate::refusal::{Refusal, Why};
use crate::state::{Position, UnitId, Zone};
use crate::written::Step;
use crate::{Happening, Oracle, Side};

/// The steps of a move as written.
fn steps(text: &str) -> Vec<Step> {
    let (sheet, complaints) = Sheet::parse(&format!("move X: {text}"));
    assert!(complaints.is_empty(), "{text}: {complaints:?}");
    match &sheet.lines[0].what {
        Order::Move { steps, .. } => steps.clone(),
        other => panic!("{other:?}"),
    }
}

fn told(pos: &mut Position, id: UnitId, text: &str) -> Result<Vec<Happening>, Refusal> {
    let mut oracle = Oracle::new(Dice::Closed, &[]);
    match go(pos, Side::First, id, &steps(text), &mut oracle) {
        Ok(()) => {}
        Err(Stop::Refused(refusal)) => return Err(*refusal),
        Err(other) => panic!("{other:?}"),
    }
    let happened = |e| if let Recorded::Happened(h) = e { Some(h) } else { None };
    Ok(oracle.into_record().0.into_iter().filter_map(happened).collect())
}

fn goes(pos: &mut Position, id: UnitId, text: &str) -> Stance {
    told(pos, id, text).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    pos.stance(id).expect("on the table")
}

/// The rule that forbids it, and why.
fn fails(pos: &Position, id: UnitId, text: &str) -> String {
    let refusal = told(&mut pos.clone(), id, text).expect_err(text);
    format!("[{}] {:?}", refusal.rule, refusal.why)
}

/// Why a unit may not go there.
fn why(pos: &Position, id: UnitId, text: &str) -> Unmoved {
    let refusal = told(&mut pos.clone(), id, text).expect_err("refused");
    let Why::Unmoved(unit, why) = refusal.why else { panic!("{text}: {:?}", refusal.why) };
    assert_eq!(unit, id, "{text}");
    why
}

fn at(x: i32, y: i32) -> Point {
    Point { x, y }
}

/// One unit at 20, 10 that looks north, an enemy far in the north-east, under an order.
fn alone(troop: TroopId, stands: usize, formation: Formation, order: Directive) -> Position {
    field(vec![unit("U1", 0, (troop, stands), stance(20, 10, 0), formation)], order)
}

fn field(mut units: Vec<UnitSpec>, order: Directive) -> Position {
    units.push(unit("W1", 2, (WARBAND, 6), stance(44, 34, 180), Formation::Double));
    acting(units, order)
}

#[test]
fn a_unit_goes_its_base_move_and_no_farther() {
    let mut pos = alone(LEGION, 4, Formation::Line, Directive::Advance);
    let four = Length::inches(4);
    let too_far = Way::TooFar { all: four, left: four, dear: false };
    assert_eq!(why(&pos, u(0), "advance 4.001"), Unmoved::Way(too_far));
    assert_eq!(goes(&mut pos, u(0), "advance 4").anchor, at(20_000, 14_000));
    assert!(fails(&pos, u(0), "advance 1").contains("[turn.once]"));
}

#[test]
fn going_back_costs_twice_and_keeps_the_front() {
    let mut pos = alone(LEGION, 4, Formation::Line, Directive::Retire);
    assert!(fails(&pos, u(0), "back 2.1").contains("[move.base]"));
    assert_eq!(goes(&mut pos, u(0), "back 2"), stance(20, 8, 0));
}

#[test]
fn a_drift_is_half_an_inch_in_one() {
    let mut pos = alone(LEGION, 4, Formation::Line, Directive::Advance);
    assert!(fails(&pos, u(0), "oblique right 2 by 1.1").contains("[move.oblique]"));
    assert_eq!(goes(&mut pos, u(0), "oblique right 3, oblique left 1 by 0.25").anchor, at(21_250, 14_000));
}

#[test]
fn a_heavy_line_wheels_at_half_speed_measured_at_its_outer_corner() {
    let mut pos = alone(LEGION, 4, Formation::Line, Directive::Advance);
    assert!(fails(&pos, u(0), "wheel right 2.1").contains("[move.base]"));
    let before = pos.bases(u(0));
    let after = goes(&mut pos, u(0), "wheel right 2");
    // Two inches of chord at a front of 6.4: twice the arc sine of 1/6.4.
    assert_eq!(after.heading, Heading::new(1_797));
    let bases = pos.bases(u(0));
    let (inner, outer) = (bases[3].corners[1], bases[0].corners[0]);
    assert!(inner.distance(before[3].corners[1]) <= Length(1), "the inner corner is the pivot");
    assert!((outer.distance(before[0].corners[0]).0 - 2_000).abs() <= 2);
}

#[test]
fn columns_and_light_lines_wheel_at_full_speed() {
    for (troop, formation) in [(LEGION, Formation::Column), (VELITES, Formation::Line)] {
        let mut pos = alone(troop, 4, formation, Directive::Advance);
        told(&mut pos, u(0), "wheel right 1, advance 3").unwrap_or_else(|why| panic!("{why:?}"));
    }
    let pos = alone(LEGION, 4, Formation::Line, Directive::Advance);
    assert!(fails(&pos, u(0), "wheel right 1, advance 3").contains("[move.base]"));
}

#[test]
fn a_wheel_to_a_facing_ends_there() {
    let mut pos = alone(VELITES, 2, Formation::Line, Directive::Advance);
    let mut wide = pos.clone();
    assert_eq!(goes(&mut pos, u(0), "wheel to 20").heading, Heading::new(2_000));
    assert_eq!(goes(&mut wide, u(0), "wheel to 340").heading, Heading::new(34_000));
}

#[test]
fn a_line_that_turns_becomes_a_column_and_back() {
    let mut pos = alone(LEGION, 3, Formation::Line, Directive::Redeploy);
    let middle = at(20_000, 9_400);
    let centre = |pos: &Position| {
        let bases = pos.bases(u(0));
        at(
            bases.iter().map(|b| b.middle().x).sum::<i32>() / 3,
            bases.iter().map(|b| b.middle().y).sum::<i32>() / 3,
        )
    };
    assert_eq!(centre(&pos), middle);
    // Deployed as deep as the Command is: a column of three looking west fits.
    goes(&mut pos, u(0), "turn left");
    assert_eq!((pos.unit(u(0)).formation, centre(&pos)), (Formation::Column, middle));
    assert_eq!(pos.stance(u(0)).map(|s| s.heading), Some(Heading::WEST));
    pos.unit_mut(u(0)).account.moved = false;
    goes(&mut pos, u(0), "turn right");
    assert_eq!((pos.unit(u(0)).formation, pos.stance(u(0))), (Formation::Line, Some(stance(20, 10, 0))));
}

#[test]
fn the_rear_rank_leads_after_an_about_turn() {
    let mut spec = unit("U1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Double);
    spec.stands = vec![LEGION, LEGION, PIKES, PIKES];
    let mut pos = field(vec![spec], Directive::Retire);
    goes(&mut pos, u(0), "turn about, advance 3");
    let front: Vec<TroopId> = pos.unit(u(0)).stands.iter().map(|s| s.troop).collect();
    assert_eq!(front, [PIKES, PIKES, LEGION, LEGION]);
    assert_eq!(pos.stance(u(0)), Some(Stance { anchor: at(20_000, 4_600), heading: Heading::SOUTH }));
}

#[test]
fn drill_says_when_one_may_form_and_turn() {
    let pos = |troop| alone(troop, 4, Formation::Line, Directive::Reform);
    for (troop, text, fine) in [
        (LEGION, "form column, advance 4", true),
        (LEGION, "advance 4, form column", true),
        (LEGION, "advance 2, form column, advance 2", false),
        (LEGION, "advance 2, turn left, advance 2", false),
        (LEGION, "turn left, form line", false),
        (PIKES, "form column, advance 4", true),
        (PIKES, "advance 4, form column", false),
        (WARBAND, "form column", true),
        (WARBAND, "form column, advance 1", false),
        (WARBAND, "advance 1, form column", false),
        (WARBAND, "turn left, advance 1", false),
        (EQUITES, "advance 4, turn left", true),
        (ELEPHANTS, "advance 2, turn left", false),
        (NUMIDIANS, "advance 2, turn about, advance 2, turn about", true),
        (NUMIDIANS, "turn left, advance 1, turn left, advance 1, turn left", false),
        (NUMIDIANS, "form column, turn left", true),
        (NUMIDIANS, "form column, turn left, advance 1", false),
        (NUMIDIANS, "advance 1, form column, turn left", false),
    ] {
        let mut pos = pos(troop);
        let walked = walk(&pos, u(0), &steps(text));
        assert_eq!(walked.is_ok(), fine, "{text}: {:?}", walked.err());
        pos.unit_mut(u(0)).morale = Morale::Disordered;
        if text.contains("form") {
            assert!(walk(&pos, u(0), &steps(text)).is_err(), "disordered: {text}");
        }
    }
}

#[test]
fn the_middle_of_the_front_keeps_its_place_when_the_formation_changes() {
    let mut pos = alone(LEGION, 5, Formation::Line, Directive::Redeploy);
    let middle = pos.bases(u(0))[2];
    let walked = walk(&pos, u(0), &steps("form column")).expect("a column");
    *pos.unit_mut(u(0)) = walked.unit;
    assert_eq!(pos.bases(u(0))[0], middle);
    let walked = walk(&pos, u(0), &steps("form double")).expect("a double line");
    *pos.unit_mut(u(0)) = walked.unit;
    assert_eq!(pos.bases(u(0))[1], middle, "three in front, the old first one in their middle");
}

#[test]
fn auxilia_disperse_for_nothing_and_reform_instead_of_moving() {
    let mut pos = alone(AUXILIA, 3, Formation::Line, Directive::Advance);
    let loose = walk(&pos, u(0), &steps("form skirmish, advance 6")).expect("six inches in skirmish order");
    assert_eq!((loose.unit.stands.len(), loose.unit.loose), (6, true));
    assert!(loose.unit.stands.iter().all(|s| s.half));
    *pos.unit_mut(u(0)) = loose.unit;
    assert!(pos.is_light(u(0)));
    assert!(walk(&pos, u(0), &steps("form close, advance 1")).is_err());
    pos.unit_mut(u(0)).stands.pop();
    let close = walk(&pos, u(0), &steps("form close")).expect("close order");
    let halves: Vec<bool> = close.unit.stands.iter().map(|s| s.half).collect();
    assert_eq!(halves.iter().filter(|h| **h).count(), 1, "two stands and a base alone: {halves:?}");
    assert!(!close.unit.loose && close.unit.formation == Formation::Line);
}

#[test]
fn shield_walls_and_testudos_go_at_half_speed() {
    let mut pos = alone(LEGION, 4, Formation::Line, Directive::Advance);
    assert!(walk(&pos, u(0), &steps("form shieldwall, advance 2.1")).is_err());
    let wall = walk(&pos, u(0), &steps("form shieldwall, advance 2")).expect("half");
    assert!(wall.unit.shields);
    assert!(walk(&pos, u(0), &steps("form testudo, advance 1")).is_err(), "it takes the whole turn");
    *pos.unit_mut(u(0)) = walk(&pos, u(0), &steps("form testudo")).expect("a testudo").unit;
    assert!(
        walk(&pos, u(0), &steps("advance 2")).is_ok() && walk(&pos, u(0), &steps("advance 2.1")).is_err()
    );
    let pos = alone(WARBAND, 4, Formation::Line, Directive::Advance);
    assert!(walk(&pos, u(0), &steps("form testudo")).is_err_and(|r| r.rule.0 == "formation.testudo"));
}

#[test]
fn an_orbis_takes_the_turn_and_opens_with_any_facing() {
    let mut pos = alone(LEGION, 4, Formation::Line, Directive::Redeploy);
    *pos.unit_mut(u(0)) = walk(&pos, u(0), &steps("form orbis")).expect("an orbis").unit;
    assert!(walk(&pos, u(0), &steps("turn left")).is_err());
    let line = walk(&pos, u(0), &steps("form line to 90")).expect("a line");
    assert_eq!(line.trail.last().map(|s| s.heading), Some(Heading::EAST));
    assert!(walk(&pos, u(0), &steps("form line, advance 1")).is_err());
}

#[test]
fn nobody_turns_away_from_an_enemy_near_his_front() {
    let enemy = unit("W1", 2, (WARBAND, 4), stance(20, 30, 180), Formation::Line);
    let own = unit("U1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Line);
    let pos = acting(vec![own.clone(), enemy.clone()], Directive::Advance);
    for text in ["turn left", "wheel right 2, wheel right 0.1, turn about"] {
        assert!(fails(&pos, u(0), text).starts_with("[move."), "{text}");
    }
    assert!(fails(&pos, u(0), "turn left").contains("[move.near-enemy]"));
    assert!(walk(&pos, u(0), &steps("wheel right 1.5")).is_ok(), "the enemy stays in the frontal arc");
    let column = unit("U1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Column);
    let pos = acting(vec![column, enemy.clone()], Directive::Advance);
    assert_eq!(why(&pos, u(0), "wheel right 1.6"), Unmoved::Way(Way::WheelsAway(u(1))));
    // Friends in between, or lights, or an about turn under the order retire.
    let screen = unit("V1", 0, (VELITES, 4), stance(20, 20, 0), Formation::Line);
    let pos = acting(vec![own.clone(), enemy.clone(), screen], Directive::Redeploy);
    assert!(walk(&pos, u(0), &steps("turn left")).is_ok());
    let pos = acting(vec![own, enemy], Directive::Retire);
    assert!(walk(&pos, u(0), &steps("turn about, advance 4")).is_ok());
}

#[test]
fn those_who_hold_move_an_inch_at_most() {
    let pos = alone(LEGION, 4, Formation::Line, Directive::Hold);
    assert!(fails(&pos, u(0), "advance 1.001").contains("[order.hold]"));
    assert!(fails(&pos, u(0), "form column").contains("[order.hold]"));
    for text in ["advance 1", "wheel left 1", "form shieldwall", "turn about"] {
        goes(&mut pos.clone(), u(0), text);
    }
}

#[test]
fn those_who_advance_come_nearer_and_those_who_retire_go_away() {
    let pos = alone(LEGION, 4, Formation::Line, Directive::Advance);
    for text in ["back 1", "advance 0.9"] {
        assert!(fails(&pos, u(0), text).contains("[order.advance]"), "{text}");
    }
    let pos = alone(LEGION, 4, Formation::Line, Directive::Retire);
    for text in ["advance 1", "back 0.5"] {
        assert!(fails(&pos, u(0), text).contains("[order.retire]"), "{text}");
    }
    let mut lights = alone(VELITES, 4, Formation::Line, Directive::Advance);
    goes(&mut lights, u(0), "back 1");
}

#[test]
fn a_march_is_three_times_as_fast_and_ends_before_the_enemy() {
    let pos = alone(LEGION, 3, Formation::Line, Directive::March);
    assert_eq!(why(&pos, u(0), "advance 1"), Unmoved::Way(Way::Column));
    let mut pos = alone(LEGION, 3, Formation::Column, Directive::March);
    assert!(fails(&pos, u(0), "advance 12.1").contains("[move.base]"));
    assert!(fails(&pos, u(0), "form line").contains("[order.march]"));
    goes(&mut pos, u(0), "advance 12");
    let own = unit("U1", 0, (LEGION, 3), stance(20, 10, 0), Formation::Column);
    let enemy = unit("W1", 2, (WARBAND, 4), stance(20, 28, 180), Formation::Line);
    let pos = acting(vec![own, enemy], Directive::March);
    assert!(matches!(why(&pos, u(0), "advance 6.2"), Unmoved::Way(Way::MarchStops(_))));
    assert!(walk(&pos, u(0), &steps("advance 6")).is_ok());
}

#[test]
fn a_redeployment_stays_on_the_ground_of_its_command() {
    let own = unit("U1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Line);
    let front = unit("U2", 0, (LEGION, 4), stance(30, 13, 0), Formation::Line);
    let pos = field(vec![own, front], Directive::Redeploy);
    assert!(fails(&pos, u(0), "advance 3.1").contains("[order.redeploy]"));
    assert!(fails(&pos, u(1), "advance 0.1").contains("[order.redeploy]"));
    goes(&mut pos.clone(), u(0), "advance 3");
    goes(&mut pos.clone(), u(1), "back 2");
}

fn rough(mut pos: Position) -> Position {
    let set = Arc::make_mut(&mut pos.set);
    let outline = Polygon::new(vec![at(0, 12_000), at(48_000, 12_000), at(48_000, 13_000), at(0, 13_000)]);
    set.table.terrain.push(Terrain {
        name: "the scrub".into(),
        ground: Ground::Rough,
        height: 0,
        outline: outline.expect("an outline"),
    });
    set.table.obstacles.push(Obstacle {
        name: "the wall".into(),
        barrier: Barrier::Wall,
        course: vec![at(0, 15_000), at(48_000, 15_000)],
    });
    let slow = Effect { pace: Pace::Half, disorders: false };
    let mut effects = [slow; 8];
    effects[crate::setup::Gait::HeavyHorse as usize] = Effect { pace: Pace::Barred, disorders: true };
    effects[crate::setup::Gait::Warband as usize].disorders = true;
    set.charts.ground.ground.push(GroundRow { ground: Ground::Rough, effects, cover: false, blocks: false });
    let mut cost = [Some(Length::inches(1)); 8];
    cost[crate::setup::Gait::Chariots as usize] = None;
    set.charts.ground.barriers.push(BarrierRow {
        barrier: Barrier::Wall,
        cost,
        disorders: true,
        cover: true,
        blocks: true,
    });
    pos
}

#[test]
fn slow_ground_costs_double_while_any_stand_is_on_it() {
    // Front to front: 2 inches clear, then 1 + 1.2 of scrub for a line that is 1.2 deep, then clear again.
    let pos = rough(alone(VELITES, 1, Formation::Line, Directive::Advance));
    assert_eq!(walk(&pos, u(0), &steps("advance 2")).map(|w| w.spent), Ok(Length(2_100)));
    assert_eq!(walk(&pos, u(0), &steps("advance 3")).map(|w| w.spent), Ok(Length(4_100)));
    assert!(walk(&pos, u(0), &steps("advance 4")).is_err_and(|r| r.rule.0 == "move.base"));
}

#[test]
fn ground_bars_some_and_disorders_others() {
    let pos = rough(alone(EQUITES, 2, Formation::Line, Directive::Advance));
    assert!(fails(&pos, u(0), "advance 3").contains("Enter(\"the scrub\")"));
    let mut pos = rough(alone(WARBAND, 2, Formation::Line, Directive::Advance));
    goes(&mut pos, u(0), "advance 2.5");
    assert_eq!(pos.unit(u(0)).morale, Morale::Disordered);
}

#[test]
fn an_obstacle_costs_once_and_disorders_heavy_troops() {
    let spec = unit("U1", 0, (LEGION, 2), stance(20, 14, 0), Formation::Line);
    let mut pos = rough(field(vec![spec], Directive::Advance));
    // It stands with its rear in the scrub until it has gone 0.2.
    pos.unit_mut(u(0)).place =
        crate::state::Place::Table(Stance { anchor: at(20_000, 14_300), heading: Heading::NORTH });
    assert_eq!(walk(&pos, u(0), &steps("advance 3")).map(|w| w.spent), Ok(Length(4_000)));
    goes(&mut pos, u(0), "advance 3");
    assert_eq!(pos.unit(u(0)).morale, Morale::Disordered);
}

#[test]
fn who_passes_through_whom() {
    let fine = |a, b, moved: bool| {
        let own = unit("U1", 0, (a, 2), stance(20, 10, 0), Formation::Line);
        let other = unit("U2", 0, (b, 2), stance(20, 12, 0), Formation::Line);
        let mut pos = field(vec![own, other], Directive::Advance);
        pos.unit_mut(u(1)).account.moved = moved;
        may_pass(&pos, u(0), u(1)).is_ok()
    };
    for (a, b, stands, moves) in [
        (VELITES, LEGION, true, true),
        (PIKES, VELITES, true, true),
        (EQUITES, ELEPHANTS, true, true),
        (ELEPHANTS, NUMIDIANS, true, true),
        (EQUITES, LEGION, false, false),
        (ELEPHANTS, PIKES, false, false),
        (ENGINES, EQUITES, false, false),
        (ENGINES, VELITES, true, true),
        (LEGION, ENGINES, true, false),
        (LEGION, EQUITES, true, false),
        (EQUITES, ENGINES, true, false),
        (PIKES, WARBAND, false, false),
        (LEGION, PIKES, false, false),
        (LEGION, LEGION, true, true),
        (LEGION, AUXILIA, true, true),
    ] {
        assert_eq!((fine(a, b, false), fine(a, b, true)), (stands, moves), "{a:?} through {b:?}");
    }
    let own = unit("U1", 0, (LEGION, 2), stance(20, 10, 0), Formation::Column);
    let other = unit("U2", 0, (LEGION, 2), stance(20, 12, 0), Formation::Line);
    let pos = field(vec![own, other], Directive::Advance);
    assert!(may_pass(&pos, u(0), u(1)).is_err_and(|r| r.rule.0 == "pass.roman"));
}

#[test]
fn legionaries_pass_through_a_line_and_disorder_spreads() {
    let own = unit("U1", 0, (LEGION, 2), stance(20, 10, 0), Formation::Line);
    let other = unit("U2", 0, (LEGION, 2), stance(20, 12, 0), Formation::Line);
    let mut pos = field(vec![own, other], Directive::Advance);
    let mut whole = pos.clone();
    goes(&mut whole, u(0), "advance 4");
    assert_eq!((whole.unit(u(0)).morale, whole.unit(u(1)).morale), (Morale::Good, Morale::Good));
    pos.unit_mut(u(1)).morale = Morale::Disordered;
    let told = told(&mut pos, u(0), "advance 4").expect("passes");
    assert!(told.contains(&Happening::Move(MoveEvent::Passed { unit: u(0), through: u(1) })));
    assert_eq!(pos.unit(u(0)).morale, Morale::Disordered);
}

#[test]
fn a_move_that_ends_on_friends_ends_behind_them() {
    let own = unit("U1", 0, (LEGION, 2), stance(20, 10, 0), Formation::Line);
    let other = unit("U2", 0, (LEGION, 2), stance(20, 13, 0), Formation::Line);
    let mut pos = field(vec![own, other], Directive::Advance);
    let told = told(&mut pos, u(0), "advance 3").expect("held back");
    assert!(told.contains(&Happening::Move(MoveEvent::HeldBack(u(0)))));
    let bases = pos.bases(u(0));
    let theirs = pos.bases(u(1));
    assert!(bases.iter().all(|b| theirs.iter().all(|t| !b.overlaps(t))));
    assert!(
        pos.stance(u(0)).is_some_and(|s| s.anchor.y <= 11_820 && s.anchor.y > 11_600),
        "{:?}",
        pos.stance(u(0))
    );
}

#[test]
fn a_unit_passed_from_its_flank_is_disordered() {
    let own = unit("U1", 0, (EQUITES, 1), stance(14, 10, 90), Formation::Line);
    let other = unit("U2", 0, (NUMIDIANS, 2), stance(18, 10, 0), Formation::Line);
    let mut pos = field(vec![own, other], Directive::Advance);
    goes(&mut pos, u(0), "advance 8");
    assert_eq!(pos.unit(u(1)).morale, Morale::Disordered);
}

#[test]
fn a_plain_move_stops_short_of_the_enemy_and_on_the_table() {
    let own = unit("U1", 0, (EQUITES, 2), stance(20, 10, 0), Formation::Line);
    let enemy = unit("W1", 2, (WARBAND, 2), stance(20, 14, 180), Formation::Line);
    let pos = acting(vec![own, enemy], Directive::Advance);
    assert_eq!(why(&pos, u(0), "advance 4"), Unmoved::Way(Way::Touches(u(1))));
    assert!(walk(&pos, u(0), &steps("advance 3.9")).is_ok());
    let pos = alone(EQUITES, 2, Formation::Line, Directive::Retire);
    let mut edge = pos.clone();
    edge.unit_mut(u(0)).place = crate::state::Place::Table(stance(20, 2, 0));
    assert_eq!(why(&edge, u(0), "back 1"), Unmoved::Way(Way::LeavesTable));
}

#[test]
fn engines_and_the_broken_and_the_others_do_not_move() {
    assert!(
        fails(&alone(ENGINES, 1, Formation::Line, Directive::Advance), u(0), "advance 1")
            .contains("[artillery.no-orders]")
    );
    let mut pos = alone(LEGION, 2, Formation::Line, Directive::Advance);
    pos.unit_mut(u(0)).morale = Morale::Broken;
    assert!(fails(&pos, u(0), "advance 1").contains("[morale.broken]"));
    let pos = field(vec![unit("U1", 1, (LEGION, 2), stance(20, 10, 0), Formation::Line)], Directive::Advance);
    let c1 = pos.set.find_command("C1").expect("a Command");
    assert!(matches!(why(&pos, u(0), "advance 1"), Unmoved::NotItsTurn(_, now) if now == c1));
    assert_eq!(why(&pos, u(1), "advance 1"), Unmoved::Foreign);
}

#[test]
fn an_order_asks_an_inch_of_those_who_can_go() {
    let mut own = vec![
        unit("U1", 0, (LEGION, 2), stance(20, 10, 0), Formation::Line),
        unit("U2", 0, (PIKES, 2), stance(30, 10, 0), Formation::Line),
        unit("U3", 0, (PIKES, 2), stance(30, 8, 0), Formation::Line),
        unit("V1", 0, (VELITES, 2), stance(10, 10, 0), Formation::Line),
    ];
    let pos = field(own.clone(), Directive::Advance);
    let codes: Vec<String> = owed(&pos).iter().map(|(id, _)| pos.code(*id)).collect();
    assert_eq!(codes, ["U1", "U2"], "U3 stands behind U2, and lights may do as they like");
    own.truncate(1);
    assert!(owed(&field(own.clone(), Directive::Hold)).is_empty());
    let pos = field(own, Directive::Retire);
    assert_eq!(owed(&pos)[0].1, Due::Move(vec![Step::Back(1_000)]));
}

fn charges(pos: &mut Position, text: &str) -> Result<(), Refusal> {
    let (sheet, complaints) = Sheet::parse(text);
    assert!(complaints.is_empty(), "{complaints:?}");
    let Order::Charge { unit, target, steps } = &sheet.lines[0].what else { panic!("{text}") };
    let find = |pos: &Position, code: &str| pos.find_unit(code).unwrap_or_else(|| panic!("{code}"));
    let (unit, target) = (find(pos, &unit.text), find(pos, &target.text));
    // The target stands, and all dice show a one, which passes every test.
    let mut answers: Vec<Answered> = Vec::new();
    loop {
        let dice = Dice::Scripted(Scripted { otherwise: Some(1), ..Scripted::default() });
        let mut oracle = Oracle::new(dice.clone(), &answers);
        let mut tried = pos.clone();
        match charge(&mut tried, Side::First, (unit, target), steps, &mut oracle) {
            Ok(()) => {
                *pos = tried;
                return Ok(());
            }
            Err(Stop::Refused(refusal)) => return Err(*refusal),
            Err(Stop::Ask(question)) => {
                let answer = if question.allows("stand") { "stand" } else { &question.default };
                let answer = Answer(answer.to_owned());
                answers.push(Answered { question: question.id.clone(), answer, dice });
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}

/// An attacker of C1 against a target of G1.
fn duel(own: (TroopId, usize, Stance, Formation), enemy: (TroopId, usize, Stance, Formation)) -> Position {
    acting(
        vec![
            unit("U1", 0, (own.0, own.1), own.2, own.3),
            unit("W1", 2, (enemy.0, enemy.1), enemy.2, enemy.3),
        ],
        Directive::Advance,
    )
}

#[test]
fn a_straight_charge_meets_front_to_front_with_its_impact() {
    let mut pos = duel(
        (LEGION, 4, stance(20, 10, 0), Formation::Line),
        (WARBAND, 6, stance(21, 13, 180), Formation::Double),
    );
    charges(&mut pos, "charge U1 W1").expect("meets");
    let [engagement] = pos.engagements.as_slice() else { panic!("{:?}", pos.engagements) };
    assert_eq!((engagement.side, engagement.impact, engagement.fresh), (Zone::Front, Impact::Shock, true));
    // The middles of the Romans lay at 17.6, 19.2, 20.8, 22.4, of the Gauls at 19.4, 21, 22.6: 0.2 to the
    // right.
    assert_eq!(pos.stance(u(0)), Some(Stance { anchor: at(20_200, 13_000), heading: Heading::NORTH }));
    assert!(pos.is_engaged(u(1)) && pos.unit(u(0)).account.moved);
    assert!(charges(&mut pos, "charge U1 W1").is_err_and(|why| why.rule == Rule("turn.once")));
}

#[test]
fn a_short_run_a_wheel_or_a_turn_brings_no_impact() {
    let near = (WARBAND, 4, stance(20, 11, 180), Formation::Line);
    let mut pos = duel((LEGION, 4, stance(20, 10, 0), Formation::Line), near);
    charges(&mut pos, "charge U1 W1").expect("meets");
    assert_eq!(pos.engagements[0].impact, Impact::None, "one inch of four");
    let mut pos = duel(
        (LEGION, 4, stance(20, 10, 0), Formation::Column),
        (WARBAND, 4, stance(22, 13, 180), Formation::Line),
    );
    charges(&mut pos, "charge U1 W1: wheel right 0.5").expect("meets");
    assert_eq!(pos.engagements[0].impact, Impact::Shock, "the last half is straight");
    let mut pos = duel(
        (LEGION, 2, stance(20, 10, 0), Formation::Line),
        (WARBAND, 2, stance(23, 9, 270), Formation::Line),
    );
    charges(&mut pos, "charge U1 W1: turn right").expect("meets");
    assert_eq!(pos.engagements[0].impact, Impact::None);
    assert!(
        charges(
            &mut duel(
                (NUMIDIANS, 2, stance(20, 10, 0), Formation::Line),
                (WARBAND, 2, stance(20, 6, 0), Formation::Line)
            ),
            "charge U1 W1: turn about"
        )
        .is_err_and(|refusal| refusal.why == Why::Unmoved(u(0), Unmoved::Turns))
    );
}

#[test]
fn out_of_reach_or_behind_another_enemy_is_refused() {
    let mut pos = duel(
        (LEGION, 4, stance(20, 10, 0), Formation::Line),
        (WARBAND, 4, stance(20, 15, 180), Formation::Line),
    );
    let Err(Refusal { why: Why::Unmoved(_, why), .. }) = charges(&mut pos, "charge U1 W1") else { panic!() };
    assert!(matches!(why, Unmoved::NoCharge(w1, NoCharge::Short(_)) if w1 == u(1)));
    let mut pos = acting(
        vec![
            unit("U1", 0, (EQUITES, 2), stance(20, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 2), stance(20, 16, 180), Formation::Line),
            unit("W2", 2, (WARBAND, 2), stance(20, 13, 180), Formation::Line),
        ],
        Directive::Advance,
    );
    let meets = Unmoved::NoCharge(u(1), NoCharge::Meets(u(2)));
    let refusal = charges(&mut pos, "charge U1 W1").expect_err("W2 stands before it");
    assert_eq!(refusal.why, Why::Unmoved(u(0), meets));
}

#[test]
fn without_a_way_a_wheel_is_found() {
    let mut pos = duel(
        (EQUITES, 2, stance(20, 10, 0), Formation::Line),
        (WARBAND, 2, stance(24, 15, 180), Formation::Line),
    );
    charges(&mut pos, "charge U1 W1").expect("meets");
    assert_eq!(pos.engagements.len(), 1);
    assert_eq!(pos.stance(u(0)).map(|s| s.heading), Some(Heading::NORTH), "squared off against the front");
}

#[test]
fn a_flank_is_met_in_line_with_the_corner() {
    // Three legionaries against the right flank of pikes two deep: 4.8 against 2.4, so one and a half stands
    // reach past it.
    let mut pos = duel(
        (LEGION, 3, stance(25, 9, 270), Formation::Line),
        (PIKES, 6, stance(20, 10, 0), Formation::Double),
    );
    charges(&mut pos, "charge U1 W1").expect("meets");
    assert_eq!(pos.engagements[0].side, Zone::Right);
    let anchor = pos.stance(u(0)).expect("there").anchor;
    assert_eq!(anchor.x, 22_400);
    assert!(
        anchor.y == 10_000 - 2_400 || anchor.y == 7_600 + 2_400,
        "in line with one of the corners: {anchor:?}"
    );
}

#[test]
fn a_rear_is_met_too() {
    let mut pos = duel(
        (EQUITES, 2, stance(20, 10, 0), Formation::Line),
        (WARBAND, 2, stance(20, 16, 0), Formation::Line),
    );
    charges(&mut pos, "charge U1 W1").expect("meets");
    assert_eq!(pos.engagements[0].side, Zone::Rear);
}

#[test]
fn orders_say_who_may_charge_whom() {
    let duel = |order, enemy: (TroopId, Stance)| {
        let mut pos =
            duel((LEGION, 2, stance(20, 10, 0), Formation::Line), (enemy.0, 2, enemy.1, Formation::Line));
        for command in &mut pos.commands {
            command.ordered = crate::state::Ordered::Open(order);
        }
        charges(&mut pos, "charge U1 W1")
    };
    let front = stance(20, 13, 180);
    assert!(duel(Directive::Hold, (WARBAND, front)).is_err_and(|why| why.rule == Rule("order.hold")));
    duel(Directive::Hold, (VELITES, front)).expect("lights may be driven off");
    duel(Directive::Hold, (WARBAND, stance(20, 14, 0))).expect("it shows its rear");
    for (order, rule) in [
        (Directive::Retire, "order.retire"),
        (Directive::Reform, "order.reform"),
        (Directive::Redeploy, "order.redeploy"),
    ] {
        assert!(duel(order, (WARBAND, front)).is_err_and(|why| why.rule == Rule(rule)), "{order:?}");
    }
}

#[test]
fn a_warband_charges_what_it_can_reach_with_its_impact() {
    let own = unit("U1", 0, (WARBAND, 4), stance(20, 10, 0), Formation::Double);
    let enemy = |y| unit("W1", 2, (LEGION, 4), stance(20, y, 180), Formation::Line);
    let mut pos = acting(vec![own.clone(), enemy(15)], Directive::Advance);
    assert!(fails(&pos, u(0), "advance 1").contains("[charge.warband]"));
    assert_eq!(owed(&pos), [(u(0), Due::Charge(u(1)))]);
    charges(&mut pos, "charge U1 W1").expect("meets");
    assert_eq!(pos.engagements[0].impact, Impact::Warband);
    let pos = acting(vec![own.clone(), enemy(12)], Directive::Advance);
    assert_eq!(must_charge(&pos, u(0)), None, "too near for its impact");
    let pos = acting(vec![own, enemy(17)], Directive::Advance);
    assert_eq!(must_charge(&pos, u(0)), None, "too far");
}
