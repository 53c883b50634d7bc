//! What deals are worth by playouts, against what they are worth.

use kakehiki_bargain::{
    Appraisal, Bargaining, DealNature, EarlyStop, Estimator, PlayoutEstimator, Protocol, Race,
    Session, Standpoint, TreeEstimator, Worth,
};
use std::sync::atomic::{AtomicU64, Ordering};

use kakehiki_core::{GameRng, Moments, Seat, Seed};
use kakehiki_search::{Belief, Playout, Policy, Uct, Uniform};

use crate::coins::{Action, Coins, Deal, FIRST, SECOND, Stage, State};

fn estimator(worlds: u32) -> PlayoutEstimator<Uniform> {
    PlayoutEstimator::new(Playout::new(Uniform), worlds)
}

/// Weighs a deal as `seat` sees it in this position, with one seed after the other.
fn appraisals(
    estimator: &mut PlayoutEstimator<Uniform>,
    game: &Coins,
    state: &State,
    seat: Seat,
    deal: Deal,
    seeds: u64,
) -> Vec<Appraisal> {
    let view = game.imagine_view(state, seat);
    (0..seeds)
        .map(|index| {
            let mut rng = Seed::experiment(11).rng_at(index);
            let weigh = |at: &Standpoint<'_, Coins>| estimator.appraise(at, &[deal], &mut rng)[0];
            Standpoint::plain(game, &view, seat, weigh)
        })
        .collect()
}

/// The mean of some profits and five standard errors of it: a false alarm in two million seeds.
fn mean_and_bound(profits: impl Iterator<Item = f64>) -> (f64, f64) {
    let profits: Moments = profits.collect();
    (profits.mean(), 5.0 * profits.standard_error())
}

#[track_caller]
fn assert_near(what: &str, profits: impl Iterator<Item = f64>, exact: f64, at_most: f64) {
    let (mean, bound) = mean_and_bound(profits);
    assert!(bound < at_most, "{what}: the bound {bound} tells nothing");
    assert!((mean - exact).abs() <= bound, "{what}: {mean} is not within {bound} of {exact}");
}

/// What it is worth to seat 0 to see the other coin before it guesses, by enumeration:
/// the mean of the best minus the best of the means.
fn exact_worth_of_seeing(game: &Coins) -> f64 {
    let value = |other: bool, guess: bool| {
        let mut state = game.dealt([true, other]);
        game.break_off(&mut state);
        game.expected(&game.after(&state, Action::Guess(guess)))[0]
    };
    let sides = [false, true];
    let with: f64 = sides.map(|coin| value(coin, false).max(value(coin, true)) / 2.0).iter().sum();
    let without = sides.map(|guess| f64::midpoint(value(false, guess), value(true, guess)));
    with - without[0].max(without[1])
}

#[test]
fn seeing_a_coin_is_priced_at_its_exact_worth() {
    for (right, worth) in [([0.4, 0.4], 0.2), ([0.1, 0.3], 0.05)] {
        let game = Coins::new([right, [0.0, 0.0]]);
        assert!((exact_worth_of_seeing(&game) - worth).abs() < 1e-12);
        let state = game.dealt([true, false]);
        let weighed =
            appraisals(&mut estimator(1024), &game, &state, FIRST, Deal::Show(SECOND), 40);
        // With 1024 worlds the choice is as good as certain and its pessimism below the bound.
        assert_near("own", weighed.iter().map(|deal| deal.own.profit()), worth, 0.02);
        // What one side wins the other loses.
        assert_near("partner", weighed.iter().map(|deal| deal.partner.profit()), -worth, 0.02);
    }
}

#[test]
fn a_worthless_reveal_is_priced_at_nothing() {
    // The guesses decide nothing, so that every difference is noise.
    let game = Coins::new([[0.0, 0.0]; 2]);
    let state = game.dealt([true, false]);
    for worlds in [8, 64] {
        let weighed = appraisals(&mut estimator(worlds), &game, &state, FIRST, Deal::Swap, 2000);
        assert_near("own", weighed.iter().map(|deal| deal.own.profit()), 0.0, 0.05);
        assert_near("partner", weighed.iter().map(|deal| deal.partner.profit()), 0.0, 0.05);
    }
}

#[test]
fn a_reveal_that_changes_no_choice_is_never_overpriced() {
    // Heads pays so much better that a seat guesses heads unless it knows that it is tails, and
    // a right guess of tails pays nothing: knowing is worth nothing, though guesses matter.
    let game = Coins::new([[0.0, 0.4], [0.0, 0.0]]);
    assert!(exact_worth_of_seeing(&game).abs() < 1e-12);
    let state = game.dealt([true, false]);
    let weighed = appraisals(&mut estimator(64), &game, &state, FIRST, Deal::Show(SECOND), 1000);
    let (mean, bound) = mean_and_bound(weighed.iter().map(|deal| deal.own.profit()));
    assert!(mean <= bound && mean > -0.05, "{mean} with a bound of {bound}");
}

