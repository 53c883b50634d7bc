//! Worlds that stand for all others, in a game whose beliefs can be reckoned by hand.

use std::sync::Arc;

use kakehiki_core::{Game, GameRng, LazyView, NoFact, Observed, Seat, Seed, Step, Turn};
use kakehiki_search::{
    ActMemory, ActModel, Belief, Evidence, Mixture, Particles, Scores, Softmax, Worlds,
};
use rand::RngExt;

use crate::{
    games::{FIRST, SECOND},
    toys::{Odds, Of, Pick, Toy},
};

/// The second seat draws one of ten cards, unseen by the first, and then says twice whether it is high. Last
/// a coin falls that shows what the card is, nine times of ten.
#[derive(Clone, Debug, PartialEq)]
struct Whisper;

const LOW: Pick = Pick(0);
const HIGH: Pick = Pick(1);
const CARDS: u8 = 10;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct WhisperState {
    card: Option<u8>,
    /// What was said, and how the coin fell.
    shown: Vec<Pick>,
}

impl WhisperState {
    fn is_high(&self) -> bool {
        self.card.is_some_and(|card| card >= CARDS / 2)
    }
}

impl Toy for Whisper {
    type State = WhisperState;

    fn start(&self) -> WhisperState {
        WhisperState { card: None, shown: Vec::new() }
    }

    fn turn(&self, state: &WhisperState) -> Turn {
        match (state.card, state.shown.len()) {
            (None, _) | (_, 2) => Turn::Chance,
            (_, 3) => Turn::Seat(FIRST),
            _ => Turn::Seat(SECOND),
        }
    }

    fn picks(&self, _state: &WhisperState, menu: &mut Vec<Pick>) {
        menu.extend([LOW, HIGH]);
    }

    fn odds(&self, state: &WhisperState) -> Odds {
        const SHARE: f64 = 0.1;
        match (state.card, state.is_high()) {
            (None, _) => {
                const {
                    let mut odds = [(Pick(0), SHARE); CARDS as usize];
                    let mut card = 0;
                    while card < CARDS {
                        odds[card as usize].0 = Pick(card);
                        card += 1;
                    }
                    &{ odds }
                }
            }
            (_, true) => &[(LOW, 0.1), (HIGH, 0.9)],
            (_, false) => &[(LOW, 0.9), (HIGH, 0.1)],
        }
    }

    fn apply(&self, state: &mut WhisperState, pick: Pick) {
        match state.card {
            None => state.card = Some(pick.0),
            Some(_) => state.shown.push(pick),
        }
    }
}

impl Observed for Of<Whisper> {
    type View = Vec<u8>;
    /// What was said or fell; nothing for the deal.
    type Sight = Option<u8>;
    type Memory = ();
    type Public = ();
    type Fact = NoFact;

    fn sight(
        &self,
        before: &WhisperState,
        step: &Step<Self>,
        _after: &WhisperState,
        _seat: Seat,
    ) -> Option<Self::Sight> {
        let (Step::Action(_, pick) | Step::Chance(pick)) = step;
        Some(before.card.map(|_| pick.0))
    }

    fn view(&self, state: &WhisperState, (): &(), _seat: Seat) -> Vec<u8> {
        state.shown.iter().map(|pick| pick.0).collect()
    }

    fn sample(&self, view: &Vec<u8>, rng: &mut GameRng) -> WhisperState {
        loop {
            let card = Some(rng.random_range(0..CARDS));
            let state = WhisperState { card, shown: view.iter().copied().map(Pick).collect() };
            let is_likely = view.get(2).is_none_or(|coin| (*coin == HIGH.0) == state.is_high());
            if rng.random_bool(if is_likely { 0.9 } else { 0.1 }) {
                return state;
            }
        }
    }

    fn public(&self, _state: &WhisperState) {}

    fn public_sight(
        &self,
        _: &WhisperState,
        _: &Step<Self>,
        _: &WhisperState,
    ) -> Option<Self::Sight> {
        None
    }

    fn facts(&self, _view: &Vec<u8>) -> Vec<NoFact> {
        Vec::new()
    }

    fn holds(&self, _world: &WhisperState, fact: &NoFact) -> bool {
        match *fact {}
    }

    fn view_picture(&self, view: &Vec<u8>) -> String {
        format!("{view:?}")
    }
}

