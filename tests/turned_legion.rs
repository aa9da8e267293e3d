//! Turn the table about, let the sides change places, and the battle of Legion and Empire is the same: the
//! same orders, answers and dice lead to the position turned about. Left stays left, since shields hang on
//! one arm. What the program decides by who is listed first, or by where south is, shows here; and so does
//! what is reckoned by rounding to one side.
//!
//! Bots fight, and each action is done again on the table turned about. `TESS_BATTLES` asks for more
//! battles, `TESS_FIELD` for the scenarios with these letters in their name.

use std::collections::BTreeMap;
use std::sync::Arc;

use tesserarius::bot::legion;
use tesserarius::bot::skirmish::play;
use tesserarius::effects::{Answer, Answered, Dice, Game as _, Hidden, Recorded, Scripted};
use tesserarius::legion::measure::{Heading, Length, Point, Polygon, Stance};
use tesserarius::legion::state::{Edge, LeaderPlace, Place, Stage, Unit};
use tesserarius::legion::written::{Line, Order, Step};
use tesserarius::legion::{Legion, Position, Setup, UnitId};
use tesserarius::steward::Agent;
use tesserarius::table::{Close, Halt, Run, rehearse_with};

use crate::properties_legion::{battles, fields};

/// So far two places may lie apart that are the same, in thousandths of an inch: each way is rounded, and
/// ends in pieces of a tenth of an inch.
const NEAR: i32 = 120;

/// And two headings, in hundredths of a degree.
const AS_GOOD_AS: i32 = 40;

/// The table seen from the other end.
pub struct Turned {
    there: Arc<Setup>,
    width: i32,
    depth: i32,
}

const fn edge(edge: Edge) -> Edge {
    match edge {
        Edge::South => Edge::North,
        Edge::North => Edge::South,
        Edge::West => Edge::East,
        Edge::East => Edge::West,
    }
}

impl Turned {
    pub fn of(set: &Setup) -> Turned {
        let mut there = set.clone();
        let turned =
            Turned { there: Arc::new(set.clone()), width: set.table.width.0, depth: set.table.depth.0 };
        there.sides.0.swap(0, 1);
        for command in &mut there.commands {
            command.side = command.side.other();
        }
        for goal in &mut there.goals {
            goal.owner = goal.owner.map(|side| side.other());
            goal.start = turned.stance(goal.start);
        }
        for terrain in &mut there.table.terrain {
            let corners = terrain.outline.corners().iter().map(|&p| turned.point(p)).collect();
            terrain.outline = Polygon::new(corners).expect("an outline as before");
        }
        for obstacle in &mut there.table.obstacles {
            obstacle.course.iter_mut().for_each(|p| *p = turned.point(*p));
        }
        Turned { there: Arc::new(there), ..turned }
    }

    fn point(&self, p: Point) -> Point {
        Point { x: self.width - p.x, y: self.depth - p.y }
    }

    fn stance(&self, at: Stance) -> Stance {
        Stance { anchor: self.point(at.anchor), heading: at.heading.about() }
    }

    fn position(&self, pos: &Position) -> Position {
        let mut there = pos.clone();
        there.set = Arc::clone(&self.there);
        for id in pos.unit_ids() {
            let unit = there.unit_mut(id);
            if let Place::Table(at) = unit.place {
                unit.place = Place::Table(self.stance(at));
            }
            unit.strayed = unit.strayed.map(|(at, turn)| (self.point(at), turn));
            if let Some(away) = &mut unit.away {
                away.edge = edge(away.edge);
            }
        }
        for leader in &mut there.leaders {
            if let LeaderPlace::Alone(at) = leader.place {
                leader.place = LeaderPlace::Alone(self.stance(at));
            }
        }
        for goal in &mut there.goals {
            goal.holder = goal.holder.map(|side| side.other());
            goal.rests = goal.rests.map(|at| self.stance(at));
        }
        if let Stage::Acting(acting) = &mut there.stage {
            let (low, high) = acting.band;
            acting.band = (Length(self.depth) - high, Length(self.depth) - low);
        }
        there.tally.gained.0.swap(0, 1);
        there.tally.offers.0.swap(0, 1);
        there.asks.0.swap(0, 1);
        there
    }

    fn steps(steps: &mut [Step]) {
        let about = |hundredths: i32| Heading::new(hundredths).about().hundredths();
        for step in steps {
            match step {
                Step::WheelTo(to) | Step::Form(_, Some(to)) => *to = about(*to),
                _ => {}
            }
        }
    }

