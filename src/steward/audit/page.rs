//! The audit on one page.

use super::luck::{Tray, Verdict, decimal, mean};
use super::{Audit, STALL};
use crate::clock::span;
use crate::{Rulings, Tally, Verified};
use tess_diagnostic::{WIDTH, wrap};
use tess_ledger::{Kind, Ledger, Role};
use tess_table::Wait;

/// More of one sort are counted, not listed.
const MOST: usize = 6;

/// Rows of a name and a text.
#[derive(Default)]
struct Rows(String);

impl Rows {
    fn row(&mut self, name: &str, text: impl AsRef<str>) {
        self.0.push_str(&wrap(text.as_ref(), WIDTH, &format!("{name:<12} "), &" ".repeat(13)));
        self.0.push('\n');
    }

    /// One row for all of a sort: none, each, or the first few and how many more.
    fn list(&mut self, name: &str, none: &str, each: &[String]) {
        let more = each.len().saturating_sub(MOST);
        let mut text = match each {
            [] => none.to_owned(),
            each => each[..each.len() - more].join("; "),
        };
        if more > 0 {
            text.push_str(&format!("; and {more} more"));
        }
        self.row(name, text);
    }
}

impl Audit {
    /// The page, in 78 columns.
    #[must_use]
    pub fn page(&self) -> String {
        let mut rows = Rows::default();
        if let Some(verified) = &self.verified {
            heading(&mut rows, verified);
        }
        rows.row("valid", self.validity());
        if let Some((line, _)) = self.fault.as_ref().filter(|_| self.verified.is_some()) {
            rows.row("", format!("everything below is of the {} lines before it", line - 1));
        }
        let forks: Vec<String> =
            self.forks.iter().map(|f| format!("{} signed two events for place {}", f.role, f.seq)).collect();
        rows.list("forks", "none in this archive", &forks);
        if let Some(verified) = &self.verified {
            self.conduct(&mut rows, verified);
            self.luck_table(&mut rows.0, &verified.ledger);
        }
        rows.0
    }

    fn validity(&self) -> String {
        let what = |text: &str| text.replace('\n', "; ");
        if let Some((line, fault)) = &self.fault {
            if self.lines == 0 {
                return "NO: the archive is empty".to_owned();
            }
            let after = self.lines.saturating_sub(*line);
            let rest = if after > 0 { format!(" ({after} lines after it)") } else { String::new() };
            return format!("NO: line {line} of {} does not hold{rest}: {}", self.lines, what(fault));
        }
        match self.verified.as_ref().map(|v| &v.rules) {
            Some(Rulings::Hold { actions, .. }) => format!(
                "yes: all {} lines, signatures, links and dice hold, and {actions} actions follow from the rules",
                self.lines
            ),
            Some(Rulings::Unknown(error)) => {
                format!("form, signatures, links and dice hold; rules NOT checked: {}", what(&error.told()))
            }
            Some(Rulings::Broken(error)) => {
                format!("NO: signatures and dice hold, the rules do not: {}", what(&error.told()))
            }
            None => "NO: not even the first line holds".to_owned(),
        }
    }

    /// What the players did with their time, their dice and their keys.
    fn conduct(&self, rows: &mut Rows, v: &Verified) {
        let ledger = &v.ledger;
        let late: Vec<String> = self.clock.late.iter().map(late_text).collect();
        let none = if ledger.genesis().deadlines.hours == 0 { "no deadlines were set" } else { "none" };
        rows.list("late", none, &late);
        rows.list("timeouts", "none", &timeouts(ledger));
        let mut stalls: Vec<String> = self
            .stalls
            .iter()
            .map(|(seq, by, took)| format!("{by} took {} for event {seq}", span(*took)))
            .collect();
        if let Rulings::Hold { wait: Wait::Link { opener, .. }, .. } = &v.rules {
            let since = ledger.entries().last().map_or("?", |e| e.event().at.as_str());
            stalls.push(format!("the archive ends with a link due from {opener} since {since}"));
        }
        rows.list("stalls", &format!("no link took longer than {}", span(STALL)), &stalls);
        rows.list("take-backs", "none", &self.take_backs.iter().map(take_back_text).collect::<Vec<_>>());
        let renewals: Vec<String> =
            ["reanchor", "void", "rekey", "handover"].iter().flat_map(|kind| self.renewals(kind)).collect();
        rows.list("re-anchors", "none; no lost chain, new key or substitute", &renewals);
        let rejects = self.counts("reject");
        rows.list("sent back", "no orders", &rejects.iter().map(|(by, n)| places(by, n)).collect::<Vec<_>>());
        let roles = self.clock.roles.iter();
        let waits: Vec<String> = roles.map(|(role, waited)| format!("{role} {}", waited.text())).collect();
        rows.list("waited for", "nobody", &waits);
        if !self.clock.backwards.is_empty() {
            let (n, first) = (self.clock.backwards.len(), self.clock.backwards[0]);
            rows.row(
                "",
                format!("{n} events bear an earlier time than those before them, first event {first}"),
            );
        }
        rows.row("", "times are what the authors say: they prove nothing alone");
    }

