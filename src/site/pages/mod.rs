//! A page of each thing, and JSON beside it.

mod archives;
mod battles;
mod cups;
mod fields;
mod front;
mod ladder;
mod players;
mod whole;

use serde_json::Value;

use super::SiteError;
use super::files::Files;
use super::html;
use super::site::Site;

/// Puts a page there, `PATH.html`, and its JSON.
fn put(
    site: &Site<'_>,
    files: &mut Files,
    path: &str,
    title: &str,
    body: &str,
    json: &Value,
) -> Result<(), SiteError> {
    let root = "../".repeat(path.matches('/').count());
    let name = path.rsplit('/').next().unwrap_or(path);
    let page = html::page(site.name(), &root, title, &format!("{name}.json"), body);
    files.put(&format!("{path}.html"), page.as_bytes())?;
    files.put(&format!("{path}.json"), format!("{json}\n").as_bytes())
}
