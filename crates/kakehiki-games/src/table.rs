//! A game with its options chosen, behind an interface that names no game.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, Write},
    path::Path,
    sync::{Arc, Mutex, PoisonError, atomic::AtomicBool},
    time::Duration,
};

use kakehiki_bargain::Proofs;
use kakehiki_core::{
    Agent, AgentKind, AgentName, Cast, Catalogue, Clock, Coder, CodingError, Effort, Event,
    Explanation, Happening, Header, Log, LogError, LogWriter, NameError, Occupant, OngoingGame,
    Parameter, Recipe, Record, Seat, Seed, Settings, Trainer, Witness, play,
};
use kakehiki_search::perft;
use serde_json::Value;

use crate::{
    AnyBatch, AnyBot, AnyCoding, AnyOngoing, BatchOrder, Believed, LegalIds, Playable,
    PositionOrder, Refused, WinRates,
    batch::Batch,
    bot::Bot,
    coding::Coding,
    external::{self, Outsider},
    guest::is_guest,
    insight,
    ongoing::{FIRST_EVENT, Ongoing, Seating, proof_events},
    outside::Outside,
    position::Position,
    schema,
};

/// The option that names a set of rules, in every game that has several.
const RULES: &str = "rules";

/// A game that can be chosen by name.
pub trait AnyGame: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;

    /// The name as people write it.
    fn title(&self) -> &'static str;

    /// One sentence on the game.
    fn help(&self) -> &'static str;

    /// The rule options with their defaults.
    fn options(&self) -> &'static [Parameter];

    /// The option that says how many sit at the table, if the game leaves the number open.
    fn players(&self) -> Option<&'static Parameter>;

    /// The same options for a table of so many, where the game can have such a table and nobody has
    /// said how many sit at it.
    fn seat(&self, options: &Settings, players: usize) -> Settings;

    /// The agents, and the parts agents are composed of.
    fn agents(&self) -> Vec<&'static AgentKind>;

    /// Sets up a table with these options.
    fn open(&self, options: &Settings) -> Box<dyn Table>;

    /// What the JSON of views, sights and public facts looks like, as a JSON Schema.
    fn schema(&self) -> Value;

    /// Measures the game's speed: the named figures of `kakehiki bench`.
    fn bench(&self, effort: Effort) -> Value;

    /// How agents are trained, if the game has any that learn.
    fn trainer(&self) -> Option<Trainer>;

    /// The strongest agents by the time that they have for a decision, as far as that was measured.
    fn strongest(&self) -> &'static [&'static str];
}

/// A game with its options chosen, ready to be played.
pub trait Table: Send + Sync {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// The options from which the same table can be opened again, each with its value: all there
    /// are, or, where they name another set of rules, only those that were given beside it.
    fn options(&self) -> BTreeMap<String, String>;

