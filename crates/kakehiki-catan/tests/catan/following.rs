//! A seat's view follows from what it sees, and what spectators see is known to all.

use kakehiki_catan::{
    Action, Card, Catan, Chance, Event, Hand, Partners, Precision, Resource, Stage, State, Terms,
};
use kakehiki_core::{
    Awaited, Follower, Game, GameRng, Observed, OngoingGame, Reply, Seat, Seed, Step, Turn,
    carry_on,
};
use rand::RngExt;

use crate::common::{PROFILES, Position, Table, catan, random_step, seat};

/// What was compared, so that a test can see that something was.
#[derive(Debug, Default)]
struct Compared {
    views: u64,
    menus: u64,
    /// Views in which the true hands may be missing among those that count as possible.
    sampled: u64,
    wins: u64,
    hidden_wins: u64,
    accepted_in_vain: u64,
}

/// A random choice. Menus list little of what may be offered or discarded at once, so other things
/// are tried too; and turns end early, so that hands grow and thefts hide much.
fn choice(table: &OngoingGame<Catan>, menu: &[Action], rng: &mut GameRng) -> Action {
    let state = table.state();
    let mut cards = |most: u32| {
        let size = rng.random_range(1..=most);
        (0..size).fold(Hand::EMPTY, |hand, _| {
            hand.plus(Hand::one(Resource::ALL[rng.random_range(0..Resource::ALL.len())]))
        })
    };
    let other = match state.stage() {
        Stage::Act => {
            let terms = Terms { give: cards(2), get: cards(1) };
            Some(Action::Offer(terms, Partners::all_but(state.mover(), table.game().seats())))
        }
        Stage::Answer(_) => Some(Action::Counter(Terms { give: cards(1), get: cards(2) })),
        Stage::Discard => Some(Action::Discard(cards(4))),
        _ => None,
    };
    if let Some(action) = other.filter(|action| table.check(action).is_ok())
        && rng.random_bool(0.3)
    {
        return action;
    }
    if menu.contains(&Action::End) && rng.random_bool(0.5) {
        return Action::End;
    }
    menu[rng.random_range(0..menu.len())]
}

/// Plays random games and keeps every seat's view a second time, by its sights alone.
fn follow(options: &[(&str, &str)], games: u64, compared: &mut Compared) {
    let game = catan(options);
    let (mut menu, mut kept) = (Vec::new(), Vec::new());
    for index in 0..games {
        let seed = Seed::experiment(51).derive("game", index);
        let mut rng = seed.rng();
        let mut table = OngoingGame::new(game, seed);
        let mut followers: Vec<_> =
            Seat::all(game.seats()).map(|seat| Follower::new(game, seat, seed)).collect();
        loop {
            match table.awaited() {
                Awaited::Nobody(_) => break,
                Awaited::Chance => {
                    table.draw();
                }
                Awaited::Seat(seat) => {
                    table.menu(&mut menu);
                    followers[seat.index()].menu(&mut kept);
                    assert_eq!(kept, menu, "{options:?}");
                    compared.menus += 1;
                    let action = choice(&table, &menu, &mut rng);
                    assert_eq!(followers[seat.index()].check(&action), table.check(&action));
                    table.answer(Reply::Action(action));
                }
            }
            for (seat, follower) in Seat::all(game.seats()).zip(&mut followers) {
                if let Some(sight) = table.sight(seat) {
                    // The first stand-in will do, not only one of many.
                    let mut world = game.sample_towards(follower.view(), sight, &mut rng);
                    let snapshot = game.snapshot(&world);
                    let goes_on = carry_on(&game, &mut world, seat, sight, &mut rng);
                    assert!(goes_on, "{options:?}: {sight:?} from {snapshot}");
                    follower.see(sight).unwrap_or_else(|error| panic!("{options:?}: {error}"));
                    compared.wins += u64::from(sight.won.is_some());
                    compared.hidden_wins +=
                        u64::from(sight.won.is_some_and(|won| won.revealed > 0));
                    let is_vain = matches!(
                        sight.event,
                        Event::Acted { seat: actor, action: Action::Accept, shown, .. }
                            if actor == seat && shown.is_empty()
                    );
                    compared.accepted_in_vain += u64::from(is_vain);
                }
                let view = table.view(seat);
                assert_eq!(*follower.view(), view, "{options:?}");
                compared.views += 1;
                let is_sampled =
                    |known: &kakehiki_catan::Knowledge| known.precision() == Precision::Sampled;
                compared.sampled += u64::from(view.knowledge().is_some_and(is_sampled));
            }
        }
    }
}

/// The tables that hide most: sampled knowledge, a bank that cannot pay, offers that nobody holds,
/// wins by hidden points out of turn.
const TABLES: [&[(&str, &str)]; 6] = [
    &[("bank", "closed"), ("trading", "off")],
    &[("bank", "closed"), ("shortage", "nothing"), ("discard", "cards"), ("offers", "1")],
    &[("acceptance", "first"), ("unheld-offers", "on"), ("players", "3")],
    &[("target", "5"), ("win", "any-time"), ("discard-order", "roller")],
    &[("target", "5"), ("deck", "uniform"), ("points", "hidden"), ("players", "2")],
    &[("hands", "open"), ("bank", "closed"), ("target", "6")],
];

