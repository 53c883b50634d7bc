//! Agents that follow positions by ids, for libraries that play their own games and ask bots.

use kakehiki_core::{Agent, Reply, Seat, Seated};

use crate::{AnyPosition, Next, Playable, Refused, position::Position};

/// An agent without its type that follows a game by ids, and answers by them.
pub trait AnyBot: Send {
    /// Takes a step of the game, whoever made it.
    ///
    /// # Errors
    /// If the id means nothing that the rules allow here; then nothing is changed.
    fn follow(&mut self, id: usize) -> Result<(), Refused>;

    /// Asks the agent, and says what it chooses without playing it. Where the list does not hold that and
    /// `stays_inside`, the rules' answer for somebody who is silent is chosen, or else the first legal id.
    ///
    /// # Errors
    /// If another seat is awaited, the agent broke down, or the list does not hold what it chose.
    fn decide(&mut self, stays_inside: bool) -> Result<usize, Refused>;
}

/// An agent that follows a game by ids.
pub(crate) struct Bot<G: Playable> {
    position: Position<G>,
    seat: Seat,
    agent: Seated<Box<dyn Agent<G>>>,
}

impl<G: Playable> Bot<G> {
    pub(crate) fn new(position: Position<G>, seat: Seat, agent: Box<dyn Agent<G>>) -> Self {
        Self { position, seat, agent: Seated::new::<G>(agent, seat) }
    }
}

impl<G: Playable> AnyBot for Bot<G> {
    fn follow(&mut self, id: usize) -> Result<(), Refused> {
        self.position.apply(id)?;
        self.agent.hear(self.position.game());
        Ok(())
    }

    fn decide(&mut self, stays_inside: bool) -> Result<usize, Refused> {
        if self.position.next() != Next::Seat(self.seat) {
            return Err(Refused(format!("{} is not asked", self.seat)));
        }
        let game = self.position.game();
        let action = match self.agent.decide(game, &mut Vec::new()) {
            Reply::Action(action) => action,
            Reply::Missing(missing) => return Err(Refused(format!("no answer came: {missing}"))),
        };
        let view = game.view(self.seat);
        let encode = |action: &G::Action| self.position.coding().encode_action(&view, action);
        if let Some(id) = encode(&action) {
            return Ok(id);
        }
        if !stays_inside {
            return Err(Refused(format!("the list of actions does not hold {action}")));
        }
        let silent = game.game().fallbacks(game.state());
        let inside =
            silent.iter().find_map(encode).or_else(|| self.position.legal().first().copied());
        inside.ok_or_else(|| Refused("nothing that is legal has an id".to_owned()))
    }
}
