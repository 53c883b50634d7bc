//! Positions as text: snapshots for machines, pictures for a terminal.

use kakehiki_core::{NotationError, Seat};

use super::{
    action::{read_hand, read_partners, read_seat, read_terms},
    board::{Board, HIGHEST_TOTAL, Harbour, LOWEST_TOTAL, Terrain},
    card::{Card, Cards},
    hidden_points::HiddenPoints,
    options::Deck,
    resource::{Hand, RESOURCES},
    rules::Catan,
    state::{MAX_PLAYERS, OpenOffer, Pending, ROADS, SETTLEMENTS, Side, Stage, State},
    topology::{EDGES, Edge, HARBOUR_PLACES, Hex, ISLAND, NODES, Node, nodes_of},
};

/// One line of words: terrain, numbers, harbours, robber; for each player roads, settlements,
/// cities, hand, cards, knights and the bounds on the points among its cards; deck, played and
/// bought cards; whose turn it is, the stage, settlements founded, whether dice and a card were
/// played, the last roll, offers and, if there are any, statements, awards, turns, and what is pending.
pub(crate) fn snapshot(state: &State, players: usize) -> String {
    let mut words = vec![
        state.board.terrain.iter().map(|terrain| terrain.map_or('.', Terrain::letter)).collect(),
        state.board.numbers.iter().map(|number| number_letter(*number)).collect(),
        state.board.harbours.iter().map(|harbour| harbour.map_or('.', Harbour::letter)).collect(),
        state.robber.to_string(),
    ];
    for (side, points) in state.sides.iter().zip(state.hidden_points).take(players) {
        words.push(format!(
            "{:x}/{:x}/{:x}/{}/{}/{}/{}",
            side.roads,
            side.settlements,
            side.cities,
            side.hand,
            counts(side.cards.0),
            side.knights,
            counts(points.0),
        ));
    }
    words.extend([state.deck, state.played, state.bought].map(|cards| counts(cards.0)));
    words.push(state.mover.to_string());
    words.push(stage_text(state.stage));
    words.push(state.founded.to_string());
    let mark = |is_set, letter| if is_set { letter } else { '-' };
    words.push([mark(state.has_rolled, 'r'), mark(state.has_played, 'p')].iter().collect());
    words.push(state.last_roll.to_string());
    words.push(match state.said {
        0 => state.offers.to_string(),
        said => format!("{}+{said}", state.offers),
    });
    let holder = |seat: Option<Seat>| seat.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
    words.push(holder(state.longest_road));
    words.push(holder(state.largest_army));
    words.push(state.turns.to_string());
    words.push(pending_text(&state.pending));
    words.join(" ")
}

fn number_letter(number: u8) -> char {
    match number {
        0 => '.',
        number => char::from_digit(u32::from(number), 16).unwrap_or('.'),
    }
}

fn counts(counts: [u8; 5]) -> String {
    counts.map(|count| count.to_string()).join(",")
}

fn stage_text(stage: Stage) -> String {
    match stage {
        Stage::Deal => "deal".to_owned(),
        Stage::Found => "found".to_owned(),
        Stage::FirstRoad(node) => format!("first-road:{node}"),
        Stage::Begin => "begin".to_owned(),
        Stage::Dice => "dice".to_owned(),
        Stage::Discard => "discard".to_owned(),
        Stage::Robber => "robber".to_owned(),
        Stage::Theft(seat) => format!("theft:{seat}"),
        Stage::Speak(seat) => format!("speak:{seat}"),
        Stage::Act => "act".to_owned(),
        Stage::Draw => "draw".to_owned(),
        Stage::FreeRoads(roads) => format!("free-roads:{roads}"),
        Stage::Answer(seat) => format!("answer:{seat}"),
        Stage::Choose => "choose".to_owned(),
        Stage::Won(seat) => format!("won:{seat}"),
        Stage::Undecided => "undecided".to_owned(),
    }
}

fn pending_text(pending: &Pending) -> String {
    match pending {
        Pending::Nothing => "-".to_owned(),
        Pending::Discards(discards) => {
            format!("discards:{}", discards.map(|hand| hand.to_string()).join("/"))
        }
        Pending::Offer(deal) => format!(
            "deal:{}/{}/{}/{}",
            deal.terms,
            deal.partners,
            deal.accepted,
            deal.counters.map(|counter| counter.to_string()).join("/"),
        ),
    }
}

/// Reads a snapshot.
pub(crate) fn restore(game: &Catan, text: &str) -> Result<State, NotationError> {
    let players = game.options.players;
    read_snapshot(game, text)
        // Writing it again must give the same text, or the text says a thing in a second way.
        .filter(|state| is_possible(game, state) && snapshot(state, players) == text)
        .ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a snapshot: board, players, cards, stage and what is pending",
        })
}

