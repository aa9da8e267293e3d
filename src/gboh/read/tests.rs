//! Sheets of `tests/vectors/sheets`, each with what must follow, and properties.
//!
//! A sheet says in comments what is expected: `# side: carthage`; `# reads: ORDER` for each order read, in
//! canonical form and in order (stops as `stop`); `# complains: LINE: PART OF THE MESSAGE` for each
//! complaint.

use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;

use crate::order::{Move, Step, Way};
use crate::piece::{Class, Missile, Rank, UnitSpec, UnitType};
use crate::position::{Morale, Place, Supply};
use crate::proving_ground::{armed, hex, leader, setup, u, unit};
use crate::read::*;
use crate::setup::{LineSpec, Setup};
use crate::state::asks::Finer;
use tess_diagnostic::Report;
use tess_hex::{Facing, Hex};

fn hastati(code: &str, at: u16) -> UnitSpec {
    let mut unit = unit(code, Side::First, UnitType::LG, (3, 6, 5), at, Facing::E);
    unit.class = Class::HA;
    unit.name = format!("Hastati {code}");
    unit
}

fn battle() -> Setup {
    use Side::{First, Second};
    let units = vec![
        hastati("H31", 2010),
        hastati("H32", 2011),
        hastati("H33", 2012),
        hastati("H34", 2012),
        armed(unit("V31", First, UnitType::SK, (2, 5, 6), 2210, Facing::E), Missile::J, "J_foot"),
        unit("S1", First, UnitType::LI, (1, 5, 3), 1812, Facing::E),
        unit("P1", Second, UnitType::PH, (10, 7, 4), 2610, Facing::W),
        unit("P2", Second, UnitType::PH, (10, 7, 4), 2613, Facing::W),
        unit("E2", Second, UnitType::EL, (5, 6, 7), 2410, Facing::W),
        unit("T31", First, UnitType::LG, (3, 7, 5), 1710, Facing::E),
    ];
    let leaders = vec![
        leader("REG", First, Rank::Overall, 5, 1911),
        leader("BOS", First, Rank::Tribune, 3, 1912),
        leader("HAM", Second, Rank::Overall, 4, 2810),
    ];
    let line = |code: &str, side, units: &[u16]| LineSpec {
        code: code.into(),
        name: code.into(),
        side,
        units: units.iter().map(|&n| u(n)).collect(),
        spacing: 1,
        leaders: Vec::new(),
        half_range: false,
    };
    let mut set = setup(units, leaders);
    set.lines = vec![line("hastati", First, &[0, 1, 2, 3]), line("phalanx", Second, &[6, 7])];
    set
}

fn position() -> Position {
    Position::new(Arc::new(battle()))
}

#[test]
fn the_sheets_say_what_they_must() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/sheets");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|f| f.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= 8, "only {} sheets", files.len());
    let position = position();
    for file in files {
        let source = String::from_utf8_lossy(&std::fs::read(&file).expect("a sheet")).into_owned();
        let said = |key: &str| -> Vec<String> {
            source.lines().filter_map(|l| l.strip_prefix(key)).map(|l| l.trim().to_owned()).collect()
        };
        let side =
            said("# side:").first().map_or(Side::First, |s| position.set.find_side(s).expect("a side"));
        let (lines, complaints) = text(&source, &position, side);
        let drawn = Report { source: &source, diagnostics: &complaints }.plain();
        let got: Vec<String> = lines
            .iter()
            .map(|l| match &l.what {
                What::Order(order) => print(order, &position.set),
                What::Stop(_) => "stop".into(),
            })
            .collect();
        assert_eq!(got, said("# reads:"), "{}\n{drawn}", file.display());
        let expected = said("# complains:");
        assert_eq!(complaints.len(), expected.len(), "{}\n{drawn}", file.display());
        for (complaint, expected) in complaints.iter().zip(expected) {
            let (line, part) = expected.split_once(": ").expect("LINE: PART");
            let place = complaint.place.map(|p| p.line.to_string());
            assert_eq!(place.as_deref(), Some(line), "{}: {expected}\n{drawn}", file.display());
            let all = format!("{}; {}", complaint.message, complaint.help.clone().unwrap_or_default());
            assert!(all.contains(part), "{}: {expected}\n{drawn}", file.display());
        }
    }
}

