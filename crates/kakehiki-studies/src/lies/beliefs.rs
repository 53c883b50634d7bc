//! What a listener believes about hidden cards, and how well it knows whom to trust.

use kakehiki_bargain::{
    Claimable, Credited, Listener, MEMORY, MemorySpan, Recipes, Statement, Truth, WordListener,
    Words,
};
use kakehiki_catan::{CATAN, CATAN_AGENTS, CATAN_OPTIONS, Catan, Event, Sight};
use kakehiki_chart::{Axis, Point, PointSeries, Points};
use kakehiki_core::{
    Agent, Awaited, Game, Kind, Moments, NameError, Observed, OngoingGame, Parameter, Recipe, Seat,
    Seated, Seed, Settings,
};
use kakehiki_search::Belief;
use serde::{Deserialize, Serialize};

use crate::{Order, Report, Row, Sizes, Study, StudyError, list::List};

pub(crate) const BELIEFS: Study = Study {
    id: "lies/beliefs",
    title: "What listeners believe about cards, beside truthful speakers and liars",
    about: "Players of Catan trade and build by `player`, and all of them speak: the truth, lies, \
            anything, or what serves them (`persuade`). Beside each sits a listener for every way \
            of listening, who perceives what that player does and plays no part; the foreseeing \
            one takes everybody for a `persuade`, against whom it has rehearsed. Whenever dice \
            have fallen it is asked, of every card of the others that it cannot know, how likely \
            they hold it. Its log loss is the mean of −ln P(what was so), nothing being held for \
            less likely than 1 in 200. Rows tell the loss of the deaf and how much lower that of \
            the others is, game by game, at a memory of the last things that happened (`memory`), \
            for two, three and four players. The figure tells how likely the calibrated took what \
            they were told to be true, and how often it was. Games are matches of one: trust is \
            learned within a game. At scale 1 there are 60 games a row.",
    parameters: &[
        Parameter { default: "last:20", ..MEMORY },
        Parameter {
            name: "player",
            kind: Kind::Text,
            default: "greedy(worlds=1)+rule",
            help: "who moves and trades",
        },
        Parameter::integer("worlds", (10, 100_000), "300", "worlds by which beliefs are asked"),
        Parameter::integer("playouts", (1, 100_000), "16", "playouts of each trade by `persuade`"),
    ],
    sizes: Some(Sizes::scales(0.001, 0.01, 0.5).cheapest(HASTY)),
    run,
};

/// Players and listeners who hardly think, for a look at whether everything works.
const HASTY: &[(&str, &str)] =
    &[("player", "weighted"), ("worlds", "10"), ("memory", "perfect"), ("playouts", "1")];

/// Games of a row at scale 1.
const GAMES: u64 = 60;

/// Nothing is held for less likely than this.
const LEAST: f64 = 1.0 / 200.0;

/// The shares by which claims are told apart in the figure.
const BINS: usize = 10;

const SPEECHES: [&str; 4] = ["truth", "lies", "random", "persuade"];
const LISTENERS: [&str; 5] = ["calibrated", "deaf", "trusting", "wary", "foreseeing"];
const DEAF: usize = 1;