fn read_snapshot(game: &Catan, text: &str) -> Option<State> {
    let options = &game.options;
    let mut state = State::new(options.supply, options.cities);
    let mut words = text.split(' ');
    state.board = read_board([words.next()?, words.next()?, words.next()?])?;
    state.robber = words.next()?.parse().ok()?;
    for index in 0..options.players {
        let side = &mut state.sides[index];
        state.hidden_points[index] = read_side(words.next()?, side)?;
        side.roads_left = ROADS.checked_sub(side.roads.count_ones() as u8)?;
        side.settlements_left = SETTLEMENTS.checked_sub(side.settlements.count_ones() as u8)?;
        side.cities_left = options.cities.checked_sub(side.cities.count_ones() as u8)?;
        let hand = state.sides[index].hand;
        state.bank = state.bank.minus(hand)?;
    }
    state.deck = Cards(read_counts(words.next()?)?);
    state.played = Cards(read_counts(words.next()?)?);
    state.bought = Cards(read_counts(words.next()?)?);
    state.mover = read_seat(words.next()?)?;
    state.stage = read_stage(words.next()?)?;
    state.founded = words.next()?.parse().ok()?;
    (state.has_rolled, state.has_played) = match words.next()? {
        "--" => (false, false),
        "r-" => (true, false),
        "-p" => (false, true),
        "rp" => (true, true),
        _ => return None,
    };
    state.last_roll = words.next()?.parse().ok()?;
    let (offers, said) = words.next().map(|word| word.split_once('+').unwrap_or((word, "0")))?;
    (state.offers, state.said) = (offers.parse().ok()?, said.parse().ok()?);
    state.longest_road = read_holder(words.next()?)?;
    state.largest_army = read_holder(words.next()?)?;
    state.turns = words.next()?.parse().ok()?;
    state.pending = read_pending(words.next()?)?;
    if words.next().is_some() {
        return None;
    }
    state.derive();
    Some(state)
}

fn read_board([terrain, numbers, harbours]: [&str; 3]) -> Option<Board> {
    let mut board = Board::EMPTY;
    if [terrain, numbers, harbours].map(|word| word.chars().count()) != [19, 19, 9] {
        return None;
    }
    let mut left = Terrain::COUNTS;
    for (place, letter) in board.terrain.iter_mut().zip(terrain.chars()) {
        if letter != '.' {
            let terrain = Terrain::from_letter(letter)?;
            let count = &mut left[Terrain::ALL.iter().position(|kind| *kind == terrain)?];
            *count = count.checked_sub(1)?;
            *place = Some(terrain);
        }
    }
    let mut tokens = [0_u8; 13];
    for (hex, letter) in (0..).zip(numbers.chars()) {
        if letter == '.' {
            continue;
        }
        let number = letter.to_digit(16)? as u8;
        let is_token = (LOWEST_TOTAL..=HIGHEST_TOTAL).contains(&number) && number != 7;
        tokens[usize::from(number.min(HIGHEST_TOTAL))] += 1;
        let most = if number == LOWEST_TOTAL || number == HIGHEST_TOTAL { 1 } else { 2 };
        if !is_token || tokens[usize::from(number)] > most || board.resource(hex).is_none() {
            return None;
        }
        board.lay(hex, number);
    }
    let mut left = Harbour::COUNTS;
    for (place, letter) in board.harbours.iter_mut().zip(harbours.chars()) {
        if letter != '.' {
            let harbour = Harbour::from_letter(letter)?;
            let count = &mut left[Harbour::ALL.iter().position(|kind| *kind == harbour)?];
            *count = count.checked_sub(1)?;
            *place = Some(harbour);
        }
    }
    Some(board)
}

/// Reads what belongs to a player, and the bounds on the points among its cards.
fn read_side(word: &str, side: &mut Side) -> Option<HiddenPoints> {
    let mut parts = word.split('/');
    side.roads = u128::from_str_radix(parts.next()?, 16).ok().filter(|set| set >> EDGES == 0)?;
    let nodes = |part| u64::from_str_radix(part, 16).ok().filter(|set| set >> NODES == 0);
    side.settlements = nodes(parts.next()?)?;
    side.cities = nodes(parts.next()?)?;
    side.hand = read_hand(parts.next()?)?;
    side.cards = Cards(read_counts(parts.next()?)?);
    side.knights = parts.next()?.parse().ok()?;
    let points = HiddenPoints(read_counts(parts.next()?)?);
    parts.next().is_none().then_some(points)
}

