//! Whether a mail may be answered at all.
//!
//! A robot that answers robots fills two mailboxes in a night (RFC 3834). Silence concerns replies
//! only: a signed event in such a mail is used all the same.

use super::address::Address;
use super::limits;

/// What the header says about who is speaking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signals {
    /// `Return-Path`, or the sender in an mbox `From ` line; `Some("")` is the null path of bounces.
    pub return_path: Option<String>,
    /// `Auto-Submitted` (RFC 3834), lower case, without parameters.
    pub auto_submitted: Option<String>,
    /// `Precedence`, lower case.
    pub precedence: Option<String>,
    /// Names of the `List-*` fields (RFC 2369, RFC 2919), lower case.
    pub list: Vec<String>,
    /// Values of our own loop field, lower case.
    pub loops: Vec<String>,
    /// Number of `Received` fields.
    pub received: usize,
    /// The mail is a multipart/report (RFC 6522): a bounce or a receipt.
    pub report: bool,
}

/// Why a mail is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Silence {
    /// RFC 5321 4.5.5.
    #[error("its return path is empty")]
    NullReturnPath,
    /// RFC 3834 2: anything but `no`.
    #[error("a program sent it (Auto-Submitted)")]
    AutoSubmitted,
    /// A mailing list.
    #[error("it came through a mailing list")]
    List,
    /// `bulk`, `list` or `junk`.
    #[error("it is bulk mail (Precedence)")]
    Precedence,
    /// multipart/report.
    #[error("it is a delivery report")]
    Report,
    /// From ourselves.
    #[error("it comes from our own address")]
    OwnAddress,
    /// Our own loop field.
    #[error("it is our own mail come back")]
    OwnLoop,
    /// More than `limits::MAX_RECEIVED`.
    #[error("it went through too many servers")]
    Hops,
    /// There is nobody to answer, or more than one.
    #[error("it does not have exactly one sender")]
    NoSender,
}

impl Signals {
    /// `Ok` when an answer may be sent to the one address in `from`. `own` are the addresses at
    /// which we get mail ourselves.
    ///
    /// # Errors
    /// The first reason for silence.
    pub fn may_answer(&self, from: &[&str], own: &[Address]) -> Result<(), Silence> {
        if self.return_path.as_deref() == Some("") {
            return Err(Silence::NullReturnPath);
        }
        if self.auto_submitted.as_deref().is_some_and(|v| v != "no") {
            return Err(Silence::AutoSubmitted);
        }
        if !self.list.is_empty() {
            return Err(Silence::List);
        }
        if matches!(self.precedence.as_deref(), Some("bulk" | "list" | "junk")) {
            return Err(Silence::Precedence);
        }
        if self.report {
            return Err(Silence::Report);
        }
        if self.received > limits::MAX_RECEIVED {
            return Err(Silence::Hops);
        }
        let is_own = |text: &str| {
            own.iter().any(|a| {
                let own: &str = a.as_ref();
                own.eq_ignore_ascii_case(text)
            })
        };
        if self.loops.iter().any(|l| is_own(l)) {
            return Err(Silence::OwnLoop);
        }
        let [sender] = from else {
            return Err(Silence::NoSender);
        };
        if is_own(sender) {
            return Err(Silence::OwnAddress);
        }
        if sender.parse::<Address>().is_err() {
            return Err(Silence::NoSender);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_alone_is_enough_for_silence() {
        let own = ["game@pbem.example".parse().unwrap()];
        let from = ["bob@bob.example"];
        let quiet = Signals::default;
        let some = |t: &str| Some(t.to_owned());
        assert_eq!(quiet().may_answer(&from, &own), Ok(()));
        for (signals, reason) in [
            (Signals { return_path: some(""), ..quiet() }, Silence::NullReturnPath),
            (Signals { auto_submitted: some("auto-replied"), ..quiet() }, Silence::AutoSubmitted),
            (Signals { list: vec!["list-id".into()], ..quiet() }, Silence::List),
            (Signals { precedence: some("junk"), ..quiet() }, Silence::Precedence),
            (Signals { report: true, ..quiet() }, Silence::Report),
            (Signals { received: 26, ..quiet() }, Silence::Hops),
            (Signals { loops: vec!["game@pbem.example".into()], ..quiet() }, Silence::OwnLoop),
        ] {
            assert_eq!(signals.may_answer(&from, &own), Err(reason));
        }
        for fine in [
            Signals { return_path: some("bob@bob.example"), ..quiet() },
            Signals { auto_submitted: some("no"), ..quiet() },
            Signals { precedence: some("first-class"), ..quiet() },
            Signals { received: 25, ..quiet() },
            Signals { loops: vec!["other@pbem.example".into()], ..quiet() },
        ] {
            assert_eq!(fine.may_answer(&from, &own), Ok(()));
        }
        assert_eq!(quiet().may_answer(&["GAME@pbem.example"], &own), Err(Silence::OwnAddress));
        assert_eq!(quiet().may_answer(&[], &own), Err(Silence::NoSender));
        assert_eq!(quiet().may_answer(&["not an address"], &own), Err(Silence::NoSender));
    }
}
