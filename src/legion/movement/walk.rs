//! The way of a unit, step by step. A way is tried on a copy: what is refused leaves nothing behind.

use std::sync::Arc;

use super::charge::springs;
use super::crowd::{Body, Bystander, Crowd};
use super::drawn::Drawn;
use crate::formation::Formation;
use crate::measure::{Base, Heading, Length, Stance, UNIT, root};
use crate::questions::drill::{Manoeuvre, manoeuvre};
use crate::questions::zone::{Block, has_ahead};
use crate::questions::{lasting, near, passing, terrain};
use crate::refusal::Why;
use crate::refusal::combat::Mark;
use crate::refusal::movement::{NoCharge, Unformed, Unmoved, Way};
use crate::setup::Gait;
use crate::state::{Directive, Morale, Place, Position, Unit, UnitId};
use crate::written::{Hand, Shape, Step, Turn};
use crate::{Refusal, drill};
use tess_effects::Rule;

/// A straight way is looked at in pieces of a tenth of an inch.
const PIECE: i32 = 100;

/// A wheel in pieces of a degree.
const DEGREE: i32 = 100;

/// Nobody marches nearer to the enemy than this.
const MARCH_FROM: Length = Length::inches(12);

/// Where a way has led, and what came of it.
#[derive(Clone, Debug)]
pub struct Walked {
    /// The unit at its end.
    pub unit: Unit,
    /// Everywhere that it has stood on the way, the beginning and the end included.
    pub trail: Vec<Stance>,
    /// What the way cost.
    pub spent: Length,
    /// Of how much.
    pub allowance: Length,
    /// The way of the corner that went farthest.
    pub gone: Length,
    /// The last stretch without a turn, a wheel, a drift, or ground that slows or disorders.
    pub straight: Length,
    /// It changed facing by turns of its stands: so many quarters.
    pub quarters: u8,
    /// It changed formation.
    pub reformed: bool,
    /// It crossed what disorders it.
    pub rough: bool,
    /// It crossed ground or an obstacle that slows or disorders, anywhere on its way.
    pub impeded: bool,
    /// Units through which it went.
    pub passed: Vec<UnitId>,
    /// It stopped behind friends whom it could not clear.
    pub held_back: bool,
}

/// **legion move.base.** Takes the steps one after the other.
///
/// # Errors
/// The first step that is not allowed, and what would be.
pub fn walk(pos: &Position, id: UnitId, steps: &[Step]) -> Result<Walked, Refusal> {
    walk_among(pos, id, &Arc::new(Crowd::about(pos, id)), steps)
}

/// [`walk`], for one who tries many ways and knows who stands about.
///
/// # Errors
/// The first step that is not allowed, and what would be.
pub fn walk_among(pos: &Position, id: UnitId, crowd: &Arc<Crowd>, steps: &[Step]) -> Result<Walked, Refusal> {
    let mut walker = Walker::among(pos, id, Arc::clone(crowd))?;
    for step in steps {
        walker.step(*step)?;
    }
    Ok(walker.done())
}

/// Takes steps. Who tries many ways clones it where it begins.
#[derive(Clone)]
pub(super) struct Walker {
    pub(super) pos: Position,
    pub(super) id: UnitId,
    gait: Gait,
    allowance: i32,
    base: i32,
    spent: i32,
    /// Spent before the step in hand.
    before: i32,
    gone: i32,
    straight: i32,
    trail: Vec<Stance>,
    /// Enemies before whom it may not turn away.
    binding: Vec<UnitId>,
    /// Manoeuvres: turns and changes of formation, and those since it last moved.
    turns: u8,
    quarters: u8,
    forms: u8,
    since: u8,
    /// It may not move any more, and why.
    rooted: Option<(&'static str, Unformed)>,
    rough: bool,
    /// Slow ground or an obstacle has cost more than the length of the way.
    dear: bool,
    crossed: Vec<usize>,
    crowd: Arc<Crowd>,
    /// Its bases where it stands, while it has the same stands in the same places.
    drawn: Option<Drawn>,
    /// Friends who will be out of the way.
    disregarded: Vec<UnitId>,
    /// On its last stretch it may touch enemies.
    charges: bool,
    /// It falls on somebody who has been lured.
    springs: bool,
    passed: Vec<UnitId>,
    held_back: bool,
}

impl Walker {
    /// At the beginning of its way.
    pub(super) fn new(pos: &Position, id: UnitId) -> Result<Walker, Refusal> {
        Walker::among(pos, id, Arc::new(Crowd::about(pos, id)))
    }

