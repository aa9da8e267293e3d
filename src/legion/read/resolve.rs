//! Written orders resolved to the pieces of a battle.

use super::order::Order;
use crate::Refusal;
use crate::cards::What;
use crate::deploy::Piece;
use crate::measure::{Heading, Length, Point};
use crate::questions::names::{command_of, no_such, unit_of};
use crate::react::Way;
use crate::refusal::Why;
use crate::refusal::naming::{Kind, Misnamed};
use crate::setup::{Card, CommandId, GoalId};
use crate::shooting::Mark;
use crate::state::{Directive, Finer, Position, UnitId, Wings};
use crate::written::{self, Line, Post, Sheet};
use tess_diagnostic::Diagnostic;
use tess_effects::{Rule, Side, Worded};
use tess_orders::Word;

/// The orders that a line means, one for each unit that it names.
///
/// # Errors
/// When it names a piece that is not there.
pub fn orders(pos: &Position, side: Side, line: &Line) -> Result<Vec<Order>, Refusal> {
    if let written::Order::Move { units, steps } = &line.what {
        return units.iter().map(|u| Ok(Order::Move(unit_of(pos, side, u)?, steps.clone()))).collect();
    }
    one(pos, side, &line.what).map(|order| vec![order])
}

fn one(pos: &Position, side: Side, what: &written::Order) -> Result<Order, Refusal> {
    Ok(match what {
        written::Order::Direct { command, order } => {
            let order = order.as_ref().and_then(|o| Directive::parse(&o.text));
            Order::Direct(command_of(pos, side, command)?, order)
        }
        written::Order::SetOut { kind, points, height, .. } => {
            Order::SetOut(kind.text.clone(), points.clone(), *height)
        }
        written::Order::Edge { north } => Order::Edge(*north),
        written::Order::Place { piece, at: (x, y), facing, shape } => {
            let spot = (Point { x: *x, y: *y }, facing.map(Heading::new), *shape);
            Order::Place(piece_of(pos, side, piece)?, spot)
        }
        written::Order::Deploy => Order::PlaceAll,
        written::Order::Charge { unit, target, steps } => {
            let (unit, steps) = (unit_of(pos, side, unit)?, steps.clone());
            match mark_of(pos, side, target)? {
                Mark::Unit(target) => Order::Charge(unit, target, steps),
                Mark::Leader(leader) => Order::ChargeLeader(unit, leader, steps),
            }
        }
        written::Order::Shoot { unit, targets } => {
            let shooter = unit_of(pos, side, unit)?;
            let mark = |(target, stands): &(Word, Option<Word>)| {
                Ok((mark_of(pos, side, target)?, stands.as_ref().and_then(|w| w.text.parse().ok())))
            };
            Order::Shoot(shooter, targets.iter().map(mark).collect::<Result<_, Refusal>>()?)
        }
        written::Order::Sally { unit, target, out, back } => {
            let (unit, target) = (unit_of(pos, side, unit)?, mark_of(pos, side, target)?);
            Order::Sally(unit, target, out.clone(), back.clone())
        }
        written::Order::Feign(unit) => Order::Feign(unit_of(pos, side, unit)?),
        written::Order::Leave { unit, away } => {
            Order::Leave(unit_of(pos, side, unit)?, if *away { Way::Away } else { Way::Back })
        }
        written::Order::Dismount { unit, close } => Order::Dismount(unit_of(pos, side, unit)?, *close),
        written::Order::Remount(unit) => Order::Remount(unit_of(pos, side, unit)?),
        written::Order::Fight => Order::Fight,
        written::Order::Relieve { first, second } => {
            Order::Relieve(unit_of(pos, side, first)?, unit_of(pos, side, second)?)
        }
        written::Order::Detach { unit, stands, hand } => {
            Order::Detach(unit_of(pos, side, unit)?, *stands, *hand)
        }
        written::Order::Draw(count) => Order::Draw(small(count)),
        written::Order::Card { name, on } => Order::Card(card_of(name)?, on.clone()),
        written::Order::Hide { command, card, .. } => {
            Order::Hide(command_of(pos, side, command)?, card.as_ref().map(small))
        }
        written::Order::Arrive(command) => Order::Arrive(command_of(pos, side, command)?),
        written::Order::Enter(along) => Order::Enter(Length::parse(&along.text).ok_or_else(|| {
            Refusal::new(Rule("card.hidden-reserves"), Misnamed::NoInches(along.text.clone()))
        })?),
        written::Order::Ride { leader, way } => {
            let leader = leader_of(pos, side, leader)?;
            Order::Ride(leader, way.iter().map(|&(x, y)| Point { x, y }).collect())
        }
        written::Order::Attach { who, host, posts } => {
            let host = unit_of(pos, side, host)?;
            match who_is(pos, side, who)? {
                Who::Leader(leader) => Order::Post(leader, host, post(who, posts)?),
                Who::Unit(unit) => Order::Attach(unit, host, wings(pos, (unit, who), posts)?),
            }
        }
        written::Order::Part(who) => match who_is(pos, side, who)? {
            Who::Leader(leader) => Order::Part(leader),
            Who::Unit(unit) => Order::Release(unit),
        },
        written::Order::Join { part, unit } => {
            Order::Merge(unit_of(pos, side, part)?, unit_of(pos, side, unit)?)
        }
        written::Order::Rally(unit) => Order::Rally(unit_of(pos, side, unit)?),
        written::Order::Pillage { unit, goal } => {
            Order::Pillage(unit_of(pos, side, unit)?, goal_of(pos, goal)?)
        }
        written::Order::Ask { about, on } => Order::Ask(finer(about)?, *on),
        written::Order::Truce => Order::Truce,
        written::Order::Rest => Order::Rest,
        written::Order::Finish => Order::Finish,
        written::Order::Move { units, steps } => Order::Move(unit_of(pos, side, &units[0])?, steps.clone()),
    })
}

