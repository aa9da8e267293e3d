//! Running a case.

use std::collections::BTreeMap;

use super::bench::Bench;
use super::hidden;
use super::moment::{Moment, holds};
use super::parse::{Case, CaseError, Deed, Line, Orders};
use super::verdict::Verdict;
use tess_canon::note::{Unnoted, read, write};
use tess_effects::{Answer, Answered, Dice, Game, Hidden, Recorded, Scripted};
use tess_gboh::Gboh;
use tess_legion::Legion;
use tess_orders::Sealed;
use tess_scenario::Family;
use tess_table::{Close, Halt, Run, rehearse_with};

/// Runs a case of any book and says what did not come out. The first rule that it cites says by which game
/// it is played.
///
/// # Errors
/// When the case itself cannot be built: an unknown piece, a hex off its field, ...
pub fn run(case: &Case, library: &tess_scenario::Library) -> Result<Verdict, CaseError> {
    let book = case.rules.first().map_or(String::new(), |rule| rule.book.to_ascii_lowercase());
    match Family::of_book(&book) {
        Some(Family::Gboh) => run_by::<Gboh>(case, library),
        Some(Family::Legion) => run_by::<Legion>(case, library),
        None => Err(CaseError::new(
            1,
            format!("no game is played by the book `{book}`"),
            format!("cite a rule of {}", Family::books().join(", ")),
        )),
    }
}

fn run_by<G: Bench>(case: &Case, library: &tess_scenario::Library) -> Result<Verdict, CaseError> {
    let mut verdict = Verdict::new(&case.title, &case.rules);
    let mut moment: Moment<G> = Moment {
        position: set_up::<G>(case, library)?,
        halt: None,
        complaints: Vec::new(),
        told: Vec::new(),
        dice: Vec::new(),
    };
    let listed = moment.position.clone();
    let mut steps = case.steps.iter().peekable();
    while let Some(step) = steps.next() {
        match step {
            Deed::Expect(line) => expectation(&moment, line, &mut verdict)?,
            Deed::Orders(orders) => {
                moment = act(moment.position, orders, &mut verdict)?;
                let mut foreseen = false;
                while let Some(Deed::Expect(line)) = steps.peek() {
                    foreseen |= foresees(line);
                    expectation(&moment, line, &mut verdict)?;
                    steps.next();
                }
                if !foreseen {
                    surprise(&moment, orders.number, &mut verdict);
                }
            }
        }
    }
    if !verdict.passed() {
        verdict.position = write(&G::said(&listed, &moment.position), G::DOCUMENT);
    }
    Ok(verdict)
}

/// The position that the lines of a case make, or its notation over them.
fn set_up<G: Bench>(case: &Case, library: &tess_scenario::Library) -> Result<G::Position, CaseError> {
    let built = G::build(case, library)?;
    let Some(notation) = &case.notation else { return Ok(built) };
    let help = "write what `tess position` writes, without its first lines; docs/position.md describes it";
    let wrong = |line: usize, why: String| {
        CaseError::new(notation.first + u32::try_from(line - 1).unwrap_or_default(), why, help)
    };
    let (said, placed) =
        read(&notation.text, G::DOCUMENT).map_err(|fault| wrong(fault.line, fault.what.to_string()))?;
    G::noted(&built, &said).map_err(|why| match why {
        Unnoted::Misread(misread) => wrong(placed.of(&misread.path).0, misread.to_string()),
        Unnoted::Unfit(why) => wrong(1, why),
    })
}

fn expectation<G: Bench>(moment: &Moment<G>, line: &Line, verdict: &mut Verdict) -> Result<(), CaseError> {
    if let Err(found) = holds(moment, line)? {
        verdict.fail(line.number, line.words.join(" "), found);
    }
    Ok(())
}

/// Does this line speak of how the sheet ended?
fn foresees(line: &Line) -> bool {
    let words = ["refused", "stopped", "halted", "asks", "needs", "unreadable"];
    line.words.iter().take(2).any(|w| words.contains(&w.to_ascii_lowercase().as_str()))
}

/// A sheet that did not come to its end though nobody expected that.
fn surprise<G: Bench>(moment: &Moment<G>, number: u32, verdict: &mut Verdict) {
    if let Some(first) = moment.complaints.first() {
        verdict.fail(number, "a sheet that can be read", first.clone());
    }
    match &moment.halt {
        None | Some(Halt::Closed(Close::Whole)) => {}
        Some(Halt::Closed(Close::Stopped { line, refusal })) => {
            verdict.fail(
                number,
                "the sheet carried out to its end",
                format!("stopped at its line {line}: {refusal}"),
            );
        }
        Some(Halt::Closed(close)) => {
            verdict.fail(number, "the sheet carried out to its end", format!("{close:?}"))
        }
        Some(Halt::Dice(label)) => {
            verdict.fail(
                number,
                "no further die",
                format!("`die {} FACE` is missing ({})", label.text, label.rule),
            );
        }
        Some(Halt::Ask(q)) => {
            let keys: Vec<&str> = q.choices.iter().map(|c| c.key.as_str()).collect();
            let found = format!("`answer {} {}` is missing: {} ({})", q.id, keys.join("|"), q.text, q.rule);
            verdict.fail(number, "no further question", found);
        }
        Some(Halt::Illegal(refusal, line)) => {
            verdict.fail(number, "legal orders", format!("line {line} of the sheet refused: {refusal}"));
        }
    }
}

