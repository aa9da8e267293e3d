//! A part of the field, hex by hex, with everything that stands there.
//!
//! A hex is twelve characters wide and five lines high; neighbours share their sides:
//!
//! ```text
//!    ________
//!   /2921w1NE\     number, terrain, level; a facing stands at its vertex
//!  /  H31 HA  \    code, class or type
//!  \  2/6 d   /    hits/quality, state
//!   \_*REG___/     leaders
//! ```

use super::canvas::Canvas;
use crate::form::{WIDTH, fold, marks};
use tess_gboh::field::Terrain;
use tess_gboh::position::{Formation, Morale};
use tess_gboh::{LeaderId, Position, UnitId};
use tess_hex::{Facing, Hex, Hexside};

/// Characters from one column of hexes to the next.
const PITCH: usize = 10;
/// Lines from one hex to the one below.
const HIGH: usize = 4;
/// Characters of a top side.
const TOP: usize = 8;

/// A rectangle of hexes, inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// Columns from and to.
    pub cols: (u8, u8),
    /// Rows from and to.
    pub rows: (u8, u8),
}

impl Window {
    /// Everything within `radius` of a hex, and the corners that complete the rectangle.
    #[must_use]
    pub fn around(centre: Hex, radius: u8) -> Window {
        let span = |n: u8| (n.saturating_sub(radius), n.saturating_add(radius).min(99));
        Window { cols: span(centre.col()), rows: span(centre.row()) }
    }

    /// The part of it that lies on the map; `None` when nothing does.
    fn on(self, pos: &Position) -> Option<Window> {
        let field = &pos.set.field;
        let cols = (self.cols.0.max(field.first_col), self.cols.1.min(field.last_col));
        let rows = (self.rows.0.max(field.first_row), self.rows.1.min(field.last_row));
        (cols.0 <= cols.1 && rows.0 <= rows.1).then_some(Window { cols, rows })
    }
}

/// Draws a part of the field; a part wider than a mail comes in several pieces from west to east.
#[must_use]
pub fn window(pos: &Position, part: Window) -> String {
    window_within(pos, part, WIDTH)
}

/// Draws a part of the field in so many characters across, in as many pieces as it needs.
#[must_use]
pub fn window_within(pos: &Position, part: Window, width: usize) -> String {
    let Some(part) = part.on(pos) else {
        let field = &pos.set.field;
        return fold::fold(
            &format!(
                "Nothing of the map lies there: it has columns {} to {} and rows {} to {}.",
                field.first_col, field.last_col, field.first_row, field.last_row
            ),
            "",
            "",
        );
    };
    let wide = part.cols.1 - part.cols.0 + 1;
    let columns = (width.saturating_sub(2) / PITCH).max(1);
    let pieces = wide.div_ceil(u8::try_from(columns).unwrap_or(u8::MAX));
    let each = wide.div_ceil(pieces);
    let mut out = String::new();
    for n in 0..pieces {
        let first = part.cols.0 + n * each;
        let last = part.cols.1.min(first + each - 1);
        if n > 0 {
            out.push_str("\nfurther right:\n\n");
        }
        out.push_str(&piece(pos, Window { cols: (first, last), rows: part.rows }));
    }
    out
}

fn piece(pos: &Position, part: Window) -> String {
    let count = |(a, b): (u8, u8)| usize::from(b - a) + 1;
    let mut sheet = Canvas::new(count(part.cols) * PITCH + 2, count(part.rows) * HIGH + 3);
    let hexes =
        || (part.cols.0..=part.cols.1).flat_map(|c| (part.rows.0..=part.rows.1).map(move |r| Hex::new(c, r)));
    // Without an odd column nothing lies half a hex down, but the sheet is one hex higher anyway.
    let place = |hex: Hex| {
        let x = usize::from(hex.col() - part.cols.0) * PITCH;
        let y = usize::from(hex.row() - part.rows.0) * HIGH + usize::from(hex.col() & 1) * HIGH / 2;
        (x, y)
    };
    for hex in hexes().filter(|&h| pos.set.field.contains(h)) {
        for side in Hexside::ALL {
            outline(&mut sheet, place(hex), side, None);
        }
    }
    for hex in hexes().filter(|&h| pos.set.field.contains(h)) {
        for side in Hexside::ALL {
            if let Some(mark) = edge(pos, hex, side) {
                outline(&mut sheet, place(hex), side, Some(mark));
            }
        }
        contents(&mut sheet, place(hex), pos, hex);
    }
    sheet.text()
}

