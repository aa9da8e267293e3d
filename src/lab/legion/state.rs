//! What a case says of its pieces once they all stand, and of the moment.

use super::super::CaseError;
use super::super::hidden::{known, seal};
use super::super::parse::Line;
use super::super::place::{Said, Undoing, Words};
use super::build::side;
use tess_legion::cards::{Card, DECK, Slot, Used};
use tess_legion::command::Directive;
use tess_legion::measure::{Heading, Stance};
use tess_legion::questions::zone::{Block, Zone};
use tess_legion::state::{Acting, Finer, Segment, Stage};
use tess_legion::state::{Engagement, Impact, LeaderPlace, Morale, Ordered, Place, Post};
use tess_legion::support::Wings;
use tess_legion::{CommandId, Position, Side, UnitId};

pub(super) const STEPS: [(&str, Segment); 4] = [
    ("preliminary", Segment::Preliminary),
    ("movement", Segment::Movement),
    ("secondary", Segment::Secondary),
    ("combat", Segment::Combat),
];

pub(super) const POSTS: [(&str, Post); 4] = Post::WORDS;

pub(super) const ZONES: [(&str, Zone); 4] =
    [("front", Zone::Front), ("left", Zone::Left), ("right", Zone::Right), ("rear", Zone::Rear)];

pub(super) const IMPACTS: [(&str, Impact); 3] =
    [("none", Impact::None), ("shock", Impact::Shock), ("warband", Impact::Warband)];

const OF_A_UNIT: &str = "good, disordered, broken, hits N, lost N [before N], moved, shot, fought, debt, shields, \
                         loose, attached UNIT [left N] [right N], order advance, strayed X,Y, away, gone, waiting";

const OF_A_LEADER: &str =
    "at X,Y [facing D], with UNIT rear, away, captured, killed, waiting, wounded N, moved";

/// Carries out a line that needs the pieces: a piece's state after so many words, or the moment.
pub(super) fn arrange(pos: &mut Position, line: &Line, skip: usize) -> Result<(), CaseError> {
    let mut w = Words::new(line);
    let word = w.need("a word")?.to_ascii_lowercase();
    match word.as_str() {
        "unit" => {
            let unit = w.unit_on(pos)?;
            past(&mut w, skip);
            of_a_unit(pos, unit, &mut w)
        }
        "command" => {
            let command = w.command_of(&pos.set)?;
            past(&mut w, skip);
            of_a_leader(pos, command, &mut w)
        }
        "set" => set(pos, &mut w),
        _ => moment(pos, &word, &mut w),
    }
}

/// Passes over the words of a listing, of which two have been read: `unit` and the code.
fn past(w: &mut Words<'_>, read: usize) {
    for _ in 2..read {
        w.next();
    }
}

/// `set H1 hits 2`, `set MAX killed`.
fn set(pos: &mut Position, w: &mut Words<'_>) -> Result<(), CaseError> {
    match w.peek().and_then(|code| pos.find_unit(code)) {
        Some(unit) => {
            w.next();
            of_a_unit(pos, unit, w)
        }
        None if w.peek().is_some_and(|code| pos.set.find_goal(code).is_some()) => super::goal::set(pos, w),
        None => {
            let command = w.command_of(&pos.set)?;
            of_a_leader(pos, command, w)
        }
    }
}

/// A unit is in one order, and in one way off the table.
const STATES: [Undoing; 6] = [
    ("good", &["disordered", "broken"]),
    ("disordered", &["good", "broken"]),
    ("broken", &["good", "disordered"]),
    ("away", &["gone", "waiting"]),
    ("gone", &["away", "waiting"]),
    ("waiting", &["away", "gone"]),
];

/// A leader is in one place, and a dead or captured one in none.
const PLACES: [Undoing; 6] = [
    ("at", &["with", "away", "captured", "killed", "waiting"]),
    ("with", &["at", "away", "captured", "killed", "waiting"]),
    ("away", &["captured", "killed", "waiting"]),
    ("waiting", &["away", "captured", "killed"]),
    ("captured", &["away", "killed", "waiting"]),
    ("killed", &["away", "captured", "waiting"]),
];

