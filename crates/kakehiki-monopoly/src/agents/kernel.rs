//! Playouts of the base player at full speed.
//!
//! The steps are those of the rules and the choices those of [`Moyer::decide`], in the same order
//! and with the same random numbers, so that the state at the end is the same. What happens in
//! every turn is done here without going through actions; everything else goes their way.

use kakehiki_core::{Game, GameRng};
use kakehiki_search::{Luck, Policy, Scratch, Source, StepByStep, Streams};

use super::moyer::Moyer;
use crate::rules::{Action, Card, Monopoly, Stage, State};

impl Policy<Monopoly> for Moyer {
    fn choose(
        &self,
        game: &Monopoly,
        state: &State,
        _menu: &mut Vec<Action>,
        rng: &mut GameRng,
    ) -> Action {
        self.decide(game, state, rng)
    }

    fn run(
        &self,
        game: &Monopoly,
        state: &mut State,
        limit: Option<u32>,
        scratch: &mut Scratch<Monopoly>,
        rng: &mut GameRng,
    ) -> u32 {
        match limit {
            Some(_) => StepByStep(*self).run(game, state, limit, scratch, rng),
            None => self.run_to_end(game, state, rng),
        }
    }

    fn run_in_step(
        &self,
        game: &Monopoly,
        state: &mut State,
        limit: Option<u32>,
        luck: &Luck,
        scratch: &mut Scratch<Monopoly>,
    ) -> u32 {
        match limit {
            Some(_) => StepByStep(*self).run_in_step(game, state, limit, luck, scratch),
            None => self.run_to_end(game, state, &mut Streams::new(luck)),
        }
    }
}

impl Moyer {
    /// Plays to the end of the game and counts the steps.
    fn run_to_end<S: Source>(self, game: &Monopoly, state: &mut State, source: &mut S) -> u32 {
        let mut steps = 0;
        loop {
            steps += 1;
            match state.stage() {
                Stage::Manage if state.has_moved() => {
                    if let Some(deal) = self.proposal(game, state) {
                        game.play_unchecked(state, &Action::Propose(deal));
                    } else if state.has_thrown() {
                        game.end_turn(state);
                    } else {
                        steps += 1;
                        throw(game, state, source);
                    }
                }
                Stage::Manage if Self::may_need_care(game, state) => {
                    match self.prepare(game, state) {
                        Some(action) => game.play_unchecked(state, &action),
                        None => state.begin_throw(),
                    }
                }
                Stage::Manage => {
                    steps += 1 + self.improve(game, state);
                    throw(game, state, source);
                }
                Stage::Dice => throw(game, state, source),
                Stage::Buy => {
                    if Self::buys(state) {
                        Monopoly::buy(state);
                        game.proceed(state);
                    } else {
                        game.play_unchecked(state, &Action::Decline);
                    }
                }
                Stage::Draw(pile) => {
                    let number = game.draw_card(state, pile, source.chance(state.turns()));
                    game.take_card(state, Card { pile, number });
                }
                Stage::UtilityDice => {
                    let (first, second) = Monopoly::draw_dice(source.chance(state.turns()));
                    game.pay_utility(state, first, second);
                }
                Stage::Won(_) | Stage::Undecided => return steps - 1,
                Stage::Auction => {
                    let speaker = state.auction().speaker().unwrap_or(state.mover());
                    let rng = source.choices(state.turns(), speaker);
                    let action = self.decide(game, state, rng);
                    game.play_unchecked(state, &action);
                }
                Stage::Debt(_)
                | Stage::Answer
                | Stage::Inherit(_)
                | Stage::Place(_)
                | Stage::Pause(_) => {
                    // These draw no random number, so any stream will do.
                    let rng = source.choices(state.turns(), state.mover());
                    let action = self.decide(game, state, rng);
                    game.play_unchecked(state, &action);
                }
            }
        }
    }

    /// Whether something other than buying buildings and lifting mortgages may come before the
    /// throw: a card to be used in jail, or the auction of a building.
    #[inline]
    fn may_need_care(game: &Monopoly, state: &State) -> bool {
        let seat = state.mover();
        state.is_in_jail(seat) || (game.auctions_buildings() && state.has_any_set(seat))
    }

    /// Buys the buildings of a turn and lifts mortgages, and counts the steps.
    #[inline]
    fn improve(self, game: &Monopoly, state: &mut State) -> u32 {
        let seat = state.mover();
        let mut steps = 0;
        loop {
            if state.has_any_set(seat)
                && let Some(square) = self.next_building(game, state, seat)
            {
                Monopoly::buy_building(state, seat, square);
            } else if let Some(square) = Self::next_lift(game, state, seat) {
                game.lift(state, seat, square);
            } else {
                return steps;
            }
            steps += 1;
        }
    }
}

/// Throws the dice for the player on turn.
#[inline]
fn throw<S: Source>(game: &Monopoly, state: &mut State, source: &mut S) {
    let (first, second) = Monopoly::draw_dice(source.chance(state.turns()));
    game.take_throw(state, first, second);
}