    /// [`Walker::new`], among these.
    pub(super) fn among(pos: &Position, id: UnitId, crowd: Arc<Crowd>) -> Result<Walker, Refusal> {
        let stance = pos.stance(id).unwrap_or_default();
        let own = pos.unit(id);
        let base = pos.base_move(id).0 * lasting::speed(pos, id);
        let slow = if own.shields || own.formation == Formation::Testudo { 2 } else { 1 };
        let mut walker = Walker {
            id,
            gait: pos.gait(id),
            base: base / slow,
            allowance: base / slow,
            spent: 0,
            before: 0,
            gone: 0,
            straight: 0,
            trail: vec![stance],
            // Light troops may turn away to retire, and Celtic chariots manoeuvre as they do.
            binding: if manoeuvre(pos, id) == Manoeuvre::Free { Vec::new() } else { near::binding(pos, id) },
            turns: 0,
            quarters: 0,
            forms: 0,
            since: 0,
            rooted: None,
            rough: false,
            dear: false,
            crossed: Vec::new(),
            crowd,
            drawn: None,
            disregarded: Vec::new(),
            charges: false,
            springs: false,
            passed: Vec::new(),
            held_back: false,
            pos: pos.clone(),
        };
        walker.march()?;
        walker.crossed = walker.obstacles(&walker.pos.bases(id));
        Ok(walker)
    }

    /// **legion order.march.** Three times the rate, in column, far from the enemy.
    fn march(&mut self) -> Result<(), Refusal> {
        if self.pos.directive(self.id) != Directive::March {
            return Ok(());
        }
        let heavy = !self.pos.is_light(self.id);
        if heavy && self.pos.unit(self.id).formation != Formation::Column {
            return Err(self.no("order.march", Way::Column));
        }
        if !self.is_near(self.stance()) {
            self.allowance = self.base * 3;
        }
        Ok(())
    }

    fn is_near(&self, stance: Stance) -> bool {
        self.pos.nearest_enemy(self.id, stance).is_some_and(|(_, d)| d < MARCH_FROM)
    }

    pub(super) fn stance(&self) -> Stance {
        self.pos.stance(self.id).unwrap_or_default()
    }

    fn no(&self, rule: &'static str, why: Way) -> Refusal {
        Refusal::new(Rule(rule), Why::Unmoved(self.id, Unmoved::Way(why)))
    }

    fn no_drill(&self, rule: &'static str, why: Unformed) -> Refusal {
        Refusal::new(Rule(rule), Why::Unmoved(self.id, Unmoved::Drill(why)))
    }

    fn no_charge(&self, target: UnitId, why: NoCharge) -> Refusal {
        let why = Unmoved::NoCharge(target, why);
        Refusal::new(Rule("charge.contact"), Why::Unmoved(self.id, why))
    }

    /// **legion skirmish.feigned-flight.** It goes for an enemy who has been lured: it may turn to him
    /// before anybody's eyes, and go on, whatever its drill.
    pub(super) fn goes_for(&mut self, target: UnitId) {
        if springs(&self.pos, self.id, target) {
            self.binding.clear();
            self.springs = true;
        }
    }

    /// A friend who will be out of the way by then.
    pub(super) fn disregard(&mut self, friend: UnitId) {
        self.disregarded.push(friend);
    }

    /// Friends who may be in the way.
    fn friends(&self) -> impl Iterator<Item = &Bystander> {
        self.crowd.friends.iter().filter(|friend| !self.disregarded.contains(&friend.unit))
    }

    /// One step.
    pub(super) fn step(&mut self, step: Step) -> Result<(), Refusal> {
        self.before = self.spent;
        match step {
            Step::Advance(n) => self.straight_on((0, n), n),
            Step::Back(n) => self.straight_on((0, -n), 2 * n),
            Step::Oblique { hand, ahead, by } => self.oblique(hand, ahead, by),
            Step::Wheel(hand, n) => self.wheel_by(hand, Length(n)),
            Step::WheelTo(to) => self.wheel_to(Heading::new(to)),
            Step::Turn(turn) => self.turn(turn),
            Step::Form(shape, to) => self.form(shape, to.map(Heading::new)),
        }
    }

