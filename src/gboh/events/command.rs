//! What is told of commands and the course of the turn.

use crate::Refusal;
use crate::piece::{LeaderId, LineId, Side, UnitId};
use crate::state::stage::{PhaseKind, Troop};
use crate::variant::command::Doom;
use tess_effects::Rule;
use tess_hex::{Facing, Hex};

/// One happening of this chapter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandEvent {
    /// A game turn begins (3.0).
    TurnBegins {
        /// Its number.
        turn: u16,
    },
    /// A round of the champions' fight (cataphract 11.83).
    ChampionRound {
        /// Die and fight rating of the first and the second side.
        totals: [u8; 2],
        /// Who takes hits, if anybody does.
        loser: Side,
        /// How many.
        hits: u8,
        /// With these.
        sum: u8,
    },
    /// A champion is dead (cataphract 11.84).
    ChampionFalls {
        /// Whose.
        loser: Side,
    },
    /// The winner of that fight may begin the turn with any leader (cataphract 11.85).
    PrizeOffered {
        /// Who.
        side: Side,
    },
    /// He does not.
    PrizeDeclined {
        /// Who.
        side: Side,
    },
    /// A side lays markers of pre-arranged withdrawal, face down, or none (6.82).
    MarkersLaid {
        /// Which side.
        side: Side,
        /// Under whom.
        leaders: Vec<LeaderId>,
    },
    /// The marker under a leader is opened (6.83).
    MarkerOpened {
        /// Whose.
        leader: LeaderId,
        /// A line may withdraw; else it was a bluff.
        real: bool,
        /// It could not be opened.
        lost: bool,
    },
    /// At the end of the turn a marker is taken off unopened (6.82).
    MarkerTaken {
        /// Whose.
        leader: LeaderId,
    },
    /// Both sides threw for the elite initiative (5.53); who has it, `None` after a tie.
    EliteRolled {
        /// Die and initiative of the first and the second side.
        totals: [u8; 2],
        /// Who has it.
        winner: Option<Side>,
    },
    /// An order after `try` that the rules did not allow, or not to its end: it is left out, and the sheet
    /// goes on.
    LeftOut {
        /// The order as written.
        text: String,
        /// Why.
        refusal: Refusal,
        /// It had begun.
        begun: bool,
    },
    /// A side does without its elite initiative (5.51).
    EliteDeclined {
        /// Which.
        side: Side,
    },
    /// Leaders of equal initiative on both sides: who comes first (5.12).
    TieBroken {
        /// Their initiative.
        initiative: u8,
        /// Who comes first.
        first: Side,
    },
    /// A leader begins an orders phase.
    Activated {
        /// Who.
        leader: LeaderId,
        /// In what kind of phase.
        kind: PhaseKind,
    },
    /// A leader in an enemy zone of control waits (5.26).
    Waits {
        /// Who.
        leader: LeaderId,
    },
    /// A leader is finished for the turn (5.15 and others).
    Finished {
        /// Who.
        leader: LeaderId,
        /// Why.
        rule: Rule,
    },
    /// After the elite phase a leader is inactive again (5.52).
    Inactive {
        /// Who.
        leader: LeaderId,
    },
    /// A try to be activated before one's time (5.41, 5.42).
    TrumpTried {
        /// Who tried.
        leader: LeaderId,
        /// The enemy whose activation he would take, `None` for a friend's.
        against: Option<LeaderId>,
        /// The die.
        die: u8,
        /// Succeeded.
        won: bool,
    },
    /// A leader who was passed over has no momentum this turn (5.44).
    Bypassed {
        /// Who.
        leader: LeaderId,
    },
    /// The die for a line command (4.33).
    LineRolled {
        /// Who tried.
        leader: LeaderId,
        /// The die.
        die: u8,
        /// Added to it.
        modifier: i8,
        /// The overall commander's strategy rating.
        strategy: u8,
        /// Succeeded.
        won: bool,
        /// Who failed is finished by it (cataphract 4.33); else individual orders are left to him.
        finishes: bool,
    },
    /// A line command begins (4.31).
    LineBegins {
        /// Who gives it.
        leader: LeaderId,
        /// The line.
        line: LineId,
        /// Its units now.
        units: Vec<UnitId>,
    },
    /// A wing commander sets a contingent commander to work (alexander 5.63).
    ContingentBegins {
        /// The wing commander.
        leader: LeaderId,
        /// Whom.
        called: LeaderId,
        /// The units under his command.
        units: Vec<UnitId>,
        /// Orders that it costs.
        price: u8,
    },
    /// A line command, or that of a contingent, is over.
    LineEnds {
        /// The line or the contingent.
        line: Troop,
    },
    /// A unit slides out of its stack (9.68).
    Extends {
        /// Which.
        unit: UnitId,
        /// Where to.
        to: Hex,
    },
    /// The stacking order changes (6.66).
    Restacked {
        /// Where.
        hex: Hex,
        /// Who is on top now.
        top: UnitId,
    },
    /// An engine changes its mode (9.82).
    ModeChanged {
        /// Which.
        unit: UnitId,
        /// To move mode.
        limbered: bool,
    },
    /// A fallen leader is replaced (4.74).
    Replaced {
        /// Who.
        leader: LeaderId,
        /// The counter that comes.
        by: LeaderId,
        /// Where.
        hex: Hex,
    },
    /// An elephant leader's counter is placed on an elephant (4.91).
    ElephantLeaderPlaced {
        /// Which counter.
        leader: LeaderId,
        /// On which elephant.
        elephant: UnitId,
        /// Where.
        hex: Hex,
    },
    /// An elephant leader's counter is taken off the map (4.94).
    ElephantLeaderTaken {
        /// Which counter.
        leader: LeaderId,
    },
    /// The elephant of a leader is turned (4.85).
    ElephantTurned {
        /// Which.
        elephant: UnitId,
        /// To.
        facing: Facing,
    },
    /// The orders are given; shock follows (5.27).
    OrdersGiven {
        /// By whom.
        leader: LeaderId,
    },
    /// The momentum die (5.32).
    Momentum {
        /// Who tried.
        leader: LeaderId,
        /// The die.
        die: u8,
        /// Succeeded.
        won: bool,
    },
    /// The die by which a leader keeps his line in hand (cataphract 11.32).
    Discipline {
        /// Who.
        leader: LeaderId,
        /// The die.
        die: u8,
        /// He keeps it.
        held: bool,
    },
    /// Units of a line will run on in the next turn (cataphract 11.31).
    OutOfControl {
        /// The line.
        line: LineId,
        /// Which of it.
        units: Vec<UnitId>,
    },
    /// They run (cataphract 11.31).
    Runs {
        /// The line.
        line: LineId,
        /// Which of it.
        units: Vec<UnitId>,
    },
    /// The die roll of doom (5.33).
    Doom {
        /// Whose momentum it was.
        leader: LeaderId,
        /// The die.
        die: u8,
        /// What it can do in this book.
        kind: Doom,
    },
    /// A side may activate any leader (5.33).
    Reactivation {
        /// Which side.
        side: Side,
    },
    /// It does not want to.
    ReactivationDeclined {
        /// Which side.
        side: Side,
    },
    /// No leader is left: rout and reload (3.0 D).
    RoutAndReload {
        /// The turn that ends.
        turn: u16,
    },
    /// Rout points against the withdrawal level (11.1).
    Tally {
        /// Whose.
        side: Side,
        /// Rout points.
        points: u16,
        /// The level.
        level: u16,
    },
    /// The battle is over (11.2).
    Over {
        /// Winner, `None` for a draw.
        winner: Option<Side>,
        /// Why.
        why: EndOf,
    },
}

