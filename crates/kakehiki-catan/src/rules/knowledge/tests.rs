//! Tests of what a seat knows, against hand calculation, enumeration and simulation.

mod oracle;
mod table;

use std::collections::BTreeSet;

use kakehiki_core::{Seat, Seed};
use proptest::{prop_assert, prop_assert_eq, proptest};
use rand::{RngExt, seq::SliceRandom};

use self::{
    oracle::{enumerate, simulate},
    table::{Event, Table, Told},
};
use super::{
    AllHands, Bounds, CAP, Hand, Knowledge, Precision, Resource,
    Resource::{Brick, Wood},
    gathering::{each_hand, subsets, ways},
    pool,
};

const ME: Seat = Seat::new(0);
const ANNE: Seat = Seat::new(1);
const BEN: Seat = Seat::new(2);
const CLEO: Seat = Seat::new(3);

fn hand(letters: &str) -> Hand {
    letters
        .chars()
        .filter_map(Resource::from_letter)
        .fold(Hand::EMPTY, |hand, resource| hand.plus(Hand::one(resource)))
}

/// Knowledge of the first of four seats after the others have taken cards.
fn dealt(cards: [&str; 3]) -> Knowledge {
    let mut knowledge = Knowledge::new(4, ME);
    for (seat, letters) in [ANNE, BEN, CLEO].into_iter().zip(cards) {
        knowledge.gain(seat, hand(letters));
    }
    knowledge
}

/// The possible hands of the three others with their weights, as text.
fn listed(knowledge: &Knowledge) -> Vec<String> {
    let row = |(hands, weight): (AllHands, u64)| {
        format!("{weight} {} {} {}", hands[1], hands[2], hands[3])
    };
    knowledge.possibilities().map(row).collect()
}

#[track_caller]
fn assert_close(one: f64, other: f64) {
    assert!((one - other).abs() < 1e-12, "{one} is not {other}");
}

#[test]
fn an_unseen_theft_takes_each_card_with_equal_probability() {
    let mut knowledge = dealt(["", "WWB", ""]);
    knowledge.theft_unseen(ANNE, BEN);
    assert_eq!(listed(&knowledge), ["1 B WW -", "2 W WB -"]);
    assert_close(knowledge.chance_of(ANNE, hand("W")), 2.0 / 3.0);
    let marginal = knowledge.marginal(BEN, Wood);
    assert_eq!(marginal.len(), 3);
    assert_close(marginal[0], 0.0);
    assert_close(marginal[1], 2.0 / 3.0);
    assert_close(marginal[2], 1.0 / 3.0);
    assert_close(knowledge.expected(BEN)[Wood.index()], 4.0 / 3.0);
    assert_eq!((knowledge.total(ANNE), knowledge.total(BEN)), (1, 2));
    assert!(knowledge.is_exact());
}

#[test]
fn a_chain_of_thefts_is_followed_jointly() {
    let mut knowledge = dealt(["", "WB", ""]);
    knowledge.theft_unseen(ANNE, BEN);
    knowledge.theft_unseen(CLEO, ANNE);
    // What Cleo has, Ben has not.
    assert_eq!(listed(&knowledge), ["1 - B W", "1 - W B"]);
    knowledge.spend(CLEO, hand("B"));
    assert_eq!(listed(&knowledge), ["1 - W -"]);
    assert_eq!(knowledge.certain(BEN), Some(hand("W")));
}

#[test]
fn equal_tuples_are_merged() {
    let mut knowledge = dealt(["W", "B", ""]);
    knowledge.theft_unseen(ANNE, BEN);
    knowledge.theft_unseen(BEN, ANNE);
    knowledge.theft_unseen(ANNE, BEN);
    assert_eq!(listed(&knowledge), ["1 WB - -"]);
}

#[test]
fn spending_and_showing_strike_out_what_cannot_be() {
    let mut knowledge = dealt(["", "WWBO", ""]);
    knowledge.theft_unseen(ANNE, BEN);
    let mut shown = knowledge.clone();
    shown.shows(BEN, hand("WW"));
    assert_eq!(listed(&shown), ["1 O WWB -", "1 B WWO -"]);
    shown.shows(BEN, hand("O"));
    assert_eq!(listed(&shown), ["1 B WWO -"]);
    knowledge.spend(BEN, hand("WO"));
    assert_eq!(listed(&knowledge), ["1 B W -", "2 W B -"]);
}

