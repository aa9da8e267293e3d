//! The position of a case: its own field or a scenario's, then anything a position can hold.

use std::sync::Arc;

use super::CaseError;
use super::parse::{Case, Line};
use super::place::{Said, Undoing, Words};
use tess_gboh::field::{Edge, Field, Terrain};
use tess_gboh::known::Known;
use tess_gboh::piece::{
    BySide, Class, CommandLimit, LeaderId, LeaderSpec, Missile, Rank, Side, UnitId, UnitSpec, UnitType,
    leader_elephant,
};
use tess_gboh::position::{Formation, Morale, Place, Position, ShockMark, Supply};
use tess_gboh::setup::{Champion, LineSpec, Setup, Special};
use tess_gboh::state::stage::{Face, LineInProgress, Marker, Mode, Phase, PhaseKind, Stage, Troop};
use tess_gboh::variant::books::needs_year;
use tess_gboh::variant::{Variant, Year};
use tess_hex::{Facing, Hex};

/// What `set` lines change once the pieces stand: unit or leader, and the words after it.
type Later = Vec<(Line, usize)>;

/// Builds the position of a case.
pub(super) fn build(case: &Case, library: &tess_scenario::Library) -> Result<Position, CaseError> {
    let mut later: Later = Vec::new();
    let mut set = base(case, library)?;
    for line in &case.position {
        let mut w = Words::new(line);
        let word = w.need("a word")?.to_ascii_lowercase();
        match word.as_str() {
            "scenario" | "field" | "sides" | "book" => {}
            "north" => set.field.north = w.facing()?,
            "retreat" => retreat(&mut set, &mut w)?,
            "ground" => ground(&mut set, &mut w)?,
            "stream" | "wall" | "road" | "gate" => hexside(&mut set, &word, &mut w)?,
            "unit" => later.push((line.clone(), unit(&mut set, &mut w)?)),
            "leader" => later.push((line.clone(), leader(&mut set, &mut w)?)),
            "remove" => remove(&mut set, &mut w)?,
            "line" => line_spec(&mut set, &mut w)?,
            "option" => option(&mut set, &mut w)?,
            "champion" => champion(&mut set, &mut w)?,
            "withdrawal" => {
                let side = w.side(&set)?;
                set.withdrawal[side] = w.int("a level")?;
            }
            "replacements" => {
                let side = w.side(&set)?;
                set.replacements[side] = w.int("a number")?;
            }
            "set" => later.push((line.clone(), 1)),
            "turn" | "active" | "activation" | "stage" | "marked" | "marker" => later.push((line.clone(), 0)),
            other => {
                return Err(w.error(
                    format!("`{other}` is no word of a position"),
                    "scenario, field, sides, north, retreat, ground, stream, wall, road, gate, unit, leader, remove, line, \
                     option, champion, withdrawal, replacements, set, marked, marker, turn, active, activation, stage",
                ));
            }
        }
    }
    let mut position = Position::new(Arc::new(set));
    // Whose phase it is says of everybody how it found him, so all must stand before.
    let is_moment = |line: &Line| line.words[0].eq_ignore_ascii_case("active");
    later.sort_by_key(|(line, _)| is_moment(line));
    for (line, skip) in &later {
        arrange(&mut position, line, *skip)?;
    }
    Ok(position)
}

