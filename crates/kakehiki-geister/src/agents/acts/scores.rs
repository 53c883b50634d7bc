//! What moves seem worth to whoever makes them: at first sight, after a short search, and by playouts.

use std::sync::{Mutex, PoisonError};

use kakehiki_bargain::Claimable;
use kakehiki_core::{Deadline, Game, Observed, Seed};
use kakehiki_search::{EvenJudge, Flat, Listed, Playout, Scores, Softmax};

use super::super::{
    belief::success,
    purple::{Evaluation, Mine, Position, Search, Step, Theirs, step},
};
use crate::rules::{Action, Geister, Stage, State, Walk};

/// Players who go by the evaluation of `purple` after a move.
pub(in super::super) fn by_value() -> Softmax<AtFirstSight> {
    Softmax::new(AtFirstSight, SHARPNESS.into())
}

/// Players who search two plies ahead.
pub(in super::super) fn by_search() -> Softmax<AfterSearch> {
    Softmax::new(AfterSearch(Mutex::new(Search::new())), SHARPNESS.into())
}

/// Players who play moves out, "using past playouts".
pub(in super::super) fn by_playouts() -> Softmax<ByPlayouts> {
    Softmax::new(ByPlayouts, SHARPNESS.into())
}

/// How surely players take what seems best, where scores are the logarithms of the odds of winning or shares
/// of wins. Against `purple(depth=3)`, 20 games, the log loss of `search` was 0.462 up to 2, 0.382 up to 4 and
/// 0.330 up to 8, against `flat(playouts=300)` it was 0.656, 0.660 and 0.664.
const SHARPNESS: [f64; 4] = [0.5, 1.0, 2.0, 4.0];

/// The share of the belief that each act leaves to be shared out equally, as models that were fitted say too.
pub(in super::super) const FLOOR: f64 = 0.03;

/// What is surer than this is all the same: the logarithm of odds.
const SUREST: f64 = 10.0;

/// How far a short search looks ahead.
const PLIES: u32 = 2;

/// How often each move is played out in each world.
const PLAYOUTS: u64 = 4;

/// After how many plies a playout counts as drawn.
const LIMIT: u32 = 40;

/// By how the position looks after a move, where the player knows its own colours and takes those that it
/// does not know for what is worst.
pub(in super::super) struct AtFirstSight;

impl Scores<Geister> for AtFirstSight {
    fn scores(&self, game: &Geister, world: &State) -> Vec<(Action, f64)> {
        let worth = |position: &Position, steps: &[Step]| {
            let worth = |step: &Step| match position.after::<Mine>(*step) {
                (_, Some(true)) => i32::MAX,
                (_, Some(false)) => -i32::MAX,
                (next, None) => -next.score::<Theirs>(Evaluation::Fitted),
            };
            steps.iter().map(worth).collect()
        };
        scores(game, world, worth)
    }
}

/// By a search from there.
pub(in super::super) struct AfterSearch(Mutex<Search>);

impl Scores<Geister> for AfterSearch {
    fn scores(&self, game: &Geister, world: &State) -> Vec<(Action, f64)> {
        let mut search = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        search.begin(Deadline::new(None));
        let worth = |position: &Position, steps: &[Step]| {
            search.values(position, steps, PLIES).unwrap_or_default()
        };
        scores(game, world, worth)
    }
}

/// What the moves of the player to move seem worth to it, who leaves if it can: `worth` says it of steps, as a
/// hundred times the logarithm of the odds.
fn scores(
    game: &Geister,
    world: &State,
    worth: impl FnOnce(&Position, &[Step]) -> Vec<i32>,
) -> Vec<(Action, f64)> {
    let menu = moves(game, world);
    if menu.is_empty() {
        return Vec::new();
    }
    let view = game.view(world, &(), world.mover());
    let steps = menu.iter().filter_map(|action| Some((*action, step(&view, *action)?)));
    let (actions, steps): (Vec<Action>, Vec<Step>) = steps.unzip();
    let odds = |value: i32| (f64::from(value) / 100.0).clamp(-SUREST, SUREST);
    let worth = worth(&Position::seen(&view), &steps).into_iter().map(odds);
    let escapes = menu.into_iter().filter(|action| matches!(action, Action::Escape(_)));
    actions.into_iter().zip(worth).chain(escapes.map(|action| (action, SUREST))).collect()
}

