//! Reads one statement: a keyword and what belongs to it.

use super::motion::{MOVE, facing, point, shape, steps, steps_until, thousandths};
use super::{Hand, Order, Post, Word};
use tess_diagnostic::Diagnostic;
use tess_orders::nearest;
use tess_orders::{Cursor, Read};

/// The words an order begins with.
pub const KEYWORDS: [&str; 31] = [
    "order", "move", "charge", "relieve", "attach", "detach", "join", "rally", "shoot", "sally", "feign",
    "leave", "dismount", "remount", "fight", "terrain", "obstacle", "edge", "place", "deploy", "pillage",
    "truce", "rest", "finish", "draw", "card", "hide", "arrive", "enter", "ask", "try",
];

/// The six orders of a Command.
const DIRECTIVES: [&str; 6] = ["advance", "hold", "retire", "reform", "march", "redeploy"];

const ORDER: &str = "order C1 advance (or hold, retire, reform, march, redeploy)";

/// Reads a statement, and whether `try` stands before it. Nothing for an empty one, or after a complaint.
pub(super) fn statement(
    words: &[Word],
    number: u32,
    complaints: &mut Vec<Diagnostic>,
) -> Option<(bool, Order)> {
    let mut cursor = Cursor::new(words, number, complaints);
    let lenient = cursor.take(&["try"]);
    if let (Some(word), true) = (lenient, cursor.is_done()) {
        return cursor.complain(Some(word), "`try` does not say what".into(), "try finish");
    }
    let order = order(&mut cursor)?;
    Some((lenient.is_some(), order))
}

fn order(cursor: &mut Cursor<'_>) -> Read<Order> {
    let head = cursor.advance()?;
    match head.text.to_ascii_lowercase().as_str() {
        "order" => direct(cursor),
        "terrain" => set_out(cursor, "terrain", "terrain woods 4,4 8,4 8,7"),
        "obstacle" => set_out(cursor, "obstacle", "obstacle wall 4,4 8,4"),
        "edge" => edge(cursor),
        "place" => place(cursor),
        "deploy" => alone(cursor, Order::Deploy, "deploy"),
        "move" => moves(cursor),
        "charge" => charge(cursor),
        "shoot" => shoot(cursor),
        "sally" => sally(cursor),
        "feign" => Some(Order::Feign(last(cursor, "the unit", "feign V1")?)),
        "leave" => {
            let (unit, away) = with(cursor, "away", "leave H1, or leave H1 away")?;
            Some(Order::Leave { unit, away })
        }
        "dismount" => {
            let (unit, close) = with(cursor, "close", "dismount CH1, or dismount CH1 close")?;
            Some(Order::Dismount { unit, close })
        }
        "remount" => Some(Order::Remount(last(cursor, "the unit", "remount CH1")?)),
        "fight" => alone(cursor, Order::Fight, "fight"),
        "relieve" => relieve(cursor),
        "attach" => attach(cursor),
        "detach" => detach(cursor),
        "draw" => draw(cursor),
        "card" => card(cursor),
        "hide" => hide(cursor),
        "arrive" => Some(Order::Arrive(last(cursor, "the Command", "arrive C2")?)),
        "enter" => Some(Order::Enter(last(cursor, "how far from the west edge", "enter 20")?)),
        "join" => join(cursor),
        "rally" => Some(Order::Rally(last(cursor, "the unit", "rally H1")?)),
        "pillage" => {
            let form = "pillage W1 VILLA";
            let unit = cursor.word("the unit", form)?;
            let goal = last(cursor, "the town", form)?;
            Some(Order::Pillage { unit, goal })
        }
        "ask" => ask(cursor),
        "truce" => alone(cursor, Order::Truce, "truce"),
        "rest" => alone(cursor, Order::Rest, "rest"),
        "finish" | "done" => alone(cursor, Order::Finish, "finish"),
        other => {
            let message = match nearest(other, KEYWORDS) {
                Some(near) => format!("`{head}` is no order; did you mean `{near}`?"),
                None => format!("`{head}` is no order"),
            };
            let help = format!("an order begins with one of: {}", KEYWORDS.join(", "));
            cursor.complain(Some(head), message, &help)
        }
    }
}

/// About which finer decisions the side is asked from now on.
fn ask(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "ask return, casualty, or ask not casualty, or ask all, or ask none";
    let (all, none) = (cursor.take(&["all"]).is_some(), cursor.take(&["none"]).is_some());
    if all || none {
        cursor.end(form)?;
        return Some(Order::Ask { about: Vec::new(), on: all });
    }
    let on = cursor.take(&["not", "no"]).is_none();
    let about = cursor.list(&[], "what to be asked about", form)?;
    Some(Order::Ask { about, on })
}

