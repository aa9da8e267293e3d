//! The table to scale, in characters.

use super::canvas::{BESIDE, Canvas, Scale};
use crate::form::fold;
use tess_legion::measure::{Heading, Length, Point, Stance};
use tess_legion::setup::{Ground, Obstacle, Terrain};
use tess_legion::state::LeaderPlace;
use tess_legion::{CommandId, Position, Side, UnitId, victory};

/// A part of the table: its middle, and how far it reaches to each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// The middle.
    pub middle: Point,
    /// How far it reaches; never more than there is room for at four characters an inch.
    pub radius: Length,
}

/// The whole table, as a mail has room for it.
#[must_use]
pub fn overview(pos: &Position) -> String {
    overview_within(pos, crate::form::WIDTH)
}

/// The whole table, in so many columns.
#[must_use]
pub fn overview_within(pos: &Position, columns: usize) -> String {
    let (width, depth) = (pos.set.table.width.0, pos.set.table.depth.0);
    let scale = Scale::fit(Point { x: 0, y: 0 }, (width, depth), 250, room(columns));
    let each = Length(scale.cell);
    let mut out = draw(pos, scale);
    let note = format!("One character is {each} inches wide and {} deep.", Length(scale.cell * 2));
    out.push_str(&fold::fold(&note, "", ""));
    out.push_str(&legend(pos));
    out
}

/// Characters that a map has of so many columns.
fn room(columns: usize) -> i32 {
    (i32::try_from(columns).unwrap_or(i32::MAX) - BESIDE).clamp(20, 400)
}

/// A part of the table, four characters to an inch.
#[must_use]
pub fn window(pos: &Position, view: View, columns: usize) -> String {
    let table = &pos.set.table;
    let radius = view.radius.0.clamp(1_000, room(columns) * 125);
    let from = |middle: i32, whole: i32| (middle - radius).clamp(0, (whole - 2 * radius).max(0)) / 500 * 500;
    let origin = Point { x: from(view.middle.x, table.width.0), y: from(view.middle.y, table.depth.0) };
    let size = ((2 * radius).min(table.width.0 - origin.x), (2 * radius).min(table.depth.0 - origin.y));
    let mut out = draw(pos, Scale::fit(origin, size, 250, room(columns)));
    out.push_str(&legend(pos));
    out
}

fn draw(pos: &Position, scale: Scale) -> String {
    let mut canvas = Canvas::new(scale);
    for row in 0..scale.rows {
        for column in 0..scale.columns {
            let point = scale.point(column, row);
            let lies = pos.set.table.terrain.iter().rev().find(|t| t.outline.contains(point));
            if let Some(piece) = lies {
                canvas.put((column, row), sign(piece));
            }
        }
    }
    for obstacle in &pos.set.table.obstacles {
        fence(&mut canvas, obstacle);
    }
    for unit in pos.unit_ids() {
        stands(&mut canvas, pos, unit);
    }
    canvas.part();
    for unit in pos.unit_ids() {
        if let Some(middle) = middle(pos, unit) {
            let led = leaders_with(pos, unit).next().map_or("", |_| "*");
            canvas.write(middle, &format!("{}{led}", cased(pos.side(unit), &pos.code(unit))));
        }
    }
    for id in victory::all(pos) {
        canvas.write(victory::place(pos, id).middle(), &format!("${}", pos.set.goal(id).code));
    }
    for command in (0..pos.set.commands.len() as u16).map(CommandId) {
        if let LeaderPlace::Alone(stance) = pos.leader(command).place {
            let code = &pos.leader_spec(command).code;
            canvas.write(stance.anchor, &format!("*{}", cased(pos.set.command(command).side, code)));
        }
    }
    canvas.text()
}

/// The leaders who are with a unit.
fn leaders_with(pos: &Position, unit: UnitId) -> impl Iterator<Item = CommandId> {
    let all = (0..pos.set.commands.len() as u16).map(CommandId);
    all.filter(
        move |&command| matches!(pos.leader(command).place, LeaderPlace::With(with, _) if with == unit),
    )
}

