//! The table: ground, obstacles, objectives, and inches along its edges.

use super::{Frame, HEAD, LEFT, pixels};
use crate::pen::Pen;
use tess_legion::measure::Point;
use tess_legion::setup::{Barrier, Ground};
use tess_legion::{Position, questions::goals};

/// The group `ground`.
pub(super) fn draw(pen: &mut Pen, pos: &Position, frame: &Frame) {
    let table = &pos.set.table;
    pen.group(format_args!(r#"id="ground""#));
    pen.put(format_args!(
        r#"<rect class="table" x="{LEFT}" y="{HEAD}" width="{}" height="{}"/>"#,
        pixels(frame.width.0),
        pixels(frame.depth.0)
    ));
    inches(pen, frame);
    pen.group(format_args!(r##"clip-path="url(#table)""##));
    for piece in &table.terrain {
        let points = frame.points(piece.outline.corners().iter().copied());
        pen.group(format_args!(""));
        pen.title(&piece.name);
        pen.put(format_args!(r#"<polygon class="{}" points="{points}"/>"#, class(piece.ground)));
        let corners = piece.outline.corners();
        let count = i32::try_from(corners.len()).unwrap_or(1).max(1);
        let middle = Point {
            x: corners.iter().map(|c| c.x / count).sum(),
            y: corners.iter().map(|c| c.y / count).sum(),
        };
        pen.words("ground-name halo", frame.at(middle), &piece.name);
        pen.end();
    }
    for obstacle in &table.obstacles {
        let points = frame.points(obstacle.course.iter().copied());
        pen.group(format_args!(""));
        pen.title(&obstacle.name);
        pen.put(format_args!(r#"<polyline class="{}" points="{points}"/>"#, fence(obstacle.barrier)));
        pen.end();
    }
    for id in goals::all(pos) {
        let place = goals::place(pos, id);
        let goal = pos.set.goal(id);
        pen.group(format_args!(""));
        pen.title(&goal.name);
        pen.put(format_args!(r#"<polygon class="goal" points="{}"/>"#, frame.points(place.corners)));
        pen.words("ground-name halo", frame.at(place.middle()), &goal.code);
        pen.end();
    }
    pen.end();
    pen.end();
}

/// A line and a number every six inches.
fn inches(pen: &mut Pen, frame: &Frame) {
    let marks = |from: i32, long: i32| {
        let first = (from + 5_999) / 6_000;
        (first..=(from + long) / 6_000).map(|n| (n * 6, n * 6_000))
    };
    let (bottom, right) = (frame.origin.y, frame.origin.x + frame.width.0);
    for (number, x) in marks(frame.origin.x, frame.width.0) {
        let (a, b) = frame.at(Point { x, y: bottom });
        pen.put(format_args!(r#"<path class="inch" d="M{a} {b}V{HEAD}"/>"#));
        pen.words("rule", (a, b + 14), number);
    }
    for (number, y) in marks(frame.origin.y, frame.depth.0) {
        let (a, b) = frame.at(Point { x: right, y });
        pen.put(format_args!(r#"<path class="inch" d="M{a} {b}H{LEFT}"/>"#));
        pen.words("rule", (LEFT - 12, b + 4), number);
    }
}

const fn class(ground: Ground) -> &'static str {
    match ground {
        Ground::Woods => "wood",
        Ground::Hill => "hill",
        Ground::Rough => "rough",
        Ground::Marsh => "bog",
        Ground::Water => "water",
        Ground::Ford => "ford",
        Ground::Village => "town",
    }
}

const fn fence(barrier: Barrier) -> &'static str {
    match barrier {
        Barrier::Wall => "wall",
        Barrier::Hedge => "hedge",
        Barrier::Palisade => "rampart",
        Barrier::Ditch => "ditch",
        Barrier::Stream => "stream",
    }
}