#[test]
fn views_and_menus_follow_from_sights_alone() {
    let mut compared = Compared::default();
    for options in TABLES {
        let mut options = options.to_vec();
        options.push(("turn-cap", "150"));
        follow(&options, 1, &mut compared);
    }
    assert!(compared.views > 7_000 && compared.menus > 1_000, "{compared:?}");
}

/// Whole games of every set of rules and of the tables that hide most, `KAKEHIKI_GAMES` of each.
#[test]
#[ignore = "takes some minutes"]
fn views_and_menus_follow_from_sights_alone_in_many_whole_games() {
    let games = std::env::var("KAKEHIKI_GAMES").ok().and_then(|text| text.parse().ok());
    let games = games.unwrap_or(3);
    let mut compared = Compared::default();
    for rules in PROFILES {
        follow(&[("rules", rules), ("turn-cap", "400")], games, &mut compared);
        follow(&[("rules", rules), ("target", "5"), ("bank", "closed")], games, &mut compared);
    }
    for options in TABLES {
        let mut options = options.to_vec();
        options.push(("turn-cap", "400"));
        follow(&options, games, &mut compared);
    }
    eprintln!("{compared:?}");
    let Compared { views, sampled, hidden_wins, accepted_in_vain, .. } = compared;
    assert!(views > 100_000 && sampled > 1_000, "{compared:?}");
    assert!(hidden_wins > 0 && accepted_in_vain > 0, "{compared:?}");
}

/// One step on a table and, by what it sees, for a follower.
fn step(table: &mut Table, follower: &mut Follower<Catan>, viewer: Seat, text: &str) {
    let before = table.state.clone();
    let step = match (text.parse::<Action>(), table.game.turn(&before)) {
        (Ok(action), Turn::Seat(seat)) => Step::Action(seat, action),
        _ => Step::Chance(text.parse::<Chance>().unwrap()),
    };
    table.run(&[text]);
    if let Some(sight) = table.game.sight(&before, &step, &table.state, viewer) {
        follower.see(&sight).unwrap();
    }
    assert_eq!(*follower.view(), table.view(viewer.index()));
}

/// A table of two whose board is dealt, and one of them who follows it.
fn dealt() -> (Table, Follower<Catan>, Seat) {
    let game = catan(&[("numbers", "free"), ("harbours", "fixed"), ("players", "2")]);
    let viewer = seat(1);
    let mut table = Table { game, state: game.start(), memories: vec![None; 2] };
    let mut follower = Follower::new(game, viewer, Seed::experiment(3));
    let mut rng = Seed::experiment(3).rng();
    while table.state.stage() == Stage::Deal {
        let chance = game.draw(&table.state, &mut rng).to_string();
        step(&mut table, &mut follower, viewer, &chance);
    }
    (table, follower, viewer)
}

/// A server that gives the longest road to another, or the largest army, is followed: what all see
/// of it stands in the view, and the game goes on from there.
#[test]
fn a_server_that_awards_otherwise_is_followed() {
    let (mut table, mut follower, viewer) = dealt();
    let (mut rng, mut menu) = (Seed::experiment(4).rng(), Vec::new());
    let mut overruled = 0;
    for count in 0..600 {
        let text = match table.game.turn(&table.state) {
            Turn::Over(_) => break,
            Turn::Chance => table.game.draw(&table.state, &mut rng).to_string(),
            Turn::Seat(_) => {
                table.game.menu(&table.state, &mut menu);
                menu[rng.random_range(0..menu.len())].to_string()
            }
        };
        step(&mut table, &mut follower, viewer, &text);
        if count % 50 == 49 {
            let holder = [None, Some(seat(0)), Some(seat(1))][count / 50 % 3];
            let overrule = |state: &mut State| {
                state.overrule_longest_road(holder);
                state.overrule_largest_army(holder);
            };
            overrule(&mut table.state);
            let view = follower.view();
            let is_so = [view.longest_road(), view.largest_army()] == [holder; 2];
            assert_eq!(*view == table.view(1), is_so);
            follower.overrule(overrule);
            assert_eq!(*follower.view(), table.view(1));
            assert_eq!(follower.view().longest_road(), holder);
            let points = follower.view().players()[0].points().unwrap();
            assert_eq!(points, follower.view().visible_points(seat(0)));
            overruled += u32::from(!is_so);
        }
    }
    assert!(overruled > 5, "{overruled}");
}

