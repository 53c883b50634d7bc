//! What the other would believe of the player's own colours by what the player does.

use kakehiki_search::{ActModel, Mixture, reweigh};

use super::acts::{FLOOR_OF_MIXED, Fitted, mixed};
use crate::rules::{Action, Geister, GhostSet, MAX_WORLDS, Sight, State, View};

/// How likely the own colours are to one who knows nothing of them. Whoever is believed that little has
/// little to gain by further bluffs: at depth 3, with `deceive=0.1`, the score against `purple(depth=6)` was
/// 0.907 with it and 0.873 without (400 games each with the same luck), and one against the other 0.485 (200 games).
const UNKNOWN: f64 = 1.0 / MAX_WORLDS as f64;

/// What somebody who listens with `acts=mixed` would believe of the player.
///
/// It goes by what both see: the own moves, and the own ghosts that were captured or shown. The
/// other's colours have no part in it.
pub(super) struct Reputation {
    game: Geister,
    model: Mixture<Geister>,
    /// What was known before the last sight, from which an own move is read.
    before: Option<View>,
    /// The own colourings that the other cannot rule out.
    colourings: Vec<GhostSet>,
    /// How likely each is, kind by kind.
    weights: Vec<f64>,
}

impl Reputation {
    pub(super) fn new(game: Geister) -> Self {
        let (colourings, weights) = (Vec::new(), Vec::new());
        let model = mixed(Fitted::embedded());
        Self { game, model, before: None, colourings, weights }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.before = None;
        self.colourings.clear();
        self.weights.clear();
    }

    /// Goes along with what happened; the view is what the player knows then.
    pub(super) fn hear(&mut self, view: &View, sight: &Sight) {
        if let (Sight::Moved { seat, action, .. }, Some(before)) = (sight, &self.before)
            && *seat == view.seat()
        {
            self.weights = self.after(before, *action);
        }
        let kinds = self.model.kinds();
        let known = GhostSet::ALL.without(view.own_unshown());
        let fits = |bad: &GhostSet| bad.intersection(known) == view.own_bad().intersection(known);
        if self.before.is_none() {
            self.colourings = GhostSet::setups().collect();
            self.weights = kinds.repeat(self.colourings.len());
        }
        let all = self.colourings.iter().zip(self.weights.chunks(kinds.len()));
        let (colourings, weights): (Vec<GhostSet>, Vec<&[f64]>) =
            all.filter(|(bad, _)| fits(bad)).unzip();
        (self.weights, self.colourings) = (weights.concat(), colourings);
        self.before = Some(view.clone());
    }

    /// How much better hidden the own colours would be after a move: `ln (P before + e)` less
    /// `ln (P after + e)`, where P is how likely they are to the other, and e that before anybody moves.
    pub(super) fn deception(&self, view: &View, action: Action) -> f64 {
        // Who has seen nothing of the game knows nothing of its reputation either.
        if self.colourings.is_empty() {
            return 0.0;
        }
        let [before, after] = [&self.weights, &self.after(view, action)]
            .map(|weights| (self.of_truth(view, weights) + UNKNOWN).ln());
        before - after
    }

    /// The share of the own colours, as they are, in weights.
    fn of_truth(&self, view: &View, weights: &[f64]) -> f64 {
        let kinds = self.model.kinds().len();
        let is_true = |(bad, _): &(&GhostSet, _)| **bad == view.own_bad();
        let truth = self.colourings.iter().zip(weights.chunks(kinds)).find(is_true);
        let truth: f64 = truth.map_or(0.0, |(_, kinds)| kinds.iter().sum());
        truth / weights.iter().sum::<f64>()
    }

