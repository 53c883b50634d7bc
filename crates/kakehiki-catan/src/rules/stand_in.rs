//! States that stand in for a truth that is not known: they fit what a player knows, and can go on
//! to what it sees next.
//!
//! What a player sees happen tells something about the hidden cards of the others just before: who
//! builds had the price, who plays a knight had one, and who does not win had not enough points.
//! All this are bounds on the number of cards of a kind in a hand, or in all hands. Hands are taken
//! from what the player knows about them. Where that was sampled and holds none that will do, some
//! are made from the bounds, as development cards are.

use kakehiki_core::{Game, GameRng, Seat};

use super::{
    action::Action,
    board::weighted,
    card::{CARD_KINDS, Card, Cards},
    follow::{DiscardsSeen, bank_range, draw_cards, played_card},
    knowledge::AllHands,
    margins::Margins,
    options::{Deck, Shortage, Win},
    production,
    resource::{Hand, RESOURCES},
    rules::Catan,
    sight::{Event, Sight},
    state::{MAX_PLAYERS, Pending, Stage, State},
    view::View,
};

/// How many hands are drawn from what a player knows before all of them are looked through.
const DRAWS: u32 = 20;

/// How often hands are made with what they discard.
const DISCARDS: u32 = 20;

/// What a sight tells about the hands before it.
struct Needs<'a> {
    margins: Margins,
    /// A player who does not hold all of these cards.
    lacking: Option<(Seat, Hand)>,
    discards: Option<DiscardsSeen<'a>>,
}

impl Catan {
    /// A state that fits the view and can go on to a sight. If there is none, one that fits the
    /// view.
    pub(super) fn world_towards(&self, view: &View, sight: &Sight, rng: &mut GameRng) -> State {
        let table = self.table(view);
        self.arranged(view, sight, table, rng).unwrap_or_else(|| self.world(view, rng))
    }

    fn arranged(
        &self,
        view: &View,
        sight: &Sight,
        mut state: State,
        rng: &mut GameRng,
    ) -> Option<State> {
        if state.stage == Stage::Discard {
            // What others have laid aside does not show, so they may still be about to do so.
            let mut discards = [Hand::EMPTY; MAX_PLAYERS];
            discards[view.seat.index()] = view.laid_aside;
            state.pending = Pending::Discards(discards);
        }
        let needs = self.needs(view, &state, sight);
        let hands = self.hands_towards(view, &state, &needs, rng)?;
        self.put_hands(&mut state, &hands);
        self.deal_towards(view, sight, &mut state, rng)?;
        Some(state)
    }

    fn put_hands(&self, state: &mut State, hands: &[Hand]) {
        state.bank = Hand([self.options.supply; RESOURCES]);
        for (side, hand) in state.sides.iter_mut().zip(hands) {
            side.hand = *hand;
            for (left, held) in state.bank.0.iter_mut().zip(hand.0) {
                *left = left.saturating_sub(held);
            }
        }
    }

