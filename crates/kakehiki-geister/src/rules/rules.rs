//! How the game goes on: set-ups, the negotiation step, moves, captures, escapes and endings.

use kakehiki_bargain::{Answer, Protocol, Session};
use kakehiki_core::{
    Ending, Game, GameRng, Illegal, Kind, NotationError, Parameter, Seat, SeatSet, Settings, Step,
    Turn,
};

use super::{
    action::{Action, NoChance},
    ghost::{Fate, Ghost, GhostSet, OF_A_COLOUR},
    notation, speech,
    square::Direction,
    state::{Exchange, Side, Stage, State, WINDOW, opponent},
};

/// The rule options of Geister.
pub static GEISTER_OPTIONS: [Parameter; 4] = [CAP, REPETITION, SPEAKING, STATEMENTS];

/// The rule options of NEGOGeister.
pub static NEGOGEISTER_OPTIONS: [Parameter; 6] = [
    CAP,
    REPETITION,
    Parameter {
        name: "skip",
        kind: Kind::Switch,
        default: "off",
        help: "the mover may do without a request",
    },
    Parameter {
        name: "strict",
        kind: Kind::Switch,
        default: "off",
        help: "a missing or illegal answer in the negotiation loses, instead of ending the step",
    },
    SPEAKING,
    STATEMENTS,
];

const CAP: Parameter = Parameter {
    name: "cap",
    kind: Kind::Integer(1, 10_000),
    default: "300",
    help: "plies after which a game without a winner is a draw",
};

const REPETITION: Parameter = Parameter {
    name: "repetition",
    kind: Kind::Choice(&["off", "2", "3", "4"]),
    default: "off",
    help: "a position that occurs this often within the last 16 plies is a draw",
};

const SPEAKING: Parameter = Parameter::switch(
    "speaking",
    "off",
    "whether players may make statements, true or not: some in the own turn, and one after they were \
     asked for an exchange that was agreed",
);

const STATEMENTS: Parameter = Parameter::integer(
    "statements",
    (0, 20),
    "1",
    "the statements that a player may make in its own turn, if speaking is on",
);

/// The rules of Geister, or of NEGOGeister, with their options.
///
/// Followed are the board game's rules with the length cap of the contests. Set-ups are chosen one
/// player after the other and shown to nobody. In NEGOGeister one negotiation step precedes every
/// move: the mover asks to see a ghost, the other names one in exchange or refuses, the mover
/// agrees or breaks off; on agreement both are shown. A request is mandatory unless `skip` is on;
/// only ghosts on the board that were never shown can be asked for or named; when one side has none
/// left the step is left out. A negotiation costs no ply.
///
/// Where players may speak, the mover may do so whenever it asks or moves, and in NEGOGeister the
/// one who was asked once after each exchange that was agreed, before the mover moves. Whoever lost
/// a ghost is on turn next and needs no window of its own. A statement names the colour of a ghost
/// on the board, own or not, or an intention; it binds nobody and costs no ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geister {
    cap: u16,
    repetition: Option<usize>,
    negotiation: Option<Negotiation>,
    /// How many statements the mover may make in a turn, if players may speak.
    speaking: Option<u8>,
}

/// The options of the negotiation step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Negotiation {
    may_skip: bool,
    is_strict: bool,
}

impl Geister {
    /// Geister with these [`GEISTER_OPTIONS`].
    pub fn plain(options: &Settings) -> Self {
        let repetition = options.text("repetition");
        Self {
            cap: options.integer("cap") as u16,
            repetition: repetition.parse().ok(),
            negotiation: None,
            speaking: options.is_on("speaking").then(|| options.choice("statements")),
        }
    }

    /// NEGOGeister with these [`NEGOGEISTER_OPTIONS`].
    pub fn negotiating(options: &Settings) -> Self {
        let negotiation =
            Negotiation { may_skip: options.is_on("skip"), is_strict: options.is_on("strict") };
        Self { negotiation: Some(negotiation), ..Self::plain(options) }
    }

    /// Whether a negotiation step precedes every move.
    pub fn negotiates(&self) -> bool {
        self.negotiation.is_some()
    }

    /// The number of plies after which a game without a winner is a draw.
    pub fn cap(&self) -> u16 {
        self.cap
    }

    /// The same rules without the negotiation step.
    #[must_use]
    pub fn without_negotiation(&self) -> Self {
        Self { negotiation: None, ..*self }
    }

