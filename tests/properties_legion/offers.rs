//! Every offer that the rules make appears as an offer. What a player may choose is worked out here by the
//! book, from the position in which the last line of a sheet is carried out, and from what is told of it:
//! who is charged is asked whether he evades, meets the charge or not, who breaks an enemy whether he
//! pursues, and so on, each with all that he may answer; and what the rules take as an order is in the list
//! of what may be ordered.

use std::collections::BTreeMap;

use super::geometry::{is_rough, leaders, shooters, straight, straight_to};
use tesserarius::effects::{Question, Recorded};
use tesserarius::legion::events::command::CommandEvent;
use tesserarius::legion::events::melee::{End, MeleeEvent};
use tesserarius::legion::events::morale::{Cause, How, MoraleEvent};
use tesserarius::legion::events::movement::MoveEvent;
use tesserarius::legion::formation::Formation;
use tesserarius::legion::legal::{allows, at_work, attempt, leader_lines, lines_of};
use tesserarius::legion::measure::{Base, Length, Stance};
use tesserarius::legion::questions::posts;
use tesserarius::legion::questions::zone::Block;
use tesserarius::legion::setup::{Class, Drill, Gait};
use tesserarius::legion::state::{Directive, Finer, LeaderPlace, Morale, Segment, Stage, Tried, Zone};
use tesserarius::legion::{CommandId, Happening, Legion, Position, Side, UnitId};
use tesserarius::table::{Close, Halt, Run, opens};

/// What was looked at, by the name of the offer.
#[derive(Default, Debug)]
pub struct Offers {
    pub seen: BTreeMap<&'static str, u32>,
    pub faults: Vec<String>,
}

/// An action in which somebody may have had to be asked.
struct Action<'a> {
    /// The position in which the last line of the sheet was carried out.
    pos: Position,
    line: Vec<&'a str>,
    run: &'a Run<Legion>,
}

impl Offers {
    /// Holds an action against the book.
    pub fn look(&mut self, before: &Position, sheet: &str, run: &Run<Legion>) {
        if run.halt != Halt::Closed(Close::Whole) {
            return;
        }
        self.of_the_turn(before, run);
        let Some(side) = whose(before) else { return };
        let mut pos = before.clone();
        let lines: Vec<&str> = sheet.lines().collect();
        let Some((last, first)) = lines.split_last() else { return };
        if !first.iter().all(|line| attempt(&mut pos, side, line) == Some(true)) {
            return;
        }
        self.orders(&pos, side);
        let action = Action { pos, line: last.split_whitespace().collect(), run };
        self.charge(&action);
        self.opportunity(&action);
        self.answers(&action);
        self.pursuits(&action);
    }

    /// Somebody has to be asked, and may answer with each of these.
    fn due(&mut self, what: &'static str, run: &Run<Legion>, (window, code): (&str, &str), keys: &[&str]) {
        *self.seen.entry(what).or_default() += 1;
        match asked(run, window, code) {
            None => self.faults.push(format!("{code} is not asked: {window}")),
            Some((question, _)) => {
                for key in keys.iter().filter(|k| !question.choices.iter().any(|c| c.key == **k)) {
                    self.faults.push(format!("{code} is asked {window} and may not answer {key}"));
                }
            }
        }
    }

    /// **legion order.out-of-command, turn.initiative, table.return.** What is asked as a turn begins, and
    /// of those who are off the table.
    fn of_the_turn(&mut self, before: &Position, run: &Run<Legion>) {
        for happening in told(run) {
            match happening {
                Happening::Command(CommandEvent::OwnOrder { unit, die, .. }) => {
                    let troop = before.troop(*unit);
                    let light = before.is_light(*unit) || troop.class == Class::CelticChariots;
                    let roman =
                        troop.drill == Drill::Roman && before.is_heavy(*unit) && !troop.class.is_cavalry();
                    if (light && *die == 6) || (roman && matches!(die, 3 | 4)) {
                        let all = ["advance", "hold", "retire", "reform", "march", "redeploy"];
                        self.due("own-order", run, ("own-order", &before.code(*unit)), &all);
                    }
                }
                Happening::Command(CommandEvent::Sequence(sequence)) if sequence.len() > 1 => {
                    let any = told(run).find_map(|h| match h {
                        Happening::Command(CommandEvent::Initiative { .. }) => Some(()),
                        _ => None,
                    });
                    let last = told(run).find_map(|h| match h {
                        Happening::Command(CommandEvent::ActsLast(command)) => Some(*command),
                        _ => None,
                    });
                    let first = last.unwrap_or(sequence[0]);
                    if any.is_some() {
                        let code = &before.set.command(first).code;
                        self.due("initiative", run, ("initiative", code), &["first", "last"]);
                    }
                }
                Happening::Morale(MoraleEvent::Tries { unit, .. })
                    if before.asks(before.side(*unit), Finer::ComesBack) =>
                {
                    self.due("return", run, ("return", &before.code(*unit)), &["try", "wait"]);
                }
                _ => {}
            }
        }
    }