fn read_counts(word: &str) -> Option<[u8; 5]> {
    let mut counts = [0; 5];
    let mut texts = word.split(',');
    for count in &mut counts {
        *count = texts.next()?.parse().ok()?;
    }
    texts.next().is_none().then_some(counts)
}

#[expect(clippy::option_option, reason = "no text, and the text that says that nobody holds it")]
fn read_holder(word: &str) -> Option<Option<Seat>> {
    if word == "-" { Some(None) } else { read_seat(word).map(Some) }
}

fn read_stage(word: &str) -> Option<Stage> {
    Some(match word.split_once(':') {
        None => match word {
            "deal" => Stage::Deal,
            "found" => Stage::Found,
            "begin" => Stage::Begin,
            "dice" => Stage::Dice,
            "discard" => Stage::Discard,
            "robber" => Stage::Robber,
            "act" => Stage::Act,
            "draw" => Stage::Draw,
            "choose" => Stage::Choose,
            "undecided" => Stage::Undecided,
            _ => return None,
        },
        Some(("first-road", node)) => Stage::FirstRoad(node.parse().ok()?),
        Some(("theft", seat)) => Stage::Theft(read_seat(seat)?),
        Some(("free-roads", roads)) => {
            Stage::FreeRoads(roads.parse().ok().filter(|roads| (1..=2).contains(roads))?)
        }
        Some(("speak", seat)) => Stage::Speak(read_seat(seat)?),
        Some(("answer", seat)) => Stage::Answer(read_seat(seat)?),
        Some(("won", seat)) => Stage::Won(read_seat(seat)?),
        Some(_) => return None,
    })
}

fn read_pending(word: &str) -> Option<Pending> {
    if word == "-" {
        return Some(Pending::Nothing);
    }
    let (kind, rest) = word.split_once(':')?;
    let mut parts = rest.split('/');
    let pending = match kind {
        "discards" => {
            let mut discards = [Hand::EMPTY; MAX_PLAYERS];
            for hand in &mut discards {
                *hand = read_hand(parts.next()?)?;
            }
            Pending::Discards(discards)
        }
        "deal" => {
            let mut deal = OpenOffer {
                terms: read_terms(parts.next()?)?,
                partners: read_partners(parts.next()?)?,
                accepted: read_partners(parts.next()?)?,
                counters: Default::default(),
            };
            for counter in &mut deal.counters {
                *counter = read_terms(parts.next()?)?;
            }
            Pending::Offer(deal)
        }
        _ => return None,
    };
    parts.next().is_none().then_some(pending)
}

/// Whether a position that was read keeps the rules: pieces, cards, awards and stage fit together.
/// How it came about is not asked, so that positions can be set up by hand.
fn is_possible(game: &Catan, state: &State) -> bool {
    let options = &game.options;
    let seats = || Seat::all(options.players);
    let at_table = |seat: Seat| seat.index() < options.players;
    let has_pieces_apart = seats().all(|seat| {
        let side = state.side(seat);
        let others = seats().filter(|other| *other != seat);
        let shares_edge = others.clone().any(|other| state.side(other).roads & side.roads != 0);
        let buildings = seats().fold(0, |set, seat| set | state.side(seat).buildings());
        let is_crowded = nodes_of(side.buildings())
            .any(|node| ISLAND.node_neighbours[node.index()] & buildings != 0);
        let shares_node =
            others.clone().any(|other| state.side(other).buildings() & side.buildings() != 0);
        !shares_edge && !is_crowded && !shares_node && side.settlements & side.cities == 0
    });
    let held = seats().fold([0_u8; 5], |counts, seat| {
        std::array::from_fn(|kind| counts[kind].saturating_add(state.side(seat).cards.0[kind]))
    });
    let has_all_cards = match options.deck {
        Deck::Finite => (0..5).all(|kind| {
            let known = state.deck.0[kind].checked_add(state.played.0[kind]);
            known.and_then(|known| known.checked_add(held[kind])) == Some(Card::COUNTS[kind])
        }),
        Deck::Uniform => state.deck.0 == Card::COUNTS,
    };
    let knights: u32 = seats().map(|seat| u32::from(state.side(seat).knights)).sum();
    let longest = state.sides.iter().map(|side| side.road_length).max().unwrap_or(0);
    let largest = state.sides.iter().map(|side| side.knights).max().unwrap_or(0);
    let has_right_holders = state
        .longest_road
        .is_none_or(|seat| longest >= 5 && state.side(seat).road_length == longest)
        && state
            .largest_army
            .is_none_or(|seat| largest >= 3 && state.side(seat).knights == largest)
        && state.largest_army.is_some() == (largest >= 3);
    let has_bought =
        (0..5).all(|kind| state.bought.0[kind] <= state.side(state.mover).cards.0[kind]);
    let has_possible_points =
        Seat::all(MAX_PLAYERS).zip(state.hidden_points).all(|(seat, points)| {
            let cards = state.side(seat).cards;
            points.fits(cards.total(), cards.count(Card::VictoryPoint))
        });
    has_pieces_apart
        && has_all_cards
        && has_right_holders
        && has_bought
        && knights == u32::from(state.played.count(Card::Knight))
        && at_table(state.mover)
        && usize::from(state.founded) <= 2 * options.players
        && state.turns <= options.turn_cap
        && state.said <= if options.speaking { options.statements } else { 0 }
        && state.last_roll().is_none_or(|total| (LOWEST_TOTAL..=HIGHEST_TOTAL).contains(&total))
        && is_possible_stage(game, state)
        && has_possible_points
}

