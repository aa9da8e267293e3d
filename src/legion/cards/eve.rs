//! Cards that are played before the battle.

use super::args::Args;
use super::{draw, place};
use crate::deploy::{self, ZONE};
use crate::events::cards::CardEvent;
use crate::measure::{Length, Point, Stance};
use crate::questions::stands::{self, Aim};
use crate::refusal::cards::{Arg, Unplayed};
use crate::setup::{Barrier, Card, CommandId, Obstacle};
use crate::state::{Lasting, LeaderPlace, Morale, Place, Position, UnitId, Zone};
use crate::{Flow, Happening, Oracle, Refusal, morale};
use std::sync::Arc;
use tess_dice::Die;
use tess_effects::Side;

/// Earthworks at most.
const WORKS: Length = Length::inches(12);

/// What a card does that is played before the battle.
pub(super) fn prepare(pos: &mut Position, args: &mut Args<'_>, oracle: &mut Oracle<'_>) -> Flow<()> {
    match args.card {
        Card::Redeploy => redeploy(pos, args).map_err(Into::into),
        Card::ForcedMarch => forced_march(pos, args).map_err(Into::into),
        Card::HotMeal => {
            args.end()?;
            pos.cards.in_force.push(Lasting::Fed(args.side));
            pos.cards.free_moves.push(args.side.other());
            Ok(())
        }
        Card::SuperiorScouting => scouting(pos, args, oracle).map_err(Into::into),
        Card::SurpriseAttack => surprise(pos, args, oracle),
        Card::NightMarch => night_march(pos, args, oracle),
        Card::DigIn => dig_in(pos, args).map_err(Into::into),
        _ => political_enemies(pos, args).map_err(Into::into),
    }
}

/// Where each unit of a Command stands that is on the table.
fn standing(pos: &Position, command: CommandId) -> Vec<(UnitId, Stance)> {
    pos.units_of(command).filter_map(|u| Some((u, pos.stance(u)?))).collect()
}

/// The square about the bases of a Command: west, south, east, north.
fn bounds(pos: &Position, command: CommandId) -> Option<[i32; 4]> {
    let all = pos.units_of(command).flat_map(|u| pos.bases(u)).map(|b| b.bounds());
    all.reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
}

/// Moves units and the leader of a Command by so much, together.
fn shift(pos: &mut Position, units: &[UnitId], (dx, dy): (i32, i32)) {
    let by = |s: Stance| Stance { anchor: Point { x: s.anchor.x + dx, y: s.anchor.y + dy }, ..s };
    for &unit in units {
        if let Place::Table(stance) = pos.unit(unit).place {
            pos.unit_mut(unit).place = Place::Table(by(stance));
        }
    }
}

fn shift_leader(pos: &mut Position, command: CommandId, (dx, dy): (i32, i32)) {
    if let LeaderPlace::Alone(s) = pos.leader(command).place {
        let anchor = Point { x: s.anchor.x + dx, y: s.anchor.y + dy };
        pos.leader_mut(command).place = LeaderPlace::Alone(Stance { anchor, ..s });
    }
}

/// All these units stand where they may.
fn stand_well(pos: &Position, args: &Args<'_>, units: &[UnitId]) -> Result<(), Refusal> {
    let fits = |&u: &UnitId| pos.stance(u).map_or(Ok(()), |at| deploy::fits(pos, u, at));
    match units.iter().find_map(|u| fits(u).err().map(|refusal| (*u, refusal))) {
        None => Ok(()),
        Some((unit, refusal)) => Err(args.no(Unplayed::Misplaced(unit, refusal))),
    }
}

/// **legion card.redeploy.** Two Commands change places: each takes the other's outer end of the ground
/// that the two stand on, and the front that the other had.
fn redeploy(pos: &mut Position, args: &mut Args<'_>) -> Result<(), Refusal> {
    let (one, two) = (args.command(pos, true)?, args.command(pos, true)?);
    args.end()?;
    let (Some(a), Some(b)) = (bounds(pos, one), bounds(pos, two)) else {
        return Err(args.no(Unplayed::BothOnTable));
    };
    if one == two {
        return Err(args.no(Unplayed::Itself));
    }
    let ((west, w), (east, e)) = if a[0] <= b[0] { ((one, a), (two, b)) } else { ((two, b), (one, a)) };
    let front = |s: [i32; 4]| if args.side == Side::First { s[3] } else { s[1] };
    // The eastern one goes to the western end, and the other way round.
    let moves = [(east, (w[0] - e[0], front(w) - front(e))), (west, (e[2] - w[2], front(e) - front(w)))];
    let mut moved = Vec::new();
    for (command, by) in moves {
        let units: Vec<UnitId> = pos.units_of(command).collect();
        shift(pos, &units, by);
        shift_leader(pos, command, by);
        moved.extend(units);
    }
    stand_well(pos, args, &moved)?;
    in_zone(pos, args, &moved)
}

