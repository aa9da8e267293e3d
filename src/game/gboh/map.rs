//! Which part of the field of a Great Battle is drawn.

use crate::door::error::GameError;
use crate::door::playable::{Part, Shown};
use tess_gboh::Position;
use tess_hex::Hex;
use tess_picture::gboh::{Frame, draw};
use tess_report::map::{overview_within, window_within};
use tess_report::{WIDTH, Window, map};

/// How many hexes a map shows around its middle when nobody says.
const RADIUS: u8 = 3;

/// The field, or a part of it.
pub(super) fn map(position: &Position, part: &Part) -> Result<String, GameError> {
    let field = &position.set.field;
    let across = part.across.unwrap_or(WIDTH);
    let detail = |part| format!("{}\n{}", window_within(position, part, across), map::legend(position));
    Ok(match &part.centre {
        Some(centre) => detail(Window::around(hex(centre, position)?, part.radius.unwrap_or(RADIUS))),
        None if part.whole => detail(Window {
            cols: (field.first_col, field.last_col),
            rows: (field.first_row, field.last_row),
        }),
        None => overview_within(position, across),
    })
}

/// The field, or a part of it, as a picture.
pub(super) fn picture(
    position: &Position,
    part: &Part,
    shown: Shown,
    before: Option<&Position>,
) -> Result<String, GameError> {
    let frame = match &part.centre {
        Some(centre) => {
            let centre = hex(centre, position)?;
            Frame::around(position, centre, part.radius.unwrap_or(RADIUS))
        }
        None if shown.small => Frame::peopled(position),
        None => Frame::whole(position),
    };
    let range_of = part.range_of.as_deref().map(|code| {
        position.set.find_leader(code).ok_or_else(|| {
            GameError::refused(
                format!("`{code}` is no leader of this battle"),
                "write his code, as reports show it",
            )
        })
    });
    Ok(draw(
        position,
        &Frame {
            zones: shown.zones,
            lines: shown.lines,
            range_of: range_of.transpose()?,
            ranges: shown.ranges,
            sparse: shown.small,
            pieces: shown.pieces,
            ..frame
        },
        before,
    ))
}

/// A hex by its number, or where a piece stands.
pub(super) fn hex(text: &str, position: &Position) -> Result<Hex, GameError> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        let hex = text.parse().ok().and_then(Hex::from_number).filter(|h| position.set.field.contains(*h));
        return hex.ok_or_else(|| {
            GameError::refused(
                format!("{text} is no hex of this field"),
                "write four digits, column and row, such as 2214",
            )
        });
    }
    let unit = position.set.find_unit(text).map(|unit| position.hex(unit));
    let leader = || position.set.find_leader(text).map(|leader| position.leader(leader).hex);
    match unit.or_else(leader) {
        Some(Some(hex)) => Ok(hex),
        Some(None) => Err(GameError::refused(format!("{text} is not on the field"), "see `tess report`")),
        None => Err(GameError::refused(
            format!("`{text}` is neither a hex nor a piece of this battle"),
            "write four digits, or a code as reports show it",
        )),
    }
}
