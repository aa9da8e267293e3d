//! The course of a turn, and which rule carries out which order.

use super::cards::told::CardEvent;
use super::command::{self, Directive, told::CommandEvent};
use super::deploy::Preparing;
use super::movement::{self, Due};
use super::position::{Account, LeaderPlace, Ordered, Position};
use super::setup::CommandId;
use super::side::Side;
use super::stage::{Acting, Stage, Step};
use super::victory::Why;
use super::{
    Happening, Oracle, Order, cards, deploy, flight, leaders, melee, rally, react, shooting, support, victory,
};
use crate::{Flow, Outcome, Refusal};
use tess_effects::{Deed, Duty, Ending, Rule};

/// Carries out one order.
pub(super) fn obey(pos: &mut Position, side: Side, order: &Order, oracle: &mut Oracle<'_>) -> Flow<Outcome> {
    if let Some(refusal) = not_now(pos, side) {
        return Err(refusal.into());
    }
    match order {
        Order::Direct(command, order) => command::give(pos, side, (*command, *order), oracle)?,
        Order::SetOut(kind, points, height) => {
            deploy::set_out(pos, (kind, points), *height, oracle)?;
        }
        Order::Edge(north) => deploy::choose(pos, *north, oracle)?,
        Order::Place(piece, spot) => deploy::place(pos, side, (*piece, *spot), oracle)?,
        Order::PlaceAll => deploy::place_all(pos, side, oracle)?,
        Order::Move(unit, steps) => movement::go(pos, side, *unit, steps, oracle)?,
        Order::Charge(unit, target, steps) => {
            movement::charge(pos, side, (*unit, *target), steps, oracle)?;
        }
        Order::Shoot(unit, targets) => shooting::shoot(pos, side, (*unit, targets), oracle)?,
        Order::Sally(unit, target, out, back) => {
            react::sally(pos, side, (*unit, *target), (out, back), oracle)?;
        }
        Order::Feign(unit) => react::feign(pos, side, *unit, oracle)?,
        Order::Leave(unit, way) => react::leave(pos, side, (*unit, *way), oracle)?,
        Order::Dismount(unit, close) => react::dismount(pos, side, (*unit, *close), oracle)?,
        Order::Remount(unit) => react::remount(pos, side, *unit, oracle)?,
        Order::Ride(leader, way) => leaders::ride(pos, side, *leader, way, oracle)?,
        Order::Post(leader, unit, post) => leaders::join(pos, side, (*leader, *unit, *post), oracle)?,
        Order::Part(leader) => leaders::part(pos, side, *leader, oracle)?,
        Order::Attach(unit, host, wings) => support::attach(pos, side, (*unit, *host), *wings, oracle)?,
        Order::Release(unit) => support::release(pos, side, *unit, oracle)?,
        Order::Merge(part, unit) => support::merge(pos, side, (*part, *unit), oracle)?,
        Order::Rally(unit) => rally::rally(pos, side, *unit, oracle)?,
        Order::Fight => melee::fight(pos, side, oracle)?,
        Order::Relieve(first, second) => movement::relieve(pos, side, (*first, *second), oracle)?,
        Order::Detach(unit, count, hand) => movement::detach(pos, side, *unit, (*count, *hand), oracle)?,
        Order::Draw(count) => cards::draw(pos, side, *count, oracle)?,
        Order::Card(what, on) => cards::play(pos, side, (*what, on), oracle)?,
        Order::Hide(command, number) => cards::hide(pos, side, (*command, *number), oracle)?,
        Order::Arrive(command) => cards::arrive(pos, side, *command, oracle)?,
        Order::Enter(along) => cards::enter(pos, side, *along, oracle)?,
        Order::Pillage(unit, goal) => victory::pillage(pos, side, (*unit, *goal), oracle)?,
        Order::Truce => victory::offer(pos, side, oracle)?,
        Order::Rest => rest(pos, side, oracle)?,
        Order::Finish => finish(pos, side, oracle)?,
    }
    Ok(Outcome::Done)
}

