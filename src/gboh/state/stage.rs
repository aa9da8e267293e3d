//! Where in the sequence of play a battle stands (3.0).

use std::sync::Arc;

use super::asks::Asks;
use crate::piece::{Class, LeaderId, LineId, Side, UnitId};
use tess_effects::{Rule, Seal};
use tess_hex::Hex;

/// What is to be decided next, and by whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stage {
    /// The game turn begins: elite initiative (5.5) and the order of ties are still to be settled.
    TurnStart,
    /// A side lays markers of pre-arranged withdrawal under its leaders, or none (6.82).
    Markers {
        /// Whose.
        side: Side,
    },
    /// A side with the elite initiative uses or declines it (5.51).
    Elite {
        /// Whose.
        side: Side,
    },
    /// A side activates a leader (5.12).
    Activation {
        /// Whose turn it is.
        side: Side,
        /// The leaders of lowest initiative among whom he may choose.
        due: Vec<LeaderId>,
        /// After a die roll of doom: any leader of that side, finished or not, or none (5.33).
        reactivation: bool,
        /// The active side has tried its trump (5.43).
        trump_tried: bool,
    },
    /// A leader gives orders (5.2).
    Orders(Phase),
    /// Orders and shock are over; momentum may be tried (5.3).
    After(Phase),
    /// The battle is over (11.2).
    Over {
        /// Winner, `None` for a draw.
        winner: Option<Side>,
    },
}

/// A leader's orders phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Phase {
    /// Who gives orders.
    pub leader: LeaderId,
    /// His side.
    pub side: Side,
    /// What kind of phase.
    pub kind: PhaseKind,
    /// How he commands in this phase (4.3).
    pub mode: Mode,
    /// Individual orders used.
    pub orders_used: u8,
    /// Shock combats combined so far (8.42); shared, as a phase is copied for the way back at every line of
    /// a sheet.
    pub combats: Arc<Vec<Combat>>,
    /// A leader who trumped has to do something (5.45).
    pub must_act: bool,
    /// He has done something.
    pub acted: bool,
    /// He issued a line command in the initial phase of this run of phases (4.33).
    pub had_lines: bool,
    /// Result of the roll for line commands in this phase (4.33\[2\]); `None` = not rolled.
    pub line_roll: Option<bool>,
    /// His line command came of the overall commander's range alone (alexander 4.34).
    pub by_range: bool,
    /// The leader has fought in person in it (alexander 5.31).
    pub fought: bool,
    /// The contingent commanders whom he has set to work in it (alexander 5.64).
    pub contingents: Vec<LeaderId>,
    /// The command of the last of them, while it lasts (alexander 5.65).
    pub contingent: Option<LineInProgress>,
}

/// Who is under a command that moves many at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Troop {
    /// A line of the chart.
    Line(LineId),
    /// The contingent of a commander of Macedon (alexander 5.65).
    Contingent(LeaderId),
}

/// Kinds of orders phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PhaseKind {
    /// The first of an activation.
    Initial,
    /// By momentum.
    Momentum,
    /// By elite initiative.
    Elite,
    /// By re-activation after a die roll of doom.
    Reactivated,
}

impl PhaseKind {
    /// The rule that gives the phase.
    #[must_use]
    pub const fn rule(self) -> Rule {
        Rule(match self {
            Self::Initial => "5.1",
            Self::Momentum => "5.32",
            Self::Elite => "5.51",
            Self::Reactivated => "5.33",
        })
    }
}

/// How a leader commands in a phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// He has given no order yet.
    Open,
    /// By individual orders.
    Individual,
    /// By line commands.
    Lines {
        /// Lines ordered so far, the one in progress included.
        used: Vec<LineId>,
        /// The line command in progress.
        current: Option<LineInProgress>,
    },
}

/// A line command in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineInProgress {
    /// The line, or the contingent.
    pub line: Troop,
    /// Its members as the line stood when the command began (4.32).
    pub units: Arc<[UnitId]>,
    /// Units that have moved into enemy zones, for entry fire at the end (8.21): each a pair, the mover and
    /// the enemy whose zone it entered.
    pub entered: Vec<UnitId>,
    /// It has begun to fire: no more movement (8.21).
    pub firing: bool,
    /// Where each of its members stood when the command began (cataphract 11.31).
    pub starts: Arc<[Option<Hex>]>,
}

/// One shock combat (8.42).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combat {
    /// Attackers, in order of id.
    pub attackers: Vec<UnitId>,
    /// Defenders, in order of id.
    pub defenders: Vec<UnitId>,
    /// The attacker the attacking player chose for 8.45.
    pub with: Option<UnitId>,
}

/// A marker of pre-arranged withdrawal under a leader (6.82).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marker {
    /// Who enables the withdrawal.
    pub leader: LeaderId,
    /// What of it is to be seen.
    pub face: Face,
}

/// What is to be seen of a marker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Face {
    /// Face down: only its owner knows whether it is a bluff.
    Down(Seal),
    /// Real, and shown.
    Real {
        /// The lines for which it may still serve; the first withdrawal and each order narrow it.
        lines: Vec<LineId>,
        /// A line has withdrawn by it.
        used: bool,
    },
    /// Its owner cannot open it any more: it binds like a real one and lets nobody withdraw.
    Lost,
}

