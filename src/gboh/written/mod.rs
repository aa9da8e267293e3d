//! Orders for Great Battles of History, as written.

mod condition;
mod motion;
mod parse;
mod print;
mod sheet;
mod standing;

pub use parse::KEYWORDS;
pub use sheet::{Line, Prepared, Sheet, Statement};
pub use tess_orders::Comparison;

use condition::stop;
use parse::statements;
use tess_orders::Word;

/// One order as written; units, leaders, lines and hexes are words yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// `begin`: the game turn begins.
    Begin,
    /// `prearrange XAN yes, HAS no`, `prearrange none`; without yes and no as it is signed.
    Prearrange(Vec<(Word, Option<bool>)>),
    /// `elite REG`, `elite none`.
    Elite(Option<Word>),
    /// `activate REG`; without a name: the one whose turn it is.
    Activate(Option<Word>),
    /// `trump REG`.
    Trump(Word),
    /// `pass REG`; without a name: the one whose turn it is.
    Pass(Option<Word>),
    /// `line hastati`.
    Line(Word),
    /// `contingent ATT`.
    Contingent(Word),
    /// `end line`.
    EndLine,
    /// `all fwd 3`: every member of the line in progress that has not moved.
    All(Motion),
    /// `move H31 2213 2214`.
    Move(Move),
    /// `fire V31 at E2`.
    Fire(Shot),
    /// `harass V31 at E2`, `harass V31 at E2 by 2213 2214`.
    Harass {
        /// Who, and at whom.
        shot: Shot,
        /// The hexes of the way.
        way: Vec<Word>,
    },
    /// `recover H31, H32`.
    Recover(Vec<Word>),
    /// `rally H31, H32`.
    Rally(Vec<Word>),
    /// `replace BOS at 2213`.
    Replace {
        /// The leader to be replaced.
        leader: Word,
        /// Where his follower appears.
        hex: Word,
    },
    /// `succeed SER`, `succeed not SER`.
    Succeed {
        /// The proconsul.
        leader: Word,
        /// He follows a dead overall commander.
        follows: bool,
    },
    /// `restack 2213`.
    Restack(Word),
    /// `regroup L1 at 2213 facing W, L2 at 2214 facing W`.
    Regroup(Vec<Return>),
    /// `mode S1 move`, `mode S1 fire`.
    Mode {
        /// The engine.
        unit: Word,
        /// To move mode.
        limber: bool,
    },
    /// `extend H31 to 2213, H32 to 2214`.
    Extend(Vec<(Word, Word)>),
    /// `shock H31 H32 at P2 with H31`.
    Shock {
        /// Attackers.
        attackers: Vec<Word>,
        /// Defenders.
        defenders: Vec<Word>,
        /// The attacker whose type counts.
        with: Option<Word>,
    },
    /// `resolve`.
    Resolve,
    /// `momentum`.
    Momentum,
    /// `finish`.
    Finish,
    /// `ask rout-path, face`, `ask not face`, `ask all`, `ask none`.
    Ask {
        /// Windows of questions; none for all of them.
        about: Vec<Word>,
        /// Asked; else not any more.
        on: bool,
    },
}

/// A move of units or of one leader.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// Who: one, or several that make the same steps.
    pub who: Vec<Word>,
    /// How.
    pub motion: Motion,
}

/// How somebody moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Motion {
    /// Step by step or to a hex.
    pub way: Way,
    /// `with REG`: leaders who go along.
    pub with: Vec<Word>,
    /// `with REG until 2213`: of these, who get off there.
    pub until: Vec<(Word, Word)>,
    /// `stack`: the whole stack moves.
    pub stack: bool,
    /// `shock`: a light unit's choice.
    pub shock: bool,
    /// `fast`: the phalanx's higher allowance.
    pub fast: bool,
}

/// How a move is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Way {
    /// `2213 fwd 2 left`.
    Steps(Vec<WrittenStep>),
    /// `to 2214 facing W fire P2`.
    To {
        /// Destination.
        hex: Word,
        /// Facing at the end.
        facing: Option<Word>,
        /// Fire from there.
        fire: Option<Target>,
    },
}

/// One step as written, with the word that says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WrittenStep {
    /// `2213`.
    Hex(Word),
    /// `fwd`, `fwd 3`: straight ahead.
    Forward(u8),
    /// `fl`, `fl 2`: into the left front hex.
    ForwardLeft(u8),
    /// `fr`, `fr 2`: into the right front hex.
    ForwardRight(u8),
    /// `left 2` is -2, `right` is 1.
    Turn(i8),
    /// `face NE`.
    Face(Word),
    /// `about`.
    About,
    /// `pivot left`: the left half swings forward.
    PivotLeft,
    /// `pivot right`: the right half swings forward.
    PivotRight,
    /// `reverse`, of two-hex units.
    Reverse,
    /// `column left`.
    ColumnLeft,
    /// `column right`.
    ColumnRight,
    /// `uncolumn left`.
    LineLeft,
    /// `uncolumn right`.
    LineRight,
    /// `fire P2`, before going on.
    Fire(Target),
    /// `square`.
    Square,
    /// `unsquare`.
    Unsquare,
    /// `dismount`.
    Dismount,
    /// `mount`.
    Mount,
    /// `wedge`.
    Wedge,
    /// `unwedge`.
    Unwedge,
}

/// A shot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// Who fires.
    pub unit: Word,
    /// At whom.
    pub target: Target,
}

/// What is shot at: `P2`, `leader HAM`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Code of a unit or a leader.
    pub code: Word,
    /// `leader` was written before it.
    pub leader: bool,
}

/// Cavalry that comes back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Return {
    /// Who.
    pub unit: Word,
    /// Where it enters.
    pub hex: Word,
    /// How it faces.
    pub facing: Word,
}

/// `stop`, `stop if ... and ...`, `stop unless ... and ...`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// What must all hold; nothing = always.
    pub when: Vec<Condition>,
    /// `unless`: stop when they do not all hold.
    pub unless: bool,
}

/// Something that is so or not so on the field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// `not` was written.
    pub not: bool,
    /// What is looked at.
    pub test: Test,
}

/// What is looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Test {
    /// `routed H31`.
    Routed(Word),
    /// `lost H31`: destroyed, fled, killed.
    Lost(Word),
    /// `hits H31 >= 4`.
    Hits(Word, Comparison, u8),
    /// `supply V31 = low`.
    Supply(Word, Comparison, Word),
    /// `H31 at 2214`.
    At(Word, Word),
    /// `enemy near H31 2`: an enemy unit within so many hexes.
    EnemyNear(Word, u8),
    /// `zoc H31`: in an enemy zone of control.
    Zoc(Word),
    /// `empty 2214`: no unit stands there.
    Empty(Word),
    /// `finished REG`.
    Finished(Word),
    /// `turn >= 4`.
    Turn(Comparison, u8),
    /// `momentum failed`.
    MomentumFailed,
    /// `trumped`.
    Trumped,
}