    /// The names of what is counted for each seat.
    fn counters(&self) -> &'static [&'static str];

    /// Checks an agent's name, and prepares the agent.
    ///
    /// # Errors
    /// If the game knows no such agent, or it cannot play with the options chosen.
    fn cast(&self, name: &AgentName) -> Result<Cast, NameError>;

    /// Plays the games of one match with one set of agents; with `logs`, each game's log is written
    /// into that folder. Programs that [`external`](fn@crate::external) checked may sit among them; what they
    /// write to their standard error then goes into that folder too, and behind what the rules count of a
    /// seat stands whether its program went [`OUT`](crate::OUT). So may guests.
    ///
    /// # Errors
    /// If a log cannot be written, an agent cannot be made any more, a program cannot be started (then
    /// the cause is a [`StartError`](crate::StartError)), or the code of a guest fails (then it is a
    /// [`GuestError`](crate::GuestError)).
    fn play(&self, fixture: &Fixture<'_>, logs: Option<&Path>) -> io::Result<Vec<Record>> {
        self.play_unless(fixture, logs, &AtomicBool::new(false))
    }

    /// The same, unless programs would have to be waited for that come in at a port once `interrupt` is
    /// set: then the error is [`StartError::CalledOff`](crate::StartError::CalledOff). A game that is
    /// being played is played to its end.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    fn play_unless(
        &self,
        fixture: &Fixture<'_>,
        logs: Option<&Path>,
        interrupt: &AtomicBool,
    ) -> io::Result<Vec<Record>>;

    /// Begins a game with these in the seats; the header names them.
    ///
    /// # Errors
    /// If there is not one for each seat, or an agent is not known.
    fn begin(
        &self,
        seats: Vec<Occupant>,
        numbers: Numbers,
    ) -> Result<Box<dyn AnyOngoing>, NameError>;

    /// Goes on with a game where its log stops, as if it had never been interrupted. Agents hear
    /// again what they heard, in this game and in the earlier ones of the match.
    ///
    /// # Errors
    /// If a log is not one of this table, or an agent is not known.
    fn resume(&self, earlier: &[Log], log: &Log) -> Result<Box<dyn AnyOngoing>, ResumeError>;

    /// The game of a log before anything happened, with nobody but those outside in its seats: whoever
    /// holds it lets it [`follow`](AnyOngoing::follow) the log.
    ///
    /// # Errors
    /// If the header is not of as many seats as this table has.
    fn follow(&self, header: &Header) -> Result<Box<dyn AnyOngoing>, NameError>;

    /// Plays a log over again, telling `show` each event and the picture of the position it led to.
    ///
    /// # Errors
    /// At the first line that the rules do not allow.
    fn replay(&self, log: &Log, show: &mut dyn FnMut(&Event, &str)) -> Result<(), LogError>;

    /// How likely each seat wins from positions of a log, by `playouts` games played on from each with
    /// open cards. Positions are given in order, each by the number of events before it.
    ///
    /// # Errors
    /// At the first line that the rules do not allow.
    fn win_rates(
        &self,
        log: &Log,
        positions: &[usize],
        playouts: u32,
    ) -> Result<Vec<WinRates>, LogError>;

    /// Whether statements of a log were true when they were made: the number of the event, counted from
    /// 0, and nothing where no world tells.
    ///
    /// # Errors
    /// At the first line that the rules do not allow.
    fn truths(&self, log: &Log) -> Result<Vec<(usize, Option<bool>)>, LogError>;

    /// What the agent of a seat thinks after each step of a log from the event of this number on, each
    /// with the number of events up to it; nothing where no agent of the game sits there.
    ///
    /// # Errors
    /// At the first line that the rules do not allow, or if the agent is not known.
    fn thoughts(
        &self,
        log: &Log,
        seat: Seat,
        from: usize,
    ) -> Result<Vec<(usize, Explanation)>, ResumeError>;

    /// What the agent of a seat believed of each open fact whenever it had to act in the game of a log,
    /// and what was true; nothing where no agent of the game sits there.
    ///
    /// # Errors
    /// At the first line that the rules do not allow, or if the agent is not known.
    fn beliefs(&self, log: &Log, seat: Seat) -> Result<Vec<Believed>, ResumeError>;

    /// The list of actions at this table, with notations of somebody's own behind it: `{1}` stands in them
    /// for the seat after the one who acts.
    ///
    /// # Errors
    /// If one of the notations cannot be read.
    fn coding(&self, legal: LegalIds, extra: &[String]) -> Result<Arc<dyn AnyCoding>, CodingError>;

    /// Begins many games side by side; a seat without an agent is played by whoever holds them.
    ///
    /// # Errors
    /// If there is not one for each seat, an agent is not known, a notation of somebody's own cannot be
    /// read, or the threads cannot be started.
    fn batch(
        &self,
        agents: &[Option<Cast>],
        order: BatchOrder,
        legal: LegalIds,
        extra: &[String],
    ) -> Result<Box<dyn AnyBatch>, Refused>;

    /// An agent in a seat that follows a game by ids, and whose decisions follow from a number.
    ///
    /// # Errors
    /// If the agent cannot play with the options chosen, or a notation of somebody's own cannot be read.
    fn bot(
        &self,
        agent: &Cast,
        seat: Seat,
        seed: u64,
        extra: &[String],
    ) -> Result<Box<dyn AnyBot>, Refused>;

    /// Counts the sequences of exactly `depth` steps from the game's opening.
    fn perft(&self, depth: u32) -> u64;
}

/// The numbers from which all that is random in a game follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The number of the experiment.
    pub seed: u64,
    /// The match within the experiment.
    pub r#match: u64,
    /// The game within the match.
    pub game_index: u64,
}

