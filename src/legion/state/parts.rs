//! The parts of a position, as they can be written down: what is put together of them is a position of a
//! battle, or is refused.
//!
//! Two pairs of doors lead here: the canonical bytes and the notation of a position are both written of
//! parts, and read to parts.

use std::sync::Arc;

use thiserror::Error;

use super::{
    Asks, Command, Engagement, GoalState, Known, Lasting, Leader, LeaderPlace, Place, Position, Stage,
    Stratagems, Tally, Unit, UnitId, Used,
};
use crate::formation::Formation;
use crate::measure::{Point, Polygon};
use crate::setup::{Barrier, CommandId, Deal, Ground, Obstacle, Setup, Table, Terrain};
use tess_effects::BySide;

/// Obstacles are counted from here on, ground from 0.
const OBSTACLES: u8 = 100;

/// Thousandths of an inch from the corner of the table beyond which nothing can be: nobody runs half a mile.
const FARTHEST: i32 = 10_000_000;

/// The last turn of any battle.
const MOST_TURNS: u16 = 10_000;

/// Hits, losses and stands are less than this.
const MOST: u16 = 1_000;

fn is_near(place: Point) -> bool {
    [place.x, place.y].iter().all(|n| (-FARTHEST..=FARTHEST).contains(n))
}

/// Has it stands when it is on the table, some files, and no more wings than stands?
fn is_shaped(unit: &Unit) -> bool {
    let stands = unit.stands.len();
    // Who has lost stands may have more files than stands.
    let filed = !matches!(unit.formation, Formation::Files(0 | 100..));
    let wings = usize::from(unit.wings.left) + usize::from(unit.wings.right);
    let stood = !matches!(unit.place, Place::Table(_)) || stands > 0;
    let account = unit.account;
    let few = [unit.hits, account.pelted, account.suffered].iter().all(|&n| n < MOST) && stands < 100;
    stood && filed && few && wings <= stands && unit.lost.0.checked_add(unit.lost.1).is_some()
}

/// Why parts are no position of a battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unfit {
    /// Units, and with how many the battle begins.
    #[error("{0} units, where this battle begins with {1}")]
    Units(usize, usize),
    /// Commands, leaders or objectives, and how many the battle has.
    #[error("{0} Commands, leaders or objectives, where this battle has {1}")]
    Number(usize, usize),
    /// A unit of no listing of the battle, or with troops that it has not.
    #[error("unit number {0} is of no listing, or of troops, that this battle has")]
    Listing(usize),
    /// There is no such Command.
    #[error("Command number {0}, which this battle has not")]
    Command(u16),
    /// There is no such unit.
    #[error("unit number {0}, which this battle has not")]
    Unit(u16),
    /// The table is part of the position when it can change, and only then.
    #[error("a table where none can change, or none where it can")]
    Table,
    /// An obstacle, by its place among the pieces, of a kind that there is not, of one point or with a
    /// height.
    #[error("piece {0} of the table is no obstacle")]
    Obstacle(usize),
    /// Ground, by its place among the pieces, of a kind that there is not, or behind an obstacle.
    #[error("piece {0} of the table is no ground, or lies behind an obstacle")]
    Ground(usize),
    /// What a unit has is more, or less, than can be: no stands on the table, more files or wings than
    /// stands.
    #[error("unit number {0} has stands, files, wings or losses that no unit can have")]
    Shape(usize),
    /// A place farther from the table than anything can come.
    #[error("a place at {}, {}, farther from the table than anything can come", .0.x, .0.y)]
    Far(Point),
    /// A turn that no battle reaches.
    #[error("turn {0}, which no battle reaches")]
    Turn(u16),
    /// Its corners are no outline.
    #[error("piece {0} of the table: {1}")]
    Outline(usize, &'static str),
}

