//! Why a card is not played so.

use super::field::Misplaced;
use crate::measure::Length;
use crate::setup::CommandId;
use crate::state::{Help, UnitId};

/// What is said after a card's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arg {
    /// A Command.
    Command,
    /// A unit.
    Unit,
    /// A place.
    Place,
    /// A facing.
    Facing,
    /// A side edge.
    Edge,
    /// How far from the south edge.
    Along,
    /// How far ahead.
    Ahead,
    /// What is dug.
    Works,
    /// An order.
    Order,
}

/// Why a card is not played, or not so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unplayed {
    /// Not now.
    NotNow,
    /// The orders do not show that the side holds it, or that it lies under a Command.
    NotShown,
    /// That is missing.
    Missing(Arg),
    /// This word is too much.
    TooMuch(String),
    /// That Command belongs to the wrong army; the word as written, and whether it should be the side's own.
    WrongCommand(CommandId, String, bool),
    /// That unit does.
    WrongUnit(UnitId, String, bool),
    /// That unit is not on the table.
    UnitOff(UnitId, String),
    /// No number of inches.
    NoInches(String),
    /// A place has a comma.
    NoComma,
    /// No facing.
    NoFacing(String),
    /// No side edge.
    NoEdge(String),
    /// That unit would not stand well.
    Misplaced(UnitId, Misplaced),
    /// Both Commands have to be on the table.
    BothOnTable,
    /// A Command does not change places with itself.
    Itself,
    /// That unit would stand beyond its army's ground.
    BeyondGround(UnitId),
    /// A march goes ahead.
    NotAhead,
    /// That unit would stand beyond the middle of the table.
    BeyondMiddle(UnitId),
    /// Both armies stand already.
    ArmiesStand,
    /// Whether the sides are changed is not said.
    SwapOrStay,
    /// That Command is not on the table.
    CommandOff(CommandId),
    /// That Command is more than a quarter of its army.
    TooLarge(CommandId),
    /// No room on that edge.
    NoRoomOnEdge,
    /// That is not dug.
    NotDug(String),
    /// Works have two ends.
    OneEnd,
    /// So many inches of works.
    LongWorks(Length),
    /// Works are dug in the own ground.
    WorksOutside,
    /// That unit stands there.
    WorksUnder(UnitId),
    /// The card lies under that Command.
    UnderOther(CommandId),
    /// That Command lies in no ground that could hide it.
    NoGround(CommandId),
    /// Reserves come from the second turn on.
    TooEarly,
    /// So deep is the table.
    Deep(Length),
    /// No sheet plays it.
    NoSheet,
    /// No Command of the side has the initiative.
    NobodyActs,
    /// Caesar has set the order of this turn.
    Caesar,
    /// Caesar has set it already.
    CaesarAgain,
    /// This word stands there twice.
    Twice(String),
    /// Caesar names every Command, and that one is missing.
    NotNamed(CommandId),
    /// Its commander is not on the table.
    LeaderOff,
    /// That unit is not of the Command that acts.
    NotActing(UnitId),
    /// No order.
    NoOrder(String),
    /// That unit has no enemy to charge.
    NobodyToCharge(UnitId),
    /// That unit cannot charge any more.
    CannotCharge(UnitId),
    /// That unit has shot.
    Shot(UnitId),
    /// That unit has nothing to shoot with.
    Unarmed(UnitId),
    /// Nobody of that Command is on the table.
    Nobody(CommandId),
    /// That unit is not disordered.
    NotDisordered(UnitId),
    /// That unit is not broken.
    NotBroken(UnitId),
    /// That unit is of no heavy troops or chariots in good order.
    CannotStumble(UnitId),
    /// That leader is in no danger.
    NoDanger(CommandId),
}

/// Why a card is not laid face down, no cards are drawn, or a Command is not held back so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unlaid {
    /// Cards are drawn once.
    DrawnOnce,
    /// So many are drawn, not so many.
    Count(u8, u8),
    /// It is laid for a Command's initiative, shooting or combat.
    NoUse,
    /// A card does not help in this.
    NoHelp(String),
    /// That Command belongs to the other army.
    Foreign(CommandId),
    /// The dice for that have been thrown, or come later.
    NotNow(Help),
    /// The side has no card of this number; those that it holds.
    NotHeld(u8, Vec<u8>),
    /// A Command, that one, is held back as its army deploys.
    AsItDeploys(CommandId),
    /// A Command, that one, is held back before the battle.
    BeforeBattle(CommandId),
    /// The Command to be held back belongs to the other army.
    HideForeign(CommandId),
    /// It is held back already.
    Hidden(CommandId),
    /// The scenario has no ambush for it, so that it needs a card.
    NoAmbush(CommandId),
    /// The scenario has an ambush for it, without a card.
    WithoutCard(CommandId),
    /// It is not on the table.
    Off(CommandId),
    /// It is too large.
    TooLarge(CommandId),
    /// It is all that the army has on the table.
    All(CommandId),
    /// A flank march arrives with the orders of its side.
    ArriveNotNow(CommandId),
    /// That Command is on no flank march that could arrive.
    NoMarch(CommandId),
    /// Reserves enter while they have the initiative.
    EnterNotNow,
    /// That Command is no reserve that waits.
    NoReserve(CommandId),
    /// So wide is the table.
    Wide(Length),
}