    fn renewals(&self, kind: &str) -> Vec<String> {
        self.counts(kind).iter().map(|(by, seqs)| format!("{kind} by {}", places(by, seqs))).collect()
    }

    fn luck_table(&self, out: &mut String, ledger: &Ledger) {
        let sides: Vec<&Role> = ledger.sides().collect();
        if self.luck.kinds.is_empty() {
            out.push_str("\nluck: no dice were thrown\n");
            return;
        }
        out.push_str("\nLuck: the mean that fair dice tend to, and what came, in whose actions\n\n");
        let names: Vec<String> = sides.iter().map(|s| cut(s.as_str(), 8)).collect();
        out.push_str(&format!(
            "{:<16} {:<3} {:>6} {:>5} {:>5} {:>8} {:>8} {:>7}\n",
            "roll", "die", "thrown", "fair", "came", names[0], names[1], "chi-sq"
        ));
        for ((purpose, _), tray) in &self.luck.kinds {
            out.push_str(&line(purpose, tray, &sides));
        }
        out.push('\n');
        for faces in self.luck.sorts() {
            let all = self.luck.all(faces);
            let Some(chi) = all.chi_square() else { continue };
            let degrees = faces - 1;
            let text = format!(
                "{} dice of {faces}: chi-square {} with {degrees} degrees of freedom, {}",
                all.thrown(),
                decimal(chi),
                all.verdict().sentence()
            );
            out.push_str(&wrap(&text, WIDTH, "", "  "));
            out.push('\n');
        }
        let judged = self.luck.kinds.values().filter(|t| t.verdict() != Verdict::TooFew).count();
        let text = format!(
            "{judged} of {} sorts were thrown often enough to be judged; of 20 fair ones about one looks uneven. \
             Each die was made again from links that were fixed before the orders.",
            self.luck.kinds.len()
        );
        out.push_str(&wrap(&text, WIDTH, "", "  "));
        out.push('\n');
    }
}

fn heading(rows: &mut Rows, v: &Verified) {
    let (ledger, genesis) = (&v.ledger, v.ledger.genesis());
    rows.0.push_str(&format!("{}\n", ledger.shown_head()));
    rows.row(
        "battle",
        format!("{}, rules {}, mode {}", genesis.scenario.name, genesis.rules.id, genesis.mode.as_str()),
    );
    for player in ledger.players() {
        rows.row(player.role.as_str(), format!("{} <{}>", player.name, player.address));
    }
    let (first, last) = (&ledger.entries()[0], &ledger.entries()[ledger.entries().len() - 1]);
    rows.row("times", format!("from {} to {}", first.event().at, last.event().at));
    rows.row("mails", Tally::of_log(ledger).letters_text());
    if let Rulings::Hold { wait, .. } = &v.rules {
        rows.row("result", result(wait));
    }
    let open = ledger.unopened_seals().count();
    if open > 0 {
        rows.row("seals", format!("not opened yet, so not judged: {open}"));
    }
}

fn result(wait: &Wait) -> String {
    match wait {
        Wait::Over(ending) => {
            let winner = ending.winner.as_deref().map_or("a draw".to_owned(), |w| format!("{w} wins"));
            format!("{winner}: {}", ending.text)
        }
        _ => format!("not over, waits for {}", wait.role().unwrap_or("both sides")),
    }
}

fn late_text(late: &crate::clock::Late) -> String {
    format!("{} by {}, event {} ({})", late.by, span(late.seconds), late.seq, late.kind)
}

fn take_back_text(back: &super::TakeBack) -> String {
    format!(
        "back to event {}, proposed by {} in {}, agreed in {}, {} dice had been seen",
        back.to, back.by, back.proposed, back.agreed, back.dice
    )
}

fn timeouts(ledger: &Ledger) -> Vec<String> {
    let said = ledger.entries().iter().filter_map(|entry| match &entry.event().kind {
        Kind::Timeout(timeout) => Some((entry.seq(), timeout)),
        _ => None,
    });
    said.map(|(seq, timeout)| {
        let then = timeout.then.word();
        format!("{then} of {} in event {seq}", timeout.side)
    })
    .collect()
}

fn places(by: &Role, seqs: &[u64]) -> String {
    let shown: Vec<String> = seqs.iter().take(MOST).map(ToString::to_string).collect();
    let more = if seqs.len() > MOST { ", ..." } else { "" };
    format!("{by}: {} (event {}{more})", seqs.len(), shown.join(", "))
}

fn line(purpose: &str, tray: &Tray, sides: &[&Role]) -> String {
    let shown = |value: Option<u64>| value.map_or("-".to_owned(), decimal);
    let own = |side: &Role| shown(tray.by.get(side).and_then(|(n, sum)| mean(*n, *sum)));
    let die = format!("d{}", tray.sides);
    format!(
        "{:<16} {die:<3} {:>6} {:>5} {:>5} {:>8} {:>8} {:>7} {}",
        cut(purpose, 16),
        tray.thrown(),
        decimal(tray.expected()),
        shown(mean(tray.thrown(), tray.sum())),
        own(sides[0]),
        own(sides[1]),
        shown(tray.chi_square()),
        tray.verdict().word()
    )
    .trim_end()
    .to_owned()
        + "\n"
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
