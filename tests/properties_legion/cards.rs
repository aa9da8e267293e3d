//! Stratagem cards in random positions: what a side could play with any card in its hand is worked out here
//! by the book, and held against what the program lists and what it asks as an enemy Command takes the
//! initiative: all of that, and nothing that the book does not let him play then.

use std::collections::{BTreeMap, BTreeSet};

use tesserarius::effects::{Question, Recorded, Seal};
use tesserarius::legion::events::command::CommandEvent;
use tesserarius::legion::legal::{allows, card_lines};
use tesserarius::legion::setup::{Card, Class};
use tesserarius::legion::state::{Directive, Known, LeaderPlace, Morale, Segment, Slot, Stage, Used};
use tesserarius::legion::{CommandId, Happening, Legion, Position, Side, UnitId};
use tesserarius::table::Run;

/// Cards in each hand of a random position, which nobody has opened.
const HELD: u8 = 3;

/// What was looked at, by the name of the card.
#[derive(Default, Debug)]
pub struct Hands {
    pub seen: BTreeMap<String, u32>,
    pub asked: u32,
    pub faults: Vec<String>,
}

/// Gives both sides a few cards.
pub fn deal(pos: &mut Position) {
    for side in Side::BOTH {
        let seal = |n: u8| Seal([1 + 2 * n + side as u8; 32]);
        pos.cards.hands[side] = (0..HELD).map(|n| Slot { seal: seal(n), die: n, used: Used::Held }).collect();
    }
}

/// The same with one of each kind in the hand of this side, and it knows them.
fn armed(pos: &Position, side: Side) -> Position {
    let mut there = pos.clone();
    let seal = |n: u8| Seal([100 + n; 32]);
    let kinds = (0..29).filter(|&n| !Card::at(n.into()).is_hidden());
    let slots: Vec<Slot> = kinds.map(|n| Slot { seal: seal(n), die: n, used: Used::Held }).collect();
    let cards = slots.iter().map(|s| (s.seal, Card::at(s.die.into()))).collect();
    there.cards.known = Known { cards, places: Vec::new() };
    there.cards.hands[side] = slots;
    there
}

/// Everything there is of the two sides.
struct Field<'a> {
    pos: &'a Position,
    side: Side,
    own: Vec<UnitId>,
    theirs: Vec<UnitId>,
}

impl<'a> Field<'a> {
    fn of(pos: &'a Position, side: Side) -> Field<'a> {
        let there = |u: &UnitId| pos.stance(*u).is_some() && !pos.is_lone_stand(*u);
        let (own, theirs) = pos.unit_ids().filter(there).partition(|&u| pos.side(u) == side);
        Field { pos, side, own, theirs }
    }

    fn commands(&self, side: Side) -> impl Iterator<Item = CommandId> + '_ {
        (0..self.pos.commands.len() as u16)
            .map(CommandId)
            .filter(move |&c| self.pos.set.command(c).side == side)
    }

    fn has_units(&self, command: CommandId) -> bool {
        self.own.iter().chain(&self.theirs).any(|&u| self.pos.unit(u).command == command)
    }

    /// Is its leader alive and on the table?
    fn leads(&self, command: CommandId) -> bool {
        match self.pos.leader(command).place {
            LeaderPlace::Alone(_) => true,
            LeaderPlace::With(unit, _) => self.pos.stance(unit).is_some(),
            _ => false,
        }
    }

    fn is_train(&self, unit: UnitId) -> bool {
        matches!(self.pos.troop(unit).class, Class::Artillery | Class::Baggage)
    }

    fn range(&self, unit: UnitId) -> i32 {
        let own = self.pos.unit(unit);
        own.stands.iter().map(|s| self.pos.profile(own, s.troop).range.0).max().unwrap_or(0)
    }

    /// **legion card.*.** What can be played on a unit, a Command or a leader whatever the moment of the
    /// turn is, and what cannot; what is not named is left to those who play.
    fn any_time(&self) -> Vec<(Card, String, bool)> {
        let pos = self.pos;
        let mut all = Vec::new();
        for &unit in &self.own {
            let own = pos.unit(unit);
            all.push((Card::Optio, pos.code(unit), own.morale == Morale::Disordered));
            all.push((Card::LegendaryCenturion, pos.code(unit), own.morale == Morale::Broken));
        }
        for &unit in &self.theirs {
            let heavy = pos.is_heavy(unit) || pos.troop(unit).class.is_chariots();
            // Whether one who is in no order can lose it the book does not say.
            if !heavy || pos.unit(unit).morale == Morale::Good {
                all.push((Card::TreacherousTerrain, pos.code(unit), heavy));
            }
        }
        for command in self.commands(self.side.other()) {
            let code = &pos.set.command(command).code;
            all.push((Card::Panic, code.clone(), self.has_units(command)));
            let leader = pos.leader_spec(command).code.clone();
            match pos.leader(command).place {
                LeaderPlace::With(unit, _) if pos.is_engaged(unit) => {
                    all.push((Card::IllFortune, leader, true))
                }
                LeaderPlace::Alone(_) | LeaderPlace::With(..) => {}
                _ => all.push((Card::IllFortune, leader, false)),
            }
        }
        all
    }

