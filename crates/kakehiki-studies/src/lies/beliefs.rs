//! What a listener believes about hidden cards, and how well it knows whom to trust.

use kakehiki_bargain::{
    Claimable, Listener, MEMORY, MemorySpan, Statement, Truth, WordListener, Words,
};
use kakehiki_catan::{CATAN, CATAN_OPTIONS, Catan, Event, Sight};
use kakehiki_chart::{Axis, Point, PointSeries, Points};
use kakehiki_core::{
    Agent, Awaited, Kind, Moments, NameError, Observed, OngoingGame, Parameter, Seat, Seated, Seed,
    Settings,
};
use kakehiki_search::Belief;
use serde::{Deserialize, Serialize};

use crate::{Order, Report, Row, Sizes, Study, StudyError, list::List};

pub(crate) const BELIEFS: Study = Study {
    id: "lies/beliefs",
    title: "What listeners believe about cards, beside truthful speakers and liars",
    about: "Players of Catan trade and build by `player`, and all of them speak: the truth, lies, \
            anything, or what serves them (`persuade`). Beside each sits a listener for every way of listening, who perceives what that \
            player does and plays no part. Whenever dice have fallen it is asked, of every card of \
            the others that it cannot know, how likely they hold it. Its log loss is the mean of \
            −ln P(what was so), nothing being held for less likely than 1 in 200. Rows tell the loss \
            of the deaf and how much lower that of the others is, game by game, at a memory of the \
            last things that happened (`memory`), for two, three and four players. The figure tells \
            how likely the calibrated took what they were told to be true, and how often it was. \
            Games are matches of one: trust is learned within a game. At scale 1 there are 60 games \
            a row.",
    parameters: &[
        Parameter { default: "last:20", ..MEMORY },
        Parameter {
            name: "player",
            kind: Kind::Text,
            default: "greedy(worlds=1)+rule",
            help: "who moves and trades",
        },
        Parameter::integer("worlds", (10, 100_000), "300", "worlds by which beliefs are asked"),
    ],
    sizes: Some(Sizes::scales(0.001, 0.01, 0.5)),
    run,
};

/// Games of a row at scale 1.
const GAMES: u64 = 60;

/// Nothing is held for less likely than this.
const LEAST: f64 = 1.0 / 200.0;

/// The shares by which claims are told apart in the figure.
const BINS: usize = 10;

const SPEECHES: [&str; 4] = ["truth", "lies", "random", "persuade"];
const LISTENERS: [Words; 4] = [Words::Deaf, Words::Trusting, Words::Calibrated, Words::Wary];

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
                    "beliefs 1: {}, memory {}, {} worlds, seed {}",
                    settings.text("player"),
                    settings.text("memory"),
                    settings.text("worlds"),
                    order.seed
                ),
                count: games,
                progress: Some((done, total)),
            };
            let watched = |number| Ok(watch(order, players, speech, span, number)?);
            let outcomes: Vec<Outcome> = order.each(&list, watched)?;
            done += games;
            let outcomes: Vec<Outcome> =
                outcomes.into_iter().filter(|outcome| outcome.answers > 0).collect();
            let row = |title: String, metric: &str, loss: &dyn Fn(&Outcome) -> f64| {
                let moments: Moments = outcomes.iter().map(loss).collect();
                Row::mean(&title, metric, &moments)
            };
            let title = |words: Words| format!("{players} players, {speech}, {words}");
            rows.push(row(title(Words::Deaf), "log loss", &|outcome| outcome.loss[0]));
            for (place, words) in LISTENERS.into_iter().enumerate().skip(1) {
                rows.push(row(title(words), "log loss below deaf", &|outcome| {
                    outcome.loss[0] - outcome.loss[place]
                }));
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

/// Plays a game and asks the listeners beside it.
fn watch(
    order: &Order<'_>,
    players: usize,
    speech: &str,
    span: MemorySpan,
    number: u64,
) -> Result<Outcome, NameError> {
    let count = players.to_string();
    let options = [("players", count.as_str()), ("speaking", "on")];
    let game = Catan::new(&Settings::written("catan", &CATAN_OPTIONS, &options));
    let seed = Seed::experiment(order.seed).derive("beliefs", number);
    let speaker = match speech {
        "persuade" => format!("persuade(memory={})", order.settings.text(MEMORY.name)),
        kind => format!("speak(kind={kind}, rate=1)"),
    };
    let name = format!("{}+{speaker}", order.settings.text("player"));
    let mut ongoing = OngoingGame::new(game, seed.derive("game", 0));
    let mut seated: Vec<Seated<Box<dyn Agent<Catan>>>> = Vec::new();
    for seat in Seat::all(players) {
        let agent = CATAN.agent(&game, &name, seed.derive("agent", seat.index() as u64))?;
        seated.push(Seated::new::<Catan>(agent, seat));
    }
    let mut listeners: Vec<[WordListener<Catan>; LISTENERS.len()]> = Seat::all(players)
        .map(|seat| {
            LISTENERS.map(|words| {
                let seed = seed.derive("listener", seat.index() as u64);
                let mut listener = WordListener::new(game, words, span, seed);
                listener.sit(seat);
                listener
            })
        })
        .collect();
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
        for (seat, listeners) in Seat::all(players).zip(&mut listeners) {
            seated[seat.index()].hear(&ongoing);
            let Some(sight) = ongoing.sight(seat) else { continue };
            let view = ongoing.lazy_view(seat);
            for listener in listeners.iter_mut() {
                listener.hear(&view, sight);
            }
            for (claim, trusted) in listeners[2].credited() {
                if matches!(claim.statement, Statement::Fact(_)) {
                    let bin = &mut outcome.bins[((trusted * BINS as f64) as usize).min(BINS - 1)];
                    let is_true = game.truth(ongoing.state(), claim) == Truth::True;
                    *bin = (bin.0 + 1, bin.1 + u64::from(is_true), bin.2 + trusted);
                }
            }
            if is_moment(sight) {
                asked += 1;
                ask(
                    order,
                    &game,
                    &ongoing,
                    seat,
                    listeners,
                    seed.derive("ask", asked),
                    &mut outcome,
                );
            }
        }
    }
    if outcome.answers > 0 {
        outcome.loss = outcome.loss.map(|loss| loss / outcome.answers as f64);
    }
    Ok(outcome)
}

/// Asks each listener what others hold, and adds up its losses.
fn ask(
    order: &Order<'_>,
    game: &Catan,
    ongoing: &OngoingGame<Catan>,
    seat: Seat,
    listeners: &[WordListener<Catan>],
    seed: Seed,
    outcome: &mut Outcome,
) {
    let view = ongoing.view(seat);
    let view = listeners[0].recall(&view).unwrap_or(view);
    let worlds = order.settings.integer("worlds") as u32;
    let facts = game.facts(&view);
    for (place, listener) in listeners.iter().enumerate() {
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
