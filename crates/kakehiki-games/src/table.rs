//! A game with its options chosen, behind an interface that names no game.

use std::{fs::File, io, path::Path};

use kakehiki_core::{
    AgentKind, AgentName, Cast, Catalogue, Event, Game, Happening, Header, Log, LogError,
    LogWriter, NameError, Observed, Parameter, Record, Seed, Settings, Trainer, Witness, play,
};
use kakehiki_search::perft;

/// A game that can be chosen by name.
pub trait Offer: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// One sentence on the game.
    fn help(&self) -> &'static str;

    /// The rule options with their defaults.
    fn options(&self) -> &'static [Parameter];

    /// The agents, and the parts agents are composed of.
    fn agents(&self) -> &'static [AgentKind];

    /// Sets up a table with these options.
    fn open(&self, options: &Settings) -> Box<dyn Table>;

    /// Measures the game's speed: the named figures of `kakehiki bench`.
    fn bench(&self) -> serde_json::Value;

    /// How agents are trained, if the game has any that learn.
    fn trainer(&self) -> Option<Trainer>;
}

/// A game with its options chosen, ready to be played.
pub trait Table: Send + Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The names of what is counted for each seat.
    fn counters(&self) -> &'static [&'static str];

    /// Checks an agent's name.
    ///
    /// # Errors
    /// If the game knows no such agent.
    fn cast(&self, name: &AgentName) -> Result<Cast, NameError>;

    /// Plays the games of one match with one set of agents; with `logs`, each game's log is written
    /// into that folder.
    ///
    /// # Errors
    /// If a log cannot be written.
    fn play(&self, fixture: &Fixture<'_>, logs: Option<&Path>) -> io::Result<Vec<Record>>;

    /// Plays a log over again, telling `show` each event and the picture of the position it led to.
    ///
    /// # Errors
    /// At the first line that the rules do not allow.
    fn replay(&self, log: &Log, show: &mut dyn FnMut(&Event, &str)) -> Result<(), LogError>;

    /// Counts the sequences of exactly `depth` steps from the game's opening.
    fn perft(&self, depth: u32) -> u64;
}

/// One match: who sits where, and the seeds it is played with.
#[derive(Clone, Copy, Debug)]
pub struct Fixture<'a> {
    /// The agents by seat.
    pub casts: &'a [Cast],
    /// The number of the experiment.
    pub seed: u64,
    /// The match within the experiment: fixtures with the same number are played under the same
    /// luck.
    pub r#match: u64,
    /// The number of games the same agents play one after the other.
    pub games: u64,
    /// What tells logs of this fixture from those of others.
    pub label: &'a str,
}

/// A catalogue as an [`Offer`].
impl<G: Observed> Offer for Catalogue<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn options(&self) -> &'static [Parameter] {
        self.options
    }

    fn agents(&self) -> &'static [AgentKind] {
        self.agents
    }

    fn open(&self, options: &Settings) -> Box<dyn Table> {
        Box::new(Open {
            catalogue: *self,
            game: (self.configure)(options),
            options: options.clone(),
        })
    }

    fn bench(&self) -> serde_json::Value {
        (self.bench)()
    }

    fn trainer(&self) -> Option<Trainer> {
        self.trainer
    }
}

/// A table of a game whose type is known.
struct Open<G: Observed> {
    catalogue: Catalogue<G>,
    game: G,
    options: Settings,
}

impl<G: Observed> Open<G> {
    fn header(&self, fixture: &Fixture<'_>, game_index: u64) -> Header {
        let agents = fixture.casts.iter().map(|cast| cast.name().to_string()).collect();
        let mut header =
            Header::new(self.catalogue.name, agents, fixture.seed, fixture.r#match, game_index);
        let options = self.options.iter();
        header.options =
            options.map(|(known, value)| (known.name.to_owned(), value.to_owned())).collect();
        header
    }
}

impl<G: Observed> Table for Open<G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn counters(&self) -> &'static [&'static str] {
        self.game.counters()
    }

    fn cast(&self, name: &AgentName) -> Result<Cast, NameError> {
        let cast = name.cast(self.catalogue.agents)?;
        match (self.catalogue.vet)(&self.game, &cast) {
            Ok(()) => Ok(cast),
            Err(problem) => Err(NameError::Unfit { text: name.to_string(), problem }),
        }
    }

    fn play(&self, fixture: &Fixture<'_>, logs: Option<&Path>) -> io::Result<Vec<Record>> {
        let seed = Seed::experiment(fixture.seed).derive("match", fixture.r#match);
        let mut agents: Vec<_> = fixture
            .casts
            .iter()
            .enumerate()
            .map(|(seat, cast)| {
                (self.catalogue.seat)(&self.game, cast, seed.derive("agent", seat as u64))
            })
            .collect();
        let mut records = Vec::new();
        for index in 0..fixture.games {
            let seed = seed.derive("game", index);
            records.push(match logs {
                None => play(&self.game, &mut agents, seed, &mut ()),
                Some(folder) => {
                    let path = folder.join(format!("{}-game-{index}.jsonl", fixture.label));
                    let mut writer =
                        LogWriter::new(File::create(path)?, &self.header(fixture, index))?;
                    let record = play(&self.game, &mut agents, seed, &mut writer);
                    writer.finish()?;
                    record
                }
            });
        }
        Ok(records)
    }

    fn replay(&self, log: &Log, show: &mut dyn FnMut(&Event, &str)) -> Result<(), LogError> {
        log.replay(&self.game, &mut Viewer { game: &self.game, show }).map(drop)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.game, &(self.catalogue.opening)(&self.game), depth)
    }
}

/// Passes the pictures of a replay on.
struct Viewer<'a, G> {
    game: &'a G,
    show: &'a mut dyn FnMut(&Event, &str),
}

impl<G: Game> Witness<G> for Viewer<'_, G> {
    fn saw(&mut self, happening: &Happening<G>, after: &G::State) {
        (self.show)(&Event::from(happening), &self.game.picture(after));
    }
}
