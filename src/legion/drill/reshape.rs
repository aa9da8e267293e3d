//! Stands turned in place, and formations changed.

use crate::Refusal;
use crate::formation::Formation;
use crate::measure::{Heading, Point, Stance};
use crate::questions::zone::Block;
use crate::refusal::Why;
use crate::refusal::field::Undrilled;
use crate::setup::{Class, Drill, Shield};
use crate::state::{Place, Position, Stand, UnitId};
use crate::written::{Shape, Turn};
use tess_effects::Rule;

/// **legion move.facing.** Each stand turns where it stands: a line that turns to a side becomes a column,
/// and a column a line. The unit keeps its middle.
///
/// # Errors
/// For formations that have no one front.
pub fn turn(pos: &mut Position, id: UnitId, turn: Turn) -> Result<(), Refusal> {
    let Some(stance) = pos.stance(id) else { return Ok(()) };
    let formation = pos.unit(id).formation;
    let count = pos.unit(id).stands.len();
    let files = formation.files(count).max(1);
    let stays = match formation {
        Formation::Orbis | Formation::Testudo => true,
        Formation::Quincunx => matches!(turn, Turn::Left | Turn::Right),
        _ => false,
    };
    if stays {
        return Err(refused("move.facing", id, Undrilled::Turn(formation)));
    }
    let block = Block::of(pos, id);
    let (middle, half_deep) = ((block.left + block.right) / 2, (block.front + block.rear) / 2);
    let centre = stance.at(middle, half_deep);
    let heading = stance.heading.turned(match turn {
        Turn::Left => -9_000,
        Turn::Right => 9_000,
        Turn::About => 18_000,
    });
    // Rank and file of each stand, and how it stands after the turn.
    let place = |i: usize| (i / files, i % files);
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&i| {
        let (rank, file) = (place(i).0 as i32, place(i).1 as i32);
        match turn {
            Turn::Left => (file, -rank),
            Turn::Right => (-file, rank),
            Turn::About => (-rank, -file),
        }
    });
    let ranks = count.div_ceil(files);
    let after = match (turn, formation) {
        (Turn::About, same) => same,
        (_, Formation::Line) => Formation::Column,
        (_, Formation::Column) => Formation::Line,
        _ if ranks == 1 => Formation::Column,
        _ => Formation::Files(ranks as u8),
    };
    let unit = pos.unit_mut(id);
    unit.stands = order.into_iter().map(|i| unit.stands[i]).collect();
    unit.formation = after;
    centred(pos, id, centre, heading);
    Ok(())
}

/// A unit that is not yet on the table takes a formation.
///
/// # Errors
/// When such troops do not know it.
pub(crate) fn fall_in_as(pos: &mut Position, id: UnitId, shape: Shape) -> Result<(), Refusal> {
    let after = wanted(pos, id, shape)?;
    pos.unit_mut(id).formation = after;
    pos.fall_in(id);
    match shape {
        Shape::ShieldWall if !pos.unit(id).shields => lock(pos, id, true),
        _ => Ok(()),
    }
}

/// Falls in about a middle.
fn centred(pos: &mut Position, id: UnitId, centre: Point, heading: Heading) {
    pos.fall_in(id);
    let block = Block::of(pos, id);
    let here = Stance { anchor: centre, heading };
    let back = (-(block.left + block.right) / 2, -(block.front + block.rear) / 2);
    pos.unit_mut(id).place = Place::Table(here.moved(back.0, back.1));
}

/// **legion move.formation, formation.*, romans.quincunx.** Another formation. The first stand of a column,
/// and the middle one of a front rank, stays where it is, and the others go to its flanks or behind it.
///
/// # Errors
/// When such troops do not know the formation.
pub fn form(pos: &mut Position, id: UnitId, shape: Shape, to: Option<Heading>) -> Result<(), Refusal> {
    let Some(stance) = pos.stance(id) else { return Ok(()) };
    let (before, loose) = (pos.unit(id).formation, pos.unit(id).loose);
    let leaves = matches!(before, Formation::Orbis | Formation::Testudo);
    let after = wanted(pos, id, shape)?;
    if to.is_some() && !leaves {
        return Err(refused("move.facing", id, Undrilled::NewFacing));
    }
    if after == before && pos.unit(id).loose == loose {
        return Err(refused("move.formation", id, Undrilled::Already(before)));
    }
    pos.unit_mut(id).shields = false;
    let block = Block::of(pos, id);
    let centre = stance.at((block.left + block.right) / 2, (block.front + block.rear) / 2);
    if after == Formation::Orbis || leaves {
        pos.unit_mut(id).formation = after;
        centred(pos, id, centre, to.unwrap_or(stance.heading));
        return Ok(());
    }
    let files = before.files(pos.unit(id).stands.len()).max(1);
    let pivot = (files - 1) / 2;
    let right = pos.unit(id).stands[pivot].slot.right.0;
    regroup(pos, id, pivot, after);
    let count = pos.unit(id).stands.len();
    let pivot = (after.files(count).max(1) - 1) / 2;
    let new = pos.unit(id).stands[pivot].slot.right.0;
    pos.unit_mut(id).place = Place::Table(stance.moved(right - new, 0));
    Ok(())
}

