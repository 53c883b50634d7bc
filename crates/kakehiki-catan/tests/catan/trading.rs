//! Those who trade: what deals are listed, what they are worth, and how offers go back and forth.

use kakehiki_bargain::{Bargaining, Belief, Estimator, PlayoutEstimator, Standpoint};
use kakehiki_catan::{
    Action, Adding, CATAN, Catan, Lead, Rollout, RulePoints, Sizes, Stage, State, Terms, Trade,
    Value, Weighted,
};
use kakehiki_core::{
    Agent, Awaited, Game, Happening, LazyView, Moments, Observed, OngoingGame, Record, Reply, Seat,
    Seed, Step, Turn, Witness, play,
};
use kakehiki_search::{Playout, Policy};

use crate::common::{PROFILES, Position, catan, hand, seat};

const TABLE: [(&str, &str); 5] = [
    ("trading", "one"),
    ("offers", "1"),
    ("counters", "off"),
    ("acceptance", "first"),
    ("hands", "open"),
];

fn terms(text: &str) -> Terms {
    let (give, get) = text.split_once('>').unwrap();
    Terms { give: hand(give), get: hand(get) }
}

fn agent(game: &Catan, name: &str) -> Box<dyn Agent<Catan>> {
    CATAN.agent(game, name, Seed::experiment(1)).unwrap()
}

/// The first player holds WWB and the second SH, both with a settlement.
fn position(game: &Catan) -> State {
    Position::new(4)
        .settlements(0, &[20])
        .settlements(1, &[40])
        .hand(0, "WWB")
        .hand(1, "SH")
        .state(game)
}

fn deals_of(game: &Catan, state: &State, index: usize) -> Vec<Trade> {
    let mut deals = Vec::new();
    game.deals(&game.view(state, &None, seat(index)), &mut deals);
    deals
}

#[test]
fn all_trades_that_both_can_pay_are_listed() {
    let game = catan(&TABLE);
    let state = position(&game);
    let deals = deals_of(&game, &state, 0);
    // The sets of WWB are W, WW, B, WB, WWB; of SH they are S, H, SH; nobody else holds a card.
    assert_eq!(deals.len(), 5 * 3);
    assert!(deals.iter().all(|deal| deal.proposer == seat(0) && deal.partner == seat(1)));
    let count = |sizes: Sizes| deals.iter().filter(|deal| sizes.admits(deal.terms)).count();
    assert_eq!(count(Sizes::OneForOne), 2 * 2);
    assert_eq!(count(Sizes::TwoForOne), 2 * 2);
    assert_eq!(count(Sizes::UpToTwo), 4 * 3);
    assert_eq!(count(Sizes::UpToThree), 15);
    for deal in &deals {
        let mut after = state.clone();
        game.carry_out(&mut after, deal);
        assert_eq!(after.hand(seat(0)).total() + after.hand(seat(1)).total(), 5);
        assert_ne!(after.hand(seat(0)), state.hand(seat(0)));
    }
    // Only the player on turn proposes.
    assert!(deals_of(&game, &state, 1).is_empty());
}

#[test]
fn a_trade_that_cannot_be_paid_changes_nothing() {
    let game = catan(&TABLE);
    let state = position(&game);
    let mut after = state.clone();
    game.carry_out(&mut after, &Trade { proposer: seat(0), partner: seat(1), terms: terms("O>S") });
    assert_eq!(after, state);
}

#[test]
#[expect(clippy::float_cmp, reason = "points are whole numbers")]
fn rule_points_rate_what_a_hand_can_pay_for() {
    let points = |adding| RulePoints { adding, lead: Lead::Ignored };
    for (cards, sum, best) in [
        ("", 0.0, 0.0),
        ("WB", 3.0, 3.0),
        ("WBSH", 13.0, 10.0),
        ("HHOOO", 15.0, 15.0),
        ("WBSHHOOO", 28.0, 15.0),
        ("WWSSHO", 0.0, 0.0),
    ] {
        assert_eq!(points(Adding::Sum).of(hand(cards)), sum, "{cards}");
        assert_eq!(points(Adding::Best).of(hand(cards)), best, "{cards}");
    }
}

