//! What a side may do now, as lines that a sheet may hold: each has been tried on a copy of the position.

use super::command;
use super::deploy::Preparing;
use super::measure::Length;
use super::position::{Position, UnitId};
use super::setup::CommandId;
use super::side::Side;
use super::stage::Stage;
use super::{Legion, movement, read, support, victory};
use crate::effects::{Dice, Game, Hidden, Oracle, Stop};

/// What a side may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Legal {
    /// Nothing: it is for the other side to decide, or the battle is over.
    Nothing,
    /// The battle is being set up: lines that go on with it.
    Prepare(Vec<String>),
    /// Each of these Commands needs one of the six orders.
    Orders(Vec<String>),
    /// A Command is at work, or the side rallies.
    Work(Work),
}

/// What may be done by those whose turn it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Work {
    /// The Command at work; `None` in the rally phase.
    pub command: Option<String>,
    /// Units, and the leader of the Command, each with the lines that it may be given.
    pub units: Vec<(String, Vec<String>)>,
    /// Units that owe a move, or another duty, before the Command may finish.
    pub owing: Vec<String>,
    /// What may be said of the Command as a whole: `rest`, `fight`, `finish`.
    pub whole: Vec<String>,
}

/// Everything that a side may do now.
#[must_use]
pub fn legal(pos: &Position, side: Side) -> Legal {
    if let Stage::Orders { side: now } = pos.stage
        && now == side
    {
        return Legal::Orders(command::without(pos, side).map(|c| pos.set.command(c).code.clone()).collect());
    }
    if let Stage::SetUp(preparing) = pos.stage
        && preparing.side() == side
    {
        let lines = match preparing {
            Preparing::Ground => vec!["finish"],
            Preparing::Edge => vec!["edge north", "edge south"],
            Preparing::Deploy { .. } => vec!["deploy", "finish"],
        };
        return Legal::Prepare(lines.into_iter().map(str::to_owned).collect());
    }
    let Some((command, units)) = at_work(pos, side) else { return Legal::Nothing };
    let leader = command.map(|c| (pos.leader_spec(c).code.clone(), leader_lines(pos, side, c)));
    let each = units.iter().map(|&unit| (pos.code(unit), lines_of(pos, side, unit))).chain(leader);
    Legal::Work(Work {
        units: each.filter(|(_, lines)| !lines.is_empty()).collect(),
        owing: movement::owed(pos).into_iter().map(|(unit, _)| pos.code(unit)).collect(),
        whole: whole(pos, side),
        command: command.map(|c| pos.set.command(c).code.clone()),
    })
}

/// The units whose turn it is, when it is that of a side: those of the Command at work, or in the rally phase all.
#[must_use]
pub fn at_work(pos: &Position, side: Side) -> Option<(Option<CommandId>, Vec<UnitId>)> {
    match pos.stage {
        Stage::Acting(acting) if pos.set.command(acting.command).side == side => {
            Some((Some(acting.command), pos.units_of(acting.command).collect()))
        }
        Stage::Rally { side: now } if now == side => {
            let own = pos.unit_ids().filter(|&u| pos.side(u) == side && pos.stance(u).is_some());
            Some((None, own.collect()))
        }
        _ => None,
    }
}

/// What may be said of a Command as a whole.
#[must_use]
pub fn whole(pos: &Position, side: Side) -> Vec<String> {
    let words = ["rest", "fight", "finish"].into_iter();
    words.filter(|line| allows(pos, side, line)).map(str::to_owned).collect()
}

/// What one unit may do, the longest of each kind of move.
#[must_use]
pub fn lines_of(pos: &Position, side: Side, unit: UnitId) -> Vec<String> {
    let code = pos.code(unit);
    let mut found: Vec<String> = Vec::new();
    if matches!(pos.stage, Stage::Rally { .. }) {
        found.extend(Some(format!("rally {code}")).filter(|line| allows(pos, side, line)));
        return found;
    }
    let mut near: Vec<(Length, UnitId)> =
        pos.enemies(side).filter_map(|e| Some((pos.distance(unit, e)?, e))).collect();
    near.sort();
    found.extend(Some(format!("rally {code}")).filter(|line| allows(pos, side, line)));
    found.extend(joins(pos, unit).into_iter().filter(|line| allows(pos, side, line)));
    for &(_, enemy) in near.iter().take(6) {
        let enemy = pos.code(enemy);
        for verb in ["shoot", "charge"] {
            found.extend(Some(format!("{verb} {code} {enemy}")).filter(|line| allows(pos, side, line)));
        }
    }
    for step in ["advance", "back", "wheel left", "wheel right", "oblique left", "oblique right"] {
        found.extend(longest(pos, side, &format!("move {code}: {step}"), pos.base_move(unit)));
    }
    let turns = ["turn left", "turn right", "turn about"];
    let shapes = ["line", "double", "column", "orbis", "skirmish", "close"].map(|s| format!("form {s}"));
    let plain = turns.into_iter().map(str::to_owned).chain(shapes);
    let towns = victory::all(pos).map(|g| format!("pillage {code} {}", pos.set.goal(g).code));
    found.extend(towns.filter(|line| allows(pos, side, line)));
    found.extend(plain.map(|step| format!("move {code}: {step}")).filter(|line| allows(pos, side, line)));
    found
}

