//! A case file, read into steps. Words of a line are parted by blanks; `#` begins a comment.

use thiserror::Error;

/// A case, not yet built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// What it shows, from its `title` line.
    pub title: String,
    /// The rules it cites.
    pub rules: Vec<Citation>,
    /// Lines that make the position, with their numbers.
    pub position: Vec<Line>,
    /// The position as its notation says it, over those lines.
    pub notation: Option<Notation>,
    /// What is done and what must follow, in order.
    pub steps: Vec<Deed>,
}

/// A rule that a case is about: `rule spqr 8.43, 8.46`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Citation {
    /// The book.
    pub book: String,
    /// The number.
    pub id: String,
}

/// A line with its number, from 1, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Number in the file.
    pub number: u32,
    /// Its words.
    pub words: Vec<String>,
}

/// The lines below `position`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notation {
    /// Line of the first of them.
    pub first: u32,
    /// The text, its first line not indented.
    pub text: String,
    indent: usize,
}

impl Notation {
    fn line(&mut self, number: u32, bare: &str) {
        if self.text.is_empty() {
            (self.first, self.indent) = (number, bare.len() - bare.trim_start().len());
        }
        let own = bare.len() - bare.trim_start().len();
        self.text.push_str(&" ".repeat(own.saturating_sub(self.indent)));
        self.text.push_str(bare.trim_start());
        self.text.push('\n');
    }
}

/// One thing done or expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deed {
    /// A sheet is sent.
    Orders(Orders),
    /// Something that must hold now.
    Expect(Line),
}

/// A sheet of a side, with the answers and dice given for it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Orders {
    /// Line of the `orders` word.
    pub number: u32,
    /// Who.
    pub side: String,
    /// The sheet: the indented lines.
    pub sheet: String,
    /// Line of the sheet's first line in the file.
    pub first: u32,
    /// Dice by stretch: 0 with the orders, then with each answer.
    pub dice: Vec<Vec<(u32, String, u8)>>,
    /// The face of every die that is not named.
    pub others: Option<u8>,
    /// Answers in order: line, question id, choice.
    pub answers: Vec<(u32, String, String)>,
    /// Questions without an answer take their default.
    pub defaults: bool,
}

/// A case that cannot be read or built.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {message}\n  help: {help}")]
pub struct CaseError {
    /// Line of the case file, from 1.
    pub line: u32,
    /// What is wrong.
    pub message: String,
    /// What would be right.
    pub help: String,
}

impl CaseError {
    pub(super) fn new(line: u32, message: impl Into<String>, help: impl Into<String>) -> CaseError {
        CaseError { line, message: message.into(), help: help.into() }
    }
}

/// What the indented lines are that come now.
#[derive(Clone, Copy)]
enum Block {
    Nothing,
    Notation,
    Sheet,
    Expectations,
}

impl Case {
    /// Reads a case.
    ///
    /// # Errors
    /// The first line that does not fit the format.
    pub fn parse(text: &str) -> Result<Case, CaseError> {
        let mut case = Case {
            title: String::new(),
            rules: Vec::new(),
            position: Vec::new(),
            notation: None,
            steps: Vec::new(),
        };
        let mut block = Block::Nothing;
        for (number, raw) in (1..).zip(text.lines()) {
            let bare = uncommented(raw).trim_end();
            if bare.trim().is_empty() {
                case.blank(block);
            } else if bare.starts_with([' ', '\t']) {
                case.indented(number, bare, block)?;
            } else {
                block = case.top_line(number, words_of(bare), bare)?;
            }
        }
        if case.rules.is_empty() {
            return Err(CaseError::new(
                1,
                "the case cites no rule",
                "begin with a line such as `rule spqr 8.43`",
            ));
        }
        case.expects_something()?;
        Ok(case)
    }