fn base(case: &Case, library: &tess_scenario::Library) -> Result<Setup, CaseError> {
    let find = |word: &str| case.position.iter().find(|l| l.words[0].eq_ignore_ascii_case(word));
    if let Some(line) = find("scenario") {
        let mut w = Words::new(line);
        w.next();
        let name = w.need("a scenario's name")?;
        w.done()?;
        let loaded = library.load(name).map_err(|errors| {
            let first = errors.first().map_or_else(String::new, ToString::to_string);
            w.error(format!("the scenario {name} does not load: {first}"), "see `tess scenarios`")
        })?;
        return Ok((*loaded.setup).clone());
    }
    let variant = variant(find("book"), library)?;
    let (mut cols, mut rows) = ((10, 40), (1, 30));
    if let Some(line) = find("field") {
        let mut w = Words::new(line);
        w.next();
        cols = range(&mut w)?;
        rows = range(&mut w)?;
    }
    let mut sides = BySide(["rome".to_owned(), "carthage".to_owned()]);
    if let Some(line) = find("sides") {
        let mut w = Words::new(line);
        w.next();
        sides = BySide([
            w.need("the first side")?.to_ascii_lowercase(),
            w.need("the second side")?.to_ascii_lowercase(),
        ]);
    }
    let pursuit = variant.choices.shock.pursuit_standard;
    Ok(Setup {
        sequels: tess_gboh::play::SEQUELS,
        name: "case".into(),
        title: case.title.clone(),
        sides,
        withdrawal: BySide([1000, 1000]),
        replacements: BySide([1, 1]),
        field: Field::clear(cols, rows, Facing::NE, BySide([Edge::West, Edge::East])),
        units: Vec::new(),
        leaders: Vec::new(),
        lines: Vec::new(),
        special: Special { pursuit, first_turn_lines: true, ..Special::default() },
        variant,
        roster: Known::default(),
    })
}

/// `book spqr`, `book alexander 331 BC`; without a year a battle in Alexander's time.
fn variant(line: Option<&Line>, library: &tess_scenario::Library) -> Result<Variant, CaseError> {
    let Some(line) = line else { return load(library, "spqr", None, 1) };
    let mut w = Words::new(line);
    w.next();
    let book = w.need("a book")?;
    let year = match w.next() {
        None => needs_year(book).then_some(Year::bc(331)),
        Some(number) => {
            let text = format!("{number} {}", w.next().unwrap_or(""));
            let year = text.parse::<Year>();
            Some(year.map_err(|()| w.error(format!("`{text}` is no year"), "write `book alexander 331 BC`"))?)
        }
    };
    w.done()?;
    load(library, book, year, line.number)
}

fn load(
    library: &tess_scenario::Library,
    book: &str,
    year: Option<Year>,
    line: u32,
) -> Result<Variant, CaseError> {
    library.variant(book, year).map_err(|errors| {
        let first = errors.first().map_or_else(String::new, ToString::to_string);
        CaseError::new(line, format!("the charts of {book} do not load: {first}"), "write `book spqr`")
    })
}

fn range(w: &mut Words<'_>) -> Result<(u8, u8), CaseError> {
    let word = w.need("a range")?;
    let parsed = word.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match parsed {
        Some((a, b)) if a <= b && b < 100 => Ok((a, b)),
        _ => {
            Err(w
                .error(format!("`{word}` is no range"), "write columns and rows, such as `field 10-40 1-30`"))
        }
    }
}

fn retreat(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let mut edges = set.field.retreat;
    while w.peek().is_some() {
        let side = w.side(set)?;
        let word = w.need("an edge")?;
        edges[side] = match word.to_ascii_uppercase().as_str() {
            "N" | "NORTH" => Edge::North,
            "E" | "EAST" => Edge::East,
            "S" | "SOUTH" => Edge::South,
            "W" | "WEST" => Edge::West,
            _ => return Err(w.error(format!("`{word}` is no edge"), "write N E S or W")),
        };
    }
    set.field.turn_retreat(edges);
    Ok(())
}

