//! How a world comes to show a player what it saw.

use kakehiki_core::{Game, GameRng, Seat, Step, Turn};

use super::{
    action::{Action, Chance},
    board::weighted,
    card::{CARD_KINDS, Card},
    margins::{Margins, Shares},
    options::{Deck, Discard},
    resource::{Hand, RESOURCES, Resource},
    rules::Catan,
    sight::{EachPlayer, Event, Sight},
    state::{MAX_PLAYERS, Stage, State},
};

/// How often discards are drawn anew until they are those that were seen.
const DISCARDS: u32 = 300;

/// The development card that an action plays.
pub(super) fn played_card(event: &Event) -> Option<(Seat, Card)> {
    Some(match event {
        Event::Acted { seat, action: Action::Knight, .. } => (*seat, Card::Knight),
        Event::Acted { seat, action: Action::RoadBuilding, .. } => (*seat, Card::RoadBuilding),
        Event::Acted { seat, action: Action::YearOfPlenty(_), .. } => (*seat, Card::YearOfPlenty),
        Event::Monopolised { seat, .. } => (*seat, Card::Monopoly),
        _ => return None,
    })
}

impl Catan {
    /// The step that a player perceives as `sight`, or one that it does not notice on the way
    /// there, which only the discards of others are.
    pub(super) fn way_to(
        &self,
        world: &State,
        viewer: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        Some(match &sight.event {
            Event::Dealt(chance) => Step::Chance(*chance),
            Event::Acted { seat, action, .. } => Step::Action(*seat, *action),
            Event::Rolled { total, .. } => Step::Chance(Chance::Dice(*total)),
            Event::Stolen { resource: Some(resource), .. } => {
                Step::Chance(Chance::Stolen(*resource))
            }
            Event::Stolen { victim, resource: None, .. } => {
                let index = weighted(&world.hand(*victim).0, rng);
                Step::Chance(Chance::Stolen(Resource::ALL[index]))
            }
            Event::Drew { card: Some(card), .. } => Step::Chance(Chance::Card(*card)),
            Event::Drew { seat, card: None } => {
                Step::Chance(Chance::Card(self.draw_towards(world, *seat, sight, rng)?))
            }
            Event::Monopolised { seat, resource, .. } => {
                Step::Action(*seat, Action::Monopoly(*resource))
            }
            Event::Traded { partner, .. } if world.stage == Stage::Answer(*partner) => {
                Step::Action(*partner, Action::Accept)
            }
            Event::Traded { seat, partner, .. } => Step::Action(*seat, Action::Confirm(*partner)),
            Event::LaidAside(cards) => match self.discarding(world)? {
                seat if seat == viewer => Step::Action(seat, Action::Discard(*cards)),
                seat => {
                    let free = free_to_discard(world, seat);
                    self.lays_aside(seat, draw_cards(free, still_due(world, seat), rng), rng)?
                }
            },
            Event::Discarded { counts, cards, sum } => {
                let seat = self.discarding(world)?;
                let discards = DiscardsSeen { counts, cards, sum: *sum, stacks: sight.stacks };
                let rest = match cards.get(seat.index()).copied().flatten() {
                    Some(cards) => cards.minus(world.laid_aside(seat))?,
                    None => discards.draw(world, rng)?[seat.index()],
                };
                self.lays_aside(seat, rest, rng)?
            }
        })
    }

    /// Who has to discard, if that is what has to be done.
    fn discarding(&self, world: &State) -> Option<Seat> {
        match self.turn(world) {
            Turn::Seat(seat) if world.stage == Stage::Discard => Some(seat),
            _ => None,
        }
    }

    /// Lays cards aside, one of them where they go one by one.
    fn lays_aside(&self, seat: Seat, cards: Hand, rng: &mut GameRng) -> Option<Step<Self>> {
        let cards = match self.options.discard {
            Discard::Set => cards,
            Discard::Cards => draw_cards(cards, 1, rng),
        };
        (!cards.is_empty()).then_some(Step::Action(seat, Action::Discard(cards)))
    }