    /// **legion evade.light-infantry, evade.light-cavalry, evade.procedure, charge.counter.** Who is
    /// charged.
    fn charge(&mut self, action: &Action<'_>) {
        let (pos, run) = (&action.pos, action.run);
        let ["charge", own, target, ..] = action.line[..] else { return };
        let target = target.trim_end_matches(':');
        let Some(unit) = pos.find_unit(own) else { return };
        if let Some(leader) = leader(pos, target) {
            // leader.risk: by himself he may always evade; a wounded man has to.
            // Nor does anybody stand where he stands among others.
            let base = posts::base(pos, leader);
            let among = |u: UnitId| pos.bases(u).iter().any(|b| base.is_some_and(|own| own.overlaps(b)));
            if pos.leader(leader).wounded == 0 && !pos.unit_ids().any(among) {
                self.due("lone leader", run, ("evade", target), &["evade"]);
            }
            return;
        }
        let Some(target) = pos.find_unit(target).map(|t| pos.host(t)) else { return };
        let own = pos.unit(target);
        let code = pos.code(target);
        if pos.is_light(target) && !pos.is_engaged(target) && own.morale != Morale::Broken {
            self.due("evade", run, ("evade", &code), &["evade", "stand"]);
            let says = asked(run, "evade", &code).map(|a| a.1);
            let fails = told(run).any(|h| {
                matches!(h, Happening::Morale(MoraleEvent::Tested { unit, cause: Cause::Stand, passed: false, .. })
                    if *unit == target)
            });
            if says == Some("evade") || fails {
                self.evaded(action, (unit, target));
                return;
            }
        }
        self.counter(action, (unit, target));
    }

    /// **legion evade.procedure.** The charger stops or runs after him; who got away faces about or not,
    /// and shoots.
    fn evaded(&mut self, action: &Action<'_>, (unit, target): (UnitId, UnitId)) {
        let (pos, run) = (&action.pos, action.run);
        self.due("chase", run, ("chase", &pos.code(unit)), &["stop", "pursue"]);
        let caught = told(run).any(|h| match h {
            Happening::Melee(MeleeEvent::Meets { enemy, .. }) => {
                *enemy == target || pos.attached_to(target).any(|with| with == *enemy)
            }
            Happening::Morale(MoraleEvent::Destroyed { unit, .. } | MoraleEvent::Left { unit, .. }) => {
                *unit == target
            }
            _ => false,
        });
        if caught {
            return;
        }
        let code = pos.code(target);
        if pos.asks(pos.side(target), Finer::AboutFace) {
            self.due("about-face", run, ("about-face", &code), &["turn", "stay"]);
        }
        let after = &run.position;
        let free = !after.is_engaged(unit) && !after.is_engaged(target);
        let told_of = |u: UnitId| told(run).filter(|h| went(h) == Some(u)).count();
        if free
            && !pos.unit(target).account.shot
            && shooters(after, target, unit) > 2
            && told_of(target) == 1
            && pos.directive(target) != Directive::March
        {
            self.due("shot at the pursuer", run, ("defensive-fire", &code), &["shoot", "no"]);
        }
    }

