//! One agent of four parts that share one belief.

use std::sync::{Arc, Mutex};

use kakehiki_bargain::{
    Acceptance, Appraisal, Attitude, Bargainer, Belief, ComposedAgent, Criterion, Listener, Manner,
    Mover, Negotiator, RandomMover, Speaker, Standpoint, Taste, Trader, Worth,
};
use kakehiki_core::{Agent, Game, GameRng, LazyView, Observed, Seat, Seed};
use kakehiki_search::{Evidence, Worlds};

use crate::coins::{Action, Coins, Deal, FIRST, SECOND, Stage, State, View};

/// The other's coin is heads nine times in ten, for whoever heard so.
struct MostlyHeads;

impl Evidence<Coins> for MostlyHeads {
    fn weight(&self, world: &State) -> f64 {
        if world.coins[1] == Some(true) { 0.9 } else { 0.1 }
    }
}

/// Somebody who was told so.
struct Told;

impl Listener<Coins> for Told {
    fn hear(&mut self, _view: &LazyView<'_, Coins>, _sight: &Option<Action>) {}

    fn evidence(&self) -> Option<Arc<dyn Evidence<Coins>>> {
        Some(Arc::new(MostlyHeads))
    }
}

/// The share of heads among the worlds of a standpoint.
fn heads(at: &Standpoint<'_, Coins>) -> f64 {
    let mut rng = Seed::experiment(3).rng();
    let heads = (0..4000).filter(|index| at.worlds.world(*index, &mut rng).coins[1] == Some(true));
    heads.count() as f64 / 4000.0
}

/// What the parts saw of the belief.
#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<(&'static str, f64)>>>);

impl Notes {
    fn note(&self, part: &'static str, at: &Standpoint<'_, Coins>) {
        self.0.lock().unwrap().push((part, heads(at)));
    }
}

impl Mover<Coins> for Notes {
    fn decide(&mut self, at: &Standpoint<'_, Coins>, menu: &[Action], _: &mut GameRng) -> Action {
        self.note("moves", at);
        assert!(!menu.iter().any(|action| matches!(action, Action::Propose(_))), "{menu:?}");
        menu[0]
    }
}

impl Speaker<Coins> for Notes {
    fn speak(
        &mut self,
        at: &Standpoint<'_, Coins>,
        _menu: &[Action],
        _rng: &mut GameRng,
    ) -> Option<Action> {
        self.note("talks", at);
        None
    }
}

impl Bargainer<Coins> for Notes {
    fn propose(
        &mut self,
        at: &Standpoint<'_, Coins>,
        _deals: &[Deal],
        _rng: &mut GameRng,
    ) -> Option<Deal> {
        self.note("trades", at);
        None
    }

