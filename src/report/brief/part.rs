//! A piece of what is told in short, and how pieces are put together.

use tess_gboh::{Refusal, UnitId};

/// A piece of a paragraph.
#[derive(Default)]
pub(super) struct Part {
    /// Whom it is about, by code; written before the text unless the piece before was about the same.
    pub code: String,
    /// What.
    pub text: String,
    /// What stands behind everything, hits too.
    pub tail: String,
    /// Whom it is about.
    pub who: Option<UnitId>,
    /// The last unit named: hits that follow are its.
    pub about: Option<UnitId>,
    /// Hits that are announced but not yet told.
    pub owes: Option<(UnitId, u8)>,
    /// What is written once before several of the kind.
    pub list: Option<String>,
    /// Goes on with what the piece before began.
    pub chain: bool,
    /// Needs no code when it goes on with the same runner.
    pub bare: bool,
    /// Follows the code without a blank.
    pub tight: bool,
    /// An order that was left out.
    pub refused: Option<Refused>,
}

/// An order that was left out, so that those refused alike can be told together.
pub(super) struct Refused {
    /// The order as written.
    pub order: String,
    /// Why.
    pub why: Refusal,
    /// It had begun.
    pub begun: bool,
    /// Others have been added already.
    pub more: bool,
}

impl Part {
    /// A sentence about nobody.
    pub fn sentence(text: String) -> Part {
        Part { text, ..Part::default() }
    }

    /// A piece about a unit.
    pub fn of(code: &str, who: UnitId, text: impl Into<String>) -> Part {
        Part { code: code.to_owned(), text: text.into(), who: Some(who), about: Some(who), ..Part::default() }
    }

    /// One of a list.
    pub fn list(mut self, lead: impl Into<String>) -> Part {
        self.list = Some(lead.into());
        self
    }

    /// Goes on with the piece before.
    pub fn chained(mut self) -> Part {
        self.chain = true;
        self
    }

    /// Follows its code without a blank.
    pub fn tight(mut self) -> Part {
        self.tight = true;
        self
    }

    /// Announces hits.
    pub fn owing(mut self, hits: u8) -> Part {
        self.owes = self.about.filter(|_| hits > 0).map(|u| (u, hits));
        self
    }

    /// Adds a happening to the end, after a comma.
    fn goes_on(&mut self, next: Part) {
        let same = self.about == next.who || next.bare && self.who == next.who;
        let text = if same { next.text } else { whole(&next) };
        let tail = std::mem::take(&mut self.tail);
        self.text.push_str(&format!("{tail}, {text}"));
        self.about = next.about;
        self.owes = next.owes;
    }
}

/// Code and text.
fn whole(part: &Part) -> String {
    let bare = part.code.is_empty() || part.text.is_empty() || part.tight;
    let gap = if bare { "" } else { " " };
    format!("{}{gap}{}{}", part.code, part.text, part.tail)
}

/// Puts a piece at the end, or onto the piece that it goes on with.
pub(super) fn push(parts: &mut Vec<Part>, part: Part) {
    if let Some(last) = parts.last_mut() {
        if part.chain && part.who.is_some() && (last.who == part.who || last.about == part.who) {
            settle(last);
            last.goes_on(part);
            return;
        }
        if let (Some(first), Some(next)) = (&mut last.refused, &part.refused)
            && first.begun == next.begun
            && first.why.is_like(&next.why)
        {
            let so = if std::mem::replace(&mut first.more, true) { ", " } else { "; so are " };
            last.text.push_str(&format!("{so}`{}`", next.order));
            return;
        }
    }
    parts.push(part);
}

/// Hits that a unit takes: with the piece that announced them or, for another than the unit that moves,
/// with the last that is about it; false when there is none.
pub(super) fn hit(parts: &mut [Part], unit: UnitId, text: &str, own: bool) -> bool {
    let owing = parts.iter().rposition(|p| p.owes.is_some_and(|(u, _)| u == unit));
    let last = parts.len().saturating_sub(1);
    let about = parts.last().filter(|p| !own && p.about == Some(unit)).map(|_| last);
    let Some(part) = owing.or(about).and_then(|n| parts.get_mut(n)) else { return false };
    part.owes = None;
    part.text.push_str(&format!(" {text}"));
    true
}

/// Announced hits that were not told one by one.
fn settle(part: &mut Part) {
    if let Some((_, hits)) = part.owes.take() {
        part.text.push_str(&format!(" +{hits}"));
    }
}

/// All pieces as one text: lists behind their lead, `between` other pieces.
pub(super) fn together(parts: Vec<Part>, between: &str) -> String {
    let mut out = String::new();
    let mut list: Option<String> = None;
    for mut part in parts {
        settle(&mut part);
        if part.list.is_some() && part.list == list {
            out.push_str(if part.refused.is_some() { "; " } else { ", " });
        } else if !out.is_empty() {
            out.push_str(between);
        }
        if part.list != list
            && let Some(lead) = &part.list
        {
            out.push_str(&format!("{lead}: "));
        }
        out.push_str(&whole(&part));
        list = part.list;
    }
    out
}
