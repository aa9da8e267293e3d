//! A refusal in words as a complaint about the line that is refused.

use tess_diagnostic::{Diagnostic, Severity};
use tess_effects::Worded;
use tess_orders::{whole, words};

/// A refusal as a complaint about line `number` with this text: the word that is to blame is underlined,
/// else everything that the line says.
#[must_use]
pub fn diagnostic_of(refusal: &Worded, number: u32, text: &str) -> Diagnostic {
    complaint(Severity::Error, refusal, number, text)
}

/// An order that was begun and could not be ended: what was done stands, so this complaint is a warning.
#[must_use]
pub fn cut_short(refusal: &Worded, number: u32, text: &str) -> Diagnostic {
    complaint(Severity::Warning, refusal, number, text)
}

fn complaint(severity: Severity, refusal: &Worded, number: u32, text: &str) -> Diagnostic {
    let words = words(text);
    // The last one: a hex that a unit enters a second time is to blame where it is entered last.
    let blamed = refusal.word.as_deref().and_then(|word| words.iter().rev().find(|w| w.is(word)));
    let span = blamed.map_or_else(|| whole(text), |word| word.span);
    let complaint = Diagnostic::new(severity, refusal.message.clone()).rule(refusal.rule.0).at(number, span);
    match &refusal.help {
        Some(help) => complaint.help(help.clone()),
        None => complaint,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tess_diagnostic::Span;
    use tess_effects::Rule;

    #[test]
    fn the_word_to_blame_is_underlined() {
        let refusal = Worded::new(Rule("6.25"), "too far").at("2214").help("stop in 2213");
        let complaint = diagnostic_of(&refusal, 3, "  move h31 2213-2214 # go");
        assert_eq!(complaint.place.map(|p| p.span), Some(Span::new(16, 20)));
        assert_eq!(
            (complaint.rule.as_deref(), complaint.help.as_deref()),
            (Some("6.25"), Some("stop in 2213"))
        );
    }

    #[test]
    fn without_a_word_the_whole_line_is() {
        let refusal = Worded::new(Rule("6.25"), "too far").at("9999");
        let complaint = cut_short(&refusal, 3, "  move h31 2213 # go");
        assert_eq!(complaint.place.map(|p| p.span), Some(Span::new(2, 15)));
        assert_eq!(complaint.severity, Severity::Warning);
    }
}
