//! What a side may do now, as plain data, for `tess legal` and the bots.

use crate::command::{
    commander, contingent, elephant_leaders, individual, line_order, momentum, trump, turn,
};
use crate::movement::marker;
use crate::order::{Step, Target};
use crate::piece::{Class, LeaderId, LineId, Side, UnitId};
use crate::position::Position;
use crate::questions::reach;
use crate::state::danger::farthest_beyond;
use crate::state::stage::{Mode, Phase, PhaseKind, Stage};
use crate::{command, missile, movement, questions, shock};
use tess_hex::Hex;

/// What a side may do now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Legal {
    /// Nothing: the other side is to decide, or the battle is over.
    Nothing,
    /// `begin`.
    Begin,
    /// `prearrange X yes, Y no`, or `prearrange none`.
    Markers {
        /// Under whom a marker may be laid (6.81).
        leaders: Vec<LeaderId>,
    },
    /// `elite X` or `elite none`.
    Elite {
        /// Who may have the phase.
        leaders: Vec<LeaderId>,
    },
    /// `activate X`, `pass X`, `trump X`.
    Activation {
        /// Whose turn it is.
        due: Vec<LeaderId>,
        /// Of these, who stand in an enemy zone and can only enable shock (5.26).
        pinned: Vec<LeaderId>,
        /// Who may try to trump, with the chance in percent.
        trumps: Vec<(LeaderId, u8)>,
        /// A re-activation: `finish` declines it.
        reactivation: bool,
    },
    /// Orders of the active leader.
    Orders(Box<Orders>),
    /// `momentum` or `finish`.
    After {
        /// Who has had his phase.
        leader: LeaderId,
        /// Chance of momentum in percent, `None` when barred.
        momentum: Option<u8>,
    },
}

/// What the active leader may still order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Orders {
    /// Who.
    pub leader: LeaderId,
    /// Individual orders left.
    pub left: u8,
    /// Units that could take an order, individual or as part of the line in progress.
    pub units: Vec<UnitChoice>,
    /// Leaders that could be moved, with the price in individual orders (0 with the line in progress).
    pub leaders: Vec<(LeaderId, u8)>,
    /// Lines he could begin a command to.
    pub lines: Vec<LineChoice>,
    /// Contingent commanders whom he could set to work (alexander 5.63).
    pub contingents: Vec<ContingentChoice>,
    /// Units with the enemies that they must or may shock.
    pub shock: Vec<(UnitId, Vec<UnitId>)>,
    /// Fallen leaders he could replace.
    pub replace: Vec<LeaderId>,
    /// Stacks whose order he could change.
    pub restack: Vec<Hex>,
    /// May the phase end now? Not before a leader who trumped has done something (5.45).
    pub may_end: bool,
    /// Chance of momentum in percent if the phase ended now, `None` when barred.
    pub momentum: Option<u8>,
}

/// What one unit could be ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitChoice {
    /// Which.
    pub unit: UnitId,
    /// It may move.
    pub moves: bool,
    /// Individual orders that moving its stack costs; `None` when it stands alone, or the stack may not
    /// move.
    pub stack_price: Option<u8>,
    /// Enemy units it may fire at from where it stands.
    pub targets: Vec<UnitId>,
    /// Hits it could recover (10.16).
    pub recover: u8,
    /// It may be rallied (10.28).
    pub rally: bool,
    /// Flank hexes into which it could slide (9.66); in a line command only.
    pub slides: Vec<Hex>,
    /// Changes of formation that it could begin a move with.
    pub shapes: Vec<Step>,
}

/// A line that could be ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineChoice {
    /// Which.
    pub line: LineId,
    /// The units the command would reach.
    pub units: Vec<UnitId>,
    /// Chance that the die allows it, in percent.
    pub chance: u8,
}

/// A contingent commander who could be set to work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContingentChoice {
    /// Who.
    pub leader: LeaderId,
    /// The units his command would reach.
    pub units: Vec<UnitId>,
    /// Orders that it costs.
    pub price: u8,
}

/// The position in which a leader has just been activated, whosever turn it is; nothing when he cannot be:
/// he is not on the map, or the battle is over.
#[must_use]
pub fn if_activated(pos: &Position, leader: LeaderId) -> Option<Position> {
    let now = pos.leader(leader);
    if now.killed || now.hex.is_none() || matches!(pos.stage, Stage::Over { .. }) {
        return None;
    }
    let mut imagined = pos.clone();
    command::phase::note_stations(&mut imagined, Some(leader));
    let again =
        matches!(&pos.stage, Stage::Activation { due, reactivation: true, .. } if due.contains(&leader));
    let kind = match again && pos.course.prize.is_none() {
        true => command::activation::reactivated(&mut imagined, leader),
        false => PhaseKind::Initial,
    };
    imagined.stage = Stage::Orders(Phase::new(leader, pos.leader_spec(leader).side, kind));
    Some(imagined)
}