/// Why a game cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// The log does not fit the rules.
    #[error(transparent)]
    Log(#[from] LogError),
    /// Somebody at the table is not known.
    #[error(transparent)]
    Name(#[from] NameError),
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

/// A catalogue as a game without its type.
impl<G: Playable> AnyGame for Catalogue<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn options(&self) -> &'static [Parameter] {
        self.options
    }

    fn players(&self) -> Option<&'static Parameter> {
        self.options.iter().find(|option| Some(option.name) == self.players)
    }

    fn seat(&self, options: &Settings, players: usize) -> Settings {
        let named = self.players.filter(|name| options.is_default(name));
        // Where they fit as they are, they stay as a set of rules has them.
        let named = named.filter(|_| (self.configure)(options).seats() != players);
        let players = players.to_string();
        let values: Vec<(&str, &str)> =
            options.given().chain(named.map(|name| (name, players.as_str()))).collect();
        Settings::new(self.name, self.options, values).unwrap_or_else(|_| options.clone())
    }

    fn agents(&self) -> Vec<&'static AgentKind> {
        self.roster.kinds()
    }

    fn open(&self, options: &Settings) -> Box<dyn Table> {
        Box::new(Open::new(self, options))
    }

    fn schema(&self) -> Value {
        schema::of::<G>(self.title)
    }

    fn bench(&self, effort: Effort) -> Value {
        // On the one thread of a pool nothing spreads over more, so that figures are those of a core.
        match rayon::ThreadPoolBuilder::new().num_threads(1).build() {
            Ok(pool) => pool.install(|| (self.bench)(effort)),
            Err(_) => (self.bench)(effort),
        }
    }

    fn trainer(&self) -> Option<Trainer> {
        self.trainer
    }

    fn strongest(&self) -> &'static [&'static str] {
        self.strongest
    }
}

/// A table of a game whose type is known.
pub struct Open<G: Playable> {
    catalogue: Catalogue<G>,
    game: G,
    options: Settings,
    /// The agents that were asked for: what they are made of is prepared once. They are few, and
    /// every game of an arena asks for its own, so that they are found without being named.
    recipes: Mutex<Vec<(Cast, Arc<Recipe<G>>)>>,
    /// Programs, which may go on from one match to the next.
    outside: Outside,
}