#[test]
fn plain_playouts_price_every_reveal_at_nothing() {
    let mut game = Coins::new([[0.4, 0.4], [0.0, 0.0]]);
    game.nature = DealNature::Goods;
    let state = game.dealt([true, false]);
    let weighed = appraisals(&mut estimator(256), &game, &state, FIRST, Deal::Show(SECOND), 5);
    assert!(weighed.iter().all(|deal| deal.own.profit() == 0.0 && deal.partner.profit() == 0.0));
}

#[test]
fn an_exchange_is_worth_what_is_learned_less_what_is_given_away() {
    let game = Coins::new([[0.3, 0.3], [0.1, 0.1]]);
    let state = game.dealt([false, true]);
    let own = |deal: &Appraisal| deal.own.profit();
    let partner = |deal: &Appraisal| deal.partner.profit();
    let mut both = PlayoutEstimator { futures: 32, ..estimator(1024) };
    let weighed = appraisals(&mut both, &game, &state, FIRST, Deal::Swap, 40);
    assert_near("own", weighed.iter().map(own), 0.15 - 0.05, 0.04);
    assert_near("partner", weighed.iter().map(partner), 0.05 - 0.15, 0.04);
    let mut learning = PlayoutEstimator { exposure: false, ..both };
    let weighed = appraisals(&mut learning, &game, &state, FIRST, Deal::Swap, 40);
    assert_near("own", weighed.iter().map(own), 0.15, 0.03);
    // With 16 worlds for each of the partner's views the partner often cannot tell its guesses
    // apart, hence the lower bound.
    let (mean, bound) = mean_and_bound(weighed.iter().map(partner));
    assert!(mean > 0.0 && mean <= 0.05 + bound, "{mean} with a bound of {bound}");
}

#[test]
fn the_answering_side_weighs_its_own_later_choice() {
    let game = Coins::new([[0.0, 0.0], [0.4, 0.4]]);
    let mut state = game.dealt([false, true]);
    state.stage = Stage::Talk(Session::open(Protocol::ONE_SHOT, FIRST, SECOND, Deal::Show(FIRST)));
    let weighed = appraisals(&mut estimator(1024), &game, &state, SECOND, Deal::Show(FIRST), 40);
    assert_near("own", weighed.iter().map(|deal| deal.own.profit()), 0.2, 0.03);
    // Before, it wins 0.5 and every second time 0.4 more; the token adds 0.1.
    assert_near("before", weighed.iter().map(|deal| deal.own.before), 0.8, 0.03);
}

#[test]
fn showing_what_the_other_guesses_anyway_costs_nothing() {
    // Seat 1 guesses heads unless it is shown tails: heads pays 0.4 and tails 0.2.
    let game = Coins::new([[0.0, 0.0], [0.2, 0.4]]);
    for (coin, cost) in [(true, 0.0), (false, -0.2)] {
        let state = game.dealt([coin, false]);
        let mut estimator = PlayoutEstimator { futures: 8, ..estimator(2048) };
        let weighed = appraisals(&mut estimator, &game, &state, FIRST, Deal::Show(FIRST), 40);
        assert_near("own", weighed.iter().map(|deal| deal.own.profit()), cost, 0.04);
        // The partner does not know which it will be shown.
        assert_near("partner", weighed.iter().map(|deal| deal.partner.profit()), 0.1, 0.04);
    }
}

#[test]
fn goods_are_priced_by_playouts_with_and_without() {
    let game = Coins::new([[0.2, 0.2]; 2]);
    let state = game.dealt([true, true]);
    let weighed = appraisals(&mut estimator(512), &game, &state, FIRST, Deal::Token, 40);
    // One token less for the one and one more for the other: twice a tenth.
    assert_near("own", weighed.iter().map(|deal| deal.own.profit()), 0.2, 0.02);
    assert_near("partner", weighed.iter().map(|deal| deal.partner.profit()), -0.2, 0.02);
    let mut broke = state;
    broke.tokens = [0, 0];
    let weighed = appraisals(&mut estimator(64), &game, &broke, FIRST, Deal::Token, 3);
    assert!(weighed.iter().all(|deal| deal.own.profit() == 0.0), "nobody can pay");
}

#[test]
fn deals_are_weighed_alike_alone_and_together_and_again() {
    let game = Coins::new([[0.2, 0.2]; 2]);
    let state = game.dealt([true, false]);
    let view = game.imagine_view(&state, FIRST);
    let mut deals = Vec::new();
    game.deals(&view, &mut deals);
    let weigh = |deals: &[Deal]| {
        let belief = Belief::plain(&game, &view);
        let at = Standpoint::new(&game, &view, FIRST, &belief);
        estimator(64).appraise(&at, deals, &mut Seed::experiment(1).rng())
    };
    let together = weigh(&deals);
    assert_eq!(together, weigh(&deals));
    for (deal, appraisal) in deals.iter().zip(&together) {
        assert_eq!(weigh(&[*deal]), [*appraisal], "{deal:?}");
    }
    assert!(weigh(&[]).is_empty());
}