/// Stands fall in so that the one of this number comes to the middle of the new front.
fn regroup(pos: &mut Position, id: UnitId, pivot: usize, after: Formation) {
    let unit = pos.unit_mut(id);
    let kept = unit.stands.remove(pivot);
    let count = unit.stands.len() + 1;
    let place = (after.files(count).max(1) - 1) / 2;
    unit.stands.insert(place.min(unit.stands.len()), kept);
    unit.formation = after;
    pos.fall_in(id);
}

fn refused(rule: &'static str, unit: UnitId, why: Undrilled) -> Refusal {
    Refusal::new(Rule(rule), Why::Undrilled(unit, why))
}

/// The formation that is meant, when such troops know it. Auxilia disperse, and come together, on the way.
fn wanted(pos: &mut Position, id: UnitId, shape: Shape) -> Result<Formation, Refusal> {
    let no = |rule, why| Err(refused(rule, id, why));
    let (class, drill, shield) = (pos.troop(id).class, pos.troop(id).drill, pos.troop(id).shield);
    let foot = pos.is_heavy(id) && !class.is_cavalry();
    match shape {
        Shape::Line => Ok(Formation::Line),
        Shape::Double => Ok(Formation::Double),
        Shape::Column => Ok(Formation::Column),
        Shape::Files(_) if pos.is_heavy(id) || class.is_chariots() || class == Class::Elephants => {
            no("org.formation", Undrilled::Keeps)
        }
        Shape::Files(files) => Ok(Formation::Files(files)),
        Shape::Quincunx if foot && drill == Drill::Roman => Ok(Formation::Quincunx),
        Shape::Quincunx => no("romans.quincunx", Undrilled::NoQuincunx),
        Shape::Orbis if foot => Ok(Formation::Orbis),
        Shape::Orbis => no("formation.orbis", Undrilled::NoOrbis),
        Shape::Testudo if foot && drill == Drill::Roman && shield == Shield::Large => Ok(Formation::Testudo),
        Shape::Testudo => no("formation.testudo", Undrilled::NoTestudo),
        Shape::Skirmish | Shape::Close | Shape::CloseDouble | Shape::CloseColumn => auxilia(pos, id, shape),
        // Shields are locked and opened without moving a stand.
        Shape::ShieldWall | Shape::Open => Ok(pos.unit(id).formation),
    }
}

/// **legion move.auxilia.** Each stand becomes two bases, or two bases a stand; a base that is left over
/// stays alone.
fn auxilia(pos: &mut Position, id: UnitId, shape: Shape) -> Result<Formation, Refusal> {
    let no = |why| Err(refused("move.auxilia", id, why));
    if pos.troop(id).skirmish.is_none() {
        return no(Undrilled::NoAuxilia);
    }
    let loose = shape == Shape::Skirmish;
    if pos.unit(id).loose == loose {
        return no(Undrilled::Order { loose });
    }
    let unit = pos.unit_mut(id);
    let mut stands: Vec<Stand> = Vec::new();
    if loose {
        for &stand in &unit.stands {
            let half = Stand { half: true, ..stand };
            stands.extend(if stand.half { vec![half] } else { vec![half, half] });
        }
    } else {
        for pair in unit.stands.chunks(2) {
            stands.push(Stand { half: pair.len() == 1, ..pair[0] });
        }
        if stands.len() == 1 && stands[0].half {
            return no(Undrilled::SingleBase);
        }
    }
    unit.stands = stands;
    unit.loose = loose;
    // The stand that stays is the same one, in its new number.
    pos.fall_in(id);
    Ok(match shape {
        Shape::Skirmish => Formation::Files(pos.unit(id).stands.len() as u8),
        Shape::CloseDouble => Formation::Double,
        Shape::CloseColumn => Formation::Column,
        _ => Formation::Line,
    })
}

/// **legion formation.shield-wall.** Heavy infantry with large shields locks them, in line and in good
/// order.
///
/// # Errors
/// When it cannot.
pub fn lock(pos: &mut Position, id: UnitId, shut: bool) -> Result<(), Refusal> {
    let no = |why| Err(refused("formation.shield-wall", id, why));
    let troop = pos.troop(id);
    let foot = pos.is_heavy(id) && !troop.class.is_cavalry();
    if shut && !(foot && troop.shield == Shield::Large) {
        return no(Undrilled::NoLargeShields);
    }
    if shut && !matches!(pos.unit(id).formation, Formation::Line | Formation::Double) {
        return no(Undrilled::NotInLine);
    }
    if pos.unit(id).shields == shut {
        return no(Undrilled::Shields { shut });
    }
    pos.unit_mut(id).shields = shut;
    Ok(())
}