#[test]
fn a_whole_sheet_of_complaints_is_drawn_for_mail() {
    let source = "\
activate REG
mvoe H31 2110
move H35 2110          # no such unit
fire V31 at H32
shock H31 H32 at P1 with H33
stop if hits H31 >> 3
";
    let (lines, complaints) = text(source, &position(), Side::First);
    assert_eq!(lines.len(), 1);
    let golden = "\
error: `mvoe` is no order; did you mean `move`?
  2 | mvoe H31 2110
    | ~~~~
help: a line that is no order begins with #

error: nobody here is called H35
  3 | move H35 2110          # no such unit
    |      ~~~
help: did you mean H31?

error: H32 is on your own side
  4 | fire V31 at H32
    |             ~~~
help: name an enemy as the target

error: H33 is none of the attackers
  5 | shock H31 H32 at P1 with H33
    |                          ~~~
help: name one of them after `with`

error: `>` is no number
  6 | stop if hits H31 >> 3
    |                   ~
help: write a number from 0 to 99
";
    assert_eq!(Report { source, diagnostics: &complaints }.plain(), golden);
}

#[test]
fn a_line_goes_forward_front_rank_first_and_stacks_together() {
    let (lines, complaints) = text("line hastati: fwd 2", &position(), Side::First);
    assert_eq!(complaints, []);
    let moves: Vec<&Move> = lines
        .iter()
        .filter_map(|l| match &l.what {
            What::Order(Order::Move(order)) => Some(order),
            _ => None,
        })
        .collect();
    let who: Vec<(u16, bool)> = moves.iter().map(|m| (m.unit.0, m.stack)).collect();
    assert_eq!(who, [(0, false), (1, false), (2, true)]);
    assert!(moves.iter().all(|m| m.way == Way::Steps(vec![Step::AheadRight, Step::AheadLeft])));
}

#[test]
fn who_cannot_move_any_more_is_left_out_of_all_but_not_out_of_a_move() {
    let mut p = position();
    let (lines, _) = text("line hastati: fwd\nmove H31 fl", &p, Side::First);
    assert!(lines.iter().all(|l| !l.is_moot(&p)));
    p.unit_mut(u(0)).morale = Morale::Routed;
    p.unit_mut(u(1)).done.moved = true;
    let moot: Vec<bool> = lines.iter().map(|l| l.is_moot(&p)).collect();
    assert_eq!(moot, [false, true, true, false, false]);
}

/// Whether H31 will be in the line is not known before it begins; that it cannot go on is its own affair.
#[test]
fn who_stands_at_the_edge_does_not_spoil_an_all_for_a_line_that_has_not_begun() {
    let mut p = position();
    p.unit_mut(u(0)).place = Place::Field { hex: hex(110), facing: Facing::W };
    let (lines, complaints) = text("line hastati: fwd 3", &p, Side::First);
    assert_eq!(complaints, []);
    assert_eq!(lines.len(), 4);
    let (_, complaints) = text("move H31 fwd 3", &p, Side::First);
    assert_eq!(complaints.len(), 1);
}

#[test]
fn a_game_gets_lines_or_every_complaint() {
    let p = position();
    assert_eq!(for_side(&p, "Rome", "finish\nstop").map(|l| (l.len(), l[1].stops(&p))), Ok((2, true)));
    assert_eq!(for_side(&p, "rome", "finish\nmove H31\nline hastati").map_err(|c| c.len()), Err(1));
    assert_eq!(for_side(&p, "gaul", "").map_err(|c| c.len()), Err(1));
}

#[test]
fn conditions_look_at_the_position() {
    let mut p = position();
    let stops = |p: &Position, condition: &str| {
        let (lines, complaints) = text(&format!("stop {condition}"), p, Side::First);
        assert_eq!(complaints, [], "{condition}");
        match &lines[0].what {
            What::Stop(stop) => stop.applies(p),
            What::Order(_) => panic!("{condition} is an order"),
        }
    };
    for yes in [
        "",
        "if H31 at 2010",
        "if enemy near V31 2",
        "if empty 2020",
        "unless lost H31",
        "if turn = 1",
        "if supply V31 = full",
        "if not zoc H31",
        "unless H31 at 2010 and H32 at 2010",
        "if H31 hits < 1",
        "if P1 at 2609",
        "if momentum failed",
    ] {
        assert!(stops(&p, yes), "{yes}");
    }
    for no in [
        "if routed H31",
        "if H31 not at 2010",
        "if enemy near V31 1",
        "if hits H31 >= 1",
        "unless empty 2020",
        "if trumped",
        "if supply V31 < full",
        "if finished REG",
        "if lost REG",
    ] {
        assert!(!stops(&p, no), "{no}");
    }
    p.unit_mut(u(0)).morale = Morale::Routed;
    p.unit_mut(u(1)).morale = Morale::Steady { hits: 4 };
    p.unit_mut(u(4)).supply = Supply::Low;
    p.leader_mut(LeaderId(0)).finished = true;
    for yes in
        ["if routed H31 and hits H32 >= 4", "if supply V31 < full", "if supply V31 > no", "if finished REG"]
    {
        assert!(stops(&p, yes), "{yes}");
    }
}

