//! Who proposes and accepts what, once the worth of deals is known.

use kakehiki_bargain::{
    Acceptance, Answer, Appraisal, Attitude, Bargainer, Bargaining, Baseline, Biased, Criterion,
    Estimator, Misjudged, Negotiator, Shortlist, Standpoint, Taste, Worth,
};
use kakehiki_core::{GameRng, Seed};

use crate::coins::{Coins, Deal, FIRST, SECOND, View};

/// Worths by a fixed rule: own before and after, partner's before and after.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "an estimator takes deals of any size")]
fn rule(_: &Standpoint<'_, Coins>, deal: &Deal) -> Appraisal {
    let (own, partner) = match deal {
        Deal::Show(FIRST) => ((10.0, 9.5), (10.0, 12.0)),
        Deal::Show(_) => ((10.0, 13.0), (10.0, 9.0)),
        Deal::Swap => ((10.0, 10.5), (10.0, 10.2)),
        Deal::Token => ((10.0, 12.0), (10.0, 11.0)),
    };
    Appraisal::new(Worth::new(own.0, own.1), Worth::new(partner.0, partner.1))
}

/// What the first seat decides.
fn at<R>(game: &Coins, view: &View, decide: impl FnOnce(&Standpoint<'_, Coins>) -> R) -> R {
    Standpoint::plain(game, view, FIRST, decide)
}

struct Table {
    game: Coins,
    view: View,
    deals: Vec<Deal>,
    rng: GameRng,
}

impl Table {
    fn new() -> Self {
        let game = Coins::new([[0.1, 0.1]; 2]);
        let view = game.imagine_view(&game.dealt([true, true]), FIRST);
        let mut deals = Vec::new();
        game.deals(&view, &mut deals);
        Self { game, view, deals, rng: Seed::experiment(21).rng() }
    }

    fn proposal(&mut self, bargainer: &mut impl Bargainer<Coins>) -> Option<Deal> {
        at(&self.game, &self.view, |at| bargainer.propose(at, &self.deals, &mut self.rng))
    }

    fn accepted(&mut self, bargainer: &mut impl Bargainer<Coins>) -> Vec<Deal> {
        let Self { game, view, deals, rng } = self;
        let accepts = |deal: &&Deal| at(game, view, |at| bargainer.accepts(at, deal, rng));
        deals.iter().filter(accepts).copied().collect()
    }
}

fn negotiator<E: Estimator<Coins>>(
    estimator: E,
    criterion: Criterion,
    acceptance: Acceptance,
) -> Negotiator<Coins, E> {
    Negotiator::new(estimator, Taste::plain(criterion, acceptance))
}

#[test]
fn a_negotiator_proposes_what_its_criterion_wants() {
    let mut table = Table::new();
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let expected = [
        (Criterion::Selfish, Deal::Show(SECOND)),
        (Criterion::ProfitFirst, Deal::Token),
        (Criterion::AcceptFirst, Deal::Token),
        (Criterion::Sum, Deal::Token),
        (Criterion::Product, Deal::Token),
    ];
    for (criterion, deal) in expected {
        assert_eq!(table.proposal(&mut negotiator(rule, criterion, neutral)), Some(deal));
    }
    let worthless = |_: &Standpoint<'_, Coins>, _: &Deal| Appraisal::default();
    for (criterion, _) in expected {
        assert_eq!(table.proposal(&mut negotiator(worthless, criterion, neutral)), None);
    }
}

#[test]
fn a_negotiator_accepts_by_its_attitude_or_its_criterion() {
    let mut table = Table::new();
    let mut accepted =
        |acceptance| table.accepted(&mut negotiator(rule, Criterion::ProfitFirst, acceptance));
    let [gift, seeing, swap, token] =
        [Deal::Show(FIRST), Deal::Show(SECOND), Deal::Swap, Deal::Token];
    assert_eq!(accepted(Acceptance::Attitude(Attitude::Neutral)), [seeing, swap, token]);
    assert_eq!(accepted(Acceptance::Attitude(Attitude::Optimistic)), [gift, seeing, swap, token]);
    assert_eq!(accepted(Acceptance::Attitude(Attitude::Pessimistic)), [seeing, token]);
    assert_eq!(accepted(Acceptance::Criterion), [swap, token]);
}

#[test]
fn a_biased_estimator_bends_proposals_and_answers() {
    let mut table = Table::new();
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let mut accepted = |attitude| {
        let estimator = Biased { estimator: rule, bias: attitude, part: Misjudged::Worth };
        table.accepted(&mut negotiator(estimator, Criterion::Selfish, neutral))
    };
    assert_eq!(accepted(Attitude::Neutral).len(), 3);
    assert_eq!(accepted(Attitude::Optimistic).len(), 4);
    // 13 and 12 less a tenth still beat 10.
    assert_eq!(accepted(Attitude::Pessimistic), [Deal::Show(SECOND), Deal::Token]);
    let estimator = Biased { estimator: rule, bias: Attitude::Pessimistic, part: Misjudged::Worth };
    let mut fearful = negotiator(estimator, Criterion::ProfitFirst, neutral);
    // No partner seems to win anything, except by the gift, which costs.
    assert_eq!(table.proposal(&mut fearful), None);
}

#[test]
fn an_unwelcome_offer_is_answered_by_a_better_one_or_refused() {
    let Table { game, view, deals, mut rng } = Table::new();
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let mut selfish = negotiator(rule, Criterion::Selfish, neutral);
    let mut answer = |offered: Deal, deals: &[Deal]| {
        at(&game, &view, |at| selfish.answer(at, &offered, &[], deals, &mut rng))
    };
    assert_eq!(answer(Deal::Swap, &deals), Answer::Accept);
    assert_eq!(answer(Deal::Show(FIRST), &deals), Answer::Counter(Deal::Show(SECOND)));
    assert_eq!(answer(Deal::Show(FIRST), &[]), Answer::Refuse);
    assert_eq!(answer(Deal::Show(FIRST), &[Deal::Show(FIRST)]), Answer::Refuse);
    let mut random = Baseline::Random;
    let mut seen = [0; 3];
    for _ in 0..1000 {
        match at(&game, &view, |at| random.answer(at, &Deal::Swap, &[], &deals, &mut rng)) {
            Answer::Accept => seen[0] += 1,
            Answer::Refuse => seen[1] += 1,
            Answer::Counter(_) => seen[2] += 1,
        }
    }
    // Expected 500, 100 and 400; five standard deviations are below 80.
    assert!(seen[0] > 420 && seen[1] > 50 && seen[2] > 320, "{seen:?}");
}

#[test]
fn baselines_weigh_nothing() {
    let mut table = Table::new();
    assert_eq!(table.proposal(&mut Baseline::AlwaysAccept), None);
    assert_eq!(table.accepted(&mut Baseline::AlwaysAccept).len(), 4);
    assert_eq!(table.proposal(&mut Baseline::Never), None);
    assert_eq!(table.accepted(&mut Baseline::Never).len(), 0);
    let mut proposed = [0_u32; 5];
    for _ in 0..5000 {
        let place = table.proposal(&mut Baseline::Random).map_or(4, |deal| {
            table.deals.iter().position(|known| *known == deal).expect("on the list")
        });
        proposed[place] += 1;
    }
    // A thousand each, "none" included; five standard deviations are 141.
    assert!(proposed.iter().all(|count| count.abs_diff(1000) < 142), "{proposed:?}");
}

#[test]
fn half_open_proposals_are_completed() {
    let Table { game, view, deals, mut rng } = Table::new();
    let mut complete = |bargainer: &mut dyn Bargainer<Coins>, deals: &[Deal]| {
        at(&game, &view, |at| bargainer.complete(at, deals, &mut rng))
    };
    assert!(complete(&mut Baseline::AlwaysAccept, &deals).is_some());
    assert_eq!(complete(&mut Baseline::AlwaysAccept, &[]), None);
    assert_eq!(complete(&mut Baseline::Never, &deals), None);
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let mut selfish = negotiator(rule, Criterion::Selfish, neutral);
    assert_eq!(complete(&mut selfish, &deals), Some(Deal::Show(SECOND)));
    assert_eq!(complete(&mut selfish, &[Deal::Show(FIRST)]), None);
}

#[test]
fn completing_is_consenting() {
    let Table { game, view, mut rng, .. } = Table::new();
    let mut complete = |acceptance, deals: &[Deal]| {
        let mut negotiator = negotiator(rule, Criterion::Sum, acceptance);
        at(&game, &view, |at| negotiator.complete(at, deals, &mut rng))
    };
    let attitude = Acceptance::Attitude;
    // A swap brings half a point on ten: enough for a neutral seat, not for a pessimistic one.
    assert_eq!(complete(attitude(Attitude::Neutral), &[Deal::Swap]), Some(Deal::Swap));
    assert_eq!(complete(attitude(Attitude::Pessimistic), &[Deal::Swap]), None);
    // Among what it accepts it still names what its criterion wants most.
    let deals = [Deal::Swap, Deal::Token, Deal::Show(FIRST)];
    assert_eq!(complete(attitude(Attitude::Pessimistic), &deals), Some(Deal::Token));
}

#[test]
fn a_deal_that_looks_good_once_is_not_named() {
    let Table { game, view, deals, mut rng } = Table::new();
    let mut looks = 0;
    // Everything looks good at the first look and nothing at the second.
    let flattering = move |_: &Standpoint<'_, Coins>, _: &Deal| {
        looks += 1;
        let after = if looks <= 4 { 11.0 } else { 9.0 };
        Appraisal::new(Worth::new(10.0, after), Worth::new(10.0, 10.0))
    };
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let mut negotiator = negotiator(flattering, Criterion::Selfish, neutral);
    assert_eq!(deals.len(), 4);
    assert_eq!(at(&game, &view, |at| negotiator.complete(at, &deals, &mut rng)), None);
}

