//! What the reports of all games have round them: the masthead, parts under headings, the notices at the
//! end.

use super::{WIDTH, fold, marks};
use tess_ledger::{Head, Role};

/// What stands above a report.
pub(crate) struct Masthead<'a> {
    /// The title of the battle.
    pub title: &'a str,
    /// The turn.
    pub turn: u16,
    /// Where in the turn the battle stands: `: orders of Rome`.
    pub stage: String,
    /// The name of the side that reads; `None` = everybody.
    pub reader: Option<&'a str>,
    /// The names of both.
    pub sides: &'a [String; 2],
    /// The name of the scenario.
    pub scenario: &'a str,
    /// Game and head of the log; `None` in the laboratory.
    pub head: Option<&'a Head>,
    /// Links left in each chain.
    pub links: &'a [(Role, u32)],
}

impl Masthead<'_> {
    /// The lines of it.
    pub fn lines(&self) -> String {
        let rule = fold::line(&"=".repeat(WIDTH));
        let title = format!("{}, turn {}{}", self.title, self.turn, self.stage);
        let reader = self.reader.map_or("everybody".to_owned(), marks::capital);
        let [first, second] = self.sides.each_ref().map(|n| marks::capital(n));
        let battle = format!("Report for {reader}; {first} against {second}, {}", self.scenario);
        let mut out =
            rule.clone() + &fold::fold(&title, "  ", "  ") + &fold::fold(&battle, "  ", "  ") + &rule;
        if let Some(head) = self.head {
            for text in head.to_string().lines() {
                out.push_str(&fold::fold(text, "", "  "));
            }
        }
        if !self.links.is_empty() {
            let each: Vec<String> =
                self.links.iter().map(|(role, n)| format!("{} {n}", role.as_str())).collect();
            out.push_str(&fold::fold(&format!("links left: {}", each.join(", ")), "", "  "));
        }
        out
    }
}

/// Adds a part under its heading.
pub(crate) fn part(out: &mut String, title: &str, text: &str) {
    out.push('\n');
    out.push_str(&fold::heading(title));
    out.push_str(text);
}

/// How to check a report: first how the dice of its game are worked out again, then, where there is a log,
/// what to compare.
pub(crate) fn footer(dice: &str, signed: bool) -> String {
    let compare = "Compare game and head with your opponent's report: the same words, the same battle. Only the signed block counts; \
                   this text is its translation.";
    let mut out = fold::fold(dice, "", "");
    if signed {
        out.push_str(&fold::fold(compare, "", ""));
    }
    out
}

/// A report with what its reader should know about mail and log, a line each.
#[must_use]
pub fn with_notices(mut report: String, notices: &[String]) -> String {
    if !notices.is_empty() {
        let told: String = notices.iter().map(|notice| fold::fold(notice, "  ", "    ")).collect();
        part(&mut report, "Mail and log", &told);
    }
    report
}