#[test]
fn a_theft_by_the_observer_is_evidence_about_the_hand() {
    let mut knowledge = dealt(["", "WWB", "W"]);
    knowledge.theft_unseen(CLEO, BEN);
    // Cleo has WW with 2/3 and WB with 1/3; drawing a W from there has probability 1 or 1/2.
    knowledge.theft_seen(ME, CLEO, Wood);
    assert_eq!(listed(&knowledge), ["4 - WB W", "1 - WW B"]);
    assert_eq!(knowledge.certain(ME), Some(hand("W")));
    knowledge.theft_seen(ANNE, ME, Wood);
    assert_eq!(listed(&knowledge), ["4 W WB W", "1 W WW B"]);
    assert_eq!(knowledge.certain(ME), Some(Hand::EMPTY));
}

#[test]
fn a_theft_from_an_empty_hand_takes_nothing() {
    let mut knowledge = dealt(["", "", ""]);
    knowledge.theft_unseen(ANNE, BEN);
    assert_eq!(knowledge, dealt(["", "", ""]));
}

#[test]
fn a_hidden_discard_is_any_of_the_cards() {
    let mut knowledge = dealt(["WWWBBBBO", "", ""]);
    knowledge.discard_unseen(&[(ANNE, 4)], None);
    // C(8, 4) = 70 sets of cards.
    assert_eq!(knowledge.total_weight(), 70);
    let kept = |letters: &str| {
        let rows = knowledge.possibilities();
        rows.filter(|(hands, _)| hands[1] == hand(letters)).map(|(_, weight)| weight).sum::<u64>()
    };
    assert_eq!(kept("WWBB"), 3 * 6);
    assert_eq!(kept("BBBB"), 1);
    assert_eq!(kept("WWWO"), 1);
    assert_eq!(kept("WBBO"), 3 * 6);
}

#[test]
fn an_open_bank_shows_the_only_discard() {
    let mut knowledge = dealt(["WWWBBBBO", "", ""]);
    knowledge.discard_unseen(&[(ANNE, 4)], Some(hand("WWBO")));
    assert_eq!(listed(&knowledge), ["1 WBBB - -"]);
}

#[test]
fn an_open_bank_shows_the_sum_of_two_discards() {
    let mut knowledge = dealt(["WWWWWWWB", "WWWWBBBB", ""]);
    knowledge.discard_unseen(&[(ANNE, 4), (BEN, 4)], Some(hand("WWWWWBBB")));
    // Anne keeps her B: C(7,4)·C(1,0) ways, Ben discards WBBB: C(4,1)·C(4,3); 35·16.
    // Or she discards it: C(7,3)·C(1,1) ways, Ben WWBB: C(4,2)·C(4,2); 35·36.
    assert_eq!(listed(&knowledge), ["4 WWWB WWWB -", "9 WWWW WWBB -"]);
}

#[test]
fn a_monopoly_counts_the_cards() {
    let mut knowledge = dealt(["", "WWB", "WO"]);
    knowledge.gain(ME, hand("WS"));
    knowledge.theft_unseen(CLEO, BEN);
    knowledge.monopoly(ANNE, Wood, &[1, 0, 1, 2]);
    assert_eq!(listed(&knowledge), ["1 WWWW B O"]);
    assert_eq!(knowledge.certain(ME), Some(hand("S")));
    knowledge.monopoly(ME, Wood, &[0, 4, 0, 0]);
    assert_eq!(listed(&knowledge), ["1 - B O"]);
    assert_eq!(knowledge.certain(ME), Some(hand("WWWWS")));
}