    /// **legion move.oblique.** Half an inch to the side for each inch ahead, or less.
    fn oblique(&mut self, hand: Hand, ahead: i32, by: Option<i32>) -> Result<(), Refusal> {
        let aside = by.unwrap_or(ahead / 2);
        if aside * 2 > ahead {
            return Err(self.no("move.oblique", Way::Oblique(Length(aside), Length(ahead))));
        }
        let aside = if hand == Hand::Left { -aside } else { aside };
        self.straight_on((aside, ahead), ahead)
    }

    /// Straight to the right and ahead, at a cost on good ground.
    fn straight_on(&mut self, (right, ahead): (i32, i32), cost: i32) -> Result<(), Refusal> {
        self.may_go()?;
        let from = self.stance();
        let long = ahead.abs().max(right.abs());
        if long == 0 {
            return Err(self.no("move.base", Way::Nothing));
        }
        let (pieces, mut done) = ((long + PIECE - 1) / PIECE, 0);
        if right != 0 || ahead < 0 {
            self.straight = 0;
        }
        for i in 1..=pieces {
            let here = (long * i / pieces, cost * i / pieces);
            let to = from.moved(
                (i64::from(right) * i64::from(here.0) / i64::from(long)) as i32,
                (i64::from(ahead) * i64::from(here.0) / i64::from(long)) as i32,
            );
            let clear = self.enter(to, here.1 - cost * (i - 1) / pieces)?;
            let piece = here.0 - done;
            done = here.0;
            self.gone += piece;
            self.straight = if right == 0 && ahead > 0 && clear { self.straight + piece } else { 0 };
        }
        Ok(())
    }

    /// **legion move.wheel.** The largest turn about the inner front corner for which the outer one goes
    /// no farther, measured straight.
    fn wheel_by(&mut self, hand: Hand, way: Length) -> Result<(), Refusal> {
        let width = Block::of(&self.pos, self.id).width();
        let turn = angle(width, way);
        if turn == 0 {
            return Err(self.no("move.wheel", Way::ShortWheel(way)));
        }
        self.wheel(if hand == Hand::Left { -turn } else { turn })
    }

    fn wheel_to(&mut self, to: Heading) -> Result<(), Refusal> {
        let turn = self.stance().heading.to(to);
        if turn == 0 {
            return Err(self.no("move.wheel", Way::Faces(to)));
        }
        self.wheel(turn)
    }

    /// Wheels by so much, clockwise above zero.
    fn wheel(&mut self, turn: i32) -> Result<(), Refusal> {
        self.may_go()?;
        let unit = self.pos.unit(self.id);
        if unit.formation == Formation::Orbis {
            return Err(self.no("formation.orbis", Way::Orbis));
        }
        let block = Block::of(&self.pos, self.id);
        let heavy_line = !self.pos.is_light(self.id)
            && self.pos.is_heavy(self.id)
            && !matches!(unit.formation, Formation::Column | Formation::Testudo);
        let factor = if heavy_line { 2 } else { 1 };
        let pivot = (if turn < 0 { block.left } else { block.right }, block.front);
        let from = self.stance();
        let pieces = (turn.abs() + DEGREE - 1) / DEGREE;
        let mut before = 0;
        self.straight = 0;
        for i in 1..=pieces {
            let part = turn * i / pieces;
            let chord = chord(block.width(), part.abs()).0;
            self.enter(from.swung(pivot, part), (chord - before) * factor)?;
            self.gone += chord - before;
            self.straight = 0;
            before = chord;
        }
        let now = self.stance();
        if let Some(enemy) = self.binding.iter().find(|&&e| !has_ahead(&self.pos, self.id, now, e)) {
            return Err(self.no("move.near-enemy", Way::WheelsAway(*enemy)));
        }
        Ok(())
    }

    /// May it still move?
    fn may_go(&mut self) -> Result<(), Refusal> {
        if let Some((rule, why)) = self.rooted {
            return Err(self.no_drill(rule, why));
        }
        self.since = 0;
        Ok(())
    }