    /// What one plays for a turn, or for its rest: not when nothing of the sort comes any more.
    fn for_the_turn(&self, is_over: bool) -> Vec<(Card, String, bool)> {
        let pos = self.pos;
        let mut all = vec![(Card::GoodOmens, String::new(), true), (Card::BadOmens, String::new(), true)];
        for command in self.commands(self.side) {
            let code = &pos.set.command(command).code;
            if self.has_units(command) {
                all.push((Card::BattleFrenzy, code.clone(), !is_over));
            }
            all.push((Card::RousingSpeech, code.clone(), self.leads(command)));
        }
        for &unit in &self.own {
            let own = pos.unit(unit);
            let fit = own.morale != Morale::Broken && own.attached.is_none() && !self.is_train(unit);
            let never = is_over || own.account.shot || self.range(unit) == 0;
            if never || fit {
                all.push((Card::DevastatingVolley, pos.code(unit), !never));
            }
        }
        all
    }

    /// What its own sheet plays at one moment of the turn only.
    fn now(&self) -> Vec<(Card, String, bool)> {
        let pos = self.pos;
        let orders = matches!(pos.stage, Stage::Orders { .. });
        let acting = match pos.stage {
            Stage::Acting(acting) if pos.turn > 0 => Some(acting),
            _ => None,
        };
        let mut all =
            vec![(Card::Weather, String::new(), orders), (Card::Quaestor, String::new(), acting.is_some())];
        for command in self.commands(self.side) {
            let code = &pos.set.command(command).code;
            if self.has_units(command) || !orders {
                all.push((Card::Legate, code.clone(), orders));
            }
            let shaken = |&u: &UnitId| pos.unit(u).command == command && pos.unit(u).morale != Morale::Good;
            let rally = matches!(pos.stage, Stage::Rally { .. });
            if !rally || self.leads(command) && self.own.iter().any(shaken) {
                all.push((Card::InspiringCommander, code.clone(), rally));
            }
        }
        for &unit in &self.own {
            let (own, code) = (pos.unit(unit), pos.code(unit));
            let its_turn = acting.is_some_and(|a| a.command == own.command);
            all.extend(
                [Directive::Hold, Directive::Advance]
                    .map(|order| (Card::Tribune, format!("{code} {}", order.word()), its_turn)),
            );
            let spent = own.account.moved
                || own.account.fought
                || pos.is_engaged(unit)
                || own.morale == Morale::Broken
                || self.is_train(unit)
                || acting.is_some_and(|a| a.step > Segment::Movement);
            let alone = own.attached.is_none() && pos.attached_to(unit).next().is_none();
            if !its_turn || spent || alone && !self.theirs.is_empty() {
                all.push((Card::Aquilifer, code, its_turn && !spent));
            }
        }
        all
    }

    /// Cards face down: with the orders, and while Commands act.
    fn down(&self, numbers: &[u8], is_over: bool) -> Vec<(String, bool)> {
        let mut all = Vec::new();
        for command in self.commands(self.side).filter(|&c| self.has_units(c)) {
            let code = &self.pos.set.command(command).code;
            for number in numbers {
                all.extend(["shooting", "combat"].map(|use_| (format!("{number} {code} {use_}"), !is_over)));
            }
        }
        all
    }
}

/// Whose sheet it is.
fn whose(pos: &Position) -> Option<Side> {
    match pos.stage {
        Stage::Orders { side } | Stage::Rally { side } => Some(side),
        Stage::Acting(acting) => Some(pos.set.command(acting.command).side),
        _ => None,
    }
}