fn ground(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let mut hexes = vec![w.hex()?];
    while w.peek().is_some_and(|t| t.parse::<Hex>().is_ok()) {
        hexes.push(w.hex()?);
    }
    while let Some(word) = w.next() {
        for &hex in &hexes {
            let Some(cell) = set.field.cell_mut(hex) else {
                return Err(w.error(format!("{hex} is not on the field"), "enlarge it with `field`"));
            };
            if word.eq_ignore_ascii_case("level") {
                continue;
            }
            match word.to_ascii_lowercase().as_str() {
                "clear" => cell.terrain = Terrain::Clear,
                "woods" => cell.terrain = Terrain::Woods,
                "broken" => cell.terrain = Terrain::Broken,
                "marsh" => cell.terrain = Terrain::Marsh,
                "camp" => cell.terrain = Terrain::Camp,
                "village" => cell.terrain = Terrain::Village,
                "river" => cell.terrain = Terrain::River,
                "off" => cell.terrain = Terrain::Off,
                number if number.parse::<i8>().is_ok() => cell.level = number.parse().unwrap_or(0),
                _ => {
                    return Err(w.error(
                        format!("`{word}` is no ground"),
                        "write clear woods broken marsh camp village river off, or `level 2`",
                    ));
                }
            }
        }
    }
    Ok(())
}

fn hexside(set: &mut Setup, what: &str, w: &mut Words<'_>) -> Result<(), CaseError> {
    let hex = w.hex()?;
    while w.peek().is_some() {
        let side = w.hexside()?;
        for (h, s) in [(Some(hex), side), (hex.neighbour(side), side.opposite())] {
            if let Some(cell) = h.and_then(|h| set.field.cell_mut(h)) {
                let bits = match what {
                    "stream" => &mut cell.streams,
                    "wall" => &mut cell.walls,
                    "gate" => &mut cell.gates,
                    _ => &mut cell.roman_road,
                };
                *bits |= 1 << s as u8;
            }
        }
    }
    Ok(())
}