/// What the sequence of play remembers from one stage to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Course {
    /// Among leaders of this initiative on both sides, this side comes next (5.12).
    pub tie: Option<(u8, Side)>,
    /// The class to which a tribune's or praefect's individual orders of this phase are bound (4.52, 4.54).
    pub group: Option<Group>,
    /// Elephants of a side have had their first orders (4.91), by side index.
    pub elephants_ordered: [bool; 2],
    /// An undisciplined army has lost its spirit for good (cataphract 11.2), by side index.
    pub spirit_lost: [bool; 2],
    /// Shock is being resolved: who routs because his army's spirit is lost waits for the end of its step
    /// (cataphract 11.2).
    pub in_shock: bool,
    /// The side whose champion has won (cataphract 11.85).
    pub champion: Option<Side>,
    /// That side may still begin the first turn with a leader of its choice (cataphract 11.85).
    pub prize: Option<Side>,
    /// A leader whose death ends the battle has been killed: his side (alexander 10.52).
    pub bereft: Option<Side>,
    /// The finer decisions that a side is asked about, by side index.
    pub asks: [Asks; 2],
}

/// Units among which a tribune or praefect must stay with the individual orders of one phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Group {
    /// All velites, whatever their legion (4.52).
    Velites,
    /// One class of one legion or ala (4.52).
    Foot {
        /// Colour of the legion.
        colour: u8,
        /// Of its ala.
        ala: bool,
        /// Class.
        class: Class,
    },
    /// Cavalry of the legions or of the alae (4.54).
    Horse {
        /// Of the alae.
        ala: bool,
    },
}

impl Stage {
    /// The start of a battle.
    #[must_use]
    pub fn start() -> Stage {
        Stage::TurnStart
    }

    /// The orders phase going on.
    #[must_use]
    pub fn phase(&self) -> Option<&Phase> {
        match self {
            Stage::Orders(phase) | Stage::After(phase) => Some(phase),
            _ => None,
        }
    }

    /// The orders phase going on, to change it.
    pub fn phase_mut(&mut self) -> Option<&mut Phase> {
        match self {
            Stage::Orders(phase) | Stage::After(phase) => Some(phase),
            _ => None,
        }
    }

    /// Becomes the same as another in the memory that it has: the way back is noted at every line of a
    /// sheet.
    pub(crate) fn copy_from(&mut self, other: &Stage) {
        match (self, other) {
            (Stage::Orders(phase), Stage::Orders(other)) | (Stage::After(phase), Stage::After(other)) => {
                phase.copy_from(other);
            }
            (stage, other) => stage.clone_from(other),
        }
    }
}

/// Lets both share one thing, unless they do already.
fn share<T: ?Sized>(own: &mut Arc<T>, other: &Arc<T>) {
    if !Arc::ptr_eq(own, other) {
        own.clone_from(other);
    }
}

impl Phase {
    fn copy_from(&mut self, other: &Phase) {
        let Phase { mode, combats, contingents, contingent, .. } = self;
        match (&mut *mode, &other.mode) {
            (Mode::Lines { used, current }, Mode::Lines { used: others, current: other }) => {
                used.clone_from(others);
                match (current, other) {
                    (Some(current), Some(other)) => current.copy_from(other),
                    (current, other) => current.clone_from(other),
                }
            }
            (mode, other) => mode.clone_from(other),
        }
        share(combats, &other.combats);
        contingents.clone_from(&other.contingents);
        if contingent.is_some() || other.contingent.is_some() {
            contingent.clone_from(&other.contingent);
        }
        let &Phase {
            leader,
            side,
            kind,
            orders_used,
            must_act,
            acted,
            had_lines,
            line_roll,
            by_range,
            fought,
            ..
        } = other;
        (self.leader, self.side, self.kind, self.orders_used) = (leader, side, kind, orders_used);
        (self.must_act, self.acted, self.fought) = (must_act, acted, fought);
        (self.had_lines, self.line_roll, self.by_range) = (had_lines, line_roll, by_range);
        debug_assert_eq!(self, other);
    }
}

impl LineInProgress {
    /// A unit of the line has entered the zones of these enemies (8.21).
    pub(crate) fn enters(&mut self, mover: UnitId, watchers: &[UnitId]) {
        for &watcher in watchers {
            if !self.entered.chunks(2).any(|pair| pair == [mover, watcher]) {
                self.entered.extend([mover, watcher]);
            }
        }
    }

    /// Who has entered whose zone, each pair once, the mover first.
    pub(crate) fn take_entries(&mut self) -> Vec<(UnitId, UnitId)> {
        std::mem::take(&mut self.entered).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    }

    fn copy_from(&mut self, other: &LineInProgress) {
        share(&mut self.units, &other.units);
        share(&mut self.starts, &other.starts);
        self.entered.clone_from(&other.entered);
        (self.line, self.firing) = (other.line, other.firing);
    }
}

impl Phase {
    /// A phase in which nothing has been ordered yet.
    #[must_use]
    pub fn new(leader: LeaderId, side: Side, kind: PhaseKind) -> Phase {
        Phase {
            leader,
            side,
            kind,
            mode: Mode::Open,
            orders_used: 0,
            combats: Arc::default(),
            must_act: false,
            acted: false,
            had_lines: false,
            line_roll: None,
            by_range: false,
            fought: false,
            contingents: Vec::new(),
            contingent: None,
        }
    }

    /// The command in progress, to a line or to a contingent.
    #[must_use]
    pub fn line(&self) -> Option<&LineInProgress> {
        match &self.mode {
            Mode::Lines { current, .. } => current.as_ref(),
            _ => self.contingent.as_ref(),
        }
    }

    /// The command in progress, to a line or to a contingent, to change it.
    pub fn line_mut(&mut self) -> Option<&mut LineInProgress> {
        match &mut self.mode {
            Mode::Lines { current, .. } => current.as_mut(),
            _ => self.contingent.as_mut(),
        }
    }
}
