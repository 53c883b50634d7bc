//! Positions reached by base players, with random trades.

use kakehiki_bargain::Bargaining;
use kakehiki_core::{Game, GameRng, Observed, Seat, Seed, Turn};
use rand::RngExt;

use super::Position;
use crate::{
    agents::Moyer,
    rules::{Deal, DeedSet, Monopoly, Square, Stage, State, deal_obstacle},
};

/// The turns at which positions are taken.
const TURNS: std::ops::RangeInclusive<u32> = 20..=90;
/// How often a trade is drawn anew because it was not possible.
const DRAWS: usize = 200;

/// Plays base players against each other and takes the position at a random turn, with a random
/// trade that its player could propose. The seed alone decides. `None` if the game was over by then
/// or no trade was found.
pub fn self_play_position(game: &Monopoly, policy: Moyer, experiment: u64) -> Option<Position> {
    let mut choices = Seed::experiment(experiment).derive("trade", 0).rng();
    let turns = choices.random_range(TURNS);
    let position = game.describe(&self_play_state(game, policy, experiment, turns)?);
    // What is arranged has unseen decks; the trade is drawn for that position.
    let state = game.arrange(&position).ok()?;
    let (deal, tag) = draw_trade(game, &state, &mut choices)?;
    Some(Position {
        name: format!("self-play-{experiment}"),
        tags: vec!["self-play".to_owned(), tag.to_owned()],
        seed: Some(experiment),
        position,
        deal: deal.to_string(),
    })
}

/// Plays base players against each other up to the beginning of a turn; `None` if the game was over
/// by then. The seed alone decides.
pub fn self_play_state(
    game: &Monopoly,
    policy: Moyer,
    experiment: u64,
    turns: u32,
) -> Option<State> {
    let mut rng = Seed::experiment(experiment).derive("play", 0).rng();
    let mut state = game.start();
    while state.turns() < turns || state.stage() != Stage::Manage || state.has_moved() {
        match game.turn(&state) {
            Turn::Over(_) => return None,
            Turn::Chance => {
                let outcome = game.draw(&state, &mut rng);
                game.resolve_unchecked(&mut state, &outcome);
            }
            Turn::Seat(_) => {
                let action = policy.decide(game, &state, &mut rng);
                game.play_unchecked(&mut state, &action);
            }
        }
    }
    Some(state)
}

/// One half of the trades comes from the menu, where something belongs together; the other half is
/// any exchange of up to two deeds each, with cash that about makes up for the prices.
pub(super) fn draw_trade(
    game: &Monopoly,
    state: &State,
    rng: &mut GameRng,
) -> Option<(Deal, &'static str)> {
    let seat = state.mover();
    let mut listed = Vec::new();
    game.deals(&game.view(state, &(), seat), &mut listed);
    if !listed.is_empty() && rng.random_bool(0.5) {
        return Some((listed[rng.random_range(0..listed.len())], "listed"));
    }
    let partners: Vec<Seat> = state.living().filter(|partner| *partner != seat).collect();
    (0..DRAWS).find_map(|_| {
        let partner = partners[rng.random_range(0..partners.len())];
        let gives = some_deeds(state.deeds(seat), rng);
        let gets = some_deeds(state.deeds(partner), rng);
        let price = |deeds: DeedSet| deeds.iter().map(Square::price).sum::<i32>();
        let cash = price(gets) - price(gives) + 10 * rng.random_range(-25..=25);
        let deal = Deal { gives, gets, cash, ..Deal::between(seat, partner) };
        deal_obstacle(state, &deal).is_none().then_some((deal, "drawn"))
    })
}

/// None, one or two of some deeds.
fn some_deeds(deeds: DeedSet, rng: &mut GameRng) -> DeedSet {
    if deeds.is_empty() {
        return deeds;
    }
    let draws = rng.random_range(0..=2);
    (0..draws).filter_map(|_| deeds.iter().nth(rng.random_range(0..deeds.len()))).collect()
}
