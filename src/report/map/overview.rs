//! The whole field, four characters a hex, odd columns half a hex down.

use super::canvas::Canvas;
use crate::form::{WIDTH, fold, marks};
use tess_gboh::field::{Cell, Edge, Field, Terrain};
use tess_gboh::piece::{Side, UnitType};
use tess_gboh::{Position, UnitId};
use tess_hex::{Facing, Hex};

/// Room for row numbers on either side.
const MARGIN: usize = 3;
/// Rows and columns shown beyond the outermost piece.
const RIM: u8 = 1;

/// The size in which hexes are drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grain {
    /// Two characters from column to column, four for a hex.
    Fine,
    /// One from column to column, two for a hex.
    Coarse,
}

/// Draws the field: every column if that fits, and the rows where anybody stands.
#[must_use]
pub fn overview(pos: &Position) -> String {
    let (cols, rows) = shown(pos);
    let mut out = head(pos);
    out.push_str(ROSE);
    let coarse = !fits(cols, 2);
    if !coarse {
        out.push_str(&draw(pos, cols, rows, Grain::Fine));
    } else if fits(cols, 1) {
        out.push_str(&draw(pos, cols, rows, Grain::Coarse));
    } else {
        let middle = cols.0 + (cols.1 - cols.0) / 2;
        out.push_str(&draw(pos, (cols.0, middle), rows, Grain::Coarse));
        out.push('\n');
        out.push_str(&draw(pos, (middle + 1, cols.1), rows, Grain::Coarse));
    }
    out.push_str(&key(pos, coarse));
    out
}

/// Do these columns fit a mail, so many characters apart?
fn fits(cols: (u8, u8), pitch: usize) -> bool {
    (usize::from(cols.1 - cols.0) + 2) * pitch + 2 * MARGIN <= WIDTH
}

/// The columns and rows to be drawn: every column where that fits a mail.
fn shown(pos: &Position) -> ((u8, u8), (u8, u8)) {
    let all = (pos.set.field.first_col, pos.set.field.last_col);
    let (busy, rows) = busy(pos);
    (if fits(all, 2) { all } else { busy }, rows)
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

fn head(pos: &Position) -> String {
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
            beyond(pos)
        ),
        "",
        "",
    )
}

/// Which columns and rows are left out.
fn beyond(pos: &Position) -> String {
    let field = &pos.set.field;
    let (cols, rows) = shown(pos);
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

fn draw(pos: &Position, cols: (u8, u8), rows: (u8, u8), grain: Grain) -> String {
    let pitch = if grain == Grain::Fine { 2 } else { 1 };
    let count = |(a, b): (u8, u8)| usize::from(b - a) + 1;
    let lines = count(rows) * 2;
    let width = count(cols) * pitch + pitch + 2 * MARGIN;
    let top = 2;
    let mut sheet = Canvas::new(width, lines + 2 * top);
    for col in cols.0..=cols.1 {
        let x = MARGIN + usize::from(col - cols.0) * pitch;
        let odd = usize::from(col & 1);
        let label = format!("{col:02}");
        let x_label = x + pitch - 1;
        if grain == Grain::Fine || col % 4 < 2 {
            sheet.write(x_label, odd, &label);
            sheet.write(x_label, top + lines + odd, &label);
        }
        for row in rows.0..=rows.1 {
            let y = top + usize::from(row - rows.0) * 2 + odd;
            let hex = Hex::new(col, row);
            let token = match grain {
                Grain::Fine => token(pos, hex),
                Grain::Coarse => letter(pos, hex),
            };
            sheet.write(x, y, &token);
        }
    }
    for row in rows.0..=rows.1 {
        let y = top + usize::from(row - rows.0) * 2;
        let label = format!("{row:02}");
        sheet.write(0, y, &label);
        sheet.write(width - 2, y, &label);
    }
    let mut out = sheet.text();
    out.push_str(&flight(pos, width));
    out
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

/// Two characters: a letter for the type, and whether it is routed or with a leader.
fn letter(pos: &Position, hex: Hex) -> String {
    let leader = pos.leaders_in(hex).next();
    let Some(unit) = pos.stack(hex).top else {
        return match leader {
            Some(l) => format!("{}*", marks::cased(pos.leader_spec(l).side, "X")),
            None => ground(&pos.set.field, hex).trim().chars().next().map(String::from).unwrap_or_default(),
        };
    };
    let spec = pos.spec(unit);
    let name = marks::cased(spec.side, initial(spec.kind));
    let mark = if pos.is_routed(unit) {
        '!'
    } else if leader.is_some() {
        '*'
    } else {
        ' '
    };
    format!("{name}{mark}")
}

const fn initial(kind: UnitType) -> &'static str {
    match kind {
        UnitType::PH => "P",
        UnitType::HI => "H",
        UnitType::LG => "L",
        UnitType::MI => "M",
        UnitType::BI => "B",
        UnitType::LI => "I",
        UnitType::LP => "T",
        UnitType::SK | UnitType::SKS => "S",
        UnitType::HC => "C",
        UnitType::RC => "R",
        UnitType::LN => "N",
        UnitType::LC => "Q",
        UnitType::EL => "E",
        UnitType::CH => "W",
    }
}

fn key(pos: &Position, coarse: bool) -> String {
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
    let text = if coarse {
        format!(
            "{who}: P PH, H HI, L LG, M MI, B BI, I LI, T LP, S SK, C HC, R RC, N LN, Q LC, E EL, W CH, X leader \
             alone; then ! routed, * with a leader. {ground}"
        )
    } else {
        format!(
            "{who}: type or class of the top unit. The mark faces: > E, < W, ' NE (right) or NW (left), , SE or SW, | \
             column. ! routed, + stack, * leader. {ground}"
        )
    };
    fold::fold(&text, "  ", "  ")
}
