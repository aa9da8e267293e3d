//! What the properties know of places by themselves, where the rules need not be asked: only plain cases,
//! with room to spare.

use tesserarius::legion::measure::{Base, Length, Point, Stance};
use tesserarius::legion::state::LeaderPlace;
use tesserarius::legion::{Position, UnitId};

/// How far bases reach in the frame of a stance: left, right, rear and front.
pub fn reach(at: Stance, bases: &[Base]) -> Option<[i32; 4]> {
    let all: Vec<(i32, i32)> = bases.iter().flat_map(|b| b.corners).map(|p| at.local(p)).collect();
    let (xs, ys) = (|| all.iter().map(|p| p.0), || all.iter().map(|p| p.1));
    Some([xs().min()?, xs().max()?, ys().min()?, ys().max()?])
}

/// Does ground or an obstacle touch a base, or come near it?
pub fn is_rough(pos: &Position, base: &Base) -> bool {
    let table = &pos.set.table;
    table.under(base).next().is_some()
        || table
            .obstacles
            .iter()
            .any(|o| o.course.windows(2).any(|p| base.distance_to_segment(p[0], p[1]) < Length(100)))
}

/// How far it is straight ahead of a unit to another, over open ground with nobody between, when they meet
/// on a third of an inch at least.
pub fn straight(pos: &Position, unit: UnitId, other: UnitId) -> Option<i32> {
    let at = pos.stance(unit)?;
    straight_to(pos, unit, (other, &pos.bases(other)), at)
}

/// The same, of bases that stand elsewhere than the other unit does.
pub fn straight_to(
    pos: &Position,
    unit: UnitId,
    (other, theirs): (UnitId, &[Base]),
    at: Stance,
) -> Option<i32> {
    let own = pos.party_at(unit, at);
    let [left, right, _, front] = reach(at, &own)?;
    // Only those of their bases that lie before the unit.
    let before = |b: &&Base| {
        reach(at, std::slice::from_ref(*b)).is_some_and(|[l, r, ..]| l + 330 < right && r - 330 > left)
    };
    let met: Vec<Base> = theirs.iter().filter(before).copied().collect();
    let [.., rear, _] = reach(at, &met)?;
    let far = rear - front;
    if far < 0 {
        return None;
    }
    let middle = i32::midpoint(left, right);
    let lane_at = at.moved(middle, front + far - 60);
    let lane = Base::new(lane_at, Length(right - left + 60), Length((far - 120).max(1)));
    let in_way = |b: &Base| b.overlaps(&lane) || b.distance(&lane) < Length(30);
    let others = pos.unit_ids().filter(|&u| pos.host(u) != unit && u != other && pos.stance(u).is_some());
    // Nobody stands so near that the way might begin on him.
    let close = |b: &Base| own.iter().any(|o| o.distance(b) < Length(300));
    let free = !others.flat_map(|u| pos.bases(u)).any(|b| in_way(&b) || close(&b))
        && !theirs.iter().any(in_way)
        && pos.set.table.holds(&lane)
        && !is_rough(pos, &lane)
        && !own.iter().chain(theirs).any(|b| is_rough(pos, b))
        && !leaders(pos).any(|p| lane.contains(p) || lane.distance_to(p) < Length(1_500));
    free.then_some(far)
}

/// The leaders who stand by themselves.
pub fn leaders(pos: &Position) -> impl Iterator<Item = Point> + '_ {
    pos.leaders.iter().filter_map(|leader| match leader.place {
        LeaderPlace::Alone(at) => Some(at.anchor),
        _ => None,
    })
}

/// So many stands of a unit have a mark within their range and before their front, in the open, and nobody
/// in between nor any nearer.
pub fn shooters(pos: &Position, unit: UnitId, mark: UnitId) -> usize {
    let own = pos.unit(unit);
    let marks = pos.bases(mark);
    let all: Vec<(UnitId, Base)> = pos
        .unit_ids()
        .filter(|&u| pos.stance(u).is_some())
        .flat_map(|u| pos.bases(u).into_iter().map(move |b| (u, b)))
        .collect();
    let clear_ground = |a: Point, b: Point| {
        let over = |p: Point| Point { x: p.x + 1, y: p.y };
        !pos.set.table.terrain.iter().any(|t| t.outline.is_crossed_by(a, b) || t.outline.contains(a))
            && !pos.set.table.obstacles.iter().any(|o| {
                o.course
                    .windows(2)
                    .any(|p| tesserarius::legion::measure::crossing(a, over(b), p[0], p[1]).is_some())
            })
    };
    let bases = pos.bases(unit);
    let can = |nth: usize| {
        let base = &bases[nth];
        let range = pos.profile(own, own.stands[nth].troop).range;
        let [left, right, ..] = base.corners;
        let eye = Point { x: i32::midpoint(left.x, right.x), y: i32::midpoint(left.y, right.y) };
        let Some(stance) = pos.stance(unit) else { return false };
        let found = marks.iter().map(|m| (m.distance_to(eye), m)).min_by_key(|m| m.0);
        let Some((far, nearest)) = found else { return false };
        // Edges are not pictured here: from the eye to the middle of the mark has to be clear, well within
        // the range and the arc.
        let to = nearest.middle();
        let (aside, ahead) =
            (stance.local(to).0 - stance.local(eye).0, stance.local(to).1 - stance.local(eye).1);
        let before = ahead > 0 && aside.abs() * 5 < ahead * 4 - 4_000;
        let foes = |u: UnitId| pos.side(u) != pos.side(unit) && u != mark;
        // The nearest is meant from base to base.
        let alone = all.iter().all(|(u, b)| !foes(*u) || base.distance(b).0 > base.distance(nearest).0 + 500)
            && leaders(pos).all(|p| eye.distance(p).0 > far.0 + 2_500);
        let between = |b: &Base| {
            let inner = Point { x: eye.x + (to.x - eye.x) / 200, y: eye.y + (to.y - eye.y) / 200 };
            b.distance_to_segment(inner, to) < Length(200)
        };
        let behind_own = all.iter().any(|(u, b)| *u == unit && b != base && between(b));
        let screened = all.iter().any(|(u, b)| *u != unit && *u != mark && between(b));
        far.0 + 700 < range.0
            && far.0 > 300
            && before
            && alone
            && !screened
            && !behind_own
            && clear_ground(eye, to)
    };
    (0..own.stands.len()).filter(|&n| can(n)).count()
}