/// What a side may do now.
#[must_use]
pub fn legal(pos: &Position, side: Side) -> Legal {
    if crate::play::duty::due(pos).side != Some(side) {
        return Legal::Nothing;
    }
    match &pos.stage {
        Stage::Over { .. } => Legal::Nothing,
        Stage::TurnStart => Legal::Begin,
        Stage::Markers { side } => Legal::Markers { leaders: marker::candidates(pos, *side) },
        Stage::Elite { .. } => Legal::Elite {
            leaders: pos
                .leader_ids()
                .filter(|&l| pos.leader_spec(l).side == side && turn::may_have_elite(pos, l).is_ok())
                .collect(),
        },
        Stage::Activation { due, reactivation, .. } => Legal::Activation {
            due: due.clone(),
            pinned: due.iter().copied().filter(|&l| questions::is_pinned(pos, l)).collect(),
            trumps: pos
                .leader_ids()
                .filter(|&l| trump::may_trump(pos, l).is_ok())
                .map(|l| (l, trump::percent(pos.initiative(l))))
                .collect(),
            reactivation: *reactivation,
        },
        Stage::Orders(phase) => Legal::Orders(Box::new(orders(pos, phase))),
        Stage::After(phase) => Legal::After { leader: phase.leader, momentum: momentum_chance(pos, phase) },
    }
}

fn momentum_chance(pos: &Position, phase: &Phase) -> Option<u8> {
    // A die of 9 always fails (5.33).
    momentum::may_try(pos, phase).ok().map(|()| trump::percent(pos.initiative(phase.leader)).min(90))
}

fn orders(pos: &Position, phase: &Phase) -> Orders {
    let leader = phase.leader;
    let left = individual::orders_left(pos, phase);
    let speaks = commander::commander(pos).is_ok();
    let bound = marker::is_bound(pos, leader);
    let mut units: Vec<UnitChoice> = pos.on_field(phase.side).filter_map(|unit| engine(pos, unit)).collect();
    if let (true, Some(line)) = (speaks, phase.line()) {
        let moving = line.units.iter().any(|&u| pos.unit(u).done.moved);
        units.extend(line.units.iter().filter_map(|&u| of_line(pos, u, line.firing, moving)));
    } else if phase.contingent.is_some() {
        // Fallen, or driven off: his command is over with the next `end line`.
    } else if speaks && left > 0 {
        units.extend(pos.on_field(phase.side).filter_map(|u| alone(pos, leader, u, left)));
    } else if speaks {
        units.extend(pos.on_field(phase.side).filter_map(|u| second_shot(pos, u)));
    }
    let lines = if speaks {
        (0..pos.set.lines.len() as u16).map(LineId).filter_map(|l| line_choice(pos, phase, l)).collect()
    } else {
        Vec::new()
    };
    Orders {
        leader,
        left,
        units,
        leaders: if speaks && !bound { leaders(pos, phase, left) } else { Vec::new() },
        lines,
        contingents: pos.leader_ids().filter_map(|l| contingent_choice(pos, phase, l)).collect(),
        shock: shock::candidates(pos),
        replace: if speaks && left > 0 && !bound && phase.contingent.is_none() {
            fallen(pos, leader)
        } else {
            Vec::new()
        },
        restack: if speaks && left > 0 && phase.contingent.is_none() {
            stacks(pos, leader)
        } else {
            Vec::new()
        },
        may_end: trump::must_act(pos).is_ok() && elephant_leaders::all_have_gone(pos).is_ok(),
        momentum: momentum_chance(pos, phase),
    }
}

fn contingent_choice(pos: &Position, phase: &Phase, leader: LeaderId) -> Option<ContingentChoice> {
    let summons = contingent::may_summon(pos, phase, leader).ok()?;
    // The leader of the phase must be able to speak himself.
    (!questions::is_pinned(pos, phase.leader) && !pos.leader(phase.leader).finished)
        .then_some(ContingentChoice { leader, units: summons.units, price: summons.price })
}

