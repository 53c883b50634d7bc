//! What a player may know, and what it perceives of what happens.
//!
//! Public are the board, the pieces, the dice, what rolls give, trades, the number of cards in each
//! hand, played cards, awards, the development cards left and, unless it is closed, the bank.
//! Hidden are the kinds of cards in the hands of others, what is stolen from one of them by
//! another, what they discard, and their development cards. What follows from the history about the
//! hands of others is the [`Knowledge`] in the view.

use kakehiki_core::{GameRng, Observed, Seat, Step};
use serde::{Serialize, Serializer};

use super::{
    action::{Action, Chance},
    board::Board,
    card::{Card, Cards},
    hidden_points::HiddenPoints,
    knowledge::Knowledge,
    notation::{awards_text, caption, cards_text, grid},
    resource::{Hand, RESOURCES, Resource},
    rules::Catan,
    state::{AWARD, Deal, Stage, State},
    topology::{Edge, EdgeSet, Hex, Node, NodeSet, edges_of, nodes_of},
    trade,
};

/// What all know of one player, and its hand where the viewer knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct PlayerView {
    #[serde(serialize_with = "edge_list")]
    pub(super) roads: EdgeSet,
    #[serde(serialize_with = "node_list")]
    pub(super) settlements: NodeSet,
    #[serde(serialize_with = "node_list")]
    pub(super) cities: NodeSet,
    pub(super) hand_size: u32,
    /// The viewer's own hand; with open hands, everybody's.
    pub(super) hand: Option<Hand>,
    pub(super) card_count: u32,
    pub(super) knights: u8,
    pub(super) road_length: u8,
    /// The points without hidden cards, where they are announced.
    pub(super) points: Option<u8>,
    /// It follows from what all have seen, so it need not be written out.
    #[serde(skip)]
    pub(super) hidden_points: HiddenPoints,
}

fn edge_list<S: Serializer>(set: &EdgeSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(edges_of(*set))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serialising hands out references")]
fn node_list<S: Serializer>(set: &NodeSet, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(nodes_of(*set))
}

impl PlayerView {
    /// The roads.
    pub fn roads(&self) -> impl Iterator<Item = Edge> {
        edges_of(self.roads)
    }

    /// The settlements.
    pub fn settlements(&self) -> impl Iterator<Item = Node> {
        nodes_of(self.settlements)
    }

    /// The cities.
    pub fn cities(&self) -> impl Iterator<Item = Node> {
        nodes_of(self.cities)
    }

    /// The number of resource cards.
    pub fn hand_size(&self) -> u32 {
        self.hand_size
    }

    /// The resource cards, if the viewer sees them.
    pub fn hand(&self) -> Option<Hand> {
        self.hand
    }

    /// The number of unplayed development cards.
    pub fn card_count(&self) -> u32 {
        self.card_count
    }

    /// The knights played.
    pub fn knights(&self) -> u8 {
        self.knights
    }

    /// The length of the road.
    pub fn road_length(&self) -> u8 {
        self.road_length
    }

    /// The points without hidden cards, where they are announced.
    pub fn points(&self) -> Option<u8> {
        self.points
    }
}

/// All that one player may know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct View {
    pub(super) seat: Seat,
    pub(super) board: Board,
    pub(super) robber: Hex,
    pub(super) mover: Seat,
    /// During discards it does not tell who is asked.
    pub(super) stage: Stage,
    pub(super) turns: u16,
    pub(super) founded: u8,
    pub(super) has_rolled: bool,
    pub(super) has_played: bool,
    pub(super) last_roll: Option<u8>,
    pub(super) offers: u8,
    pub(super) players: Vec<PlayerView>,
    pub(super) longest_road: Option<Seat>,
    pub(super) largest_army: Option<Seat>,
    /// The own unplayed development cards.
    pub(super) cards: Cards,
    /// Those of them that were bought in this turn.
    pub(super) bought: Cards,
    /// How many cards the player on turn has bought in it and not played.
    pub(super) bought_count: u32,
    /// What the bank holds; where it is closed, at most two of each.
    pub(super) bank: Hand,
    pub(super) has_open_bank: bool,
    pub(super) deck_size: u32,
    pub(super) played: Cards,
    pub(super) deal: Option<Deal>,
    /// What the viewer has laid aside for the discard.
    pub(super) laid_aside: Hand,
    /// The victory points that a winner turned over.
    pub(super) revealed: Option<u8>,
    /// What follows from the history about the hands of others; `None` where hands are open.
    pub(super) knowledge: Option<Knowledge>,
}

