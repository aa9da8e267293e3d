//! Going back: an order that is refused in the middle leaves no trace.
//!
//! Leaders and the sequence of play are few bytes and are copied. Units and the grid of stacks are many, and
//! an order changes few of them: what was there before is noted as it is changed, and put back from the last
//! to the first.

use crate::position::{Leader, Packed, Position, Unit};
use crate::state::stage::{Course, Marker, Stage};
use tess_hex::Hex;

/// What stood in a slot of the grid before it was changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StackBefore {
    pub(crate) slot: usize,
    pub(crate) hex: Hex,
    pub(crate) stack: Packed,
}

/// A unit as it was when it was first laid hands on after a checkpoint.
#[derive(Clone, Copy, Debug)]
struct UnitBefore {
    index: usize,
    unit: Unit,
    /// The checkpoint after which it had been noted before.
    noted: u64,
}

/// The undo log: what is needed to go back, and the memory for it.
#[derive(Debug, Default)]
pub(crate) struct UndoLog {
    /// Changes of the grid since the first checkpoint to which one may still go back.
    stacks: Vec<StackBefore>,
    /// Units laid hands on since then.
    units: Vec<UnitBefore>,
    /// By unit, the number of the checkpoint after which it was noted last: once after each is enough.
    noted: Vec<u64>,
    /// The number of the last checkpoint to which one may still go back; 0 when there is none.
    last: u64,
    /// The greatest number of any.
    greatest: u64,
    /// The memory of the last checkpoint, which serves again.
    spare: Option<Box<Saved>>,
}

/// A position to go back to.
pub struct Checkpoint(Box<Saved>);

/// The parts of a position that are copied.
#[derive(Debug)]
struct Saved {
    leaders: Vec<Leader>,
    turn: u16,
    stage: Stage,
    course: Course,
    markers: Vec<Marker>,
    replacements: [u8; 2],
    fallen: [u16; 2],
    /// How many changes of the grid there were, and units laid hands on.
    stacks: usize,
    units: usize,
    /// The number of the checkpoint before it.
    before: u64,
}

impl UndoLog {
    /// Notes what a change of the grid overwrites, when somebody may want to go back.
    #[inline]
    pub(crate) fn note(&mut self, before: StackBefore) {
        if self.last > 0 {
            self.stacks.push(before);
        }
    }

    /// Notes what a change of a unit may overwrite, likewise.
    #[inline]
    pub(crate) fn note_unit(&mut self, index: usize, unit: &Unit) {
        if self.noted.get(index).is_some_and(|&noted| noted < self.last) {
            self.keep_unit(index, unit);
        }
    }

    /// Once after each checkpoint: apart from the question that is asked so much more often.
    #[cold]
    fn keep_unit(&mut self, index: usize, unit: &Unit) {
        let noted = std::mem::replace(&mut self.noted[index], self.last);
        self.units.push(UnitBefore { index, unit: *unit, noted });
    }

    /// A new checkpoint of so many units; the number of the one before it.
    fn begin(&mut self, units: usize) -> u64 {
        self.noted.resize(units, 0);
        self.greatest += 1;
        std::mem::replace(&mut self.last, self.greatest)
    }

    fn close(&mut self, saved: Box<Saved>) {
        self.last = saved.before;
        if self.last == 0 {
            self.stacks.clear();
            self.units.clear();
        }
        self.spare = Some(saved);
    }
}

impl Position {
    /// Where the position stands, for [`Position::go_back`] or [`Position::go_on`]: one of them follows, and
    /// of several checkpoints the last is the first to be closed.
    pub(crate) fn checkpoint(&mut self) -> Checkpoint {
        let (stacks, units) = (self.undo.stacks.len(), self.undo.units.len());
        let before = self.undo.begin(self.set.units.len());
        Checkpoint(match self.undo.spare.take() {
            Some(mut saved) => {
                saved.leaders.clone_from(&self.leaders);
                saved.stage.copy_from(&self.stage);
                saved.markers.clone_from(&self.markers);
                (saved.turn, saved.course) = (self.turn, self.course);
                (saved.replacements, saved.fallen) = (self.replacements, self.fallen);
                (saved.stacks, saved.units, saved.before) = (stacks, units, before);
                saved
            }
            None => Box::new(Saved {
                leaders: self.leaders.clone(),
                turn: self.turn,
                stage: self.stage.clone(),
                course: self.course,
                markers: self.markers.clone(),
                replacements: self.replacements,
                fallen: self.fallen,
                stacks,
                units,
                before,
            }),
        })
    }