/// `unit P1 PH carthage 10/7/4(5) [class HA] [missile J row J_foot] ... [at 2010 E] ...`; gives back how
/// many words belong to the printed side.
fn unit(set: &mut Setup, w: &mut Words<'_>) -> Result<usize, CaseError> {
    let code = w.need("a code")?.to_owned();
    if set.find_unit(&code).is_some() || set.find_leader(&code).is_some() {
        return Err(w.error(format!("{code} is there already"), "give each piece its own code"));
    }
    let kind = {
        let word = w.need("a type")?;
        UnitType::ALL.into_iter().find(|t| t.letters().eq_ignore_ascii_case(word)).ok_or_else(|| {
            w.error(format!("`{word}` is no type"), "write PH HI LG MI BI LI LP SK SK* HC RC LN LC EL CH")
        })?
    };
    let side = w.side(set)?;
    let ratings = w.need("size/TQ/MA")?;
    let (size, tq, ma, ma_extended) = ratings_of(ratings).ok_or_else(|| {
        w.error(format!("`{ratings}` are no ratings"), "write size/TQ/MA, such as 3/6/5 or 10/7/4(5)")
    })?;
    let mut spec = UnitSpec {
        code,
        name: String::new(),
        side,
        kind,
        class: Class::Plain,
        size,
        tq,
        ma,
        ma_extended,
        missile: None,
        missile_row: String::new(),
        screen: false,
        indian: false,
        two_hex: kind == UnitType::PH,
        colour: 0,
        ala: false,
        nation: String::new(),
        shares_with_engine: false,
        depleted: false,
        start: None,
        feigns: false,
        bait: None,
        dismounted: None,
        sword: false,
        professional: false,
        macedonian: false,
    };
    let mut used = 5;
    let mut foot = None;
    while let Some(word) = w.peek() {
        let word = word.to_ascii_lowercase();
        let mut count = 1;
        match word.as_str() {
            "class" => {
                w.next();
                let letters = w.need("a class")?;
                let classes = [
                    Class::HA,
                    Class::PR,
                    Class::TR,
                    Class::CO,
                    Class::CE,
                    Class::VE,
                    Class::HO,
                    Class::SC,
                    Class::CAT,
                ];
                spec.class = classes
                    .into_iter()
                    .find(|c| c.letters().eq_ignore_ascii_case(letters))
                    .ok_or_else(|| {
                        w.error(format!("`{letters}` is no class"), "write HA PR TR CO CE VE HO SC or CAT")
                    })?;
                count = 2;
            }
            "missile" => {
                w.next();
                let letter = w.need("a missile")?;
                spec.missile = Some(match letter.to_ascii_uppercase().as_str() {
                    "A" => Missile::A,
                    "S" => Missile::S,
                    "J" => Missile::J,
                    "B" => Missile::B,
                    "C" => Missile::C,
                    "F" => Missile::F,
                    _ => return Err(w.error(format!("`{letter}` is no missile"), "write A S J B C or F")),
                });
                count = 2;
            }
            "row" | "colour" | "nation" | "name" => {
                w.next();
                let value = w.need(&word)?;
                match word.as_str() {
                    "row" => spec.missile_row = value.to_owned(),
                    "nation" => spec.nation = value.to_owned(),
                    "name" => spec.name = value.to_owned(),
                    _ => {
                        spec.colour = value
                            .parse()
                            .map_err(|_| w.error(format!("`{value}` is no colour"), "write 1, 2, ..."))?
                    }
                }
                count = 2;
            }
            "dismounts" => {
                w.next();
                let text = w.need("size/TQ/MA on foot")?;
                let Some((size, tq, ma, _)) = ratings_of(text) else {
                    return Err(w.error(
                        format!("`{text}` are no ratings"),
                        "write size/TQ/MA on foot, such as 5/7/5",
                    ));
                };
                foot = Some((size, tq, ma));
                count = 2;
            }
            "feigns" => spec.feigns = true,
            "bait" => {
                w.next();
                spec.bait = Some(w.int("a rating")?);
                count = 2;
            }
            "ala" => spec.ala = true,
            "screen" => spec.screen = true,
            "indian" => spec.indian = true,
            "shares-with-engine" => spec.shares_with_engine = true,
            "sword" => spec.sword = true,
            "professional" => spec.professional = true,
            "macedonian" => spec.macedonian = true,
            "two-hex" => spec.two_hex = true,
            "one-hex" => spec.two_hex = false,
            _ => break,
        }
        if count == 1 {
            w.next();
        }
        used += count;
    }
    let chart = &set.variant.charts.missile;
    spec.missile = spec.missile.map(|letter| chart.meaning(letter, spec.class));
    if spec.name.is_empty() {
        spec.name.clone_from(&spec.code);
    }
    if spec.missile_row.is_empty()
        && let Some(missile) = spec.missile
    {
        spec.missile_row = tess_gboh::printed::piece::usual_row(missile, spec.kind.is_infantry()).to_owned();
    }
    spec.dismounted = foot.map(|ratings| Box::new(spec.on_foot(ratings)));
    set.units.push(spec);
    Ok(used)
}

fn ratings_of(text: &str) -> Option<(u8, u8, u8, u8)> {
    let mut parts = text.split('/');
    let (size, tq, ma) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?, parts.next()?);
    let (low, high) = match ma.split_once('(') {
        Some((low, high)) => (low.parse().ok()?, high.strip_suffix(')')?.parse().ok()?),
        None => (ma.parse().ok()?, ma.parse().ok()?),
    };
    parts.next().is_none().then_some((size, tq, low, high))
}

