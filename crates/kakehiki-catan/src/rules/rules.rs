//! How the game goes on: who decides what, which choices are legal, and what they do.

use kakehiki_core::{
    Ending, Game, GameRng, Illegal, NotationError, Seat, SeatSet, Settings, Step, Turn,
};
use rand::RngExt;

use super::{
    action::{Action, Chance},
    board::{Board, HIGHEST_TOTAL, Harbour, LOWEST_TOTAL, Terrain, weighted},
    card::{Card, Cards},
    counters, development, notation,
    options::{Deck, Direction, Harbours, Numbers, Options, Trading, Win},
    production,
    resource::{Hand, Resource},
    robber, speech,
    state::{ROADS, SETTLEMENTS, Stage, State},
    topology::{Edge, HARBOURS, ISLAND, NONE, Node, edges_of, nodes_of},
    trade,
};

pub(crate) const ROAD: Hand = Hand([1, 1, 0, 0, 0]);
pub(crate) const SETTLEMENT: Hand = Hand([1, 1, 1, 1, 0]);
pub(crate) const CITY: Hand = Hand([0, 0, 0, 2, 3]);
pub(crate) const CARD: Hand = Hand([0, 0, 1, 1, 1]);

/// The total that moves the robber.
const SEVEN: u8 = 7;

/// The corners of the island, where a spiral of numbers may begin.
const ISLAND_CORNERS: u8 = 6;

/// The rules of Catan with their options.
///
/// Followed are the printed rules of the base game (fifth edition) for three and four players, and
/// the same for two. Where they leave a choice, it is one of the
/// [`CATAN_OPTIONS`](super::CATAN_OPTIONS). Choices that the text makes once for all:
///
/// - The board is dealt by chance, hex by hex; the dice are one outcome, their total.
/// - Discards are laid aside seat by seat, at once or piece by piece, and seen by nobody until the
///   last is made; menus list single cards.
/// - Road building lays as many of two roads as can be laid. A year of plenty needs a card in the
///   bank.
/// - Offers are any cards for any others; menus list one or two equal cards for one. An answer may
///   be a counter-offer, and menus list those that put another single card in the place of what is
///   asked for.
/// - Where players may speak, each of the others is asked once after a throw, clockwise and before
///   anything comes of it, and the player on turn may speak whenever it may trade and build. A
///   statement is about the cards or points of somebody, an intention or an opinion, and binds nobody.
/// - A friendly robber goes to no hex beside an opponent with fewer than three points, hidden cards
///   not counted; if it could go nowhere, it goes where it likes.
/// - A bank that is closed still shows stacks that are empty or down to one card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Catan {
    pub(crate) options: Options,
}

impl Catan {
    /// Catan with these [`CATAN_OPTIONS`](super::CATAN_OPTIONS).
    pub fn new(settings: &Settings) -> Self {
        Self { options: Options::new(settings) }
    }

    /// The points that win.
    pub fn target(&self) -> u8 {
        self.options.target
    }

    /// The roads, settlements and cities that a player begins with.
    pub(crate) fn pieces(&self) -> [u8; 3] {
        [ROADS, SETTLEMENTS, self.options.cities]
    }

    /// The same rules without trade between players and without speech, for searches and playouts.
    #[must_use]
    pub fn without_trading(self) -> Self {
        Self { options: Options { trading: Trading::Off, speaking: false, ..self.options } }
    }

    /// The same rules without speech.
    #[must_use]
    pub fn without_speaking(self) -> Self {
        Self { options: Options { speaking: false, ..self.options } }
    }

    /// Which seat founds its settlement after so many.
    fn founder(&self, founded: u8) -> Seat {
        let (players, founded) = (self.options.players, usize::from(founded));
        Seat::new(if founded < players { founded } else { 2 * players - 1 - founded })
    }

    /// Whether a board has all its terrain, numbers and harbours.
    pub(crate) fn is_dealt(&self, board: &Board) -> bool {
        let has_harbours =
            self.options.harbours == Harbours::None || board.next_harbour().is_none();
        has_harbours && board.next_hex().is_none() && board.has_numbers()
    }

    /// Goes on to the next step of the deal, or to the set-up.
    fn go_on_dealing(&self, state: &mut State) {
        if state.board.next_hex().is_none() && self.options.harbours == Harbours::Fixed {
            state.board.harbours = Harbour::FIXED.map(Some);
        }
        if !self.is_dealt(&state.board) {
            return;
        }
        state.robber = state.board.desert().unwrap_or(state.robber);
        state.stage = Stage::Found;
    }

