//! What happened in plain sentences, grouped by place: left, centre and right of the reader's own front; who
//! shot at whom, charged and fought, and what came of it, with rule and die in brackets.

mod effect;
mod scene;

use self::scene::Scene;
use super::narrate::{self, Teller};
use super::refusal::worded;
use super::upshot::{Front, concerned};
use crate::form::layout::Block;
use crate::form::list::listed;
use crate::form::marks;
use crate::front::Wing;
use tess_effects::Recorded;
use tess_legion::events::{CommandEvent, MeleeEvent, MoraleEvent, MoveEvent, ShootEvent};
use tess_legion::{CommandId, Happening, Position, Refusal, Side, UnitId};
use tess_table::Chapter;

/// One chapter after another; `end` gives the last sentence of those that did not come to their end.
pub(super) fn tale(
    pos: &Position,
    chapters: &[Chapter<Happening, Refusal>],
    viewer: Option<Side>,
    end: &dyn Fn(&Chapter<Happening, Refusal>) -> Option<String>,
) -> Vec<Block> {
    let mut front = Front::before(pos, chapters, viewer.unwrap_or(Side::First));
    let whose = viewer.is_none().then(|| marks::capital(&pos.set.sides[Side::First]));
    let mut out = Vec::new();
    for chapter in chapters {
        let mut told = Tale {
            pos,
            front: &front,
            scenes: Vec::new(),
            opening: Vec::new(),
            closing: Vec::new(),
            left: Vec::new(),
        };
        let mut orders = Orders::default();
        for entry in &chapter.record {
            let Recorded::Happened(happening) = entry else { continue };
            if !orders.take(happening) {
                told.happened(happening);
            }
        }
        told.opening.splice(0..0, orders.told(pos));
        if !out.is_empty() {
            out.push(Block::Gap);
        }
        out.extend(told.text(chapter, whose.as_deref(), end(chapter)));
        for entry in &chapter.record {
            if let Recorded::Happened(happening) = entry {
                front.follow(happening);
            }
        }
    }
    out
}

/// The orders of a turn as they are opened, and who acts when.
#[derive(Default)]
struct Orders<'a> {
    opened: Vec<(&'a CommandEvent, CommandId, &'static str)>,
    sealed: Vec<&'a CommandEvent>,
    sequence: Option<&'a CommandEvent>,
}

impl<'a> Orders<'a> {
    /// Takes what belongs to them; false for anything else.
    fn take(&mut self, happening: &'a Happening) -> bool {
        let Happening::Command(event) = happening else { return false };
        match event {
            CommandEvent::Sealed(_) => self.sealed.push(event),
            CommandEvent::Opened { command, order, lost: false } => {
                self.opened.push((event, *command, order.word()));
            }
            CommandEvent::Initiative { .. } => {}
            CommandEvent::Sequence(_) => self.sequence = Some(event),
            _ => return false,
        }
        true
    }

    fn told(&self, pos: &Position) -> Vec<String> {
        let code = |id: &CommandId| pos.set.command(*id).code.clone();
        let mut out = Vec::new();
        let mut words: Vec<&str> = self.opened.iter().map(|(.., word)| *word).collect();
        words.sort_unstable();
        words.dedup();
        let each: Vec<String> = words
            .iter()
            .map(|word| {
                let to = self.opened.iter().filter(|(.., it)| it == word);
                let codes: Vec<String> = to.map(|(_, id, _)| code(id)).collect();
                format!("{} {word}", listed(&codes))
            })
            .collect();
        if let Some((event, ..)) = self.opened.first() {
            out.push(format!("The orders are opened: {} ({}).", each.join("; "), event.rule()));
        } else if let Some(event) = self.sealed.first() {
            let codes: Vec<String> = self
                .sealed
                .iter()
                .filter_map(|event| if let CommandEvent::Sealed(id) = event { Some(code(id)) } else { None })
                .collect();
            out.push(format!("{} have their orders, face down ({}).", listed(&codes), event.rule()));
        }
        if let Some(event @ CommandEvent::Sequence(all)) = self.sequence {
            let codes: Vec<String> = all.iter().map(code).collect();
            out.push(format!("They act in this order: {} ({}).", codes.join(", "), event.rule()));
        }
        out
    }
}

