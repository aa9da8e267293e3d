//! `tess deliver`: one mail from a mail server's pipe into an umpire's store.

use super::serve::Quota;
use super::store::Place;
use super::{Code, Done, Failure, clock};
use tess_mail::{MailError, Origin, eml};
use tess_server::Entered;
use tess_steward::deadline;

/// Take one mail from standard input into the store's journal, for `tess serve` to deal with
///
/// For the pipe of a mail server. The mail is on the disk when this ends with 0. On any trouble it ends with
/// 75, and the mail server keeps the mail and tries again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example (in /etc/aliases, then `newaliases`):
  umpire: \"|/usr/local/bin/tess deliver --store /var/lib/tess\"")]
pub struct Args {
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    quota: Quota,
}

impl Args {
    pub fn run(&self) -> Done {
        self.deliver().map_err(Failure::for_later)?;
        Ok(Code::Fine)
    }

    fn deliver(&self) -> Result<(), Failure> {
        let read = eml::read(std::io::stdin().lock(), Origin::Stdin);
        let mail = read.map_err(MailError::io("read", "standard input".as_ref()))?;
        let store = self.place.open()?;
        let now = deadline::time_of(&clock::now()).timestamp();
        match store.enter(&mail, self.quota.bytes(), now)? {
            Entered::TooMuch => Err(Failure::new(
                "the sender has brought as much mail today as he may",
                "the mail server keeps it and tries again; see docs/umpire.md",
            )),
            Entered::New | Entered::Known | Entered::Again => Ok(()),
        }
    }
}