    /// What is not so is not so either where nothing happened at all: one line at least says what is.
    fn expects_something(&self) -> Result<(), CaseError> {
        let mut lines = self.steps.iter().filter_map(|step| match step {
            Deed::Expect(line) => Some(line),
            Deed::Orders(_) => None,
        });
        let Some(first) = lines.clone().next() else {
            return Err(CaseError::new(
                1,
                "the case expects nothing",
                "end with `expect` and indented lines below it",
            ));
        };
        let denies = |line: &Line| line.words[0].eq_ignore_ascii_case("not");
        if lines.all(denies) {
            return Err(CaseError::new(
                first.number,
                "the case says only what is not so, which would come out if nothing happened",
                "add a line without `not`: what was told, thrown or asked, or where somebody stands",
            ));
        }
        Ok(())
    }

    fn blank(&mut self, block: Block) {
        let text = match block {
            Block::Sheet => self.last_orders().map(|orders| &mut orders.sheet),
            Block::Notation => self.notation.as_mut().map(|n| &mut n.text).filter(|text| !text.is_empty()),
            Block::Nothing | Block::Expectations => None,
        };
        if let Some(text) = text {
            text.push('\n');
        }
    }

    fn indented(&mut self, number: u32, bare: &str, block: Block) -> Result<(), CaseError> {
        match block {
            Block::Nothing => {
                return Err(CaseError::new(
                    number,
                    "an indented line belongs to nothing",
                    "indent only the lines below `position`, `orders SIDE` and `expect`",
                ));
            }
            Block::Sheet => {
                if let Some(orders) = self.last_orders() {
                    orders.sheet.push_str(bare.trim_start());
                    orders.sheet.push('\n');
                }
            }
            Block::Expectations => {
                self.steps.push(Deed::Expect(Line { number, words: words_of(bare) }));
            }
            Block::Notation => {
                if let Some(notation) = &mut self.notation {
                    notation.line(number, bare);
                }
            }
        }
        Ok(())
    }

    /// A line at the margin; gives back what the indented lines below it are.
    fn top_line(&mut self, number: u32, words: Vec<String>, bare: &str) -> Result<Block, CaseError> {
        let word = words[0].to_ascii_lowercase();
        match word.as_str() {
            "rule" => {
                let Some(book) = words.get(1) else {
                    return Err(CaseError::new(
                        number,
                        "`rule` needs a book and numbers",
                        "write `rule spqr 8.43, 8.46`",
                    ));
                };
                let ids = words[2..].iter().flat_map(|w| w.split(',')).filter(|w| !w.is_empty());
                self.rules.extend(ids.map(|id| Citation { book: book.clone(), id: id.to_owned() }));
            }
            "position" if self.notation.is_none() && self.steps.is_empty() => {
                self.notation = Some(Notation { first: number, text: String::new(), indent: 0 });
                return Ok(Block::Notation);
            }
            "title" => self.title = bare.trim_start()["title".len()..].trim().to_owned(),
            "orders" => {
                let Some(side) = words.get(1) else {
                    return Err(CaseError::new(number, "`orders` needs a side", "write `orders rome`"));
                };
                self.steps.push(Deed::Orders(Orders {
                    number,
                    side: side.to_ascii_lowercase(),
                    first: number + 1,
                    dice: vec![Vec::new()],
                    ..Orders::default()
                }));
                return Ok(Block::Sheet);
            }
            "die" | "dice" => self.dice(number, &words)?,
            "answer" | "answers" => self.answer(number, &words)?,
            "expect" => {
                if words.len() > 1 {
                    self.steps.push(Deed::Expect(Line { number, words: words[1..].to_vec() }));
                }
                return Ok(Block::Expectations);
            }
            _ if self.steps.is_empty() => self.position.push(Line { number, words }),
            _ => {
                return Err(CaseError::new(
                    number,
                    format!("`{word}` cannot stand after orders"),
                    "the position comes first; then orders, die, answer and expect lines",
                ));
            }
        }
        Ok(Block::Nothing)
    }