/// Carries out a sheet of a case; what of its dice and answers was not wanted is a fault of the case.
fn act<G: Bench>(
    position: G::Position,
    orders: &Orders,
    verdict: &mut Verdict,
) -> Result<Moment<G>, CaseError> {
    if !G::sides(&position).iter().any(|side| side.eq_ignore_ascii_case(&orders.side)) {
        let what = format!("there is no side {}", orders.side);
        return Err(CaseError::new(orders.number, what, "name the sides with `sides`"));
    }
    let (lines, hidden) = match read_sheet::<G>(&position, orders) {
        Ok(read) => read,
        Err(complaints) => {
            let begins = |complaint| format!("(sheet begins at line {}) {complaint}", orders.first);
            let complaints = complaints.iter().map(begins).collect();
            return Ok(Moment { position, halt: None, complaints, told: Vec::new(), dice: Vec::new() });
        }
    };
    let run = carry_out::<G>(&position, orders, &lines, hidden);
    unwanted(&run, orders, verdict);
    let told: Vec<String> = run.record.iter().map(|e| G::tell(&run.position, e)).collect();
    verdict.story.extend(told.iter().cloned());
    verdict.asked.extend(run.record.iter().filter_map(|e| match e {
        Recorded::Decided(q, _) => Some(q.id.clone()),
        _ => None,
    }));
    let thrown: Vec<(String, u8)> = run.rolls.iter().map(|(_, r)| (r.label.text.clone(), r.face)).collect();
    verdict.dice.extend(thrown.iter().cloned());
    let halt = run.halt.worded(|refusal| G::words(&run.position, refusal));
    Ok(Moment { position: run.position, halt: Some(halt), complaints: Vec::new(), told, dice: thrown })
}

/// The lines of a sheet, and what it hides and shows, stretch by stretch.
type Prepared<G> = (Vec<<G as Game>::Line>, Vec<Hidden>);

/// Reads a sheet.
fn read_sheet<G: Bench>(position: &G::Position, orders: &Orders) -> Result<Prepared<G>, Vec<String>> {
    let Sealed { sheet, values } = G::seal_up(&orders.sheet).map_err(|complaint| vec![complaint])?;
    let lines = G::read(position, &orders.side, &sheet)?;
    let mut hidden = vec![Hidden::default(); orders.answers.len() + 1];
    hidden[0] = hidden::of_sheet(G::first_seal(position, &orders.side), &values);
    let seals =
        G::to_show(position, &orders.side, &lines, &hidden::known).map_err(|complaint| vec![complaint])?;
    hidden[0].shown = seals.into_iter().filter_map(|seal| Some((seal, hidden::known(seal)?))).collect();
    Ok((lines, hidden))
}

/// Carries the lines out with the dice and answers of the case, until nothing of the case helps any more.
fn carry_out<G: Bench>(
    position: &G::Position,
    orders: &Orders,
    lines: &[G::Line],
    mut hidden: Vec<Hidden>,
) -> Run<G> {
    let said = orders.answers.iter().zip(1..);
    let mut given: Vec<Answered> = said
        .map(|((_, question, choice), stretch)| Answered {
            question: question.clone(),
            answer: Answer(choice.clone()),
            dice: scripted(orders, stretch),
        })
        .collect();
    let mut run = loop {
        let dice = scripted(orders, 0);
        let run: Run<G> = rehearse_with(position, &orders.side, lines, dice, &given, &hidden, false);
        let here = run.deciders.len();
        match &run.halt {
            // The answer is there, and brings what it has to show ...
            Halt::Ask(q)
                if given.get(here).is_some_and(|a| a.question == q.id)
                    && hidden[here + 1].shown.is_empty()
                    && !hidden::of_answer(q, &given[here].answer.0).shown.is_empty()
                    && q.allows(&given[here].answer.0)
                    && hidden::as_put((**q).clone()).allows(&given[here].answer.0) =>
            {
                hidden[here + 1] = hidden::of_answer(q, &given[here].answer.0);
            }
            // ... or the orders bring what they have to.
            Halt::Ask(q)
                if given.get(here).is_none_or(|a| a.question != q.id) && hidden::at_once(q).is_some() =>
            {
                hidden[here].shown.extend(hidden::at_once(q));
            }
            Halt::Ask(q) if orders.defaults && run.deciders.len() == given.len() => {
                let dice = scripted(orders, given.len() + 1);
                given.push(Answered { question: q.id.clone(), answer: Answer(q.default.clone()), dice });
                hidden.push(hidden::of_answer(q, &q.default));
            }
            _ => break run,
        }
    };
    if let Halt::Ask(q) = &mut run.halt {
        **q = hidden::as_put((**q).clone());
    }
    run
}

/// The dice of the sheet, or of the answer of this number from 1.
fn scripted(orders: &Orders, stretch: usize) -> Dice {
    let faces = orders.dice.get(stretch).into_iter().flatten();
    let faces: BTreeMap<String, u8> = faces.map(|(_, label, face)| (label.clone(), *face)).collect();
    Dice::Scripted(Scripted { faces, otherwise: orders.others })
}

/// An answer to what was not asked, a die that was not thrown.
fn unwanted<G: Bench>(run: &Run<G>, orders: &Orders, verdict: &mut Verdict) {
    if let Some((line, question, _)) = orders.answers.get(run.deciders.len()) {
        verdict.fail(*line, format!("the question {question}"), "it was not asked, or not with this choice");
    }
    for (stretch, faces) in orders.dice.iter().enumerate() {
        for (line, label, _) in faces {
            if !run.rolls.iter().any(|(s, r)| *s == stretch && r.label.text == *label) {
                verdict.fail(*line, format!("the die {label}"), "it was not thrown");
            }
        }
    }
}