    /// Everything as it was at the checkpoint.
    pub(crate) fn go_back(&mut self, Checkpoint(mut saved): Checkpoint) {
        while self.undo.stacks.len() > saved.stacks {
            if let Some(before) = self.undo.stacks.pop() {
                self.put_back(before);
            }
        }
        while self.undo.units.len() > saved.units {
            if let Some(UnitBefore { index, unit, noted }) = self.undo.units.pop() {
                self.restore(index, unit);
                self.undo.noted[index] = noted;
            }
        }
        std::mem::swap(&mut self.leaders, &mut saved.leaders);
        for (n, gone) in saved.leaders.iter().enumerate() {
            let back = self.leaders[n].hex;
            if back != gone.hex {
                back.into_iter().chain(gone.hex).for_each(|hex| self.note_leaders(hex));
            }
        }
        std::mem::swap(&mut self.stage, &mut saved.stage);
        std::mem::swap(&mut self.markers, &mut saved.markers);
        (self.turn, self.course) = (saved.turn, saved.course);
        (self.replacements, self.fallen) = (saved.replacements, saved.fallen);
        self.undo.close(saved);
    }

    /// The checkpoint is no longer needed.
    pub(crate) fn go_on(&mut self, Checkpoint(saved): Checkpoint) {
        self.undo.close(saved);
    }
}

#[cfg(test)]
mod tests {
    use crate::Position;
    use crate::piece::{LeaderId, Rank, Side, UnitType};
    use crate::position::Morale;
    use crate::proving_ground::{ground, hex, leader, u, unit};
    use tess_hex::Facing;

    fn bytes(pos: &Position) -> (Vec<u8>, String) {
        let mut out = Vec::new();
        pos.encode(&mut out);
        let stacks: Vec<_> = (1..40_u16).flat_map(|c| (1..30_u16).map(move |r| hex(c * 100 + r))).collect();
        // Where leaders are is asked by side and hex, and held against the leaders themselves.
        let leaders = |h| {
            Side::BOTH.map(|side| {
                let of = |l: LeaderId| pos.leader_spec(l).side == side && pos.leader(l).hex == Some(h);
                assert_eq!(pos.has_leader(side, h), pos.leader_ids().any(of), "{h}");
                pos.has_leader(side, h)
            })
        };
        let seen = stacks.iter().map(|&h| (h, pos.stack(h), pos.in_enemy_zoc(Side::Second, h), leaders(h)));
        (out, format!("{:?}", seen.collect::<Vec<_>>()))
    }

    /// Moves, turns, stacks, routs and goings of leaders, once within another: going back restores units,
    /// stacks, zones and leaders to the byte, going on leaves them.
    #[test]
    fn back_is_back_to_the_byte() {
        let mut pos = ground(
            vec![
                unit("V", Side::First, UnitType::LI, (4, 5, 6), 2010, Facing::E),
                unit("M", Side::First, UnitType::MI, (4, 5, 5), 2012, Facing::E),
                unit("P", Side::First, UnitType::PH, (10, 7, 4), 2022, Facing::W),
            ],
            vec![
                leader("A", Side::First, Rank::Overall, 5, 2010),
                leader("B", Side::First, Rank::Overall, 5, 2010),
                leader("C", Side::Second, Rank::Overall, 5, 2015),
            ],
        );
        let start = bytes(&pos);
        let outer = pos.checkpoint();
        pos.put(u(0), hex(2012), Facing::E);
        pos.unit_mut(u(1)).morale = Morale::Routed;
        pos.place_leader(LeaderId(0), Some(hex(2015)));
        let middle = bytes(&pos);
        assert_ne!(middle, start);
        let inner = pos.checkpoint();
        pos.swap_stack(hex(2012));
        pos.put(u(2), hex(2122), Facing::NW);
        pos.lift(u(1));
        pos.station(LeaderId(1), None);
        pos.place_leader(LeaderId(2), Some(hex(2110)));
        pos.unit_ids().for_each(|id| pos.unit_mut(id).moved_before = true);
        pos.turn = 7;
        assert_ne!(bytes(&pos), middle);
        pos.go_back(inner);
        assert_eq!(bytes(&pos), middle);
        let again = pos.checkpoint();
        pos.turn_in_place(u(0), Facing::SW);
        let turned = bytes(&pos);
        pos.go_on(again);
        assert_eq!(bytes(&pos), turned);
        pos.go_back(outer);
        assert_eq!(bytes(&pos), start);
        // Nothing is left over for the next one.
        let next = pos.checkpoint();
        pos.lift(u(2));
        pos.go_back(next);
        assert_eq!(bytes(&pos), start);
    }
}
