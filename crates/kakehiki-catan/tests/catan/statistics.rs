//! Dice, thefts and cards fall as often as they should, and no seat is far ahead of the others.

use kakehiki_catan::{Card, Catan, Chance, Resource, State};
use kakehiki_core::{Ending, Game, Seed, Turn};

use crate::common::{Position, catan, random_step, run, seat};

/// The chi-square statistic of drawn outcomes against weights.
fn chi_square(game: &Catan, state: &State, draws: u32, weights: &[(Chance, u32)]) -> f64 {
    let mut rng = Seed::experiment(11).rng();
    let mut counts = vec![0_u32; weights.len()];
    for _ in 0..draws {
        let outcome = game.draw(state, &mut rng);
        counts[weights.iter().position(|(known, _)| *known == outcome).unwrap()] += 1;
    }
    let total: u32 = weights.iter().map(|(_, weight)| weight).sum();
    counts
        .iter()
        .zip(weights)
        .map(|(count, (_, weight))| {
            let expected = f64::from(draws) * f64::from(*weight) / f64::from(total);
            (f64::from(*count) - expected).powi(2) / expected
        })
        .sum()
}

// The bounds are those of a false alarm in a million seeds.

/// The check of section 14, and line 1.3.
#[test]
fn dice_fall_as_two_dice_do() {
    let game = catan(&[]);
    let mut state = Position::new(4).begin().state(&game);
    run(&game, &mut state, &["roll"]);
    let weights: Vec<_> =
        (2..=12).map(|total| (Chance::Dice(total), u32::from(6 - total.abs_diff(7)))).collect();
    let statistic = chi_square(&game, &state, 100_000, &weights);
    assert!(statistic < 46.87, "{statistic}");
}

/// The check of section 14, and line 6.7.
#[test]
fn thefts_follow_the_hand() {
    let game = catan(&[]);
    let mut state = Position::new(4).settlements(1, &[8]).hand(1, "WWWWWBBSO").begin().state(&game);
    run(&game, &mut state, &["roll", "dice:7", "discard:WWSO", "robber:h4,P1"]);
    let weights = [(Chance::Stolen(Resource::Wood), 3), (Chance::Stolen(Resource::Brick), 2)];
    let statistic = chi_square(&game, &state, 50_000, &weights);
    assert!(statistic < 23.93, "{statistic}");
}

/// The check of section 14, and line 2.7.
#[test]
fn cards_follow_the_deck() {
    let game = catan(&[]);
    let mut state = Position::new(4).hand(0, "SHO").state(&game);
    run(&game, &mut state, &["buy"]);
    let weights = Card::ALL.map(|card| (Chance::Card(card), u32::from(Card::COUNTS[card.index()])));
    let statistic = chi_square(&game, &state, 50_000, &weights);
    assert!(statistic < 33.38, "{statistic}");
}

/// The check of section 14.
#[test]
fn random_players_win_about_equally_often() {
    let game = catan(&[("trading", "off")]);
    let mut rng = Seed::experiment(12).rng();
    let mut menu = Vec::new();
    let (mut wins, games) = ([0_u32; 4], 2000);
    for _ in 0..games {
        let mut state = game.start();
        while random_step(&game, &mut state, &mut menu, &mut rng).is_some() {}
        if let Turn::Over(Ending::Won(winners)) = game.turn(&state) {
            (0..4).for_each(|index| wins[index] += u32::from(winners.contains(seat(index))));
        }
    }
    assert!(wins.iter().sum::<u32>() > games * 98 / 100, "{wins:?}");
    // Seats differ by a few hundredths; five standard deviations are five hundredths.
    assert!(wins.iter().all(|wins| (400..=600).contains(wins)), "{wins:?}");
}
