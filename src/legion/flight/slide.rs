//! A straight way that ends where something stops it.

use super::dice::slid;
use crate::measure::{Base, Heading, Length, Stance};
use crate::questions::passing::may_pass;
use crate::questions::zone::Block;
use crate::setup::{Ground, Pace};
use crate::state::{Edge, Place, Position, UnitId};

/// A way is looked at in pieces of a tenth of an inch.
const PIECE: i32 = 100;

/// Through which friends a unit goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Through {
    /// Through all: it flees.
    All,
    /// As when it moves by order.
    Allowed,
}

/// What came of a way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slid {
    /// How far it led.
    pub gone: Length,
    /// Friends through whom it led.
    pub through: Vec<UnitId>,
    /// The enemy who stopped it.
    pub met: Option<UnitId>,
    /// It left the table over this edge.
    pub left: Option<Edge>,
    /// Ground, or friends, stopped it.
    pub barred: bool,
}

/// Straight away from an enemy: the way from its middle to the unit's own.
#[must_use]
pub fn away_from(pos: &Position, id: UnitId, enemy: UnitId) -> Option<Heading> {
    let middle = |u: UnitId| {
        let block = Block::of(pos, u);
        pos.stance(u)
            .map(|s| s.at(i32::midpoint(block.left, block.right), i32::midpoint(block.front, block.rear)))
    };
    Some(Heading::of(middle(enemy)?, middle(id)?))
}

/// Turns a unit, with what goes with it, about the middle of their block until it faces so, its stands as
/// they are.
pub fn about(pos: &mut Position, id: UnitId, heading: Heading) {
    let Some(stance) = pos.stance(id) else { return };
    let block = Block::of_party(pos, id);
    let middle = (i32::midpoint(block.left, block.right), i32::midpoint(block.front, block.rear));
    pos.unit_mut(id).place = Place::Table(stance.swung(middle, stance.heading.to(heading)));
}

/// Carries a unit, and what is attached to it, straight along a heading, facing as it does, until it has
/// gone so far or an enemy, the table's edge, ground that it cannot enter, or friends stop it. It never
/// ends on friends: it goes on until it is behind them, or stops before them. Nothing is told.
pub fn slide(pos: &mut Position, id: UnitId, (heading, far): (Heading, Length), through: Through) -> Slid {
    let mut slid_so = Slid::default();
    let group = pos.party(id);
    let Some(from) = pos.stance(id) else { return slid_so };
    let bases_at = |pos: &Position, n: i32| pos.party_at(id, slid(from, heading, n));
    let side = pos.side(id);
    let others: Vec<(UnitId, Vec<Base>)> = pos
        .unit_ids()
        .filter(|u| !group.contains(u) && pos.stance(*u).is_some())
        .map(|u| (u, pos.bases(u)))
        .collect();
    let (friends, foes): (Vec<_>, Vec<_>) = others.into_iter().partition(|(u, _)| pos.side(*u) == side);
    let start = bases_at(pos, 0);
    let near = |a: &[Base], b: &[Base]| a.iter().any(|a| b.iter().any(|b| a.touches(b)));
    let on = |a: &[Base], b: &[Base]| a.iter().any(|a| b.iter().any(|b| a.overlaps(b)));
    let beside: Vec<bool> = foes.iter().map(|(_, f)| near(&start, f)).collect();
    // Whoever has just turned his back at a slant still lies on the enemy from whom he goes away.
    let ahead = |b: &Base| Stance { anchor: from.anchor, heading }.local(b.middle()).1;
    let own = start.iter().map(ahead).sum::<i32>() / (start.len().max(1) as i32);
    let pressed: Vec<bool> =
        foes.iter().map(|(_, f)| on(&start, f) && f.iter().all(|b| ahead(b) < own)).collect();
    let under: Vec<bool> = friends.iter().map(|(_, f)| on(&start, f)).collect();
    let (mut at, mut best) = (0, 0);
    // Friends on its way, also those before whom it stops in the end.
    let mut reached: Vec<(UnitId, i32)> = Vec::new();
    // Friends on whom it stands at the end let it go on behind them, or stop it before them.
    let most = far.0 + if through == Through::All { 24_000 } else { 0 };
    while at < most && (at < far.0 || best < at) {
        let next = (at + PIECE).min(if at < far.0 { far.0 } else { most });
        let here = bases_at(pos, next);
        if let Some(edge) = here.iter().find_map(|b| over(pos, b)) {
            if through == Through::All {
                slid_so.left = Some(edge);
            }
            slid_so.barred = true;
            break;
        }
        if is_barred(pos, id, &here) {
            slid_so.barred = true;
            break;
        }
        let meets = |(i, (_, f)): (usize, &(UnitId, Vec<Base>))| {
            !pressed[i] && if beside[i] { on(&here, f) } else { near(&here, f) }
        };
        if let Some(found) = foes.iter().enumerate().position(meets) {
            slid_so.met = Some(foes[found].0);
            if !beside[found] && best == at {
                best = touch(pos, (&bases_at, &foes[found].1), at, next);
            }
            break;
        }
        let mut clear = !foes.iter().zip(&pressed).any(|((_, f), &pressed)| pressed && on(&here, f));
        for (i, (friend, theirs)) in friends.iter().enumerate() {
            if !on(&here, theirs) || under[i] {
                continue;
            }
            if through == Through::Allowed && may_pass(pos, id, *friend).is_err() {
                slid_so.barred = true;
                break;
            }
            clear = false;
            if !reached.iter().any(|(f, _)| f == friend) {
                reached.push((*friend, next));
            }
        }
        if slid_so.barred {
            break;
        }
        at = next;
        if clear {
            best = at;
        }
    }
    if slid_so.left.is_some() {
        best = at;
    }
    pos.unit_mut(id).place = Place::Table(slid(from, heading, best));
    slid_so.gone = Length(best);
    let end = bases_at(pos, best);
    let passed = |f: UnitId, met: i32| {
        met <= best && (slid_so.left.is_some() || friends.iter().any(|(u, b)| *u == f && !on(&end, b)))
    };
    let through = reached.into_iter().filter(|&(f, met)| passed(f, met)).map(|(f, _)| f).collect();
    Slid { through, ..slid_so }
}