/// What came out of a game.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Outcome {
    /// The log loss of each kind of listener, and of how many answers it is the mean.
    loss: [f64; LISTENERS.len()],
    answers: u64,
    /// How many claims the calibrated took to be true with a probability of each bin, how many of
    /// them were, and the sum of the probabilities.
    bins: [(u64, u64, f64); BINS],
}

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let games = order.scaled(GAMES);
    let span = order.memory_span()?;
    let (mut rows, mut notes, mut series) = (Vec::new(), Vec::new(), Vec::new());
    let total = games * (SPEECHES.len() * 3) as u64;
    let mut done = 0;
    for speech in SPEECHES {
        let mut bins = [(0, 0, 0.0); BINS];
        for players in 2..=4_usize {
            let settings = &order.settings;
            let list = List {
                name: &format!("{players}-{speech}"),
                of: &format!(
                    "beliefs 3: {}, memory {}, {} worlds, {} playouts, seed {}",
                    settings.text("player"),
                    settings.text("memory"),
                    settings.text("worlds"),
                    settings.text("playouts"),
                    order.seed
                ),
                count: games,
                progress: Some((done, total)),
            };
            let company = Company::new(order, players, speech, span)?;
            let outcomes: Vec<Outcome> =
                order.each(&list, |number| Ok(company.watch(order, number)))?;
            done += games;
            let outcomes: Vec<Outcome> =
                outcomes.into_iter().filter(|outcome| outcome.answers > 0).collect();
            let row = |title: String, metric: &str, loss: &dyn Fn(&Outcome) -> f64| {
                let moments: Moments = outcomes.iter().map(loss).collect();
                Row::mean(&title, metric, &moments)
            };
            let title = |words: &str| format!("{players} players, {speech}, {words}");
            rows.push(row(title(LISTENERS[DEAF]), "log loss", &|outcome| outcome.loss[DEAF]));
            for (place, words) in LISTENERS.into_iter().enumerate() {
                if place != DEAF {
                    rows.push(row(title(words), "log loss below deaf", &|outcome| {
                        outcome.loss[DEAF] - outcome.loss[place]
                    }));
                }
            }
            for outcome in &outcomes {
                for (sum, bin) in bins.iter_mut().zip(outcome.bins) {
                    *sum = (sum.0 + bin.0, sum.1 + bin.1, sum.2 + bin.2);
                }
            }
        }
        let told: Vec<String> = bins
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, truths, sum)| {
                let all = *count as f64;
                format!("{:.2} → {:.2} of {count}", sum / all, *truths as f64 / all)
            })
            .collect();
        notes.push(format!("{speech}: trusted and true by bins: {}.", told.join(", ")));
        let points = bins.iter().filter(|(count, ..)| *count > 0).map(|(count, truths, sum)| {
            let all = *count as f64;
            Point { x: sum / all, y: *truths as f64 / all, ..Point::default() }
        });
        let (name, points) = (speech.to_owned(), points.collect());
        series.push(PointSeries { name, points, ..PointSeries::default() });
    }
    let figure = Points {
        title: "How far the calibrated trusted what they were told, and how often it was true"
            .to_owned(),
        caption: "Statements of all games by tenths of trust.".to_owned(),
        x: Axis::new("taken to be true with probability", "").between(0.0, 1.0),
        y: Axis::new("share that was true", "").between(0.0, 1.0),
        series,
    };
    Ok(Report::new(&BELIEFS, order, rows, notes).drawn(figure))
}

/// The seat that may look around: dice have fallen.
fn is_moment(sight: &Sight) -> bool {
    matches!(sight.event, Event::Rolled { .. })
}

/// Those who play the games of a row, and those who sit beside them and listen, prepared once for all
/// its games.
struct Company {
    game: Catan,
    player: Recipe<Catan>,
    span: MemorySpan,
    /// All of [`LISTENERS`] but the first.
    others: Vec<Recipes<Box<dyn Listener<Catan>>>>,
}

impl Company {
    fn new(
        order: &Order<'_>,
        players: usize,
        speech: &str,
        span: MemorySpan,
    ) -> Result<Self, NameError> {
        let count = players.to_string();
        let options = [("players", count.as_str()), ("speaking", "on")];
        let game = Catan::new(&Settings::written("catan", &CATAN_OPTIONS, &options));
        let [memory, playouts] = [MEMORY.name, "playouts"].map(|name| order.settings.text(name));
        let persuading = format!("(memory={memory}, playouts={playouts})");
        let speaker = match speech {
            "persuade" => format!("persuade{persuading}"),
            kind => format!("speak(kind={kind}, rate=1)"),
        };
        let name = format!("{}+{speaker}", order.settings.text("player"));
        let player = CATAN.prepare(&game, &name.parse()?)?;
        let listener = |words: &&str| {
            let name = match *words {
                "foreseeing" => format!("foresee{persuading}"),
                words => format!("listen(words={words}, memory={memory})"),
            };
            CATAN_AGENTS.listener(&game, &name)
        };
        let others: Result<_, NameError> = LISTENERS[1..].iter().map(listener).collect();
        Ok(Self { game, player, span, others: others? })
    }

