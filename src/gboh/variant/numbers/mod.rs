//! The rules' numbers. The code names rules as SPQR numbers them; the other books are told by their own.
//!
//! A rule that only another book has is written in code with the book before its number, `cataphract 11.2`,
//! and told as `11.2`. Where it has a counterpart in a third book, a line in that book's table gives it.

mod alexander;
mod cataphract;

use tess_effects::Numbering;

/// SPQR's own, which says in one rule what another book has in two.
pub const SPQR: Numbering = Numbering { book: "spqr", pairs: &[("cataphract 6.56", "6.55")] };

/// Cataphract's.
pub const CATAPHRACT: Numbering = Numbering { book: "cataphract", pairs: cataphract::PAIRS };

/// Alexander's.
pub const ALEXANDER: Numbering = Numbering { book: "alexander", pairs: alexander::PAIRS };

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;
    use tess_effects::Rule;

    fn index(book: &str) -> BTreeMap<String, String> {
        let path = format!("{}/../../tests/rules/index/{book}.tsv", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).expect("the index");
        text.lines().skip(1).filter_map(|l| l.split_once('\t')).map(|(a, b)| (a.into(), b.into())).collect()
    }

    #[test]
    fn every_rule_of_spqr_has_a_number_in_the_other_books_or_is_absent_there() {
        let spqr = index("spqr");
        for (numbers, absent) in [(CATAPHRACT, cataphract::ABSENT), (ALEXANDER, alexander::ABSENT)] {
            let own = index(numbers.book);
            assert!(numbers.pairs.is_sorted_by(|a, b| a.0 < b.0), "{}", numbers.book);
            for (from, to) in numbers.pairs {
                assert!(spqr.contains_key(*from) || from.contains(' '), "{}: {from}", numbers.book);
                assert!(own.contains_key(*to), "{}: {to}", numbers.book);
                assert!(!absent.contains(from), "{}: {from}", numbers.book);
            }
            for rule in spqr.iter().filter(|(_, kind)| *kind == "rule").map(|(id, _)| id.as_str()) {
                let told = numbers.pairs.iter().any(|p| p.0 == rule);
                assert!(told || absent.contains(&rule), "{}: {rule}", numbers.book);
            }
        }
    }

    #[test]
    fn rules_are_told_by_the_numbers_of_the_book() {
        assert_eq!(CATAPHRACT.of(Rule("8.43")), Rule("9.13"));
        assert_eq!(ALEXANDER.of(Rule("8.43")), Rule("8.33"));
        assert_eq!(SPQR.of(Rule("8.43")), Rule("8.43"));
        assert_eq!(CATAPHRACT.of(Rule("cataphract 11.2")), Rule("11.2"));
        assert_eq!(CATAPHRACT.of(Rule("sheet")), Rule("sheet"));
        assert_eq!(CATAPHRACT.of(Rule("cataphract 11.71")), Rule("11.71"));
    }
}
