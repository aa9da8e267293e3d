//! Nobody acts twice where the book gives one action: in an orders phase a unit moves once, fires once,
//! recovers once and turns once towards an enemy who comes near; in a turn a leader has one orders phase of
//! his own.
//!
//! So that it is tried, [`Insisting`] orders everything a second time.

use std::collections::BTreeMap;

use super::watch::Seen;
use tesserarius::effects::{Question, Recorded};
use tesserarius::game::Agent;
use tesserarius::gboh::events::missile::Occasion;
use tesserarius::gboh::events::{CommandEvent, FireEvent, MoveEvent, RoutEvent};
use tesserarius::gboh::piece::{Missile, UnitType};
use tesserarius::gboh::state::stage::PhaseKind;
use tesserarius::gboh::{Happening, LeaderId, Position, UnitId};
use tesserarius::ledger::Role;

/// A player who orders all that he orders once more.
pub struct Insisting<A>(pub A);

impl<A: Agent<Position>> Agent<Position> for Insisting<A> {
    fn answer(&mut self, position: &Position, side: &Role, question: &Question) -> Option<String> {
        self.0.answer(position, side, question)
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        let mut out = String::new();
        let sheet = self.0.orders(position, side)?;
        let last = sheet.lines().count();
        for (nth, line) in sheet.lines().enumerate() {
            // Before the phase is over whoever can harass does.
            if nth + 1 == last && nth > 0 {
                out.push_str(&harassing(position, side));
            }
            out.push_str(line);
            out.push('\n');
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                // One step this way or that: to the same hex it would stand there already.
                ["move", code, ..] if position.set.find_unit(code).is_some() => {
                    for step in ["fl", "fr", "left"] {
                        out.push_str(&format!("try move {code} {step}\n"));
                    }
                }
                ["fire" | "recover" | "harass" | "rally", ..] => out.push_str(&format!("try {line}\n")),
                _ => {}
            }
        }
        Some(out)
    }
}

/// Light troops and the nearest enemy whom each could harass, a `try` each.
fn harassing(position: &Position, side: &Role) -> String {
    let me = position.set.find_side(side.as_str());
    let light = |u: &UnitId| matches!(position.spec(*u).kind, UnitType::LC | UnitType::LI | UnitType::SK);
    let mine = position.unit_ids().filter(|&u| Some(position.side(u)) == me && position.hex(u).is_some());
    let near = |unit: UnitId| {
        let foes = position.unit_ids().filter(|&e| Some(position.side(e)) != me);
        let apart = |&e: &UnitId| position.hexes(unit).distance(position.hexes(e)).unwrap_or(u8::MAX);
        foes.filter(|e| (2..=4).contains(&apart(e))).min_by_key(apart)
    };
    let pairs = mine.filter(light).filter_map(|unit| Some((unit, near(unit)?)));
    pairs
        .map(|(u, e)| format!("try harass {} at {}\n", position.spec(u).code, position.spec(e).code))
        .collect()
}

/// What has been done in this orders phase and this turn.
#[derive(Default)]
pub struct Account {
    moved: BTreeMap<UnitId, u8>,
    fired: BTreeMap<UnitId, u8>,
    recovered: BTreeMap<UnitId, u8>,
    refaced: BTreeMap<UnitId, u8>,
    tried: BTreeMap<(LeaderId, UnitId), u8>,
    led: BTreeMap<LeaderId, u8>,
    mover: Option<UnitId>,
}

impl Account {
    pub fn check(&mut self, seen: &Seen<'_>) -> Result<(), String> {
        // An order is one move however many stretches it is told in.
        self.mover = None;
        for entry in &seen.run.record {
            let Recorded::Happened(happening) = entry else { continue };
            let twice = match happening {
                Happening::Command(CommandEvent::TurnBegins { .. }) => {
                    *self = Account::default();
                    None
                }
                Happening::Command(CommandEvent::Activated { leader, kind }) => {
                    let led = std::mem::take(&mut self.led);
                    *self = Account { led, ..Account::default() };
                    let own = *kind == PhaseKind::Initial;
                    let n = self.led.entry(*leader).or_default();
                    *n += u8::from(own);
                    (*n > 1).then(|| format!("{} leads twice", seen.before.leader_spec(*leader).code))
                }
                // Held in an enemy zone he has not led yet (5.26).
                Happening::Command(CommandEvent::Waits { leader }) => {
                    self.led.remove(leader);
                    None
                }
                Happening::Command(CommandEvent::LeftOut { .. }) => {
                    self.mover = None;
                    None
                }
                Happening::Move(MoveEvent::Marched { unit, with, mp, .. }) => {
                    self.marched(seen, *unit, *with, *mp)
                }
                Happening::Move(MoveEvent::Refaced { unit, .. }) => {
                    once(&mut self.refaced, *unit, 1).then(|| format!("{} turns twice", code(seen, *unit)))
                }
                Happening::Fire(FireEvent::Shot { unit, occasion: Occasion::Order, .. }) => {
                    let bow = seen.before.set.unit(*unit).missile == Some(Missile::C);
                    let most = 1 + u8::from(bow);
                    once(&mut self.fired, *unit, most).then(|| format!("{} fires twice", code(seen, *unit)))
                }
                Happening::Rout(RoutEvent::Recovered { unit, hits, .. }) => {
                    // Two hits, by two orders perhaps (spqr 10.16 and its twins).
                    let of = self.recovered.entry(*unit).or_default();
                    *of += hits;
                    (*of > 2).then(|| format!("{} recovers from {of} hits", code(seen, *unit)))
                }
                Happening::Rout(RoutEvent::RallyTried { leader, unit, .. }) => {
                    once(&mut self.tried, (*leader, *unit), 1)
                        .then(|| format!("{} is rallied twice by one leader", code(seen, *unit)))
                }
                _ => None,
            };
            if let Some(twice) = twice {
                return Err(twice);
            }
        }
        Ok(())
    }

    fn marched(&mut self, seen: &Seen<'_>, unit: UnitId, with: Option<UnitId>, mp: u8) -> Option<String> {
        if self.mover == Some(unit) {
            return None;
        }
        self.mover = Some(unit);
        // What is told once more with no point spent is the end of a move, or a turn in place that costs
        // nothing.
        if mp == 0 {
            return None;
        }
        let mut twice = None;
        for who in [Some(unit), with].into_iter().flatten() {
            if once(&mut self.moved, who, 1) {
                twice = Some(format!("{} moves twice", code(seen, who)));
            }
        }
        twice
    }
}

/// Counts, and says whether it is too often.
fn once<K: Ord>(of: &mut BTreeMap<K, u8>, who: K, most: u8) -> bool {
    let n = of.entry(who).or_default();
    *n += 1;
    *n > most
}

fn code<'a>(seen: &'a Seen<'_>, unit: UnitId) -> &'a str {
    &seen.before.spec(unit).code
}