fn line_choice(pos: &Position, phase: &Phase, line: LineId) -> Option<LineChoice> {
    let (units, licence) = line_order::may_begin(pos, phase, line).ok()?;
    let chance = match licence {
        line_order::Licence::Free => 100,
        line_order::Licence::Roll { strategy, modifier } => {
            let faces = i16::from(strategy) - i16::from(modifier) + 1;
            u8::try_from(faces.clamp(0, 10) * 10).unwrap_or(0)
        }
    };
    Some(LineChoice { line, units, chance })
}

/// An engine that may fire without an order (9.85).
fn engine(pos: &Position, unit: UnitId) -> Option<UnitChoice> {
    let it = pos.unit(unit);
    let spent = if pos.set.variant.choices.missile.engines_fire_twice_a_phase {
        it.done.volleys >= 2
    } else {
        it.done.fired || it.shots >= 2
    };
    if pos.spec(unit).class != Class::SC || it.done.moved || spent {
        return None;
    }
    fire_only(pos, unit)
}

/// A unit that has shot on the last order and has another shot (cataphract 11.4).
fn second_shot(pos: &Position, unit: UnitId) -> Option<UnitChoice> {
    if missile::has_second_shot(pos, unit) { fire_only(pos, unit) } else { None }
}

/// A unit that could fire and nothing else, if it has anybody to fire at.
fn fire_only(pos: &Position, unit: UnitId) -> Option<UnitChoice> {
    let targets = targets(pos, unit);
    (!targets.is_empty()).then_some(UnitChoice {
        unit,
        moves: false,
        stack_price: None,
        targets,
        recover: 0,
        rally: false,
        slides: Vec::new(),
        shapes: Vec::new(),
    })
}

/// A unit of the line in progress.
fn of_line(pos: &Position, unit: UnitId, firing: bool, moving: bool) -> Option<UnitChoice> {
    let ready = commander::ready(pos, unit, commander::About::Action).is_ok();
    let done = pos.unit(unit).done;
    let mixes = pos.set.variant.choices.command.line_mixes;
    let second = missile::has_second_shot(pos, unit);
    let may_fire = pos.hex(unit).is_some()
        && (second || !done.fired)
        && (if moving && (done.moved || !mixes) { done.moved } else { ready || second });
    let may_fire = may_fire && pos.spec(unit).class != Class::SC;
    let targets = if may_fire { targets(pos, unit) } else { Vec::new() };
    let moves = ready && !firing;
    let slides = if moves { slides(pos, unit) } else { Vec::new() };
    let choice = UnitChoice {
        unit,
        moves: moves && pos.is_top(unit),
        stack_price: (moves && individual::line_takes_stack(pos, unit)).then_some(0),
        targets,
        recover: 0,
        rally: false,
        slides,
        shapes: if moves { movement::shapes(pos, unit) } else { Vec::new() },
    };
    (choice.moves || !choice.targets.is_empty()).then_some(choice)
}

/// A unit under individual orders.
fn alone(pos: &Position, leader: LeaderId, unit: UnitId, left: u8) -> Option<UnitChoice> {
    use commander::About;
    let it = pos.unit(unit);
    if it.rallied || individual::may_order(pos, leader, unit).is_err() {
        return None;
    }
    let routed = pos.is_routed(unit);
    let ready = commander::ready(pos, unit, About::Action).is_ok();
    // Bound by a marker he moves nobody (6.83).
    let moves = ready && !marker::is_bound(pos, leader);
    let price = individual::price(pos, leader, unit, true);
    let choice = UnitChoice {
        unit,
        moves: moves && pos.is_top(unit),
        stack_price: (moves && price <= left && individual::may_order_stack(pos, leader, unit))
            .then_some(price),
        targets: if (ready || missile::has_second_shot(pos, unit)) && pos.spec(unit).class != Class::SC {
            targets(pos, unit)
        } else {
            Vec::new()
        },
        recover: command::may_recover(pos, unit).unwrap_or(0),
        rally: routed && command::may_rally(pos, leader, unit).is_ok(),
        slides: Vec::new(),
        shapes: if moves { movement::shapes(pos, unit) } else { Vec::new() },
    };
    let any = choice.moves || !choice.targets.is_empty() || choice.recover > 0 || choice.rally;
    any.then_some(choice)
}

fn slides(pos: &Position, unit: UnitId) -> Vec<Hex> {
    let (Some(hex), Some(facing)) = (pos.hex(unit), pos.facing(unit)) else { return Vec::new() };
    [facing.left_flank(), facing.right_flank()]
        .into_iter()
        .filter_map(|side| hex.neighbour(side))
        .filter(|&to| movement::can_slide(pos, unit, to))
        .collect()
}

