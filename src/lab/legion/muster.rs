//! Does a Command of a case hold to an army list?

use std::fmt::Write;

use super::super::CaseError;
use super::super::moment::{Found, truth};
use super::super::place::Words;
use tess_legion::{CommandId, Position};
use tess_scenario::Library;

/// `musters C1 rome-punic`: as an army of its own it holds to the list. `unfit C1 rome-punic "H1 has 3
/// stands"`: it does not, and this is said.
pub(super) fn musters(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let command = w.command_of(&pos.set)?;
    let list = w.need("an army list")?;
    let read = Library::embedded().muster("case", &army(pos, command, list));
    let faults: Vec<String> = read.err().unwrap_or_default().iter().map(ToString::to_string).collect();
    let said = faults.join(" / ");
    if word == "musters" {
        return Ok(truth(faults.is_empty(), said));
    }
    let texts = w.rest();
    if texts.is_empty() {
        return Err(w.error("what is complained about?", "write unfit C1 rome-punic \"H1 has 3 stands\""));
    }
    let all = texts.iter().all(|text| faults.len() == 1 && said.contains(text.as_str()));
    Ok(truth(all, if faults.is_empty() { "it holds to the list".to_owned() } else { said }))
}

/// The Command as an army file.
fn army(pos: &Position, id: CommandId, list: &str) -> String {
    let spec = pos.set.command(id);
    let leader = &spec.leader;
    let mut text = format!(
        "[army]\ntitle = \"case\"\npoints = 99999\nlist = \"{list}\"\n\n[[command]]\ncode = \"{}\"\nname = \"case\"\nkind = \"{}\"\n\
         leader = {{ code = \"{}\", name = \"case\", rating = {}, chief = true }}\n",
        spec.code,
        spec.kind.word(),
        leader.code,
        leader.rating
    );
    for unit in pos.set.units.iter().filter(|u| u.command == id) {
        let mut stands: Vec<(&str, usize)> = Vec::new();
        for &troop in &unit.stands {
            let name = pos.set.troop(troop).id.as_str();
            match stands.iter_mut().find(|s| s.0 == name) {
                Some(entry) => entry.1 += 1,
                None => stands.push((name, 1)),
            }
        }
        let stands: Vec<String> = stands.iter().map(|(name, n)| format!("[\"{name}\", {n}]")).collect();
        let written = write!(
            text,
            "\n[[unit]]\ncode = \"{}\"\nname = \"case\"\ncommand = \"{}\"\nstands = [{}]\nbodyguard = {}\n",
            unit.code,
            spec.code,
            stands.join(", "),
            unit.bodyguard
        );
        debug_assert!(written.is_ok());
    }
    text
}
