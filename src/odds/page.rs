//! What is foretold, as a page of plain text.

use super::foretold::{Asked, End, Fated, Foretold, How, Sided};
use super::share::Chance;
use tess_diagnostic::{WIDTH, wrap};

/// Pieces, ends and answers that are told of; the others are counted.
const MOST_ROWS: usize = 40;

/// Ends of the sheet, things that come next, and answers told of.
const MOST_LINES: usize = 8;

impl Foretold {
    /// The page. The seed is named, so that anybody can throw the same dice again.
    #[must_use]
    pub fn text(&self, seed: u64) -> String {
        let mut out = paragraph(&self.how_found(seed));
        self.put_ends(&mut out);
        self.put_units(&mut out);
        self.put_leaders(&mut out);
        self.put_points(&mut out);
        self.put_next(&mut out);
        self.put_answers(&mut out);
        out
    }

    /// The page of one order: what becomes of units and leaders, and what comes next where that is open.
    #[must_use]
    pub fn brief(&self, seed: u64) -> String {
        let mut out = paragraph(&self.how_found(seed));
        if self.ends.len() > 1 || self.ends.iter().any(|end| end.how != How::Whole) {
            self.put_ends(&mut out);
        }
        self.put_units(&mut out);
        self.put_leaders(&mut out);
        if self.next.len() > 1 {
            self.put_next(&mut out);
        }
        out
    }

    fn put_next(&self, out: &mut String) {
        out.push_str("\nthen (%)\n");
        for next in self.next.iter().take(MOST_LINES) {
            out.push_str(&format!("  {:<18} {}\n", next.chance.text(), next.what));
        }
        more(out, self.next.len(), MOST_LINES);
    }

    fn how_found(&self, seed: u64) -> String {
        if self.exact {
            return format!(
                "exact: every face of every die was walked, {} in all; no link of the battle was looked at",
                if self.runs == 1 { "one way".to_owned() } else { thousands(self.runs) + " ways" }
            );
        }
        format!(
            "{} runs with dice of their own (seed {seed}), never those of the battle, {} dice a run; in brackets where \
             the truth lies in 95 of 100 cases",
            thousands(self.runs),
            self.dice.text()
        )
    }

    fn put_ends(&self, out: &mut String) {
        out.push_str("\nthe sheet (%)\n");
        for end in self.ends.iter().take(MOST_LINES) {
            let line = format!("{:<18} {}", end.chance.text(), told(end));
            out.push_str(&(wrap(&line, WIDTH, "  ", "                     ") + "\n"));
        }
        more(out, self.ends.len(), MOST_LINES);
    }

    fn put_units(&self, out: &mut String) {
        let units = || self.pieces.iter().filter(|p| !p.piece.leader);
        let shown: Vec<&Fated> = units().filter(|unit| unit.matters()).collect();
        let slight = units().count() - shown.len();
        if shown.is_empty() {
            out.push_str("\nno unit will be much worse or better\n");
            return;
        }
        let bases = shown.iter().any(|unit| unit.halves.mean > 0);
        let (wide, runs) = if bases { (17, "broken (%)") } else { (24, "routed (%)") };
        let half = if bases { format!("{:<7}", "halves") } else { String::new() };
        out.push_str(&format!("\n{:<wide$} now  {:<11}{half}{runs:<19}lost (%)\n", "unit", "hits then"));
        for unit in shown.iter().take(MOST_ROWS) {
            let name: String =
                format!("{} {}", unit.piece.code, unit.piece.name).chars().take(wide).collect();
            let now = if unit.ran_before { "run".to_owned() } else { unit.hits_before.to_string() };
            let stands = unit.running.share + unit.lost.share < super::share::PARTS;
            let hits = if stands { unit.hits.text() } else { "-".to_owned() };
            let half = if bases { format!("{:<7}", unit.halves.bare()) } else { String::new() };
            let (running, lost) = (unit.running.text(), unit.lost.text());
            out.push_str(&format!("{name:<wide$} {now:>3}  {hits:<11}{half}{running:<19}{lost}\n"));
        }
        more(out, shown.len(), MOST_ROWS);
        if slight > 0 {
            out.push_str(&format!("  and {slight} that will hardly be worse or better\n"));
        }
    }