#[test]
fn a_request_is_judged_by_what_the_partner_would_make_of_it() {
    let Table { game, view, mut rng, .. } = Table::new();
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let mut selfish = negotiator(rule, Criterion::Selfish, neutral);
    let mut request = |bargainer: &mut dyn Bargainer<Coins>, requests: &[Vec<Deal>]| {
        at(&game, &view, |at| bargainer.request(at, requests, &mut rng))
    };
    // The first request holds the best deal of all, but the partner would rather see my coin.
    let requests = [vec![Deal::Show(SECOND), Deal::Show(FIRST)], vec![Deal::Swap]];
    assert_eq!(request(&mut selfish, &requests), Some(1));
    assert_eq!(request(&mut selfish, &requests[..1]), None);
    assert_eq!(request(&mut selfish, &[]), None);
    assert_eq!(request(&mut Baseline::Never, &requests), None);
}

#[test]
fn one_who_gives_way_offers_the_partner_more_after_every_refusal() {
    let Table { game, view, deals, mut rng } = Table::new();
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let taste = Taste { concedes: true, ..Taste::plain(Criterion::Selfish, neutral) };
    let mut conceding = Negotiator::new(rule, taste);
    let mut refused: Vec<Deal> = Vec::new();
    let mut offers = Vec::new();
    loop {
        let open: Vec<Deal> =
            deals.iter().filter(|deal| !refused.contains(deal)).copied().collect();
        let offer = at(&game, &view, |at| conceding.propose_again(at, &open, &refused, &mut rng));
        let Some(offer) = offer else {
            break;
        };
        offers.push(offer);
        refused.push(offer);
    }
    // To show the second coin costs the partner 1 and brings me most; the token brings the partner
    // 1, which is more than the 0.2 of the swap, and what is left for it would cost me something.
    assert_eq!(offers, [Deal::Show(SECOND), Deal::Token]);
    // A plain negotiator goes on to the swap, which brings the partner less than what it refused.
    let mut plain = negotiator(rule, Criterion::Selfish, neutral);
    let rest: Vec<Deal> = deals.into_iter().filter(|deal| !refused.contains(deal)).collect();
    let again = at(&game, &view, |at| plain.propose_again(at, &rest, &refused, &mut rng));
    assert_eq!(again, Some(Deal::Swap));
}

