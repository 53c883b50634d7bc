//! Positions as one line of text.

use kakehiki_bargain::{Protocol, Session};
use kakehiki_core::{NotationError, Seat};

use super::{
    card::Deck,
    deal::{Deal, read_seat},
    rules::Monopoly,
    square::{DeedSet, Pile, SQUARES, Square},
    state::{
        Auction, HOTEL, HOTELS, HOUSES, LAST_JAIL_THROW, MAX_PLAYERS, MOST_CASH, MOST_TURNS,
        NOBODY, Round, Spree, Stage, State, bit, seat, seats_of,
    },
    trade,
};

/// One line of words: each player's cash, square, jail count, unpaid debt and creditor; owners and
/// buildings of the squares; mortgages, lots and inherited mortgages; the decks and the holders of
/// their jail cards; who lives, owes and has proposed; whose turn it is and what happened in it;
/// the stage, the auction and the negotiation.
pub(crate) fn snapshot(state: &State, players: usize) -> String {
    let mut words = Vec::new();
    for place in 0..players {
        words.push(format!(
            "{},{},{},{},{}",
            state.cash[place],
            state.position[place],
            state.jail[place],
            state.unpaid[place],
            seat_letter(state.creditor[place]),
        ));
    }
    words.push(state.owner.iter().map(|owner| seat_letter(*owner)).collect());
    words.push(state.level.iter().map(u8::to_string).collect());
    words.extend([state.mortgaged, state.lots, state.inherited].map(|set| format!("{:x}", set.0)));
    for pile in Pile::ALL {
        let holder = seat_letter(state.jail_card[pile as usize]);
        words.push(format!("{}/{holder}", state.decks[pile as usize].text()));
    }
    words.extend([state.living, state.debtors, state.has_proposed].map(|set| format!("{set:x}")));
    words.push(format!("{}/{}", seat_letter(state.mover), state.turns));
    words.push(format!("{}-{}/{}", state.dice[0], state.dice[1], state.doubles));
    let mark = |is_set, letter| if is_set { letter } else { '-' };
    let marks = [
        mark(state.has_thrown, 't'),
        mark(state.is_moved_by_card, 'c'),
        mark(state.is_ending, 'e'),
    ];
    words.push(marks.iter().collect());
    words.push(format!(
        "{}/{},{}/{},{},{}",
        state.steps_due,
        state.spree.colour,
        state.spree.count,
        state.round.left,
        state.round.amount,
        u8::from(state.round.is_received),
    ));
    let said = match state.said {
        0 => String::new(),
        said => format!("+{said}"),
    };
    words.push(format!("{}{said}/{}", state.offers, seat_letter(state.paused)));
    words.push(stage_text(state.stage));
    words.push(auction_text(&state.auction));
    words.push(session_text(state.session.as_ref()));
    words.join(" ")
}

fn seat_letter(index: u8) -> char {
    if index < NOBODY { char::from(b'0' + index) } else { '.' }
}

fn read_seat_letter(text: &str) -> Option<u8> {
    match text {
        "." => Some(NOBODY),
        _ => text.parse().ok().filter(|index| *index < NOBODY),
    }
}

fn stage_text(stage: Stage) -> String {
    match stage {
        Stage::Pause(seat) => format!("pause:{seat}"),
        Stage::Manage => "manage".to_owned(),
        Stage::Dice => "dice".to_owned(),
        Stage::Draw(pile) => format!("draw:{}", pile.letter()),
        Stage::UtilityDice => "utility-dice".to_owned(),
        Stage::Buy => "buy".to_owned(),
        Stage::Debt(seat) => format!("debt:{seat}"),
        Stage::Auction => "auction".to_owned(),
        Stage::Answer => "answer".to_owned(),
        Stage::Inherit(seat) => format!("inherit:{seat}"),
        Stage::Place(seat) => format!("place:{seat}"),
        Stage::Won(seat) => format!("won:{seat}"),
        Stage::Undecided => "undecided".to_owned(),
    }
}