#[test]
fn a_closed_bank_that_pays_limits_what_is_in_the_hands() {
    let mut knowledge = dealt(["WWBB", "", ""]);
    knowledge.gain(ME, hand("W"));
    knowledge.discard_unseen(&[(ANNE, 2)], None);
    assert_eq!(listed(&knowledge), ["1 BB - -", "4 WB - -", "1 WW - -"]);
    let most = Hand([2, 19, 19, 19, 19]);
    knowledge.all_hands_hold(Hand::EMPTY, most);
    assert_eq!(listed(&knowledge), ["1 BB - -", "4 WB - -"]);
    knowledge.all_hands_hold(hand("WWB"), hand("WWB"));
    assert_eq!(listed(&knowledge), ["1 WB - -"]);
}

#[test]
fn what_no_game_can_contain_is_ignored() {
    let mut knowledge = dealt(["W", "WB", ""]);
    knowledge.theft_unseen(CLEO, BEN);
    let before = knowledge.clone();
    knowledge.spend(ANNE, hand("O"));
    knowledge.shows(CLEO, hand("WB"));
    knowledge.theft_unseen(ME, ANNE);
    knowledge.theft_unseen(BEN, BEN);
    knowledge.spend(ME, hand("W"));
    knowledge.discard_unseen(&[(ANNE, 3)], None);
    knowledge.discard_unseen(&[(ANNE, 1)], Some(hand("WW")));
    assert_eq!(knowledge, before);
    knowledge.theft_seen(ANNE, Seat::new(7), Wood);
    knowledge.discard_unseen(&[], Some(Hand::EMPTY));
    assert!(knowledge.is_exact());
}

