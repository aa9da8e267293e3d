//! Cards that are played in the course of a turn.

use super::args::Args;
use super::play::is_there;
use crate::events::cards::CardEvent;
use crate::measure::Length;
use crate::questions::{names, posts, stands};
use crate::refusal::Why;
use crate::refusal::cards::{Arg, Unplayed};
use crate::setup::{self, Card, Class, CommandId};
use crate::state::{Directive, Lasting, LeaderPlace, Morale, Position, Segment, Stage, UnitId};
use crate::{Flow, Happening, Oracle, Refusal, flight, leaders, morale};
use tess_dice::Die;
use tess_effects::Rule;

/// What a card does that is played now.
pub(super) fn act(pos: &mut Position, args: &mut Args<'_>, oracle: &mut Oracle<'_>) -> Flow<()> {
    let side = args.side;
    match args.card {
        Card::GoodOmens => lasts(pos, args, Lasting::GoodOmens(side)),
        Card::BadOmens => lasts(pos, args, Lasting::BadOmens(side.other())),
        Card::Weather => lasts(pos, args, Lasting::Weather(side.other())),
        Card::Legate => legate(pos, args),
        Card::Caesar => caesar(pos, args),
        Card::BattleFrenzy => {
            let command = args.command(pos, true)?;
            lasts(pos, args, Lasting::Frenzy(command))
        }
        Card::RousingSpeech => speech(pos, args),
        Card::Tribune => tribune(pos, args),
        Card::Quaestor => {
            let command = acting(pos, args)?;
            lasts(pos, args, Lasting::Fast(command))
        }
        Card::Aquilifer => aquilifer(pos, args),
        Card::DevastatingVolley => volley(pos, args),
        Card::Optio => {
            let unit = args.unit(pos, true)?;
            args.end()?;
            optio(pos, (unit, args.card), oracle)
        }
        Card::LegendaryCenturion => {
            let unit = args.unit(pos, true)?;
            args.end()?;
            centurion(pos, (unit, args.card), oracle)
        }
        Card::Panic => {
            let command = args.command(pos, false)?;
            args.end()?;
            panic(pos, command, oracle)
        }
        Card::TreacherousTerrain => {
            let unit = args.unit(pos, false)?;
            args.end()?;
            treacherous(pos, unit, oracle)
        }
        Card::IllFortune => {
            let leader = args.command(pos, false)?;
            args.end()?;
            ill_fortune(pos, leader, oracle)
        }
        Card::InspiringCommander => inspire(pos, args, oracle),
        _ => Err(args.no(Unplayed::NoSheet).into()),
    }
}

/// Something begins to last.
fn lasts(pos: &mut Position, args: &Args<'_>, what: Lasting) -> Flow<()> {
    args.end()?;
    pos.cards.in_force.push(what);
    Ok(())
}

/// The Command that has the initiative.
fn acting(pos: &Position, args: &Args<'_>) -> Result<CommandId, Refusal> {
    match pos.stage {
        Stage::Acting(acting) if pos.turn > 0 => Ok(acting.command),
        _ => Err(args.no(Unplayed::NobodyActs)),
    }
}

/// **legion card.legate.** Before initiative is rolled: a Command has the highest.
fn legate(pos: &mut Position, args: &mut Args<'_>) -> Flow<()> {
    let command = args.command(pos, true)?;
    if pos.cards.has(Lasting::Caesar) {
        return Err(args.no(Unplayed::Caesar).into());
    }
    lasts(pos, args, Lasting::First(command))
}

/// **legion card.caesar.** In place of the dice for initiative: the order of all Commands.
fn caesar(pos: &mut Position, args: &mut Args<'_>) -> Flow<()> {
    if pos.cards.has(Lasting::Caesar) {
        return Err(args.no(Unplayed::CaesarAgain).into());
    }
    let mut order = Vec::new();
    while let Some(word) = args.peek() {
        let command = names::command_of(pos, args.side, word)?;
        args.word(Arg::Command)?;
        if order.contains(&command) {
            return Err(args.no(Unplayed::Twice(word.text.clone())).into());
        }
        order.push(command);
    }
    let all: Vec<CommandId> = (0..pos.set.commands.len() as u16).map(CommandId).collect();
    if let Some(&left) = all.iter().find(|c| pos.is_in_play(**c) && !order.contains(c)) {
        return Err(args.no(Unplayed::NotNamed(left)).into());
    }
    pos.sequence = order;
    lasts(pos, args, Lasting::Caesar)
}

