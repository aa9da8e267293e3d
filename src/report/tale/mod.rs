//! What happened in plain sentences, grouped by place, left, centre and right of the reader's own front: who
//! attacked whom, and what came of it, with rule and die in brackets. Every number of a combat is told by
//! the other voice, in short.

mod fight;
mod scene;
mod who;
mod words;

use self::fight::{Fate, Fight};
use self::scene::{Rally, Scene, Shot};
use super::form::layout::Block;
use super::form::marks;
use super::front::{Front, Whereabouts, Wing};
use super::narrate::{self, Teller};
use super::refusal::worded;
use tess_effects::{Recorded, Rule};
use tess_gboh::events::hit_cause::HitCause;
use tess_gboh::events::movement::Leg;
use tess_gboh::events::{CommandEvent, FireEvent, MoveEvent, RoutEvent, ShockEvent};
use tess_gboh::order::Target;
use tess_gboh::position::Supply;
use tess_gboh::state::stage::PhaseKind;
use tess_gboh::state::weapon::Weapon;
use tess_gboh::{Happening, LeaderId, LineId, Position, Refusal, Side, UnitId};
use tess_hex::Hex;
use tess_table::Chapter;

/// One chapter after another; `end` gives the last sentence of those that did not come to their end.
pub(super) fn tale(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
    viewer: Option<Side>,
    end: &dyn Fn(&Chapter<Happening, Refusal>) -> Option<String>,
) -> Vec<Block> {
    let front = Front::of(pos, viewer.unwrap_or(Side::First));
    let whose = viewer.is_none().then(|| marks::capital(&pos.set.sides[Side::First]));
    let mut at = Whereabouts::before(pos, chapters);
    let mut out = Vec::new();
    let mut active = None;
    for chapter in chapters {
        let mut told = Tale {
            pos,
            front: &front,
            at: &mut at,
            opening: Vec::new(),
            scenes: Vec::new(),
            closing: Vec::new(),
            left: Vec::new(),
        };
        for entry in &chapter.record {
            let Recorded::Happened(happening) = entry else { continue };
            told.happened(happening);
            told.at.follow(happening);
        }
        told.goes_on(active, chapter);
        active = active_in(chapter).map(|(leader, _)| leader).or(active);
        if !out.is_empty() {
            out.push(Block::Gap);
        }
        out.extend(told.text(chapter, whose.as_deref(), end(chapter)));
    }
    out
}

/// Who was activated last in a chapter.
fn active_in(chapter: &Chapter<Happening, Refusal>) -> Option<(LeaderId, PhaseKind)> {
    chapter.record.iter().rev().find_map(|entry| match entry {
        Recorded::Happened(Happening::Command(CommandEvent::Activated { leader, kind })) => {
            Some((*leader, *kind))
        }
        _ => None,
    })
}

/// The tale of one chapter while it is collected.
struct Tale<'a> {
    pos: &'a Position,
    front: &'a Front,
    at: &'a mut Whereabouts,
    /// Before anything moves: activation, lines.
    opening: Vec<String>,
    scenes: Vec<(Wing, Scene)>,
    /// After it: momentum, the end of the turn.
    closing: Vec<String>,
    /// Orders that could not be carried out.
    left: Vec<String>,
}

