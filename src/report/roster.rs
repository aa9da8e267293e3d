//! Both armies, unit by unit, in two columns.

use super::brief;
use super::form::frame::WHOLE;
use super::form::layout::{Block, Table, text_of};
use super::form::{WIDTH, fold, marks};
use super::upshot::touched;
use tess_gboh::events::{CommandEvent, RoutEvent};
use tess_gboh::movement::marker::marker;
use tess_gboh::piece::{Missile, Rank, Side, UnitType};
use tess_gboh::position::{Formation, Morale, Place, Supply};
use tess_gboh::setup::LineSpec;
use tess_gboh::state::stage::Face;
use tess_gboh::{Happening, LeaderId, Position, Refusal, UnitId};
use tess_table::Chapter;

/// Half of a mail's width, less the gap.
const HALF: usize = WIDTH / 2 - 1;

/// Leaders and units of both sides: by the smallest line they belong to, then by type; the units that are
/// gone in one sentence.
#[must_use]
pub fn rosters(pos: &Position) -> String {
    text_of(&whole(pos))
}

/// The same in its parts.
pub(super) fn whole(pos: &Position) -> Vec<Block> {
    let signs = format!(
        "State: {}. Missiles: A arrows, S slings, J javelins, B bolts, C composite bows, F axes, x elephant screen; \
         then + any number, - one volley, 0 none. A two-hex unit is at the hex of its left half; a phalanx may \
         move one more (`fast`).",
        marks::signs(pos)
    );
    let mut out = vec![
        Block::prose(
            "Leaders: initiative, command range, line commands, strategy, charisma, with wounds. Units: code, type/class, \
             size/TQ/MA, hits (RT routed), state, missiles, hex, facing.",
            "",
            "  ",
        ),
        Block::prose(signs, "", "  "),
    ];
    for side in Side::BOTH {
        out.push(Block::Heading(None, pos.set.sides[side].clone()));
        if pos.is_undisciplined(side) {
            let spirit = if pos.has_spirit(side) {
                "with its spirit: every TQ is 2 higher than shown"
            } else {
                "its spirit lost: every TQ is as shown"
            };
            let rule = marks::rule(&pos.set, RoutEvent::SPIRIT);
            out.push(Block::prose(format!("Undisciplined, {spirit} ({rule})."), "", ""));
        }
        out.extend(leaders(pos, side));
        out.extend(army(pos, side));
    }
    out
}

/// The leaders and units to whom something has happened, as they are now.
pub(super) fn changes(pos: &Position, chapters: &[Chapter<Happening, Refusal>]) -> Vec<Block> {
    let (units, leaders) = touched(pos, chapters);
    let mut out = Vec::new();
    for side in Side::BOTH {
        let leaders: Vec<String> =
            leaders.iter().filter(|&&l| pos.leader_spec(l).side == side).map(|&l| changed(pos, l)).collect();
        let units: Vec<UnitId> = units.iter().copied().filter(|&u| pos.side(u) == side).collect();
        if leaders.is_empty() && units.is_empty() {
            continue;
        }
        let lead = if leaders.is_empty() { String::new() } else { format!(": {}", leaders.join("; ")) };
        out.push(Block::prose(format!("{}{lead}", marks::capital(&pos.set.sides[side])), "", "  "));
        let here: Vec<Row> =
            units.iter().filter(|&&u| pos.hex(u).is_some()).map(|&u| Row::Unit(cells(pos, u))).collect();
        out.extend(table(&here));
        out.extend(away(pos, side, &|u| units.contains(&u)));
    }
    out.push(match out.is_empty() {
        true => Block::prose("Nobody.", "", ""),
        false => Block::prose(
            "Code, type, size/TQ/MA, hits (. none, RT routed), state, missiles, hex, facing.",
            "",
            "",
        ),
    });
    out.push(Block::prose(WHOLE, "", ""));
    out
}

/// `HAN 2218, finished`
fn changed(pos: &Position, id: LeaderId) -> String {
    let now = pos.leader(id);
    let hex = now.hex.map_or_else(String::new, |hex| format!(" {hex}"));
    let state: String = passing(pos, id).iter().map(|word| format!(", {word}")).collect();
    format!("{}{hex}{state}", marks::leader_code(pos, id))
}

