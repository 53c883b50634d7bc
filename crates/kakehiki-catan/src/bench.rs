//! How fast games are: of random players, and of players who search.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use kakehiki_bargain::{
    Acceptance, Appraisal, ComposedAgent, Criterion, Estimator, Manner, Negotiator, Standpoint,
    Taste, Trader,
};
use kakehiki_core::{
    Agent, AgentName, Effort, Ending, Game, GameRng, Recipe, Seed, Settings, Turn, Verdict,
    median_seconds, play,
};
use kakehiki_search::{Policy, Scratch, Uniform};

use crate::{
    CATAN,
    agents::{CATAN_AGENTS, Sizes, Trade, playout_estimator},
    rules::{CATAN_OPTIONS, Catan},
};

/// Games of searching players that are measured.
const SEARCHED_GAMES: u32 = 2;

/// Measures on the running core, the first two without trade between players:
///
/// - games of four uniformly random players from the first hex to the end; actions are those of
///   players, and chance comes on top;
/// - games of four `uct(playouts=1000)` players, hands open, and the same with uniform playouts to
///   the end of the game, from a tenth of the playouts, times ten;
/// - the weighing of offers in a game, with all playouts and with those that cannot matter left out.
///
/// With less effort than usual the last two come from fewer playouts, times as much as they are fewer.
///
/// # Panics
/// If the games do not come out as known: a fast wrong answer is no answer.
pub fn bench(effort: Effort) -> serde_json::Value {
    let [games, actions, actions_a_game] = random_games(effort);
    let searched = |playouts, how| searched_game(playouts, how, effort);
    serde_json::json!({
        "games_per_core_second": games,
        "actions_per_core_second": actions,
        "actions_per_game": actions_a_game,
        "uct1000_game_core_seconds": searched(1000, ""),
        "uct1000_uniform_game_core_seconds": 10.0 * searched(100, ", rollout=uniform, cutoff=0"),
        "offer_pricing_core_seconds": pricing("stop=0", effort),
        "offer_pricing_early_core_seconds": pricing("stop=3, shortlist=12", effort),
    })
}

/// The seconds that a selfish negotiator spends on weighing its offers in a game against three who
/// take everything, with 100 and with 1,000 playouts of each offer.
fn pricing(how: &str, effort: Effort) -> serde_json::Value {
    let priced = |usual, games| {
        let playouts = effort.count(usual);
        let trader = format!("bargain(playouts={playouts}, {how})");
        f64::from(usual) / f64::from(playouts) * priced_game(&trader, effort.count(games))
    };
    serde_json::json!({ "100": priced(100, 8), "1000": priced(1000, 2) })
}

fn priced_game(trader: &str, games: u32) -> f64 {
    let game = rules(&[
        ("trading", "one"),
        ("offers", "1"),
        ("counters", "off"),
        ("acceptance", "first"),
        ("hands", "open"),
    ]);
    let spent = Arc::new(AtomicU64::new(0));
    let other = recipe(&game, "greedy(worlds=1)+baseline(kind=always-accept)");
    let mover = CATAN_AGENTS.mover(&game, "greedy(worlds=1)").expect("an agent of Catan");
    let settings = CATAN_AGENTS.settings(trader).expect("a part that weighs trades");
    let mut offers = 0;
    for index in 0..games {
        let seed = Seed::experiment(0).derive("bench", 100 + u64::from(index));
        let mut agents: Vec<Box<dyn Agent<Catan>>> =
            (0..game.seats()).map(|_| other(seed)).collect();
        let estimator =
            Timed { estimator: playout_estimator(&settings), spent: Arc::clone(&spent) };
        let taste = Taste::plain(Criterion::Selfish, Acceptance::Criterion);
        let manner = Manner {
            rounds: 1,
            counters: false,
            considers: Sizes::OneForOne.considers(),
            ..Manner::new(game.without_trading())
        };
        let trader = Trader::new(Box::new(Negotiator::new(estimator, taste)), manner);
        agents[0] = Box::new(ComposedAgent::new(game, mover(seed)).trading(trader));
        offers += play(&game, &mut agents, seed, &mut ()).counts[0][0];
    }
    assert!(offers > games, "{offers} offers in {games} games");
    spent.load(Ordering::Relaxed) as f64 / 1e9 / f64::from(games)
}