/// **legion card.rousing-speech.** A commander speaks to all who hear him.
fn speech(pos: &mut Position, args: &mut Args<'_>) -> Flow<()> {
    let leader = args.command(pos, true)?;
    if !is_there(pos, leader) {
        return Err(args.no(Unplayed::LeaderOff).into());
    }
    lasts(pos, args, Lasting::Speech(leader))
}

/// **legion card.tribune.** A unit of the Command that has the initiative acts under another order.
fn tribune(pos: &mut Position, args: &mut Args<'_>) -> Flow<()> {
    let command = acting(pos, args)?;
    let unit = args.unit(pos, true)?;
    if pos.unit(unit).command != command {
        return Err(args.no(Unplayed::NotActing(unit)).into());
    }
    let word = args.word(Arg::Order)?;
    let Some(order) = Directive::parse(&word.text) else {
        return Err(args.no(Unplayed::NoOrder(word.text.clone())).into());
    };
    args.end()?;
    pos.unit_mut(unit).own_order = Some(order);
    Ok(())
}

/// **legion card.aquilifer.** A unit's standard goes on at the nearest enemy: a die more in that charge.
fn aquilifer(pos: &mut Position, args: &mut Args<'_>) -> Flow<()> {
    let command = acting(pos, args)?;
    let unit = args.unit(pos, true)?;
    let at = pos.stance(unit).unwrap_or_default();
    let Some((enemy, _)) = pos.nearest_enemy(unit, at).filter(|_| pos.unit(unit).command == command) else {
        return Err(args.no(Unplayed::NobodyToCharge(unit)).into());
    };
    let own = pos.unit(unit);
    let train = matches!(pos.troop(unit).class, Class::Artillery | Class::Baggage);
    let late = matches!(pos.stage, Stage::Acting(acting) if acting.step > Segment::Movement);
    let spent = own.account.moved || own.account.fought || pos.is_engaged(unit);
    if late || spent || train || own.morale == Morale::Broken {
        return Err(args.no(Unplayed::CannotCharge(unit)).into());
    }
    lasts(pos, args, Lasting::Standard(unit, enemy))
}

/// **legion card.devastating-volley.** Before the dice: the hits of a unit's shooting count twice this turn.
fn volley(pos: &mut Position, args: &mut Args<'_>) -> Flow<()> {
    let unit = args.unit(pos, true)?;
    if pos.unit(unit).account.shot {
        return Err(args.no(Unplayed::Shot(unit)).into());
    }
    if range(pos, unit) == Length::ZERO {
        return Err(args.no(Unplayed::Unarmed(unit)).into());
    }
    lasts(pos, args, Lasting::Volley(unit))
}

/// How far the stands of a unit shoot that shoot farthest.
fn range(pos: &Position, unit: UnitId) -> Length {
    let own = pos.unit(unit);
    own.stands.iter().map(|s| pos.profile(own, s.troop).range).max().unwrap_or_default()
}

/// **legion card.devastating-volley.** Has a unit still a volley to throw this turn?
pub(super) fn may_volley(pos: &Position, unit: UnitId) -> bool {
    !pos.unit(unit).account.shot && range(pos, unit) > Length::ZERO
}

/// **legion card.optio.** A disordered unit is in order until the turn ends, whatever its hits.
pub(super) fn optio(pos: &mut Position, (unit, card): (UnitId, Card), oracle: &mut Oracle<'_>) -> Flow<()> {
    if pos.unit(unit).morale != Morale::Disordered {
        let why = Why::Unplayed(card, Unplayed::NotDisordered(unit));
        return Err(Refusal::new(card.rule(), why).into());
    }
    pos.unit_mut(unit).morale = Morale::Good;
    pos.cards.in_force.push(Lasting::Steady(unit));
    oracle.tell(|| Happening::Card(CardEvent::Ordered(unit, card)));
    Ok(())
}

/// **legion card.legendary-centurion.** A broken unit rallies, and faces the enemy in disorder.
pub(super) fn centurion(
    pos: &mut Position,
    (unit, card): (UnitId, Card),
    oracle: &mut Oracle<'_>,
) -> Flow<()> {
    if pos.unit(unit).morale != Morale::Broken {
        return Err(Refusal::new(card.rule(), Why::Unplayed(card, Unplayed::NotBroken(unit))).into());
    }
    rally(pos, unit);
    oracle.tell(|| Happening::Card(CardEvent::Ordered(unit, card)));
    Ok(())
}

