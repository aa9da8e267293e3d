//! What a side has to decide now, and why a battle is over.

use tess_legion::command::without;
use tess_legion::deploy::waiting;
use tess_legion::state::{Directive, LeaderPlace, Preparing, Stage, Why, due};
use tess_legion::{Position, Side, victory};

/// Why the battle is over, with what each side has won.
#[must_use]
pub fn end(pos: &Position) -> String {
    let Stage::Over { why, .. } = pos.stage else { return String::new() };
    let [first, second] = Side::BOTH.map(|side| {
        let points = victory::points(pos, side);
        format!("{points} for {}", pos.set.sides[side])
    });
    format!("{}; victory points: {first}, {second}", because(pos, why))
}

/// Why a battle is over, as part of a sentence.
#[must_use]
pub fn because(pos: &Position, why: Why) -> String {
    let name = |side: Side| &pos.set.sides[side];
    match why {
        Why::Time => "the last turn is over".to_owned(),
        Why::Majority(side) => format!("more than half of the Commands of {} are beaten", name(side)),
        Why::Through(side) => {
            format!("{} has lost a Command, has no reserves, and the enemy is behind its line", name(side))
        }
        Why::Agreed => "both sides want an end".to_owned(),
    }
}

/// What a side has to decide now, with what may be written.
#[must_use]
pub fn task(pos: &Position, side: Side) -> String {
    match pos.stage {
        Stage::Draw { .. } => format!("before the battle: draw {}", due(&pos.set, side)),
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
            let left = waiting(pos, side).join(", ");
            let left = if left.is_empty() { "all stand".to_owned() } else { format!("waiting: {left}") };
            format!(
                "deploy within 12 inches of your edge (place H1 at 12,8; deploy), {left}; end with finish"
            )
        }
        Stage::Orders { .. } => {
            let owed: Vec<String> = without(pos, side).map(|c| pos.set.command(c).code.clone()).collect();
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