/// What stands over the leaders' columns.
const LEADER: [&str; 10] = ["Code", "Leader", "Rank", "Hex", "Ini", "Rng", "Lin", "Str", "Cha", "State"];

/// What stands over the units' columns.
const UNIT: [&str; 8] = ["Code", "Type", "S/TQ/MA", "Hits", "State", "Miss.", "Hex", "Faces"];

fn leaders(pos: &Position, side: Side) -> Option<Block> {
    // Contingent commanders of Macedon are no part of a battle without that option (alexander 5.6).
    let plays = |l: &LeaderId| {
        pos.set.special.contingent_commanders || pos.leader_spec(*l).rank != Rank::MacedonianContingent
    };
    let own = pos.leader_ids().filter(|&l| pos.leader_spec(l).side == side).filter(plays);
    let rows: Vec<[String; 10]> = own.map(|id| leader(pos, id)).collect();
    if rows.is_empty() {
        return None;
    }
    let mut text = fold::line("Code  Leader                 Rank     Hex  Ini Rng Lin Str Cha  State");
    for [code, name, rank, hex, initiative, range, lines, strategy, charisma, state] in &rows {
        text.push_str(&fold::line(&format!(
            "{code:<5} {name:<22.22} {rank:<8} {hex:<4} {initiative:>3} {range:>3} {lines:>3} {strategy:>3} \
             {charisma:>3}  {state}"
        )));
    }
    let rows = rows.into_iter().map(Vec::from).collect();
    Some(Block::Table(Table { head: LEADER.to_vec(), rows, text }))
}

/// A rank in eight letters.
const fn title(rank: Rank) -> &'static str {
    match rank {
        Rank::Overall => "overall",
        Rank::Subordinate => "subord.",
        Rank::Proconsul => "procons.",
        Rank::Tribune => "tribune",
        Rank::PraefectSociorum => "pr.soc.",
        Rank::PraefectEquitum => "pr.equ.",
        Rank::Replacement => "replace.",
        Rank::ElephantLeader => "elephant",
        Rank::Contingent | Rank::MacedonianContingent => "conting.",
    }
}

/// What is to be known of a leader besides his numbers.
fn states(pos: &Position, id: LeaderId) -> Vec<String> {
    let (spec, now) = (pos.leader_spec(id), pos.leader(id));
    let mut state = Vec::new();
    if spec.elite {
        state.push("elite".to_owned());
    }
    state.extend(passing(pos, id));
    if let Some(elephant) = now.elephant {
        state.push(format!("on {}", pos.spec(elephant).code));
    }
    let types = spec.limit.types.iter().map(|t| t.letters());
    let limit: Vec<&str> = spec.limit.nations.iter().map(String::as_str).chain(types).collect();
    if !limit.is_empty() {
        state.push(format!("only {}", limit.join("/")));
    }
    if spec.contingents > 0 && pos.set.special.contingent_commanders {
        state.push(format!("contingents {}", spec.contingents));
    }
    let contingent: Vec<&str> = spec.contingent.iter().map(|&u| pos.spec(u).code.as_str()).collect();
    if !contingent.is_empty() {
        state.push(format!("only {}", contingent.join("/")));
    }
    state
}

/// What changes of that in a battle.
fn passing(pos: &Position, id: LeaderId) -> Vec<String> {
    let now = pos.leader(id);
    let mut state = Vec::new();
    if now.killed {
        state.push("killed".to_owned());
    } else if now.hex.is_none() {
        state.push("away".to_owned());
    }
    if now.wounds > 0 {
        state.push(format!("wounds {}", now.wounds));
    }
    if now.finished {
        state.push("finished".to_owned());
    }
    if let Some(marker) = marker(pos, id).filter(|_| !now.killed) {
        let (what, rule) = match marker.face {
            Face::Down(_) => ("marker", CommandEvent::MARKER),
            Face::Real { .. } => ("withdrawal marker open", CommandEvent::MARKER_OPEN),
            Face::Lost => ("marker lost", CommandEvent::MARKER_OPEN),
        };
        state.push(format!("{what} ({})", marks::rule(&pos.set, rule)));
    }
    if now.no_momentum {
        state.push("no mom.".to_owned());
    }
    state
}

