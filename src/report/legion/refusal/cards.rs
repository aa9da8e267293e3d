//! Why a card is not played, laid or drawn so, in words.

use super::field::misplaced;
use tess_effects::{Rule, Worded};
use tess_legion::refusal::cards::{Arg, Unlaid, Unplayed};
use tess_legion::setup::{Card, CommandId, Moment};
use tess_legion::{Position, Side, UnitId};

/// When a card is played.
fn when(card: Card) -> String {
    let words = card.face().when.iter().map(|m| match m {
        Moment::Eve => "before the battle",
        Moment::Orders => "with the orders of a turn",
        Moment::Acting => "while a Command of yours has the initiative",
        Moment::Rally => "in your rally phase",
    });
    let words: Vec<&str> = words.collect();
    if words.is_empty() { card.face().form.to_owned() } else { words.join(", or ") }
}

const fn missing(arg: Arg) -> &'static str {
    match arg {
        Arg::Command => "the Command",
        Arg::Unit => "the unit",
        Arg::Place => "a place such as 12,8",
        Arg::Facing => "the facing",
        Arg::Edge => "the edge, west or east",
        Arg::Along => "how far from the south edge",
        Arg::Ahead => "how many inches ahead",
        Arg::Works => "palisade or ditch",
        Arg::Order => "the order",
    }
}

const fn whose(own: bool) -> &'static str {
    if own { "the other army" } else { "your own army" }
}

/// The play of a card.
pub fn unplayed(pos: &Position, rule: Rule, card: Card, why: &Unplayed) -> Worded {
    let face = card.face();
    let new = |text: String| Worded::new(rule, text).help(face.form);
    let code = |unit: &UnitId| pos.code(*unit);
    let command = |command: &CommandId| &pos.set.command(*command).code;
    let unit = |unit: &UnitId, text: &str| new(format!("{} {text}", pos.code(*unit)));
    match why {
        Unplayed::NotNow => new(format!("{} is not played now", face.name)).help(when(card)),
        Unplayed::NotShown => {
            let text = match card.is_hidden() {
                true => format!("{} lies under no Command of yours that is off the table", face.name),
                false => format!("the orders do not show that you hold {}", face.name),
            };
            new(text).help(
                "a card is opened with the sheet that plays it; one that hides a Command was laid with hide",
            )
        }
        Unplayed::Missing(arg) => new(format!("{} is missing", missing(*arg))),
        Unplayed::TooMuch(word) => new(format!("`{word}` is too much here")).at(word),
        Unplayed::WrongCommand(it, word, own) => {
            new(format!("{} belongs to {}", command(it), whose(*own))).at(word)
        }
        Unplayed::WrongUnit(it, word, own) => {
            new(format!("{} belongs to {}", code(it), whose(*own))).at(word)
        }
        Unplayed::UnitOff(it, word) => unit(it, "is not on the table").at(word),
        Unplayed::NoInches(word) => new(format!("`{word}` is no number of inches")).at(word),
        Unplayed::NoComma => new("a place is written with a comma: 12,8".into()),
        Unplayed::NoFacing(word) => new(format!("`{word}` is no facing")).at(word),
        Unplayed::NoEdge(word) => new(format!("`{word}` is no side edge: write west or east")).at(word),
        Unplayed::Misplaced(it, why) => new(misplaced(pos, *it, why)).at(code(it)),
        Unplayed::NotDisordered(it) => {
            Worded::new(rule, format!("{} is not disordered", code(it))).at(code(it))
        }
        Unplayed::NotBroken(it) => Worded::new(rule, format!("{} is not broken", code(it))).at(code(it)),
        Unplayed::CannotStumble(it) => {
            let text = format!("{} is no unit of heavy troops or chariots in good order", code(it));
            Worded::new(rule, text).at(code(it))
        }
        Unplayed::NoDanger(leader) => {
            let code = &pos.leader_spec(*leader).code;
            let text = format!("{code} is in no close combat, and in range of no unit that shoots");
            Worded::new(rule, text).at(code)
        }
        before @ (Unplayed::BothOnTable
        | Unplayed::Itself
        | Unplayed::BeyondGround(_)
        | Unplayed::NotAhead
        | Unplayed::BeyondMiddle(_)
        | Unplayed::ArmiesStand
        | Unplayed::SwapOrStay
        | Unplayed::CommandOff(_)
        | Unplayed::TooLarge(_)
        | Unplayed::NoRoomOnEdge
        | Unplayed::NotDug(_)
        | Unplayed::OneEnd
        | Unplayed::LongWorks(_)
        | Unplayed::WorksOutside
        | Unplayed::WorksUnder(_)) => before_battle(pos, rule, card, before),
        during => in_battle(pos, rule, card, during),
    }
}

