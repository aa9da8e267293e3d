//! How many of something, as a sentence says it.

/// `1 hour`, `36 hours`; the noun is one whose plural has an `s`.
#[must_use]
pub fn counted(many: impl Into<u64>, noun: &str) -> String {
    match many.into() {
        1 => format!("1 {noun}"),
        many => format!("{many} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_of_them_is_no_plural() {
        let said = [0_u32, 1, 2].map(|n| counted(n, "hour"));
        assert_eq!(said, ["0 hours", "1 hour", "2 hours"]);
    }
}
