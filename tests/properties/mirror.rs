//! Mirror the field, east for west, and the battle mirrors: the same dice and the same orders and answers,
//! left for right, lead to the mirrored position. What the program decides by the numbers of hexes, or by
//! going round clockwise, though the book leaves it to a player, shows here.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::watch::Seen;
use tesserarius::canon::note::{read, write};
use tesserarius::effects::{Answer, Answered, Dice, Game as _, Hidden, Recorded, Scripted};
use tesserarius::game::Playable;
use tesserarius::gboh::events::MoveEvent;
use tesserarius::gboh::events::RoutEvent;
use tesserarius::gboh::events::movement::Leg;
use tesserarius::gboh::field::{Edge, Field};
use tesserarius::gboh::piece::BySide;
use tesserarius::gboh::position::Hexes;
use tesserarius::gboh::{Gboh, Happening, Position, Setup, UnitId};
use tesserarius::hex::{Facing, Hex, Hexside};
use tesserarius::table::{Close, Halt, Run, rehearse_with};

/// The battle on the other side of the glass.
pub struct Glass {
    /// Columns of a hex and of its image add up to this; even, since odd columns lie half a hex lower.
    sum: u8,
    there: Arc<Setup>,
    here: Arc<Setup>,
}

const fn facing(it: Facing) -> Facing {
    match it {
        Facing::E => Facing::W,
        Facing::W => Facing::E,
        Facing::NE => Facing::NW,
        Facing::NW => Facing::NE,
        Facing::SE => Facing::SW,
        Facing::SW => Facing::SE,
    }
}

const fn side(it: Hexside) -> Hexside {
    match it {
        Hexside::N => Hexside::N,
        Hexside::S => Hexside::S,
        Hexside::NE => Hexside::NW,
        Hexside::NW => Hexside::NE,
        Hexside::SE => Hexside::SW,
        Hexside::SW => Hexside::SE,
    }
}

fn sides(bits: u8) -> u8 {
    Hexside::ALL.into_iter().filter(|&s| bits & 1 << s as u8 != 0).fold(0, |all, s| all | 1 << side(s) as u8)
}

fn edge(it: Edge) -> Edge {
    match it {
        Edge::East => Edge::West,
        Edge::West => Edge::East,
        other => other,
    }
}

impl Glass {
    pub fn of(here: &Arc<Setup>) -> Glass {
        let field = &here.field;
        let (first, last) = (field.first_col, field.last_col);
        let sum = first + last + (first + last) % 2;
        let cols = (sum - last, sum - first);
        let BySide([a, b]) = field.retreat;
        let retreat = BySide([edge(a), edge(b)]);
        let rows = (field.first_row, field.last_row);
        let mut turned = Field::clear(cols, rows, facing(field.north), retreat);
        for hex in field.hexes() {
            let mut cell = field.cell(hex);
            for bits in [
                &mut cell.streams,
                &mut cell.walls,
                &mut cell.roman_road,
                &mut cell.dirt_road,
                &mut cell.gates,
            ] {
                *bits = sides(*bits);
            }
            let image = Hex::new(sum - hex.col(), hex.row());
            *turned.cell_mut(image).expect("on the field") = cell;
        }
        let mut there = Setup::clone(here);
        there.field = turned;
        // What is found out once about a battle is found out anew.
        there.roster = Default::default();
        Glass { sum, there: Arc::new(there), here: Arc::clone(here) }
    }

    fn hex(&self, hex: Hex) -> Hex {
        Hex::new(self.sum - hex.col(), hex.row())
    }

    /// The hex by which a two-hex unit is known: the image of its right half.
    fn left_half(&self, hex: Hex, looks: Facing) -> Hex {
        Hexes::of(hex, looks, true).right.map_or(self.hex(hex), |right| self.hex(right))
    }

