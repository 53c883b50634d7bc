//! What a player may know.
//!
//! Public are the board, the pieces, the dice, what rolls give, trades, the number of cards in each
//! hand, played cards, awards, the development cards left and, unless it is closed, the bank.
//! Hidden are the kinds of cards in the hands of others, what is stolen from one of them by
//! another, what they discard, and their development cards. What follows from the history about the
//! hands of others is the [`Knowledge`] in the view.

use std::ops::Deref;

use kakehiki_core::{GameRng, Observed, Sampler, Seat, Step};
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    action::Action,
    card::{Card, Cards},
    fact::{Fact, Hidden},
    knowledge::Knowledge,
    notation::{awards_text, caption, cards_text, grid},
    resource::{Hand, RESOURCES},
    rules::Catan,
    sight::Sight,
    state::{Stage, State},
    table_view::TableView,
    topology::{Edge, Node},
    trade,
};

/// All that one player may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct View {
    pub(super) seat: Seat,
    /// What lies on the table, and the own hand.
    #[serde(flatten)]
    pub(super) table: TableView,
    /// The own unplayed development cards.
    pub(super) cards: Cards,
    /// Those of them that were bought in this turn.
    pub(super) bought: Cards,
    /// What the viewer has laid aside for the discard.
    pub(super) laid_aside: Hand,
    /// What follows from the history about the hands of others; `None` where hands are open.
    pub(super) knowledge: Option<Knowledge>,
}

/// All that lies on the table.
impl Deref for View {
    type Target = TableView;

    fn deref(&self) -> &TableView {
        &self.table
    }
}

impl View {
    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Whether the rules allow the player on turn one more offer in this turn.
    pub fn may_offer(&self, game: &Catan) -> bool {
        trade::allows_offer(&game.options, self.offers)
    }

    /// The own resource cards.
    pub fn hand(&self) -> Hand {
        self.players[self.seat.index()].hand.unwrap_or_default()
    }

    /// The own unplayed development cards.
    pub fn cards(&self) -> Cards {
        self.cards
    }

    /// What the viewer has laid aside for the discard so far; it is still part of the hand.
    pub fn laid_aside(&self) -> Hand {
        self.laid_aside
    }

    /// The cards that others hold or that are left in a deck of 25.
    pub fn unseen(&self) -> Cards {
        Cards(std::array::from_fn(|kind| {
            Card::COUNTS[kind]
                .saturating_sub(self.played.0[kind])
                .saturating_sub(self.cards.0[kind])
        }))
    }

    /// What follows from the history about the hands of others; `None` where hands are open.
    pub fn knowledge(&self) -> Option<&Knowledge> {
        self.knowledge.as_ref()
    }
}

impl Observed for Catan {
    type View = View;
    type Sight = Sight;
    type Memory = Option<Knowledge>;
    type Public = TableView;
    type Fact = Fact;

