//! What the sheet as it is written would do, and what may be ordered after it.

use serde_json::{Value, json};

use tess_diagnostic::{Diagnostic, Severity, straightened};
use tess_effects::{Dice, Hidden, Scripted, Seal};
use tess_game::{AnyPosition, AnySheet, Rehearsal};
use tess_ledger::Role;
use tess_odds::{Carrier, Policy};
use tess_steward::{Look, StewardError, ended, refused, with_sheet};
use tess_table::{Close, Halt};

/// The face that is supposed of each die, for a look at what can be ordered behind it: not of the best, not
/// of the worst.
const SUPPOSED: u8 = 4;

/// A sheet tried out.
pub(crate) struct After {
    /// What is wrong with it.
    pub(crate) complaints: Vec<Diagnostic>,
    /// What happens for certain, a sentence each.
    pub(crate) told: Vec<String>,
    /// How far it goes, in words.
    pub(crate) ends: String,
    /// The line at which it stops that nobody should sign as it is, and why.
    pub(crate) refused: Option<(u32, String)>,
    /// The sheet as it is signed; nothing while it cannot be read.
    pub(crate) signed: Option<String>,
    /// The field as far as it is certain.
    pub(crate) field: Box<dyn AnyPosition>,
    /// The field from which is told what may be ordered next, where dice and answers have to be supposed.
    pub(crate) supposed: Option<Box<dyn AnyPosition>>,
}

impl After {
    /// Tries a sheet out.
    pub(crate) fn of(sheet: &str, role: &Role, look: &Look, standing: &str) -> After {
        let sheet = straightened(sheet).text;
        let complaints = look.table().view().diagnose(role.as_str(), &sheet).unwrap_or_default();
        let wrong = complaints.iter().filter(|complaint| complaint.is_error());
        let first = wrong.filter_map(|complaint| Some(complaint.place?.line)).min();
        let is_wrong = complaints.iter().any(Diagnostic::is_error);
        let nothing = After {
            complaints: Vec::new(),
            told: Vec::new(),
            ends: String::new(),
            refused: None,
            signed: None,
            field: look.position(),
            supposed: None,
        };
        if !is_wrong {
            let tried = if says_something(&sheet) { tried(&sheet, role, look, standing).ok() } else { None };
            let signed = (!says_something(&sheet)).then(|| sheet.clone());
            return After { complaints, ..tried.unwrap_or(After { signed, ..nothing }) };
        }
        // what stands above the first mistake is shown
        let above: Vec<&str> = sheet.lines().take(first.map_or(0, |line| line as usize - 1)).collect();
        let above = above.join("\n");
        let tried = if says_something(&above) { tried(&above, role, look, standing).ok() } else { None };
        After {
            complaints,
            signed: None,
            ends: "it cannot be read yet".to_owned(),
            ..tried.unwrap_or(nothing)
        }
    }

    /// The field from which is told what may be ordered next.
    pub(crate) fn next(&self) -> &dyn AnyPosition {
        self.supposed.as_deref().unwrap_or(&*self.field)
    }

    /// For the page.
    pub(crate) fn json(&self) -> Value {
        let complaints: Vec<Value> = self.complaints.iter().map(complaint).collect();
        json!({
            "complaints": complaints, "told": self.told, "ends": self.ends, "refused": self.refused,
            "readable": self.signed.is_some(), "supposed": self.supposed.is_some(),
        })
    }
}

/// Holds a sheet anything but remarks?
pub(crate) fn says_something(sheet: &str) -> bool {
    sheet
        .lines()
        .map(str::trim)
        .any(|line| !line.is_empty() && !line.starts_with('#') && !line.starts_with("--"))
}

fn complaint(it: &Diagnostic) -> Value {
    let severity = match it.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let place = it.place.map(|place| [place.line as usize, place.span.start, place.span.end]);
    json!({ "severity": severity, "place": place, "rule": it.rule, "message": it.message, "help": it.help })
}

/// Carries a sheet out that can be read.
fn tried(sheet: &str, role: &Role, look: &Look, standing: &str) -> Result<After, StewardError> {
    let start = look.table().view();
    let seals = look.known_seals();
    let ((run, supposed), signed) = with_sheet(sheet, role, look, |read, hidden| {
        let run = read.rehearse(hidden);
        let open = matches!(run.halt, Halt::Dice(_) | Halt::Ask(_));
        let known = |seal: Seal| seals.get(&seal).cloned();
        let policy = Policy::new(&*start, vec![(role.as_str().to_owned(), standing.to_owned())], &known);
        let supposed = if open { suppose(read, hidden, &policy) } else { None };
        (run, supposed)
    })?;
    let Rehearsal { told, halt, mut position } = run;
    let known = |seal: Seal| seals.get(&seal).cloned();
    position.confide(role.as_str(), &known);
    let supposed = supposed.map(|mut field| {
        field.confide(role.as_str(), &known);
        field
    });
    let ends = match &halt {
        Halt::Closed(Close::Whole) => String::new(),
        halt => ended(halt, &signed),
    };
    let refused = refused(&halt);
    Ok(After { complaints: Vec::new(), told, ends, refused, signed: Some(signed), field: position, supposed })
}

/// The field after the whole sheet, if its dice fell in the middle and questions were answered with care.
fn suppose(read: &dyn AnySheet, hidden: &Hidden, policy: &Policy<'_>) -> Option<Box<dyn AnyPosition>> {
    let mut carrier = Carrier::new(read, hidden.clone(), policy);
    let mut dice = |_| Dice::Scripted(Scripted { otherwise: Some(SUPPOSED), ..Scripted::default() });
    let mut found = None;
    carrier.carry(&mut dice, |field, _, _| found = Some(field.copied()));
    found
}