    /// Whether a seven may fall; a house rule rolls again in the first round.
    #[inline]
    fn may_be_seven(&self, state: &State) -> bool {
        self.options.early_sevens || usize::from(state.turns) > self.options.players
    }

    fn begin_turn(&self, state: &mut State, seat: Seat) {
        state.mover = seat;
        state.has_rolled = false;
        state.has_played = false;
        state.bought = Cards::EMPTY;
        state.offers = 0;
        state.said = 0;
        if state.turns >= self.options.turn_cap {
            state.stage = Stage::Undecided;
            return;
        }
        state.turns += 1;
        state.stage = Stage::Begin;
        self.look_for_winner(state);
    }

    /// Does what a throw leads to, once everybody has got what it brings.
    fn go_on_after_throw(state: &mut State) {
        if state.last_roll == SEVEN {
            robber::roll_seven(state);
        } else {
            state.stage = Stage::Act;
        }
    }

    /// Asks the next one to speak after a throw, or goes on; in its own turn a player goes on itself.
    fn go_on_speaking(&self, state: &mut State) {
        let Stage::Speak(seat) = state.stage else {
            state.said = state.said.saturating_add(1);
            return;
        };
        match seat.next(self.options.players) {
            next if next == state.mover => Self::go_on_after_throw(state),
            next => state.stage = Stage::Speak(next),
        }
    }

    /// Ends the game if somebody has won.
    fn look_for_winner(&self, state: &mut State) {
        let has_won = |seat: &Seat| state.side(*seat).all_points() >= self.options.target;
        if has_won(&state.mover) {
            state.stage = Stage::Won(state.mover);
        } else if self.options.win == Win::AnyTime {
            if let Some(seat) = Seat::all(self.options.players).find(has_won) {
                state.stage = Stage::Won(seat);
                return;
            }
            Seat::all(self.options.players)
                .for_each(|seat| state.note_no_win(seat, self.options.target));
        }
    }

    fn found(&self, state: &mut State, node: Node) {
        let seat = state.mover;
        state.found(seat, node);
        if usize::from(state.founded) >= self.options.players {
            for hex in ISLAND.node_hexes[node.index()] {
                if hex != NONE
                    && let Some(resource) = state.board.resource(hex)
                {
                    state.receive(seat, Hand::one(resource));
                }
            }
        }
        state.founded += 1;
        state.stage = Stage::FirstRoad(node);
    }

    fn lay_road(&self, state: &mut State, edge: Edge) {
        let seat = state.mover;
        state.lay_road(seat, edge);
        match state.stage {
            Stage::FirstRoad(_) => {
                if usize::from(state.founded) < 2 * self.options.players {
                    state.mover = self.founder(state.founded);
                    state.stage = Stage::Found;
                } else {
                    self.begin_turn(state, Seat::new(0));
                }
                return;
            }
            Stage::FreeRoads(roads) => development::lay_free_roads(state, roads.saturating_sub(1)),
            _ => state.pay(seat, ROAD),
        }
        self.look_for_winner(state);
    }

    fn build_menu(state: &State, menu: &mut Vec<Action>) {
        let side = state.side(state.mover);
        let [wood, brick, sheep, wheat, ore] = side.hand.0;
        if wood > 0 && brick > 0 {
            if side.roads_left > 0 {
                menu.extend(edges_of(state.road_sites(state.mover)).map(Action::Road));
            }
            if sheep > 0 && wheat > 0 && side.settlements_left > 0 {
                menu.extend(nodes_of(state.settlement_sites(state.mover)).map(Action::Settlement));
            }
        }
        if wheat > 1 && ore > 2 && side.cities_left > 0 {
            menu.extend(nodes_of(side.settlements).map(Action::City));
        }
    }

    fn may_buy(&self, state: &State) -> bool {
        state.side(state.mover).hand.contains(CARD) && self.has_cards_to_sell(state)
    }

    /// Whether a development card is left.
    #[inline]
    pub(crate) fn has_cards_to_sell(&self, state: &State) -> bool {
        self.options.deck == Deck::Uniform || state.deck.total() > 0
    }