#[test]
fn a_shortlist_leaves_the_costly_look_to_the_promising() {
    let Table { game, view, deals, mut rng } = Table::new();
    let mut looked_at = Vec::new();
    let mut shortlist = Shortlist {
        cheap: rule,
        keep: 2,
        costly: |at: &Standpoint<'_, Coins>, deal: &Deal| {
            looked_at.push(*deal);
            rule(at, deal)
        },
    };
    let all = at(&game, &view, |at| shortlist.appraise(at, &deals, &mut rng));
    let offer = deals[..1].to_vec();
    let single = at(&game, &view, |at| shortlist.appraise(at, &offer, &mut rng));
    assert_eq!(single[0], at(&game, &view, |at| rule(at, &offer[0])), "an offer is always weighed");
    looked_at.pop();
    for (deal, appraisal) in deals.iter().zip(all) {
        let is_listed = looked_at.contains(deal);
        assert_eq!(is_listed, matches!(deal, Deal::Show(SECOND) | Deal::Token), "{deal:?}");
        assert_eq!(appraisal == Appraisal::default(), !is_listed);
    }
}

#[test]
fn one_who_accepts_by_bare_value_looks_at_nothing_else() {
    let mut table = Table::new();
    // Own and partner's profits: show first -0.5 and 2, show second 3 and -1, swap 0.5 and 0.2,
    // token 2 and 1.
    let all = |keep: &[Deal]| -> Vec<Deal> {
        table.deals.iter().filter(|deal| keep.contains(deal)).copied().collect()
    };
    let (first, second) = (Deal::Show(FIRST), Deal::Show(SECOND));
    let expected = [
        (Criterion::Selfish, all(&[second, Deal::Swap, Deal::Token])),
        (Criterion::ProfitFirst, all(&[second, Deal::Swap, Deal::Token])),
        (Criterion::AcceptFirst, all(&[first, Deal::Swap, Deal::Token])),
        (Criterion::Sum, all(&[first, second, Deal::Swap, Deal::Token])),
        (Criterion::Product, all(&[Deal::Swap, Deal::Token])),
    ];
    for (criterion, deals) in expected {
        let mut bargainer = negotiator(rule, criterion, Acceptance::Value);
        assert_eq!(table.accepted(&mut bargainer), deals, "{criterion}");
    }
}