fn is_possible_stage(game: &Catan, state: &State) -> bool {
    let options = &game.options;
    let at_table = |seat: Seat| seat.index() < options.players;
    let is_set_up = usize::from(state.founded) == 2 * options.players;
    let has_won = |seat: Seat| state.side(seat).all_points() >= options.target;
    let mover = state.side(state.mover);
    let is_dealt = game.is_dealt(&state.board);
    let fits = match state.stage {
        Stage::Deal => !is_dealt && state.founded == 0 && state.turns == 0,
        Stage::Found => {
            !is_set_up && state.turns == 0 && mover.settlements_left > 0 && state.open != 0
        }
        Stage::FirstRoad(node) => {
            state.turns == 0
                && mover.settlements & node.bit() != 0
                && mover.roads_left > 0
                && ISLAND.node_edges[node.index()] & !state.taken() != 0
        }
        Stage::Begin | Stage::Dice => is_set_up && !state.has_rolled,
        Stage::Robber => is_set_up,
        Stage::FreeRoads(roads) => {
            is_set_up && mover.roads_left >= roads && state.road_sites(state.mover) != 0
        }
        Stage::Theft(seat) => at_table(seat) && seat != state.mover && !state.hand(seat).is_empty(),
        Stage::Draw => is_set_up && state.has_rolled && game.has_cards_to_sell(state),
        Stage::Discard | Stage::Act | Stage::Choose => is_set_up && state.has_rolled,
        Stage::Speak(seat) => {
            options.speaking && state.has_rolled && at_table(seat) && seat != state.mover
        }
        Stage::Answer(seat) => state.has_rolled && at_table(seat) && seat != state.mover,
        Stage::Won(seat) => is_set_up && at_table(seat) && has_won(seat),
        Stage::Undecided => state.turns == options.turn_cap,
    };
    let is_pending = match (&state.pending, state.stage) {
        (Pending::Nothing, Stage::Discard | Stage::Answer(_) | Stage::Choose) => false,
        (Pending::Nothing, _) => true,
        (Pending::Discards(discards), Stage::Discard) => {
            let holds = |(seat, cards): (Seat, &Hand)| {
                state.hand(seat).contains(*cards) && cards.total() <= state.discard_of(seat)
            };
            state.discarder_from(state.mover).is_some()
                && Seat::all(MAX_PLAYERS).zip(discards).all(holds)
        }
        (Pending::Offer(deal), stage @ (Stage::Answer(_) | Stage::Choose)) => {
            let is_partner = |seat: Seat| deal.partners.contains(seat);
            let is_asked = match stage {
                Stage::Answer(seat) => is_partner(seat),
                _ => true,
            };
            deal.terms.is_trade()
                && is_asked
                && !is_partner(state.mover)
                && deal.partners.iter().all(at_table)
                && deal.accepted.iter().all(is_partner)
        }
        _ => false,
    };
    let is_over = matches!(state.stage, Stage::Won(_) | Stage::Undecided);
    fits && is_pending
        && (state.stage == Stage::Deal || is_dealt)
        && (is_over || !has_won(state.mover))
}

/// The columns and lines of a drawing between two points of the fine grid of nodes.
const COLUMNS: usize = 4;
const LINES: usize = 2;