impl View {
    /// Whose view it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Where the robber is.
    pub fn robber(&self) -> Hex {
        self.robber
    }

    /// Whose turn it is.
    pub fn mover(&self) -> Seat {
        self.mover
    }

    /// What has to be decided next; during discards it does not tell who is asked.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The number of the turn, zero during the set-up.
    pub fn turns(&self) -> u16 {
        self.turns
    }

    /// The total of the dice when they last fell.
    pub fn last_roll(&self) -> Option<u8> {
        self.last_roll
    }

    /// What is known of the players, in the order of the seats.
    pub fn players(&self) -> &[PlayerView] {
        &self.players
    }

    /// The points that anybody can count: buildings and awards.
    pub fn visible_points(&self, seat: Seat) -> u8 {
        let player = &self.players[seat.index()];
        let awards = [self.longest_road, self.largest_army];
        let awards = awards.into_iter().filter(|holder| *holder == Some(seat)).count();
        (player.settlements.count_ones() + 2 * player.cities.count_ones()) as u8
            + AWARD * awards as u8
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

    /// What the bank holds; where it is closed, at most two of each.
    pub fn bank(&self) -> Hand {
        self.bank
    }

    /// Whether all cards of the bank are counted.
    pub fn has_open_bank(&self) -> bool {
        self.has_open_bank
    }

    /// The development cards left in the deck.
    pub fn deck_size(&self) -> u32 {
        self.deck_size
    }

    /// The development cards that were played.
    pub fn played(&self) -> Cards {
        self.played
    }

    /// The cards that others hold or that are left in a deck of 25.
    pub fn unseen(&self) -> Cards {
        Cards(std::array::from_fn(|kind| {
            Card::COUNTS[kind]
                .saturating_sub(self.played.0[kind])
                .saturating_sub(self.cards.0[kind])
        }))
    }

    /// The offer that is being answered.
    pub fn deal(&self) -> Option<&Deal> {
        self.deal.as_ref()
    }

    /// Who holds the award for the longest road.
    pub fn longest_road(&self) -> Option<Seat> {
        self.longest_road
    }

    /// Who holds the award for the largest army.
    pub fn largest_army(&self) -> Option<Seat> {
        self.largest_army
    }

    /// What follows from the history about the hands of others; `None` where hands are open.
    pub fn knowledge(&self) -> Option<&Knowledge> {
        self.knowledge.as_ref()
    }
}

/// What one player perceives of one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// What happened.
    pub event: Event,
    /// What the stacks of a closed bank show afterwards: none, one, or two and more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacks: Option<Hand>,
}

/// Something that happened, as one player perceives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A part of the board was dealt.
    Dealt(Chance),
    /// A player did something in the open.
    Acted {
        /// Who.
        seat: Seat,
        /// What.
        action: Action,
        /// What it gave to the bank.
        paid: Hand,
        /// What it got from the bank.
        got: Hand,
        /// Cards that it must hold to be allowed to do so.
        shown: Hand,
    },
    /// The dice fell.
    Rolled {
        /// Their total.
        total: u8,
        /// What each player got.
        gains: Vec<Hand>,
    },
    /// I laid cards aside for the discard.
    LaidAside(Hand),
    /// All discards are made.
    Discarded {
        /// How many cards each player discarded.
        counts: Vec<u32>,
        /// What each player discarded, as far as I saw it.
        cards: Vec<Option<Hand>>,
        /// What all discarded together, if the bank shows it.
        sum: Option<Hand>,
    },
    /// A card was stolen.
    Stolen {
        /// By whom.
        thief: Seat,
        /// From whom.
        victim: Seat,
        /// Which, if I saw it.
        resource: Option<Resource>,
    },
    /// A development card was drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// Which, if it is mine.
        card: Option<Card>,
    },
    /// A monopoly was played.
    Monopolised {
        /// By whom.
        seat: Seat,
        /// On what.
        resource: Resource,
        /// How many cards each player lost.
        taken: Vec<u8>,
    },
    /// Two players traded.
    Traded {
        /// Whose turn it is.
        seat: Seat,
        /// With whom.
        partner: Seat,
        /// What the player on turn gave.
        gave: Hand,
        /// What it got.
        got: Hand,
    },
}