    /// **legion charge.counter.** Who is charged head on, with his move before him, may go to meet it.
    fn counter(&mut self, action: &Action<'_>, (unit, target): (UnitId, UnitId)) {
        let (pos, run) = (&action.pos, action.run);
        let own = pos.unit(target);
        let light = |u: UnitId| pos.gait(u) == Gait::LightFoot;
        // Before others light foot stands, is ridden through or pushed.
        let ridden = light(target) && !light(unit);
        let scythed = pos.troop(unit).class == Class::ScythedChariots;
        let fit = !own.account.moved
            && !own.account.fought
            && own.morale != Morale::Broken
            && own.attached.is_none()
            && !matches!(own.formation, Formation::Orbis | Formation::Testudo)
            && !matches!(pos.troop(target).class, Class::Artillery | Class::Baggage)
            && !matches!(pos.directive(target), Directive::March | Directive::Reform)
            && !pos.is_engaged(target);
        let (Some(at), Some(there)) = (pos.stance(unit), pos.stance(target)) else { return };
        let head_on = at.heading.to(there.heading.about()).abs() < 2_000;
        let near = straight(pos, unit, target).zip(straight(pos, target, unit));
        let room = near.is_some_and(|(a, b)| a > 1_000 && b > 1_000 && a < pos.base_move(unit).0 - 300);
        let frontal = told(run).any(|h| {
            matches!(h, Happening::Move(MoveEvent::Charges { unit: who, side: Zone::Front, .. }) if *who == unit)
        });
        let walks = action.line.len() == 3 && frontal && !smells(pos, &[unit, target]);
        if fit && head_on && room && walks && !ridden && !scythed {
            self.due("counter-charge", run, ("counter-charge", &pos.code(target)), &["stand", "counter"]);
        }
    }

    /// **legion charge.opportunity.** Who stands within his Base Move, and looks at the flank that a
    /// charger shows him, may charge it.
    fn opportunity(&mut self, action: &Action<'_>) {
        let (pos, run) = (&action.pos, action.run);
        let contact = told(run).find_map(|h| match h {
            Happening::Move(MoveEvent::Contact { unit, target, stance, others, .. }) => {
                Some((*unit, *target, *stance, others))
            }
            _ => None,
        });
        let Some((unit, target, stance, others)) = contact.filter(|_| action.line.first() == Some(&"charge"))
        else {
            return;
        };
        let calm = !told(run).any(|h| {
            matches!(h, Happening::Morale(MoraleEvent::Broken(_) | MoraleEvent::Destroyed { .. }))
                || went(h).is_some()
                || matches!(h, Happening::Melee(MeleeEvent::RidesThrough { .. }))
        });
        // Light foot that is charged by others passes the combat on.
        let stranger = usize::from(target.0) >= pos.units.len();
        if !calm || stranger || pos.gait(target) == Gait::LightFoot {
            return;
        }
        let foes: Vec<UnitId> = pos.enemies(pos.side(unit)).collect();
        for foe in foes.into_iter().filter(|f| *f != target && !others.contains(f)) {
            if fresh(pos, foe) && shown(pos, foe, (unit, stance)) {
                self.due("opportunity", run, ("opportunity", &pos.code(foe)), &["charge", "no"]);
            }
        }
    }

    /// **legion shoot.defensive.** Who is shot at may shoot back.
    fn answers(&mut self, action: &Action<'_>) {
        let (pos, run) = (&action.pos, action.run);
        let ["shoot", own, target] = action.line[..] else { return };
        let (Some(unit), Some(target)) = (pos.find_unit(own), pos.find_unit(target)) else { return };
        let theirs = pos.unit(target);
        let able = !theirs.account.shot
            && theirs.morale != Morale::Broken
            && theirs.attached.is_none()
            && !pos.is_engaged(target)
            && !matches!(pos.directive(target), Directive::March | Directive::Reform);
        if able && shooters(pos, target, unit) > 2 {
            self.due("shot in answer", run, ("defensive-fire", &pos.code(target)), &["shoot", "no"]);
        }
    }

