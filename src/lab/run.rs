//! Running a case.

use std::collections::BTreeMap;

use super::bench::Bench;
use super::hidden;
use super::moment::{Moment, holds};
use super::parse::{Case, CaseError, Deed, Line};
use super::verdict::Verdict;
use tess_canon::note::{Unnoted, read, write};
use tess_effects::{Answer, Answered, Dice, Hidden, Recorded, Scripted};
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
            Deed::Orders { number, .. } => {
                moment = act(moment.position, step, &mut verdict)?;
                let mut foreseen = false;
                while let Some(Deed::Expect(line)) = steps.peek() {
                    foreseen |= foresees(line);
                    expectation(&moment, line, &mut verdict)?;
                    steps.next();
                }
                if !foreseen {
                    surprise(&moment, *number, &mut verdict);
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

fn act<G: Bench>(position: G::Position, step: &Deed, verdict: &mut Verdict) -> Result<Moment<G>, CaseError> {
    let Deed::Orders { number, side, sheet, first, dice, others, answers, defaults } = step else {
        unreachable!("only orders are acted on");
    };
    if !G::sides(&position).iter().any(|s| s.eq_ignore_ascii_case(side)) {
        return Err(CaseError::new(
            *number,
            format!("there is no side {side}"),
            "name the sides with `sides`",
        ));
    }
    let unreadable = |complaints: Vec<String>, position: G::Position| {
        let complaints = complaints.iter().map(|c| format!("(sheet begins at line {first}) {c}")).collect();
        Ok(Moment { position, halt: None, complaints, told: Vec::new(), dice: Vec::new() })
    };
    let Sealed { sheet, values } = match G::seal_up(sheet) {
        Ok(sealed) => sealed,
        Err(complaint) => return unreadable(vec![complaint], position),
    };
    let lines = match G::read(&position, side, &sheet) {
        Ok(lines) => lines,
        Err(complaints) => return unreadable(complaints, position),
    };
    let scripted = |stretch: usize| {
        let faces: BTreeMap<String, u8> =
            dice.get(stretch).into_iter().flatten().map(|(_, label, face)| (label.clone(), *face)).collect();
        Dice::Scripted(Scripted { faces, otherwise: *others })
    };
    let mut given: Vec<Answered> = answers
        .iter()
        .enumerate()
        .map(|(i, (_, question, choice))| Answered {
            question: question.clone(),
            answer: Answer(choice.clone()),
            dice: scripted(i + 1),
        })
        .collect();
    let mut hidden = vec![Hidden::default(); given.len() + 1];
    hidden[0] = hidden::of_sheet(G::first_seal(&position, side), &values);
    match G::to_show(&position, side, &lines, &hidden::known) {
        Ok(seals) => {
            let all = seals.into_iter();
            hidden[0].shown = all.filter_map(|seal| Some((seal, hidden::known(seal)?))).collect();
        }
        Err(complaint) => return unreadable(vec![complaint], position),
    }
    let mut run = loop {
        let run: Run<G> = rehearse_with(&position, side, &lines, scripted(0), &given, &hidden, false);
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
            Halt::Ask(q) if *defaults && run.deciders.len() == given.len() => {
                let dice = scripted(given.len() + 1);
                given.push(Answered { question: q.id.clone(), answer: Answer(q.default.clone()), dice });
                hidden.push(hidden::of_answer(q, &q.default));
            }
            _ => break run,
        }
    };
    if let Halt::Ask(q) = &mut run.halt {
        **q = hidden::as_put((**q).clone());
    }
    if let Some((line, question, _)) = answers.get(run.deciders.len()) {
        verdict.fail(*line, format!("the question {question}"), "it was not asked, or not with this choice");
    }
    for (stretch, faces) in dice.iter().enumerate() {
        for (line, label, _) in faces {
            if !run.rolls.iter().any(|(s, r)| *s == stretch && r.label.text == *label) {
                verdict.fail(*line, format!("the die {label}"), "it was not thrown");
            }
        }
    }
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