    /// A word of a sheet, an answer or a position.
    fn word(&self, word: &str) -> String {
        // The name of a line may have `left` in it; a choice may have a hex.
        if word.contains('-') {
            let is_hex = |part: &str| part.len() == 4 && part.bytes().all(|b| b.is_ascii_digit());
            let places = word.split('-').any(is_hex);
            let parts = word.split('-').map(|part| if places { self.word(part) } else { part.to_owned() });
            return parts.collect::<Vec<_>>().join("-");
        }
        if word.len() == 4
            && let Some(hex) = word.parse().ok().and_then(Hex::from_number)
        {
            return self.hex(hex).to_string();
        }
        let lower = word.to_ascii_lowercase();
        let turned = match lower.as_str() {
            "e" => "w",
            "w" => "e",
            "ne" => "nw",
            "nw" => "ne",
            "se" => "sw",
            "sw" => "se",
            "left" => "right",
            "right" => "left",
            "fl" => "fr",
            "fr" => "fl",
            _ => return word.to_owned(),
        };
        if word == lower { turned.to_owned() } else { turned.to_ascii_uppercase() }
    }

    fn text(&self, text: &str) -> String {
        worded(text, |word| self.word(word))
    }

    /// What is said of a position, as text, in its image.
    fn position(&self, pos: &Position) -> String {
        let opening = Position::new(Arc::clone(&self.here));
        let text = unfolded(&write(&Gboh::said(&opening, pos), Gboh::DOCUMENT));
        let mut out = String::new();
        for line in text.lines() {
            // The numbers of leaders, a bit for each, are no hex.
            let mut line = line.replace("rallied_by=", "rallied_by=_");
            // The hex of a two-hex unit is its left half; in column the head is on the other side.
            if let Some(code) = line.trim_start().strip_prefix("unit ").and_then(|l| l.split(' ').next())
                && let Some(unit) = pos.set.find_unit(code)
                && pos.set.unit(unit).two_hex
            {
                if let (Some(hex), Some(looks)) = (pos.hex(unit), pos.facing(unit)) {
                    let image = self.hex(self.left_half(hex, looks));
                    line = line.replacen(&format!("hex={hex}"), &format!("hex={image}"), 1);
                }
                line = match line.contains("head_left=yes") {
                    true => line.replace("head_left=yes", "head_left=no"),
                    false => line.replace("head_left=no", "head_left=yes"),
                };
            }
            // The lower units are named in the order of their hexes.
            if let Some(codes) = line.strip_prefix("below [").and_then(|l| l.strip_suffix(']')) {
                let mut codes: Vec<&str> = codes.split(' ').collect();
                let hex = |code: &&str| pos.set.find_unit(code).and_then(|u| pos.hex(u)).map(|h| self.hex(h));
                codes.sort_by_key(hex);
                line = format!("below [{}]", codes.join(" "));
            }
            // There `left` is a thing that a unit has done.
            out.push_str(&worded(&line, |word| match word {
                "left" | "right" => word.to_owned(),
                _ => self.word(word),
            }));
            out.push('\n');
        }
        out.replace("rallied_by=_", "rallied_by=")
    }

    fn image(&self, pos: &Position) -> Position {
        let text = self.position(pos);
        let (said, _) = read(&text, Gboh::DOCUMENT).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        let opening = Position::new(Arc::clone(&self.there));
        Gboh::noted(&opening, &said).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
    }
}

/// A text with each of its words changed.
fn worded(text: &str, change: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
            word.push(c);
            continue;
        }
        out.push_str(&change(&word));
        word.clear();
        out.push(c);
    }
    out.pop();
    out
}

/// Long lines of the notation are folded; here each thing has one.
fn unfolded(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if line.starts_with(' ') && !out.is_empty() {
            out.push(' ');
            out.push_str(line.trim_start());
        } else {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(line);
        }
    }
    out
}

/// A die in the glass: where elephants run wild, its faces go round the other way.
fn die(label: &str, face: u8) -> u8 {
    if label.starts_with("rampage:") && (1..=6).contains(&face) { 7 - face } else { face }
}

/// What came of looking at an action in the glass.
#[derive(Debug, PartialEq, Eq)]
pub enum Looked {
    Same,
    /// It has something that the glass cannot show: the words of two-hex units, hidden choices.
    Blind,
    Differs(String),
}

