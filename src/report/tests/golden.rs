//! What a reader sees.

use super::field::{chapter, field, question};
use crate::{Context, Window, overview, report, rosters, score, story, waiting, window};
use tess_gboh::piece::{BySide, Side};
use tess_gboh::proving_ground::hex;
use tess_ledger::{Head, Id, Role};
use tess_table::Wait;

fn role(name: &str) -> Role {
    name.parse().expect("a role")
}

#[test]
fn a_window_shows_what_stands_in_each_hex() {
    insta::assert_snapshot!(window(&field(), Window::around(hex(2109), 3)));
}

#[test]
fn every_marker_of_a_unit_is_on_the_map_and_in_its_legend() {
    use tess_gboh::position::{Formation, Morale, ShockMark, Supply};

    type Change = fn(&mut tess_gboh::position::Unit);
    let changes: [(&str, &str, Change); 11] = [
        ("!", "must check and shock", |u| u.shock = ShockMark::MustCheck),
        ("^", "without a check", |u| u.shock = ShockMark::NoCheck),
        ("?", "may shock", |u| u.shock = ShockMark::MayCheck),
        ("e", "engaged", |u| u.engaged = true),
        ("d", "depleted", |u| u.depleted = true),
        ("w", "shield wall", |u| u.shield_wall = true),
        ("s", "square", |u| u.formation = Formation::Square),
        ("r", "rallied", |u| u.rallied = true),
        ("m", "moved", |u| u.moved_before = true),
        ("x", "without any", |u| u.supply = Supply::No),
        ("ROUTED", "ROUTED", |u| u.morale = Morale::Routed),
    ];
    let (plain, at) = (field(), Window::around(hex(2203), 0));
    let id = plain.set.find_unit("NuLC1").expect("a unit of the field");
    for (sign, meaning, change) in changes {
        let mut pos = plain.clone();
        change(pos.unit_mut(id));
        let line = if sign == "ROUTED" { sign.to_owned() } else { format!("0/8 {sign}") };
        assert!(window(&pos, at).contains(&line), "{sign}: {}", window(&pos, at));
        assert!(crate::map::legend(&pos).replace("\n  ", " ").contains(meaning), "{sign}");
    }
}

#[test]
fn two_hex_units_span_their_hexes_in_all_six_facings() {
    let pos = field();
    let east = window(&pos, Window { cols: (23, 27), rows: (10, 18) });
    let north = window(&pos, Window { cols: (20, 27), rows: (3, 8) });
    insta::assert_snapshot!(format!("{east}\n{north}"));
}

#[test]
fn the_overview_shows_the_lines_of_battle() {
    insta::assert_snapshot!(overview(&field()));
}

#[test]
fn the_rosters_name_everybody() {
    insta::assert_snapshot!(rosters(&field()));
}

#[test]
fn the_score_is_a_number_and_a_bar() {
    let text = score(&field().set, BySide([12, 100]));
    insta::assert_snapshot!(text, @r"
    Rome       12 of 100  [####....................................]
    Carthage  100 of 100  [########################################]
    ");
}

#[test]
fn a_story_prints_dice_where_they_belong() {
    let pos = field();
    insta::assert_snapshot!(story(&pos.set, &[chapter()]));
}

#[test]
fn a_question_says_what_to_write() {
    let pos = field();
    let wait =
        Wait::Answer { side: role("carthage"), question: Box::new(question()), action: Id([0xab; 32]) };
    let mine = waiting(&pos, &wait, Some(Side::Second), chrono::DateTime::from_timestamp(1_800_000_000, 0));
    let theirs = waiting(&pos, &wait, Some(Side::First), None);
    insta::assert_snapshot!(format!("{mine}\n--- the other side ---\n{theirs}"));
}

#[test]
fn a_whole_report_can_be_read_at_breakfast() {
    let pos = field();
    let wait =
        Wait::Answer { side: role("carthage"), question: Box::new(question()), action: Id([0xab; 32]) };
    let text = report(&Context {
        style: crate::Style { whole: true, ..Default::default() },
        notices: &[],
        position: &pos,
        chapters: &[chapter()],
        wait: Some(&wait),
        head: Some(Head { game: Id([0x1d; 32]), head: Id([0x77; 32]), seq: 41 }),
        links: &[(role("umpire"), 812), (role("rome"), 499), (role("carthage"), 3)],
        viewer: Some(Side::Second),
        deadline: chrono::DateTime::from_timestamp(1_800_000_000, 0),
        points: BySide([12, 31]),
    });
    insta::assert_snapshot!(text);
}

#[test]
fn orders_come_with_examples_that_fit_the_stage() {
    use tess_gboh::LeaderId;
    use tess_gboh::state::stage::{Phase, PhaseKind, Stage};
    use tess_table::Task;

    let mut pos = field();
    let phase = Phase::new(LeaderId(0), Side::First, PhaseKind::Initial);
    let due = vec![LeaderId(1)];
    let stages = [
        Stage::TurnStart,
        Stage::Elite { side: Side::Second },
        Stage::Activation { side: Side::First, due, reactivation: false, trump_tried: false },
        Stage::Orders(phase.clone()),
        Stage::After(phase),
    ];
    let mut text = String::new();
    for stage in stages {
        let of = if matches!(stage, Stage::Elite { .. }) { Side::Second } else { Side::First };
        let side = pos.set.sides[of].clone();
        let wait = Wait::Orders(Task { side, text: "What the rules say is to be done.".into() });
        pos.stage = stage;
        text.push_str(&waiting(&pos, &wait, Some(of), None));
        text.push('\n');
    }
    insta::assert_snapshot!(text);
}

#[test]
fn every_other_wait_says_who_is_to_do_what() {
    use tess_effects::{Rule, Worded};
    use tess_table::End;

    let pos = field();
    let refusal = Box::new(Worded::new(Rule("5.12"), "it is not the turn of BOS").help("activate FALCO"));
    let waits = [
        Wait::Accept(vec![role("rome"), role("carthage")]),
        Wait::Link { opener: role("umpire"), action: Id([0xcd; 32]) },
        Wait::Link { opener: role("rome"), action: Id([0xcd; 32]) },
        Wait::Reject { opener: role("carthage"), action: Id([0xcd; 32]), refusal },
        Wait::Over(End {
            winner: Some("rome".into()),
            text: "Carthage has reached its withdrawal level.".into(),
        }),
        Wait::Over(End { winner: None, text: "Both armies withdraw.".into() }),
    ];
    let text: Vec<String> = waits.iter().map(|w| waiting(&pos, w, Some(Side::First), None)).collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn a_field_too_wide_for_one_sheet_keeps_its_facings_in_several() {
    insta::assert_snapshot!(overview(&super::shape::crowd((1, 44), (1, 6), 3)));
}

#[test]
fn a_side_is_told_what_it_may_write_now() {
    use tess_gboh::LeaderId;
    use tess_gboh::state::stage::Stage;

    let mut pos = field();
    pos.stage = Stage::Activation {
        side: Side::First,
        due: vec![LeaderId(0), LeaderId(1)],
        reactivation: false,
        trump_tried: false,
    };
    let told = crate::task::task(&pos);
    for leader in [LeaderId(0), LeaderId(1)] {
        assert!(told.contains(&pos.leader_spec(leader).code), "{told}");
    }
    assert!(told.contains("trump"), "{told}");
    pos.stage = Stage::Over { winner: Some(Side::First) };
    assert_eq!(crate::task::end(&pos), "the army of carthage withdraws");
}
