//! What each fuzz target does with its bytes, as ordinary functions that panic if a promise is broken.
//!
//! The stable test over the committed corpus includes this file too.

use kakehiki_catan::{CATAN, CATAN_OPTIONS, Catan};
use kakehiki_core::{AgentName, Game, Log, Observed, Seat, Seed, Settings, Turn};
use kakehiki_geister::{Action, GEISTER_OPTIONS, Geister, NEGOGEISTER_OPTIONS};
use kakehiki_monopoly::{MONOPOLY_OPTIONS, Monopoly, Position};
use kakehiki_werewolf::{Language, Tongue, WEREWOLF_OPTIONS, Werewolf};

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
    for game in games() {
        if let Err(error) = log.replay(&game, &mut ()) {
            assert!(error.to_string().starts_with("line "), "{error}");
        }
    }
}

/// An action of Geister is read or refused; what is read comes back from its text and may be tried anywhere.
pub fn geister_action(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let Ok(action) = text.parse::<Action>() else {
        return;
    };
    assert_eq!(action.to_string().parse(), Ok(action));
    let set_up: Action = "set:ABCD".parse().expect("a set-up");
    for game in games() {
        let mut state = game.start();
        for _ in 0..3 {
            let mut copy = state.clone();
            let verdict = game.play(&mut copy, &action);
            assert_eq!(verdict, game.check(&state, &action));
            assert!(verdict.is_ok() || copy == state, "{action} changed {state:?} to {copy:?}");
            if game.play(&mut state, &set_up).is_err() {
                break;
            }
        }
    }
}

/// A snapshot of Geister is read or refused; what is read comes back from its text and can be looked at and played on.
pub fn geister_snapshot(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for game in games() {
        let Ok(state) = game.restore(text) else {
            continue;
        };
        assert_eq!(game.snapshot(&state), text);
        assert!(!game.picture(&state).is_empty());
        for seat in Seat::all(game.seats()) {
            let view = game.view(&state, &(), seat);
            let world = game.sample(&view, &mut Seed::experiment(1).rng());
            assert_eq!(game.view(&world, &(), seat), view);
            assert!(!game.view_picture(&view).is_empty());
        }
        let mut menu = Vec::new();
        game.menu(&state, &mut menu);
        let is_over = matches!(game.turn(&state), Turn::Over(_));
        assert!(!is_over || menu.is_empty(), "{menu:?} in {state:?}");
        for action in menu {
            let mut next = state.clone();
            game.play(&mut next, &action).expect("what is on the menu is legal");
            assert_eq!(game.restore(&game.snapshot(&next)), Ok(next));
        }
    }
}

/// An action of Catan is read or refused; what is read comes back from its text and may be tried anywhere.
pub fn catan_action(data: &[u8]) {
    let Some(action) = read::<kakehiki_catan::Action>(data) else {
        return;
    };
    assert_eq!(action.to_string().parse(), Ok(action));
    for (game, state) in catan_positions() {
        let mut copy = state.clone();
        let verdict = game.play(&mut copy, &action);
        assert_eq!(verdict, game.check(&state, &action));
        assert!(verdict.is_ok() || copy == state, "{action} changed {state:?} to {copy:?}");
        // Unchecked play may do anything but panic.
        game.play_unchecked(&mut state.clone(), &action);
    }
}

/// An outcome of chance in Catan is read or refused; what is read comes back from its text and may be tried anywhere.
pub fn catan_chance(data: &[u8]) {
    let Some(chance) = read::<kakehiki_catan::Chance>(data) else {
        return;
    };
    assert_eq!(chance.to_string().parse(), Ok(chance));
    for (game, state) in catan_positions() {
        let mut copy = state.clone();
        let verdict = game.resolve(&mut copy, &chance);
        assert_eq!(verdict, game.check_chance(&state, &chance));
        assert!(verdict.is_ok() || copy == state, "{chance} changed {state:?} to {copy:?}");
        game.resolve_unchecked(&mut state.clone(), &chance);
    }
}

/// A snapshot of Catan is read or refused; what is read comes back from its text and can be looked at and played on.
pub fn catan_snapshot(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for game in catans() {
        let Ok(state) = game.restore(text) else {
            continue;
        };
        assert_eq!(game.snapshot(&state), text);
        assert!(!game.picture(&state).is_empty());
        for seat in Seat::all(game.seats()) {
            // Without a history a view knows no hands, so that worlds hold other ones; they can be made all the same.
            let view = game.view(&state, &None, seat);
            game.sample(&view, &mut Seed::experiment(1).rng());
            assert!(!game.view_picture(&view).is_empty());
            assert!(view.to_svg().ends_with("</svg>\n"));
        }
        let mut menu = Vec::new();
        game.menu(&state, &mut menu);
        let is_over = matches!(game.turn(&state), Turn::Over(_));
        assert!(!is_over || menu.is_empty(), "{menu:?} in {state:?}");
        for action in menu {
            let mut next = state.clone();
            game.play(&mut next, &action).expect("what is on the menu is legal");
        }
        for (chance, _) in game.chances(&state) {
            let mut next = state.clone();
            game.resolve(&mut next, &chance).expect("what is listed can happen");
        }
    }
}

/// An action of Monopoly is read or refused; what is read comes back from its text and may be tried anywhere.
pub fn monopoly_action(data: &[u8]) {
    let Some(action) = read::<kakehiki_monopoly::Action>(data) else {
        return;
    };
    assert_eq!(action.to_string().parse(), Ok(action));
    for (game, state) in monopoly_positions() {
        let mut copy = state.clone();
        let verdict = game.play(&mut copy, &action);
        assert_eq!(verdict, game.check(&state, &action));
        assert!(verdict.is_ok() || copy == state, "{action} changed {state:?} to {copy:?}");
        // Unchecked play may do anything but panic.
        game.play_unchecked(&mut state.clone(), &action);
    }
}