    /// The listeners beside a seat.
    fn beside(&self, seat: Seat, seed: Seed) -> Beside {
        let seed = seed.derive("listener", seat.index() as u64);
        let mut calibrated = WordListener::new(self.game, Words::Calibrated, self.span, seed);
        calibrated.sit(seat);
        let listener = |recipe: &Recipes<Box<dyn Listener<Catan>>>| {
            let mut listener = recipe(seed);
            listener.sit(seat);
            listener
        };
        Beside { calibrated, others: self.others.iter().map(listener).collect() }
    }

    /// Plays a game and asks the listeners beside it.
    fn watch(&self, order: &Order<'_>, number: u64) -> Outcome {
        let game = self.game;
        let seats = || Seat::all(game.seats());
        let seed = Seed::experiment(order.seed).derive("beliefs", number);
        let mut ongoing = OngoingGame::new(game, seed.derive("game", 0));
        let mut seated: Vec<Seated<Box<dyn Agent<Catan>>>> = seats()
            .map(|seat| {
                let agent = (self.player)(seed.derive("agent", seat.index() as u64));
                Seated::new::<Catan>(agent, seat)
            })
            .collect();
        let mut listeners: Vec<Beside> = seats().map(|seat| self.beside(seat, seed)).collect();
        let (mut outcome, mut menu, mut asked) = (Outcome::default(), Vec::new(), 0);
        loop {
            match ongoing.awaited() {
                Awaited::Nobody(_) => break,
                Awaited::Chance => drop(ongoing.draw()),
                Awaited::Seat(seat) => {
                    let reply = seated[seat.index()].decide(&ongoing, &mut menu);
                    ongoing.answer(reply);
                }
            }
            for (seat, listeners) in seats().zip(&mut listeners) {
                seated[seat.index()].hear(&ongoing);
                let Some(sight) = ongoing.sight(seat) else { continue };
                let view = ongoing.lazy_view(seat);
                listeners.calibrated.hear(&view, sight);
                for listener in &mut listeners.others {
                    listener.hear(&view, sight);
                }
                for Credited { claim, trusted, .. } in listeners.calibrated.credited() {
                    if matches!(claim.statement, Statement::Fact(_)) {
                        let bin =
                            &mut outcome.bins[((trusted * BINS as f64) as usize).min(BINS - 1)];
                        let is_true = game.truth(ongoing.state(), claim) == Truth::True;
                        *bin = (bin.0 + 1, bin.1 + u64::from(is_true), bin.2 + trusted);
                    }
                }
                if is_moment(sight) {
                    asked += 1;
                    let seed = seed.derive("ask", asked);
                    listeners.ask(order, &ongoing, seat, seed, &mut outcome);
                }
            }
        }
        if outcome.answers > 0 {
            outcome.loss = outcome.loss.map(|loss| loss / outcome.answers as f64);
        }
        outcome
    }
}

/// Those who sit beside a player and listen.
struct Beside {
    calibrated: WordListener<Catan>,
    /// All of [`LISTENERS`] but the first.
    others: Vec<Box<dyn Listener<Catan>>>,
}

impl Beside {
    fn all(&self) -> impl Iterator<Item = &dyn Listener<Catan>> {
        let others = self.others.iter().map(|listener| &**listener);
        [&self.calibrated as &dyn Listener<Catan>].into_iter().chain(others)
    }

    /// Asks each listener what others hold, and adds up its losses.
    fn ask(
        &self,
        order: &Order<'_>,
        ongoing: &OngoingGame<Catan>,
        seat: Seat,
        seed: Seed,
        outcome: &mut Outcome,
    ) {
        let game = ongoing.game();
        let view = ongoing.view(seat);
        let view = self.calibrated.recall(&view).unwrap_or(view);
        let worlds = order.settings.integer("worlds") as u32;
        let facts = game.facts(&view);
        for (place, listener) in self.all().enumerate() {
            let evidence = listener.evidence().into_iter().collect();
            let belief = Belief::new(game, &view, evidence, seed.derive("pool", 0));
            let likelihoods = belief.likelihoods(worlds, &mut seed.rng());
            for (fact, likelihood) in facts.iter().zip(&likelihoods) {
                let likely = likelihood.probability.clamp(LEAST, 1.0 - LEAST);
                let likely = if fact.holds(ongoing.state()) { likely } else { 1.0 - likely };
                outcome.loss[place] -= likely.ln();
            }
        }
        outcome.answers += facts.len() as u64;
    }
}
