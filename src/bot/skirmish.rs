//! A whole battle between two agents, without log and mail: for tests, benches and the balance of scenarios.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use tess_dice::RollKey;
use tess_effects::{Answer, Answered, Dice, Duty, Ending, Hidden, Oracle, Present, Question, Seal};
use tess_game::{Agent, Playable, secret};
use tess_gboh::{Gboh, Position, Setup};
use tess_ledger::Role;
use tess_orders::Sealed;
use tess_table::{Close, Halt, Run, perform_by};

/// Actions after which a battle is given up: far more than any turn limit allows.
pub(crate) const MOST_ACTIONS: u32 = 20_000;

/// Questions inside one action after which it is given up.
const MOST_QUESTIONS: usize = 2_000;

/// How a battle went.
#[derive(Debug)]
pub struct Fought<P = Position> {
    /// The field at the end.
    pub position: P,
    /// Sheets carried out.
    pub actions: u32,
    /// Sheets that came to an end before their last line.
    pub cut_short: u32,
    /// Questions answered.
    pub questions: u32,
    /// Dice thrown.
    pub dice: u32,
    /// Lines carried out, those that were carried out again for a question among them: a measure of the
    /// work.
    pub lines: u64,
    /// What each side had lost or was about to lose when somebody looked at the field on the way, in
    /// millionths of what decides the battle; nothing when nobody did, or the battle was over by then.
    pub seen: Option<[i64; 2]>,
    /// How the battle ended; `None` when the last turn came first.
    pub ending: Option<Ending>,
    /// What stood in the way of going on: a sheet that could not be read, or whose first order was illegal.
    pub stuck: Option<String>,
}

/// Fights a battle from its start. The first agent commands the first side. All dice come from the seed. It
/// ends when the rules say so, or before turn `max_turns` + 1.
#[must_use]
pub fn fight(setup: &Arc<Setup>, agents: [&mut dyn Agent<Position>; 2], seed: u64, max_turns: u16) -> Fought {
    play::<Gboh>(Position::new(Arc::clone(setup)), agents, seed, max_turns, None)
}

/// Somebody who sees each sheet and what came of it.
pub type Watcher<'w, G> = &'w mut dyn FnMut(&str, &Run<G>);

/// A fight for somebody who watches: after each action he sees the sheet and what came of it, with the
/// record.
#[must_use]
pub fn fight_watched(
    setup: &Arc<Setup>,
    agents: [&mut dyn Agent<Position>; 2],
    seed: u64,
    max_turns: u16,
    mut watch: impl FnMut(&str, &Run<Gboh>),
) -> Fought {
    play::<Gboh>(Position::new(Arc::clone(setup)), agents, seed, max_turns, Some(&mut watch))
}

/// Fights a battle of any game, from the position in which it begins, for somebody who watches.
#[must_use]
pub fn play<G: Playable>(
    start: G::Position,
    agents: [&mut dyn Agent<G::Position>; 2],
    seed: u64,
    max_turns: u16,
    watch: Option<Watcher<'_, G>>,
) -> Fought<G::Position> {
    play_from::<G>((start, 0), agents, seed, max_turns, watch)
}

/// Fights a battle on from a position in which so many actions have been carried out: the dice of each
/// action hang on its number, so that battles fought on from two positions of one battle can share them.
#[must_use]
pub fn play_from<G: Playable>(
    begun: (G::Position, u32),
    agents: [&mut dyn Agent<G::Position>; 2],
    seed: u64,
    max_turns: u16,
    watch: Option<Watcher<'_, G>>,
) -> Fought<G::Position> {
    play_until::<G>(begun, agents, seed, Until { turns: max_turns, actions: MOST_ACTIONS, look: None }, watch)
}

/// How long is fought.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Until<P> {
    /// The last turn.
    pub(crate) turns: u16,
    /// So many actions at most.
    pub(crate) actions: u32,
    /// When the field is looked at on the way.
    pub(crate) look: Option<Look<P>>,
}

/// A look at the field on the way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look<P> {
    /// After so many actions.
    pub(crate) after: u32,
    /// What each side has lost or is about to lose there, in millionths of what decides the battle.
    pub(crate) losses: fn(&P) -> [i64; 2],
}