    /// **legion melee.pursuit.** Who has won against one who broke and fled pursues, as he must or may.
    fn pursuits(&mut self, action: &Action<'_>) {
        let (pos, run) = (&action.pos, action.run);
        let after = &run.position;
        for winner in told(run).filter_map(|h| match h {
            Happening::Melee(MeleeEvent::Ended { unit, end: End::Won, .. }) => Some(*unit),
            _ => None,
        }) {
            // Whoever came into the battle in this action has no before.
            if usize::from(winner.0) >= pos.units.len() || pos.is_lone_stand(winner) {
                continue;
            }
            let known = |f: &UnitId| usize::from(f.0) < pos.units.len();
            let fled: Vec<UnitId> = fled_from(run, winner).into_iter().filter(known).collect();
            let own = pos.unit(winner);
            let drill = pos.troop(winner).drill;
            let shaken = told(run).any(|h| {
                matches!(h, Happening::Morale(MoraleEvent::Tested { unit, passed: false, .. }) if *unit == winner)
            });
            let fixed = own.shields || matches!(own.formation, Formation::Orbis | Formation::Testudo);
            let free = after.stance(winner).is_some() && !after.is_engaged(winner) && !own.account.pursued;
            let again = told(run).filter(|h| ended(h) == Some(winner)).count() > 1;
            if fled.is_empty() || shaken || fixed || !free || again || own.morale == Morale::Broken {
                continue;
            }
            if fled.iter().any(|&f| pos.troop(f).class == Class::Elephants || pos.is_lone_stand(f)) {
                continue;
            }
            match pos.troop(winner).class {
                Class::Artillery | Class::Baggage | Class::ScythedChariots => {}
                Class::HeavyInfantry | Class::Auxilia if pos.is_heavy(winner) && drill != Drill::Tribal => {
                    self.due("pursuit", run, ("pursue", &pos.code(winner)), &["yes", "no"]);
                }
                Class::Elephants => {
                    self.due("pursuit", run, ("pursue", &pos.code(winner)), &["yes", "no"]);
                }
                _ => {
                    *self.seen.entry("pursues").or_default() += 1;
                    if !pursues(run, winner) {
                        self.faults.push(format!("{} must pursue and does not", pos.code(winner)));
                    }
                }
            }
        }
    }
}

/// Whose decision it is.
fn whose(pos: &Position) -> Option<Side> {
    match pos.stage {
        Stage::Acting(acting) => Some(pos.set.command(acting.command).side),
        Stage::Rally { side } => Some(side),
        _ => None,
    }
}

fn told(run: &Run<Legion>) -> impl Iterator<Item = &Happening> {
    run.record.iter().filter_map(|entry| match entry {
        Recorded::Happened(happening) => Some(happening),
        _ => None,
    })
}

fn asked<'a>(run: &'a Run<Legion>, window: &str, code: &str) -> Option<(&'a Question, &'a str)> {
    run.record.iter().find_map(|entry| match entry {
        Recorded::Decided(question, key)
            if question.window == window && question.subject.eq_ignore_ascii_case(code) =>
        {
            Some((&**question, key.as_str()))
        }
        _ => None,
    })
}

fn leader(pos: &Position, code: &str) -> Option<CommandId> {
    let all = (0..pos.leaders.len() as u16).map(CommandId);
    let named = |c: &CommandId| pos.leader_spec(*c).code.eq_ignore_ascii_case(code);
    all.into_iter().find(|c| named(c) && matches!(pos.leader(*c).place, LeaderPlace::Alone(_)))
}

/// Who went of himself.
fn went(happening: &Happening) -> Option<UnitId> {
    match happening {
        Happening::Morale(MoraleEvent::Went { how: How::Charges(rule), .. })
            if rule.to_string() == "charge.opportunity" =>
        {
            None
        }
        Happening::Morale(MoraleEvent::Went { unit, .. }) => Some(*unit),
        _ => None,
    }
}

fn ended(happening: &Happening) -> Option<UnitId> {
    match happening {
        Happening::Melee(MeleeEvent::Ended { unit, .. }) => Some(*unit),
        _ => None,
    }
}

fn pursues(run: &Run<Legion>, winner: UnitId) -> bool {
    told(run).any(|h| {
        matches!(h, Happening::Morale(MoraleEvent::Went { unit, how: How::Pursues, .. }) if *unit == winner)
    })
}