/// **legion melee.light-support, romans.detach.** Whom a unit could join, and leave: the two nearest hosts of light infantry, the unit from which detached stands
/// come.
fn joins(pos: &Position, unit: UnitId) -> Vec<String> {
    let code = pos.code(unit);
    if pos.unit(unit).attached.is_some() {
        return vec![format!("detach {code}")];
    }
    let mut hosts: Vec<(Length, UnitId)> =
        pos.unit_ids().filter_map(|host| Some((support::way_to(pos, (unit, host))?, host))).collect();
    hosts.sort();
    let mut lines: Vec<String> =
        hosts.iter().take(2).map(|&(_, host)| format!("attach {code} {} rear", pos.code(host))).collect();
    let others = pos.unit_ids().filter(|&u| u != unit && pos.unit(u).of == pos.unit(unit).of);
    lines.extend(others.map(|u| format!("join {code} {}", pos.code(u))));
    lines
}

/// **legion leader.attach.** What a leader may do: join one of the six nearest units of his side at its rear, or leave his own.
#[must_use]
pub fn leader_lines(pos: &Position, side: Side, leader: CommandId) -> Vec<String> {
    let code = &pos.leader_spec(leader).code;
    let own = pos.unit_ids().filter(|&u| pos.side(u) == side);
    let mut near: Vec<(Length, UnitId)> =
        own.filter_map(|u| Some((command::distance(pos, leader, u)?, u))).collect();
    near.sort();
    let joins = near.iter().take(6).map(|&(_, unit)| format!("attach {code} {} rear", pos.code(unit)));
    let lines = joins.chain([format!("detach {code}")]);
    lines.filter(|line| allows(pos, side, line)).collect()
}

/// A move as long as may be: a march, the whole rate, or a part of it.
fn longest(pos: &Position, side: Side, line: &str, rate: Length) -> Option<String> {
    let parts = [rate.0 * 3, rate.0, rate.0 * 3 / 4, rate.0 / 2, rate.0 / 4, 1_000, 500];
    parts.into_iter().map(|n| format!("{line} {}", Length(n))).find(|line| allows(pos, side, line))
}

/// Would this line be carried out, up to its first die or question?
#[must_use]
pub fn allows(pos: &Position, side: Side, line: &str) -> bool {
    attempt(&mut pos.clone(), side, line).is_some()
}

/// Carries out a line without dice and answers: `Some(true)` when it is done, `Some(false)` when it waits for a die or an answer,
/// nothing when it is not allowed.
#[must_use]
pub fn attempt(pos: &mut Position, side: Side, line: &str) -> Option<bool> {
    let name = pos.set.sides[side].clone();
    let sealed = read::seal_up(line).ok()?;
    let lines = Legion::read(pos, &name, &sealed.sheet).ok()?;
    let seals = (0..).zip(&sealed.values).map(|(n, _)| crate::effects::Seal([n; 32])).collect();
    let hidden = [Hidden { seals, shown: Vec::new() }];
    let mut oracle = Oracle::new(Dice::Closed, &[]).with_hidden(&hidden).quiet();
    for line in &lines {
        oracle.next_order();
        match Legion::carry_out(pos, &name, line, &mut oracle) {
            Ok(_) => {}
            Err(Stop::Refused(_)) => return None,
            Err(Stop::Dice(_) | Stop::Ask(_)) => return Some(false),
        }
    }
    Some(!lines.is_empty()).filter(|&some| some)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::legion::command::Directive;
    use crate::legion::formation::Formation;
    use crate::legion::proving_ground::{LEGION, WARBAND, acting, ground, stance, unit};

    fn units() -> Vec<crate::legion::setup::UnitSpec> {
        vec![
            unit("H1", 0, (LEGION, 4), stance(10, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 6), stance(10, 20, 180), Formation::Double),
        ]
    }

    #[test]
    fn commands_without_an_order_are_named_to_their_side() {
        let pos = ground(units());
        assert_eq!(legal(&pos, Side::First), Legal::Orders(vec!["C1".into(), "C2".into()]));
        assert_eq!(legal(&pos, Side::Second), Legal::Nothing);
    }

    #[test]
    fn the_longest_moves_are_those_of_the_rate() {
        let pos = acting(units(), Directive::Advance);
        let Legal::Work(work) = legal(&pos, Side::First) else { panic!("at work") };
        let (code, lines) = &work.units[0];
        assert_eq!(code, "H1");
        assert!(lines.contains(&"move H1: advance 4".to_owned()), "{lines:?}");
        assert!(lines.contains(&"move H1: wheel right 2".to_owned()), "{lines:?}");
        assert!(!lines.iter().any(|l| l.contains("back")), "advancing goes forward: {lines:?}");
        assert!(work.owing.contains(&"H1".to_owned()));
        assert_eq!(legal(&pos, Side::Second), Legal::Nothing);
        let (leader, rides) = work.units.last().expect("the leader");
        let code = &pos.leader_spec(CommandId(0)).code;
        assert_eq!((leader, rides.as_slice()), (code, [format!("attach {code} H1 rear")].as_slice()));
        for line in lines {
            let done = attempt(&mut pos.clone(), Side::First, line);
            assert!(done.is_some(), "{line}");
        }
    }
}