    /// What a sight tells about the hands before it.
    fn needs<'a>(&self, view: &View, state: &State, sight: &'a Sight) -> Needs<'a> {
        let mut margins = Margins::NONE;
        for (index, player) in view.players.iter().enumerate() {
            margins.sizes[index] = player.hand_size;
            if let Some(hand) = player.hand {
                margins.least[index] = hand.0;
                margins.most[index] = hand.0;
            }
        }
        let mut at_least = |seat: Seat, cards: Hand| {
            let least = &mut margins.least[seat.index() % MAX_PLAYERS];
            *least = std::array::from_fn(|kind| least[kind].max(cards.0[kind]));
        };
        // What the bank gets, and what it gives.
        let (mut taken, mut given) = (Hand::EMPTY, Hand::EMPTY);
        let (mut lacking, mut discards) = (None, None);
        match &sight.event {
            Event::Acted { seat, action, paid, got, shown } => {
                at_least(*seat, *paid);
                at_least(*seat, *shown);
                (taken, given) = (*paid, *got);
                // What I accepted in vain is what the other one offered without holding it.
                if let (Action::Accept, true, Some(deal)) = (action, shown.is_empty(), view.offer())
                {
                    lacking = Some((view.mover, deal.terms.give));
                }
            }
            Event::Rolled { gains, .. } => {
                given = gains.iter().fold(Hand::EMPTY, |sum, gain| sum.plus(*gain));
            }
            Event::Stolen { victim, resource: Some(resource), .. } => {
                at_least(*victim, Hand::one(*resource));
            }
            Event::Monopolised { seat, resource, taken } => {
                let kind = resource.index();
                let losers = Seat::all(taken.len()).zip(taken).filter(|(loser, _)| loser != seat);
                for (loser, count) in losers {
                    margins.least[loser.index()][kind] = *count;
                    margins.most[loser.index()][kind] = *count;
                }
            }
            Event::Traded { seat, partner, gave, got } => {
                at_least(*seat, *gave);
                at_least(*partner, *got);
            }
            Event::Discarded { counts, cards, sum } => {
                let stacks = sight.stacks;
                discards = Some(DiscardsSeen { counts, cards, sum: *sum, stacks });
            }
            Event::Dealt(_)
            | Event::LaidAside(_)
            | Event::Stolen { resource: None, .. }
            | Event::Drew { .. } => {}
        }
        for kind in 0..RESOURCES {
            let shown = view.bank.0[kind];
            let (mut least, mut most) = if view.has_open_bank {
                (u32::from(shown), u32::from(shown))
            } else {
                bank_range(shown)
            };
            if let (Some(stacks), None) = (sight.stacks, &discards) {
                let (low, high) = bank_range(stacks.0[kind]);
                let (taken, given) = (u32::from(taken.0[kind]), u32::from(given.0[kind]));
                least = least.max((low + given).saturating_sub(taken));
                most = most.min(high.saturating_add(given).saturating_sub(taken));
            }
            if let Event::Rolled { total, .. } = &sight.event {
                let dues = production::dues(state, *total)[kind];
                let (low, high) = self.bank_that_paid(dues, given.0[kind]);
                (least, most) = (least.max(low), most.min(high));
            }
            // All that is not in the bank is in the hands.
            let supply = u32::from(self.options.supply);
            margins.sums[kind] = (supply.saturating_sub(most), supply.saturating_sub(least));
        }
        Needs { margins, lacking, discards }
    }

    /// The least and the most that a bank held that owed so much of a resource and gave so much.
    fn bank_that_paid(&self, dues: [u8; MAX_PLAYERS], given: u8) -> (u32, u32) {
        let due: u32 = dues.iter().map(|due| u32::from(*due)).sum();
        let is_single = dues.iter().filter(|due| **due > 0).count() == 1;
        let given = u32::from(given);
        if given >= due {
            (due, u32::MAX)
        } else if is_single && self.options.shortage == Shortage::Rest {
            (given, given)
        } else {
            (0, due - 1)
        }
    }

    /// Hands that a sight can follow.
    fn hands_towards(
        &self,
        view: &View,
        state: &State,
        needs: &Needs<'_>,
        rng: &mut GameRng,
    ) -> Option<[Hand; MAX_PLAYERS]> {
        let Some(knowledge) = &view.knowledge else {
            let hands = view.players.iter().map(|player| player.hand.unwrap_or_default());
            return Some(all_hands(&hands.collect()));
        };
        let will_do = |hands: &AllHands, rng: &mut GameRng| {
            let hands = all_hands(hands);
            self.meets(&hands, state, needs, rng).then_some(hands)
        };
        for _ in 0..DRAWS.min(knowledge.count() as u32) {
            if let Some(hands) = will_do(&knowledge.sample(rng), rng) {
                return Some(hands);
            }
        }
        knowledge
            .possibilities()
            .find_map(|(hands, _)| will_do(&hands, rng))
            .or_else(|| self.made_hands(state, needs, rng))
    }

    fn meets(
        &self,
        hands: &[Hand; MAX_PLAYERS],
        state: &State,
        needs: &Needs<'_>,
        rng: &mut GameRng,
    ) -> bool {
        let lacks = |(seat, cards): (Seat, Hand)| !hands[seat.index()].contains(cards);
        needs.margins.allow(&hands.map(|hand| hand.0))
            && needs.lacking.is_none_or(lacks)
            && needs.discards.as_ref().is_none_or(|discards| {
                let mut world = state.clone();
                self.put_hands(&mut world, hands);
                discards.can_follow(&world, rng)
            })
    }

    /// Hands that a sight can follow, without regard to what the player knows about them beyond
    /// their sizes and what the bank shows.
    fn made_hands(
        &self,
        state: &State,
        needs: &Needs<'_>,
        rng: &mut GameRng,
    ) -> Option<[Hand; MAX_PLAYERS]> {
        if let Some(discards) = &needs.discards {
            return (0..DISCARDS)
                .find_map(|_| self.made_with_discards(&needs.margins, discards, rng))
                .filter(|hands| self.meets(hands, state, needs, rng));
        }
        let Some((seat, cards)) = needs.lacking else {
            return Some(needs.margins.deal(rng)?.map(Hand));
        };
        // One of the cards is missing, or another.
        let kinds = (0..RESOURCES).filter(|kind| cards.0[*kind] > 0);
        kinds.into_iter().find_map(|kind| {
            let mut margins = needs.margins.clone();
            let most = &mut margins.most[seat.index()][kind];
            *most = (*most).min(cards.0[kind] - 1);
            Some(margins.deal(rng)?.map(Hand))
        })
    }

    /// Hands made of what is discarded and what is kept.
    fn made_with_discards(
        &self,
        margins: &Margins,
        seen: &DiscardsSeen<'_>,
        rng: &mut GameRng,
    ) -> Option<[Hand; MAX_PLAYERS]> {
        let mut thrown = Margins::NONE;
        let mut kept = margins.clone();
        for seat in 0..seen.counts.len() {
            thrown.sizes[seat] = seen.counts[seat];
            kept.sizes[seat] = kept.sizes[seat].checked_sub(seen.counts[seat])?;
            if let Some(cards) = seen.cards[seat] {
                thrown.least[seat] = cards.0;
                thrown.most[seat] = cards.0;
            }
            // Of a hand that is known the rest is known, and of others nothing.
            let is_known = margins.least[seat] == margins.most[seat];
            if let (true, Some(cards)) = (is_known, seen.cards[seat]) {
                let rest = Hand(margins.least[seat]).minus(cards)?;
                kept.least[seat] = rest.0;
                kept.most[seat] = rest.0;
            }
        }
        let supply = u32::from(self.options.supply);
        // The cards in all hands afterwards.
        let after = |kind: usize| match seen.stacks {
            Some(stacks) => {
                let (least, most) = bank_range(stacks.0[kind]);
                (supply.saturating_sub(most), supply - least)
            }
            None => (0, supply),
        };
        for kind in 0..RESOURCES {
            let (least, most) = margins.sums[kind];
            thrown.sums[kind] = match seen.sum {
                Some(sum) => (u32::from(sum.0[kind]), u32::from(sum.0[kind])),
                None => (least.saturating_sub(after(kind).1), most.saturating_sub(after(kind).0)),
            };
        }
        let thrown = thrown.deal(rng)?;
        for kind in 0..RESOURCES {
            let gone: u32 = thrown.iter().map(|share| u32::from(share[kind])).sum();
            let (least, most) = margins.sums[kind];
            let (low, high) = after(kind);
            kept.sums[kind] =
                (least.saturating_sub(gone).max(low), most.checked_sub(gone)?.min(high));
        }
        let kept = kept.deal(rng)?;
        Some(std::array::from_fn(|seat| Hand(kept[seat]).plus(Hand(thrown[seat]))))
    }

    /// Deals the others development cards with which a sight can follow.
    fn deal_towards(
        &self,
        view: &View,
        sight: &Sight,
        state: &mut State,
        rng: &mut GameRng,
    ) -> Option<()> {
        let point = Card::VictoryPoint.index();
        let unseen = view.unseen();
        let mut margins = Margins::NONE;
        if self.options.deck == Deck::Finite {
            margins.sums = unseen.0.map(|count| (0, u32::from(count)));
            // What I draw is in the deck.
            if let Event::Drew { card: Some(card), .. } = sight.event {
                let most = &mut margins.sums[card.index()].1;
                *most = most.saturating_sub(1);
            }
        }
        let others = || Seat::all(self.options.players).filter(|other| *other != view.seat);
        let buyer = match sight.event {
            Event::Drew { seat, .. } if seat != view.seat => Some(seat),
            _ => None,
        };
        let player = played_card(&sight.event).filter(|(seat, _)| *seat != view.seat);
        let after = self.visible_after(state, sight);
        for seat in others() {
            let index = seat.index();
            let drawn = u32::from(buyer == Some(seat));
            let held = view.players[index].card_count;
            margins.sizes[index] = held + drawn;
            let before = self.hidden_points(view, seat).most(held) + drawn;
            let most =
                self.most_points(&after, sight, seat).map_or(before, |most| most.min(before));
            margins.most[index][point] = most.min(u32::from(u8::MAX)) as u8;
            if let Some(won) = sight.won.filter(|won| won.winner == seat) {
                margins.least[index][point] = won.revealed;
                margins.most[index][point] = won.revealed;
            }
        }
        if let Some((seat, card)) = player {
            let least = &mut margins.least[seat.index() % MAX_PLAYERS][card.index()];
            *least = (*least).max(1);
        }
        let shares = margins.deal(rng)?;
        for seat in others() {
            state.side_mut(seat).cards = Cards(shares[seat.index()]);
        }
        if let Some(seat) = buyer {
            let before = self.hidden_points(view, seat).most(view.players[seat.index()].card_count);
            let cards = &mut state.side_mut(seat).cards;
            let has_too_many = u32::from(cards.count(Card::VictoryPoint)) > before;
            let is_point = has_too_many || sight.won.is_some_and(|won| won.winner == seat);
            let drawn =
                if is_point { Card::VictoryPoint } else { Card::ALL[weighted(&cards.0, rng)] };
            cards.take(drawn);
        }
        self.sort_cards(view, state, player, rng);
        Some(())
    }

    /// Puts what nobody holds into the deck, and says which cards were bought in this turn.
    fn sort_cards(
        &self,
        view: &View,
        state: &mut State,
        player: Option<(Seat, Card)>,
        rng: &mut GameRng,
    ) {
        if self.options.deck == Deck::Finite {
            state.deck = view.unseen();
            for seat in Seat::all(self.options.players).filter(|other| *other != view.seat) {
                for kind in 0..CARD_KINDS {
                    let held = state.sides[seat.index()].cards.0[kind];
                    state.deck.0[kind] = state.deck.0[kind].saturating_sub(held);
                }
            }
        }
        state.bought = if view.mover == view.seat {
            view.bought
        } else {
            // What is played now was not bought now.
            let mut cards = state.cards(view.mover);
            if let Some((_, card)) = player {
                cards.take(card);
            }
            Cards(draw_cards(Hand(cards.0), view.bought_count, rng).0)
        };
    }

    /// The position after a sight, as far as all can see it.
    fn visible_after(&self, state: &State, sight: &Sight) -> State {
        let mut after = state.clone();
        if let Event::Acted { action, .. } = &sight.event {
            self.play_unchecked(&mut after, action);
        } else if let Event::Monopolised { resource, .. } = &sight.event {
            self.play_unchecked(&mut after, &Action::Monopoly(*resource));
        }
        after
    }

    /// The most points among the cards of a player who has not won although it was asked.
    fn most_points(&self, after: &State, sight: &Sight, seat: Seat) -> Option<u32> {
        if after.stage == Stage::Undecided {
            return None;
        }
        // The player on turn is asked first, and then all in order.
        let is_asked = seat == after.mover
            || self.options.win == Win::AnyTime
                && sight.won.is_none_or(|won| won.winner != after.mover && seat < won.winner);
        let most = self.options.target.saturating_sub(1 + after.side(seat).points);
        is_asked.then_some(u32::from(most))
    }
}

/// The hands of all places at a table, empty where nobody sits.
fn all_hands(hands: &AllHands) -> [Hand; MAX_PLAYERS] {
    std::array::from_fn(|seat| hands.get(seat).copied().unwrap_or_default())
}