fn alone(cursor: &mut Cursor<'_>, order: Order, form: &str) -> Read<Order> {
    cursor.end(form)?;
    Some(order)
}

fn direct(cursor: &mut Cursor<'_>) -> Read<Order> {
    let command = cursor.word("the Command", ORDER)?;
    if cursor.is_done() {
        return Some(Order::Direct { command, order: None });
    }
    let order = cursor.peek().cloned();
    cursor.expect(&DIRECTIVES, ORDER)?;
    cursor.end(ORDER)?;
    Some(Order::Direct { command, order })
}

/// A piece of ground or an obstacle: its kind and its points.
fn set_out(cursor: &mut Cursor<'_>, what: &'static str, form: &str) -> Read<Order> {
    let kind = cursor.word("its kind", form)?;
    let mut points = Vec::new();
    while !cursor.is_done() && !cursor.peek().is_some_and(|w| w.is("height")) {
        points.push(point(cursor, form)?);
    }
    let mut height = None;
    if cursor.take(&["height"]).is_some() {
        let word = cursor.word("the layers", form)?;
        if word.count().filter(|n| *n <= 9).is_none() {
            return cursor.complain(Some(&word), format!("`{word}` is no number of layers"), form);
        }
        height = word.count();
    }
    cursor.end(form)?;
    Some(Order::SetOut { what, kind, points, height })
}

fn edge(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "edge north, or edge south";
    let north = cursor.take(&["north"]).is_some();
    if !north {
        cursor.expect(&["south"], form)?;
    }
    cursor.end(form)?;
    Some(Order::Edge { north })
}

fn place(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "place H1 at 12,8 facing 22.5 form double";
    let piece = cursor.word("the unit or leader", form)?;
    cursor.take(&["at"]);
    let at = point(cursor, form)?;
    let to = if cursor.take(&["facing"]).is_some() { Some(facing(cursor, form)?) } else { None };
    let shape = if cursor.take(&["form", "in"]).is_some() { Some(shape(cursor)?) } else { None };
    cursor.end(form)?;
    Some(Order::Place { piece, at, facing: to, shape })
}

fn moves(cursor: &mut Cursor<'_>) -> Read<Order> {
    let units = cursor.list(&[":"], "the unit", MOVE)?;
    cursor.expect(&[":"], MOVE)?;
    if let ([leader], true) = (units.as_slice(), cursor.peek().is_some_and(|w| w.is("to"))) {
        return Some(Order::Ride { leader: leader.clone(), way: places(cursor)? });
    }
    Some(Order::Move { units, steps: steps(cursor)? })
}

fn charge(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "charge H1 W1, or charge H1 W1: wheel left 2";
    let unit = cursor.word("the unit", form)?;
    let target = cursor.word("whom it charges", form)?;
    let steps = if cursor.take(&[":"]).is_some() { steps(cursor)? } else { Vec::new() };
    cursor.end(form)?;
    Some(Order::Charge { unit, target, steps })
}

/// One piece and no more.
fn last(cursor: &mut Cursor<'_>, what: &str, form: &str) -> Read<Word> {
    let unit = cursor.word(what, form)?;
    cursor.end(form)?;
    Some(unit)
}

/// A unit, and whether this word follows.
fn with(cursor: &mut Cursor<'_>, word: &str, form: &str) -> Read<(Word, bool)> {
    let unit = cursor.word("the unit", form)?;
    let said = cursor.take(&[word]).is_some();
    cursor.end(form)?;
    Some((unit, said))
}

fn shoot(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "shoot V1 W1, or shoot V1 W1 stands 2, W2";
    let unit = cursor.word("the unit", form)?;
    let mut targets = Vec::new();
    loop {
        let target = cursor.word("at whom it shoots", form)?;
        let mut stands = None;
        if cursor.take(&["stands", "stand"]).is_some() {
            let word = cursor.word("the number of stands", form)?;
            if word.count().filter(|&n| n > 0).is_none() {
                return cursor.complain(Some(&word), format!("`{word}` is no number of stands"), form);
            }
            stands = Some(word);
        }
        targets.push((target, stands));
        if cursor.take(&[","]).is_none() {
            break;
        }
    }
    cursor.end(form)?;
    Some(Order::Shoot { unit, targets })
}

fn sally(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "sally V1 W1: advance 2 shoot turn about, advance 2";
    let unit = cursor.word("the unit", form)?;
    let target = cursor.word("at whom it shoots", form)?;
    cursor.expect(&[":"], form)?;
    let out = steps_until(cursor, "shoot", form)?;
    Some(Order::Sally { unit, target, out, back: steps(cursor)? })
}