    /// Enters the next place of the way, at a cost on good ground. Says whether that was good ground.
    fn enter(&mut self, to: Stance, cost: i32) -> Result<bool, Refusal> {
        let drawn = Drawn::at(self.drawn.take(), &self.pos, self.id, to);
        if !drawn.all().all(|b| self.pos.set.table.holds(b)) {
            return Err(self.no("move.base", Way::LeavesTable));
        }
        let unit = Mark::Unit(self.id);
        let blame = |why| Refusal::new(Rule("move.base"), Why::Barred(unit, why));
        let under = terrain::under(&self.pos, self.gait, &drawn.own).map_err(blame)?;
        let on = self.obstacles(&drawn.own);
        let (mut extra, mut clear) = (0, !under.slow && !under.disorders);
        for &i in on.iter().filter(|i| !self.crossed.contains(i)) {
            let (cost, disorders) =
                terrain::crossing(&self.pos, self.gait, &self.pos.set.table.obstacles[i]).map_err(blame)?;
            extra += cost.0;
            self.rough |= disorders && self.pos.is_heavy(self.id);
            clear = false;
        }
        clear &= on.is_empty();
        for &i in &on {
            if !self.crossed.contains(&i) {
                self.crossed.push(i);
            }
        }
        self.rough |= under.disorders;
        self.dear |= under.slow || extra > 0;
        let cost = if under.slow { cost * 2 } else { cost } + extra;
        self.pay(to, cost)?;
        match drawn.others[..] {
            [] => self.meet(&drawn.own)?,
            _ => self.meet(&drawn.all().copied().collect::<Vec<Base>>())?,
        }
        self.drawn = Some(drawn);
        self.pos.unit_mut(self.id).place = Place::Table(to);
        self.trail.push(to);
        Ok(clear)
    }

    fn pay(&mut self, to: Stance, cost: i32) -> Result<(), Refusal> {
        let marches = self.allowance > self.base;
        if self.spent + cost > self.allowance {
            let (all, left) = (Length(self.allowance), Length(self.allowance - self.before));
            return Err(self.no("move.base", Way::TooFar { all, left, dear: self.dear }));
        }
        if marches && self.spent + cost > self.base && self.is_near(to) {
            return Err(self.no("order.march", Way::MarchStops(Length(self.gone))));
        }
        self.spent += cost;
        Ok(())
    }

    /// Enemies in the way, and friends.
    fn meet(&mut self, bases: &[Base]) -> Result<(), Refusal> {
        if !self.charges
            && let Some(foe) = self.touched(bases).first()
        {
            return Err(self.no("charge.contact", Way::Touches(*foe)));
        }
        let body = Body::new(bases);
        let crowd = Arc::clone(&self.crowd);
        for friend in &crowd.friends {
            let counts = !self.disregarded.contains(&friend.unit) && !self.passed.contains(&friend.unit);
            if counts && friend.is_under(&body) {
                passing::may_pass(&self.pos, self.id, friend.unit)?;
                self.passed.push(friend.unit);
            }
        }
        Ok(())
    }

    /// The enemies whom these bases touch.
    fn touched(&self, bases: &[Base]) -> Vec<UnitId> {
        let body = Body::new(bases);
        self.crowd.foes.iter().filter(|foe| foe.is_touched_by(&body)).map(|foe| foe.unit).collect()
    }

    /// **legion charge.contact.** Straight ahead until it meets an enemy, who must be this one: to the
    /// thousandth of an inch at which the first two bases touch.
    pub(super) fn run_at(&mut self, target: UnitId) -> Result<(), Refusal> {
        self.may_go()?;
        self.charges = true;
        let from = self.stance();
        let mut run = 0;
        let start = self.pos.party_at(self.id, from);
        let meets = |walker: &Walker, ahead: i32| {
            let to = from.moved(0, ahead).anchor;
            let mut bases = start.clone();
            bases.iter_mut().for_each(|base| base.shift(to.x - from.anchor.x, to.y - from.anchor.y));
            walker.touched(&bases)
        };
        let mut met = meets(self, run);
        while met.is_empty() {
            let mut piece = PIECE;
            met = meets(self, run + piece);
            if !met.is_empty() {
                let mut short = 0;
                while piece - short > 1 {
                    let middle = i32::midpoint(short, piece);
                    if meets(self, run + middle).is_empty() { short = middle } else { piece = middle }
                }
                met = meets(self, run + piece);
            }
            let clear = self
                .enter(from.moved(0, run + piece), piece)
                .map_err(|why| self.no_charge(target, NoCharge::Short(Box::new(why))))?;
            run += piece;
            self.gone += piece;
            self.straight = if clear { self.straight + piece } else { 0 };
        }
        if met.contains(&target) {
            return Ok(());
        }
        Err(self.no_charge(target, NoCharge::Meets(met[0])))
    }