/// The finer decisions with these windows; all when none is named.
fn finer(words: &[Word]) -> Result<Vec<Finer>, Refusal> {
    if words.is_empty() {
        return Ok(Finer::ALL.to_vec());
    }
    let named = |word: &Word| {
        let nothing = || Refusal::new(Rule("turn.command-sequence"), Misnamed::NoWindow(word.text.clone()));
        Finer::named(&word.text).ok_or_else(nothing)
    };
    words.iter().map(named).collect()
}

/// Complaints about pieces that are not in this battle, line by line.
#[must_use]
pub fn unknown(pos: &Position, side: Side, sheet: &Sheet) -> Vec<Diagnostic> {
    let faults = sheet.lines.iter().filter_map(|line| Some((line, orders(pos, side, line).err()?)));
    faults
        .filter_map(|(line, refusal)| match refusal.why {
            Why::Misnamed(fault) if !may_come(pos, fault.word()) => {
                Some(complaint(line, &fault.worded(refusal.rule)))
            }
            _ => None,
        })
        .collect()
}

/// May this be a unit that an earlier line of the sheet detaches: `H1.1`?
fn may_come(pos: &Position, word: &str) -> bool {
    let parts = word.rsplit_once('.');
    parts.is_some_and(|(code, part)| part.parse::<u8>().is_ok() && pos.find_unit(code).is_some())
}

/// A refusal as a complaint about its line, with the word to blame underlined.
#[must_use]
pub fn complaint(line: &Line, refusal: &Worded) -> Diagnostic {
    let words = tess_orders::words(&line.text);
    let blamed = refusal.word.as_deref().and_then(|word| words.iter().find(|w| w.is(word)));
    let whole = words.first().zip(words.last()).map_or_else(Default::default, |(a, b)| a.span.to(b.span));
    let span = blamed.map_or(whole, |w| w.span);
    let complaint = Diagnostic::error(&*refusal.message).rule(refusal.rule.0).at(line.number, span);
    match &refusal.help {
        Some(help) => complaint.help(help),
        None => complaint,
    }
}

/// A small number; what is larger than any of them comes to nothing.
fn small(word: &Word) -> u8 {
    word.text.parse().unwrap_or(0)
}

