//! The field of a Great Battle.

mod action;
mod counters;
mod geometry;
mod ground;
mod lines;

pub use counters::sign;

use crate::pen::{GROUND, Pen, Text};
use crate::style::{DEFS, STYLE};
use tess_gboh::{LeaderId, Position, Side};
use tess_hex::Hex;

/// Which part of the field is drawn, and what with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// Columns from and to.
    pub cols: (u8, u8),
    /// Rows from and to.
    pub rows: (u8, u8),
    /// Tint the zones of control.
    pub zones: bool,
    /// Tint the lines of battle, each part of one that hangs together.
    pub lines: bool,
    /// Show how far leaders reach.
    pub ranges: bool,
    /// Show how far this one reaches.
    pub range_of: Option<LeaderId>,
    /// Number every fifth hex, in large type, for a picture that is looked at in little.
    pub sparse: bool,
    /// Pieces alone, over the ground of another picture of the same part on the same page.
    pub pieces: bool,
}

impl Frame {
    /// The whole field.
    #[must_use]
    pub fn whole(pos: &Position) -> Frame {
        let field = &pos.set.field;
        let (cols, rows) = ((field.first_col, field.last_col), (field.first_row, field.last_row));
        Frame { cols, rows, ..Frame::default() }
    }

    /// Where anybody stands, and a hex around it.
    #[must_use]
    pub fn peopled(pos: &Position) -> Frame {
        let units = pos.unit_ids().flat_map(|unit| pos.hexes(unit).iter());
        let leaders = pos.leader_ids().filter_map(|leader| pos.leader(leader).hex);
        let all: Vec<Hex> = units.chain(leaders).collect();
        let whole = Frame::whole(pos);
        let span = |at: &dyn Fn(&Hex) -> u8, (first, last): (u8, u8)| {
            let (low, high) = (all.iter().map(at).min(), all.iter().map(at).max());
            let from = low.map_or(first, |at| at.saturating_sub(1).max(first));
            (from, high.map_or(last, |at| at.saturating_add(1).min(last)))
        };
        let (cols, rows) = (span(&|h| h.col(), whole.cols), span(&|h| h.row(), whole.rows));
        Frame { cols, rows, ..whole }
    }

    /// So many hexes around one, as far as there is field.
    #[must_use]
    pub fn around(pos: &Position, centre: Hex, radius: u8) -> Frame {
        let field = &pos.set.field;
        let span = |at: u8, first: u8, last: u8| {
            (at.saturating_sub(radius).max(first), at.saturating_add(radius).min(last))
        };
        let cols = span(centre.col(), field.first_col, field.last_col);
        let rows = span(centre.row(), field.first_row, field.last_row);
        Frame { cols, rows, ..Frame::default() }
    }

    /// Does a hex lie in it?
    #[must_use]
    pub fn holds(&self, hex: Hex) -> bool {
        (self.cols.0..=self.cols.1).contains(&hex.col()) && (self.rows.0..=self.rows.1).contains(&hex.row())
    }
}

/// The part of the field as a whole SVG; with an earlier position the moves from there to here.
#[must_use]
pub fn draw(pos: &Position, frame: &Frame, before: Option<&Position>) -> String {
    let (wide, high) = geometry::size(frame);
    let mut pen = Pen::default();
    pen.put(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" role="img">"#
    ));
    pen.title(&format!("{}, turn {}", pos.set.title, pos.turn));
    if !frame.pieces {
        pen.put(format_args!("<style>{STYLE}</style>\n{DEFS}"));
        pen.put(format_args!(
            r#"<clipPath id="field"><rect x="0" y="{}" width="{wide}" height="{high}"/></clipPath>"#,
            geometry::HEAD
        ));
    }
    head(&mut pen, pos);
    if frame.pieces {
        pen.put(format_args!("{GROUND}"));
    } else {
        ground::draw(&mut pen, pos, frame);
    }
    if frame.zones {
        zones(&mut pen, pos, frame);
    }
    if frame.lines {
        lines::draw(&mut pen, pos, frame);
    }
    if let Some(before) = before {
        action::moves(&mut pen, before, pos, frame);
    }
    counters::draw(&mut pen, pos, frame);
    action::combats(&mut pen, pos, frame);
    if frame.ranges || frame.range_of.is_some() {
        ranges(&mut pen, pos, frame);
    }
    pen.put(format_args!("</svg>"));
    pen.finish()
}

/// The title, and whose counters are whose.
fn head(pen: &mut Pen, pos: &Position) {
    pen.words("head", (geometry::MARGIN, 26), format_args!("{}, turn {}", pos.set.title, pos.turn));
    for (nth, side) in (0..).zip(Side::BOTH) {
        let x = geometry::MARGIN + 12 + 200 * nth;
        let round = if side == Side::First { 1 } else { 6 };
        pen.put(format_args!(
            r#"<g class="{}"><rect class="box" x="{}" y="38" width="18" height="16" rx="{round}"/></g>"#,
            counters::side(side),
            x - 9
        ));
        pen.put(format_args!(
            r#"<text class="sub" x="{}" y="51">{}</text>"#,
            x + 16,
            Text(&pos.set.sides[side])
        ));
    }
}

/// The hexes in a zone of control of each side.
fn zones(pen: &mut Pen, pos: &Position, frame: &Frame) {
    pen.group(format_args!(r#"id="zones""#));
    for side in Side::BOTH {
        let watched: Vec<Hex> = pos
            .set
            .field
            .hexes()
            .filter(|&hex| frame.holds(hex) && pos.in_enemy_zoc(side.other(), hex))
            .collect();
        let path = ground::outlines(frame, &watched);
        pen.put(format_args!(r#"<path class="zone-{}" d="{path}"/>"#, counters::side(side)));
    }
    pen.end();
}

/// How far leaders reach, as the hexes at that distance are seen: a hexagon around each.
fn ranges(pen: &mut Pen, pos: &Position, frame: &Frame) {
    pen.group(format_args!(r##"id="ranges" clip-path="url(#field)""##));
    let wanted = |leader: &LeaderId| frame.ranges || frame.range_of == Some(*leader);
    for leader in pos.leader_ids().filter(wanted) {
        let Some(hex) = pos.leader(leader).hex.filter(|&h| frame.holds(h)) else { continue };
        let (x, y) = geometry::middle(frame, hex);
        let far = i32::from(pos.leader_spec(leader).range);
        let (up, side, half) =
            (geometry::HIGH * far + 35, geometry::PITCH * far + 30, geometry::HIGH * far / 2 + 17);
        pen.put(format_args!(
            r#"<path class="range" d="M{x} {}L{} {}V{}L{x} {}L{} {}V{}z"/>"#,
            y - up,
            x + side,
            y - half,
            y + half,
            y + up,
            x - side,
            y + half,
            y - half
        ));
    }
    pen.end();
}
