//! Small scenes of two or three units, put before one another on a bare table, for what a battle seldom
//! brings about: horse that rides through light foot who stand, and horse that evades past elephants.

use std::sync::Arc;

use crate::properties::chance::Chance;
use tesserarius::bot::skirmish::dice;
use tesserarius::effects::{Answer, Answered, Game as _, Question, Recorded};
use tesserarius::legion::events::morale::{How, MoraleEvent};
use tesserarius::legion::flight::trail;
use tesserarius::legion::formation::Formation;
use tesserarius::legion::measure::{Base, Heading, Length, Point, Stance};
use tesserarius::legion::questions::zone::Block;
use tesserarius::legion::setup::{Class, Gait};
use tesserarius::legion::state::{
    Acting, Directive, Finer, LeaderPlace, Morale, Ordered, Place, Segment, Stage,
};
use tesserarius::legion::{CommandId, Happening, Legion, Position, Setup, Side, UnitId};
use tesserarius::table::{Halt, Run, rehearse_with};

use super::geometry::reach;

/// A position, and the charge with which it begins.
pub struct Scene {
    pub pos: Position,
    side: Side,
    pub sheet: String,
    /// Who is charged.
    pub target: UnitId,
}

/// Questions in one charge after which something goes round in a circle.
const MOST_QUESTIONS: usize = 60;

impl Scene {
    /// Carries it out with the dice of a seed. What the target answers to the charge is given, everything
    /// else falls as it may.
    pub fn played(&self, seed: u64, reaction: &str) -> Option<Run<Legion>> {
        let mut chance = Chance::new(seed ^ 0x57a9_e000);
        let side = &self.pos.set.sides[self.side];
        let lines = Legion::read(&self.pos, side, &self.sheet).ok()?;
        let mut answers: Vec<Answered> = Vec::new();
        let mut choose = |question: &Question| match question.window.as_str() {
            "evade" if question.allows(reaction) => reaction.to_owned(),
            _ => chance.pick(&question.choices).key.clone(),
        };
        loop {
            let first = dice(seed, 0, 0);
            let run = rehearse_with::<Legion>(&self.pos, side, &lines, first, &answers, &[], false);
            match &run.halt {
                Halt::Closed(_) => return Some(run),
                Halt::Ask(question) if answers.len() < MOST_QUESTIONS => {
                    let answer = Answer(choose(question));
                    let dice = dice(seed, 0, answers.len() + 1);
                    answers.push(Answered { question: question.id.clone(), answer, dice });
                }
                // A charge that the rules do not allow is none of these scenes.
                _ => return None,
            }
        }
    }
}

/// Nobody stands anywhere on a table without ground; the Command of this unit has the initiative, and all
/// advance.
fn bare(set: &Arc<Setup>, acting: UnitId) -> Position {
    let mut plain = (**set).clone();
    plain.table.terrain.clear();
    plain.table.obstacles.clear();
    plain.goals.clear();
    (plain.choices.set_up, plain.choices.last_turn) = (false, None);
    plain.choices.cards = Default::default();
    let mut pos = Position::new(Arc::new(plain));
    for unit in pos.unit_ids() {
        pos.unit_mut(unit).place = Place::Waiting;
    }
    for command in (0..pos.commands.len() as u16).map(CommandId) {
        pos.leader_mut(command).place = LeaderPlace::Waiting;
        pos.command_mut(command).ordered = Ordered::Open(Directive::Advance);
    }
    (pos.turn, pos.sequence) = (2, Vec::new());
    let command = pos.unit(acting).command;
    pos.stage = Stage::Acting(Acting::of(&pos, command, Segment::Preliminary));
    for side in Side::BOTH {
        Finer::ALL.into_iter().for_each(|finer| pos.asks[side].set(finer, true));
    }
    pos
}

fn middle(pos: &Position) -> Point {
    Point { x: pos.set.table.width.0 / 2, y: pos.set.table.depth.0 / 2 }
}

fn ahead(pos: &Position, unit: UnitId) -> Heading {
    if pos.side(unit) == Side::First { Heading::NORTH } else { Heading::NORTH.about() }
}

/// One unit stands in a line in the middle, and another before it, so far off, aside by so much, and looks
/// at it.
fn face_to_face(pos: &mut Position, (unit, other): (UnitId, UnitId), (gap, aside): (i32, i32)) {
    for one in [unit, other] {
        pos.unit_mut(one).formation = Formation::Line;
        pos.fall_in(one);
    }
    let at = Stance { anchor: middle(pos), heading: ahead(pos, unit) };
    pos.unit_mut(unit).place = Place::Table(at);
    let facing = Stance { anchor: at.at(aside, gap), heading: at.heading.about() };
    pos.unit_mut(other).place = Place::Table(facing);
}

/// The commands of the sides differ: whom could one of these charge?
fn pairs(
    set: &Arc<Setup>,
    one: impl Fn(&Position, UnitId) -> bool,
    other: impl Fn(&Position, UnitId) -> bool,
) -> Vec<(UnitId, UnitId)> {
    let pos = Position::new(Arc::clone(set));
    let all: Vec<UnitId> = pos.unit_ids().collect();
    let others = |u: UnitId| all.iter().copied().filter(move |&o| o != u);
    let fits = |&(u, o): &(UnitId, UnitId)| pos.side(u) != pos.side(o) && one(&pos, u) && other(&pos, o);
    all.iter().flat_map(|&u| others(u).map(move |o| (u, o))).filter(fits).collect()
}