    fn put_leaders(&self, out: &mut String) {
        let leaders: Vec<&Fated> = self.pieces.iter().filter(|p| p.piece.leader).collect();
        if leaders.is_empty() {
            return;
        }
        out.push_str(&format!("\n{:<28}  {:<30}lost (%)\n", "leader", "wounds then"));
        for leader in leaders.iter().take(MOST_ROWS) {
            let name: String =
                format!("{} {}", leader.piece.code, leader.piece.name).chars().take(28).collect();
            out.push_str(&format!("{name:<28}  {:<30}{}\n", leader.hits.text(), leader.lost.text()));
        }
        more(out, leaders.len(), MOST_ROWS);
    }

    fn put_points(&self, out: &mut String) {
        let decided = if self.sides.iter().any(|side| side.enough.is_some()) { "decided by (%)" } else { "" };
        let head = format!("{:<16}{:>5}  {:<15}{:<12}{decided}", self.points, "now", "then", "90 of 100");
        out.push_str(&format!("\n{}\n", head.trim_end()));
        for side in &self.sides {
            let Sided { name, before, then, low, high, .. } = side;
            let reached = match (side.enough, side.reached) {
                (Some(enough), Some(reached)) => format!("{enough}: {}", reached.text()),
                _ => String::new(),
            };
            let row = format!(
                "{name:<16}{before:>5}  {:<15}{:<12}{reached}",
                then.text(),
                format!("{low} to {high}")
            );
            out.push_str(&(row.trim_end().to_owned() + "\n"));
        }
    }

    fn put_answers(&self, out: &mut String) {
        if self.asked.is_empty() {
            return;
        }
        out.push_str("\nasked on the way, times in a hundred runs\n");
        let mut asked: Vec<&Asked> = self.asked.iter().collect();
        asked.sort_by_key(|a| std::cmp::Reverse(a.times));
        for a in asked.iter().take(MOST_LINES) {
            let line = format!(
                "{:>7}  {} of {} (rule {}): {}, by {}",
                Chance::percent((a.times * 10) as u32),
                a.window,
                a.side,
                a.rule,
                a.answer,
                match a.by {
                    "supposed" => "supposition, as it hangs on what is hidden",
                    by => by,
                }
            );
            out.push_str(&(wrap(&line, WIDTH, "  ", "           ") + "\n"));
        }
        more(out, asked.len(), MOST_LINES);
    }
}

impl Fated {
    /// A twentieth of a hit, or one chance in a hundred.
    fn matters(&self) -> bool {
        let hits = self.hits.mean.abs_diff(u64::from(self.hits_before) * 1_000);
        let halves = self.halves.mean.abs_diff(u64::from(self.halves_before) * 1_000);
        self.ran_before || hits >= 50 || halves >= 50 || self.running.share >= 100 || self.lost.share >= 100
    }
}

/// How a sheet ends, in words.
fn told(end: &End) -> String {
    let rule = if end.rule.is_empty() { String::new() } else { format!(" (rule {})", end.rule) };
    match end.how {
        How::Whole => "is carried out to its end".to_owned(),
        How::Halts => format!("halts at line {}, as it says", end.line),
        How::Stops if end.line == 0 => format!("stops: {}", end.why),
        How::Stops => format!("stops at line {}: {}{rule}", end.line, end.why),
        How::Illegal => format!("cannot begin: {}{rule}", end.why),
        How::Waits => format!("goes no further than {}{rule}", end.why),
    }
}

fn paragraph(text: &str) -> String {
    wrap(text, WIDTH, "", "  ") + "\n"
}

fn more(out: &mut String, all: usize, most: usize) {
    if all > most {
        out.push_str(&format!("  and {} more\n", all - most));
    }
}

/// `10,000`.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
