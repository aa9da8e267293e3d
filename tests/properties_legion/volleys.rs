//! What the book has to say of horse that rides through light foot, and of the volleys before contact.

use std::collections::BTreeSet;

use super::Witness;
use super::geometry::shooters;
use tesserarius::effects::Recorded;
use tesserarius::legion::events::command::CommandEvent;
use tesserarius::legion::events::melee::{End, MeleeEvent};
use tesserarius::legion::events::morale::{Cause, How, MoraleEvent};
use tesserarius::legion::events::movement::MoveEvent;
use tesserarius::legion::events::shooting::{Part, ShootEvent};
use tesserarius::legion::formation::Formation;
use tesserarius::legion::questions::posts;
use tesserarius::legion::setup::{Armour, Class, Shield};
use tesserarius::legion::state::{Morale, Place, Zone};
use tesserarius::legion::{Happening, Legion, Position, UnitId};
use tesserarius::table::Run;

type Told<'a> = &'a [Recorded<Happening>];

/// What happened, in order.
fn happenings(told: Told<'_>) -> impl Iterator<Item = &Happening> {
    told.iter().filter_map(|entry| match entry {
        Recorded::Happened(happening) => Some(happening),
        _ => None,
    })
}

/// The result of a round that somebody has told of a unit: what it took and dealt, and how it ended.
fn ended(told: Told<'_>, unit: UnitId) -> Option<(u16, u16, End)> {
    happenings(told).find_map(|h| match h {
        Happening::Melee(MeleeEvent::Ended { unit: who, taken, dealt, end }) if *who == unit => {
            Some((*taken, *dealt, *end))
        }
        _ => None,
    })
}

/// The hits of one unit on another in the first round that they fight.
fn struck(told: Told<'_>, by: UnitId, on: UnitId) -> Option<u16> {
    happenings(told).find_map(|h| match h {
        Happening::Melee(MeleeEvent::Fights { unit, enemy, hits, .. }) if (*unit, *enemy) == (by, on) => {
            Some(*hits)
        }
        _ => None,
    })
}

/// The hits of the volleys of one unit at another.
fn shot(told: Told<'_>, by: UnitId, at: UnitId) -> u16 {
    let all = happenings(told).filter_map(|h| match h {
        Happening::Shoot(ShootEvent::Volley { unit, target, hits, .. }) if (*unit, *target) == (by, at) => {
            Some(*hits)
        }
        _ => None,
    });
    all.sum()
}

fn tested(told: Told<'_>, unit: UnitId, causes: &[Cause]) -> Option<bool> {
    happenings(told).find_map(|h| match h {
        Happening::Morale(MoraleEvent::Tested { unit: who, cause, passed, .. })
            if *who == unit && causes.contains(cause) =>
        {
            Some(*passed)
        }
        _ => None,
    })
}

fn is_gone(told: Told<'_>, unit: UnitId) -> bool {
    happenings(told).any(|h| match h {
        Happening::Morale(
            MoraleEvent::Destroyed { unit: who, .. }
            | MoraleEvent::Left { unit: who, .. }
            | MoraleEvent::Surrendered(who),
        ) => *who == unit,
        _ => false,
    })
}

fn went(told: Told<'_>, unit: UnitId, how: impl Fn(How) -> bool) -> bool {
    happenings(told).any(|h| {
        matches!(h, Happening::Morale(MoraleEvent::Went { unit: who, how: way, .. }) if *who == unit && how(*way))
    })
}

impl Witness {
    /// **legion light.cavalry-passes, melee.loser, melee.pursuit.** Light foot that is ridden through loses
    /// a stand; what is left of it fights a round with the riders, with a result for both: who loses tests,
    /// and retires or breaks, who has lost a stand tests, and who breaks light foot runs after it. Riders
    /// who come upon others take their hits along.
    pub(super) fn rides_have_their_results(&mut self, run: &Run<Legion>) {
        for (nth, entry) in run.record.iter().enumerate() {
            if let Recorded::Happened(Happening::Melee(MeleeEvent::RidesThrough { unit, light })) = entry {
                self.seen.rides += 1;
                let found = self.ride(run, nth, (*unit, *light));
                let codes = (run.position.code(*unit), run.position.code(*light));
                let faults =
                    found.into_iter().map(|what| format!("{} rides through {}: {what}", codes.0, codes.1));
                self.faults.extend(faults);
            }
        }
    }