/// By the share of playouts that the player wins after a move.
pub(in super::super) struct ByPlayouts;

impl Scores<Geister> for ByPlayouts {
    fn scores(&self, game: &Geister, world: &State) -> Vec<(Action, f64)> {
        let (game, menu) = (game.silent().without_negotiation(), moves(game, world));
        let playout = Playout { limit: Some(LIMIT), ..Playout::new(Walk::EscapeFirst) };
        let search = Flat::<_, EvenJudge>::new(playout, PLAYOUTS * menu.len() as u64);
        // The same luck in all worlds, which are to be compared.
        let seed = Seed::experiment(0).derive("ply", u64::from(world.plies()));
        let (seat, world) = (world.mover(), Listed::only(world.clone()));
        let found = search.search(&game, seat, &menu, &world, seed, &mut ()).into_iter();
        found.map(|it| (it.action, success(it.mean * it.visits as f64, it.visits as f64))).collect()
    }
}

/// What the player to move can do with its ghosts; nothing where something else is asked.
fn moves(game: &Geister, world: &State) -> Vec<Action> {
    let mut menu = Vec::new();
    if world.stage() == Stage::Move {
        game.menu(world, &mut menu);
    }
    menu
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Settings, Turn};
    use kakehiki_search::ActModel;
    use rand::RngExt;

    use super::{super::Fitted, *};
    use crate::rules::{GEISTER_OPTIONS, NEGOGEISTER_OPTIONS, opponent};

    /// Adds up how likely each kind makes all that can be done in each world.
    fn adds_up(model: &impl ActModel<Geister>, game: &Geister, worlds: &[State]) {
        let kinds = model.kinds().len();
        for world in worlds {
            let menu = moves(game, world);
            let acts: Vec<_> = menu.iter().map(|action| (world, *action)).collect();
            let mut sums = vec![0.0; kinds];
            for act in &acts {
                let likely = model.likelihoods(game, std::slice::from_ref(act)).expect("a move");
                assert_eq!(likely.len(), kinds);
                sums.iter_mut().zip(likely).for_each(|(sum, likely)| *sum += likely);
            }
            assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-9), "{sums:?} in {world:?}");
        }
    }

    #[test]
    fn likelihoods_of_all_moves_add_up_to_one_in_each_world() {
        let mut compared = 0;
        for game in [
            Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)),
            Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS)),
        ] {
            let (mut state, mut rng) = (game.start(), Seed::experiment(5).rng());
            let (value, search, playouts) = (by_value(), by_search(), by_playouts());
            let mut menu = Vec::new();
            while let Turn::Seat(actor) = game.turn(&state) {
                game.menu(&state, &mut menu);
                let action = menu[rng.random_range(0..menu.len())];
                let worlds = game.worlds(&game.view(&state, &(), opponent(actor)));
                if state.stage() == Stage::Move && state.plies().is_multiple_of(20) {
                    let some: Vec<State> = worlds.into_iter().step_by(7).collect();
                    adds_up(&value, &game, &some);
                    adds_up(&search, &game, &some);
                    adds_up(&playouts, &game, &some);
                    compared += some.len();
                } else if state.stage() != Stage::Move {
                    // Set-ups and what is asked for tell nothing.
                    let acts = [(&state, action)];
                    assert_eq!(value.likelihoods(&game, &acts), None);
                    assert_eq!(playouts.likelihoods(&game, &acts), None);
                    assert_eq!(Fitted::embedded().likelihoods(&game, &acts), None);
                }
                game.play_unchecked(&mut state, &action);
            }
        }
        assert!(compared > 30, "{compared}");
    }
}
