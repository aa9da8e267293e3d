//! What may be done in a side's name while nobody looks.

use std::any::Any;
use std::marker::PhantomData;

use super::playable::Placed;
use super::position::AnyPosition;
use tess_effects::Question;
use tess_ledger::Role;

/// A player's helper: answers questions and gives orders where it is told to. An umpire and a player who
/// wants to be asked everything have none. `P` is the position of its game, or `dyn AnyPosition` for one who
/// stands at the door.
pub trait Agent<P: ?Sized> {
    /// The answer to a question, or nothing: then the player is asked.
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String>;

    /// A sheet of orders, or nothing: then the player is asked.
    fn orders(&mut self, position: &P, side: &Role) -> Option<String>;

    /// The same answer, where it hangs on the question alone; nothing where the field has to be looked at.
    /// Who fights thousands of battles asks this first.
    fn answer_unseen(&self, _question: &Question) -> Option<String> {
        None
    }
}

impl<P: ?Sized, A: Agent<P> + ?Sized> Agent<P> for &mut A {
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String> {
        (**self).answer(position, side, question)
    }

    fn orders(&mut self, position: &P, side: &Role) -> Option<String> {
        (**self).orders(position, side)
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        (**self).answer_unseen(question)
    }
}

impl<P: ?Sized, A: Agent<P> + ?Sized> Agent<P> for Box<A> {
    fn answer(&mut self, position: &P, side: &Role, question: &Question) -> Option<String> {
        (**self).answer(position, side, question)
    }

    fn orders(&mut self, position: &P, side: &Role) -> Option<String> {
        (**self).orders(position, side)
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        (**self).answer_unseen(question)
    }
}

/// Decides nothing: the player is asked everything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl<P: ?Sized> Agent<P> for Nobody {
    fn answer(&mut self, _: &P, _: &Role, _: &Question) -> Option<String> {
        None
    }

    fn orders(&mut self, _: &P, _: &Role) -> Option<String> {
        None
    }
}

/// A commander of one game at the door of all: of another game's position he sees nothing, and decides
/// nothing.
pub struct Seeing<P, A> {
    agent: A,
    game: PhantomData<fn(&P)>,
}

impl<P: Placed, A: Agent<P>> Seeing<P, A> {
    /// Puts a commander at the door.
    pub fn new(agent: A) -> Seeing<P, A> {
        Seeing { agent, game: PhantomData }
    }
}

impl<P: Placed, A: Agent<P>> Agent<dyn AnyPosition> for Seeing<P, A> {
    fn answer(&mut self, position: &dyn AnyPosition, side: &Role, question: &Question) -> Option<String> {
        let position: &dyn Any = position;
        self.agent.answer(position.downcast_ref()?, side, question)
    }

    fn orders(&mut self, position: &dyn AnyPosition, side: &Role) -> Option<String> {
        let position: &dyn Any = position;
        self.agent.orders(position.downcast_ref()?, side)
    }

    fn answer_unseen(&self, question: &Question) -> Option<String> {
        self.agent.answer_unseen(question)
    }
}
