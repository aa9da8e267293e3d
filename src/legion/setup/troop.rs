//! The kinds of troops: a line of a unit list.

use super::table::Gait;
use crate::measure::Length;

/// A kind of troops, by its place in [`Setup::troops`](super::Setup).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    /// Of the late Empire: its units keep together (romans.detach).
    pub whole: bool,
    /// Frontage of a stand.
    pub width: Length,
    /// Depth of a stand; of auxilia of the whole stand, two bases behind one another.
    pub depth: Length,
    /// What its crews are on foot: Celtic chariots.
    pub dismounts: Option<TroopId>,
}

impl Class {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Class); 11] = [
        ("heavy-infantry", Class::HeavyInfantry),
        ("warband", Class::Warband),
        ("light-infantry", Class::LightInfantry),
        ("auxilia", Class::Auxilia),
        ("heavy-cavalry", Class::HeavyCavalry),
        ("light-cavalry", Class::LightCavalry),
        ("elephants", Class::Elephants),
        ("scythed-chariots", Class::ScythedChariots),
        ("celtic-chariots", Class::CelticChariots),
        ("artillery", Class::Artillery),
        ("baggage", Class::Baggage),
    ];

    /// How it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        Class::WORDS[self as usize].0
    }

    /// **legion scale.stands.** For about how many a stand stands, and of what. Of heavy foot the book says
    /// that 600 men are one or two stands, and a legion of ten cohorts ten to twelve.
    #[must_use]
    pub const fn strength(self) -> Option<(u32, &'static str)> {
        match self {
            Class::HeavyInfantry | Class::Warband | Class::Auxilia => Some((400, "men")),
            Class::LightInfantry => Some((200, "men")),
            Class::HeavyCavalry => Some((150, "riders")),
            Class::LightCavalry => Some((100, "riders")),
            Class::Elephants => Some((10, "elephants")),
            Class::Artillery => Some((10, "engines")),
            Class::ScythedChariots | Class::CelticChariots => Some((20, "chariots")),
            Class::Baggage => None,
        }
    }

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

impl Drill {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Drill); 3] =
        [("roman", Drill::Roman), ("hellenistic", Drill::Hellenistic), ("tribal", Drill::Tribal)];
}

impl Armour {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Armour); 3] =
        [("none", Armour::None), ("half", Armour::Half), ("full", Armour::Full)];
}

impl Missile {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Missile); 8] = [
        ("none", Missile::None),
        ("javelin", Missile::Javelin),
        ("bow", Missile::Bow),
        ("sling", Missile::Sling),
        ("pila", Missile::Pila),
        ("angon", Missile::Angon),
        ("bolt", Missile::Bolt),
        ("onager", Missile::Onager),
    ];
}

impl Weapon {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Weapon); 3] =
        [("sword", Weapon::Sword), ("spear", Weapon::Spear), ("pike", Weapon::Pike)];
}

impl Shield {
    /// How they are written, in the order of the values.
    pub const WORDS: [(&'static str, Shield); 3] =
        [("none", Shield::None), ("carried", Shield::Carried), ("large", Shield::Large)];
}

impl Troop {
    /// A kind of troops without arms, a base of 40 by 30 millimetres under a stand.
    #[must_use]
    pub fn plain(id: &str, class: Class, drill: Drill) -> Troop {
        let close = Profile { base_move: Length::inches(4), combat: 4, range: Length::ZERO, break_value: 5 };
        Troop {
            id: id.to_owned(),
            name: id.to_owned(),
            class,
            drill,
            points: 10,
            close,
            skirmish: None,
            armour: Armour::None,
            missile: Missile::None,
            weapon: Weapon::Sword,
            shield: Shield::Carried,
            elite: false,
            camels: false,
            whole: false,
            width: Length(1_575),
            depth: Length(1_181),
            dismounts: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Class;

    #[test]
    fn every_class_has_the_word_of_its_place() {
        for (word, class) in Class::WORDS {
            assert_eq!(class.word(), word);
        }
    }
}
