//! Lists and counts as sentences have them.

/// `a, b and c`.
pub(crate) fn listed<S: AsRef<str>>(parts: &[S]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// One word for one, another for several.
pub(crate) const fn plural<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// `1 hit`, `2 hits`.
pub(crate) fn hits(n: u8) -> String {
    format!("{n} {}", plural(usize::from(n), "hit", "hits"))
}

/// `die 4`, `dice 4 and 7`.
pub(crate) fn count(each: &[String], one: &str, many: &str) -> String {
    format!("{} {}", plural(each.len(), one, many), listed(each))
}