/// Everything that a position is made of. What else it knows follows from these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// Turn, from 1; 0 before the first.
    pub turn: u16,
    /// What is to be decided.
    pub stage: Stage,
    /// Units by [`UnitId`].
    pub units: Vec<Unit>,
    /// Commands by [`CommandId`].
    pub commands: Vec<Command>,
    /// Leaders by the number of their Command.
    pub leaders: Vec<Leader>,
    /// Objectives by their number.
    pub goals: Vec<GoalState>,
    /// Commands that are still to act this turn, in order.
    pub sequence: Vec<CommandId>,
    /// Close combats, in the order in which they came about.
    pub engagements: Vec<Engagement>,
    /// What has been won so far.
    pub tally: Tally,
    /// Stratagem cards.
    pub cards: Stratagems,
    /// The table, in a battle that its players set up or in which cards may change it.
    pub table: Option<Laid>,
    /// About which finer decisions each side is asked.
    pub asks: BySide<Asks>,
}

/// The table as it lies. Names of pieces are no part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// Pieces of ground, then obstacles, each in the order in which they were laid.
    pub pieces: Vec<Piece>,
    /// Where the anchors of the objectives lie, by their number.
    pub goals: Vec<Point>,
}

/// What a piece of the table is: ground from 0, obstacles from 100, in the order in which they are
/// described.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceKind(pub u8);

impl PieceKind {
    /// All kinds with their words.
    fn words() -> impl Iterator<Item = (&'static str, PieceKind)> {
        let grounds = Ground::WORDS.iter().map(|&(word, ground)| (word, PieceKind(ground as u8)));
        let lines = Barrier::WORDS.iter().map(|&(word, line)| (word, PieceKind(OBSTACLES + line as u8)));
        grounds.chain(lines)
    }

    /// Its word, where there is such a kind.
    #[must_use]
    pub fn word(self) -> Option<&'static str> {
        PieceKind::words().find(|(_, kind)| *kind == self).map(|(word, _)| word)
    }

    /// The kind of this word.
    #[must_use]
    pub fn of(word: &str) -> Option<PieceKind> {
        PieceKind::words().find(|(other, _)| *other == word).map(|(_, kind)| kind)
    }
}

/// A piece of ground or an obstacle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Woods 0, hill 1, rough 2, marsh 3, water 4, ford 5, village 6; wall 100, hedge 101, palisade 102,
    /// ditch 103, stream 104.
    pub kind: PieceKind,
    /// Layers of height; 0 for what lies flat.
    pub height: u8,
    /// The corners of its outline, or the points of its course.
    pub course: Vec<Point>,
}

impl Laid {
    /// The table of a battle that its players set up, or in which cards may change it; nothing of any other.
    #[must_use]
    pub fn of(pos: &Position) -> Option<Laid> {
        if !pos.set.choices.set_up && pos.set.choices.cards == Deal::None {
            return None;
        }
        let table = &pos.set.table;
        let grounds = table.terrain.iter().map(|t| Piece {
            kind: PieceKind(t.ground as u8),
            height: t.height,
            course: t.outline.corners().to_vec(),
        });
        let lines = table.obstacles.iter().map(|o| Piece {
            kind: PieceKind(OBSTACLES + o.barrier as u8),
            height: 0,
            course: o.course.clone(),
        });
        let goals = pos.set.goals.iter().map(|g| g.start.anchor).collect();
        Some(Laid { pieces: grounds.chain(lines).collect(), goals })
    }

