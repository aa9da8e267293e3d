//! A sheet carried out before it is signed, as far as that is known: up to its first die or question.

use super::{Look, StewardError};
use tess_effects::{Hidden, Seal};
use tess_game::{AnyPosition, AnySheet, Rehearsal, ended};
use tess_ledger::Role;
use tess_orders::Sealed;
use tess_table::{Close, Halt};

/// A sheet as it would be carried out, up to the first die or question.
pub struct Rehearsed {
    /// What it would do.
    pub run: Rehearsal,
    /// The sheet as it is signed, with its hidden choices taken out.
    pub signed: String,
}

/// Carries a sheet out on a copy of the position, up to the first die or question.
///
/// # Errors
/// When it cannot be read; the text says where.
pub fn rehearse(sheet: &str, role: &Role, look: &Look) -> Result<Rehearsed, StewardError> {
    let (run, signed) = with_sheet(sheet, role, look, |read, hidden| read.rehearse(hidden))?;
    Ok(Rehearsed { run, signed })
}

/// Reads a sheet as it would be signed, and does something with it.
///
/// # Errors
/// When it cannot be read; the text says where.
pub fn with_sheet<T>(
    sheet: &str,
    role: &Role,
    look: &Look,
    then: impl FnOnce(&dyn AnySheet, &Hidden) -> T,
) -> Result<(T, String), StewardError> {
    let position = look.table().view();
    position
        .may_seal(role.as_str(), sheet)
        .map_err(|complaint| StewardError::refused(complaint, "correct the sheet"))?;
    let Sealed { sheet: signed, values } = position
        .game()
        .seal_up(sheet)
        .map_err(|complaint| StewardError::refused(complaint, "correct the sheet"))?;
    let read = position
        .read(role.as_str(), &signed)
        .map_err(|complaints| StewardError::refused(complaints.join("\n"), "correct the sheet"))?;
    // What will be sealed is the player's secret: here the seals hide nothing.
    let seals = (0..).zip(&values).map(|(n, _)| Seal([n; 32])).collect();
    let shown =
        look.opens(&*read).map_err(|what| StewardError::refused(what, "see `tess report` for your hand"))?;
    Ok((then(&*read, &Hidden { seals, shown }), signed))
}

/// What a sheet leads to for certain.
pub struct Foreseen {
    /// The field then.
    pub position: Box<dyn AnyPosition>,
    /// So many of its lines have been carried out.
    pub lines: usize,
    /// Of so many.
    pub of: usize,
    /// How far the whole would go.
    pub halt: String,
}

/// Carries out as many lines of a sheet as can be foreseen: those before the first die or question.
///
/// # Errors
/// When it cannot be read; the text says where.
pub fn foresee(sheet: &str, role: &Role, look: &Look) -> Result<Foreseen, StewardError> {
    let whole = rehearse(sheet, role, look)?;
    let halt = ended(&whole.run.halt, &whole.signed);
    let lines: Vec<&str> = sheet.lines().collect();
    let says = |line: &&&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let of = lines.iter().filter(says).count();
    if matches!(whole.run.halt, Halt::Closed(Close::Whole)) {
        return Ok(Foreseen { position: whole.run.position, lines: of, of, halt });
    }
    for end in (1..lines.len()).rev().filter(|end| says(&&lines[*end - 1])) {
        // half of what belongs together can often not be read
        let Ok(found) = rehearse(&lines[..end].join("\n"), role, look) else { continue };
        if matches!(found.run.halt, Halt::Closed(Close::Whole)) {
            let done = lines[..end].iter().filter(says).count();
            return Ok(Foreseen { position: found.run.position, lines: done, of, halt });
        }
    }
    Ok(Foreseen { position: look.table().view(), lines: 0, of, halt })
}