fn of_a_unit(pos: &mut Position, id: UnitId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let mut said = Said::default();
    while let Some(word) = w.next() {
        said.hear(w, word, &STATES)?;
        let unit = pos.unit_mut(id);
        match word.to_ascii_lowercase().as_str() {
            "good" => unit.morale = Morale::Good,
            "disordered" => unit.morale = Morale::Disordered,
            "broken" => unit.morale = Morale::Broken,
            "hits" => unit.hits = w.int("hits")?,
            "lost" => lose(pos, id, w)?,
            "moved" => unit.account.moved = true,
            "shot" => unit.account.shot = true,
            "fought" => unit.account.fought = true,
            "debt" => unit.account.debt = true,
            "shields" => unit.shields = true,
            "order" => {
                let word = w.need("an order")?;
                let order = directive(w, word)?;
                pos.unit_mut(id).own_order = Some(order);
            }
            "attached" => attach(pos, id, w)?,
            "strayed" => {
                let place = w.point()?;
                let before = pos.turn.saturating_sub(1);
                pos.unit_mut(id).strayed = Some((place, before));
            }
            "away" => unit.place = Place::Away,
            "gone" => unit.place = Place::Gone,
            "waiting" => unit.place = Place::Waiting,
            other => return Err(w.error(format!("`{other}` is nothing a unit can have"), OF_A_UNIT)),
        }
    }
    Ok(())
}

/// `attached E1 [left 1] [right 1]`: without numbers all of it on the flank where it stands, or behind.
fn attach(pos: &mut Position, id: UnitId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let host = w.unit_on(pos)?;
    let all = pos.unit(id).stands.len() as u8;
    let mut wings = Wings::default();
    if let (Some(stance), Some(own)) = (pos.stance(host), pos.stance(id)) {
        let (block, (right, _)) = (Block::of(pos, host), stance.local(own.anchor));
        wings.left = if right < block.left { all } else { 0 };
        wings.right = if right > block.right { all } else { 0 };
    }
    if w.take("left") {
        wings = Wings { left: w.int("stands")?, right: 0 };
    }
    if w.take("right") {
        wings.right = w.int("stands")?;
    }
    pos.unit_mut(id).attached = Some(host);
    pos.unit_mut(id).wings = wings;
    Ok(())
}

/// `lost 1 [before 2]`: so many whole stands have been lost this turn and in turns before; the rest stand
/// anew.
fn lose(pos: &mut Position, id: UnitId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let now: u8 = w.int("stands")?;
    let before: u8 = if w.take("before") { w.int("stands")? } else { 0 };
    let unit = pos.unit_mut(id);
    if unit.attached.is_some() {
        return Err(w.error("its stands were counted when it was attached", "write `lost` before `attached`"));
    }
    let stands = u32::from(now) + u32::from(before);
    let halves = unit.stands.iter().any(|s| s.half);
    let bases = stands as usize * if halves { 2 } else { 1 };
    if bases >= unit.stands.len() {
        return Err(w.error("a unit that has lost all its stands", "write `gone` instead"));
    }
    unit.stands.truncate(unit.stands.len() - bases);
    unit.lost = (now * 2, before * 2);
    pos.fall_in(id);
    Ok(())
}

fn of_a_leader(pos: &mut Position, id: CommandId, w: &mut Words<'_>) -> Result<(), CaseError> {
    let mut said = Said::default();
    while let Some(word) = w.next() {
        said.hear(w, word, &PLACES)?;
        let place = match word.to_ascii_lowercase().as_str() {
            "at" => {
                let anchor = w.point()?;
                let south = pos.set.command(id).side == Side::Second;
                let mut heading = if south { Heading::SOUTH } else { Heading::NORTH };
                if w.take("facing") {
                    heading = w.heading()?;
                }
                LeaderPlace::Alone(Stance { anchor, heading })
            }
            "with" => {
                let unit = w.unit_on(pos)?;
                LeaderPlace::With(unit, w.one_of("a post", &POSTS)?)
            }
            "away" => LeaderPlace::Away,
            "captured" => LeaderPlace::Captured,
            "killed" => LeaderPlace::Killed,
            "waiting" => LeaderPlace::Waiting,
            "wounded" => {
                pos.leader_mut(id).wounded = w.int("turns")?;
                continue;
            }
            "moved" => {
                pos.leader_mut(id).moved = true;
                continue;
            }
            other => return Err(w.error(format!("`{other}` is nothing a leader can have"), OF_A_LEADER)),
        };
        pos.leader_mut(id).place = place;
    }
    Ok(())
}