/// Those who fought a unit, broke when they had lost, and ran.
fn fled_from(run: &Run<Legion>, winner: UnitId) -> Vec<UnitId> {
    let fought = |foe: UnitId| {
        told(run).any(|h| {
            matches!(h, Happening::Melee(MeleeEvent::Fights { unit, enemy, .. }) if (*unit, *enemy) == (winner, foe))
        })
    };
    let runs = told(run).filter_map(|h| match h {
        Happening::Morale(MoraleEvent::Went { unit, how: How::Flees, .. }) => Some(*unit),
        _ => None,
    });
    // Who finds no way surrenders, and another may have been quicker.
    let is_gone = |foe: UnitId| {
        told(run).any(|h| match h {
            Happening::Morale(MoraleEvent::Surrendered(unit) | MoraleEvent::Destroyed { unit, .. }) => {
                *unit == foe
            }
            _ => false,
        })
    };
    let twice = |foe: UnitId| told(run).filter(|h| ended(h) == Some(foe)).count() > 1;
    runs.filter(|&foe| fought(foe) && !twice(foe) && (!is_gone(foe) || pursues(run, winner))).collect()
}

/// Elephants and horse about: what they do to one another may end a charge before contact.
fn smells(pos: &Position, units: &[UnitId]) -> bool {
    let elephants = |u: UnitId| pos.troop(u).class == Class::Elephants && pos.stance(u).is_some();
    pos.unit_ids().any(elephants) && units.iter().any(|&u| pos.troop(u).class.is_cavalry() || elephants(u))
}

/// Has a unit all that an opportunity charge asks for, and stands by itself?
fn fresh(pos: &Position, unit: UnitId) -> bool {
    let own = pos.unit(unit);
    own.morale != Morale::Broken
        && !own.account.debt
        && !own.account.pursued
        && !own.account.fought
        && own.attached.is_none()
        && pos.attached_to(unit).next().is_none()
        && own.formation == Formation::Line
        && !pos.is_engaged(unit)
        && !matches!(pos.troop(unit).class, Class::Artillery | Class::Baggage)
        && !matches!(pos.directive(unit), Directive::March | Directive::Reform)
}

/// Does a unit that stands there show its flank straight before this one, within its Base Move?
fn shown(pos: &Position, foe: UnitId, (unit, stance): (UnitId, Stance)) -> bool {
    let Some(at) = pos.stance(foe) else { return false };
    let theirs = pos.bases_at(unit, stance);
    let Some(far) = straight_to(pos, foe, (unit, &theirs), at) else { return false };
    if far < 100 || far > pos.base_move(foe).0 - 200 {
        return false;
    }
    // Square to the flank, by 25 degrees at most, and all of its stands in that zone when it is there.
    let block = Block::of(pos, unit);
    let met = at.moved(0, far);
    [Zone::Left, Zone::Right].into_iter().any(|zone| {
        let square = at.heading.to(stance.heading.turned(zone.turn()).about()).abs() < 2_500;
        let within = |p: (i32, i32)| match zone {
            Zone::Left => p.0 < block.left && p.1 < block.front - 100 && p.1 > block.rear + 100,
            _ => p.0 > block.right && p.1 < block.front - 100 && p.1 > block.rear + 100,
        };
        let bases = pos.bases_at(foe, met);
        square && bases.iter().all(|b| within(stance.local(b.middle())))
    })
}

impl Offers {
    /// What may be ordered is in the list: one unit of those whose turn it is, and its leader.
    fn orders(&mut self, pos: &Position, side: Side) {
        let Some((command, units)) = at_work(pos, side) else { return };
        let nth: u32 = self.seen.values().sum::<u32>() + self.seen.get("orders").copied().unwrap_or(0);
        let Some(&unit) = units.get(nth as usize % units.len().max(1)) else { return };
        *self.seen.entry("orders").or_default() += 1;
        let listed = lines_of(pos, side, unit);
        let is_listed =
            |order: &str| listed.iter().any(|line| line == order || line.starts_with(&format!("{order} ")));
        for order in conceivable(pos, unit) {
            if !is_listed(&order) && allows(pos, side, &order) {
                self.faults.push(format!("`{order}` may be ordered and is not in {listed:?}"));
            }
        }
        for (what, order) in by_the_book(pos, unit) {
            *self.seen.entry(what).or_default() += 1;
            if !is_listed(&order) {
                let why = opens::<Legion>(pos, &pos.set.sides[side], &order);
                self.faults.push(format!("by the book `{order}` may be ordered, not in {listed:?}: {why:?}"));
            }
        }
        if let Some(command) = command.filter(|_| nth.is_multiple_of(4)) {
            let listed = leader_lines(pos, side, command);
            let code = &pos.leader_spec(command).code;
            for own in pos.unit_ids().filter(|&u| pos.side(u) == side && pos.stance(u).is_some()) {
                let order = format!("attach {code} {} rear", pos.code(own));
                if !listed.contains(&order) && allows(pos, side, &order) {
                    self.faults.push(format!("`{order}` may be ordered and is not in {listed:?}"));
                }
            }
        }
    }
}

