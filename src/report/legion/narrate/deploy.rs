//! Sentences of the chapter `deploy`.

use super::teller::Teller;
use crate::form::marks::capital;
use tess_legion::Side;
use tess_legion::events::deploy::DeployEvent;

/// The sentence for one happening of this chapter, with its rule in brackets.
#[must_use]
pub fn sentence(t: &mut Teller<'_>, event: &DeployEvent) -> String {
    let (pos, rule) = (t.pos, event.rule());
    let side = |side: Side| capital(&pos.set.sides[side]);
    match event {
        DeployEvent::SetOut { name } => format!("{name} is set out ({rule})"),
        DeployEvent::Edge { side: it, turned: false } => {
            format!("{} takes the north edge ({rule})", side(*it))
        }
        DeployEvent::Edge { side: it, turned: true } => {
            format!("{} takes the other edge: the table is turned round ({rule})", side(*it))
        }
        DeployEvent::Rolled { side: it, die, rating } => {
            let sum = die + rating;
            format!(
                "{} rolls for the set-up: {sum} (die {} + {rating} for its chief; {rule})",
                side(*it),
                t.die(*die)
            )
        }
        DeployEvent::First(it) => format!("{} deploys first ({rule})", side(*it)),
        DeployEvent::Placed { code } => format!("{code} is put on the table ({rule})"),
        DeployEvent::Elsewhere { code } => {
            format!("{code} finds no room where the scenario has it, and stands near by ({rule})")
        }
        DeployEvent::Deployed(it) => format!("{} stands ({rule})", side(*it)),
    }
}
