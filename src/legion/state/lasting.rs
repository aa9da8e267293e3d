//! What a card has set for a while, or for good.

use super::unit::UnitId;
use crate::setup::CommandId;
use tess_effects::Side;

/// Something that a card does for a turn, or for the whole battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lasting {
    /// Good omens for a side: for the whole battle.
    GoodOmens(Side),
    /// Bad omens for a side: for the whole battle.
    BadOmens(Side),
    /// A unit is tired by its march: for the whole battle.
    Tired(UnitId),
    /// A side has eaten well: for the whole battle.
    Fed(Side),
    /// A Command fights with a die more.
    Frenzy(CommandId),
    /// Those who hear this commander have one more.
    Speech(CommandId),
    /// A side shoots with a die less.
    Weather(Side),
    /// A unit has a die more in the charge at this enemy.
    Standard(UnitId, UnitId),
    /// A Command has the highest initiative.
    First(CommandId),
    /// The order of all Commands is set.
    Caesar,
    /// The units of a Command move twice as far.
    Fast(CommandId),
    /// A unit keeps its order.
    Steady(UnitId),
    /// The hits of a unit's shooting count twice.
    Volley(UnitId),
    /// One more for a Command's initiative.
    Initiative(CommandId),
    /// A die more for a Command's shooting.
    Shooting(CommandId),
    /// A die more for a Command's close combats.
    Combat(CommandId),
    /// A Command has come out of ambush: under the order to advance it acts first.
    Ambush(CommandId),
    /// A flank march has been looked for.
    Looked(CommandId),
}

impl Lasting {
    /// Does it last beyond the turn?
    pub(crate) const fn is_for_good(self) -> bool {
        matches!(self, Lasting::GoodOmens(_) | Lasting::BadOmens(_) | Lasting::Tired(_) | Lasting::Fed(_))
    }
}
