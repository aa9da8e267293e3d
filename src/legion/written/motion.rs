//! The steps of a unit's move: `advance 4, wheel left 2, form line`.

use std::fmt;

use super::Word;
use tess_orders::nearest;
use tess_orders::{Cursor, Read};

/// One step. Lengths are thousandths of an inch, headings hundredths of a degree clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Straight ahead.
    Advance(i32),
    /// Straight back, facing as before.
    Back(i32),
    /// Ahead with a drift to one side; without `by` as much as is allowed.
    Oblique {
        /// To which side.
        hand: Hand,
        /// Ahead.
        ahead: i32,
        /// To the side.
        by: Option<i32>,
    },
    /// About the front corner on that side; measured at the other one.
    Wheel(Hand, i32),
    /// The shorter way, until it faces so.
    WheelTo(i32),
    /// Each stand turns where it is.
    Turn(Turn),
    /// Another formation; out of a square or a testudo with a facing.
    Form(Shape, Option<i32>),
}

/// Left or right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hand {
    /// Left.
    Left,
    /// Right.
    Right,
}

/// How far each stand turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A quarter to the left.
    Left,
    /// A quarter to the right.
    Right,
    /// Half round.
    About,
}

/// What is formed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// One rank.
    Line,
    /// Two ranks.
    Double,
    /// One file.
    Column,
    /// So many files.
    Files(u8),
    /// One rank with gaps.
    Quincunx,
    /// A square.
    Orbis,
    /// A column under shields.
    Testudo,
    /// Shields are locked.
    ShieldWall,
    /// And opened again.
    Open,
    /// Auxilia disperse.
    Skirmish,
    /// Auxilia come together in one rank.
    Close,
    /// Auxilia come together in two ranks.
    CloseDouble,
    /// Auxilia come together in one file.
    CloseColumn,
}

/// How a move looks.
pub const MOVE: &str = "move U1: advance 4, wheel left 2, oblique right 3, back 1, turn about, form line";

const STEPS: [&str; 6] = ["advance", "back", "oblique", "wheel", "turn", "form"];

const SHAPES: [(&str, Shape); 11] = [
    ("line", Shape::Line),
    ("double", Shape::Double),
    ("column", Shape::Column),
    ("quincunx", Shape::Quincunx),
    ("orbis", Shape::Orbis),
    ("testudo", Shape::Testudo),
    ("shieldwall", Shape::ShieldWall),
    ("open", Shape::Open),
    ("skirmish", Shape::Skirmish),
    ("close", Shape::Close),
    ("files", Shape::Files(0)),
];

/// Reads `4`, `3.5` or `0.125` as thousandths: whole numbers below a thousand and at most three decimals.
#[must_use]
pub fn thousandths(text: &str) -> Option<i32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty()
        || whole.len() > 3
        || part.len() > 3
        || !digits(whole)
        || !digits(part)
        || text.ends_with('.')
    {
        return None;
    }
    let part: i32 = format!("{part:0<3}").parse().ok()?;
    Some(whole.parse::<i32>().ok()? * 1000 + part)
}

