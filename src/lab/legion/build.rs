//! The position of a case: its own table, then anything a position can hold.

use std::sync::Arc;

use super::super::CaseError;
use super::super::parse::{Case, Line};
use super::super::place::Words;
use super::troop::{need, troop};
use super::{goal, state, words};
use tess_legion::formation::Formation;
use tess_legion::measure::{Heading, Length, Point, Polygon, Stance};
use tess_legion::setup::Circumstance;
use tess_legion::setup::{
    Barrier, BarrierRow, Effect, Gait, Ground, GroundRow, Obstacle, Pace, Table, Terrain,
};
use tess_legion::setup::{Charts, Choices, CommandKind, CommandSpec, Deal, LeaderSpec, Start, UnitSpec};
use tess_legion::setup::{Class, Drill, Troop, TroopId};
use tess_legion::{BySide, Position, Setup, Side};
use tess_scenario::Library;

const HELP: &str = "sides, table, terrain, obstacle, effect, objective, troop, command, unit, set, order, engaged, sequence, acting, giving, rally, deal, hand, eve, \
                    set-up, turn, last-turn, chart, asks";

/// Builds the position of a case.
pub(super) fn build(case: &Case, _library: &Library) -> Result<Position, CaseError> {
    let mut set = base(case);
    // What pieces of the position the rest of a line speaks of: known when all pieces stand.
    let mut later: Vec<(Line, usize)> = Vec::new();
    for line in &case.position {
        let mut w = Words::new(line);
        let word = w.need("a word")?.to_ascii_lowercase();
        match word.as_str() {
            "sides" => {
                let first = w.need("the first side")?.to_ascii_lowercase();
                set.sides = BySide([first, w.need("the second side")?.to_ascii_lowercase()]);
                w.done()?;
            }
            "table" => {
                (set.table.width, set.table.depth) = (w.length("the width")?, w.length("the depth")?);
                w.done()?;
            }
            "terrain" => terrain(&mut set, &mut w)?,
            "obstacle" => obstacle(&mut set, &mut w)?,
            "effect" => effect(&mut set, &mut w)?,
            "objective" => goal::read(&mut set, &mut w)?,
            "troop" => troop(&mut set, &mut w)?,
            "command" => later.push((line.clone(), command(&mut set, &mut w)?)),
            "unit" => later.push((line.clone(), unit(&mut set, &mut w)?)),
            "deal" => set.choices.cards = deal(&mut w)?,
            "set-up" => {
                set.choices.set_up = true;
                w.done()?;
            }
            "chart" => chart(&mut set, &mut w)?,
            "last-turn" => set.choices.last_turn = Some(w.int("a turn")?),
            "set" | "order" | "engaged" | "sequence" | "acting" | "giving" | "rally" | "turn" | "hand"
            | "eve" | "asks" => later.push((line.clone(), 0)),
            other => return Err(w.error(format!("`{other}` is no word of a position"), HELP)),
        }
    }
    let mut position = Position::new(Arc::new(set));
    for (line, skip) in &later {
        state::arrange(&mut position, line, *skip)?;
    }
    Ok(position)
}

/// A bare table of 48 by 36 inches between Rome and Carthage; its only troops are those on Command Stands.
fn base(case: &Case) -> Setup {
    let mut staff = Troop::plain("staff", Class::HeavyCavalry, Drill::Roman);
    staff.close.base_move = Length::inches(8);
    staff.depth = staff.width;
    Setup {
        name: "case".into(),
        title: case.title.clone(),
        sides: BySide(["rome".into(), "carthage".into()]),
        table: Table { width: Length::inches(48), depth: Length::inches(36), ..Table::default() },
        troops: vec![staff],
        commands: Vec::new(),
        units: Vec::new(),
        goals: Vec::new(),
        charts: Charts::default(),
        choices: Choices::default(),
    }
}

/// `deal rating`, `deal 2`.
fn deal(w: &mut Words<'_>) -> Result<Deal, CaseError> {
    let found = if w.take("rating") { Deal::Rating } else { Deal::Number(w.int("cards")?) };
    w.done()?;
    Ok(found)
}

/// `terrain woods 10,10 14,10 14,14 [height 1] [name X]`.
fn terrain(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let ground = w.one_of("a kind of ground", &Ground::WORDS)?;
    let outline = Polygon::new(points(w)?).map_err(|fault| w.error(fault, "write its corners in order"))?;
    let mut height = u8::from(ground == Ground::Hill);
    let name = format!("ground {}", set.table.terrain.len() + 1);
    let mut piece = Terrain { name, ground, height, outline };
    while w.peek().is_some() {
        if w.take("height") {
            height = w.int("the height")?;
            piece.height = height;
        } else if w.take("name") {
            piece.name = w.need("a name")?.to_owned();
        } else {
            w.done()?;
        }
    }
    set.table.terrain.push(piece);
    Ok(())
}

