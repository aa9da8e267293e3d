//! A sheet of orders: statements in order, and sheets prepared for leaders whose turn is still to come.

use std::fmt;

use super::{Order, Stop, statements, stop};
use tess_diagnostic::Diagnostic;
use tess_orders::{Cursor, Word, words};

/// What a sheet says, as far as it could be read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// Orders and stops, from the top.
    pub lines: Vec<Line>,
    /// Sheets for coming activations.
    pub prepared: Vec<Prepared>,
}

/// A statement and where it stands. Two lines are equal when they say the same.
#[derive(Clone, Debug)]
pub struct Line {
    /// Line of the text, from 1.
    pub number: u32,
    /// The line of the text, as written.
    pub text: String,
    /// `try` was written: what the rules do not allow when it is due is left out, and the sheet goes on.
    pub lenient: bool,
    /// What it says.
    pub what: Statement,
}

impl PartialEq for Line {
    fn eq(&self, other: &Line) -> bool {
        self.lenient == other.lenient && self.what == other.what
    }
}

impl Eq for Line {}

/// An order, or a stop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// To be carried out.
    Order(Order),
    /// Ends the sheet here, perhaps.
    Stop(Stop),
}

/// `prepare REG { ... }`: used when the leader's turn comes and none of the lapses applies.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// Line of the word `prepare`, from 1.
    pub number: u32,
    /// For whom.
    pub leader: Word,
    /// `lapse if ...`: when one applies, the sheet is not used.
    pub lapses: Vec<Stop>,
    /// What is ordered.
    pub lines: Vec<Line>,
}

impl PartialEq for Prepared {
    fn eq(&self, other: &Prepared) -> bool {
        self.leader == other.leader && self.lapses == other.lapses && self.lines == other.lines
    }
}

impl Eq for Prepared {}

impl Sheet {
    /// Reads a sheet. What is not understood is left out and complained about; every line is read.
    #[must_use]
    pub fn parse(text: &str) -> (Sheet, Vec<Diagnostic>) {
        let mut reader = Reader::default();
        for (number, line) in (1..).zip(text.lines()) {
            reader.line(number, line);
        }
        if let Some(open) = reader.open.take() {
            let complaint = Diagnostic::error(format!("the sheet prepared for {} has no end", open.leader))
                .at(open.number, open.leader.span)
                .help("close it with a line that is only }");
            reader.complaints.push(complaint);
            reader.sheet.prepared.push(open);
        }
        (reader.sheet, reader.complaints)
    }
}

#[derive(Default)]
struct Reader {
    sheet: Sheet,
    open: Option<Prepared>,
    complaints: Vec<Diagnostic>,
}

impl Reader {
    fn line(&mut self, number: u32, text: &str) {
        let found = words(text);
        let mut rest = found.as_slice();
        while !rest.is_empty() {
            let length = rest.iter().position(|w| w.is_any(&[";", "{", "}"])).unwrap_or(rest.len());
            let (statement, mark) = (&rest[..length], rest.get(length));
            rest = rest.get(length + 1..).unwrap_or_default();
            match mark {
                Some(mark) if mark.is("{") => self.open(number, statement, mark),
                Some(mark) if mark.is("}") => {
                    self.statement(number, text, statement);
                    self.close(number, mark);
                }
                _ => self.statement(number, text, statement),
            }
        }
    }

    fn open(&mut self, number: u32, statement: &[Word], mark: &Word) {
        let unnamed = Word { text: "?".into(), span: mark.span };
        let (leader, message) = match statement {
            [head, leader] if head.is("prepare") && self.open.is_none() => (leader, None),
            [head, leader] if head.is("prepare") => {
                (leader, Some("a prepared sheet cannot stand in another; close the first one with }"))
            }
            _ => (&unnamed, Some("`{` stands after `prepare` and a leader only")),
        };
        if let Some(message) = message {
            let complaint = Diagnostic::error(message).at(number, mark.span).help("prepare REG {");
            self.complaints.push(complaint);
        }
        if statement.first().is_some_and(|head| head.is("prepare")) {
            let next = Prepared { number, leader: leader.clone(), lapses: Vec::new(), lines: Vec::new() };
            self.sheet.prepared.extend(self.open.replace(next));
        }
    }

