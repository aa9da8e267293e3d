//! Who touches whom, rows and overlaps.

use super::posts;
use super::stands::StandRef;
use super::zone::Block;
use crate::formation::Formation;
use crate::measure::{Base, Length, Point, Stance, TOUCH};
use crate::setup::Gait;
use crate::state::{Position, UnitId};
use crate::written::Post;

/// **legion formation.orbis.** An orbis of so many stands at most is one whole.
const SMALL_ORBIS: usize = 8;

/// **legion melee.overlap.** Stands beyond the enemy's front that count, on each flank.
const MOST_BEYOND: usize = 2;

/// Bases that meet by less than this, such as at a corner, do not fight.
const CORNER: i32 = 150;

fn towards(p: Point, q: Point) -> Point {
    let long = p.distance(q).0.max(1);
    let part = CORNER.min(long / 3);
    Point { x: p.x + (q.x - p.x) * part / long, y: p.y + (q.y - p.y) * part / long }
}

/// A base without its ends: narrower, and less deep.
fn without_ends(base: &Base) -> [Base; 2] {
    let [a, b, c, d] = base.corners;
    [
        Base { corners: [towards(a, b), towards(b, a), towards(c, d), towards(d, c)] },
        Base { corners: [towards(a, d), towards(b, c), towards(c, b), towards(d, a)] },
    ]
}

/// Do two bases meet along an edge, not only at a corner?
fn meet(one: &Base, other: &Base) -> bool {
    one.touches(other)
        && without_ends(one).iter().any(|b| b.touches(other))
        && without_ends(other).iter().any(|b| b.touches(one))
}

/// Who does not stand square to another cannot meet him along an edge.
const ASKEW: i32 = 500;

/// Does a unit stand at a slant to an enemy, because it had no room to square off?
fn is_askew(pos: &Position, unit: UnitId, enemy: UnitId) -> bool {
    let (Some(own), Some(theirs)) = (pos.stance(unit), pos.stance(enemy)) else { return false };
    let off = own.heading.to(theirs.heading).abs() % 9_000;
    off.min(9_000 - off) > ASKEW
}

/// The bases of a unit and of light infantry attached to it.
fn bases_of_party(pos: &Position, unit: UnitId) -> Vec<Base> {
    pos.party(unit).into_iter().flat_map(|u| pos.bases(u)).collect()
}

/// Are two units in close combat that touch at a corner only, because one of them had no room to square off?
fn only_at_a_corner(pos: &Position, unit: UnitId, enemy: UnitId) -> bool {
    let host = |u: UnitId| pos.unit(u).attached.unwrap_or(u);
    let (unit, enemy) = (host(unit), host(enemy));
    let theirs = bases_of_party(pos, enemy);
    pos.engagements.iter().any(|e| e.other(unit) == Some(enemy))
        && !bases_of_party(pos, unit).iter().any(|b| theirs.iter().any(|o| meet(b, o)))
}

/// **legion melee.contact, melee.square-off.** Is a stand in contact with a stand of this enemy, or of
/// light infantry attached to him? Of those who had no room to square off each stand that touches him
/// fights.
#[must_use]
pub fn is_in_contact(pos: &Position, (unit, place): StandRef, enemy: UnitId) -> bool {
    let bases = pos.bases(unit);
    let Some(base) = bases.get(place) else { return false };
    let theirs = bases_of_party(pos, enemy);
    let touches = theirs.iter().any(|o| base.touches(o));
    touches
        && (is_askew(pos, unit, enemy)
            || theirs.iter().any(|o| meet(base, o))
            || only_at_a_corner(pos, unit, enemy))
}

/// **legion formation.orbis.** Does a unit fight with all its stands, whoever comes from wherever? A larger
/// orbis fights by its sides.
fn fights_whole(pos: &Position, unit: UnitId) -> bool {
    let unit = pos.unit(unit);
    unit.formation == Formation::Orbis && unit.stands.len() <= SMALL_ORBIS
}

