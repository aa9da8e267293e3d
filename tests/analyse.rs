//! Luck and judgement: where one die decides everything, luck goes to whom it favours; what is left off and
//! taken up again comes to the same bytes.

use tesserarius::bot::{Commander, Duel, sensible};
use tesserarius::effects::Game;
use tesserarius::game::{Agent, AnyPosition, Playable, of_scenario};
use tesserarius::gboh::{Gboh, Position};
use tesserarius::ledger::{Ledger, Mode};
use tesserarius::odds::{Analysis, BalanceError, Carrier, Policy, Seeded, Study};
use tesserarius::scenario::Library;
use tesserarius::steward::{Course, Move};

/// The field on which all of these are fought.
const FIELD: &str = "spqr/skirmish";

/// A small study by quick commanders, on one thread: tests run side by side.
const STUDY: Study = Study { battles: 8, commander: Commander::Quick, seed: 5, turns: 30, threads: 1 };

/// The log of a battle of two sensible commanders.
fn fought(seed: u64) -> Ledger {
    let library = Library::embedded();
    let offered = of_scenario(&library, FIELD).expect("a field").offered(&library, FIELD).expect("offered");
    let begun = Gboh::opening(&library, FIELD, &[].into()).expect("an opening");
    let mut duel: Duel<Gboh> = Duel::of(&offered, begun, Mode::Direct, seed).expect("a battle");
    let mut bots: [Box<dyn Agent<Position>>; 2] =
        [Box::new(sensible(2 * seed)), Box::new(sensible(2 * seed + 1))];
    duel.fight(&mut bots, 30, 4_000).expect("fought");
    duel.ledger
}

fn course(ledger: &Ledger) -> Course {
    Course::of(ledger, &Library::embedded()).expect("it holds")
}

fn analysed(study: Study, course: &Course) -> Analysis {
    let none = Analysis::new(study.head("game", course));
    study.analyse(course, none, |_, _| Ok::<(), BalanceError>(())).expect("threads")
}

#[test]
fn sums_lead_from_the_first_field_to_the_last_and_the_end_is_known() {
    let ledger = fought(1);
    let course = course(&ledger);
    let over = match Gboh::duty(course.end.of::<Position>().expect("of this game")) {
        tesserarius::effects::Duty::Over(ending) => ending.winner.expect("somebody won"),
        other => panic!("{other:?}"),
    };
    let found = analysed(STUDY, &course);
    assert_eq!(found.steps.len(), course.moves.len());
    assert!(found.steps.windows(2).all(|pair| pair[0].after == pair[1].before));
    let [first, second] = found.sums();
    let last = *found.chances().last().expect("a step");
    let sure = if over == first.side { 10_000 } else { 0 };
    assert_eq!(last[2], sure, "{over} won");
    let gained = first.judgement.by + first.own_luck.by + first.their_luck.by - second.judgement.by;
    let chances = i64::from(last[2]) - i64::from(found.chances()[0][0]);
    // each of four numbers is rounded by itself
    assert!((gained - chances).abs() <= 4, "{gained} is not {chances}");
    let page = found.text();
    assert!(page.is_ascii() && page.lines().all(|line| line.len() <= 80), "{page}");
}

#[test]
fn what_was_left_off_and_is_taken_up_again_comes_to_the_same_bytes() {
    let ledger = fought(2);
    let course = course(&ledger);
    let study = Study { battles: 3, ..STUDY };
    let whole = analysed(Study { threads: 2, ..study }, &course).lines();
    let mut kept = String::new();
    let none = Analysis::new(study.head("game", &course));
    let left = study.analyse(&course, none, |found, of| {
        kept = found.lines();
        let stop = found.steps.len() * 2 > of;
        if stop { Err(BalanceError::Threads("no more".to_owned())) } else { Ok(()) }
    });
    assert!(left.is_err());
    let known = Analysis::read(&kept).expect("lines");
    assert!(!known.steps.is_empty() && kept.len() < whole.len());
    let found = study.analyse(&course, known, |_, _| Ok::<(), BalanceError>(())).expect("threads");
    assert_eq!(found.lines(), whole);
}

/// The move with its side one blow from victory, and the fields to which its dice may lead: one in which it
/// has won, one in which it has not.
fn decisive(it: Move) -> Option<(Move, [Box<dyn AnyPosition>; 2])> {
    let mut field = it.before.of::<Position>()?.clone();
    let enemy = usize::from(Gboh::sides(&field)[0] == it.side);
    field.fallen[enemy] = field.set.withdrawal.0[enemy].saturating_sub(1);
    let (mut won, mut not) = (None, None);
    {
        let read = field.read(&it.side, &it.sheet).ok()?;
        let nothing = |_| None;
        let policy = Policy::new(&field, Vec::new(), &nothing).as_given(&it.answers);
        let mut carrier = Carrier::new(&*read, it.hidden.clone(), &policy);
        for run in 0..12 {
            let dice = Seeded::new(77);
            carrier.carry(&mut |stretch| dice.dice(run, stretch), |came, _, _| {
                let beaten = came.points()[enemy].now > field.fallen[enemy];
                let place = if beaten { &mut won } else { &mut not };
                place.get_or_insert_with(|| came.copied());
            });
        }
    }
    Some((Move { before: Box::new(field), ..it }, [won?, not?]))
}

#[test]
fn where_one_die_decides_everything_luck_goes_to_whom_it_favours() {
    let moves = (0..6).flat_map(|seed| course(&fought(seed)).moves);
    let (it, ends) = moves.into_iter().find_map(decisive).expect("dice that decide");
    let [won, not] = ends.map(|end| {
        let again = copied(&it);
        let course = Course { moves: vec![again], end, shown: [].into() };
        let found = analysed(Study { battles: 40, ..STUDY }, &course);
        let own = found.head.sides.iter().position(|side| *side == it.side).expect("a side");
        found.sums()[own].clone()
    });
    assert!(won.own_luck.by > 0 && won.own_luck.by > not.own_luck.by, "{won:?} {not:?}");
    assert_eq!(won.judgement, not.judgement, "what the dice did is nobody's judgement");
    assert_eq!(won.their_luck.by, 0);
}

fn copied(it: &Move) -> Move {
    Move {
        id: it.id,
        seq: it.seq,
        side: it.side.clone(),
        sheet: it.sheet.clone(),
        hidden: it.hidden.clone(),
        answers: it.answers.clone(),
        before: it.before.copied(),
        tale: it.tale.clone(),
    }
}