/// `obstacle wall 4,4 8,4 [name X]`.
fn obstacle(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let barrier = w.one_of("a kind of obstacle", &Barrier::WORDS)?;
    let course = points(w)?;
    if course.len() < 2 {
        return Err(w.error("an obstacle has two points at least", "write `obstacle wall 4,4 8,4`"));
    }
    let number = set.table.obstacles.len() + 1;
    let name = if w.take("name") { w.need("a name")?.to_owned() } else { format!("obstacle {number}") };
    set.table.obstacles.push(Obstacle { name, barrier, course });
    w.done()
}

/// `effect rough heavy-foot half [disorders]`, `effect wall all 1 [disorders]` (inches, or `barred`),
/// `effect woods cover`, `effect woods blocks`: what ground and obstacles do in this case, in place of the
/// table of the battle.
fn effect(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    let word = w.peek().unwrap_or_default().to_ascii_lowercase();
    let chart = &mut set.charts.ground;
    if let Some(&(_, barrier)) = Barrier::WORDS.iter().find(|(name, _)| *name == word) {
        w.next();
        let at = chart.barriers.iter().position(|r| r.barrier == barrier).unwrap_or_else(|| {
            let cost = [Some(Length::ZERO); 8];
            chart.barriers.push(BarrierRow { barrier, cost, disorders: false, cover: false, blocks: false });
            chart.barriers.len() - 1
        });
        let row = &mut chart.barriers[at];
        match w.peek() {
            Some("cover") => row.cover = w.next().is_some(),
            Some("blocks") => row.blocks = w.next().is_some(),
            _ => {
                let gaits = gaits(w)?;
                let cost = if w.take("barred") { None } else { Some(w.length("inches")?) };
                gaits.into_iter().for_each(|g| row.cost[g as usize] = cost);
                row.disorders |= w.take("disorders");
            }
        }
        return w.done();
    }
    let ground = w.one_of("a kind of ground or obstacle", &Ground::WORDS)?;
    let at = chart.ground.iter().position(|r| r.ground == ground).unwrap_or_else(|| {
        let effects = [Effect::default(); 8];
        chart.ground.push(GroundRow { ground, effects, cover: false, blocks: false });
        chart.ground.len() - 1
    });
    let row = &mut chart.ground[at];
    match w.peek() {
        Some("cover") => row.cover = w.next().is_some(),
        Some("blocks") => row.blocks = w.next().is_some(),
        _ => {
            let paces = [("full", Pace::Full), ("half", Pace::Half), ("barred", Pace::Barred)];
            let gaits = gaits(w)?;
            let pace = w.one_of("a pace", &paces)?;
            let effect = Effect { pace, disorders: w.take("disorders") };
            gaits.into_iter().for_each(|g| row.effects[g as usize] = effect);
        }
    }
    w.done()
}

/// `all`, or one gait.
fn gaits(w: &mut Words<'_>) -> Result<Vec<Gait>, CaseError> {
    if w.take("all") {
        return Ok(Gait::ALL.to_vec());
    }
    Ok(vec![w.one_of("`all` or a gait", &Gait::WORDS)?])
}

/// `chart radius roman 9 12 15 18` and `chart rally from-die -2`: a row of the tables of commanders and of
/// removing hits.
fn chart(set: &mut Setup, w: &mut Words<'_>) -> Result<(), CaseError> {
    if w.take("radius") {
        let drill = w.one_of("an organization", &Drill::WORDS)?;
        let mut row = [Length::ZERO; 4];
        for radius in &mut row {
            *radius = w.length("a radius")?;
        }
        set.charts.radius.rows.push((drill, row));
    } else {
        let when = w
            .one_of("`radius`", &[("rally", ())])
            .and_then(|()| w.one_of("a circumstance", &Circumstance::WORDS))?;
        set.charts.rally.modifiers.push((when, w.int("what is added")?));
    }
    w.done()
}

fn points(w: &mut Words<'_>) -> Result<Vec<Point>, CaseError> {
    let mut points = Vec::new();
    while w.is_point() {
        points.push(w.point()?);
    }
    Ok(points)
}

/// Numbers of pieces of ground, from 1: `1,2`.
fn grounds(w: &mut Words<'_>) -> Result<Vec<u8>, CaseError> {
    let text = w.need("the numbers of pieces of ground, such as 1,2")?.to_owned();
    let number = |part: &str| part.parse::<u8>().ok()?.checked_sub(1);
    text.split(',')
        .map(number)
        .collect::<Option<_>>()
        .ok_or_else(|| w.error(format!("`{text}` is no list of pieces of ground"), "write such as 1,2"))
}

