//! The kinds of agents of a game as a typed list: each carries what it is made by.

use std::{
    fs,
    sync::{Arc, OnceLock},
};

use kakehiki_core::{
    Agent, AgentKind, AgentName, Cast, CastPiece, Kind, NameError, Parameter, Part, Recipe, Roster,
    Seed, Settings,
};
use strum::VariantNames;

use crate::{
    Bargaining, Baseline, ComposedAgent, Listener, Manner, MemorySpan, Mover, PlainSpeaker,
    RandomMover, Speaker, Speech, Trader, WordListener, Words, rehearsal::rehearse,
};

/// What makes a part of an agent whenever one sits down, or why that part cannot play here.
///
/// What is expensive is done once, before the first is made.
pub type Prepared<T> = Result<Recipes<T>, String>;

/// Makes a part of an agent whenever one sits down.
pub type Recipes<T> = Box<dyn Fn(Seed) -> T + Send + Sync>;

/// Prepares a part of an agent from its settings.
pub type Prepare<G, T> = fn(&G, &Settings) -> Prepared<T>;

/// A kind of agent, or of a part of one, with what it is made by.
pub struct Maker<G: Bargaining> {
    /// Its name and parameters, and what part of the playing it does.
    pub kind: AgentKind,
    /// What it is made by.
    pub make: Make<G>,
}

/// How a part of an agent is made.
pub enum Make<G: Bargaining> {
    /// One who moves, and who trades for it where nobody else was named.
    Mover(Prepare<G, Box<dyn Mover<G>>>, Alone<G>),
    /// One who trades.
    Trader(Prepare<G, Trader<G>>),
    /// One who talks.
    Speaker(Prepare<G, Box<dyn Speaker<G>>>),
    /// One who listens.
    Listener(Prepare<G, Box<dyn Listener<G>>>),
}

/// Who trades for a mover where nobody was named to do it.
pub enum Alone<G: Bargaining> {
    /// The mover itself.
    Itself,
    /// Nobody: it proposes nothing and refuses everything.
    Nobody,
    /// This trader.
    Trader(fn(&G) -> Trader<G>),
}

impl<G: Bargaining> Maker<G> {
    /// Who chooses uniformly from every menu, trades included.
    pub const RANDOM: Self = Self::mover(
        "random",
        &[],
        "chooses uniformly from every menu",
        |_, _| prepared(|_| Box::new(RandomMover) as _),
        Alone::Itself,
    );

    /// Who says something now and then without weighing what comes of it.
    pub const SPEAK: Self = Self::speaker(
        "speak",
        &[
            Parameter::choice("kind", Speech::VARIANTS, "random", "what it says"),
            Parameter::number("rate", (0.0, 1.0), "0.5", "how likely it speaks when it may"),
        ],
        "says something now and then, true or not",
        |_, settings| {
            let speaker =
                PlainSpeaker { speech: settings.choice("kind"), rate: settings.number("rate") };
            prepared(move |_| Box::new(speaker) as _)
        },
    );

    /// Who listens to what others say.
    pub const LISTEN: Self = Self::listener(
        "listen",
        &[WORDS, MEMORY],
        "changes what is believed by what others say",
        |game, settings| {
            let listener = word_listener(game, settings)?;
            prepared(move |seed| Box::new(listener(seed)) as _)
        },
    );

    /// Describes one who moves.
    pub const fn mover(
        name: &'static str,
        parameters: &'static [Parameter],
        help: &'static str,
        prepare: Prepare<G, Box<dyn Mover<G>>>,
        alone: Alone<G>,
    ) -> Self {
        let kind = AgentKind { name, part: Part::Moves, parameters, help };
        Self { kind, make: Make::Mover(prepare, alone) }
    }

    /// Describes one who talks.
    pub const fn speaker(
        name: &'static str,
        parameters: &'static [Parameter],
        help: &'static str,
        prepare: Prepare<G, Box<dyn Speaker<G>>>,
    ) -> Self {
        let kind = AgentKind { name, part: Part::Talks, parameters, help };
        Self { kind, make: Make::Speaker(prepare) }
    }

    /// Describes one who listens.
    pub const fn listener(
        name: &'static str,
        parameters: &'static [Parameter],
        help: &'static str,
        prepare: Prepare<G, Box<dyn Listener<G>>>,
    ) -> Self {
        let kind = AgentKind { name, part: Part::Listens, parameters, help };
        Self { kind, make: Make::Listener(prepare) }
    }