/// Does a unit stand, at least in part, farther from its army's edge than this?
fn is_beyond(pos: &Position, unit: UnitId, far: Length) -> bool {
    let out = |y: i32| match pos.side(unit) {
        Side::First => y > far.0,
        Side::Second => y < pos.set.table.depth.0 - far.0,
    };
    pos.bases(unit).iter().any(|b| b.corners.iter().any(|c| out(c.y)))
}

/// All these units stand in their army's ground.
fn in_zone(pos: &Position, args: &Args<'_>, units: &[UnitId]) -> Result<(), Refusal> {
    match units.iter().find(|&&u| is_beyond(pos, u, ZONE)) {
        Some(&u) => Err(args.no(Unplayed::BeyondGround(u))),
        None => Ok(()),
    }
}

/// **legion card.forced-march.** Units begin up to half-way across the table; whoever stands beyond his
/// army's ground is tired for it.
fn forced_march(pos: &mut Position, args: &mut Args<'_>) -> Result<(), Refusal> {
    let far = args.length(Arg::Ahead)?;
    let commands: Vec<CommandId> = if args.take("army") {
        pos.set.commands_of(args.side).collect()
    } else {
        vec![args.command(pos, true)?]
    };
    args.end()?;
    if far.0 <= 0 {
        return Err(args.no(Unplayed::NotAhead));
    }
    let ahead = if args.side == Side::First { far.0 } else { -far.0 };
    let mut moved = Vec::new();
    for command in commands {
        let units: Vec<UnitId> = pos.units_of(command).collect();
        shift(pos, &units, (0, ahead));
        shift_leader(pos, command, (0, ahead));
        moved.extend(units);
    }
    let half = pos.set.table.depth.half();
    if let Some(&unit) = moved.iter().find(|&&u| is_beyond(pos, u, half)) {
        return Err(args.no(Unplayed::BeyondMiddle(unit)));
    }
    stand_well(pos, args, &moved)?;
    moved.retain(|&u| is_beyond(pos, u, ZONE));
    pos.cards.in_force.extend(moved.into_iter().map(Lasting::Tired));
    Ok(())
}

/// **legion card.superior-scouting.** The choice of the side of the table: with `swap` the ground is turned
/// about under both armies. The enemy prepares first.
fn scouting(pos: &mut Position, args: &mut Args<'_>, oracle: &mut Oracle<'_>) -> Result<(), Refusal> {
    if pos.set.choices.set_up {
        return Err(args.no(Unplayed::ArmiesStand));
    }
    let swap = args.take("swap");
    if !swap && !args.take("stay") {
        return Err(args.no(Unplayed::SwapOrStay));
    }
    args.end()?;
    if swap {
        deploy::turn_round(pos);
        let all: Vec<UnitId> = pos.unit_ids().filter(|&u| pos.stance(u).is_some()).collect();
        stand_well(pos, args, &all)?;
    }
    if pos.cards.eve.contains(&args.side.other()) {
        pos.cards.eve = vec![args.side.other(), args.side];
        draw::next_eve(pos, oracle);
    }
    Ok(())
}

/// **legion card.surprise-attack.** Every enemy unit on the table begins disordered, with a hit for each
/// stand.
fn surprise(pos: &mut Position, args: &mut Args<'_>, oracle: &mut Oracle<'_>) -> Flow<()> {
    args.end()?;
    let enemies: Vec<UnitId> = pos.enemies(args.side).collect();
    for unit in enemies {
        let stands = stands::stands(pos, unit);
        let own = pos.unit_mut(unit);
        own.hits = own.hits.max(stands);
        if stands::can_be_disordered(pos, unit) {
            morale::disorder(pos, unit, args.rule(), oracle);
        }
    }
    Ok(())
}