#[test]
#[expect(clippy::float_cmp, reason = "points are whole numbers")]
fn rule_points_weigh_both_sides_and_the_lead() {
    let game = catan(&TABLE);
    let state = Position::new(4)
        .settlements(0, &[20])
        .cities(1, &[40])
        .hand(0, "WWSH")
        .hand(1, "BBHHOO")
        .state(&game);
    let view = game.view(&state, &None, seat(0));
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, seat(0), &belief);
    let deal = Trade { proposer: seat(0), partner: seat(1), terms: terms("W>B") };
    let weigh = |lead| {
        let mut rule = RulePoints { adding: Adding::Sum, lead };
        let appraisal = rule.appraise(&at, &[deal], &mut Seed::experiment(1).rng())[0];
        [appraisal.own.profit(), appraisal.partner.profit()]
    };
    // A road and a settlement for me, a road for the partner, who is one point ahead.
    assert_eq!(weigh(Lead::Ignored), [13.0, 3.0]);
    assert_eq!(weigh(Lead::Added), [12.0, 4.0]);
    let [own, partner] = weigh(Lead::BreaksTies);
    assert!(own < partner + 10.0 && own > 12.99 && partner < 3.0 && partner > 2.99);
}

/// Counts what happens, and panics at anything that the rules had to answer for an agent.
#[derive(Default)]
struct Watch {
    offers: Vec<(u16, Seat, Action)>,
}

impl Witness<Catan> for Watch {
    fn saw(&mut self, happening: &Happening<Catan>, after: &OngoingGame<Catan>) {
        match happening {
            Happening::Fallback(_, _, problem) | Happening::Forfeit(_, problem) => {
                panic!("{problem}")
            }
            Happening::Step(Step::Action(seat, action @ Action::Offer(..))) => {
                self.offers.push((after.state().turns(), *seat, *action));
            }
            _ => {}
        }
    }
}

fn game_of(game: &Catan, names: [&str; 4], seed: u64) -> (Record, Watch) {
    let mut agents: Vec<_> = names[..game.seats()].iter().map(|name| agent(game, name)).collect();
    let mut watch = Watch::default();
    let record = play(game, &mut agents, Seed::experiment(seed), &mut watch);
    (record, watch)
}

fn count(game: &Catan, record: &Record, seat: usize, name: &str) -> u32 {
    let place = game.counters().iter().position(|counter| *counter == name).unwrap();
    record.counts[seat][place]
}

#[test]
fn traders_of_all_kinds_play_all_rules_without_a_misstep() {
    let names = [
        "weighted+rule(criterion=sum, attitude=pessimistic, bias=optimistic, deals=1:1)",
        "weighted+bargain(playouts=4, deals=up-to-2:2, shortlist=6, criterion=product)",
        "greedy(worlds=1)+rule(deals=up-to-3:3, points=best, lead=breaks-ties, attitude=criterion)",
        "random+baseline(kind=random, deals=2:1)",
        "weighted+bargain(playouts=4, tree=on)",
        "weighted+baseline(kind=always-accept)",
    ];
    let mut traded = 0;
    for rules in PROFILES {
        for (number, trading) in ["one", "many"].into_iter().enumerate() {
            for hands in ["open", "hidden"] {
                let options =
                    [("rules", rules), ("trading", trading), ("hands", hands), ("target", "5")];
                let game = catan(&options);
                let at = |seat: usize| names[(seat + 3 * number) % names.len()];
                let (record, _) = game_of(&game, [at(0), at(1), at(2), at(3)], 1);
                for seat in 0..game.seats() {
                    traded += count(&game, &record, seat, "offers-taken");
                }
            }
        }
    }
    assert!(traded > 20, "{traded} trades in all");
}

#[test]
fn one_offer_a_turn_is_made_before_anything_is_built() {
    let game = catan(&TABLE);
    let rule = "weighted+rule(rounds=5)";
    let (record, watch) = game_of(&game, [rule; 4], 2);
    let mut turns: Vec<u16> = watch.offers.iter().map(|(turn, _, _)| *turn).collect();
    let made = turns.len();
    turns.dedup();
    assert_eq!(made, turns.len(), "the rules allow one");
    let all = |name: &str| (0..4).map(|seat| count(&game, &record, seat, name)).sum::<u32>();
    assert_eq!(all("offers"), made as u32);
    assert_eq!(all("offers"), all("offers-1:1"));
    assert_eq!(all("offers"), all("offers-received"));
    assert_eq!(all("offers-received"), all("accepted") + all("refused"));
    assert_eq!(all("offers-taken"), all("accepted"));
    assert_eq!(all("offers-taken"), all("offers-taken-1:1"));
}

#[test]
fn nothing_is_offered_twice_in_a_turn_and_rounds_bound_the_offers() {
    let game =
        catan(&[("trading", "one"), ("offers", "10"), ("counters", "off"), ("hands", "open")]);
    for (rounds, most) in [("rounds=4", 4), ("rounds=1", 1)] {
        let rule = format!("weighted+rule({rounds}, concede=off)");
        let never = "weighted+baseline(kind=never)";
        let (_, watch) = game_of(&game, [&rule, never, never, never], 3);
        let mut longest = 0;
        for turn in watch.offers.chunk_by(|one, next| one.0 == next.0) {
            longest = longest.max(turn.len());
            let distinct: std::collections::HashSet<_> =
                turn.iter().map(|(_, _, action)| action).collect();
            assert_eq!(distinct.len(), turn.len());
        }
        assert_eq!(longest, most);
    }
}

