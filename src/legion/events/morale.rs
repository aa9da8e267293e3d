//! What happens in this chapter.

use crate::measure::Length;
use crate::setup::Circumstance;
use crate::state::{Edge, UnitId};
use tess_effects::Rule;

/// Why morale is tested.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cause {
    /// A stand lost to shooting.
    Shot,
    /// A stand lost in a combat that was not lost.
    Bled,
    /// A stand lost under friendly elephants.
    Trampled,
    /// A combat lost.
    Lost,
    /// Charged in the flank or rear.
    Flanked,
    /// The leader with the unit has died.
    Leader,
    /// Friends have broken or been destroyed in sight.
    Friends(UnitId),
    /// Elephants were hit by shooting.
    Stung,
    /// Horses smell elephants.
    Elephants,
    /// Light troops want to stand.
    Stand,
    /// It tries to leave a combat; faster than its opponent.
    Leave(bool),
    /// Enemies flee, or seem to.
    Lured,
    /// Broken, with a leader.
    Rally,
}

/// What changes the Break Value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// The Break Value.
    Break,
    /// Friends behind.
    Friends,
    /// Won a combat this turn.
    Won,
    /// An attached leader.
    Leader,
    /// Losses.
    Losses,
    /// Losses of another unit of the legion.
    Legion,
    /// Disordered or broken.
    Disorder,
    /// The order is to retire.
    Retire,
    /// Faster than the enemy whom it leaves.
    Faster,
    /// Omens, good or bad.
    Omens,
    /// A speech.
    Speech,
}

impl Cause {
    /// The rule by which a test has this consequence.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Cause::Stung => Rule("shoot.elephants"),
            Cause::Elephants => Rule("elephant.zone"),
            Cause::Stand => Rule("evade.light-infantry"),
            Cause::Leave(_) => Rule("order.retire"),
            Cause::Lured => Rule("skirmish.feigned-flight"),
            Cause::Bled => Rule("melee.winner-test"),
            Cause::Rally => Rule("rally.broken"),
            _ => Rule("morale.roll"),
        }
    }
}

/// Hits, losses, morale, flight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoraleEvent {
    /// A unit takes hits.
    Hits {
        /// Who.
        unit: UnitId,
        /// How many.
        hits: u16,
        /// With those that it had.
        now: u16,
    },
    /// A unit loses its order.
    Disordered {
        /// Who.
        unit: UnitId,
        /// By which rule.
        rule: Rule,
    },
    /// A stand is lost.
    StandLost {
        /// By whom.
        unit: UnitId,
        /// What stood on it.
        troop: String,
        /// Half a stand.
        half: bool,
        /// Stands that are left.
        left: usize,
        /// By which rule.
        rule: Rule,
    },
    /// Morale is tested.
    Tested {
        /// Who.
        unit: UnitId,
        /// Why.
        cause: Cause,
        /// What makes up the value.
        parts: Vec<(Part, i8)>,
        /// The value.
        value: i8,
        /// The die.
        die: u8,
        /// It passed.
        passed: bool,
    },
    /// A unit gets rid of hits.
    Recovers {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// What is added to it.
        parts: Vec<(Circumstance, i8)>,
        /// Hits removed.
        removed: u16,
        /// Hits that stay.
        left: u16,
    },
    /// A disordered unit is in good order again.
    InOrder(UnitId),
    /// A broken unit has rallied.
    Rallied(UnitId),
    /// A unit breaks.
    Broken(UnitId),
    /// A unit that cannot flee surrenders.
    Surrendered(UnitId),
    /// A unit is destroyed.
    Destroyed {
        /// Who.
        unit: UnitId,
        /// By which rule.
        rule: Rule,
    },
    /// A unit goes back, or flees, or runs after somebody.
    Went {
        /// Who.
        unit: UnitId,
        /// How.
        how: How,
        /// How far it had to go.
        due: Length,
        /// How far it went.
        gone: Length,
    },
    /// A unit, fleeing or going back, went through another.
    Ran {
        /// Who.
        unit: UnitId,
        /// Through whom.
        through: UnitId,
    },
    /// Elephants trample those through whom they flee.
    Trampled {
        /// Who.
        unit: UnitId,
        /// Whom.
        friend: UnitId,
        /// Sum of the dice.
        total: u16,
        /// Hits.
        hits: u16,
    },
    /// A unit leaves the table.
    Left {
        /// Who.
        unit: UnitId,
        /// Over which edge.
        edge: Edge,
        /// It will not come back.
        lost: bool,
    },
    /// A unit off the table tries to come back.
    Tries {
        /// Who.
        unit: UnitId,
        /// The die.
        die: u8,
        /// What it may be at most.
        most: u8,
        /// The turn in which it comes.
        turn: Option<u16>,
    },
    /// A unit comes back.
    Returned {
        /// Who.
        unit: UnitId,
        /// Which sixth of the edge.
        zone: u8,
    },
}

impl MoraleEvent {
    /// The rule by which it happens.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Hits { .. } => Rule("shoot.casualty"),
            Self::Disordered { rule, .. } | Self::StandLost { rule, .. } | Self::Destroyed { rule, .. } => {
                *rule
            }
            Self::Tested { cause, .. } => cause.rule(),
            Self::Recovers { .. } | Self::InOrder(_) => Rule("rally.hits"),
            Self::Rallied(_) => Rule("rally.broken"),
            Self::Broken(_) | Self::Surrendered(_) => Rule("morale.broken"),
            Self::Went { how, .. } => how.rule(),
            Self::Ran { .. } => Rule("pass.through"),
            Self::Trampled { .. } => Rule("elephant.broken"),
            Self::Left { .. } => Rule("table.leave"),
            Self::Tries { .. } | Self::Returned { .. } => Rule("table.return"),
        }
    }
}

/// How a unit goes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It falls back.
    Back(Rule),
    /// It flees, broken.
    Flees,
    /// It evades.
    Evades,
    /// It feigns flight.
    Feigns,
    /// It pursues.
    Pursues,
    /// It rampages.
    Rampages,
    /// It charges.
    Charges(Rule),
    /// It is pushed back.
    Pushed,
}

impl How {
    /// The rule by which it goes.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Back(rule) | Self::Charges(rule) => rule,
            Self::Flees => Rule("morale.broken"),
            Self::Evades => Rule("evade.procedure"),
            Self::Feigns => Rule("skirmish.feigned-flight"),
            Self::Pursues => Rule("pursuit.move"),
            Self::Rampages => Rule("elephant.rampage"),
            Self::Pushed => Rule("light.pushed-back"),
        }
    }
}