    fn sight(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Option<Sight> {
        self.seen(before, step, after, Some(seat))
    }

    fn remember(&self, memory: &mut Option<Knowledge>, seat: Seat, sight: &Sight) {
        if self.options.hands.is_open() {
            return;
        }
        let knowledge = memory.get_or_insert_with(|| Knowledge::new(self.options.players, seat));
        Self::learn(knowledge, seat, &sight.event);
        if let Some(stacks) = sight.stacks {
            let supply = self.options.supply;
            let most = Hand(stacks.0.map(|count| supply - count));
            let least = Hand(stacks.0.map(|count| if count < 2 { supply - count } else { 0 }));
            knowledge.all_hands_hold(least, most);
        }
    }

    /// The seat is taken to have counted all cards and to know every hand: in the median two tuples of
    /// hands fit what a seat has seen.
    fn imagine_memory(&self, world: &State, seat: Seat) -> Option<Knowledge> {
        let mut knowledge = Knowledge::new(self.options.players, seat);
        for other in Seat::all(self.options.players) {
            knowledge.gain(other, world.hand(other));
        }
        Some(knowledge)
    }

    fn view(&self, state: &State, memory: &Option<Knowledge>, seat: Seat) -> View {
        let options = &self.options;
        let knowledge = (!options.hands.is_open())
            .then(|| memory.clone().unwrap_or_else(|| Knowledge::new(options.players, seat)));
        View {
            seat,
            table: self.table_view(state, Some(seat)),
            cards: state.side(seat).cards,
            bought: if state.mover == seat { state.bought } else { Cards::EMPTY },
            laid_aside: state.laid_aside(seat),
            knowledge,
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        self.world(view, rng)
    }

    /// What lies on the table takes most of the work, and is the same in all worlds.
    fn sampler<'a>(&'a self, view: &'a View) -> Sampler<'a, Self> {
        let table = self.table(view);
        Box::new(move |rng| {
            let mut state = table.clone();
            self.hide(view, &mut state, rng);
            state
        })
    }

    fn sample_towards(&self, view: &View, sight: &Sight, rng: &mut GameRng) -> State {
        self.world_towards(view, sight, rng)
    }

    fn step_towards(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        self.way_to(world, seat, sight, rng)
    }

    fn public(&self, state: &State) -> TableView {
        self.table_view(state, None)
    }

    fn public_sight(&self, before: &State, step: &Step<Self>, after: &State) -> Option<Sight> {
        self.seen(before, step, after, None)
    }

    fn publicly_asked(&self, public: &TableView) -> Option<Seat> {
        match public.stage {
            Stage::Found
            | Stage::FirstRoad(_)
            | Stage::Begin
            | Stage::Robber
            | Stage::Act
            | Stage::FreeRoads(_)
            | Stage::Choose => Some(public.mover),
            Stage::Answer(seat) | Stage::Speak(seat) => Some(seat),
            Stage::Deal
            | Stage::Dice
            | Stage::Theft(_)
            | Stage::Draw
            | Stage::Discard
            | Stage::Won(_)
            | Stage::Undecided => None,
        }
    }

    fn tells(&self, action: &Action) -> bool {
        !matches!(
            action,
            Action::Road(_)
                | Action::Settlement(_)
                | Action::City(_)
                | Action::Roll
                | Action::Robber(..)
                | Action::Buy
                | Action::Bank(..)
                | Action::Offer(..)
                | Action::Withdraw
                | Action::Quiet
                | Action::End
        )
    }

    fn facts(&self, view: &View) -> Vec<Fact> {
        self.open_facts(view)
    }

    fn holds(&self, world: &State, fact: &Fact) -> bool {
        fact.holds(world)
    }

    fn topic(&self, fact: &Fact) -> &'static str {
        match fact.kind {
            Hidden::Resource(_) => "hands",
            Hidden::Card(_) | Hidden::Drawn(_) => "development cards",
            Hidden::Points => "points",
        }
    }

    fn view_picture(&self, view: &View) -> String {
        let players = || Seat::all(view.players.len()).zip(&view.players);
        let road = |edge: Edge| {
            players().find(|(_, player)| player.roads & edge.bit() != 0).map(|(seat, _)| seat)
        };
        let building = |node: Node| {
            players().find_map(|(seat, player)| {
                let is_city = player.cities & node.bit() != 0;
                (is_city || player.settlements & node.bit() != 0).then_some((seat, is_city))
            })
        };
        let mut text = grid(&view.board, view.robber, road, building);
        for (seat, player) in players() {
            let points =
                player.points.map_or_else(String::new, |points| format!("{points} points, "));
            let certain = view.knowledge.as_ref().and_then(|knowledge| knowledge.certain(seat));
            let hand = match player.hand.or(certain) {
                Some(hand) => format!("hand {hand}"),
                None => format!("{} cards in hand", player.hand_size),
            };
            let cards = if seat == view.seat {
                cards_text(view.cards)
            } else {
                format!("{} development cards", player.card_count)
            };
            text += &format!(
                "{seat}: {points}{hand}, {cards}, knights played {}, road {}{}\n",
                player.knights,
                player.road_length,
                awards_text(seat, view.longest_road, view.largest_army),
            );
        }
        let bank: Vec<String> =
            (0..RESOURCES).map(|index| view.bank.0[index].to_string()).collect();
        text += &format!("bank {}, deck {}\n", bank.join(" "), view.deck_size);
        text + &caption(view.mover, view.stage, view.turns, view.offer())
    }
}