    /// Describes one who trades.
    pub const fn trader(
        name: &'static str,
        parameters: &'static [Parameter],
        help: &'static str,
        prepare: Prepare<G, Trader<G>>,
    ) -> Self {
        let kind = AgentKind { name, part: Part::Trades, parameters, help };
        Self { kind, make: Make::Trader(prepare) }
    }
}

/// Listens as one who knows how others choose their words: like this player, against whom it has
/// rehearsed. Nobody gets credit in advance.
///
/// # Errors
/// Never: it has the type of a preparation that may fail.
pub fn foreseeing<G: Bargaining>(
    game: G,
    span: MemorySpan,
    player: Recipes<Box<dyn Agent<G>>>,
) -> Prepared<Box<dyn Listener<G>>> {
    // Rehearsed by the first who sits down: names are checked far more often.
    let rehearsed = OnceLock::new();
    prepared(move |seed| {
        let rehearsed = rehearsed.get_or_init(|| rehearse(&game, span, &player));
        let listener = WordListener::new(game.clone(), Words::Wary, span, seed);
        Box::new(listener.knowing(rehearsed.clone())) as _
    })
}

/// The parameter that says how far words are believed.
pub const WORDS: Parameter = Parameter::choice(
    "words",
    Words::VARIANTS,
    "calibrated",
    "how far it believes what others say: not at all, nearly everything, as far as the same speaker \
     has proved honest, or the same without credit in advance",
);

/// What makes those who listen to words with the settings of [`WORDS`] and [`MEMORY`].
///
/// # Errors
/// If the memory cannot be read.
pub fn word_listener<G: Bargaining>(
    game: &G,
    settings: &Settings,
) -> Result<impl Fn(Seed) -> WordListener<G> + Send + Sync + use<G>, String> {
    let words = settings.choice::<Words>(WORDS.name);
    let span = memory_span(settings)?;
    let game = game.clone();
    Ok(move |seed| WordListener::new(game.clone(), words, span, seed))
}

/// The parameter that names the model of acts of those who read acts by one that was fitted.
pub const MODEL: Parameter = Parameter {
    name: "model",
    kind: Kind::Text,
    default: "embedded",
    help: "the model of acts: the one that comes with the program, or the file of one by kakehiki train",
};

/// The model of acts that settings name: the one that comes with the program, or one that is read from a
/// file.
///
/// # Errors
/// If the file cannot be read or holds no model.
pub fn model_of_acts<M>(
    settings: &Settings,
    embedded: impl FnOnce() -> Arc<M>,
    read: impl FnOnce(&str) -> Result<M, String>,
) -> Result<Arc<M>, String> {
    let name = settings.text(MODEL.name);
    if name == MODEL.default {
        return Ok(embedded());
    }
    let text = fs::read_to_string(name).map_err(|error| format!("{name}: {error}"))?;
    read(&text).map(Arc::new).map_err(|problem| format!("{name}: {problem}"))
}

/// The parameter that says how much somebody remembers.
pub const MEMORY: Parameter = Parameter {
    name: "memory",
    kind: Kind::Text,
    default: "perfect",
    help: "what is remembered of what was seen: perfect, none, or last:20 for the last 20 things \
           that happened",
};

/// How much somebody remembers with these settings.
///
/// # Errors
/// If the text is none of those that can be read.
pub fn memory_span(settings: &Settings) -> Result<MemorySpan, String> {
    let memory = settings.text(MEMORY.name);
    MemorySpan::read(memory).ok_or_else(|| {
        format!("memory={memory} is none of perfect, none and last:20 with any number")
    })
}

/// The parameter that says which [`Baseline`] trades.
pub const BASELINE: Parameter =
    Parameter::choice("kind", Baseline::VARIANTS, "never", "how it trades");

/// What makes a part that needs no preparation.
///
/// # Errors
/// Never: it has the type of a preparation that may fail.
pub fn prepared<T>(make: impl Fn(Seed) -> T + Send + Sync + 'static) -> Prepared<T> {
    Ok(Box::new(make))
}

