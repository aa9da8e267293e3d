//! The course of a turn.

use crate::events::cards::CardEvent;
use crate::events::command::CommandEvent;
use crate::movement;
use crate::questions::{band, posts};
use crate::refusal::course::{Due, Untimely};
use crate::setup::CommandId;
use crate::state::{self, Account, Acting, Directive, Ordered, Position, Segment, Stage, Why};
use crate::{
    Flow, Happening, Oracle, Refusal, cards, command, deploy, leaders, melee, morale, rally, react, victory,
};
use tess_effects::{Rule, Side};

/// Who has to act; nobody when the battle is over.
pub(super) fn whose(pos: &Position) -> Option<Side> {
    match pos.stage {
        Stage::SetUp(preparing) => Some(preparing.side()),
        Stage::Draw { side } | Stage::Eve { side } | Stage::Orders { side } | Stage::Rally { side } => {
            Some(side)
        }
        Stage::Acting(acting) => Some(pos.set.command(acting.command).side),
        Stage::Over { .. } => None,
    }
}

/// The armies stand: sides that have cards prepare, and when none does the battle begins.
pub(super) fn armies_stand(pos: &mut Position, oracle: &mut Oracle<'_>) {
    if !cards::prepare(pos, oracle) {
        open(pos, oracle);
    }
}

/// **legion turn.sequence.** Orders are open: units out of command dice for theirs, all Commands for the
/// initiative, and the first of them acts.
pub(super) fn take_initiative(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    command::dice_for_orders(pos, oracle)?;
    command::roll(pos, oracle)?;
    next_command(pos, oracle)
}

/// The next Command acts; after the last the rally phase begins.
fn next_command(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    while !pos.sequence.is_empty() {
        let command = pos.sequence.remove(0);
        if pos.is_in_play(command) {
            let band = band::band(pos, command);
            pos.stage = Stage::Acting(Acting { command, step: Segment::Preliminary, band });
            oracle.tell(|| Happening::Command(CommandEvent::Acts(command)));
            morale::returns(pos, command, oracle)?;
            return if pos.turn > 0 { cards::enemy_acts(pos, command, oracle) } else { Ok(()) };
        }
    }
    if pos.turn == 0 {
        open(pos, oracle);
        return Ok(());
    }
    pos.stage = Stage::Rally { side: Side::First };
    oracle.tell(|| Happening::Command(CommandEvent::Rally(Side::First)));
    Ok(())
}

/// **legion card.hot-meal.** The armies are set up: whoever may makes a free move, and the first turn
/// begins.
fn open(pos: &mut Position, oracle: &mut Oracle<'_>) {
    clear(pos);
    let Some(side) = pos.cards.free_moves.pop() else {
        pos.turn = 1;
        pos.stage = Stage::Orders { side: Side::First };
        oracle.tell(|| Happening::Command(CommandEvent::Turn(1)));
        return;
    };
    let commands: Vec<CommandId> =
        pos.set.commands_of(side).filter(|&c| pos.units_of(c).next().is_some()).collect();
    for &command in &commands {
        pos.command_mut(command).ordered = Ordered::Open(Directive::Advance);
    }
    oracle.tell(|| Happening::Card(CardEvent::FreeMove(side)));
    match commands.split_first() {
        Some((&first, rest)) => {
            pos.sequence = rest.to_vec();
            pos.stage = Stage::Acting(Acting::of(pos, first, Segment::Movement));
        }
        None => open(pos, oracle),
    }
}

