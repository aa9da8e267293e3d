//! Answers to questions: `answer withdraw:v31#2 no`.

use super::cursor::Cursor;
use super::nearest;
use super::word::{Word, words};
use tess_diagnostic::Diagnostic;

/// One answer as written. Two are equal when they say the same.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Line of the text, from 1.
    pub number: u32,
    /// The id of the question.
    pub question: Word,
    /// The choice, as written: one or more words with single spaces.
    pub choice: Word,
}

impl PartialEq for Answer {
    fn eq(&self, other: &Answer) -> bool {
        self.question == other.question && self.choice == other.choice
    }
}

impl Eq for Answer {}

/// The canonical text.
impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "answer {} {}", self.question, self.choice)
    }
}

/// Reads answers, one a line. An answer twice to the same question is complained about.
#[must_use]
pub fn parse(text: &str) -> (Vec<Answer>, Vec<Diagnostic>) {
    const FORM: &str = "for example: answer withdraw:v31 no";
    let mut answers: Vec<Answer> = Vec::new();
    let mut complaints = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let found = words(line);
        let mut cursor = Cursor::new(&found, number, &mut complaints);
        let Some(head) = cursor.advance() else { continue };
        if !head.is_any(&["answer", "reply"]) {
            let message = match nearest(&head.text, ["answer"]) {
                Some(near) => format!("`{head}` is no answer; did you mean `{near}`?"),
                None => format!("`{head}` is no answer"),
            };
            cursor.complain::<()>(Some(head), message, FORM);
            continue;
        }
        let Some(question) = cursor.word("the question's id", FORM) else { continue };
        while cursor.take(&[":", "=", "with"]).is_some() {}
        let Some(choice) = cursor.rest() else {
            cursor.complain::<()>(None, format!("the choice for {question} is missing"), FORM);
            continue;
        };
        if let Some(before) = answers.iter().find(|a| a.question == question) {
            let message = format!("{question} is answered already in line {}", before.number);
            cursor.complain::<()>(Some(&question), message, "keep one of them");
            continue;
        }
        answers.push(Answer { number, question, choice });
    }
    (answers, complaints)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn answers_are_read_with_their_ids() {
        let text = "# reply\nanswer withdraw:v31#2 2010\nANSWER face:p2 = keep as it is\n";
        let (answers, complaints) = parse(text);
        assert_eq!(complaints, []);
        let said: Vec<(&str, &str)> =
            answers.iter().map(|a| (a.question.text.as_str(), a.choice.text.as_str())).collect();
        assert_eq!(said, [("withdraw:v31#2", "2010"), ("face:p2", "keep as it is")]);
    }

    #[test]
    fn what_is_no_answer_is_complained_about() {
        let (answers, complaints) = parse("anwser a no\nanswer a\nanswer b yes\nanswer B no\nmove H31");
        assert_eq!((answers.len(), complaints.len()), (1, 4));
        assert!(complaints[0].message.contains("did you mean"));
    }

    proptest! {
        #[test]
        fn answers_print_as_they_read(text in "(?s)(answer [a-z:#,{} =]{0,12}.{0,20}\n){0,4}.{0,50}") {
            for answer in parse(&text).0 {
                let printed = answer.to_string();
                prop_assert_eq!(parse(&printed).0, vec![answer], "{}", printed);
            }
        }
    }
}
