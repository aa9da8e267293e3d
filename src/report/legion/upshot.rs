//! What has happened on the table, collected from its happenings.

use std::collections::{BTreeMap, BTreeSet};

use crate::front::Wing;
use crate::upshot::{Flight, Score, Upshot};
use tess_effects::{BySide, Recorded};
use tess_legion::events::leaders::Fate;
use tess_legion::events::{
    CardEvent, CommandEvent, LeaderEvent, MeleeEvent, MoraleEvent, MoveEvent, ShootEvent, VictoryEvent,
};
use tess_legion::{CommandId, Happening, Position, Refusal, Side, UnitId, victory};
use tess_table::Chapter;

/// Where units stand across the table, as one side looks over it to the other.
pub(super) struct Front {
    ends: [i32; 2],
    at: BTreeMap<UnitId, i32>,
}

impl Front {
    /// As it was before these chapters, as far as they tell.
    pub(super) fn before(pos: &Position, chapters: &[Chapter<Happening, Refusal>], side: Side) -> Front {
        let mut at = BTreeMap::new();
        for entry in chapters.iter().flat_map(|chapter| &chapter.record) {
            if let Recorded::Happened(Happening::Move(MoveEvent::Moved { unit, from, .. })) = entry {
                at.entry(*unit).or_insert(from.anchor.x);
            }
        }
        for unit in pos.unit_ids() {
            if let Some(stance) = pos.stance(unit) {
                at.entry(unit).or_insert(stance.anchor.x);
            }
        }
        let west = at.values().min().copied().unwrap_or(0);
        let east = at.values().max().copied().unwrap_or(pos.set.table.width.0);
        // the first side stands in the south and looks north
        let ends = if side == Side::First { [west, east] } else { [east, west] };
        Front { ends, at }
    }

    /// Where a unit is, or was last.
    pub(super) fn wing(&self, unit: UnitId) -> Option<Wing> {
        Some(Wing::of(*self.at.get(&unit)?, self.ends))
    }

    /// Goes on by what happened.
    pub(super) fn follow(&mut self, happening: &Happening) {
        if let Happening::Move(
            MoveEvent::Moved { unit, to: stance, .. }
            | MoveEvent::Contact { unit, stance, .. }
            | MoveEvent::Faces { unit, stance, .. },
        ) = happening
        {
            self.at.insert(*unit, stance.anchor.x);
        }
    }
}

/// What these chapters have come to, as a viewer's front divides the table.
pub(super) fn upshot(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
    viewer: Option<Side>,
) -> Upshot {
    let mut told = Upshot { sides: pos.set.sides.clone(), flight: Flight::Breaks, ..Upshot::default() };
    let mut front = Front::before(pos, chapters, viewer.unwrap_or(Side::First));
    let mut won = BySide::<u16>::default();
    for chapter in chapters {
        if let Some(side) = pos.set.find_side(chapter.side.as_str()).filter(|_| !chapter.record.is_empty()) {
            told.acts(side);
        }
        for entry in &chapter.record {
            let Recorded::Happened(happening) = entry else { continue };
            match happening {
                Happening::Command(CommandEvent::Turn(turn)) => told.turn = Some(*turn),
                Happening::Command(CommandEvent::Acts(id)) => {
                    let side = pos.set.command(*id).side;
                    told.acts(side).led(&pos.leader_spec(*id).name);
                }
                Happening::Move(event) => moved(&mut told, pos, &front, event),
                Happening::Shoot(ShootEvent::Volley { unit, defensive: false, .. }) => {
                    told.acts(pos.side(*unit)).shot.extend(front.wing(*unit));
                }
                Happening::Morale(event) => harm(&mut told, pos, event),
                Happening::Leader(event) => fallen(&mut told, pos, event),
                Happening::Victory(event) => {
                    if let Some((side, points)) = gained(pos, event) {
                        won[side] += points;
                    }
                }
                _ => {}
            }
            front.follow(happening);
        }
    }
    let now = BySide(Side::BOTH.map(|side| victory::points(pos, side)));
    Upshot { score: Score::Victory { won, now }, ..told }
}

fn moved(told: &mut Upshot, pos: &Position, front: &Front, event: &MoveEvent) {
    match event {
        MoveEvent::Moved { unit, .. } => told.acts(pos.side(*unit)).moved.extend(front.wing(*unit)),
        MoveEvent::Charges { unit, target, .. } => {
            let wing = front.wing(*target).or_else(|| front.wing(*unit));
            told.acts(pos.side(*unit)).charged.extend(wing);
        }
        _ => {}
    }
}

fn harm(told: &mut Upshot, pos: &Position, event: &MoraleEvent) {
    let code = |unit: UnitId| pos.code(unit);
    match event {
        MoraleEvent::Hits { unit, .. } => drop(told.deeds[pos.side(*unit)].hurt.insert(code(*unit))),
        MoraleEvent::Broken(unit) => told.deeds[pos.side(*unit)].runs(&code(*unit)),
        MoraleEvent::Rallied(unit) => told.deeds[pos.side(*unit)].stands(&code(*unit)),
        MoraleEvent::Surrendered(unit)
        | MoraleEvent::Destroyed { unit, .. }
        | MoraleEvent::Left { unit, lost: true, .. } => told.deeds[pos.side(*unit)].is_gone(&code(*unit)),
        _ => {}
    }
}

fn fallen(told: &mut Upshot, pos: &Position, event: &LeaderEvent) {
    let leader = match event {
        LeaderEvent::Fate { leader, fate: Fate::Slain, .. } => leader,
        LeaderEvent::Seized { leader, die, from } if die >= from => leader,
        _ => return,
    };
    told.deeds[pos.set.command(*leader).side].fallen.push(pos.leader_spec(*leader).name.clone());
}

