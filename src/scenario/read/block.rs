//! Strict reading of a table: each key asked for by name, all others refused.

use std::cell::RefCell;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Fault;
use super::nearest::hint;
use super::page::Page;
use tess_hex::{Facing, Hex};
use tess_legion::measure::Length;

/// A table of the file and the keys asked for so far.
pub(crate) struct Block<'a> {
    pub page: &'a Page<'a>,
    table: &'a DeTable<'a>,
    span: Range<usize>,
    title: String,
    asked: RefCell<Vec<String>>,
}

/// A value of the file under its key.
#[derive(Clone)]
pub(crate) struct Value<'a> {
    pub page: &'a Page<'a>,
    value: &'a Spanned<DeValue<'a>>,
    /// What complaints call it: `` `tq` `` or ``an entry of `PH` ``.
    label: String,
}

impl Block<'_> {
    /// Reads a file: what it holds, or all its faults and after them those of other files, `more`. A text
    /// that is no TOML is not worth further complaints.
    pub fn file<T>(
        file: &str,
        text: &str,
        read: impl FnOnce(&Block<'_>, &mut Vec<Fault>) -> Option<T>,
    ) -> Result<T, Vec<Fault>> {
        let (page, root) = Page::open(file, text);
        if !page.is_clean() {
            return Err(page.close());
        }
        let mut more = Vec::new();
        let held = read(&Block::root(&page, &root), &mut more);
        let mut faults = page.close();
        faults.extend(more);
        held.filter(|_| faults.is_empty()).ok_or(faults)
    }
}

impl<'a> Block<'a> {
    /// The whole file.
    fn root(page: &'a Page<'a>, root: &'a Spanned<DeTable<'a>>) -> Block<'a> {
        Block::new(page, root.get_ref(), 0..0, "the file".into())
    }

    fn new(page: &'a Page<'a>, table: &'a DeTable<'a>, span: Range<usize>, title: String) -> Block<'a> {
        Block { page, table, span, title, asked: RefCell::new(Vec::new()) }
    }

    /// Where the table begins.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// How many keys it has.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Is the key there, whatever it says?
    pub fn has(&self, key: &str) -> bool {
        self.table.get(key).is_some()
    }

    /// A key that may be absent.
    pub fn may(&self, key: &str) -> Option<Value<'a>> {
        self.asked.borrow_mut().push(key.to_owned());
        let value = self.table.get(key)?;
        Some(Value { page: self.page, value, label: format!("`{key}`") })
    }

    /// A key that must be there.
    pub fn need(&self, key: &str, example: &str) -> Option<Value<'a>> {
        let found = self.may(key);
        if found.is_none() {
            self.page.refuse(
                self.span(),
                format!("{} has no `{key}`", self.title),
                format!("write `{key} = {example}`"),
            );
        }
        found
    }

    /// The keys that nobody has asked for, where the file's author makes the names.
    pub fn others(&self) -> Vec<(&'a str, Range<usize>, Value<'a>)> {
        let mut found = Vec::new();
        for (key, value) in self.table.iter() {
            let name: &'a str = key.get_ref().as_ref();
            if !self.asked.borrow().iter().any(|k| k == name) {
                found.push((name, key.span(), Value { page: self.page, value, label: format!("`{name}`") }));
            }
        }
        self.asked.borrow_mut().extend(found.iter().map(|(k, ..)| (*k).to_owned()));
        found
    }

    /// A key that must be a table; when it is not, an empty answer after a complaint.
    pub fn table(&self, key: &str) -> Option<Block<'a>> {
        self.need(key, "{ ... }")?.block()
    }

    /// Every `[[key]]`.
    pub fn tables(&self, key: &str) -> Vec<Block<'a>> {
        let Some(value) = self.may(key) else { return Vec::new() };
        value.list().unwrap_or_default().iter().filter_map(Value::block).collect()
    }

    /// A text that must be there.
    pub fn text(&self, key: &str, example: &str) -> Option<&'a str> {
        self.need(key, &format!("\"{example}\""))?.text()
    }

    /// A number that must be there.
    pub fn int<T: TryFrom<i64>>(&self, key: &str, range: std::ops::RangeInclusive<i64>) -> Option<T> {
        self.need(key, &range.start().to_string())?.int(range)
    }

    /// A number, or what stands for its absence.
    pub fn int_or<T: TryFrom<i64>>(&self, key: &str, range: std::ops::RangeInclusive<i64>, or: T) -> T {
        self.may(key).and_then(|v| v.int(range)).unwrap_or(or)
    }

    /// `true` or `false`, or what stands for its absence.
    pub fn flag_or(&self, key: &str, or: bool) -> bool {
        self.may(key).and_then(|v| v.flag()).unwrap_or(or)
    }

    /// Where these numbers come from: required, never read by the program.
    pub fn source(&self) {
        if let Some(text) = self.text("source", "Polybius 1.33")
            && text.trim().is_empty()
        {
            self.page.refuse(self.span(), "an empty source", "write `ours` when nobody else has said it");
        }
    }

    /// Refuses every key that was not asked for.
    pub fn close(&self) {
        let asked = self.asked.borrow();
        for key in self.table.keys() {
            let name = key.get_ref().as_ref();
            if !asked.iter().any(|k| k == name) {
                self.page.refuse(
                    key.span(),
                    format!("{} knows no key `{name}`", self.title),
                    hint(name, asked.iter().map(String::as_str)),
                );
            }
        }
    }
}