/// A card of the eve of a battle.
fn before_battle(pos: &Position, rule: Rule, card: Card, why: &Unplayed) -> Worded {
    let new = |text: &str| Worded::new(rule, text).help(card.face().form);
    let unit = |unit: &UnitId, text: &str| new(&format!("{} {text}", pos.code(*unit)));
    let command = |c: &CommandId, text: &str| new(&format!("{} {text}", pos.set.command(*c).code));
    match why {
        Unplayed::BothOnTable => new("both Commands have to be on the table"),
        Unplayed::Itself => new("a Command does not change places with itself"),
        Unplayed::BeyondGround(it) => unit(it, "would stand beyond its army's ground of 12 inches"),
        Unplayed::NotAhead => new("a march goes ahead"),
        Unplayed::BeyondMiddle(it) => unit(it, "would stand beyond the middle of the table"),
        Unplayed::ArmiesStand => new("both armies stand, and it is played before they do")
            .help("when the dice for the set-up have fallen, the question `scouting` asks for it"),
        Unplayed::SwapOrStay => new("the side of the table is missing: swap or stay"),
        Unplayed::CommandOff(it) => command(it, "is not on the table"),
        Unplayed::TooLarge(it) => command(it, "is more than a quarter of its army"),
        Unplayed::NoRoomOnEdge => new("there is no room for all its units on that edge"),
        Unplayed::NotDug(word) => new(&format!("`{word}` is not dug: write palisade or ditch")).at(word),
        Unplayed::OneEnd => new("works have two ends at least"),
        Unplayed::LongWorks(long) => new(&format!("that is {long} inches of works, and 12 is the most")),
        Unplayed::WorksUnder(it) => unit(it, "stands where they would be dug"),
        _ => new("works are dug in your own ground, 12 inches from your edge"),
    }
}

/// A card of the battle itself.
fn in_battle(pos: &Position, rule: Rule, card: Card, why: &Unplayed) -> Worded {
    let new = |text: &str| Worded::new(rule, text).help(card.face().form);
    let unit = |unit: &UnitId, text: &str| new(&format!("{} {text}", pos.code(*unit)));
    let code = |c: &CommandId| &pos.set.command(*c).code;
    match why {
        Unplayed::UnderOther(under) => new(&format!("that card lies under {}", code(under))),
        Unplayed::NoGround(it) => new(&format!("{} lies in no ground that could hide it", code(it))),
        Unplayed::TooEarly => new("reserves come from the second turn on"),
        Unplayed::Deep(deep) => new(&format!("the table is {deep} inches deep")),
        Unplayed::NobodyActs => new("no Command of yours has the initiative"),
        Unplayed::Caesar => new("Caesar has set the order of this turn"),
        Unplayed::CaesarAgain => new("Caesar has set the order of this turn already"),
        Unplayed::Twice(word) => new(&format!("{word} stands there twice")).at(word),
        Unplayed::NotNamed(it) => {
            new(&format!("{} is missing: Caesar names every Command of both armies", code(it)))
        }
        Unplayed::LeaderOff => new("its commander is not on the table"),
        Unplayed::NotActing(it) => unit(it, "does not belong to the Command that acts"),
        Unplayed::NoOrder(word) => new(&format!("`{word}` is no order")).at(word),
        Unplayed::NobodyToCharge(it) => unit(it, "has no enemy whom it could charge now"),
        Unplayed::CannotCharge(it) => unit(it, "cannot charge this turn, or not any more"),
        Unplayed::Shot(it) => unit(it, "has shot this turn"),
        Unplayed::Unarmed(it) => unit(it, "has nothing to shoot with"),
        Unplayed::Nobody(it) => new(&format!("nobody of {} is on the table", code(it))),
        _ => new(&format!("{} is not played by a sheet", card.face().name)),
    }
}