/// **legion light.cavalry-passes.** Horse or chariots charge light foot, with hits on both, and perhaps with
/// others behind those whom they charge.
pub fn ride(set: &Arc<Setup>, seed: u64) -> Option<Scene> {
    let mut chance = Chance::new(seed ^ 0x71de_0000);
    let rides = |pos: &Position, u: UnitId| {
        matches!(pos.gait(u), Gait::HeavyHorse | Gait::LightHorse | Gait::Chariots)
    };
    let all = pairs(set, rides, |pos, u| pos.troop(u).class == Class::LightInfantry);
    if all.is_empty() {
        return None;
    }
    let (unit, light) = *chance.pick(&all);
    let mut pos = bare(set, unit);
    let reach = (pos.base_move(unit).0 - 1_500).max(1) as usize;
    let (gap, aside) = (1_500 + chance.below(reach) as i32, chance.below(1_600) as i32 - 800);
    face_to_face(&mut pos, (unit, light), (gap, aside));
    for one in [unit, light] {
        let own = pos.unit(one);
        let least = own.stands.iter().map(|s| pos.profile(own, s.troop).break_value).min().unwrap_or(1);
        if chance.once_in(2) {
            pos.unit_mut(one).hits = chance.below(usize::from(least)) as u16;
        }
        // Of a single stand nothing is left to fight in passing.
        if chance.once_in(4) && one == light {
            pos.unit_mut(one).stands.truncate(1);
            pos.fall_in(one);
        }
        pos.unit_mut(one).account.shot = chance.once_in(2);
    }
    if chance.once_in(3) {
        let heavy = |u: &UnitId| pos.side(*u) == pos.side(light) && pos.is_heavy(*u);
        let all: Vec<UnitId> = pos.unit_ids().filter(heavy).collect();
        if let (Some(at), false) = (pos.stance(light), all.is_empty()) {
            let behind = *chance.pick(&all);
            pos.unit_mut(behind).formation = Formation::Line;
            pos.fall_in(behind);
            let back = Block::of(&pos, light).rear - 100 - chance.below(4_000) as i32;
            pos.unit_mut(behind).place = Place::Table(at.moved(0, back));
        }
    }
    let sheet = format!("charge {} {}\n", pos.code(unit), pos.code(light));
    Some(Scene { side: pos.side(unit), pos, sheet, target: light })
}

/// **legion elephant.zone.** Light horse evades foot, and elephants of either army stand beside its way.
pub fn evasion(set: &Arc<Setup>, seed: u64) -> Option<Scene> {
    let mut chance = Chance::new(seed ^ 0xe1e9_0000);
    let horse = |pos: &Position, u: UnitId| {
        let troop = pos.troop(u);
        troop.class == Class::LightCavalry && !troop.camels
    };
    let foot = |pos: &Position, u: UnitId| matches!(pos.gait(u), Gait::HeavyFoot | Gait::Warband);
    let all = pairs(set, foot, horse);
    if all.is_empty() {
        return None;
    }
    let (unit, light) = *chance.pick(&all);
    let mut pos = bare(set, unit);
    let elephants: Vec<UnitId> = pos.unit_ids().filter(|&u| pos.troop(u).class == Class::Elephants).collect();
    if elephants.is_empty() {
        return None;
    }
    face_to_face(&mut pos, (unit, light), (1_500 + chance.below(1_500) as i32, 0));
    let sheet = format!("charge {} {}\n", pos.code(unit), pos.code(light));
    let mut scene = Scene { side: pos.side(unit), pos, sheet, target: light };
    // Where it would come without elephants.
    let free = scene.played(seed, "evade")?.position;
    let (from, to) = (scene.pos.stance(light)?, free.stance(light)?);
    let way = Stance { anchor: to.anchor, heading: from.heading.about() };
    let [_, right, rear, front] = reach(way, &free.bases(light))?;
    let elephants = *chance.pick(&elephants);
    let pos = &mut scene.pos;
    pos.unit_mut(elephants).formation = Formation::Line;
    pos.fall_in(elephants);
    let block = Block::of(pos, elephants);
    let aside = right + 200 + chance.below(1_500) as i32 - block.left;
    let short = chance.below(4_000) as i32;
    let ahead = i32::midpoint(front, rear) + block.depth().0 / 2 - short;
    let beside = Stance { anchor: way.at(aside, ahead), heading: way.heading };
    pos.unit_mut(elephants).place = Place::Table(beside);
    let clear = |other: UnitId| pos.distance(elephants, other).is_some_and(|d| d > Length(2_100));
    let holds = pos.bases(elephants).iter().all(|b| pos.set.table.holds(b));
    (clear(unit) && clear(light) && holds).then_some(scene)
}

/// What the book has to say of an evasion that has been carried out: nothing where it was none.
pub fn keeps_its_order(scene: &Scene, run: &Run<Legion>) -> Option<bool> {
    let light = scene.target;
    let goes = |entry: &Recorded<Happening>| match entry {
        Recorded::Happened(Happening::Morale(MoraleEvent::Went { unit, how: How::Evades, .. })) => {
            *unit == light
        }
        _ => false,
    };
    if run.record.iter().filter(|e| goes(e)).count() != 1 {
        return None;
    }
    let (from, to) = (scene.pos.stance(light)?, run.position.stance(light)?);
    let elephants: Vec<Base> = scene
        .pos
        .unit_ids()
        .filter(|&u| scene.pos.troop(u).class == Class::Elephants && scene.pos.stance(u).is_some())
        .flat_map(|u| scene.pos.bases(u))
        .collect();
    // With an eighth of an inch to spare, for the way that it turns about.
    let near = |at: Stance| {
        let own = scene.pos.bases_at(light, at);
        own.iter().any(|b| elephants.iter().any(|e| b.is_within(e, Length(1_875))))
    };
    let came = trail(from, to).into_iter().skip(1).any(near);
    came.then(|| run.position.unit(light).morale == Morale::Good)
}
