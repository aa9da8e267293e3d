//! Commanders of a battle in a storm.

use tesserarius::bot::{random, sensible};
use tesserarius::effects::{Game, Question};
use tesserarius::gboh::{Gboh, Position};
use tesserarius::ledger::Role;
use tesserarius::steward::Agent;

/// Decides the same in the same position, however often it was started anew.
pub struct Bot {
    /// Does it do anything that is allowed?
    pub wild: bool,
    pub seed: u64,
}

impl Bot {
    fn at(&self, position: &Position) -> Box<dyn Agent<Position>> {
        let mut bytes = Vec::new();
        Gboh::encode(position, &mut bytes);
        let digest = tesserarius::mail::MailId::of(&bytes).short();
        let seed = self.seed ^ u64::from_str_radix(&digest, 16).expect("hex");
        if self.wild { Box::new(random(seed)) } else { Box::new(sensible(seed)) }
    }
}

impl Agent<Position> for Bot {
    fn answer(&mut self, position: &Position, side: &Role, question: &Question) -> Option<String> {
        self.at(position).answer(position, side, question)
    }

    fn orders(&mut self, position: &Position, side: &Role) -> Option<String> {
        self.at(position).orders(position, side)
    }
}