impl Tale<'_> {
    fn text(
        &self,
        chapter: &Chapter<Happening, Refusal>,
        whose: Option<&str>,
        end: Option<String>,
    ) -> Vec<Block> {
        let events = if chapter.last > chapter.seq {
            format!("events {} to {}", chapter.seq, chapter.last)
        } else {
            format!("event {}", chapter.seq)
        };
        let side = marks::capital(chapter.side.as_str());
        let lead =
            if self.opening.is_empty() { String::new() } else { format!(" {}", self.opening.join(" ")) };
        let mut out = vec![Block::prose(format!("{side}, {events}.{lead}"), "", "  ")];
        let mut t = Teller::brief(&self.pos.set);
        for wing in Wing::ALL {
            let here: Vec<&Scene> =
                self.scenes.iter().filter(|(at, _)| *at == wing).map(|(_, scene)| scene).collect();
            out.extend(at_a_place(&mut t, &here, &marks::capital(&wing.place(whose))));
        }
        let left = (!self.left.is_empty()).then(|| format!("Left out: {}.", self.left.join("; ")));
        let closing: Vec<String> = left.into_iter().chain(self.closing.iter().cloned()).chain(end).collect();
        if !closing.is_empty() {
            out.push(Block::prose(closing.join(" "), "  ", "  "));
        }
        out
    }

    /// Who was active before goes on, when nobody else was activated.
    fn goes_on(&mut self, active: Option<LeaderId>, chapter: &Chapter<Happening, Refusal>) {
        let begins = active_in(chapter).is_some_and(|(_, kind)| kind != PhaseKind::Momentum);
        let Some(leader) = active.filter(|_| !begins && !chapter.record.is_empty()) else { return };
        let name = self.leader(leader);
        let own = self.pos.set.sides[self.pos.leader_spec(leader).side] == chapter.side.as_str();
        if own && self.opening.iter().all(|text| !text.starts_with(&name)) {
            self.opening.insert(0, format!("{name} goes on."));
        }
    }

    fn happened(&mut self, happening: &Happening) {
        match happening {
            Happening::Command(event) => self.command(event, happening),
            Happening::Move(event) => self.moved(event, happening),
            Happening::Fire(event) => self.fire(event, happening),
            Happening::Shock(event) => self.shock(event, happening),
            Happening::Rout(event) => self.rout(event, happening),
            Happening::Ends(_) => {}
        }
    }

    /// Where a unit is, or was last.
    fn wing(&self, unit: UnitId) -> Wing {
        self.at.of(unit).map_or(Wing::Centre, |hex| self.front.wing(hex))
    }

    /// A scene at a place: with the last of its kind there, if it can go on.
    fn scene(&mut self, wing: Wing, scene: Scene) {
        let here = self.scenes.iter_mut().rev().filter(|(at, _)| *at == wing).map(|(_, scene)| scene);
        let mut next = scene;
        let fought = |scene: &Scene| matches!(scene, Scene::Fight(_));
        for earlier in here {
            let stays = fought(earlier) && !matches!(next, Scene::Missiles(..)) || !next.gathers();
            match earlier.join(next) {
                None => return,
                Some(back) => next = back,
            }
            // what happens after a combat is not told before it
            if stays {
                break;
            }
        }
        self.scenes.push((wing, next));
    }

    /// A sentence of its own, where the first unit is of which it tells.
    fn say(&mut self, happening: &Happening) {
        let (text, units) = sentence(self.pos, happening);
        match units.first().map(|&unit| self.wing(unit)) {
            Some(wing) => self.scene(wing, Scene::Told(text)),
            None => self.remark(text),
        }
    }

    /// A leader as sentences name him.
    fn leader(&self, leader: LeaderId) -> String {
        who::leader(&mut Teller::brief(&self.pos.set), leader)
    }

    /// A rule as the battle's own book numbers it.
    fn rule(&self, rule: Rule) -> Rule {
        marks::rule(&self.pos.set, rule)
    }

    /// A sentence about no place: before the scenes, or behind them.
    fn remark(&mut self, text: String) {
        let text = marks::capital(&format!("{text}."));
        if self.scenes.is_empty() { self.opening.push(text) } else { self.closing.push(text) }
    }

    fn command(&mut self, event: &CommandEvent, happening: &Happening) {
        match event {
            CommandEvent::LineEnds { .. }
            | CommandEvent::OrdersGiven { .. }
            | CommandEvent::Inactive { .. }
            | CommandEvent::Restacked { .. }
            | CommandEvent::Reactivation { .. }
            | CommandEvent::Activated { kind: PhaseKind::Momentum, .. }
            | CommandEvent::Tally { .. }
            | CommandEvent::Finished {
                rule: CommandEvent::ORDERS_DONE | CommandEvent::NO_MOMENTUM, ..
            } => {}
            CommandEvent::LeftOut { text, begun: false, .. }
                if ["finish", "momentum"].contains(&text.trim().trim_start_matches("try ")) => {}
            CommandEvent::Activated { leader, kind } => {
                let (name, rule) = (self.leader(*leader), self.rule(event.rule()));
                self.remark(match kind {
                    PhaseKind::Initial => format!("{name} acts"),
                    PhaseKind::Elite => format!("{name} has the elite initiative ({rule})"),
                    _ => format!("{name} acts once more ({rule})"),
                });
            }
            CommandEvent::LineBegins { leader, line, .. } => self.line(*leader, *line, event.rule()),
            CommandEvent::LeftOut { text, refusal, begun } => {
                let order = text.trim().trim_start_matches("try ");
                let rest = if *begun { "the rest of " } else { "" };
                let why = worded(&self.pos.set, refusal).message;
                self.left.push(format!("{rest}`{order}`, since {why} ({})", self.rule(event.rule())));
            }
            CommandEvent::TrumpTried { leader, against, die, won } => {
                let whom = against.map_or_else(String::new, |enemy| format!(" {}", self.leader(enemy)));
                let (name, rule) = (self.leader(*leader), self.rule(event.rule()));
                let verb = if *won { "trumps" } else { "tries in vain to trump" };
                self.remark(format!("{name} {verb}{whom} (die {die}; {rule})"));
            }
            CommandEvent::Momentum { leader, die, won } => {
                let (name, rule) = (self.leader(*leader), self.rule(event.rule()));
                let verb = if *won { "has" } else { "has no" };
                self.closing.push(format!("{name} {verb} momentum (die {die}; {rule})."));
            }
            CommandEvent::Finished { leader, .. } => {
                let (name, rule) = (self.leader(*leader), self.rule(event.rule()));
                let last = if self.scenes.is_empty() { self.opening.last() } else { self.closing.last() };
                let who = if last.is_some_and(|last| last.starts_with(&name)) { "he" } else { &name };
                self.remark(format!("{who} is finished for this turn ({rule})"));
            }
            CommandEvent::LineRolled { leader, die, strategy, won, finishes, .. } => {
                let (name, rule) = (self.leader(*leader), self.rule(event.rule()));
                let verb = match (won, finishes) {
                    (true, _) => "may command by lines",
                    (false, true) => "fails to command by lines, and has done for this turn",
                    (false, false) => "fails to command by lines, and orders singly",
                };
                self.remark(format!("{name} {verb} (die {die} against {strategy}; {rule})"));
            }
            _ => {
                let (text, _) = sentence(self.pos, happening);
                self.remark(text);
            }
        }
    }

    /// A line is ordered: said once, before what its units do.
    fn line(&mut self, leader: LeaderId, line: LineId, rule: Rule) {
        let (name, rule) = (self.leader(leader), self.rule(rule));
        let what = format!("the line {} ({rule})", self.pos.set.line(line).name);
        let (acts, orders) = (format!("{name} acts."), format!("{name} orders "));
        match self.opening.last_mut() {
            Some(last) if *last == acts => *last = format!("{orders}{what}."),
            Some(last) if last.starts_with(&orders) => {
                last.truncate(last.len() - 1);
                last.push_str(&format!(", then {what}."));
            }
            _ => self.opening.push(format!("{orders}{what}.")),
        }
    }

    fn moved(&mut self, event: &MoveEvent, happening: &Happening) {
        match event {
            MoveEvent::Marched { unit, with, from, way, .. } => {
                let to = way.iter().rev().find_map(|leg| match leg {
                    Leg::To(hex) | Leg::Both(hex, _) | Leg::Pivot(hex) | Leg::Wheel(hex) => Some(*hex),
                    _ => None,
                });
                let units: Vec<_> =
                    [Some(*unit), *with].into_iter().flatten().map(|unit| (unit, to)).collect();
                let wing = self.front.wing(to.unwrap_or(*from));
                self.moves_on(wing, &units);
                self.scene(wing, Scene::Moves(units));
            }
            MoveEvent::LeaderMoved { leader, from, way, .. } => {
                let to = way.last().copied().unwrap_or(*from);
                self.scene(self.front.wing(to), Scene::Rides(vec![(*leader, to)]));
            }
            MoveEvent::Withdrew { unit, with, mover, from, way, .. } => {
                let to = way.last().copied();
                let units = [Some(*unit), *with].into_iter().flatten().map(|unit| (unit, to)).collect();
                self.scene(self.front.wing(*from), Scene::Withdraws(*mover, units));
            }
            MoveEvent::Refaced { unit, mover, facing, .. } => {
                self.scene(self.wing(*unit), Scene::Turns(*mover, vec![(*unit, *facing)]));
            }
            MoveEvent::Advanced { unit, with, to, .. } => match self.fight_of(*unit) {
                Some(fight) => {
                    for unit in [Some(*unit), *with].into_iter().flatten() {
                        fight.advances(unit, *to);
                    }
                }
                None => self.say(happening),
            },
            // what they cost stands with the hits
            MoveEvent::Through { .. }
            | MoveEvent::Wheeled { .. }
            | MoveEvent::FifthPoint { .. }
            | MoveEvent::WithdrawCheck { .. }
            | MoveEvent::Turned { .. } => {}
            _ => self.say(happening),
        }
    }

    /// Who goes on from one part of the front to another is told where he gets to.
    fn moves_on(&mut self, to: Wing, units: &[(UnitId, Option<Hex>)]) {
        for (wing, scene) in &mut self.scenes {
            if let Scene::Moves(all) = scene
                && *wing != to
            {
                all.retain(|(unit, _)| units.iter().all(|(it, _)| it != unit));
            }
        }
        self.scenes.retain(|(_, scene)| !matches!(scene, Scene::Moves(all) if all.is_empty()));
    }

    fn fire(&mut self, event: &FireEvent, happening: &Happening) {
        match event {
            FireEvent::Shot { unit, weapon: Weapon::Own, target, die, hits, occasion, .. } => {
                let wing = match target {
                    Target::Unit(whom) => self.wing(*whom),
                    Target::Leader(_) => self.wing(*unit),
                };
                let shot = Shot { unit: *unit, die: *die, hits: *hits };
                self.scene(wing, Scene::Fire(*target, *occasion, vec![shot]));
            }
            FireEvent::Supply { unit, weapon: Weapon::Own, left } => {
                let wing = self.wing(*unit);
                match left {
                    Supply::Full => {}
                    Supply::Low => self.scene(wing, Scene::Missiles(vec![*unit], Vec::new())),
                    Supply::No => self.scene(wing, Scene::Missiles(Vec::new(), vec![*unit])),
                }
            }
            FireEvent::Reloaded { unit } => self.scene(self.wing(*unit), Scene::Reloads(vec![*unit])),
            _ => self.say(happening),
        }
    }

    /// The last combat that a unit was in.
    fn fight_of(&mut self, unit: UnitId) -> Option<&mut Fight> {
        self.scenes.iter_mut().rev().find_map(|(_, scene)| match scene {
            Scene::Fight(fight) if fight.has(unit) => Some(fight),
            _ => None,
        })
    }

    fn shock(&mut self, event: &ShockEvent, happening: &Happening) {
        match event {
            ShockEvent::Begins { .. }
            | ShockEvent::Marked { .. }
            | ShockEvent::Enabled { .. }
            | ShockEvent::Exempt { .. }
            | ShockEvent::Charge { .. }
            | ShockEvent::Stays { .. }
            | ShockEvent::Engaged { .. } => {}
            ShockEvent::Combined { attackers, defenders, ordered } => {
                let place = defenders.iter().chain(attackers).copied().next();
                let wing = place.map_or(Wing::Centre, |unit| self.wing(unit));
                self.scenes.push((
                    wing,
                    Scene::Fight(Fight {
                        attackers: attackers.clone(),
                        defenders: defenders.clone(),
                        obliged: !ordered,
                        ..Fight::default()
                    }),
                ));
            }
            ShockEvent::Added { attacker, defender } => match self.fight_of(*attacker) {
                Some(fight) => fight.defenders.push(*defender),
                None => self.say(happening),
            },
            ShockEvent::Struck(blow) => self.struck(blow),
            ShockEvent::Collapse { unit, check, held } => match self.fight_of(*unit) {
                Some(fight) => fight.near.push((*unit, check.die, *held)),
                None => self.say(happening),
            },
            ShockEvent::AllBroken { number, loser, .. } => {
                let rule = marks::rule(&self.pos.set, event.rule());
                let side = marks::capital(&self.pos.set.sides[*loser]);
                let fight = self.scenes.iter_mut().rev().find_map(|(_, scene)| match scene {
                    Scene::Fight(fight) if fight.blow.as_ref().is_some_and(|b| b.number == *number) => {
                        Some(fight)
                    }
                    _ => None,
                });
                match fight {
                    Some(fight) => {
                        fight.besides.push(format!("All of them would rout; {side} does ({rule})"))
                    }
                    None => self.say(happening),
                }
            }
            _ => self.beside(happening),
        }
    }

    fn struck(&mut self, blow: &tess_gboh::events::shock::Blow) {
        let Some(&first) = blow.attackers.first() else { return };
        let unstruck = self.scenes.iter_mut().rev().find_map(|(_, scene)| match scene {
            Scene::Fight(fight) if fight.blow.is_none() && fight.has(first) => Some(fight),
            _ => None,
        });
        let blow = Box::new(blow.clone());
        match unstruck {
            Some(fight) => fight.blow = Some(blow),
            None => {
                let wing = blow.defenders.first().map_or(Wing::Centre, |&unit| self.wing(unit));
                let (attackers, defenders) = (blow.attackers.clone(), blow.defenders.clone());
                let fight = Fight { attackers, defenders, blow: Some(blow), ..Fight::default() };
                self.scenes.push((wing, Scene::Fight(fight)));
            }
        }
    }

    /// A sentence of its own, with the combat that it belongs to.
    fn beside(&mut self, happening: &Happening) {
        let (text, units) = sentence(self.pos, happening);
        match units.first().and_then(|&unit| self.fight_of(unit)) {
            Some(fight) => fight.besides.push(marks::capital(&text)),
            None => self.say(happening),
        }
    }

    fn rout(&mut self, event: &RoutEvent, happening: &Happening) {
        match event {
            RoutEvent::Hits { why: HitCause::Missiles, .. } => {}
            RoutEvent::Hits { unit, hits, why, .. } => self.hit(*unit, *hits, *why),
            RoutEvent::Routs { unit, rule, .. } => self.fate(*unit, |fate| fate.routs = Some(*rule)),
            RoutEvent::Eliminated { unit, rule } => self.fate(*unit, |fate| fate.gone = Some(*rule)),
            RoutEvent::Fled { unit } => self.fate(*unit, |fate| fate.gone = Some(event.rule())),
            RoutEvent::Ran { unit, path, rule: RoutEvent::RUNS_ON, .. } => {
                let to = path.last().copied();
                self.scene(self.wing(*unit), Scene::RunsOn(RoutEvent::RUNS_ON, vec![(*unit, to)]));
            }
            RoutEvent::Ran { unit, path, .. } => self.fate(*unit, |fate| fate.to = path.last().copied()),
            // what it comes to stands with the hits, and with who is lost
            RoutEvent::Trampled { .. } | RoutEvent::Checked { .. } | RoutEvent::NoWay { .. } => {}
            RoutEvent::Recovered { unit, hits, .. } => {
                self.scene(self.wing(*unit), Scene::Recovers(vec![(*unit, *hits)]));
            }
            RoutEvent::RallyTried { leader, unit, roll, needed } => {
                let rally = Rally { unit: *unit, die: *roll, needed: *needed };
                self.scene(self.wing(*unit), Scene::Rallies(*leader, vec![rally]));
            }
            RoutEvent::Rallied { .. } | RoutEvent::Turned { .. } => {}
            _ => self.beside(happening),
        }
    }

    fn hit(&mut self, unit: UnitId, hits: u8, why: HitCause) {
        let clash = matches!(why, HitCause::Shock | HitCause::ShockInColumn | HitCause::Breakthrough);
        if (clash || why == HitCause::PreShock)
            && let Some(fight) = self.fight_of(unit)
        {
            let list = if clash { &mut fight.hits } else { &mut fight.shaken };
            match list.iter_mut().find(|(it, _)| *it == unit) {
                Some((_, sum)) => *sum += hits,
                None => list.push((unit, hits)),
            }
            return;
        }
        let why = match why {
            HitCause::PassedThrough => HitCause::Through,
            HitCause::RunOverCheck => HitCause::RunOver,
            other => other,
        };
        self.scene(self.wing(unit), Scene::Strain(why, vec![(unit, hits)]));
    }

    /// What becomes of a unit that gives way: told with its combat, or by itself.
    fn fate(&mut self, unit: UnitId, change: impl FnOnce(&mut Fate)) {
        for (_, scene) in self.scenes.iter_mut().rev() {
            match scene {
                Scene::Fight(fight) if fight.has(unit) => return change(fight.fate(unit)),
                Scene::Flight(fate) if fate.unit == unit => return change(fate),
                _ => {}
            }
        }
        let mut fate = Fate::of(unit);
        change(&mut fate);
        self.scenes.push((self.wing(unit), Scene::Flight(fate)));
    }
}