/// **legion melee.contact, formation.orbis, romans.quincunx.** The stands of a unit, and of light infantry
/// with it, that fight an enemy: those in contact; all of a small orbis; and before a quincunx those that
/// stand opposite its gaps.
#[must_use]
pub fn contacts(pos: &Position, unit: UnitId, enemy: UnitId) -> Vec<StandRef> {
    let all = || pos.party(unit).into_iter().flat_map(|u| (0..pos.unit(u).stands.len()).map(move |i| (u, i)));
    let touching: Vec<StandRef> = all().filter(|&s| is_in_contact(pos, s, enemy)).collect();
    if touching.is_empty() {
        return touching;
    }
    if fights_whole(pos, unit) {
        return all().filter(|s| s.0 == unit).collect();
    }
    if pos.unit(unit).formation == Formation::Orbis {
        return of_one_side(pos, touching);
    }
    if pos.unit(enemy).formation != Formation::Quincunx {
        return touching;
    }
    let Some(stance) = pos.stance(enemy) else { return touching };
    let block = Block::of(pos, enemy);
    let rank = |s: &StandRef| pos.slots(s.0)[s.1].back;
    let front = touching.iter().map(rank).min();
    let opposite = |s: &StandRef| {
        let local = stance.local(pos.bases(s.0)[s.1].middle());
        local.0 > block.left && local.0 < block.right && Some(rank(s)) == front
    };
    all().filter(|s| touching.contains(s) || (s.0 == unit && opposite(s))).collect()
}

/// **legion formation.orbis.** Of the stands of an orbis that touch an enemy those of the side with most of
/// them.
fn of_one_side(pos: &Position, touching: Vec<StandRef>) -> Vec<StandRef> {
    let quarter = |s: &StandRef| pos.slots(s.0)[s.1].quarter;
    let count = |side: u8| touching.iter().filter(|s| quarter(s) == side).count();
    let side = (0..4).max_by_key(|&side| (count(side), std::cmp::Reverse(side))).unwrap_or(0);
    touching.into_iter().filter(|s| quarter(s) == side).collect()
}

/// **legion melee.depth.** How many stands stand in each rank, the front first; heavy infantry that has
/// closed up behind is counted in (melee.join).
#[must_use]
pub fn rows(pos: &Position, unit: UnitId) -> Vec<usize> {
    let mut rows = own_rows(pos, unit);
    let heavy = |u: UnitId| matches!(pos.gait(u), Gait::HeavyFoot | Gait::Warband);
    if rows.is_empty() || !heavy(unit) {
        return rows;
    }
    let behind = pos.unit_ids().filter(|&u| u != unit && pos.side(u) == pos.side(unit));
    for friend in behind {
        if heavy(friend) && closes_up(pos, unit, friend) {
            rows.extend(own_rows(pos, friend));
        }
    }
    rows
}

fn own_rows(pos: &Position, unit: UnitId) -> Vec<usize> {
    if pos.unit(unit).formation == Formation::Orbis {
        // Each of its sides is one row.
        return vec![Formation::Orbis.files(pos.unit(unit).stands.len())];
    }
    let mut backs: Vec<Length> = pos.unit(unit).stands.iter().map(|s| s.slot.back).collect();
    backs.sort_unstable();
    let mut rows: Vec<(Length, usize)> = Vec::new();
    for back in backs {
        match rows.last_mut() {
            Some(row) if row.0 == back => row.1 += 1,
            _ => rows.push((back, 1)),
        }
    }
    rows.into_iter().map(|r| r.1).collect()
}

/// Does a friend stand against the rear of a unit, facing as it does, and in no combat of his own?
fn closes_up(pos: &Position, unit: UnitId, friend: UnitId) -> bool {
    let (Some(own), Some(theirs)) = (pos.stance(unit), pos.stance(friend)) else { return false };
    let turned = own.heading.to(theirs.heading).abs() <= 500;
    let rear = Block::of(pos, unit).rear;
    let (_, ahead) = own.local(theirs.anchor);
    let at_rear = (ahead - rear).abs() <= TOUCH.0;
    let meets = || pos.bases(friend).iter().any(|b| pos.bases(unit).iter().any(|o| meet(b, o)));
    turned && at_rear && !pos.is_engaged(friend) && meets()
}