/// The tale of one chapter while it is collected.
struct Tale<'a, 'f> {
    pos: &'a Position,
    front: &'f Front,
    scenes: Vec<(Wing, Scene<'a>)>,
    /// Before anything moves.
    opening: Vec<String>,
    /// What has no place.
    closing: Vec<String>,
    /// Orders that could not be carried out.
    left: Vec<String>,
}

impl<'a> Tale<'a, '_> {
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
        for wing in Wing::ALL {
            let here = self.scenes.iter().filter(|(at, _)| *at == wing).map(|(_, scene)| scene);
            let place = format!("{}:", marks::capital(&wing.place(whose)));
            out.extend(at_a_place(self.pos, here, place));
        }
        let left = (!self.left.is_empty()).then(|| format!("Left out: {}.", self.left.join("; ")));
        let closing: Vec<String> = left.into_iter().chain(self.closing.iter().cloned()).chain(end).collect();
        if !closing.is_empty() {
            out.push(Block::prose(closing.join(" "), "  ", "  "));
        }
        out
    }

    fn wing(&self, unit: UnitId) -> Wing {
        self.front.wing(unit).unwrap_or(Wing::Centre)
    }

    fn happened(&mut self, happening: &'a Happening) {
        match happening {
            Happening::Command(event) => self.command(event, happening),
            Happening::Move(event) => self.moved(event, happening),
            Happening::Shoot(ShootEvent::Volley { unit, target, .. }) => {
                self.scenes.push((self.wing(*target), Scene::volley(*unit, *target, happening)));
            }
            Happening::Melee(event) => self.melee(event, happening),
            Happening::Morale(event) => self.effect(event),
            _ => self.say(happening),
        }
    }

    fn command(&mut self, event: &CommandEvent, happening: &'a Happening) {
        match event {
            CommandEvent::Acts(id) => {
                let (spec, rule) = (self.pos.set.command(*id), event.rule());
                let text = format!("{} acts under {} ({rule}).", spec.code, spec.leader.name);
                if self.scenes.is_empty() { self.opening.push(text) } else { self.closing.push(text) }
            }
            CommandEvent::LeftOut { text, refusal, begun } => {
                let order = text.trim().trim_start_matches("try ");
                let rest = if *begun { "the rest of " } else { "" };
                let why = worded(self.pos, refusal).message;
                self.left.push(format!("{rest}`{order}`, since {why} ({})", event.rule()));
            }
            _ => self.say(happening),
        }
    }

    fn moved(&mut self, event: &'a MoveEvent, happening: &'a Happening) {
        match event {
            MoveEvent::Moved { unit, to, .. } => {
                self.scene(self.wing(*unit), Scene::Moves(vec![(*unit, *to)]))
            }
            MoveEvent::Passed { .. } | MoveEvent::HeldBack(_) => {}
            MoveEvent::Disordered { unit, rule } => {
                self.scene(self.wing(*unit), Scene::Disorder(*rule, vec![*unit]));
            }
            MoveEvent::Charges { unit, target, .. } => {
                self.scenes.push((self.wing(*target), Scene::charge(*unit, *target, event)));
            }
            MoveEvent::Contact { unit, target, .. } => {
                let charged = self.scenes.iter_mut().rev().any(|(_, scene)| scene.meets(*unit, *target));
                if !charged {
                    self.say(happening);
                }
            }
            _ => self.say(happening),
        }
    }

    fn melee(&mut self, event: &'a MeleeEvent, happening: &'a Happening) {
        match event {
            MeleeEvent::Fights { unit, enemy, .. } => {
                let known =
                    self.scenes.iter_mut().rev().any(|(_, scene)| scene.clash_on(*unit, *enemy, event));
                if !known {
                    self.scenes.push((self.wing(*enemy), Scene::clash(event)));
                }
            }
            MeleeEvent::Ended { unit, .. } => {
                let known = self.scenes.iter_mut().rev().any(|(_, scene)| scene.ends(*unit, event));
                if !known {
                    self.say(happening);
                }
            }
            _ => self.say(happening),
        }
    }

    /// What becomes of a unit: told with what did it, or by itself.
    fn effect(&mut self, event: &'a MoraleEvent) {
        let Some(unit) = effect::whose(event) else { return };
        if let Some(scene) = scene_of(&mut self.scenes, unit) {
            scene.suffers(event);
            return;
        }
        let next = match event {
            MoraleEvent::InOrder(unit) => Scene::InOrder(event.rule(), vec![*unit]),
            event => Scene::Alone(vec![event]),
        };
        self.scene(self.wing(unit), next);
    }

    /// A scene at a place: with the last there, if it can go on.
    fn scene(&mut self, wing: Wing, scene: Scene<'a>) {
        let mut next = scene;
        let here = self.scenes.iter_mut().rev().filter(|(at, _)| *at == wing).map(|(_, scene)| scene);
        for earlier in here {
            let fought = earlier.is_fight();
            match earlier.join(next) {
                None => return,
                Some(back) => next = back,
            }
            // what happens after a fight is not told before it
            if fought {
                break;
            }
        }
        self.scenes.push((wing, next));
    }

    /// A sentence of its own, where the first unit is of which it tells.
    fn say(&mut self, happening: &'a Happening) {
        let text = marks::capital(&narrate::told(&mut Teller::new(self.pos), happening));
        match concerned(happening).first() {
            Some(&unit) => self.scenes.push((self.wing(unit), Scene::Told(text))),
            None if self.scenes.is_empty() => self.opening.push(format!("{text}.")),
            None => self.closing.push(format!("{text}.")),
        }
    }
}

/// The last fight in which a unit is.
fn scene_of<'s, 'a>(scenes: &'s mut [(Wing, Scene<'a>)], unit: UnitId) -> Option<&'s mut Scene<'a>> {
    scenes.iter_mut().rev().map(|(_, scene)| scene).find(|scene| scene.has(unit))
}

/// What happens at one place: moves first, then each volley, charge and combat on a line of its own.
fn at_a_place<'s, 'a: 's>(
    pos: &Position,
    scenes: impl Iterator<Item = &'s Scene<'a>>,
    place: String,
) -> Vec<Block> {
    let mut out = Vec::new();
    let mut prose = place;
    let mut empty = true;
    for scene in scenes {
        empty = false;
        let told = marks::capital(&scene.told(pos));
        if scene.is_fight() {
            if !prose.is_empty() {
                out.push(Block::prose(std::mem::take(&mut prose), "  ", "  "));
            }
            out.push(Block::prose(told, "    ", "      "));
        } else {
            prose.push_str(&format!(" {told}"));
        }
    }
    if !empty && !prose.is_empty() {
        out.push(Block::prose(prose, "  ", "  "));
    }
    out
}