    fn accepts(&mut self, _: &Standpoint<'_, Coins>, _: &Deal, _: &mut GameRng) -> bool {
        false
    }
}

fn opening(game: &Coins) -> (State, View, Vec<Action>) {
    let state = game.dealt([true, true]);
    let view = game.view(&state, &(), FIRST);
    let mut menu = Vec::new();
    game.menu(&state, &mut menu);
    (state, view, menu)
}

#[test]
fn all_parts_believe_what_the_listener_heard() {
    let game = Coins::new([[0.1, 0.1]; 2]);
    let (_, view, menu) = opening(&game);
    for (is_told, expected) in [(false, 0.5), (true, 0.9)] {
        let notes = Notes::default();
        let trader = Trader::new(Box::new(notes.clone()), Manner::new(game.clone()));
        let mut agent = ComposedAgent::new(game.clone(), Box::new(notes.clone()))
            .trading(trader)
            .speaking(Box::new(notes.clone()));
        if is_told {
            agent = agent.listening(Box::new(Told));
        }
        agent.sit(FIRST);
        assert_eq!(agent.decide(&view, &menu, &mut Seed::experiment(1).rng()), Action::Pass);
        let noted = notes.0.lock().unwrap().clone();
        assert_eq!(
            noted.iter().map(|(part, _)| *part).collect::<Vec<_>>(),
            ["talks", "trades", "moves"]
        );
        // Six standard errors of 256 worlds, weighed and drawn from 4,000 times.
        for (part, share) in noted {
            assert!((share - expected).abs() < 0.068, "{part}: {share}");
        }
    }
}

#[test]
fn a_belief_without_evidence_draws_what_the_rules_draw() {
    let game = Coins::new([[0.1, 0.1]; 2]);
    let (_, view, _) = opening(&game);
    let belief = Belief::plain(&game, &view);
    let mut rng = Seed::experiment(5).rng();
    for index in 0..50 {
        let mut copy = rng.clone();
        assert_eq!(belief.world(index, &mut rng), game.sample(&view, &mut copy));
        assert_eq!(rng, copy);
    }
    assert!((belief.weight(&game.dealt([true, false])) - 1.0).abs() < 1e-15);
}

/// Worths by a fixed rule.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "an estimator takes deals of any size")]
fn rule(_: &Standpoint<'_, Coins>, deal: &Deal) -> Appraisal {
    let (own, partner) = match deal {
        Deal::Show(FIRST) => (9.0, 12.0),
        Deal::Show(_) => (13.0, 9.0),
        Deal::Swap => (10.5, 10.2),
        Deal::Token => (12.0, 11.0),
    };
    Appraisal::new(Worth::new(10.0, own), Worth::new(10.0, partner))
}

fn negotiator(concedes: bool) -> Box<dyn Bargainer<Coins>> {
    let acceptance = Acceptance::Attitude(Attitude::Neutral);
    Box::new(Negotiator::new(
        rule,
        Taste { concedes, ..Taste::plain(Criterion::Selfish, acceptance) },
    ))
}

#[test]
fn what_was_proposed_is_heard_and_not_proposed_again() {
    let game = Coins::new([[0.1, 0.1]; 2]);
    let (state, view, menu) = opening(&game);
    let trader = Trader::new(negotiator(true), Manner::new(game.clone()));
    let mut agent = ComposedAgent::new(game.clone(), Box::new(RandomMover)).trading(trader);
    agent.sit(FIRST);
    let mut proposals = Vec::new();
    for _ in 0..2 {
        let action = agent.decide(&view, &menu, &mut Seed::experiment(2).rng());
        agent.hear(&LazyView::new(&game, &state, &(), FIRST), &Some(action));
        proposals.push(action);
    }
    // As one who gives way: most for me, then more for the partner.
    assert_eq!(proposals, [Deal::Show(SECOND), Deal::Token].map(Action::Propose));
    let deals = agent.explain(&view).unwrap().deals;
    assert_eq!(deals.len(), 4, "the refused one is weighed beside the others");
    let token = deals.iter().find(|weighed| weighed.deal == "Token").unwrap();
    assert!((token.own[1] - token.own[0] - 2.0).abs() < 1e-12, "{token:?}");
    // A new game begins without a past.
    agent.sit(FIRST);
    let action = agent.decide(&view, &menu, &mut Seed::experiment(2).rng());
    assert_eq!(action, proposals[0]);
}

#[test]
fn an_offer_is_answered_by_the_one_who_trades() {
    let game = Coins::new([[0.1, 0.1]; 2]);
    let (state, _, _) = opening(&game);
    let mut menu = Vec::new();
    // The answerer sees the proposer's gains from the other side: by this rule a token is good.
    for (deal, answer) in [(Deal::Token, Action::Accept), (Deal::Show(FIRST), Action::Refuse)] {
        let state = game.after(&state, Action::Propose(deal));
        assert!(matches!(state.stage, Stage::Talk(_)));
        let view = game.view(&state, &(), SECOND);
        game.menu(&state, &mut menu);
        let manner = Manner { counters: false, ..Manner::new(game.clone()) };
        let trader = Trader::new(negotiator(false), manner);
        let mut agent = ComposedAgent::new(game.clone(), Box::new(RandomMover)).trading(trader);
        agent.sit(Seat::new(1));
        assert_eq!(agent.decide(&view, &menu, &mut Seed::experiment(1).rng()), answer, "{deal:?}");
        assert_eq!(agent.explain(&view).unwrap().deals.len(), 1);
    }
}

/// Writes down what the partner is said to have proposed before.
struct Archivist(Arc<Mutex<Vec<Deal>>>);

impl Bargainer<Coins> for Archivist {
    fn propose(&mut self, _: &Standpoint<'_, Coins>, _: &[Deal], _: &mut GameRng) -> Option<Deal> {
        None
    }

    fn accepts(&mut self, _: &Standpoint<'_, Coins>, _: &Deal, _: &mut GameRng) -> bool {
        false
    }

    fn accepts_after(
        &mut self,
        _: &Standpoint<'_, Coins>,
        _: &Deal,
        earlier: &[Deal],
        _: &mut GameRng,
    ) -> bool {
        *self.0.lock().unwrap() = earlier.to_vec();
        false
    }
}

#[test]
fn earlier_proposals_do_not_count_the_one_to_answer_and_lose_none_to_a_counter_offer() {
    let game = Coins::new([[0.1, 0.1]; 2]);
    let (state, _, _) = opening(&game);
    let heard = [Deal::Show(FIRST), Deal::Token];
    // What lies on the table is the last that was proposed, or came as an answer and was not marked.
    for (offered, expected) in [(Deal::Token, &heard[..1]), (Deal::Swap, &heard[..])] {
        let state = game.after(&state, Action::Propose(offered));
        let view = game.view(&state, &(), SECOND);
        let mut menu = Vec::new();
        game.menu(&state, &mut menu);
        let noted = Arc::default();
        let manner = Manner { counters: false, ..Manner::new(game.clone()) };
        let trader = Trader::new(Box::new(Archivist(Arc::clone(&noted))), manner);
        let mut agent = ComposedAgent::new(game.clone(), Box::new(RandomMover)).trading(trader);
        agent.sit(SECOND);
        for deal in heard {
            agent.hear(&LazyView::made(&view), &Some(Action::Propose(deal)));
        }
        agent.decide(&view, &menu, &mut Seed::experiment(1).rng());
        assert_eq!(*noted.lock().unwrap(), expected, "{offered:?}");
    }
}