    fn check_road(state: &State, edge: Edge) -> Result<(), Illegal> {
        let side = state.side(state.mover);
        let sites = match state.stage {
            Stage::FirstRoad(node) => ISLAND.node_edges[node.index()] & !state.taken(),
            _ => state.road_sites(state.mover),
        };
        if state.stage == Stage::Act {
            afford(side.hand, ROAD)?;
        }
        if side.roads_left == 0 {
            return Err(Illegal("no road is left".to_owned()));
        }
        if sites & edge.bit() == 0 {
            return Err(Illegal(format!("{edge} is taken or does not join on")));
        }
        Ok(())
    }

    fn check_settlement(state: &State, node: Node) -> Result<(), Illegal> {
        let side = state.side(state.mover);
        let sites = match state.stage {
            Stage::Found => state.open,
            _ => state.settlement_sites(state.mover),
        };
        if state.stage == Stage::Act {
            afford(side.hand, SETTLEMENT)?;
        }
        if side.settlements_left == 0 {
            return Err(Illegal("no settlement is left".to_owned()));
        }
        if sites & node.bit() == 0 {
            return Err(Illegal(format!("{node} is too near to another or does not join on")));
        }
        Ok(())
    }

    fn check_city(state: &State, node: Node) -> Result<(), Illegal> {
        let side = state.side(state.mover);
        afford(side.hand, CITY)?;
        if side.cities_left == 0 {
            return Err(Illegal("no city is left".to_owned()));
        }
        if side.settlements & node.bit() == 0 {
            return Err(Illegal(format!("no own settlement stands on {node}")));
        }
        Ok(())
    }

    /// The step of the deal that chance takes next, with its probabilities.
    fn deal_chances(&self, state: &State) -> Vec<(Chance, f64)> {
        let board = &state.board;
        let shares = |left: [u8; 6]| {
            let total = f64::from(left.iter().sum::<u8>());
            left.map(|count| f64::from(count) / total)
        };
        if board.next_hex().is_some() {
            let terrain = Terrain::ALL.map(Chance::Terrain);
            return listed(terrain, shares(board.terrain_left()));
        }
        if !board.has_numbers() {
            if self.options.numbers == Numbers::Spiral {
                let ways = self.spirals();
                let share = 1.0 / ways.len() as f64;
                return ways.into_iter().map(|way| (way, share)).collect();
            }
            let tokens = board.token_chances(self.options.numbers == Numbers::Random);
            return tokens
                .into_iter()
                .map(|(hex, number, share)| (Chance::Token(hex, number), share))
                .collect();
        }
        listed(Harbour::ALL.map(Chance::Harbour), shares(board.harbours_left()))
    }

    fn spirals(&self) -> Vec<Chance> {
        let directions: &[bool] = match self.options.direction {
            Direction::CounterClockwise => &[false],
            Direction::Either => &[false, true],
        };
        let ways = directions.iter().flat_map(|direction| {
            (0..ISLAND_CORNERS).map(|corner| Chance::Spiral { corner, is_clockwise: *direction })
        });
        ways.collect()
    }

    fn draw_deal(&self, state: &State, rng: &mut GameRng) -> Chance {
        let board = &state.board;
        if board.next_hex().is_some() {
            return Chance::Terrain(Terrain::ALL[weighted(&board.terrain_left(), rng)]);
        }
        if !board.has_numbers() {
            if self.options.numbers == Numbers::Spiral {
                let is_clockwise =
                    self.options.direction == Direction::Either && rng.random_bool(0.5);
                return Chance::Spiral {
                    corner: rng.random_range(0..ISLAND_CORNERS),
                    is_clockwise,
                };
            }
            let (hex, number) = board.draw_token(self.options.numbers == Numbers::Random, rng);
            return Chance::Token(hex, number);
        }
        Chance::Harbour(Harbour::ALL[weighted(&board.harbours_left(), rng)])
    }

    fn resolve_deal(&self, state: &mut State, chance: Chance) {
        let board = &mut state.board;
        match chance {
            Chance::Terrain(terrain) => {
                if let Some(hex) = board.next_hex() {
                    board.terrain[hex.index()] = Some(terrain);
                }
            }
            Chance::Spiral { corner, is_clockwise } => {
                board.lay_spiral(usize::from(corner), is_clockwise);
            }
            Chance::Token(hex, number) => board.lay(hex.0, number),
            Chance::Harbour(harbour) => {
                if let Some(place) = board.next_harbour() {
                    board.harbours[place.min(HARBOURS - 1)] = Some(harbour);
                }
            }
            Chance::Dice(_) | Chance::Stolen(_) | Chance::Card(_) => {}
        }
        self.go_on_dealing(state);
    }
}

