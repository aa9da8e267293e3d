//! What a unit can see.

use crate::formation::Slot;
use crate::measure::{self, Base, Length, Point, Stance};
use crate::setup::{Class, Ground};
use crate::state::{Position, UnitId};

/// Whoever stands so near to an obstacle, or to the edge of a piece of ground, looks over it, and is seen
/// behind it.
const BESIDE: Length = Length(250);

/// Layers of a hill from which one sees over woods.
const ABOVE_TREES: u8 = 2;

/// **legion los.arc.** Does a unit look all round: light troops, engines, elephants, chariots? Others see
/// what is before them.
#[must_use]
pub fn looks_round(pos: &Position, unit: UnitId) -> bool {
    let class = pos.troop(unit).class;
    pos.is_light(unit)
        || class.is_chariots()
        || matches!(class, Class::Artillery | Class::Elephants | Class::Baggage)
}

/// **legion los.arc, los.block.** Does a unit see another: from the middle of the front edge of one of its
/// stands to the middle of the nearest edge of one of the other's?
#[must_use]
pub fn sees(pos: &Position, viewer: UnitId, target: UnitId) -> bool {
    see(pos, (viewer, &eyes(pos, viewer)), target)
}

/// **legion morale.when, los.block.** Does a unit see another before it? What breaks behind them even light
/// troops do not look at.
#[must_use]
pub fn sees_ahead(pos: &Position, viewer: UnitId, target: UnitId) -> bool {
    let ahead: Vec<Eye> = eyes(pos, viewer).into_iter().map(|eye| Eye { round: false, ..eye }).collect();
    see(pos, (viewer, &ahead), target)
}

fn see(pos: &Position, (viewer, eyes): (UnitId, &[Eye]), target: UnitId) -> bool {
    let theirs = pos.bases(target);
    eyes.iter().any(|eye| {
        theirs.iter().any(|base| {
            let mark = nearest_edge(base, eye.stance.anchor);
            eye.faces(mark) && is_clear(pos, (viewer, eye), (target, base, mark))
        })
    })
}

/// One stand that looks: from the middle of its front edge.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// Where its front edge's middle is, and which way it looks.
    pub stance: Stance,
    /// Its base.
    pub base: Base,
    /// It sees all round.
    pub round: bool,
}

impl Eye {
    /// Does it look that way: all round, or not behind its front edge?
    #[must_use]
    pub fn faces(&self, place: Point) -> bool {
        self.round || self.stance.local(place).1 >= 0
    }
}

/// The stands of a unit as they look.
#[must_use]
pub fn eyes(pos: &Position, unit: UnitId) -> Vec<Eye> {
    let Some(stance) = pos.stance(unit) else { return Vec::new() };
    let round = looks_round(pos, unit);
    let eye = |(slot, base): (Slot, Base)| Eye { stance: slot.seen_from(stance), base, round };
    pos.slots(unit).into_iter().zip(pos.bases(unit)).map(eye).collect()
}

/// The middle of that edge of a base which is nearest to a place.
#[must_use]
pub fn nearest_edge(base: &Base, from: Point) -> Point {
    let middles = base.edges().map(|(a, b)| Point { x: i32::midpoint(a.x, b.x), y: i32::midpoint(a.y, b.y) });
    from.nearest(&middles).unwrap_or(from)
}

/// **legion los.block.** Is nothing in the way between the eye of one unit and a mark on another? Woods,
/// villages, higher hills, walls and troops stop it; from a hill one looks over walls and troops that are
/// nearer to the hill than to the mark, and from a high one over woods.
#[must_use]
pub fn is_clear(
    pos: &Position,
    (viewer, eye): (UnitId, &Eye),
    (target, base, mark): (UnitId, &Base, Point),
) -> bool {
    let from = eye.stance.anchor;
    let height = pos.set.table.height(from);
    let over = |middle: Point| middle.distance(from) < middle.distance(mark);
    !hidden_by_ground(pos, (eye, height), (base, mark))
        && !hidden_by_obstacle(pos, (eye, height), (base, mark))
        && pos.unit_ids().filter(|&u| u != viewer && u != target).all(|u| {
            pos.bases(u).iter().all(|b| {
                let stands_lower = height > pos.set.table.height(b.middle());
                !b.is_met_by(from, mark) || (stands_lower && over(b.middle()))
            })
        })
}

fn hidden_by_ground(pos: &Position, (eye, height): (&Eye, u8), (base, mark): (&Base, Point)) -> bool {
    let from = eye.stance.anchor;
    pos.set.table.terrain.iter().any(|piece| {
        let at_edge = |b: &Base| piece.outline.edges().any(|(p, q)| b.distance_to_segment(p, q) <= BESIDE);
        let crossed = piece.outline.is_crossed_by(from, mark);
        match piece.ground {
            _ if !crossed || at_edge(&eye.base) || at_edge(base) => false,
            // On the hill itself one sees along it; who stands as high sees over it.
            Ground::Hill => piece.height > height && !piece.outline.meets(base),
            Ground::Woods => {
                blocks(pos, Ground::Woods) && (height < ABOVE_TREES || piece.outline.holds(base))
            }
            ground => blocks(pos, ground),
        }
    })
}

fn blocks(pos: &Position, ground: Ground) -> bool {
    pos.set.charts.ground.row(ground).is_some_and(|r| r.blocks)
}

