//! What a case of Legion and Empire expects of its position, word by word.

use super::super::CaseError;
use super::super::moment::{Found, same, truth};
use super::super::place::Words;
use super::build::side;
use super::goal;
use super::state::{IMPACTS, POSTS, STEPS, ZONES, card, of_case};
use tess_legion::cards::Used;
use tess_legion::measure::{Heading, Length, Point, Stance};
use tess_legion::questions::sight::sees;
use tess_legion::questions::zone::{Block, zone_against};
use tess_legion::state::Stage;
use tess_legion::state::{LeaderPlace, Morale, Place, Stand};
use tess_legion::{CommandId, Position, UnitId};

const HELP: &str = "at, facing, directive, musters, unfit, formation, stands, men, hits, lost, good, disordered, broken, on-table, away, gone, waiting, \
                    moved, shot, fought, debt, shields, loose, attached, touching, engaged, distance, sees, zone, leader-at, \
                    leader-with, killed, captured, wounded, cards, dealt, rating, order, initiative, acting, step, sequence, stage, turn, \
                    winner, points, beaten, holds, spent, drives, loots, refused, stopped, halted, asks, needs, unreadable, rolled, told; each may begin with `not`";

/// Does it hold?
pub(super) fn state(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let found = match word {
        "cards" | "dealt" | "rating" => of_cards(pos, word, w)?,
        "turn" | "stage" | "winner" | "acting" | "step" | "sequence" => of_the_battle(pos, word, w)?,
        "order" | "initiative" | "leader-at" | "leader-with" | "killed" | "captured" | "wounded" => {
            let id = w.command_of(&pos.set)?;
            of_a_command(pos, id, word, w)?
        }
        "at" | "facing" | "formation" | "stands" | "men" | "hits" | "lost" | "good" | "disordered"
        | "broken" | "on-table" | "away" | "gone" | "waiting" | "attached" => {
            let id = w.unit_on(pos)?;
            of_a_unit(pos, id, word, w)?
        }
        "musters" | "unfit" => super::muster::musters(pos, word, w)?,
        "directive" => {
            let id = w.unit_on(pos)?;
            let expected = w.need("an order")?;
            let found = pos.directive(id).word();
            truth(found.eq_ignore_ascii_case(expected), found)
        }
        "moved" | "shot" | "fought" | "debt" | "shields" | "loose" => {
            let id = w.unit_on(pos)?;
            truth(mark(pos, id, word), "it is not so marked")
        }
        "points" | "beaten" | "holds" | "spent" | "drives" | "loots" => goal::state(pos, word, w)?,
        "touching" | "engaged" | "distance" | "sees" | "zone" => between(pos, word, w)?,
        _ => return Err(w.error(format!("`{word}` is no expectation"), HELP)),
    };
    w.done()?;
    Ok(found)
}

/// `cards rome 2`: so many are held. `dealt rome legate`. `rating HAN 1`.
fn of_cards(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    if word == "rating" {
        let leader = w.command_of(&pos.set)?;
        return Ok(same(pos.leader_spec(leader).rating, &w.int("a rating")?));
    }
    let name = w.need("a side")?;
    let side = side(&pos.set, w, name)?;
    if word == "cards" {
        return Ok(same(pos.cards.held(side), &w.int("a number")?));
    }
    let word = w.need("a card")?;
    let card = card(w, word)?;
    let held = pos.cards.hands[side].iter().filter(|s| s.used == Used::Held);
    let names: Vec<&str> = held.filter_map(|s| Some(of_case(s)?.face().word)).collect();
    Ok(truth(names.contains(&card.face().word), names.join(", ")))
}

fn mark(pos: &Position, id: UnitId, word: &str) -> bool {
    let unit = pos.unit(id);
    match word {
        "moved" => unit.account.moved,
        "shot" => unit.account.shot,
        "fought" => unit.account.fought,
        "debt" => unit.account.debt,
        "shields" => unit.shields,
        _ => unit.loose,
    }
}

