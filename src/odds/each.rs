//! The orders of a sheet that throw dice, each alone: where a whole sheet has too many ways to be walked,
//! one shock of it often has not.

/// One order that throws dice, with what has to be done before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alone {
    /// Its line in the sheet, from 1.
    pub line: u32,
    /// The order.
    pub order: String,
    /// A sheet that comes to it: what moves before it, itself, and what carries it out.
    pub sheet: String,
}

/// Orders that throw dice by themselves.
const THROWN: [&str; 6] = ["fire", "shoot", "rally", "momentum", "charge", "trump"];

/// Orders that are carried out by `resolve`.
const RESOLVED: [&str; 2] = ["shock", "attack"];

/// What no other order needs to be done before it.
const LEFT_OUT: [&str; 5] = ["resolve", "fight", "stop", "if", "finish"];

/// The orders of a sheet that throw dice, up to its try for momentum: what comes after that hangs on it.
#[must_use]
pub fn each_alone(sheet: &str) -> Vec<Alone> {
    let (mut before, mut found) = (String::new(), Vec::new());
    for (line, text) in (1..).zip(sheet.lines()) {
        for order in said(text).split(';').map(str::trim).filter(|order| !order.is_empty()) {
            let bare = order.strip_prefix("try ").unwrap_or(order).trim_start();
            let word = bare.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
            let is = |words: &[&str]| words.contains(&word.as_str());
            if is(&THROWN) || is(&RESOLVED) {
                let resolved = if is(&RESOLVED) { "resolve\n" } else { "" };
                let sheet = format!("{before}{bare}\n{resolved}");
                found.push(Alone { line, order: bare.to_owned(), sheet });
            } else if !is(&LEFT_OUT) {
                before.push_str(&format!("{order}\n"));
            }
            if word == "momentum" {
                return found;
            }
        }
    }
    found
}

/// A line without its comment.
fn said(line: &str) -> &str {
    let ends = ["#", " --"].iter().filter_map(|mark| line.find(mark)).min();
    let line = &line[..ends.unwrap_or(line.len())];
    if line.starts_with("--") { "" } else { line }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_order_that_throws_dice_stands_alone_behind_the_marches() {
        let sheet = "activate REG\nmove H31 2213  # up\ntry shock H31 at P1; shock H32 at P2\nfire V31 at E2\nresolve\nstop if routed H31\nmomentum\nrally H31\n";
        let found = each_alone(sheet);
        let orders: Vec<(u32, &str)> = found.iter().map(|a| (a.line, a.order.as_str())).collect();
        let all = [(3, "shock H31 at P1"), (3, "shock H32 at P2"), (4, "fire V31 at E2"), (7, "momentum")];
        assert_eq!(orders, all);
        assert_eq!(found[1].sheet, "activate REG\nmove H31 2213\nshock H32 at P2\nresolve\n");
        assert_eq!(found[2].sheet, "activate REG\nmove H31 2213\nfire V31 at E2\n");
        assert_eq!(each_alone("-- nothing\n\n"), Vec::new());
    }
}