    /// Draws a development card that wins or does not, as was seen.
    fn draw_towards(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Card> {
        let mut weights = match self.options.deck {
            Deck::Finite => world.deck.0,
            Deck::Uniform => [1; CARD_KINDS],
        };
        let wins = world.side(seat).all_points() + 1 >= self.options.target;
        let point = Card::VictoryPoint.index();
        let points = std::mem::take(&mut weights[point]);
        if sight.won.is_some() {
            weights = [0; CARD_KINDS];
        }
        if wins == sight.won.is_some() {
            weights[point] = points;
        }
        (weights != [0; CARD_KINDS]).then(|| Card::ALL[weighted(&weights, rng)])
    }
}

/// How many cards a player has still to lay aside.
fn still_due(world: &State, seat: Seat) -> u32 {
    world.discard_of(seat).saturating_sub(world.laid_aside(seat).total())
}

/// The cards of a player that it has not laid aside.
fn free_to_discard(world: &State, seat: Seat) -> Hand {
    world.hand(seat).minus(world.laid_aside(seat)).unwrap_or_default()
}

/// Draws cards of a hand, each as likely as the others.
pub(super) fn draw_cards(mut hand: Hand, size: u32, rng: &mut GameRng) -> Hand {
    let mut drawn = Hand::EMPTY;
    for _ in 0..size.min(hand.total()) {
        let index = weighted(&hand.0, rng);
        hand.0[index] -= 1;
        drawn.0[index] += 1;
    }
    drawn
}

/// What a player saw when all had discarded.
pub(super) struct DiscardsSeen<'a> {
    pub(super) counts: &'a EachPlayer<u32>,
    pub(super) cards: &'a EachPlayer<Option<Hand>>,
    pub(super) sum: Option<Hand>,
    pub(super) stacks: Option<Hand>,
}

impl DiscardsSeen<'_> {
    /// What each player lays aside from now on, drawn as if each of its cards were as likely as the
    /// others, and given what was seen; `None` if that cannot be.
    pub(super) fn draw(&self, world: &State, rng: &mut GameRng) -> Option<[Hand; MAX_PLAYERS]> {
        let margins = self.margins(world)?;
        for _ in 0..DISCARDS {
            let shares = match self.sum {
                Some(_) => by_kind(&margins, rng),
                None => by_hand(&margins, rng),
            };
            if margins.allow(&shares) {
                return Some(shares.map(Hand));
            }
        }
        Some(margins.deal(rng)?.map(Hand))
    }

    /// Whether those hands can discard so.
    pub(super) fn can_follow(&self, world: &State, rng: &mut GameRng) -> bool {
        self.margins(world).is_some_and(|margins| margins.deal(rng).is_some())
    }

    /// What each player has still to lay aside, and of what.
    fn margins(&self, world: &State) -> Option<Margins> {
        // Who is not asked keeps all cards.
        let mut margins = Margins { most: [[0; RESOURCES]; MAX_PLAYERS], ..Margins::NONE };
        let mut laid_aside = [0_u32; RESOURCES];
        for seat in Seat::all(self.counts.len()) {
            let aside = world.laid_aside(seat);
            laid_aside = std::array::from_fn(|kind| laid_aside[kind] + u32::from(aside.0[kind]));
            margins.sizes[seat.index()] = self.counts[seat.index()].checked_sub(aside.total())?;
            if margins.sizes[seat.index()] > 0 {
                margins.most[seat.index()] = free_to_discard(world, seat).0;
            }
            if let Some(cards) = self.cards[seat.index()] {
                let rest = cards.minus(aside)?;
                margins.least[seat.index()] = rest.0;
                margins.most[seat.index()] = rest.0;
            }
        }
        for (kind, aside) in laid_aside.into_iter().enumerate() {
            let bank = u32::from(world.bank.0[kind]) + aside;
            margins.sums[kind] = match (self.sum, self.stacks) {
                (Some(sum), _) => {
                    let rest = u32::from(sum.0[kind]).checked_sub(aside)?;
                    (rest, rest)
                }
                (None, Some(stacks)) if stacks.0[kind] < 2 => {
                    let rest = u32::from(stacks.0[kind]).checked_sub(bank)?;
                    (rest, rest)
                }
                (None, Some(_)) => (2_u32.saturating_sub(bank), u32::MAX),
                (None, None) => (0, u32::MAX),
            };
        }
        Some(margins)
    }
}

/// Takes the known number of cards of each kind from the hands, each card as likely as the others.
fn by_kind(margins: &Margins, rng: &mut GameRng) -> Shares {
    let mut shares = margins.least;
    for kind in 0..RESOURCES {
        let mut left: [u8; MAX_PLAYERS] =
            std::array::from_fn(|seat| margins.most[seat][kind] - margins.least[seat][kind]);
        let taken: u32 = shares.iter().map(|share| u32::from(share[kind])).sum();
        for _ in taken..margins.sums[kind].0 {
            let seat = weighted(&left, rng);
            left[seat] = left[seat].saturating_sub(1);
            shares[seat][kind] = shares[seat][kind].saturating_add(1);
        }
    }
    shares
}

/// Takes the known number of cards from each hand, each card as likely as the others.
fn by_hand(margins: &Margins, rng: &mut GameRng) -> Shares {
    std::array::from_fn(|seat| draw_cards(Hand(margins.most[seat]), margins.sizes[seat], rng).0)
}

/// What the stacks of a closed bank tell about it: the least and the most of a kind.
pub(super) fn bank_range(shown: u8) -> (u32, u32) {
    if shown < 2 { (u32::from(shown), u32::from(shown)) } else { (2, u32::MAX) }
}
