//! The whole field, four characters a hex, odd columns half a hex down.

use super::canvas::Canvas;
use crate::form::{WIDTH, fold, marks};
use tess_gboh::field::{Cell, Edge, Field, Terrain};
use tess_gboh::piece::Side;
use tess_gboh::{Position, UnitId};
use tess_hex::{Facing, Hex};

/// Room for row numbers on either side.
const MARGIN: usize = 3;
/// Rows and columns shown beyond the outermost piece.
const RIM: u8 = 1;

/// Characters from one column to the next; a hex has twice as many.
const PITCH: usize = 2;

/// Draws the field for a mail.
#[must_use]
pub fn overview(pos: &Position) -> String {
    overview_within(pos, WIDTH)
}

/// Draws the field in so many characters across: every column if that fits, else those where anybody
/// stands, in as many sheets as they need; and the rows where anybody stands.
#[must_use]
pub fn overview_within(pos: &Position, width: usize) -> String {
    let ((first, last), rows) = shown(pos, width);
    let mut out = head(pos, width);
    out.push_str(ROSE);
    let wide = last - first + 1;
    let room = width.saturating_sub(2 * MARGIN).max(2 * PITCH) / PITCH - 1;
    let sheets = wide.div_ceil(u8::try_from(room).unwrap_or(u8::MAX));
    let each = wide.div_ceil(sheets);
    for west in (first..=last).step_by(usize::from(each)) {
        if west > first {
            out.push_str("\nfurther right:\n\n");
        }
        out.push_str(&draw(pos, (west, last.min(west + (each - 1))), rows));
    }
    out.push_str(&flight(pos, width.min(usize::from(each) * PITCH + PITCH + 2 * MARGIN)));
    out.push_str(&key(pos));
    out
}

/// Do these columns fit side by side?
fn fits(cols: (u8, u8), width: usize) -> bool {
    (usize::from(cols.1 - cols.0) + 2) * PITCH + 2 * MARGIN <= width
}

/// The columns and rows to be drawn: every column where that fits.
fn shown(pos: &Position, width: usize) -> ((u8, u8), (u8, u8)) {
    let all = (pos.set.field.first_col, pos.set.field.last_col);
    let (busy, rows) = busy(pos);
    (if fits(all, width) { all } else { busy }, rows)
}

/// The smallest rectangle of columns and rows that holds every piece, with a rim; all of the map when
/// nobody is there.
fn busy(pos: &Position) -> ((u8, u8), (u8, u8)) {
    let field = &pos.set.field;
    let units = pos.unit_ids().flat_map(|u| pos.hexes(u).iter());
    let leaders = pos.leader_ids().filter_map(|l| pos.leader(l).hex);
    let (mut cols, mut rows) = ((u8::MAX, 0), (u8::MAX, 0));
    for hex in units.chain(leaders).filter(|&h| field.contains(h)) {
        cols = (hex.col().min(cols.0), hex.col().max(cols.1));
        rows = (hex.row().min(rows.0), hex.row().max(rows.1));
    }
    if cols.0 > cols.1 {
        return ((field.first_col, field.last_col), (field.first_row, field.last_row));
    }
    let widen = |(a, b): (u8, u8), lo: u8, hi: u8| (a.saturating_sub(RIM).max(lo), (b + RIM).min(hi));
    (widen(cols, field.first_col, field.last_col), widen(rows, field.first_row, field.last_row))
}

fn head(pos: &Position, width: usize) -> String {
    let field = &pos.set.field;
    let name = |side: Side| &pos.set.sides[side];
    let edge = |side: Side| match field.retreat[side] {
        Edge::North => format!("top (row {:02})", field.first_row),
        Edge::South => format!("bottom (row {:02})", field.last_row),
        Edge::West => format!("left (column {:02})", field.first_col),
        Edge::East => format!("right (column {:02})", field.last_col),
    };
    fold::fold(
        &format!(
            "Map: columns {:02}-{:02}, rows {:02}-{:02}; compass north lies towards the vertex {}. {} retreats by the \
             {} edge, {} by the {} edge.{}",
            field.first_col,
            field.last_col,
            field.first_row,
            field.last_row,
            field.north,
            marks::capital(name(Side::First)),
            edge(Side::First),
            marks::capital(name(Side::Second)),
            edge(Side::Second),
            beyond(pos, width)
        ),
        "",
        "",
    )
}

/// Which columns and rows are left out.
fn beyond(pos: &Position, width: usize) -> String {
    let field = &pos.set.field;
    let (cols, rows) = shown(pos, width);
    let mut out = Vec::new();
    let mut gap = |what: &str, from: u8, to: u8| {
        if from + 1 == to {
            out.push(format!("{what} {from:02}"));
        } else if from < to {
            out.push(format!("{what}s {from:02}-{:02}", to - 1));
        }
    };
    gap("column", field.first_col, cols.0);
    gap("column", cols.1 + 1, field.last_col + 1);
    gap("row", field.first_row, rows.0);
    gap("row", rows.1 + 1, field.last_row + 1);
    if out.is_empty() {
        String::new()
    } else {
        format!(" Not shown, since nobody is there: {}.", out.join(", "))
    }
}

/// The six facings round a hex.
const ROSE: &str = "\n             NW ____ NE\n               /    \\\n    facings: W \\____/ E\n             SW      SE\n\n";