/// **legion card.night-march.** A Command begins on a side edge, on the enemy's flank; a die for each unit
/// says how many hits that costs.
fn night_march(pos: &mut Position, args: &mut Args<'_>, oracle: &mut Oracle<'_>) -> Flow<()> {
    let command = args.command(pos, true)?;
    let (edge, along) = args.side_edge()?;
    args.end()?;
    if standing(pos, command).is_empty() {
        return Err(args.no(Unplayed::CommandOff(command)).into());
    }
    if !place::is_quarter(pos, command) {
        return Err(args.no(Unplayed::TooLarge(command)).into());
    }
    place::lift(pos, command);
    let all = place::units_of(pos, command);
    let come = place::put(pos, command, place::on_edge(pos, edge, along));
    if come.len() < all.len() {
        return Err(args.no(Unplayed::NoRoomOnEdge).into());
    }
    for unit in come {
        let die = oracle.roll(Die::D6, "night", &pos.code(unit), args.rule())?;
        oracle.tell(|| Happening::Card(CardEvent::Tired(unit, die)));
        morale::take_hits(pos, (unit, u16::from(die)), Aim::From(Zone::Rear), true, oracle)?;
        // What the night has cost weighs on no test of the battle.
        pos.unit_mut(unit).lost = (0, 0);
        let left = pos.unit(unit).stands.iter().map(|s| if s.half { 1 } else { 2 }).sum();
        pos.unit_mut(unit).began = left;
        if pos.unit(unit).hits < stands::stands(pos, unit) && pos.unit(unit).morale == Morale::Disordered {
            pos.unit_mut(unit).morale = Morale::Good;
        }
    }
    Ok(())
}

/// **legion card.dig-in.** Ditches or palisades in the army's ground, 12 inches of them, in as many
/// stretches as its commander likes.
fn dig_in(pos: &mut Position, args: &mut Args<'_>) -> Result<(), Refusal> {
    let mut works: Vec<(Barrier, Vec<Point>)> = Vec::new();
    while works.is_empty() || args.peek().is_some() {
        works.push(stretch(args)?);
    }
    let each = works.iter().flat_map(|(_, course)| course.windows(2));
    let long: i32 = each.map(|p| p[0].distance(p[1]).0).sum();
    if long > WORKS.0 {
        return Err(args.no(Unplayed::LongWorks(Length(long))));
    }
    let deep = pos.set.table.depth.0;
    let inside = |p: &Point| {
        (0..=pos.set.table.width.0).contains(&p.x)
            && match args.side {
                Side::First => (0..=ZONE.0).contains(&p.y),
                Side::Second => (deep - ZONE.0..=deep).contains(&p.y),
            }
    };
    if !works.iter().all(|(_, course)| course.iter().all(inside)) {
        return Err(args.no(Unplayed::WorksOutside));
    }
    let under = |u: UnitId| {
        let bases = pos.bases(u);
        let mut pieces = works.iter().flat_map(|(_, course)| course.windows(2));
        pieces.any(|p| bases.iter().any(|b| b.is_crossed_by(p[0], p[1])))
    };
    if let Some(unit) = pos.unit_ids().find(|&u| under(u)) {
        return Err(args.no(Unplayed::WorksUnder(unit)));
    }
    let name = format!("works of {}", pos.set.sides[args.side]);
    let obstacles = &mut Arc::make_mut(&mut pos.set).table.obstacles;
    obstacles.extend(works.into_iter().map(|(barrier, course)| Obstacle {
        name: name.clone(),
        barrier,
        course,
    }));
    Ok(())
}

/// One stretch of works: what it is, and its course.
fn stretch(args: &mut Args<'_>) -> Result<(Barrier, Vec<Point>), Refusal> {
    let kind = args.word(Arg::Works)?;
    let barrier = match kind.text.to_ascii_lowercase().as_str() {
        "palisade" => Barrier::Palisade,
        "ditch" => Barrier::Ditch,
        _ => return Err(args.no(Unplayed::NotDug(kind.text.clone()))),
    };
    let mut course = Vec::new();
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit() || c == '-' || c == '.');
    while args.peek().is_some_and(|word| is_number(&word.text)) {
        course.push(args.point()?);
    }
    if course.len() < 2 { Err(args.no(Unplayed::OneEnd)) } else { Ok((barrier, course)) }
}

/// **legion card.political-enemies.** An enemy commander is replaced by a man of one rating less.
fn political_enemies(pos: &mut Position, args: &mut Args<'_>) -> Result<(), Refusal> {
    let leader = args.command(pos, false)?;
    args.end()?;
    let spec = &mut Arc::make_mut(&mut pos.set).commands[usize::from(leader.0)].leader;
    spec.rating = spec.rating.saturating_sub(1);
    pos.cards.lessened.push(leader);
    Ok(())
}