/// Why a side cannot give orders at all.
fn not_now(pos: &Position, side: Side) -> Option<Refusal> {
    let now = whose(pos);
    let no = |text: String| Some(Refusal::new(Rule("turn.sequence"), text));
    match now {
        None => no("the battle is over".into()),
        Some(other) if other != side => no(format!("it is for {} to act", pos.set.sides[other])),
        Some(_) => None,
    }
}

/// Who has to act; nobody when the battle is over.
fn whose(pos: &Position) -> Option<Side> {
    match pos.stage {
        Stage::SetUp(preparing) => Some(preparing.side()),
        Stage::Draw { side } | Stage::Eve { side } | Stage::Orders { side } | Stage::Rally { side } => {
            Some(side)
        }
        Stage::Acting(acting) => Some(pos.set.command(acting.command).side),
        Stage::Over { .. } => None,
    }
}

/// **legion turn.sequence.** Orders are open: units out of command dice for theirs, all Commands for the initiative, and the first of
/// them acts.
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
            let band = movement::band(pos, command);
            pos.stage = Stage::Acting(Acting { command, step: Step::Preliminary, band });
            oracle.tell(|| Happening::Command(CommandEvent::Acts(command)));
            flight::returns(pos, command, oracle)?;
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

/// **legion card.hot-meal.** The armies are set up: whoever may makes a free move, and the first turn begins.
pub(super) fn open(pos: &mut Position, oracle: &mut Oracle<'_>) {
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
            pos.stage = Stage::Acting(Acting::of(pos, first, Step::Movement));
        }
        None => open(pos, oracle),
    }
}

/// Ends what a side has in hand.
fn finish(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    match pos.stage {
        Stage::Eve { .. } => {
            cards::next_eve(pos, oracle);
            Ok(())
        }
        Stage::Draw { .. } => {
            let help = format!("draw {}", cards::due(&pos.set, side));
            Err(Refusal::new(Rule("card.deal"), "cards are drawn first").help(help).into())
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
            flight::begin_turn(pos, oracle)?;
            open_turn(pos, oracle)
        }
        Stage::SetUp(preparing) => deploy::finish(pos, preparing, oracle),
        Stage::Orders { .. } | Stage::Over { .. } => {
            let owed: Vec<String> =
                command::without(pos, side).map(|c| pos.set.command(c).code.clone()).collect();
            let Some(first) = owed.first() else {
                return Err(Refusal::new(Rule("turn.sequence"), "there is nothing to end now").into());
            };
            let text = format!("every Command needs an order, and {} has none", owed.join(", "));
            Err(Refusal::new(Rule("order.one-each"), text)
                .help(format!("order {first} advance, hold, retire, reform, march or redeploy"))
                .into())
        }
    }
}

/// What keeps a Command from ending its initiative: units that have not done what its order asks.
fn owes(pos: &Position) -> Option<Refusal> {
    if pos.turn == 0 {
        return None;
    }
    let owed = movement::owed(pos);
    let codes: Vec<String> = owed.iter().map(|(unit, _)| pos.code(*unit)).collect();
    let (first, due) = owed.first()?;
    let order = pos.directive(*first);
    let rule = match (due, order) {
        _ if leaders::avenges(pos, *first) => Rule("leader.killed"),
        (_, Directive::Reform) => Rule("order.reform"),
        (_, Directive::Hold) => Rule("order.hold"),
        (Due::Charge(_), _) => Rule("charge.warband"),
        (_, Directive::Retire) => Rule("order.retire"),
        _ => Rule("order.advance"),
    };
    let way = match due {
        Due::Charge(target) => format!("charge {} {}", codes[0], pos.code(*target)),
        Due::Move(steps) => {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            format!("move {}: {}", codes[0], steps.join(", "))
        }
    };
    let text = format!("the order is {}, and {} still owes a move", order.word(), codes.join(", "));
    Some(Refusal::new(rule, text).help(format!("{way}; or rest, for all of them")))
}