/// Draws the board: numbers and letters for hexes, `*` for the robber, digits for roads, small
/// letters for settlements and capital ones for cities, in the order of the seats; the harbours
/// stand below.
pub(crate) fn grid(
    board: &Board,
    robber: Hex,
    road: impl Fn(Edge) -> Option<Seat>,
    building: impl Fn(Node) -> Option<(Seat, bool)>,
) -> String {
    let mut canvas = vec![vec![' '; 10 * COLUMNS + 1]; 16 * LINES + 1];
    for edge in Edge::all() {
        let [(x, y), (other_x, other_y)] = edge.ends().map(|node| ISLAND.node_points[node.index()]);
        let letter = match road(edge) {
            Some(seat) => char::from_digit(seat.index() as u32, 10).unwrap_or('?'),
            None if x == other_x => '|',
            None if (x < other_x) == (y < other_y) => '\\',
            None => '/',
        };
        let line = (y + other_y) as usize * LINES / 2;
        let column = (x + other_x) as usize * COLUMNS / 2;
        canvas[line][column] = letter;
        if x == other_x {
            canvas[line - 1][column] = letter;
            canvas[line + 1][column] = letter;
        }
    }
    for node in Node::all() {
        let (x, y) = ISLAND.node_points[node.index()];
        let letters = |is_city| if is_city { b'A' } else { b'a' };
        canvas[y as usize * LINES][x as usize * COLUMNS] = building(node)
            .map_or('.', |(seat, is_city)| char::from(letters(is_city) + seat.index() as u8));
    }
    for hex in Hex::all() {
        let (x, y) = ISLAND.hex_centres[hex.index()];
        let terrain = board.terrain(hex).map_or('?', Terrain::letter);
        let number = board.number(hex).map_or_else(String::new, |number| number.to_string());
        let robber = if hex == robber { "*" } else { "" };
        let label = format!("{terrain}{number}{robber}");
        let start = x as usize * COLUMNS - label.len() / 2;
        for (column, letter) in label.chars().enumerate() {
            canvas[y as usize * LINES][start + column] = letter;
        }
    }
    let mut text = String::new();
    for line in canvas {
        text += line.into_iter().collect::<String>().trim_end();
        text.push('\n');
    }
    let harbours: Vec<String> = HARBOUR_PLACES
        .iter()
        .enumerate()
        .filter_map(|(place, coast)| {
            let mut ends = Edge(ISLAND.coast[*coast]).ends();
            ends.sort_unstable();
            let [one, other] = ends;
            Some(format!("{} {one}-{other}", board.harbour(place)?.letter()))
        })
        .collect();
    if !harbours.is_empty() {
        text += &format!("harbours: {}\n", harbours.join(", "));
    }
    text
}

/// The line that says whose turn it is and what has to be decided.
pub(crate) fn caption(mover: Seat, stage: Stage, turns: u16, deal: Option<&OpenOffer>) -> String {
    let mut text = format!("turn {turns}, {mover}: {}", stage_text(stage));
    if let Some(deal) = deal {
        text += &format!(", {} offered to {}", deal.terms, deal.partners);
    }
    text.push('\n');
    text
}

/// Cards in words.
pub(crate) fn cards_text(cards: Cards) -> String {
    let words: Vec<String> = Card::ALL
        .into_iter()
        .filter(|card| cards.count(*card) > 0)
        .map(|card| format!("{card} {}", cards.count(card)))
        .collect();
    if words.is_empty() { "no cards".to_owned() } else { words.join(", ") }
}

/// The awards that a seat holds, in words.
pub(crate) fn awards_text(seat: Seat, longest: Option<Seat>, largest: Option<Seat>) -> String {
    let mut text = String::new();
    if longest == Some(seat) {
        text += ", longest road";
    }
    if largest == Some(seat) {
        text += ", largest army";
    }
    text
}

/// The whole position, hidden facts included.
pub(crate) fn picture(game: &Catan, state: &State) -> String {
    let seats = || Seat::all(game.options.players);
    let road = |edge: Edge| seats().find(|seat| state.side(*seat).roads & edge.bit() != 0);
    let building = |node: Node| {
        let seat = seats().find(|seat| state.side(*seat).buildings() & node.bit() != 0)?;
        Some((seat, state.side(seat).cities & node.bit() != 0))
    };
    let mut text = grid(&state.board, state.robber, road, building);
    for seat in seats() {
        let side = state.side(seat);
        text += &format!(
            "{seat}: {} points, hand {}, {}, knights played {}, road {}{}\n",
            side.all_points(),
            side.hand,
            cards_text(side.cards),
            side.knights,
            side.road_length,
            awards_text(seat, state.longest_road, state.largest_army),
        );
    }
    let bank: Vec<String> = (0..RESOURCES).map(|index| state.bank.0[index].to_string()).collect();
    text += &format!("bank {}, deck {}\n", bank.join(" "), state.deck.total());
    text + &caption(state.mover, state.stage, state.turns, state.offer())
}