/// Players who say what is so this often, in shares; each share is a kind of player.
struct Honest(Vec<f64>, Vec<f64>);

impl ActModel<Of<Whisper>> for Honest {
    fn kinds(&self) -> &[f64] {
        &self.1
    }

    fn likelihoods(&self, _: &Of<Whisper>, acts: &[(&WhisperState, Pick)]) -> Option<Vec<f64>> {
        let likely = acts.iter().flat_map(|(world, said)| {
            let is_so = world.is_high() == (*said == HIGH);
            self.0.iter().map(move |honest| if is_so { *honest } else { 1.0 - honest })
        });
        Some(likely.collect())
    }
}

/// Players to whom it is worth 1 to say what is so; the deal tells nothing of them.
struct Candid;

impl Scores<Of<Whisper>> for Candid {
    fn scores(&self, game: &Of<Whisper>, world: &WhisperState) -> Vec<(Pick, f64)> {
        let (mut menu, is_high) = (Vec::new(), world.is_high());
        if world.card.is_some() {
            game.menu(world, &mut menu);
        }
        let worth = |said: Pick| (said, f64::from(u8::from(is_high == (said == HIGH))));
        menu.into_iter().map(worth).collect()
    }
}

#[test]
fn the_sharper_a_player_the_more_surely_it_does_what_seems_best() {
    let model = Softmax::new(Candid, vec![0.0, 9_f64.ln(), 1e6]);
    let [high, low] = [Some(9), Some(0)].map(|card| WhisperState { card, shown: Vec::new() });
    let likely = |acts: &[_]| model.likelihoods(&Of(Whisper), acts).expect("acts that tell");
    let found = likely(&[(&high, HIGH), (&low, HIGH), (&high, LOW), (&low, Pick(7))]);
    let expected = [[0.5, 0.9, 1.0], [0.5, 0.1, 0.0], [0.5, 0.1, 0.0], [0.0; 3]].concat();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }
    let shares: f64 = ActModel::<Of<Whisper>>::kinds(&model).iter().sum();
    assert!((shares - 1.0).abs() < 1e-12);
    let start = Of(Whisper).start();
    assert_eq!(model.likelihoods(&Of(Whisper), &[(&start, HIGH)]), None);
}

#[test]
fn who_is_trusted_less_tells_less() {
    let model = Softmax::new(Candid, vec![9_f64.ln()]).trusted(0.5);
    let high = WhisperState { card: Some(9), shown: Vec::new() };
    let likely = model.likelihoods(&Of(Whisper), &[(&high, HIGH), (&high, LOW)]).expect("acts");
    assert!((likely[0] / likely[1] - 3.0).abs() < 1e-12, "{likely:?}");
}

#[test]
fn a_mixture_has_the_kinds_of_all_its_models_world_by_world() {
    let [honest, candid]: [Arc<dyn ActModel<Of<Whisper>>>; 2] = [
        Arc::new(Honest(vec![0.8, 0.3], vec![0.75, 0.25])),
        Arc::new(Softmax::new(Candid, vec![9_f64.ln()])),
    ];
    let model = Mixture::new(vec![(0.4, honest), (0.6, candid)]);
    let shares = model.kinds().iter().zip([0.3, 0.1, 0.6]);
    assert!(
        shares.clone().count() == 3 && shares.clone().all(|(is, due)| (is - due).abs() < 1e-12)
    );
    let [high, low] = [Some(9), Some(0)].map(|card| WhisperState { card, shown: Vec::new() });
    let found = model.likelihoods(&Of(Whisper), &[(&high, HIGH), (&low, HIGH)]).expect("acts");
    let expected = [0.8, 0.3, 0.9, 0.2, 0.7, 0.1];
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} instead of {expected}");
    }
    // Where one of the models is told nothing, all are.
    let start = Of(Whisper).start();
    assert_eq!(model.likelihoods(&Of(Whisper), &[(&start, HIGH)]), None);
}

/// What the first seat keeps in mind when the deal was followed by these.
fn after(
    model: &Honest,
    shown: &[Pick],
    count: usize,
    floor: f64,
    seed: u64,
) -> Particles<Of<Whisper>> {
    let game = Of(Whisper);
    let seed = Seed::experiment(seed);
    let mut particles = Particles::new(count, floor);
    for place in 0..=shown.len() {
        let view: Vec<u8> = shown[..place].iter().map(|pick| pick.0).collect();
        let sight = place.checked_sub(1).map(|last| shown[last].0);
        let mut rng = seed.rng_at(place as u64);
        particles.follow(&game, model, FIRST, &LazyView::made(&view), &sight, &mut rng);
    }
    particles
}

