//! What each fuzz target does with its bytes, as ordinary functions that panic if a promise is broken.
//!
//! The stable test over the committed corpus includes this file too.

use std::{fmt::Debug, mem::discriminant, str::FromStr};

use kakehiki_catan::{CATAN, CATAN_OPTIONS, Catan};
use kakehiki_core::{
    AgentName, Event, Game, Log, LogWriter, Observed, Occupant, Seat, Seed, Settings, Tongue, Turn,
};
use kakehiki_games::{GAMES, Numbers, converse};
use kakehiki_geister::{GEISTER_OPTIONS, Geister, NEGOGEISTER_OPTIONS};
use kakehiki_monopoly::{MONOPOLY_OPTIONS, Monopoly, Position};
use kakehiki_werewolf::{Language, WEREWOLF_OPTIONS, Werewolf};
use serde_json::Value;

/// A list of agents is read or refused, and what is read comes back from its text.
pub fn agent_name(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    match AgentName::list(text) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(names) => {
            let texts: Vec<String> = names.iter().map(ToString::to_string).collect();
            assert_eq!(AgentName::list(&texts.join(",")), Ok(names));
        }
    }
}

/// A log is read or refused; what is read comes back from its text, and replays or is refused under the rules.
pub fn event_log(data: &[u8]) {
    let Ok(log) = Log::from_bytes(data) else {
        return;
    };
    let mut lines = vec![serde_json::to_string(&log.header).expect("a header is text")];
    lines.extend(
        log.events.iter().map(|event| serde_json::to_string(event).expect("so is an event")),
    );
    let again = Log::parse(&(lines.join("\n") + "\n")).expect("a log that was written");
    assert_eq!((&again.header, &again.events), (&log.header, &log.events));
    assert!(!again.is_torn);
    for game in geisters() {
        if let Err(error) = log.replay(&game, |_, _| ()) {
            assert!(error.to_string().starts_with("line "), "{error}");
        }
    }
}

/// What a program says at a table is taken or refused line by line, and the game stays one of the rules. The
/// first byte says which game it is, and whether the program throws the dice.
pub fn seat_messages(data: &[u8]) {
    let Some((&how, mut lines)) = data.split_first() else {
        return;
    };
    let game = GAMES[usize::from(how / 2) % GAMES.len()];
    let table = game.open(&Settings::defaults(game.options()));
    let occupant = |seat: usize| match seat {
        0 | 2 => Occupant::Program("external".to_owned()),
        _ => Occupant::Agent("random".to_owned()),
    };
    let seats = (0..table.seats()).map(occupant).collect();
    let mut ongoing = table.begin(seats, Numbers::default()).expect("agents that are known");
    let (mut told, mut unwritten) = (Vec::new(), None::<LogWriter<Vec<u8>>>);
    converse(&mut *ongoing, how % 2 == 1, &mut lines, &mut told, &mut unwritten)
        .expect("lines that are not too long");
    let messages = told.split(|byte| *byte == b'\n').filter(|message| !message.is_empty());
    for message in messages {
        let message: Value = serde_json::from_slice(message).expect("a message");
        assert!(message["type"].is_string(), "{message}");
    }
    let (header, events) = (ongoing.header().clone(), ongoing.events().to_vec());
    for event in &events {
        if let Event::Text { text, .. } = event {
            assert!(text.chars().count() <= 400 && !text.chars().any(char::is_control), "{text:?}");
        }
    }
    let log = Log { header, events, is_torn: false };
    table.replay(&log, &mut |_, _| {}).expect("a game of the rules");
}

/// An action of Geister.
pub fn geister_action(data: &[u8]) {
    try_action(&geister_positions(), data);
}

/// A snapshot of Geister.
pub fn geister_snapshot(data: &[u8]) {
    for game in geisters() {
        restore_and_play(&game, data, |state| {
            for seat in Seat::all(game.seats()) {
                let view = game.view(state, &(), seat);
                let world = game.sample(&view, &mut Seed::experiment(1).rng());
                assert_eq!(game.view(&world, &(), seat), view);
                assert!(!game.view_picture(&view).is_empty());
            }
        });
    }
}

/// An action of Catan.
pub fn catan_action(data: &[u8]) {
    try_action_unchecked(&catan_positions(), data);
}

/// An outcome of chance in Catan.
pub fn catan_chance(data: &[u8]) {
    try_chance(&catan_positions(), data);
}

/// A snapshot of Catan.
pub fn catan_snapshot(data: &[u8]) {
    for game in catans() {
        restore_and_play(&game, data, |state| {
            for seat in Seat::all(game.seats()) {
                // Without a history a view knows no hands, so that worlds hold other ones; they can be made all the same.
                let view = game.view(state, &None, seat);
                game.sample(&view, &mut Seed::experiment(1).rng());
                assert!(!game.view_picture(&view).is_empty());
            }
        });
    }
}