/// Draws one side of a hex, plain or all in one character.
fn outline(sheet: &mut Canvas, (x, y): (usize, usize), side: Hexside, mark: Option<u8>) {
    let right = x + TOP + 2;
    let (cells, own): ([(usize, usize); 2], u8) = match side {
        Hexside::N | Hexside::S => {
            let y = if side == Hexside::N { y } else { y + HIGH };
            for i in x + 2..right {
                sheet.put(i, y, mark.unwrap_or(b'_'));
            }
            return;
        }
        Hexside::NE => ([(right, y + 1), (right + 1, y + 2)], b'\\'),
        Hexside::SE => ([(right + 1, y + 3), (right, y + 4)], b'/'),
        Hexside::SW => ([(x, y + 3), (x + 1, y + 4)], b'\\'),
        Hexside::NW => ([(x + 1, y + 1), (x, y + 2)], b'/'),
    };
    for (x, y) in cells {
        sheet.put(x, y, mark.unwrap_or(own));
    }
}

/// What is special about a side: the inside of a two-hex unit is open; else walls, ramparts, roads, streams.
fn edge(pos: &Position, hex: Hex, side: Hexside) -> Option<u8> {
    let across = hex.neighbour(side);
    let inside = |unit: UnitId| across.is_some_and(|to| pos.hexes(unit).contains(to));
    if pos.stack(hex).units().any(inside) {
        return Some(b' ');
    }
    let cell = pos.set.field.cell(hex);
    let bit = 1 << side as u8;
    let rampart = if pos.set.field.has_rampart(hex, side) { bit } else { 0 };
    let marks = [
        (cell.walls, b'#'),
        (rampart, b'%'),
        (cell.roman_road, b'='),
        (cell.streams, b'~'),
        (cell.dirt_road, b'-'),
    ];
    marks.into_iter().find(|(set, _)| set & bit != 0).map(|(_, mark)| mark)
}

fn contents(sheet: &mut Canvas, (x, y): (usize, usize), pos: &Position, hex: Hex) {
    let cell = pos.set.field.cell(hex);
    let stack = pos.stack(hex);
    let facing = stack.top.and_then(|u| ahead(pos, u));
    let letter = terrain_letter(cell.terrain);
    let level = match cell.level {
        0 => String::new(),
        n => n.to_string(),
    };
    let ground = format!("{letter}{level}");
    match facing {
        Some(Facing::NW) => sheet.write(x + 2, y + 1, &format!("NW{hex}{ground:.2}")),
        Some(Facing::NE) => sheet.write(x + 2, y + 1, &format!("{hex}{ground:<2.2}NE")),
        _ => sheet.write(x + 3, y + 1, &format!("{hex} {ground}")),
    }
    match facing {
        Some(Facing::SW) => sheet.write(x + 2, y + 4, "SW"),
        Some(Facing::SE) => sheet.write(x + TOP, y + 4, "SE"),
        Some(Facing::E) => sheet.write(x + TOP + 1, y + 2, "E>"),
        Some(Facing::W) => sheet.write(x + 1, y + 2, "<W"),
        _ => {}
    }
    let [upper, mut lower] = lines(pos, hex);
    let codes: Vec<String> = pos.leaders_in(hex).map(|l| leader(pos, l)).collect();
    // A facing at a lower vertex leaves little room for a leader there.
    let low = matches!(facing, Some(Facing::SW | Facing::SE));
    let beside = low && stack.bottom.is_none() && codes.len() == 1 && lower.len() + codes[0].len() < TOP + 2;
    if beside {
        lower = format!("{lower} {}", codes[0]);
    }
    for (i, text) in [upper, lower].into_iter().enumerate() {
        let (from, room) = match (i, facing) {
            (0, Some(Facing::W)) => (3, TOP),
            (0, Some(Facing::E)) => (1, TOP),
            _ => (1, TOP + 2),
        };
        let text: String = text.chars().take(room).collect();
        let indent = (room - text.len()) / 2;
        sheet.write(x + from + indent, y + 2 + i, &text);
    }
    if !beside {
        leaders(sheet, (x, y), &codes, facing);
    }
}

/// A leader's code behind `*`, or `.` when he is finished.
fn leader(pos: &Position, id: LeaderId) -> String {
    let star = if pos.leader(id).finished { '.' } else { '*' };
    format!("{star}{}", marks::leader_code(pos, id))
}

/// The facing that is marked at a vertex; a column faces a side instead.
fn ahead(pos: &Position, unit: UnitId) -> Option<Facing> {
    if pos.in_column(unit) { None } else { pos.facing(unit) }
}