/// What happens at one place: what leads to combat, then each combat on a line of its own, and last whose
/// missiles have run out.
fn at_a_place(t: &mut Teller<'_>, scenes: &[&Scene], place: &str) -> Vec<Block> {
    if scenes.is_empty() {
        return Vec::new();
    }
    let (last, scenes): (Vec<&Scene>, Vec<&Scene>) =
        scenes.iter().partition(|scene| matches!(scene, Scene::Missiles(..)));
    let mut out = Vec::new();
    let mut prose = format!("{place}:");
    let mut lost: Vec<&Fate> = Vec::new();
    for scene in scenes.into_iter().chain(last) {
        if let Scene::Flight(fate) = scene
            && fate.is_only_lost()
        {
            lost.push(fate);
            continue;
        }
        let told = marks::capital(&words::told(t, scene));
        if matches!(scene, Scene::Fight(_)) {
            out.extend(paragraph(std::mem::take(&mut prose)));
            out.push(Block::prose(told, "    ", "      "));
        } else {
            prose.push_str(&format!(" {told}"));
        }
    }
    if !lost.is_empty() {
        prose.push_str(&format!(" {}", words::lost(t, &lost)));
    }
    out.extend(paragraph(prose));
    out
}

/// Prose at a place, if there is any.
fn paragraph(prose: String) -> Option<Block> {
    (!prose.is_empty()).then(|| Block::prose(prose, "  ", "  "))
}

/// A happening as its own sentence, and the units of which it tells.
fn sentence(pos: &Position, happening: &Happening) -> (String, Vec<UnitId>) {
    let mut t = Teller::brief(&pos.set);
    let text = narrate::told(&mut t, happening);
    (text, t.units().to_vec())
}
