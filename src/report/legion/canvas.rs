//! A table cut into characters: which point each of them stands for.

use tess_legion::UnitId;
use tess_legion::measure::{Base, Length, Point, Stance};

/// Characters beside a map: its ruler, and a margin.
pub(super) const BESIDE: i32 = 6;
/// How many places a word that would stand on another one may be moved to.
const ELSEWHERE: [(i32, i32); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2)];

/// A part of the table and how much of it one character shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scale {
    /// The south-west corner, in thousandths.
    pub(super) origin: Point,
    /// Width of a character.
    pub(super) cell: i32,
    /// Characters across.
    pub(super) columns: i32,
    /// Lines.
    pub(super) rows: i32,
}

/// A map that is being drawn, its northernmost line first.
pub(super) struct Canvas {
    scale: Scale,
    lines: Vec<Vec<Cell>>,
}

/// One character.
#[derive(Clone, Copy, Default)]
struct Cell {
    /// Nothing where it is empty.
    sign: Option<u8>,
    /// Whose stand it shows.
    of: Option<UnitId>,
    /// A letter of a word.
    word: bool,
}

impl Scale {
    /// A piece of so much width and depth at the smallest cell that lets it fit into so many characters: at
    /// least this one, in hundredths of an inch. A character is twice as deep as it is wide.
    pub(super) fn fit(origin: Point, (width, depth): (i32, i32), least: i32, across: i32) -> Scale {
        let wanted = (width + across - 1) / across.max(1);
        let cell = ((wanted + 9) / 10 * 10).max(least);
        let columns = (width + cell - 1) / cell;
        let rows = (depth + 2 * cell - 1) / (2 * cell);
        Scale { origin, cell, columns, rows }
    }

    /// The middle of a character; row 0 is the northernmost.
    pub(super) fn point(&self, column: i32, row: i32) -> Point {
        let y = self.origin.y + (self.rows - 1 - row) * 2 * self.cell + self.cell;
        Point { x: self.origin.x + column * self.cell + self.cell / 2, y }
    }

    /// The character in which a point lies.
    pub(super) fn at(&self, point: Point) -> (i32, i32) {
        let column = (point.x - self.origin.x).div_euclid(self.cell);
        (column, self.rows - 1 - (point.y - self.origin.y).div_euclid(2 * self.cell))
    }
}

impl Canvas {
    pub(super) fn new(scale: Scale) -> Canvas {
        let line = vec![Cell::default(); scale.columns.max(0) as usize];
        Canvas { scale, lines: vec![line; scale.rows.max(0) as usize] }
    }

    pub(super) fn scale(&self) -> Scale {
        self.scale
    }

    fn cell(&mut self, (column, row): (i32, i32)) -> Option<&mut Cell> {
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { return None };
        self.lines.get_mut(row)?.get_mut(column)
    }

    pub(super) fn put(&mut self, at: (i32, i32), sign: u8) {
        if let Some(cell) = self.cell(at) {
            *cell = Cell { sign: Some(sign), ..Cell::default() };
        }
    }

    /// A word whose middle stands at a point, or beside it where another word stands there, as far as it
    /// lies on the map.
    pub(super) fn write(&mut self, point: Point, word: &str) {
        let (column, row) = self.scale.at(point);
        let long = word.len() as i32;
        let first = column - (long - 1) / 2;
        let moved = ELSEWHERE.map(|(right, down)| (first + right * (long + 1), row + down));
        let mut places = [(first, row)].into_iter().chain(moved);
        let (first, row) = places.find(|&at| self.is_free(at, long)).unwrap_or((first, row));
        for (n, sign) in (0..).zip(word.bytes()) {
            if let Some(cell) = self.cell((first + n, row)) {
                *cell = Cell { sign: Some(sign), word: true, ..*cell };
            }
        }
    }

    /// Is there room for a word of this length that touches no other?
    fn is_free(&mut self, (column, row): (i32, i32), long: i32) -> bool {
        let inside = self.cell((column, row)).is_some() && self.cell((column + long - 1, row)).is_some();
        inside && (column - 1..=column + long).all(|c| self.cell((c, row)).is_none_or(|cell| !cell.word))
    }

    /// Between units that stand beside each other and face the same way a line is drawn.
    pub(super) fn part(&mut self) {
        for line in &mut self.lines {
            for n in 1..line.len() {
                let [left, right] = [line[n - 1], line[n]];
                if left.of.is_some() && right.of.is_some() && left.of != right.of && left.sign == right.sign {
                    line[n].sign = Some(b'|');
                }
            }
        }
    }

    /// Fills the characters that a base covers: those whose middle it holds, and those of the points that
    /// it is made of.
    pub(super) fn cover(
        &mut self,
        base: &Base,
        stance: Stance,
        (width, depth): (Length, Length),
        (unit, sign): (UnitId, u8),
    ) {
        for across in 0..8 {
            for along in 0..8 {
                let right = (width.0 * (2 * across + 1)) / 16 - width.0 / 2;
                let back = (depth.0 * (2 * along + 1)) / 16;
                let point = stance.at(right, -back);
                let cell = self.scale.at(point);
                let middle = self.scale.point(cell.0, cell.1);
                if base.contains(middle) || along < 2 {
                    self.put(cell, sign);
                    if let Some(cell) = self.cell(cell) {
                        cell.of = Some(unit);
                    }
                }
            }
        }
    }

    /// The lines with the inches of their middle beside them, every few columns marked below.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        for (row, line) in (0..).zip(&self.lines) {
            let inches = self.scale.point(0, row).y / 1000;
            let text: String = line.iter().map(|cell| char::from(cell.sign.unwrap_or(b' '))).collect();
            out.push_str(format!("{inches:>3} |{text}").trim_end());
            out.push('\n');
        }
        let mut ruler = vec![b' '; self.scale.columns.max(0) as usize + 4];
        let step = if self.scale.cell <= 250 { 2 } else { 6 };
        let (west, east) = (self.scale.origin.x, self.scale.origin.x + self.scale.columns * self.scale.cell);
        for inch in (0..=east / 1000).filter(|i| i % step == 0 && i * 1000 >= west) {
            let column = (inch * 1000 - west) / self.scale.cell;
            if column + inch.to_string().len() as i32 > self.scale.columns + 1 {
                continue;
            }
            for (n, digit) in (0..).zip(inch.to_string().bytes()) {
                if let Some(cell) = ruler.get_mut((column + n) as usize) {
                    *cell = digit;
                }
            }
        }
        out.push_str(format!("     {}", String::from_utf8_lossy(&ruler)).trim_end());
        out.push('\n');
        out
    }
}
