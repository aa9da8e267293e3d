//! The battle books and the archives: what takes long is made side by side, and only when its archive has
//! changed.

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::SiteError;
use super::files::{self, Files};
use super::site::{Site, stem};
use tess_league::Shown;
use tess_ledger::{Checks, Ledger, read_lines};
use tess_steward::check_genesis;

/// Books that are made before it is noted which stand.
const AT_ONCE: usize = 64;

/// Which program makes books: another one may make others.
fn release() -> String {
    format!("{} rules {}", env!("CARGO_PKG_VERSION"), tess_steward::RULES)
}

pub(super) fn write(
    site: &Site<'_>,
    files: &mut Files,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<(), SiteError> {
    let mut due = Vec::new();
    for shown in &site.counted.shown {
        let (book, archive) = paths(shown);
        let sha256 = &shown.sound.sha256;
        let made_from = format!("{sha256} {}", release());
        // both are asked, so that both stay when they stand
        let (book_due, archive_due) = (files.is_due(&book, &made_from), files.is_due(&archive, sha256));
        if book_due || archive_due {
            due.push((shown, book, archive, made_from));
        }
    }
    let mut done = 0;
    for part in due.chunks(AT_ONCE) {
        let out = files.out().to_owned();
        let made: Vec<Result<[u64; 2], SiteError>> = part
            .par_iter()
            .map(|(shown, book, archive, _)| {
                let wrong =
                    |what: String| SiteError::file(std::path::Path::new(shown.sound.paper.name()), what);
                let bytes = shown.sound.paper.bytes().map_err(wrong)?;
                if files::digest(&bytes) != shown.sound.sha256 {
                    return Err(wrong("changed while the site was made; make it again".to_owned()));
                }
                let page = page(&bytes, site).map_err(wrong)?;
                Ok([files::write(&out, book, page.as_bytes())?, files::write(&out, archive, &bytes)?])
            })
            .collect();
        for ((shown, book, archive, made_from), sizes) in part.iter().zip(made) {
            let [long, short] = sizes?;
            files.stands(book, made_from, long);
            files.stands(archive, &shown.sound.sha256, short);
        }
        done += part.len();
        files.note()?;
        progress(done, due.len());
    }
    Ok(())
}

/// Where book and archive of a battle stand.
pub(super) fn paths(shown: &Shown) -> (String, String) {
    let stem = stem(&shown.sound.record.game);
    (format!("battles/{stem}-book.html"), format!("archives/{stem}.tess"))
}

/// The book of an archive that has been verified, and whose bytes are known by their digest.
fn page(bytes: &[u8], site: &Site<'_>) -> Result<String, String> {
    let lines = read_lines(bytes).map_err(|e| e.to_string())?;
    let ledger = Ledger::verify_all(lines, Checks::Known).map_err(|e| e.to_string())?;
    let opening = check_genesis(ledger.genesis(), site.library).map_err(|e| e.to_string())?;
    tess_book::book(&ledger, bytes, &*opening, tess_book::Extras::default()).map_err(|e| e.to_string())
}