/// An action of Monopoly.
pub fn monopoly_action(data: &[u8]) {
    try_action_unchecked(&monopoly_positions(), data);
}

/// An outcome of chance in Monopoly.
pub fn monopoly_chance(data: &[u8]) {
    try_chance(&monopoly_positions(), data);
}

/// A snapshot of Monopoly.
pub fn monopoly_snapshot(data: &[u8]) {
    for game in monopolies() {
        restore_and_play(&game, data, |_| ());
    }
}

/// A position of Monopoly with a trade is read or refused; what is read comes back from its line, and opens or is refused
/// under the rules.
pub fn monopoly_position(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let Ok(position) = Position::from_line(text) else {
        return;
    };
    assert_eq!(Position::from_line(&position.to_line()).ok().as_ref(), Some(&position));
    for game in monopolies() {
        match position.open(&game) {
            Err(illegal) => assert!(!illegal.to_string().is_empty()),
            Ok((state, deal)) => {
                assert_eq!(game.turn(&state), Turn::Seat(deal.partner));
                assert_eq!(game.restore(&game.snapshot(&state)), Ok(state));
            }
        }
    }
}

/// An action of Werewolf.
pub fn werewolf_action(data: &[u8]) {
    try_action_unchecked(&werewolf_positions(), data);
}

/// An outcome of chance in Werewolf.
pub fn werewolf_chance(data: &[u8]) {
    try_chance(&werewolf_positions(), data);
}

/// A snapshot of Werewolf.
pub fn werewolf_snapshot(data: &[u8]) {
    for game in villages() {
        restore_and_play(&game, data, |_| ());
    }
}

/// An utterance of Werewolf is read or refused in both versions of the language; what is read comes back from its text
/// and can be told to people.
pub fn werewolf_sentence(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for language in [Language::Early, Language::Late] {
        let Ok(sentence) = language.parse(text) else {
            continue;
        };
        assert!(language.allows(&sentence), "{sentence}");
        assert_eq!(language.parse(&sentence.written(language)), Ok(sentence));
        assert_eq!(sentence.to_string().parse(), Ok(sentence));
        for tongue in [Tongue::English, Tongue::Japanese] {
            assert!(!sentence.plain(Seat::new(0), tongue).is_empty());
        }
    }
}

fn read<T: FromStr>(data: &[u8]) -> Option<T> {
    str::from_utf8(data).ok()?.parse().ok()
}

/// An action is read or refused; what is read comes back from its text and may be tried anywhere.
fn try_action<G: Game>(positions: &[(G, G::State)], data: &[u8]) {
    let Some(action) = read::<G::Action>(data) else {
        return;
    };
    assert_eq!(action.to_string().parse().as_ref(), Ok(&action));
    for (game, state) in positions {
        let mut copy = state.clone();
        let verdict = game.play(&mut copy, &action);
        assert_eq!(verdict, game.check(state, &action));
        assert!(verdict.is_ok() || copy == *state, "{action} changed {state:?} to {copy:?}");
    }
}

/// The same where unchecked play may do anything but panic.
fn try_action_unchecked<G: Game>(positions: &[(G, G::State)], data: &[u8]) {
    try_action(positions, data);
    if let Some(action) = read::<G::Action>(data) {
        for (game, state) in positions {
            game.play_unchecked(&mut state.clone(), &action);
        }
    }
}

/// An outcome of chance is read or refused; what is read comes back from its text and may be tried anywhere.
fn try_chance<G: Game>(positions: &[(G, G::State)], data: &[u8]) {
    let Some(chance) = read::<G::Chance>(data) else {
        return;
    };
    assert_eq!(chance.to_string().parse().as_ref(), Ok(&chance));
    for (game, state) in positions {
        let mut copy = state.clone();
        let verdict = game.resolve(&mut copy, &chance);
        assert_eq!(verdict, game.check_chance(state, &chance));
        assert!(verdict.is_ok() || copy == *state, "{chance} changed {state:?} to {copy:?}");
        game.resolve_unchecked(&mut state.clone(), &chance);
    }
}

/// A snapshot is read or refused; what is read comes back from its text, can be looked at, and can be played on.
fn restore_and_play<G: Game>(game: &G, data: &[u8], look: impl Fn(&G::State)) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let Ok(mut state) = game.restore(text) else {
        return;
    };
    assert_eq!(game.snapshot(&state), text);
    look(&state);
    let (mut menu, mut rng) = (Vec::new(), Seed::experiment(1).rng());
    for step in 0..200 {
        assert!(!game.picture(&state).is_empty());
        if matches!(game.turn(&state), Turn::Over(_)) {
            game.menu(&state, &mut menu);
            assert!(menu.is_empty(), "{menu:?} in {state:?}");
            break;
        }
        // At first everything that can happen is tried, then one thing after another.
        if step == 0 {
            game.menu(&state, &mut menu);
            for action in &menu {
                let mut next = state.clone();
                game.play(&mut next, action).expect("what is on the menu is legal");
                assert_eq!(game.restore(&game.snapshot(&next)), Ok(next));
            }
            for (chance, _) in game.chances(&state) {
                let mut next = state.clone();
                game.resolve(&mut next, &chance).expect("what is listed can happen");
            }
        }
        go_on(game, &mut state, step, &mut menu, &mut rng);
    }
}