/// `command C1 rome infantry MAX rating 2 roman [chief] [points 20] [mount TROOP] ...`; gives back how many
/// words belong to the listing, after which stands where its leader is.
fn command(set: &mut Setup, w: &mut Words<'_>) -> Result<usize, CaseError> {
    let code = new_code(set, w)?;
    let word = w.need("a side")?;
    let side = side(set, w, word)?;
    let kind = w.one_of("a kind of Command", &CommandKind::WORDS)?;
    let name = w.need("the leader's code")?.to_owned();
    let mut leader = LeaderSpec {
        code: name.clone(),
        name,
        rating: 0,
        culture: Drill::Roman,
        troop: TroopId(0),
        points: 0,
        chief: false,
        start: None,
    };
    let mut ambush = Vec::new();
    let mut read = 5;
    loop {
        let before = read;
        if w.take("ambush") {
            ambush = grounds(w)?;
            read += 2;
        }
        if w.take("rating") {
            leader.rating = w.int("a rating")?;
            read += 2;
        }
        if w.take("mount") {
            leader.troop = need(set, w)?;
            read += 2;
        }
        if w.take("points") {
            leader.points = w.int("points")?;
            read += 2;
        }
        if w.take("chief") {
            leader.chief = true;
            read += 1;
        }
        if let Some(&(_, drill)) =
            w.peek().and_then(|p| Drill::WORDS.iter().find(|(d, _)| p.eq_ignore_ascii_case(d)))
        {
            leader.culture = drill;
            w.next();
            read += 1;
        }
        if read == before {
            break;
        }
    }
    let spec = CommandSpec { name: code.clone(), code, side, kind, leader, ambush };
    // The first side's Commands come first.
    if side == Side::First && set.commands.iter().any(|c| c.side == Side::Second) {
        return Err(
            w.error("a Command of the first side after one of the second", "write the first side's first")
        );
    }
    set.commands.push(spec);
    Ok(read)
}

/// `unit H1 hastati x4 [principes x2 ...] of C1 at 12,9 [facing 90] [line] ...`; gives back how many words
/// belong to the listing.
fn unit(set: &mut Setup, w: &mut Words<'_>) -> Result<usize, CaseError> {
    let code = new_code(set, w)?;
    let mut stands = Vec::new();
    let mut read = 2;
    while !w.take("of") {
        let troop = need(set, w)?;
        let word = w.need("the number of stands")?;
        let count =
            word.strip_prefix('x').and_then(|n| n.parse::<usize>().ok()).filter(|n| (1..=40).contains(n));
        let count = count.ok_or_else(|| {
            w.error(format!("`{word}` is no number of stands"), "write `unit H1 hastati x4 of C1 at 12,9`")
        })?;
        stands.extend(std::iter::repeat_n(troop, count));
        read += 2;
    }
    let command = w.command_of(set)?;
    read += 2;
    let mut spec =
        UnitSpec { name: code.clone(), code, command, stands, bodyguard: false, legion: None, start: None };
    if w.take("at") {
        let anchor = w.point()?;
        let north = set.command(command).side == Side::First;
        let heading = if north { Heading::NORTH } else { Heading::SOUTH };
        spec.start =
            Some(Start { stance: Stance { anchor, heading }, formation: Formation::Line, loose: false });
        read += 2;
    }
    read += start(&mut spec, w)?;
    set.units.push(spec);
    Ok(read)
}

/// How a unit stands at first: facing, formation, whose bodyguard it is.
fn start(spec: &mut UnitSpec, w: &mut Words<'_>) -> Result<usize, CaseError> {
    let mut read = 0;
    while let Some(word) = w.peek() {
        let word = word.to_ascii_lowercase();
        let words = match (word.as_str(), &mut spec.start) {
            ("bodyguard", _) => {
                w.next();
                spec.bodyguard = true;
                1
            }
            ("legion", _) => {
                w.next();
                spec.legion = Some(w.need("a legion")?.to_owned());
                2
            }
            ("facing", Some(start)) => {
                w.next();
                start.stance.heading = w.heading()?;
                2
            }
            ("loose", Some(start)) => {
                w.next();
                start.loose = true;
                1
            }
            ("files", Some(start)) => {
                start.formation = w.formation()?;
                2
            }
            (other, Some(start)) if words::formation(other).is_some() => {
                start.formation = w.formation()?;
                1
            }
            _ => break,
        };
        read += words;
    }
    Ok(read)
}

/// A code that no piece has yet.
fn new_code(set: &Setup, w: &mut Words<'_>) -> Result<String, CaseError> {
    let code = w.need("a code")?.to_owned();
    let taken = set.find_command(&code).is_some()
        || set.find_leader(&code).is_some()
        || set.units.iter().any(|u| u.code.eq_ignore_ascii_case(&code));
    if taken {
        return Err(w.error(format!("{code} is there already"), "give each piece its own code"));
    }
    Ok(code)
}

/// A side by its name.
pub(super) fn side(set: &Setup, w: &Words<'_>, word: &str) -> Result<Side, CaseError> {
    set.find_side(word).ok_or_else(|| {
        let [a, b] = &set.sides.0;
        w.error(format!("there is no side {word}"), format!("write {a} or {b}"))
    })
}
