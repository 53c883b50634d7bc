//! What players choose among, in terms that say something of their cards.

use arrayvec::ArrayVec;
use kakehiki_core::Seat;

use crate::rules::{
    Action, CARD, CITY, Card, Catan, Hand, RESOURCES, ROAD, Resource, SETTLEMENT,
    SMALLEST_AWARDED_ARMY, Stage, State, Terms, development, trade,
};

/// The number of features of what can be done.
pub(super) const FEATURES: usize = NAMES.len();

/// What each of the features is about: what is done, and what speaks for or against it. To roll, to end the
/// turn and to refuse are what the others are compared with.
pub(super) const NAMES: [&str; 33] = [
    "knight-before-roll",
    "knight-before-roll-frees-hex",
    "knight-before-roll-takes-army",
    "other-card-before-roll",
    "knight",
    "knight-frees-hex",
    "knight-takes-army",
    "road-building",
    "year-of-plenty",
    "year-of-plenty-pays",
    "monopoly",
    "road",
    "road-without-site",
    "settlement",
    "city",
    "buy",
    "bank",
    "bank-beyond-seven",
    "offer",
    "offer-again",
    "end-beyond-seven",
    "terms-towards-city",
    "terms-towards-settlement",
    "terms-towards-card",
    "terms-towards-road",
    "terms-more-of-the-same",
    "terms-of-plenty",
    "accept",
    "accept-towards-building",
    "accept-more-of-the-same",
    "accept-of-plenty",
    "accept-from-leader",
    "counter",
];

const KNIGHT_BEFORE_ROLL: usize = 0;
const OTHER_CARD_BEFORE_ROLL: usize = 3;
const KNIGHT: usize = 4;
/// Behind the place of a knight.
const FREES_HEX: usize = 1;
const TAKES_ARMY: usize = 2;
const ROAD_BUILDING: usize = 7;
const YEAR_OF_PLENTY: usize = 8;
const YEAR_OF_PLENTY_PAYS: usize = 9;
const MONOPOLY: usize = 10;
const BUILD_ROAD: usize = 11;
const ROAD_WITHOUT_SITE: usize = 12;
const BUILD_SETTLEMENT: usize = 13;
const BUILD_CITY: usize = 14;
const BUY: usize = 15;
const BANK: usize = 16;
const BANK_BEYOND_SEVEN: usize = 17;
const OFFER: usize = 18;
const OFFER_AGAIN: usize = 19;
const END_BEYOND_SEVEN: usize = 20;
const TERMS: usize = 21;
const ACCEPT: usize = 27;
const ACCEPT_TOWARDS_BUILDING: usize = 28;
const ACCEPT_MORE_OF_THE_SAME: usize = 29;
const ACCEPT_OF_PLENTY: usize = 30;
const ACCEPT_FROM_LEADER: usize = 31;
const COUNTER: usize = 32;

/// What can be bought, in the order of the features of terms.
const PRICES: [Hand; 4] = [CITY, SETTLEMENT, CARD, ROAD];

/// From this many cards on, a seven takes half of a hand.
const TOO_MANY: u32 = 8;

/// More than can be done of what is told apart: any kind of card for any other, and terms of another size.
const MOST_OPTIONS: usize = RESOURCES * RESOURCES;

/// The features of something that can be done which are not zero.
pub(super) type Features = ArrayVec<(usize, f64), 6>;

/// A part of what a player decides by an act: what could be done, and which of it was.
#[derive(Clone, Debug, Default)]
pub(super) struct Deliberation {
    pub(super) options: ArrayVec<Features, MOST_OPTIONS>,
    pub(super) chosen: Option<usize>,
}

impl Deliberation {
    fn add(&mut self, features: &[(usize, f64)], is_chosen: bool) {
        if is_chosen {
            self.chosen = Some(self.options.len());
        }
        self.options.push(features.iter().copied().filter(|(_, value)| *value != 0.0).collect());
    }
}

/// What a player decides by an act, by the cards that it holds in a world: how it goes on with its turn,
/// what it offers, and how it answers. Nothing for acts that say nothing of cards.
///
/// What a card does once it is played and where pieces are put lie open and are left out.
pub(super) fn deliberations(
    game: &Catan,
    world: &State,
    action: &Action,
) -> ArrayVec<Deliberation, 2> {
    let mut made = ArrayVec::new();
    match world.stage() {
        Stage::Begin => made.push(before_the_roll(game, world, action)),
        Stage::Act if !matches!(action, Action::Say(_)) => {
            made.push(in_the_turn(game, world, action));
            // Who may offer what it lacks says little of its hand by it.
            if let Action::Offer(terms, _) = action
                && !game.options.unheld_offers
            {
                made.push(on_terms(world, *terms));
            }
        }
        Stage::Answer(seat) => made.extend(on_an_answer(game, world, seat, action)),
        _ => {}
    }
    made
}

/// The development card that an action plays.
fn played(action: &Action) -> Option<Card> {
    match action {
        Action::Knight => Some(Card::Knight),
        Action::RoadBuilding => Some(Card::RoadBuilding),
        Action::YearOfPlenty(_) => Some(Card::YearOfPlenty),
        Action::Monopoly(_) => Some(Card::Monopoly),
        _ => None,
    }
}

