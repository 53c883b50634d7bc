//! Trades weighed by playouts.

use kakehiki_bargain::{
    Answer, Bargainer, Bargaining, Belief, Branch, Criterion, Session, Standpoint,
};
use kakehiki_core::{Game, Observed, Seed, Turn};
use kakehiki_monopoly::{Action, Miyapoly, Monopoly, Moyer, State, Template, Tie, TurnUnit};

use crate::common::{FIRST, SECOND, arrange, monopoly, moyer2020, play, player, square};

/// Whether the negotiator accepts the trade on the table.
fn accepts(game: &Monopoly, state: &State, negotiator: Miyapoly) -> bool {
    let Turn::Seat(seat) = game.turn(state) else { panic!("nobody is asked") };
    let deal = state.session().and_then(Session::on_table).expect("a deal");
    let view = game.view(state, &(), seat);
    let belief = Belief::plain(game, &view);
    let at = Standpoint::new(game, &view, seat, &belief);
    negotiator.bargainer().accepts(&at, &deal, &mut Seed::experiment(1).rng())
}

fn answer(template: Template, policy: Moyer) -> bool {
    let game = moyer2020();
    let (state, _) = template.position().open(&game).unwrap();
    accepts(&game, &state, Miyapoly { policy, ..Miyapoly::default() })
}

#[test]
fn position_1_is_accepted_and_position_6_refused_with_the_base_player() {
    assert!(answer(Template::LikePosition1, Moyer::FAITHFUL));
    assert!(!answer(Template::LikePosition6, Moyer::FAITHFUL));
}

#[test]
fn position_6_turns_when_the_base_player_is_repaired() {
    assert!(answer(Template::LikePosition1, Moyer::REPAIRED));
    assert!(answer(Template::LikePosition6, Moyer::REPAIRED));
}

#[test]
fn playouts_stop_at_the_published_difference() {
    let game = moyer2020();
    let (state, deal) = Template::LopsidedCash.position().open(&game).unwrap();
    let view = game.view(&state, &(), deal.partner);
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, deal.partner, &belief);
    let playouts = |negotiator: Miyapoly| {
        let branches = negotiator.compare(&at, &deal, &mut Seed::experiment(2).rng());
        let score =
            |branch: &Branch| i64::from(branch.wins(at.seat)) - i64::from(branch.losses(at.seat));
        let difference = (score(&branches.with) - score(&branches.without)).abs();
        assert_eq!(branches.with.playouts(), branches.without.playouts());
        (branches.with.playouts(), difference)
    };
    let (count, difference) = playouts(Miyapoly::default());
    assert!(count == 200 && difference >= 100, "{count}, {difference}");
    let (count, difference) = playouts(Miyapoly { batch: 1, ..Miyapoly::default() });
    assert!(count < 200 && (100..=101).contains(&difference), "{count}, {difference}");
    assert_eq!(playouts(Miyapoly { stop: 0.0, ..Miyapoly::default() }).0, 1000);
}

#[test]
fn a_tie_is_refused_unless_it_is_to_be_accepted() {
    // All playouts are drawn when they may not take a turn to the end.
    let game = moyer2020();
    let (state, _) = Template::CheapSet.position().open(&game).unwrap();
    let blind = Miyapoly { turns: 1, playouts: 50, ..Miyapoly::default() };
    assert!(!accepts(&game, &state, blind));
    assert!(accepts(&game, &state, Miyapoly { tie: Tie::Accept, ..blind }));
}

#[test]
fn rounds_reach_as_far_as_turns_of_all() {
    let game = monopoly(&[("rules", "moyer2020"), ("players", "3"), ("max-turns", "0")]);
    let state = game.start();
    let view = game.view(&state, &(), FIRST);
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, FIRST, &belief);
    let horizon = |unit| Miyapoly { turns: 7, unit, ..Miyapoly::default() }.game(&at);
    assert_eq!(horizon(TurnUnit::Turn), game.capped(7));
    assert_eq!(horizon(TurnUnit::Round), game.capped(21));
}

