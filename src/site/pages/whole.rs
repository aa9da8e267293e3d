//! The site as a whole.

use std::path::Path;

use super::super::files::Files;
use super::super::site::{Done, Site};
use super::super::{SiteError, books, feed};

impl Site<'_> {
    /// Writes what has changed since the last time. `progress` hears how many books are made of how many.
    ///
    /// # Errors
    /// When the folder cannot be written, or holds something else than a site.
    pub fn write(&self, out: &Path, progress: &mut dyn FnMut(usize, usize)) -> Result<Done, SiteError> {
        let mut files = Files::open(out)?;
        files.put("style.css", include_bytes!("../style.css"))?;
        books::write(self, &mut files, progress)?;
        super::battles::write(self, &mut files)?;
        super::players::write(self, &mut files)?;
        super::ladder::write(self, &mut files)?;
        super::cups::write(self, &mut files)?;
        super::fields::write(self, &mut files)?;
        super::archives::write(self, &mut files)?;
        super::front::write(self, &mut files)?;
        feed::write(self, &mut files)?;
        files.finish()?;
        Ok(Done { written: files.written, gone: files.gone })
    }
}