/// The makers of all agents of a game.
pub struct Makers<G: Bargaining>(pub &'static [Maker<G>]);

impl<G: Bargaining> Makers<G> {
    /// The settings of one part by its name, such as `bargain(playouts=100)`.
    ///
    /// # Errors
    /// If there is no such part, or a parameter is wrong.
    pub fn settings(&self, part: &str) -> Result<Settings, NameError> {
        Ok(part.parse::<AgentName>()?.piece(&self.kinds())?.settings)
    }

    /// Prepares one who moves by its name, for agents that are put together by hand.
    ///
    /// # Errors
    /// If nobody who moves has this name, or it cannot play this game.
    pub fn mover(&self, game: &G, name: &str) -> Result<Recipes<Box<dyn Mover<G>>>, NameError> {
        self.part(name, |make, settings| match make {
            Make::Mover(prepare, _) => prepare(game, settings),
            _ => Err("it does not move".to_owned()),
        })
    }

    /// Prepares one who listens by its name, for somebody who sits beside the table.
    ///
    /// # Errors
    /// If nobody who listens has this name, or it cannot play this game.
    pub fn listener(
        &self,
        game: &G,
        name: &str,
    ) -> Result<Recipes<Box<dyn Listener<G>>>, NameError> {
        self.part(name, |make, settings| match make {
            Make::Listener(prepare) => prepare(game, settings),
            _ => Err("it does not listen".to_owned()),
        })
    }

    /// Prepares the part of this name.
    fn part<T>(
        &self,
        name: &str,
        prepare: impl FnOnce(&Make<G>, &Settings) -> Prepared<T>,
    ) -> Result<Recipes<T>, NameError> {
        let piece = name.parse::<AgentName>()?.piece(&self.kinds())?;
        let maker = self.0.iter().find(|maker| maker.kind.name == piece.kind.name);
        let made = maker.map(|maker| prepare(&maker.make, &piece.settings));
        made.unwrap_or_else(|| Err("it is not there".to_owned()))
            .map_err(|problem| NameError::Unfit { text: name.to_owned(), problem })
    }
}

impl<G: Bargaining> Roster<G> for Makers<G> {
    fn kinds(&self) -> Vec<&'static AgentKind> {
        self.0.iter().map(|maker| &maker.kind).collect()
    }

    fn prepare(&self, game: &G, cast: &Cast) -> Result<Recipe<G>, String> {
        let (mut mover, mut trader, mut speaker, mut listener) = (None, None, None, None);
        // Only who does everything itself has to think about speech.
        let silent = game.silent();
        for CastPiece { kind, settings } in cast.pieces() {
            let maker = self.0.iter().find(|maker| maker.kind.name == kind.name);
            let maker =
                maker.ok_or_else(|| format!("{} is not an agent of this game", kind.name))?;
            match &maker.make {
                Make::Mover(prepare, alone @ Alone::Itself) => {
                    mover = Some((prepare(game, settings)?, alone));
                }
                Make::Mover(prepare, alone) => mover = Some((prepare(&silent, settings)?, alone)),
                Make::Trader(prepare) => trader = Some(prepare(&silent, settings)?),
                Make::Speaker(prepare) => speaker = Some(prepare(game, settings)?),
                Make::Listener(prepare) => listener = Some(prepare(game, settings)?),
            }
        }
        let (mover, alone) = mover.ok_or_else(|| "nobody moves".to_owned())?;
        if trader.is_none() {
            let make: Option<fn(&G) -> Trader<G>> = match alone {
                Alone::Itself => None,
                Alone::Nobody => {
                    Some(|game| Trader::new(Box::new(Baseline::Never), Manner::new(game.clone())))
                }
                Alone::Trader(make) => Some(*make),
            };
            let game = silent;
            trader = make.map(|make| Box::new(move |_: Seed| make(&game)) as _);
        }
        let game = game.clone();
        Ok(Box::new(move |seed| {
            let mut agent = ComposedAgent::new(game.clone(), mover(seed));
            if let Some(make) = &trader {
                agent = agent.trading(make(seed.derive("trades", 0)));
            }
            if let Some(make) = &speaker {
                agent = agent.speaking(make(seed.derive("talks", 0)));
            }
            if let Some(make) = &listener {
                agent = agent.listening(make(seed.derive("listens", 0)));
            }
            Box::new(agent)
        }))
    }
}