#[test]
fn deals_are_carried_out_and_negotiations_broken_off() {
    let game = moyer2020();
    let (mut state, deal) = Template::LikePosition1.position().open(&game).unwrap();
    assert!(game.is_negotiating(&state));
    game.carry_out(&mut state, &deal);
    assert_eq!(state.owner(square(27)), Some(SECOND));
    game.break_off(&mut state);
    assert!(!game.is_negotiating(&state));
    let broke = state.clone();
    game.carry_out(&mut state, &deal);
    assert_eq!(state, broke, "what cannot be carried out changes nothing");
}

#[test]
fn every_deal_that_is_listed_can_be_proposed() {
    for rules in ["moyer2020", "official"] {
        let game = monopoly(&[("rules", rules), ("players", "3"), ("trading", "own-turn")]);
        let players = [
            player(900, 0, &[1, 6, 8, 12, 16, 25, 37]),
            player(900, 0, &[3, 9, 5, 18, 21, 39]),
            player(900, 0, &[19, 23, 24, 28, 35]),
        ];
        let state = arrange(&game, &players);
        let mut deals = Vec::new();
        game.deals(&game.view(&state, &(), FIRST), &mut deals);
        assert!(deals.len() > 10);
        for deal in &deals {
            let mut state = state.clone();
            game.play(&mut state, &Action::Propose(*deal)).unwrap();
            let mut counters = Vec::new();
            game.deals(&game.view(&state, &(), deal.partner), &mut counters);
            for counter in counters {
                game.check(&state, &Action::Counter(counter)).unwrap();
            }
        }
        game.deals(&game.view(&state, &(), SECOND), &mut deals);
        assert!(deals.is_empty(), "it is not the second player's turn");
    }
}

#[test]
fn with_three_players_it_proposes_by_any_criterion_what_it_would_also_take() {
    let game = monopoly(&[("rules", "moyer2020"), ("players", "3")]);
    let players = [
        player(900, 0, &[16, 18, 5, 15]),
        player(900, 10, &[19, 21, 23, 25]),
        player(900, 20, &[24, 26, 27, 39]),
    ];
    let state = arrange(&game, &players);
    let view = game.view(&state, &(), FIRST);
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, FIRST, &belief);
    let mut deals = Vec::new();
    game.deals(&view, &mut deals);
    let mut proposed = 0;
    for criterion in [Criterion::Selfish, Criterion::AcceptFirst, Criterion::Sum] {
        let negotiator = Miyapoly { playouts: 300, criterion, ..Miyapoly::default() };
        let mut rng = Seed::experiment(4).rng();
        if let Some(deal) = negotiator.bargainer().propose(&at, &deals, &mut rng) {
            assert!(deals.contains(&deal) && deal.proposer == FIRST);
            proposed += 1;
        }
    }
    assert!(proposed > 0);
}

#[test]
fn it_counters_what_it_does_not_accept() {
    let game = moyer2020();
    let mut state = arrange(&game, &[player(1400, 0, &[16, 18]), player(300, 0, &[19, 5])]);
    play(&game, &mut state, &["propose:P0:$1>P1:19"]);
    let view = game.view(&state, &(), SECOND);
    let belief = Belief::plain(&game, &view);
    let at = Standpoint::new(&game, &view, SECOND, &belief);
    let mut deals = Vec::new();
    game.deals(&view, &mut deals);
    assert!(!deals.is_empty());
    let deal = state.session().and_then(Session::on_table).unwrap();
    let mut bargainer = Miyapoly { playouts: 200, ..Miyapoly::default() }.bargainer();
    // Giving orange away for next to nothing loses.
    assert!(!bargainer.accepts(&at, &deal, &mut Seed::experiment(5).rng()));
    let answer = bargainer.answer(&at, &deal, &[], &deals, &mut Seed::experiment(5).rng());
    assert_ne!(answer, Answer::Accept);
}