/// `leader HAN carthage overall range 7 initiative 7 lines 2 strategy 8 charisma 3 elite [nations Numidian]
/// [types LC]`.
fn leader(set: &mut Setup, w: &mut Words<'_>) -> Result<usize, CaseError> {
    let code = w.need("a code")?.to_owned();
    if set.find_unit(&code).is_some() || set.find_leader(&code).is_some() {
        return Err(w.error(format!("{code} is there already"), "give each piece its own code"));
    }
    let side = w.side(set)?;
    let rank = {
        let word = w.need("a rank")?;
        match word.to_ascii_lowercase().as_str() {
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
        }
    };
    let mut spec = LeaderSpec {
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
    };
    let mut used = 4;
    while let Some(word) = w.peek() {
        let word = word.to_ascii_lowercase();
        match word.as_str() {
            "elite" => {
                w.next();
                spec.elite = true;
                used += 1;
                continue;
            }
            "wing" | "yields-ties" => {
                w.next();
                spec.wing |= word == "wing";
                spec.yields_ties |= word == "yields-ties";
                used += 1;
                continue;
            }
            "vital" => {
                w.next();
                spec.is_vital = true;
                used += 1;
                continue;
            }
            "elephant" => {
                w.next();
                let code = w.need("the code of his elephant")?.to_owned();
                let tq = w.int("its quality")?;
                let indian = w.take("indian");
                if set.find_unit(&code).is_some() || set.find_leader(&code).is_some() {
                    return Err(w.error(format!("{code} is there already"), "give each piece its own code"));
                }
                let unit = UnitId(set.units.len() as u16);
                set.special.leader_elephants.push((LeaderId(set.leaders.len() as u16), unit));
                set.units.push(leader_elephant(code, &spec, tq, indian));
                used += 3 + usize::from(indian);
                continue;
            }
            "range" | "initiative" | "lines" | "strategy" | "charisma" | "combat" | "nations" | "types"
            | "points-times" | "contingents" | "commands" => {}
            _ => break,
        }
        w.next();
        match word.as_str() {
            "nations" => spec.limit.nations = w.need("a nation")?.split(',').map(str::to_owned).collect(),
            "commands" => {
                for code in w.need("units")?.split(',') {
                    let unit = set.find_unit(code);
                    let help = "write codes of units that stand above: H1,H2";
                    spec.contingent
                        .push(unit.ok_or_else(|| w.error(format!("`{code}` is no unit yet"), help))?);
                }
            }
            "types" => {
                for letters in w.need("types")?.split(',') {
                    let kind = UnitType::ALL.into_iter().find(|t| t.letters().eq_ignore_ascii_case(letters));
                    spec.limit
                        .types
                        .push(kind.ok_or_else(|| w.error(format!("`{letters}` is no type"), "write LC,HC"))?);
                }
            }
            _ => {
                let value: u8 = w.int(&word)?;
                match word.as_str() {
                    "range" => spec.range = value,
                    "initiative" => spec.initiative = value,
                    "lines" => spec.line_commands = value,
                    "strategy" => spec.strategy = Some(value),
                    "combat" => spec.personal_combat = Some(value),
                    "points-times" => spec.points_times = Some(value),
                    "contingents" => spec.contingents = value,
                    _ => spec.charisma = value,
                }
            }
        }
        used += 2;
    }
    set.leaders.push(spec);
    Ok(used)
}