#[test]
fn an_action_that_only_some_worlds_offer_is_left_out() {
    let mut game = Coins::new([[0.0, 0.4], [0.0, 0.0]]);
    game.is_leaking = true;
    let state = game.dealt([true, true]);
    let weighed = appraisals(&mut estimator(256), &game, &state, FIRST, Deal::Show(SECOND), 5);
    // Guessing tails is all that is left, so that knowing changes nothing.
    assert!(weighed.iter().all(|deal| deal.own.profit() == 0.0));
}

#[test]
fn seeing_is_worth_nothing_to_a_seat_that_chooses_no_more() {
    let game = Coins::new([[0.4, 0.4], [0.0, 0.0]]);
    let mut state = game.dealt([true, true]);
    state.guesses[0] = Some(true);
    state.stage = Stage::Guess(SECOND);
    let mut estimator = estimator(256);
    let weighed = appraisals(&mut estimator, &game, &state, FIRST, Deal::Show(SECOND), 5);
    assert!(weighed.iter().all(|deal| deal.own.profit() == 0.0 && deal.own.before > 0.0));
    // A playout that may not play at all ends before the choice of the seat that comes later.
    estimator.playout.limit = Some(0);
    state.stage = Stage::Open;
    state.guesses[0] = None;
    let weighed = appraisals(&mut estimator, &game, &state, SECOND, Deal::Show(FIRST), 5);
    assert!(weighed.iter().all(|deal| deal.own == Worth::new(0.5, 0.5)));
}

#[test]
fn tiny_budgets_are_no_error() {
    let game = Coins::new([[0.2, 0.2]; 2]);
    let state = game.dealt([true, false]);
    for worlds in [0, 1, 2] {
        for futures in [0, 1, 5] {
            let mut estimator = PlayoutEstimator { futures, ..estimator(worlds) };
            for deal in [Deal::Swap, Deal::Token] {
                let weighed = appraisals(&mut estimator, &game, &state, FIRST, deal, 3);
                assert!(weighed.iter().all(|deal| deal.own.profit().is_finite()));
            }
        }
    }
}

#[test]
fn playouts_of_goods_stop_after_the_batch_in_which_the_lead_is_reached() {
    let game = Coins::new([[0.1, 0.1], [0.1, 0.1]]);
    let state = game.dealt([true, false]);
    let view = game.imagine_view(&state, FIRST);
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, FIRST, &belief);
    let compare = |early_stop| {
        let estimator = PlayoutEstimator { early_stop, ..estimator(1000) };
        estimator.compare(&at, &Deal::Token, &mut Seed::experiment(5).rng())
    };
    let all = compare(None);
    assert_eq!((all.without.playouts(), all.with.playouts()), (1000, 1000));
    let total = all.with.mean(FIRST) - all.without.mean(FIRST);
    assert!(total > 0.01, "{total}");
    for (batch, lead, playouts) in [(200, 0.0, 200), (300, f64::INFINITY, 1000), (1, 0.0, 1)] {
        let branches = compare(Some(EarlyStop { batch, lead }));
        assert_eq!(branches.without.playouts(), playouts);
        assert_eq!(branches.with.playouts(), playouts);
    }
    // Batches do not change what is played.
    let never = compare(Some(EarlyStop { batch: 300, lead: f64::INFINITY }));
    assert!((never.with.mean(FIRST) - all.with.mean(FIRST)).abs() < 1e-12);
    let [wins, losses] = [never.with.wins(FIRST), never.with.losses(FIRST)];
    assert_eq!([all.with.wins(FIRST), all.with.losses(FIRST)], [wins, losses]);
    assert_eq!(never.with.draws(FIRST), 1000 - wins - losses);
    // A batch of one stops at the first playout in which the lead is reached, not later.
    let lead = 1000.0 * total / 2.0;
    let early = compare(Some(EarlyStop { batch: 1, lead }));
    let count = f64::from(early.with.playouts());
    let reached = count * (early.with.mean(FIRST) - early.without.mean(FIRST));
    assert!(count < 1000.0 && (lead..lead + 1.0).contains(&(reached + 1e-9)), "{reached}");
}

