//! What the tests share.

use kakehiki_core::{Game, GameRng, OngoingGame, Reply, Seat, Seed, Settings, Step, Turn};
use kakehiki_werewolf::{Action, Chance, Role, Sentence, Stage, State, WEREWOLF_OPTIONS, Werewolf};

/// The rules with these settings.
pub fn werewolf(options: &[(&str, &str)]) -> Werewolf {
    let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, options.iter().copied());
    Werewolf::new(&settings.expect("settings of a village"))
}

/// A player by the number that players are called by, from one.
pub fn player(number: usize) -> Seat {
    Seat::new(number - 1)
}

/// A table after the deal in which each player has this role.
pub fn table(game: &Werewolf, roles: &[Role]) -> OngoingGame<Werewolf> {
    let mut table = OngoingGame::new(*game, Seed::experiment(1));
    // Roles fall to players in the order in which they are drawn.
    let mut order: Vec<Seat> = Seat::all(roles.len()).collect();
    order.sort_by_key(|seat| roles[seat.index()]);
    while table.state().stage() == Stage::Request {
        table.answer(Reply::Action(Action::Request(None)));
    }
    for seat in order {
        table.resolve(Chance::Next(seat)).expect("a draw of the deal");
    }
    for seat in Seat::all(roles.len()) {
        assert_eq!(table.state().role(seat), roles[seat.index()]);
    }
    table
}

/// The state after the deal in which each player has this role.
pub fn dealt(game: &Werewolf, roles: &[Role]) -> State {
    table(game, roles).state().clone()
}

/// Takes a step at a table.
pub fn take(table: &mut OngoingGame<Werewolf>, step: &Step<Werewolf>) {
    match step {
        Step::Action(_, action) => {
            table.check(action).unwrap_or_else(|error| panic!("{action}: {error}"));
            table.answer(Reply::Action(action.clone()));
        }
        Step::Chance(chance) => {
            table.resolve(*chance).expect("an outcome of chance");
        }
    }
}

/// Takes one step: chance draws, and whoever is asked answers by `answer`, or says `Over`, votes
/// for the lowest and does nothing at night where that gives none.
pub fn step(
    game: &Werewolf,
    state: &mut State,
    rng: &mut GameRng,
    answer: &mut impl FnMut(Seat, &State) -> Option<Action>,
) {
    match game.turn(state) {
        Turn::Over(_) => panic!("the game is over"),
        Turn::Chance => {
            let chance = game.draw(state, rng);
            game.resolve(state, &chance).expect("a drawn outcome");
        }
        Turn::Seat(seat) => {
            let action = answer(seat, state).unwrap_or_else(|| default_answer(seat, state));
            game.play(state, &action).unwrap_or_else(|error| panic!("{action}: {error}"));
        }
    }
}

fn default_answer(seat: Seat, state: &State) -> Action {
    match state.stage() {
        Stage::Vote => Action::Vote(state.alive().except(seat).lowest().expect("another player")),
        Stage::Divine => Action::Divine(None),
        Stage::Guard => Action::Guard(None),
        Stage::Attack => Action::Attack(None),
        Stage::Request => Action::Request(None),
        _ => Action::Say(Sentence::OVER),
    }
}

/// Goes on until the state is as wanted.
pub fn go_on(
    game: &Werewolf,
    state: &mut State,
    rng: &mut GameRng,
    answer: &mut impl FnMut(Seat, &State) -> Option<Action>,
    wanted: impl Fn(&State) -> bool,
) {
    while !wanted(state) {
        step(game, state, rng, answer);
    }
}

/// The roles of the village of five: players 1 and 2 are villagers, 3 the seer, 4 the possessed and
/// 5 the werewolf.
pub const FIVE: [Role; 5] =
    [Role::Villager, Role::Villager, Role::Seer, Role::Possessed, Role::Werewolf];

/// The roles of the village of eleven: 1 bodyguard, 2 medium, 3 possessed, 4 seer, 5 to 9
/// villagers, 10 and 11 werewolves.
pub const ELEVEN: [Role; 11] = [
    Role::Bodyguard,
    Role::Medium,
    Role::Possessed,
    Role::Seer,
    Role::Villager,
    Role::Villager,
    Role::Villager,
    Role::Villager,
    Role::Villager,
    Role::Werewolf,
    Role::Werewolf,
];