impl CommandEvent {
    /// A leader's orders phase is over, as it comes to every leader.
    pub const ORDERS_DONE: Rule = Rule("5.15");
    /// A leader whose momentum fails is finished.
    pub const NO_MOMENTUM: Rule = Rule("5.32");

    /// A marker of pre-arranged withdrawal lies under a leader.
    pub const MARKER: Rule = Rule("6.82");
    /// Such a marker has been opened.
    pub const MARKER_OPEN: Rule = Rule("6.83");

    /// The rule by which it happens. The refusal of an order that was left out comes with the number of the
    /// battle's own book, all others are SPQR's.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        match self {
            Self::LeftOut { refusal, .. } => refusal.rule,
            Self::Finished { rule, .. } => *rule,
            Self::Activated { kind, .. } => kind.rule(),
            Self::TurnBegins { .. } | Self::RoutAndReload { .. } => Rule("3.0"),
            Self::ChampionRound { .. } => Rule("cataphract 11.83"),
            Self::ChampionFalls { .. } => Rule("cataphract 11.84"),
            Self::PrizeOffered { .. } | Self::PrizeDeclined { .. } => Rule("cataphract 11.85"),
            Self::MarkersLaid { .. } | Self::MarkerTaken { .. } => Self::MARKER,
            Self::MarkerOpened { .. } => Self::MARKER_OPEN,
            Self::EliteRolled { .. } => Rule("5.53"),
            Self::EliteDeclined { .. } => Rule("5.51"),
            Self::TieBroken { .. } => Rule("5.12"),
            Self::Waits { .. } => Rule("5.26"),
            Self::Inactive { .. } => Rule("5.52"),
            Self::TrumpTried { against: Some(_), .. } => Rule("5.42"),
            Self::TrumpTried { against: None, .. } => Rule("5.41"),
            Self::Bypassed { .. } => Rule("5.44"),
            Self::LineRolled { .. } => Rule("4.33"),
            Self::LineBegins { .. } | Self::LineEnds { line: Troop::Line(_) } => Rule("4.31"),
            Self::ContingentBegins { .. } => Rule("alexander 5.63"),
            Self::LineEnds { line: Troop::Contingent(_) } => Rule("alexander 5.65"),
            Self::Extends { .. } => Rule("9.68"),
            Self::Restacked { .. } => Rule("6.66"),
            Self::ModeChanged { .. } => Rule("9.82"),
            Self::Replaced { .. } => Rule("4.74"),
            Self::ElephantLeaderPlaced { .. } => Rule("4.91"),
            Self::ElephantLeaderTaken { .. } => Rule("4.94"),
            Self::ElephantTurned { .. } => Rule("4.85"),
            Self::OrdersGiven { .. } => Rule("5.27"),
            Self::Momentum { .. } => Rule("5.32"),
            Self::Discipline { .. } => Rule("cataphract 11.32"),
            Self::OutOfControl { .. } | Self::Runs { .. } => Rule("cataphract 11.31"),
            Self::Doom { .. } | Self::Reactivation { .. } | Self::ReactivationDeclined { .. } => Rule("5.33"),
            Self::Tally { .. } => Rule("11.1"),
            Self::Over { .. } => Rule("11.2"),
        }
    }

    /// Another rule on which it rests.
    #[must_use]
    pub const fn also(&self) -> Option<Rule> {
        match self {
            Self::ContingentBegins { .. } => Some(Rule("alexander 5.65")),
            Self::Over { why: EndOf::Bereft, .. } => Some(Rule("alexander 10.52")),
            _ => None,
        }
    }
}

/// Why a battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOf {
    /// One army withdraws.
    Withdrawal,
    /// Both would; the winner is less over his level.
    Both,
    /// The last turn is over.
    LastTurn,
    /// Nobody is left on either side who could give an order.
    NoLeaders,
    /// A leader is dead whose death loses the battle (alexander 10.52).
    Bereft,
}
