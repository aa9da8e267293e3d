//! The pictures of mails, drawn when the mails leave: several at once, and each but once, as both sides of a
//! battle are shown the same.

use rayon::prelude::*;

use super::courier::Due;
use tess_mail::picture::{drawn, undrawn};

/// Pictures that are kept; the one drawn longest ago goes first.
const MOST: usize = 64;

/// What a picture is drawn from, and the picture.
type Kept = (Vec<u8>, Option<Vec<u8>>);

/// Pictures that were drawn last.
#[derive(Debug, Default)]
pub struct Easel {
    kept: Vec<Kept>,
}

impl Easel {
    /// Draws the pictures of mails that are due.
    pub fn draw(&mut self, due: &mut [Due]) {
        let mut wanted: Vec<Vec<u8>> = due.iter().filter_map(|letter| undrawn(&letter.bytes)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        wanted.retain(|said| self.kept.iter().all(|(known, _)| known != said));
        let new: Vec<Kept> = wanted
            .into_par_iter()
            .map(|said| {
                let picture = tess_steward::paint(&said);
                (said, picture)
            })
            .collect();
        self.kept.extend(new);
        for letter in due {
            let bytes = std::mem::take(&mut letter.bytes);
            letter.bytes = drawn(bytes, &mut |said| {
                self.kept.iter().find(|(known, _)| known == said).and_then(|(_, picture)| picture.clone())
            });
        }
        let many = self.kept.len().saturating_sub(MOST);
        self.kept.drain(..many);
    }
}
