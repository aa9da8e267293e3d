//! A ladder as a page for a terminal or a mail.

use std::fmt::Write as _;

use super::{BookLadder, Counted, Ladder, Statutes};
use tess_diagnostic::{WIDTH, tame_line, wrap};

/// Above this deviation a rating says little yet.
pub(super) const UNSURE: f64 = 110.0;

impl Ladder {
    /// The ladders, what they rest on, and what was left out.
    #[must_use]
    pub fn text(&self, counted: &Counted, statutes: &Statutes) -> String {
        let mut out = String::new();
        if !statutes.name.is_empty() {
            let _ = writeln!(out, "{}\n", tame_line(&statutes.name));
        }
        for book in &self.books {
            out.push_str(&book.text(counted, statutes));
            out.push('\n');
        }
        if self.books.is_empty() {
            out.push_str("No battle counts yet.\n\n");
        }
        out.push_str(&ground(counted, statutes));
        for left in &counted.left_out {
            let game = if left.game.is_empty() { String::new() } else { format!(" ({})", left.game) };
            let line = format!("{}{game}: {}", left.file, left.why);
            out.push_str(&wrap(&tame_line(&line), WIDTH, "- ", "  "));
            out.push('\n');
        }
        out
    }
}

/// On what the numbers rest.
fn ground(counted: &Counted, statutes: &Statutes) -> String {
    let open = if counted.open > 0 { format!(", {} not over yet", counted.open) } else { String::new() };
    let text = format!(
        "Glicko-2 from {} battles, first to last, one period a {}; new players begin with {:.0} +-{:.0}. \
         {} left out{open}. +- is twice the deviation: with 95 of 100 the strength lies within; ? marks whose \
         is above {UNSURE:.0}. `tess ladder ... --why NAME` shows the battles behind a number.",
        counted.fought.len(),
        statutes.period,
        statutes.start.rating,
        2.0 * statutes.start.deviation,
        counted.left_out.len(),
    );
    wrap(&text, WIDTH, "", "") + "\n"
}

impl BookLadder {
    fn text(&self, counted: &Counted, _: &Statutes) -> String {
        let battles = counted.fought.iter().filter(|f| f.record.book == self.book).count();
        let mut out = format!("{}: {battles} battles", self.book);
        if let (Some(first), Some(last)) = (self.periods.first(), self.periods.last()) {
            let last = last.next.pred_opt().unwrap_or(last.next);
            let _ = write!(out, ", {} to {last}", first.first);
        }
        out.push_str("\n\n   #  rating   +-   won drawn lost  last        player\n");
        for (place, standing) in self.standings.iter().enumerate() {
            let mark = if standing.now.deviation > UNSURE { '?' } else { ' ' };
            let name: String = tame_line(&standing.name).chars().take(32).collect();
            let _ = writeln!(
                out,
                "{:>4}  {:>6.0}{mark} {:>4.0}  {:>4} {:>5} {:>4}  {}  {name}",
                place + 1,
                standing.now.rating,
                2.0 * standing.now.deviation,
                standing.won,
                standing.drawn,
                standing.lost,
                standing.last,
            );
        }
        out
    }
}