fn draw(pos: &Position, cols: (u8, u8), rows: (u8, u8)) -> String {
    let count = |(a, b): (u8, u8)| usize::from(b - a) + 1;
    let lines = count(rows) * 2;
    let width = count(cols) * PITCH + PITCH + 2 * MARGIN;
    let top = 2;
    let mut sheet = Canvas::new(width, lines + 2 * top);
    for col in cols.0..=cols.1 {
        let x = MARGIN + usize::from(col - cols.0) * PITCH;
        let odd = usize::from(col & 1);
        let label = format!("{col:02}");
        sheet.write(x + 1, odd, &label);
        sheet.write(x + 1, top + lines + odd, &label);
        for row in rows.0..=rows.1 {
            let y = top + usize::from(row - rows.0) * 2 + odd;
            let hex = Hex::new(col, row);
            sheet.write(x, y, &token(pos, hex));
        }
    }
    for row in rows.0..=rows.1 {
        let y = top + usize::from(row - rows.0) * 2;
        let label = format!("{row:02}");
        sheet.write(0, y, &label);
        sheet.write(width - 2, y, &label);
    }
    sheet.text()
}

/// Below the map, who runs to its left or right edge.
fn flight(pos: &Position, width: usize) -> String {
    let at = |edge: Edge| {
        let of = |side: &Side| pos.set.field.retreat[*side] == edge;
        Side::BOTH
            .iter()
            .filter(|s| of(s))
            .map(|&s| marks::cased(s, &pos.set.sides[s]))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (west, east) = (at(Edge::West), at(Edge::East));
    let west = if west.is_empty() { west } else { format!("<-- {west}") };
    let east = if east.is_empty() { east } else { format!("{east} -->") };
    if west.is_empty() && east.is_empty() {
        return String::new();
    }
    fold::line(&format!("{west}{east:>room$}", room = width.saturating_sub(west.len())))
}

/// Four characters: the type in the middle, the facing on the side where its vertex lies.
fn token(pos: &Position, hex: Hex) -> String {
    let leader = pos.leaders_in(hex).next();
    let stack = pos.stack(hex);
    let Some(unit) = stack.top else {
        return match leader {
            Some(l) => {
                let code = marks::leader_code(pos, l);
                format!("*{code:<3.3}")
            }
            None => ground(&pos.set.field, hex),
        };
    };
    let spec = pos.spec(unit);
    let name = marks::cased(spec.side, marks::badge(spec));
    let extra = if leader.is_some() {
        '*'
    } else if stack.bottom.is_some() {
        '+'
    } else {
        ' '
    };
    if pos.is_routed(unit) {
        return format!("{extra}{name}!");
    }
    match facing(pos, unit) {
        Some((true, mark)) => format!("{extra}{name}{mark}"),
        Some((false, mark)) => format!("{mark}{name}{extra}"),
        None => format!("{extra}{name} "),
    }
}

/// On the right (or left), and the mark.
fn facing(pos: &Position, unit: UnitId) -> Option<(bool, char)> {
    if pos.in_column(unit) {
        return Some((true, '|'));
    }
    Some(match pos.facing(unit)? {
        Facing::NE => (true, '\''),
        Facing::E => (true, '>'),
        Facing::SE => (true, ','),
        Facing::SW => (false, ','),
        Facing::W => (false, '<'),
        Facing::NW => (false, '\''),
    })
}

fn ground(field: &Field, hex: Hex) -> String {
    let cell = field.cell(hex);
    let level = if cell.level == 0 { None } else { Some(cell.level.unsigned_abs() % 10) };
    match (cell.terrain, level) {
        (Terrain::Off, _) => String::new(),
        (Terrain::Clear, level) if cell.roman_road | cell.dirt_road != 0 => {
            let road = if cell.roman_road != 0 { '=' } else { '-' };
            level.map_or_else(|| format!(" {road}{road}"), |level| format!(" {road}{level}"))
        }
        (Terrain::Clear, None) => " . ".to_owned(),
        (Terrain::Clear, Some(level)) => format!(" {level} "),
        (terrain, level) => {
            let mark = match terrain {
                Terrain::Woods => '"',
                Terrain::Broken => ':',
                Terrain::Marsh => 'v',
                Terrain::Camp => '^',
                Terrain::Village => '#',
                Terrain::River | Terrain::Clear | Terrain::Off => '~',
            };
            match level {
                Some(level) => format!(" {mark}{level}"),
                None => format!(" {mark}{mark}"),
            }
        }
    }
}

fn key(pos: &Position) -> String {
    let sides = &pos.set.sides.0;
    let who =
        format!("{} IN CAPITALS, {} in small letters", sides[0].to_uppercase(), sides[1].to_lowercase());
    let field = &pos.set.field;
    let any = |what: fn(&Cell) -> bool| field.hexes().any(|h| what(&field.cell(h)));
    let camp = if any(|c| c.terrain == Terrain::Camp) { ", ^ camp" } else { "" };
    let road = if any(|c| c.roman_road != 0) { ", = Roman road" } else { "" };
    let track = if any(|c| c.dirt_road != 0) { ", - dirt road" } else { "" };
    let ground =
        format!(". clear, 1 2.. level, \" woods, : broken, v marsh, # village, ~ river{camp}{road}{track}.");
    let text = format!(
        "{who}: type or class of the top unit. The mark faces: > E, < W, ' NE (right) or NW (left), , SE or SW, | \
         column. ! routed, + stack, * leader. {ground}"
    );
    fold::fold(&text, "  ", "  ")
}
