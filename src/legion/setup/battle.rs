//! A battle as set up: what never changes while it is fought.

use super::chart::{RadiusChart, RallyChart};
use super::goal::{Goal, GoalId};
use super::table::{GroundChart, Table};
use super::troop::{Drill, Troop, TroopId};
use crate::formation::Formation;
use crate::measure::{Point, Stance};
use tess_effects::{BySide, Side};

/// A unit as listed, by its place in [`Setup::units`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SpecId(pub u16);

/// A Command, by its place in [`Setup::commands`]; its leader has the same number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct CommandId(pub u16);

/// What a Command is, and so what may belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandKind {
    /// Of foot.
    Infantry,
    /// Of horse.
    Cavalry,
    /// Kept back.
    Reserve,
}

impl CommandKind {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, CommandKind); 3] = [
        ("infantry", CommandKind::Infantry),
        ("cavalry", CommandKind::Cavalry),
        ("reserve", CommandKind::Reserve),
    ];

    /// How it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        CommandKind::WORDS[self as usize].0
    }
}

/// A commander and his Command Stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaderSpec {
    /// Short name for orders, unique in the battle: `MAX`.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// His rating, poor 0 to exceptional 3: to initiative, to morale, to combat.
    pub rating: u8,
    /// The organization that he works with.
    pub culture: Drill,
    /// What his Command Stand is: its mount, base and Combat Value.
    pub troop: TroopId,
    /// What he and his staff cost.
    pub points: u16,
    /// He commands the whole army.
    pub chief: bool,
    /// Where he stands at first; `None` = not on the table.
    pub start: Option<Stance>,
}

/// A Command as listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandSpec {
    /// Short name for orders, unique in the battle: `C1`.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// What it is.
    pub kind: CommandKind,
    /// Who leads it.
    pub leader: LeaderSpec,
    /// Pieces of ground, from 0, in any of which the scenario lets it begin the battle in ambush; mostly
    /// none.
    pub ambush: Vec<u8>,
}

/// Where a unit stands at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// Place of its front edge's middle, and facing.
    pub stance: Stance,
    /// Formation.
    pub formation: Formation,
    /// Auxilia: in skirmish order.
    pub loose: bool,
}

/// A unit as listed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitSpec {
    /// Short name for orders, unique in the battle: `H1`.
    pub code: String,
    /// Name in full.
    pub name: String,
    /// Its Command.
    pub command: CommandId,
    /// Its stands, the front ones first.
    pub stands: Vec<TroopId>,
    /// The general's bodyguard.
    pub bodyguard: bool,
    /// The legion to which it belongs, for the morale of legions in cohorts.
    pub legion: Option<String>,
    /// Where it stands at first; `None` = not on the table.
    pub start: Option<Start>,
}

/// What a battle chooses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// The last turn; `None` without a limit.
    pub last_turn: Option<u16>,
    /// The players set out terrain and armies themselves.
    pub set_up: bool,
    /// Stratagem cards.
    pub cards: Deal,
}

/// How many stratagem cards each side is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Deal {
    /// None: the battle is fought without them.
    #[default]
    None,
    /// As many as its commander-in-chief is rated.
    Rating,
    /// So many.
    Number(u8),
}

/// The lost tables, read from files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Charts {
    /// What ground does.
    pub ground: GroundChart,
    /// How far commanders are heard.
    pub radius: RadiusChart,
    /// What is added to the die that removes hits.
    pub rally: RallyChart,
}

/// Everything fixed about a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Scenario name, such as `legion/trebbia-218bc`.
    pub name: String,
    /// Title for people.
    pub title: String,
    /// Names of the sides, lower case, as roles in the log.
    pub sides: BySide<String>,
    /// The table.
    pub table: Table,
    /// Kinds of troops by [`TroopId`].
    pub troops: Vec<Troop>,
    /// Commands by [`CommandId`], the first side's first.
    pub commands: Vec<CommandSpec>,
    /// Units by [`SpecId`].
    pub units: Vec<UnitSpec>,
    /// Objectives by [`GoalId`].
    pub goals: Vec<Goal>,
    /// The lost tables.
    pub charts: Charts,
    /// What this battle chooses.
    pub choices: Choices,
}

impl Setup {
    /// A kind of troops.
    #[must_use]
    pub fn troop(&self, id: TroopId) -> &Troop {
        &self.troops[usize::from(id.0)]
    }

    /// A Command as listed.
    #[must_use]
    pub fn command(&self, id: CommandId) -> &CommandSpec {
        &self.commands[usize::from(id.0)]
    }

    /// A unit as listed.
    #[must_use]
    pub fn unit(&self, id: SpecId) -> &UnitSpec {
        &self.units[usize::from(id.0)]
    }

    /// An objective as set out.
    #[must_use]
    pub fn goal(&self, id: GoalId) -> &Goal {
        &self.goals[usize::from(id.0)]
    }

    /// An objective by its code, in either case.
    #[must_use]
    pub fn find_goal(&self, code: &str) -> Option<GoalId> {
        self.goals.iter().position(|g| g.code.eq_ignore_ascii_case(code)).map(|i| GoalId(i as u16))
    }

    /// A Command by its code, in either case.
    #[must_use]
    pub fn find_command(&self, code: &str) -> Option<CommandId> {
        self.commands.iter().position(|c| c.code.eq_ignore_ascii_case(code)).map(|i| CommandId(i as u16))
    }

    /// The Command of a leader, by his code, in either case.
    #[must_use]
    pub fn find_leader(&self, code: &str) -> Option<CommandId> {
        self.commands
            .iter()
            .position(|c| c.leader.code.eq_ignore_ascii_case(code))
            .map(|i| CommandId(i as u16))
    }

    /// A side by its name, in either case.
    #[must_use]
    pub fn find_side(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|&s| self.sides[s].eq_ignore_ascii_case(name))
    }

    /// The Commands of a side, in order.
    pub fn commands_of(&self, side: Side) -> impl Iterator<Item = CommandId> + '_ {
        let all = (0..self.commands.len() as u16).map(CommandId);
        all.filter(move |&c| self.command(c).side == side)
    }

    /// The place on a side's own edge that is nearest to a point.
    #[must_use]
    pub fn home(&self, side: Side, from: Point) -> Point {
        Point { x: from.x, y: if side == Side::First { 0 } else { self.table.depth.0 } }
    }
}

#[cfg(test)]
mod tests {
    use super::CommandKind;

    #[test]
    fn every_kind_of_command_has_the_word_of_its_place() {
        for (word, kind) in CommandKind::WORDS {
            assert_eq!(kind.word(), word);
        }
    }
}
