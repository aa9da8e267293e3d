//! What the service says: a line for a person, or the same in JSON for a program that collects lines.

use std::fmt;

use serde::Serialize;

/// How much a line matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// All is as it should be.
    Info,
    /// Something was refused, put off, given up.
    Warning,
    /// Something of the service has failed, or somebody has signed twice.
    Error,
}

/// A happening: what it is about, and the words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// How much it matters.
    pub level: Level,
    /// The first digits of a mail's hash.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mail: Option<String>,
    /// The first digits of a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub battle: Option<String>,
    /// The Message-ID of a letter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letter: Option<String>,
    /// To whom that goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// Is it the lobby's?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lobby: bool,
    /// The words.
    pub text: String,
}

impl Line {
    /// About the service itself.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Line {
        let (mail, battle, letter, to) = (None, None, None, None);
        Line { level: Level::Info, mail, battle, letter, to, lobby: false, text: text.into() }
    }

    /// Something failed.
    #[must_use]
    pub fn trouble(text: impl Into<String>) -> Line {
        Line { level: Level::Error, ..Line::new(text) }
    }

    /// It matters more than others.
    #[must_use]
    pub fn warned(self) -> Line {
        Line { level: Level::Warning, ..self }
    }

    /// About a mail.
    #[must_use]
    pub fn of_mail(self, name: impl Into<String>) -> Line {
        Line { mail: Some(name.into()), ..self }
    }

    /// About a battle.
    #[must_use]
    pub fn of_battle(self, tag: impl Into<String>) -> Line {
        Line { battle: Some(tag.into()), ..self }
    }

    /// About a letter.
    #[must_use]
    pub fn of_letter(self, id: impl Into<String>, to: impl Into<String>) -> Line {
        Line { letter: Some(id.into()), to: Some(to.into()), ..self }
    }

    /// The lobby's.
    #[must_use]
    pub fn of_lobby(self) -> Line {
        Line { lobby: true, ..self }
    }

    /// The line in JSON, said at a time.
    #[must_use]
    pub fn json(&self, at: &str) -> String {
        #[derive(Serialize)]
        struct Said<'a> {
            at: &'a str,
            #[serde(flatten)]
            line: &'a Line,
        }
        // no line ends in it: they stand in texts only, where JSON writes them by a backslash
        tess_diagnostic::tame_json(&serde_json::to_string(&Said { at, line: self }).unwrap_or_default())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mail) = &self.mail {
            write!(f, "mail {mail}: ")?;
        }
        if self.lobby {
            write!(f, "lobby: ")?;
        }
        if let Some(battle) = &self.battle {
            write!(f, "battle {battle}: ")?;
        }
        if let (Some(letter), Some(to)) = (&self.letter, &self.to) {
            write!(f, "letter {letter} to {to}: ")?;
        }
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_for_a_person_and_for_a_program() {
        let line = Line::new("event 2").of_mail("84cf56e4").of_battle("0f342e25");
        assert_eq!(line.to_string(), "mail 84cf56e4: battle 0f342e25: event 2");
        let json = "{\"at\":\"T\",\"level\":\"info\",\"mail\":\"84cf56e4\",\"battle\":\"0f342e25\",\"text\":\"event 2\"}";
        assert_eq!(line.json("T"), json);
        let hostile = Line::trouble("a\u{1b}[2J\n\u{202e}\"b\"").json("T");
        assert!(!hostile.contains(['\n', '\u{1b}', '\u{202e}']), "{hostile}");
        let read: serde_json::Value = serde_json::from_str(&hostile).expect("JSON");
        assert_eq!((&read["level"], &read["text"]), (&"error".into(), &"a\u{1b}[2J\n\u{202e}\"b\"".into()));
    }
}
