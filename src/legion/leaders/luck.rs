//! **legion card.caesars-luck.** Nothing has happened to him.

use crate::events::cards::CardEvent;
use crate::setup::{Card, CommandId};
use crate::state::Position;
use crate::{Flow, Happening, Oracle};
use tess_effects::{Question, Rule};

/// **legion card.caesars-luck.** A leader is wounded, captured or killed: his side may undo it.
pub(crate) fn luck(pos: &mut Position, leader: CommandId, fate: &str, oracle: &mut Oracle<'_>) -> Flow<bool> {
    let side = pos.set.command(leader).side;
    if pos.cards.held(side) == 0 {
        return Ok(false);
    }
    let spec = pos.leader_spec(leader);
    let text = format!("{} {fate}: do you play Caesar's Luck?", spec.name);
    let question =
        Question::new("caesars-luck", &pos.set.sides[side], &spec.code, Rule("card.caesars-luck"), text)
            .choice("no", "it stands")
            .choice_of("play", "nothing has happened to him", pos.cards.proofs(side, Card::CaesarsLuck))
            .fact("fate", fate);
    if oracle.ask(question)? == "no" {
        return Ok(false);
    }
    pos.cards.spend(side, Card::CaesarsLuck, |seal| oracle.unseal(seal));
    oracle.tell(|| Happening::Card(CardEvent::Spared(leader)));
    Ok(true)
}
