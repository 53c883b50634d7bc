//! Training as `kakehiki train` orders it: what players go by is fitted to games between many of them.

use kakehiki_core::{
    Agent, Game, Happening, Observed, OngoingGame, Parameter, Recipe, Roster, Seat, Seed, Settings,
    Step, Trainer, TrainingError, TrainingOrder, TrainingOutcome, Witness, play,
};
use kakehiki_search::{Choice, fit_once, fit_to_games};

use super::{
    GEISTER_AGENTS,
    acts::{FEATURES, Reading, Watched, fit as fit_acts, options},
    purple::{Outcome, Position, fit as fit_evaluation, outcome},
    tuning::{fewest_games, tune},
};
use crate::rules::{Action, Geister, GhostSet, Stage, State};

/// How Geister trains.
pub(crate) const GEISTER_TRAINER: Trainer = Trainer {
    help: "a model of acts, from which listen(acts=fitted) tells colours, or the evaluation of purple and \
           shrewd, is fitted to games of the opponents among themselves; or a habit is sought that does best \
           against them",
    parameters: &[Parameter::choice(
        WHAT,
        &["acts", "evaluation", "habit"],
        "acts",
        "what is fitted: how likely moves are by colours, how likely positions are won, or the weights of \
         habit(kind=tuned)",
    )],
    run: train,
};

const WHAT: &str = "what";

/// What one game tells.
struct Played {
    /// What players did.
    watched: Watched,
    /// What positions came to, if anybody won.
    outcomes: Vec<Outcome>,
}

fn train(options: &Settings, order: &TrainingOrder<'_>) -> Result<TrainingOutcome, TrainingError> {
    let game = Geister::plain(options);
    let names: Vec<String> = order.opponents.iter().map(|cast| cast.name().to_string()).collect();
    let prepare = |cast| GEISTER_AGENTS.prepare(&game, cast);
    let players: Vec<Recipe<Geister>> = order
        .opponents
        .iter()
        .map(|cast| prepare(cast).map_err(|problem| TrainingError::Model(problem.into())))
        .collect::<Result<_, _>>()?;
    let what = order.settings.text(WHAT);
    if what == "habit" {
        if order.games < fewest_games() {
            let problem = format!("a habit is sought in {} games or more", fewest_games());
            return Err(TrainingError::Model(problem.into()));
        }
        return fit_once("geister", options, order, || tune(&game, &players, order));
    }
    let is_evaluation = what == "evaluation";
    fit_to_games(
        "geister",
        options,
        order,
        |index| play_one(&game, &players, order.seed, index),
        |games| {
            if is_evaluation {
                let outcomes: Vec<_> = games.into_iter().map(|game| game.outcomes).collect();
                let (fitted, report) = fit_evaluation(&outcomes);
                (fitted, vec![report])
            } else {
                let watched: Vec<_> = games.into_iter().map(|game| game.watched).collect();
                let (fitted, report) = fit_acts(&watched, &names);
                (fitted.write(), report)
            }
        },
    )
}

/// Plays the game with this number: every player meets every other as often, on either side.
fn play_one(game: &Geister, players: &[Recipe<Geister>], seed: u64, index: u64) -> Played {
    let seed = Seed::experiment(seed).derive("game", index);
    let pair = index as usize % (players.len() * players.len());
    let seated = [pair / players.len(), pair % players.len()];
    let mut agents: Vec<Box<dyn Agent<Geister>>> = (0..)
        .zip(seated)
        .map(|(seat, player)| players[player](seed.derive("agent", seat)))
        .collect();
    let mut observer = Observer {
        seated,
        before: game.start(),
        acts: [Vec::new(), Vec::new()],
        choices: Vec::new(),
        positions: Vec::new(),
    };
    let verdict = play(game, &mut agents, seed, &mut observer).verdict;
    let Observer { before, acts: [first, second], choices, positions, .. } = observer;
    let outcome = |(position, seat): &(Position, Seat)| {
        // A draw says little about who was ahead.
        let is_decided = verdict.is_win(*seat) || verdict.is_win(seat.next(2));
        is_decided.then(|| outcome(position, verdict.is_win(*seat)))
    };
    let outcomes = positions.iter().filter_map(outcome).collect();
    let [of_first, of_second] = [0, 1].map(|seat| before.bad(Seat::new(seat)));
    let readings = [
        Reading { player: seated[1], bad: of_second, acts: first },
        Reading { player: seated[0], bad: of_first, acts: second },
    ];
    Played { watched: Watched { choices, readings }, outcomes }
}

/// Writes down what players do.
struct Observer {
    seated: [usize; 2],
    before: State,
    /// What each player saw the other do.
    acts: [Vec<(<Geister as Observed>::View, Action)>; 2],
    choices: Vec<(usize, Choice<FEATURES>)>,
    /// What players would have seen with open colours before they moved.
    positions: Vec<(Position, Seat)>,
}

impl Witness<Geister> for Observer {
    fn saw(&mut self, happening: &Happening<Geister>, ongoing: &OngoingGame<Geister>) {
        if let Happening::Step(Step::Action(seat, action)) = happening
            && self.before.stage() == Stage::Move
        {
            let options = options(&self.before);
            if let Some(chosen) = options.iter().position(|(option, _)| option == action) {
                let options = options.into_iter().map(|(_, features)| features).collect();
                self.choices.push((self.seated[seat.index()], Choice { options, chosen }));
                let other = seat.next(2);
                let view = |seat| ongoing.game().view(&self.before, &(), seat);
                self.acts[other.index()].push((view(other), *action));
                let their_bad = self.before.bad(other);
                let position = Position::supposed(&view(*seat), GhostSet::EMPTY, their_bad);
                self.positions.push((position, *seat));
            }
        }
        self.before = ongoing.state().clone();
    }
}