    fn close(&mut self, number: u32, mark: &Word) {
        match self.open.take() {
            Some(done) => self.sheet.prepared.push(done),
            None => self.complaints.push(
                Diagnostic::error("`}` closes nothing")
                    .at(number, mark.span)
                    .help("a prepared sheet begins with: prepare REG {"),
            ),
        }
    }

    fn statement(&mut self, number: u32, text: &str, words: &[Word]) {
        let Some(head) = words.first() else { return };
        let mut cursor = Cursor::new(words, number, &mut self.complaints);
        if head.is("prepare") {
            cursor.complain::<()>(Some(head), "`{` is missing".into(), "prepare REG {");
            return;
        }
        if head.is("lapse") {
            cursor.advance();
            let Some(open) = &mut self.open else {
                cursor.complain::<()>(
                    Some(head),
                    "`lapse` stands in prepared sheets only".into(),
                    "a prepared sheet begins with: prepare REG {",
                );
                return;
            };
            if let Some(lapse) = stop(&mut cursor) {
                open.lapses.push(lapse);
            }
            return;
        }
        let lenient = cursor.take(&["try"]);
        let statements = statements(&mut cursor).unwrap_or_default();
        if let (Some(word), [Statement::Stop(_)]) = (lenient, statements.as_slice()) {
            let help = "write `stop` without it: a condition is looked at and cannot fail";
            cursor.complain::<()>(Some(word), "`try` stands before orders only".into(), help);
            return;
        }
        if let (Some(word), []) = (lenient, words.get(1..).unwrap_or_default()) {
            cursor.complain::<()>(Some(word), "`try` does not say what".into(), "try move H31 fwd 2");
            return;
        }
        let lenient = lenient.is_some();
        let lines = statements.into_iter().map(|what| Line { number, text: text.to_owned(), lenient, what });
        match &mut self.open {
            Some(open) => open.lines.extend(lines),
            None => self.sheet.lines.extend(lines),
        }
    }
}

/// The canonical text: one statement a line.
impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))?;
        self.prepared.iter().try_for_each(|prepared| prepared.fmt(f))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.lenient { "try " } else { "" }, self.what)
    }
}

impl fmt::Display for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "prepare {} {{", self.leader)?;
        for lapse in &self.lapses {
            writeln!(f, "  lapse{}", lapse.tail())?;
        }
        for line in &self.lines {
            writeln!(f, "  {line}")?;
        }
        writeln!(f, "}}")
    }
}