/// `remove U ...`: these units of the scenario are not there.
fn remove(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
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
fn line_spec(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
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
fn champion(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
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

fn option(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
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

/// What a piece has and what stage the battle is in, once everything is there.
fn arrange(pos: &mut Position, line: &Line, skip: usize) -> Result<(), CaseError> {
    let set = Arc::clone(&pos.set);
    let mut w = Words::new(line);
    let word = w.need("a word")?.to_ascii_lowercase();
    match word.as_str() {
        "turn" => {
            pos.turn = w.int("a turn")?;
            w.done()
        }
        "active" => active(pos, &set, &mut w),
        "activation" => {
            let side = w.side(&set)?;
            let mut due = Vec::new();
            while w.peek().is_some_and(|c| set.find_leader(c).is_some()) {
                due.push(w.leader(&set)?);
            }
            let reactivation = w.take("reactivation");
            let trump_tried = w.take("trump-tried");
            pos.stage = Stage::Activation { side, due, reactivation, trump_tried };
            w.done()
        }
        "stage" => {
            let name = w.need("a stage")?;
            pos.stage = match name.to_ascii_lowercase().as_str() {
                "turn-start" => Stage::TurnStart,
                "elite" => Stage::Elite { side: w.side(&set)? },
                "markers" => Stage::Markers { side: w.side(&set)? },
                _ => {
                    return Err(w.error(
                        format!("`{name}` is no stage"),
                        "turn-start, markers SIDE, or elite SIDE; else `active` or `activation`",
                    ));
                }
            };
            w.done()
        }
        "marker" => marker(pos, &set, &mut w),
        "marked" => {
            let unit = w.unit(&set)?;
            pos.unit_mut(unit).shock = mark(&mut w)?;
            w.done()
        }
        _ => {
            let code = line.words.get(1).map_or("", String::as_str);
            if let Some(unit) = set.find_unit(code) {
                for _ in 0..skip.saturating_sub(1).max(1) {
                    w.next();
                }
                unit_state(pos, unit, &mut w)
            } else if let Some(leader) = set.find_leader(code) {
                for _ in 0..skip.saturating_sub(1).max(1) {
                    w.next();
                }
                leader_state(pos, leader, &mut w)
            } else {
                Err(w.error(format!("there is no unit or leader {code}"), "correct the code"))
            }
        }
    }
}

fn mark(w: &mut Words<'_>) -> Result<ShockMark, CaseError> {
    let word = w.need("a mark")?;
    Ok(match word.to_ascii_lowercase().as_str() {
        "none" => ShockMark::None,
        "must" => ShockMark::MustCheck,
        "may" => ShockMark::MayCheck,
        "no-check" => ShockMark::NoCheck,
        _ => return Err(w.error(format!("`{word}` is no mark"), "none, must, may, no-check")),
    })
}

fn supply(w: &mut Words<'_>) -> Result<Supply, CaseError> {
    let word = w.need("a supply")?;
    Ok(match word.to_ascii_lowercase().as_str() {
        "full" => Supply::Full,
        "low" => Supply::Low,
        "no" => Supply::No,
        _ => return Err(w.error(format!("`{word}` is no supply"), "full, low or no")),
    })
}

/// A unit that is gone stands nowhere any more, one that routs has no hits, and it has one formation.
const OF_A_UNIT: [Undoing; 9] = [
    ("at", &["eliminated", "waiting", "pursuing"]),
    ("eliminated", &["waiting", "pursuing"]),
    ("waiting", &["eliminated", "pursuing"]),
    ("pursuing", &["eliminated", "waiting"]),
    ("hits", &["routed"]),
    ("routed", &["hits"]),
    ("column", &["square", "wedge"]),
    ("square", &["column", "wedge"]),
    ("wedge", &["column", "square"]),
];

/// A leader has one place, and none when he is dead.
const OF_A_LEADER: [Undoing; 3] =
    [("at", &["off", "on", "killed"]), ("off", &["at", "on"]), ("on", &["at", "off", "killed"])];

fn unit_state(pos: &mut Position, unit: UnitId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let help = "at HEX FACING, hits N, routed, depleted, rallied, supply full|low|no, screen full|low|no, moved-before, moved, \
                fired, began-in-zoc, column SIDE [tail-left], square, wedge, dismounted, mark must|may|no-check, pursued, returning, engaged, limbered, shots N, \
                reaction-shots N, eliminated, pursuing HEX, waiting, recovered N, climbed N, left-setup, shield-wall";
    let mut said = Said::default();
    while let Some(word) = w.next() {
        said.hear(w, word, &OF_A_UNIT)?;
        match word.to_ascii_lowercase().as_str() {
            "at" => {
                let hex = w.hex()?;
                let facing = match w.peek().and_then(|t| t.parse::<Facing>().ok()) {
                    Some(_) => w.facing()?,
                    None => pos.facing(unit).unwrap_or(Facing::E),
                };
                if !pos.set.field.contains(hex) {
                    return Err(w.error(format!("{hex} is not on the field"), "enlarge it with `field`"));
                }
                let before = *pos.unit(unit);
                pos.put(unit, hex, facing);
                let now = pos.unit_mut(unit);
                (now.left_setup, now.done.shifted) = (before.left_setup, before.done.shifted);
            }
            "hits" => pos.unit_mut(unit).morale = Morale::Steady { hits: w.int("hits")? },
            "routed" => pos.unit_mut(unit).morale = Morale::Routed,
            "depleted" => pos.unit_mut(unit).depleted = true,
            "rallied" => pos.unit_mut(unit).rallied = true,
            "supply" => pos.unit_mut(unit).supply = supply(w)?,
            "screen" => pos.unit_mut(unit).screen = supply(w)?,
            "moved-before" => pos.unit_mut(unit).moved_before = true,
            "moved" => pos.unit_mut(unit).done.moved = true,
            "fired" => pos.unit_mut(unit).done.fired = true,
            "closed" => pos.unit_mut(unit).done.closed = true,
            "began-in-zoc" => pos.unit_mut(unit).done.began_in_zoc = true,
            "recovered" => pos.unit_mut(unit).done.recovered = w.int("hits")?,
            "climbed" => pos.unit_mut(unit).done.climbed = w.int("levels")?,
            "mark" => pos.unit_mut(unit).shock = mark(w)?,
            "column" => {
                let towards = w.hexside()?;
                let head_left = !w.take("tail-left");
                pos.unit_mut(unit).formation = Formation::Column { towards, head_left };
            }
            "square" => pos.unit_mut(unit).formation = Formation::Square,
            "wedge" => pos.unit_mut(unit).formation = Formation::Charge,
            "dismounted" => pos.unit_mut(unit).dismounted = true,
            "pursued" => pos.unit_mut(unit).pursued = true,
            "returning" => {
                pos.unit_mut(unit).pursued = true;
                pos.unit_mut(unit).returning = true;
            }
            "engaged" => pos.unit_mut(unit).engaged = true,
            "limbered" => pos.unit_mut(unit).limbered = true,
            "left-setup" => pos.unit_mut(unit).left_setup = true,
            "shield-wall" => pos.unit_mut(unit).shield_wall = true,
            "shots" => pos.unit_mut(unit).shots = w.int("shots")?,
            "reaction-shots" => pos.unit_mut(unit).reaction_shots = w.int("shots")?,
            "eliminated" => {
                pos.lift(unit);
                pos.unit_mut(unit).place = Place::Eliminated;
            }
            "waiting" => pos.lift(unit),
            "pursuing" => {
                let left_by = w.hex()?;
                pos.lift(unit);
                pos.unit_mut(unit).place = Place::Pursuing { left_by };
            }
            other => return Err(w.error(format!("`{other}` is nothing a unit can have"), help)),
        }
    }
    Ok(())
}

fn leader_state(pos: &mut Position, leader: LeaderId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let help = "at HEX, on ELEPHANT, killed, wounds N, finished, no-momentum, enabled-shock, spent N, phases N, was-in-zoc, off";
    let mut said = Said::default();
    while let Some(word) = w.next() {
        said.hear(w, word, &OF_A_LEADER)?;
        match word.to_ascii_lowercase().as_str() {
            "at" => pos.place_leader(leader, Some(w.hex()?)),
            "off" => pos.place_leader(leader, None),
            "killed" => {
                pos.leader_mut(leader).killed = true;
                pos.station(leader, None);
            }
            "wounds" => pos.leader_mut(leader).wounds = w.int("wounds")?,
            "finished" => pos.leader_mut(leader).finished = true,
            "no-momentum" => pos.leader_mut(leader).no_momentum = true,
            "enabled-shock" => pos.leader_mut(leader).enabled_shock = true,
            "spent" => pos.leader_mut(leader).spent = w.int("points")?,
            "on" => {
                let set = Arc::clone(&pos.set);
                let elephant = w.unit(&set)?;
                if !pos.is_counter(leader) || pos.spec(elephant).kind != UnitType::EL {
                    return Err(w.error(
                        "only an elephant leader is placed on an elephant",
                        "write `leader ELA carthage elephant-leader initiative 1 on L1`",
                    ));
                }
                pos.leader_mut(leader).elephant = Some(elephant);
                pos.station(leader, pos.hex(elephant));
            }
            "phases" => pos.leader_mut(leader).phases = w.int("phases")?,
            "was-in-zoc" => pos.leader_mut(leader).was_in_zoc = true,
            other => return Err(w.error(format!("`{other}` is nothing a leader can have"), help)),
        }
    }
    Ok(())
}

/// `marker HAN yes|no|lost|open [line CODE ...] [used]`: face down with that side, or shown.
fn marker(pos: &mut Position, set: &Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let leader = w.leader(set)?;
    let side = set.leader(leader).side;
    let face = match w.need("yes, no, open or lost")?.to_ascii_lowercase().as_str() {
        value @ ("yes" | "no") => Face::Down(super::hidden::seal(leader.0 as u8, value)),
        "lost" => Face::Lost,
        "open" => {
            let mut lines = Vec::new();
            while w.take("line") {
                let code = w.need("a line")?;
                let Some(line) = set.find_line(side, code) else {
                    return Err(w.error(format!("no line {code}"), "name a line of his side"));
                };
                lines.push(line);
            }
            Face::Real { lines, used: w.take("used") }
        }
        other => return Err(w.error(format!("`{other}` is no face of a marker"), "yes, no, open or lost")),
    };
    pos.markers.push(Marker { leader, face });
    w.done()
}

/// `active HAN [momentum|elite|reactivated] [orders N] [line hastati] [lines-before] [must-act] [acted]
/// [after]`.
fn active(pos: &mut Position, set: &Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let leader = w.leader(set)?;
    let side = set.leader(leader).side;
    let mut phase = Phase::new(leader, side, PhaseKind::Initial);
    let mut after = false;
    while let Some(word) = w.next() {
        match word.to_ascii_lowercase().as_str() {
            "momentum" => phase.kind = PhaseKind::Momentum,
            "elite" => phase.kind = PhaseKind::Elite,
            "reactivated" => phase.kind = PhaseKind::Reactivated,
            "orders" => {
                phase.orders_used = w.int("orders used")?;
                phase.mode = Mode::Individual;
            }
            "line" => {
                let code = w.need("a line")?;
                let Some(line) = set.find_line(side, code) else {
                    return Err(w.error(format!("there is no line {code}"), "add a `line` line above"));
                };
                let units = set.line(line).units.clone();
                let starts = units.iter().map(|&u| pos.hex(u)).collect();
                let current = Some(LineInProgress {
                    line: Troop::Line(line),
                    units: units.into(),
                    entered: Vec::new(),
                    firing: false,
                    starts,
                });
                phase.mode = Mode::Lines { used: vec![line], current };
            }
            "lines-before" => phase.had_lines = true,
            "must-act" => phase.must_act = true,
            "acted" => phase.acted = true,
            "after" => after = true,
            other => {
                return Err(w.error(
                    format!("`{other}` is nothing an orders phase can have"),
                    "momentum, elite, reactivated, orders N, line CODE, lines-before, must-act, acted, after",
                ));
            }
        }
    }
    for id in pos.unit_ids() {
        let in_zoc = pos.unit_in_zoc(id);
        let unit = pos.unit_mut(id);
        unit.done.began_in_zoc |= in_zoc;
    }
    let overall = pos.overall(side);
    for id in pos.leader_ids() {
        let in_zoc = tess_gboh::questions::stands_in_zoc(pos, id);
        let in_command = overall.is_some_and(|oc| tess_gboh::questions::leader_in_range(pos, oc, id));
        let it = pos.leader_mut(id);
        it.began = it.hex;
        it.was_in_zoc |= in_zoc;
        it.in_command = in_command;
    }
    let who = pos.leader_mut(leader);
    who.phases = who.phases.max(1);
    pos.stage = if after { Stage::After(phase) } else { Stage::Orders(phase) };
    let _ = Side::BOTH;
    Ok(())
}
