//! How many of a thing, in words.

use std::fmt::Display;

/// `1 hour`, `2 hours`: of things whose plural has an s.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(many: N, thing: &str) -> String {
    let end = if many == N::from(1) { "" } else { "s" };
    format!("{many} {thing}{end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_no_plural() {
        assert_eq!([0_u32, 1, 2].map(|n| counted(n, "hour")), ["0 hours", "1 hour", "2 hours"]);
    }
}
