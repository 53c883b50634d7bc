//! A game at a server: what it tells becomes what our player sees, and what that decides is sent.
//!
//! A server tells of one action in several messages, and says by a new state that it is done. So what it
//! tells is gathered and seen as a whole, when it is clear whether somebody has won by it.

use std::sync::Arc;

use kakehiki_catan::{
    Action, Card, Catan, Chance, EachPlayer, Edge, Event, Hand, Hex, MAX_PLAYERS, Node, Resource,
    Sight, Stage, State, Terms, Victory, View,
};
use kakehiki_core::{Cast, Game, NameError, OutOfStep, Seat, Seed};
use kakehiki_games::Open;

use super::{
    board::Layout,
    command,
    message::{Chair, Told},
    state,
    trade::Answer,
};
use crate::{Outcome, ThinkingTime, player::Player};

/// No game has more to see; a server that goes on for ever is left.
const MOST_SIGHTS: u32 = 50_000;

/// Nobody holds more cards; a bound for sums.
const MOST_CARDS: u32 = 95;

/// Why a game cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Astray {
    #[error("the server tells of {0}, which cannot be now")]
    Told(&'static str),
    #[error("the server asks us in state {0}, and by what it told that cannot be")]
    Asked(u16),
    #[error("the game has no end")]
    TooLong,
    #[error(transparent)]
    Sight(#[from] OutOfStep),
    #[error(transparent)]
    Agent(#[from] NameError),
}

/// What a server has told of an action that is not done yet.
#[derive(Clone, Debug)]
enum Happening {
    Rolled(u8, Vec<(Chair, Hand)>),
    Built(Action),
    /// Somebody else's knight: a server tells who has won by it only after the robber has moved.
    Knight,
    Robber {
        is_knight: bool,
        hex: Hex,
        theft: Option<(Seat, Option<Resource>)>,
    },
    Bought(Option<Card>),
    Played(Card),
    Plenty(Hand),
    Monopoly(Option<Resource>, [u8; MAX_PLAYERS]),
    Discards([(Hand, u32); MAX_PLAYERS]),
    /// Who follows has won at the start of its turn.
    Ended,
}

/// A game that has begun.
pub(super) struct Play {
    pub(super) game: String,
    pub(super) own: Chair,
    /// The chairs that are taken, in the order of our seats: from the one who began.
    chairs: Vec<Chair>,
    pub(super) player: Player<Arc<Open<Catan>>, Catan>,
    pub(super) state: u16,
    happening: Option<Happening>,
    /// What the player on turn has paid for what it is about to do.
    paid: Hand,
    /// The parts in which we laid cards aside.
    pub(super) laid_aside: Vec<Hand>,
    /// What we sent and were not shown yet.
    pub(super) sent: Option<Action>,
    /// Whether the server waits for us.
    pub(super) is_asked: bool,
    /// What others answered to an offer before it was their turn to be heard.
    pub(super) answers: [Option<Answer>; MAX_PLAYERS],
    /// For how long an offer has been waiting for answers.
    pub(super) beats: u32,
    /// Who holds the longest road and the largest army by what the server told.
    awards: [Option<Chair>; 2],
    current: Chair,
    revealed: [u8; MAX_PLAYERS],
    sights: u32,
    /// What is to be sent.
    pub(super) outbox: Vec<String>,
}

/// Who sits down, where, with what luck and how much time.
pub(super) struct Sitting<'a> {
    pub(super) table: Arc<Open<Catan>>,
    pub(super) cast: &'a Cast,
    pub(super) seed: Seed,
    pub(super) time: ThinkingTime,
    pub(super) game: String,
    pub(super) own: Chair,
    /// The chairs that are taken.
    pub(super) chairs: &'a [Chair],
}

impl Play {
    /// A game begins with this board, and with this chair.
    pub(super) fn begin(
        sitting: Sitting<'_>,
        layout: &Layout,
        first: Chair,
    ) -> Result<Self, Astray> {
        let Sitting { table, cast, seed, time, game, own, chairs } = sitting;
        let mut chairs = chairs.to_vec();
        let start = chairs.iter().position(|chair| *chair == first);
        chairs.rotate_left(start.ok_or(Astray::Told("a player who is not there"))?);
        let seat = chairs.iter().position(|chair| *chair == own);
        let seat = Seat::new(seat.ok_or(Astray::Told("a game without us"))?);
        let deal = dealt(layout);
        let mut board = table.game().start();
        if !deal.iter().all(|chance| table.game().resolve(&mut board, chance).is_ok()) {
            return Err(Astray::Told("a board that is none of ours"));
        }
        let player = Player::new(table, cast, seat, seed, time)?;
        let mut play = Self {
            game,
            own,
            chairs,
            player,
            state: state::FIRST_SETTLEMENT,
            happening: None,
            paid: Hand::EMPTY,
            laid_aside: Vec::new(),
            sent: None,
            is_asked: own == first,
            answers: Default::default(),
            beats: 0,
            awards: [None; 2],
            current: first,
            revealed: [0; MAX_PLAYERS],
            sights: 0,
            outbox: Vec::new(),
        };
        for chance in deal {
            play.see(Event::Dealt(chance))?;
        }
        play.act()?;
        Ok(play)
    }

    pub(super) fn view(&self) -> &View {
        self.player.view()
    }

    /// Our seat of a chair.
    pub(super) fn seat(&self, chair: Chair) -> Result<Seat, Astray> {
        let place = self.chairs.iter().position(|one| *one == chair);
        place.map(Seat::new).ok_or(Astray::Told("a player who is not there"))
    }

    /// The server's chair of a seat.
    pub(super) fn chair(&self, seat: Seat) -> Chair {
        self.chairs.get(seat.index()).copied().unwrap_or(self.own)
    }

    /// Whether it is our turn.
    pub(super) fn is_ours(&self) -> bool {
        self.view().mover() == self.player.seat()
    }

    /// Whose turn it is, which has to be this player's.
    fn mover(&self, chair: Chair) -> Result<Seat, Astray> {
        let seat = self.seat(chair)?;
        let is_on_turn = seat == self.view().mover();
        is_on_turn.then_some(seat).ok_or(Astray::Told("an action out of turn"))
    }

    /// Lets the player see what happened.
    pub(super) fn see(&mut self, event: Event) -> Result<(), Astray> {
        self.see_win(event, None)
    }

    /// Lets the player see what happened, and who won by it.
    fn see_win(&mut self, event: Event, won: Option<Victory>) -> Result<(), Astray> {
        self.see_like(event, won, false)
    }

    /// As before; where it is open who won by it, the rules tell.
    fn see_like(
        &mut self,
        event: Event,
        won: Option<Victory>,
        is_open: bool,
    ) -> Result<(), Astray> {
        self.sights += 1;
        if self.sights > MOST_SIGHTS {
            return Err(Astray::TooLong);
        }
        let draft = Sight { event, stacks: None, won };
        let fits =
            |seen: &Sight| (is_open || seen.won == won) && is_like(&seen.event, &draft.event);
        self.player.see_like(&draft, &fits)?;
        let has_too_many = self.view().players().iter().any(|it| it.hand_size() > MOST_CARDS);
        if has_too_many { Err(Astray::Told("more cards than there are")) } else { Ok(()) }
    }

    /// Lets the player see what somebody did.
    pub(super) fn see_act(&mut self, seat: Seat, action: Action) -> Result<(), Astray> {
        self.see(acted(seat, action, Hand::EMPTY, Hand::EMPTY))
    }

    /// Takes what the server tells; gives how the game came out, once it is over.
    pub(super) fn heard(&mut self, told: Told) -> Result<Option<Outcome>, Astray> {
        if told == Told::Scores {
            return Ok((self.state == state::OVER).then(|| self.finish()));
        }
        self.take(told)?;
        self.act()?;
        Ok(None)
    }

    fn take(&mut self, told: Told) -> Result<(), Astray> {
        match told {
            Told::State(state) => self.go_on(state)?,
            Told::Turn(chair, state) => self.next_turn(chair, state)?,
            Told::Prompt(chair) => self.is_asked = chair == self.own && self.state == state::ROLL,
            Told::Paid(chair, cards) if self.mover(chair).is_ok() => self.paid = cards,
            Told::Placed(chair, action) => {
                self.mover(chair)?;
                if !self.is_free(&action) {
                    return Err(Astray::Told("a piece on a place that is taken"));
                }
                self.happening = Some(Happening::Built(action));
            }
            Told::Rolled(total) => self.happening = Some(Happening::Rolled(total, Vec::new())),
            Told::Gains(gained) => {
                if let Some(Happening::Rolled(_, gains)) = &mut self.happening {
                    *gains = gained;
                }
            }
            Told::AskDiscard(due) => self.discard(due)?,
            Told::Discarded(chair, cards, hidden) => {
                let seat = self.seat(chair)?;
                let none = Happening::Discards([(Hand::EMPTY, 0); MAX_PLAYERS]);
                match self.happening.get_or_insert(none) {
                    Happening::Discards(discards) => discards[seat.index()] = (cards, hidden),
                    _ => return Err(Astray::Told("a discard")),
                }
            }
            Told::Robber(hex) => {
                let is_knight = matches!(self.happening, Some(Happening::Knight));
                self.happening = Some(Happening::Robber { is_knight, hex, theft: None });
            }
            Told::AskVictim(chairs) => self.choose_victim(&chairs),
            Told::Robbed(chair, resource) => {
                let victim = self.seat(chair)?;
                if let Some(Happening::Robber { theft, .. }) = &mut self.happening {
                    *theft = Some((victim, resource));
                }
            }
            Told::Drew(chair, card) => {
                self.mover(chair)?;
                self.happening = Some(Happening::Bought(card.filter(|_| chair == self.own)));
            }
            Told::Played(chair, card) => {
                self.mover(chair)?;
                self.happening = Some(match card {
                    Card::YearOfPlenty => Happening::Plenty(Hand::EMPTY),
                    Card::Monopoly => Happening::Monopoly(None, [0; MAX_PLAYERS]),
                    Card::Knight if chair != self.own => Happening::Knight,
                    card => Happening::Played(card),
                });
            }
            Told::Plenty(_, taken) => {
                if let Some(Happening::Plenty(cards)) = &mut self.happening {
                    *cards = taken;
                }
            }
            Told::Holds(chair, count) => {
                let seat = self.seat(chair)?;
                let before = self.view().players()[seat.index()].hand_size();
                if let Some(Happening::Monopoly(_, taken)) = &mut self.happening {
                    taken[seat.index()] = before.saturating_sub(count) as u8;
                }
            }
            Told::Monopolised(_, resource) => {
                if let Some(Happening::Monopoly(kind, _)) = &mut self.happening {
                    *kind = Some(resource);
                }
            }
            Told::Bank(chair, terms) => {
                let seat = self.mover(chair)?;
                self.conclude()?;
                self.see_exchange(seat, terms)?;
                self.is_asked = chair == self.own;
            }
            Told::Offered(chair, to, terms) => self.hear_offer(chair, &to, terms)?,
            Told::Rejected(chair) => self.hear_answer(chair, Answer::Refused)?,
            Told::Cleared(chair) => self.hear_clearing(chair)?,
            Told::Accepted(acceptor, offerer, got) => self.hear_trade(acceptor, offerer, got)?,
            Told::LongestRoad(holder) => self.awards[0] = holder,
            Told::LargestArmy(holder) => self.awards[1] = holder,
            Told::Current(chair) => self.current = chair,
            Told::Revealed(chair, points) => self.revealed[chair % MAX_PLAYERS] = points,
            Told::Several(all) => {
                for told in all {
                    self.take(told)?;
                }
            }
            Told::Refused => self.be_refused()?,
            _ => {}
        }
        Ok(())
    }

    /// Whether a piece can be where it is put: twice on a place there is none.
    fn is_free(&self, action: &Action) -> bool {
        let players = || self.view().players().iter();
        let has_road = |edge: Edge| players().any(|player| player.roads().any(|it| it == edge));
        let has_city = |node: Node| players().any(|player| player.cities().any(|it| it == node));
        let own = || players().nth(self.view().mover().index());
        let has_settlement =
            |node: Node| own().is_some_and(|it| it.settlements().any(|it| it == node));
        let is_settled =
            |node: Node| players().any(|player| player.settlements().any(|it| it == node));
        match *action {
            Action::Road(edge) => !has_road(edge),
            Action::Settlement(node) => !has_city(node) && !is_settled(node),
            Action::City(node) => has_settlement(node),
            _ => false,
        }
    }

    /// A state ends most of what happens.
    fn go_on(&mut self, state: u16) -> Result<(), Astray> {
        self.state = state;
        let is_discarding = matches!(self.happening, Some(Happening::Discards(_)));
        let goes_on = state::PLACE.contains(&state)
            || [state::VICTIM, state::PLENTY, state::MONOPOLY].contains(&state)
            || state == state::ROBBER && matches!(self.happening, Some(Happening::Knight))
            || state == state::DISCARD && is_discarding;
        // Who has won, and by which hidden cards, comes with the scores.
        if state == state::OVER {
            return Ok(());
        }
        if !goes_on {
            self.show(None)?;
            self.forgo_roads();
        }
        let is_decision = [state::FIRST_ROAD, state::SECOND_ROAD, state::ACT, state::ROBBER];
        let is_decision = is_decision.contains(&state) || state::FREE_ROADS.contains(&state);
        self.is_asked = is_decision && self.is_ours();
        match (state, self.sent) {
            (state::PLENTY, Some(Action::YearOfPlenty(cards))) => {
                self.outbox.push(command::take(&self.game, cards));
            }
            (state::MONOPOLY, Some(Action::Monopoly(resource))) => {
                self.outbox.push(command::monopolise(&self.game, resource));
            }
            _ => {}
        }
        Ok(())
    }

    /// Free roads may be given up, which our rules do not know.
    fn forgo_roads(&mut self) {
        let is_free = matches!(self.view().stage(), Stage::FreeRoads(_));
        if is_free && !state::FREE_ROADS.contains(&self.state) {
            self.player.overrule(State::forgo_roads);
        }
    }

    fn next_turn(&mut self, chair: Chair, state: u16) -> Result<(), Astray> {
        self.show(None)?;
        self.conclude()?;
        let was_set_up = self.state < state::ROLL;
        (self.state, self.sent, self.current) = (state, None, chair);
        self.forgo_roads();
        let seat = self.seat(chair)?;
        if state == state::OVER {
            self.happening = Some(Happening::Ended);
            return Ok(());
        }
        if !was_set_up {
            // Who has left its chair is passed over.
            for _ in 0..self.chairs.len() {
                self.see_act(self.view().mover(), Action::End)?;
                if self.view().mover() == seat {
                    break;
                }
            }
        }
        if self.view().mover() != seat {
            return Err(Astray::Told("a turn out of order"));
        }
        let is_founding = [state::FIRST_SETTLEMENT, state::SECOND_SETTLEMENT].contains(&state);
        self.is_asked = is_founding && chair == self.own;
        Ok(())
    }

    /// Lets the player see what was gathered, and who has won by it.
    fn show(&mut self, won: Option<Victory>) -> Result<(), Astray> {
        let (paid, seat) = (std::mem::take(&mut self.paid), self.view().mover());
        let Some(happening) = self.happening.take() else { return Ok(()) };
        self.conclude()?;
        let none = Hand::EMPTY;
        match happening {
            Happening::Rolled(total, gained) => {
                self.see_act(seat, Action::Roll)?;
                let mut gains: EachPlayer<Hand> = self.chairs.iter().map(|_| none).collect();
                for (chair, cards) in gained {
                    gains[self.seat(chair)?.index()] = cards;
                }
                self.see(Event::Rolled { total, gains })?;
            }
            Happening::Built(action) => self.see_win(acted(seat, action, paid, none), won)?,
            Happening::Knight => self.see_win(acted(seat, Action::Knight, none, none), won)?,
            Happening::Robber { is_knight, hex, theft } => {
                if is_knight {
                    self.see_win(acted(seat, Action::Knight, none, none), won)?;
                }
                if !self.is_won() {
                    let victim = theft.map(|(victim, _)| victim);
                    self.see_act(seat, Action::Robber(hex, victim))?;
                    if let Some((victim, resource)) = theft {
                        self.see(Event::Stolen { thief: seat, victim, resource })?;
                    }
                }
            }
            Happening::Bought(card) => {
                self.see(acted(seat, Action::Buy, paid, none))?;
                self.see_win(Event::Drew { seat, card }, won)?;
            }
            Happening::Played(card) => {
                let is_knight = card == Card::Knight;
                let action = if is_knight { Action::Knight } else { Action::RoadBuilding };
                // By our rules our knight may win before the robber moves, and we know whether it does.
                let is_open = is_knight && won.is_none();
                self.see_like(acted(seat, action, none, none), won, is_open)?;
            }
            Happening::Plenty(cards) => {
                self.see_win(acted(seat, Action::YearOfPlenty(cards), none, cards), won)?;
            }
            Happening::Monopoly(Some(resource), taken) => {
                let taken = taken.into_iter().take(self.chairs.len()).collect();
                self.see_win(Event::Monopolised { seat, resource, taken }, won)?;
            }
            // It was taken back.
            Happening::Monopoly(None, _) => {}
            Happening::Discards(discards) => self.see_discards(&discards)?,
            Happening::Ended => self.see_win(acted(seat, Action::End, none, none), won)?,
        }
        self.follow_awards();
        Ok(())
    }

    pub(super) fn is_won(&self) -> bool {
        matches!(self.view().stage(), Stage::Won(_))
    }

    /// The server decides who holds the awards.
    fn follow_awards(&mut self) {
        let [road, army] = self.awards.map(|holder| self.seat(holder?).ok());
        if road != self.view().longest_road() {
            self.player.overrule(|world| world.overrule_longest_road(road));
        }
        if army != self.view().largest_army() {
            self.player.overrule(|world| world.overrule_largest_army(army));
        }
    }

    fn see_discards(&mut self, discards: &[(Hand, u32); MAX_PLAYERS]) -> Result<(), Astray> {
        let own = self.player.seat();
        let players = self.chairs.len();
        let count = |seat: Seat| discards[seat.index()].0.total() + discards[seat.index()].1;
        let cards = discards[own.index()].0;
        let mut parts = std::mem::take(&mut self.laid_aside);
        if parts.iter().fold(Hand::EMPTY, |sum, part| sum.plus(*part)) != cards {
            parts = vec![cards];
        }
        // Who is asked last sees at once what came of all.
        if Seat::all(players).skip(own.index() + 1).all(|seat| count(seat) == 0) {
            parts.pop();
        }
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            self.see(Event::LaidAside(part))?;
        }
        self.see(Event::Discarded {
            counts: Seat::all(players).map(count).collect(),
            cards: Seat::all(players).map(|seat| (seat == own).then_some(cards)).collect(),
            sum: None,
        })
    }

    /// Exchanges with the bank, one after the other; a server takes several at once.
    fn see_exchange(&mut self, seat: Seat, terms: Terms) -> Result<(), Astray> {
        let wanted =
            || Resource::ALL.into_iter().flat_map(|it| (0..terms.get.count(it)).map(move |_| it));
        let mut wanted = wanted();
        for give in Resource::ALL {
            let rate = self.view().rate(seat, give);
            for _ in 0..terms.give.count(give) / rate {
                let get = wanted.next().ok_or(Astray::Told("an exchange for nothing"))?;
                let paid = (0..rate).fold(Hand::EMPTY, |sum, _| sum.plus(Hand::one(give)));
                self.see(acted(seat, Action::Bank(give, get), paid, Hand::one(get)))?;
            }
        }
        if wanted.next().is_some() { Err(Astray::Told("an unfair exchange")) } else { Ok(()) }
    }

    /// The game is over.
    fn finish(&mut self) -> Outcome {
        if let Ok(winner) = self.seat(self.current) {
            let revealed = self.revealed[self.current];
            // How the game came out is the server's to say.
            let _ = self.show(Some(Victory { winner, revealed }));
        }
        if self.current == self.own { Outcome::Won } else { Outcome::Lost }
    }
}

/// How chance has dealt a board.
fn dealt(layout: &Layout) -> Vec<Chance> {
    let tokens = Hex::all().zip(layout.numbers);
    let tokens = tokens.filter_map(|(hex, number)| Some(Chance::Token(hex, number?)));
    let terrain = layout.terrain.into_iter().map(Chance::Terrain);
    let harbours = layout.harbours.into_iter().map(Chance::Harbour);
    terrain.chain(tokens).chain(harbours).collect()
}

/// What somebody did, with what it gave to the bank and got.
fn acted(seat: Seat, action: Action, paid: Hand, got: Hand) -> Event {
    let shown = match action {
        Action::Offer(terms, _) | Action::Counter(terms) => terms.give,
        _ => Hand::EMPTY,
    };
    Event::Acted { seat, action, paid, got, shown }
}

/// Whether two events are the same. What an action costs and brings follows from the rules.
fn is_like(one: &Event, other: &Event) -> bool {
    match (one, other) {
        (
            Event::Acted { seat, action, .. },
            Event::Acted { seat: other_seat, action: other_action, .. },
        ) => (seat, action) == (other_seat, other_action),
        _ => one == other,
    }
}