impl<G: Playable> Open<G> {
    /// Sets up a table with these options.
    pub fn new(catalogue: &Catalogue<G>, options: &Settings) -> Self {
        Self {
            catalogue: *catalogue,
            game: (catalogue.configure)(options),
            options: options.clone(),
            recipes: Mutex::default(),
            outside: Outside::new(catalogue.name),
        }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// As [`Table::begin`].
    ///
    /// # Errors
    /// If there is not one for each seat, or an agent is not known.
    pub fn sit(&self, seats: Vec<Occupant>, numbers: Numbers) -> Result<Ongoing<G>, NameError> {
        let header = self.header(seats, numbers);
        let seating = self.seating(&header)?;
        Ok(Ongoing::begin(self.game.clone(), header, seating))
    }

    fn header(&self, seats: Vec<Occupant>, numbers: Numbers) -> Header {
        let Numbers { seed, r#match, game_index } = numbers;
        let mut header = Header::new(self.catalogue.name, seats, seed, r#match, game_index);
        header.options = self.options();
        header
    }

    /// What an agent is made by.
    fn recipe(&self, cast: &Cast) -> Result<Arc<Recipe<G>>, NameError> {
        // A panic while the list was held has left it as it was or with one more recipe.
        let mut recipes = self.recipes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, recipe)) = recipes.iter().find(|(known, _)| known == cast) {
            return Ok(Arc::clone(recipe));
        }
        let unfit = |problem| NameError::Unfit { text: cast.name().to_string(), problem };
        let recipe = self.catalogue.roster.prepare(&self.game, cast).map_err(unfit)?;
        let recipe = Arc::new(recipe);
        recipes.push((cast.clone(), Arc::clone(&recipe)));
        Ok(recipe)
    }

    /// The agent that sits in a seat of a match.
    ///
    /// # Errors
    /// If it cannot play with the options chosen.
    pub fn agent(
        &self,
        cast: &Cast,
        match_seed: Seed,
        seat: usize,
    ) -> Result<Box<dyn Agent<G>>, NameError> {
        Ok(self.recipe(cast)?(match_seed.derive("agent", seat as u64)))
    }

    /// The agent that sat in a seat of a log, made anew; nobody where none of the game's did.
    fn agent_of(&self, log: &Log, seat: Seat) -> Result<Option<Box<dyn Agent<G>>>, NameError> {
        let Some(Occupant::Agent(name)) = log.header.seats.get(seat.index()) else {
            return Ok(None);
        };
        let cast = self.cast(&name.parse()?)?;
        Ok(Some(self.agent(&cast, log.header.match_seed(), seat.index())?))
    }

    fn check_seats(&self, header: &Header) -> Result<(), NameError> {
        let seats = self.game.seats();
        if header.seats.len() == seats {
            return Ok(());
        }
        let text = format!("{} players", header.seats.len());
        Err(NameError::Unfit { text, problem: format!("there are {seats} seats") })
    }

    fn seating(&self, header: &Header) -> Result<Vec<Seating<G>>, NameError> {
        self.check_seats(header)?;
        let seating = header.seats.iter().enumerate().map(|(seat, occupant)| match occupant {
            Occupant::Agent(name) => {
                let cast = self.cast(&name.parse()?)?;
                Ok(Seating::Agent(self.agent(&cast, header.match_seed(), seat)?))
            }
            Occupant::Person(_) | Occupant::Program(_) => Ok(Seating::Outside),
        });
        seating.collect()
    }
}

/// Matches with programs or guests in some seats.
impl<G: Playable> Open<G> {
    fn play_with_outsiders(
        &self,
        fixture: &Fixture<'_>,
        logs: Option<&Path>,
        interrupt: &AtomicBool,
    ) -> io::Result<Vec<Record>> {
        let mut outsiders = self.outside.seat(fixture, logs, interrupt)?;
        let played = self.play_games(fixture, logs, &mut outsiders, interrupt);
        // After a failure too: other matches may wait for those who sit here.
        self.outside.dismiss(fixture.casts, outsiders);
        played
    }

    fn play_games(
        &self,
        fixture: &Fixture<'_>,
        logs: Option<&Path>,
        outsiders: &mut Vec<Box<dyn Outsider>>,
        interrupt: &AtomicBool,
    ) -> io::Result<Vec<Record>> {
        let seats: Vec<Occupant> = fixture
            .casts
            .iter()
            .map(|cast| {
                let name = cast.name().to_string();
                if is_outside(cast) { Occupant::Program(name) } else { Occupant::Agent(name) }
            })
            .collect();
        let (mut records, mut seating) = (Vec::new(), None);
        for game_index in 0..fixture.games {
            if game_index > 0 {
                self.outside.renew(fixture.casts, outsiders, interrupt)?;
            }
            let numbers = Numbers { seed: fixture.seed, r#match: fixture.r#match, game_index };
            let mut header = self.header(seats.clone(), numbers);
            header.clock = shortest_clock(fixture.casts);
            let seated = match seating.take() {
                Some(seated) => seated,
                None => self.seating(&header).map_err(io::Error::other)?,
            };
            let mut game = Ongoing::begin(self.game.clone(), header, seated);
            external::play_out(&mut game, outsiders)?;
            if let Some(mut record) = game.record() {
                if fixture.casts.iter().any(|cast| external::settings(cast).is_some()) {
                    let is_out = |seat| outsiders.iter().any(|it| it.seat() == seat && it.is_out());
                    external::count_out(&mut record, is_out);
                }
                records.push(record);
            }
            if let Some(folder) = logs {
                let path = folder.join(format!("{}-game-{game_index}.jsonl", fixture.label));
                let (header, events) = (game.header().clone(), game.events().to_vec());
                std::fs::write(path, Log { header, events, is_torn: false }.to_text()?)?;
            }
            seating = Some(game.into_seating());
        }
        Ok(records)
    }
}

fn refused(error: impl std::fmt::Display) -> Refused {
    Refused(error.to_string())
}

/// Whether somebody is named who is no agent of the game.
fn is_outside(cast: &Cast) -> bool {
    external::settings(cast).is_some() || is_guest(cast)
}

/// The least time that a program in one of the seats is given.
fn shortest_clock(casts: &[Cast]) -> Option<Clock> {
    let limits = casts.iter().filter_map(external::settings).map(external::limits);
    let [answer, game] =
        limits.reduce(|one, other| [one[0].min(other[0]), one[1].min(other[1])])?;
    let milliseconds = |limit: Duration| u64::try_from(limit.as_millis()).ok();
    Some(Clock { answer: milliseconds(answer), game: milliseconds(game) })
}

/// Writes down what happens, and when statements are proved.
struct Chronicle<G: Playable, W: Write> {
    writer: LogWriter<W>,
    proofs: Proofs<G>,
    /// The line that is written next.
    line: u64,
}

impl<G: Playable, W: Write> Witness<G> for Chronicle<G, W> {
    fn saw(&mut self, happening: &Happening<G>, after: &OngoingGame<G>) {
        let event = Event::from(happening);
        self.writer.write(&event);
        let mut proved = Vec::new();
        if event.is_step() {
            proved = proof_events(&mut self.proofs, after, self.line);
            for event in &proved {
                self.writer.write(event);
            }
        }
        self.line += 1 + proved.len() as u64;
    }
}

impl<G: Playable> Table for Open<G> {
    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn options(&self) -> BTreeMap<String, String> {
        // A set of rules fixes what is not given, so defaults must not look as if they were. They
        // are those of the set that holds when none is named.
        let mut all = self.options.iter();
        let has_set = all.any(|(known, value)| known.name == RULES && value != known.default);
        let all = self.options.iter().map(|(known, value)| (known.name, value));
        let given = self.options.given();
        let options: Vec<(&str, &str)> = if has_set { given.collect() } else { all.collect() };
        options.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    fn counters(&self) -> &'static [&'static str] {
        self.game.counters()
    }

