//! What holds in every battle of Legion and Empire, whoever fights it: nobody runs farther than was thrown
//! or is due, nobody acts twice where the book gives one action, every stand lost is followed by the test
//! that the book asks for, each hit of a combat counts once, and a charger is shot at in the face.
//!
//! Bots fight, and a witness reads what is told of each action. `TESS_BATTLES` asks for more battles of each
//! kind, `TESS_FIELD` for the scenarios with these letters in their name, `TESS_STORY=1` for what was told
//! where something is wrong; the seed of each is printed.
//!
//! The same holds in random positions: parts of two armies strewn over a rough table, in any state and some
//! of them in combat; there every offer of the book has to appear too, and the position turned about comes
//! to the same. `TESS_PROPERTIES=500` looks at so many of each field, `TESS_SEED` at one and tells its
//! story.
//!
//! Kinds of fault that were put back by hand, one at a time, and what found them in a usual run:
//! - 1 flight that goes nowhere but straight from the enemy: a free way home; 2 who was charged charges
//!   again: acts once; 3 a tie that costs a stand: tests for losses; 6 farther than the dice: runs no
//!   farther;
//! - 7 a surprise that costs a stand for a step: walks; 8 hits credited to all: counts once; 9 no trap: the
//!   lured may be charged; 10 impact after a turn: impact comes of a straight run;
//! - 11 a square that goes back, 12 pursuers stopped at the edge, 13 impact over a ditch, 14 no depth behind
//!   auxilia, 18 escorts spared: the positions changed a little; 15 through a phalanx: runs through nobody
//!   else; 17 fronts by where most stand: the side touched; 18 tests for what breaks behind: nobody looks
//!   behind;
//! - 4 a ride through light foot without results for both, or without the pursuit of those who break: rides
//!   have their results; 5 volleys before contact from the place of contact, their side or their stands:
//!   volleys are measured on the way; 16 horse that evades past elephants in order: passes elephants.
//!   Flights past the nearest enemy and the rest of 18 are found by cases.

mod cards;
mod geometry;
mod offers;
mod scatter;
mod staged;
mod volleys;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::turned_legion::{Glass, Turned};
use cards::Hands;
use offers::Offers;

use tesserarius::bot::legion;
use tesserarius::bot::skirmish::play;
use tesserarius::effects::{Dice, Recorded, Rule, Scripted};
use tesserarius::legion::events::command::CommandEvent;
use tesserarius::legion::events::melee::{End, MeleeEvent};
use tesserarius::legion::events::morale::{Cause, How, MoraleEvent};
use tesserarius::legion::events::movement::MoveEvent;
use tesserarius::legion::events::shooting::{Part, ShootEvent};
use tesserarius::legion::flight::{Course, behind, slide, trail};
use tesserarius::legion::formation::Formation;
use tesserarius::legion::measure::{Heading, Length, Point, Stance};
use tesserarius::legion::melee::{Pursues, pursue, pursues};
use tesserarius::legion::morale::{recoil, shoot_at};
use tesserarius::legion::movement::{declare, go};
use tesserarius::legion::questions::zone::Block;
use tesserarius::legion::questions::{contact, edges, lured, passing, posts, sight, terrain};
use tesserarius::legion::setup::{Barrier, Class, Obstacle};
use tesserarius::legion::state::{Directive, Impact, Morale, Place, Stage, Unit, Zone};
use tesserarius::legion::written::{Hand, Step, Turn};
use tesserarius::legion::{Flow, Happening, Legion, Oracle, Position, Setup, Side, UnitId};
use tesserarius::scenario::{Family, Library};
use tesserarius::steward::Agent;
use tesserarius::table::Run;

type Bots = [Box<dyn Agent<Position>>; 2];