/// Cards that are drawn or laid face down, and Commands that are held back.
pub fn unlaid(pos: &Position, rule: Rule, side: Side, why: &Unlaid) -> Worded {
    let new = |text: &str| Worded::new(rule, text);
    let down = |text: &str| new(text).help("write card NUMBER COMMAND initiative (or shooting, combat)");
    let code = |c: &CommandId| pos.set.command(*c).code.as_str();
    let of = |c: &CommandId, text: &str| new(&format!("{} {text}", code(c))).at(code(c));
    match why {
        Unlaid::DrawnOnce => new("cards are drawn once, before the battle"),
        Unlaid::Count(due, count) => new(&format!("{} draws {due} cards, not {count}", pos.set.sides[side]))
            .help(format!("write `draw {due}`")),
        Unlaid::NoUse => down("a card face down is played for a Command's initiative, shooting or combat"),
        Unlaid::NoHelp(word) => down(&format!("`{word}` is nothing a card helps")).at(word),
        Unlaid::Foreign(it) => down(&format!("{} belongs to the other army", code(it))),
        Unlaid::NotNow(what) => down(&format!(
            "it is not the time for a card to help in {}: the dice come later, or have been thrown",
            what.word()
        )),
        Unlaid::NotHeld(number, held) => {
            let held: Vec<String> = held.iter().map(ToString::to_string).collect();
            new(&format!("there is no card {number} in your hand")).help(match held.as_slice() {
                [] => "you have none left".to_owned(),
                held => format!("you hold {}", held.join(", ")),
            })
        }
        Unlaid::AsItDeploys(it) => new("a Command is held back as its army deploys").at(code(it)),
        Unlaid::BeforeBattle(it) => new("a Command is held back before the battle only").at(code(it)),
        Unlaid::HideForeign(it) => of(it, "belongs to the other army"),
        Unlaid::Hidden(it) => of(it, "is held back already"),
        Unlaid::NoAmbush(it) => of(it, "has no ambush in this scenario").help(
            "under a card of the hand: hide COMMAND with 1, for an ambush `in` the number of the ground",
        ),
        Unlaid::WithoutCard(it) => of(it, "lies in ambush without a card")
            .help("write hide COMMAND in the number of the ground; `tess legal` lists them"),
        Unlaid::Off(it) => of(it, "is not on the table"),
        Unlaid::TooLarge(it) => of(it, "is too large to be held back")
            .help("a flank march and reserves take a quarter of the army by points, an ambush 12 stands"),
        Unlaid::All(it) => of(it, "is all that the army has on the table"),
        Unlaid::ArriveNotNow(it) => new("a flank march arrives with the orders of its side").at(code(it)),
        Unlaid::NoMarch(it) => of(it, "is on no flank march that could arrive now")
            .help("the first try is the card itself: card flank-march COMMAND west INCHES"),
        Unlaid::EnterNotNow => new("reserves enter while they have the initiative"),
        Unlaid::NoReserve(it) => new(&format!("{} is no reserve that waits to enter", code(it))),
        Unlaid::Wide(wide) => new(&format!("the table is {wide} inches wide"))
            .help("`enter` takes its inches from the west edge"),
    }
}
