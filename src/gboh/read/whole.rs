//! Where a line stands as a whole.

use tess_diagnostic::Span;
use tess_orders::words;

/// Everything that a line says, without its comment.
pub(super) fn whole(text: &str) -> Span {
    let words = words(text);
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_as_a_whole_is_what_stands_before_its_comment() {
        assert_eq!(whole("  move h31 2213 # go"), Span::new(2, 15));
        assert_eq!(whole("  # go"), Span::default());
    }
}
