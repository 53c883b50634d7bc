//! Worlds that a player cannot tell from the truth.

use kakehiki_core::{Game, GameRng, Seat};

use super::{
    board::weighted,
    card::{CARD_KINDS, Card, Cards},
    hidden_points::HiddenPoints,
    options::{Deck, Win},
    resource::Hand,
    robber,
    rules::Catan,
    state::{MAX_PLAYERS, Pending, ROADS, SETTLEMENTS, Stage, State, clockwise},
    view::View,
};

/// How often hidden cards are dealt anew if somebody would have won with them.
const DEALS: u32 = 1000;

impl Catan {
    /// A world that looks to a player as the truth does, drawn with its probability.
    pub(super) fn world(&self, view: &View, rng: &mut GameRng) -> State {
        let mut state = self.table(view);
        self.hide(view, &mut state, rng);
        state
    }

    /// What lies on the table for the player to see, and its own cards.
    pub(crate) fn table(&self, view: &View) -> State {
        let mut state = self.start();
        for (index, player) in view.players.iter().enumerate() {
            let side = &mut state.sides[index];
            side.roads = player.roads;
            side.settlements = player.settlements;
            side.cities = player.cities;
            side.roads_left = ROADS.saturating_sub(player.roads.count_ones() as u8);
            side.settlements_left =
                SETTLEMENTS.saturating_sub(player.settlements.count_ones() as u8);
            side.cities_left = self.options.cities.saturating_sub(player.cities.count_ones() as u8);
            side.knights = player.knights;
            side.hand = player.hand.unwrap_or_default();
            state.hidden_points[index] = player.hidden_points;
        }
        state.board = view.board.clone();
        state.robber = view.robber;
        state.mover = view.mover;
        state.stage = view.stage;
        state.turns = view.turns;
        state.founded = view.founded;
        state.has_rolled = view.has_rolled;
        state.has_played = view.has_played;
        state.last_roll = view.last_roll.unwrap_or(0);
        state.offers = view.offers;
        state.said = view.said;
        state.longest_road = view.longest_road;
        state.largest_army = view.largest_army;
        state.played = view.played;
        state.derive();
        state.side_mut(view.seat).cards = view.cards;
        if let Some(offer) = view.offer {
            state.pending = Pending::Offer(offer);
        }
        state
    }

    /// Draws what the player does not see of a [`table`](Self::table): the hands of others, what
    /// they have laid aside, and their development cards.
    pub(crate) fn hide(&self, view: &View, state: &mut State, rng: &mut GameRng) {
        if let Some(knowledge) = &view.knowledge {
            let hands = knowledge.sample(rng);
            let others = view.players.iter().zip(hands).zip(&mut state.sides);
            for ((player, hand), side) in others {
                side.hand = player.hand.unwrap_or(hand);
            }
        }
        for side in &state.sides {
            for (left, held) in state.bank.0.iter_mut().zip(side.hand.0) {
                *left = left.saturating_sub(held);
            }
        }
        if view.stage == Stage::Discard {
            self.lay_aside(view, state, rng);
        }
        self.deal_cards(view, state, rng);
    }

    /// How many points there can be among a player's cards at this moment.
    pub(super) fn hidden_points(&self, view: &View, seat: Seat) -> HiddenPoints {
        let player = &view.players[seat.index()];
        let mut points = player.hidden_points;
        // A game that ended undecided did not ask whether the next player had won.
        let is_asked = view.stage != Stage::Undecided
            && (view.mover == seat || self.options.win == Win::AnyTime);
        if is_asked {
            let most = self.options.target.saturating_sub(1 + view.visible_points(seat));
            points.bound(player.card_count, most);
        }
        points
    }

    /// Deals the hidden development cards of the others: all ways are equally likely in which
    /// nobody would have won before.
    fn deal_cards(&self, view: &View, state: &mut State, rng: &mut GameRng) {
        let others = || Seat::all(self.options.players).filter(|other| *other != view.seat);
        // A winner has turned its points over, and gets them before the others are dealt theirs.
        let winner = match view.stage {
            Stage::Won(seat) if seat != view.seat => Some(seat),
            _ => None,
        };
        let order = || winner.into_iter().chain(others().filter(|other| Some(*other) != winner));
        for attempt in 0..=DEALS {
            let mut pool = view.unseen();
            state.bought = Cards::EMPTY;
            let is_last = attempt == DEALS;
            let is_dealt = |seat| self.deal_to(seat, view, state, &mut pool, is_last, rng);
            if order().all(is_dealt) {
                break;
            }
        }
        if self.options.deck == Deck::Finite {
            state.deck = view.unseen();
            for seat in others() {
                for kind in 0..CARD_KINDS {
                    let held = state.sides[seat.index()].cards.0[kind];
                    state.deck.0[kind] = state.deck.0[kind].saturating_sub(held);
                }
            }
        }
        if view.mover == view.seat {
            state.bought = view.bought;
        }
    }

    /// Deals a player its cards, the oldest first, and says whether it would not have won before
    /// with them. With `is_last` it gets no point that would have won.
    fn deal_to(
        &self,
        seat: Seat,
        view: &View,
        state: &mut State,
        pool: &mut Cards,
        is_last: bool,
        rng: &mut GameRng,
    ) -> bool {
        let count = view.players[seat.index()].card_count;
        let bounds = self.hidden_points(view, seat);
        let revealed = match view.stage {
            Stage::Won(winner) if winner == seat => view.revealed.map(u32::from),
            _ => None,
        };
        let bought = if seat == view.mover { view.bought_count } else { 0 };
        let mut cards = Cards::EMPTY;
        let mut fits = true;
        for dealt in 1..=count {
            // The points of a winner are its newest cards: older ones might have won before.
            let is_revealed = revealed.map(|points| dealt + points > count);
            let points = cards.count(Card::VictoryPoint);
            let is_barred = is_last && !bounds.allows(points + 1, dealt);
            let mut weights = match self.options.deck {
                Deck::Finite => pool.0,
                Deck::Uniform => [1; CARD_KINDS],
            };
            if is_revealed.map_or(is_barred, |is_point| !is_point) {
                weights[Card::VictoryPoint.index()] = 0;
            }
            let card = match is_revealed {
                Some(true) => Card::VictoryPoint,
                _ => Card::ALL[weighted(&weights, rng)],
            };
            cards.add(card);
            pool.take(card);
            fits &= revealed.is_some() || bounds.allows(cards.count(Card::VictoryPoint), dealt);
            if dealt + bought > count {
                state.bought.add(card);
            }
        }
        state.side_mut(seat).cards = cards;
        fits
    }

    /// Lets those discard, at random, who were asked before the viewer.
    fn lay_aside(&self, view: &View, state: &mut State, rng: &mut GameRng) {
        let mut discards = [Hand::EMPTY; MAX_PLAYERS];
        discards[view.seat.index()] = view.laid_aside;
        if state.discard_of(view.seat) > 0 {
            let first = robber::first_discarder(&self.options, state);
            for seat in clockwise(first).take_while(|seat| *seat != view.seat) {
                let mut left = state.hand(seat);
                for _ in 0..state.discard_of(seat) {
                    let index = weighted(&left.0, rng);
                    left.0[index] = left.0[index].saturating_sub(1);
                    discards[seat.index()].0[index] += 1;
                }
            }
        }
        state.pending = Pending::Discards(discards);
    }
}
