//! Pictures of mails that are drawn when the mails leave.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use tess_game::{AnyPosition, Notation, Part, Shown};
use tess_scenario::Library;

/// Pixels across the picture of a mail: nearly twice what a telephone shows.
const ACROSS: u32 = 640;
/// Pixels across one that would be too large so.
const NARROW: u32 = 480;
/// Bytes of it.
const MOST_BYTES: usize = 110 * 1024;

/// What a picture is drawn from: a position in its notation, and where its scenario lies.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Undrawn {
    /// Folder with scenarios of one's own.
    pub(super) library: Option<PathBuf>,
    /// The notation.
    pub(super) position: String,
}

impl Undrawn {
    /// As it stands in a mail that waits.
    pub(super) fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).unwrap_or_default()
    }
}

/// The field as everybody may see it, as small as mails show it. A picture that cannot be drawn is left out:
/// the text says all.
pub(super) fn picture(position: &dyn AnyPosition) -> Option<Vec<u8>> {
    let shown = Shown { small: true, ..Shown::default() };
    let svg = position.picture(&Part::default(), shown, None).ok()?;
    let drawn = |across| tess_raster::png(&svg, across).ok().filter(|png| png.len() <= MOST_BYTES);
    drawn(ACROSS).or_else(|| drawn(NARROW))
}

/// Draws the picture that a mail of a store shows, from what such a mail holds in its place
/// (`tess_mail::picture::drawn`). Nothing when it cannot be drawn.
#[must_use]
pub fn paint(undrawn: &[u8]) -> Option<Vec<u8>> {
    let undrawn: Undrawn = serde_json::from_slice(undrawn).ok()?;
    let library = undrawn.library.as_deref().map_or_else(Library::embedded, Library::with_dir);
    let (_, position) = Notation::read(&undrawn.position, &library).ok()?;
    picture(&*position)
}