    fn ride(&self, run: &Run<Legion>, nth: usize, (unit, light): (UnitId, UnitId)) -> Vec<String> {
        let (before, after) = run.record.split_at(nth);
        let mut found = Vec::new();
        let left = happenings(after).find_map(|h| match h {
            Happening::Morale(MoraleEvent::StandLost { unit, left, rule, .. })
                if *unit == light && rule.to_string() == "light.cavalry-passes" =>
            {
                Some(*left)
            }
            _ => None,
        });
        match left {
            None => return vec!["it loses no stand".to_owned()],
            // Nobody is left to fight.
            Some(0) => return found,
            Some(_) => {}
        }
        let (Some(own), Some(theirs)) = (struck(after, unit, light), struck(after, light, unit)) else {
            return vec!["they fight no round".to_owned()];
        };
        let (dealt, taken) = (own + shot(before, unit, light), theirs + shot(before, light, unit));
        let (rider, target) = (ended(after, unit), ended(after, light));
        if rider.map(|r| (r.0, r.1)) != Some((taken, dealt))
            || target.map(|t| (t.0, t.1)) != Some((dealt, taken))
        {
            found.push(format!("{dealt} hits against {taken}, and told is {rider:?} and {target:?}"));
        }
        let spared = |u: UnitId| is_gone(after, u) || posts::avenges(&run.position, u);
        if dealt > taken && !spared(light) {
            match tested(after, light, &[Cause::Lost]) {
                None => found.push("it has lost and does not test".to_owned()),
                Some(true) if !went(after, light, |how| matches!(how, How::Back(_))) => {
                    found.push("it has lost and stays".to_owned());
                }
                Some(false) if run.position.unit(light).morale != Morale::Broken => {
                    found.push("it fails its test and does not break".to_owned());
                }
                _ => {}
            }
        }
        if dealt <= taken && !spared(light) && tested(after, light, &[Cause::Bled]).is_none() {
            found.push("it does not test for the stand that was ridden down".to_owned());
        }
        let scythed = self.before.troop(unit).class == Class::ScythedChariots;
        let fled = went(after, light, |how| how == How::Flees) && dealt > taken;
        let meets = happenings(after)
            .any(|h| matches!(h, Happening::Melee(MeleeEvent::Meets { unit: who, .. }) if *who == unit));
        let engaged = meets || run.position.is_engaged(unit);
        let shaken = tested(after, unit, &[Cause::Bled, Cause::Elephants]) == Some(false);
        let follows = went(after, unit, |how| how == How::Pursues);
        if fled && !is_gone(after, light) && !spared(unit) && !scythed && !engaged && !shaken && !follows {
            found.push("it flees, and nobody runs after it".to_owned());
        }
        // One test is enough, when it has failed it and is broken.
        let decided = tested(after, unit, &[Cause::Lost]).is_some()
            || tested(after, unit, &[Cause::Bled]) == Some(false)
                && run.position.unit(unit).morale == Morale::Broken;
        if taken > dealt && !engaged && !scythed && !spared(unit) && !decided {
            found.push("the rider has lost, has met nobody else, and does not test".to_owned());
        }
        found
    }

    /// **legion shoot.defensive, turn.command-sequence, shoot.dice.** Missiles before contact are measured
    /// as the charger comes on: at the side of his enemy on which he comes, and with all stands that could
    /// see him then; he himself is shot at in the face.
    pub(super) fn volleys_are_measured_on_the_way(&mut self, run: &Run<Legion>) {
        // Whoever has come apart since shoots at the other by order, if he does.
        let met = |(a, d): (UnitId, UnitId)| {
            self.before.engagements.iter().any(|e| (e.attacker, e.defender) == (a, d))
        };
        self.came.retain(|&pair, _| met(pair));
        let mut stirred: BTreeSet<UnitId> = BTreeSet::new();
        let mut ways = 0;
        let mut at = None;
        for entry in &run.record {
            let Recorded::Happened(happening) = entry else { continue };
            match happening {
                Happening::Command(CommandEvent::Turn(_)) => self.came.clear(),
                Happening::Move(MoveEvent::Contact { unit, target, side, stance, square, .. }) => {
                    self.came.insert((*unit, *target), (*side, *square));
                    at = Some((*unit, *stance));
                }
                Happening::Move(MoveEvent::Charges { .. }) => ways += 1,
                Happening::Move(_) => ways += 2,
                Happening::Morale(MoraleEvent::Went { unit, .. } | MoraleEvent::StandLost { unit, .. }) => {
                    stirred.insert(*unit);
                }
                // Whoever has fought shoots by order from then on, in later turns.
                Happening::Melee(MeleeEvent::Ended { unit, .. }) => {
                    self.came.retain(|(one, other), _| one != unit && other != unit);
                }
                Happening::Shoot(ShootEvent::Volley { unit, target, parts, .. }) => {
                    let charged = [(*unit, *target), (*target, *unit)]
                        .into_iter()
                        .find_map(|pair| Some((pair, *self.came.get(&pair)?)));
                    let Some((pair, (side, square))) = charged else { continue };
                    let found = self.side_shot_at((*unit, *target), pair, (side, square), parts);
                    self.seen.faced += 1;
                    let still = ways <= 1 && stirred.is_empty();
                    let there = if still { self.as_they_met(pair, at) } else { None };
                    let found =
                        found.or_else(|| self.stands_that_shot(there?, (*unit, *target), pair, parts));
                    if let Some(what) = found {
                        let codes = (run.position.code(*unit), run.position.code(*target));
                        self.faults.push(format!("{} shoots at {} before contact: {what}", codes.0, codes.1));
                    }
                }
                _ => {}
            }
        }
    }