/// All that one might think of ordering a unit to do.
fn conceivable(pos: &Position, unit: UnitId) -> Vec<String> {
    let (code, side) = (pos.code(unit), pos.side(unit));
    let verbs = ["rally", "feign", "dismount", "remount", "leave"];
    let mut all: Vec<String> = verbs.iter().map(|verb| format!("{verb} {code}")).collect();
    all.extend([format!("dismount {code} close"), format!("leave {code} away")]);
    let near = |e: &UnitId, far: i32| pos.distance(unit, *e).is_some_and(|d| d.0 <= far);
    let (rate, own) = (pos.base_move(unit).0, pos.unit(unit));
    let range = own.stands.iter().map(|s| pos.profile(own, s.troop).range.0).max().unwrap_or(0);
    for enemy in pos.enemies(side) {
        if near(&enemy, rate + 500) {
            all.push(format!("charge {code} {}", pos.code(enemy)));
        }
        if near(&enemy, range) {
            all.push(format!("shoot {code} {}", pos.code(enemy)));
        }
    }
    for friend in pos.unit_ids().filter(|&u| u != unit && pos.side(u) == side && pos.stance(u).is_some()) {
        let friend_code = pos.code(friend);
        if pos.is_engaged(unit) {
            all.push(format!("relieve {code} {friend_code}"));
        }
        if near(&friend, rate) {
            all.extend([format!("attach {code} {friend_code} rear"), format!("join {code} {friend_code}")]);
        }
    }
    for step in ["turn left", "turn right", "turn about"] {
        all.push(format!("move {code}: {step}"));
    }
    for shape in
        ["line", "double", "column", "quincunx", "orbis", "testudo", "shieldwall", "skirmish", "close"]
    {
        all.push(format!("move {code}: form {shape}"));
    }
    if own.stands.len() > 1 {
        all.extend(["left", "right"].map(|hand| format!("detach {code} 1 {hand}")));
    }
    all
}

/// What the book lets a unit do in plain cases.
fn by_the_book(pos: &Position, unit: UnitId) -> Vec<(&'static str, String)> {
    let (own, code, class) = (pos.unit(unit), pos.code(unit), pos.troop(unit).class);
    if let Stage::Rally { .. } = pos.stage {
        return Vec::new();
    }
    let Stage::Acting(acting) = pos.stage else { return Vec::new() };
    let early = acting.step <= Segment::Movement;
    let mut all = Vec::new();
    let train = matches!(class, Class::Artillery | Class::Baggage);
    let unmoved = !own.account.moved && !own.account.fought && own.attached.is_none() && early && !train;
    let fit = unmoved
        && own.morale != Morale::Broken
        && !pos.is_engaged(unit)
        && pos.attached_to(unit).next().is_none();
    let order = pos.directive(unit);
    let side = pos.side(unit);
    let able = |e: UnitId| {
        pos.unit(e).morale != Morale::Broken
            && !pos.is_engaged(e)
            && pos.unit(e).attached.is_none()
            && !matches!(pos.troop(e).class, Class::Artillery | Class::Baggage)
    };
    if fit && pos.is_light(unit) && pos.enemies(side).any(able) && pos.turn > 0 {
        all.push(("feigned flight", format!("feign {code}")));
    }
    if unmoved && order == Directive::Retire && pos.is_engaged(unit) && own.morale != Morale::Broken {
        all.push(("leaving a combat", format!("leave {code}")));
    }
    if fit && class == Class::CelticChariots && own.morale == Morale::Good && own.stands.len() > 1 {
        all.push(("dismounting", format!("dismount {code}")));
    }
    if order == Directive::Reform && own.morale == Morale::Broken && own.account.rally == Tried::No {
        let with = (0..pos.leaders.len() as u16).map(CommandId).find(|&c| {
            matches!(pos.leader(c).place, LeaderPlace::With(u, _) if u == unit)
                && pos.leader(c).wounded == 0
                && !pos.leader(c).rallied
        });
        if with.is_some() {
            all.push(("rallying", format!("rally {code}")));
        }
    }
    let charges = fit && order == Directive::Advance && pos.turn > 0 && own.formation == Formation::Line;
    for enemy in pos.enemies(side).filter(|_| charges) {
        let far = straight(pos, unit, enemy);
        let free = pos.attached_to(enemy).next().is_none() && pos.unit(enemy).attached.is_none();
        if far.is_some_and(|far| far > 300 && far + 300 < pos.base_move(unit).0) && free {
            all.push(("charge", format!("charge {code} {}", pos.code(enemy))));
        }
    }
    let shoots = own.morale != Morale::Broken
        && !own.account.shot
        && !own.account.fought
        && acting.step <= Segment::Secondary
        && own.attached.is_none()
        && !pos.is_engaged(unit)
        && pos.turn > 0
        && !matches!(order, Directive::March | Directive::Reform);
    for enemy in pos.enemies(side).filter(|_| shoots) {
        if !pos.is_engaged(pos.host(enemy)) && shooters(pos, unit, enemy) > 0 {
            all.push(("shot", format!("shoot {code} {}", pos.code(enemy))));
        }
    }
    all.extend(relief(pos, unit).map(|line| ("exchange of lines", line)));
    all
}