    /// The obstacles under these bases, by number.
    fn obstacles(&self, bases: &[Base]) -> Vec<usize> {
        let all = self.pos.set.table.obstacles.iter().enumerate();
        all.filter(|(_, o)| terrain::is_on(o, bases)).map(|(i, _)| i).collect()
    }

    /// **legion move.facing.** A facing change, when the drill and the enemy allow it.
    fn turn(&mut self, turn: Turn) -> Result<(), Refusal> {
        let retires = self.pos.directive(self.id) == Directive::Retire && turn == Turn::About;
        if let Some(enemy) = self.binding.first().filter(|_| !retires) {
            return Err(self.no_drill("move.near-enemy", Unformed::Before(*enemy)));
        }
        if self.pos.directive(self.id) == Directive::March
            && turn != Turn::About
            && !self.pos.is_light(self.id)
        {
            return Err(self.no_drill("order.march", Unformed::Marches));
        }
        let kind = match manoeuvre(&self.pos, self.id) {
            Manoeuvre::Instead if self.springs => Manoeuvre::Start,
            kind => kind,
        };
        let most = if kind == Manoeuvre::Free { 2 } else { 1 };
        if self.turns >= most {
            return Err(self.no_drill("move.facing", Unformed::FacedAlready));
        }
        self.turns += 1;
        self.quarters += if turn == Turn::About { 2 } else { 1 };
        // Light troops face about at any time; everybody else at the ends of his move.
        if kind != Manoeuvre::Free || self.forms > 0 {
            self.end_of_move("move.facing", kind)?;
        }
        drill::turn(&mut self.pos, self.id, turn)?;
        self.reshaped("move.facing")
    }

    /// **legion move.formation.** A change of formation, when the drill allows it.
    fn form(&mut self, shape: Shape, to: Option<Heading>) -> Result<(), Refusal> {
        self.forms += 1;
        let free = shape == Shape::Skirmish;
        if self.forms > 1 {
            return Err(self.no_drill("move.formation", Unformed::FormedAlready));
        }
        if self.pos.unit(self.id).morale != Morale::Good && !free {
            return Err(self.no_drill("move.formation", Unformed::Shaken));
        }
        // move.auxilia: they disperse and come together under any orders.
        let split = matches!(shape, Shape::Skirmish | Shape::Close | Shape::CloseDouble | Shape::CloseColumn);
        if self.pos.directive(self.id) == Directive::March && !split {
            return Err(self.no_drill("order.march", Unformed::Marches));
        }
        let before = self.pos.unit(self.id).formation;
        let whole = match shape {
            Shape::Close | Shape::CloseDouble | Shape::CloseColumn => Some("move.auxilia"),
            Shape::Testudo => Some("formation.testudo"),
            Shape::Orbis => Some("formation.orbis"),
            _ if before == Formation::Testudo => Some("formation.testudo"),
            _ if before == Formation::Orbis => Some("formation.orbis"),
            _ => None,
        };
        let kind = match whole {
            Some(_) => Manoeuvre::Instead,
            None if free => Manoeuvre::Start,
            None => manoeuvre(&self.pos, self.id),
        };
        self.end_of_move(whole.unwrap_or("move.formation"), kind)?;
        match shape {
            Shape::ShieldWall => drill::lock(&mut self.pos, self.id, true)?,
            Shape::Open => drill::lock(&mut self.pos, self.id, false)?,
            other => drill::form(&mut self.pos, self.id, other, to)?,
        }
        self.reshaped("move.formation")
    }

    /// A manoeuvre is made now: at the start, at the end, or instead of a move.
    fn end_of_move(&mut self, rule: &'static str, kind: Manoeuvre) -> Result<(), Refusal> {
        let moved = self.gone > 0;
        let together = self.since > 0;
        self.since += 1;
        match kind {
            Manoeuvre::Free if together => {
                if moved {
                    return Err(self.no_drill(rule, Unformed::AtOnce));
                }
                self.rooted = Some((rule, Unformed::BothDone));
            }
            _ if together => {
                return Err(self.no_drill(rule, Unformed::SameTime));
            }
            Manoeuvre::Free | Manoeuvre::Ends if moved => {
                self.rooted = Some((rule, Unformed::Ended));
            }
            Manoeuvre::Free | Manoeuvre::Ends => {}
            Manoeuvre::Start if moved => {
                return Err(self.no_drill(rule, Unformed::AtStart));
            }
            Manoeuvre::Start => {}
            Manoeuvre::Instead if moved => {
                return Err(self.no_drill(rule, Unformed::Instead));
            }
            Manoeuvre::Instead => {
                self.rooted = Some((rule, Unformed::NoMove));
            }
        }
        Ok(())
    }