#[test]
fn knowledge_is_written_with_the_hands_of_all_seats() {
    let mut knowledge = dealt(["", "WWB", ""]);
    knowledge.gain(ME, hand("O"));
    knowledge.theft_unseen(ANNE, BEN);
    let text = serde_json::to_string(&knowledge).unwrap();
    let rows = r#"{"weight":1,"hands":["O","B","WW","-"]},{"weight":2,"hands":["O","W","WB","-"]}"#;
    assert_eq!(
        text,
        format!(r#"{{"observer":"P0","precision":"exact","possibilities":[{rows}]}}"#)
    );
}

#[test]
fn samples_follow_the_weights() {
    let mut knowledge = dealt(["", "WWWB", ""]);
    knowledge.theft_unseen(ANNE, BEN);
    let mut rng = Seed::experiment(1).rng();
    let draws = 40_000;
    let wood = (0..draws).filter(|_| knowledge.sample(&mut rng)[1].count(Wood) == 1).count() as f64;
    // The standard deviation is 87; six of them happen by chance less than once in 10⁸ seeds.
    assert!((wood - 30_000.0).abs() < 6.0 * 87.0, "{wood}");
}

#[test]
fn ways_to_draw_add_up() {
    assert_eq!(subsets(52, 5), 2_598_960);
    assert_eq!(subsets(3, 4), 0);
    let cards = Hand([7, 3, 0, 25, 2]);
    for size in 0..=cards.total() {
        let mut sum = 0;
        each_hand(Hand::EMPTY, cards, size, &mut |part| sum += ways(cards, part));
        assert_eq!(sum, subsets(cards.total(), size), "Vandermonde's identity for {size}");
    }
}

/// A short random history as the observer is told of it, with the true hands at its end.
fn short_history(seats: usize, index: u64, is_open: bool) -> (Vec<Told>, Table, Seat) {
    let mut rng = Seed::experiment(2).rng_at(index);
    let observer = Seat::new(rng.random_range(0..seats));
    let mut table = Table::new(seats);
    let mut told = Vec::new();
    for seat in Seat::all(seats) {
        let cards = table::random_cards(rng.random_range(3..=5), &mut rng);
        table.happen(&Event::Gain(seat, cards), observer, is_open, &mut told);
    }
    for _ in 0..6 {
        let event = table.short_event(&mut rng);
        table.happen(&event, observer, is_open, &mut told);
    }
    (told, table, observer)
}

fn knowledge_of(seats: usize, observer: Seat, told: &[Told]) -> Knowledge {
    let mut knowledge = Knowledge::new(seats, observer);
    for one in told {
        one.tell(&mut knowledge);
    }
    knowledge
}

#[test]
fn weights_equal_an_enumeration_of_single_cards() {
    let mut branched = 0;
    for index in 0..300 {
        let seats = 2 + index as usize % 3;
        let (told, _, observer) = short_history(seats, index, index % 4 < 2);
        let knowledge = knowledge_of(seats, observer, &told);
        assert!(knowledge.is_exact());
        let rows: Vec<_> = knowledge
            .possibilities()
            .map(|(hands, weight)| (hands.to_vec(), u128::from(weight)))
            .collect();
        let mut expected: Vec<_> = enumerate(seats, &told).into_iter().collect();
        let divisor = expected.iter().fold(0, |divisor, (_, count)| common(divisor, *count));
        for (_, count) in &mut expected {
            *count /= divisor;
        }
        assert_eq!(rows, expected, "history {index}");
        branched += usize::from(rows.len() > 3);
    }
    assert!(branched > 60, "{branched} histories hide something");
}

fn common(one: u128, other: u128) -> u128 {
    if other == 0 { one } else { common(other, one % other) }
}

/// Pearson's statistic must stay below a bound that a chi-square variable of as many degrees of
/// freedom passes with a probability of at most `exp(−x)` (B. Laurent and P. Massart, "Adaptive
/// estimation of a quadratic functional by model selection", 2000). With `x = 20` and thirty
/// histories the test raises a false alarm for one seed in ten million.
#[test]
fn weights_follow_simulated_histories_that_look_the_same() {
    let mut tested = 0;
    for index in 1000.. {
        if tested == 30 {
            break;
        }
        let seats = 3 + index as usize % 2;
        let (told, _, observer) = short_history(seats, index, index % 4 < 2);
        let knowledge = knowledge_of(seats, observer, &told);
        if knowledge.count() < 3 {
            continue;
        }
        let mut rng = Seed::experiment(3).rng_at(index);
        let runs: Vec<_> = (0..20_000).filter_map(|_| simulate(seats, &told, &mut rng)).collect();
        if runs.len() < 500 {
            continue;
        }
        let total = knowledge.total_weight() as f64;
        // Rare cells are put together, so that each is expected at least ten times.
        let (mut statistic, mut cells, mut expected, mut seen) = (0.0, 0, 0.0, 0.0);
        let mut left = knowledge.count();
        let mut found = 0;
        for (hands, weight) in knowledge.possibilities() {
            let hits = runs.iter().filter(|run| run[..] == hands[..]).count();
            found += hits;
            seen += hits as f64;
            expected += weight as f64 / total * runs.len() as f64;
            left -= 1;
            if expected >= 10.0 || left == 0 && expected > 0.0 {
                statistic += (seen - expected).powi(2) / expected;
                cells += 1;
                (expected, seen) = (0.0, 0.0);
            }
        }
        assert_eq!(found, runs.len(), "simulated hands are among the possible ones");
        let freedom = f64::from(cells - 1);
        let bound = freedom + 2.0 * (20.0 * freedom).sqrt() + 2.0 * 20.0;
        assert!(statistic < bound, "history {index}: {statistic} of {freedom}");
        tested += 1;
    }
}

/// Plays a long history at a table of four and shows every observer's knowledge after each step.
fn long_history(
    seed: u64,
    cap: usize,
    is_open: bool,
    thrift: f64,
    mut look: impl FnMut(&Knowledge, &Table),
) {
    let mut rng = Seed::experiment(4).rng_at(seed);
    let mut table = Table::new(4);
    let mut all: Vec<_> = Seat::all(4).map(|seat| Knowledge::with_cap(4, seat, cap)).collect();
    for turn in 0..80 {
        for event in table.turn(Seat::new(turn % 4), thrift, &mut rng) {
            let before = table.clone();
            for knowledge in &mut all {
                let mut told = Vec::new();
                let mut after = before.clone();
                after.happen(&event, knowledge.observer(), is_open, &mut told);
                for one in told {
                    one.tell(knowledge);
                }
                if !is_open {
                    let (least, most) = after.limits();
                    knowledge.all_hands_hold(least, most);
                }
                look(knowledge, &after);
                table = after;
            }
        }
    }
}

proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

    #[test]
    fn the_truth_is_among_the_tuples_and_sizes_and_sums_are_right(seed: u64) {
        long_history(seed, CAP, true, 0.7, |knowledge, table| {
            let truth = &table.hands;
            let is_there = knowledge.possibilities().any(|(hands, _)| hands[..] == truth[..]);
            assert!(is_there || knowledge.precision() == Precision::Sampled);
            for (hands, weight) in knowledge.possibilities() {
                assert!(weight > 0);
                assert_eq!(pool(&hands), pool(truth), "conservation with an open bank");
                for (hand, true_hand) in hands.iter().zip(truth) {
                    assert_eq!(hand.total(), true_hand.total());
                }
            }
            assert_eq!(knowledge.certain(knowledge.observer()).unwrap(),
                truth[knowledge.observer().index()]);
        });
    }

    #[test]
    fn sampled_knowledge_keeps_sound_bounds_and_its_cap(seed: u64, cap in 1_usize..40) {
        for is_open in [true, false] {
            long_history(seed, cap, is_open, 0.5, |knowledge, table| {
                let truth = &table.hands;
                assert!((1..=cap).contains(&knowledge.count()));
                for (hands, _) in knowledge.possibilities() {
                    let (least, most) = table.limits();
                    let sum = hands.iter().fold(Hand::EMPTY, |sum, hand| sum.plus(*hand));
                    assert!(sum.contains(least) && most.contains(sum), "{sum}");
                    if is_open {
                        assert_eq!(pool(&hands), pool(truth));
                    }
                    for (hand, true_hand) in hands.iter().zip(truth) {
                        assert_eq!(hand.total(), true_hand.total());
                    }
                }
                let others: Vec<_> = Seat::all(4)
                    .filter(|seat| *seat != knowledge.observer())
                    .map(|seat| truth[seat.index()])
                    .collect();
                if let Some(bounds) = &knowledge.bounds {
                    assert!(bounds.allows(&others), "{bounds:?} {others:?}");
                } else {
                    assert!(knowledge.possibilities().any(|(hands, _)| hands[..] == truth[..]));
                }
            });
        }
    }

    #[test]
    fn events_of_different_seats_commute(seed: u64) {
        let mut rng = Seed::experiment(5).rng_at(seed);
        let mut start = dealt(["", "", ""]);
        for seat in [ANNE, BEN, CLEO] {
            start.gain(seat, table::random_cards(6, &mut rng));
        }
        start.theft_unseen(CLEO, BEN);
        start.theft_unseen(ANNE, CLEO);
        // Whatever happens to one seat and whatever passes between the two others.
        let cards = table::random_cards(3, &mut rng);
        let own = start.sample(&mut rng)[1];
        let spent = Hand(std::array::from_fn(|index| own.0[index].min(1)));
        let mut deeds: [&dyn Fn(&mut Knowledge); 4] = [
            &|knowledge| knowledge.spend(ANNE, spent),
            &|knowledge| knowledge.theft_unseen(BEN, CLEO),
            &|knowledge| knowledge.gain(ME, cards),
            &|knowledge| knowledge.shows(ANNE, Hand::EMPTY),
        ];
        let mut reference = start.clone();
        for deed in &deeds {
            deed(&mut reference);
        }
        deeds.shuffle(&mut rng);
        let mut other = start.clone();
        for deed in &deeds {
            deed(&mut other);
        }
        prop_assert_eq!(&reference, &other);
        prop_assert_eq!(
            serde_json::to_vec(&reference).unwrap(),
            serde_json::to_vec(&other).unwrap()
        );

        let mut together = start.clone();
        together.discard_unseen(&[(BEN, 3), (CLEO, 2)], None);
        start.discard_unseen(&[(CLEO, 2)], None);
        start.discard_unseen(&[(BEN, 3)], None);
        prop_assert_eq!(together, start);
    }

    #[test]
    fn seats_are_treated_alike(index: u64) {
        // The same history with seats renamed gives the same knowledge with seats renamed.
        let (told, _, observer) = short_history(4, index, index % 2 == 0);
        let turn = |seat: Seat| seat.next(4);
        let turned: Vec<Told> = told.iter().map(|one| one.renamed(4, turn)).collect();
        let rows = |knowledge: &Knowledge, by: usize| -> BTreeSet<(Vec<Hand>, u64)> {
            let row = |(mut hands, weight): (AllHands, u64)| {
                hands.rotate_right(by);
                (hands.to_vec(), weight)
            };
            knowledge.possibilities().map(row).collect()
        };
        let plain = knowledge_of(4, observer, &told);
        let renamed = knowledge_of(4, turn(observer), &turned);
        prop_assert_eq!(rows(&plain, 1), rows(&renamed, 0));
        prop_assert!(plain.is_exact());
    }
}