/// How a unit stands towards those whom it fights; of an orbis that side which fights.
fn facing(pos: &Position, unit: UnitId, fighting: &[StandRef]) -> Option<Stance> {
    let stance = pos.stance(unit)?;
    let fights = || fighting.iter().filter(|s| s.0 == unit).map(|s| pos.slots(unit)[s.1].quarter);
    let turned = match pos.unit(unit).formation {
        Formation::Orbis => fights().next().unwrap_or(0),
        _ => 0,
    };
    Some(Stance { heading: stance.heading.turned(i32::from(turned) * 9_000), ..stance })
}

/// **legion melee.overlap, leader.in-combat.** Stands of a unit beyond the enemy's front, at most two on
/// each flank: those that follow one another from where it ends, of the unit, of light infantry with it,
/// and a leader on that flank.
#[must_use]
pub fn overlaps(pos: &Position, unit: UnitId, enemy: UnitId) -> u8 {
    let mut taken: Vec<StandRef> = Vec::new();
    for foe in pos.engagements.iter().filter_map(|e| e.other(unit)).take_while(|&foe| foe != enemy) {
        taken.extend(beyond(pos, (unit, foe), &taken).concat());
    }
    let posted = |post: Post| usize::from(posts::posts(pos, unit).any(|(_, p)| p == post));
    let [left, right] = beyond(pos, (unit, enemy), &taken).map(|stands| stands.len());
    let most = |count: usize| count.min(MOST_BEYOND) as u8;
    most(left + posted(Post::Left)) + most(right + posted(Post::Right))
}

/// **legion romans.line-relief.** Other lines of a quincunx that fill its gaps against the same enemy.
fn fillers(pos: &Position, unit: UnitId, enemy: UnitId) -> Vec<UnitId> {
    let gaps = |u: UnitId| pos.unit(u).formation == Formation::Quincunx;
    let others = pos.engagements.iter().filter_map(|e| e.other(enemy)).filter(|&u| u != unit && gaps(u));
    if gaps(unit) { others.collect() } else { Vec::new() }
}