/// Who has won points by it.
fn gained(pos: &Position, event: &VictoryEvent) -> Option<(Side, u16)> {
    match event {
        VictoryEvent::Fallen { command: of, points, .. } | VictoryEvent::Leader { leader: of, points } => {
            Some((pos.set.command(*of).side.other(), *points))
        }
        VictoryEvent::Gained { side, points, .. } => Some((*side, *points)),
        _ => None,
    }
}

/// The units and leaders to whom anything has happened in these chapters.
pub(super) fn touched(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
) -> (BTreeSet<UnitId>, BTreeSet<CommandId>) {
    let (mut units, mut leaders) = (BTreeSet::new(), BTreeSet::new());
    for entry in chapters.iter().flat_map(|chapter| &chapter.record) {
        let Recorded::Happened(happening) = entry else { continue };
        units.extend(concerned(happening));
        leaders.extend(led(happening));
    }
    // whoever is in combat with one of them stands otherwise now, too
    let foes = pos.engagements.iter().filter(|e| units.contains(&e.attacker) || units.contains(&e.defender));
    let foes: Vec<UnitId> = foes.flat_map(|e| [e.attacker, e.defender]).collect();
    units.extend(foes);
    (units, leaders)
}

/// The units that are otherwise after it.
pub(super) fn concerned(happening: &Happening) -> Vec<UnitId> {
    match happening {
        Happening::Move(event) => match event {
            MoveEvent::Moved { unit, .. }
            | MoveEvent::HeldBack(unit)
            | MoveEvent::Faces { unit, .. }
            | MoveEvent::Disordered { unit, .. }
            | MoveEvent::Mounts { unit, .. } => vec![*unit],
            MoveEvent::Passed { unit, through } => vec![*unit, *through],
            MoveEvent::Charges { unit, target, others, .. }
            | MoveEvent::Contact { unit, target, others, .. } => {
                others.iter().copied().chain([*unit, *target]).collect()
            }
            MoveEvent::Relieved { first, second, enemy } => vec![*first, *second, *enemy],
            MoveEvent::Detached { unit, new, .. } => vec![*unit, *new],
            MoveEvent::Merged { unit, part } => vec![*unit, *part],
            MoveEvent::Supports { unit, host, .. } | MoveEvent::Released { unit, host } => vec![*unit, *host],
        },
        Happening::Shoot(ShootEvent::Volley { unit, target, .. }) => vec![*unit, *target],
        Happening::Shoot(ShootEvent::AtLeader { unit, .. }) => vec![*unit],
        Happening::Melee(event) => match event {
            MeleeEvent::Fights { unit, enemy, .. } | MeleeEvent::Meets { unit, enemy, .. } => {
                vec![*unit, *enemy]
            }
            MeleeEvent::Ended { unit, .. } => vec![*unit],
            MeleeEvent::Lanes { unit, chariots, .. } => vec![*unit, *chariots],
            MeleeEvent::RidesThrough { unit, light } => vec![*unit, *light],
        },
        Happening::Morale(event) => suffered(event),
        Happening::Card(
            CardEvent::Appears(unit)
            | CardEvent::Panics { unit, .. }
            | CardEvent::Ordered(unit, _)
            | CardEvent::Tired(unit, _)
            | CardEvent::Doubled(unit, _),
        )
        | Happening::Command(CommandEvent::OwnOrder { unit, .. })
        | Happening::Victory(
            VictoryEvent::Driven { unit, .. }
            | VictoryEvent::Loots { unit, .. }
            | VictoryEvent::LootsNoMore { unit, .. },
        ) => vec![*unit],
        Happening::Leader(LeaderEvent::Joined { unit, .. } | LeaderEvent::Posted { unit, .. }) => vec![*unit],
        _ => Vec::new(),
    }
}

/// Whom a matter of morale concerns.
fn suffered(event: &MoraleEvent) -> Vec<UnitId> {
    match event {
        MoraleEvent::Hits { unit, .. }
        | MoraleEvent::Disordered { unit, .. }
        | MoraleEvent::StandLost { unit, .. }
        | MoraleEvent::Tested { unit, .. }
        | MoraleEvent::Recovers { unit, .. }
        | MoraleEvent::InOrder(unit)
        | MoraleEvent::Rallied(unit)
        | MoraleEvent::Broken(unit)
        | MoraleEvent::Surrendered(unit)
        | MoraleEvent::Destroyed { unit, .. }
        | MoraleEvent::Went { unit, .. }
        | MoraleEvent::Left { unit, .. }
        | MoraleEvent::Tries { unit, .. }
        | MoraleEvent::Returned { unit, .. } => vec![*unit],
        MoraleEvent::Ran { unit, through } => vec![*unit, *through],
        MoraleEvent::Trampled { unit, friend, .. } => vec![*unit, *friend],
    }
}

/// The leader who is otherwise after it, or whose Command is.
fn led(happening: &Happening) -> Option<CommandId> {
    Some(match happening {
        Happening::Leader(
            LeaderEvent::Risk { leader, .. }
            | LeaderEvent::Fate { leader, .. }
            | LeaderEvent::Seized { leader, .. }
            | LeaderEvent::Rode { leader, .. }
            | LeaderEvent::Joined { leader, .. }
            | LeaderEvent::Posted { leader, .. }
            | LeaderEvent::Alone(leader, _)
            | LeaderEvent::Returned(leader),
        )
        | Happening::Victory(VictoryEvent::Leader { leader, .. })
        | Happening::Shoot(ShootEvent::AtLeader { leader, .. })
        | Happening::Card(CardEvent::Spared(leader)) => *leader,
        Happening::Command(CommandEvent::Opened { command, .. })
        | Happening::Victory(VictoryEvent::Fallen { command, .. }) => *command,
        _ => return None,
    })
}
