//! The dump of all archives, with an index.

use serde_json::json;

use super::super::SiteError;
use super::super::books;
use super::super::files::Files;
use super::super::html::{link, table, text};
use super::super::site::Site;

pub(in super::super) fn write(site: &Site<'_>, files: &mut Files) -> Result<(), SiteError> {
    let (mut rows, mut all, mut sums) = (Vec::new(), Vec::new(), String::new());
    for shown in site.counted.shown.iter().rev() {
        let record = &shown.sound.record;
        let (_, path) = books::paths(shown);
        let name = path.rsplit('/').next().unwrap_or_default().to_owned();
        sums.push_str(&format!("{}  {name}\n", shown.sound.sha256));
        rows.push(vec![
            link(&name, &name),
            text(&record.scenario),
            record.events.to_string(),
            format!("<code>{}</code>", shown.sound.sha256),
        ]);
        all.push(json!({
            "file": name, "sha256": shown.sound.sha256, "game": record.game, "head": record.head,
            "events": record.events, "scenario": record.scenario, "over": record.is_over(),
        }));
    }
    files.put("archives/SHA256SUMS", sums.as_bytes())?;
    let body = format!(
        "<p>Every archive that verifies; {} lists them. <code>tess verify FILE</code> checks one alone.</p>\n{}",
        link("SHA256SUMS", "SHA256SUMS"),
        table(&["archive", "field", "#events", "SHA-256"], &rows)
    );
    super::put(site, files, "archives/index", "Archives", &body, &json!(all))
}
