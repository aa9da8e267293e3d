//! The table and what lies on it.

use crate::measure::{Base, Length, Point, Polygon};

/// Kinds of ground.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    /// Trees.
    Woods,
    /// A hill; its height is the piece's.
    Hill,
    /// Scrub, rocks, broken ground.
    Rough,
    /// Swamp.
    Marsh,
    /// A river or lake.
    Water,
    /// A shallow place in water.
    Ford,
    /// Houses.
    Village,
}

/// Obstacles along a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Barrier {
    /// A low wall.
    Wall,
    /// A hedge.
    Hedge,
    /// A palisade.
    Palisade,
    /// A ditch.
    Ditch,
    /// A stream that can be waded.
    Stream,
}

impl Ground {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Ground); 7] = [
        ("woods", Ground::Woods),
        ("hill", Ground::Hill),
        ("rough", Ground::Rough),
        ("marsh", Ground::Marsh),
        ("water", Ground::Water),
        ("ford", Ground::Ford),
        ("village", Ground::Village),
    ];
}

impl Barrier {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Barrier); 5] = [
        ("wall", Barrier::Wall),
        ("hedge", Barrier::Hedge),
        ("palisade", Barrier::Palisade),
        ("ditch", Barrier::Ditch),
        ("stream", Barrier::Stream),
    ];
}

/// A piece of ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terrain {
    /// Its name for orders and reports.
    pub name: String,
    /// What it is.
    pub ground: Ground,
    /// Layers of height; 0 for what lies flat.
    pub height: u8,
    /// Its outline.
    pub outline: Polygon,
}

/// An obstacle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Obstacle {
    /// Its name.
    pub name: String,
    /// What it is.
    pub barrier: Barrier,
    /// Its course: at least two points.
    pub course: Vec<Point>,
}

/// How troops go: what ground does to them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Gait {
    /// Heavy infantry, auxilia in close order.
    HeavyFoot,
    /// Warbands.
    Warband,
    /// Light infantry, auxilia in skirmish order.
    LightFoot,
    /// Heavy cavalry.
    HeavyHorse,
    /// Light cavalry.
    LightHorse,
    /// Chariots of both kinds.
    Chariots,
    /// Elephants.
    Elephants,
    /// Engines, wagons, pack animals.
    Train,
}

impl Gait {
    /// All of them.
    pub const ALL: [Gait; 8] = [
        Gait::HeavyFoot,
        Gait::Warband,
        Gait::LightFoot,
        Gait::HeavyHorse,
        Gait::LightHorse,
        Gait::Chariots,
        Gait::Elephants,
        Gait::Train,
    ];

    /// How they are written, in the order of [`Gait::ALL`].
    pub const WORDS: [(&'static str, Gait); 8] = [
        ("heavy-foot", Gait::HeavyFoot),
        ("warband", Gait::Warband),
        ("light-foot", Gait::LightFoot),
        ("heavy-horse", Gait::HeavyHorse),
        ("light-horse", Gait::LightHorse),
        ("chariots", Gait::Chariots),
        ("elephants", Gait::Elephants),
        ("train", Gait::Train),
    ];
}

/// How fast troops go on a kind of ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pace {
    /// As on a parade ground.
    #[default]
    Full,
    /// Half.
    Half,
    /// Not at all.
    Barred,
}

/// What ground does to troops of one gait.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    /// How fast they go.
    pub pace: Pace,
    /// It disorders them.
    pub disorders: bool,
}

/// What one kind of ground is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GroundRow {
    /// Which.
    pub ground: Ground,
    /// By gait, in the order of [`Gait::ALL`].
    pub effects: [Effect; 8],
    /// Gives cover from shooting.
    pub cover: bool,
    /// Stops the sight of those who look through it.
    pub blocks: bool,
}

/// What one kind of obstacle is: crossing it costs so much, whatever the width.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BarrierRow {
    /// Which.
    pub barrier: Barrier,
    /// By gait, in the order of [`Gait::ALL`]: what crossing costs, `None` when it cannot be crossed.
    pub cost: [Option<Length>; 8],
    /// Crossing it disorders heavy troops.
    pub disorders: bool,
    /// Gives cover to those behind it.
    pub cover: bool,
    /// Stops a shot that passes it.
    pub blocks: bool,
}

/// The lost terrain table, as the list of a battle has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroundChart {
    /// Kinds of ground.
    pub ground: Vec<GroundRow>,
    /// Kinds of obstacle.
    pub barriers: Vec<BarrierRow>,
}

impl GroundChart {
    /// What a kind of ground does to those who go so.
    #[must_use]
    pub fn effect(&self, ground: Ground, gait: Gait) -> Effect {
        self.row(ground).map_or_else(Effect::default, |r| r.effects[gait as usize])
    }

    /// The row of a kind of ground.
    #[must_use]
    pub fn row(&self, ground: Ground) -> Option<&GroundRow> {
        self.ground.iter().find(|r| r.ground == ground)
    }

    /// The row of a kind of obstacle.
    #[must_use]
    pub fn barrier(&self, barrier: Barrier) -> Option<&BarrierRow> {
        self.barriers.iter().find(|r| r.barrier == barrier)
    }
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// From west to east.
    pub width: Length,
    /// From south to north.
    pub depth: Length,
    /// Pieces of ground.
    pub terrain: Vec<Terrain>,
    /// Obstacles.
    pub obstacles: Vec<Obstacle>,
}

impl Table {
    /// Does the whole base lie on the table?
    #[must_use]
    pub fn holds(&self, base: &Base) -> bool {
        base.corners.iter().all(|p| (0..=self.width.0).contains(&p.x) && (0..=self.depth.0).contains(&p.y))
    }

    /// The pieces of ground on which a base stands, wholly or in part.
    pub fn under<'a>(&'a self, base: &'a Base) -> impl Iterator<Item = &'a Terrain> + 'a {
        self.terrain.iter().filter(|t| t.outline.meets(base))
    }

    /// How high a point lies: the highest hill that it lies on.
    #[must_use]
    pub fn height(&self, point: Point) -> u8 {
        let hills = self.terrain.iter().filter(|t| t.outline.contains(point));
        hills.map(|t| t.height).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::Gait;

    #[test]
    fn gaits_have_their_words_in_their_order() {
        assert_eq!(Gait::WORDS.map(|(_, gait)| gait), Gait::ALL);
    }
}
