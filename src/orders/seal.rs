//! A sheet made ready for signing: what it keeps secret is taken out of it.

use std::collections::BTreeMap;

use tess_diagnostic::{Diagnostic, Report};

/// A sheet that may be signed, with what it no longer says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sealed {
    /// The sheet: `order C1 advance` has become `order C1`.
    pub sheet: String,
    /// The hidden choices, in the order in which the sheet asks for their seals.
    pub values: Vec<String>,
}

/// A sheet while its secrets are taken out of it.
#[derive(Debug)]
pub struct Sealing<'a> {
    text: &'a str,
    values: Vec<String>,
    complaints: Vec<Diagnostic>,
    anew: BTreeMap<u32, String>,
}

impl<'a> Sealing<'a> {
    /// A sheet from which nothing has been taken yet.
    #[must_use]
    pub fn of(text: &'a str) -> Sealing<'a> {
        Sealing { text, values: Vec::new(), complaints: Vec::new(), anew: BTreeMap::new() }
    }

    /// The next hidden choice.
    pub fn hide(&mut self, value: impl Into<String>) {
        self.values.push(value.into());
    }

    /// A choice that is left open.
    pub fn complain(&mut self, complaint: Diagnostic) {
        self.complaints.push(complaint);
    }

    /// A line that is written anew, without its comment: all that it says, secrets taken out.
    pub fn rewrite(&mut self, line: u32, said: impl Iterator<Item = String>) {
        self.anew.entry(line).or_insert_with(|| said.collect::<Vec<_>>().join("; "));
    }

    /// The sheet without its secrets. Lines that are not written anew stay as they are.
    ///
    /// # Errors
    /// What was complained about, drawn under its lines.
    pub fn finish(self) -> Result<Sealed, String> {
        let Sealing { text, values, complaints, mut anew } = self;
        if !complaints.is_empty() {
            return Err(Report { source: text, diagnostics: &complaints }.plain());
        }
        if anew.is_empty() {
            return Ok(Sealed { sheet: text.to_owned(), values });
        }
        let lines = (1..).zip(text.lines());
        let sheet =
            lines.map(|(n, line)| anew.remove(&n).unwrap_or_else(|| line.to_owned()) + "\n").collect();
        Ok(Sealed { sheet, values })
    }
}