/// The bases of a unit and what is attached to it, so far along a way.
type Places<'a> = dyn Fn(&Position, i32) -> Vec<Base> + 'a;

/// The farthest of a piece at which the unit touches and does not lie on the enemy.
fn touch(pos: &Position, (bases_at, foe): (&Places<'_>, &[Base]), clear: i32, met: i32) -> i32 {
    let (mut low, mut high) = (clear, met);
    let near = |n: i32| {
        let here = bases_at(pos, n);
        here.iter().any(|a| foe.iter().any(|b| a.touches(b)))
    };
    while high - low > 1 {
        let middle = i32::midpoint(low, high);
        if near(middle) { high = middle } else { low = middle }
    }
    high
}

/// Over which edge does the base lie?
fn over(pos: &Position, base: &Base) -> Option<Edge> {
    let table = &pos.set.table;
    base.corners.iter().find_map(|p| {
        if p.y < 0 {
            Some(Edge::South)
        } else if p.y > table.depth.0 {
            Some(Edge::North)
        } else if p.x < 0 {
            Some(Edge::West)
        } else if p.x > table.width.0 {
            Some(Edge::East)
        } else {
            None
        }
    })
}

fn is_barred(pos: &Position, id: UnitId, bases: &[Base]) -> bool {
    let gait = pos.gait(id);
    bases.iter().any(|b| {
        let ford = pos.set.table.under(b).any(|t| t.ground == Ground::Ford);
        let bars = |g| pos.set.charts.ground.effect(g, gait).pace == Pace::Barred;
        !ford && pos.set.table.under(b).any(|t| bars(t.ground))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formation::Formation;
    use crate::measure::Point;
    use crate::measure::TOUCH;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::VELITES;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::u;
    use crate::tests::proving_ground::unit;

    fn field() -> Position {
        let line = Formation::Line;
        ground(vec![
            unit("V1", 0, (VELITES, 2), stance(10, 20, 0), line),
            unit("H1", 0, (LEGION, 2), stance(10, 15, 0), line),
            unit("W1", 2, (WARBAND, 2), stance(10, 30, 180), line),
        ])
    }

    #[test]
    fn a_way_ends_where_it_is_due() {
        let mut pos = field();
        let slid = slide(&mut pos, u(0), (Heading::NORTH, Length::inches(4)), Through::All);
        assert_eq!(slid, Slid { gone: Length::inches(4), ..Slid::default() });
        assert_eq!(pos.stance(u(0)).expect("there").anchor, Point { x: 10_000, y: 24_000 });
    }

    #[test]
    fn it_ends_behind_friends_and_never_on_them() {
        let mut pos = field();
        let slid = slide(&mut pos, u(0), (Heading::SOUTH, Length(4_500)), Through::All);
        assert_eq!(slid.through, [u(1)]);
        // The rear of the line lies at 13.8: the front of the light troops ends behind it.
        assert!((6_200..=6_300).contains(&slid.gone.0), "{slid:?}");
    }

    #[test]
    fn who_stops_before_friends_has_gone_through_none() {
        // Lines of legionaries, one behind the other, with no room for velites between them.
        let line = |at: Stance| unit("H", 0, (LEGION, 2), at, Formation::Line);
        let place = |n: i32| Stance { anchor: Point { x: 10_000, y: 30_000 - n * 1_200 }, ..stance(0, 0, 0) };
        let mut units = vec![unit("V1", 0, (VELITES, 2), stance(10, 34, 0), Formation::Line)];
        units.extend((0..22).map(|n| line(place(n))));
        let (mut pos, velites) = (ground(units), u(0));
        let slid = slide(&mut pos, velites, (Heading::SOUTH, Length::inches(4)), Through::All);
        assert_eq!(slid.through, [], "{slid:?}");
        assert!(slid.gone < Length::inches(4), "{slid:?}");
        assert_eq!(slid.left, None);
    }

    #[test]
    fn who_turns_his_back_at_a_slant_gets_away() {
        let mut pos = ground(vec![
            unit("H1", 0, (LEGION, 4), stance(20, 10, 0), Formation::Line),
            unit("W1", 2, (WARBAND, 8), stance(20, 10, 180), Formation::Double),
        ]);
        about(&mut pos, u(1), Heading::new(1_500));
        let slid = slide(&mut pos, u(1), (Heading::new(1_500), Length::inches(3)), Through::All);
        assert_eq!(slid, Slid { gone: Length::inches(3), ..Slid::default() });
    }

    #[test]
    fn an_enemy_stops_it_at_a_touch_and_the_edge_lets_it_out() {
        let mut pos = field();
        let met = slide(&mut pos, u(0), (Heading::NORTH, Length::inches(20)), Through::Allowed);
        assert_eq!((met.met, met.gone.0 / 100), (Some(u(2)), 99));
        assert!(pos.distance(u(0), u(2)).is_some_and(|d| d <= TOUCH));
        let mut pos = field();
        let left = slide(&mut pos, u(0), (Heading::WEST, Length::inches(20)), Through::All);
        assert_eq!(left.left, Some(Edge::West));
        let mut pos = field();
        let held = slide(&mut pos, u(0), (Heading::WEST, Length::inches(20)), Through::Allowed);
        assert_eq!((held.left, held.barred), (None, true));
    }
}