/// An outcome of chance in Monopoly is read or refused; what is read comes back from its text and may be tried anywhere.
pub fn monopoly_chance(data: &[u8]) {
    let Some(chance) = read::<kakehiki_monopoly::Chance>(data) else {
        return;
    };
    assert_eq!(chance.to_string().parse(), Ok(chance));
    for (game, state) in monopoly_positions() {
        let mut copy = state.clone();
        let verdict = game.resolve(&mut copy, &chance);
        assert_eq!(verdict, game.check_chance(&state, &chance));
        assert!(verdict.is_ok() || copy == state, "{chance} changed {state:?} to {copy:?}");
        game.resolve_unchecked(&mut state.clone(), &chance);
    }
}

/// A snapshot of Monopoly is read or refused; what is read comes back from its text and can be looked at and played on.
pub fn monopoly_snapshot(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for game in monopolies() {
        let Ok(state) = game.restore(text) else {
            continue;
        };
        assert_eq!(game.snapshot(&state), text);
        assert!(!game.picture(&state).is_empty());
        let mut menu = Vec::new();
        game.menu(&state, &mut menu);
        let is_over = matches!(game.turn(&state), Turn::Over(_));
        assert!(!is_over || menu.is_empty(), "{menu:?} in {state:?}");
        for action in menu {
            let mut next = state.clone();
            game.play(&mut next, &action).expect("what is on the menu is legal");
        }
        for (chance, _) in game.chances(&state) {
            let mut next = state.clone();
            game.resolve(&mut next, &chance).expect("what is listed can happen");
        }
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

fn read<T: std::str::FromStr>(data: &[u8]) -> Option<T> {
    str::from_utf8(data).ok()?.parse().ok()
}

/// Catan with its defaults, and as two other programs and a paper play it.
fn catans() -> [Catan; 4] {
    ["printed", "jsettlers", "catanatron", "nakazawa2018"].map(|rules| {
        let options = Settings::new("catan", &CATAN_OPTIONS, [("rules", rules)]);
        Catan::new(&options.expect("a set of rules"))
    })
}

/// Positions of each kind of Catan from a seeded game: every stage that comes up, once.
fn catan_positions() -> Vec<(Catan, kakehiki_catan::State)> {
    let mut positions = Vec::new();
    for game in catans() {
        let mut rng = Seed::experiment(2).rng();
        let (mut state, mut menu) = ((CATAN.opening)(&game), Vec::new());
        let mut stages = Vec::new();
        positions.push((game, game.start()));
        for step in 0..600 {
            let stage = std::mem::discriminant(&state.stage());
            if !stages.contains(&stage) {
                stages.push(stage);
                positions.push((game, state.clone()));
            }
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let outcome = game.draw(&state, &mut rng);
                    game.resolve_unchecked(&mut state, &outcome);
                }
                Turn::Seat(_) => {
                    game.menu(&state, &mut menu);
                    // Any choice will do that is not always the first.
                    game.play_unchecked(&mut state, &menu[7 * step % menu.len()]);
                }
            }
        }
    }
    positions
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

/// Positions of each kind of Monopoly from a seeded game: every stage that comes up, once.
fn monopoly_positions() -> Vec<(Monopoly, kakehiki_monopoly::State)> {
    let mut positions = Vec::new();
    for game in monopolies() {
        let mut rng = Seed::experiment(2).rng();
        let (mut state, mut menu) = (game.start(), Vec::new());
        let mut stages = Vec::new();
        for step in 0..600 {
            let stage = std::mem::discriminant(&state.stage());
            if !stages.contains(&stage) {
                stages.push(stage);
                positions.push((game, state.clone()));
            }
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let outcome = game.draw(&state, &mut rng);
                    game.resolve_unchecked(&mut state, &outcome);
                }
                Turn::Seat(_) => {
                    game.menu(&state, &mut menu);
                    // Any choice will do that is not always the first.
                    game.play_unchecked(&mut state, &menu[7 * step % menu.len()]);
                }
            }
        }
    }
    positions
}

/// Both games with their defaults.
fn games() -> [Geister; 2] {
    [
        Geister::plain(&Settings::defaults(&GEISTER_OPTIONS)),
        Geister::negotiating(&Settings::defaults(&NEGOGEISTER_OPTIONS)),
    ]
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

/// A snapshot of Werewolf is read or refused; what is read comes back from its text and can be looked at and played on.
pub fn werewolf_snapshot(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    for delivery in ["turn", "immediate"] {
        let options = [("village", "5"), ("delivery", delivery)];
        let settings = Settings::new("werewolf", &WEREWOLF_OPTIONS, options).expect("settings");
        let game = Werewolf::new(&settings);
        let Ok(mut state) = game.restore(text) else {
            continue;
        };
        assert_eq!(game.snapshot(&state), text);
        let mut rng = Seed::experiment(1).rng();
        for _ in 0..200 {
            assert!(!game.picture(&state).is_empty());
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let chance = game.draw(&state, &mut rng);
                    game.resolve_unchecked(&mut state, &chance);
                }
                Turn::Seat(_) => {
                    let mut menu = Vec::new();
                    game.menu(&state, &mut menu);
                    let action = menu.last().expect("whoever has to act has a menu");
                    game.play(&mut state, action).expect("what is on the menu is legal");
                }
            }
        }
    }
}
