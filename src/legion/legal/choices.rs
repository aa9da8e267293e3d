//! What a side may do now, as lines that a sheet may hold: each has been tried on a copy of the position.

use super::attempt::allows;
use super::exact::{Choice, choices_of};
use crate::measure::Length;
use crate::questions::{goals, hearing};
use crate::setup::CommandId;
use crate::state::{self, LeaderPlace, Position, Preparing, Stage, UnitId};
use crate::{command, movement, support};
use tess_effects::Side;

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
    /// Units, and the leader of the Command, each with what may be told them.
    pub units: Vec<UnitChoices>,
    /// Units that owe a move, or another duty, before the Command may finish.
    pub owing: Vec<String>,
    /// What may be said of the side or its Command as a whole: `rest`, `fight`, `truce`, `finish`.
    pub whole: Vec<String>,
}

/// What one unit may do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitChoices {
    /// Its code.
    pub unit: String,
    /// Inches that it may still move this turn; nothing when it may not.
    pub left: Option<Length>,
    /// What it may be told.
    pub choices: Vec<Choice>,
}

/// Everything that a side may do now.
#[must_use]
pub fn legal(pos: &Position, side: Side) -> Legal {
    if let Stage::Orders { side: now } = pos.stage
        && now == side
    {
        return Legal::Orders(command::without(pos, side).map(|c| pos.set.command(c).code.clone()).collect());
    }
    if let Stage::Draw { side: now } = pos.stage
        && now == side
    {
        return Legal::Prepare(vec![format!("draw {}", state::due(&pos.set, side))]);
    }
    if pos.stage == (Stage::Eve { side }) {
        return Legal::Prepare(vec!["finish".to_owned()]);
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
    let each = units.iter().map(|&unit| {
        let choices = choices_of(pos, side, unit);
        let moves = choices.iter().any(|c| c.line.starts_with("move "));
        let walked = movement::walk(pos, unit, &[]).ok().filter(|_| moves);
        UnitChoices { unit: pos.code(unit), left: walked.map(|w| w.allowance), choices }
    });
    let leader = command.map(|c| {
        let lines = leader_lines(pos, side, c).into_iter();
        let choices = lines.map(|line| Choice { line, notes: Vec::new() }).collect();
        UnitChoices { unit: pos.leader_spec(c).code.clone(), left: None, choices }
    });
    let each = each.chain(leader);
    Legal::Work(Work {
        units: each.filter(|unit| !unit.choices.is_empty()).collect(),
        owing: movement::owed(pos).into_iter().map(|(unit, _)| pos.code(unit)).collect(),
        whole: whole(pos, side),
        command: command.map(|c| pos.set.command(c).code.clone()),
    })
}

/// The units whose turn it is, when it is that of a side: those of the Command at work, or in the rally
/// phase all.
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

/// **legion turn.sequence.** The sheet of a side in whose rally phase there is nothing to do: nobody to
/// rally and no card in hand. Its program sends it; a truce can be offered when one of its Commands acts.
#[must_use]
pub fn idle_rally(pos: &Position, side: &str) -> Option<String> {
    let Stage::Rally { side: now } = pos.stage else { return None };
    if pos.set.sides[now] != side || !pos.cards.hands[now].is_empty() {
        return None;
    }
    let idle = |unit: UnitId| lines_of(pos, now, unit).is_empty();
    let (_, units) = at_work(pos, now)?;
    let whole = whole(pos, now);
    let ends = whole.iter().all(|line| ["finish", "truce"].contains(&line.as_str()));
    (ends && whole.iter().any(|line| line == "finish") && units.into_iter().all(idle))
        .then(|| "finish\n".to_owned())
}

/// What may be said of a Command as a whole.
#[must_use]
pub fn whole(pos: &Position, side: Side) -> Vec<String> {
    let words = ["rest", "fight", "truce", "finish"].into_iter();
    words
        .filter(|&line| line != "rest" || !movement::owed(pos).is_empty())
        .filter(|line| allows(pos, side, line))
        .map(str::to_owned)
        .collect()
}

/// What one unit may do: every verb, and of each kind of move the longest of a few lengths.
#[must_use]
pub fn lines_of(pos: &Position, side: Side, unit: UnitId) -> Vec<String> {
    let code = pos.code(unit);
    let mut found: Vec<String> = Vec::new();
    if matches!(pos.stage, Stage::Rally { .. }) {
        found.extend(Some(format!("rally {code}")).filter(|line| allows(pos, side, line)));
        return found;
    }
    let mut lines = against_enemies(pos, side, unit);
    lines.extend(with_friends(pos, unit));
    lines.extend(joins(pos, unit));
    lines.extend(goals::all(pos).map(|g| format!("pillage {code} {}", pos.set.goal(g).code)));
    for verb in ["rally", "feign", "dismount", "remount", "leave"] {
        lines.push(format!("{verb} {code}"));
    }
    lines.extend([format!("dismount {code} close"), format!("leave {code} away")]);
    found.extend(lines.into_iter().filter(|line| allows(pos, side, line)));
    for step in STEPS {
        found.extend(longest(pos, side, &format!("move {code}: {step}"), pos.base_move(unit)));
    }
    let turns = TURNS.into_iter().map(|turn| format!("turn {turn}"));
    let plain = turns.chain(SHAPES.iter().map(|shape| format!("form {shape}")));
    found.extend(plain.map(|step| format!("move {code}: {step}")).filter(|line| allows(pos, side, line)));
    found
}

/// Steps with a length.
pub(super) const STEPS: [&str; 6] =
    ["advance", "back", "wheel left", "wheel right", "oblique left", "oblique right"];

/// How each stand may turn.
pub(super) const TURNS: [&str; 3] = ["left", "right", "about"];

/// What may be formed.
pub(super) const SHAPES: [&str; 12] = [
    "line",
    "double",
    "column",
    "files 2",
    "quincunx",
    "shieldwall",
    "open",
    "orbis",
    "testudo",
    "skirmish",
    "close",
    "close double",
];

/// How many of the nearest enemies are looked at, besides all within reach.
const FOES: usize = 6;

/// What a unit might do to the nearest enemies: shots, charges, sallies of light troops; shots at leaders
/// who stand alone.
fn against_enemies(pos: &Position, side: Side, unit: UnitId) -> Vec<String> {
    let code = pos.code(unit);
    let part = Length(pos.base_move(unit).0 / 3);
    let mut lines = Vec::new();
    for enemy in near_enemies(pos, side, unit) {
        let enemy = pos.code(enemy);
        lines.extend([format!("shoot {code} {enemy}"), format!("charge {code} {enemy}")]);
        if pos.is_light(unit) {
            let away = format!("shoot turn about, advance {part}");
            lines.push(format!("sally {code} {enemy}: advance {part} {away}"));
        }
    }
    let alone = |c: &CommandId| matches!(pos.leader(*c).place, LeaderPlace::Alone(_));
    let leaders = pos.set.commands_of(side.other()).filter(alone);
    lines.extend(leaders.flat_map(|c| {
        let leader = &pos.leader_spec(c).code;
        [format!("shoot {code} {leader}"), format!("charge {code} {leader}")]
    }));
    lines
}

/// The enemies that are looked at, the nearest first.
pub(super) fn near_enemies(pos: &Position, side: Side, unit: UnitId) -> Vec<UnitId> {
    let mut near: Vec<(Length, UnitId)> =
        pos.enemies(side).filter_map(|e| Some((pos.distance(unit, e)?, e))).collect();
    near.sort_unstable();
    let own = pos.unit(unit);
    let range = own.stands.iter().map(|s| pos.profile(own, s.troop).range).max().unwrap_or_default();
    let reach = range.max(pos.base_move(unit));
    let looked_at = near.iter().enumerate().filter(|&(n, &(far, _))| n < FOES || far <= reach);
    looked_at.map(|(_, &(_, enemy))| enemy).collect()
}

/// What a unit might do with its friends: exchanges of lines, and stands that leave it.
fn with_friends(pos: &Position, unit: UnitId) -> Vec<String> {
    let (code, command) = (pos.code(unit), pos.unit(unit).command);
    let mut lines = Vec::new();
    if pos.is_engaged(unit) {
        let others = pos.units_of(command).filter(|&u| u != unit && !pos.is_engaged(u));
        lines.extend(others.map(|u| format!("relieve {code} {}", pos.code(u))));
    }
    if pos.unit(unit).stands.len() > 1 {
        lines.extend(["left", "right"].map(|hand| format!("detach {code} 1 {hand}")));
    }
    lines
}

/// **legion melee.light-support, romans.detach.** Whom a unit could join, and leave: the hosts of light
/// infantry within its reach, the nearest first, the unit from which detached stands come.
fn joins(pos: &Position, unit: UnitId) -> Vec<String> {
    let code = pos.code(unit);
    if pos.unit(unit).attached.is_some() {
        return vec![format!("detach {code}")];
    }
    let mut hosts: Vec<(Length, UnitId)> =
        pos.unit_ids().filter_map(|host| Some((support::way_to(pos, (unit, host))?, host))).collect();
    let rate = pos.base_move(unit);
    hosts.retain(|&(far, _)| far <= rate);
    hosts.sort_unstable();
    let mut lines: Vec<String> =
        hosts.iter().map(|&(_, host)| format!("attach {code} {} rear", pos.code(host))).collect();
    let others = pos.unit_ids().filter(|&u| u != unit && pos.unit(u).of == pos.unit(unit).of);
    lines.extend(others.map(|u| format!("join {code} {}", pos.code(u))));
    lines
}

/// **legion leader.attach.** What a leader may do: join a unit of his side at its rear, the nearest first,
/// or leave his own.
#[must_use]
pub fn leader_lines(pos: &Position, side: Side, leader: CommandId) -> Vec<String> {
    let detach = format!("detach {}", pos.leader_spec(leader).code);
    let joins = joinable(pos, side, leader, usize::MAX).map(|(_, line)| line);
    joins.chain([detach].into_iter().filter(|line| allows(pos, side, line))).collect()
}

/// The units that a leader may join, of the six that are nearest to him, each with the line that says it.
#[must_use]
pub fn leader_joins(pos: &Position, side: Side, leader: CommandId) -> Vec<(UnitId, String)> {
    joinable(pos, side, leader, 6).collect()
}

/// The same, of so many that are nearest to him.
fn joinable(
    pos: &Position,
    side: Side,
    leader: CommandId,
    most: usize,
) -> impl Iterator<Item = (UnitId, String)> + '_ {
    let code = &pos.leader_spec(leader).code;
    let own = pos.unit_ids().filter(|&u| pos.side(u) == side);
    let mut near: Vec<(Length, UnitId)> =
        own.filter_map(|u| Some((hearing::distance(pos, leader, u)?, u))).collect();
    near.sort_unstable();
    let line = move |unit: UnitId| format!("attach {code} {} rear", pos.code(unit));
    let lines = near.into_iter().take(most).map(move |(_, unit)| (unit, line(unit)));
    lines.filter(move |(_, line)| allows(pos, side, line))
}