    fn dice(&mut self, number: u32, words: &[String]) -> Result<(), CaseError> {
        let help =
            "write `die shock:p1 7`, several on a line if you like, or `dice others 5`, below the orders";
        let Some(Orders { dice, others, .. }) = self.last_orders() else {
            return Err(CaseError::new(number, "a die before any orders", help));
        };
        for pair in words[1..].chunks(2) {
            let [label, face] = pair else {
                return Err(CaseError::new(number, "a die needs a label and a face", help));
            };
            let face: u8 = match face.trim_end_matches(',').parse() {
                Ok(f) if f < 10 || (label.starts_with("draw:") && f <= 32) => f,
                _ => return Err(CaseError::new(number, format!("`{face}` is no face of a die"), help)),
            };
            if label.eq_ignore_ascii_case("others") {
                *others = Some(face);
            } else {
                let stretch = dice.len() - 1;
                dice[stretch].push((number, label.to_ascii_lowercase(), face));
            }
        }
        Ok(())
    }

    fn answer(&mut self, number: u32, words: &[String]) -> Result<(), CaseError> {
        let help = "write `answer withdraw:v1 no`, or `answers default`, below the orders";
        let Some(Orders { dice, answers, defaults, .. }) = self.last_orders() else {
            return Err(CaseError::new(number, "an answer before any orders", help));
        };
        match &words[1..] {
            [word] if word.eq_ignore_ascii_case("default") => *defaults = true,
            [question, choice] => {
                answers.push((number, question.to_ascii_lowercase(), choice.to_ascii_lowercase()));
                dice.push(Vec::new());
            }
            _ => return Err(CaseError::new(number, "an answer needs a question and a choice", help)),
        }
        Ok(())
    }

    fn last_orders(&mut self) -> Option<&mut Orders> {
        match self.steps.last_mut() {
            Some(Deed::Orders(orders)) => Some(orders),
            _ => None,
        }
    }
}

/// The words of a line; a text in double quotes is one word.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

/// A line without its comment. `#` inside a word is part of it: `trump:sci#2`.
fn uncommented(line: &str) -> &str {
    let starts = |i: usize| line[..i].chars().next_back().is_none_or(char::is_whitespace);
    match line.match_indices('#').find(|&(i, _)| starts(i)) {
        Some((i, _)) => &line[..i],
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_read_into_position_and_steps() {
        let case = Case::parse(
            "rule spqr 8.43, 8.46\ntitle A title\nunit P1 PH rome 10/7/4(5) at 2010 E\norders rome\n  move P1 fl\n  resolve\n\
             die shock:p1 3\nanswer withdraw:v1 no\ndie tq:v1 9\nexpect\n  hits P1 2\n",
        )
        .expect("a case");
        assert_eq!(case.title, "A title");
        assert_eq!(case.rules.len(), 2);
        let Deed::Orders(Orders { sheet, dice, answers, .. }) = &case.steps[0] else {
            panic!("orders first")
        };
        assert_eq!(sheet, "move P1 fl\nresolve\n");
        assert_eq!((dice.len(), answers.len()), (2, 1));
        assert_eq!(dice[1][0].1, "tq:v1");
    }

    #[test]
    fn a_case_without_expectations_is_refused() {
        let error = Case::parse("rule spqr 8.43\norders rome\n  resolve\n").expect_err("nothing expected");
        assert!(error.message.contains("expects nothing"));
    }

    #[test]
    fn a_case_of_denials_alone_is_refused() {
        let case = |lines: &str| Case::parse(&format!("rule spqr 8.43\nexpect\n{lines}"));
        let error = case("  not routed P1\n  not hits P1 2\n").expect_err("nothing positive");
        assert!(error.line == 3 && error.message.contains("only what is not so"), "{error}");
        case("  not routed P1\n  hits P1 2\n").expect("one line says what is");
    }
}
