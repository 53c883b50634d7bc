//! Views of Catan as numbers.

use kakehiki_core::{Piece, Seat, Sheet};

use super::{
    action::Terms,
    board::Harbour,
    card::{CARD_KINDS, Card, Cards},
    options::Options,
    resource::{Hand, RESOURCES, Resource},
    state::{MAX_PLAYERS, Stage},
    table_view::PlayerView,
    topology::{EDGES, HARBOUR_PLACES, HEXES, Hex, ISLAND, NODES},
    view::View,
};

const OTHERS: usize = MAX_PLAYERS - 1;

/// The place of a number that hexes may have among all of them, which are 2 to 6 and 8 to 12.
fn token_place(number: u8) -> usize {
    usize::from(number) - if number < 7 { 2 } else { 3 }
}

/// The most cards of a kind that are told apart, in hands and in offers.
const MOST_OF_A_KIND: u32 = 19;
const MOST_OFFERED: u32 = 5;

pub(super) const PIECES: [Piece; 31] = [
    Piece::new("terrain", &[HEXES, 6], "wood, brick, sheep, wheat, ore or desert of each hex"),
    Piece::new("number", &[HEXES, 10], "2 to 6 and 8 to 12 on each hex"),
    Piece::new("robber", &[HEXES], "where the robber stands"),
    Piece::new("harbour", &[NODES, 6], "the harbour at each node: of a kind, or the general one"),
    Piece::new("roads", &[MAX_PLAYERS, EDGES], "of the viewer and those after it"),
    Piece::new("settlements", &[MAX_PLAYERS, NODES], "of the viewer and those after it"),
    Piece::new("cities", &[MAX_PLAYERS, NODES], "of the viewer and those after it"),
    Piece::new("hand", &[RESOURCES], "the own cards of each kind, of 19"),
    Piece::new("laid-aside", &[RESOURCES], "the own cards laid aside for the discard, of 19"),
    Piece::new(
        "players",
        &[MAX_PLAYERS, 10],
        "hand size, development cards, knights, road length, visible points, longest road, largest \
         army, roads left, settlements left, cities left",
    ),
    Piece::new(
        "hands-of-others",
        &[OTHERS, RESOURCES, 3],
        "cards of each kind that others are expected to hold, the least and the most",
    ),
    Piece::new("cards", &[CARD_KINDS], "the own development cards"),
    Piece::new("bought", &[CARD_KINDS], "those of them that were bought in this turn"),
    Piece::new("played", &[CARD_KINDS], "development cards that were played by anybody"),
    Piece::new("bank", &[RESOURCES], "cards of the bank, of 19"),
    Piece::new("deck", &[1], "development cards left, of 25"),
    Piece::new(
        "stage",
        &[12],
        "found, first road, begin, discard, robber, act, free roads, answer, choose, speak, chance, \
         over",
    ),
    Piece::new("mover", &[MAX_PLAYERS], "whose turn it is"),
    Piece::new("last-roll", &[11], "2 to 12"),
    Piece::new("has-rolled", &[1], "whether the dice have fallen in this turn"),
    Piece::new("has-played", &[1], "whether a development card was played in this turn"),
    Piece::new("offers", &[1], "offers made in this turn, of those allowed"),
    Piece::new("turn", &[1], "the turn, of the cap"),
    Piece::new("free-roads", &[1], "roads to be laid for free, of two"),
    Piece::new("bought-count", &[1], "development cards bought in this turn, of five"),
    Piece::new("offer-gives", &[RESOURCES], "what the player on turn gives, of five"),
    Piece::new("offer-gets", &[RESOURCES], "what it gets, of five"),
    Piece::new("offer-partners", &[OTHERS], "to whom it is offered, seen from the player on turn"),
    Piece::new("offer-accepted", &[OTHERS], "who accepted, seen from the player on turn"),
    Piece::new("counter-gives", &[OTHERS, RESOURCES], "what each would give instead, of five"),
    Piece::new("counter-gets", &[OTHERS, RESOURCES], "what each would get instead, of five"),
];

/// How far a seat sits behind another.
fn distance(from: Seat, to: Seat, players: usize) -> usize {
    (to.index() + players - from.index()) % players
}

fn seat_at(from: Seat, distance: usize, players: usize) -> Option<Seat> {
    (distance < players).then(|| Seat::new((from.index() + distance) % players))
}

pub(super) fn observe(options: &Options, view: &View, sheet: &mut Sheet<'_>) {
    observe_board(view, sheet);
    observe_buildings(options, view, sheet);
    observe_cards(options, view, sheet);
    observe_moment(options, view, sheet);
    observe_offer(options, view, sheet);
}

fn observe_board(view: &View, sheet: &mut Sheet<'_>) {
    let board = view.board();
    let (terrains, numbers) = (sheet.block(HEXES * 6), sheet.block(HEXES * 10));
    for hex in Hex::all() {
        if let Some(terrain) = board.terrain(hex) {
            terrains[hex.index() * 6 + terrain.index()] = 1.0;
        }
        if let Some(number) = board.number(hex) {
            numbers[hex.index() * 10 + token_place(number)] = 1.0;
        }
    }
    sheet.one_of(HEXES, Some(view.robber().index()));
    let harbours = sheet.block(NODES * 6);
    for (place, coast) in HARBOUR_PLACES.into_iter().enumerate() {
        let Some(kind) = board.harbour(place).map(Harbour::index) else { continue };
        for node in ISLAND.edge_nodes[usize::from(ISLAND.coast[coast])] {
            harbours[usize::from(node) * 6 + kind] = 1.0;
        }
    }
}