/// **legion pass.relief.** A line of legionaries or auxilia fights one enemy before its front, and another
/// in good order stands straight behind it with a clear way.
fn relief(pos: &Position, first: UnitId) -> Option<String> {
    let line = |u: UnitId| {
        let troop = pos.troop(u);
        troop.drill == Drill::Roman
            && pos.is_heavy(u)
            && matches!(troop.class, Class::HeavyInfantry | Class::Auxilia)
            && pos.unit(u).formation == Formation::Line
            && pos.attached_to(u).next().is_none()
    };
    let idle = |u: UnitId| {
        let own = pos.unit(u);
        !own.account.moved && !own.account.fought && own.morale == Morale::Good && !own.shields
    };
    let Stage::Acting(acting) = pos.stage else { return None };
    let fights: Vec<_> = pos.engagements.iter().filter(|e| e.other(first).is_some()).collect();
    let [fight] = fights[..] else { return None };
    let enemy = fight.other(first)?;
    let good = matches!(pos.directive(first), Directive::Advance | Directive::Hold | Directive::Redeploy);
    if fight.side != Zone::Front || !line(first) || !idle(first) || !good || acting.step > Segment::Movement {
        return None;
    }
    let at = pos.stance(first)?;
    let back = pos.base_move(first).0 / 2;
    pos.unit_ids().find_map(|second| {
        let there = pos.stance(second)?;
        let (aside, ahead) = at.local(there.anchor);
        let square = there.heading == at.heading && aside.abs() < 300;
        // The first line ends beside nobody: straight behind, and the second is not where it ends.
        let depth = Block::of(pos, first).depth().0.max(Block::of(pos, second).depth().0);
        let gap = -ahead;
        let near = pos.distance(second, enemy).is_some_and(|d| d.0 + 200 < pos.base_move(second).0);
        let own = [first, second, enemy];
        let lane = Base::new(
            at.moved(0, 0),
            Length(Block::of(pos, first).width().0.max(Block::of(pos, second).width().0) + 800),
            Length(gap.max(back) + 2 * depth + 600),
        );
        let others = pos.unit_ids().filter(|u| !own.contains(u) && pos.stance(*u).is_some());
        let clear = !others.flat_map(|u| pos.bases(u)).any(|b| b.overlaps(&lane))
            && pos.set.table.holds(&lane)
            && !is_rough(pos, &lane)
            && !leaders(pos).any(|p| lane.contains(p));
        let fits = second != first
            && pos.unit(second).command == pos.unit(first).command
            && !pos.is_engaged(second)
            && pos.unit(second).attached.is_none()
            && line(second)
            && idle(second)
            && matches!(pos.directive(second), Directive::Advance)
            && square
            && gap > depth
            && back > depth
            && near
            && clear;
        fits.then(|| format!("relieve {} {}", pos.code(first), pos.code(second)))
    })
}
