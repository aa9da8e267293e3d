//! A mail of any bytes: opening it must end, and what comes out must be fit for what follows.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tesserarius::ledger::Signed;
use tesserarius::mail::{Envelope, MailError, Origin, RawMail};
use tesserarius::steward::private;

fuzz_target!(|data: &[u8]| {
    let raw = RawMail::new(data.to_vec(), Origin::Memory);
    match Envelope::open(&raw) {
        Ok(envelope) => {
            for line in &envelope.lines {
                assert!(!line.contains(&b'\n'), "a line with a line end in it");
                let _ = Signed::parse(line);
                let _ = private(line);
            }
            for complaint in &envelope.complaints {
                let text = complaint.to_string();
                assert!(text.lines().all(|l| l.len() <= 78 && l.is_ascii()), "{text}");
            }
            let own = ["game@pbem.example".parse().expect("an address")];
            let _ = envelope.should_answer(&own);
        }
        Err(error) => {
            assert!(!matches!(error, MailError::Parser), "the parser gave up");
            assert!(!error.to_string().is_empty());
        }
    }
});