/// **legion order.advance, order.retire, order.reform, charge.warband, leader.killed.** The units that owe something do the least of it, one after the other.
fn rest(pos: &mut Position, side: Side, oracle: &mut Oracle<'_>) -> Flow<()> {
    if !matches!(pos.stage, Stage::Acting(_)) {
        let text = "units move while their Command has the initiative";
        return Err(Refusal::new(Rule("turn.sequence"), text).into());
    }
    while let Some((unit, due)) = movement::owed(pos).into_iter().next() {
        match due {
            Due::Charge(target) => movement::charge(pos, side, (unit, target), &[], oracle)?,
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
    for unit in &mut pos.units {
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

/// Orders are given, by those who have somebody to give them to. Elephants that ran wild may have carried off the last.
fn open_turn(pos: &mut Position, oracle: &mut Oracle<'_>) -> Flow<()> {
    match Side::BOTH.into_iter().find(|&s| command::without(pos, s).next().is_some()) {
        Some(side) => pos.stage = Stage::Orders { side },
        None => victory::end(pos, Why::Majority(Side::First), oracle)?,
    }
    Ok(())
}

/// Whose decision it is.
pub(super) fn duty(pos: &Position) -> Duty {
    let Stage::Over { winner, why } = pos.stage else {
        let side = whose(pos).unwrap_or(Side::First);
        return Duty::Orders(Deed { side: pos.set.sides[side].clone(), text: wanted(pos, side) });
    };
    let winner = winner.map(|s| pos.set.sides[s].clone());
    let [first, second] = Side::BOTH.map(|side| {
        let points = victory::points(pos, side);
        format!("{points} for {}", pos.set.sides[side])
    });
    let text = format!("{}; victory points: {first}, {second}", why.words(pos));
    Duty::Over(Ending { winner, text })
}

fn wanted(pos: &Position, side: Side) -> String {
    match pos.stage {
        Stage::Draw { .. } => format!("before the battle: draw {}", cards::due(&pos.set, side)),
        Stage::Eve { .. } => {
            "before the battle: play cards that change how the armies stand; end with finish".into()
        }
        Stage::Acting(acting) if pos.turn == 0 => {
            format!(
                "a free move of {} before the battle; end with finish",
                pos.set.command(acting.command).code
            )
        }
        Stage::SetUp(Preparing::Ground) => {
            "set out the terrain (terrain woods 4,4 8,4 8,7), and end with finish".to_owned()
        }
        Stage::SetUp(Preparing::Edge) => "choose your edge: edge north, or edge south".to_owned(),
        Stage::SetUp(Preparing::Deploy { .. }) => {
            let left = deploy::waiting(pos, side).join(", ");
            let left = if left.is_empty() { "all stand".to_owned() } else { format!("waiting: {left}") };
            format!(
                "deploy within 12 inches of your edge (place H1 at 12,8; deploy), {left}; end with finish"
            )
        }
        Stage::Orders { .. } => {
            let owed: Vec<String> =
                command::without(pos, side).map(|c| pos.set.command(c).code.clone()).collect();
            format!(
                "turn {}: an order for each Command ({}): order {} {}",
                pos.turn,
                owed.join(", "),
                owed.first().map_or("C1", String::as_str),
                Directive::WORDS.join("|")
            )
        }
        Stage::Acting(acting) => {
            let spec = pos.set.command(acting.command);
            let led = match pos.leader(acting.command).place {
                LeaderPlace::Killed | LeaderPlace::Captured => "without a leader".to_owned(),
                _ => format!("under {}", spec.leader.name),
            };
            let order = pos.command(acting.command).ordered.word();
            format!(
                "turn {}: {}, {led}, has the initiative with the order {order}; end with finish",
                pos.turn, spec.code
            )
        }
        Stage::Rally { .. } => format!(
            "turn {}: rally phase: rally U1 for broken units with a leader; end with finish",
            pos.turn
        ),
        Stage::Over { .. } => String::new(),
    }
}

impl Ordered {
    /// Is it this order, known to everybody?
    #[must_use]
    pub fn is(self, order: Directive) -> bool {
        self == Ordered::Open(order)
    }

    /// What everybody may know of it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ordered::Nothing => "none",
            Ordered::Sealed(_) => "sealed",
            Ordered::Open(order) => order.word(),
        }
    }
}