/// How many battles of a kind.
pub fn battles(few: u64) -> u64 {
    std::env::var("TESS_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// All scenarios of this game that the program has.
pub fn fields() -> Vec<(String, Arc<Setup>)> {
    let library = Library::embedded();
    let wanted = std::env::var("TESS_FIELD").unwrap_or_default();
    let names = library.list().into_iter().map(|entry| entry.name);
    let own = names.filter(|name| library.family(name) == Ok(Family::Legion) && name.contains(&wanted));
    own.map(|name| {
        let loaded = library.load_legion(&name).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        (name, Arc::clone(&loaded.setup))
    })
    .collect()
}

fn randoms(seed: u64) -> Bots {
    [Box::new(legion::random(2 * seed)), Box::new(legion::random(2 * seed + 1))]
}

fn thinkers(seed: u64) -> Bots {
    [Box::new(legion::sensible(2 * seed)), Box::new(legion::sensible(2 * seed + 1))]
}

/// What a witness has seen, so that a test can tell whether there was anything to see.
#[derive(Default, Debug)]
struct Seen {
    runs: u32,
    actions: u32,
    losses: u32,
    rounds: u32,
    surrenders: u32,
    breaks: u32,
    volleys: u32,
    /// Of the rules that are looked at more rarely: who has lost a combat, run through friends, come near
    /// elephants, met somebody, gone on broken, been frightened by friends, charged out of turn, been lured.
    lost: u32,
    through: u32,
    near: u32,
    met: u32,
    broken: u32,
    frightened: u32,
    chances: u32,
    lured: u32,
    /// Flights of which it is known how near to the enemy they began.
    flights: u32,
    /// Who has ridden through light foot that stood, volleys of which the book knows the side, and the
    /// stands.
    rides: u32,
    faced: u32,
    counted: u32,
}

/// What is told of hits, losses and flights.
fn told(run: &Run<Legion>) -> impl Iterator<Item = &MoraleEvent> {
    run.record.iter().filter_map(|entry| match entry {
        Recorded::Happened(Happening::Morale(event)) => Some(event),
        _ => None,
    })
}

/// With whom each unit goes, while an action is told.
struct Hosts(BTreeMap<UnitId, UnitId>);

impl Hosts {
    fn of(pos: &Position) -> Hosts {
        Hosts(pos.unit_ids().map(|unit| (unit, pos.host(unit))).collect())
    }

    fn note(&mut self, entry: &Recorded<Happening>) {
        match entry {
            Recorded::Happened(Happening::Move(MoveEvent::Supports { unit, host, .. })) => {
                self.0.insert(*unit, *host);
            }
            Recorded::Happened(Happening::Move(MoveEvent::Released { unit, .. })) => {
                self.0.insert(*unit, *unit);
            }
            // Who was with those who break, or are gone, is by himself.
            Recorded::Happened(Happening::Morale(
                MoraleEvent::Broken(unit)
                | MoraleEvent::Destroyed { unit, .. }
                | MoraleEvent::Left { unit, .. },
            )) => {
                self.0.iter_mut().filter(|(_, host)| **host == *unit).for_each(|(own, host)| *host = *own);
            }
            _ => {}
        }
    }

    fn host(&self, unit: UnitId) -> UnitId {
        self.0.get(&unit).copied().unwrap_or(unit)
    }
}

/// Somebody who looks on, and knows what the book allows.
struct Witness {
    /// The position before the action in hand.
    before: Position,
    /// Who has moved or charged by order, or in reaction, this turn.
    moved: BTreeSet<UnitId>,
    /// Who has been charged or has fought this turn.
    fought: BTreeSet<UnitId>,
    /// Who has squared off with whom this turn: the charger, and his enemy.
    met: BTreeSet<(UnitId, UnitId)>,
    /// Who has come at whom this turn, on which side of him, and whether they squared off.
    came: BTreeMap<(UnitId, UnitId), (Zone, bool)>,
    seen: Seen,
    faults: Vec<String>,
}

impl Witness {
    fn new(begun: &Position) -> Witness {
        Witness {
            before: begun.clone(),
            moved: BTreeSet::new(),
            fought: BTreeSet::new(),
            met: BTreeSet::new(),
            came: BTreeMap::new(),
            seen: Seen::default(),
            faults: Vec::new(),
        }
    }

    /// Somebody who comes in the middle of a turn, and is told what everybody has done in it.
    fn late(begun: &Position) -> Witness {
        let done = |did: fn(&Unit) -> bool| begun.unit_ids().filter(|&u| did(begun.unit(u))).collect();
        Witness {
            moved: done(|unit| unit.account.moved),
            fought: done(|unit| unit.account.fought),
            ..Witness::new(begun)
        }
    }

    fn action(&mut self, sheet: &str, run: &Run<Legion>) {
        let known = self.faults.len();
        self.stands_by_itself(run);
        self.runs_no_farther(run);
        self.acts_once(sheet, run);
        // shoot.auxilia: who disperses with hits on him loses half a stand and does not test for it.
        if !sheet.contains("form skirmish") {
            self.tests_for_losses(run);
        }
        self.counts_once(run);
        self.is_met_in_the_face(run);
        // Units that were detached just now have no before.
        if run.position.unit_ids().count() == self.before.unit_ids().count() {
            self.looks_closer(sheet, run);
        }
        if self.faults.len() > known && number("TESS_STORY").is_some() {
            println!("{}", story(run));
        }
        for fault in &mut self.faults[known..] {
            *fault = format!("turn {}, after\n{sheet}{fault}", self.before.turn);
        }
        self.before = run.position.clone();
    }

    /// **legion pass.through, move.base, table.leave.** Nobody stands on others, over the edge of the table
    /// or on ground that he cannot enter, unless he did before.
    fn stands_by_itself(&mut self, run: &Run<Legion>) {
        let pos = &run.position;
        // A leader may have stood among others, before he was charged there.
        let stands = |u: &UnitId| pos.stance(*u).is_some() && !pos.is_lone_stand(*u);
        let there: Vec<UnitId> = pos.unit_ids().filter(stands).collect();
        let bases: Vec<_> = there.iter().map(|&u| pos.bases(u)).collect();
        let on = |a: usize, b: usize| bases[a].iter().any(|x| bases[b].iter().any(|y| x.overlaps(y)));
        let mut found = Vec::new();
        // Whoever has lost a stand or formed otherwise may stand elsewhere and have gone nowhere.
        let stood = |u: UnitId| usize::from(u.0) < self.before.units.len() && self.before.stance(u).is_some();
        let then = |u: UnitId| if stood(u) { self.before.bases(u) } else { Vec::new() };
        for (one, &unit) in there.iter().enumerate() {
            let others = (one + 1..there.len()).filter(|&other| on(one, other));
            let new = |other: &usize| {
                let (own, theirs) = (then(unit), then(there[*other]));
                !own.iter().any(|x| theirs.iter().any(|y| x.overlaps(y)))
            };
            let pair = |other: usize| format!("{} stands on {}", pos.code(unit), pos.code(there[other]));
            found.extend(others.filter(new).map(pair));
            let stayed =
                self.before.units.get(usize::from(unit.0)).is_some_and(|u| u.place == pos.unit(unit).place);
            if !stayed && !bases[one].iter().all(|b| pos.set.table.holds(b)) {
                found.push(format!("{} stands over the edge", pos.code(unit)));
            }
            if !stayed && terrain::under(pos, pos.gait(unit), &bases[one]).is_err() {
                found.push(format!("{} stands where it cannot go", pos.code(unit)));
            }
        }
        self.faults.extend(found);
    }

    /// What is compared with the position before.
    fn looks_closer(&mut self, sheet: &str, run: &Run<Legion>) {
        self.losers_test(run);
        self.stands_are_paid_for(sheet, run);
        self.runs_through_nobody_else(run);
        self.horses_smell(run);
        self.rides_have_their_results(run);
        self.volleys_are_measured_on_the_way(run);
        self.squares_stay(run);
        self.the_side_touched_is_the_side(run);
        self.the_broken_come_no_nearer(run);
        self.flights_end_no_nearer(run);
        self.nobody_gives_up_with_a_way_home(run);
        self.nobody_looks_behind(run);
        self.impact_comes_of_a_straight_run(run);
        self.the_lured_may_be_charged(run);
    }

    /// **legion evade.dice, pursuit.move, morale.result.** Nobody runs farther than was thrown or is due.
    /// Light infantry that is pushed goes behind its heavy foot, however far that is (light.pushed-back).
    fn runs_no_farther(&mut self, run: &Run<Legion>) {
        let mut thrown: BTreeMap<String, i32> = BTreeMap::new();
        for entry in &run.record {
            match entry {
                Recorded::Rolled(rolled) => {
                    if matches!(rolled.label.purpose(), "evade" | "pursue" | "rampage") {
                        let subject = rolled.label.subject().split('#').next().unwrap_or_default().to_owned();
                        *thrown.entry(subject).or_default() += i32::from(rolled.face) * 1_000;
                    }
                }
                Recorded::Happened(Happening::Morale(MoraleEvent::Went { unit, how, due, gone })) => {
                    self.seen.runs += 1;
                    let code = run.position.code(*unit);
                    let most = match how {
                        How::Pushed => continue,
                        How::Flees | How::Evades | How::Feigns | How::Rampages | How::Pursues => {
                            let left = thrown.get(&code.to_lowercase()).copied();
                            Length(left.unwrap_or_default())
                        }
                        How::Back(_) | How::Charges(_) => self.rate(run, *unit),
                    };
                    if gone > due || *due > most {
                        let why = format!("{code} {how:?}: {gone} of {due} inches, {most} at most");
                        self.faults.push(why);
                    }
                    if let Some(left) = thrown.get_mut(&code.to_lowercase()) {
                        *left -= gone.0;
                    }
                    if matches!(how, How::Flees | How::Evades | How::Feigns | How::Rampages) {
                        thrown.remove(&code.to_lowercase());
                    }
                }
                _ => {}
            }
        }
    }

    /// A whole move of a unit, on foot or mounted, doubled by a card at most.
    fn rate(&self, run: &Run<Legion>, unit: UnitId) -> Length {
        let set = &run.position.set;
        let mut listed = set.unit(run.position.unit(unit).of).stands.clone();
        if run.position.is_lone_stand(unit) {
            listed = vec![run.position.leader_spec(run.position.unit(unit).command).troop];
        }
        let listed = listed.iter().map(|&t| set.troop(t));
        let paces = listed.flat_map(|t| [Some(t.close), t.skirmish]).flatten().map(|p| p.base_move);
        paces.max().unwrap_or_default().times(2)
    }

    /// **legion turn.once.** Nobody moves or charges by order after he has moved, been charged or fought
    /// this turn, and nobody shoots by order after a combat.
    fn acts_once(&mut self, sheet: &str, run: &Run<Legion>) {
        // Light troops that ride up, shoot and ride away do so in one move of two parts.
        let sally = sheet.contains("sally");
        let mut now: BTreeSet<UnitId> = BTreeSet::new();
        for entry in &run.record {
            let Recorded::Happened(happening) = entry else { continue };
            match happening {
                Happening::Command(CommandEvent::Turn(_)) => {
                    self.moved.clear();
                    self.fought.clear();
                    now.clear();
                }
                Happening::Move(MoveEvent::Moved { unit, .. }) => {
                    let second = sally && now.contains(unit);
                    self.acts(run, *unit, "moves", second);
                    now.insert(*unit);
                }
                Happening::Move(MoveEvent::Charges { unit, .. } | MoveEvent::Faces { unit, .. }) => {
                    self.acts(run, *unit, "charges or faces", false);
                }
                Happening::Move(MoveEvent::Relieved { first, second, .. }) => {
                    self.acts(run, *first, "is relieved", false);
                    self.acts(run, *second, "relieves", false);
                }
                Happening::Move(MoveEvent::Contact { unit, target, others, .. }) => {
                    self.fought.extend([*unit, *target]);
                    self.fought.extend(others);
                }
                Happening::Melee(MeleeEvent::Meets { unit, enemy, .. }) => {
                    self.fought.extend([*unit, *enemy]);
                }
                Happening::Melee(MeleeEvent::Fights { unit, enemy, .. }) => {
                    self.fought.extend([*unit, *enemy]);
                }
                Happening::Morale(MoraleEvent::Went { unit, how: How::Evades | How::Feigns, .. }) => {
                    self.moved.insert(*unit);
                }
                Happening::Shoot(ShootEvent::Volley { unit, defensive: false, .. })
                    if sheet.contains("shoot") && self.before.unit(*unit).account.fought =>
                {
                    self.faults.push(format!("{} shoots after its combat", run.position.code(*unit)));
                }
                _ => {}
            }
        }
    }

    fn acts(&mut self, run: &Run<Legion>, unit: UnitId, what: &str, second: bool) {
        self.seen.actions += 1;
        let code = run.position.code(unit);
        if self.moved.contains(&unit) && !second {
            self.faults.push(format!("{code} {what} after its move of this turn"));
        }
        if self.fought.contains(&unit) {
            self.faults.push(format!("{code} {what} after it was charged or has fought"));
        }
        self.moved.insert(unit);
    }

    /// **legion morale.when.** Who loses a stand tests after it, unless he breaks, is gone, was broken
    /// already, avenges his leader, or it happened before the battle.
    fn tests_for_losses(&mut self, run: &Run<Legion>) {
        let mut broken: BTreeSet<UnitId> =
            self.before.unit_ids().filter(|&u| self.before.unit(u).morale == Morale::Broken).collect();
        let mut owed: BTreeMap<UnitId, String> = BTreeMap::new();
        let mut hosts = Hosts::of(&self.before);
        for entry in &run.record {
            hosts.note(entry);
            let Recorded::Happened(Happening::Morale(event)) = entry else { continue };
            match event {
                MoraleEvent::StandLost { unit, left, rule, .. } if *left > 0 => {
                    let host = hosts.host(*unit);
                    self.seen.losses += 1;
                    if !broken.contains(&host) && !posts::avenges(&run.position, host) {
                        owed.insert(host, rule.to_string());
                    }
                }
                MoraleEvent::Tested { unit, .. } => drop(owed.remove(unit)),
                MoraleEvent::Broken(unit) => {
                    self.seen.breaks += 1;
                    broken.insert(*unit);
                    owed.remove(unit);
                }
                MoraleEvent::Surrendered(unit) => {
                    self.seen.surrenders += 1;
                    owed.remove(unit);
                }
                MoraleEvent::Destroyed { unit, .. } | MoraleEvent::Left { unit, .. } => {
                    owed.remove(unit);
                }
                _ => {}
            }
        }
        for (unit, rule) in owed {
            if self.before.turn > 0 {
                let code = run.position.code(unit);
                self.faults.push(format!("{code} lost a stand by {rule} and did not test"));
            }
        }
    }

    /// **legion shoot.defensive, shoot.dice.** Whoever has charged and squared off is shot at in front by
    /// the enemy to whom he came.
    fn is_met_in_the_face(&mut self, run: &Run<Legion>) {
        for entry in &run.record {
            let Recorded::Happened(happening) = entry else { continue };
            match happening {
                Happening::Command(CommandEvent::Turn(_)) => self.met.clear(),
                Happening::Move(MoveEvent::Contact { unit, target, square: true, .. }) => {
                    self.met.insert((*unit, *target));
                }
                Happening::Shoot(ShootEvent::Volley { unit, target, defensive: true, parts, .. })
                    if self.met.contains(&(*target, *unit)) =>
                {
                    self.seen.volleys += 1;
                    if parts.iter().any(|(part, _)| *part == Part::Flank) {
                        let codes = (run.position.code(*unit), run.position.code(*target));
                        self.faults
                            .push(format!("{} shoots at the flank of its charger {}", codes.0, codes.1));
                    }
                }
                _ => {}
            }
        }
    }

    /// **legion melee.loser.** What one has dealt, another has taken: every hit counts once.
    fn counts_once(&mut self, run: &Run<Legion>) {
        let (mut all, mut passed) = ((0, 0), false);
        for entry in &run.record {
            match entry {
                Recorded::Happened(Happening::Melee(MeleeEvent::Ended { taken, dealt, .. })) => {
                    self.seen.rounds += 1;
                    all = (all.0 + u32::from(*dealt), all.1 + u32::from(*taken));
                }
                Recorded::Happened(Happening::Melee(MeleeEvent::RidesThrough { .. })) => passed = true,
                _ => {}
            }
        }
        if all.0 != all.1 {
            let more = if passed { " (one of them in passing)" } else { "" };
            self.faults.push(format!("{} hits were dealt and {} taken{more}", all.0, all.1));
        }
    }
}

impl Witness {
    fn fault(&mut self, what: String) {
        self.faults.push(what);
    }

    /// **legion melee.loser.** Whoever has lost a round tests for it, unless he is gone, broken already or
    /// avenges his leader; a rider may take his hits on into the next combat (light.cavalry-passes).
    fn losers_test(&mut self, run: &Run<Legion>) {
        let mut owed: BTreeSet<UnitId> = BTreeSet::new();
        let mut excused: BTreeSet<UnitId> =
            self.before.unit_ids().filter(|&u| self.before.unit(u).morale == Morale::Broken).collect();
        for entry in &run.record {
            match entry {
                // rides_have_their_results asks about these two.
                Recorded::Happened(Happening::Melee(MeleeEvent::RidesThrough { unit, .. })) => {
                    excused.insert(*unit);
                }
                Recorded::Happened(Happening::Melee(MeleeEvent::Ended { unit, end: End::Lost, .. })) => {
                    self.seen.lost += 1;
                    if !excused.contains(unit) && !posts::avenges(&run.position, *unit) {
                        owed.insert(*unit);
                    }
                }
                Recorded::Happened(Happening::Morale(MoraleEvent::Tested {
                    unit,
                    cause: Cause::Lost,
                    ..
                })) => drop(owed.remove(unit)),
                Recorded::Happened(Happening::Morale(
                    MoraleEvent::Broken(unit)
                    | MoraleEvent::Destroyed { unit, .. }
                    | MoraleEvent::Left { unit, .. },
                )) => {
                    excused.insert(*unit);
                    owed.remove(unit);
                }
                _ => {}
            }
        }
        for unit in owed {
            self.fault(format!("{} has lost a combat and did not test", run.position.code(unit)));
        }
    }

    /// **legion shoot.casualty, card.surprise-attack.** A stand goes when hits come, or for a flank or a
    /// ride through; never for a walk. Shots at elephants fall on their escort as long as there is one
    /// (melee.light-support).
    fn stands_are_paid_for(&mut self, sheet: &str, run: &Run<Legion>) {
        let (mut hit, mut fights): (BTreeSet<UnitId>, bool) = (BTreeSet::new(), false);
        let mut hosts = Hosts::of(&self.before);
        for entry in &run.record {
            hosts.note(entry);
            match entry {
                Recorded::Happened(Happening::Morale(MoraleEvent::Hits { unit, .. })) => {
                    hit.insert(*unit);
                }
                Recorded::Happened(Happening::Melee(MeleeEvent::Fights { .. })) => fights = true,
                Recorded::Happened(Happening::Morale(MoraleEvent::StandLost { unit, rule, .. })) => {
                    let host = hosts.host(*unit);
                    let code = run.position.code(*unit);
                    let walks = rule.to_string() == "shoot.casualty" && !hit.contains(&host);
                    if walks && self.before.turn > 0 && !sheet.contains("form skirmish") {
                        self.fault(format!("{code} lost a stand and nobody hit it"));
                    }
                    let with = |u: UnitId| self.before.unit(u).attached == Some(*unit);
                    let escorted = run
                        .position
                        .unit_ids()
                        .any(|u| with(u) && run.position.unit(u).attached == Some(*unit));
                    let elephants = self.before.troop(*unit).class == Class::Elephants;
                    if elephants && escorted && !fights && rule.to_string() == "shoot.casualty" {
                        self.fault(format!("{code} is shot before its escort"));
                    }
                }
                _ => {}
            }
        }
    }

    /// **legion pass.through.** Only who is broken, or pushed, goes through those through whom nobody may.
    fn runs_through_nobody_else(&mut self, run: &Run<Legion>) {
        let mut broken: BTreeSet<UnitId> =
            self.before.unit_ids().filter(|&u| self.before.unit(u).morale == Morale::Broken).collect();
        for entry in &run.record {
            match entry {
                Recorded::Happened(Happening::Morale(MoraleEvent::Broken(unit))) => {
                    broken.insert(*unit);
                }
                Recorded::Happened(Happening::Morale(MoraleEvent::Ran { unit, through })) => {
                    self.seen.through += 1;
                    let may = |pos: &Position| passing::may_pass(pos, *unit, *through).is_ok();
                    if !broken.contains(unit) && !may(&self.before) && !may(&run.position) {
                        let codes = (run.position.code(*unit), run.position.code(*through));
                        self.fault(format!("{} ran through {}", codes.0, codes.1));
                    }
                }
                _ => {}
            }
        }
    }

    /// **legion elephant.zone.** Horse that has come within two inches of elephants is in no order.
    fn horses_smell(&mut self, run: &Run<Legion>) {
        let near = |pos: &Position, one: UnitId, two: UnitId| {
            pos.distance(one, two).is_some_and(|d| d <= Length::inches(2))
        };
        let after = &run.position;
        let horse = |u: &UnitId| {
            let troop = after.troop(*u);
            let moved = self.before.stance(*u).is_some() && self.before.stance(*u) != after.stance(*u);
            troop.class.is_cavalry() && !troop.camels && moved && after.turn == self.before.turn
        };
        let elephants = |u: &UnitId| after.troop(*u).class == Class::Elephants && after.stance(*u).is_some();
        let known = self.before.unit_ids();
        let pairs: Vec<(UnitId, UnitId)> = known
            .filter(|u| after.stance(*u).is_some() && horse(u))
            .flat_map(|h| after.unit_ids().filter(elephants).map(move |e| (h, e)))
            .filter(|&(h, e)| near(after, h, e) && !near(&self.before, h, e))
            .collect();
        for (horses, elephants) in pairs {
            self.seen.near += 1;
            // Lining up in contact is no way past anybody.
            let lined_up = after.engagements.iter().any(|e| e.attacker == horses && e.fresh);
            let stood = self.before.stance(elephants) == after.stance(elephants) && !lined_up;
            if stood && after.unit(horses).morale == Morale::Good {
                let codes = (after.code(horses), after.code(elephants));
                self.fault(format!("{} came near {} in good order", codes.0, codes.1));
            }
        }
    }

    /// **legion formation.orbis.** A square gives way inwards.
    fn squares_stay(&mut self, run: &Run<Legion>) {
        for entry in &run.record {
            if let Recorded::Happened(Happening::Morale(MoraleEvent::Went {
                unit,
                how: How::Back(_) | How::Flees,
                ..
            })) = entry
                && run.position.unit(*unit).formation == Formation::Orbis
            {
                self.fault(format!("{} went back in its square", run.position.code(*unit)));
            }
        }
    }

    /// **legion melee.square-off.** Who has squared off fights on the side that he touches.
    fn the_side_touched_is_the_side(&mut self, run: &Run<Legion>) {
        let pos = &run.position;
        let fresh = pos.engagements.iter().filter(|e| e.fresh);
        let here = fresh.filter(|e| pos.unit(e.defender).formation == Formation::Line);
        let met: Vec<_> =
            here.filter_map(|e| Some((*e, edges::met_along(pos, e.defender, e.attacker)?))).collect();
        for (e, side) in met {
            self.seen.met += 1;
            if e.side != side {
                let codes = (pos.code(e.attacker), pos.code(e.defender));
                let (said, seen) = (e.side.word(), side.word());
                self.fault(format!("{} touches the {seen} of {} and fights its {said}", codes.0, codes.1));
            }
        }
    }

    /// **legion morale.broken.** By order the broken come no nearer to the enemy.
    fn the_broken_come_no_nearer(&mut self, run: &Run<Legion>) {
        for entry in &run.record {
            let Recorded::Happened(Happening::Move(MoveEvent::Moved { unit, from, to, formation, .. })) =
                entry
            else {
                continue;
            };
            if self.before.unit(*unit).morale == Morale::Broken {
                self.seen.broken += 1;
                let far = |pos: &Position, at: Stance| pos.nearest_enemy(*unit, at).map(|n| n.1);
                let mut there = self.before.clone();
                there.unit_mut(*unit).formation = *formation;
                there.fall_in(*unit);
                let (then, now) = (far(&self.before, *from), far(&there, *to));
                if now < then {
                    let code = run.position.code(*unit);
                    self.fault(format!("{code} is broken and comes nearer, {then:?} and {now:?}"));
                }
            }
        }
    }

    /// **legion morale.broken.** A flight ends no nearer to an enemy than the nearest was as it began, or
    /// when the unit had turned its back. After an enemy has moved nobody knows where that was.
    fn flights_end_no_nearer(&mut self, run: &Run<Legion>) {
        let mut went: BTreeSet<UnitId> = BTreeSet::new();
        for entry in &run.record {
            let Recorded::Happened(happening) = entry else { continue };
            let (unit, how, gone) = match happening {
                Happening::Move(_) => return,
                Happening::Morale(MoraleEvent::Went { unit, how, gone, .. }) => (*unit, *how, *gone),
                _ => continue,
            };
            let own = run.position.side(unit);
            if went.iter().any(|&other| run.position.side(other) != own) {
                return;
            }
            went.insert(unit);
            if how == How::Flees && run.position.troop(unit).class != Class::Elephants {
                self.flight_ends_no_nearer(run, unit, gone);
            }
        }
    }

    /// Unless it went again, or is off the table.
    fn flight_ends_no_nearer(&mut self, run: &Run<Legion>, unit: UnitId, gone: Length) {
        let runs = told(run).filter(|e| matches!(e, MoraleEvent::Went { unit: who, .. } if *who == unit));
        let ends = (self.before.stance(unit), run.position.stance(unit));
        let (1, (Some(from), Some(to))) = (runs.count(), ends) else { return };
        let mut there = self.before.clone();
        *there.unit_mut(unit) = run.position.unit(unit).clone();
        for enemy in self.before.enemies(self.before.side(unit)) {
            if run.position.unit(enemy).place == self.before.unit(enemy).place {
                *there.unit_mut(enemy) = run.position.unit(enemy).clone();
            }
        }
        let far = |at: Stance| there.nearest_enemy(unit, at).map(|n| n.1);
        let turned = behind(to, to.heading, gone).first().copied();
        let begun = [Some(from), turned].into_iter().flatten().filter_map(far).min();
        if let (Some(then), Some(now)) = (begun, far(to)) {
            self.seen.flights += 1;
            // A touch is no way, and neither is what closing up after a loss is worth.
            if now + Length(100) < then {
                let code = run.position.code(unit);
                self.fault(format!("{code} fled nearer to an enemy: {then:?} and {now:?}"));
            }
        }
    }

    /// **legion morale.broken.** Who gives himself up has enemies between him and home, as far as a flight
    /// may lead; those whom he has at his back are none. Only who stood still in this action is looked at.
    fn nobody_gives_up_with_a_way_home(&mut self, run: &Run<Legion>) {
        let dues: BTreeMap<UnitId, i32> = told(run)
            .filter_map(|event| match event {
                MoraleEvent::Went { unit, how: How::Flees, due, .. } => Some((*unit, due.0)),
                _ => None,
            })
            .collect();
        let gave_up: Vec<UnitId> = told(run)
            .filter_map(|event| match event {
                MoraleEvent::Surrendered(unit) => Some(*unit),
                _ => None,
            })
            .collect();
        for unit in gave_up {
            // Who comes into its rear stands between it and home when it breaks, and runs on.
            let moved = run.record.iter().any(|entry| match entry {
                Recorded::Happened(Happening::Move(MoveEvent::Charges {
                    unit: who, target, side, ..
                })) => *who == unit || *target == unit && *side == Zone::Rear,
                Recorded::Happened(Happening::Move(MoveEvent::Moved { unit: who, .. })) => *who == unit,
                _ => false,
            });
            let went = told(run)
                .filter(|event| matches!(event, MoraleEvent::Went { unit: who, .. } if *who == unit))
                .count();
            let (Some(at), Some(&due)) = (self.before.stance(unit), dues.get(&unit)) else { continue };
            if moved || went > 1 {
                continue;
            }
            let block = Block::of(&self.before, unit);
            let middle = at.at((block.left + block.right) / 2, (block.front + block.rear) / 2);
            let home =
                if self.before.side(unit) == Side::First { Heading::NORTH.about() } else { Heading::NORTH };
            let way = Stance { anchor: middle, heading: home };
            let half = block.width().0.max(block.depth().0) / 2 + 300;
            let bars = |pos: &Position, enemy: UnitId| {
                pos.bases(enemy).iter().any(|base| {
                    let corners = base.corners.map(|p| way.local(p));
                    let aside = corners.iter().map(|c| c.0);
                    let ahead = corners.iter().map(|c| c.1);
                    way.local(base.middle()).1 > 0
                        && aside.clone().min() < Some(half)
                        && aside.max() > Some(-half)
                        && ahead.min() < Some(due + half)
                })
            };
            let side = self.before.side(unit);
            let barred = self.before.enemies(side).any(|e| bars(&self.before, e))
                || run.position.enemies(side).any(|e| bars(&run.position, e));
            if !barred {
                let code = run.position.code(unit);
                self.fault(format!("{code} gives itself up with a free way home"));
            }
        }
    }

    /// **legion morale.when.** Nobody tests for friends who have broken where he does not look.
    fn nobody_looks_behind(&mut self, run: &Run<Legion>) {
        // Who has stirred by now, and whoever had when a friend broke.
        let mut stirred: BTreeSet<UnitId> = BTreeSet::new();
        let mut then: BTreeMap<UnitId, BTreeSet<UnitId>> = BTreeMap::new();
        for entry in &run.record {
            match entry {
                Recorded::Happened(Happening::Move(MoveEvent::Moved { unit, .. })) => {
                    stirred.insert(*unit);
                }
                Recorded::Happened(Happening::Move(MoveEvent::Charges { unit, target, .. })) => {
                    stirred.extend([*unit, *target]);
                }
                Recorded::Happened(Happening::Morale(
                    MoraleEvent::Broken(unit) | MoraleEvent::Destroyed { unit, .. },
                )) => {
                    then.entry(*unit).or_insert_with(|| stirred.clone());
                }
                // Whoever runs may uncover others to one another.
                Recorded::Happened(Happening::Morale(MoraleEvent::Went { .. })) => {
                    stirred.extend(run.position.unit_ids());
                }
                Recorded::Happened(Happening::Morale(MoraleEvent::Tested {
                    unit,
                    cause: Cause::Friends(friend),
                    ..
                })) if then.get(friend).is_some_and(|t| !t.contains(unit) && !t.contains(friend)) => {
                    self.seen.frightened += 1;
                    if !self.is_ahead(*unit, *friend) {
                        let codes = (run.position.code(*unit), run.position.code(*friend));
                        self.fault(format!("{} tests for {} behind it", codes.0, codes.1));
                    }
                }
                _ => {}
            }
        }
    }

    /// Did a unit stand before another, whoever stood between them? Of which stands it had lost some by then
    /// nobody knows, and the others closed up.
    fn is_ahead(&self, unit: UnitId, friend: UnitId) -> bool {
        (0..self.before.unit(friend).stands.len()).any(|gone| {
            let mut there = self.before.clone();
            let left = there.unit(friend).stands.len() - gone;
            there.unit_mut(friend).stands.truncate(left);
            if gone > 0 {
                there.fall_in(friend);
            }
            let bases = there.bases(friend);
            sight::eyes(&self.before, unit).into_iter().any(|eye| {
                let ahead = sight::Eye { round: false, ..eye };
                bases.iter().any(|b| ahead.faces(sight::nearest_edge(b, eye.stance.anchor)))
            })
        })
    }

    /// **legion charge.opportunity, charge.warband.** Who has turned for an opportunity charge has no
    /// impact, and no warband has its own that ran over an obstacle.
    fn impact_comes_of_a_straight_run(&mut self, run: &Run<Legion>) {
        for entry in &run.record {
            match entry {
                Recorded::Happened(Happening::Morale(MoraleEvent::Went {
                    unit,
                    how: How::Charges(rule),
                    ..
                })) if rule.to_string() == "charge.opportunity" => {
                    self.seen.chances += 1;
                    self.ran_straight(run, *unit);
                }
                Recorded::Happened(Happening::Move(MoveEvent::Charges {
                    unit,
                    target,
                    impact: Impact::Warband,
                    ..
                })) => self.ran_over_nothing(run, *unit, *target),
                _ => {}
            }
        }
    }

    /// It came straight ahead from where it stood, or has no impact.
    fn ran_straight(&mut self, run: &Run<Legion>, unit: UnitId) {
        let fight = run.position.engagements.iter().find(|e| e.attacker == unit && e.fresh);
        let (Some(fight), Place::Table(from)) = (fight, self.before.unit(unit).place) else { return };
        let mut there = run.position.clone();
        there.unit_mut(unit).place = Place::Table(from);
        there.engagements.retain(|e| e.other(unit).is_none());
        let far = there.base_move(unit);
        let straight = slide(&mut there, unit, Course::plain(from.heading, far)).met == Some(fight.defender);
        if fight.impact != Impact::None && !straight {
            self.fault(format!("{} has turned and has an impact", run.position.code(unit)));
        }
    }

    /// No obstacle lies on the straight way from where it stood to its enemy.
    fn ran_over_nothing(&mut self, run: &Run<Legion>, unit: UnitId, target: UnitId) {
        let fight = run.position.engagements.iter().find(|e| (e.attacker, e.defender) == (unit, target));
        let ends = (self.before.stance(unit), run.position.stance(unit));
        let (Some(_), (Some(from), Some(to))) = (fight, ends) else { return };
        let on = |at: &Stance, n: usize| {
            terrain::is_on(&run.position.set.table.obstacles[n], &self.before.bases_at(unit, *at))
        };
        let way = trail(from, Stance { heading: from.heading, ..to });
        let crossed = (0..run.position.set.table.obstacles.len())
            .any(|n| !on(&from, n) && way.iter().any(|at| on(at, n)));
        if crossed && from.heading.to(to.heading).abs() < 500 {
            self.fault(format!("{} has its impact over an obstacle", run.position.code(unit)));
        }
    }

    /// **legion skirmish.feigned-flight.** No order but march and reform keeps those within their move from
    /// falling on whoever has been lured.
    fn the_lured_may_be_charged(&mut self, run: &Run<Legion>) {
        let pos = &run.position;
        let Stage::Acting(acting) = pos.stage else { return };
        let side = pos.set.command(acting.command).side;
        let lured: Vec<UnitId> = pos.enemies(side).filter(|&e| lured::is_lured(pos, e)).collect();
        for (unit, enemy) in pos.units_of(acting.command).flat_map(|u| lured.iter().map(move |&e| (u, e))) {
            let near = pos.distance(unit, enemy).is_some_and(|d| d <= pos.base_move(unit));
            let bound = matches!(pos.directive(unit), Directive::March | Directive::Reform);
            if !near || bound || pos.unit(unit).morale == Morale::Broken {
                continue;
            }
            self.seen.lured += 1;
            if let Err(why) = declare(pos, side, (unit, enemy), &[])
                && why.rule.to_string().starts_with("order.")
            {
                self.fault(format!("{} may not fall on {}", pos.code(unit), pos.code(enemy)));
            }
        }
    }
}

/// Fights a battle before a witness.
fn witnessed(name: &str, set: &Arc<Setup>, [mut a, mut b]: Bots, seed: u64, turns: u16) -> Seen {
    let begun = Position::new(Arc::clone(set));
    let mut witness = Witness::new(&begun);
    let mut watch = |sheet: &str, run: &Run<Legion>| witness.action(sheet, run);
    let fought = play::<Legion>(begun, [a.as_mut(), b.as_mut()], seed, turns, Some(&mut watch));
    println!("{name} seed {seed}: turn {}, {:?}", fought.position.turn, witness.seen);
    assert_eq!(fought.stuck, None, "{name}, seed {seed}");
    let faults = witness.faults.join("\n");
    assert!(witness.faults.is_empty(), "{name}, seed {seed}, {} faults: {faults}", witness.faults.len());
    witness.seen
}

#[test]
fn nobody_runs_too_far_acts_twice_or_loses_a_stand_untested() {
    let mut all = Seen::default();
    for (name, set) in fields() {
        for seed in 0..battles(2) {
            for (bots, turns) in [(randoms(seed), 6), (thinkers(seed), 8)] {
                let seen = witnessed(&name, &set, bots, seed, turns);
                all.runs += seen.runs;
                all.actions += seen.actions;
                all.losses += seen.losses;
                all.rounds += seen.rounds;
                all.breaks += seen.breaks;
                all.surrenders += seen.surrenders;
                all.volleys += seen.volleys;
                all.lost += seen.lost;
                all.through += seen.through;
                all.near += seen.near;
                all.met += seen.met;
                all.broken += seen.broken;
                all.frightened += seen.frightened;
                all.chances += seen.chances;
                all.lured += seen.lured;
                all.flights += seen.flights;
                all.rides += seen.rides;
                all.faced += seen.faced;
                all.counted += seen.counted;
            }
        }
    }
    println!("{all:?}");
    let enough =
        all.runs > 100 && all.actions > 500 && all.losses > 50 && all.rounds > 100 && all.volleys > 0;
    assert!(enough, "too little was seen: {all:?}");
    // Elephants and the like apart, most of those who break get away from where they stood.
    assert!(all.surrenders * 5 <= all.breaks, "{} of {} surrendered", all.surrenders, all.breaks);
}

/// Nobody throws dice or answers here: what would need either is left alone.
fn unasked<T>(act: impl FnOnce(&mut Oracle<'_>) -> Flow<T>) -> Option<T> {
    act(&mut Oracle::new(Dice::Closed, &[]).quiet()).ok()
}

/// How often each change of a position was looked at.
#[derive(Default, Debug)]
struct WhatIfs {
    broken: u32,
    surprised: u32,
    escorted: u32,
    ditches: u32,
    squares: u32,
    deep: u32,
    gone: u32,
}

impl WhatIfs {
    /// A unit of the Command that acts is broken, or has been surprised, and moves by order.
    fn moves(&mut self, pos: &Position, faults: &mut Vec<String>) {
        let Stage::Acting(acting) = pos.stage else { return };
        let side = pos.set.command(acting.command).side;
        let inch = |n: i32| Length::inches(n).0;
        let ways: [&[Step]; 4] = [
            &[Step::Advance(inch(2))],
            &[Step::Back(inch(1))],
            &[Step::Turn(Turn::About), Step::Advance(inch(3))],
            &[Step::Wheel(Hand::Left, inch(1)), Step::Advance(inch(1))],
        ];
        for unit in pos.units_of(acting.command) {
            let Some(from) = pos.stance(unit) else { continue };
            for way in ways {
                let mut there = pos.clone();
                there.unit_mut(unit).morale = Morale::Broken;
                let (enemy, before) = match pos.nearest_enemy(unit, from) {
                    Some(nearest) => nearest,
                    None => continue,
                };
                if unasked(|oracle| go(&mut there, side, unit, way, oracle)).is_some() {
                    self.broken += 1;
                    if there.distance(unit, enemy).is_some_and(|after| after < before) {
                        faults.push(format!("{} is broken and comes nearer", pos.code(unit)));
                    }
                }
                let mut there = pos.clone();
                there.unit_mut(unit).hits += 20;
                let stands = there.unit(unit).stands.len();
                if unasked(|oracle| go(&mut there, side, unit, way, oracle)).is_some() {
                    self.surprised += 1;
                    if there.unit(unit).stands.len() != stands {
                        faults.push(format!("{} lost a stand by walking", pos.code(unit)));
                    }
                }
            }
        }
    }

    /// Light infantry goes behind the elephants of its side, and they are shot at from each side.
    fn escorts(&mut self, pos: &Position, faults: &mut Vec<String>) {
        let elephants = |u: &UnitId| pos.troop(*u).class == Class::Elephants && pos.stance(*u).is_some();
        for host in pos.unit_ids().filter(elephants) {
            let light = |u: &UnitId| {
                pos.troop(*u).class == Class::LightInfantry
                    && pos.side(*u) == pos.side(host)
                    && pos.stance(*u).is_some()
                    && pos.unit(*u).attached.is_none()
            };
            let Some(escort) = pos.unit_ids().find(light) else { continue };
            for from in [Zone::Front, Zone::Left, Zone::Right, Zone::Rear] {
                let mut there = pos.clone();
                there.unit_mut(escort).attached = Some(host);
                there.unit_mut(host).hits = 0;
                let stands = there.unit(host).stands.len();
                if unasked(|oracle| shoot_at(&mut there, host, 3, from, oracle)).is_some() {
                    self.escorted += 1;
                    if there.unit(host).stands.len() < stands || there.unit(host).hits >= 3 {
                        let codes = (pos.code(host), pos.code(escort));
                        faults.push(format!("{} is shot from {from:?} before {}", codes.0, codes.1));
                    }
                }
            }
        }
    }

    /// A warband stands five inches before an enemy, and a ditch is dug where its way begins.
    fn ditches(&mut self, pos: &Position, faults: &mut Vec<String>) {
        let Stage::Acting(acting) = pos.stage else { return };
        let side = pos.set.command(acting.command).side;
        let warbands = pos.units_of(acting.command).filter(|&u| pos.troop(u).class == Class::Warband);
        for (unit, enemy) in warbands.flat_map(|u| pos.enemies(side).map(move |e| (u, e))).take(12) {
            let mut there = pos.clone();
            there.engagements.clear();
            let Some(at) = there.stance(enemy).map(|at| at.moved(0, inches(5))) else { continue };
            let own = there.unit_mut(unit);
            own.place = Place::Table(Stance { heading: at.heading.about(), ..at });
            (own.account.moved, own.account.fought, own.shields) = (false, false, false);
            (own.morale, own.own_order) = (Morale::Good, Some(Directive::Advance));
            own.formation = Formation::Line;
            there.fall_in(unit);
            let Ok(charge) = declare(&there, side, (unit, enemy), &[]) else { continue };
            if charge.impact != Impact::Warband {
                continue;
            }
            let along = |right: i32| charge.from.at(right, inches(1) / 3);
            let course = vec![along(-inches(30)), along(inches(30))];
            let ditch = Obstacle { name: "ditch".to_owned(), barrier: Barrier::Ditch, course };
            Arc::make_mut(&mut there.set).table.obstacles.push(ditch);
            self.ditches += 1;
            if declare(&there, side, (unit, enemy), &[]).is_ok_and(|c| c.impact != Impact::None) {
                faults.push(format!("{} has its impact over a ditch", pos.code(unit)));
            }
        }
    }

    /// **legion melee.join.** Auxilia in close order stand right behind others of their side, as heavy foot
    /// does: those are deeper.
    fn depths(&mut self, pos: &Position, faults: &mut Vec<String>) {
        let auxilia = |u: &UnitId| pos.troop(*u).class == Class::Auxilia && pos.stance(*u).is_some();
        let all: Vec<UnitId> = pos.unit_ids().filter(auxilia).collect();
        for (&front, &rear) in all.iter().zip(all.iter().skip(1)) {
            if pos.side(front) != pos.side(rear) {
                continue;
            }
            let mut there = pos.clone();
            there.engagements.clear();
            for unit in [front, rear] {
                let own = there.unit_mut(unit);
                (own.loose, own.formation, own.attached) = (false, Formation::Line, None);
                own.stands.truncate(2);
                own.stands.iter_mut().for_each(|s| s.half = false);
                own.morale = Morale::Good;
                there.fall_in(unit);
            }
            let before = contact::rows(&there, front).len();
            let (Some(at), block) = (there.stance(front), Block::of(&there, front)) else { continue };
            there.unit_mut(rear).place = Place::Table(at.moved(0, block.rear));
            self.deep += 1;
            if contact::rows(&there, front).len() <= before {
                faults.push(format!("{} behind {} give no depth", pos.code(rear), pos.code(front)));
            }
        }
    }

    /// **legion table.leave.** Whoever must pursue stands an inch from the edge and looks over it: he is off
    /// the table, and comes back.
    fn edges(&mut self, pos: &Position, faults: &mut Vec<String>) {
        let (width, depth) = (pos.set.table.width.0, pos.set.table.depth.0);
        for unit in pos.unit_ids().filter(|&u| pos.stance(u).is_some() && pos.unit(u).attached.is_none()) {
            let Some(enemy) = pos.enemies(pos.side(unit)).next() else { continue };
            let mut there = pos.clone();
            there.engagements.clear();
            let own = there.unit_mut(unit);
            (own.morale, own.account.pursued) = (Morale::Good, false);
            if pursues(&there, unit, enemy) != Pursues::Must {
                continue;
            }
            let others: Vec<UnitId> = there.unit_ids().filter(|&u| u != unit && u != enemy).collect();
            for other in others {
                there.unit_mut(other).place = Place::Waiting;
            }
            Arc::make_mut(&mut there.set).table.terrain.clear();
            let at = |y: i32| Stance { anchor: Point { x: width / 2, y }, heading: Heading::NORTH };
            there.unit_mut(unit).place = Place::Table(at(depth - inches(1)));
            there.unit_mut(enemy).place = Place::Gone;
            let dice = Dice::Scripted(Scripted { faces: BTreeMap::new(), otherwise: Some(6) });
            let mut oracle = Oracle::new(dice, &[]).quiet();
            if pursue(&mut there, unit, enemy, &mut oracle).is_ok() {
                self.gone += 1;
                if there.unit(unit).place != Place::Away {
                    faults.push(format!("{} stops at the edge", pos.code(unit)));
                }
            }
        }
    }

    /// Foot forms a square where it stands, and has to go back.
    fn squares(&mut self, pos: &Position, faults: &mut Vec<String>) {
        let foot = |u: &UnitId| pos.troop(*u).class.is_heavy_infantry() && pos.stance(*u).is_some();
        for unit in pos.unit_ids().filter(foot) {
            let mut there = pos.clone();
            there.unit_mut(unit).formation = Formation::Orbis;
            there.fall_in(unit);
            let from = there.stance(unit);
            let way = (None, Length::inches(2));
            let back = unasked(|oracle| recoil(&mut there, unit, way, Rule("melee.loser"), oracle));
            if back.is_some() {
                self.squares += 1;
                if there.stance(unit) != from {
                    faults.push(format!("{} went back in its square", pos.code(unit)));
                }
            }
        }
    }
}

fn inches(n: i32) -> i32 {
    Length::inches(n).0
}

#[test]
fn what_a_battle_seldom_shows_holds_in_its_positions_changed_a_little() {
    let mut all = WhatIfs::default();
    for (name, set) in fields() {
        for seed in 0..battles(2) {
            let [mut a, mut b] = thinkers(seed);
            let (mut faults, mut actions) = (Vec::new(), 0);
            let mut watch = |_: &str, run: &Run<Legion>| {
                actions += 1;
                if actions % 3 == 0 {
                    all.moves(&run.position, &mut faults);
                    all.escorts(&run.position, &mut faults);
                    all.ditches(&run.position, &mut faults);
                    all.squares(&run.position, &mut faults);
                    all.depths(&run.position, &mut faults);
                    all.edges(&run.position, &mut faults);
                }
            };
            let begun = Position::new(Arc::clone(&set));
            let fought = play::<Legion>(begun, [a.as_mut(), b.as_mut()], seed, 6, Some(&mut watch));
            assert_eq!(fought.stuck, None, "{name}, seed {seed}");
            assert!(faults.is_empty(), "{name}, seed {seed}: {}", faults.join("\n"));
            println!("{name} seed {seed}: {all:?}");
        }
    }
    let enough = [all.broken, all.surprised, all.escorted, all.ditches, all.squares, all.deep, all.gone];
    assert!(enough.iter().all(|&n| n > 0), "too little was seen: {all:?}");
}

#[test]
fn cards_may_be_played_when_the_book_lets_them_and_not_otherwise() {
    let many = number("TESS_PROPERTIES").unwrap_or(FEW);
    let seeds = number("TESS_SEED").map_or(0..many, |seed| seed..seed + 1);
    let (mut hands, mut faults, mut positions, mut actions) = (Hands::default(), Vec::new(), 0, 0);
    for (name, set) in fields() {
        for seed in seeds.clone() {
            let mut start = scatter::scattered(&set, seed);
            if !matches!(start.stage, Stage::Acting(_)) {
                continue;
            }
            cards::deal(&mut start);
            let turns = start.turn + 1;
            let [mut a, mut b] = randoms(seed);
            let mut watch = |sheet: &str, run: &Run<Legion>| {
                if actions % 2 == 0 {
                    hands.listed(&run.position, actions / 2);
                }
                hands.asked(run);
                let turn = run.position.turn;
                let found = hands.faults.drain(..);
                faults.extend(
                    found.map(|f| format!("=== {name}, seed {seed}, turn {turn}, after\n{sheet}{f}")),
                );
                actions += 1;
            };
            let fought = play::<Legion>(start, [a.as_mut(), b.as_mut()], seed, turns, Some(&mut watch));
            positions += 1;
            assert_eq!(fought.stuck, None, "{name}, seed {seed}");
        }
    }
    println!("{positions} positions, {actions} actions, {} times asked\n{:?}", hands.asked, hands.seen);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(hands.asked > 0 && hands.seen.len() > 30, "too little was seen: {:?}", hands.seen);
}

/// Scenes of each kind and field in a usual run.
const SCENES: u64 = 12;

#[test]
fn light_foot_is_ridden_through_and_horse_shies_from_elephants_as_the_book_has_it() {
    let many = number("TESS_PROPERTIES").unwrap_or(SCENES);
    let seeds = number("TESS_SEED").map_or(0..many, |seed| seed..seed + 1);
    let (mut faults, mut rides, mut evasions, mut shied) = (Vec::new(), 0, 0, 0);
    let mut offers = Offers::default();
    for (name, set) in fields() {
        for seed in seeds.clone() {
            let ride = staged::ride(&set, seed).and_then(|scene| Some((scene.played(seed, "stand")?, scene)));
            if let Some((run, scene)) = ride {
                let mut witness = Witness::new(&scene.pos);
                witness.action(&scene.sheet, &run);
                offers.look(&scene.pos, &scene.sheet, &run);
                rides += witness.seen.rides;
                let found = witness.faults.into_iter().chain(offers.faults.drain(..));
                faults
                    .extend(found.map(|fault| format!("=== {name}, seed {seed}: {fault}\n{}", story(&run))));
            }
            let scene = staged::evasion(&set, seed);
            let evasion = scene.and_then(|scene| Some((scene.played(seed, "evade")?, scene)));
            if let Some((run, scene)) = evasion {
                evasions += 1;
                let mut witness = Witness::new(&scene.pos);
                witness.action(&scene.sheet, &run);
                offers.look(&scene.pos, &scene.sheet, &run);
                let found = witness.faults.into_iter().chain(offers.faults.drain(..));
                let mut found: Vec<String> = found.collect();
                let keeps = staged::keeps_its_order(&scene, &run);
                shied += u32::from(keeps.is_some());
                if keeps == Some(true) {
                    found.push(format!("{} passes elephants in good order", scene.pos.code(scene.target)));
                }
                faults.extend(
                    found.into_iter().map(|f| format!("=== {name}, seed {seed}: {f}\n{}", story(&run))),
                );
            }
        }
    }
    println!("{rides} rides, {evasions} evasions, {shied} of them past elephants\n{:?}", offers.seen);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(rides > 0 && shied > 0, "{rides} rides, {shied} of {evasions} past elephants");
}

/// A number that the environment gives.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|n| n.parse().ok())
}

/// What is told of an action, for who looks at one seed.
fn story(run: &Run<Legion>) -> String {
    let told = run.record.iter().filter_map(|entry| match entry {
        Recorded::Happened(happening) => Some(format!("  {happening:?}\n")),
        Recorded::Decided(question, key) => Some(format!("  {}: {key}\n", question.id)),
        _ => None,
    });
    told.collect()
}

/// Random positions of each field in a usual run.
const FEW: u64 = 12;

#[test]
fn all_of_it_holds_in_random_positions() {
    let many = number("TESS_PROPERTIES").unwrap_or(FEW);
    let seeds = number("TESS_SEED").map_or(0..many, |seed| seed..seed + 1);
    let (mut faults, mut positions, mut actions) = (Vec::new(), 0, 0);
    let (mut offers, mut glass) = (Offers::default(), Glass::default());
    for (name, set) in fields() {
        for seed in seeds.clone() {
            let start = scatter::scattered(&set, seed);
            if !matches!(start.stage, Stage::Acting(_)) {
                continue;
            }
            let turned = Turned::of(&start.set);
            let mut witness = Witness::late(&start);
            let turns = start.turn + u16::from(seed % 3 == 0);
            let [mut a, mut b] = if seed % 2 == 0 { randoms(seed) } else { thinkers(seed) };
            let mut watch = |sheet: &str, run: &Run<Legion>| {
                let before = witness.before.clone();
                let known = faults.len();
                offers.look(&before, sheet, run);
                faults.extend(offers.faults.drain(..).map(|fault| format!("after\n{sheet}{fault}")));
                faults.extend(glass.look(&turned, &before, sheet, run));
                witness.action(sheet, run);
                faults.append(&mut witness.faults);
                let story = if faults.len() > known && number("TESS_SEED").is_some() {
                    story(run)
                } else {
                    String::new()
                };
                for fault in &mut faults[known..] {
                    *fault = format!("=== {name}, seed {seed}, {fault}\n{story}");
                }
                actions += 1;
            };
            let fought = play::<Legion>(start, [a.as_mut(), b.as_mut()], seed, turns, Some(&mut watch));
            positions += 1;
            assert_eq!(fought.stuck, None, "{name}, seed {seed}");
        }
    }
    println!("{positions} positions, {actions} actions, {glass:?}\n{:?}", offers.seen);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
    assert!(positions > 0 && actions >= positions, "{positions} positions, {actions} actions");
}