#[test]
fn an_agent_that_was_rebuilt_in_mid_turn_goes_on_as_if_nothing_had_happened() {
    let game = catan(&[("trading", "one"), ("offers", "3"), ("target", "6")]);
    let name = "weighted+rule(rounds=2)";
    let mut table = OngoingGame::new(game, Seed::experiment(7));
    let mut rng = Seed::experiment(7).rng();
    let seated = |seat: Seat| {
        let mut agent = agent(&game, name);
        agent.sit(seat);
        agent
    };
    let mut one: Vec<_> = Seat::all(4).map(seated).collect();
    let mut heard: Vec<Vec<_>> = vec![Vec::new(); 4];
    let (mut menu, mut rebuilt) = (Vec::new(), 0_u32);
    loop {
        match table.awaited() {
            Awaited::Nobody(_) => break,
            Awaited::Chance => {
                table.resolve(game.draw(table.state(), &mut rng)).unwrap();
            }
            Awaited::Seat(seat) => {
                let view = table.view(seat);
                table.menu(&mut menu);
                let seed = Seed::experiment(u64::from(rebuilt));
                let action = one[seat.index()].decide(&view, &menu, &mut seed.rng());
                if table.state().stage() == Stage::Act {
                    let mut again = seated(seat);
                    for (view, sight) in &heard[seat.index()] {
                        again.hear(&LazyView::made(view), sight);
                    }
                    assert_eq!(again.decide(&view, &menu, &mut seed.rng()), action);
                }
                rebuilt += 1;
                table.answer(Reply::Action(action));
            }
        }
        for seat in Seat::all(4) {
            if let Some(sight) = table.sight(seat) {
                one[seat.index()].hear(&table.lazy_view(seat), sight);
                heard[seat.index()].push((table.view(seat), sight.clone()));
            }
        }
        if rebuilt > 150 {
            break;
        }
    }
    assert!(rebuilt > 100);
}

/// Positions of weighted play in which the player on turn may offer something.
fn positions(game: &Catan, count: usize) -> Vec<State> {
    let quiet = game.without_trading();
    let mut menu = Vec::new();
    let mut found = Vec::new();
    for index in 0.. {
        let mut rng = Seed::experiment(31).rng_at(index);
        let mut state = game.start();
        while state.turns() < 20 || state.stage() != Stage::Act {
            match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let outcome = game.draw(&state, &mut rng);
                    game.resolve_unchecked(&mut state, &outcome);
                }
                Turn::Seat(_) => {
                    let action = Weighted.choose(&quiet, &state, &mut menu, &mut rng);
                    game.play_unchecked(&mut state, &action);
                }
            }
        }
        let is_open = state.stage() == Stage::Act;
        if is_open && deals_of(game, &state, state.mover().index()).len() > 8 {
            found.push(state);
        }
        if found.len() == count {
            break;
        }
    }
    found
}

#[test]
fn common_luck_makes_profits_of_trades_sharper() {
    const SEEDS: u64 = 40;
    let game = catan(&TABLE);
    let quiet = game.without_trading();
    let mut variances = [0.0; 2];
    for state in positions(&game, 6) {
        let view = game.view(&state, &None, state.mover());
        let belief = Belief::plain(&quiet, &view);
        let at = Standpoint::new(&quiet, &view, state.mover(), &belief);
        let mut deals = deals_of(&game, &state, state.mover().index());
        deals.retain(|deal| Sizes::OneForOne.admits(deal.terms));
        deals.truncate(4);
        for (sum, common_luck) in variances.iter_mut().zip([true, false]) {
            let playout =
                Playout { policy: Rollout::Weighted, limit: Some(100), judge: Value::default() };
            let mut estimator =
                PlayoutEstimator { common_luck, ..PlayoutEstimator::new(playout, 50) };
            let mut profits = vec![Moments::default(); deals.len()];
            for seed in 0..SEEDS {
                let weighed = estimator.appraise(&at, &deals, &mut Seed::experiment(seed).rng());
                for (moments, appraisal) in profits.iter_mut().zip(weighed) {
                    moments.add(appraisal.own.profit());
                }
            }
            *sum += profits.iter().map(Moments::scatter).sum::<f64>();
        }
    }
    let factor = variances[1] / variances[0];
    // Measured 2.8. The 24 profits hang together, so take no more than six for independent: a ratio of
    // variances with 6 · 39 degrees of freedom each has a standard error of 0.1 of itself, and the
    // bound is five of them below.
    assert!(factor > 1.4, "{factor}");
}
