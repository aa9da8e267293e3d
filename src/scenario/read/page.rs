//! One file's text while it is read: it knows lines and columns and gathers the faults.

use std::cell::RefCell;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use super::fault::Fault;
use tess_diagnostic::Span;

/// A file being read.
pub(crate) struct Page<'s> {
    file: &'s str,
    text: &'s str,
    faults: RefCell<Vec<Fault>>,
}

impl<'s> Page<'s> {
    /// Parses the text; complaints of the TOML grammar are gathered like all others.
    pub fn open(file: &'s str, text: &'s str) -> (Page<'s>, Spanned<DeTable<'s>>) {
        let page = Page { file, text, faults: RefCell::new(Vec::new()) };
        let (root, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            page.refuse(error.span().unwrap_or(0..0), error.message().replace('\n', ", "), "");
        }
        (page, root)
    }

    /// Adds a fault at these bytes.
    pub fn refuse(&self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        let start = self.text.floor_char_boundary(at.start);
        let (before, after) = self.text.split_at(start);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line_end = after.find('\n').map_or(self.text.len(), |i| start + i);
        let end = at.end.clamp(start, line_end);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        self.faults.borrow_mut().push(Fault {
            file: self.file.to_owned(),
            line: count(before.matches('\n').count() + 1),
            column: count(before[line_start..].chars().count() + 1),
            span: Span::new(start - line_start, end - line_start),
            message: message.into(),
            help: help.into(),
        });
    }

    /// Nothing wrong so far?
    pub fn is_clean(&self) -> bool {
        self.faults.borrow().is_empty()
    }

    /// The faults, in the order of the file.
    pub fn close(self) -> Vec<Fault> {
        let mut faults = self.faults.into_inner();
        faults.sort_by_key(|f| (f.line, f.column));
        faults.dedup();
        faults
    }
}
