//! Reads how somebody moves.

use super::{Motion, Target, Way, Word, WrittenStep};
use tess_orders::nearest;
use tess_orders::{Cursor, Read};

pub(super) const MOVE: &str = "for example: move H31 2213 2214, move H31 fwd 2 left, \
                               move H31 to 2214 facing W, move REG to 2213";

const STEPS: [&str; 40] = [
    "fwd",
    "forward",
    "ahead",
    "advance",
    "fl",
    "fr",
    "left",
    "right",
    "turn",
    "face",
    "facing",
    "about",
    "pivot",
    "reverse",
    "column",
    "uncolumn",
    "line",
    "fire",
    "to",
    "with",
    "stack",
    "shock",
    "fast",
    "extended",
    "forward-left",
    "forward-right",
    "front-left",
    "front-right",
    "swing",
    "wheel",
    "then",
    "via",
    "carry",
    "and",
    "square",
    "unsquare",
    "dismount",
    "mount",
    "wedge",
    "unwedge",
];

/// The rest of a `move` or `all`.
pub(super) fn motion(cursor: &mut Cursor<'_>) -> Read<Motion> {
    let mut motion = Motion {
        way: Way::Steps(Vec::new()),
        with: Vec::new(),
        until: Vec::new(),
        stack: false,
        shock: false,
        fast: false,
    };
    let mut steps: Vec<WrittenStep> = Vec::new();
    let mut aim: Option<(Word, Option<Word>, Option<Target>)> = None;
    while let Some(word) = cursor.advance() {
        if word.is_any(&[",", "then", "via", "and"]) {
            continue;
        }
        match word.text.to_ascii_lowercase().as_str() {
            "with" | "carry" => {
                let leaders = cursor.commas("the leader", MOVE)?;
                if cursor.take(&["until"]).is_some() {
                    let hex = cursor.hex("move H31 fwd 3 with REG until 2213")?;
                    motion.until.extend(leaders.iter().map(|l| (l.clone(), hex.clone())));
                }
                motion.with.extend(leaders);
            }
            "stack" => motion.stack = true,
            "shock" => motion.shock = true,
            "fast" | "extended" => motion.fast = true,
            "to" => {
                let hex = cursor.hex(MOVE)?;
                if let Some((before, ..)) = &aim {
                    let message = format!("a move goes to one hex, and {before} is named already");
                    return cursor.complain(
                        Some(&hex),
                        message,
                        "name the hexes on the way: move H31 2213 2214",
                    );
                }
                if !steps.is_empty() {
                    return cursor.complain(
                        Some(word),
                        "a move is written either step by step or with `to`".into(),
                        "leave `to` out, or the steps before it",
                    );
                }
                aim = Some((hex, None, None));
            }
            "face" | "facing" if aim.is_some() => {
                let facing = facing(cursor)?;
                if let Some((_, end, _)) = &mut aim {
                    *end = Some(facing);
                }
            }
            "fire" if aim.is_some() => {
                let target = target(cursor)?;
                if let Some((_, _, fire)) = &mut aim {
                    *fire = Some(target);
                }
            }
            _ if aim.is_some() => {
                return cursor.complain(
                    Some(word),
                    format!("`{word}` cannot stand after `to`"),
                    "after `to HEX` may come: facing W, fire P2, with REG, with REG until 2213, stack, shock, fast",
                );
            }
            _ => step(cursor, word, &mut steps)?,
        }
    }
    motion.way = match aim {
        Some((hex, facing, fire)) => Way::To { hex, facing, fire },
        None if steps.is_empty() => {
            return cursor.complain(None, "where to is missing".into(), MOVE);
        }
        None => Way::Steps(steps),
    };
    Some(motion)
}

