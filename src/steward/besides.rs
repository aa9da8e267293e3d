//! What a report says and no event of the log does.

use super::StewardError;
use super::accuse::accusations_in;
use super::intake::missing_in;
use super::notice::notices_in;
use super::papers::Papers;
use tess_ledger::{Ledger, Role};

/// What a report must say besides the log: who has stopped the battle, which
/// events are missing, and what else is to be told to its reader.
pub(super) fn besides<P: Papers + ?Sized>(
    papers: &P,
    ledger: &Ledger,
    reader: &Role,
) -> Result<Vec<String>, StewardError> {
    let mut notices: Vec<String> =
        accusations_in(papers, ledger)?.into_iter().map(|found| found.text).collect();
    notices.extend(missing_in(papers, ledger.next_seq())?);
    notices.extend(notices_in(papers, reader)?);
    Ok(notices)
}