/// Thousandths as they are written: `3.5`.
#[must_use]
pub fn decimal(thousandths: i32) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let (whole, part) = (thousandths.unsigned_abs() / 1000, thousandths.unsigned_abs() % 1000);
    let text = format!("{sign}{whole}.{part:03}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A heading in hundredths of a degree: `north`, `ne`, `90`, `22.5`.
#[must_use]
pub fn heading(text: &str) -> Option<i32> {
    let names = [
        ("n", "north"),
        ("ne", "northeast"),
        ("e", "east"),
        ("se", "southeast"),
        ("s", "south"),
        ("sw", "southwest"),
        ("w", "west"),
        ("nw", "northwest"),
    ];
    let text = text.to_ascii_lowercase();
    if let Some(eighth) = names.iter().position(|n| n.0 == text || n.1 == text) {
        return Some(eighth as i32 * 4_500);
    }
    let thousandths = thousandths(&text)?;
    (thousandths % 10 == 0 && thousandths < 360_000).then_some(thousandths / 10)
}

/// The steps up to the end, parted by commas.
pub(super) fn steps(cursor: &mut Cursor<'_>) -> Read<Vec<Step>> {
    let mut found = vec![step(cursor)?];
    while cursor.take(&[",", "then"]).is_some() {
        found.push(step(cursor)?);
    }
    cursor.end(MOVE)?;
    Some(found)
}

/// The steps up to a word, which is taken.
pub(super) fn steps_until(cursor: &mut Cursor<'_>, word: &str, form: &str) -> Read<Vec<Step>> {
    let mut found = vec![step(cursor)?];
    while cursor.take(&[",", "then"]).is_some() {
        found.push(step(cursor)?);
    }
    cursor.expect(&[word], form)?;
    Some(found)
}

fn step(cursor: &mut Cursor<'_>) -> Read<Step> {
    let head = cursor.word("the step", MOVE)?;
    match head.text.to_ascii_lowercase().as_str() {
        "advance" | "ahead" | "fwd" => Some(Step::Advance(inches(cursor, "advance 4")?)),
        "back" => Some(Step::Back(inches(cursor, "back 2")?)),
        "oblique" => {
            let form = "oblique left 4, or oblique left 4 by 1";
            let hand = hand(cursor, form)?;
            let ahead = inches(cursor, form)?;
            let by = if cursor.take(&["by"]).is_some() { Some(inches(cursor, form)?) } else { None };
            Some(Step::Oblique { hand, ahead, by })
        }
        "wheel" => {
            let form = "wheel left 2, or wheel to 45";
            if cursor.take(&["to"]).is_some() {
                return Some(Step::WheelTo(facing(cursor, form)?));
            }
            let hand = hand(cursor, form)?;
            Some(Step::Wheel(hand, inches(cursor, form)?))
        }
        "turn" => {
            let form = "turn left, turn right or turn about";
            if cursor.take(&["about", "around"]).is_some() {
                return Some(Step::Turn(Turn::About));
            }
            Some(Step::Turn(match hand(cursor, form)? {
                Hand::Left => Turn::Left,
                Hand::Right => Turn::Right,
            }))
        }
        "form" => form(cursor),
        other => {
            let message = match nearest(other, STEPS) {
                Some(near) => format!("`{head}` is no step; did you mean `{near}`?"),
                None => format!("`{head}` is no step of a move"),
            };
            cursor.complain(Some(&head), message, MOVE)
        }
    }
}

fn form(cursor: &mut Cursor<'_>) -> Read<Step> {
    let shape = shape(cursor)?;
    let to = if cursor.take(&["to", "facing"]).is_some() {
        Some(facing(cursor, "form line to 90")?)
    } else {
        None
    };
    Some(Step::Form(shape, to))
}

/// A formation, after `form`.
pub(super) fn shape(cursor: &mut Cursor<'_>) -> Read<Shape> {
    let form =
        "form line, double, column, files 3, quincunx, orbis, testudo, shieldwall, open, skirmish, close";
    let names: Vec<&str> = SHAPES.iter().map(|s| s.0).collect();
    let word = cursor.peek().cloned();
    cursor.expect(&names, form)?;
    let shape = SHAPES.iter().find(|s| word.as_ref().is_some_and(|w| w.is(s.0))).map(|s| s.1)?;
    Some(match shape {
        Shape::Files(_) => {
            let word = cursor.word("the number of files", form)?;
            match word.count().filter(|&n| n > 0) {
                Some(files) => Shape::Files(files),
                None => {
                    return cursor.complain(
                        Some(&word),
                        format!("`{word}` is no number of files"),
                        "form files 3",
                    );
                }
            }
        }
        Shape::Close if cursor.take(&["double"]).is_some() => Shape::CloseDouble,
        Shape::Close if cursor.take(&["column"]).is_some() => Shape::CloseColumn,
        Shape::Close => {
            cursor.take(&["line"]);
            Shape::Close
        }
        other => other,
    })
}

fn hand(cursor: &mut Cursor<'_>, form: &str) -> Read<Hand> {
    let word = cursor.peek().cloned();
    cursor.expect(&["left", "right"], form)?;
    Some(if word.is_some_and(|w| w.is("left")) { Hand::Left } else { Hand::Right })
}

pub(super) fn inches(cursor: &mut Cursor<'_>, form: &str) -> Read<i32> {
    let word: Word = cursor.word("how many inches", form)?;
    match thousandths(&word.text) {
        Some(length) => Some(length),
        None => {
            cursor.complain(Some(&word), format!("`{word}` is no number of inches"), "write 4, 3.5 or 0.25")
        }
    }
}

pub(super) fn facing(cursor: &mut Cursor<'_>, form: &str) -> Read<i32> {
    let word: Word = cursor.word("the facing", form)?;
    match heading(&word.text) {
        Some(heading) => Some(heading),
        None => {
            let help = "write degrees clockwise from north, 0 to 359.99, or north, ne, east, ...";
            cursor.complain(Some(&word), format!("`{word}` is no facing"), help)
        }
    }
}

/// `12,8.5`: inches from the south-west corner.
pub(super) fn point(cursor: &mut Cursor<'_>, form: &str) -> Read<(i32, i32)> {
    let x = inches(cursor, form)?;
    cursor.expect(&[","], form)?;
    Some((x, inches(cursor, form)?))
}

/// A point as it is written.
pub(super) fn place((x, y): (i32, i32)) -> String {
    format!("{},{}", decimal(x), decimal(y))
}

/// A facing as it is written.
pub(super) fn degrees(hundredths: i32) -> String {
    decimal(hundredths * 10)
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Hand::Left => "left",
            Hand::Right => "right",
        })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Files(files) => write!(f, "files {files}"),
            Shape::CloseDouble => f.write_str("close double"),
            Shape::CloseColumn => f.write_str("close column"),
            other => f.write_str(SHAPES.iter().find(|s| s.1 == *other).map_or("", |s| s.0)),
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Step::Advance(n) => write!(f, "advance {}", decimal(n)),
            Step::Back(n) => write!(f, "back {}", decimal(n)),
            Step::Oblique { hand, ahead, by: None } => write!(f, "oblique {hand} {}", decimal(ahead)),
            Step::Oblique { hand, ahead, by: Some(by) } => {
                write!(f, "oblique {hand} {} by {}", decimal(ahead), decimal(by))
            }
            Step::Wheel(hand, n) => write!(f, "wheel {hand} {}", decimal(n)),
            Step::WheelTo(to) => write!(f, "wheel to {}", degrees(to)),
            Step::Turn(Turn::Left) => f.write_str("turn left"),
            Step::Turn(Turn::Right) => f.write_str("turn right"),
            Step::Turn(Turn::About) => f.write_str("turn about"),
            Step::Form(shape, None) => write!(f, "form {shape}"),
            Step::Form(shape, Some(to)) => write!(f, "form {shape} to {}", degrees(to)),
        }
    }
}
