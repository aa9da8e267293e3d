//! Which part of the table of Legion and Empire is drawn.

use crate::door::error::GameError;
use crate::door::playable::{Part, Shown};
use tess_legion::Position;
use tess_legion::measure::{Length, Point};
use tess_legion::state::LeaderPlace;
use tess_picture::legion::{Frame, draw};
use tess_report::legion::{View, overview_within, window};

/// How many inches a map shows around its middle when nobody says.
const RADIUS: u8 = 8;

/// The table, or a part of it.
pub(super) fn map(position: &Position, part: &Part) -> Result<String, GameError> {
    let across = part.across.unwrap_or(tess_diagnostic::WIDTH);
    let Some(centre) = &part.centre else { return Ok(overview_within(position, across)) };
    let radius = Length::inches(i32::from(part.radius.unwrap_or(RADIUS)));
    Ok(window(position, View { middle: place(centre, position)?, radius }, across))
}

/// The table, or a part of it, as a picture.
pub(super) fn picture(
    position: &Position,
    part: &Part,
    shown: Shown,
    before: Option<&Position>,
) -> Result<String, GameError> {
    let frame = match &part.centre {
        Some(centre) => {
            let radius = Length::inches(i32::from(part.radius.unwrap_or(RADIUS)));
            Frame::around(position, place(centre, position)?, radius)
        }
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
    let frame =
        Frame { ranges: shown.ranges, range_of: range_of.transpose()?, pieces: shown.pieces, ..frame };
    Ok(draw(position, &frame, before))
}

/// A place, `12,8.5`, or where a piece stands.
pub(super) fn place(text: &str, position: &Position) -> Result<Point, GameError> {
    if let Some((x, y)) = text.split_once(',') {
        let (Some(x), Some(y)) = (Length::parse(x), Length::parse(y)) else {
            return Err(GameError::refused(
                format!("{text} is no place"),
                "write inches from the west and the south edge, such as 12,8.5",
            ));
        };
        return Ok(Point { x: x.0, y: y.0 });
    }
    let leader = |command| match position.leader(command).place {
        LeaderPlace::Alone(stance) => Some(stance),
        LeaderPlace::With(unit, _) => position.stance(unit),
        _ => None,
    };
    let unit = position.find_unit(text).map(|unit| position.stance(unit));
    let found = unit.or_else(|| position.set.find_leader(text).map(leader));
    match found {
        Some(Some(stance)) => Ok(stance.anchor),
        Some(None) => Err(GameError::refused(format!("{text} is not on the table"), "see `tess report`")),
        None => Err(GameError::refused(
            format!("`{text}` is neither a place nor a piece of this battle"),
            "write inches such as 12,8.5, or a code as reports show it",
        )),
    }
}