#[test]
fn the_leader_whose_turn_it_is_need_not_be_named() {
    let mut p = position();
    p.stage = Stage::TurnStart;
    assert_eq!(text("activate", &p, Side::First).1.len(), 1);
    p.stage = Stage::Activation {
        side: Side::First,
        due: vec![LeaderId(1)],
        reactivation: false,
        trump_tried: false,
    };
    let (lines, complaints) = text("activate", &p, Side::First);
    assert_eq!(complaints, []);
    assert_eq!(lines[0].what, What::Order(Order::Activate(LeaderId(1))));
    assert_eq!(text("pass", &p, Side::Second).1.len(), 1);
}

fn any_hex() -> impl Strategy<Value = Hex> {
    (10u16..=40, 1u16..=30).prop_map(|(c, r)| hex(c * 100 + r))
}

fn any_facing() -> impl Strategy<Value = Facing> {
    prop::sample::select(Facing::ALL.to_vec())
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        any_hex().prop_map(Step::Enter),
        prop::sample::select(vec![
            Step::AheadLeft,
            Step::AheadRight,
            Step::PivotLeftHalf,
            Step::PivotRightHalf,
            Step::Reverse,
            Step::ColumnLeft,
            Step::ColumnRight,
            Step::LineLeft,
            Step::LineRight,
            Step::Fire(u(6)),
        ]),
        (-3i8..=3).prop_filter("a turn", |n| *n != 0).prop_map(Step::Turn),
        any_facing().prop_map(Step::Face),
    ]
}

/// Any order that the first side can write.
fn any_order() -> impl Strategy<Value = Order> {
    let own = || (0u16..=5).prop_map(u);
    let enemy = || (6u16..=8).prop_map(u);
    let mine = || (0u16..=1).prop_map(LeaderId);
    let target = || prop_oneof![enemy().prop_map(Target::Unit), Just(Target::Leader(LeaderId(2)))];
    let fire = move || (own(), target()).prop_map(|(unit, target)| Fire { unit, target });
    let some =
        |s: std::ops::RangeInclusive<u16>| prop::sample::subsequence(s.map(u).collect::<Vec<_>>(), 1..=2);
    let way = (any_hex(), prop::option::of(any_facing()), prop::option::of(target()));
    let moves = (
        own(),
        any::<[bool; 3]>(),
        prop::option::of(mine()),
        prop_oneof![prop::collection::vec(any_step(), 1..12).prop_map(Ok), way.prop_map(Err),],
    )
        .prop_map(|(unit, [stack, shock, extended], carry, way)| {
            let way = match way {
                Ok(steps) => Way::Steps(steps),
                Err((hex, facing, target)) => {
                    Way::To { hex, facing, fire: target.map(|target| Fire { unit, target }) }
                }
            };
            Order::Move(Move {
                unit,
                stack,
                carry: carry.into_iter().collect(),
                until: Vec::new(),
                way,
                shock,
                extended,
            })
        });
    prop_oneof![
        8 => moves,
        1 => prop::sample::select(vec![
            Order::Begin, Order::Elite(None), Order::EndLine, Order::Resolve, Order::Momentum, Order::Finish,
            Order::Line(crate::LineId(0)),
        ]),
        1 => mine().prop_map(|l| Order::Elite(Some(l))),
        1 => mine().prop_map(Order::Activate),
        1 => mine().prop_map(Order::Trump),
        1 => mine().prop_map(Order::Pass),
        2 => (mine(), prop::collection::vec(any_hex(), 1..5))
            .prop_map(|(leader, path)| Order::MoveLeader(crate::order::LeaderMove { leader, path })),
        1 => fire().prop_map(Order::Fire),
        1 => (fire(), prop::collection::vec(any_hex(), 0..3)).prop_map(|(fire, way)| Order::Harass { fire, way }),
        1 => (prop::sample::subsequence(Finer::ALL.to_vec(), 1..=13), any::<bool>())
            .prop_map(|(about, on)| Order::Ask { about, on }),
        1 => own().prop_map(Order::Recover),
        1 => own().prop_map(Order::Rally),
        1 => (mine(), any_hex()).prop_map(|(l, h)| Order::Replace(l, h)),
        1 => any_hex().prop_map(Order::Restack),
        1 => (mine(), any::<bool>()).prop_map(|(proconsul, follows)| Order::Succeed { proconsul, follows }),
        1 => prop::collection::vec((own(), any_hex(), any_facing()), 1..4).prop_map(Order::Regroup),
        1 => (own(), any::<bool>()).prop_map(|(unit, limber)| Order::Mode { unit, limber }),
        1 => prop::collection::vec((own(), any_hex()), 1..4).prop_map(Order::Extend),
        2 => (some(0..=5), some(6..=8), any::<bool>()).prop_map(|(attackers, defenders, named)| {
            let with = named.then_some(attackers[0]);
            Order::Shock(ShockOrder { attackers, defenders, with })
        }),
    ]
}

