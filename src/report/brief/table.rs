//! Moves as rows: unit, hex and facing, points, and the way with what happened on it in brackets.

use super::legend::{Mark, Marks};
use super::part::{self, Part};
use super::pen::both;
use crate::form::fold;
use crate::narrate::Teller;
use crate::narrate::movement::legs;
use tess_gboh::events::MoveEvent;
use tess_gboh::events::movement::Leg;
use tess_gboh::{Setup, UnitId};
use tess_hex::Facing;

/// A move that is being told, stretch by stretch.
struct Mover {
    unit: UnitId,
    with: Option<UnitId>,
    code: String,
    /// Hex and facing; nothing before its first stretch.
    from: Option<(String, Facing)>,
    way: String,
    points: String,
    /// What happened since the last stretch.
    aside: Vec<Part>,
    /// Anything did.
    eventful: bool,
    /// It must shock.
    must: bool,
}

/// The rows that are not yet written.
#[derive(Default)]
pub(super) struct Table {
    mover: Option<Mover>,
    /// Moves of the same facing and points to which nothing happened.
    alike: Vec<Mover>,
}

impl Table {
    /// Who moves.
    pub fn mover(&self) -> Option<UnitId> {
        self.mover.as_ref().map(|m| m.unit)
    }

    /// What happens on the way of the unit that moves.
    pub fn aside(&mut self) -> Option<&mut Vec<Part>> {
        self.mover.as_mut().map(|m| &mut m.aside)
    }

    /// A unit is about to move: something happens first. Returns rows that are finished.
    pub fn before(&mut self, set: &Setup, unit: UnitId) -> String {
        self.mover = Some(Mover {
            unit,
            with: None,
            code: both(set, unit, None),
            from: None,
            way: String::new(),
            points: String::new(),
            aside: Vec::new(),
            eventful: false,
            must: false,
        });
        String::new()
    }

    /// A stretch of a move: the next of the one that is told, or the first of another. Returns rows that
    /// are finished.
    pub fn marched(
        &mut self,
        set: &Setup,
        (unit, with): (UnitId, Option<UnitId>),
        event: &MoveEvent,
        marks: &mut Marks,
    ) -> String {
        let MoveEvent::Marched { from, facing, way, mp, of, .. } = event else { return String::new() };
        let t = Teller::brief(set);
        marks.mark(Mark::Way(event.rule()));
        let same = |m: &Mover| m.unit == unit && (m.with == with || m.from.is_none());
        let mut out = String::new();
        if !self.mover.as_ref().is_some_and(same) {
            out = self.land(marks);
            self.before(set, unit);
        }
        if let Some(mover) = &mut self.mover {
            if mover.from.is_none() {
                (mover.code, mover.with) = (both(set, unit, with), with);
                mover.from = Some((from.to_string(), *facing));
            }
            mover.interrupt();
            for leg in way {
                if let Leg::Faced(_) = leg {
                    marks.mark(Mark::Faces);
                }
            }
            let gap = if mover.way.is_empty() { "" } else { " " };
            mover.way.push_str(&format!("{gap}{}", steps(&t, way)));
            let road = event.also().map_or_else(String::new, |rule| format!(" by road ({})", t.rule(rule)));
            mover.points = format!("{mp}/{of}{road}");
        }
        out
    }

    /// The unit that moves must shock: true when that could be put to its way.
    pub fn must(&mut self, unit: UnitId) -> bool {
        let Some(mover) = self.mover.as_mut().filter(|m| m.from.is_some()) else { return false };
        let is = mover.unit == unit || mover.with == Some(unit);
        if is {
            mover.way.push('!');
            mover.must = true;
        }
        is
    }

    /// The move that is told is over. Returns rows that are finished.
    pub fn land(&mut self, marks: &mut Marks) -> String {
        let Some(mut mover) = self.mover.take() else { return String::new() };
        mover.interrupt();
        let alike = self.alike.last().is_some_and(|last| last.like(&mover));
        let out = if alike { String::new() } else { self.flush() };
        if mover.eventful || mover.must || mover.from.is_none() {
            return out + &mover.row();
        }
        if alike {
            marks.mark(Mark::Alike);
        }
        self.alike.push(mover);
        out
    }

    /// The moves that are alike, as one row.
    pub fn flush(&mut self) -> String {
        let alike = std::mem::take(&mut self.alike);
        let mut each = alike.into_iter();
        let Some(mut first) = each.next() else { return String::new() };
        for other in each {
            let from = other.from.map_or_else(String::new, |(hex, _)| hex);
            first.way.push_str(&format!(" = {} {from} {}", other.code, other.way));
        }
        first.row()
    }
}

impl Mover {
    /// Puts what happened on the way in brackets.
    fn interrupt(&mut self) {
        let aside = std::mem::take(&mut self.aside);
        if !aside.is_empty() {
            self.eventful = true;
            let gap = if self.way.is_empty() { "" } else { " " };
            self.way.push_str(&format!("{gap}[{}]", part::together(aside, ", ")));
        }
    }

    fn like(&self, other: &Mover) -> bool {
        let facing = |m: &Mover| m.from.as_ref().map(|(_, f)| *f);
        !other.eventful && !other.must && facing(self) == facing(other) && self.points == other.points
    }

    fn row(self) -> String {
        let from = self.from.map_or_else(String::new, |(hex, facing)| format!("{hex} {facing}"));
        let head = format!("  {:<7} {from:<7} {:<4} ", self.code, self.points);
        fold::fold(&self.way, &head, &" ".repeat(22))
    }
}

/// A way: hexes as they come, changes of facing as `/SW`.
fn steps(t: &Teller<'_>, way: &[Leg]) -> String {
    let each: Vec<String> = way
        .iter()
        .map(|leg| match leg {
            Leg::Faced(facing) => format!("/{facing}"),
            other => legs(t, std::slice::from_ref(other)),
        })
        .collect();
    each.join(" ")
}
