//! Units out of command dice for their orders.

use crate::events::command::CommandEvent;
use crate::questions::hearing::{commander, distance, is_in_command};
use crate::questions::{names, posts};
use crate::setup::{Class, Drill};
use crate::state::Directive::{self, Advance, Hold, Retire};
use crate::state::{Morale, Ordered, Position, UnitId};
use crate::{Flow, Happening, Oracle};
use tess_dice::Die;
use tess_effects::{Question, Rule, Side};

const RULE: Rule = Rule("order.out-of-command");

/// **legion order.out-of-command.** The orders are open: each unit that does not hear its commander dices
/// for its own, by its kind of troops.
pub fn dice_for_orders(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    for side in Side::BOTH {
        let out: Vec<UnitId> =
            pos.set.commands_of(side).flat_map(|c| pos.units_of(c)).filter(|&u| dices(pos, u)).collect();
        for unit in out {
            let die = oracle.roll(Die::D6, "own-order", &pos.code(unit), RULE)?;
            let said = by_die(pos, unit, die);
            let order = match said {
                Some(order) => order,
                None => choice(pos, unit, oracle)?,
            };
            pos.unit_mut(unit).own_order = Some(order);
            let chosen = said.is_none();
            oracle.tell(|| Happening::Command(CommandEvent::OwnOrder { unit, die, order, chosen }));
        }
    }
    Ok(())
}

/// Does a unit dice? Not engines and camp guards, who are under no orders; not the broken, who obey none;
/// not those who avenge their leader; not light infantry that goes with others; and not whom the order to
/// reform calls back.
fn dices(pos: &Position, unit: UnitId) -> bool {
    let own = pos.unit(unit);
    let follows = own.attached.is_some() || posts::avenges(pos, unit);
    let called_back =
        pos.command(own.command).ordered.is(Directive::Reform) && commander(pos, own.command).is_some();
    !matches!(pos.troop(unit).class, Class::Artillery | Class::Baggage)
        && own.morale != Morale::Broken
        && !follows
        && !called_back
        && !is_in_command(pos, unit)
}

/// What the faces of a die say; nothing leaves the player the choice.
type Row = [Option<Directive>; 6];

const fn row([first, second, third, fourth, fifth, sixth]: [Directive; 6]) -> Row {
    [Some(first), Some(second), Some(third), Some(fourth), Some(fifth), Some(sixth)]
}

const HORSE: Row = row([Hold, Retire, Advance, Advance, Advance, Advance]);

const LIGHT: Row = [Some(Retire), Some(Hold), Some(Hold), Some(Advance), Some(Advance), None];

const WARBAND: Row = row([Retire, Hold, Advance, Advance, Advance, Advance]);

const ROMAN: Row = [Some(Hold), Some(Hold), None, None, Some(Advance), Some(Advance)];

const OTHERS: Row = row([Retire, Hold, Hold, Advance, Advance, Advance]);

/// **legion order.out-of-command.** What the die says, by the kind of troops. Auxilia in skirmish order are
/// light infantry.
fn by_die(pos: &Position, unit: UnitId, die: u8) -> Option<Directive> {
    let troop = pos.troop(unit);
    let row = match troop.class {
        _ if pos.is_light(unit) => LIGHT,
        Class::CelticChariots => LIGHT,
        Class::HeavyCavalry | Class::ScythedChariots => HORSE,
        Class::Warband => WARBAND,
        Class::HeavyInfantry | Class::Auxilia if troop.drill == Drill::Roman => ROMAN,
        _ => OTHERS,
    };
    row[usize::from(die.clamp(1, 6)) - 1]
}

/// The owner chooses; the first choice is the order of the unit's own Command.
fn choice(pos: &Position, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<Directive> {
    let command = pos.unit(unit).command;
    let code = pos.code(unit);
    let first = match pos.command(command).ordered {
        Ordered::Open(order) => order,
        Ordered::Nothing | Ordered::Sealed(_) => Directive::Hold,
    };
    let text = format!("{code} is out of command, and its die leaves the choice to you: what does it do?");
    let mut question = Question::new("own-order", &pos.set.sides[pos.side(unit)], &code, RULE, text)
        .choice(first.word(), format!("{}, the order of its Command", first.means()));
    for order in Directive::ALL.into_iter().filter(|&o| o != first) {
        question = question.choice(order.word(), order.means());
    }
    question = question.fact("order", first.word()).fact("own.type", names::kind(pos, unit));
    if let Some(far) = commander(pos, command).and_then(|leader| distance(pos, leader, unit)) {
        question = question.fact("leader.distance", far);
    }
    if let Some((_, far)) = pos.stance(unit).and_then(|at| pos.nearest_enemy(unit, at)) {
        question = question.fact("enemy.distance", far);
    }
    Ok(Directive::parse(&oracle.ask(question)?).unwrap_or(first))
}