/// **legion rally.broken.** A unit stands again: it turns about, in disorder.
fn rally(pos: &mut Position, unit: UnitId) {
    let home = setup::homeward(pos.side(unit));
    flight::turn(pos, unit, home.about());
    pos.unit_mut(unit).morale = Morale::Disordered;
}

/// **legion card.panic.** The units of an enemy Command throw against their Break Values.
pub(super) fn panic(pos: &mut Position, command: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let units: Vec<UnitId> = pos.units_of(command).collect();
    if units.is_empty() {
        let why = Why::Unplayed(Card::Panic, Unplayed::Nobody(command));
        return Err(Refusal::new(Rule("card.panic"), why).into());
    }
    for unit in units {
        let value = stands::break_value(pos, unit);
        let die = oracle.roll(Die::D6, "panic", &pos.code(unit), Rule("card.panic"))?;
        let lost = die as i8 > value && stands::can_be_disordered(pos, unit);
        oracle.tell(|| Happening::Card(CardEvent::Panics { unit, die, value, lost }));
        if lost {
            morale::disorder(pos, unit, Rule("card.panic"), oracle);
        }
    }
    Ok(())
}

/// **legion card.treacherous-terrain.** Can an enemy unit stumble: heavy troops or chariots, in order?
pub(super) fn may_stumble(pos: &Position, unit: UnitId) -> bool {
    let heavy = pos.is_heavy(unit) || pos.troop(unit).class.is_chariots();
    heavy && pos.unit(unit).morale == Morale::Good && pos.stance(unit).is_some()
}

/// **legion card.treacherous-terrain.** An enemy unit of heavy troops or chariots loses its order.
pub(super) fn treacherous(pos: &mut Position, unit: UnitId, oracle: &mut Oracle<'_>) -> Flow<()> {
    let rule = Rule("card.treacherous-terrain");
    if !may_stumble(pos, unit) {
        let why = Why::Unplayed(Card::TreacherousTerrain, Unplayed::CannotStumble(unit));
        return Err(Refusal::new(rule, why).into());
    }
    morale::disorder(pos, unit, rule, oracle);
    Ok(())
}

/// **legion card.ill-fortune.** Is a leader in danger: in close combat, or in range of a unit that shoots?
pub(super) fn is_in_danger(pos: &Position, leader: CommandId) -> bool {
    let shooters = || pos.enemies(pos.set.command(leader).side);
    let range = |unit: UnitId| range(pos, unit);
    match pos.leader(leader).place {
        LeaderPlace::With(unit, _) if pos.is_engaged(unit) => true,
        LeaderPlace::With(unit, _) => {
            shooters().any(|s| range(s).0 > 0 && pos.distance(s, unit).is_some_and(|d| d <= range(s)))
        }
        LeaderPlace::Alone(_) => posts::base(pos, leader).is_some_and(|base| {
            shooters().any(|s| range(s).0 > 0 && pos.bases(s).iter().any(|b| b.is_within(&base, range(s))))
        }),
        _ => false,
    }
}

/// **legion card.ill-fortune.** An enemy leader in danger is hit.
pub(super) fn ill_fortune(pos: &mut Position, leader: CommandId, oracle: &mut Oracle<'_>) -> Flow<()> {
    if !is_in_danger(pos, leader) {
        let why = Why::Unplayed(Card::IllFortune, Unplayed::NoDanger(leader));
        return Err(Refusal::new(Rule("card.ill-fortune"), why).into());
    }
    let foe = match pos.leader(leader).place {
        LeaderPlace::With(unit, _) => pos.engagements.iter().find_map(|e| e.other(unit)),
        _ => None,
    };
    leaders::casualty(pos, leader, (0, foe), oracle)
}

/// **legion card.inspiring-commander.** A Command rallies: its disordered units are in order, its broken
/// ones stand again.
fn inspire(pos: &mut Position, args: &mut Args<'_>, oracle: &mut Oracle<'_>) -> Flow<()> {
    let command = args.command(pos, true)?;
    args.end()?;
    if !is_there(pos, command) {
        return Err(args.no(Unplayed::LeaderOff).into());
    }
    let units: Vec<UnitId> = pos.units_of(command).collect();
    for unit in units {
        match pos.unit(unit).morale {
            Morale::Good => continue,
            Morale::Disordered => pos.unit_mut(unit).morale = Morale::Good,
            Morale::Broken => rally(pos, unit),
        }
        let card = args.card;
        oracle.tell(|| Happening::Card(CardEvent::Ordered(unit, card)));
    }
    Ok(())
}