fn read_stage(text: &str) -> Option<Stage> {
    let (word, rest) = text.split_once(':').unwrap_or((text, ""));
    let seat = || read_seat(rest).filter(|seat| seat.index() < MAX_PLAYERS);
    Some(match word {
        "pause" => Stage::Pause(seat()?),
        "manage" => Stage::Manage,
        "dice" => Stage::Dice,
        "draw" => {
            let pile = Pile::ALL.into_iter().find(|pile| rest == pile.letter().to_string());
            Stage::Draw(pile?)
        }
        "utility-dice" => Stage::UtilityDice,
        "buy" => Stage::Buy,
        "debt" => Stage::Debt(seat()?),
        "auction" => Stage::Auction,
        "answer" => Stage::Answer,
        "inherit" => Stage::Inherit(seat()?),
        "place" => Stage::Place(seat()?),
        "won" => Stage::Won(seat()?),
        "undecided" => Stage::Undecided,
        _ => return None,
    })
}

fn auction_text(auction: &Auction) -> String {
    if *auction == Auction::NONE {
        return "-".to_owned();
    }
    format!(
        "{},{},{},{},{},{:x},{}",
        auction.square,
        u8::from(auction.is_building),
        auction.bid,
        seat_letter(auction.holder),
        seat_letter(auction.builder),
        auction.bidders,
        seat_letter(auction.speaker),
    )
}

fn read_auction(text: &str) -> Option<Auction> {
    if text == "-" {
        return Some(Auction::NONE);
    }
    let words: Vec<&str> = text.split(',').collect();
    let [square, is_building, bid, holder, builder, bidders, speaker] = words.try_into().ok()?;
    Some(Auction {
        square: square.parse().ok().filter(|square| DeedSet::ALL.contains(*square))?,
        is_building: is_building == "1",
        bid: bid.parse().ok().filter(|bid| i32::try_from(*bid).is_ok())?,
        holder: read_seat_letter(holder)?,
        builder: read_seat_letter(builder)?,
        bidders: u8::from_str_radix(bidders, 16).ok()?,
        speaker: read_seat_letter(speaker)?,
    })
}

fn session_text(session: Option<&Session<Deal>>) -> String {
    let open =
        session.and_then(|session| Some((session, session.on_table()?, session.to_answer()?)));
    open.map_or_else(
        || "-".to_owned(),
        |(session, deal, asked)| format!("{asked}/{}/{deal}", session.counters_left()),
    )
}

fn read_session(text: &str) -> Option<Session<Deal>> {
    let mut words = text.splitn(3, '/');
    let asked = read_seat(words.next()?)?;
    let protocol = Protocol::alternating(words.next()?.parse().ok()?);
    let deal: Deal = words.next()?.parse().ok()?;
    let is_party = [deal.proposer, deal.partner].contains(&asked) && deal.proposer != deal.partner;
    is_party.then(|| Session::open(protocol, deal.other(asked), asked, deal))
}

/// Reads a snapshot.
pub(crate) fn restore(game: &Monopoly, text: &str) -> Result<State, NotationError> {
    let players = game.options.players;
    read_snapshot(text, players)
        // Writing it again must give the same text, or the text says a thing in a second way.
        .filter(|state| is_possible(game, state) && snapshot(state, players) == text)
        .ok_or_else(|| NotationError {
            text: text.to_owned(),
            expected: "a snapshot: players, squares, decks, the turn and what is in progress",
        })
}

