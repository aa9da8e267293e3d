//! What is to be known of a move or a charge that a unit may make, in words.

use super::refusal::worded;
use tess_legion::legal::{Meeting, Note};
use tess_legion::state::Impact;
use tess_legion::{Position, UnitId};

/// All that is to be known of a line, if anything is.
#[must_use]
pub fn notes(pos: &Position, notes: &[Note]) -> Option<String> {
    let each: Vec<String> = notes.iter().map(|it| note(pos, it)).collect();
    (!each.is_empty()).then(|| each.join("; "))
}

fn note(pos: &Position, note: &Note) -> String {
    match note {
        Note::Through(friends) => format!("goes through {}", codes(pos, friends)),
        Note::Farther(why) => format!("farther: {}", worded(pos, why).message),
        Note::Meets(meeting) => meets(pos, meeting),
    }
}

fn meets(pos: &Position, meeting: &Meeting) -> String {
    let impact = match meeting.impact {
        Impact::None => "without momentum",
        Impact::Shock => "with the shock of impact",
        Impact::Warband => "with the impact of a warband",
    };
    let each = meeting.dice.iter();
    let each = each.map(|(foe, own, theirs)| format!("{own} dice against {theirs} of {}", pos.code(*foe)));
    let way = match meeting.through.as_slice() {
        [] => String::new(),
        friends => format!(", through {}", codes(pos, friends)),
    };
    format!("meets its {}, {impact}{way}: {}", meeting.side.word(), each.collect::<Vec<_>>().join(", "))
}

fn codes(pos: &Position, units: &[UnitId]) -> String {
    let codes: Vec<String> = units.iter().map(|&u| pos.code(u)).collect();
    codes.join(", ")
}
