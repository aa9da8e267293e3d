//! Reads one statement: a keyword and what belongs to it.

use super::Statement;
use super::motion::{MOVE, facing, motion, target};
use super::{Move, Order, Return, Shot, Word, stop};
use tess_orders::nearest;
use tess_orders::{Cursor, Read};

/// The words an order begins with.
pub const KEYWORDS: [&str; 36] = [
    "ask",
    "begin",
    "prearrange",
    "elite",
    "activate",
    "trump",
    "pass",
    "line",
    "contingent",
    "end",
    "all",
    "move",
    "fire",
    "harass",
    "recover",
    "rally",
    "replace",
    "restack",
    "succeed",
    "regroup",
    "mode",
    "extend",
    "shock",
    "resolve",
    "momentum",
    "finish",
    "done",
    "stop",
    "prepare",
    "attack",
    "shoot",
    "endline",
    "go",
    "finished",
    "lapse",
    "try",
];

/// Reads a statement; a `line NAME: STEPS` or `contingent NAME: STEPS` gives two.
pub(super) fn statements(cursor: &mut Cursor<'_>) -> Read<Vec<Statement>> {
    let Some(head) = cursor.advance() else { return Some(Vec::new()) };
    let one = |order| Some(vec![Statement::Order(order)]);
    match head.text.to_ascii_lowercase().as_str() {
        "stop" => stop(cursor).map(|s| vec![Statement::Stop(s)]),
        "line" => {
            let form = "line hastati, or line hastati: fwd 3";
            many(cursor, "the line", form, Order::Line)
        }
        "contingent" => {
            let form = "contingent ATT, or contingent ATT: fwd 3";
            many(cursor, "the leader", form, Order::Contingent)
        }
        "begin" => alone(cursor, Order::Begin, "begin"),
        "resolve" => {
            cursor.take(&["shock"]);
            alone(cursor, Order::Resolve, "resolve")
        }
        "momentum" => alone(cursor, Order::Momentum, "momentum"),
        "finish" | "done" | "finished" => alone(cursor, Order::Finish, "finish"),
        "endline" => alone(cursor, Order::EndLine, "end line"),
        "end" => {
            cursor.expect(&["line", "contingent"], "end line: the line command is over")?;
            alone(cursor, Order::EndLine, "end line")
        }
        "prearrange" => prearrange(cursor),
        "elite" => {
            let form = "elite REG, or elite none";
            let word = cursor.word("the leader", form)?;
            cursor.end(form)?;
            one(Order::Elite((!word.is_any(&["none", "no", "decline"])).then_some(word)))
        }
        "activate" => one(Order::Activate(optional(cursor, "activate REG")?)),
        "pass" => one(Order::Pass(optional(cursor, "pass REG")?)),
        "trump" => {
            cursor.take(&["with"]);
            one(Order::Trump(only(cursor, "the leader", "trump REG")?))
        }
        "all" => one(Order::All(motion(cursor)?)),
        "move" | "go" => {
            let who = cursor.commas("the unit or leader", MOVE)?;
            one(Order::Move(Move { who, motion: motion(cursor)? }))
        }
        "fire" | "shoot" => one(Order::Fire(shot(cursor, "fire V31 at E2, or fire V31 at leader HAM")?)),
        "harass" => {
            let form = "harass V31 at E2, or harass V31 at E2 by 2213 2214";
            let shot = aimed(cursor, form)?;
            let mut way = Vec::new();
            if cursor.take(&["by", "through"]).is_some() {
                while !cursor.is_done() {
                    way.push(cursor.hex(form)?);
                }
            }
            cursor.end(form)?;
            one(Order::Harass { shot, way })
        }
        "recover" => one(Order::Recover(cursor.list(&[], "the unit", "recover H31, or recover H31, H32")?)),
        "rally" => one(Order::Rally(cursor.list(&[], "the unit", "rally H31, or rally H31, H32")?)),
        "replace" => {
            let form = "replace BOS at 2213";
            let leader = cursor.word("the leader", form)?;
            cursor.take(&["at", "in"]);
            let hex = cursor.hex(form)?;
            cursor.end(form)?;
            one(Order::Replace { leader, hex })
        }
        "succeed" => {
            let form = "succeed SER, or succeed not SER";
            let follows = cursor.take(&["not", "no"]).is_none();
            one(Order::Succeed { leader: only(cursor, "the proconsul", form)?, follows })
        }
        "restack" => {
            let hex = cursor.hex("restack 2213")?;
            cursor.end("restack 2213")?;
            one(Order::Restack(hex))
        }
        "regroup" => regroup(cursor),
        "mode" => {
            let form = "mode S1 move, or mode S1 fire";
            let unit = cursor.word("the engine", form)?;
            let limber = cursor.take(&["move"]).is_some();
            if !limber {
                cursor.expect(&["fire", "move"], form)?;
            }
            cursor.end(form)?;
            one(Order::Mode { unit, limber })
        }
        "extend" => extend(cursor),
        "shock" | "attack" => shock(cursor),
        "ask" => ask(cursor),
        _ => unknown(cursor, head),
    }
}