    /// The same rules without speech.
    #[must_use]
    pub fn without_speaking(&self) -> Self {
        Self { speaking: None, ..*self }
    }

    /// Whether positions that come again end the game.
    pub fn watches_repetition(&self) -> bool {
        self.repetition.is_some()
    }

    /// The start of play once both players have set up.
    ///
    /// # Errors
    /// If a set-up is not of four ghosts.
    pub fn begin(&self, bad: [GhostSet; 2]) -> Result<State, Illegal> {
        let mut state = self.start();
        for set in bad {
            self.play(&mut state, &Action::SetUp(set))?;
        }
        Ok(state)
    }

    /// How a position has ended by the rules, if it has.
    pub(crate) fn judge(&self, state: &State) -> Option<Ending> {
        if state.stage == Stage::SetUp {
            return None;
        }
        for (seat, side) in Seat::all(2).zip(&state.sides) {
            let on_board = side.on_board();
            let (good, bad) = (on_board.without(side.bad()), on_board.intersection(side.bad()));
            if side.fates.contains(&Fate::Escaped) || bad.is_empty() {
                return Some(Ending::Won(SeatSet::only(seat)));
            }
            if good.is_empty() {
                return Some(Ending::Won(SeatSet::only(opponent(seat))));
            }
        }
        let is_repeated = self.repetition.is_some_and(|limit| state.recent.occurrences() >= limit);
        (is_repeated || state.plies >= self.cap).then_some(Ending::Drawn)
    }

    /// Brings a position to the stage that precedes a move.
    pub(crate) fn open_turn(&self, state: &mut State) {
        let can_negotiate = state.sides.iter().all(|side| !side.unshown().is_empty());
        state.stage = if self.negotiates() && can_negotiate { Stage::Request } else { Stage::Move };
    }

    /// Whether the mover may say one thing more.
    fn may_speak(&self, state: &State) -> bool {
        self.speaking.is_some_and(|statements| state.said < statements)
    }

    /// Ends a ply: the other player is next, unless the game is over.
    fn end_ply(&self, state: &mut State) {
        state.plies += 1;
        state.said = 0;
        state.mover = opponent(state.mover);
        if self.repetition.is_some() {
            state.recent.push(state.position());
        }
        self.open_turn(state);
        state.ending = self.judge(state);
    }

    /// Takes an answer in a negotiation; when it is over, the mover moves, or the other speaks first.
    fn answer(&self, state: &mut State, action: Action) {
        let Stage::Negotiation(mut session) = state.stage else {
            return;
        };
        let (Some(seat), Some(exchange)) = (session.to_answer(), session.on_table()) else {
            return;
        };
        let answer = match action {
            Action::Name(named) => Answer::Counter(Exchange { named: Some(named), ..exchange }),
            Action::Agree => Answer::Accept,
            _ => Answer::Refuse,
        };
        // A legal action is an answer that the protocol allows.
        let allowed = session.answer(seat, answer);
        debug_assert!(allowed.is_ok(), "{action} in {state:?}");
        state.stage = match session.result() {
            None => Stage::Negotiation(session),
            Some(Some(exchange)) => {
                state.show(exchange);
                if self.speaking.is_some() { Stage::Speak } else { Stage::Move }
            }
            Some(None) => Stage::Move,
        };
    }

    fn check_move(state: &State, ghost: Ghost, direction: Direction) -> Result<(), Illegal> {
        let side = &state.sides[state.mover.index()];
        let square = side.fates[ghost.index()]
            .square()
            .ok_or_else(|| Illegal(format!("{ghost} is not on the board")))?;
        let target = square
            .step(direction, state.mover)
            .ok_or_else(|| Illegal(format!("{ghost} would leave the board")))?;
        match side.ghost_on(target) {
            Some(other) => Err(Illegal(format!("{other} stands in the way of {ghost}"))),
            None => Ok(()),
        }
    }

    fn check_escape(state: &State, ghost: Ghost) -> Result<(), Illegal> {
        let side = &state.sides[state.mover.index()];
        let is_on_exit =
            side.fates[ghost.index()].square().is_some_and(|square| square.is_exit_of(state.mover));
        if !is_on_exit {
            return Err(Illegal(format!("{ghost} does not stand on an exit")));
        }
        if side.bad().contains(ghost) {
            return Err(Illegal(format!("{ghost} is bad and can never leave")));
        }
        Ok(())
    }
}

