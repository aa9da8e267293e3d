//! What a player types at the table.

/// A line that he has typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Typed<'a> {
    /// Nothing.
    Nothing,
    /// What can be said here.
    Help,
    /// The sheet as it is written so far.
    Show,
    /// Takes the last line of it back.
    Undo,
    /// Takes all of it back.
    Clear,
    /// Signs it and sends it off.
    Send,
    /// Gives the battle up.
    Resign,
    /// Leaves the table.
    Quit,
    /// A command of the program about this battle: its words.
    Command(Vec<&'a str>),
    /// Anything else: a line of the sheet, or an answer.
    Line(&'a str),
}

/// Commands of the program that can be said here, and which of them are about the sheet when no file is
/// named.
pub const COMMANDS: [&str; 15] = [
    "agree", "analyse", "audit", "book", "check", "decline", "forecast", "legal", "log", "map", "measure",
    "odds", "propose", "report", "verify",
];

/// Those that look at the sheet.
pub const OF_SHEET: [&str; 2] = ["check", "odds"];

/// Those that decide something.
pub const DEEDS: [&str; 3] = ["agree", "decline", "propose"];

impl Typed<'_> {
    /// Understands a line.
    pub fn read(line: &str) -> Typed<'_> {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else { return Typed::Nothing };
        let alone = words.len() == 1;
        match first.to_ascii_lowercase().as_str() {
            "help" | "?" if alone => Typed::Help,
            "show" | "sheet" if alone => Typed::Show,
            "undo" if alone => Typed::Undo,
            "clear" if alone => Typed::Clear,
            "send" if alone => Typed::Send,
            "resign" if alone => Typed::Resign,
            "quit" | "exit" | "bye" if alone => Typed::Quit,
            word if COMMANDS.contains(&word) => Typed::Command(words),
            _ => Typed::Line(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_told_from_what_is_said_to_the_program() {
        assert_eq!(Typed::read("  "), Typed::Nothing);
        assert_eq!(Typed::read(" Send "), Typed::Send);
        assert_eq!(Typed::read("move P1 fwd 2 "), Typed::Line("move P1 fwd 2"));
        assert_eq!(Typed::read("map P1 --radius 2"), Typed::Command(vec!["map", "P1", "--radius", "2"]));
        assert_eq!(Typed::read("send P1"), Typed::Line("send P1"));
    }

    #[test]
    fn no_order_of_any_book_is_taken_for_a_command() {
        let words = ["help", "show", "sheet", "undo", "clear", "send", "resign", "quit", "exit", "bye"];
        let page = include_str!("../../../docs/orders.md");
        let mut fenced = false;
        for line in page.lines() {
            fenced ^= line.starts_with("```");
            let first = line.split_whitespace().next().unwrap_or_default();
            if fenced && !line.starts_with("```") {
                assert!(!words.contains(&first) && !COMMANDS.contains(&first), "{line}");
            }
        }
    }
}
