//! Nobody goes farther than he may: every way that is told is one of neighbours, begins where its unit
//! stood, is no longer than the book allows, and leads to where the unit stands in the end. What is reckoned
//! here is reckoned anew from the numbers on the counters.

use std::collections::BTreeMap;

use super::watch::Seen;
use tesserarius::effects::Recorded;
use tesserarius::gboh::events::movement::Leg;
use tesserarius::gboh::events::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tesserarius::gboh::field::Terrain;
use tesserarius::gboh::piece::UnitType;
use tesserarius::gboh::position::Place;
use tesserarius::gboh::{Happening, Position, UnitId};
use tesserarius::hex::Hex;

/// What is known of where everybody is, as far as it has been told.
struct Tracks<'a> {
    pos: &'a Position,
    /// Hex, or left half; nothing for who was moved in a way that is told without a hex.
    at: BTreeMap<UnitId, Option<Hex>>,
    /// Ways of flight told so far.
    flights: Vec<Vec<Hex>>,
    prearranged: Vec<UnitId>,
    /// Those who have withdrawn and not advanced since.
    withdrawn: Vec<UnitId>,
    /// A leader has lost faith: then all near him go back, however fast the enemy is (alexander 5.33).
    in_doom: bool,
    broken: Vec<UnitId>,
    /// Those who attack a fugitive again: routed a second time he leaves the field, they after him.
    again: Vec<UnitId>,
}

type Found = Result<(), String>;

pub fn check(seen: &Seen<'_>) -> Found {
    let pos = seen.before;
    let at = pos.unit_ids().map(|u| (u, pos.hex(u))).collect();
    let mut tracks = Tracks {
        pos,
        at,
        flights: Vec::new(),
        prearranged: Vec::new(),
        withdrawn: Vec::new(),
        in_doom: false,
        broken: Vec::new(),
        again: Vec::new(),
    };
    for entry in &seen.run.record {
        let Recorded::Happened(happening) = entry else { continue };
        match happening {
            Happening::Command(CommandEvent::Doom { .. }) => tracks.in_doom = true,
            Happening::Move(it) => tracks.moved(it)?,
            Happening::Rout(it) => tracks.fled(it)?,
            Happening::Shock(it) => tracks.fought(it)?,
            Happening::Fire(FireEvent::Impetuous { unit, to: Some(to), .. }) => {
                tracks.step(*unit, *to, 1, "runs after his tormentors")?;
            }
            _ => {}
        }
    }
    for (unit, at) in tracks.at {
        let now = seen.run.position.unit(unit).place;
        if let (Some(told), Place::Field { hex, .. }) = (at, now)
            && told != hex
            // A two-hex unit is known by another half when it faces about; who rides an elephant is told
            // with it.
            && !pos.set.unit(unit).two_hex
            && !pos.is_leader_elephant(unit)
        {
            return Err(format!("{} stands in {hex}; it was told to be in {told}", pos.spec(unit).code));
        }
    }
    Ok(())
}

