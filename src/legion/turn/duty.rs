//! Whose turn it is, and what is wanted of him.

use super::sequence::whose;
use crate::questions::score;
use crate::state::{self, Directive, LeaderPlace, Position, Preparing, Stage};
use crate::{command, deploy};
use tess_effects::{Deed, Duty, Ending, Side};

/// Whose decision it is.
pub(crate) fn duty(pos: &Position) -> Duty {
    let Stage::Over { winner, why } = pos.stage else {
        let side = whose(pos).unwrap_or(Side::First);
        return Duty::Orders(Deed { side: pos.set.sides[side].clone(), text: wanted(pos, side) });
    };
    let winner = winner.map(|s| pos.set.sides[s].clone());
    let [first, second] = Side::BOTH.map(|side| {
        let points = score::points(pos, side);
        format!("{points} for {}", pos.set.sides[side])
    });
    let text = format!("{}; victory points: {first}, {second}", why.words(pos));
    Duty::Over(Ending { winner, text })
}

fn wanted(pos: &Position, side: Side) -> String {
    match pos.stage {
        Stage::Draw { .. } => format!("before the battle: draw {}", state::due(&pos.set, side)),
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