/// Ends what a side has in hand.
pub(super) fn finish(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    match pos.stage {
        Stage::Eve { .. } => {
            if !cards::next_eve(pos, oracle) {
                open(pos, oracle);
            }
            Ok(())
        }
        Stage::Draw { .. } => {
            let due = state::due(&pos.set, side);
            Err(Refusal::new(Rule("card.deal"), Untimely::Cards(due)).into())
        }
        Stage::Acting(_) => {
            if let Some(refusal) = owes(pos) {
                return Err(refusal.into());
            }
            // Combats that nobody has asked for are fought before the initiative passes on.
            melee::fight_all(pos, side, oracle)?;
            next_command(pos, oracle)
        }
        Stage::Rally { side: Side::First } => {
            rally::phase(pos, side, oracle)?;
            victory::rally(pos, side, oracle)?;
            pos.stage = Stage::Rally { side: Side::Second };
            oracle.tell(|| Happening::Command(CommandEvent::Rally(Side::Second)));
            Ok(())
        }
        Stage::Rally { side: Side::Second } => {
            rally::phase(pos, side, oracle)?;
            victory::rally(pos, side, oracle)?;
            if victory::closes(pos, oracle)? {
                return Ok(());
            }
            next_turn(pos, oracle);
            morale::begin_turn(pos, oracle)?;
            open_turn(pos, oracle)
        }
        Stage::SetUp(preparing) => {
            if deploy::finish(pos, preparing, oracle)? {
                armies_stand(pos, oracle);
            }
            Ok(())
        }
        Stage::Orders { .. } | Stage::Over { .. } => {
            let owed: Vec<CommandId> = command::without(pos, side).collect();
            if owed.is_empty() {
                return Err(Refusal::new(Rule("turn.sequence"), Untimely::Nothing).into());
            }
            Err(Refusal::new(Rule("order.one-each"), Untimely::NoOrder(owed)).into())
        }
    }
}

/// What keeps a Command from ending its initiative: units that have not done what its order asks.
fn owes(pos: &Position) -> Option<Refusal> {
    if pos.turn == 0 {
        return None;
    }
    let owed = movement::owed(pos);
    let (first, due) = owed.first()?;
    let order = pos.directive(*first);
    let rule = match (due, order) {
        _ if posts::avenges(pos, *first) => Rule("leader.killed"),
        (_, Directive::Reform) => Rule("order.reform"),
        (_, Directive::Hold) => Rule("order.hold"),
        (Due::Charge(_), _) => Rule("charge.warband"),
        (_, Directive::Retire) => Rule("order.retire"),
        _ => Rule("order.advance"),
    };
    let units = owed.iter().map(|(unit, _)| *unit).collect();
    Some(Refusal::new(rule, Untimely::Owes(order, units, due.clone())))
}

/// **legion order.advance, order.retire, order.reform, charge.warband, leader.killed.** The units that owe
/// something do the least of it, one after the other.
pub(super) fn rest(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    if !matches!(pos.stage, Stage::Acting(_)) {
        return Err(Refusal::new(Rule("turn.sequence"), Untimely::NobodyActs).into());
    }
    while let Some((unit, due)) = movement::owed(pos).into_iter().next() {
        match due {
            Due::Charge(target) => react::charge(pos, side, (unit, target), &[], oracle)?,
            Due::Move(steps) => movement::go(pos, side, unit, &steps, oracle)?,
        }
    }
    Ok(())
}

/// **legion turn.sequence.** The next turn begins.
fn next_turn(pos: &mut Position, oracle: &mut Oracle<'_>) {
    pos.turn += 1;
    clear(pos);
    let turn = pos.turn;
    oracle.tell(|| Happening::Command(CommandEvent::Turn(turn)));
}

/// What was done and ordered in a turn is forgotten.
fn clear(pos: &mut Position) {
    cards::end_turn(pos);
    for unit in pos.units.change_all() {
        unit.account = Account { moved: unit.account.debt, ..Account::default() };
        unit.lost = (0, unit.lost.0 + unit.lost.1);
        unit.own_order = None;
        unit.strayed = unit.strayed.filter(|(_, turn)| turn + 1 >= pos.turn);
    }
    victory::next_turn(pos);
    leaders::next_turn(pos);
    for leader in &mut pos.leaders {
        leader.moved = false;
        leader.rallied = false;
    }
    for command in &mut pos.commands {
        command.ordered = Ordered::Nothing;
    }
}

/// Orders are given, by those who have somebody to give them to. Elephants that ran wild may have carried
/// off the last.
fn open_turn(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    match Side::BOTH.into_iter().find(|&s| command::without(pos, s).next().is_some()) {
        Some(side) => pos.stage = Stage::Orders { side },
        None => victory::end(pos, Why::Majority(Side::First), oracle)?,
    }
    Ok(())
}
