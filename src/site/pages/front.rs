//! The front page.

use serde_json::json;

use super::super::SiteError;
use super::super::files::Files;
use super::super::html::{link, table};
use super::super::site::Site;
use super::battles;

/// Battles on the front page.
const NEWEST: usize = 20;

pub(in super::super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let counted = site.counted;
    let rows: Vec<Vec<String>> =
        counted.shown.iter().rev().take(NEWEST).map(|shown| battles::row(site, "", shown)).collect();
    let (all, rated) = (counted.shown.len(), counted.fought.len());
    let body = format!(
        "<p>{all} battles, {rated} of them rated, {} not over. {}.</p>\n<h2>The latest</h2>\n{}",
        counted.open,
        link("feed.atom", "As a feed"),
        table(&battles::HEADS, &rows)
    );
    let json = json!({ "name": site.name(), "battles": all, "rated": rated, "open": counted.open });
    super::put(site, files, "index", site.name(), &body, &json)
}