/// [`play_from`], no longer than so.
pub(crate) fn play_until<G: Playable>(
    (start, before): (G::Position, u32),
    agents: [&mut dyn Agent<G::Position>; 2],
    seed: u64,
    until: Until<G::Position>,
    mut watch: Option<Watcher<'_, G>>,
) -> Fought<G::Position> {
    let sides = G::sides(&start);
    let mut fought = Fought {
        position: start,
        actions: 0,
        cut_short: 0,
        questions: 0,
        dice: 0,
        lines: 0,
        seen: None,
        ending: None,
        stuck: None,
    };
    let mut roles = Vec::new();
    for name in &sides {
        match name.parse::<Role>() {
            Ok(role) => roles.push(role),
            Err(fault) => {
                fought.stuck = Some(format!("the side {name} is no role: {fault}"));
                return fought;
            }
        }
    }
    let mut hall: Hall<'_, G> =
        Hall { agents, roles, seed, before, quiet: watch.is_none(), secrets: BTreeMap::new() };
    while fought.actions < until.actions {
        match G::duty(&fought.position) {
            Duty::Over(ending) => {
                fought.ending = Some(ending);
                return fought;
            }
            Duty::Orders(_) if G::turn(&fought.position) > until.turns => return fought,
            Duty::Orders(deed) => {
                if let Some(look) = until.look.as_ref().filter(|look| look.after == fought.actions) {
                    fought.seen = Some((look.losses)(&fought.position));
                }
                let (sheet, run) = match hall.act(&deed.side, &mut fought) {
                    Ok(done) => done,
                    Err(why) => {
                        fought.stuck = Some(why);
                        return fought;
                    }
                };
                if let Some(watch) = &mut watch {
                    watch(&sheet, &run);
                }
                fought.dice += run.rolls.len() as u32;
                fought.cut_short += u32::from(!matches!(run.halt, Halt::Closed(Close::Whole)));
                fought.actions += 1;
                fought.position = run.position;
            }
        }
    }
    if until.actions == MOST_ACTIONS {
        fought.stuck = Some(format!("no end after {MOST_ACTIONS} actions"));
    }
    fought
}

/// The two players and the dice.
struct Hall<'a, G: Playable> {
    agents: [&'a mut dyn Agent<G::Position>; 2],
    roles: Vec<Role>,
    seed: u64,
    /// Actions before the first.
    before: u32,
    /// Nobody reads the record.
    quiet: bool,
    /// What each seal hides.
    secrets: BTreeMap<Seal, String>,
}