/// Each stand of a unit, as a sign that points the way it faces.
fn stands(canvas: &mut Canvas, pos: &Position, unit: UnitId) {
    let Some(stance) = pos.stance(unit) else { return };
    for (stand, base) in pos.unit(unit).stands.iter().zip(pos.bases(unit)) {
        let heading = stance.heading.turned(i32::from(stand.slot.quarter) * 9_000);
        let own = Stance { anchor: stance.at(stand.slot.right.0, -stand.slot.back.0), heading };
        canvas.cover(&base, own, pos.size(stand), (unit, arrow(heading)));
    }
}

/// The middle of all that a unit stands on.
fn middle(pos: &Position, unit: UnitId) -> Option<Point> {
    let corners: Vec<Point> = pos.bases(unit).iter().flat_map(|b| b.corners).collect();
    let count = corners.len() as i64;
    let sum = |of: fn(&Point) -> i32| corners.iter().map(|p| i64::from(of(p))).sum::<i64>();
    (count > 0).then(|| Point { x: (sum(|p| p.x) / count) as i32, y: (sum(|p| p.y) / count) as i32 })
}

/// Which of eight ways it is.
fn arrow(heading: Heading) -> u8 {
    let eighth = (heading.hundredths() + 2_250) / 4_500 % 8;
    b"^/>\\v/<\\"[eighth as usize]
}

fn sign(piece: &Terrain) -> u8 {
    match piece.ground {
        Ground::Woods => b'%',
        Ground::Hill => b'.',
        Ground::Rough => b':',
        Ground::Marsh => b'~',
        Ground::Water => b'=',
        Ground::Ford => b'-',
        Ground::Village => b'&',
    }
}

fn fence(canvas: &mut Canvas, obstacle: &Obstacle) {
    for leg in obstacle.course.windows(2) {
        let [a, b] = leg else { continue };
        let steps = (a.distance(*b).0 / (canvas.scale().cell / 2).max(1)).max(1);
        for n in 0..=steps {
            let between =
                |a: i32, b: i32| (i64::from(a) + i64::from(b - a) * i64::from(n) / i64::from(steps)) as i32;
            let cell = canvas.scale().at(Point { x: between(a.x, b.x), y: between(a.y, b.y) });
            canvas.put(cell, b'+');
        }
    }
}

/// A code as the map has it: the second side's in small letters.
pub(super) fn cased(side: Side, code: &str) -> String {
    match side {
        Side::First => code.to_ascii_uppercase(),
        Side::Second => code.to_ascii_lowercase(),
    }
}

fn legend(pos: &Position) -> String {
    let sides = &pos.set.sides;
    let mut text = format!(
        "^ > v < and slants: the way stands face; | parts units side by side. Codes in capitals are of {}, in small letters \
         of {}; a * before a code is a leader by himself, one behind it a leader with that unit. Beside and below the map \
         are inches from the south-west corner.",
        sides[Side::First],
        sides[Side::Second]
    );
    let with = pos.unit_ids().flat_map(|unit| {
        leaders_with(pos, unit).map(move |leader| {
            let side = pos.side(unit);
            format!("{} {}", cased(side, &pos.code(unit)), cased(side, &pos.leader_spec(leader).code))
        })
    });
    let with: Vec<String> = with.collect();
    if !with.is_empty() {
        text.push_str(&format!(" With units: {}.", with.join(", ")));
    }
    let words = [
        (Ground::Woods, "% woods"),
        (Ground::Hill, ". hill"),
        (Ground::Rough, ": rough ground"),
        (Ground::Marsh, "~ marsh"),
        (Ground::Water, "= water"),
        (Ground::Ford, "- ford"),
        (Ground::Village, "& village"),
    ];
    for (ground, word) in words {
        if pos.set.table.terrain.iter().any(|t| t.ground == ground) {
            text.push_str(&format!(" {word}."));
        }
    }
    if !pos.set.table.obstacles.is_empty() {
        text.push_str(" + wall, hedge, palisade, ditch or stream.");
    }
    if !pos.set.goals.is_empty() {
        text.push_str(" $ objective.");
    }
    fold::fold(&text, "", "")
}
