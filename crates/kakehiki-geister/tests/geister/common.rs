//! What the tests share: games with options, positions from text, sums of samples.

use kakehiki_core::{
    Awaited, Ending, Game, GameRng, Happening, Moments, Observed, OngoingGame, Reply, Seat,
    SeatSet, Seed, Settings, Step, Turn,
};
use kakehiki_geister::{
    Action, Fate, GEISTER_OPTIONS, Geister, Ghost, GhostSet, NEGOGEISTER_OPTIONS, OF_A_COLOUR,
    Sight, Square, State, View,
};
use rand::RngExt;

pub const FIRST: Seat = Seat::new(0);
pub const SECOND: Seat = Seat::new(1);

/// The board of the spec's position K1.
pub const K1: &str = "B....R/.b..../....../....../....R./r.B..b";
/// The board of the spec's position K2.
pub const K2: &str = ".rb..B/..B.../.R..../....r./.b..R./b....B";
/// The board of the spec's position K3.
pub const K3: &str = "....../..b.../..Rr../..Bb../....../......";

/// Geister with these options.
pub fn plain(options: &[(&str, &str)]) -> Geister {
    let settings = Settings::new("geister", &GEISTER_OPTIONS, options.iter().copied());
    Geister::plain(&settings.expect("options of Geister"))
}

/// `NEGOGeister` with these options.
pub fn negotiating(options: &[(&str, &str)]) -> Geister {
    let settings = Settings::new("negogeister", &NEGOGEISTER_OPTIONS, options.iter().copied());
    Geister::negotiating(&settings.expect("options of NEGOGeister"))
}

pub fn ghost(letter: char) -> Ghost {
    Ghost::from_letter(letter).expect("a letter from A to H")
}

pub fn ghosts(letters: &str) -> GhostSet {
    letters.chars().fold(GhostSet::EMPTY, |set, letter| set.union(GhostSet::only(ghost(letter))))
}

/// The square in this column and row as `seat` sees it.
pub fn square(x: u8, y: u8, seat: Seat) -> Square {
    Square::new(x, y, seat).expect("a square of the board")
}

/// The square on which a ghost of `seat` stands, as column and row in its own view.
pub fn place(state: &State, seat: Seat, letter: char) -> Option<(u8, u8)> {
    let square = state.fate(seat, ghost(letter)).square()?;
    Some((square.x(seat), square.y(seat)))
}

/// The start of play with these bad ghosts.
pub fn begin(game: &Geister, first_bad: &str, second_bad: &str) -> State {
    game.begin([ghosts(first_bad), ghosts(second_bad)]).expect("set-ups of four")
}

/// A position in which `mover` moves a ghost.
pub fn board(text: &str, mover: Seat) -> State {
    State::from_board(text, mover).expect("a board")
}

