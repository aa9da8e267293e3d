//! What a combat is reckoned from: superiority, shifts of columns, hits and what changes them (8.46).

use crate::events::exemption::ShiftCause;

/// Who is superior in a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Superiority {
    /// Nobody.
    Even,
    /// The attacker.
    Attack(Ground),
    /// The defender, by weapons.
    Defence,
}

/// What an attacker's superiority rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Flank or rear (8.46 step 1 A).
    Position,
    /// Weapons (8.72).
    Weapons,
    /// The target is in column (6.75).
    Column,
    /// Swords beside an open flank (cataphract 11.5).
    Swords,
    /// Charge formation (alexander 9.75).
    Formation,
}

impl Superiority {
    /// Position superiority?
    #[must_use]
    pub const fn by_position(self) -> bool {
        matches!(self, Superiority::Attack(Ground::Position))
    }

    /// Attack superiority of any kind?
    #[must_use]
    pub const fn is_attack(self) -> bool {
        matches!(self, Superiority::Attack(_))
    }
}

/// A number added to a column or a die, with its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Added; columns to the right, in favour of the attacker, are positive.
    pub by: i8,
    /// Why.
    pub why: ShiftCause,
}

impl Shift {
    /// A shift with its reason.
    #[must_use]
    pub const fn new(by: i8, why: ShiftCause) -> Shift {
        Shift { by, why }
    }
}

/// Cohesion hits of both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hits {
    /// Of all attackers together.
    pub attacker: u8,
    /// Of all defenders together.
    pub defender: u8,
}

/// One change, in the order in which they are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Factor {
    /// Attack superior: the defender's hits so many times.
    AttackSuperior(u8),
    /// Defence superior: the attacker's hits three times.
    DefenceSuperior,
    /// The ranks were opened: infantry's hits halved, one less for the elephant (9.11).
    PassThru,
    /// Skirmishers defend: the attacker's hits halved, one at most (9.23).
    Skirmishers,
    /// Light cavalry against formed infantry: the defender's hits halved (9.32).
    LightHorse,
    /// Only skirmishers attack: the defender's hits halved (alexander 9.31).
    SkirmishersAttack,
}