fn check_unshown(side: &Side, ghost: Ghost) -> Result<(), Illegal> {
    if side.unshown().contains(ghost) {
        Ok(())
    } else {
        Err(Illegal(format!("{ghost} is not on the board or was shown already")))
    }
}

impl Game for Geister {
    type State = State;
    type Action = Action;
    type Chance = NoChance;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> State {
        State::new()
    }

    fn turn(&self, state: &State) -> Turn {
        if let Some(ending) = state.ending {
            return Turn::Over(ending);
        }
        let answering = match state.stage {
            Stage::Negotiation(session) => session.to_answer(),
            Stage::Speak => Some(opponent(state.mover)),
            Stage::SetUp | Stage::Request | Stage::Move => None,
        };
        Turn::Seat(answering.unwrap_or(state.mover))
    }

    fn menu(&self, state: &State, menu: &mut Vec<Action>) {
        menu.clear();
        if state.ending.is_some() {
            return;
        }
        let own = &state.sides[state.mover.index()];
        let other = &state.sides[opponent(state.mover).index()];
        match state.stage {
            Stage::SetUp => menu.extend(GhostSet::setups().map(Action::SetUp)),
            Stage::Request => {
                menu.extend(other.unshown().iter().map(Action::Request));
                if self.negotiation.is_some_and(|negotiation| negotiation.may_skip) {
                    menu.push(Action::Pass);
                }
            }
            Stage::Negotiation(session) if session.may_counter() => {
                menu.extend(own.unshown().iter().map(Action::Name));
                menu.push(Action::Refuse);
            }
            Stage::Negotiation(_) => menu.extend([Action::Agree, Action::BreakOff]),
            Stage::Speak => {
                menu.push(Action::Quiet);
                speech::statement_menu(state, opponent(state.mover), menu);
            }
            Stage::Move => {
                let (good, bad) = own.boards();
                let occupied = good | bad;
                for ghost in Ghost::all() {
                    let Fate::OnBoard(square) = own.fates[ghost.index()] else {
                        continue;
                    };
                    for direction in Direction::ALL {
                        if let Some(target) = square.step(direction, state.mover)
                            && occupied & target.bit() == 0
                        {
                            menu.push(Action::Move(ghost, direction));
                        }
                    }
                    if square.is_exit_of(state.mover) && !own.bad().contains(ghost) {
                        menu.push(Action::Escape(ghost));
                    }
                }
            }
        }
        if matches!(state.stage, Stage::Request | Stage::Move) && self.may_speak(state) {
            speech::statement_menu(state, state.mover, menu);
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        if state.ending.is_some() {
            return Err(Illegal("the game is over".to_owned()));
        }
        let own = &state.sides[state.mover.index()];
        let other = &state.sides[opponent(state.mover).index()];
        match (state.stage, *action) {
            (Stage::SetUp, Action::SetUp(bad)) if bad.len() == OF_A_COLOUR => Ok(()),
            (Stage::SetUp, Action::SetUp(bad)) => {
                Err(Illegal(format!("{} ghosts are bad instead of {OF_A_COLOUR}", bad.len())))
            }
            (Stage::Request, Action::Request(ghost)) => check_unshown(other, ghost),
            (Stage::Request, Action::Pass)
                if self.negotiation.is_some_and(|negotiation| negotiation.may_skip) =>
            {
                Ok(())
            }
            (Stage::Negotiation(session), Action::Name(ghost)) if session.may_counter() => {
                check_unshown(own, ghost)
            }
            (Stage::Negotiation(session), Action::Refuse) if session.may_counter() => Ok(()),
            (Stage::Negotiation(session), Action::Agree | Action::BreakOff)
                if session.may_accept() =>
            {
                Ok(())
            }
            (Stage::Move, Action::Move(ghost, direction)) => {
                Self::check_move(state, ghost, direction)
            }
            (Stage::Move, Action::Escape(ghost)) => Self::check_escape(state, ghost),
            (Stage::Speak, Action::Quiet) => Ok(()),
            (Stage::Speak, Action::Say(statement)) => {
                speech::check_statement(state, opponent(state.mover), statement)
            }
            (Stage::Request | Stage::Move, Action::Say(_)) if !self.may_speak(state) => {
                Err(Illegal("no more statements may be made in this turn".to_owned()))
            }
            (Stage::Request | Stage::Move, Action::Say(statement)) => {
                speech::check_statement(state, state.mover, statement)
            }
            (stage, action) => Err(Illegal(format!("{action} does not belong to {stage:?}"))),
        }
    }

    fn play_unchecked(&self, state: &mut State, action: &Action) {
        let mover = state.mover;
        match *action {
            Action::SetUp(bad) => {
                state.sides[mover.index()].bad = Some(bad);
                state.mover = opponent(mover);
                if mover.index() == 1 {
                    self.open_turn(state);
                    if self.repetition.is_some() {
                        state.recent.push(state.position());
                    }
                }
            }
            Action::Move(ghost, direction) => {
                let fate = &mut state.sides[mover.index()].fates[ghost.index()];
                if let Some(target) = fate.square().and_then(|from| from.step(direction, mover)) {
                    *fate = Fate::OnBoard(target);
                    let other = &mut state.sides[opponent(mover).index()];
                    if let Some(captured) = other.ghost_on(target) {
                        other.fates[captured.index()] = Fate::Captured;
                    }
                }
                self.end_ply(state);
            }
            Action::Escape(ghost) => {
                state.sides[mover.index()].fates[ghost.index()] = Fate::Escaped;
                self.end_ply(state);
            }
            Action::Request(asked) => {
                let exchange = Exchange { mover, asked, named: None };
                let protocol = Protocol::ASK_AND_PRICE;
                let session = Session::open(protocol, mover, opponent(mover), exchange);
                state.stage = Stage::Negotiation(session);
            }
            Action::Pass => state.stage = Stage::Move,
            Action::Name(_) | Action::Refuse | Action::Agree | Action::BreakOff => {
                self.answer(state, *action);
            }
            Action::Say(_) | Action::Quiet if state.stage == Stage::Speak => {
                state.stage = Stage::Move;
            }
            Action::Say(_) | Action::Quiet => state.said = state.said.saturating_add(1),
        }
    }

    fn draw(&self, _state: &State, _rng: &mut GameRng) -> NoChance {
        unreachable!("Geister has no chance")
    }

    fn chances(&self, _state: &State) -> Vec<(NoChance, f64)> {
        Vec::new()
    }

    fn check_chance(&self, _state: &State, chance: &NoChance) -> Result<(), Illegal> {
        match *chance {}
    }

    fn resolve_unchecked(&self, _state: &mut State, chance: &NoChance) {
        match *chance {}
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.plies)
    }