    /// The unit stands anew where it is: is there room?
    fn reshaped(&mut self, rule: &'static str) -> Result<(), Refusal> {
        self.straight = 0;
        self.drawn = None;
        let stance = self.stance();
        let bases = self.pos.party_at(self.id, stance);
        if !bases.iter().all(|b| self.pos.set.table.holds(b)) {
            return Err(self.no_drill(rule, Unformed::Edge));
        }
        let body = Body::new(&bases);
        let friend = self.friends().find(|friend| friend.is_under(&body)).map(|friend| friend.unit);
        if let Some(friend) = friend {
            return Err(self.no_drill(rule, Unformed::Beside(friend)));
        }
        if self.crowd.foes.iter().any(|foe| foe.is_under(&body)) {
            return Err(self.no_drill(rule, Unformed::Enemy));
        }
        let own = self.pos.bases(self.id);
        terrain::under(&self.pos, self.pos.gait(self.id), &own)
            .map_err(|why| Refusal::new(Rule("move.base"), Why::Barred(Mark::Unit(self.id), why)))?;
        // Auxilia that disperse, or shields that are opened, change how fast the unit goes.
        self.gait = self.pos.gait(self.id);
        let unit = self.pos.unit(self.id);
        let slow = if unit.shields || unit.formation == Formation::Testudo { 2 } else { 1 };
        if self.allowance == self.base {
            self.base = self.pos.base_move(self.id).0 * lasting::speed(&self.pos, self.id) / slow;
            self.allowance = self.base;
        }
        self.trail.push(stance);
        Ok(())
    }

    /// The end of the way: behind friends, when it would lie on them.
    pub(super) fn done(mut self) -> Walked {
        self.hold_back();
        Walked {
            unit: self.pos.unit(self.id).clone(),
            spent: Length(self.spent),
            allowance: Length(self.allowance),
            gone: Length(self.gone),
            straight: Length(self.straight),
            quarters: self.quarters,
            reformed: self.forms > 0,
            rough: self.rough,
            impeded: self.rough || self.dear,
            passed: self.passed,
            held_back: self.held_back,
            trail: self.trail,
        }
    }

    /// **legion pass.through.** A move that ends on friends ends behind them.
    fn hold_back(&mut self) {
        while let Some(&last) = self.trail.last() {
            let bases = self.pos.party_at(self.id, last);
            let body = Body::new(&bases);
            let under: Vec<UnitId> =
                self.friends().filter(|friend| friend.is_under(&body)).map(|friend| friend.unit).collect();
            if under.is_empty() || self.trail.len() == 1 {
                self.pos.unit_mut(self.id).place = Place::Table(last);
                return;
            }
            self.held_back = true;
            self.straight = 0;
            self.passed.retain(|p| !under.contains(p));
            self.trail.pop();
        }
    }
}

/// The square of the chord that a corner so far from the pivot draws in a turn of so many hundredths of a
/// degree, times 2^30.
fn square(width: Length, turn: i32) -> i128 {
    let rest = i128::from(UNIT) - i128::from(Heading::new(turn).cos());
    2 * i128::from(width.0) * i128::from(width.0) * rest
}

/// The chord itself, the part of a thousandth cut off.
fn chord(width: Length, turn: i32) -> Length {
    Length(root(square(width, turn) / i128::from(UNIT)) as i32)
}

/// The largest turn, at most 90 degrees, whose chord is no longer.
fn angle(width: Length, way: Length) -> i32 {
    let most = i128::from(way.0) * i128::from(way.0) * i128::from(UNIT);
    let (mut low, mut high) = (0, 9_001);
    while high - low > 1 {
        let middle = i32::midpoint(low, high);
        if square(width, middle) <= most { low = middle } else { high = middle }
    }
    low
}
