//! What the reports of all games have round them: the title, parts under headings, and at the end what only
//! who checks it reads.

use super::layout::Block;
use super::marks;
use tess_ledger::{Head, Role};

/// Which report of which battle it is.
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
    /// Battle and turn.
    pub fn title(&self) -> Block {
        Block::Title(format!("{}, turn {}{}", self.title, self.turn, self.stage))
    }

    /// Of which battle it is, and whose report, as far as whoever checks it wants to know.
    fn of(&self) -> Vec<Block> {
        let reader = self.reader.map_or("everybody".to_owned(), marks::capital);
        let [first, second] = self.sides.each_ref().map(|n| marks::capital(n));
        let battle = format!("Report for {reader}; {first} against {second}, {}", self.scenario);
        let mut out = vec![Block::prose(battle, "", "  ")];
        if let Some(head) = self.head {
            out.extend(head.to_string().lines().map(|text| Block::prose(text, "", "  ")));
        }
        if !self.links.is_empty() {
            let each: Vec<String> =
                self.links.iter().map(|(role, n)| format!("{} {n}", role.as_str())).collect();
            out.push(Block::prose(format!("links left: {}", each.join(", ")), "", "  "));
        }
        out
    }

    /// How to check a report: of which battle it is, how its dice are worked out again, and, where there
    /// is a log, what to compare.
    pub fn footer(&self, dice: &str) -> Vec<Block> {
        let compare = "Compare game and head with your opponent's report: the same words, the same battle. Only the signed block \
                       counts; this text is its translation.";
        let mut out = self.of();
        out.push(Block::prose(dice, "", ""));
        if self.head.is_some() {
            out.push(Block::prose(compare, "", ""));
        }
        out
    }
}

/// What the reader should know about mail and log, a line each.
pub(crate) fn noticed(notices: &[String]) -> Vec<Block> {
    notices.iter().map(|notice| Block::prose(notice, "  ", "    ")).collect()
}

/// How to see what a report leaves out since it has not changed.
pub(crate) const WHOLE: &str = "Both armies from the first unit to the last, and what all signs mean: `tess report --full`, or the word `status` in \
     answer to this mail.";