#[test]
fn lost_hands_are_found_again_from_what_is_public() {
    for stolen in [Wood, Brick] {
        let mut knowledge = Knowledge::with_cap(4, ME, 1);
        knowledge.gain(BEN, hand("WB"));
        knowledge.theft_unseen(ANNE, BEN);
        assert_eq!((knowledge.count(), knowledge.precision()), (1, Precision::Sampled));
        assert_eq!(knowledge.certain(BEN), None);
        knowledge.spend(ANNE, Hand::one(stolen));
        let left = hand("WB").minus(Hand::one(stolen)).unwrap();
        assert_eq!(knowledge.certain(BEN), Some(left));
        assert!(knowledge.is_exact());
    }
}

#[test]
fn hands_made_anew_are_complete_within_the_cap() {
    let mut knowledge = Knowledge::with_cap(4, ME, 3);
    knowledge.gain(BEN, hand("WBSH"));
    knowledge.gain(CLEO, hand("WO"));
    knowledge.theft_unseen(ANNE, BEN);
    // Four tuples of equal weight for three places: the one with the sheep is lost.
    assert_close(knowledge.chance_of(ANNE, hand("S")), 0.0);
    knowledge.theft_unseen(ANNE, CLEO);
    assert_eq!((knowledge.count(), knowledge.precision()), (3, Precision::Sampled));
    knowledge.shows(ANNE, hand("S"));
    assert_eq!(listed(&knowledge), ["1 SO WBH W", "1 WS WBH O"]);
    assert_eq!(knowledge.precision(), Precision::Approximate);
    knowledge.spend(ANNE, hand("SO"));
    assert_eq!(listed(&knowledge), ["1 - WBH W"]);
    assert!(knowledge.is_exact());
}

