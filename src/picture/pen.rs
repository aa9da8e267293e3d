//! Writing SVG: elements, attributes, and text that stays text.

use std::fmt::{self, Display, Write as _};

/// The ground that another picture on the same page has.
pub(crate) const GROUND: &str = r##"<use href="#ground"/>"##;

/// A picture that is being written.
#[derive(Debug, Default)]
pub(crate) struct Pen {
    out: String,
}

impl Pen {
    /// Writes markup of ours.
    pub(crate) fn put(&mut self, markup: fmt::Arguments<'_>) {
        // writing into a string never fails
        let _ = self.out.write_fmt(markup);
        self.out.push('\n');
    }

    /// Begins a group; ended by [`Pen::end`].
    pub(crate) fn group(&mut self, attributes: fmt::Arguments<'_>) {
        self.put(format_args!("<g {attributes}>"));
    }

    /// Ends a group.
    pub(crate) fn end(&mut self) {
        self.out.push_str("</g>\n");
    }

    /// What a piece is, for whoever points at it or has it read out.
    pub(crate) fn title(&mut self, text: &str) {
        self.put(format_args!("<title>{}</title>", Text(text)));
    }

    /// Words at a place.
    pub(crate) fn words(&mut self, class: &str, (x, y): (i32, i32), text: impl Display) {
        let text = text.to_string();
        self.put(format_args!(r#"<text class="{class}" x="{x}" y="{y}">{}</text>"#, Text(&text)));
    }

    /// Uses a sign that the picture has defined.
    pub(crate) fn sign(&mut self, name: &str, (x, y): (i32, i32)) {
        self.put(format_args!(r##"<use href="#{name}" x="{x}" y="{y}"/>"##));
    }

    /// From one place to another, with a head half way, where no counter lies over it.
    pub(crate) fn arrow(&mut self, side: &str, (x, y): (i32, i32), (u, v): (i32, i32)) {
        self.put(format_args!(r#"<path class="move {side}" d="M{x} {y}L{u} {v}"/>"#));
        let (dx, dy) = (u - x, v - y);
        let long = i32::try_from((dx * dx + dy * dy).unsigned_abs().isqrt()).unwrap_or(i32::MAX).max(1);
        let (mx, my) = (i32::midpoint(x, u), i32::midpoint(y, v));
        let at = |ahead: i32, right: i32| {
            (mx + (dx * ahead - dy * right) / long, my + (dy * ahead + dx * right) / long)
        };
        let [(a, b), (c, d), (e, f)] = [at(9, 0), at(-6, -7), at(-6, 7)];
        self.put(format_args!(r#"<path class="tip {side}" d="M{a} {b}L{c} {d}L{e} {f}z"/>"#));
    }

    /// The picture so far.
    pub(crate) fn finish(self) -> String {
        self.out
    }
}

/// Foreign text as XML has it: nothing in it is markup, and what no page may hold is a question mark.
pub(crate) struct Text<'a>(pub &'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                c if c.is_control()
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}') =>
                {
                    f.write_char('?')?
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        let text = Text("<script>\"&'\u{1b}\u{202e}\n</title>").to_string();
        assert_eq!(text, "&lt;script&gt;&quot;&amp;&#39;???&lt;/title&gt;");
    }
}