proptest! {
    #[test]
    fn a_printed_order_reads_the_same(order in any_order()) {
        let position = position();
        let printed = print(&order, &position.set);
        let (lines, complaints) = text(&printed, &position, Side::First);
        prop_assert!(complaints.is_empty(), "{printed}: {complaints:?}");
        prop_assert_eq!(lines.into_iter().map(|l| l.what).collect::<Vec<_>>(), vec![What::Order(order)]);
    }

    #[test]
    fn words_in_any_order_are_read_without_panic_and_every_loss_is_complained_about(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "move", "all", "line hastati:", "line", "hastati", "H31", "h34", "P1", "P2", "E2", "REG", "HAM", "fwd",
            "fwd 3", "fwd 99", "fl 99", "2010", "2110-2211", "9999", "0000", "to", "facing", "W", "left 2", "about",
            "pivot left", "reverse", "column", "uncolumn", "fire", "at", "leader", "with", "stack", "shock", "\n",
            "\n", "\n", ",", "extend", "regroup", "stop if", "not", "enemy near", "lost", "hits", ">", "3", "prepare",
            "{", "}", "lapse if", "activate", "pass", "resolve", "momentum", "recover", "rally",
        ]), 0..40), second in any::<bool>(),
    ) {
        let source = pieces.join(" ");
        let side = if second { Side::Second } else { Side::First };
        let position = position();
        let (lines, complaints) = text(&source, &position, side);
        let _ = Report { source: &source, diagnostics: &complaints }.plain();
        for (number, line) in (1u32..).zip(source.lines()) {
            let heard = complaints.iter().any(|c| c.place.is_some_and(|p| p.line == number))
                || lines.iter().any(|l| l.number == number);
            // Only lines of prepared sheets and blank ones leave no trace.
            prop_assert!(heard || line.trim().is_empty() || source.contains("prepare"), "{number}: {source}");
        }
        for line in &lines {
            if let What::Stop(stop) = &line.what {
                let _ = stop.applies(&position);
            }
        }
    }
}

/// The blocks of a kind in `docs/orders.md`.
fn examples(kind: &str) -> Vec<String> {
    let page = include_str!("../../../docs/orders.md");
    page.split("\n```")
        .filter_map(|block| block.strip_prefix(kind)?.strip_prefix('\n'))
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_examples_of_the_manual_are_read_without_complaint() {
    let mut p = position();
    p.stage = Stage::Activation {
        side: Side::First,
        due: vec![LeaderId(0)],
        reactivation: false,
        trump_tried: false,
    };
    let sheets = examples("orders");
    assert!(sheets.len() >= 9, "{}", sheets.len());
    for example in sheets {
        let (_, complaints) = text(&example, &p, Side::First);
        let drawn = Report { source: &example, diagnostics: &complaints }.plain();
        // Examples tell one after the other what might be done; a unit that has moved is no mistake.
        assert!(complaints.iter().all(|c| c.message.contains("nobody in the line is left")), "{drawn}");
    }
    for example in examples("answers") {
        assert_eq!(tess_orders::answer::parse(&example).1, []);
    }
    for example in examples("standing") {
        assert_eq!(tess_orders::standing::Standing::<Prepared>::parse(&example).1, []);
    }
    let all: String = [examples("orders"), examples("standing")].concat().concat();
    for keyword in
        written::KEYWORDS.iter().filter(|k| !["attack", "shoot", "endline", "go", "finished"].contains(k))
    {
        assert!(keyword == &"done" || all.contains(keyword), "the manual has no example of {keyword}");
    }
}