fn step(cursor: &mut Cursor<'_>, word: &Word, steps: &mut Vec<WrittenStep>) -> Read<()> {
    let text = word.text.to_ascii_lowercase();
    let step = match text.as_str() {
        _ if word.is_hex() => WrittenStep::Hex(word.clone()),
        "fwd" | "forward" | "ahead" | "advance" | "f" => WrittenStep::Forward(count(cursor)),
        "fl" | "forward-left" | "front-left" | "ahead-left" => WrittenStep::ForwardLeft(count(cursor)),
        "fr" | "forward-right" | "front-right" | "ahead-right" => WrittenStep::ForwardRight(count(cursor)),
        "left" | "l" => turn(cursor, word, -1)?,
        "right" | "r" => turn(cursor, word, 1)?,
        "turn" => match side(cursor, "turn left, or turn right 2")? {
            Side::Left => turn(cursor, word, -1)?,
            Side::Right => turn(cursor, word, 1)?,
        },
        "face" | "facing" => WrittenStep::Face(facing(cursor)?),
        "about" => {
            cursor.take(&["face"]);
            WrittenStep::About
        }
        "about-face" => WrittenStep::About,
        "pivot" | "swing" => {
            let pivot = match side(cursor, PIVOT)? {
                Side::Left => WrittenStep::PivotLeft,
                Side::Right => WrittenStep::PivotRight,
            };
            cursor.take(&["half"]);
            pivot
        }
        "wheel" => {
            return cursor.complain(Some(word), "`wheel` does not say which half swings".into(), PIVOT);
        }
        "reverse" => WrittenStep::Reverse,
        "column" => match optional_side(cursor) {
            Side::Left => WrittenStep::ColumnLeft,
            Side::Right => WrittenStep::ColumnRight,
        },
        "uncolumn" => uncolumn(cursor),
        "line" => {
            cursor.expect(&["up"], "line up, line up left, line up right: out of column")?;
            uncolumn(cursor)
        }
        "fire" => WrittenStep::Fire(target(cursor)?),
        "square" => WrittenStep::Square,
        "unsquare" => WrittenStep::Unsquare,
        "dismount" => WrittenStep::Dismount,
        "mount" => WrittenStep::Mount,
        "wedge" => WrittenStep::Wedge,
        "unwedge" => WrittenStep::Unwedge,
        _ => {
            let message = match nearest(&word.text, STEPS) {
                Some(near) => format!("`{word}` is no step; did you mean `{near}`?"),
                None => format!("`{word}` is no step"),
            };
            return cursor.complain(
                Some(word),
                message,
                "steps are hexes, fwd, fl, fr, left, right, face NE, about, pivot left, reverse, column, \
                 uncolumn, fire P2; units that move alike need commas: move H31, H32 fwd",
            );
        }
    };
    steps.push(step);
    Some(())
}

const PIVOT: &str = "pivot left: the left half swings forward and the unit turns right; pivot right: the \
                     right half swings forward and the unit turns left";

enum Side {
    Left,
    Right,
}

fn optional_side(cursor: &mut Cursor<'_>) -> Side {
    if cursor.take(&["right"]).is_some() {
        return Side::Right;
    }
    cursor.take(&["left"]);
    Side::Left
}

fn side(cursor: &mut Cursor<'_>, form: &str) -> Read<Side> {
    match cursor.peek() {
        Some(w) if w.is_any(&["left", "right"]) => Some(optional_side(cursor)),
        word => cursor.complain(word, "`left` or `right` is missing".into(), form),
    }
}

fn uncolumn(cursor: &mut Cursor<'_>) -> WrittenStep {
    match optional_side(cursor) {
        Side::Left => WrittenStep::LineLeft,
        Side::Right => WrittenStep::LineRight,
    }
}

/// A number after a step; one without it.
fn count(cursor: &mut Cursor<'_>) -> u8 {
    match cursor.peek().and_then(Word::count) {
        Some(n) => {
            cursor.advance();
            n
        }
        None => 1,
    }
}

fn turn(cursor: &mut Cursor<'_>, word: &Word, sign: i8) -> Read<WrittenStep> {
    match count(cursor) {
        n @ 0..=5 => Some(WrittenStep::Turn(sign * n as i8)),
        n => cursor.complain(
            Some(word),
            format!("a unit has six facings and cannot turn by {n}"),
            "write left, left 2, or about",
        ),
    }
}

/// A facing.
pub(super) fn facing(cursor: &mut Cursor<'_>) -> Read<Word> {
    let form = "facings are E NE NW W SW SE";
    let word = cursor.word("the facing", form)?;
    if word.is_any(&["E", "NE", "NW", "W", "SW", "SE"]) {
        return Some(word);
    }
    cursor.complain(Some(&word), format!("`{word}` is no facing"), form)
}

/// What is shot at.
pub(super) fn target(cursor: &mut Cursor<'_>) -> Read<Target> {
    let form = "for example: fire V31 at E2, fire V31 at leader HAM";
    cursor.take(&["at", "on"]);
    let leader = cursor.take(&["leader"]).is_some();
    Some(Target { code: cursor.word("the target", form)?, leader })
}