/// Which finer decisions are asked about from now on.
fn ask(cursor: &mut Cursor<'_>) -> Read<Vec<Statement>> {
    let form = "ask rout-path, face, or ask not face, or ask all, or ask none";
    let (all, none) = (cursor.take(&["all"]).is_some(), cursor.take(&["none"]).is_some());
    if all || none {
        cursor.end(form)?;
        return Some(vec![Statement::Order(Order::Ask { about: Vec::new(), on: all })]);
    }
    let on = cursor.take(&["not", "no"]).is_none();
    let about = cursor.list(&[], "what to be asked about", form)?;
    Some(vec![Statement::Order(Order::Ask { about, on })])
}

fn unknown<T>(cursor: &mut Cursor<'_>, head: &Word) -> Read<T> {
    match nearest(&head.text, KEYWORDS) {
        Some(near) => {
            let message = format!("`{head}` is no order; did you mean `{near}`?");
            cursor.complain(Some(head), message, "a line that is no order begins with #")
        }
        None => cursor.complain(
            Some(head),
            format!("`{head}` is no order"),
            "orders begin with a word such as activate, line, move, fire, recover, rally, shock, resolve, momentum, \
             finish; a line that is no order begins with #",
        ),
    }
}

fn alone(cursor: &mut Cursor<'_>, order: Order, form: &str) -> Read<Vec<Statement>> {
    let help = format!("write only: {form}");
    cursor.end(&help)?;
    Some(vec![Statement::Order(order)])
}

fn only(cursor: &mut Cursor<'_>, what: &str, form: &str) -> Read<Word> {
    let word = cursor.word(what, form)?;
    cursor.end(form)?;
    Some(word)
}

fn optional(cursor: &mut Cursor<'_>, form: &str) -> Read<Option<Word>> {
    if cursor.is_done() { Some(None) } else { only(cursor, "the leader", form).map(Some) }
}

/// Several markers: with `yes` and `no` as the player writes them, without as they are signed.
fn prearrange(cursor: &mut Cursor<'_>) -> Read<Vec<Statement>> {
    let form = "prearrange XAN yes, HAS no, or prearrange none";
    let mut markers = Vec::new();
    if cursor.take(&["none"]).is_none() {
        loop {
            let leader = cursor.word("the leader", form)?;
            let side = cursor.take(&["yes", "real", "no", "bluff"]);
            let real = side.map(|word| word.is_any(&["yes", "real"]));
            markers.push((leader, real));
            if cursor.take(&[",", "and"]).is_none() {
                break;
            }
        }
    }
    cursor.end(form)?;
    Some(vec![Statement::Order(Order::Prearrange(markers))])
}

/// A command to a line or a contingent, and after a colon how all go.
fn many(cursor: &mut Cursor<'_>, what: &str, form: &str, order: fn(Word) -> Order) -> Read<Vec<Statement>> {
    let order = Statement::Order(order(cursor.word(what, form)?));
    if cursor.take(&[":"]).is_none() {
        cursor.end(form)?;
        return Some(vec![order]);
    }
    cursor.take(&["all"]);
    if cursor.is_done() {
        return Some(vec![order]);
    }
    Some(vec![order, Statement::Order(Order::All(motion(cursor)?))])
}

fn shot(cursor: &mut Cursor<'_>, form: &str) -> Read<Shot> {
    let shot = aimed(cursor, form)?;
    cursor.end(form)?;
    Some(shot)
}

fn aimed(cursor: &mut Cursor<'_>, form: &str) -> Read<Shot> {
    let unit = cursor.word("who fires", form)?;
    cursor.expect(&["at", "on"], form)?;
    let target = target(cursor)?;
    Some(Shot { unit, target })
}

fn regroup(cursor: &mut Cursor<'_>) -> Read<Vec<Statement>> {
    let form = "regroup L1 at 2213 facing W, L2 at 2214 facing W";
    let mut back = Vec::new();
    loop {
        let unit = cursor.word("the unit", form)?;
        cursor.expect(&["at", "to", "in"], form)?;
        let hex = cursor.hex(form)?;
        cursor.expect(&["facing", "face"], form)?;
        back.push(Return { unit, hex, facing: facing(cursor)? });
        if cursor.take(&[",", "and"]).is_none() {
            break;
        }
    }
    cursor.end(form)?;
    Some(vec![Statement::Order(Order::Regroup(back))])
}

fn extend(cursor: &mut Cursor<'_>) -> Read<Vec<Statement>> {
    let form = "extend H31 to 2213, H32 to 2214";
    let mut moves = Vec::new();
    loop {
        let unit = cursor.word("the unit", form)?;
        cursor.expect(&["to", "at"], form)?;
        moves.push((unit, cursor.hex(form)?));
        if cursor.take(&[",", "and"]).is_none() {
            break;
        }
    }
    cursor.end(form)?;
    Some(vec![Statement::Order(Order::Extend(moves))])
}

fn shock(cursor: &mut Cursor<'_>) -> Read<Vec<Statement>> {
    let form = "shock H31 H32 at P2, or shock H31 H32 at P2 with H31";
    let attackers = cursor.list(&["at", "on", "against"], "the attacker", form)?;
    cursor.expect(&["at", "on", "against"], form)?;
    let defenders = cursor.list(&["with"], "the defender", form)?;
    let with = match cursor.take(&["with"]) {
        Some(_) => Some(cursor.word("the attacker whose type counts", form)?),
        None => None,
    };
    cursor.end(form)?;
    Some(vec![Statement::Order(Order::Shock { attackers, defenders, with })])
}
