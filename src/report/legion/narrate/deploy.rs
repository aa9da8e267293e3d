//! Sentences of the chapter `deploy`.

use crate::marks::capital;
use tess_legion::deploy::told::DeployEvent;
use tess_legion::{Position, Side};

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(pos: &Position, event: &DeployEvent) -> String {
    let side = |side: Side| capital(&pos.set.sides[side]);
    match event {
        DeployEvent::SetOut { name } => format!("{name} is set out (setup.points)"),
        DeployEvent::Edge { side: it, turned: false } => {
            format!("{} takes the north edge (setup.points)", side(*it))
        }
        DeployEvent::Edge { side: it, turned: true } => {
            format!("{} takes the other edge: the table is turned round (setup.points)", side(*it))
        }
        DeployEvent::Rolled { side: it, die, rating } => {
            let sum = die + rating;
            format!(
                "{} rolls for the set-up: {sum} (die {die} + {rating} for its chief; setup.first)",
                side(*it)
            )
        }
        DeployEvent::First(it) => format!("{} deploys first (setup.first)", side(*it)),
        DeployEvent::Placed { code } => format!("{code} is put on the table (setup.points)"),
        DeployEvent::Elsewhere { code } => {
            format!("{code} finds no room where the scenario has it, and stands near by (setup.points)")
        }
        DeployEvent::Deployed(it) => format!("{} stands (setup.points)", side(*it)),
    }
}