/// Enemies it may fire at, downhill beyond its reach, too (8.16).
fn targets(pos: &Position, unit: UnitId) -> Vec<UnitId> {
    let spec = pos.spec(unit);
    if spec.missile.is_none() {
        return Vec::new();
    }
    let reach = pos.set.variant.charts.missile.reach(&spec.missile_row) + farthest_beyond(&pos.set);
    pos.on_field(spec.side.other())
        .filter(|&foe| {
            pos.distance(unit, foe).is_some_and(|d| d <= reach)
                && missile::may_fire(pos, unit, Target::Unit(foe)).is_ok()
        })
        .collect()
}

fn leaders(pos: &Position, phase: &Phase, left: u8) -> Vec<(LeaderId, u8)> {
    let leader = phase.leader;
    if let Some(called) = commander::in_progress(phase) {
        let spent = pos.leader(called).spent >= pos.set.variant.charts.movement.leader_ma;
        let goes = !spent && contingent::may_leave(pos, leader, called).is_ok();
        return goes.then_some((called, 0)).into_iter().collect();
    }
    let most = pos.set.variant.charts.movement.leader_ma;
    let own = if pos.is_counter(leader) {
        None
    } else if phase.line().is_some() {
        Some(0)
    } else {
        (left > 0).then_some(1)
    };
    let mut found: Vec<(LeaderId, u8)> =
        own.filter(|_| pos.leader(leader).spent < most).map(|price| (leader, price)).into_iter().collect();
    if crate::questions::authority::is_overall(pos, leader) && !matches!(phase.mode, Mode::Lines { .. }) {
        found.extend(
            pos.leader_ids()
                .filter(|&l| {
                    let it = pos.leader(l);
                    l != leader
                        && !pos.is_counter(l)
                        && pos.leader_spec(l).side == phase.side
                        && it.hex.is_some()
                        && !it.sent
                        && reach::leader_in_range(pos, leader, l)
                })
                .map(|l| (l, if questions::stands_in_zoc(pos, l) { 2 } else { 1 }))
                .filter(|&(_, price)| price <= left),
        );
    }
    found
}

fn fallen(pos: &Position, leader: LeaderId) -> Vec<LeaderId> {
    use crate::piece::Rank;
    if !crate::questions::authority::is_overall(pos, leader) {
        return Vec::new();
    }
    let side = pos.leader_spec(leader).side;
    let spare = individual::spare(pos, side).is_some();
    pos.leader_ids()
        .filter(|&l| {
            let spec = pos.leader_spec(l);
            spec.side == side
                && pos.leader(l).killed
                && match spec.rank {
                    Rank::Overall | Rank::ElephantLeader | Rank::MacedonianContingent => false,
                    _ if !pos.set.variant.choices.command.fallen_are_replaced => false,
                    Rank::Tribune | Rank::PraefectSociorum | Rank::PraefectEquitum | Rank::Contingent => true,
                    Rank::Subordinate | Rank::Proconsul | Rank::Replacement => spare,
                }
        })
        .collect()
}

fn stacks(pos: &Position, leader: LeaderId) -> Vec<Hex> {
    pos.on_field(pos.leader_spec(leader).side)
        .filter(|&u| {
            pos.is_top(u)
                && pos.partner(u).is_some_and(|below| {
                    pos.spec(below).is_roman_foot()
                        && commander::ready(pos, below, commander::About::Else).is_ok()
                })
                && pos.spec(u).is_roman_foot()
                && commander::ready(pos, u, commander::About::Else).is_ok()
                && individual::may_order(pos, leader, u).is_ok()
        })
        .filter_map(|u| pos.hex(u))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::{Missile, UnitType};
    use crate::proving_ground::{armed, hex, setup, u, unit};
    use tess_hex::Facing;

    /// spqr 8.16: downhill one hex more.
    #[test]
    fn whom_a_unit_reaches_downhill_only_is_listed() {
        let found = |level| {
            let slinger = unit("sl", Side::Second, UnitType::SK, (1, 4, 6), 2010, Facing::E);
            let foe = unit("mi", Side::First, UnitType::MI, (3, 6, 5), 2310, Facing::W);
            let mut set = setup(vec![armed(slinger, Missile::S, "S"), foe], vec![]);
            set.field.cell_mut(hex(2010)).expect("on the field").level = level;
            targets(&Position::new(std::sync::Arc::new(set)), u(0))
        };
        assert_eq!(found(0), []);
        assert_eq!(found(1), [u(1)]);
    }
}
