//! A sheet made ready for signing: what it keeps secret is taken out of it.

use crate::diagnostic::{Diagnostic, Report};
use crate::orders::legion::{Line, Order, Sheet};

/// A sheet that may be signed, with what it no longer says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sealed {
    /// The sheet: `order C1 advance` has become `order C1`.
    pub sheet: String,
    /// The hidden choices, in the order in which the sheet asks for their seals.
    pub values: Vec<String>,
}

/// **legion order.one-each.** Takes the orders of Commands out of a sheet. A line that holds one is written anew, without its
/// comment; all other lines stay as they are.
///
/// # Errors
/// When a Command is named without its order; the complaint drawn under its line.
pub fn seal_up(text: &str) -> Result<Sealed, String> {
    let (written, _) = Sheet::parse(text);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (mut values, mut complaints) = (Vec::new(), Vec::new());
    let mut rewritten = Vec::new();
    for line in &written.lines {
        let Order::Direct { command, order } = &line.what else { continue };
        match order {
            Some(order) => values.push(order.text.to_ascii_lowercase()),
            None => complaints.push(
                Diagnostic::error(format!("`{command}` without its order"))
                    .at(line.number, command.span)
                    .help(format!("order {command} advance, hold, retire, reform, march or redeploy")),
            ),
        }
        if !rewritten.contains(&line.number) {
            rewritten.push(line.number);
            let here = written.lines.iter().filter(|l| l.number == line.number);
            let said: Vec<String> = here.map(without_order).collect();
            if let Some(text) = lines.get_mut(line.number as usize - 1) {
                *text = said.join("; ");
            }
        }
    }
    if !complaints.is_empty() {
        return Err(Report { source: text, diagnostics: &complaints }.plain());
    }
    if rewritten.is_empty() {
        return Ok(Sealed { sheet: text.to_owned(), values });
    }
    lines.push(String::new());
    Ok(Sealed { sheet: lines.join("\n"), values })
}

fn without_order(line: &Line) -> String {
    let what = match &line.what {
        Order::Direct { command, .. } => Order::Direct { command: command.clone(), order: None },
        other => other.clone(),
    };
    Line { what, ..line.clone() }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_leave_the_sheet_with_their_comments() {
        let sealed = seal_up("order C1 Advance; order C2 hold # a trap\nfinish # so\n").expect("sealed");
        assert_eq!(sealed.sheet, "order C1; order C2\nfinish # so\n");
        assert_eq!(sealed.values, ["advance", "hold"]);
    }

    #[test]
    fn a_sheet_without_secrets_stays_as_it_is() {
        for sheet in ["finish # so\n", ""] {
            assert_eq!(seal_up(sheet), Ok(Sealed { sheet: sheet.into(), values: Vec::new() }));
        }
    }

    #[test]
    fn a_command_without_its_order_is_complained_about_at_its_place() {
        let complaint = seal_up("order C1 hold\norder C2").expect_err("no order");
        assert!(complaint.contains("2 |") && complaint.contains("order C2 advance"), "{complaint}");
    }
}