impl<'a> Value<'a> {
    /// Where it stands.
    pub fn span(&self) -> Range<usize> {
        self.value.span()
    }

    /// Complains about this value.
    pub fn refuse(&self, message: impl Into<String>, help: impl Into<String>) {
        self.page.refuse(self.span(), message, help);
    }

    fn expected<T>(&self, what: &str) -> Option<T> {
        let found = match self.value.get_ref().type_str() {
            word @ ("array" | "integer") => format!("an {word}"),
            word => format!("a {word}"),
        };
        self.refuse(format!("{} is {found}, not {what}", self.label), "");
        None
    }

    /// Is it written in quotes?
    pub fn is_text(&self) -> bool {
        self.value.get_ref().is_str()
    }

    /// A text.
    pub fn text(&self) -> Option<&'a str> {
        match self.value.get_ref() {
            DeValue::String(text) => Some(text.as_ref()),
            _ => self.expected("a text in quotes"),
        }
    }

    /// A whole number within a range.
    pub fn int<T: TryFrom<i64>>(&self, range: std::ops::RangeInclusive<i64>) -> Option<T> {
        let DeValue::Integer(digits) = self.value.get_ref() else { return self.expected("a whole number") };
        let number = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
        match number.filter(|n| range.contains(n)).and_then(|n| T::try_from(n).ok()) {
            Some(number) => Some(number),
            None => {
                let help = format!("write a number from {} to {}", range.start(), range.end());
                self.refuse(format!("{} cannot be {}", self.label, digits.as_str()), help);
                None
            }
        }
    }

    /// A number as written, with or without a point.
    pub fn digits(&self) -> Option<String> {
        match self.value.get_ref() {
            DeValue::Integer(digits) => Some(digits.as_str().to_owned()),
            DeValue::Float(digits) => Some(digits.as_str().to_owned()),
            _ => self.expected("a number"),
        }
    }

    /// Inches: `4`, `3.5`, at most three decimals.
    pub fn measure(&self) -> Option<Length> {
        let text = self.digits()?;
        match Length::parse(&text) {
            Some(length) => Some(length),
            None => {
                self.refuse(
                    format!("{} cannot be {text}", self.label),
                    "write inches such as 4 or 3.5, with at most three decimals",
                );
                None
            }
        }
    }

    /// Two measures: `[12, 8.5]`.
    pub fn pair(&self) -> Option<(Length, Length)> {
        let list = self.list()?;
        match list.as_slice() {
            [one, two] => Some((one.measure()?, two.measure()?)),
            _ => self.expected("two measures such as [12, 8.5]"),
        }
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Option<bool> {
        match self.value.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.expected("true or false"),
        }
    }

    /// A list in brackets.
    pub fn list(&self) -> Option<Vec<Value<'a>>> {
        match self.value.get_ref() {
            DeValue::Array(items) => Some(
                items
                    .iter()
                    .map(|value| Value {
                        page: self.page,
                        value,
                        label: format!("an entry of {}", self.label),
                    })
                    .collect(),
            ),
            _ => self.expected("a list in brackets"),
        }
    }

    /// A table.
    pub fn block(&self) -> Option<Block<'a>> {
        let title = self.label.trim_start_matches("an entry of ").to_owned();
        match self.value.get_ref() {
            DeValue::Table(table) => Some(Block::new(self.page, table, self.span(), title)),
            _ => self.expected("a table"),
        }
    }

    /// A table, or a list of tables.
    pub fn list_or_block(&self) -> Option<Vec<Block<'a>>> {
        match self.value.get_ref() {
            DeValue::Table(_) => Some(vec![self.block()?]),
            DeValue::Array(_) => Some(self.list()?.iter().filter_map(Value::block).collect()),
            _ => self.expected("a table or a list of tables"),
        }
    }

    /// One of some words.
    pub fn word<T: Copy>(&self, words: &[(&'static str, T)]) -> Option<T> {
        let text = self.text()?;
        match words.iter().find(|(word, _)| *word == text) {
            Some(&(_, meaning)) => Some(meaning),
            None => {
                self.refuse(
                    format!("{} cannot be `{text}`", self.label),
                    hint(text, words.iter().map(|(w, _)| *w)),
                );
                None
            }
        }
    }

    /// A hex number, four digits.
    pub fn hex(&self) -> Option<Hex> {
        match self.text()?.parse() {
            Ok(hex) => Some(hex),
            Err(error) => self.no_hex(&error),
        }
    }

    /// A facing.
    pub fn facing(&self) -> Option<Facing> {
        let text = self.text()?;
        match text.parse() {
            Ok(facing) => Some(facing),
            Err(()) => {
                self.refuse(format!("`{text}` is no facing"), "write a vertex: NE E SE SW W NW");
                None
            }
        }
    }

    /// Refuses a text that is no hex.
    pub fn no_hex<T>(&self, error: &tess_hex::HexError) -> Option<T> {
        self.wrong(&error.to_string(), tess_hex::HexError::HELP)
    }

    /// Refuses where a value is expected: what is wrong, and what would be right.
    pub fn wrong<T>(&self, what: &str, help: &str) -> Option<T> {
        self.refuse(what, help);
        None
    }
}