fn relieve(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "relieve H1 P1: P1 takes the place of H1";
    let first = cursor.word("the unit that fights", form)?;
    cursor.take(&["with", "by"]);
    let second = cursor.word("the unit that takes its place", form)?;
    cursor.end(form)?;
    Some(Order::Relieve { first, second })
}

/// `to 12,8.5, to 14,9`.
fn places(cursor: &mut Cursor<'_>) -> Read<Vec<(i32, i32)>> {
    let form = "move MAX: to 12,8.5, to 14,9";
    let mut found = Vec::new();
    loop {
        cursor.expect(&["to"], form)?;
        let x = inches(cursor, form)?;
        cursor.expect(&[","], form)?;
        found.push((x, inches(cursor, form)?));
        if cursor.take(&[",", "then"]).is_none() {
            break;
        }
    }
    cursor.end(form)?;
    Some(found)
}

fn inches(cursor: &mut Cursor<'_>, form: &str) -> Read<i32> {
    let word = cursor.word("a number of inches", form)?;
    match thousandths(&word.text) {
        Some(n) => Some(n),
        None => cursor.complain(Some(&word), format!("`{word}` is no number of inches"), form),
    }
}

fn attach(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "attach MAX H1 rear, or attach V1 E1 left 1 right 1";
    let who = cursor.word("the leader, or light infantry", form)?;
    cursor.take(&["to"]);
    let host = cursor.word("the unit that is joined", form)?;
    let mut posts = Vec::new();
    while let Some(word) = cursor.advance() {
        let known = Post::WORDS.iter().find(|(name, _)| word.is(name));
        let Some(&(_, post)) = known else {
            return cursor.complain(Some(word), format!("`{word}` is no post"), "rear, left, right or front");
        };
        let counted = cursor.peek().filter(|w| w.text.starts_with(|c: char| c.is_ascii_digit()));
        let stands = match counted {
            Some(_) => Some(stands(cursor, form)?),
            None => None,
        };
        posts.push((post, stands));
        cursor.take(&[",", "and"]);
    }
    Some(Order::Attach { who, host, posts })
}

/// A number of stands.
fn stands(cursor: &mut Cursor<'_>, form: &str) -> Read<u8> {
    let word = cursor.word("the number of stands", form)?;
    match word.count().filter(|&n| n > 0) {
        Some(stands) => Some(stands),
        None => cursor.complain(Some(&word), format!("`{word}` is no number of stands"), form),
    }
}

fn join(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "join H1.1 H1";
    let part = cursor.word("the detached stands", form)?;
    cursor.take(&["to"]);
    let unit = last(cursor, "their unit", form)?;
    Some(Order::Join { part, unit })
}

fn detach(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "detach H1 2 left: two stands of its left end";
    let unit = cursor.word("the unit", form)?;
    if cursor.is_done() {
        return Some(Order::Part(unit));
    }
    let stands = stands(cursor, form)?;
    let hand = if cursor.take(&["left"]).is_some() { Hand::Left } else { Hand::Right };
    cursor.take(&["right"]);
    cursor.end(form)?;
    Some(Order::Detach { unit, stands, hand })
}

fn draw(cursor: &mut Cursor<'_>) -> Read<Order> {
    let count = number(cursor, "the number of cards", "draw 2")?;
    cursor.end("draw 2")?;
    Some(Order::Draw(count))
}

/// A number above zero.
fn number(cursor: &mut Cursor<'_>, what: &str, form: &str) -> Read<Word> {
    let word = cursor.word(what, form)?;
    match word.count().filter(|&n| n > 0) {
        Some(_) => Some(word),
        None => cursor.complain(Some(&word), format!("`{word}` is no number"), form),
    }
}

/// A card's name, and whatever follows: the card knows what that has to be.
fn card(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form = "card legate C1, or face down: card 2 C1 combat";
    let name = cursor.word("the card", form)?;
    let mut on = Vec::new();
    while let Some(word) = cursor.advance() {
        on.push(word.clone());
    }
    Some(Order::Card { name, on })
}

fn hide(cursor: &mut Cursor<'_>) -> Read<Order> {
    let form =
        "hide C2 with 1, or in ambush: hide C2 with 1 in 3; where the scenario has an ambush: hide C2 in 3";
    let command = cursor.word("the Command", form)?;
    let card = match cursor.take(&["with"]) {
        Some(_) => Some(number(cursor, "the number of the card", form)?),
        None => None,
    };
    let ground = match cursor.take(&["in"]) {
        Some(_) => Some(number(cursor, "the number of the piece of ground", form)?),
        None => None,
    };
    cursor.end(form)?;
    Some(Order::Hide { command, card, ground })
}