/// A card by its name, or face down by its number.
fn card_of(word: &Word) -> Result<What, Refusal> {
    if let Ok(number) = word.text.parse() {
        return Ok(What::Down(number));
    }
    Card::parse(&word.text)
        .map(What::Face)
        .ok_or_else(|| Refusal::new(Rule("card.deal"), Misnamed::NoCard(word.text.clone())))
}

/// A leader, or a unit.
enum Who {
    Leader(CommandId),
    Unit(UnitId),
}

fn who_is(pos: &Position, side: Side, word: &Word) -> Result<Who, Refusal> {
    match pos.set.find_leader(&word.text).filter(|_| pos.find_unit(&word.text).is_none()) {
        Some(leader) => Ok(Who::Leader(leader)),
        None => unit_of(pos, side, word).map(Who::Unit),
    }
}

/// The one post of a leader.
fn post(who: &Word, posts: &[(Post, Option<u8>)]) -> Result<Post, Refusal> {
    match *posts {
        [] => Ok(Post::Rear),
        [(post, None)] => Ok(post),
        _ => Err(Refusal::new(Rule("leader.attach"), Misnamed::OnePost(who.text.clone()))),
    }
}

/// The stands of light infantry on either flank; a flank without a number takes all that are left.
fn wings(
    pos: &Position,
    (unit, who): (UnitId, &Word),
    posts: &[(Post, Option<u8>)],
) -> Result<Wings, Refusal> {
    let no = |why: Misnamed| Refusal::new(Rule("melee.light-support"), why);
    let (word, count_of) = (|| who.text.clone(), pos.unit(unit).stands.len());
    let mut wings = Wings::default();
    let mut left = pos.unit(unit).stands.len() as u8;
    for &(post, stands) in posts {
        let count = stands.unwrap_or(left);
        left = left.checked_sub(count).ok_or_else(|| no(Misnamed::Stands(word(), count_of)))?;
        match post {
            Post::Left => wings.left += count,
            Post::Right => wings.right += count,
            Post::Rear => {}
            Post::Front => {
                return Err(no(Misnamed::InFront(word())));
            }
        }
    }
    Ok(wings)
}

/// The leader of this code.
fn leader_of(pos: &Position, side: Side, word: &Word) -> Result<CommandId, Refusal> {
    pos.set.find_leader(&word.text).ok_or_else(|| {
        let own = pos.set.commands_of(side).map(|c| pos.leader_spec(c).code.clone());
        no_such(Kind::Leader, word, own.collect())
    })
}

/// The enemy unit of this code.
fn enemy_of(pos: &Position, side: Side, word: &Word) -> Result<UnitId, Refusal> {
    unit_of(pos, side.other(), word)
}

/// An enemy unit, or an enemy leader, of this code.
fn mark_of(pos: &Position, side: Side, word: &Word) -> Result<Mark, Refusal> {
    let leader = pos.set.find_leader(&word.text).filter(|&l| pos.set.command(l).side != side);
    match leader {
        Some(leader) if pos.find_unit(&word.text).is_none() => Ok(Mark::Leader(leader)),
        _ => enemy_of(pos, side, word).map(Mark::Unit),
    }
}

/// The unit, leader or objective of this code.
fn piece_of(pos: &Position, side: Side, word: &Word) -> Result<Piece, Refusal> {
    let leader = pos.set.find_leader(&word.text).map(Piece::Leader);
    let goal = || pos.set.find_goal(&word.text).map(Piece::Goal);
    let other = || if pos.find_unit(&word.text).is_some() { None } else { leader.or_else(goal) };
    other().map_or_else(|| unit_of(pos, side, word).map(Piece::Unit), Ok)
}

/// The objective of this code.
fn goal_of(pos: &Position, word: &Word) -> Result<GoalId, Refusal> {
    pos.set.find_goal(&word.text).ok_or_else(|| {
        let known = pos.set.goals.iter().map(|g| g.code.clone());
        no_such(Kind::Goal, word, known.collect())
    })
}