fn observe_buildings(options: &Options, view: &View, sheet: &mut Sheet<'_>) {
    let at = |place| seat_at(view.seat(), place, options.players).map(Seat::index);
    let seats = (0..MAX_PLAYERS).map(|place| at(place).and_then(|seat| view.players().get(seat)));
    for player in seats.clone() {
        let block = sheet.block(EDGES);
        let edges = player.into_iter().flat_map(PlayerView::roads);
        edges.for_each(|edge| block[edge.index()] = 1.0);
    }
    for player in seats.clone() {
        let block = sheet.block(NODES);
        let nodes = player.into_iter().flat_map(PlayerView::settlements);
        nodes.for_each(|node| block[node.index()] = 1.0);
    }
    for player in seats {
        let block = sheet.block(NODES);
        let nodes = player.into_iter().flat_map(PlayerView::cities);
        nodes.for_each(|node| block[node.index()] = 1.0);
    }
}

fn observe_cards(options: &Options, view: &View, sheet: &mut Sheet<'_>) {
    hand(view.hand(), MOST_OF_A_KIND, sheet);
    hand(view.laid_aside(), MOST_OF_A_KIND, sheet);
    for place in 0..MAX_PLAYERS {
        let seat = seat_at(view.seat(), place, options.players);
        let Some((seat, player)) =
            seat.and_then(|seat| Some((seat, view.players().get(seat.index())?)))
        else {
            sheet.skip(10);
            continue;
        };
        let settlements = player.settlements().count() as u32;
        let cities = player.cities().count() as u32;
        sheet.share(player.hand_size(), MOST_OF_A_KIND);
        sheet.share(player.card_count(), 10);
        sheet.share(player.knights(), 14);
        sheet.share(player.road_length(), 15);
        sheet.share(view.visible_points(seat), options.target.max(1));
        sheet.flag(view.longest_road() == Some(seat));
        sheet.flag(view.largest_army() == Some(seat));
        sheet.share(15_u32.saturating_sub(player.roads().count() as u32), 15);
        sheet.share(5_u32.saturating_sub(settlements), 5);
        sheet.share(u32::from(options.cities).saturating_sub(cities), options.cities.max(1));
    }
    for place in 1..MAX_PLAYERS {
        let Some(seat) = seat_at(view.seat(), place, options.players) else {
            sheet.skip(RESOURCES * 3);
            continue;
        };
        let open = view.players().get(seat.index()).and_then(PlayerView::hand);
        let expected = view.knowledge().map(|knowledge| knowledge.expected(seat));
        for kind in Resource::ALL {
            let certain = open.map(|hand| hand.count(kind));
            let range = view.knowledge().map(|knowledge| knowledge.range(seat, kind));
            let (least, most) = certain.map(|count| (count, count)).or(range).unwrap_or_default();
            let mean = expected.map_or(f64::from(least), |expected| expected[kind.index()]);
            sheet.share(certain.map_or(mean, f64::from), MOST_OF_A_KIND);
            sheet.share(least, MOST_OF_A_KIND);
            sheet.share(most, MOST_OF_A_KIND);
        }
    }
    for cards in [view.cards(), view.bought, view.played()] {
        development(cards, sheet);
    }
    hand(view.bank(), MOST_OF_A_KIND, sheet);
    sheet.share(view.deck_size(), 25);
}

fn observe_moment(options: &Options, view: &View, sheet: &mut Sheet<'_>) {
    let stage = match view.stage() {
        Stage::Found => 0,
        Stage::FirstRoad(_) => 1,
        Stage::Begin => 2,
        Stage::Discard => 3,
        Stage::Robber => 4,
        Stage::Act => 5,
        Stage::FreeRoads(_) => 6,
        Stage::Answer(_) => 7,
        Stage::Choose => 8,
        Stage::Speak(_) => 9,
        Stage::Deal | Stage::Dice | Stage::Theft(_) | Stage::Draw => 10,
        Stage::Won(_) | Stage::Undecided => 11,
    };
    sheet.one_of(12, Some(stage));
    sheet.one_of(MAX_PLAYERS, Some(distance(view.seat(), view.mover(), options.players)));
    sheet.one_of(11, view.last_roll().map(|roll| usize::from(roll) - 2));
    sheet.flag(view.has_rolled());
    sheet.flag(view.table.has_played);
    sheet.share(view.offers_made() as u32, options.offers.max(1));
    sheet.share(view.turns(), options.turn_cap.max(1));
    let free = if let Stage::FreeRoads(count) = view.stage() { count } else { 0 };
    sheet.share(free, 2);
    sheet.share(view.table.bought_count, 5);
}

/// Offers are seen from the player on turn, whoever looks: its partners are those after it.
fn observe_offer(options: &Options, view: &View, sheet: &mut Sheet<'_>) {
    let Some(offer) = view.offer() else { return };
    hand(offer.terms.give, MOST_OFFERED, sheet);
    hand(offer.terms.get, MOST_OFFERED, sheet);
    let partners = (1..MAX_PLAYERS).map(|place| seat_at(view.mover(), place, options.players));
    for set in [offer.partners, offer.accepted] {
        sheet.flags(partners.clone().map(|seat| seat.is_some_and(|seat| set.contains(seat))));
    }
    let counters =
        partners.map(|seat| seat.map_or(Terms::default(), |seat| offer.counters[seat.index()]));
    counters.clone().for_each(|counter| hand(counter.give, MOST_OFFERED, sheet));
    counters.for_each(|counter| hand(counter.get, MOST_OFFERED, sheet));
}

fn hand(cards: Hand, most: u32, sheet: &mut Sheet<'_>) {
    for kind in Resource::ALL {
        sheet.share(cards.count(kind), most);
    }
}

fn development(cards: Cards, sheet: &mut Sheet<'_>) {
    for card in Card::ALL {
        sheet.share(cards.count(card), 14);
    }
}
