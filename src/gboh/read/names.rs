//! Looks up what a sheet names.

use crate::piece::{LeaderId, LineId, Side, UnitId};
use crate::position::Position;
use crate::read::{Reader, Subject};
use tess_diagnostic::Diagnostic;
use tess_hex::{Facing, Hex};
use tess_orders::{Word, nearest};

/// Letters and digits in lower case: `Hastati III-a` and `hastati-iiia` are the same name.
fn squeezed(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// The only one with this name in full.
fn by_name<'n>(names: impl Iterator<Item = &'n str>, word: &str) -> Option<u16> {
    let first = squeezed(word).next()?;
    // Most names differ in their first letter already.
    let alike = |name: &str| squeezed(name).next() == Some(first) && squeezed(name).eq(squeezed(word));
    let mut found = (0..).zip(names).filter(|(_, name)| alike(name));
    let (id, _) = found.next()?;
    found.next().is_none().then_some(id)
}

fn find_unit(pos: &Position, word: &str) -> Option<UnitId> {
    pos.find_unit(word).or_else(|| unit_by_name(pos, word))
}

fn unit_by_name(pos: &Position, word: &str) -> Option<UnitId> {
    by_name(pos.set.units.iter().map(|u| u.name.as_str()), word).map(UnitId)
}

fn find_leader(pos: &Position, word: &str) -> Option<LeaderId> {
    let by_name = || by_name(pos.set.leaders.iter().map(|l| l.name.as_str()), word).map(LeaderId);
    pos.find_leader(word).or_else(by_name)
}