    /// The line as it is said at the other end; nothing for what speaks of places in another way.
    fn line(&self, mut line: Line) -> Option<Line> {
        match &mut line.what {
            Order::Move { steps, .. } | Order::Charge { steps, .. } => Turned::steps(steps),
            Order::Sally { out, back, .. } => {
                Turned::steps(out);
                Turned::steps(back);
            }
            Order::Ride { way, .. } => way.iter_mut().for_each(|p| {
                let at = self.point(Point { x: p.0, y: p.1 });
                *p = (at.x, at.y);
            }),
            Order::Card { .. } | Order::Enter(_) | Order::Arrive(_) => return None,
            _ => {}
        }
        Some(line)
    }
}

/// The same place, as near as ways lead that are rounded.
fn is_near(a: Stance, b: Stance) -> bool {
    let (dx, dy) = (a.anchor.x - b.anchor.x, a.anchor.y - b.anchor.y);
    dx.abs() <= NEAR && dy.abs() <= NEAR && a.heading.to(b.heading).abs() <= AS_GOOD_AS
}

/// How one position differs from another of the same table.
fn differs(one: &Position, other: &Position) -> Option<String> {
    for id in one.unit_ids() {
        let (a, b) = (one.unit(id), other.unit(id));
        let near = match (a.place, b.place) {
            (Place::Table(a), Place::Table(b)) => is_near(a, b),
            (a, b) => a == b,
        };
        let plain = |unit: &Unit| Unit { place: Place::Gone, strayed: None, ..unit.clone() };
        if !near || plain(a) != plain(b) {
            return Some(format!("{}:\n  {a:?}\n  {b:?}", one.code(id)));
        }
    }
    for (a, b) in one.leaders.iter().zip(&other.leaders) {
        let near = match (a.place, b.place) {
            (LeaderPlace::Alone(a), LeaderPlace::Alone(b)) => is_near(a, b),
            (a, b) => a == b,
        };
        if !near || (a.wounded, a.moved) != (b.wounded, b.moved) {
            return Some(format!("a leader: {a:?}, there {b:?}"));
        }
    }
    let fights = |pos: &Position| format!("{:?}", pos.engagements);
    (fights(one) != fights(other)).then(|| format!("{}\n  {}", fights(one), fights(other)))
}

/// An action as it was carried out.
struct Deed<'a> {
    before: &'a Position,
    side: &'a str,
    lines: &'a [Line],
    run: &'a Run<Legion>,
}

impl Deed<'_> {
    /// Carries it out from another position, with the dice and answers that it had. `turned`: from the other
    /// end of the table, where the sixths of an edge go round the other way.
    fn again(&self, before: &Position, lines: &[Line], turned: bool) -> Result<Position, String> {
        let mut answers: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
        for entry in &self.run.record {
            if let Recorded::Decided(question, key) = entry {
                answers.insert(&question.id, (answers.len() + 1, key));
            }
        }
        let dice = |stretch: usize| {
            let rolls = self.run.rolls.iter().filter(|(s, _)| *s == stretch);
            let face = |purpose: &str, face: u8| if turned && purpose == "entry" { 7 - face } else { face };
            let faces = rolls.map(|(_, r)| (r.label.text.clone(), face(r.label.purpose(), r.face))).collect();
            Dice::Scripted(Scripted { faces, otherwise: None })
        };
        let mut given: Vec<Answered> = Vec::new();
        let mut hidden = vec![Hidden::default()];
        let again: Run<Legion> = loop {
            let again: Run<Legion> = rehearse_with(before, self.side, lines, dice(0), &given, &hidden, false);
            let Halt::Ask(question) = &again.halt else { break again };
            let Some((stretch, key)) = answers.get(question.id.as_str()) else {
                return Err(format!("{} is asked there only", question.id));
            };
            if given.len() > answers.len() {
                return Err(format!("{} is asked for ever", question.id));
            }
            // an answer that has to open something opens what it was asked for
            let opens =
                question.showing.iter().filter(|showing| showing.spared.iter().all(|spared| spared != key));
            let shown = opens.filter_map(|showing| Some((showing.seal, showing.values.first()?.clone())));
            hidden.push(Hidden { seals: Vec::new(), shown: shown.collect() });
            given.push(Answered {
                question: question.id.clone(),
                answer: Answer((*key).to_owned()),
                dice: dice(*stretch),
            });
        };
        if std::mem::discriminant(&again.halt) != std::mem::discriminant(&self.run.halt) {
            return Err(format!("here {:?}, there {:?}", self.run.halt, again.halt));
        }
        Ok(again.position)
    }

    /// What is different on the table turned about.
    fn turned(&self, turned: &Turned) -> Option<String> {
        let lines: Vec<Line> =
            self.lines.iter().cloned().map(|line| turned.line(line)).collect::<Option<_>>()?;
        match self.again(&turned.position(self.before), &lines, true) {
            Err(what) => Some(what),
            Ok(there) => differs(&turned.position(&self.run.position), &there),
        }
    }

    /// Does it hang on a knife's edge: does it come to something else when everybody stands a hair from
    /// where he stood?
    fn is_on_edge(&self) -> bool {
        (0..24).any(|nth: i32| {
            let mut there = self.before.clone();
            // A hair as thick as what rounding does to one place, and to a way of many.
            let thick = if nth < 12 { 1 } else { 10 };
            for id in self.before.unit_ids() {
                let hair = |n: i32| ((i32::from(id.0) * 7 + nth * 5 + n).rem_euclid(7) - 3) * thick;
                if let Place::Table(at) = &mut there.unit_mut(id).place {
                    at.anchor = Point { x: at.anchor.x + hair(0), y: at.anchor.y + hair(3) };
                }
            }
            match self.again(&there, self.lines, false) {
                Err(_) => true,
                Ok(again) => differs(&self.run.position, &again).is_some(),
            }
        })
    }
}