    fn cast(&self, name: &AgentName) -> Result<Cast, NameError> {
        let cast = name.cast(&self.catalogue.roster.kinds())?;
        self.recipe(&cast)?;
        Ok(cast)
    }

    fn play_unless(
        &self,
        fixture: &Fixture<'_>,
        logs: Option<&Path>,
        interrupt: &AtomicBool,
    ) -> io::Result<Vec<Record>> {
        if fixture.casts.iter().any(is_outside) {
            return self.play_with_outsiders(fixture, logs, interrupt);
        }
        let seed = Seed::experiment(fixture.seed).derive("match", fixture.r#match);
        let agents = fixture.casts.iter().enumerate();
        let agents = agents.map(|(seat, cast)| self.agent(cast, seed, seat));
        let mut agents = agents.collect::<Result<Vec<_>, _>>().map_err(io::Error::other)?;
        let names = || {
            let names = fixture.casts.iter().map(|cast| cast.name().to_string());
            names.map(Occupant::Agent).collect()
        };
        let mut records = Vec::new();
        for index in 0..fixture.games {
            let seed = seed.derive("game", index);
            records.push(match logs {
                None => play(&self.game, &mut agents, seed, &mut ()),
                Some(folder) => {
                    let path = folder.join(format!("{}-game-{index}.jsonl", fixture.label));
                    let numbers =
                        Numbers { seed: fixture.seed, r#match: fixture.r#match, game_index: index };
                    let header = self.header(names(), numbers);
                    let writer = LogWriter::new(File::create(path)?, &header)?;
                    let proofs = Proofs::new(self.game.clone());
                    let mut chronicle = Chronicle { writer, proofs, line: FIRST_EVENT };
                    let record = play(&self.game, &mut agents, seed, &mut chronicle);
                    chronicle.writer.finish()?;
                    record
                }
            });
        }
        Ok(records)
    }

    fn begin(
        &self,
        seats: Vec<Occupant>,
        numbers: Numbers,
    ) -> Result<Box<dyn AnyOngoing>, NameError> {
        Ok(Box::new(self.sit(seats, numbers)?))
    }

    fn resume(&self, earlier: &[Log], log: &Log) -> Result<Box<dyn AnyOngoing>, ResumeError> {
        let mut seating = self.seating(&log.header)?;
        for log in earlier {
            seating = Ongoing::resume(&self.game, log, seating)?.into_seating();
        }
        Ok(Box::new(Ongoing::resume(&self.game, log, seating)?))
    }

    fn follow(&self, header: &Header) -> Result<Box<dyn AnyOngoing>, NameError> {
        self.check_seats(header)?;
        let seating = header.seats.iter().map(|_| Seating::Outside).collect();
        Ok(Box::new(Ongoing::begin(self.game.clone(), header.clone(), seating)))
    }

    fn replay(&self, log: &Log, show: &mut dyn FnMut(&Event, &str)) -> Result<(), LogError> {
        let show = |event: &Event, ongoing: &OngoingGame<G>| {
            show(event, &self.game.picture(ongoing.state()));
        };
        log.replay(&self.game, show).map(drop)
    }

    fn win_rates(
        &self,
        log: &Log,
        positions: &[usize],
        playouts: u32,
    ) -> Result<Vec<WinRates>, LogError> {
        insight::win_rates(&self.game, self.catalogue.quick_play, log, positions, playouts)
    }

    fn truths(&self, log: &Log) -> Result<Vec<(usize, Option<bool>)>, LogError> {
        insight::truths(&self.game, log)
    }

    fn thoughts(
        &self,
        log: &Log,
        seat: Seat,
        from: usize,
    ) -> Result<Vec<(usize, Explanation)>, ResumeError> {
        match self.agent_of(log, seat)? {
            Some(agent) => Ok(insight::thoughts(&self.game, log, agent, seat, from)?),
            None => Ok(Vec::new()),
        }
    }

    fn beliefs(&self, log: &Log, seat: Seat) -> Result<Vec<Believed>, ResumeError> {
        match self.agent_of(log, seat)? {
            Some(agent) => Ok(insight::beliefs(&self.game, log, agent, seat)?),
            None => Ok(Vec::new()),
        }
    }

    fn coding(&self, legal: LegalIds, extra: &[String]) -> Result<Arc<dyn AnyCoding>, CodingError> {
        let coder = Coder::new(&self.game, extra)?;
        Ok(Arc::new(Coding::new(&self.game, coder, extra, legal)))
    }

    fn batch(
        &self,
        agents: &[Option<Cast>],
        order: BatchOrder,
        legal: LegalIds,
        extra: &[String],
    ) -> Result<Box<dyn AnyBatch>, Refused> {
        let seats = self.seats();
        if agents.len() != seats || agents.iter().all(Option::is_some) {
            return Err(Refused(format!("{seats} seats, one of which at least is played outside")));
        }
        let recipe = |cast: &Option<Cast>| cast.as_ref().map(|cast| self.recipe(cast)).transpose();
        let recipes: Vec<Option<Arc<Recipe<G>>>> =
            agents.iter().map(recipe).collect::<Result<_, _>>().map_err(refused)?;
        let seater = move |seed: Seed| {
            let recipes = recipes.iter().enumerate();
            let agent = |(seat, recipe): (usize, &Option<Arc<Recipe<G>>>)| {
                recipe.as_ref().map(|recipe| recipe(seed.derive("agent", seat as u64)))
            };
            recipes.map(agent).collect()
        };
        let coder = Coder::new(&self.game, extra).map_err(refused)?;
        let coding = Arc::new(Coding::new(&self.game, coder, extra, legal));
        Ok(Box::new(Batch::new(&self.game, coding, order, Box::new(seater))?))
    }

    fn bot(
        &self,
        agent: &Cast,
        seat: Seat,
        seed: u64,
        extra: &[String],
    ) -> Result<Box<dyn AnyBot>, Refused> {
        let coder = Coder::new(&self.game, extra).map_err(refused)?;
        let coding = Arc::new(Coding::new(&self.game, coder, extra, LegalIds::Menu));
        // It is asked as long as others play on, and gets no reward.
        let order = PositionOrder { loss: 0.0, most_decisions: u32::MAX };
        let seed = Seed::experiment(seed).derive("match", 0);
        let position = Position::new(coding, order, seed.derive("game", 0));
        let agent = self.agent(agent, seed, seat.index()).map_err(refused)?;
        Ok(Box::new(Bot::new(position, seat, agent)))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.game, &(self.catalogue.opening)(&self.game), depth)
    }
}
