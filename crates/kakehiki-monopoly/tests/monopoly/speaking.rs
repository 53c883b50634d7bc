//! Statements: when they may be made, what becomes of them, and that they change nothing else.

use kakehiki_bargain::{Claim, ClaimOf, Claimable, Statement, Testimony, Truth};
use kakehiki_core::{
    Agent, Game, Happening, LazyView, Observed, OngoingGame, Seat, Seed, Step, Turn, Verdict,
    Witness, conformance, play as play_game,
};
use kakehiki_monopoly::{Action, Intention, MONOPOLY, Monopoly, Sight, State};

use crate::common::{
    FIRST, SECOND, THIRD, arrange, is_refused, monopoly, play, player, square, watch,
};

fn speaking(options: &[(&str, &str)]) -> Monopoly {
    monopoly(&[&[("speaking", "on")], options].concat())
}

/// Three players, the first with two deeds.
fn start(game: &Monopoly) -> State {
    arrange(game, &[player(500, 0, &[12, 39]), player(300, 0, &[5]), player(300, 0, &[])])
}

fn menu(game: &Monopoly, state: &State) -> Vec<String> {
    let mut menu = Vec::new();
    game.menu(state, &mut menu);
    menu.iter().map(ToString::to_string).collect()
}

#[test]
fn a_table_where_players_speak_keeps_every_promise() {
    for options in [
        &[("players", "2")][..],
        &[("players", "3"), ("statements", "5")],
        &[("players", "3"), ("statements", "0")],
        &[("players", "4"), ("trading", "own-turn")],
        &[("players", "3"), ("trading", "off")],
        &[("rules", "moyer2020"), ("players", "3"), ("offers", "1")],
    ] {
        let game = speaking(&[options, &[("max-turns", "40")]].concat());
        let examined = conformance(&game, Seed::experiment(3), 3)
            .unwrap_or_else(|breach| panic!("{options:?}: {breach}"));
        assert!(examined.followed > examined.positions, "{options:?}: {examined:?}");
    }
}

#[test]
fn the_player_on_turn_may_speak_whenever_it_may_propose() {
    let game = speaking(&[("players", "3"), ("statements", "2"), ("offers", "1")]);
    let mut state = start(&game);
    let silent = menu(&game.without_speaking(), &state);
    let said: Vec<String> =
        menu(&game, &state).into_iter().filter(|action| !silent.contains(action)).collect();
    // One for the offers, and for each of the others three.
    assert_eq!(said.len(), 1 + 2 * 3, "{said:?}");
    for (statement, may) in [
        ("say:will:last-offer", true),
        ("say:will:not-sell:39,P1", true),
        ("say:will:not-sell:39,P0", false),
        ("say:will:not-sell:39,P3", false),
        ("say:will:not-sell:5,P1", false),
        ("say:will:not-sell:0,P1", false),
        ("say:think:winning:P2", true),
        ("say:think:winning:P0", false),
        ("say:think:winning:P17", false),
    ] {
        assert_eq!(!is_refused(&game, &state, statement), may, "{statement}");
        assert!(is_refused(&game.without_speaking(), &state, statement), "{statement}");
    }
    play(&game, &mut state, &["say:will:last-offer", "say:think:winning:P2"]);
    assert!(is_refused(&game, &state, "say:think:winning:P1"), "two are enough");
    assert_eq!(menu(&game, &state), silent);
    // The others have no say in the pause before the next turn.
    play(&game, &mut state, &["roll", "dice:4-6", "end"]);
    assert!(is_refused(&game, &state, "say:think:winning:P0"));
    play(&game, &mut state, &["pass", "pass"]);
    assert!(!is_refused(&game, &state, "say:think:winning:P0"), "a new turn");
    // Who has proposed enough has spoken enough.
    play(&game, &mut state, &["propose:P1:5>P0:$100", "refuse"]);
    assert!(is_refused(&game, &state, "say:think:winning:P0"));
}

#[test]
fn nobody_speaks_where_nobody_trades() {
    let game = speaking(&[("players", "3"), ("trading", "off")]);
    assert!(is_refused(&game, &start(&game), "say:will:last-offer"));
}