/// Takes a step; any choice will do that is not always the first.
fn go_on<G: Game>(
    game: &G,
    state: &mut G::State,
    step: usize,
    menu: &mut Vec<G::Action>,
    rng: &mut kakehiki_core::GameRng,
) {
    if game.turn(state) == Turn::Chance {
        let outcome = game.draw(state, rng);
        game.resolve(state, &outcome).expect("what is drawn can happen");
    } else {
        game.menu(state, menu);
        assert!(!menu.is_empty(), "whoever has to act has a menu: {state:?}");
        game.play(state, &menu[7 * step % menu.len()]).expect("what is on the menu is legal");
    }
}

/// Positions from a seeded game: the first, and every kind that comes up, once.
fn positions<G: Game, K: PartialEq + Debug>(
    games: impl IntoIterator<Item = (G, G::State)>,
    kind: impl Fn(&G::State) -> K,
) -> Vec<(G, G::State)> {
    let mut positions = Vec::new();
    for (game, mut state) in games {
        let (mut menu, mut rng) = (Vec::new(), Seed::experiment(2).rng());
        let mut kinds = Vec::new();
        positions.push((game.clone(), game.start()));
        for step in 0..600 {
            if !kinds.contains(&kind(&state)) {
                kinds.push(kind(&state));
                positions.push((game.clone(), state.clone()));
            }
            if matches!(game.turn(&state), Turn::Over(_)) {
                break;
            }
            go_on(&game, &mut state, step, &mut menu, &mut rng);
        }
    }
    positions
}

/// Both games with their defaults.
fn geisters() -> [Geister; 2] {
    [
        Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)),
        Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS)),
    ]
}

fn geister_positions() -> Vec<(Geister, <Geister as Game>::State)> {
    // The set-up of either side, and the first moves of both.
    let mut all = Vec::new();
    for game in geisters() {
        let (mut state, mut menu) = (game.start(), Vec::new());
        let mut rng = Seed::experiment(2).rng();
        for step in 0..6 {
            all.push((game, state.clone()));
            go_on(&game, &mut state, step, &mut menu, &mut rng);
        }
    }
    all
}

/// Catan with its defaults, and as two other programs and a paper play it.
fn catans() -> [Catan; 4] {
    ["printed", "jsettlers", "catanatron", "nakazawa2018"].map(|rules| {
        let options = Settings::new("catan", &CATAN_OPTIONS, [("rules", rules)]);
        Catan::new(&options.expect("a set of rules"))
    })
}

fn catan_positions() -> Vec<(Catan, kakehiki_catan::State)> {
    let openings = catans().map(|game| (game, (CATAN.opening)(&game)));
    positions(openings, |state| discriminant(&state.stage()))
}

/// Monopoly for two and for three, as printed and as the browser game plays it.
fn monopolies() -> [Monopoly; 4] {
    [("official", "2"), ("official", "3"), ("moyer2020", "2"), ("moyer2020", "3")].map(
        |(rules, players)| {
            let options = [("rules", rules), ("players", players)];
            let options = Settings::new("monopoly", &MONOPOLY_OPTIONS, options);
            Monopoly::new(&options.expect("options of Monopoly"))
        },
    )
}

fn monopoly_positions() -> Vec<(Monopoly, kakehiki_monopoly::State)> {
    let games = monopolies().map(|game| (game, game.start()));
    positions(games, |state| discriminant(&state.stage()))
}

/// Villages of five, and one of eleven in which everything that can be set is.
fn villages() -> Vec<Werewolf> {
    let sets: [&[(&str, &str)]; 3] = [
        &[("village", "5"), ("delivery", "turn")],
        &[("village", "5"), ("delivery", "immediate")],
        &[
            ("village", "11"),
            ("role-requests", "on"),
            ("first-day-talk", "on"),
            ("first-day-vote", "on"),
            ("no-attack", "on"),
            ("no-execution", "on"),
            ("whisper-before-revote", "on"),
            ("max-talk-turn", "2"),
        ],
    ];
    let game = |options: &[(&str, &str)]| {
        let options = Settings::new("werewolf", &WEREWOLF_OPTIONS, options.iter().copied());
        Werewolf::new(&options.expect("settings of a village"))
    };
    sets.into_iter().map(game).collect()
}

fn werewolf_positions() -> Vec<(Werewolf, kakehiki_werewolf::State)> {
    let games = villages().into_iter().map(|game| (game, game.start()));
    positions(games, kakehiki_werewolf::State::stage)
}
