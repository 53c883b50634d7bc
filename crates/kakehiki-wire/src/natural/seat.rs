//! A seat at a foreign server for natural language: its messages in, our answers out.
//!
//! It knows no sockets and no time, so that recorded games can be played over it.

use kakehiki_core::{AgentName, Cast, NameError, Roster, Seat, Seed};
use kakehiki_werewolf::{View, WEREWOLF_AGENTS};

use super::{
    game::Game,
    packet::{Packet, Request},
};
use crate::{Adrift, Response};

/// The letters of a message that an error quotes.
const QUOTED: usize = 200;

/// An agent of ours in a seat at a server, for one game after the other.
pub struct NaturalSeat {
    cast: Cast,
    name: String,
    seed: Seed,
    /// How many games have begun.
    begun: u64,
    game: Option<Game>,
}

impl NaturalSeat {
    /// A client that gives this name. All luck of the agent follows from the seed of the experiment.
    ///
    /// # Errors
    /// If the agent is not known.
    pub fn new(agent: &AgentName, name: &str, seed: Seed) -> Result<Self, NameError> {
        let name = name.chars().filter(|letter| !letter.is_control()).collect();
        Ok(Self { cast: agent.cast(&WEREWOLF_AGENTS.kinds())?, name, seed, begun: 0, game: None })
    }

    /// Where it sits, while a game is played: players are numbered in the order of their names.
    pub fn seat(&self) -> Option<Seat> {
        self.game.as_ref().map(Game::seat)
    }

    /// What it knows, while a game is played. The dead know no more than when they died.
    pub fn view(&self) -> Option<&View> {
        self.game.as_ref().map(Game::view)
    }

    /// The game is broken off; another one may follow.
    pub fn rise(&mut self) {
        self.game = None;
    }

    /// Takes a message of the server.
    ///
    /// # Errors
    /// If the server says what cannot be.
    pub fn heard(&mut self, message: &[u8]) -> Result<Response, Adrift> {
        let quoted = || String::from_utf8_lossy(message).chars().take(QUOTED).collect();
        let packet: Packet =
            serde_json::from_slice(message).map_err(|_| Adrift::Message(quoted()))?;
        match packet.request {
            Request::Name => return Ok(Response::Command(self.name.clone())),
            Request::Unknown => return Ok(Response::Silence),
            Request::Initialize => {
                let seed = self.seed.derive("match", self.begun);
                self.game = Some(Game::new(&packet, &self.cast, seed)?);
                self.begun += 1;
                return Ok(Response::Silence);
            }
            _ => {}
        }
        let game = self.game.as_mut();
        game.ok_or_else(|| Adrift::Request(packet.request.to_string()))?.heard(&packet)
    }

    /// Says the next thing in a group chat, if one is open and something is left to say.
    ///
    /// # Errors
    /// If what happened cannot be followed.
    pub fn speak_up(&mut self) -> Result<Option<String>, Adrift> {
        self.game.as_mut().map_or(Ok(None), Game::speak_up)
    }

    /// Lets somebody else's answer count as the one that was given, as when a recording is followed.
    pub fn instead(&mut self, answer: &str) {
        if let Some(game) = &mut self.game {
            game.instead(answer);
        }
    }
}
