//! Lines of a mail that only greet.

/// Does a line only greet: `Hello umpire,`, `Good evening`, `Dear Sir or Madam`?
pub(super) fn greets(line: &str) -> bool {
    const GREETINGS: [&str; 11] =
        ["hello", "hi", "hey", "dear", "greetings", "salve", "salvete", "ave", "hail", "ciao", "hallo"];
    let mut words = line.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    let Some(first) = words.next() else { return false };
    let first = first.to_ascii_lowercase();
    let times = ["morning", "afternoon", "evening", "day", "night"];
    let mut of_a_time =
        || words.next().is_some_and(|word| times.contains(&word.to_ascii_lowercase().as_str()));
    let short = line.split_whitespace().count() <= 6 && !line.contains('@');
    short && (GREETINGS.contains(&first.as_str()) || first == "good" && of_a_time())
}
