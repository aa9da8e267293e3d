//! Orders as examples, made of the pieces that stand there.

use tess_effects::Game;
use tess_gboh::piece::Side;
use tess_gboh::position::ShockMark;
use tess_gboh::state::stage::{Mode, Phase, Stage};
use tess_gboh::{Gboh, LeaderId, Position, UnitId};
use tess_gboh::{command::contingent, movement::marker};
use tess_table::comes_through;

/// Of lines that fit the stage those that are legal now: by themselves, or after those that were kept before
/// them.
pub(super) fn legal<G: Game>(pos: &G::Position, side: &str, lines: Vec<String>) -> Vec<String> {
    let goes = |sheet: &str| comes_through::<G>(pos, side, sheet);
    let mut kept: Vec<String> = Vec::new();
    for line in lines {
        if goes(&line) || goes(&format!("{}\n{line}", kept.join("\n"))) {
            kept.push(line);
        }
    }
    kept
}

/// One to five lines of a sheet that a side may send now. They show the language, not what is wise.
pub fn examples(pos: &Position, side: &str) -> Vec<String> {
    let lines = fitting(pos);
    // whether a marker is real is taken out of the sheet before it is read
    if matches!(pos.stage, Stage::Markers { .. }) { lines } else { legal::<Gboh>(pos, side, lines) }
}

fn fitting(pos: &Position) -> Vec<String> {
    let code = |leader: LeaderId| pos.leader_spec(leader).code.clone();
    match &pos.stage {
        Stage::TurnStart => vec!["begin".to_owned()],
        Stage::Markers { side } => {
            let leaders = marker::candidates(pos, *side);
            let real = leaders.first().map(|&l| format!("prearrange {} yes", code(l)));
            let bluff = leaders.last().map(|&l| format!("prearrange {} no", code(l)));
            real.into_iter().chain(bluff).chain(["prearrange none".to_owned()]).collect()
        }
        Stage::Elite { side } => {
            let elite = able(pos, *side).find(|&l| pos.leader_spec(l).elite);
            let use_it = elite.map(|l| format!("elite {}", code(l)));
            use_it.into_iter().chain(["elite none".to_owned()]).collect()
        }
        Stage::Activation { side, due, trump_tried, .. } => {
            let mut out: Vec<String> = due.iter().take(2).map(|&l| format!("activate {}", code(l))).collect();
            let higher = |l: LeaderId| due.iter().all(|&d| pos.initiative(l) > pos.initiative(d));
            let rival = able(pos, *side).find(|&l| !pos.leader(l).finished && higher(l));
            out.extend(rival.filter(|_| !trump_tried).map(|l| format!("trump {}", code(l))));
            out.extend(due.first().map(|&l| format!("pass {}", code(l))));
            out
        }
        Stage::Orders(phase) => orders(pos, phase),
        Stage::After(_) => vec!["momentum".to_owned(), "finish".to_owned()],
        Stage::Over { .. } => Vec::new(),
    }
}

/// The leaders of a side that are on the field.
fn able(pos: &Position, side: Side) -> impl Iterator<Item = LeaderId> + '_ {
    pos.leader_ids().filter(move |&l| pos.leader_spec(l).side == side && pos.leader(l).hex.is_some())
}

fn orders(pos: &Position, phase: &Phase) -> Vec<String> {
    let mut out = Vec::new();
    let from = pos.leader(phase.leader).hex;
    let reach = |u: UnitId| from.zip(pos.hex(u)).map_or(u8::MAX, |(a, b)| a.distance(b));
    let mut mine: Vec<UnitId> =
        pos.on_field(phase.side).filter(|&u| !pos.is_routed(u) && !pos.unit(u).done.moved).collect();
    mine.sort_by_key(|&u| (reach(u), u));
    match &phase.mode {
        Mode::Lines { current: Some(_), .. } => {
            out.push("all fwd 2".to_owned());
            out.push("end line".to_owned());
        }
        Mode::Open => {
            let his =
                pos.set.lines.iter().find(|l| l.side == phase.side && l.leaders.contains(&phase.leader));
            out.extend(his.map(|line| format!("line {}", line.code)));
            out.extend(his.map(|_| "all fwd 2".to_owned()));
            let called = pos.leader_ids().find(|&l| contingent::may_summon(pos, phase, l).is_ok());
            out.extend(called.map(|l| format!("contingent {}: fwd 2", pos.leader_spec(l).code)));
        }
        Mode::Individual if phase.contingent.is_some() => {
            out.push("all fwd 2".to_owned());
            out.push("end line".to_owned());
        }
        Mode::Individual | Mode::Lines { .. } => {}
    }
    out.extend(mine.iter().find_map(|&unit| step(pos, unit)));
    if let Some(&unit) = mine.iter().find(|&&u| pos.hits(u) > 0) {
        out.push(format!("recover {}", pos.spec(unit).code));
    }
    if pos.on_field(phase.side).any(|u| pos.unit(u).shock != ShockMark::None) {
        out.push("resolve".to_owned());
    }
    out.truncate(4);
    out.push("finish".to_owned());
    out
}

/// A step of a unit to its front that it may take now.
fn step(pos: &Position, unit: UnitId) -> Option<String> {
    let (code, side) = (&pos.spec(unit).code, &pos.set.sides[pos.side(unit)]);
    let ahead = pos.hex(unit).zip(pos.facing(unit)).and_then(|(h, f)| h.neighbour(f.left_front()));
    let line = match ahead {
        Some(to) if !pos.spec(unit).two_hex && pos.set.field.is_open(to) => format!("move {code} {to}"),
        _ => format!("move {code} fwd 1"),
    };
    legal::<Gboh>(pos, side, vec![line]).pop()
}
