//! The ladder of each book.

use serde_json::json;

use super::super::SiteError;
use super::super::files::Files;
use super::super::html::{day, link, table, text};
use super::super::site::{Site, stem};

pub(in super::super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let mut body = String::from(
        "<p>Glicko-2, each book by itself, from the first battle on. &#177; is twice the deviation: the strength \
         lies within in 95 of 100 cases.</p>\n",
    );
    for book in &site.ladder.books {
        let rows: Vec<Vec<String>> = book
            .standings
            .iter()
            .enumerate()
            .map(|(place, s)| {
                vec![
                    (place + 1).to_string(),
                    link(&format!("../players/{}.html", stem(&s.key)), &s.name),
                    format!("{:.0}", s.now.rating),
                    format!("{:.0}", 2.0 * s.now.deviation),
                    s.won.to_string(),
                    s.drawn.to_string(),
                    s.lost.to_string(),
                    day(&s.last),
                ]
            })
            .collect();
        let heads = ["#place", "player", "#rating", "#\u{b1}", "#won", "#drawn", "#lost", "last battle"];
        body.push_str(&format!("<h2>{}</h2>\n{}", text(&book.book), table(&heads, &rows)));
    }
    if site.ladder.books.is_empty() {
        body.push_str("<p>No battle counts yet.</p>\n");
    }
    if !site.counted.left_out.is_empty() {
        body.push_str("<h2>Left out</h2>\n<ul>\n");
        for left in &site.counted.left_out {
            body.push_str(&format!("<li>{}: {}</li>\n", text(&left.file), text(&left.why)));
        }
        body.push_str("</ul>\n");
    }
    let json = site.ladder.json(site.counted, site.statutes);
    super::put(site, files, "ladder/index", "Ladder", &body, &json!(json))
}