/// The cells of a leader's row.
fn leader(pos: &Position, id: LeaderId) -> [String; 10] {
    let (spec, now) = (pos.leader_spec(id), pos.leader(id));
    let strategy = spec.strategy.map_or_else(|| "-".to_owned(), |s| s.saturating_sub(now.wounds).to_string());
    let initiative = match spec.rank {
        Rank::MacedonianContingent => "C".to_owned(),
        _ => pos.initiative(id).to_string(),
    };
    [
        marks::leader_code(pos, id),
        spec.name.clone(),
        title(spec.rank).to_owned(),
        now.hex.map_or_else(|| "-".to_owned(), |h| h.to_string()),
        initiative,
        pos.command_range(id).to_string(),
        spec.line_commands.to_string(),
        strategy,
        pos.charisma(id).to_string(),
        states(pos, id).join(", "),
    ]
}

/// A row of an army's table.
enum Row {
    /// The name of a line, over its units.
    Title(String),
    /// A unit.
    Unit([String; 8]),
}

impl Row {
    fn text(&self) -> String {
        match self {
            Row::Title(text) => format!("-- {text}"),
            Row::Unit([code, kind, ratings, hits, state, missiles, hex, facing]) => {
                format!(
                    "{code:<5} {kind:<5.5} {ratings:<6} {hits:<2} {state:<3.3} {missiles:<4} {hex} {facing}"
                )
            }
        }
    }

    fn cells(&self) -> Vec<String> {
        match self {
            Row::Title(text) => vec![text.clone()],
            Row::Unit(cells) => cells.to_vec(),
        }
    }
}

fn army(pos: &Position, side: Side) -> Vec<Block> {
    let mut left: Vec<UnitId> = pos
        .unit_ids()
        .filter(|&u| pos.spec(u).side == side && matches!(pos.unit(u).place, Place::Field { .. }))
        .collect();
    let mut rows: Vec<Row> = Vec::new();
    left.sort_by_key(|&u| (pos.spec(u).kind, pos.spec(u).class, u));
    for line in pos.set.lines.iter().filter(|l| l.side == side) {
        let smaller = |unit: &UnitId| {
            pos.set
                .lines
                .iter()
                .any(|l| l.side == side && l.units.len() < line.units.len() && l.units.contains(unit))
        };
        let (here, rest): (Vec<UnitId>, Vec<UnitId>) =
            left.iter().partition(|u| line.units.contains(u) && !smaller(u));
        if !here.is_empty() {
            rows.push(Row::Title(line.name.clone()));
            rows.extend(here.iter().map(|&u| Row::Unit(cells(pos, u))));
        }
        left = rest;
    }
    if !left.is_empty() {
        let titled = !rows.is_empty();
        if titled {
            rows.push(Row::Title("in no line".to_owned()));
        }
        rows.extend(left.iter().map(|&u| Row::Unit(cells(pos, u))));
    }
    let mut out: Vec<Block> = table(&rows).into_iter().collect();
    out.extend(away(pos, side, &|_| true));
    out.extend(lines(pos, side));
    out
}

/// Rows as a table, if there are any; in text one beside another.
fn table(rows: &[Row]) -> Option<Block> {
    let text = two_columns(rows);
    let rows: Vec<Vec<String>> = rows.iter().map(Row::cells).collect();
    (!rows.is_empty()).then(|| Block::Table(Table { head: UNIT.to_vec(), rows, text }))
}

/// Rows one beside another.
fn two_columns(rows: &[Row]) -> String {
    let mut out = String::new();
    let mut middle = rows.len().div_ceil(2);
    if middle > 0 && matches!(rows[middle - 1], Row::Title(_)) {
        middle += 1;
    }
    let middle = middle.min(rows.len());
    for i in 0..middle {
        let right = rows.get(middle + i).map_or_else(String::new, Row::text);
        out.push_str(&fold::line(&format!("{:<HALF$.HALF$}  {right:.HALF$}", rows[i].text())));
    }
    out
}