    /// Is the volley one at the side of the target that the book means?
    fn side_shot_at(
        &self,
        (_, target): (UnitId, UnitId),
        (attacker, defender): (UnitId, UnitId),
        (side, square): (Zone, bool),
        parts: &[(Part, i8)],
    ) -> Option<String> {
        let from = if target == attacker { Zone::Front } else { side };
        let round = usize::from(target.0) >= self.before.units.len()
            || self.before.unit(defender).formation == Formation::Orbis;
        if round || target == attacker && !square {
            return None;
        }
        let troop = self.before.troop(target);
        let cataphract = troop.class == Class::HeavyCavalry && troop.armour == Armour::Full;
        let open = troop.shield == Shield::None || matches!(from, Zone::Right | Zone::Rear);
        let has = |part: Part| parts.iter().any(|(p, _)| *p == part);
        if has(Part::Flank) != (from != Zone::Front) {
            return Some(format!("in front or not? {from:?}, {parts:?}"));
        }
        (has(Part::Unshielded) != (open && !cataphract))
            .then(|| format!("shields or not? {from:?}, {parts:?}"))
    }

    /// The position in which the two met, when it is known: nobody has stirred since.
    fn as_they_met(
        &self,
        (attacker, defender): (UnitId, UnitId),
        at: Option<(UnitId, tesserarius::legion::measure::Stance)>,
    ) -> Option<Position> {
        let there = self.before.clone();
        if [attacker, defender].iter().any(|u| usize::from(u.0) >= there.units.len()) {
            return None;
        }
        let met =
            |e: &&tesserarius::legion::state::Engagement| (e.attacker, e.defender) == (attacker, defender);
        if there.engagements.iter().find(met).is_some_and(|e| e.fresh) {
            return Some(there);
        }
        let (_, stance) = at.filter(|(unit, _)| *unit == attacker)?;
        let mut there = there;
        there.unit_mut(attacker).place = Place::Table(stance);
        Some(there)
    }

    /// Have all stands thrown that could see the other as he came on?
    fn stands_that_shot(
        &mut self,
        mut there: Position,
        (unit, target): (UnitId, UnitId),
        (attacker, _): (UnitId, UnitId),
        parts: &[(Part, i8)],
    ) -> Option<String> {
        let own = there.unit(unit);
        let alone = |u: UnitId| there.attached_to(u).next().is_none() && there.unit(u).attached.is_none();
        let range = own.stands.iter().map(|s| there.profile(own, s.troop).range.0).max()?;
        if !alone(unit) || !alone(target) || there.unit(attacker).formation == Formation::Testudo {
            return None;
        }
        let thrown = parts.iter().find(|(part, _)| *part == Part::Stands)?.1;
        let all = 2 * own.stands.len();
        let met = there.stance(attacker)?;
        let far = range.min(there.base_move(attacker).0);
        let mut most = 0;
        for quarters in 0..=4 {
            there.unit_mut(attacker).place = Place::Table(met.moved(0, -far * quarters / 4));
            most = most.max(shooters(&there, unit, target));
        }
        self.seen.counted += u32::from(most > 0);
        let thrown = usize::try_from(thrown).unwrap_or(0);
        (thrown < most || thrown > all)
            .then(|| format!("{thrown} stands, and {most} could see it as it came"))
    }
}