fn directive(w: &Words<'_>, word: &str) -> Result<Directive, CaseError> {
    Directive::parse(word).ok_or_else(|| {
        w.error(format!("`{word}` is no order"), format!("write {}", Directive::WORDS.join(", ")))
    })
}

/// `engaged H1 W1 front [shock] [fresh]`: the first came into contact with the second.
fn engaged(pos: &mut Position, w: &mut Words<'_>) -> Result<(), CaseError> {
    let (attacker, defender) = (w.unit_on(pos)?, w.unit_on(pos)?);
    let side = w.one_of("a zone", &ZONES)?;
    let impact = if w.peek().is_some_and(|p| !p.eq_ignore_ascii_case("fresh")) {
        w.one_of("an impact", &IMPACTS)?
    } else {
        Impact::None
    };
    let fresh = w.take("fresh");
    pos.engagements.push(Engagement { attacker, defender, side, impact, fresh });
    Ok(())
}

/// `hand rome legate optio`: these cards, in this order.
fn hand(pos: &mut Position, w: &mut Words<'_>) -> Result<(), CaseError> {
    let name = w.need("a side")?;
    let side = side(&pos.set, w, name)?;
    while let Some(word) = w.next() {
        let card = card(w, word)?;
        let number = HANDS + 6 * side.index() as u8 + pos.cards.hands[side].len() as u8;
        // The die of 32 goes once round the deck: the number that is sealed is the place of the card.
        let place = (card as u8).to_string();
        pos.cards.hands[side].push(Slot { seal: seal(number, &place), die: DECK, used: Used::Held });
    }
    Ok(())
}

/// `asks rome return casualty`: the side wants to be asked about these finer decisions.
fn asks(pos: &mut Position, w: &mut Words<'_>) -> Result<(), CaseError> {
    let name = w.need("a side")?;
    let side = side(&pos.set, w, name)?;
    while let Some(word) = w.next() {
        let Some(finer) = Finer::named(word) else {
            let windows = Finer::ALL.map(Finer::window).join(", ");
            return Err(w.error(format!("`{word}` is no finer decision"), &windows));
        };
        pos.asks[side].set(finer, true);
    }
    Ok(())
}

/// The first seal of the hands of a case: no sheet has one of them.
const HANDS: u8 = 244;

/// The card of a slot that a case has dealt, or drawn with the number 0.
pub(super) fn of_case(slot: &Slot) -> Option<Card> {
    slot.card(&known(slot.seal)?)
}

/// A card by its name in orders.
pub(super) fn card(w: &Words<'_>, word: &str) -> Result<Card, CaseError> {
    Card::parse(word).ok_or_else(|| w.error(format!("`{word}` is no card"), "write it as in orders: legate"))
}

/// `order C1 advance`, `sequence C1 G1`, `acting C1 [step movement]`, `giving rome`, `rally rome`, `turn 3`.
fn moment(pos: &mut Position, word: &str, w: &mut Words<'_>) -> Result<(), CaseError> {
    match word {
        "order" => {
            let command = w.command_of(&pos.set)?;
            let word = w.need("an order")?;
            let order = directive(w, word)?;
            pos.command_mut(command).ordered = Ordered::Open(order);
        }
        "engaged" => engaged(pos, w)?,
        "hand" => hand(pos, w)?,
        "asks" => asks(pos, w)?,
        "sequence" => {
            while w.peek().is_some() {
                let command = w.command_of(&pos.set)?;
                pos.sequence.push(command);
            }
        }
        "acting" => {
            let command = w.command_of(&pos.set)?;
            let step = if w.take("step") { w.one_of("a step", &STEPS)? } else { Segment::Preliminary };
            pos.stage = Stage::Acting(Acting::of(pos, command, step));
        }
        "turn" => pos.turn = w.int("a turn")?,
        _ => {
            let name = w.need("a side")?;
            let side = side(&pos.set, w, name)?;
            pos.stage = match word {
                "rally" => Stage::Rally { side },
                "eve" => {
                    pos.turn = 0;
                    pos.cards.eve = if side == Side::First { vec![Side::Second] } else { Vec::new() };
                    Stage::Eve { side }
                }
                _ => Stage::Orders { side },
            };
        }
    }
    w.done()
}