/// The cards of one hand that are not in another.
fn beyond(one: Hand, other: Hand) -> Hand {
    Hand(std::array::from_fn(|index| one.0[index].saturating_sub(other.0[index])))
}

/// What the stacks of a closed bank show.
fn stacks(bank: Hand) -> Hand {
    Hand(bank.0.map(|count| count.min(2)))
}

impl Catan {
    fn seen_action(
        &self,
        before: &State,
        actor: Seat,
        action: Action,
        after: &State,
        seat: Seat,
    ) -> Option<Event> {
        let mover = before.mover;
        let lost = |seat: Seat| beyond(before.hand(seat), after.hand(seat));
        let gained = |seat: Seat| beyond(after.hand(seat), before.hand(seat));
        let seats = || Seat::all(self.options.players);
        let deal_terms = || before.deal().map_or(Hand::EMPTY, |deal| deal.terms.get);
        Some(match action {
            Action::Discard(cards) if after.stage == Stage::Discard => {
                return (actor == seat).then_some(Event::LaidAside(cards));
            }
            Action::Discard(_) => {
                let is_seen = |other: Seat| {
                    other == seat || self.options.discards.is_open() || self.options.hands.is_open()
                };
                Event::Discarded {
                    counts: seats().map(|seat| lost(seat).total()).collect(),
                    cards: seats().map(|other| is_seen(other).then(|| lost(other))).collect(),
                    sum: self.options.bank.is_open().then(|| beyond(after.bank, before.bank)),
                }
            }
            Action::Monopoly(resource) => Event::Monopolised {
                seat: mover,
                resource,
                taken: seats().map(|seat| lost(seat).count(resource)).collect(),
            },
            Action::Accept | Action::Confirm(_) if before.hand(mover) != after.hand(mover) => {
                let partner = if let Action::Confirm(partner) = action { partner } else { actor };
                Event::Traded { seat: mover, partner, gave: lost(mover), got: gained(mover) }
            }
            // An offer that could not be carried out looks as if it had been refused.
            Action::Accept if after.deal().is_none_or(|deal| !deal.accepted.contains(actor)) => {
                let action = if actor == seat { action } else { Action::Refuse };
                let shown = Hand::EMPTY;
                Event::Acted { seat: actor, action, paid: shown, got: shown, shown }
            }
            _ => {
                let shown = match action {
                    Action::Offer(terms, _) if !self.options.unheld_offers => terms.give,
                    Action::Counter(terms) => terms.give,
                    Action::Accept => deal_terms(),
                    _ => Hand::EMPTY,
                };
                Event::Acted { seat: actor, action, paid: lost(actor), got: gained(actor), shown }
            }
        })
    }

    fn seen_chance(&self, before: &State, chance: Chance, after: &State, seat: Seat) -> Event {
        match chance {
            Chance::Dice(total) => {
                let gained = |seat: Seat| beyond(after.hand(seat), before.hand(seat));
                let gains = Seat::all(self.options.players).map(gained).collect();
                Event::Rolled { total, gains }
            }
            Chance::Stolen(resource) => {
                let thief = before.mover;
                let victim = match before.stage {
                    Stage::Theft(victim) => victim,
                    _ => thief,
                };
                let is_seen = seat == thief || seat == victim || self.options.hands.is_open();
                Event::Stolen { thief, victim, resource: is_seen.then_some(resource) }
            }
            Chance::Card(card) => {
                let card = (before.mover == seat).then_some(card);
                Event::Drew { seat: before.mover, card }
            }
            Chance::Terrain(_) | Chance::Spiral { .. } | Chance::Token(..) | Chance::Harbour(_) => {
                Event::Dealt(chance)
            }
        }
    }

