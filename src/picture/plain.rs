//! A picture for programs that know no custom properties and no media queries: each colour where it is used,
//! those of the light page.

use super::style::STYLE;

/// The picture with its colours spelled out.
#[must_use]
pub fn plain(svg: &str) -> String {
    let rules: String = STYLE.split_inclusive('\n').skip_while(|line| !line.starts_with("svg{")).collect();
    let rules = rules.replace("'DejaVu Sans Condensed'", "'DejaVu Sans'");
    let mut out = svg.replace(STYLE, &rules);
    for (name, value) in colours() {
        out = out.replace(&format!("var(--{name})"), value);
    }
    out
}

/// The colour of the paper.
#[must_use]
pub fn paper() -> &'static str {
    colours().find(|(name, _)| *name == "paper").map_or("#fff", |(_, value)| value)
}

/// The colours of the light page, by name.
fn colours() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = STYLE.split_once('{').map_or("", |(_, rest)| rest);
    let all = all.split_once('}').map_or("", |(light, _)| light);
    all.split(';').filter_map(|pair| pair.trim().strip_prefix("--")?.split_once(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_is_spelled_out() {
        let svg = format!("<svg><style>{STYLE}</style><path fill=\"var(--rock)\"/></svg>");
        let plain = plain(&svg);
        assert!(!plain.contains("var(") && !plain.contains("@media") && !plain.contains("--"), "{plain}");
        assert!(
            plain.contains("<path fill=\"#9a8f7d\"/>") && plain.contains(".hex{fill:none;stroke:#cfc6b0")
        );
        assert_eq!(paper(), "#fbf8f1");
    }
}