#[test]
fn snapshots_keep_what_was_said_and_old_ones_are_read() {
    let game = speaking(&[("players", "3"), ("statements", "2")]);
    let mut state = start(&game);
    let old = game.without_speaking().snapshot(&state);
    assert_eq!(game.restore(&old).as_ref(), Ok(&state));
    play(&game, &mut state, &["say:will:last-offer"]);
    let text = game.snapshot(&state);
    assert!(text.contains(" 0+1/. "), "{text}");
    assert_eq!(game.restore(&text).as_ref(), Ok(&state));
    assert!(game.without_speaking().restore(&text).is_err());
    for wrong in [" 0+0/. ", " 0+3/. ", " 0+/. ", " 0++1/. "] {
        assert!(game.restore(&text.replace(" 0+1/. ", wrong)).is_err(), "{wrong}");
    }
}

/// What becomes of an intention, as another hears it, when these steps are taken.
fn fate(game: &Monopoly, state: &State, said: Intention, steps: &[&str]) -> Truth {
    let claim: ClaimOf<Monopoly> = Claim { speaker: FIRST, statement: Statement::Intention(said) };
    let mut state = state.clone();
    let mut trace = game.trace(&game.view(&state, &(), THIRD), &claim);
    for step in steps {
        let sight = match (game.turn(&state), step.parse()) {
            (Turn::Seat(seat), Ok(action)) => Sight::Action(seat, action),
            _ => Sight::Chance(step.parse().expect("an outcome of chance")),
        };
        play(game, &mut state, &[step]);
        let view = game.view(&state, &(), THIRD);
        match game.follow(&mut trace, &claim, &LazyView::made(&view), &sight) {
            Truth::Undecidable => {}
            proved => return proved,
        }
    }
    Truth::Undecidable
}

#[test]
fn intentions_are_kept_or_broken_by_what_the_speaker_does() {
    let game = speaking(&[("players", "3")]);
    let state = start(&game);
    let fate = |said, steps: &[&[&str]]| fate(&game, &state, said, &steps.concat());
    let offer = &["propose:P0:12>P1:$10", "refuse"][..];
    let turn = &["roll", "dice:4-6", "end"][..];
    assert_eq!(fate(Intention::LastOffer, &[offer]), Truth::Undecidable);
    assert_eq!(fate(Intention::LastOffer, &[offer, offer]), Truth::False);
    assert_eq!(fate(Intention::LastOffer, &[offer, turn]), Truth::True);
    let not_sell = Intention::NotSell(square(12), SECOND);
    let round = [turn, &["pass", "pass"], turn, &["pass", "pass"], turn, &["pass", "pass"]];
    assert_eq!(fate(not_sell, &[&round.concat(), offer]), Truth::Undecidable);
    assert_eq!(fate(not_sell, &[&round.concat(), &["roll"]]), Truth::True);
    for (deal, expected) in [
        (&["propose:P0:12>P1:$10", "accept"][..], Truth::False),
        (&["propose:P0:12>P1:$10", "counter:P0:12>P1:$5", "accept"], Truth::False),
        (&["propose:P0:12>P1:$10", "counter:P0:39>P1:$5", "accept"], Truth::True),
        (&["propose:P0:12>P2:$10", "accept"], Truth::True),
        (&["propose:P0:39>P1:5", "accept"], Truth::True),
    ] {
        assert_eq!(fate(not_sell, &[deal, &round.concat(), &["roll"]]), expected, "{deal:?}");
    }
    // What the others propose between the turns counts too.
    let asked = [turn, &["pass", "pass", "propose:P1:$10>P0:12", "accept"]].concat();
    assert_eq!(fate(not_sell, &[&asked]), Truth::False);
}

