//! How far one thing is from another, and what that means.

use serde::Serialize;
use tess_diagnostic::{WIDTH, wrap};

/// A distance on the field, and what is to be known beside it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Measured {
    /// From here: a code or a place.
    pub from: String,
    /// To there.
    pub to: String,
    /// How far: whole hexes, or inches between the nearest edges.
    pub far: String,
    /// `hexes` or `inches`.
    pub unit: &'static str,
    /// What follows from it: a sentence each, without a full stop.
    pub notes: Vec<String>,
}

impl Measured {
    /// In words, at most 78 columns wide.
    #[must_use]
    pub fn text(&self) -> String {
        let unit =
            if self.far == "1" { self.unit.trim_end_matches("es").trim_end_matches('s') } else { self.unit };
        let unit = if self.far == "1" && self.unit == "inches" { "inch" } else { unit };
        let head = format!("{} to {}: {} {unit}", self.from, self.to, self.far);
        let mut out = wrap(&head, WIDTH, "", "  ") + "\n";
        for note in &self.notes {
            out.push_str(&wrap(note, WIDTH, "  ", "    "));
            out.push('\n');
        }
        out
    }
}