/// The same position with some words of its snapshot replaced: 2 is the ply, 3 the stage, 4 and 5
/// the shown ghosts.
pub fn with_words(game: &Geister, state: &State, changes: &[(usize, &str)]) -> State {
    let text = game.snapshot(state);
    let mut words: Vec<&str> = text.split(' ').collect();
    for (index, word) in changes {
        words[*index] = word;
    }
    let text = words.join(" ");
    game.restore(&text).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays actions in a row, each of which must be legal.
pub fn play_all(game: &Geister, state: &mut State, actions: &[&str]) {
    for text in actions {
        let action: Action = text.parse().expect("an action");
        game.play(state, &action).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

/// The menu as text.
pub fn menu(game: &Geister, state: &State) -> Vec<String> {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    menu.iter().map(ToString::to_string).collect()
}

/// Why an action is refused; the state must stay as it was.
pub fn refusal(game: &Geister, state: &State, action: &str) -> String {
    let mut copy = state.clone();
    let action: Action = action.parse().expect("an action");
    let error = game.play(&mut copy, &action).expect_err("an illegal action");
    assert_eq!(copy, *state, "a refused action changes nothing");
    error.to_string()
}

/// The bytes that a view, a sight or anything else is written as.
pub fn bytes(value: &impl serde::Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("something that can be written")
}

/// Plays at random until the game is over, calling `visit` at every position, the last one
/// included.
pub fn random_game(game: &Geister, rng: &mut GameRng, mut visit: impl FnMut(&State)) -> State {
    let mut state = game.start();
    let mut menu = Vec::new();
    loop {
        visit(&state);
        if let Turn::Over(_) = game.turn(&state) {
            return state;
        }
        game.menu(&state, &mut menu);
        let action = menu[rng.random_range(0..menu.len())];
        game.play(&mut state, &action).expect("what is on the menu is legal");
    }
}

/// Plays at random until the game is over, calling `visit` at the start and after every step with
/// what happened, so that what the players saw of it can be looked at.
pub fn watch(
    game: &Geister,
    seed: Seed,
    mut visit: impl FnMut(&OngoingGame<Geister>, Option<&Happening<Geister>>),
) {
    let mut ongoing = OngoingGame::new(*game, seed);
    let (mut rng, mut menu) = (seed.rng(), Vec::new());
    visit(&ongoing, None);
    while let Awaited::Seat(_) = ongoing.awaited() {
        ongoing.menu(&mut menu);
        let happening = ongoing.answer(Reply::Action(menu[rng.random_range(0..menu.len())]));
        visit(&ongoing, happening.as_ref());
    }
}

/// The ghosts of `seat` that are on the board: how many are good and how many bad.
pub fn left(state: &State, seat: Seat) -> (u32, u32) {
    let on_board = Ghost::all().filter(|ghost| state.fate(seat, *ghost).square().is_some());
    on_board.fold((0, 0), |(good, bad), ghost| {
        if state.bad(seat).contains(ghost) { (good, bad + 1) } else { (good + 1, bad) }
    })
}

/// The ghosts of `seat` that were captured: how many were good and how many bad.
pub fn captured(state: &State, seat: Seat) -> (u32, u32) {
    let captured = Ghost::all().filter(|ghost| state.fate(seat, *ghost) == Fate::Captured);
    captured.fold((0, 0), |(good, bad), ghost| {
        if state.bad(seat).contains(ghost) { (good, bad + 1) } else { (good + 1, bad) }
    })
}

/// Which of the reasons to win hold for `seat`: an escape, all good ghosts of the other captured,
/// all own bad ones.
pub fn reasons(state: &State, seat: Seat) -> [bool; 3] {
    let (own, other) = (captured(state, seat), captured(state, seat.next(2)));
    [has_escaped(state, seat), other.0 == OF_A_COLOUR, own.1 == OF_A_COLOUR]
}

/// Whether a ghost of `seat` has left the board.
pub fn has_escaped(state: &State, seat: Seat) -> bool {
    Ghost::all().any(|ghost| state.fate(seat, ghost) == Fate::Escaped)
}

/// How many joint standard errors a mean is away from a figure with a standard error of its own.
pub fn strays(sample: &Moments, figure: f64, error: f64) -> f64 {
    (sample.mean() - figure).abs() / sample.standard_error().hypot(error)
}

/// The same for the mean of another sample.
pub fn strays_from(sample: &Moments, other: &Moments) -> f64 {
    strays(sample, other.mean(), other.standard_error())
}

/// The turn of a game that `seat` has won.
pub fn won(seat: Seat) -> Turn {
    Turn::Over(Ending::Won(SeatSet::only(seat)))
}

/// The sight of `seat` when an action is played.
pub fn sight_of(game: &Geister, state: &State, action: &str, seat: Seat) -> Option<Sight> {
    let Turn::Seat(actor) = game.turn(state) else {
        panic!("the game is over");
    };
    let mut after = state.clone();
    play_all(game, &mut after, &[action]);
    let step = Step::Action(actor, action.parse().expect("an action"));
    game.sight(state, &step, &after, seat)
}

/// What `seat` may know.
pub fn view(game: &Geister, state: &State, seat: Seat) -> View {
    game.view(state, &(), seat)
}