/// The cards that the player on turn may play.
fn playable(game: &Catan, world: &State) -> impl Iterator<Item = Card> {
    let cards = world.cards(world.mover());
    let is_playable = move |card: &Card| match card {
        Card::VictoryPoint => false,
        Card::RoadBuilding => development::may_build_roads(&game.options, world),
        Card::YearOfPlenty => world.bank.total() > 0,
        Card::Knight | Card::Monopoly => true,
    };
    let is_old = move |card: &Card| cards.count(*card) > world.bought.count(*card);
    Card::ALL.into_iter().filter(move |card| !world.has_played && is_old(card) && is_playable(card))
}

/// What speaks for a knight, from its place in the features on.
fn of_a_knight(world: &State, place: usize) -> [(usize, f64); 3] {
    let seat = world.mover();
    let frees_hex = world.yields_from(world.robber(), seat) > 0.0;
    let army = world.knights(seat) + 1;
    let holder = world.largest_army();
    let takes_army = holder != Some(seat)
        && army >= SMALLEST_AWARDED_ARMY
        && holder.is_none_or(|holder| army > world.knights(holder));
    [(place, 1.0), (place + FREES_HEX, flag(frees_hex)), (place + TAKES_ARMY, flag(takes_army))]
}

fn before_the_roll(game: &Catan, world: &State, action: &Action) -> Deliberation {
    let mut made = Deliberation::default();
    made.add(&[], *action == Action::Roll);
    for card in playable(game, world) {
        let is_chosen = played(action) == Some(card);
        match card {
            Card::Knight => made.add(&of_a_knight(world, KNIGHT_BEFORE_ROLL), is_chosen),
            _ => made.add(&[(OTHER_CARD_BEFORE_ROLL, 1.0)], is_chosen),
        }
    }
    made
}

fn in_the_turn(game: &Catan, world: &State, action: &Action) -> Deliberation {
    let mut made = Deliberation::default();
    let seat = world.mover();
    let side = world.side(seat);
    let hand = side.hand;
    let has_too_many = flag(hand.total() >= TOO_MANY);
    made.add(&[(END_BEYOND_SEVEN, has_too_many)], *action == Action::End);
    for card in playable(game, world) {
        let is_chosen = played(action) == Some(card);
        match card {
            Card::Knight => made.add(&of_a_knight(world, KNIGHT), is_chosen),
            Card::RoadBuilding => made.add(&[(ROAD_BUILDING, 1.0)], is_chosen),
            Card::YearOfPlenty => {
                let nearly_paid = |price: Hand| (1..=2).contains(&missing(hand, price));
                let pays = flag(nearly_paid(CITY) || nearly_paid(SETTLEMENT));
                made.add(&[(YEAR_OF_PLENTY, 1.0), (YEAR_OF_PLENTY_PAYS, pays)], is_chosen);
            }
            _ => made.add(&[(MONOPOLY, 1.0)], is_chosen),
        }
    }
    let has_site = side.settlements_left > 0 && world.settlement_sites(seat) != 0;
    if hand.contains(ROAD) && side.roads_left > 0 && world.road_sites(seat) != 0 {
        let features = [(BUILD_ROAD, 1.0), (ROAD_WITHOUT_SITE, flag(!has_site))];
        made.add(&features, matches!(action, Action::Road(_)));
    }
    if hand.contains(SETTLEMENT) && has_site {
        made.add(&[(BUILD_SETTLEMENT, 1.0)], matches!(action, Action::Settlement(_)));
    }
    if hand.contains(CITY) && side.cities_left > 0 && side.settlements != 0 {
        made.add(&[(BUILD_CITY, 1.0)], matches!(action, Action::City(_)));
    }
    if hand.contains(CARD) && game.has_cards_to_sell(world) {
        made.add(&[(BUY, 1.0)], *action == Action::Buy);
    }
    if Resource::ALL.into_iter().any(|give| hand.count(give) >= world.rate(seat, give)) {
        let features = [(BANK, 1.0), (BANK_BEYOND_SEVEN, has_too_many)];
        made.add(&features, matches!(action, Action::Bank(..)));
    }
    if !hand.is_empty() && trade::may_offer(&game.options, world) {
        let features = [(OFFER, 1.0), (OFFER_AGAIN, flag(world.offers > 0))];
        made.add(&features, matches!(action, Action::Offer(..)));
    }
    made
}

/// How many cards of a price a hand lacks.
fn missing(hand: Hand, price: Hand) -> u32 {
    price.0.iter().zip(hand.0).map(|(due, held)| u32::from(due.saturating_sub(held))).sum()
}

