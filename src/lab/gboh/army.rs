//! Who is left out, lines, champions and options of a case.

use crate::CaseError;
use crate::place::Words;
use tess_gboh::setup::{Champion, LineSpec, Setup};

/// `remove U ...`: these units of the scenario are not there.
pub(super) fn remove(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    if w.take("all") {
        set.units.iter_mut().for_each(|u| u.start = None);
        set.leaders.iter_mut().for_each(|l| l.start = None);
        return w.done();
    }
    while let Some(word) = w.peek() {
        if let Some(l) = set.find_leader(word) {
            w.next();
            set.leaders[usize::from(l.0)].start = None;
        } else {
            let u = w.unit(set)?;
            set.units[usize::from(u.0)].start = None;
        }
    }
    Ok(())
}

/// `line hastati rome spacing 2 units H1 H2 ... [leaders ANT]`.
pub(super) fn line_spec(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let code = w.need("a code")?.to_ascii_lowercase();
    let side = w.side(set)?;
    let mut line = LineSpec {
        name: code.clone(),
        code,
        side,
        units: Vec::new(),
        spacing: 1,
        leaders: Vec::new(),
        half_range: false,
    };
    while let Some(word) = w.next() {
        match word.to_ascii_lowercase().as_str() {
            "spacing" => line.spacing = w.int("spacing")?,
            "half-range" => line.half_range = true,
            "units" => {
                while w.peek().is_some_and(|c| set.find_unit(c).is_some()) {
                    line.units.push(w.unit(set)?);
                }
            }
            "leaders" => {
                while w.peek().is_some_and(|c| set.find_leader(c).is_some()) {
                    line.leaders.push(w.leader(set)?);
                }
            }
            other => {
                return Err(w.error(
                    format!("`{other}` is no word of a line"),
                    "spacing N, half-range, units U ..., leaders L ...",
                ));
            }
        }
    }
    set.lines.push(line);
    Ok(())
}

/// `champion SIDE fight N stamina N [name X]`; both sides need one.
pub(super) fn champion(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let side = w.side(set)?;
    let mut it = Champion { name: "the champion".into(), ..Champion::default() };
    while let Some(word) = w.next() {
        match word.to_ascii_lowercase().as_str() {
            "fight" => it.fight = w.int("his fight rating")?,
            "stamina" => it.stamina = w.int("his stamina")?,
            "name" => it.name = w.need("a name")?.to_owned(),
            other => {
                return Err(w.error(
                    format!("`{other}` is no word of a champion"),
                    "champion SIDE fight N stamina N name X",
                ));
            }
        }
    }
    set.special.champions.get_or_insert_default()[side] = it;
    w.done()
}

pub(super) fn option(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let help = "pursuit, no-pursuit, triarii-doctrine, engaged, elephant-command, prearranged, no-first-turn-lines, last-turn N, \
                free-lines SIDE, double-depth U ..., undisciplined SIDE, depletion, skirmisher-points, wall-top HEX ..., macedonian SIDE, \
                elite-initiative, \
                contingent-commanders, leaders-through-zones, personal-combat, inertia, drift, charge-formation";
    let word = w.need("an option")?.to_ascii_lowercase();
    match word.as_str() {
        "pursuit" => set.special.pursuit = true,
        "no-pursuit" => set.special.pursuit = false,
        "triarii-doctrine" => set.special.triarii_doctrine = true,
        "engaged" => set.special.engaged = true,
        "elephant-command" => set.special.elephant_command = true,
        "prearranged" => set.special.prearranged = true,
        "no-first-turn-lines" => set.special.first_turn_lines = false,
        "last-turn" => set.special.last_turn = Some(w.int("a turn")?),
        "free-lines" => set.special.free_line_commands = Some(w.side(set)?),
        "wall-top" => {
            while w.peek().is_some() {
                let hex = w.hex()?;
                set.special.wall_tops.push(hex);
            }
        }
        "depletion" => set.special.depletion = true,
        "skirmisher-points" => set.special.skirmisher_points = true,
        "inertia" => set.special.inertia = true,
        "drift" => set.special.drift = true,
        "charge-formation" => set.special.charge_formation = true,
        "elite-initiative" => set.special.elite_initiative = true,
        "contingent-commanders" => set.special.contingent_commanders = true,
        "leaders-through-zones" => set.special.leaders_through_zones = true,
        "personal-combat" => set.variant.choices.command.personal_combat = true,
        "undisciplined" => {
            let side = w.side(set)?;
            set.special.undisciplined[side] = true;
        }
        "macedonian" => {
            let side = w.side(set)?;
            set.special.macedonian[side] = true;
        }
        "double-depth" => {
            while w.peek().is_some() {
                let unit = w.unit(set)?;
                set.special.double_depth.push(unit);
            }
        }
        _ => return Err(w.error(format!("`{word}` is no option"), help)),
    }
    w.done()
}
