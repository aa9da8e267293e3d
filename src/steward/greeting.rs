//! Lines that greet and ask for nothing.

/// Words with which people begin or end a mail.
const GREETINGS: [&str; 24] = [
    "hello",
    "hallo",
    "hi",
    "hey",
    "dear",
    "good",
    "greetings",
    "salve",
    "ave",
    "salvete",
    "thanks",
    "thank",
    "please",
    "cheers",
    "regards",
    "kind",
    "best",
    "yours",
    "bye",
    "vale",
    "sincerely",
    "moin",
    "ciao",
    "servus",
];

/// Words of a greeting at most: more of them say something.
const MOST_WORDS: usize = 8;

/// Does a line greet and ask for nothing? `Hello umpire,`, `Dear all`, `Best regards`.
pub(super) fn is_greeting(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    let first = first.trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
    GREETINGS.contains(&first.as_str()) && line.split_whitespace().count() <= MOST_WORDS
}

/// The lines of a text that say something.
pub(super) fn spoken(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !is_greeting(line)).collect()
}