#[test]
fn one_who_is_sensible_takes_nothing_that_is_bad_for_both() {
    let bad = |_: &Standpoint<'_, Coins>, _: &Deal| {
        Appraisal::new(Worth::new(10.0, 9.0), Worth::new(10.0, 8.0))
    };
    let mut table = Table::new();
    let mut by_value = negotiator(bad, Criterion::Product, Acceptance::Value);
    assert_eq!(table.accepted(&mut by_value), table.deals);
    let mut sensible = negotiator(bad, Criterion::Product, Acceptance::Sensible);
    assert_eq!(table.accepted(&mut sensible), []);
    let mut sensible = negotiator(rule, Criterion::AcceptFirst, Acceptance::Sensible);
    let mut by_value = negotiator(rule, Criterion::AcceptFirst, Acceptance::Value);
    assert_eq!(table.accepted(&mut sensible), table.accepted(&mut by_value));
}

#[test]
fn one_who_feints_proposes_a_bad_deal_first_and_then_what_it_wants() {
    let Table { game, view, deals, mut rng } = Table::new();
    let neutral = Acceptance::Attitude(Attitude::Neutral);
    let taste = Taste { feints: true, ..Taste::plain(Criterion::ProfitFirst, neutral) };
    let mut feinting = Negotiator::new(rule, taste);
    let bad = at(&game, &view, |at| feinting.propose(at, &deals, &mut rng));
    assert_eq!(bad, Some(Deal::Show(SECOND)), "it brings 3 and costs the partner 1");
    let left: Vec<Deal> = deals.iter().filter(|deal| Some(**deal) != bad).copied().collect();
    let refused = [Deal::Show(SECOND)];
    let next = at(&game, &view, |at| feinting.propose_again(at, &left, &refused, &mut rng));
    assert_eq!(next, Some(Deal::Token));
    // Where nothing is bad for the partner, there is nothing to feint with.
    let good = [Deal::Swap, Deal::Token];
    let only = at(&game, &view, |at| feinting.propose(at, &good, &mut rng));
    assert_eq!(only, Some(Deal::Token));
}

#[test]
fn one_who_expects_holds_an_offer_against_those_before() {
    let Table { game, view, mut rng, .. } = Table::new();
    // To the own side a token brings 2, a swap 0.5, and to show its coin -0.5.
    let (good, bad) = (Deal::Token, Deal::Show(FIRST));
    let cases: [(&[Deal], bool); 5] = [
        (&[], true),
        (&[good], false),
        (&[bad], true),
        (&[good, bad], false),
        (&[good, bad, bad, bad], true),
    ];
    for (earlier, is_accepted) in cases {
        let mut expecting = negotiator(rule, Criterion::Selfish, Acceptance::Expecting);
        let mut neutral =
            negotiator(rule, Criterion::Selfish, Acceptance::Profit(Attitude::Neutral));
        at(&game, &view, |at| {
            let accepts = expecting.accepts_after(at, &Deal::Swap, earlier, &mut rng);
            assert_eq!(accepts, is_accepted, "{earlier:?}");
            let answer = expecting.answer(at, &Deal::Swap, earlier, &[Deal::Swap], &mut rng);
            assert_eq!(answer == Answer::Accept, is_accepted, "{earlier:?}");
            assert!(neutral.accepts_after(at, &Deal::Swap, earlier, &mut rng));
            assert!(!expecting.accepts_after(at, &bad, earlier, &mut rng), "it brings no profit");
        });
    }
}
