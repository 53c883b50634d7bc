//! Actions of Catan as whole numbers.

use std::{ops::Range, sync::OnceLock};

use kakehiki_bargain::Statement;
use kakehiki_core::{
    Coded, Game, Piece, Seat, Sheet, fill_seats, first_id, ids_between, seat_after,
};

use super::{
    action::{Action, Chance, Partners, Terms},
    board::{HIGHEST_TOTAL, LOWEST_TOTAL},
    card::Card,
    fact::{Fact, Hidden},
    resource::{Hand, Resource},
    rules::Catan,
    speech::{Intention, Opinion},
    state::{MAX_PLAYERS, Stage},
    tensor::{self, PIECES},
    topology::{Edge, HEXES, Hex, Node},
    view::View,
};

/// The seats that may sit beside the one who acts.
const OTHERS: usize = MAX_PLAYERS - 1;

const KINDS: [(&str, usize); 33] = [
    ("road", 72),
    ("settlement", 54),
    ("city", 54),
    ("roll", 1),
    ("buy", 1),
    ("knight", 1),
    ("road-building", 1),
    ("end", 1),
    ("accept", 1),
    ("refuse", 1),
    ("withdraw", 1),
    ("discard", 5),
    ("robber", 76),
    ("plenty-two", 15),
    ("plenty-one", 5),
    ("monopoly", 5),
    ("bank", 20),
    ("confirm", OTHERS),
    ("counter-instead", 5),
    ("counter-more", 5),
    ("offer-one-for-one", 80),
    ("offer-two-for-one", 200),
    ("offer-one-for-two", 200),
    ("offer-two-for-two", 440),
    ("quiet", 1),
    ("say-none", 5),
    ("say-two", 5),
    ("say-drew", 5),
    ("say-other-has", 15),
    ("say-points", 3),
    ("say-not-rob", OTHERS),
    ("say-winning", OTHERS),
    ("say-last-offer", 1),
];

const CHANCE_KINDS: [(&str, usize); 7] = [
    ("terrain", 6),
    ("spiral", 12),
    ("token", HEXES * TOTALS),
    ("harbour", 6),
    ("dice", TOTALS),
    ("stolen", 5),
    ("card", 5),
];

/// The totals of two dice.
const TOTALS: usize = (HIGHEST_TOTAL - LOWEST_TOTAL + 1) as usize;

/// The first id of the kinds whose actions depend on the position.
fn first(kind: &str) -> usize {
    first_id(&KINDS, kind)
}

/// The hands of one card, and those of two, in the order of the notation.
fn hands() -> [Vec<Hand>; 2] {
    let ones: Vec<Hand> = Resource::ALL.into_iter().map(Hand::one).collect();
    let pairs = ones.iter().enumerate().flat_map(|(place, one)| {
        ones[place..].iter().map(move |other| one.plus(*other)).collect::<Vec<_>>()
    });
    let pairs = pairs.collect();
    [ones, pairs]
}

/// The terms of all listed offers: one or two cards for one or two of other kinds.
fn terms() -> &'static [Terms] {
    static TERMS: OnceLock<Vec<Terms>> = OnceLock::new();
    TERMS.get_or_init(|| {
        let [ones, pairs] = hands();
        let mut terms = Vec::new();
        for (gives, gets) in [(&ones, &ones), (&pairs, &ones), (&ones, &pairs), (&pairs, &pairs)] {
            for &give in gives {
                let all = gets.iter().map(|&get| Terms { give, get });
                terms.extend(all.filter(|terms| terms.is_trade()));
            }
        }
        terms
    })
}

impl Catan {
    /// Offers of what is held, all of which name what is given first.
    fn possible_offers(&self, view: &View, tell: &mut dyn FnMut(Range<usize>)) {
        if !view.may_offer(self) {
            return;
        }
        let partners = 1 + OTHERS;
        let starts = (first("offer-one-for-one")..).step_by(partners);
        for (start, terms) in starts.zip(terms()) {
            if self.options.unheld_offers || view.hand().contains(terms.give) {
                tell(start..start + partners);
            }
        }
    }
}

impl Coded for Catan {
    const CODING_VERSION: u32 = 0;

