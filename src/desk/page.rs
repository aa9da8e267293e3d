//! The files of the page.

use super::asked::Given;
use tess_picture::STYLE as PICTURE;

const STYLE: &str = include_str!("page/style.css");

/// The modules of its script.
const SCRIPTS: [(&str, &str); 10] = [
    ("main.js", include_str!("page/main.js")),
    ("server.js", include_str!("page/server.js")),
    ("element.js", include_str!("page/element.js")),
    ("board.js", include_str!("page/board.js")),
    ("ground.js", include_str!("page/ground.js")),
    ("sheet.js", include_str!("page/sheet.js")),
    ("orders.js", include_str!("page/orders.js")),
    ("words.js", include_str!("page/words.js")),
    ("story.js", include_str!("page/story.js")),
    ("deeds.js", include_str!("page/deeds.js")),
];

/// A file by its name; the page itself has none.
pub(crate) fn file(name: &str) -> Option<Given> {
    match name {
        "" => Some(Given::text("text/html; charset=utf-8", include_str!("page/desk.html"))),
        "style.css" => Some(Given::text("text/css; charset=utf-8", format!("{PICTURE}{STYLE}"))),
        _ => {
            let (_, text) = SCRIPTS.iter().find(|(other, _)| *other == name)?;
            Some(Given::text("text/javascript; charset=utf-8", *text))
        }
    }
}

/// A picture without its style sheet, which the page has already.
pub(crate) fn bare(picture: &str) -> String {
    picture.replacen(&format!("<style>{PICTURE}</style>"), "", 1)
}