fn recipe(game: &Catan, name: &str) -> Recipe<Catan> {
    let name: AgentName = name.parse().expect("a name of an agent");
    CATAN.prepare(game, &name).expect("an agent of Catan")
}

fn rules(options: &[(&str, &str)]) -> Catan {
    Catan::new(&Settings::written("catan", &CATAN_OPTIONS, options))
}

/// Games and actions a second, and actions a game, of random players.
fn random_games(effort: Effort) -> [f64; 3] {
    const SLICE: u32 = 100;
    let game = rules(&[("trading", "off")]);
    let start = game.start();
    let mut scratch = Scratch::default();
    let mut rng = Seed::experiment(0).derive("bench", 0).rng();
    let (mut games, mut steps, mut undecided) = (0_u32, 0_u64, 0_u32);
    let seconds = median_seconds(effort.time(Duration::from_secs(2)), || {
        for _ in 0..SLICE {
            let mut state = start.clone();
            steps += u64::from(Uniform.run(&game, &mut state, None, &mut scratch, &mut rng));
            let is_won = matches!(game.turn(&state), Turn::Over(Ending::Won(_)));
            undecided += u32::from(!is_won);
        }
        games += SLICE;
    });
    let games = f64::from(games);
    let (steps_a_game, undecided) = (steps as f64 / games, f64::from(undecided) / games);
    // A game takes 1,490 steps and one in a thousand is undecided; the bounds are more than ten
    // standard errors of the thousand games that a slow machine plays in the time.
    assert!((1200.0..1800.0).contains(&steps_a_game), "{steps_a_game} steps a game");
    assert!(undecided < 0.02, "{undecided} of the games are undecided");
    let actions_a_game = steps_a_game * share_of_actions(&game);
    let rate = f64::from(SLICE) / seconds;
    [rate, rate * actions_a_game, actions_a_game]
}

/// Which part of the steps of random games are actions of players; the rest is chance.
fn share_of_actions(game: &Catan) -> f64 {
    const GAMES: u64 = 1000;
    let mut menu = Vec::new();
    let (mut actions, mut steps) = (0_u32, 0_u32);
    for index in 0..GAMES {
        let mut rng = Seed::experiment(0).derive("bench", 1).rng_at(index);
        let mut state = game.start();
        loop {
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let chance = game.draw(&state, &mut rng);
                    game.resolve_unchecked(&mut state, &chance);
                }
                Turn::Seat(_) => {
                    let action = Uniform.choose(game, &state, &mut menu, &mut rng);
                    game.play_unchecked(&mut state, &action);
                    actions += 1;
                }
            }
            steps += 1;
        }
    }
    f64::from(actions) / f64::from(steps)
}

/// The seconds of a game of four equal players who search with so many playouts, on average.
fn searched_game(usual: u32, how: &str, effort: Effort) -> f64 {
    let (playouts, games) = (effort.count(usual), effort.count(SEARCHED_GAMES));
    let game = rules(&[("trading", "off"), ("hands", "open")]);
    let recipe = recipe(&game, &format!("uct(playouts={playouts}{how})"));
    let begin = Instant::now();
    for index in 0..games {
        let seed = Seed::experiment(0).derive("bench", 2 + u64::from(index));
        let mut agents: Vec<Box<dyn Agent<Catan>>> =
            (0..game.seats()).map(|_| recipe(seed)).collect();
        let record = play(&game, &mut agents, seed, &mut ());
        assert!(
            matches!(record.verdict, Verdict::Ended(Ending::Won(_))),
            "players who search end their games"
        );
    }
    f64::from(usual) / f64::from(playouts) * begin.elapsed().as_secs_f64() / f64::from(games)
}

/// An estimator with a clock.
struct Timed {
    estimator: Box<dyn Estimator<Catan>>,
    /// Nanoseconds.
    spent: Arc<AtomicU64>,
}

impl Estimator<Catan> for Timed {
    fn appraise(
        &mut self,
        at: &Standpoint<'_, Catan>,
        deals: &[Trade],
        rng: &mut GameRng,
    ) -> Vec<Appraisal> {
        let begin = Instant::now();
        let appraisals = self.estimator.appraise(at, deals, rng);
        self.spent.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
        appraisals
    }
}
