//! What has happened on a field of hexes, collected from its happenings.

use std::collections::BTreeSet;

use super::{Flight, Score, Trump, Upshot};
use crate::front::{Front, Whereabouts};
use crate::narrate;
use tess_effects::Recorded;
use tess_gboh::events::missile::Occasion;
use tess_gboh::events::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tess_gboh::piece::BySide;
use tess_gboh::position::Place;
use tess_gboh::rout::{leader_points, rout_points, unit_points};
use tess_gboh::{Happening, LeaderId, Position, Refusal, Side, UnitId};
use tess_table::Chapter;

/// What these chapters have come to, as a viewer's front divides the field.
#[must_use]
pub fn upshot(pos: &Position, chapters: &[Chapter<Happening, Refusal>], viewer: Option<Side>) -> Upshot {
    let mut teller = Collector {
        pos,
        front: Front::of(pos, viewer.unwrap_or(Side::First)),
        at: Whereabouts::before(pos, chapters),
        told: Upshot { sides: pos.set.sides.clone(), flight: Flight::Routs, ..Upshot::default() },
        given: BySide::default(),
        lost: BTreeSet::new(),
    };
    for chapter in chapters {
        if let Some(side) = pos.set.find_side(chapter.side.as_str()).filter(|_| !chapter.record.is_empty()) {
            teller.told.acts(side);
        }
        for entry in &chapter.record {
            let Recorded::Happened(happening) = entry else { continue };
            teller.happened(happening);
            teller.at.follow(happening);
        }
    }
    let now = BySide(Side::BOTH.map(|side| rout_points(pos, side)));
    Upshot { score: Score::Rout { given: teller.given, now, level: pos.set.withdrawal }, ..teller.told }
}

struct Collector<'a> {
    pos: &'a Position,
    front: Front,
    at: Whereabouts,
    told: Upshot,
    given: BySide<u16>,
    /// Units whose points are counted.
    lost: BTreeSet<UnitId>,
}

impl Collector<'_> {
    fn happened(&mut self, happening: &Happening) {
        match happening {
            Happening::Command(event) => self.command(event),
            Happening::Move(MoveEvent::Marched { unit, from, .. }) => {
                let (side, wing) = (self.pos.side(*unit), self.front.wing(*from));
                self.told.acts(side).moved.insert(wing);
            }
            Happening::Fire(FireEvent::Shot {
                unit, occasion: Occasion::Order | Occasion::Harass, ..
            }) => {
                let wing = self.at.of(*unit).map(|hex| self.front.wing(hex));
                self.told.acts(self.pos.side(*unit)).shot.extend(wing);
            }
            Happening::Shock(ShockEvent::Combined { attackers, defenders, .. }) => {
                self.charge(attackers, defenders);
            }
            Happening::Shock(ShockEvent::Struck(blow)) => self.charge(&blow.attackers, &blow.defenders),
            Happening::Rout(event) => self.rout(event),
            _ => {}
        }
    }

    fn charge(&mut self, attackers: &[UnitId], defenders: &[UnitId]) {
        let place = defenders.iter().chain(attackers).find_map(|&unit| self.at.of(unit));
        if let (Some(&first), Some(hex)) = (attackers.first(), place) {
            let wing = self.front.wing(hex);
            self.told.acts(self.pos.side(first)).charged.insert(wing);
        }
    }

    fn command(&mut self, event: &CommandEvent) {
        let name = |leader: LeaderId| self.pos.leader_spec(leader).name.clone();
        let side = |leader: LeaderId| self.pos.leader_spec(leader).side;
        match event {
            CommandEvent::TurnBegins { turn } => self.told.turn = Some(*turn),
            CommandEvent::Activated { leader, .. } => {
                self.told.momentum = None;
                self.told.acts(side(*leader)).led(&name(*leader));
            }
            CommandEvent::Momentum { leader, won, .. } => {
                self.told.momentum = won.then(|| name(*leader));
            }
            CommandEvent::TrumpTried { leader, against, won, .. } => {
                let trump = Trump { by: name(*leader), against: against.map(name), won: *won };
                self.told.acts(side(*leader)).trumps.push(trump);
            }
            _ => {}
        }
    }

    fn rout(&mut self, event: &RoutEvent) {
        let pos = self.pos;
        match event {
            RoutEvent::Hits { unit, .. } => {
                self.told.deeds[pos.side(*unit)].hurt.insert(pos.spec(*unit).code.clone());
            }
            RoutEvent::Routs { unit, .. } => self.told.deeds[pos.side(*unit)].runs(&pos.spec(*unit).code),
            RoutEvent::Eliminated { unit, .. } | RoutEvent::Fled { unit } => self.gone(*unit),
            RoutEvent::RampageOver { elephant, .. } if pos.unit(*elephant).place == Place::Eliminated => {
                self.gone(*elephant);
            }
            RoutEvent::Rallied { unit, .. } => self.told.deeds[pos.side(*unit)].stands(&pos.spec(*unit).code),
            RoutEvent::LeaderKilled { leader, .. } => {
                let spec = pos.leader_spec(*leader);
                self.told.deeds[spec.side].fallen.push(spec.name.clone());
                self.given[spec.side] += leader_points(pos, *leader);
            }
            _ => {}
        }
    }

    fn gone(&mut self, unit: UnitId) {
        let side = self.pos.side(unit);
        self.told.deeds[side].is_gone(&self.pos.spec(unit).code);
        if self.lost.insert(unit) && self.pos.unit(unit).place == Place::Eliminated {
            self.given[side] += unit_points(self.pos, unit);
        }
    }
}

/// The units and leaders to whom anything has happened in these chapters.
#[must_use]
pub fn touched(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
) -> (BTreeSet<UnitId>, BTreeSet<LeaderId>) {
    let (mut units, mut leaders) = (BTreeSet::new(), BTreeSet::new());
    for entry in chapters.iter().flat_map(|chapter| &chapter.record) {
        let Recorded::Happened(happening) = entry else { continue };
        let mut t = narrate::Teller::new(&pos.set);
        narrate::told(&mut t, happening);
        leaders.extend(t.leaders());
        match happening {
            // An order to a line names many who do nothing then.
            Happening::Command(CommandEvent::LineBegins { .. } | CommandEvent::ContingentBegins { .. }) => {}
            Happening::Move(
                MoveEvent::LeaderWithdrew { leader, .. } | MoveEvent::KingFled { leader, .. },
            )
            | Happening::Rout(
                RoutEvent::LeaderRan { leader, .. }
                | RoutEvent::Casualty { leader, .. }
                | RoutEvent::LeaderKilled { leader, .. }
                | RoutEvent::Dodged { leader, .. },
            ) => drop(leaders.insert(*leader)),
            _ => units.extend(t.units()),
        }
    }
    (units, leaders)
}
