//! The table of Legion and Empire, to scale: twenty units of the picture are an inch.

mod ground;
mod stands;

pub use stands::sign;

use crate::pen::{GROUND, Pen, Text};
use crate::style::{DEFS, STYLE};
use tess_legion::measure::{Length, Point};
use tess_legion::{CommandId, Position, Side};

/// Which part of the table is drawn, and what with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// The south-west corner.
    pub origin: Point,
    /// From west to east.
    pub width: Length,
    /// From south to north.
    pub depth: Length,
    /// Show how far commanders are heard.
    pub ranges: bool,
    /// Show how far this one is heard.
    pub range_of: Option<CommandId>,
    /// Pieces alone, over the ground of another picture of the same part on the same page.
    pub pieces: bool,
}

impl Frame {
    /// The whole table.
    #[must_use]
    pub fn whole(pos: &Position) -> Frame {
        let table = &pos.set.table;
        Frame {
            origin: Point { x: 0, y: 0 },
            width: table.width,
            depth: table.depth,
            ranges: false,
            range_of: None,
            pieces: false,
        }
    }

    /// So far about a place, as far as there is table.
    #[must_use]
    pub fn around(pos: &Position, middle: Point, radius: Length) -> Frame {
        let whole = Frame::whole(pos);
        let radius = radius.0.max(1_000);
        let span = |at: i32, all: i32| {
            let from = (at - radius).clamp(0, (all - 1_000).max(0));
            (from, Length((at + radius).clamp(from + 1_000, all.max(from + 1_000)) - from))
        };
        let ((x, width), (y, depth)) = (span(middle.x, whole.width.0), span(middle.y, whole.depth.0));
        Frame { origin: Point { x, y }, width, depth, ..whole }
    }

    /// Where a place lies in the picture.
    fn at(&self, point: Point) -> (i32, i32) {
        let (x, y) = (point.x - self.origin.x, point.y - self.origin.y);
        (LEFT + pixels(x), HEAD + pixels(self.depth.0 - y))
    }

    /// Places as the points of a polygon.
    fn points(&self, all: impl IntoIterator<Item = Point>) -> String {
        let each = all.into_iter().map(|point| self.at(point)).map(|(x, y)| format!("{x},{y}"));
        each.collect::<Vec<_>>().join(" ")
    }
}

/// Above the table: its title.
const HEAD: i32 = 64;
/// Left of it: inches.
const LEFT: i32 = 30;

/// Thousandths of an inch in the picture.
const fn pixels(thousandths: i32) -> i32 {
    thousandths / 50
}

/// The part of the table as a whole SVG; with an earlier position the moves from there to here.
#[must_use]
pub fn draw(pos: &Position, frame: &Frame, before: Option<&Position>) -> String {
    let (wide, high) = (LEFT + pixels(frame.width.0) + 12, HEAD + pixels(frame.depth.0) + 28);
    let mut pen = Pen::default();
    pen.put(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">"#
    ));
    pen.title(&format!("{}, turn {}", pos.set.title, pos.turn));
    if !frame.pieces {
        pen.put(format_args!("<style>{STYLE}</style>\n{DEFS}"));
    }
    pen.words("head", (LEFT, 26), format_args!("{}, turn {}", pos.set.title, pos.turn));
    for (nth, side) in (0..).zip(Side::BOTH) {
        let x = LEFT + 200 * nth;
        pen.put(format_args!(
            r#"<g class="{}"><rect class="stand" x="{x}" y="40" width="24" height="12"/><path class="front" d="M{x} 40h24"/></g>"#,
            stands::side(side)
        ));
        pen.put(format_args!(
            r#"<text class="sub" x="{}" y="51">{}</text>"#,
            x + 32,
            Text(&pos.set.sides[side])
        ));
    }
    if frame.pieces {
        pen.put(format_args!("{GROUND}"));
        stands::draw(&mut pen, pos, frame);
        pen.put(format_args!("</svg>"));
        return pen.finish();
    }
    pen.put(format_args!(
        r#"<clipPath id="table"><rect x="{LEFT}" y="{HEAD}" width="{}" height="{}"/></clipPath>"#,
        pixels(frame.width.0),
        pixels(frame.depth.0)
    ));
    ground::draw(&mut pen, pos, frame);
    if let Some(before) = before {
        stands::moves(&mut pen, before, pos, frame);
    }
    stands::draw(&mut pen, pos, frame);
    pen.put(format_args!("</svg>"));
    pen.finish()
}
