//! A sheet made ready for signing: the orders of Commands are taken out of it.

use crate::diagnostic::Diagnostic;
use crate::orders::legion::{Line, Order, Sheet};
use crate::orders::{Sealed, Sealing};

/// **legion order.one-each.** Takes the orders of Commands out of a sheet: `order C1 advance` becomes `order C1`. A line that holds
/// one is written anew, without its comment; all other lines stay as they are.
///
/// # Errors
/// When a Command is named without its order; the complaint drawn under its line.
pub fn seal_up(text: &str) -> Result<Sealed, String> {
    let (written, _) = Sheet::parse(text);
    let mut sealing = Sealing::of(text);
    for line in &written.lines {
        let Order::Direct { command, order } = &line.what else { continue };
        match order {
            Some(order) => sealing.hide(order.text.to_ascii_lowercase()),
            None => sealing.complain(
                Diagnostic::error(format!("`{command}` without its order"))
                    .at(line.number, command.span)
                    .help(format!("order {command} advance, hold, retire, reform, march or redeploy")),
            ),
        }
        let here = written.lines.iter().filter(|l| l.number == line.number);
        sealing.rewrite(line.number, here.map(without_order));
    }
    sealing.finish()
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
