//! A sheet made ready for signing: the orders of Commands are taken out of it.

use crate::cards::PLACES;
use crate::setup::DECK;
use crate::written::{Line, Order, Sheet};
use tess_diagnostic::Diagnostic;
use tess_orders::{Sealed, Sealing};

/// **legion order.one-each, card.deal, card.ambush.** Takes the orders of Commands, and where one is held
/// back, out of a sheet. A line that holds one is written anew, without its comment; all other lines stay
/// as they are. Cards that are drawn are numbers of nobody's choice.
///
/// # Errors
/// When a Command is named without its order; the complaint drawn under its line.
pub fn seal_up(text: &str) -> Result<Sealed, String> {
    let (written, _) = Sheet::parse(text);
    let mut sealing = Sealing::of(text);
    for line in &written.lines {
        match secrets(line) {
            Ok(secrets) if secrets.is_empty() => continue,
            Ok(secrets) => secrets.into_iter().for_each(|secret| sealing.hide(secret)),
            Err(complaint) => sealing.complain(*complaint),
        }
        let here = written.lines.iter().filter(|l| l.number == line.number);
        sealing.rewrite(line.number, here.map(without_secrets));
    }
    sealing.finish()
}

/// What a line hides: the order of a Command, the place of one that is held back, and for each card that is
/// drawn a number that nobody chooses.
fn secrets(line: &Line) -> Result<Vec<String>, Box<Diagnostic>> {
    match &line.what {
        Order::Direct { order: Some(order), .. } => Ok(vec![order.text.to_ascii_lowercase()]),
        Order::Direct { command, order: None } => Err(Box::new(
            Diagnostic::error(format!("`{command}` without its order"))
                .at(line.number, command.span)
                .help(format!("order {command} advance, hold, retire, reform, march or redeploy")),
        )),
        Order::Hide { command, card: None, ground: None } => Err(Box::new(
            Diagnostic::error(format!("`{command}` without the ground in which it lies"))
                .at(line.number, command.span)
                .help(format!("hide {command} in 1, one of the pieces that `tess legal` lists")),
        )),
        Order::Hide { ground: None, .. } => Ok(vec![PLACES[0].to_owned()]),
        Order::Hide { ground: Some(ground), .. } => {
            let place = format!("t{ground}");
            if PLACES.contains(&place.as_str()) {
                return Ok(vec![place]);
            }
            let most = PLACES.len() - 1;
            Err(Box::new(
                Diagnostic::error(format!("`{ground}` is no number of a piece of ground"))
                    .at(line.number, ground.span)
                    .help(format!("write 1 to {most}, in the order in which `tess legal` lists them")),
            ))
        }
        Order::Draw(count) => {
            let count = count.text.parse().unwrap_or(0).min(DECK);
            Ok((0..count).map(|_| format!("#{DECK}")).collect())
        }
        _ => Ok(Vec::new()),
    }
}

fn without_secrets(line: &Line) -> String {
    let what = match &line.what {
        Order::Direct { command, .. } => Order::Direct { command: command.clone(), order: None },
        Order::Hide { command, card, .. } => {
            Order::Hide { command: command.clone(), card: card.clone(), ground: None }
        }
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
    fn places_leave_the_sheet_and_cards_are_numbers_of_nobodys_choice() {
        let sealed = seal_up("draw 2\nhide C2 with 1 in 3\nhide C1 with 2\n").expect("sealed");
        assert_eq!(sealed.sheet, "draw 2\nhide C2 with 1\nhide C1 with 2\n");
        assert_eq!(sealed.values, ["#32", "#32", "t3", "off"]);
        assert!(seal_up("hide C2 with 1 in 30").is_err());
        let sealed = seal_up("hide K4 in 2 # quietly\n").expect("sealed");
        assert_eq!((sealed.sheet.as_str(), sealed.values), ("hide K4\n", vec!["t2".to_owned()]));
        let complaint = seal_up("hide K4").expect_err("no ground");
        assert!(complaint.contains("hide K4 in 1"), "{complaint}");
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