impl Reader<'_> {
    pub(super) fn complain<T>(&mut self, word: &Word, message: String, help: &str) -> Option<T> {
        // A word that stands nowhere: the whole line is meant, see `said`.
        self.complaints.push(Diagnostic::error(message).at(self.number, word.span).help(help));
        None
    }

    /// Whoever has this code.
    pub(super) fn anybody(&mut self, word: &Word) -> Option<Subject> {
        let pos = self.position;
        // A code goes before a name.
        let by_code = pos.find_unit(&word.text).map(Subject::Unit);
        let by_code = by_code.or_else(|| pos.find_leader(&word.text).map(Subject::Leader));
        let found = by_code.or_else(|| unit_by_name(pos, &word.text).map(Subject::Unit));
        let found = found.or_else(|| find_leader(pos, &word.text).map(Subject::Leader));
        if found.is_some() {
            return found;
        }
        let set = &pos.set;
        let codes =
            set.units.iter().map(|u| u.code.as_str()).chain(set.leaders.iter().map(|l| l.code.as_str()));
        let help = near(word, codes);
        self.complain(word, format!("nobody here is called {word}"), &help)
    }

    pub(super) fn any_unit(&mut self, word: &Word) -> Option<UnitId> {
        let set = &self.position.set;
        if let Some(unit) = find_unit(self.position, &word.text) {
            return Some(unit);
        }
        if find_leader(self.position, &word.text).is_some() {
            return self.complain(word, format!("{word} is a leader"), "the code of a unit stands here");
        }
        // One's own units are meant more often than the enemy's.
        let side = self.side;
        let codes =
            |own: bool| set.units.iter().filter(move |u| (u.side == side) == own).map(|u| u.code.as_str());
        let help = near(word, codes(true).chain(codes(false)));
        self.complain(word, format!("no unit {word}"), &help)
    }

    pub(super) fn own_unit(&mut self, word: &Word) -> Option<UnitId> {
        let unit = self.any_unit(word)?;
        if self.position.side(unit) == self.side {
            return Some(unit);
        }
        self.not_yours(word)
    }

    pub(super) fn own_units(&mut self, words: &[Word]) -> Option<Vec<UnitId>> {
        // Each of them is looked up, so that all mistakes show at once.
        let found: Vec<_> = words.iter().map(|word| self.own_unit(word)).collect();
        let found: Option<Vec<UnitId>> = found.into_iter().collect();
        self.each_once(found?, words)
    }

    pub(super) fn enemy_units(&mut self, words: &[Word]) -> Option<Vec<UnitId>> {
        let mut found = Vec::new();
        for word in words {
            let unit = self.any_unit(word);
            found.push(match unit {
                Some(unit) if self.position.side(unit) == self.side => {
                    self.complain(word, format!("{word} is on your own side"), "name an enemy as the target")
                }
                unit => unit,
            });
        }
        let found: Option<Vec<UnitId>> = found.into_iter().collect();
        self.each_once(found?, words)
    }

    fn each_once(&mut self, units: Vec<UnitId>, words: &[Word]) -> Option<Vec<UnitId>> {
        for (i, unit) in units.iter().enumerate() {
            if units[..i].contains(unit) {
                let word = &words[i];
                return self.complain(word, format!("{word} is named twice"), "name each unit once");
            }
        }
        Some(units)
    }

    pub(super) fn any_leader(&mut self, word: &Word) -> Option<LeaderId> {
        let set = &self.position.set;
        if let Some(leader) = find_leader(self.position, &word.text) {
            return Some(leader);
        }
        if find_unit(self.position, &word.text).is_some() {
            return self.complain(word, format!("{word} is a unit"), "the code of a leader stands here");
        }
        let help = near(word, set.leaders.iter().map(|l| l.code.as_str()));
        self.complain(word, format!("no leader {word}"), &help)
    }

    pub(super) fn own_leader(&mut self, word: &Word) -> Option<LeaderId> {
        let leader = self.any_leader(word)?;
        if self.position.leader_spec(leader).side == self.side {
            return Some(leader);
        }
        self.not_yours(word)
    }

    pub(super) fn not_yours<T>(&mut self, word: &Word) -> Option<T> {
        let set = &self.position.set;
        let message = format!("{word} belongs to {}", set.sides[self.side.other()]);
        let help = format!("you command {}", set.sides[self.side]);
        self.complain(word, message, &help)
    }

    pub(super) fn own_line(&mut self, word: &Word) -> Option<LineId> {
        let set = &self.position.set;
        let own = |side: Side| set.lines.iter().filter(move |l| l.side == side);
        if let Some(line) = set.find_line(self.side, &word.text) {
            return Some(line);
        }
        let names: Vec<&str> = own(self.side).map(|l| l.code.as_str()).collect();
        let help = match nearest(&word.text, names.iter().copied()) {
            Some(near) => format!("did you mean {near}?"),
            None if names.is_empty() => "this side has no lines".into(),
            None => format!("your lines: {}", names.join(", ")),
        };
        self.complain(word, format!("no line {word}"), &help)
    }

    pub(super) fn hex(&mut self, word: &Word) -> Option<Hex> {
        match word.text.parse::<Hex>() {
            Ok(hex) if self.position.set.field.contains(hex) => Some(hex),
            Ok(hex) => {
                let field = &self.position.set.field;
                let help = format!(
                    "columns run from {:02} to {:02}, rows from {:02} to {:02}",
                    field.first_col, field.last_col, field.first_row, field.last_row
                );
                self.complain(word, format!("{hex} is not on the map"), &help)
            }
            Err(_) => self.complain(
                word,
                format!("`{word}` is no hex"),
                "write four digits, column then row, such as 2213",
            ),
        }
    }

    pub(super) fn facing(&mut self, word: &Word) -> Option<Facing> {
        match word.text.parse() {
            Ok(facing) => Some(facing),
            Err(()) => self.complain(word, format!("`{word}` is no facing"), "facings are E NE NW W SW SE"),
        }
    }
}

fn near<'c>(word: &Word, codes: impl Iterator<Item = &'c str>) -> String {
    match nearest(&word.text, codes) {
        Some(code) => format!("did you mean {code}?"),
        None => "codes stand on the map and in the roster".into(),
    }
}