fn read_snapshot(text: &str, players: usize) -> Option<State> {
    let mut state = State::new(players);
    let mut words = text.split(' ');
    for place in 0..players {
        read_player(&mut state, place, words.next()?)?;
    }
    read_board(&mut state, words.next()?, words.next()?)?;
    let mut deeds = || {
        let set = DeedSet(u64::from_str_radix(words.next()?, 16).ok()?);
        DeedSet::ALL.contains_all(set).then_some(set)
    };
    (state.mortgaged, state.lots, state.inherited) = (deeds()?, deeds()?, deeds()?);
    for pile in Pile::ALL {
        let (deck, holder) = words.next()?.split_once('/')?;
        let holder = read_seat_letter(holder)?;
        state.jail_card[pile as usize] = holder;
        // With replacement a card is held and in the deck at the same time.
        let is_kept = holder < NOBODY && deck.len() < Deck::new().text().len();
        state.decks[pile as usize] = Deck::read(pile, deck, is_kept)?;
    }
    let mut bits = || u8::from_str_radix(words.next()?, 16).ok();
    (state.living, state.debtors, state.has_proposed) = (bits()?, bits()?, bits()?);
    let (mover, turns) = words.next()?.split_once('/')?;
    (state.mover, state.turns) = (read_seat_letter(mover)?, turns.parse().ok()?);
    let (dice, doubles) = words.next()?.split_once('/')?;
    let (first, second) = dice.split_once('-')?;
    state.dice = [first.parse().ok()?, second.parse().ok()?];
    state.doubles = doubles.parse().ok()?;
    let marks = words.next()?;
    state.has_thrown = marks.contains('t');
    state.is_moved_by_card = marks.contains('c');
    state.is_ending = marks.contains('e');
    read_progress(&mut state, words.next()?)?;
    let (offers, paused) = words.next()?.split_once('/')?;
    let (offers, said) = offers.split_once('+').unwrap_or((offers, "0"));
    (state.offers, state.said) = (offers.parse().ok()?, said.parse().ok()?);
    state.paused = read_seat_letter(paused)?;
    state.stage = read_stage(words.next()?)?;
    state.auction = read_auction(words.next()?)?;
    state.session = match words.next()? {
        "-" => None,
        session => Some(read_session(session)?),
    };
    words.next().is_none().then_some(state)
}

fn read_player(state: &mut State, place: usize, text: &str) -> Option<()> {
    let words: Vec<&str> = text.split(',').collect();
    let [cash, square, jail, unpaid, creditor] = words.try_into().ok()?;
    state.cash[place] = cash.parse().ok()?;
    state.position[place] = square.parse().ok()?;
    state.jail[place] = jail.parse().ok()?;
    state.unpaid[place] = unpaid.parse().ok()?;
    state.creditor[place] = read_seat_letter(creditor)?;
    Some(())
}

fn read_board(state: &mut State, owners: &str, levels: &str) -> Option<()> {
    if owners.len() != SQUARES || levels.len() != SQUARES || !owners.is_ascii() {
        return None;
    }
    for (square, letter) in Square::all().zip(owners.chars()) {
        let owner = read_seat_letter(&letter.to_string())?;
        if owner < NOBODY {
            DeedSet::ALL.contains(square).then(|| state.hand_over(square, seat(owner)))?;
        }
    }
    for (square, letter) in Square::all().zip(levels.chars()) {
        let level = letter.to_digit(10)? as u8;
        let is_built = level > 0 && (square.colour().is_none() || state.owner(square).is_none());
        if level > HOTEL || is_built {
            return None;
        }
        state.level[square.index()] = level;
    }
    count_stock(state);
    Some(())
}

/// Gives the bank the buildings that do not stand on the board.
pub(crate) fn count_stock(state: &mut State) {
    let houses: u8 = state.level.iter().filter(|level| **level < HOTEL).sum();
    let hotels: u8 = state.level.iter().map(|level| u8::from(*level == HOTEL)).sum();
    state.houses = HOUSES - houses as i8;
    state.hotels = HOTELS - hotels as i8;
}

fn read_progress(state: &mut State, text: &str) -> Option<()> {
    let mut words = text.split('/');
    state.steps_due = words.next()?.parse().ok()?;
    let (colour, count) = words.next()?.split_once(',')?;
    state.spree = Spree { colour: colour.parse().ok()?, count: count.parse().ok()? };
    let round: Vec<&str> = words.next()?.split(',').collect();
    let [left, amount, is_received] = round.try_into().ok()?;
    state.round = Round {
        left: left.parse().ok()?,
        amount: amount.parse().ok()?,
        is_received: is_received == "1",
    };
    words.next().is_none().then_some(())
}