    /// Lays it out. A piece that lay there before has its name; one that was laid in the battle is called by
    /// its kind and number.
    fn lay_out(self, set: &mut Setup) -> Result<(), Unfit> {
        if self.goals.len() != set.goals.len() {
            return Err(Unfit::Number(self.goals.len(), set.goals.len()));
        }
        for (goal, anchor) in set.goals.iter_mut().zip(self.goals) {
            goal.start.anchor = anchor;
        }
        let Table { terrain, obstacles, .. } = &mut set.table;
        let (mut grounds, mut lines) = (Vec::new(), Vec::new());
        for (piece, number) in self.pieces.into_iter().zip(1..) {
            let Piece { kind: PieceKind(kind), height, course } = piece;
            if let Some(line) = kind.checked_sub(OBSTACLES) {
                let &(word, barrier) =
                    Barrier::WORDS.iter().find(|(_, b)| *b as u8 == line).ok_or(Unfit::Obstacle(number))?;
                if course.len() < 2 || height != 0 {
                    return Err(Unfit::Obstacle(number));
                }
                let there = obstacles.get(lines.len()).filter(|o| o.barrier == barrier);
                let name = there.map_or_else(|| format!("{word} {number}"), |o| o.name.clone());
                lines.push(Obstacle { name, barrier, course });
            } else if !lines.is_empty() {
                return Err(Unfit::Ground(number));
            } else {
                let &(word, ground) =
                    Ground::WORDS.iter().find(|(_, g)| *g as u8 == kind).ok_or(Unfit::Ground(number))?;
                let there = terrain.get(grounds.len()).filter(|t| t.ground == ground);
                let name = there.map_or_else(|| format!("{word} {number}"), |t| t.name.clone());
                let outline = Polygon::new(course).map_err(|fault| Unfit::Outline(number, fault))?;
                grounds.push(Terrain { name, ground, height, outline });
            }
        }
        (*terrain, *obstacles) = (grounds, lines);
        Ok(())
    }
}

impl Parts {
    /// Those of a position.
    #[must_use]
    pub fn of(pos: &Position) -> Parts {
        Parts {
            turn: pos.turn,
            stage: pos.stage.clone(),
            units: pos.units.listed(),
            commands: pos.commands.clone(),
            leaders: pos.leaders.clone(),
            goals: pos.goals.clone(),
            sequence: pos.sequence.clone(),
            engagements: pos.engagements.clone(),
            tally: pos.tally.clone(),
            cards: Stratagems { known: Known::default(), ..pos.cards.clone() },
            table: Laid::of(pos),
            asks: pos.asks,
        }
    }

    /// The position of a battle that has these parts; the set-up is that with which the battle began.
    ///
    /// # Errors
    /// What of them cannot be so in this battle.
    pub fn put_together(self, set: &Arc<Setup>) -> Result<Position, Unfit> {
        self.fits(set)?;
        let Parts {
            turn,
            stage,
            units,
            commands,
            leaders,
            goals,
            sequence,
            engagements,
            tally,
            cards,
            table,
            asks,
        } = self;
        let mut set = Arc::clone(set);
        if table.is_some() != (set.choices.set_up || set.choices.cards != Deal::None) {
            return Err(Unfit::Table);
        }
        if let Some(table) = table {
            table.lay_out(Arc::make_mut(&mut set))?;
        }
        for command in &cards.lessened {
            let leader = &mut Arc::make_mut(&mut set).commands[usize::from(command.0)].leader;
            leader.rating = leader.rating.saturating_sub(1);
        }
        let position = Position {
            set,
            turn,
            stage,
            units: units.into_iter().collect(),
            commands,
            leaders,
            sequence,
            engagements,
            cards,
            goals,
            tally,
            asks,
        };
        Ok(position)
    }

