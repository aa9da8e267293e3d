//! The kinds of troops: a line of a unit list.

use super::measure::Length;
use super::table::Gait;

/// A kind of troops, by its place in [`Setup::troops`](super::Setup).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize)]
pub struct TroopId(pub u16);

/// What a kind of troops is in the terms of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Foot in close ranks.
    HeavyInfantry,
    /// Tribal heavy infantry, looser and faster.
    Warband,
    /// Dispersed foot.
    LightInfantry,
    /// Foot that fights in close order and in skirmish order.
    Auxilia,
    /// Horse (or camels) in close ranks.
    HeavyCavalry,
    /// Dispersed horse.
    LightCavalry,
    /// Elephants.
    Elephants,
    /// Chariots with scythes.
    ScythedChariots,
    /// Light chariots of Celtic nobles.
    CelticChariots,
    /// Engines.
    Artillery,
    /// Wagons, pack animals and herds.
    Baggage,
}

/// How troops are drilled: what they may do while they move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Drill {
    /// Of Rome.
    Roman,
    /// Of the Successors, and of Carthage and Persia, which the book treats alike.
    Hellenistic,
    /// Of peoples without a state's army.
    Tribal,
}

/// Armour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Armour {
    /// No more than others wear.
    #[default]
    None,
    /// Against the front only.
    Half,
    /// All round.
    Full,
}

/// Weapons for shooting and throwing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Missile {
    /// None.
    #[default]
    None,
    /// Light javelins.
    Javelin,
    /// Bows.
    Bow,
    /// Slings.
    Sling,
    /// Pila, and the like of Spain and of the late empire.
    Pila,
    /// Angons and franciscae.
    Angon,
    /// Bolts shot straight.
    Bolt,
    /// Engines that shoot over heads: large bolt-shooters and onagers.
    Onager,
}

/// Weapons that matter hand to hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Weapon {
    /// Swords, axes, short spears.
    #[default]
    Sword,
    /// Long spears, held against horse.
    Spear,
    /// Pikes.
    Pike,
}

/// Shields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shield {
    /// None: unshielded.
    None,
    /// A shield.
    #[default]
    Carried,
    /// A large one, fit for a shield wall.
    Large,
}

/// The numbers of a kind of troops in one order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Profile {
    /// Inches in a turn.
    pub base_move: Length,
    /// Combat Value.
    pub combat: u8,
    /// How far it shoots; zero when it does not.
    pub range: Length,
    /// Break Value.
    pub break_value: u8,
}

/// A line of a unit list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Troop {
    /// Short name, unique in a battle: `hastati`.
    pub id: String,
    /// Name in full.
    pub name: String,
    /// What it is.
    pub class: Class,
    /// Its drill.
    pub drill: Drill,
    /// Points for a stand.
    pub points: u16,
    /// Its numbers; of auxilia those in close order.
    pub close: Profile,
    /// Auxilia in skirmish order.
    pub skirmish: Option<Profile>,
    /// Armour.
    pub armour: Armour,
    /// What it shoots with.
    pub missile: Missile,
    /// What it fights with.
    pub weapon: Weapon,
    /// What it covers itself with.
    pub shield: Shield,
    /// Famous shots, for one die more.
    pub elite: bool,
    /// Mounted on camels.
    pub camels: bool,
    /// Frontage of a stand.
    pub width: Length,
    /// Depth of a stand; of auxilia of the whole stand, two bases behind one another.
    pub depth: Length,
    /// What its crews are on foot: Celtic chariots.
    pub dismounts: Option<TroopId>,
}

impl Class {
    /// Heavy infantry of either kind, or auxilia, who are it in close order.
    #[must_use]
    pub const fn is_heavy_infantry(self) -> bool {
        matches!(self, Class::HeavyInfantry | Class::Warband)
    }

    /// How such troops go; `loose` for auxilia in skirmish order.
    #[must_use]
    pub const fn gait(self, loose: bool) -> Gait {
        match self {
            Class::HeavyInfantry => Gait::HeavyFoot,
            Class::Warband => Gait::Warband,
            Class::LightInfantry => Gait::LightFoot,
            Class::Auxilia if loose => Gait::LightFoot,
            Class::Auxilia => Gait::HeavyFoot,
            Class::HeavyCavalry => Gait::HeavyHorse,
            Class::LightCavalry => Gait::LightHorse,
            Class::Elephants => Gait::Elephants,
            Class::ScythedChariots | Class::CelticChariots => Gait::Chariots,
            Class::Artillery | Class::Baggage => Gait::Train,
        }
    }

    /// On horses or camels, not in chariots.
    #[must_use]
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Class::HeavyCavalry | Class::LightCavalry)
    }

    /// Behind horses.
    #[must_use]
    pub const fn is_chariots(self) -> bool {
        matches!(self, Class::ScythedChariots | Class::CelticChariots)
    }
}