fn of_a_unit(pos: &Position, id: UnitId, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let unit = pos.unit(id);
    let table = matches!(unit.place, Place::Table(_));
    let morale = |it: Morale| truth(table && unit.morale == it, how(pos, id));
    Ok(match word {
        "at" => {
            let expected = w.point()?;
            let within = if w.take("within") { w.length("a measure")? } else { Length(10) };
            match pos.stance(id) {
                Some(stance) if unit.attached.is_some() => {
                    let block = Block::of(pos, id);
                    near(stance.moved(i32::midpoint(block.left, block.right), block.front), expected, within)
                }
                Some(stance) => near(stance, expected, within),
                None => Err(how(pos, id)),
            }
        }
        "facing" => {
            let expected = w.heading()?;
            let within = if w.take("within") { w.length("degrees")?.0 / 10 } else { 0 };
            match pos.stance(id) {
                Some(stance) => turned(stance.heading, expected, within),
                None => Err(how(pos, id)),
            }
        }
        "formation" => {
            let expected = w.formation()?;
            truth(unit.formation == expected, unit.formation.word())
        }
        "stands" => {
            let expected: usize = w.int("stands")?;
            same(unit.stands.len(), &expected)
        }
        "men" => {
            let each = |stand: &Stand| pos.set.troop(stand.troop).class.strength().map_or(0, |(n, _)| n);
            let expected: u32 = w.int("men")?;
            same(unit.stands.iter().map(each).sum::<u32>(), &expected)
        }
        "hits" => {
            let expected: u16 = w.int("hits")?;
            same(unit.hits, &expected)
        }
        "lost" => {
            let expected: u8 = w.int("stands")?;
            let bases = unit.lost.0 + unit.lost.1;
            truth(bases == expected * 2, format!("{} bases, of which two to a stand", bases))
        }
        "good" => morale(Morale::Good),
        "disordered" => morale(Morale::Disordered),
        "broken" => morale(Morale::Broken),
        "on-table" => truth(table, how(pos, id)),
        "away" => truth(unit.place == Place::Away, how(pos, id)),
        "gone" => truth(unit.place == Place::Gone, how(pos, id)),
        "waiting" => truth(unit.place == Place::Waiting, how(pos, id)),
        _ => {
            let host = w.unit_on(pos)?;
            let found = unit.attached.map_or_else(|| "none".to_owned(), |u| pos.code(u));
            truth(unit.attached == Some(host), format!("attached to {found}"))
        }
    })
}

/// A place as far off as the case allows: ten thousandths when it does not say.
fn near(stance: Stance, expected: Point, within: Length) -> Found {
    let (x, y) = (Length(stance.anchor.x), Length(stance.anchor.y));
    truth(stance.anchor.distance(expected) <= within, format!("at {x},{y} facing {}", stance.heading))
}

fn turned(found: Heading, expected: Heading, within: i32) -> Found {
    let off = (found.hundredths() - expected.hundredths()).rem_euclid(36_000);
    truth(off.min(36_000 - off) <= within, format!("{found}"))
}

fn how(pos: &Position, id: UnitId) -> String {
    let unit = pos.unit(id);
    match unit.place {
        Place::Table(stance) => {
            let (x, y) = (Length(stance.anchor.x), Length(stance.anchor.y));
            let order = match unit.morale {
                Morale::Good => "in good order",
                Morale::Disordered => "disordered",
                Morale::Broken => "broken",
            };
            format!("{order} at {x},{y} with {} hits", unit.hits)
        }
        Place::Waiting => "not yet on the table".to_owned(),
        Place::Away => "off the table".to_owned(),
        Place::Gone => "out of the battle".to_owned(),
    }
}

/// `engaged H1 W1 [front] [shock|warband|none] [fresh]`.
fn engagement(pos: &Position, pair: (UnitId, UnitId), w: &mut Words<'_>) -> Result<Found, CaseError> {
    let Some(it) = pos.engagements.iter().find(|e| (e.attacker, e.defender) == pair) else {
        w.rest();
        let all: Vec<String> = pos
            .engagements
            .iter()
            .map(|e| format!("{} with {}", pos.code(e.attacker), pos.code(e.defender)))
            .collect();
        return Ok(Err(format!(
            "engaged: {}",
            if all.is_empty() { "nobody".into() } else { all.join(", ") }
        )));
    };
    let mut found = Ok(());
    while let Some(word) = w.peek() {
        let fits = if let Some(&(_, zone)) = ZONES.iter().find(|(z, _)| z.eq_ignore_ascii_case(word)) {
            it.side == zone
        } else if word.eq_ignore_ascii_case("fresh") {
            it.fresh
        } else {
            let &(_, impact) =
                IMPACTS.iter().find(|(i, _)| i.eq_ignore_ascii_case(word)).ok_or_else(|| {
                    w.error(format!("`{word}` says nothing of a combat"), "front, shock, fresh, ...")
                })?;
            it.impact == impact
        };
        w.next();
        found = found.and(truth(fits, format!("{it:?}")));
    }
    Ok(found)
}

/// `touching H1 W1`, `engaged H1`, `distance H1 W1 4.5 [within 0.01]`, `sees H1 W1`, `zone H1 W1 left` (of
/// H1, where W1 is).
fn between(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let one = w.unit_on(pos)?;
    if word == "engaged" && w.peek().is_none() {
        return Ok(truth(pos.is_engaged(one), "in contact with no enemy"));
    }
    let two = w.unit_on(pos)?;
    if word == "engaged" {
        return engagement(pos, (one, two), w);
    }
    if word == "sees" {
        return Ok(truth(sees(pos, one, two), "it does not see it"));
    }
    if word == "zone" {
        let expected = w.one_of("a zone", &ZONES)?;
        let found = zone_against(pos, one, two);
        return Ok(truth(found == expected, found.word()));
    }
    let Some(apart) = pos.distance(one, two) else {
        w.rest();
        return Ok(Err("one of them is not on the table".to_owned()));
    };
    if word == "touching" {
        let (a, b) = (pos.bases(one), pos.bases(two));
        let touch = a.iter().any(|x| b.iter().any(|y| x.touches(y)));
        return Ok(truth(touch, format!("{apart} apart")));
    }
    let expected = w.length("a distance")?;
    let within = if w.take("within") { w.length("a measure")? } else { Length(10) };
    Ok(truth((apart.0 - expected.0).abs() <= within.0, format!("{apart}")))
}

