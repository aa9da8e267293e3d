//! Stops of a sheet and lapses of prepared ones, resolved and evaluated.

use crate::piece::{LeaderId, Side, UnitId};
use crate::position::{Place, Position, Supply};
use crate::read::Reader;
use crate::state::stage::Stage;
use crate::written::{self as written, Comparison};
use tess_hex::Hex;

/// A stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Whose sheet it stands in.
    pub side: Side,
    /// What must all hold; nothing = always.
    pub when: Vec<Condition>,
    /// Stops when they do not all hold.
    pub unless: bool,
}

/// Something that is so or not so on the field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Turned round.
    pub not: bool,
    /// What is looked at.
    pub test: Test,
}

/// A unit or a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A unit.
    Unit(UnitId),
    /// A leader.
    Leader(LeaderId),
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// The unit is routed.
    Routed(UnitId),
    /// Eliminated or killed.
    Lost(Subject),
    /// Cohesion hits; a routed unit has none.
    Hits(UnitId, Comparison, u8),
    /// Missiles left; no < low < full.
    Supply(UnitId, Comparison, Supply),
    /// In this hex, with one half at least.
    At(Subject, Hex),
    /// A unit of the other side stands within so many hexes.
    EnemyNear(Subject, u8),
    /// In an enemy zone of control.
    Zoc(Subject),
    /// No unit stands there.
    Empty(Hex),
    /// The leader is finished.
    Finished(LeaderId),
    /// The game turn.
    Turn(Comparison, u8),
    /// The side has no orders phase going on.
    MomentumFailed,
    /// The other side has an orders phase going on.
    Trumped,
}

impl Stop {
    /// Does the sheet end here?
    #[must_use]
    pub fn applies(&self, position: &Position) -> bool {
        self.when.is_empty()
            || self.when.iter().all(|c| c.test.holds(position, self.side) != c.not) != self.unless
    }
}

impl Test {
    /// Is it so, for a sheet of this side?
    #[must_use]
    pub fn holds(self, position: &Position, side: Side) -> bool {
        match self {
            Test::Routed(unit) => position.is_routed(unit),
            Test::Lost(Subject::Unit(unit)) => position.unit(unit).place == Place::Eliminated,
            Test::Lost(Subject::Leader(leader)) => position.leader(leader).killed,
            Test::Hits(unit, sign, n) => sign.holds(&position.hits(unit), &n),
            Test::Supply(unit, sign, level) => {
                let amount = |s: Supply| match s {
                    Supply::No => 0,
                    Supply::Low => 1,
                    Supply::Full => 2,
                };
                sign.holds(&amount(position.unit(unit).supply), &amount(level))
            }
            Test::At(who, hex) => hexes(position, who).any(|h| h == hex),
            Test::EnemyNear(who, n) => {
                let enemy = owner(position, who).other();
                let mut enemies = position.on_field(enemy).flat_map(|u| position.hexes(u).iter());
                enemies.any(|e| hexes(position, who).any(|h| h.distance(e) <= n))
            }
            Test::Zoc(who) => {
                let side = owner(position, who);
                hexes(position, who).any(|h| position.in_enemy_zoc(side, h))
            }
            Test::Empty(hex) => position.stack(hex).is_empty(),
            Test::Finished(leader) => position.leader(leader).finished,
            Test::Turn(sign, n) => sign.holds(&position.turn, &u16::from(n)),
            Test::MomentumFailed => !matches!(&position.stage, Stage::Orders(phase) if phase.side == side),
            Test::Trumped => position.stage.phase().is_some_and(|phase| phase.side != side),
        }
    }
}

fn owner(position: &Position, who: Subject) -> Side {
    match who {
        Subject::Unit(unit) => position.side(unit),
        Subject::Leader(leader) => position.leader_spec(leader).side,
    }
}

fn hexes(position: &Position, who: Subject) -> impl Iterator<Item = Hex> + use<> {
    let (unit, leader) = match who {
        Subject::Unit(unit) => (Some(position.hexes(unit)), None),
        Subject::Leader(leader) => (None, position.leader(leader).hex),
    };
    unit.into_iter().flat_map(|h| h.iter()).chain(leader)
}

impl Reader<'_> {
    pub(super) fn stop(&mut self, stop: &written::Stop) -> Option<Stop> {
        let when: Vec<_> =
            stop.when.iter().map(|c| self.test(&c.test).map(|test| Condition { not: c.not, test })).collect();
        let when: Option<Vec<Condition>> = when.into_iter().collect();
        Some(Stop { side: self.side, when: when?, unless: stop.unless })
    }

    fn test(&mut self, test: &written::Test) -> Option<Test> {
        Some(match test {
            written::Test::Routed(unit) => Test::Routed(self.any_unit(unit)?),
            written::Test::Lost(who) => Test::Lost(self.anybody(who)?),
            written::Test::Hits(unit, sign, n) => Test::Hits(self.any_unit(unit)?, *sign, *n),
            written::Test::Supply(unit, sign, level) => {
                let level = match level {
                    l if l.is("full") => Supply::Full,
                    l if l.is("low") => Supply::Low,
                    _ => Supply::No,
                };
                Test::Supply(self.any_unit(unit)?, *sign, level)
            }
            written::Test::At(who, hex) => {
                let (who, hex) = (self.anybody(who), self.hex(hex));
                Test::At(who?, hex?)
            }
            written::Test::EnemyNear(who, n) => Test::EnemyNear(self.anybody(who)?, *n),
            written::Test::Zoc(who) => Test::Zoc(self.anybody(who)?),
            written::Test::Empty(hex) => Test::Empty(self.hex(hex)?),
            written::Test::Finished(leader) => Test::Finished(self.any_leader(leader)?),
            written::Test::Turn(sign, n) => Test::Turn(*sign, *n),
            written::Test::MomentumFailed => Test::MomentumFailed,
            written::Test::Trumped => Test::Trumped,
        })
    }
}
