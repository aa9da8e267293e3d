//! The pieces: a counter with its code, kind and ratings, an arrow to the vertex that it faces, and how it
//! stands.

use super::Frame;
use super::geometry::{Spot, arrow, gate, middle};
use crate::pen::{Pen, Text};
use tess_gboh::piece::{Class, Rank, UnitSpec, UnitType};
use tess_gboh::position::{Formation, Morale, ShockMark, Supply, Unit};
use tess_gboh::{LeaderId, Position, Side, UnitId};
use tess_hex::Hex;

/// The class of a side: the first has square counters, the second round ones.
pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "one",
        Side::Second => "two",
    }
}

/// All pieces in the frame.
pub(super) fn draw(pen: &mut Pen, pos: &Position, frame: &Frame) {
    pen.group(format_args!(r#"id="units""#));
    let hexes: Vec<Hex> = pos.set.field.hexes().filter(|&h| frame.holds(h)).collect();
    for &hex in &hexes {
        let stack = pos.stack(hex);
        // the lower one first, so that the upper one lies over it
        let shift = if stack.bottom.is_some() { 4 } else { 0 };
        for (unit, by) in
            stack.bottom.map(|unit| (unit, shift)).into_iter().chain(stack.top.map(|unit| (unit, -shift)))
        {
            // a unit in two hexes is drawn with its left half, or where that is not in the frame
            let hexes = pos.hexes(unit);
            let first = hexes.iter().find(|h| frame.holds(*h));
            if first == Some(hex) {
                counter(pen, pos, frame, unit, by);
            }
        }
        if let (Some(top), Some(bottom)) = (stack.top, stack.bottom) {
            let (x, y) = middle(frame, hex);
            let over = if pos.spec(top).two_hex { "both" } else { "with" };
            pen.words("under halo", (x, y + 35), format_args!("{over} {}", pos.spec(bottom).code));
        }
    }
    pen.end();
    pen.group(format_args!(r#"id="leaders""#));
    for &hex in &hexes {
        leaders(pen, pos, frame, hex);
    }
    pen.end();
}

/// One unit.
fn counter(pen: &mut Pen, pos: &Position, frame: &Frame, unit: UnitId, by: i32) {
    let (spec, now, hexes) = (pos.spec(unit), pos.unit(unit), pos.hexes(unit));
    let Some(left) = hexes.left else { return };
    let mut class = format!("unit {}", side(spec.side));
    if now.moved_before || now.done.moved {
        class.push_str(" moved");
    }
    if now.morale == Morale::Routed {
        class.push_str(" routed");
    }
    let code = Text(&spec.code).to_string();
    pen.group(format_args!(r#"id="u-{code}" class="{class}""#));
    pen.title(&said(pos, unit));
    let (x, y) = middle(frame, left);
    let place = match hexes.right {
        Some(right) => {
            let (u, v) = middle(frame, right);
            bar(pen, spec.side, (x, y), (u, v));
            ((x + u) / 2, (y + v) / 2)
        }
        None => {
            let round = if spec.side == Side::First { 2 } else { 13 };
            pen.put(format_args!(
                r#"<rect class="box" x="{}" y="{}" width="48" height="44" rx="{round}"/>"#,
                x - 24 + by,
                y - 20 + by
            ));
            (x + by, y + by)
        }
    };
    ahead(pen, pos, unit, place);
    face(pen, spec, now, place);
    pen.end();
}

/// What a unit in two hexes lies on: a bar from one half to the other.
fn bar(pen: &mut Pen, side: Side, (x, y): Spot, (u, v): Spot) {
    // the round ends of the second side reach past the ends of the line by themselves
    let part = if side == Side::First { 4 } else { -40 };
    let (dx, dy) = ((u - x) / part, (v - y) / part);
    // the outline shows at straight ends too
    let (ex, ey) = if side == Side::First { ((u - x) / 30, (v - y) / 35) } else { (0, 0) };
    pen.put(format_args!(
        r#"<path class="bar" d="M{} {}L{} {}"/><path class="fill" d="M{} {}L{} {}"/>"#,
        x - dx - ex,
        y - dy - ey,
        u + dx + ex,
        v + dy + ey,
        x - dx,
        y - dy,
        u + dx,
        v + dy
    ));
}

/// The arrow: to a vertex, or of a column to a side.
fn ahead(pen: &mut Pen, pos: &Position, unit: UnitId, (x, y): Spot) {
    if let Formation::Column { towards, .. } = pos.unit(unit).formation {
        let (a, b) = gate(towards);
        pen.put(format_args!(r#"<circle class="way" cx="{}" cy="{}" r="5"/>"#, x + a, y + b));
        return;
    }
    let kind = pos.spec(unit).class;
    let Some(facing) = pos.facing(unit).filter(|_| kind != Class::SC) else { return };
    let [(a, b), (c, d), (e, f)] = arrow(facing);
    pen.put(format_args!(
        r#"<path class="way" d="M{} {}L{} {}L{} {}z"/>"#,
        x + a,
        y + b,
        x + c,
        y + d,
        x + e,
        y + f
    ));
}

/// What stands on the counter.
fn face(pen: &mut Pen, spec: &UnitSpec, now: &Unit, (x, y): Spot) {
    pen.words("code", (x, y - 8), &spec.code);
    pen.sign(sign(spec), (x - 14, y));
    let letters = if spec.class.letters().is_empty() { spec.kind.letters() } else { spec.class.letters() };
    pen.words("kind", (x + 4, y + 4), letters);
    if let Some(missile) = spec.missile {
        let class = match now.supply {
            Supply::Full => "full",
            Supply::Low => "short",
            Supply::No => "spent",
        };
        pen.words(class, (x + 17, y + 4), format_args!("{missile:?}"));
    }
    pen.words("rates", (x, y + 14), format_args!("{}\u{b7}{}\u{b7}{}", spec.size, spec.tq, spec.ma));
    if let Morale::Steady { hits } = now.morale {
        let quality = i32::from(spec.tq).max(i32::from(hits)).min(11);
        let first = x - (quality - 1) * 2;
        for nth in 0..quality {
            let class = if nth < i32::from(hits) { "hit" } else { "pip" };
            pen.put(format_args!(
                r#"<circle class="{class}" cx="{}" cy="{}" r="1"/>"#,
                first + 4 * nth,
                y + 19
            ));
        }
    }
    if let Some(letter) = badge(now) {
        pen.put(format_args!(r#"<circle class="badge" cx="{}" cy="{}" r="7"/>"#, x + 23, y - 16));
        pen.words("letter", (x + 23, y - 13), letter);
    }
}

/// What is most out of the ordinary with it, as a letter.
fn badge(now: &Unit) -> Option<&'static str> {
    Some(match (now.morale, now.shock, now.formation) {
        (Morale::Routed, ..) => "R",
        (_, ShockMark::MustCheck | ShockMark::NoCheck, _) => "!",
        _ if now.engaged => "e",
        _ if now.runaway.is_some() => "u",
        _ if now.shield_wall => "w",
        (.., Formation::Square) => "s",
        (.., Formation::Charge) => "v",
        _ if now.pursued => "p",
        _ if now.depleted => "d",
        _ => return None,
    })
}

/// The sign of a kind of troops: the id of its drawing.
#[must_use]
pub const fn sign(spec: &UnitSpec) -> &'static str {
    match (spec.class, spec.kind) {
        (Class::SC, _) => "s-engine",
        (_, UnitType::PH) => "s-phalanx",
        (_, UnitType::HI | UnitType::LG) => "s-heavy",
        (_, UnitType::MI | UnitType::BI) => "s-medium",
        (_, UnitType::LI | UnitType::LP) => "s-light",
        (_, UnitType::SK | UnitType::SKS) => "s-skirmish",
        (_, UnitType::HC | UnitType::RC) => "s-horse",
        (_, UnitType::LN) => "s-lance",
        (_, UnitType::LC) => "s-light-horse",
        (_, UnitType::EL) => "s-elephant",
        (_, UnitType::CH) => "s-chariot",
    }
}

/// The unit in words, for whoever points at it.
fn said(pos: &Position, unit: UnitId) -> String {
    let (spec, now) = (pos.spec(unit), pos.unit(unit));
    let kind = match spec.class.letters() {
        "" => spec.kind.letters().to_owned(),
        class => format!("{}/{class}", spec.kind.letters()),
    };
    let mut text = format!("{}, {} ({}), {kind}", spec.code, spec.name, pos.set.sides[spec.side]);
    text.push_str(&format!(": size {}, quality {}, moves {}", spec.size, spec.tq, spec.ma));
    let mut add = |said: String| {
        text.push_str("; ");
        text.push_str(&said);
    };
    match now.morale {
        Morale::Routed => add("routed".to_owned()),
        Morale::Steady { hits } => add(format!("{hits} of {} hits", spec.tq)),
    }
    if let Some(hex) = pos.hex(unit) {
        add(match pos.facing(unit) {
            Some(facing) => format!("in {hex}, faces {facing}"),
            None => format!("in {hex}"),
        });
    }
    if spec.missile.is_some() {
        let left = match now.supply {
            Supply::Full => "has missiles",
            Supply::Low => "is low on missiles",
            Supply::No => "has no missiles left",
        };
        add(left.to_owned());
    }
    let states = [
        (now.moved_before || now.done.moved, "has moved"),
        (now.done.fired, "has fired"),
        (now.depleted, "depleted"),
        (now.engaged, "engaged"),
        (now.pursued, "has pursued"),
        (now.rallied, "rallied"),
        (now.shield_wall, "behind closed shields"),
        (now.dismounted, "on foot"),
        (now.limbered, "limbered"),
        (now.runaway.is_some(), "out of control"),
        (matches!(now.formation, Formation::Column { .. }), "in column"),
        (now.formation == Formation::Square, "in square"),
        (now.formation == Formation::Charge, "in charge formation"),
        (now.shock != ShockMark::None, "is to shock"),
    ];
    states.into_iter().filter(|(is, _)| *is).for_each(|(_, what)| add(what.to_owned()));
    text
}

/// The leaders of a hex: beside its units, or in its middle.
fn leaders(pen: &mut Pen, pos: &Position, frame: &Frame, hex: Hex) {
    let alone = pos.stack(hex).is_empty();
    let (x, y) = middle(frame, hex);
    for (nth, leader) in (0..).zip(pos.leaders_in(hex)) {
        let place = if alone { (x + 14 * nth, y + 6 * nth) } else { (x - 26 + 18 * nth, y - 18 - 2 * nth) };
        chief(pen, pos, leader, (place, if alone { 17 } else { 12 }));
    }
}

fn chief(pen: &mut Pen, pos: &Position, leader: LeaderId, ((x, y), radius): (Spot, i32)) {
    let (spec, now) = (pos.leader_spec(leader), pos.leader(leader));
    let finished = if now.finished { " finished" } else { "" };
    let code = Text(&spec.code).to_string();
    pen.group(format_args!(r#"id="l-{code}" class="leader-of {}{finished}""#, side(spec.side)));
    let acted = if now.finished { ", finished for this turn" } else { "" };
    pen.title(&format!(
        "{}, {} ({}): initiative {}, range {}{acted}",
        spec.code, spec.name, pos.set.sides[spec.side], spec.initiative, spec.range
    ));
    pen.put(format_args!(r#"<circle class="chief" cx="{x}" cy="{y}" r="{radius}"/>"#));
    if spec.rank == Rank::Overall {
        pen.put(format_args!(r#"<circle class="supreme" cx="{x}" cy="{y}" r="{}"/>"#, radius - 3));
    }
    pen.words(if radius > 12 { "leader big" } else { "leader" }, (x, y + 3), &spec.code);
    pen.end();
}