/// Carries the action out in the glass.
pub fn look(glass: &Glass, seen: &Seen<'_>) -> Looked {
    let run = seen.run;
    if !matches!(run.halt, Halt::Closed(Close::Whole)) || hides(seen.before, run) {
        return Looked::Blind;
    }
    let Some(sheet) = sheet(glass, seen) else { return Looked::Blind };
    let before = glass.image(seen.before);
    let Ok(lines) = Gboh::read(&before, seen.side, &sheet) else {
        return Looked::Differs(format!("the sheet cannot be read there:\n{sheet}"));
    };
    let mut answers: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for entry in &run.record {
        if let Recorded::Decided(question, key) = entry {
            answers.insert(question.id.clone(), (answers.len() + 1, key.clone()));
        }
    }
    let dice = |stretch: usize| {
        let faces = run
            .rolls
            .iter()
            .filter(|(s, _)| *s == stretch)
            .map(|(_, r)| (r.label.text.clone(), die(&r.label.text, r.face)))
            .collect();
        Dice::Scripted(Scripted { faces, otherwise: None })
    };
    let mut given: Vec<Answered> = Vec::new();
    let image: Run<Gboh> = loop {
        let hidden = vec![Hidden::default(); given.len() + 1];
        let image: Run<Gboh> = rehearse_with(&before, seen.side, &lines, dice(0), &given, &hidden, false);
        let Halt::Ask(question) = &image.halt else { break image };
        let Some((stretch, key)) = answers.get(&question.id) else {
            return Looked::Differs(format!("{} is asked there only\n{}", question.id, told(run, &image)));
        };
        let turned = glass.text(key);
        if !question.allows(&turned) {
            let two = pos_two(seen.before, &question.subject);
            if two {
                return Looked::Blind;
            }
            let keys: Vec<&str> = question.choices.iter().map(|c| c.key.as_str()).collect();
            return Looked::Differs(format!(
                "{} offers {} there, not {turned}\n{}",
                question.id,
                keys.join(" "),
                told(run, &image)
            ));
        }
        given.push(Answered { question: question.id.clone(), answer: Answer(turned), dice: dice(*stretch) });
    };
    if hides(&before, &image) {
        return Looked::Blind;
    }
    if std::mem::discriminant(&image.halt) != std::mem::discriminant(&run.halt) {
        return Looked::Differs(format!(
            "{:?} there, {:?} here\n{}",
            image.halt,
            run.halt,
            told(run, &image)
        ));
    }
    let opening = Position::new(Arc::clone(&glass.there));
    let there = unfolded(&write(&Gboh::said(&opening, &image.position), Gboh::DOCUMENT));
    let here = glass.position(&run.position);
    let (here, there): (Vec<&str>, Vec<&str>) = (here.lines().collect(), there.lines().collect());
    if there == here {
        return Looked::Same;
    }
    let pairs = here.iter().zip(&there);
    let apart: Vec<String> = pairs
        .filter(|(a, b)| a != b)
        .map(|(a, b)| format!("  image of here {a}\n  there         {b}"))
        .collect();
    Looked::Differs(format!("{}\n{}", apart.join("\n"), told(run, &image)))
}

/// What the glass does not show as it is: a two-hex unit, which is known by its left half.
fn hides(pos: &Position, run: &Run<Gboh>) -> bool {
    let is_two = |u: &UnitId| pos.set.unit(*u).two_hex;
    run.record.iter().any(|entry| match entry {
        Recorded::Happened(
            Happening::Rout(RoutEvent::Ran { unit, .. })
            | Happening::Move(
                MoveEvent::Advanced { unit, .. }
                | MoveEvent::Withdrew { unit, .. }
                | MoveEvent::Marched { unit, .. },
            ),
        ) => is_two(unit),
        _ => false,
    })
}

fn pos_two(pos: &Position, code: &str) -> bool {
    pos.set.find_unit(&code.to_ascii_uppercase()).is_some_and(|u| pos.set.unit(u).two_hex)
}

