//! Units stand by stand, leaders, and who fights whom.

use super::{Frame, pixels};
use crate::pen::{Pen, Text};
use tess_legion::measure::Point;
use tess_legion::questions::hearing::{Hearing, hearing};
use tess_legion::questions::posts;
use tess_legion::setup::Gait;
use tess_legion::state::Morale;
use tess_legion::{CommandId, Position, Side, UnitId};

/// The class of a side.
pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "one",
        Side::Second => "two",
    }
}

/// All units and leaders on the table.
pub(super) fn draw(pen: &mut Pen, pos: &Position, frame: &Frame) {
    pen.group(format_args!(r##"id="units" clip-path="url(#table)""##));
    for unit in pos.unit_ids().filter(|&u| pos.stance(u).is_some()) {
        draw_unit(pen, pos, frame, unit);
    }
    pen.end();
    pen.group(format_args!(r##"id="contacts" clip-path="url(#table)""##));
    for engagement in &pos.engagements {
        let (Some(one), Some(two)) = (middle(pos, engagement.attacker), middle(pos, engagement.defender))
        else {
            continue;
        };
        let half = |a: i32, b: i32, part: i32| a + (b - a) * part / 8;
        let between =
            |part: i32| frame.at(Point { x: half(one.x, two.x, part), y: half(one.y, two.y, part) });
        let ((a, b), (c, d)) = (between(3), between(5));
        pen.put(format_args!(r#"<path class="contact" d="M{a} {b}L{c} {d}"/>"#));
    }
    pen.end();
    pen.group(format_args!(r##"id="leaders" clip-path="url(#table)""##));
    let commands = u16::try_from(pos.set.commands.len()).unwrap_or(u16::MAX);
    (0..commands).map(CommandId).for_each(|leader| chief(pen, pos, frame, leader));
    pen.end();
}

/// An arrow from where each unit stood to where it stands now, where that is elsewhere.
pub(super) fn moves(pen: &mut Pen, before: &Position, pos: &Position, frame: &Frame) {
    pen.group(format_args!(r##"id="moves" clip-path="url(#table)""##));
    let was = |unit: UnitId| {
        before.unit_ids().find(|&u| u == unit).and_then(|u| before.stance(u)).map(|at| at.anchor)
    };
    for unit in pos.unit_ids() {
        if let (Some(from), Some(to)) = (was(unit), pos.stance(unit).map(|at| at.anchor))
            && from != to
        {
            pen.arrow(side(pos.side(unit)), frame.at(from), frame.at(to));
        }
    }
    pen.end();
}

fn draw_unit(pen: &mut Pen, pos: &Position, frame: &Frame, unit: UnitId) {
    let now = pos.unit(unit);
    let state = match now.morale {
        Morale::Good => "",
        Morale::Disordered => " disordered",
        Morale::Broken => " routed",
    };
    let code = pos.code(unit);
    pen.group(format_args!(r#"id="u-{}" class="unit {}{state}""#, Text(&code), side(pos.side(unit))));
    pen.title(&said(pos, unit));
    for base in pos.bases(unit) {
        pen.put(format_args!(r#"<polygon class="stand" points="{}"/>"#, frame.points(base.corners)));
        let [left, right, ..] = base.corners;
        let ((a, b), (c, d)) = (frame.at(left), frame.at(right));
        pen.put(format_args!(r#"<path class="front" d="M{a} {b}L{c} {d}"/>"#));
    }
    if let Some(at) = middle(pos, unit) {
        let (x, y) = frame.at(at);
        let wide = i32::try_from(code.len()).unwrap_or_default() * 4;
        pen.sign(sign(pos.gait(unit)), (x - wide - 8, y));
        pen.words("code halo", (x + 2, y + 4), &code);
    }
    pen.end();
}

/// The middle of all that a unit stands on.
fn middle(pos: &Position, unit: UnitId) -> Option<Point> {
    let corners: Vec<Point> = pos.bases(unit).iter().flat_map(|base| base.corners).collect();
    let count = i32::try_from(corners.len()).ok().filter(|n| *n > 0)?;
    let sum = |of: fn(&Point) -> i32| corners.iter().map(of).sum::<i32>() / count;
    Some(Point { x: sum(|p| p.x), y: sum(|p| p.y) })
}

/// The sign of how troops go: the id of its drawing.
#[must_use]
pub const fn sign(gait: Gait) -> &'static str {
    match gait {
        Gait::HeavyFoot => "s-heavy",
        Gait::Warband => "s-medium",
        Gait::LightFoot => "s-light",
        Gait::HeavyHorse => "s-horse",
        Gait::LightHorse => "s-light-horse",
        Gait::Chariots => "s-chariot",
        Gait::Elephants => "s-elephant",
        Gait::Train => "s-train",
    }
}

/// The unit in words, for whoever points at it.
fn said(pos: &Position, unit: UnitId) -> String {
    let now = pos.unit(unit);
    let troop = &pos.troop(unit).name;
    let mut text = format!(
        "{}, {troop} ({}): {} stands",
        pos.code(unit),
        pos.set.sides[pos.side(unit)],
        now.stands.len()
    );
    if now.hits > 0 {
        text.push_str(&format!("; {} hits", now.hits));
    }
    match now.morale {
        Morale::Good => {}
        Morale::Disordered => text.push_str("; disordered"),
        Morale::Broken => text.push_str("; broken"),
    }
    if let Some(stance) = pos.stance(unit) {
        text.push_str(&format!("; faces {} degrees from north", stance.heading));
    }
    for (is, what) in
        [(now.account.moved, "has moved"), (now.account.shot, "has shot"), (now.account.fought, "has fought")]
    {
        if is {
            text.push_str("; ");
            text.push_str(what);
        }
    }
    text
}

/// A leader, by himself or with his unit, and how far he is heard.
fn chief(pen: &mut Pen, pos: &Position, frame: &Frame, leader: CommandId) {
    let Some(stand) = posts::stand(pos, leader) else { return };
    let (spec, command) = (pos.leader_spec(leader), pos.set.command(leader));
    let (x, y) = frame.at(stand.middle());
    pen.group(format_args!(r#"id="l-{}" class="leader-of {}""#, Text(&spec.code), side(command.side)));
    pen.title(&format!(
        "{}, {} ({}), leads {}: rating {}",
        spec.code, spec.name, pos.set.sides[command.side], command.code, spec.rating
    ));
    if (frame.ranges || frame.range_of == Some(leader))
        && let Hearing::Within(far) = hearing(pos, leader)
    {
        pen.put(format_args!(r#"<circle class="range" cx="{x}" cy="{y}" r="{}"/>"#, pixels(far.0)));
    }
    pen.put(format_args!(r#"<circle class="chief" cx="{x}" cy="{y}" r="13"/>"#));
    if spec.chief {
        pen.put(format_args!(r#"<circle class="supreme" cx="{x}" cy="{y}" r="10"/>"#));
    }
    pen.words("leader", (x, y + 3), &spec.code);
    pen.end();
}
