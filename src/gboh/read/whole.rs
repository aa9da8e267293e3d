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