fn high(particles: &Particles<Of<Whisper>>) -> f64 {
    let worlds = particles.kept().expect("there are worlds").worlds;
    let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
    assert!((total - 1.0).abs() < 1e-9, "{total}");
    worlds.iter().filter(|(world, _)| world.is_high()).map(|(_, weight)| weight).sum()
}

#[test]
fn particles_follow_the_rule_of_bayes() {
    let model = Honest(vec![0.8], vec![1.0]);
    // 0.5 for nothing, and then odds of 4, 1, and 9 or 1/9 for the coin.
    for (shown, expected) in [
        (&[][..], 0.5),
        (&[HIGH], 0.8),
        (&[HIGH, LOW], 0.5),
        (&[HIGH, HIGH], 16.0 / 17.0),
        (&[HIGH, LOW, HIGH], 0.9),
        (&[HIGH, HIGH, LOW], 16.0 / 25.0),
    ] {
        let found = high(&after(&model, shown, 4000, 0.0, 1));
        // Six standard errors of a share of 4,000 draws, and as much for drawing them anew once.
        assert!((found - expected).abs() < 0.095, "{shown:?}: {found} for {expected}");
    }
}

#[test]
fn kinds_of_players_are_told_apart_with_the_worlds() {
    // Half of them say mostly what is not so; the coin tells which half this one is of.
    let model = Honest(vec![0.9, 0.1], vec![0.5, 0.5]);
    assert!((high(&after(&model, &[HIGH, HIGH], 4000, 0.0, 2)) - 0.5).abs() < 0.05);
    let shown = high(&after(&model, &[HIGH, HIGH, LOW], 4000, 0.0, 2));
    assert!((shown - 0.1).abs() < 0.05, "{shown}");
}

#[test]
fn a_floor_keeps_worlds_alive_that_a_model_rules_out() {
    let model = Honest(vec![1.0], vec![1.0]);
    assert!((high(&after(&model, &[HIGH], 1000, 0.0, 3)) - 1.0).abs() < 1e-9);
    let floored = high(&after(&model, &[HIGH, HIGH], 1000, 0.2, 3));
    assert!(floored < 1.0, "{floored}");
    let few = high(&after(&model, &[HIGH], 1, 0.2, 3));
    assert!(few * (1.0 - few) < 1e-9, "{few}");
}

#[test]
fn particles_follow_from_the_seed() {
    let model = Honest(vec![0.8], vec![1.0]);
    let shown = [HIGH, HIGH, LOW];
    let states = |seed| {
        let particles = after(&model, &shown, 50, 0.1, seed);
        let worlds = particles.kept().expect("there are worlds").worlds;
        worlds
            .iter()
            .map(|(world, weight)| ((*world).clone(), weight.to_bits()))
            .collect::<Vec<_>>()
    };
    assert_eq!(states(4), states(4));
    assert_ne!(states(4), states(5));
}

#[test]
fn a_belief_draws_from_the_worlds_that_stand_for_all() {
    let model = Honest(vec![1.0], vec![1.0]);
    let game = Of(Whisper);
    let particles = after(&model, &[HIGH, HIGH, LOW], 100, 0.0, 6);
    let shown = vec![HIGH.0, HIGH.0, LOW.0];
    assert!((high(&particles) - 1.0).abs() < 1e-9);
    let belief = Belief::new(&game, &shown, vec![Arc::new(particles.clone())], Seed::experiment(1));
    let mut rng = Seed::experiment(2).rng();
    for index in 0..100 {
        let world = belief.world(index, &mut rng);
        assert!(world.is_high(), "{world:?}");
        assert_eq!(game.turn(&world), Turn::Seat(FIRST));
    }
    // What is at another point of the game stands for nothing: the rules draw.
    let earlier = vec![HIGH.0, HIGH.0];
    let belief = Belief::new(&game, &earlier, vec![Arc::new(particles)], Seed::experiment(1));
    let drawn: Vec<WhisperState> = (0..50).map(|index| belief.world(index, &mut rng)).collect();
    assert!(drawn.iter().any(|world| !world.is_high()));
}