/// A server that lets free roads be given up is followed.
#[test]
fn a_server_that_lets_roads_be_given_up_is_followed() {
    let game = catan(&[]);
    let position = Position::new(4).settlements(0, &[8]).cards(0, Card::RoadBuilding, 1);
    let mut state = position.state(&game);
    game.play(&mut state, &Action::RoadBuilding).unwrap();
    assert_eq!(state.stage(), Stage::FreeRoads(2));
    state.forgo_roads();
    assert_eq!(state.stage(), Stage::Act);
    // There is nothing else to be given up.
    let before = state.clone();
    state.forgo_roads();
    assert_eq!(state, before);
}

/// What a view tells of the rates of the bank is what the rules take.
#[test]
fn views_tell_the_rates_of_the_bank() {
    let game = catan(&[("rules", "jsettlers")]);
    let (mut rng, mut menu) = (Seed::experiment(7).rng(), Vec::new());
    let (mut state, mut rates) = (game.start(), [0; 5]);
    while random_step(&game, &mut state, &mut menu, &mut rng).is_some() {
        if state.stage() != Stage::Act {
            continue;
        }
        let view = game.view(&state, &None, state.mover());
        for give in Resource::ALL {
            let get = Resource::ALL[(give.index() + 1) % 5];
            let rate = view.rate(state.mover(), give);
            let has_enough = view.hand().count(give) >= rate;
            assert_eq!(game.check(&state, &Action::Bank(give, get)).is_ok(), has_enough);
            rates[usize::from(rate)] += 1;
        }
    }
    assert!(rates[2..].iter().all(|seen| *seen > 20), "{rates:?}");
}

/// A build that brings a win by hidden points is told from one that does not.
#[test]
fn a_win_by_hidden_points_is_in_every_sight_of_it() {
    let after = |points: u8| {
        let position = Position::new(4)
            .cities(0, &[18, 8, 0])
            .settlements(0, &[16])
            .cards(0, Card::VictoryPoint, points)
            .cards(0, Card::Knight, 2 - points);
        let mut table = Table::new(&[], &position, &["HHOOO", "", "", ""]);
        let before = table.state.clone();
        table.run(&["city:n16"]);
        let step = Step::Action(seat(0), "city:n16".parse().unwrap());
        let sights = Seat::all(4).map(|seat| table.game.sight(&before, &step, &table.state, seat));
        let mut sights: Vec<_> = sights.map(Option::unwrap).collect();
        sights.push(table.game.public_sight(&before, &step, &table.state).unwrap());
        sights
    };
    for sight in after(2) {
        let won = sight.won.unwrap();
        assert_eq!((won.winner, won.revealed), (seat(0), 2));
    }
    // Without a win nothing tells how many of the cards are points.
    let [none, one] = [after(0), after(1)];
    assert_eq!(none, one);
    assert!(none.iter().all(|sight| sight.won.is_none()));
}

/// Spectators see neither the stolen card nor the one that is drawn, nor what is discarded beyond
/// what the bank shows, nor that an acceptance failed.
#[test]
fn spectators_see_what_all_see() {
    let sight_of =
        |options: &[(&str, &str)], position: &Position, hands: &[&str], steps: &[&str]| {
            let mut table = Table::new(options, position, hands);
            let (last, first) = steps.split_last().unwrap();
            table.run(first);
            let before = table.state.clone();
            let step = match (last.parse::<Action>(), table.game.turn(&before)) {
                (Ok(action), Turn::Seat(seat)) => Step::Action(seat, action),
                _ => Step::Chance(last.parse::<Chance>().unwrap()),
            };
            table.run(&[last]);
            let sight = table.game.public_sight(&before, &step, &table.state);
            (sight, table.game.public(&before), table.game.public(&table.state))
        };
    let position = Position::new(4).settlements(1, &[8]).begin();
    let theft = |card| {
        sight_of(&[], &position, &["", "WB", "", ""], &["roll", "dice:7", "robber:h4,P1", card])
    };
    assert_eq!(theft("stolen:W"), theft("stolen:B"));
    let draw = |card| sight_of(&[], &Position::new(4), &["SHO", "", "", ""], &["buy", card]);
    assert_eq!(draw("card:knight"), draw("card:victory-point"));
    let discards = |one, other| {
        let hands = ["WWWWBBBB", "WWWWBBBB", "", ""];
        sight_of(&[], &Position::new(4).begin(), &hands, &["roll", "dice:7", one, other])
    };
    assert_eq!(discards("discard:WWWW", "discard:BBBB"), discards("discard:BBBB", "discard:WWWW"));
    assert_ne!(discards("discard:WWWW", "discard:WWWW"), discards("discard:BBBB", "discard:WWWW"));
    let hands = ["WWWWBBBB", "WWWWBBBB", "", ""];
    let (unseen, before, after) =
        sight_of(&[], &Position::new(4).begin(), &hands, &["roll", "dice:7", "discard:WWWW"]);
    assert_eq!((unseen, before), (None, after));
    let answer = |answer| {
        let options = [("acceptance", "first"), ("unheld-offers", "on")];
        sight_of(&options, &Position::new(4), &["", "B", "", ""], &["offer:W>B@1", answer])
    };
    assert_eq!(answer("accept"), answer("refuse"));
}