/// What was looked at on the table turned about.
#[derive(Default, Debug)]
pub struct Glass {
    pub looked: u32,
    pub edges: u32,
}

impl Glass {
    /// Does an action again on the table turned about: what differs there, if anything does.
    pub fn look(
        &mut self,
        turned: &Turned,
        before: &Position,
        sheet: &str,
        run: &Run<Legion>,
    ) -> Option<String> {
        let Stage::Acting(acting) = before.stage else { return None };
        if before.turn != run.position.turn || run.halt != Halt::Closed(Close::Whole) {
            return None;
        }
        self.looked += 1;
        let side = &before.set.sides[before.set.command(acting.command).side];
        let lines = Legion::read(before, side, sheet).unwrap_or_default();
        let deed = Deed { before, side, lines: &lines, run };
        let what = deed.turned(turned)?;
        if deed.is_on_edge() {
            self.edges += 1;
            return None;
        }
        Some(format!("turned about, turn {}\n{sheet}{what}", before.turn))
    }
}

#[test]
fn the_battle_turned_about_is_the_same_battle() {
    let (mut glass, mut faults) = (Glass::default(), Vec::new());
    for (name, set) in fields() {
        let turned = Turned::of(&set);
        for seed in 0..battles(1) {
            let mut before = Position::new(Arc::clone(&set));
            let begun = before.clone();
            let mut see = |sheet: &str, run: &Run<Legion>| {
                let found = glass.look(&turned, &before, sheet, run);
                faults.extend(found.map(|what| format!("{name}, seed {seed}, {what}")));
                before = run.position.clone();
            };
            let mut bots: [Box<dyn Agent<Position>>; 2] = match seed % 2 {
                0 => [Box::new(legion::sensible(seed)), Box::new(legion::sensible(seed + 1))],
                _ => [Box::new(legion::random(seed)), Box::new(legion::random(seed + 1))],
            };
            let [a, b] = &mut bots;
            let fought = play::<Legion>(begun, [a.as_mut(), b.as_mut()], seed, 6, Some(&mut see));
            assert_eq!(fought.stuck, None, "{name}, seed {seed}");
        }
        println!("{name}: {glass:?}, {} differ", faults.len());
    }
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
    let Glass { looked, edges } = glass;
    assert!(looked > 100 && edges * 50 < looked, "{looked} actions, {edges} on a knife's edge");
}

/// A unit by its number is the same one at the other end.
#[test]
fn turned_twice_it_is_as_it_was() {
    for (_, set) in fields() {
        let begun = Position::new(Arc::clone(&set));
        let turned = Turned::of(&set);
        let back = Turned::of(&turned.there);
        assert_eq!(*back.there, *set);
        let twice = back.position(&turned.position(&begun));
        assert_eq!(twice.unit_ids().collect::<Vec<UnitId>>(), begun.unit_ids().collect::<Vec<UnitId>>());
        assert_eq!(differs(&begun, &twice), None);
    }
}