/// The outcomes that are possible, with their probabilities.
fn listed<const N: usize>(outcomes: [Chance; N], shares: [f64; N]) -> Vec<(Chance, f64)> {
    outcomes.into_iter().zip(shares).filter(|(_, share)| *share > 0.0).collect()
}

/// The probability of a total of two dice.
fn dice_share(total: u8) -> f64 {
    f64::from(6 - (i32::from(total) - 7).abs()) / 36.0
}

fn afford(hand: Hand, cost: Hand) -> Result<(), Illegal> {
    if hand.contains(cost) {
        Ok(())
    } else {
        Err(Illegal(format!("the hand does not hold {cost}")))
    }
}

impl State {
    /// Goes back to where the player was before a card or the robber.
    pub(crate) fn resume(&mut self) {
        self.stage = if self.has_rolled { Stage::Act } else { Stage::Begin };
    }
}

impl Game for Catan {
    type State = State;
    type Action = Action;
    type Chance = Chance;

    fn seats(&self) -> usize {
        self.options.players
    }

    fn start(&self) -> State {
        State::new(self.options.supply, self.options.cities)
    }

    #[inline(always)]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Deal | Stage::Dice | Stage::Theft(_) | Stage::Draw => Turn::Chance,
            Stage::Found
            | Stage::FirstRoad(_)
            | Stage::Begin
            | Stage::Robber
            | Stage::Act
            | Stage::FreeRoads(_)
            | Stage::Choose => Turn::Seat(state.mover),
            Stage::Discard => {
                Turn::Seat(robber::discarder(&self.options, state).unwrap_or(state.mover))
            }
            Stage::Answer(seat) | Stage::Speak(seat) => Turn::Seat(seat),
            Stage::Won(seat) => Turn::Over(Ending::Won(SeatSet::only(seat))),
            Stage::Undecided => Turn::Over(Ending::Undecided),
        }
    }

    fn menu(&self, state: &State, menu: &mut Vec<Action>) {
        menu.clear();
        let options = &self.options;
        match state.stage {
            Stage::Found => menu.extend(nodes_of(state.open).map(Action::Settlement)),
            Stage::FirstRoad(node) => {
                let sites = ISLAND.node_edges[node.index()] & !state.taken();
                menu.extend(edges_of(sites).map(Action::Road));
            }
            Stage::Begin => {
                menu.push(Action::Roll);
                development::card_menu(options, state, menu);
            }
            Stage::Discard => {
                if let Some(seat) = robber::discarder(options, state) {
                    robber::discard_menu(state, seat, menu);
                }
            }
            Stage::Robber => robber::robber_menu(options, state, menu),
            Stage::Act => {
                menu.push(Action::End);
                Self::build_menu(state, menu);
                if self.may_buy(state) {
                    menu.push(Action::Buy);
                }
                development::card_menu(options, state, menu);
                trade::bank_menu(state, menu);
                if trade::may_offer(options, state) {
                    trade::offer_menu(options, state, menu);
                }
                if speech::may_speak(options, state) {
                    speech::statement_menu(options, state, state.mover, menu);
                }
            }
            Stage::Speak(seat) => {
                menu.push(Action::Quiet);
                speech::statement_menu(options, state, seat, menu);
            }
            Stage::FreeRoads(_) => {
                menu.extend(edges_of(state.road_sites(state.mover)).map(Action::Road));
            }
            Stage::Answer(seat) => trade::answer_menu(options, state, seat, menu),
            Stage::Choose => trade::choice_menu(state, menu),
            Stage::Deal
            | Stage::Dice
            | Stage::Theft(_)
            | Stage::Draw
            | Stage::Won(_)
            | Stage::Undecided => {}
        }
    }

    fn menu_is_complete(&self, state: &State) -> bool {
        match state.stage {
            Stage::Discard => robber::is_last_card(&self.options, state),
            Stage::Act => {
                let options = &self.options;
                !trade::may_offer(options, state) && !speech::may_speak(options, state)
            }
            Stage::Answer(_) => !self.options.counters,
            Stage::Speak(_) => false,
            _ => true,
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        let options = &self.options;
        match (state.stage, action) {
            (Stage::Won(_) | Stage::Undecided, _) => Err(Illegal("the game is over".to_owned())),
            (Stage::Found | Stage::Act, Action::Settlement(node)) => {
                Self::check_settlement(state, *node)
            }
            (Stage::FirstRoad(_) | Stage::FreeRoads(_) | Stage::Act, Action::Road(edge)) => {
                Self::check_road(state, *edge)
            }
            (Stage::Act, Action::City(node)) => Self::check_city(state, *node),
            (Stage::Act, Action::Buy) if self.may_buy(state) => Ok(()),
            (Stage::Act, Action::Buy) => {
                Err(Illegal("the hand or the deck does not allow a card".to_owned()))
            }
            (
                Stage::Begin | Stage::Act,
                Action::Knight
                | Action::RoadBuilding
                | Action::YearOfPlenty(_)
                | Action::Monopoly(_),
            ) => development::check_card(options, state, action),
            (Stage::Act, Action::Bank(give, get)) => trade::check_bank(state, *give, *get),
            (Stage::Act, Action::Offer(terms, partners)) => {
                trade::check_offer(options, state, *terms, *partners)
            }
            (Stage::Discard, Action::Discard(cards)) => {
                let seat = robber::discarder(options, state).unwrap_or(state.mover);
                robber::check_discard(options, state, seat, *cards)
            }
            (Stage::Robber, Action::Robber(hex, victim)) => {
                robber::check_robber(options, state, *hex, *victim)
            }
            (Stage::Answer(seat), Action::Accept) => trade::check_accept(state, seat),
            (Stage::Answer(seat), Action::Counter(terms)) => {
                trade::check_counter(options, state, seat, *terms)
            }
            (Stage::Choose, Action::Confirm(seat)) => trade::check_confirm(state, *seat),
            (Stage::Act, Action::Say(_)) if !speech::may_speak(options, state) => {
                Err(Illegal("no more statements may be made in this turn".to_owned()))
            }
            (Stage::Act, Action::Say(statement)) => {
                speech::check_statement(options, state, state.mover, *statement)
            }
            (Stage::Speak(seat), Action::Say(statement)) => {
                speech::check_statement(options, state, seat, *statement)
            }
            (Stage::Begin, Action::Roll)
            | (Stage::Speak(_), Action::Quiet)
            | (Stage::Act, Action::End)
            | (Stage::Answer(_), Action::Refuse)
            | (Stage::Choose, Action::Withdraw) => Ok(()),
            (_, action) => Err(Illegal(format!("{action} is not what has to be decided"))),
        }
    }

    fn play_unchecked(&self, state: &mut State, action: &Action) {
        let seat = state.mover;
        match *action {
            Action::Road(edge) => self.lay_road(state, edge),
            Action::Settlement(node) if state.stage == Stage::Found => self.found(state, node),
            Action::Settlement(node) => {
                state.pay(seat, SETTLEMENT);
                state.found(seat, node);
                self.look_for_winner(state);
            }
            Action::City(node) => {
                state.pay(seat, CITY);
                state.upgrade(seat, node);
                self.look_for_winner(state);
            }
            Action::Roll => state.stage = Stage::Dice,
            Action::Discard(cards) => {
                let seat = robber::discarder(&self.options, state).unwrap_or(seat);
                robber::discard(state, seat, cards);
            }
            Action::Robber(hex, victim) => robber::move_robber(state, hex, victim),
            Action::Buy => {
                state.pay(seat, CARD);
                state.stage = Stage::Draw;
            }
            Action::Knight
            | Action::RoadBuilding
            | Action::YearOfPlenty(_)
            | Action::Monopoly(_) => {
                development::play(state, action);
                self.look_for_winner(state);
            }
            Action::Bank(give, get) => trade::exchange(state, give, get),
            Action::Offer(terms, partners) => trade::offer(state, terms, partners),
            Action::Accept | Action::Refuse | Action::Counter(_) => {
                if let Stage::Answer(seat) = state.stage {
                    trade::answer(&self.options, state, seat, action);
                }
            }
            Action::Confirm(partner) => trade::choose(state, Some(partner)),
            Action::Withdraw => trade::choose(state, None),
            Action::Say(_) | Action::Quiet => self.go_on_speaking(state),
            Action::End => {
                state.note_no_win(seat, self.options.target);
                self.begin_turn(state, seat.next(self.options.players));
            }
        }
    }

    fn draw(&self, state: &State, rng: &mut GameRng) -> Chance {
        match state.stage {
            Stage::Theft(victim) => {
                Chance::Stolen(Resource::ALL[weighted(&state.side(victim).hand.0, rng)])
            }
            Stage::Draw if self.options.deck == Deck::Uniform => {
                Chance::Card(Card::ALL[rng.random_range(0..Card::ALL.len())])
            }
            Stage::Draw => Chance::Card(Card::ALL[weighted(&state.deck.0, rng)]),
            Stage::Deal => self.draw_deal(state, rng),
            _ => loop {
                let both = rng.random_range(0..36_u8);
                let total = LOWEST_TOTAL + both / 6 + both % 6;
                if total != SEVEN || self.may_be_seven(state) {
                    return Chance::Dice(total);
                }
            },
        }
    }

    fn chances(&self, state: &State) -> Vec<(Chance, f64)> {
        match state.stage {
            Stage::Deal => self.deal_chances(state),
            Stage::Dice => {
                let may_be_seven = self.may_be_seven(state);
                let all = if may_be_seven { 1.0 } else { 1.0 - dice_share(SEVEN) };
                let mut chances: Vec<(Chance, f64)> = (LOWEST_TOTAL..=HIGHEST_TOTAL)
                    .map(|total| (Chance::Dice(total), dice_share(total) / all))
                    .collect();
                if !may_be_seven {
                    chances.retain(|(chance, _)| *chance != Chance::Dice(SEVEN));
                }
                chances
            }
            Stage::Theft(victim) => {
                let hand = state.side(victim).hand;
                let total = f64::from(hand.total());
                let shares = hand.0.map(|count| f64::from(count) / total);
                listed(Resource::ALL.map(Chance::Stolen), shares)
            }
            Stage::Draw => {
                let weights = match self.options.deck {
                    Deck::Finite => state.deck.0,
                    Deck::Uniform => [1; 5],
                };
                let total = f64::from(weights.iter().sum::<u8>());
                let shares = weights.map(|weight| f64::from(weight) / total);
                listed(Card::ALL.map(Chance::Card), shares)
            }
            _ => Vec::new(),
        }
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Illegal> {
        if self.chances(state).iter().any(|(listed, _)| listed == chance) {
            Ok(())
        } else {
            Err(Illegal(format!("{chance} cannot happen here")))
        }
    }

    fn resolve_unchecked(&self, state: &mut State, chance: &Chance) {
        match (state.stage, *chance) {
            (Stage::Dice, Chance::Dice(total)) => {
                state.has_rolled = true;
                state.last_roll = total;
                if total != SEVEN {
                    production::produce(&self.options, state, total);
                }
                if self.options.speaking {
                    state.stage = Stage::Speak(state.mover.next(self.options.players));
                } else {
                    Self::go_on_after_throw(state);
                }
            }
            (Stage::Theft(victim), Chance::Stolen(resource)) => {
                robber::steal(state, victim, resource);
            }
            (Stage::Draw, Chance::Card(card)) => {
                if self.options.deck == Deck::Finite {
                    state.deck.take(card);
                }
                state.side_mut(state.mover).cards.add(card);
                if !self.options.released_catanatron {
                    state.bought.add(card);
                }
                state.stage = Stage::Act;
                self.look_for_winner(state);
            }
            (Stage::Deal, _) => self.resolve_deal(state, *chance),
            _ => {}
        }
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.turns)
    }

    fn fallbacks(&self, state: &State) -> Vec<Action> {
        match state.stage {
            Stage::Answer(_) => vec![Action::Refuse],
            Stage::Choose => vec![Action::Withdraw],
            Stage::Speak(_) => vec![Action::Quiet],
            _ => Vec::new(),
        }
    }

    fn counters(&self) -> &'static [&'static str] {
        counters::NAMES
    }

    fn count(&self, before: &State, step: &Step<Self>, counts: &mut [Vec<u32>]) {
        if let Step::Action(seat, action) = step {
            counters::count(&self.options, before, *seat, action, counts);
        }
    }

    fn snapshot(&self, state: &State) -> String {
        notation::snapshot(state, self.options.players)
    }

    fn restore(&self, text: &str) -> Result<State, NotationError> {
        notation::restore(self, text)
    }

    fn picture(&self, state: &State) -> String {
        notation::picture(self, state)
    }
}