fn hidden_by_obstacle(pos: &Position, (eye, height): (&Eye, u8), (base, mark): (&Base, Point)) -> bool {
    let from = eye.stance.anchor;
    pos.set.table.obstacles.iter().any(|obstacle| {
        if !pos.set.charts.ground.barrier(obstacle.barrier).is_some_and(|r| r.blocks) {
            return false;
        }
        obstacle.course.windows(2).any(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let beside = |stand: &Base| stand.distance_to_segment(a, b) <= BESIDE;
            let Some(at) = measure::crossing(from, mark, a, b) else { return false };
            let lower = height > pos.set.table.height(at) && at.distance(from) < at.distance(mark);
            !lower && !beside(&eye.base) && !beside(base)
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::formation::Formation;
    use crate::measure::Polygon;
    use crate::setup::Barrier;
    use crate::setup::BarrierRow;
    use crate::setup::Effect;
    use crate::setup::GroundRow;
    use crate::setup::Obstacle;
    use crate::setup::Terrain;
    use crate::setup::UnitSpec;
    use crate::tests::proving_ground::LEGION;
    use crate::tests::proving_ground::VELITES;
    use crate::tests::proving_ground::WARBAND;
    use crate::tests::proving_ground::ground;
    use crate::tests::proving_ground::stance;
    use crate::tests::proving_ground::u;
    use crate::tests::proving_ground::unit;

    fn viewer(troop: crate::setup::TroopId, degrees: i32) -> UnitSpec {
        unit("U1", 0, (troop, 2), stance(20, 10, degrees), Formation::Line)
    }

    fn target() -> UnitSpec {
        unit("W1", 2, (WARBAND, 2), stance(20, 20, 180), Formation::Line)
    }

    fn box_of(x: (i32, i32), y: (i32, i32)) -> Polygon {
        let p = |x: i32, y: i32| Point { x: x * 1000, y: y * 1000 };
        Polygon::new(vec![p(x.0, y.0), p(x.1, y.0), p(x.1, y.1), p(x.0, y.1)]).expect("an outline")
    }

    fn with(mut pos: Position, ground: Ground, height: u8, outline: Polygon) -> Position {
        let set = Arc::make_mut(&mut pos.set);
        set.table.terrain.push(Terrain { name: "it".into(), ground, height, outline });
        let row = GroundRow {
            ground,
            effects: [Effect::default(); 8],
            cover: false,
            blocks: ground != Ground::Hill,
        };
        set.charts.ground.ground.push(row);
        pos
    }

    #[test]
    fn heavy_troops_see_ahead_and_light_ones_all_round() {
        for (troop, degrees, seen) in
            [(LEGION, 0, true), (LEGION, 89, true), (LEGION, 180, false), (VELITES, 180, true)]
        {
            let pos = ground(vec![viewer(troop, degrees), target()]);
            assert_eq!(sees(&pos, u(0), u(1)), seen, "{troop:?} {degrees}");
        }
    }

    #[test]
    fn woods_and_troops_stand_in_the_way() {
        let bare = || ground(vec![viewer(LEGION, 0), target()]);
        assert!(sees(&bare(), u(0), u(1)));
        assert!(!sees(&with(bare(), Ground::Woods, 0, box_of((10, 30), (13, 15))), u(0), u(1)));
        assert!(!sees(&with(bare(), Ground::Hill, 1, box_of((10, 30), (13, 15))), u(0), u(1)));
        assert!(
            sees(&with(bare(), Ground::Woods, 0, box_of((10, 30), (20, 30))), u(0), u(1)),
            "at the edge of the wood"
        );
        assert!(!sees(&with(bare(), Ground::Woods, 0, box_of((10, 30), (19, 30))), u(0), u(1)), "deep in it");
        let screen = unit("V1", 0, (VELITES, 8), stance(20, 14, 0), Formation::Line);
        assert!(!sees(&ground(vec![viewer(LEGION, 0), target(), screen]), u(0), u(1)));
    }

    #[test]
    fn from_a_hill_one_sees_over_what_is_near_it() {
        let screen = |y| unit("V1", 0, (VELITES, 8), stance(20, y, 0), Formation::Line);
        let hill = |pos| with(pos, Ground::Hill, 1, box_of((10, 30), (5, 11)));
        assert!(sees(&hill(ground(vec![viewer(LEGION, 0), target(), screen(14)])), u(0), u(1)));
        assert!(!sees(&hill(ground(vec![viewer(LEGION, 0), target(), screen(18)])), u(0), u(1)));
        let wood = |pos| with(pos, Ground::Woods, 0, box_of((10, 30), (13, 15)));
        assert!(!sees(&hill(wood(ground(vec![viewer(LEGION, 0), target()]))), u(0), u(1)));
        let high = |pos| with(pos, Ground::Hill, 2, box_of((10, 30), (5, 11)));
        assert!(sees(&high(wood(ground(vec![viewer(LEGION, 0), target()]))), u(0), u(1)));
    }

    #[test]
    fn walls_hide_unless_one_stands_by_them() {
        let wall = |y: i32| {
            let mut pos = ground(vec![viewer(LEGION, 0), target()]);
            let set = Arc::make_mut(&mut pos.set);
            let course = vec![Point { x: 0, y }, Point { x: 48_000, y }];
            set.table.obstacles.push(Obstacle { name: "wall".into(), barrier: Barrier::Wall, course });
            let row = BarrierRow {
                barrier: Barrier::Wall,
                cost: [None; 8],
                disorders: false,
                cover: true,
                blocks: true,
            };
            set.charts.ground.barriers.push(row);
            pos
        };
        assert!(!sees(&wall(15_000), u(0), u(1)));
        assert!(sees(&wall(10_200), u(0), u(1)) && sees(&wall(19_800), u(0), u(1)));
    }
}