/// In random games an intention not to sell is broken just when the deed goes over by a trade.
#[test]
fn what_is_proved_was_so() {
    let (mut kept, mut broken) = (0, 0);
    for index in 0..12 {
        let game = speaking(&[("players", "3"), ("max-turns", "200")]);
        let mut testimony: Testimony<Monopoly, u32> = Testimony::new(game);
        let mut before = game.start();
        let mut spoken = 0;
        watch(&game, Seed::experiment(9).derive("game", index), |ongoing, _| {
            let after = ongoing.state();
            let Some(sight) = ongoing.sight(THIRD) else { return };
            testimony.follow(&ongoing.lazy_view(THIRD), sight, |claim, turn, holds| {
                match claim.statement {
                    Statement::Intention(Intention::NotSell(deed, buyer)) if !holds => {
                        assert_eq!(before.owner(deed), Some(claim.speaker));
                        assert_eq!(after.owner(deed), Some(buyer));
                        broken += 1;
                    }
                    Statement::Intention(Intention::NotSell(..)) => {
                        assert!(after.mover() == claim.speaker && after.turns() > *turn);
                        kept += 1;
                    }
                    Statement::Intention(Intention::LastOffer) => {
                        assert_eq!(before.turns(), *turn);
                        assert_eq!(!holds, matches!(sight, Sight::Action(_, Action::Propose(_))));
                    }
                    _ => panic!("an opinion proves nothing"),
                }
            });
            game.claims_in(sight, &mut |claim| {
                spoken += 1;
                assert_eq!(after.turns(), before.turns());
                assert!(game.kind(&claim) > 0);
                let view = ongoing.lazy_view(THIRD);
                assert_eq!(testimony.hear(&view, claim, after.turns()), Truth::Undecidable);
            });
            before = after.clone();
        });
        assert!(spoken > 20, "{spoken}");
    }
    assert!(kept > 50 && broken > 5, "{kept} {broken}");
}

/// A statement changes nothing but how many were made.
#[test]
fn a_statement_changes_nothing_else() {
    let game = speaking(&[("players", "3"), ("statements", "3")]);
    let state = start(&game);
    for statement in menu(&game, &state).iter().filter(|action| action.starts_with("say:")) {
        let mut after = state.clone();
        play(&game, &mut after, &[statement]);
        let text = game.snapshot(&after).replace(" 0+1/. ", " 0/. ");
        assert_eq!(game.restore(&text).as_ref(), Ok(&state), "{statement}");
        let step = Step::Action(FIRST, statement.parse().expect("a statement"));
        let sights: Vec<_> =
            Seat::all(3).map(|seat| game.sight(&state, &step, &after, seat)).collect();
        assert!(sights.iter().all(|sight| *sight == game.public_sight(&state, &step, &after)));
    }
}

/// Counts statements, and sees that nobody has to be helped.
struct Counter(u32);

impl Witness<Monopoly> for Counter {
    fn saw(&mut self, happening: &Happening<Monopoly>, _after: &OngoingGame<Monopoly>) {
        match happening {
            Happening::Step(Step::Action(_, Action::Say(_))) => self.0 += 1,
            Happening::Fallback(_, _, problem) => panic!("{problem}"),
            _ => {}
        }
    }
}

#[test]
fn agents_who_speak_and_listen_play_whole_games() {
    let names = [
        "moyer+speak(kind=random)",
        "trader+speak(rate=1)+listen(words=calibrated)",
        "moyer+value+speak(kind=truth)+listen(words=trusting)",
        "moyer+miyapoly(playouts=10, propose=2)+speak+listen(words=deaf, memory=last:9)",
    ];
    for rules in ["official", "moyer2020"] {
        let options = [("rules", rules), ("players", "4"), ("max-turns", "120")];
        let game = speaking(&options);
        for index in 0..3 {
            let make = |name: &&str| MONOPOLY.agent(&game, name, Seed::experiment(1)).unwrap();
            let mut agents: Vec<Box<dyn Agent<Monopoly>>> = names.iter().map(make).collect();
            let mut counter = Counter(0);
            let seed = Seed::experiment(2).derive("game", index);
            let record = play_game(&game, &mut agents, seed, &mut counter);
            assert!(matches!(record.verdict, Verdict::Ended(_)), "{:?}", record.verdict);
            assert!(counter.0 > 10, "{}", counter.0);
        }
    }
}