#[test]
fn luck_in_common_makes_estimates_of_goods_sharper_and_not_different() {
    let game = Coins::new([[0.1, 0.1], [0.1, 0.1]]);
    let state = game.dealt([true, false]);
    let spread = |common_luck| {
        let mut estimator = PlayoutEstimator { common_luck, ..estimator(100) };
        let weighed = appraisals(&mut estimator, &game, &state, FIRST, Deal::Token, 2000);
        let profits = || weighed.iter().map(|appraisal| appraisal.own.profit());
        // A token moves from seat 1 to seat 0 and changes the chance by a tenth on either side.
        assert_near("a token", profits(), 0.2, 0.02);
        let (_, bound) = mean_and_bound(profits());
        bound * bound
    };
    let factor = spread(false) / spread(true);
    // Exactly: (0.3 · 0.7 + 0.5 · 0.5) / (0.2 · 0.8) = 2.9 where both guesses are even; five standard
    // errors of a ratio of variances of 2,000 are 0.5.
    assert!((2.3..3.5).contains(&factor), "{factor}");
}

/// Counts the choices that playouts make.
#[derive(Clone)]
struct Counting<'a>(&'a AtomicU64);

impl Policy<Coins> for Counting<'_> {
    fn choose(
        &self,
        game: &Coins,
        state: &State,
        menu: &mut Vec<Action>,
        rng: &mut GameRng,
    ) -> Action {
        self.0.fetch_add(1, Ordering::Relaxed);
        Uniform.choose(game, state, menu, rng)
    }
}

#[test]
fn a_race_saves_the_playouts_of_deals_that_are_decided() {
    // Showing is taken for goods, so that it is played out: it changes nothing.
    let game = Coins { nature: DealNature::Goods, ..Coins::new([[0.1, 0.1], [0.1, 0.1]]) };
    let state = game.dealt([true, false]);
    let weigh = |seat: Seat, deals: &[Deal], race: Option<Race>| {
        let count = AtomicU64::new(0);
        let playout = Playout::new(Counting(&count));
        let mut estimator = PlayoutEstimator { race, ..PlayoutEstimator::new(playout, 2000) };
        let view = game.imagine_view(&state, seat);
        let belief = Belief::plain(&game, &view);
        let at = Standpoint::new(&game, &view, seat, &belief);
        let appraisals = estimator.appraise(&at, deals, &mut Seed::experiment(7).rng());
        let profits: Vec<f64> = appraisals.iter().map(|one| one.own.profit()).collect();
        // Two guesses a playout.
        (profits, count.load(Ordering::Relaxed) / 2)
    };
    let race = Some(Race { batch: 50, z: 4.0 });
    for (seat, deals) in [(FIRST, &[Deal::Token][..]), (SECOND, &[Deal::Token])] {
        let (all, full) = weigh(seat, deals, None);
        assert_eq!(full, 4000);
        let (some, fewer) = weigh(seat, deals, race);
        // A certain gain and a hopeless loss are seen early.
        assert!(fewer < 800 && some[0].signum() == all[0].signum(), "{fewer}: {some:?}, {all:?}");
    }
    // What may be worth nothing or something is played out to the end.
    let (profits, count) = weigh(FIRST, &[Deal::Show(FIRST)], race);
    assert_eq!((profits[0], count), (0.0, 4000));
}

#[test]
fn a_tree_prices_goods_about_as_they_are_worth_to_those_who_choose() {
    let game = Coins::new([[0.0, 0.0], [0.0, 0.0]]);
    let state = game.dealt([true, false]);
    let view = game.imagine_view(&state, FIRST);
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, FIRST, &belief);
    let mut estimator = TreeEstimator::new(Uct::new(Playout::new(Uniform), 200));
    let profits = (0..300).map(|index| {
        let mut rng = Seed::experiment(8).rng_at(index);
        let appraisal = estimator.appraise(&at, &[Deal::Token], &mut rng)[0];
        assert!((appraisal.own.profit() + appraisal.partner.profit()).abs() < 1e-9);
        appraisal.own.profit()
    });
    // Guesses do not matter here, so that the tree has nothing to find: a token is worth 0.2.
    assert_near("a token by tree", profits, 0.2, 0.02);
    let none: &[Deal] = &[];
    assert!(estimator.appraise(&at, none, &mut Seed::experiment(1).rng()).is_empty());
}

#[test]
fn prices_do_not_depend_on_the_number_of_threads() {
    let game = Coins::new([[0.1, 0.2], [0.2, 0.1]]);
    let view = game.imagine_view(&game.dealt([true, false]), FIRST);
    for race in [None, Some(Race { batch: 30, z: 3.0 })] {
        let weigh = || {
            let mut estimator = PlayoutEstimator { race, ..estimator(200) };
            let mut rng = Seed::experiment(9).rng();
            let deals = [Deal::Token; 4];
            Standpoint::plain(&game, &view, FIRST, |at| estimator.appraise(at, &deals, &mut rng))
        };
        // On a thread of a pool nothing spreads.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert_eq!(pool.install(weigh), weigh());
    }
}