/// What terms do for one who gives and gets this: how much nearer it comes to each price, how many cards it
/// has already of each that it gets, and how many of each that it gives. `None` if it cannot pay.
fn effects(hand: Hand, terms: Terms) -> Option<[f64; 6]> {
    let after = hand.minus(terms.give)?.plus(terms.get);
    let mean = |cards: Hand| {
        let held =
            cards.0.iter().zip(hand.0).map(|(count, held)| u32::from(*count) * u32::from(held));
        f64::from(held.sum::<u32>()) / f64::from(cards.total().max(1))
    };
    let mut effects = [0.0; 6];
    for (effect, price) in effects.iter_mut().zip(PRICES) {
        *effect = f64::from(missing(hand, price)) - f64::from(missing(after, price));
    }
    effects[4] = mean(terms.get);
    effects[5] = mean(terms.give);
    Some(effects)
}

/// Which terms are offered, compared with those of one card for one.
fn on_terms(world: &State, offered: Terms) -> Deliberation {
    let mut made = Deliberation::default();
    let hand = world.hand(world.mover());
    let mut add = |terms: Terms| {
        if let Some(effects) = effects(hand, terms) {
            let features: Features = (TERMS..).zip(effects).collect();
            made.add(&features, terms == offered);
        }
    };
    for give in Resource::ALL {
        for get in Resource::ALL.into_iter().filter(|get| *get != give) {
            add(Terms { give: Hand::one(give), get: Hand::one(get) });
        }
    }
    if offered.give.total() != 1 || offered.get.total() != 1 {
        add(offered);
    }
    made
}

/// How an offer is answered. To accept it without the cards looks as if it had been refused.
fn on_an_answer(game: &Catan, world: &State, seat: Seat, action: &Action) -> Option<Deliberation> {
    let offer = world.offer()?;
    let mut made = Deliberation::default();
    made.add(&[], *action == Action::Refuse);
    if game.options.counters {
        made.add(&[(COUNTER, 1.0)], matches!(action, Action::Counter(_)));
    }
    if let Some(effects) = effects(world.hand(seat), offer.terms.turned()) {
        let nearer = effects[..PRICES.len()].iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let points = |seat: Seat| world.side(seat).points;
        let leads = Seat::all(game.options.players)
            .all(|other| other == world.mover() || points(other) < points(world.mover()));
        let features = [
            (ACCEPT, 1.0),
            (ACCEPT_TOWARDS_BUILDING, nearer),
            (ACCEPT_MORE_OF_THE_SAME, effects[4]),
            (ACCEPT_OF_PLENTY, effects[5]),
            (ACCEPT_FROM_LEADER, flag(leads)),
        ];
        made.add(&features, *action == Action::Accept);
    }
    Some(made)
}

fn flag(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

#[cfg(test)]
mod tests {
    use kakehiki_core::{Game, Seed, Settings, Turn};
    use rand::RngExt;

    use super::*;
    use crate::rules::CATAN_OPTIONS;

    /// Anything but what ends a turn is rare among the menu's actions, so turns are ended by hand.
    #[test]
    fn whatever_is_done_is_among_what_can_be_done() {
        let (mut seen, mut tells) = ([0_u32; FEATURES], 0);
        for (number, rules) in ["printed", "jsettlers", "catanatron-3.2"].into_iter().enumerate() {
            let game = Catan::new(&Settings::written("catan", &CATAN_OPTIONS, &[("rules", rules)]));
            let mut rng = Seed::experiment(61).rng_at(number as u64);
            for _ in 0..12 {
                let (mut state, mut menu) = (game.start(), Vec::new());
                for _ in 0..3000 {
                    let action = match game.turn(&state) {
                        Turn::Over(_) => break,
                        Turn::Chance => {
                            let chance = game.draw(&state, &mut rng);
                            game.resolve_unchecked(&mut state, &chance);
                            continue;
                        }
                        Turn::Seat(_) => {
                            game.menu(&state, &mut menu);
                            menu.retain(|action| !matches!(action, Action::Say(_)));
                            menu[rng.random_range(0..menu.len())]
                        }
                    };
                    for made in deliberations(&game, &state, &action) {
                        let chosen = made.chosen.unwrap_or_else(|| {
                            panic!("{rules}: {action} cannot be done: {}", game.snapshot(&state))
                        });
                        for (place, _) in &made.options[chosen] {
                            seen[*place] += 1;
                        }
                        tells += 1;
                    }
                    game.play_unchecked(&mut state, &action);
                }
            }
        }
        assert!(tells > 10_000, "{tells}");
        let unseen: Vec<&str> = NAMES
            .iter()
            .zip(seen)
            .filter(|(_, count)| *count == 0)
            .map(|(name, _)| *name)
            .collect();
        assert!(unseen.is_empty(), "{unseen:?}");
    }

    #[test]
    fn nobody_offers_or_pays_what_it_has_not() {
        let hand = Hand::from_counts([1, 0, 0, 2, 2]);
        let terms =
            |give, get| Terms { give: Hand::from_counts(give), get: Hand::from_counts(get) };
        assert_eq!(effects(hand, terms([0, 1, 0, 0, 0], [1, 0, 0, 0, 0])), None);
        // One ore more is a city; the wood is missed for a road and a settlement.
        let effects = effects(hand, terms([1, 0, 0, 0, 0], [0, 0, 0, 0, 1])).unwrap();
        assert_eq!(effects.map(|effect| effect as i32), [1, -1, 0, -1, 2, 1]);
    }
}
