//! A sheet made ready for signing: the sides of markers are taken out of it.

use crate::movement::marker::{NO, YES};
use crate::written::{Order, Sheet, Statement};
use tess_diagnostic::Diagnostic;
use tess_orders::{Sealed, Sealing};

/// **spqr 6.82.** Takes the sides of markers out of a sheet: `prearrange XAN yes` becomes `prearrange XAN`.
/// A line that names one is written anew, without its comment; all other lines stay as they are.
///
/// # Errors
/// When a marker is given without its side; the complaint drawn under its line.
pub fn seal_up(text: &str) -> Result<Sealed, String> {
    let (written, _) = Sheet::parse(text);
    let mut sealing = Sealing::of(text);
    for line in &written.lines {
        let Statement::Order(Order::Prearrange(markers)) = &line.what else { continue };
        for (leader, real) in markers {
            match real {
                Some(real) => sealing.hide(if *real { YES } else { NO }),
                None => sealing.complain(
                    Diagnostic::error(format!("`{leader}` without the side of his marker"))
                        .at(line.number, leader.span)
                        .help(format!("write `prearrange {leader} yes` for a real one, `prearrange {leader} no` for a bluff")),
                ),
            }
        }
        if !markers.is_empty() {
            let here = written.lines.iter().filter(|l| l.number == line.number);
            sealing.rewrite(line.number, here.map(|l| without_sides(&l.what)));
        }
    }
    sealing.finish()
}

fn without_sides(what: &Statement) -> String {
    match what {
        Statement::Order(Order::Prearrange(markers)) => {
            let bare = markers.iter().map(|(leader, _)| (leader.clone(), None)).collect();
            Order::Prearrange(bare).to_string()
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sides_of_markers_leave_the_sheet_with_their_comments() {
        let sealed = seal_up("prearrange XAN yes, HAS bluff; activate XAN # the real one\nfinish # so\n");
        let sealed = sealed.expect("sealed");
        assert_eq!(sealed.sheet, "prearrange XAN, HAS; activate XAN\nfinish # so\n");
        assert_eq!(sealed.values, ["yes", "no"]);
    }

    #[test]
    fn a_sheet_without_markers_stays_as_it_is() {
        for sheet in ["prearrange none", "activate XAN # so\n", ""] {
            assert_eq!(seal_up(sheet), Ok(Sealed { sheet: sheet.into(), values: Vec::new() }));
        }
    }

    #[test]
    fn a_marker_without_its_side_is_complained_about_at_its_place() {
        let complaint = seal_up("prearrange XAN, HAS no").expect_err("no side");
        assert!(complaint.contains("line 1") || complaint.contains("1 |"), "{complaint}");
        assert!(complaint.contains("prearrange XAN yes"), "{complaint}");
    }
}