/// Whether the rules can go on from a state without meeting nonsense.
fn is_possible(game: &Monopoly, state: &State) -> bool {
    let players = game.options.players;
    let all = ((1_u16 << players) - 1) as u8;
    let is_seat = |index: u8| usize::from(index) < players;
    let is_seat_or_nobody = |index: u8| is_seat(index) || index == NOBODY;
    let living_is_right = state.living != 0 && state.living & !all == 0;
    let bits = [state.debtors, state.has_proposed, state.round.left, state.auction.bidders];
    let seats_are_right = is_seat(state.mover)
        && bits.iter().all(|bits| bits & !all == 0)
        && [state.paused, state.auction.holder, state.auction.builder, state.auction.speaker]
            .into_iter()
            .chain(state.owner)
            .chain(state.creditor)
            .chain(state.jail_card)
            .all(is_seat_or_nobody);
    let dead_own_nothing = seats_of(all & !state.living)
        .all(|seat| state.deeds(seat).is_empty() && state.jail_cards(seat).is_empty());
    let deeds_are_right = state.unowned().and(state.mortgaged).is_empty()
        && state.mortgaged.contains_all(state.inherited);
    let acting = match state.stage {
        Stage::Pause(seat) | Stage::Debt(seat) | Stage::Inherit(seat) | Stage::Place(seat) => {
            Some(seat)
        }
        Stage::Won(winner) => (state.living == bit(winner)).then_some(winner),
        Stage::Auction => state.auction.speaker(),
        Stage::Answer => state.session.and_then(|session| session.to_answer()),
        _ => Some(state.mover()),
    };
    let is_over = matches!(state.stage, Stage::Won(_) | Stage::Undecided);
    let is_alone = state.living.is_power_of_two();
    let session_is_right = state.session.is_none_or(|session| {
        session.on_table().is_some_and(|deal| trade::deal_obstacle(state, &deal).is_none())
    });
    let counts_are_right = state.jail.iter().all(|jail| *jail <= LAST_JAIL_THROW)
        && state.dice.iter().all(|die| *die <= 6)
        && state.doubles < 3
        && state.steps_due <= 12
        && state.spree.colour < 8
        && state.said <= if game.options.speaking { game.options.statements } else { 0 }
        && state.turns <= MOST_TURNS
        && state.cash.iter().all(|cash| (-MOST_CASH..=MOST_CASH).contains(cash))
        && state.unpaid.iter().all(|unpaid| (0..=MOST_CASH).contains(unpaid));
    living_is_right
        && seats_are_right
        && dead_own_nothing
        && deeds_are_right
        && counts_are_right
        && acting.is_some_and(|seat: Seat| is_over || state.is_alive(seat))
        && (!is_alone || is_over)
        && (state.session.is_some() == (state.stage == Stage::Answer))
        && session_is_right
        && auction_is_right(game, state)
}

/// Whether those who may win an auction are in the game, and can place a building if one is sold.
fn auction_is_right(game: &Monopoly, state: &State) -> bool {
    let can_place = |seat: Seat| {
        let mut deeds = state.deeds(seat).iter();
        deeds.any(|own| game.won_placing_obstacle(state, seat, own).is_none())
    };
    let Auction { square, is_building, bidders, .. } = state.auction;
    match state.stage {
        Stage::Place(winner) => can_place(winner),
        Stage::Auction => {
            let winners = bidders | state.auction.holder().map_or(0, bit);
            let builder_can_place = || {
                seat(state.auction.builder)
                    .is_some_and(|seat| game.placing_obstacle(state, seat, square).is_none())
            };
            winners & !state.living == 0
                && (!is_building || builder_can_place() && seats_of(winners).all(can_place))
        }
        _ => true,
    }
}