    fn id_kinds(&self) -> &'static [(&'static str, usize)] {
        &KINDS
    }

    fn listed(&self, actor: Seat) -> Vec<Option<Action>> {
        let other = |distance: usize| seat_after(actor, distance, self.seats());
        let others = || (1..=OTHERS).map(other);
        let mut list: Vec<Option<Action>> = Vec::new();
        let mut add = |action: Action| list.push(Some(action));
        Edge::all().map(Action::Road).for_each(&mut add);
        Node::all().map(Action::Settlement).for_each(&mut add);
        Node::all().map(Action::City).for_each(&mut add);
        [
            Action::Roll,
            Action::Buy,
            Action::Knight,
            Action::RoadBuilding,
            Action::End,
            Action::Accept,
            Action::Refuse,
            Action::Withdraw,
        ]
        .into_iter()
        .for_each(&mut add);
        let [ones, pairs] = hands();
        ones.iter().copied().map(Action::Discard).for_each(&mut add);
        for hex in Hex::all() {
            list.push(Some(Action::Robber(hex, None)));
            list.extend(others().map(|seat| Some(Action::Robber(hex, Some(seat?)))));
        }
        list.extend(pairs.iter().chain(&ones).map(|hand| Some(Action::YearOfPlenty(*hand))));
        list.extend(Resource::ALL.map(Action::Monopoly).map(Some));
        for give in Resource::ALL {
            let gets = Resource::ALL.into_iter().filter(|get| *get != give);
            list.extend(gets.map(|get| Some(Action::Bank(give, get))));
        }
        list.extend(others().map(|seat| seat.map(Action::Confirm)));
        // Counter-offers depend on the offer.
        list.extend([None; 10]);
        for terms in terms() {
            list.push(Some(Action::Offer(*terms, Partners::all_but(actor, self.seats()))));
            let one = |seat: Option<Seat>| Some(Action::Offer(*terms, Partners::only(seat?)));
            list.extend(others().map(one));
        }
        list.push(Some(Action::Quiet));
        let fact = |fact| Some(Action::Say(Statement::Fact(fact)));
        let resources = || Resource::ALL.into_iter().map(Hidden::Resource);
        list.extend(resources().map(|kind| fact(Fact::none(actor, kind))));
        list.extend(resources().map(|kind| fact(Fact::at_least(actor, kind, 2))));
        list.extend(Card::ALL.map(|card| fact(Fact::at_least(actor, Hidden::Drawn(card), 1))));
        for seat in others() {
            list.extend(resources().map(|kind| fact(Fact::at_least(seat?, kind, 1))));
        }
        // Points that are told are counted from those that all can see.
        list.extend([None; 3]);
        let spared = |seat| Action::Say(Statement::Intention(Intention::NotRob(seat)));
        list.extend(others().map(|seat| seat.map(spared)));
        let winning = |seat| Action::Say(Statement::Opinion(Opinion::Winning(seat)));
        list.extend(others().map(|seat| seat.map(winning)));
        list.push(Some(Action::Say(Statement::Intention(Intention::LastOffer))));
        list
    }

    fn listed_here(&self, view: &View, tell: &mut dyn FnMut(usize, Action)) {
        if let Some(offer) = view.offer() {
            let Terms { give: offered, get: asked } = offer.terms;
            let instead = Resource::ALL.map(|kind| Terms { give: Hand::one(kind), get: offered });
            let more =
                Resource::ALL.map(|kind| Terms { give: asked, get: offered.plus(Hand::one(kind)) });
            for (id, terms) in (first("counter-instead")..).zip(instead.into_iter().chain(more)) {
                tell(id, Action::Counter(terms));
            }
        }
        let points = view.visible_points(view.seat());
        for (id, hidden) in (first("say-points")..).zip(0..3) {
            let fact = Fact::exactly(view.seat(), Hidden::Points, points + hidden);
            tell(id, Action::Say(Statement::Fact(fact)));
        }
    }

    fn possible(&self, view: &View, tell: &mut dyn FnMut(Range<usize>)) {
        let mut kinds = |first, end| tell(ids_between(&KINDS, first, end));
        match view.stage {
            Stage::Found => kinds("settlement", "city"),
            Stage::FirstRoad(_) | Stage::FreeRoads(_) => kinds("road", "settlement"),
            Stage::Begin => {
                kinds("roll", "buy");
                kinds("knight", "end");
                kinds("plenty-two", "bank");
            }
            Stage::Act => {
                kinds("road", "roll");
                kinds("buy", "accept");
                kinds("plenty-two", "confirm");
                self.possible_offers(view, tell);
                tell(first("say-none")..self.list_size());
            }
            Stage::Discard => kinds("discard", "robber"),
            Stage::Robber => kinds("robber", "plenty-two"),
            Stage::Answer(_) => {
                kinds("accept", "withdraw");
                kinds("counter-instead", "offer-one-for-one");
            }
            Stage::Choose => {
                kinds("withdraw", "discard");
                kinds("confirm", "counter-instead");
            }
            Stage::Speak(_) => tell(first("quiet")..self.list_size()),
            Stage::Deal
            | Stage::Dice
            | Stage::Theft(_)
            | Stage::Draw
            | Stage::Won(_)
            | Stage::Undecided => {}
        }
    }

    fn chance_kinds(&self) -> &'static [(&'static str, usize)] {
        &CHANCE_KINDS
    }

    fn chance_id(&self, chance: &Chance) -> usize {
        let total = |number: u8| usize::from(number - LOWEST_TOTAL);
        let (kind, place) = match chance {
            Chance::Terrain(terrain) => ("terrain", terrain.index()),
            Chance::Spiral { corner, is_clockwise } => {
                ("spiral", 2 * usize::from(*corner) + usize::from(*is_clockwise))
            }
            Chance::Token(hex, number) => ("token", hex.index() * TOTALS + total(*number)),
            Chance::Harbour(harbour) => ("harbour", harbour.index()),
            Chance::Dice(number) => ("dice", total(*number)),
            Chance::Stolen(resource) => ("stolen", resource.index()),
            Chance::Card(card) => ("card", card.index()),
        };
        first_id(&CHANCE_KINDS, kind) + place
    }

    fn viewer(view: &View) -> Seat {
        view.seat()
    }

    fn pieces(&self) -> &'static [Piece] {
        &PIECES
    }

    fn observe(&self, view: &View, sheet: &mut Sheet<'_>) {
        tensor::observe(&self.options, view, sheet);
    }

    /// Offers name their partners by digits, which stand in order; everything else names seats as
    /// always.
    fn fill_in(&self, template: &str, actor: Seat) -> Option<String> {
        let seats = self.seats();
        let (terms, partners) = template.split_once('@').unwrap_or((template, ""));
        let filled = fill_seats(terms, actor, seats, &|seat| seat.to_string())?;
        if partners.is_empty() {
            return Some(filled);
        }
        let digits = fill_seats(partners, actor, seats, &|seat| seat.index().to_string())?;
        let mut digits: Vec<char> = digits.chars().collect();
        digits.sort_unstable();
        Some(format!("{filled}@{}", digits.into_iter().collect::<String>()))
    }
}