fn of_a_command(pos: &Position, id: CommandId, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let place = pos.leader(id).place;
    Ok(match word {
        "order" => {
            let expected = w.need("an order, sealed or none")?;
            let found = pos.command(id).ordered.word();
            truth(found.eq_ignore_ascii_case(expected), found)
        }
        "initiative" => {
            let expected: i8 = w.int("the initiative")?;
            same(pos.command(id).initiative, &expected)
        }
        "leader-at" => {
            let expected = w.point()?;
            let within = if w.take("within") { w.length("a measure")? } else { Length(10) };
            match place {
                LeaderPlace::Alone(stance) => near(stance, expected, within),
                other => Err(format!("{other:?}")),
            }
        }
        "leader-with" => {
            let unit = w.unit_on(pos)?;
            let post = if w.peek().is_some() { Some(w.one_of("a post", &POSTS)?) } else { None };
            let there = |u, p| u == unit && post.is_none_or(|post| post == p);
            truth(matches!(place, LeaderPlace::With(u, p) if there(u, p)), format!("{place:?}"))
        }
        "killed" => truth(place == LeaderPlace::Killed, format!("{place:?}")),
        "captured" => truth(place == LeaderPlace::Captured, format!("{place:?}")),
        _ => {
            let expected: u8 = w.int("turns")?;
            same(pos.leader(id).wounded, &expected)
        }
    })
}

fn of_the_battle(pos: &Position, word: &str, w: &mut Words<'_>) -> Result<Found, CaseError> {
    let set = &pos.set;
    Ok(match (word, &pos.stage) {
        ("turn", _) => {
            let expected: u16 = w.int("a turn")?;
            same(pos.turn, &expected)
        }
        ("sequence", _) => {
            let mut expected = Vec::new();
            while w.peek().is_some() {
                expected.push(w.command_of(set)?);
            }
            let codes: Vec<&str> = pos.sequence.iter().map(|&c| set.command(c).code.as_str()).collect();
            truth(pos.sequence == expected, if codes.is_empty() { "nobody".into() } else { codes.join(" ") })
        }
        ("acting", stage) => {
            let expected = w.command_of(set)?;
            match stage {
                Stage::Acting(acting) => {
                    truth(acting.command == expected, set.command(acting.command).code.clone())
                }
                other => Err(stage_name(pos, other)),
            }
        }
        ("step", stage) => {
            let expected = w.one_of("a step", &STEPS)?;
            match stage {
                Stage::Acting(acting) => truth(acting.step == expected, format!("{:?}", acting.step)),
                other => Err(stage_name(pos, other)),
            }
        }
        ("stage", stage) => {
            let expected = w.need("draw, eve, set-up, orders, acting, rally or over")?.to_ascii_lowercase();
            let (kind, whose) = kind_of(pos, stage);
            let mut found = truth(kind == expected, stage_name(pos, stage));
            if let Some(word) = w.next() {
                let side = side(set, w, word)?;
                found = found.and(truth(whose == Some(side), stage_name(pos, stage)));
            }
            found
        }
        (_, stage) => {
            let expected = w.need("a side or draw")?;
            match stage {
                Stage::Over { winner, .. } => {
                    let found = winner.map_or("draw", |s| set.sides[s].as_str());
                    truth(found.eq_ignore_ascii_case(expected), found)
                }
                other => Err(format!("the battle is not over: {}", stage_name(pos, other))),
            }
        }
    })
}

/// Which stage, and whose it is.
fn kind_of(pos: &Position, stage: &Stage) -> (&'static str, Option<tess_effects::Side>) {
    match stage {
        Stage::Draw { side } => ("draw", Some(*side)),
        Stage::Eve { side } => ("eve", Some(*side)),
        Stage::SetUp(preparing) => ("set-up", Some(preparing.side())),
        Stage::Orders { side } => ("orders", Some(*side)),
        Stage::Acting(acting) => ("acting", Some(pos.set.command(acting.command).side)),
        Stage::Rally { side } => ("rally", Some(*side)),
        Stage::Over { .. } => ("over", None),
    }
}

/// `orders rome`, `acting rome`, `rally rome`, `over`.
fn stage_name(pos: &Position, stage: &Stage) -> String {
    match kind_of(pos, stage) {
        (kind, Some(side)) => format!("{kind} {}", pos.set.sides[side]),
        (kind, None) => kind.to_owned(),
    }
}