    /// The weights after a move from this view.
    fn after(&self, view: &View, action: Action) -> Vec<f64> {
        let any = view.world(view.worlds()[0]);
        let coloured = |bad: &GhostSet| {
            let mut world = any.clone();
            world.sides[view.seat().index()].bad = Some(*bad);
            world
        };
        let worlds: Vec<State> = self.colourings.iter().map(coloured).collect();
        let acts: Vec<(&State, Action)> = worlds.iter().map(|world| (world, action)).collect();
        let mut weights = self.weights.clone();
        if let Some(likely) = self.model.likelihoods(&self.game, &acts) {
            reweigh(&mut weights, &likely, FLOOR_OF_MIXED, self.model.kinds());
        }
        weights
    }
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Game, Observed, Seat, Seed, Settings, Step, Turn};
    use kakehiki_search::ActEvidence;
    use rand::RngExt;

    use super::*;
    use crate::rules::{GEISTER_OPTIONS, NEGOGEISTER_OPTIONS, Stage, opponent};

    /// How likely each colouring is.
    fn shares(all: impl Iterator<Item = (GhostSet, f64)>) -> Vec<(GhostSet, f64)> {
        let all: Vec<(GhostSet, f64)> = all.collect();
        let total: f64 = all.iter().map(|(_, weight)| weight).sum();
        all.into_iter().map(|(bad, weight)| (bad, weight / total)).collect()
    }

    #[test]
    fn what_it_keeps_is_what_a_listener_on_the_other_side_believes() {
        let (model, mut compared) = (mixed(Fitted::embedded()), 0);
        for game in [
            Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)),
            Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS)),
        ] {
            for seat in Seat::all(2) {
                let other = opponent(seat);
                let mut rng = Seed::experiment(3).rng();
                let (mut state, mut menu) = (game.start(), Vec::new());
                let mut reputation = Reputation::new(game);
                let mut listener = ActEvidence::new(FLOOR_OF_MIXED);
                while let Turn::Seat(actor) = game.turn(&state) {
                    game.menu(&state, &mut menu);
                    let action = menu[rng.random_range(0..menu.len())];
                    let (before, step) = (state.clone(), Step::Action(actor, action));
                    game.play_unchecked(&mut state, &action);
                    let deceived = (actor == seat && before.stage() == Stage::Move)
                        .then(|| reputation.deception(&game.view(&before, &(), seat), action));
                    let of_truth = |reputation: &Reputation| {
                        let view = game.view(&before, &(), seat);
                        (reputation.of_truth(&view, &reputation.weights) + UNKNOWN).ln()
                    };
                    let trusted = deceived.map(|_| of_truth(&reputation));
                    if let Some(sight) = game.sight(&before, &step, &state, seat) {
                        reputation.hear(&game.view(&state, &(), seat), &sight);
                    }
                    if let (Some(deceived), Some(trusted)) = (deceived, trusted) {
                        assert!((trusted - of_truth(&reputation) - deceived).abs() < 1e-9);
                    }
                    if let Some(sight) = game.sight(&before, &step, &state, other) {
                        let view = game.view(&state, &(), other);
                        listener.follow(&game, &model, other, &view, &sight, &mut rng);
                    }
                    if state.stage() == Stage::SetUp {
                        continue;
                    }
                    let kinds = model.kinds().len();
                    let kept = reputation.colourings.iter().zip(reputation.weights.chunks(kinds));
                    let kept = shares(kept.map(|(bad, kinds)| (*bad, kinds.iter().sum())));
                    let believed =
                        shares(listener.worlds().map(|(world, share)| (world.bad(seat), share)));
                    assert_eq!(kept.len(), believed.len());
                    for ((bad, kept), (supposed, believed)) in kept.into_iter().zip(believed) {
                        assert_eq!(bad, supposed);
                        assert!((kept - believed).abs() < 1e-9, "{bad}: {kept}, {believed}");
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 5_000, "{compared}");
    }

    #[test]
    fn to_leave_a_good_ghost_to_be_captured_deceives() {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let seat = Seat::new(0);
        let state = State::from_board("r....b/....../b....b/....../B....R/..BR..", seat).unwrap();
        let view = game.view(&state, &(), seat);
        let mut reputation = Reputation::new(game);
        reputation.hear(&view, &Sight::Begun);
        let [good, bad] =
            ["A,N", "B,N"].map(|step| reputation.deception(&view, step.parse().unwrap()));
        assert!(good > 0.05 && bad < -0.05, "{good}, {bad}");
    }

    #[test]
    fn who_is_taken_for_something_else_gains_little_by_further_bluffs() {
        let game = Geister::plain(&Settings::defaults(&GEISTER_OPTIONS));
        let seat = Seat::new(0);
        let state = State::from_board("r....b/brbr../b...r./....../B..B.R/BRBR.R", seat).unwrap();
        let view = game.view(&state, &(), seat);
        let mut reputation = Reputation::new(game);
        reputation.hear(&view, &Sight::Begun);
        let mut menu = Vec::new();
        game.menu(&state, &mut menu);
        let gains = |reputation: &Reputation| -> Vec<f64> {
            menu.iter().map(|action| reputation.deception(&view, *action)).collect()
        };
        let unknown = gains(&reputation);
        let kinds = reputation.model.kinds().len();
        let all = reputation.colourings.iter().zip(reputation.weights.chunks_mut(kinds));
        for (_, kinds) in all.filter(|(bad, _)| **bad == view.own_bad()) {
            for weight in kinds {
                *weight /= 10.0;
            }
        }
        let mistaken = gains(&reputation);
        let most = |gains: &[f64]| gains.iter().copied().fold(0.0, f64::max);
        assert!(most(&unknown) > 0.05, "{unknown:?}");
        assert!(most(&mistaken) < most(&unknown) / 4.0, "{unknown:?}, {mistaken:?}");
    }
}