/// The lines with those who may order them and the units that may belong to them: a unit can be in several.
fn lines(pos: &Position, side: Side) -> Vec<Block> {
    let mut out = Vec::new();
    for line in pos.set.lines.iter().filter(|l| l.side == side) {
        let leaders: Vec<String> = line.leaders.iter().map(|&l| marks::leader_code(pos, l)).collect();
        let by = if leaders.is_empty() { "whoever commands its units".to_owned() } else { leaders.join(" ") };
        let apart = match line.spacing {
            0 | 1 => "adjacent".to_owned(),
            2 => "at most one hex between".to_owned(),
            n => format!("at most {} hexes between", n - 1),
        };
        let within =
            |l: &LineSpec| l.units.len() < line.units.len() && l.units.iter().all(|u| line.units.contains(u));
        let smaller: Vec<&LineSpec> = pos.set.lines.iter().filter(|l| l.side == side && within(l)).collect();
        let outermost = |l: &LineSpec| {
            !smaller
                .iter()
                .any(|m| m.units.len() > l.units.len() && l.units.iter().all(|u| m.units.contains(u)))
        };
        let inner: Vec<&LineSpec> = smaller.iter().copied().filter(|l| outermost(l)).collect();
        let told = |u: &UnitId| pos.hex(*u).is_some() && !inner.iter().any(|l| l.units.contains(u));
        let there: Vec<String> =
            line.units.iter().filter(|u| told(u)).map(|&u| marks::unit_code(pos, u)).collect();
        let codes: Vec<&str> = there.iter().map(String::as_str).collect();
        let parts = [brief::ranges(&codes)].into_iter().filter(|text| !text.is_empty());
        let there: Vec<String> =
            parts.chain(inner.iter().map(|l| format!("all of line {}", l.code))).collect();
        if !there.is_empty() {
            let text = format!("line {} (by {by}; {apart}): {}", line.code, there.join(", "));
            out.push(Block::prose(text, "", "  "));
        }
    }
    out
}

/// The cells of a unit's row.
fn cells(pos: &Position, id: UnitId) -> [String; 8] {
    let spec = pos.spec(id);
    let now = pos.unit(id);
    let hits = match now.morale {
        Morale::Routed => "RT".to_owned(),
        Morale::Steady { hits: 0 } => ".".to_owned(),
        Morale::Steady { hits } => hits.to_string(),
    };
    let ratings = format!("{}/{}/{}", spec.size, spec.tq, spec.ma);
    let state = marks::flags(now);
    let facing = match (now.formation, pos.facing(id)) {
        (Formation::Column { towards, .. }, _) => marks::hexside(towards).to_owned(),
        (_, Some(facing)) => facing.to_string(),
        _ => String::new(),
    };
    [
        marks::unit_code(pos, id),
        marks::type_and_class(spec),
        ratings,
        hits,
        state,
        missiles(pos, id),
        pos.hex(id).map_or_else(String::new, |h| h.to_string()),
        facing,
    ]
}

fn missiles(pos: &Position, id: UnitId) -> String {
    let (spec, now) = (pos.spec(id), pos.unit(id));
    let mut out = String::new();
    if let Some(missile) = spec.missile {
        out.push(match pos.set.variant.charts.missile.letter(missile, spec.class) {
            Missile::A => 'A',
            Missile::S => 'S',
            Missile::J => 'J',
            Missile::B => 'B',
            Missile::C => 'C',
            Missile::F => 'F',
        });
        out.push(marks::supply(now.supply));
    }
    if spec.screen {
        out.push('x');
        out.push(marks::supply(now.screen));
    } else if spec.kind == UnitType::EL && now.screen != Supply::No {
        out.push('x');
    }
    out
}

/// Those of the units asked for that are not on the map.
fn away(pos: &Position, side: Side, of: &dyn Fn(UnitId) -> bool) -> Vec<Block> {
    let mut out = Vec::new();
    let mut tell = |what: &str, is: fn(Place) -> bool| {
        let codes: Vec<String> = pos
            .unit_ids()
            .filter(|&u| pos.spec(u).side == side && of(u) && is(pos.unit(u).place))
            .map(|u| format!("{} ({})", marks::unit_code(pos, u), marks::type_and_class(pos.spec(u))))
            .collect();
        if !codes.is_empty() {
            out.push(Block::prose(format!("{what}: {}.", codes.join(", ")), "", "  "));
        }
    };
    tell("Gone", |p| p == Place::Eliminated);
    tell("Off the map in pursuit", |p| matches!(p, Place::Pursuing { .. }));
    tell("Not yet in the battle", |p| p == Place::Waiting);
    out
}
