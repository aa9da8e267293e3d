//! The canonical text of standing orders.

use std::fmt;

use super::{Choice, Otherwise, Scope, Standing, Test, When};

impl<P: fmt::Display> fmt::Display for Standing<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.iter().try_for_each(|rule| writeln!(f, "{rule}"))?;
        writeln!(f, "otherwise {}", if self.otherwise == Otherwise::Ask { "ask" } else { "default" })?;
        self.prepared.iter().try_for_each(|prepared| prepared.fmt(f))
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "when {}{}", self.window, self.scope)?;
        for (i, test) in self.tests.iter().enumerate() {
            write!(f, " {} {test}", if i == 0 { "if" } else { "and" })?;
        }
        write!(f, " do {}", self.choice)
    }
}

/// With a space before each word.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scope::All => Ok(()),
            Scope::Type(word) => write!(f, " type {word}"),
            Scope::Class(word) => write!(f, " class {word}"),
            Scope::Line(word) => write!(f, " line {word}"),
            // A code that is also a word of the language needs the word before it.
            Scope::One(word)
                if word.is_any(&["all", "type", "class", "line", "unit", "leader", "if", "do"]) =>
            {
                write!(f, " unit {word}")
            }
            Scope::One(word) => write!(f, " {word}"),
        }
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<&str> = self.values.iter().map(|v| v.text.as_str()).collect();
        write!(f, "{} {} {}", self.fact, self.sign.sign(), values.join(", "))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Max => f.write_str("max"),
            Choice::Min => f.write_str("min"),
            Choice::Toward(hex) => write!(f, "toward {hex}"),
            Choice::Default => f.write_str("default"),
            Choice::Ask => f.write_str("ask"),
            Choice::Key(key) => write!(f, "{key}"),
        }
    }
}
