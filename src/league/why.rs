//! From a number back to the battles that it comes from.

use std::fmt::Write as _;

use super::{BookLadder, Counted, Ladder, Standing, Step};
use tess_diagnostic::tame_line;

impl Ladder {
    /// How the ratings of a person came about, battle by battle, in every book.
    #[must_use]
    pub fn why(&self, who: usize, counted: &Counted) -> String {
        let person = counted.persons.get(who);
        let mut out = format!("{}, key {}\n", tame_line(&counted.persons.shown(who)), person.key);
        for key in person.keys.iter().filter(|key| **key != person.key) {
            let _ = writeln!(out, "also key {key}");
        }
        let mut none = true;
        for book in &self.books {
            if let Some(standing) = book.standings.iter().find(|s| s.who == who) {
                none = false;
                out.push_str(&of_book(book, standing, counted));
            }
        }
        if none {
            out.push_str("\nNo battle of his counts yet.\n");
        }
        let name = |left: &&super::LeftOut| {
            let shown = counted.shown.iter().find(|s| s.sound.paper.name() == left.file);
            shown.is_some_and(|s| s.who.contains(&Some(who)))
        };
        for left in counted.left_out.iter().filter(name) {
            let _ = writeln!(out, "\nleft out: {}: {}", tame_line(&left.file), tame_line(&left.why));
        }
        out
    }
}

fn of_book(book: &BookLadder, standing: &Standing, counted: &Counted) -> String {
    let place = book.standings.iter().position(|s| s.who == standing.who).unwrap_or(0) + 1;
    let mut out = format!(
        "\n{}: place {place} of {}, rating {:.1}, deviation {:.1}, volatility {:.5}\n",
        book.book,
        book.standings.len(),
        standing.now.rating,
        standing.now.deviation,
        standing.now.volatility
    );
    for step in &standing.steps {
        of_step(&mut out, step, counted);
    }
    if let Some(step) = standing.steps.last()
        && step.after != standing.now
    {
        let _ = writeln!(
            out,
            "\nsince {} without a battle: deviation {:.1} to {:.1}",
            step.period.next, step.after.deviation, standing.now.deviation
        );
    }
    out
}

fn of_step(out: &mut String, step: &Step, counted: &Counted) {
    let (before, after) = (&step.before, &step.after);
    let _ = writeln!(
        out,
        "\n{}: {:.1} to {:.1} ({:+.1}), deviation {:.1} to {:.1}",
        step.period.shown(),
        before.rating,
        after.rating,
        after.rating - before.rating,
        before.deviation,
        after.deviation
    );
    for met in &step.battles {
        let _ = writeln!(
            out,
            "  {:.1} of {:.2} expected, {} as {} against {} ({:.0} +-{:.0}), {}, {}: {}",
            met.points,
            met.expected,
            tame_line(&met.scenario),
            met.side,
            tame_line(&counted.persons.shown(met.who)),
            met.other.rating,
            2.0 * met.other.deviation,
            met.how,
            &met.ended[..10],
            tame_line(&met.file)
        );
    }
}