    fn learn(knowledge: &mut Knowledge, seat: Seat, event: &Event) {
        match event {
            Event::Acted { seat, paid, got, shown, .. } => {
                knowledge.shows(*seat, *shown);
                knowledge.spend(*seat, *paid);
                knowledge.gain(*seat, *got);
            }
            Event::Rolled { gains, .. } => {
                for (seat, gain) in Seat::all(gains.len()).zip(gains) {
                    knowledge.gain(seat, *gain);
                }
            }
            Event::Discarded { counts, cards, sum } => {
                let mut hidden = Vec::new();
                let mut rest = *sum;
                for ((other, count), cards) in Seat::all(counts.len()).zip(counts).zip(cards) {
                    if let Some(cards) = cards {
                        knowledge.spend(other, *cards);
                        rest = rest.map(|rest| beyond(rest, *cards));
                    } else if *count > 0 {
                        hidden.push((other, *count));
                    }
                }
                if !hidden.is_empty() {
                    knowledge.discard_unseen(&hidden, rest);
                }
            }
            Event::Stolen { thief, victim, resource: Some(resource) } => {
                knowledge.theft_seen(*thief, *victim, *resource);
            }
            Event::Stolen { thief, victim, resource: None } => {
                debug_assert!(*thief != seat && *victim != seat, "they see what is stolen");
                knowledge.theft_unseen(*thief, *victim);
            }
            Event::Monopolised { seat, resource, taken } => {
                knowledge.monopoly(*seat, *resource, taken);
            }
            Event::Traded { seat, partner, gave, got } => {
                knowledge.spend(*seat, *gave);
                knowledge.spend(*partner, *got);
                knowledge.gain(*seat, *got);
                knowledge.gain(*partner, *gave);
            }
            Event::Dealt(_) | Event::LaidAside(_) | Event::Drew { .. } => {}
        }
    }
}

impl Observed for Catan {
    type View = View;
    type Sight = Sight;
    type Memory = Option<Knowledge>;

    fn sight(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Option<Sight> {
        let event = match step {
            Step::Action(actor, action) => {
                self.seen_action(before, *actor, *action, after, seat)?
            }
            Step::Chance(chance) => self.seen_chance(before, *chance, after, seat),
        };
        let stacks = (!self.options.bank.is_open()).then(|| stacks(after.bank));
        Some(Sight { event, stacks })
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

    fn view(&self, state: &State, memory: &Option<Knowledge>, seat: Seat) -> View {
        let options = &self.options;
        let players = Seat::all(options.players)
            .map(|other| {
                let side = state.side(other);
                let is_seen = other == seat || options.hands.is_open();
                PlayerView {
                    roads: side.roads,
                    settlements: side.settlements,
                    cities: side.cities,
                    hand_size: side.hand.total(),
                    hand: is_seen.then_some(side.hand),
                    card_count: side.cards.total(),
                    knights: side.knights,
                    road_length: side.road_length,
                    points: options.points.is_open().then_some(side.points),
                    hidden_points: state.hidden_points[other.index()],
                }
            })
            .collect();
        let is_open = options.bank.is_open() || options.hands.is_open();
        let knowledge = (!options.hands.is_open())
            .then(|| memory.clone().unwrap_or_else(|| Knowledge::new(options.players, seat)));
        View {
            seat,
            board: state.board.clone(),
            robber: state.robber,
            mover: state.mover,
            stage: state.stage,
            turns: state.turns,
            founded: state.founded,
            has_rolled: state.has_rolled,
            has_played: state.has_played,
            last_roll: state.last_roll(),
            offers: state.offers,
            players,
            longest_road: state.longest_road,
            largest_army: state.largest_army,
            cards: state.side(seat).cards,
            bought: if state.mover == seat { state.bought } else { Cards::EMPTY },
            bought_count: state.bought.total(),
            bank: if is_open { state.bank } else { stacks(state.bank) },
            has_open_bank: is_open,
            deck_size: state.deck.total(),
            played: state.played,
            deal: state.deal().copied(),
            laid_aside: state.laid_aside(seat),
            revealed: match state.stage {
                Stage::Won(winner) => Some(state.cards(winner).count(Card::VictoryPoint)),
                _ => None,
            },
            knowledge,
        }
    }

    fn sample(&self, view: &View, rng: &mut GameRng) -> State {
        self.world(view, rng)
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
        text + &caption(view.mover, view.stage, view.turns, view.deal())
    }
}