/// A move as long as may be: a march, the whole rate, or a part of it.
pub(super) fn longest(pos: &Position, side: Side, line: &str, rate: Length) -> Option<String> {
    let parts = [rate.0 * 3, rate.0, rate.0 * 3 / 4, rate.0 / 2, rate.0 * 3 / 8, rate.0 / 4, 1_000, 500];
    parts.into_iter().map(|n| format!("{line} {}", Length(n))).find(|line| allows(pos, side, line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::Formation;
    use crate::legal::attempt;
    use crate::legal::exact::Note;
    use crate::refusal::Why;
    use crate::refusal::movement::{NoPass, Unmoved, Way};
    use crate::state::Directive;
    use crate::state::{Impact, UnitId, Zone};
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::acting;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::unit;

    fn units() -> Vec<crate::setup::UnitSpec> {
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
        let unit = &work.units[0];
        assert_eq!((unit.unit.as_str(), unit.left), ("H1", Some(Length::inches(4))));
        let lines: Vec<String> = unit.choices.iter().map(|c| c.line.clone()).collect();
        assert!(lines.contains(&"move H1: advance 4".to_owned()), "{lines:?}");
        assert!(lines.contains(&"move H1: wheel right 2".to_owned()), "{lines:?}");
        assert!(!lines.iter().any(|l| l.contains("back")), "advancing goes forward: {lines:?}");
        assert!(work.owing.contains(&"H1".to_owned()));
        assert_eq!(legal(&pos, Side::Second), Legal::Nothing);
        let rides = work.units.last().expect("the leader");
        let code = &pos.leader_spec(CommandId(0)).code;
        assert_eq!(&rides.unit, code);
        let joins = rides.choices.iter().map(|c| c.line.clone());
        assert_eq!(joins.collect::<Vec<_>>(), [format!("attach {code} H1 rear")]);
        for line in &lines {
            let done = attempt(&mut pos.clone(), Side::First, line);
            assert!(done.is_some(), "{line}");
        }
    }

    fn notes(units: Vec<crate::setup::UnitSpec>) -> Vec<Choice> {
        let pos = acting(units, Directive::Advance);
        choices_of(&pos, Side::First, crate::tests::proving_ground::u(0))
    }

    #[test]
    fn the_longest_wheel_is_exact_and_says_what_it_would_touch() {
        // A friend stands before the right half, through whom nobody goes.
        let mut units = units();
        units.push(unit("H2", 0, (WARBAND, 4), stance(14, 13, 0), Formation::Line));
        let found = notes(units);
        let wheel = |hand| {
            let begins = format!("move H1: wheel {hand}");
            found.iter().find(|c| c.line.starts_with(&begins)).expect("a wheel")
        };
        assert_eq!(wheel("right").line, "move H1: wheel right 2");
        assert_eq!(wheel("right").notes, []);
        let stopped = wheel("left");
        let [Note::Farther(why)] = stopped.notes.as_slice() else { panic!("{stopped:?}") };
        let through = Way::Through(UnitId(2), NoPass::Heavy);
        assert_eq!(why.why, Why::Unmoved(UnitId(0), Unmoved::Way(through)));
    }

    #[test]
    fn a_charge_says_whom_it_meets_and_with_how_many_dice() {
        let near = vec![
            unit("H1", 0, (LEGION, 4), stance(10, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 6), stance(10, 13, 180), Formation::Double),
        ];
        let found = notes(near);
        let charge = found.iter().find(|c| c.line == "charge H1 W1").expect("in reach");
        let [Note::Meets(meeting)] = charge.notes.as_slice() else { panic!("{charge:?}") };
        assert_eq!((meeting.side, meeting.impact), (Zone::Front, Impact::Shock));
        assert_eq!(meeting.dice.iter().map(|d| d.0).collect::<Vec<_>>(), [UnitId(1)]);
        let ahead = found.iter().find(|c| c.line.starts_with("move H1: advance")).expect("a move");
        let [Note::Farther(why)] = ahead.notes.as_slice() else { panic!("{ahead:?}") };
        assert_eq!(why.why, Why::Unmoved(UnitId(0), Unmoved::Way(Way::Touches(UnitId(1)))));
        assert!(ahead.line.as_str() > "move H1: advance 2.9", "{ahead:?}");
    }
}