#[test]
fn hands_made_anew_weigh_as_if_dealt_at_random() {
    let mut knowledge = dealt(["WWB", "WSO", ""]);
    knowledge.theft_unseen(CLEO, ANNE);
    knowledge.theft_unseen(ANNE, BEN);
    let bounds = Bounds::around(&knowledge.possibilities, 3);
    let made = bounds.possibilities(CAP);
    assert!(!made.is_sampled);
    let weight = |hands: [&str; 3]| {
        let hands = hands.map(hand);
        made.possibilities.iter().find(|one| one.hands == hands).map_or(0, |one| one.weight)
    };
    for possibility in &knowledge.possibilities {
        assert!(made.possibilities.iter().any(|one| one.hands == possibility.hands));
    }
    // Of the three W: one for each hand in 3! ways, or two for one and one for another in 3.
    assert_eq!(weight(["WBS", "WO", "W"]), 2 * weight(["WWS", "WO", "B"]));
    assert_eq!(weight(["WWB", "SO", "W"]), weight(["WWS", "WO", "B"]));
    assert_eq!(weight(["WWW", "SO", "B"]) * 3, weight(["WWB", "SO", "W"]));

    // When it is not known what there is in all, cards are of any resource.
    let mut knowledge = dealt(["WWBB", "", ""]);
    knowledge.discard_unseen(&[(ANNE, 2)], None);
    let made = Bounds::around(&knowledge.possibilities, 3).possibilities(CAP).possibilities;
    let rows = made.iter().map(|one| format!("{} {}", one.weight, one.hands[0]));
    assert_eq!(rows.collect::<Vec<_>>(), ["1 BB", "2 WB", "1 WW"]);
}