/// The sheet in its image, when all its words have one. Of a way that the program was to find it says each
/// step, since which of several equally good ones it takes is nobody's choice.
fn sheet(glass: &Glass, seen: &Seen<'_>) -> Option<String> {
    let mut out = String::new();
    for line in seen.sheet.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let two = words.iter().any(|w| pos_two(seen.before, w));
        if words.contains(&"prearrange") || two && words.contains(&"move") {
            return None;
        }
        out.push_str(&glass.text(&spelled_out(seen, line, &words)?));
        out.push('\n');
    }
    Some(out)
}

fn spelled_out(seen: &Seen<'_>, line: &str, words: &[&str]) -> Option<String> {
    let set = &seen.before.set;
    if let ["try", order @ ..] = words
        && words.contains(&"to")
    {
        return spelled_out(seen, &order.join(" "), order).map(|order| format!("try {order}"));
    }
    let ["move", code, rest @ ..] = words else {
        // Straight ahead is by turns right and left: where that begins is no matter of the glass.
        let leads_on = words.contains(&"all") || words.contains(&"fwd");
        return (!leads_on).then(|| line.to_owned());
    };
    let told = seen.run.record.iter().filter_map(|entry| match entry {
        Recorded::Happened(Happening::Move(it)) => Some(it),
        _ => None,
    });
    if let Some(leader) = set.find_leader(code) {
        let ways = told.filter_map(|it| match it {
            MoveEvent::LeaderMoved { leader: who, way, .. } if *who == leader => Some(way),
            _ => None,
        });
        let ways: Vec<&Vec<Hex>> = ways.collect();
        let [way] = ways.as_slice() else { return None };
        return Some(format!("move {code} {}", spaced(way)));
    }
    let unit = set.find_unit(code)?;
    let mut steps = Vec::new();
    for it in told {
        match it {
            MoveEvent::Marched { unit: who, way, .. } if *who == unit => {
                for leg in way {
                    steps.push(match leg {
                        Leg::To(hex) => hex.to_string(),
                        Leg::Faced(facing) => format!("face {facing}"),
                        _ => return None,
                    });
                }
            }
            _ => {}
        }
    }
    // Who routs on the way stands nowhere where he may stop.
    if let Some(to) = rest.iter().position(|w| *w == "to")
        && rest.get(to + 1).copied()
            != steps.iter().rev().find(|s| !s.starts_with("face")).map(String::as_str)
        && seen.before.hex(unit).map(|h| h.to_string()).as_deref() != rest.get(to + 1).copied()
    {
        return None;
    }
    let keeps = |w: &&&str| ["shock", "stack", "fast"].contains(*w);
    let mut after: Vec<String> = rest.iter().filter(keeps).map(|w| (*w).to_owned()).collect();
    if rest.contains(&"until") || rest.contains(&"fire") {
        return None;
    }
    if let Some(with) = rest.iter().position(|w| *w == "with") {
        let until = rest[with + 1..].iter().take_while(|w| !["shock", "stack", "fast"].contains(*w));
        after.insert(0, format!("with {}", until.copied().collect::<Vec<_>>().join(" ")));
    }
    (!steps.is_empty()).then(|| format!("move {code} {} {}", steps.join(" "), after.join(" ")))
}

fn spaced(way: &[Hex]) -> String {
    way.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Both stories, one after the other.
fn told(here: &Run<Gboh>, there: &Run<Gboh>) -> String {
    format!("here\n{}\nthere\n{}", story(here), story(there))
}

/// What came about, a line each.
pub fn story(run: &Run<Gboh>) -> String {
    let tell = |entry: &Recorded<Happening>| match entry {
        Recorded::Happened(h) => Gboh::sentence(&run.position, h),
        Recorded::Rolled(r) => format!("die {} {}", r.label.text, r.face),
        Recorded::Decided(q, key) => format!("{} answers {key} to {}: {}", q.side, q.id, q.text),
    };
    run.record.iter().map(|entry| format!("  {}", tell(entry))).collect::<Vec<_>>().join("\n")
}
