//! Random positions of Legion and Empire: parts of two armies strewn over a piece of a table with ground and
//! obstacles on it, in any formation and state, some of them in combat, in the middle of a turn.

use std::sync::Arc;

use crate::properties::chance::Chance;
use tesserarius::legion::formation::Formation;
use tesserarius::legion::measure::{Heading, Length, Point, Polygon, Stance};
use tesserarius::legion::questions::zone::Block;
use tesserarius::legion::questions::{posts, terrain};
use tesserarius::legion::setup::{Barrier, Class, Drill, Ground, Obstacle, Terrain};
use tesserarius::legion::state::{
    Acting, Directive, Engagement, Finer, Impact, LeaderPlace, Morale, Ordered, Place, Post, Segment, Stage,
    Zone,
};
use tesserarius::legion::{CommandId, Position, Setup, Side, UnitId};

/// An inch.
const INCH: i32 = 1_000;

/// So wide and deep is the piece of the table on which they stand.
const ROOM: usize = 26;

/// The same battle with some more ground and obstacles about this place.
fn rough(set: &Setup, middle: Point, chance: &mut Chance) -> Setup {
    let mut set = set.clone();
    set.choices.set_up = false;
    set.choices.last_turn = None;
    let grounds = [Ground::Woods, Ground::Rough, Ground::Hill, Ground::Marsh, Ground::Water, Ground::Village];
    for nth in 0..chance.below(3) {
        let ground = *chance.pick(&grounds);
        let at = near(middle, chance);
        let (wide, deep) = (INCH * (2 + chance.below(4) as i32), INCH * (2 + chance.below(4) as i32));
        let corner = |x: i32, y: i32| Point { x: at.x + x * wide / 2, y: at.y + y * deep / 2 };
        let outline = vec![corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
        let Ok(outline) = Polygon::new(outline) else { continue };
        let height = u8::from(ground == Ground::Hill);
        set.table.terrain.push(Terrain { name: format!("strewn {nth}"), ground, height, outline });
    }
    let barriers = [Barrier::Wall, Barrier::Hedge, Barrier::Ditch, Barrier::Stream];
    if chance.once_in(3) {
        let from = near(middle, chance);
        let to = Point {
            x: from.x + INCH * (4 - chance.below(9) as i32),
            y: from.y + INCH * (1 + chance.below(4) as i32),
        };
        let barrier = *chance.pick(&barriers);
        set.table.obstacles.push(Obstacle { name: "strewn".to_owned(), barrier, course: vec![from, to] });
    }
    set
}

/// A place about the middle.
fn near(middle: Point, chance: &mut Chance) -> Point {
    let mut off = || (chance.below(ROOM * 10) as i32 - ROOM as i32 * 5) * INCH / 10;
    Point { x: middle.x + off(), y: middle.y + off() }
}

/// Four to ten units of each side about a place of the table, some of them in combat, in the initiative of
/// one of their Commands. Both sides are asked about whatever the book leaves to them.
pub fn scattered(set: &Arc<Setup>, seed: u64) -> Position {
    let mut chance = Chance::new(seed ^ 0x1e61_0000);
    let margin = ROOM as i32 * INCH / 2;
    let (width, depth) = (set.table.width.0, set.table.depth.0);
    // Now and then at the edge of the table.
    let edge = if chance.once_in(4) { 2 * INCH } else { margin };
    let span = |all: i32, chance: &mut Chance| edge + chance.below((all - 2 * edge).max(1) as usize) as i32;
    let middle = Point { x: span(width, &mut chance), y: span(depth, &mut chance) };
    let mut bare = rough(set, middle, &mut chance);
    bare.choices.cards = Default::default();
    let mut pos = Position::new(Arc::new(bare));
    for unit in pos.unit_ids() {
        pos.unit_mut(unit).place = Place::Waiting;
    }
    for leader in &mut pos.leaders {
        leader.place = LeaderPlace::Waiting;
    }
    pos.turn = 2 + chance.below(4) as u16;
    for side in Side::BOTH {
        let mine: Vec<UnitId> = pos.unit_ids().filter(|&u| pos.side(u) == side).collect();
        for _ in 0..4 + chance.below(7) {
            let unit = *chance.pick(&mine);
            if pos.unit(unit).place == Place::Waiting {
                put(&mut pos, unit, middle, &mut chance);
            }
        }
    }
    clash(&mut pos, &mut chance);
    confront(&mut pos, &mut chance);
    attach(&mut pos, &mut chance);
    order(&mut pos, &mut chance);
    for unit in pos.unit_ids().filter(|&u| pos.stance(u).is_some()).collect::<Vec<_>>() {
        unsettle(&mut pos, unit, &mut chance);
    }
    lead(&mut pos, middle, &mut chance);
    if let Stage::Acting(acting) = pos.stage {
        pos.stage = Stage::Acting(Acting::of(&pos, acting.command, Segment::Preliminary));
    }
    for side in Side::BOTH {
        Finer::ALL.into_iter().for_each(|finer| pos.asks[side].set(finer, true));
    }
    pos
}

/// Can a unit stand there: on the table, clear of all others by a hair, on ground that it may enter?
fn has_room(pos: &Position, unit: UnitId, at: Stance, beside: Option<UnitId>) -> bool {
    let bases = pos.bases_at(unit, at);
    let clear = |o: UnitId| {
        let far = |d: Length| if beside == Some(o) { d >= Length::ZERO } else { d > Length(60) };
        pos.bases(o).iter().all(|b| bases.iter().all(|own| !own.overlaps(b) && far(own.distance(b))))
    };
    let table = &pos.set.table;
    bases.iter().all(|b| table.holds(b))
        && terrain::under(pos, pos.gait(unit), &bases).is_ok()
        && !table.obstacles.iter().any(|o| terrain::is_on(o, &bases))
        && pos.unit_ids().filter(|&o| o != unit && pos.stance(o).is_some()).all(clear)
}

/// In a formation that it may have.
fn form(pos: &mut Position, unit: UnitId, chance: &mut Chance) {
    let troop = pos.troop(unit);
    let (class, split, drill) = (troop.class, troop.skirmish.is_some(), troop.drill);
    let shapes: &[Formation] = match class {
        Class::LightInfantry | Class::LightCavalry => {
            &[Formation::Line, Formation::Files(2), Formation::Column, Formation::Double]
        }
        Class::Artillery | Class::Baggage => &[Formation::Line],
        _ => &[Formation::Line, Formation::Line, Formation::Double, Formation::Column],
    };
    let shape = *chance.pick(shapes);
    // Auxilia in skirmish order stand on half stands, two for each.
    if split && chance.once_in(2) != pos.unit(unit).loose {
        let own = pos.unit_mut(unit);
        own.loose = !own.loose;
        let kind = own.stands[0];
        let bases = own.began;
        own.stands = match own.loose {
            true => vec![kind; usize::from(bases)],
            false => vec![kind; usize::from(bases / 2)],
        };
        let half = own.loose;
        own.stands.iter_mut().for_each(|s| s.half = half);
    }
    let square = pos.is_heavy(unit) && !class.is_cavalry() && pos.unit(unit).stands.len() >= 4;
    let roman = drill == Drill::Roman && class == Class::HeavyInfantry;
    pos.unit_mut(unit).formation = if square && chance.once_in(12) {
        Formation::Orbis
    } else if roman && chance.once_in(5) {
        Formation::Quincunx
    } else {
        shape
    };
    pos.fall_in(unit);
}

/// Somewhere about the middle, mostly facing the enemy's side of the table.
fn put(pos: &mut Position, unit: UnitId, middle: Point, chance: &mut Chance) {
    form(pos, unit, chance);
    for _ in 0..12 {
        let mut anchor = near(middle, chance);
        let first = pos.side(unit) == Side::First;
        if chance.below(3) > 0 {
            let off = (anchor.y - middle.y).abs() / 2;
            anchor.y = middle.y + if first { -off } else { off };
        }
        let ahead = if first { 0 } else { 18_000 };
        let turn = match chance.below(4) {
            0 => chance.below(36_000) as i32,
            1 => ahead,
            _ => ahead + chance.below(6_000) as i32 - 3_000,
        };
        let at = Stance { anchor, heading: Heading::new(turn.rem_euclid(36_000)) };
        if has_room(pos, unit, at, None) {
            pos.unit_mut(unit).place = Place::Table(at);
            return;
        }
    }
}

/// Some of those who wait come into combat with some of those who stand: in front mostly, or at a flank.
fn clash(pos: &mut Position, chance: &mut Chance) {
    let there: Vec<UnitId> = pos.unit_ids().filter(|&u| pos.stance(u).is_some()).collect();
    for unit in there.into_iter().filter(|_| chance.once_in(4)).collect::<Vec<_>>() {
        let waits = |e: &UnitId| pos.side(*e) != pos.side(unit) && pos.unit(*e).place == Place::Waiting;
        let foes: Vec<UnitId> = pos.unit_ids().filter(waits).collect();
        let train = |u: UnitId| matches!(pos.troop(u).class, Class::Artillery | Class::Baggage);
        let Some(own) = pos.stance(unit).filter(|_| !foes.is_empty() && !train(unit)) else { continue };
        let foe = *chance.pick(&foes);
        if train(foe) || pos.unit(unit).formation == Formation::Orbis {
            continue;
        }
        let before = pos.unit(unit).clone();
        if is_legion(pos, unit) && pos.is_heavy(unit) {
            pos.unit_mut(unit).formation = Formation::Line;
            pos.fall_in(unit);
            if !has_room(pos, unit, own, None) {
                *pos.unit_mut(unit) = before;
            }
        }
        form(pos, foe, chance);
        if pos.unit(foe).formation == Formation::Orbis {
            continue;
        }
        let side = *chance.pick(&[Zone::Front, Zone::Front, Zone::Front, Zone::Left, Zone::Right]);
        let (block, theirs) = (Block::of(pos, unit), Block::of(pos, foe));
        let aside = chance.below(2_000) as i32 - 1_000;
        let gap = theirs.front + 5;
        let (right, ahead) = match side {
            Zone::Left => (block.left - gap, block.front - theirs.width().half().0),
            Zone::Right => (block.right + gap, block.front - theirs.width().half().0),
            _ => (aside, block.front + gap),
        };
        let at = Stance { heading: own.heading.turned(side.turn()).about(), anchor: own.at(right, ahead) };
        if !has_room(pos, foe, at, Some(unit)) {
            continue;
        }
        pos.unit_mut(foe).place = Place::Table(at);
        let (attacker, defender) = (foe, unit);
        pos.engagements.push(Engagement { attacker, defender, side, impact: Impact::None, fresh: false });
        if side == Zone::Front {
            second_line(pos, unit);
            second_line(pos, foe);
        }
    }
}

/// Is it a line of legionaries, or may be one?
fn is_legion(pos: &Position, unit: UnitId) -> bool {
    let troop = pos.troop(unit);
    troop.drill == Drill::Roman && matches!(troop.class, Class::HeavyInfantry | Class::Auxilia)
}

/// Behind a line of legionaries stands another that waits.
fn second_line(pos: &mut Position, first: UnitId) {
    let line = pos.unit(first).formation == Formation::Line && pos.is_heavy(first);
    let Some(at) = pos.stance(first).filter(|_| line && is_legion(pos, first)) else { return };
    let waits = |u: &UnitId| {
        let own = pos.unit(*u);
        own.place == Place::Waiting && own.command == pos.unit(first).command && is_legion(pos, *u)
    };
    let Some(second) = pos.unit_ids().find(|u| waits(u) && pos.is_heavy(*u)) else { return };
    pos.unit_mut(second).formation = Formation::Line;
    pos.fall_in(second);
    let behind = at.moved(0, Block::of(pos, first).rear - 100);
    if has_room(pos, second, behind, Some(first)) {
        pos.unit_mut(second).place = Place::Table(behind);
    }
}

/// Some of those who wait stand before some of the others, a few inches away and looking at them, so that
/// they may charge, be met and be shot at; and friends look at the place to which they would come.
fn confront(pos: &mut Position, chance: &mut Chance) {
    let there: Vec<UnitId> =
        pos.unit_ids().filter(|&u| pos.stance(u).is_some() && !pos.is_engaged(u)).collect();
    for unit in there.into_iter().filter(|_| chance.once_in(3)).collect::<Vec<_>>() {
        let waiting = |pos: &Position, own: bool| -> Vec<UnitId> {
            let waits = |u: &UnitId| {
                let train = matches!(pos.troop(*u).class, Class::Artillery | Class::Baggage);
                (pos.side(*u) == pos.side(unit)) == own && pos.unit(*u).place == Place::Waiting && !train
            };
            pos.unit_ids().filter(waits).collect()
        };
        let foes = waiting(pos, false);
        let Some(at) = pos.stance(unit).filter(|_| !foes.is_empty()) else { continue };
        let foe = *chance.pick(&foes);
        form(pos, foe, chance);
        let (block, theirs) = (Block::of(pos, unit), Block::of(pos, foe));
        let (aside, gap) = (chance.below(800) as i32 - 400, INCH * 3 / 2 + chance.below(3_500) as i32);
        let facing = Stance {
            heading: at.heading.turned(chance.below(1_600) as i32 - 800).about(),
            anchor: at.at(aside, block.front + theirs.front + gap),
        };
        if !has_room(pos, foe, facing, None) {
            continue;
        }
        pos.unit_mut(foe).place = Place::Table(facing);
        let friends = waiting(pos, true);
        if friends.is_empty() {
            continue;
        }
        let friend = *chance.pick(&friends);
        pos.unit_mut(friend).formation = Formation::Line;
        pos.fall_in(friend);
        let side = *chance.pick(&[-1, 1]);
        let far = theirs.width().0 / 2 + INCH + chance.below(2_500) as i32;
        let looks = Stance {
            heading: at.heading.turned(-side * 9_000),
            anchor: at.at(side * far, block.front + theirs.depth().0 / 2),
        };
        if has_room(pos, friend, looks, None) {
            pos.unit_mut(friend).place = Place::Table(looks);
        }
    }
}

/// Light infantry that waits goes behind some of those who may have it.
fn attach(pos: &mut Position, chance: &mut Chance) {
    let hosts: Vec<UnitId> = pos
        .unit_ids()
        .filter(|&u| {
            let class = pos.troop(u).class;
            pos.stance(u).is_some() && (class.is_cavalry() || class == Class::Elephants)
        })
        .collect();
    for host in hosts.into_iter().filter(|_| chance.once_in(3)).collect::<Vec<_>>() {
        let light = |u: &UnitId| {
            pos.troop(*u).class == Class::LightInfantry
                && pos.side(*u) == pos.side(host)
                && pos.unit(*u).place == Place::Waiting
        };
        let Some(escort) = pos.unit_ids().find(light) else { continue };
        let Some(at) = pos.stance(host) else { continue };
        let before = pos.clone();
        pos.unit_mut(escort).attached = Some(host);
        pos.unit_mut(escort).place = Place::Table(at);
        let bases = pos.bases(escort);
        let crowds = |o: UnitId| {
            pos.bases(o)
                .iter()
                .any(|b| bases.iter().any(|own| own.overlaps(b) || o != host && own.touches(b)))
        };
        let clear = bases.iter().all(|b| pos.set.table.holds(b))
            && terrain::under(pos, pos.gait(escort), &bases).is_ok()
            && !pos.set.table.obstacles.iter().any(|o| terrain::is_on(o, &bases))
            && !pos.unit_ids().any(|o| o != escort && pos.stance(o).is_some() && crowds(o));
        if !clear {
            *pos = before;
        }
    }
}

/// Each Command has an order, and those that are still to act a place in the sequence.
fn order(pos: &mut Position, chance: &mut Chance) {
    let mut left: Vec<CommandId> =
        (0..pos.commands.len() as u16).map(CommandId).filter(|&c| pos.units_of(c).next().is_some()).collect();
    let orders = [
        Directive::Advance,
        Directive::Advance,
        Directive::Advance,
        Directive::Hold,
        Directive::Retire,
        Directive::Reform,
        Directive::March,
        Directive::Redeploy,
    ];
    for command in 0..pos.commands.len() as u16 {
        pos.command_mut(CommandId(command)).ordered = Ordered::Open(*chance.pick(&orders));
    }
    let mut sequence = Vec::new();
    while !left.is_empty() {
        sequence.push(left.remove(chance.below(left.len())));
    }
    // Some have acted already.
    let acted = chance.below(sequence.len().div_ceil(2));
    let acted: Vec<CommandId> = sequence.drain(..acted).collect();
    if sequence.is_empty() {
        return;
    }
    let command = sequence.remove(0);
    pos.sequence = sequence;
    pos.stage = Stage::Acting(Acting::of(pos, command, Segment::Preliminary));
    for unit in pos.unit_ids().filter(|&u| acted.contains(&pos.unit(u).command)).collect::<Vec<_>>() {
        let account = &mut pos.unit_mut(unit).account;
        account.moved = !chance.once_in(3);
        account.shot = chance.once_in(3);
        if pos.is_engaged(unit) {
            let foes: Vec<UnitId> = pos.engagements.iter().filter_map(|e| e.other(unit)).collect();
            for one in foes.into_iter().chain([unit]) {
                pos.unit_mut(one).account.fought = true;
                pos.unit_mut(one).account.moved = true;
            }
        }
    }
}

/// In any state that it may be in.
fn unsettle(pos: &mut Position, unit: UnitId, chance: &mut Chance) {
    let engaged = pos.is_engaged(unit) || pos.unit(unit).attached.is_some();
    let elephants = pos.troop(unit).class == Class::Elephants;
    let (stands, own) = (pos.unit(unit).stands.len(), pos.unit(unit));
    let least = own.stands.iter().map(|s| pos.profile(own, s.troop).break_value).min().unwrap_or(1);
    let hits = chance.below(2 * usize::from(least)).min(usize::from(least).saturating_sub(1));
    let shaken = chance.below(10);
    let lost = chance.once_in(4);
    let own = pos.unit_mut(unit);
    own.hits = if chance.once_in(2) { hits as u16 } else { 0 };
    own.lost.1 = if lost { 2 } else { 0 };
    own.began += own.lost.1;
    own.morale = match shaken {
        0 if !engaged => Morale::Broken,
        1 | 2 if !elephants => Morale::Disordered,
        _ if usize::from(own.hits) >= stands && !elephants => Morale::Disordered,
        _ => Morale::Good,
    };
}

/// Leaders with their men or by themselves, one of them with a wound.
fn lead(pos: &mut Position, middle: Point, chance: &mut Chance) {
    for command in (0..pos.commands.len() as u16).map(CommandId) {
        let own: Vec<UnitId> = pos.units_of(command).filter(|&u| pos.unit(u).attached.is_none()).collect();
        if own.is_empty() || chance.once_in(6) {
            continue;
        }
        if chance.once_in(5) {
            pos.leader_mut(command).wounded = 1;
        }
        let place = if chance.once_in(2) {
            let post = *chance.pick(&[Post::Rear, Post::Rear, Post::Left, Post::Right, Post::Front]);
            Some(LeaderPlace::With(*chance.pick(&own), post))
        } else {
            let at = Stance { anchor: near(middle, chance), heading: Heading::NORTH };
            let base = posts::base_at(pos, command, at);
            let far = |u: UnitId| pos.bases(u).iter().all(|b| b.distance(&base) > Length(60));
            let free = pos.set.table.holds(&base)
                && terrain::under(
                    pos,
                    pos.set.troop(pos.leader_spec(command).troop).class.gait(false),
                    &[base],
                )
                .is_ok()
                && pos.unit_ids().filter(|&u| pos.stance(u).is_some()).all(far);
            free.then_some(LeaderPlace::Alone(at))
        };
        if let Some(place) = place {
            pos.leader_mut(command).place = place;
        }
    }
}