#[test]
fn sampling_keeps_heavy_tuples_and_the_expectation() {
    let exact = {
        let mut knowledge = dealt(["WWBBSSHHOO", "WWWWWBBSHO", "SSSSOOOOHW"]);
        for (thief, victim) in [(ANNE, BEN), (BEN, CLEO), (CLEO, ANNE), (ANNE, CLEO)] {
            knowledge.theft_unseen(thief, victim);
        }
        knowledge
    };
    assert!(exact.is_exact() && exact.count() > 200);
    let mut sampled = Knowledge::with_cap(4, ME, 64);
    for (seat, cards) in [(ANNE, "WWBBSSHHOO"), (BEN, "WWWWWBBSHO"), (CLEO, "SSSSOOOOHW")] {
        sampled.gain(seat, hand(cards));
    }
    for (thief, victim) in [(ANNE, BEN), (BEN, CLEO), (CLEO, ANNE), (ANNE, CLEO)] {
        sampled.theft_unseen(thief, victim);
    }
    assert_eq!((sampled.count(), sampled.precision()), (64, Precision::Sampled));
    for seat in [ANNE, BEN, CLEO] {
        for (one, other) in sampled.expected(seat).into_iter().zip(exact.expected(seat)) {
            assert!((one - other).abs() < 0.15, "{seat}: {one} for {other}");
        }
    }
    let top = exact.possibilities().max_by_key(|(_, weight)| *weight).unwrap().0;
    assert!(sampled.possibilities().any(|(hands, _)| hands == top));
}

#[test]
fn large_weights_are_rounded_and_no_tuple_is_lost() {
    let mut whole = Knowledge::new(3, ME);
    whole.gain(ANNE, hand("WWWBBSO"));
    whole.gain(BEN, hand("WBBBSSH"));
    for _ in 0..60 {
        whole.theft_unseen(ANNE, BEN);
        whole.theft_unseen(BEN, ANNE);
    }
    let mut deals = 0;
    each_hand(Hand::EMPTY, hand("WWWWBBBBBSSSHO"), 7, &mut |_| deals += 1);
    assert_eq!((whole.count(), whole.precision()), (deals, Precision::Approximate));
    // So many exchanges shuffle the cards: hands are as if dealt at random.
    let total = whole.total_weight() as f64;
    for (hands, weight) in whole.possibilities() {
        let all = hand("WWWWBBBBBSSSHO");
        let dealt = ways(all, hands[1]) as f64 / subsets(14, 7) as f64;
        assert!((weight as f64 / total / dealt - 1.0).abs() < 1e-3);
    }
    whole.spend(ANNE, hand("WWWWBBB"));
    assert_eq!(whole.certain(BEN), Some(hand("BBSSSHO")));
    assert!(whole.is_exact());
}

#[test]
fn huge_hands_neither_overflow_nor_take_forever() {
    let mut knowledge = Knowledge::new(4, ME);
    for seat in [ANNE, BEN, CLEO] {
        knowledge.gain(seat, Hand([12, 11, 9, 10, 8]));
    }
    knowledge.theft_unseen(ANNE, BEN);
    let discards = [(ANNE, 25), (BEN, 24), (CLEO, 25)];
    let sum = Hand([20, 18, 12, 14, 10]);
    let mut open = knowledge.clone();
    open.discard_unseen(&discards, Some(sum));
    assert_eq!(open.precision(), Precision::Sampled);
    knowledge.discard_unseen(&discards, None);
    for known in [open, knowledge] {
        assert_eq!(known.count(), CAP);
        assert_eq!([ANNE, BEN, CLEO].map(|seat| known.total(seat)), [26, 25, 25]);
    }
}

#[test]
fn typical_histories_hold_few_tuples() {
    let mut counts = Vec::new();
    for seed in 0..40 {
        long_history(seed, CAP, true, 0.7, |knowledge, _| counts.push(knowledge.count()));
    }
    counts.sort_unstable();
    let (median, high) = (counts[counts.len() / 2], counts[counts.len() * 99 / 100]);
    assert!(median <= 20 && high <= 1000, "{median} in the median, {high} at the 99th percentile");
}