    fn fallbacks(&self, state: &State) -> Vec<Action> {
        let answer = match state.stage {
            Stage::Request => Some(Action::Pass),
            Stage::Negotiation(session) if session.may_counter() => Some(Action::Refuse),
            Stage::Negotiation(_) => Some(Action::BreakOff),
            Stage::Speak => return vec![Action::Quiet],
            Stage::SetUp | Stage::Move => None,
        };
        let is_lenient = self.negotiation.is_some_and(|negotiation| !negotiation.is_strict);
        answer.filter(|_| is_lenient).into_iter().collect()
    }

    fn counters(&self) -> &'static [&'static str] {
        if self.negotiates() { &NEGOTIATION_COUNTERS } else { &[] }
    }

    fn count(&self, _before: &State, step: &Step<Self>, counts: &mut [Vec<u32>]) {
        let Step::Action(seat, action) = step else {
            return;
        };
        let counter = match action {
            Action::Request(_) => 0,
            Action::Name(_) => 1,
            Action::Refuse => 2,
            Action::Agree => 3,
            Action::BreakOff => 4,
            Action::SetUp(_)
            | Action::Move(..)
            | Action::Escape(_)
            | Action::Pass
            | Action::Say(_)
            | Action::Quiet => return,
        };
        counts[seat.index()][counter] += 1;
    }

    fn snapshot(&self, state: &State) -> String {
        notation::snapshot(state)
    }

    fn restore(&self, text: &str) -> Result<State, NotationError> {
        let mut state = notation::restore(text, self.negotiates(), self.speaking)?;
        state.ending = self.judge(&state);
        Ok(state)
    }

    fn picture(&self, state: &State) -> String {
        notation::picture(state)
    }
}

/// What the negotiation step counts for each seat, in the order of its choices.
static NEGOTIATION_COUNTERS: [&str; 5] = ["requests", "named", "refused", "agreed", "broken-off"];

const _: () = assert!(WINDOW == 16, "the help of the repetition option names the window");