impl<G: Playable> Hall<'_, G> {
    /// One action, from the sheet to its close.
    fn act(&mut self, side: &str, fought: &mut Fought<G::Position>) -> Result<(String, Run<G>), String> {
        let at = self.index(side)?;
        let seen = self.confided(&fought.position, side);
        let only = G::only_sheet(&fought.position, side);
        let Some(sheet) = only.or_else(|| self.agents[at].orders(&seen, &self.roles[at])) else {
            return Err(format!("{side} has no orders to give"));
        };
        let Sealed { sheet: signed, values } = G::seal_up(&sheet)?;
        let mut hidden = vec![self.hide(&values)];
        let lines = G::read(&fought.position, side, &signed).map_err(|complaints| {
            let all: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            format!("{side} wrote\n{sheet}{}", all.join("\n"))
        })?;
        let to_show = G::to_show(&fought.position, side, &lines, &|seal| self.known(seal))?;
        hidden[0].shown = to_show.into_iter().filter_map(|seal| Some((seal, self.known(seal)?))).collect();
        let mut answers: Vec<Answered> = Vec::new();
        loop {
            let start = &fought.position;
            let (run, unseen) = self.run(start, side, &lines, fought.actions, &answers, &hidden);
            fought.lines += (lines.len() + unseen.len()) as u64;
            fought.questions += unseen.len() as u32;
            for answered in unseen {
                hidden.push(Hidden::default());
                answers.push(answered);
            }
            match &run.halt {
                Halt::Closed(_) => return Ok((sheet, run)),
                Halt::Illegal(refusal, line) => {
                    let refusal = G::words(start, refusal);
                    return Err(format!("{side}, line {line} of\n{sheet}{refusal}"));
                }
                Halt::Dice(label) => return Err(format!("the die {} was not thrown", label.text)),
                // what has been opened so and is asked all the same has to be answered
                Halt::Ask(question)
                    if let Some(opened) = self.opened_at_once(question)
                        && !hidden.iter().any(|there| there.shown.contains(&opened)) =>
                {
                    let last = hidden.len() - 1;
                    hidden[last].shown.push(opened);
                }
                Halt::Ask(question) if answers.len() < MOST_QUESTIONS => {
                    let known = |seal| self.known(seal);
                    let question = &question.put_to(known);
                    let who = self.index(&question.side)?;
                    let key = question.at_once(known).or_else(|| {
                        let seen = self.confided(&run.position, &question.side);
                        self.agents[who].answer(&seen, &self.roles[who], question)
                    });
                    let key = key.unwrap_or_else(|| question.default.clone());
                    if !question.allows(&key) {
                        return Err(format!("{key} is no answer to {}", question.id));
                    }
                    fought.questions += 1;
                    let dice = self.dice(fought.actions, answers.len() + 1);
                    hidden.push(Hidden { seals: Vec::new(), shown: self.shown(question, &key) });
                    answers.push(Answered { question: question.id.clone(), answer: Answer(key), dice });
                }
                Halt::Ask(question) => return Err(format!("asked for ever: {}", question.id)),
            }
        }
    }

    /// A sheet from its start, as far as its questions are answered, and what was answered on the way
    /// without a look at the field: so it need not be run again for each of them.
    fn run(
        &self,
        start: &G::Position,
        side: &str,
        lines: &[G::Line],
        action: u32,
        answers: &[Answered],
        hidden: &[Hidden],
    ) -> (Run<G>, Vec<Answered>) {
        let mut unseen: Vec<Answered> = Vec::new();
        let mut there = |question: &Question| {
            let stretch = answers.len() + unseen.len() + 1;
            let hides = question.showing.is_some() || stretch > MOST_QUESTIONS;
            let key = self.agents[self.index(&question.side).ok()?].answer_unseen(question)?;
            if hides || !question.allows(&key) {
                return None;
            }
            let (dice, answer) = (self.dice(action, stretch), Answer(key));
            let present = Present { answer: answer.clone(), shown: None, dice: dice.clone() };
            unseen.push(Answered { question: question.id.clone(), answer, dice });
            Some(present)
        };
        let oracle = Oracle::new(self.dice(action, 0), answers).with_hidden(hidden).answered_by(&mut there);
        let mut position = start.clone();
        let oracle = if self.quiet { oracle.quiet() } else { oracle };
        let Run { record, rolls, deciders, halt, .. } = perform_by::<G>(&mut position, side, lines, oracle);
        (Run { position, record, rolls, deciders, halt }, unseen)
    }

    /// Seals hidden choices, and remembers them.
    fn hide(&mut self, values: &[String]) -> Hidden {
        let mut seals = Vec::new();
        for value in values {
            let mut salt = [0; 32];
            salt[..8].copy_from_slice(&(self.secrets.len() as u64).to_be_bytes());
            salt[8..16].copy_from_slice(&self.seed.to_be_bytes());
            let value = secret(value, &salt);
            let seal = Seal(tess_dice::seal(&salt, &value));
            self.secrets.insert(seal, value);
            seals.push(seal);
        }
        Hidden { seals, shown: Vec::new() }
    }

    fn known(&self, seal: Seal) -> Option<String> {
        self.secrets.get(&seal).cloned()
    }

    /// The position as a side sees it, with what it has sealed.
    fn confided(&self, position: &G::Position, side: &str) -> G::Position {
        let mut position = position.clone();
        G::confide(&mut position, side, &|seal| self.known(seal));
        position
    }

    fn shown(&self, question: &Question, key: &str) -> Vec<(Seal, String)> {
        question.opens(key, |seal| self.known(seal)).ok().flatten().into_iter().collect()
    }

    fn opened_at_once(&self, question: &Question) -> Option<(Seal, String)> {
        let key = question.at_once(|seal| self.known(seal))?;
        self.shown(question, &key).pop()
    }

    fn index(&self, side: &str) -> Result<usize, String> {
        self.roles.iter().position(|r| r.as_str() == side).ok_or_else(|| format!("there is no side {side}"))
    }

    /// The dice of one stretch of one action.
    fn dice(&self, action: u32, stretch: usize) -> Dice {
        dice(self.seed, self.before + action, stretch)
    }
}

/// The dice of one stretch of the action of this number in the battle of a seed.
#[must_use]
pub fn dice(seed: u64, action: u32, stretch: usize) -> Dice {
    let mut hash = Sha256::new();
    hash.update(b"skirmish");
    hash.update(seed.to_be_bytes());
    hash.update(action.to_be_bytes());
    hash.update((stretch as u64).to_be_bytes());
    Dice::Keyed(RollKey::of(hash.finalize().into()))
}
