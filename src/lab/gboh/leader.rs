//! The printed side of a leader.

use crate::CaseError;
use crate::place::Words;
use tess_gboh::piece::{CommandLimit, LeaderId, LeaderSpec, Rank, UnitId, UnitType, leader_elephant};
use tess_gboh::setup::Setup;

/// `leader HAN carthage overall range 7 initiative 7 lines 2 strategy 8 charisma 3 elite [nations Numidian]
/// [types LC]`.
pub(super) fn leader(set: &mut Setup, w: &mut Words<'_>) -> Result<usize, CaseError> {
    let mut spec = plain(set, w)?;
    while let Some(word) = w.next() {
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "elite" => spec.elite = true,
            "wing" => spec.wing = true,
            "yields-ties" => spec.yields_ties = true,
            "vital" => spec.is_vital = true,
            "elephant" => elephant(set, &spec, w)?,
            "nations" => spec.limit.nations = w.need("a nation")?.split(',').map(str::to_owned).collect(),
            "commands" => spec.contingent.extend(contingent(set, w)?),
            "types" => spec.limit.types.extend(types(w)?),
            _ if rating(&mut spec, &word, w)? => {}
            _ => {
                w.back();
                break;
            }
        }
    }
    set.leaders.push(spec);
    Ok(w.taken())
}

/// Code, side and rank; all else as most leaders have it.
fn plain(set: &Setup, w: &mut Words<'_>) -> Result<LeaderSpec, CaseError> {
    let code = w.need("a code")?.to_owned();
    if set.find_unit(&code).is_some() || set.find_leader(&code).is_some() {
        return Err(w.error(format!("{code} is there already"), "give each piece its own code"));
    }
    let side = w.side(set)?;
    let rank = rank(w)?;
    Ok(LeaderSpec {
        name: code.clone(),
        code,
        side,
        rank,
        range: 6,
        initiative: 4,
        line_commands: 1,
        strategy: None,
        charisma: 0,
        elite: false,
        personal_combat: None,
        limit: CommandLimit::default(),
        start: None,
        wing: false,
        yields_ties: false,
        points_times: None,
        is_vital: false,
        contingents: 0,
        contingent: Vec::new(),
    })
}

fn rank(w: &mut Words<'_>) -> Result<Rank, CaseError> {
    let word = w.need("a rank")?;
    Ok(match word.to_ascii_lowercase().as_str() {
        "overall" => Rank::Overall,
        "subordinate" => Rank::Subordinate,
        "proconsul" => Rank::Proconsul,
        "tribune" => Rank::Tribune,
        "praefect-sociorum" => Rank::PraefectSociorum,
        "praefect-equitum" => Rank::PraefectEquitum,
        "replacement" => Rank::Replacement,
        "elephant-leader" => Rank::ElephantLeader,
        "contingent" => Rank::Contingent,
        "macedonian-contingent" => Rank::MacedonianContingent,
        _ => {
            return Err(w.error(
                format!("`{word}` is no rank"),
                "write overall subordinate proconsul tribune praefect-sociorum praefect-equitum replacement elephant-leader contingent macedonian-contingent",
            ));
        }
    })
}

/// A number of his counter; no when it is none.
fn rating(spec: &mut LeaderSpec, word: &str, w: &mut Words<'_>) -> Result<bool, CaseError> {
    match word {
        "range" => spec.range = w.int(word)?,
        "initiative" => spec.initiative = w.int(word)?,
        "lines" => spec.line_commands = w.int(word)?,
        "strategy" => spec.strategy = Some(w.int(word)?),
        "combat" => spec.personal_combat = Some(w.int(word)?),
        "points-times" => spec.points_times = Some(w.int(word)?),
        "contingents" => spec.contingents = w.int(word)?,
        "charisma" => spec.charisma = w.int(word)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// His own elephant (4.8).
fn elephant(set: &mut Setup, spec: &LeaderSpec, w: &mut Words<'_>) -> Result<(), CaseError> {
    let code = w.need("the code of his elephant")?.to_owned();
    let tq = w.int("its quality")?;
    let indian = w.take("indian");
    if set.find_unit(&code).is_some() || set.find_leader(&code).is_some() {
        return Err(w.error(format!("{code} is there already"), "give each piece its own code"));
    }
    let unit = UnitId(set.units.len() as u16);
    set.special.leader_elephants.push((LeaderId(set.leaders.len() as u16), unit));
    set.units.push(leader_elephant(code, spec, tq, indian));
    Ok(())
}

/// The units of his contingent.
fn contingent(set: &Setup, w: &mut Words<'_>) -> Result<Vec<UnitId>, CaseError> {
    let help = "write codes of units that stand above: H1,H2";
    let unit = |code| set.find_unit(code).ok_or(code);
    let found: Result<_, &str> = w.need("units")?.split(',').map(unit).collect();
    found.map_err(|code| w.error(format!("`{code}` is no unit yet"), help))
}

/// The types that he may command.
fn types(w: &mut Words<'_>) -> Result<Vec<UnitType>, CaseError> {
    let kind = |letters| {
        UnitType::ALL.into_iter().find(|t| t.letters().eq_ignore_ascii_case(letters)).ok_or(letters)
    };
    let found: Result<_, &str> = w.need("types")?.split(',').map(kind).collect();
    found.map_err(|letters| w.error(format!("`{letters}` is no type"), "write LC,HC"))
}