    /// Are all that are named those of the battle?
    fn fits(&self, set: &Setup) -> Result<(), Unfit> {
        let (commands, goals) = (set.commands.len(), set.goals.len());
        if self.units.len() < set.units.len() || self.units.len() > usize::from(u16::MAX) {
            return Err(Unfit::Units(self.units.len(), set.units.len()));
        }
        let numbers =
            [(self.commands.len(), commands), (self.leaders.len(), commands), (self.goals.len(), goals)];
        if let Some((found, right)) = numbers.into_iter().find(|(found, right)| found != right) {
            return Err(Unfit::Number(found, right));
        }
        let listed = |unit: &Unit| {
            usize::from(unit.of.0) < set.units.len()
                && unit.stands.iter().all(|stand| usize::from(stand.troop.0) < set.troops.len())
        };
        if let Some(number) = self.units.iter().position(|unit| !listed(unit)) {
            return Err(Unfit::Listing(number));
        }
        if let Some(number) = self.units.iter().position(|unit| !is_shaped(unit)) {
            return Err(Unfit::Shape(number));
        }
        if let Some(place) = self.places().find(|place| !is_near(*place)) {
            return Err(Unfit::Far(place));
        }
        if self.turn > MOST_TURNS {
            return Err(Unfit::Turn(self.turn));
        }
        if let Some(command) = self.commands_named().find(|command| usize::from(command.0) >= commands) {
            return Err(Unfit::Command(command.0));
        }
        let stranger = self.units_named().find(|unit| usize::from(unit.0) >= self.units.len());
        stranger.map_or(Ok(()), |unit| Err(Unfit::Unit(unit.0)))
    }

    /// Everything that lies or stands somewhere.
    fn places(&self) -> impl Iterator<Item = Point> + '_ {
        let units = self.units.iter().flat_map(|unit| {
            let stance = match unit.place {
                Place::Table(stance) => Some(stance.anchor),
                _ => None,
            };
            stance.into_iter().chain(unit.strayed.map(|(from, _)| from))
        });
        let leaders = self.leaders.iter().filter_map(|leader| match leader.place {
            LeaderPlace::Alone(stance) => Some(stance.anchor),
            _ => None,
        });
        let goals = self.goals.iter().filter_map(|goal| goal.rests.map(|stance| stance.anchor));
        let laid = self.table.iter().flat_map(|laid| {
            let pieces = laid.pieces.iter().flat_map(|piece| piece.course.iter().copied());
            pieces.chain(laid.goals.iter().copied())
        });
        units.chain(leaders).chain(goals).chain(laid)
    }

    fn commands_named(&self) -> impl Iterator<Item = CommandId> + '_ {
        let acting = match &self.stage {
            Stage::Acting(acting) => Some(acting.command),
            _ => None,
        };
        let cards = self.cards.hands.0.iter().flatten().filter_map(|slot| match slot.used {
            Used::Under(command) => Some(command),
            _ => None,
        });
        let lasting = self.cards.in_force.iter().filter_map(|lasting| match *lasting {
            Lasting::Frenzy(c)
            | Lasting::Speech(c)
            | Lasting::First(c)
            | Lasting::Fast(c)
            | Lasting::Initiative(c)
            | Lasting::Shooting(c)
            | Lasting::Combat(c)
            | Lasting::Ambush(c)
            | Lasting::Looked(c) => Some(c),
            _ => None,
        });
        let lists = [&self.sequence, &self.tally.fallen, &self.cards.lessened].into_iter().flatten().copied();
        let hidden = self.cards.hidden.iter().map(|hiding| hiding.command);
        let units = self.units.iter().map(|unit| unit.command);
        acting.into_iter().chain(cards).chain(lasting).chain(lists).chain(hidden).chain(units)
    }

    fn units_named(&self) -> impl Iterator<Item = UnitId> + '_ {
        let hosts = self.units.iter().filter_map(|unit| unit.attached);
        let fights = self.engagements.iter().flat_map(|fight| [fight.attacker, fight.defender]);
        let led = self.leaders.iter().filter_map(|leader| match leader.place {
            LeaderPlace::With(unit, _) => Some(unit),
            _ => None,
        });
        let lasting = self.cards.in_force.iter().flat_map(|lasting| match *lasting {
            Lasting::Tired(unit) | Lasting::Steady(unit) | Lasting::Volley(unit) => [Some(unit), None],
            Lasting::Standard(unit, enemy) => [Some(unit), Some(enemy)],
            _ => [None, None],
        });
        let goals = self.goals.iter().flat_map(|goal| [goal.driver, goal.looter]);
        hosts.chain(fights).chain(led).chain(lasting.flatten()).chain(goals.flatten())
    }
}
