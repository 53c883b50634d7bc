//! Weights of the value function, learned; negotiations and moves by them.

use kakehiki_arena::Draft;
use kakehiki_core::{
    Agent, Ending, Game, Happening, Observed, OngoingGame, Parameter, Seat, Seed, Settings, Turn,
    Witness, play,
};
use kakehiki_geister::{
    FEATURE_NAMES, FEATURES, Features, GEISTER, GEISTER_OPTIONS, Geister, Stage, Walk, Weights,
};
use kakehiki_search::{Choice, fit_choices};

use super::{
    PLAYOUTS, game, meter,
    positions::{labelled, view_of},
};
use crate::{Order, Report, Row, Sizes, Study, StudyError, list::List};

pub(crate) const WEIGHTS: Study = Study {
    id: "mishio2015/weights",
    title: "The weights of a ghost's value, learned, and matches by them",
    about: "The paper values a ghost by a weighted sum of features and leaves the weights open, and \
            how to move by them. Two sets are learned here. *By answers*: the weights that make the \
            answers of the labelled positions likeliest, tested on a fifth of them that was left out, \
            five times. *By results*: the weights of the features that can be seen at a glance which \
            best tell the winner from a position, over 1,000 games of flat search at scale 1. Then who \
            negotiates by the learned weights meets who negotiates by the default weights, by the UPP \
            feature alone, and who never negotiates, in NEGOGeister with the same moves; and who moves \
            by the learned weights (`valued`) meets others in Geister. 400 games for each pair at \
            scale 1. Neighbours two steps away count straight and diagonal alike.",
    parameters: &[
        PLAYOUTS,
        Parameter::integer("moves", (1, 1_000_000), "300", "playouts for a move of flat search"),
        Parameter::integer(
            "value-playouts",
            (1, 1_000_000),
            "140",
            "playouts for the UPP feature in negotiations",
        ),
    ],
    sizes: Some(
        Sizes::scales(0.01, 0.02, 0.5)
            .cheaper(&[("playouts", "1000"), ("moves", "30"), ("value-playouts", "14")], &[])
            .cheapest(&[("playouts", "100"), ("moves", "10"), ("value-playouts", "5")]),
    ),
    run,
};

/// Games that results are learned from, and games of a pair, at scale 1.
const LESSONS: u64 = 1000;
const GAMES: u64 = 400;

/// Into how many parts the positions are divided for the test.
const FOLDS: usize = 5;

/// All features, none weighed against another yet.
const PLAIN: Weights = Weights { of: [1.0; FEATURES], straight: 0.5 };

/// The place of the UPP feature.
const UPP: usize = FEATURES - 1;

fn run(order: &Order<'_>) -> Result<Report, StudyError> {
    let answers = answers(order)?;
    let results = results(order)?;
    let all: Vec<&Choice<FEATURES>> = answers.iter().collect();
    let by_answers = fit_choices(&all);
    let by_results = fit_choices(&results.iter().collect::<Vec<_>>());
    let mut rows = shares_right(&answers);
    let moves = format!("flat(playouts={})", order.settings.text("moves"));
    let strategy = |weights: &Features| {
        let playouts = order.settings.text("value-playouts");
        format!("{moves}+strategy({}, playouts={playouts})", written(weights, FEATURES))
    };
    let only_upp: Features = std::array::from_fn(|place| f64::from(u8::from(place == UPP)));
    let learned = strategy(&by_answers);
    let default = format!("{moves}+strategy(playouts={})", order.settings.text("value-playouts"));
    let valued = format!("valued({})", written(&by_results, UPP));
    let pairs = [
        ("negogeister", "negotiates by learned weights", "by default weights", &learned, default),
        (
            "negogeister",
            "negotiates by learned weights",
            "by UPP alone",
            &learned,
            strategy(&only_upp),
        ),
        ("negogeister", "negotiates by learned weights", "never", &learned, moves.clone()),
        ("geister", "moves by learned values", "at random", &valued, "random".to_owned()),
        ("geister", "moves by learned values", "by default values", &valued, "valued".to_owned()),
        (
            "geister",
            "moves by learned values",
            "straight to the exit",
            &valued,
            "charge".to_owned(),
        ),
        ("geister", "moves by learned values", "by flat search", &valued, moves.clone()),
    ];
    // Games come in pairs with the seats exchanged.
    let games = order.scaled(GAMES).div_ceil(2);
    let total = pairs.len() as u64 * 2 * games;
    for (place, (game, one, other, agent, opponent)) in pairs.iter().enumerate() {
        let draft =
            Draft { rotate: true, ..Draft::new(game, &[agent.as_str(), opponent.as_str()], games) };
        let done = place as u64 * 2 * games;
        let standings = order.play(&format!("pair-{}", place + 1), draft, Some((done, total)))?;
        rows.push(Row::outcome(&format!("{one} against {other}"), &standings.agents[0]));
    }
    let notes = vec![
        format!("Weights by answers: {}.", written(&by_answers, FEATURES)),
        format!("Weights by results: {}.", written(&by_results, UPP)),
    ];
    Ok(Report::new(&WEIGHTS, order, rows, notes))
}

/// The first weights as parameters of an agent.
fn written(weights: &Features, first: usize) -> String {
    let parts = FEATURE_NAMES.iter().zip(weights).take(first);
    let parts: Vec<String> = parts.map(|(name, weight)| format!("{name}={weight:.3}")).collect();
    parts.join(", ")
}