/// The two lines in the middle of a hex.
fn lines(pos: &Position, hex: Hex) -> [String; 2] {
    let stack = pos.stack(hex);
    match (stack.top, stack.bottom) {
        (None, _) => empty(pos.set.field.cell(hex).terrain),
        (Some(unit), None) => {
            let spec = pos.spec(unit);
            let code = marks::unit_code(pos, unit);
            let half = if !spec.two_hex {
                ""
            } else if pos.hex(unit) == Some(hex) {
                "left"
            } else {
                "right"
            };
            let state = if half == "right" { String::new() } else { state(pos, unit) };
            let below = format!("{state} {half}");
            [format!("{code} {}", marks::badge(spec)), below.trim().to_owned()]
        }
        (Some(top), Some(bottom)) => {
            let same = pos.facing(top) == pos.facing(bottom);
            [top, bottom].map(|unit| {
                let code = marks::unit_code(pos, unit);
                let state = brief(pos, unit);
                match pos.facing(unit) {
                    Some(facing) if !same && unit == bottom => format!("{code} {state} {facing}"),
                    _ if pos.spec(unit).two_hex && pos.hex(unit) == Some(hex) => format!("{code} {state} L"),
                    _ if pos.spec(unit).two_hex => format!("{code} {state} R"),
                    _ => format!("{code} {state}"),
                }
            })
        }
    }
}

fn empty(terrain: Terrain) -> [String; 2] {
    match terrain {
        Terrain::Clear | Terrain::Off => [String::new(), String::new()],
        Terrain::Woods => ["\" \" \" \"".into(), "woods".into()],
        Terrain::Broken => [": : : :".into(), "broken".into()],
        Terrain::Marsh => ["v v v v".into(), "marsh".into()],
        Terrain::Camp => ["^ ^ ^ ^".into(), "camp".into()],
        Terrain::Village => ["##########".into(), "#village##".into()],
        Terrain::River => ["~~~~~~~~~~".into(), "~~river~~~".into()],
    }
}

const fn terrain_letter(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear | Terrain::Off => "",
        Terrain::Woods => "w",
        Terrain::Broken => "b",
        Terrain::Marsh => "m",
        Terrain::Camp => "c",
        Terrain::Village => "V",
        Terrain::River => "R",
    }
}

/// The state of a unit alone in its hex.
fn state(pos: &Position, unit: UnitId) -> String {
    let now = pos.unit(unit);
    match (now.morale, now.formation) {
        (Morale::Routed, _) => "ROUTED".to_owned(),
        (_, Formation::Column { towards, .. }) => {
            let signs = marks::flags(now).replace('c', "");
            format!("{} col {} {signs}", marks::cohesion(pos, unit), marks::hexside(towards))
                .trim_end()
                .to_owned()
        }
        _ => format!("{} {}{}", marks::cohesion(pos, unit), marks::flags(now), marks::missiles(pos, unit))
            .trim_end()
            .to_owned(),
    }
}

/// The state of a unit in a stack.
fn brief(pos: &Position, unit: UnitId) -> String {
    match pos.unit(unit).morale {
        Morale::Routed => "RTD".to_owned(),
        Morale::Steady { .. } => {
            let signs = marks::flags(pos.unit(unit));
            format!("{}{signs}{}", marks::cohesion(pos, unit), marks::missiles(pos, unit))
        }
    }
}

/// Writes leaders into the lower side, beside the facing if one is marked there.
fn leaders(sheet: &mut Canvas, (x, y): (usize, usize), codes: &[String], facing: Option<Facing>) {
    if codes.is_empty() {
        return;
    }
    let (from, room) = match facing {
        Some(Facing::SW) => (x + 5, TOP - 3),
        Some(Facing::SE) => (x + 2, TOP - 3),
        _ => (x + 2, TOP),
    };
    let mut text = codes.concat();
    if text.len() > room {
        text = format!("{}+{}", codes[0], codes.len() - 1);
        if codes.len() == 1 || text.len() > room {
            text = codes[0].clone();
        }
        text.truncate(room);
    }
    let indent = (room - text.len()) / 2;
    sheet.write(from + indent, y + HIGH, &text);
}

/// How to read a window.
#[must_use]
pub fn legend(pos: &Position) -> String {
    let sides = &pos.set.sides.0;
    let mut out = String::new();
    let mut para = |text: String| out.push_str(&fold::fold(&text, "  ", "  "));
    para(format!(
        "{} IN CAPITALS, {} in small letters; in orders case does not count. NE E> SE SW <W NW stand at the vertex \
         that the (top) unit faces. A unit alone: code, type; hits/quality, state. A stack: top unit above, bottom \
         unit below. *CODE is a leader, .CODE one who is finished. A two-hex unit has an open side between its left \
         (L) and right (R) half.",
        sides[0].to_uppercase(),
        sides[1].to_lowercase()
    ));
    para(format!(
        "State: {}; o low on missiles, x without any; RTD or ROUTED; col and the side that a column goes to. Ground: w \
         woods, b broken, m marsh, V village, R river, then the level if not 0. Sides: ~ stream, # closed, % rampart, = \
         Roman road, - dirt road.",
        marks::signs(pos)
    ));
    out
}
