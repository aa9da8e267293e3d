//! What a side does that does as little as it may: for one that stays silent, and for a leader who has to do
//! something.

use crate::movement::reachable;
use crate::order::{Fire, Move, Order, ShockOrder, Step, Target, Way};
use crate::play::legal::{Legal, Orders, UnitChoice, legal};
use crate::position::Position;
use crate::read::print;
use crate::{Side, UnitId};
use tess_hex::{Facing, Hex};

/// Sheets for a side that stays silent, the one that does least first: its leader passes or ends his phase,
/// no marker is laid and no elite leader called, a re-activation is declined. Who must do something (5.45,
/// 4.92) does the first thing that is legal, and ends his phase.
#[must_use]
pub fn sheets(pos: &Position, side: Side) -> Vec<String> {
    let text = |orders: &[Order]| orders.iter().map(|order| print(order, &pos.set) + "\n").collect();
    match legal(pos, side) {
        Legal::Nothing => Vec::new(),
        Legal::Begin => vec![text(&[Order::Begin])],
        Legal::Markers { .. } => vec![text(&[Order::Prearrange(Vec::new())])],
        Legal::Elite { .. } => vec![text(&[Order::Elite(None)])],
        Legal::Activation { reactivation: true, .. } | Legal::After { .. } => vec![text(&[Order::Finish])],
        Legal::Activation { due, .. } => due.into_iter().map(|leader| text(&[Order::Pass(leader)])).collect(),
        Legal::Orders(orders) if orders.may_end => vec![text(&[Order::Finish])],
        Legal::Orders(orders) => {
            let first = std::iter::once(text(&[Order::Finish]));
            first.chain(deeds(pos, &orders).map(|deed| text(&[deed, Order::Finish]))).collect()
        }
    }
}

/// Everything that a leader could do who has to do something, one order each; some may prove illegal.
pub fn deeds<'a>(pos: &'a Position, orders: &'a Orders) -> impl Iterator<Item = Order> + 'a {
    let of_unit = move |choice: &'a UnitChoice| {
        let moves = choice.moves.then(|| reachable(pos, choice.unit)).into_iter().flatten();
        single(choice).into_iter().chain(moves.map(|to| walk(choice, to.hex, Some(to.facing), false)))
    };
    let shock = |unit: UnitId, foes: &'a Vec<UnitId>| {
        let on = move |defenders| Order::Shock(ShockOrder { attackers: vec![unit], defenders, with: None });
        foes.iter().map(move |&foe| on(vec![foe])).chain([on(foes.clone())])
    };
    let units = orders.units.iter().flat_map(of_unit);
    let lines = orders.lines.iter().map(|line| Order::Line(line.line));
    let contingents = orders.contingents.iter().map(|c| Order::Contingent(c.leader));
    let stacks = orders.restack.iter().map(|&hex| Order::Restack(hex));
    let fights = orders.shock.iter().flat_map(move |(unit, foes)| shock(*unit, foes));
    units.chain(lines).chain(contingents).chain(stacks).chain(fights)
}

/// Everything a unit could do where it stands.
#[must_use]
pub fn single(choice: &UnitChoice) -> Vec<Order> {
    let unit = choice.unit;
    let shots = choice.targets.iter().map(|&t| Order::Fire(Fire { unit, target: Target::Unit(t) }));
    let recover = (choice.recover > 0).then_some(Order::Recover(unit));
    let rally = choice.rally.then_some(Order::Rally(unit));
    let shapes = choice.shapes.iter().map(|&s| reshape(unit, s));
    shots.chain(recover).chain(rally).chain(shapes).collect()
}

/// A change of formation and nothing else.
#[must_use]
pub fn reshape(unit: UnitId, step: Step) -> Order {
    Order::Move(Move::by(unit, Way::Steps(vec![step])))
}

/// A move to a place.
#[must_use]
pub fn walk(choice: &UnitChoice, hex: Hex, facing: Option<Facing>, stack: bool) -> Order {
    let way = Way::To { hex, facing, fire: None };
    Order::Move(Move { stack, ..Move::by(choice.unit, way) })
}