impl Prepared {
    /// Its orders as a sheet of their own, one statement a line.
    #[must_use]
    pub fn sheet(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Order(order) => order.fmt(f),
            Statement::Stop(stop) => write!(f, "stop{}", stop.tail()),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(text: &str) -> Sheet {
        let (sheet, complaints) = Sheet::parse(text);
        assert!(complaints.is_empty(), "{text}: {complaints:?}");
        sheet
    }

    fn canon(text: &str) -> String {
        let sheet = clean(text);
        let printed = sheet.to_string();
        assert_eq!(clean(&printed), sheet, "{printed}");
        printed
    }

    #[test]
    fn one_order_may_be_written_in_several_ways() {
        let same = [
            ("MOVE h31 2213-2214 Fire p2", "move h31 2213 2214 fire p2\n"),
            ("move H31 forward 2 turn left about", "move H31 fwd 2 left about\n"),
            ("go H31, H32 and H33 ahead x2", "move H31, H32, H33 fwd 2\n"),
            ("shoot V31 on leader HAM", "fire V31 at leader HAM\n"),
            ("attack H31, H32 against P2 and P3 with H31", "shock H31 H32 at P2 P3 with H31\n"),
            ("line hastati: fwd 3", "line hastati\nall fwd 3\n"),
            (
                "move H31 to 2214 face w with REG, HAM stack",
                "move H31 to 2214 facing w with REG, HAM stack\n",
            ),
            ("move P1 line up right", "move P1 uncolumn right\n"),
            ("done; -- that is all", "finish\n"),
            ("TRY move H31 fwd", "try move H31 fwd\n"),
            ("try line hastati: fwd 2", "try line hastati\ntry all fwd 2\n"),
            ("elite no", "elite none\n"),
            ("stop if enemy within 2 of H31", "stop if enemy near H31 2\n"),
            (
                "stop when H31 is not at 2214 and not H32 routed",
                "stop if not H31 at 2214 and not routed H32\n",
            ),
            ("stop if hits H31 4", "stop if hits H31 >= 4\n"),
        ];
        for (written, canonical) in same {
            assert_eq!(canon(written), canonical);
        }
    }

    #[test]
    fn a_bad_line_hides_no_other() {
        let (sheet, complaints) = Sheet::parse("activate REG\nmvoe H31 2213\nfire V31 E2\nfinish\n");
        assert_eq!(sheet.lines.len(), 2);
        let lines: Vec<u32> = complaints.iter().filter_map(|c| c.place).map(|p| p.line).collect();
        assert_eq!(lines, [2, 3]);
        assert!(complaints[0].message.contains("did you mean `move`"));
    }

    #[test]
    fn prepared_sheets_stand_beside_the_orders() {
        let text = "activate REG\nprepare HAM {\n  lapse if lost P2\n  activate HAM; line phalanx\n}\nfinish";
        let sheet = clean(text);
        assert_eq!((sheet.lines.len(), sheet.prepared.len()), (2, 1));
        assert_eq!((sheet.prepared[0].lines.len(), sheet.prepared[0].lapses.len()), (2, 1));
        canon(text);
        assert_eq!(canon("prepare A { finish }"), "prepare A {\n  finish\n}\n");
    }

    #[test]
    fn braces_that_do_not_match_are_complained_about() {
        for text in
            ["}", "prepare REG {", "{", "prepare REG", "lapse if trumped", "prepare A {\nprepare B {\n}"]
        {
            assert!(!Sheet::parse(text).1.is_empty(), "{text}");
        }
    }

    fn fragment() -> impl Strategy<Value = String> {
        let mut pieces: Vec<String> = super::super::KEYWORDS.iter().map(ToString::to_string).collect();
        let more = [
            "H31",
            "REG",
            "2213",
            "2214",
            "fwd",
            "3",
            "left",
            "right",
            "to",
            "at",
            "with",
            "facing",
            "W",
            "if",
            "not",
            "hits",
            ">=",
            "routed",
            "and",
            ",",
            "unless",
            "enemy near H31 2",
            ":",
            ";",
            "\n",
            "\n",
            "{",
            "}",
            "shock",
            "stack",
            "fl",
            "pivot left",
            "column",
            "none",
            "lapse",
            "empty",
            "#",
            "é",
            "\t",
            "up",
            "2213-2214",
            "full",
        ];
        pieces.extend(more.iter().map(ToString::to_string));
        prop::collection::vec(prop::sample::select(pieces), 0..40).prop_map(|p| p.join(" "))
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_panic(text in "(?s).{0,300}") {
            let (sheet, complaints) = Sheet::parse(&text);
            let _ = tess_diagnostic::Report { source: &text, diagnostics: &complaints }.plain();
            prop_assert_eq!(clean(&sheet.to_string()), sheet);
        }

        #[test]
        fn what_was_read_is_printed_so_that_it_reads_the_same(text in fragment()) {
            let (sheet, _) = Sheet::parse(&text);
            let (again, complaints) = Sheet::parse(&sheet.to_string());
            prop_assert!(complaints.is_empty(), "{sheet}{complaints:?}");
            prop_assert_eq!(again, sheet);
        }
    }
}
