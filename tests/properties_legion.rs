//! What holds in every battle of Legion and Empire, whoever fights it: nobody runs farther than was thrown
//! or is due, nobody acts twice where the book gives one action, every stand lost is followed by the test
//! that the book asks for, each hit of a combat counts once, and a charger is shot at in the face.
//!
//! Bots fight, and a witness reads what is told of each action. `TESS_BATTLES` asks for more battles of each
//! kind, `TESS_FIELD` for the scenarios with these letters in their name; the seed of each is printed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tesserarius::bot::legion;
use tesserarius::bot::skirmish::play;
use tesserarius::effects::Recorded;
use tesserarius::legion::events::command::CommandEvent;
use tesserarius::legion::events::melee::MeleeEvent;
use tesserarius::legion::events::morale::{How, MoraleEvent};
use tesserarius::legion::events::movement::MoveEvent;
use tesserarius::legion::events::shooting::{Part, ShootEvent};
use tesserarius::legion::measure::Length;
use tesserarius::legion::questions::posts;
use tesserarius::legion::state::Morale;
use tesserarius::legion::{Happening, Legion, Position, Setup, UnitId};
use tesserarius::scenario::{Family, Library};
use tesserarius::steward::Agent;
use tesserarius::table::Run;

type Bots = [Box<dyn Agent<Position>>; 2];

/// How many battles of a kind.
fn battles(few: u64) -> u64 {
    std::env::var("TESS_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(few)
}

/// All scenarios of this game that the program has.
fn fields() -> Vec<(String, Arc<Setup>)> {
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
            seen: Seen::default(),
            faults: Vec::new(),
        }
    }

    fn action(&mut self, sheet: &str, run: &Run<Legion>) {
        let known = self.faults.len();
        self.runs_no_farther(run);
        self.acts_once(sheet, run);
        // shoot.auxilia: who disperses with hits on him loses half a stand and does not test for it.
        if !sheet.contains("form skirmish") {
            self.tests_for_losses(run);
        }
        self.counts_once(run);
        self.is_met_in_the_face(run);
        for fault in &mut self.faults[known..] {
            *fault = format!("turn {}, after\n{sheet}{fault}", self.before.turn);
        }
        self.before = run.position.clone();
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
        let listed = &run.position.set.unit(self.before.unit(unit).of).stands;
        let listed = listed.iter().map(|&t| run.position.set.troop(t));
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
        for entry in &run.record {
            let Recorded::Happened(Happening::Morale(event)) = entry else { continue };
            match event {
                MoraleEvent::StandLost { unit, left, rule, .. } if *left > 0 => {
                    let host = self.before.host(*unit);
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