/// **legion melee.overlap, melee.contact.** The stands beyond an enemy's front, on the left and on the
/// right, but those that count against another enemy already. Where other maniples stand in the gaps of a
/// quincunx, they are counted for their own unit.
fn beyond(pos: &Position, (unit, enemy): (UnitId, UnitId), taken: &[StandRef]) -> [Vec<StandRef>; 2] {
    let fighting = contacts(pos, unit, enemy);
    let Some(stance) = facing(pos, unit, &fighting) else { return [Vec::new(), Vec::new()] };
    let span = |b: &Base| {
        let xs = b.corners.map(|p| stance.local(p).0);
        (xs.into_iter().min().unwrap_or(0), xs.into_iter().max().unwrap_or(0))
    };
    let ahead = |b: &Base| stance.local(b.middle()).1;
    let base = |s: &StandRef| pos.bases(s.0)[s.1];
    let Some(rank) = fighting.iter().map(|s| ahead(&base(s))).max() else {
        return [Vec::new(), Vec::new()];
    };
    let theirs: Vec<(i32, i32)> =
        pos.party(enemy).into_iter().flat_map(|e| pos.bases(e)).map(|b| span(&b)).collect();
    let (low, high) =
        (theirs.iter().map(|s| s.0).min().unwrap_or(0), theirs.iter().map(|s| s.1).max().unwrap_or(0));
    let foes: Vec<UnitId> = pos.engagements.iter().filter_map(|e| e.other(unit)).collect();
    let free = |s: &StandRef| {
        !fighting.contains(s)
            && !taken.contains(s)
            && (ahead(&base(s)) - rank).abs() <= 600
            && !foes.iter().any(|&f| is_in_contact(pos, *s, f))
    };
    let quarter = |s: &StandRef| pos.slots(s.0)[s.1].quarter;
    let beside = |s: &StandRef| fighting.iter().any(|f| f.0 != s.0 || quarter(f) == quarter(s));
    let all = pos.party(unit).into_iter().flat_map(|u| (0..pos.unit(u).stands.len()).map(move |i| (u, i)));
    let mut spans: Vec<(Option<StandRef>, (i32, i32))> =
        all.filter(beside).filter(free).map(|s| (Some(s), span(&base(&s)))).collect();
    let filled = fillers(pos, unit, enemy).into_iter().flat_map(|u| pos.bases(u));
    spans.extend(filled.map(|b| (None, span(&b))));
    // Where the fight ends on either side: the enemy's end, or that of the own stands in it when they reach
    // farther.
    let own: Vec<(i32, i32)> = fighting.iter().map(|s| span(&base(s))).collect();
    let left_end = own.iter().map(|s| s.0).min().unwrap_or(low).min(low);
    let right_end = own.iter().map(|s| s.1).max().unwrap_or(high).max(high);
    let near = |a: i32, b: i32| (a - b).abs() <= CORNER;
    let run = |mut end: i32, inner: fn(&(i32, i32)) -> i32, outer: fn(&(i32, i32)) -> i32| {
        let mut found = Vec::new();
        for _ in 0..MOST_BEYOND {
            let Some((stand, next)) = spans.iter().find(|(_, s)| near(inner(s), end)) else { break };
            found.extend(*stand);
            end = outer(next);
        }
        found
    };
    [run(left_end, |s| s.1, |s| s.0), run(right_end, |s| s.0, |s| s.1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Stance;
    use crate::state::Engagement;
    use crate::state::Impact;
    use crate::state::Place;
    use crate::state::Zone;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::u;
    use crate::tests::proving_ground::unit;

    /// A warband that touches the front of a legion with its foremost corner.
    fn touching(facing: Stance) -> Position {
        let mut pos = ground(vec![
            unit("H1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 4), facing, Formation::Double),
        ]);
        let low = pos.bases(u(1)).into_iter().flat_map(|b| b.corners).map(|p| p.y).min().expect("corners");
        let anchor = Point { y: facing.anchor.y - low + 10_005, ..facing.anchor };
        pos.unit_mut(u(1)).place = Place::Table(Stance { anchor, ..facing });
        pos
    }

    #[test]
    fn who_could_not_square_off_fights_at_the_corner() {
        let pos = touching(stance(20, 14, 150));
        assert_eq!(contacts(&pos, u(1), u(0)).len(), 1);
        assert!(!contacts(&pos, u(0), u(1)).is_empty());
    }

    #[test]
    fn two_in_combat_who_touch_at_a_corner_only_fight_there() {
        let mut pos = touching(Stance { anchor: Point { x: 15_200, y: 14_000 }, ..stance(0, 0, 180) });
        let engagement = Engagement {
            attacker: u(1),
            defender: u(0),
            side: Zone::Front,
            impact: Impact::None,
            fresh: true,
        };
        pos.engagements.push(engagement);
        assert_eq!((contacts(&pos, u(1), u(0)).len(), contacts(&pos, u(0), u(1)).len()), (1, 1));
    }

    #[test]
    fn who_stands_square_fights_along_an_edge_only() {
        // Its right hand stand ends where the line of the legion does.
        let pos = touching(Stance { anchor: Point { x: 15_200, y: 14_000 }, ..stance(0, 0, 180) });
        assert!(pos.distance(u(0), u(1)).is_some_and(|d| d <= TOUCH));
        assert_eq!(contacts(&pos, u(1), u(0)), []);
        assert_eq!(contacts(&touching(stance(20, 14, 180)), u(1), u(0)).len(), 2);
    }
}