impl Tracks<'_> {
    fn code(&self, unit: UnitId) -> &str {
        &self.pos.spec(unit).code
    }

    fn is_two(&self, unit: UnitId) -> bool {
        self.pos.set.unit(unit).two_hex
    }

    /// Points of a whole move at most.
    fn allowance(&self, unit: UnitId) -> u8 {
        let spec = self.pos.set.unit(unit);
        let foot = spec.dismounted.as_deref().map_or(0, |foot| foot.ma);
        // A column is faster by one.
        spec.ma.max(spec.ma_extended).max(foot) + 1
    }

    fn begins(&self, unit: UnitId, from: Hex) -> Found {
        match self.at.get(&unit) {
            Some(Some(at)) if *at != from => {
                Err(format!("{} sets out from {from}; it was in {at}", self.code(unit)))
            }
            _ => Ok(()),
        }
    }

    fn arrives(&mut self, unit: UnitId, hex: Hex) {
        self.at.insert(unit, Some(hex));
    }

    fn step(&mut self, unit: UnitId, to: Hex, most: u8, what: &str) -> Found {
        if let Some(Some(at)) = self.at.get(&unit)
            && at.distance(to) > most + u8::from(self.is_two(unit))
        {
            return Err(format!("{} {what} from {at} to {to}", self.code(unit)));
        }
        self.arrives(unit, to);
        Ok(())
    }

    /// Hex by hex from where it stands.
    fn goes(&mut self, unit: UnitId, from: Hex, way: &[Hex], what: &str) -> Found {
        self.begins(unit, from)?;
        let mut at = from;
        for &hex in way {
            if !at.touches(hex) && !self.is_two(unit) {
                return Err(format!("{} {what} from {at} to {hex} at once", self.code(unit)));
            }
            at = hex;
        }
        self.arrives(unit, at);
        Ok(())
    }

    fn at_most(&self, unit: UnitId, way: &[Hex], most: usize, what: &str) -> Found {
        if way.len() <= most {
            return Ok(());
        }
        Err(format!("{} {what} {} hexes, {most} are allowed: {way:?}", self.code(unit), way.len()))
    }

    fn moved(&mut self, it: &MoveEvent) -> Found {
        match it {
            MoveEvent::Marched { unit, with, from, way, mp, of, road, .. } => {
                self.begins(*unit, *from)?;
                let hexes: Vec<Hex> = way.iter().filter_map(entered).collect();
                if mp > of || *of > self.allowance(*unit) {
                    return Err(format!("{} spends {mp} of {of} points", self.code(*unit)));
                }
                self.at_most(*unit, &hexes, usize::from(*of) * if *road { 2 } else { 1 }, "marches")?;
                if self.is_two(*unit) {
                    self.at.insert(*unit, None);
                } else {
                    self.goes(*unit, *from, &hexes, "marches")?;
                }
                if let Some(below) = with {
                    let there = self.at.get(unit).copied().flatten();
                    self.at.insert(*below, there);
                }
            }
            MoveEvent::Withdrew { unit, with, mover, from, way, mp } => {
                self.withdrew(*unit, *mover, (*from, way), *mp)?;
                self.withdrawn.push(*unit);
                if let Some(below) = with {
                    let there = self.at.get(unit).copied().flatten();
                    self.at.insert(*below, there);
                }
            }
            MoveEvent::PreArranged { units, .. } => self.prearranged.extend(units),
            MoveEvent::PutBack { unit, hex } => self.arrives(*unit, *hex),
            MoveEvent::Extended { unit, to } => self.step(*unit, *to, 1, "slides")?,
            MoveEvent::Feigned { unit, from, way, .. } if !way.is_empty() => {
                self.goes(*unit, *from, way, "feigns flight")?;
                if !(3..=5).contains(&way.len()) {
                    return Err(format!("{} feigns flight over {} hexes", self.code(*unit), way.len()));
                }
            }
            MoveEvent::Lured { mover, way, .. } => {
                self.at_most(*mover, way, 5, "runs after the fugitives")?;
                if let Some(&last) = way.last() {
                    self.arrives(*mover, last);
                }
            }
            MoveEvent::Strikes { unit, hex, .. } => self.step(*unit, *hex, 2, "strikes")?,
            MoveEvent::Advanced { unit, with, to, .. } => {
                self.step(*unit, *to, 1, "advances")?;
                self.withdrawn.retain(|u| u != unit);
                if let Some(below) = with {
                    self.arrives(*below, *to);
                }
            }
            MoveEvent::LeaderMoved { leader, from, way, spent } => {
                // Roads cost half.
                if *spent > 9 || way.len() > 18 {
                    return Err(format!("{} rides {way:?} for {spent}", self.pos.leader_spec(*leader).code));
                }
                let mut at = *from;
                for &hex in way {
                    // He may have withdrawn to the hex that his order names.
                    if !at.touches(hex) && at != hex {
                        return Err(format!(
                            "{} rides from {at} to {hex}",
                            self.pos.leader_spec(*leader).code
                        ));
                    }
                    at = hex;
                }
            }
            MoveEvent::LeaderWithdrew { leader, enemy, way } => {
                // Alexander 4.62: as units do, by his allowance of nine.
                let slower = 9_u8.saturating_sub(self.pace(*enemy));
                let by_points = self.pos.set.variant.book == "alexander";
                let most = if by_points { usize::from(slower) } else { 3 };
                if way.is_empty() || way.len() > most && !self.in_doom {
                    return Err(format!("{} withdraws by {way:?}", self.pos.leader_spec(*leader).code));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// **spqr 6.51.** As many points as its allowance is higher, each hex farther from the mover;
    /// skirmishers two hexes before who is no faster.
    fn withdrew(&mut self, unit: UnitId, mover: UnitId, (from, way): (Hex, &[Hex]), mp: u8) -> Found {
        self.goes(unit, from, way, "withdraws")?;
        if self.prearranged.contains(&unit) {
            return self.at_most(unit, way, 1, "withdraws as arranged");
        }
        let (own, his) = (self.pos.spec(unit), self.pos.spec(mover));
        let more = own.ma.saturating_sub(self.pace(mover));
        let is_light = matches!(own.kind, UnitType::SK | UnitType::SKS) && own.ma >= his.ma;
        if mp > more && !self.in_doom && !(is_light && way.len() <= 2) {
            return Err(format!(
                "{} ({}) withdraws for {mp} points before {} ({})",
                own.code, own.ma, his.code, his.ma
            ));
        }
        Ok(())
    }

    /// What those who withdraw reckon with at least: a square goes one hex (alexander 9.64), a phalanx may
    /// go by its lower number.
    fn pace(&self, unit: UnitId) -> u8 {
        if self.pos.in_square(unit) { 1 } else { self.pos.spec(unit).ma }
    }

    fn fled(&mut self, it: &RoutEvent) -> Found {
        match it {
            RoutEvent::Ran { unit, from, path, rule } => {
                // Where friends stand at its end it goes on by one.
                let most = if *rule == RoutEvent::RUNS { 2 } else { usize::from(self.pos.spec(*unit).ma) };
                if !self.is_two(*unit) {
                    self.goes(*unit, *from, path, "runs")?;
                    self.flights.push(path.clone());
                } else {
                    self.at.insert(*unit, None);
                }
                self.at_most(*unit, path, most + 1, "runs")?;
            }
            RoutEvent::RampageRan { elephant, to } => self.step(*elephant, *to, 3, "rages")?,
            RoutEvent::Routs { unit, .. } => {
                self.broken.push(*unit);
                if self.is_two(*unit) {
                    self.at.insert(*unit, None);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn fought(&mut self, it: &ShockEvent) -> Found {
        match it {
            ShockEvent::AttacksAgain { unit, .. } => self.again.push(*unit),
            ShockEvent::Pursued { unit, path } => self.pursued(*unit, path)?,
            ShockEvent::FormedRide { unit, path } => {
                self.at_most(*unit, path, usize::from(self.pos.spec(*unit).ma), "rides on")?;
                if let Some(&last) = path.last() {
                    self.arrives(*unit, last);
                }
            }
            ShockEvent::SteppedBack { unit, to } => self.step(*unit, *to, 1, "steps back")?,
            ShockEvent::PassedThru { elephant: unit, to, .. } => self.step(*unit, *to, 3, "comes out")?,
            ShockEvent::ComesBack { unit, to, .. } | ShockEvent::Regrouped { unit, to, .. } => {
                self.arrives(*unit, *to);
            }
            _ => {}
        }
        Ok(())
    }

    /// **spqr 8.62, alexander 10.42A.** Over the hexes of who flees; after the destroyed for half the
    /// allowance in points: one for a hex, two for woods and marsh; after who was routed twice, off the map.
    fn pursued(&mut self, unit: UnitId, path: &[Hex]) -> Found {
        // Into the hex that the fugitive left, and on by his way.
        let after = path.get(1..).filter(|after| !after.is_empty());
        let follows = self
            .flights
            .iter()
            .any(|flight| flight.starts_with(path) || after.is_some_and(|after| flight.starts_with(after)));
        let edge = |h: &Hex| self.pos.set.field.to_retreat(self.pos.side(unit).other(), *h);
        let goes_home = self.again.contains(&unit) && path.windows(2).all(|p| edge(&p[1]) < edge(&p[0]));
        let dense = |h: &Hex| matches!(self.pos.set.field.cell(*h).terrain, Terrain::Woods | Terrain::Marsh);
        let points: usize = path.iter().map(|h| if dense(h) { 2 } else { 1 }).sum();
        let half = usize::from(self.pos.spec(unit).ma).div_ceil(2);
        if !follows && !goes_home && points > half {
            return Err(format!("{} pursues by {path:?}, {points} points of {half}", self.code(unit)));
        }
        // It is told when it is over: who was broken on it has run since, or withdrawn before a rampage.
        if let Some(&last) = path.last()
            && !self.broken.contains(&unit)
            && !self.withdrawn.contains(&unit)
        {
            self.arrives(unit, last);
        }
        Ok(())
    }
}

/// The hex that a manoeuvre of a one-hex unit leads into.
fn entered(leg: &Leg) -> Option<Hex> {
    match leg {
        Leg::To(hex) | Leg::Both(hex, _) | Leg::Pivot(hex) | Leg::Wheel(hex) => Some(*hex),
        _ => None,
    }
}
