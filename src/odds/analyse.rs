//! What each action of a battle was worth, and what its dice were: the battle is fought on many times from
//! the field before it, from what its sheet comes to with dice that nobody knows, and from the field after
//! it.

use super::analysis::{Analysis, Head, Step};
use super::balance::BalanceError;
use super::carry::Carrier;
use super::decide::Policy;
use super::forecast::seed_of;
use super::together::side_by_side;
use tess_bot::{Bout, Commander, End, Playout, skirmish};
use tess_game::AnyPosition;
use tess_steward::{Course, Move};

/// Actions of each battle after which the field is looked at: what one side has lost by then, against the
/// other, says more surely who is winning than how this battle ended.
const LOOK: u32 = 8;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Study {
    /// Battles that are fought on from each field.
    pub battles: u64,
    /// Who fights them, on both sides.
    pub commander: Commander,
    /// The seed of their dice and commanders.
    pub seed: u64,
    /// Turns from each field on after which one counts as not ended.
    pub turns: u16,
    /// On so many threads; 0 for as many as the machine has cores.
    pub threads: usize,
}

impl Study {
    /// What the figures of a battle hang on.
    #[must_use]
    pub fn head(&self, game: &str, course: &Course) -> Head {
        Head {
            game: game.to_owned(),
            sides: course.end.sides(),
            battles: self.battles,
            commander: self.commander.name().to_owned(),
            seed: self.seed,
            turns: self.turns,
            look: LOOK,
            release: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }

    /// Looks at all actions that `known` does not know; what it knows of others than those of the battle is
    /// left out. After each action it shows what there is by then, of how many.
    ///
    /// # Errors
    /// When there are no threads to be had, or whoever is shown it wants no more.
    pub fn analyse<E: From<BalanceError>>(
        &self,
        course: &Course,
        known: Analysis,
        mut show: impl FnMut(&Analysis, usize) -> Result<(), E>,
    ) -> Result<Analysis, E> {
        let mut found = known;
        let ids: Vec<String> = course.moves.iter().map(|it| it.id.to_string()).collect();
        let same = found.steps.iter().zip(&ids).take_while(|(step, id)| step.event == **id).count();
        found.steps.truncate(same);
        for (nth, it) in course.moves.iter().enumerate().skip(same) {
            let before = match found.steps.last() {
                Some(last) => Ends { letters: last.after.clone(), leans: last.leans[2].clone() },
                None => self.fought_on(&*it.before, nth)?,
            };
            let then = course.moves.get(nth + 1).map_or(&*course.end, |next| &*next.before);
            let after = self.fought_on(then, nth + 1)?;
            // what throws no die comes to what it came to
            let known = self
                .carried_out(course, it, nth, 0)
                .is_some_and(|(came, dice)| dice == 0 && encoded(&*came) == encoded(then));
            let sheet = if known { after.clone() } else { self.unknown(course, it, nth)? };
            found.steps.push(Step {
                event: ids[nth].clone(),
                seq: it.seq,
                turn: it.before.turn(),
                side: it.side.clone(),
                tale: it.tale.clone(),
                before: before.letters,
                sheet: sheet.letters,
                after: after.letters,
                leans: [before.leans, sheet.leans, after.leans],
            });
            show(&found, course.moves.len())?;
        }
        Ok(found)
    }

    /// How battles end that are fought on from a field in which so many actions have been carried out.
    fn fought_on(&self, field: &dyn AnyPosition, nth: usize) -> Result<Ends, BalanceError> {
        self.each(|run| Some(self.playout(field, nth).fight(field, seed_of(self.seed, run))))
    }

    /// How they end from where a sheet leads with dice that nobody knows.
    fn unknown(&self, course: &Course, it: &Move, nth: usize) -> Result<Ends, BalanceError> {
        self.each(|run| {
            let (came, _) = self.carried_out(course, it, nth, run)?;
            Some(self.playout(&*it.before, nth + 1).fight(&*came, seed_of(self.seed, run)))
        })
    }

    fn playout(&self, field: &dyn AnyPosition, nth: usize) -> Playout {
        let turns = field.turn().saturating_add(self.turns);
        Playout { who: self.commander, turns, before: nth as u32, look: Some(LOOK) }
    }

    /// Where a sheet leads with the dice of a run, and how many it throws; questions are answered as they
    /// were in the battle.
    fn carried_out(
        &self,
        course: &Course,
        it: &Move,
        nth: usize,
        run: u64,
    ) -> Option<(Box<dyn AnyPosition>, usize)> {
        let read = it.before.read(&it.side, &it.sheet).ok()?;
        let known = |seal| course.shown.get(&seal).cloned();
        let policy = Policy::new(&*it.before, Vec::new(), &known).as_given(&it.answers);
        let seed = seed_of(self.seed, run);
        let mut came = None;
        Carrier::new(&*read, it.hidden.clone(), &policy)
            .carry(&mut |stretch| skirmish::dice(seed, nth as u32, stretch), |position, tried, _| {
                came = Some((position.copied(), tried.rolls.len()))
            });
        came
    }

    /// The ends of all battles of one kind.
    fn each(&self, fight: impl Fn(u64) -> Option<Bout> + Sync) -> Result<Ends, BalanceError> {
        let mut ends = vec![b'x'; self.battles as usize];
        let mut leans = vec![None; self.battles as usize];
        let fight = |run| fight(run).map(|bout| Bout { seed: run, ..bout });
        side_by_side((0..self.battles).collect(), self.threads, fight, |bout| {
            ends[bout.seed as usize] = match bout.end {
                _ if bout.stuck.is_some() => b'x',
                End::First => b'2',
                End::Second => b'0',
                End::Drawn | End::Open => b'1',
            };
            leans[bout.seed as usize] = bout.lean;
            Ok::<(), BalanceError>(())
        })?;
        Ok(Ends { letters: ends.into_iter().map(char::from).collect(), leans })
    }
}

/// How the battles from one field ended, and how they stood on the way, as in a [`Step`].
#[derive(Clone)]
struct Ends {
    letters: String,
    leans: Vec<Option<i32>>,
}

fn encoded(position: &dyn AnyPosition) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.encode(&mut bytes);
    bytes
}
