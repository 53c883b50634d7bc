//! Training as `kakehiki train` orders it: a model of acts is fitted to games between many players.

use kakehiki_core::{
    Agent, Game, Happening, Moments, OngoingGame, Parameter, Recipe, Roster, Seed, Settings, Step,
    Trainer, TrainingError, TrainingOrder, TrainingOutcome, Witness, play,
};
use kakehiki_search::{Choice, fit_choices, fit_to_games};
use rand::RngExt;

use super::{
    super::CATAN_AGENTS,
    deliberation::{Deliberation, FEATURES, deliberations},
    model::{Fitted, Habits},
};
use crate::rules::{Catan, State};

/// How Catan trains.
pub(crate) const CATAN_TRAINER: Trainer = Trainer {
    help: "a model of acts, from which listen(acts=fitted) tells hidden cards, is fitted to games of the \
           opponents among themselves",
    parameters: &[
        Parameter::number(
            TRUST,
            (0.0, 1.0),
            "1",
            "the power to which likelihoods are raised; below 1, each act tells less",
        ),
        Parameter::number(
            FLOOR,
            (0.0, 1.0),
            "0.1",
            "the share of the worlds that are drawn by the rules alone whenever worlds are drawn anew",
        ),
    ],
    run: train,
};

const TRUST: &str = "trust";
const FLOOR: &str = "floor";

/// Who decided what.
type Decided = (usize, Choice<FEATURES>);

fn train(options: &Settings, order: &TrainingOrder<'_>) -> Result<TrainingOutcome, TrainingError> {
    let game = Catan::new(options);
    let players: Vec<Recipe<Catan>> = order
        .opponents
        .iter()
        .map(|cast| CATAN_AGENTS.prepare(&game, cast))
        .collect::<Result<_, _>>()
        .map_err(|problem| TrainingError::Model(problem.into()))?;
    let names: Vec<String> = order.opponents.iter().map(|cast| cast.name().to_string()).collect();
    let habits =
        Habits { trust: order.settings.number(TRUST), floor: order.settings.number(FLOOR) };
    fit_to_games(
        "catan",
        options,
        order,
        |index| play_one(&game, &players, order.seed, index),
        |games| {
            let decided: Vec<Decided> = games.into_iter().flatten().collect();
            let report = left_out(&decided, &names, habits);
            (fit(&decided, habits, |_| true).write(), report)
        },
    )
}

/// Fits a model to what the wanted players decided.
fn fit(decided: &[Decided], habits: Habits, is_wanted: impl Fn(usize) -> bool) -> Fitted {
    let wanted = decided.iter().filter(|(player, _)| is_wanted(*player));
    Fitted::new(&fit_choices(&wanted.map(|(_, choice)| choice).collect::<Vec<_>>()), habits)
}

/// What models that were fitted to all others lose on what each player decided.
fn left_out(decided: &[Decided], names: &[String], habits: Habits) -> Vec<String> {
    let title = "Log loss of what a player decided, who was left out:".to_owned();
    let of_player = |(player, name): (usize, &String)| {
        let fitted = fit(decided, habits, |other| other != player);
        let own = decided.iter().filter(|(other, _)| *other == player);
        let (mut by_chance, mut with) = (Moments::default(), Moments::default());
        for (_, choice) in own {
            by_chance.add((choice.options.len() as f64).ln());
            with.add(fitted.log_loss(choice));
        }
        format!(
            "{name}: {:.3} by chance, {:.3} with a model of the others, {} decisions",
            by_chance.mean(),
            with.mean(),
            with.count()
        )
    };
    std::iter::once(title).chain(names.iter().enumerate().map(of_player)).collect()
}

/// What was decided, if there was a choice.
fn choice(made: &Deliberation) -> Option<Choice<FEATURES>> {
    let mut options = vec![[0.0; FEATURES]; made.options.len()];
    for (dense, sparse) in options.iter_mut().zip(&made.options) {
        sparse.iter().for_each(|(place, value)| dense[*place] = *value);
    }
    let chosen = made.chosen.filter(|_| options.len() > 1)?;
    Some(Choice { options, chosen })
}

/// Plays the game with this number, with any of the players in each seat.
fn play_one(game: &Catan, players: &[Recipe<Catan>], seed: u64, index: u64) -> Vec<Decided> {
    let seed = Seed::experiment(seed).derive("game", index);
    let mut rng = seed.derive("seats", 0).rng();
    let seated: Vec<usize> =
        (0..game.seats()).map(|_| rng.random_range(0..players.len())).collect();
    let mut agents: Vec<Box<dyn Agent<Catan>>> = (0..)
        .zip(&seated)
        .map(|(seat, player)| players[*player](seed.derive("agent", seat)))
        .collect();
    let mut observer = Observer { game, seated, before: game.start(), decided: Vec::new() };
    play(game, &mut agents, seed, &mut observer);
    observer.decided
}

/// Writes down what players decide.
struct Observer<'a> {
    game: &'a Catan,
    seated: Vec<usize>,
    before: State,
    decided: Vec<Decided>,
}

impl Witness<Catan> for Observer<'_> {
    fn saw(&mut self, happening: &Happening<Catan>, ongoing: &OngoingGame<Catan>) {
        if let Happening::Step(Step::Action(seat, action)) = happening {
            let made = deliberations(self.game, &self.before, action);
            let player = self.seated[seat.index()];
            self.decided.extend(made.iter().filter_map(choice).map(|choice| (player, choice)));
        }
        self.before = ongoing.state().clone();
    }
}