impl Hands {
    /// What the side whose turn it is could play now, with any card in its hand.
    pub fn listed(&mut self, pos: &Position, nth: u32) {
        let Some(side) = whose(pos).filter(|_| pos.turn > 0) else { return };
        let there = armed(pos, side);
        let field = Field::of(&there, side);
        let listed: BTreeSet<String> = card_lines(&there, side).into_iter().collect();
        let rally = matches!(pos.stage, Stage::Rally { .. });
        let mut all = field.any_time();
        all.extend(field.for_the_turn(rally));
        all.extend(field.now());
        for (card, on, may) in all {
            let line = format!("card {} {on}", card.face().word).trim_end().to_owned();
            self.hold(card.face().word, (&line, may), listed.contains(&line), pos);
            if !may && !listed.contains(&line) && allows(&there, side, &line) {
                self.faults.push(format!("`{line}` is carried out, and may not be played ({:?})", pos.stage));
            }
        }
        let last = there.cards.hands[side].len() as u8;
        for (down, may) in field.down(&[1, last], rally) {
            let line = format!("card {down}");
            self.hold("face down", (&line, may), listed.contains(&line), pos);
        }
        // Whatever is carried out is listed.
        if nth.is_multiple_of(6) {
            for line in conceivable(&there).into_iter().filter(|line| !listed.contains(line)) {
                if allows(&there, side, &line) {
                    self.faults.push(format!("`{line}` is carried out and not listed ({:?})", pos.stage));
                }
            }
        }
    }

    fn hold(&mut self, word: &str, (line, may): (&str, bool), listed: bool, pos: &Position) {
        let what = if may { word.to_owned() } else { format!("no {word}") };
        *self.seen.entry(what).or_default() += 1;
        if may != listed {
            let why = if may { "is not listed" } else { "is listed and may not be played" };
            self.faults.push(format!("`{line}` {why} ({:?}, turn {})", pos.stage, pos.turn));
        }
    }

    /// An enemy Command takes the initiative: who holds cards is asked, and may play what can be played at
    /// any time.
    pub fn asked(&mut self, run: &Run<Legion>) {
        let pos = &run.position;
        let Stage::Acting(acting) = pos.stage else { return };
        let acts = |entry: &Recorded<Happening>| matches!(entry, Recorded::Happened(Happening::Command(CommandEvent::Acts(c))) if *c == acting.command);
        let Some(nth) = run.record.iter().rposition(acts).filter(|_| pos.turn > 0) else { return };
        let side = pos.set.command(acting.command).side.other();
        let questions: Vec<&Question> = run.record[nth..]
            .iter()
            .filter_map(|entry| match entry {
                Recorded::Decided(question, _) if question.window == "cards" => Some(&**question),
                _ => None,
            })
            .collect();
        let laid = questions.len().saturating_sub(1);
        let Some(question) = questions.first() else {
            if pos.cards.held(side) > 0 {
                self.faults.push(format!("nobody asks {} for cards", pos.set.sides[side]));
            }
            return;
        };
        self.asked += 1;
        let field = Field::of(pos, side);
        let has = |key: &str| question.choices.iter().any(|c| c.key == key);
        let mut all = field.any_time();
        all.extend(field.for_the_turn(false));
        for (card, on, may) in all {
            let key = format!("{} {on}", card.face().word).trim_end().to_ascii_lowercase().replace(' ', "-");
            self.hold(&format!("{} when asked", card.face().word), (&key, may), has(&key), pos);
        }
        // Those that are still held; one that has been laid down since was offered before.
        let held: Vec<u8> =
            (1..).zip(&pos.cards.hands[side]).filter(|(_, s)| s.used == Used::Held).map(|(n, _)| n).collect();
        if laid == 0 {
            for (down, may) in field.down(&held, false) {
                let key = down.to_ascii_lowercase().replace(' ', "-");
                self.hold("face down when asked", (&key, may), has(&key), pos);
            }
        }
    }
}

/// All that one might think of playing.
fn conceivable(pos: &Position) -> Vec<String> {
    let mut on: Vec<String> = vec![String::new()];
    let there = |u: &UnitId| pos.stance(*u).is_some() && !pos.is_lone_stand(*u);
    on.extend(pos.unit_ids().filter(there).map(|u| pos.code(u)));
    let commands = || (0..pos.commands.len() as u16).map(CommandId);
    let leaders: Vec<String> = commands().map(|c| pos.leader_spec(c).code.clone()).collect();
    on.extend(commands().map(|c| pos.set.command(c).code.clone()));
    let cards = (0..29).map(Card::at).filter(|c| !c.is_hidden());
    let lines = |card: Card| {
        // A leader answers to the name of his Command, too, and is listed by his own.
        let whom = if card == Card::IllFortune { &leaders } else { &on };
        whom.iter().map(move |on| format!("card {} {on}", card.face().word).trim_end().to_owned())
    };
    cards.flat_map(lines).collect()
}