/// The labelled positions as choices of the ghost that is most worth seeing.
fn answers(order: &Order<'_>) -> Result<Vec<Choice<FEATURES>>, StudyError> {
    let game = game();
    // All of them from a tenth of the games on: they cost little beside games, and are few.
    let items = labelled();
    let count = order.scaled(10 * items.len() as u64).min(items.len() as u64);
    let meter = meter(&order.settings, 0, Walk::GhostFirst);
    let seed = Seed::experiment(order.seed).derive("answers", 0);
    let list = List {
        name: "portraits",
        of: &format!("portraits 1: {meter:?}, seed {}", order.seed),
        count,
        progress: None,
    };
    let found: Vec<Option<(Vec<Features>, usize)>> = order.all_of(&list, |index| {
        let item = &items[index as usize];
        let Some(view) = view_of(&game, item) else { return Ok(None) };
        let portraits = PLAIN.portraits(&game, &view, &meter, seed.derive("position", index));
        let asked = portraits.enemy.iter().filter(|(ghost, _)| view.unknown().contains(*ghost));
        let (ghosts, features): (Vec<_>, Vec<_>) = asked.copied().unzip();
        let chosen = ghosts.iter().position(|ghost| ghost.letter() == item.answer);
        Ok(chosen.map(|chosen| (features, chosen)))
    })?;
    let found = found.into_iter().flatten();
    Ok(found.map(|(options, chosen)| Choice { options, chosen }).collect())
}

/// Positions of games with who won, as choices between the player to move and the other.
fn results(order: &Order<'_>) -> Result<Vec<Choice<FEATURES>>, StudyError> {
    let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
    let name = format!("flat(playouts={})", order.settings.text("moves"));
    let expected = "a name that this file wrote";
    let player = GEISTER.prepare(&game, &name.parse().expect(expected)).expect(expected);
    let list = List {
        name: "lessons",
        of: &format!("lessons 1: {name}, seed {}", order.seed),
        count: order.scaled(LESSONS),
        progress: None,
    };
    let games: Vec<Vec<(Features, bool)>> = order.all_of(&list, |index| {
        let seed = Seed::experiment(order.seed).derive("lesson", index);
        let mut agents: Vec<Box<dyn Agent<Geister>>> =
            Seat::all(2).map(|seat| player(seed.derive("agent", seat.index() as u64))).collect();
        let mut lesson = Lesson::default();
        play(&game, &mut agents, seed, &mut lesson);
        Ok(lesson.told())
    })?;
    let told = games.into_iter().flatten();
    // Even positions have nothing to tell by.
    let choices = told.map(|(balance, has_won)| Choice {
        options: vec![balance, [0.0; FEATURES]],
        chosen: usize::from(!has_won),
    });
    Ok(choices.collect())
}

/// The positions of a game as their movers saw them.
#[derive(Default)]
struct Lesson {
    seen: Vec<(Seat, Features)>,
    winner: Option<Seat>,
}

impl Lesson {
    /// Each position with whether its mover won; nothing of a drawn game.
    fn told(self) -> Vec<(Features, bool)> {
        let Some(winner) = self.winner else { return Vec::new() };
        self.seen.into_iter().map(|(seat, balance)| (balance, seat == winner)).collect()
    }
}

impl Witness<Geister> for Lesson {
    fn saw(&mut self, _happening: &Happening<Geister>, ongoing: &OngoingGame<Geister>) {
        let (game, state) = (ongoing.game(), ongoing.state());
        match game.turn(state) {
            Turn::Seat(seat) if state.stage() == Stage::Move => {
                let view = game.view(state, &(), seat);
                self.seen.push((seat, PLAIN.balance(&view)));
            }
            Turn::Over(Ending::Won(winners)) => {
                self.winner = Seat::all(2).find(|seat| winners.contains(*seat));
            }
            _ => {}
        }
    }
}

/// How often the ghost with the greatest value is the answer: by weights learned on the other
/// positions, by one feature, and by guessing.
fn shares_right(answers: &[Choice<FEATURES>]) -> Vec<Row> {
    let metric = "share right";
    let right = |weights: &Features, choice: &Choice<FEATURES>| {
        let value = |features: &Features| Weights { of: *weights, straight: 0.5 }.value(features);
        let best = (0..choice.options.len()).max_by(|one, other| {
            value(&choice.options[*one]).total_cmp(&value(&choice.options[*other]))
        });
        best == Some(choice.chosen)
    };
    let mut learned = 0;
    for fold in 0..FOLDS {
        let (test, lessons): (Vec<_>, Vec<_>) =
            answers.iter().enumerate().partition(|(place, _)| place % FOLDS == fold);
        let lessons: Vec<_> = lessons.into_iter().map(|(_, choice)| choice).collect();
        let weights = fit_choices(&lessons);
        learned += test.iter().filter(|(_, choice)| right(&weights, choice)).count();
    }
    let count = answers.len() as u64;
    let mut rows =
        vec![Row::share("learned weights, on positions left out", metric, learned as u64, count)];
    for (place, name) in [(UPP, "the UPP feature alone"), (0, "the nearness to an exit alone")] {
        let only: Features = std::array::from_fn(|it| f64::from(u8::from(it == place)));
        let correct = answers.iter().filter(|choice| right(&only, choice)).count();
        rows.push(Row::share(name, metric, correct as u64, count));
    }
    let chance: f64 = answers.iter().map(|choice| 1.0 / choice.options.len() as f64).sum();
    rows.push(Row::new("guessing", metric, chance / count.max(1) as f64, None, count));
    rows
}
