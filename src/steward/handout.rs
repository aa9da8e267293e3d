//! A report with its pictures as one page, which can be opened anywhere and mailed to anybody.

use data_encoding::BASE64;

use super::genesis::check_genesis;
use super::{Look, StewardError};
use tess_diagnostic::tame_line;
use tess_game::{AnyPosition, Part, Shown};
use tess_ledger::{Entry, Role};
use tess_scenario::Library;

/// The report of everything from an event on (without one, since the reader's own last event) as a page:
/// what its text says, above its map the field with what has moved since, and at the end how it stood then.
/// There is no script in it, and nothing that is fetched from anywhere.
///
/// # Errors
/// When the rules do not bear out the log, or the reader's papers cannot be read.
pub fn handout(
    look: &mut Look,
    reader: &Role,
    since: Option<u64>,
    library: &Library,
) -> Result<String, StewardError> {
    let own = look.ledger().entries().iter().rev().find(|entry| entry.event().by == *reader);
    let from = since.unwrap_or_else(|| own.map_or(0, Entry::seq));
    let opening = check_genesis(look.ledger().genesis(), library)?;
    let mut table = opening.begin(true);
    table.follow_to(look.ledger(), from)?;
    table.state(look.ledger())?;
    let (before, now) = (table.position(), look.table().view());
    let field = src(&*now, Some(before))?;
    let report = look.page(reader, since)?;
    let mut inside = report.html_with(&field);
    if !inside.contains("<img ") {
        inside.insert_str(0, &image(&field, "The field"));
    }
    if from > 0 {
        inside.push_str(&format!("<h2>The field before event {from}</h2>\n"));
        inside.push_str(&image(&src(before, None)?, "The field as it was"));
    }
    let title = opening.printed()["title"].as_str().map_or_else(String::new, tame_line);
    Ok(tess_mail::handout(&title, &inside))
}

/// The field as a picture that stands in the page itself.
fn src(position: &dyn AnyPosition, before: Option<&dyn AnyPosition>) -> Result<String, StewardError> {
    let svg = position.picture(&Part::default(), Shown::default(), before)?;
    Ok(format!("data:image/svg+xml;base64,{}", BASE64.encode(svg.as_bytes())))
}

fn image(src: &str, alt: &str) -> String {
    format!("<p><img src=\"{src}\" alt=\"{alt}\" style=\"max-width:100%;height:auto\"></p>\n")
}
