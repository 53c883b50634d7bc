//! Where throws end, against the exact chain: cards drawn with replacement, official decks.

use kakehiki_core::{Game, Seed};
use kakehiki_monopoly::{Action, Stage};

use crate::common::monopoly;

const THROWS: u32 = 10_000_000;
/// Per cent of the throws. The standard error of the most frequent square is below 0.01, jail
/// aside.
const TOLERANCE: f64 = 0.03;
const IN_JAIL: usize = 40;

/// Per cent of the throws that end on each square, and in jail: for those who leave jail at once,
/// and for those who stay as long as they may.
const EXACT: [(f64, f64); 41] = [
    (3.0961, 2.9183),
    (2.1314, 2.0100),
    (1.8849, 1.7775),
    (2.1624, 2.0398),
    (2.3285, 2.1966),
    (2.9631, 2.8050),
    (2.2621, 2.1346),
    (0.8650, 0.8164),
    (2.3210, 2.1903),
    (2.3003, 2.1712),
    (2.2695, 2.1422),
    (2.7017, 2.5596),
    (2.6040, 2.6155),
    (2.3721, 2.1760),
    (2.4649, 2.4253),
    (2.9200, 2.6366),
    (2.7924, 2.6789),
    (2.5945, 2.2951),
    (2.9356, 2.8197),
    (3.0852, 2.8116),
    (2.8836, 2.8248),
    (2.8358, 2.6142),
    (1.0480, 1.0450),
    (2.7357, 2.5673),
    (3.1858, 2.9955),
    (3.0659, 2.8928),
    (2.7072, 2.5401),
    (2.6789, 2.5192),
    (2.8074, 2.6548),
    (2.5860, 2.4387),
    (0.0000, 0.0000),
    (2.6774, 2.5249),
    (2.6252, 2.4769),
    (2.3661, 2.2292),
    (2.5006, 2.3576),
    (2.4326, 2.2925),
    (0.8669, 0.8174),
    (2.1864, 2.0616),
    (2.1799, 2.0558),
    (2.6260, 2.4861),
    (3.9500, 9.3855),
];

/// Throws the dice for two players who never buy anything, and counts where throws end.
fn landings(stays_in_jail: bool) -> [f64; 41] {
    let game = monopoly(&[
        ("players", "2"),
        ("max-turns", "0"),
        ("trading", "off"),
        ("deck-order", "replaced"),
    ]);
    let mut rng = Seed::experiment(u64::from(stays_in_jail)).rng();
    let mut state = game.start();
    let mut counts = [0_u32; 41];
    let mut throws = 0;
    let mut is_thrown = false;
    while throws < THROWS {
        let mover = state.mover();
        let action = match state.stage() {
            Stage::Manage if is_thrown => {
                let square =
                    if state.is_in_jail(mover) { IN_JAIL } else { state.position(mover).index() };
                counts[square] += 1;
                throws += 1;
                is_thrown = false;
                continue;
            }
            Stage::Manage if state.has_thrown() => Action::End,
            Stage::Manage if state.is_in_jail(mover) && !stays_in_jail => Action::PayBail,
            Stage::Manage => {
                is_thrown = true;
                Action::Roll
            }
            Stage::Buy => Action::Decline,
            Stage::Auction => Action::Leave,
            Stage::Dice | Stage::Draw(_) => {
                let outcome = game.draw(&state, &mut rng);
                game.resolve_unchecked(&mut state, &outcome);
                continue;
            }
            stage => panic!("{stage:?} does not come up where nothing is bought"),
        };
        game.play_unchecked(&mut state, &action);
    }
    counts.map(|count| f64::from(count) * 100.0 / f64::from(THROWS))
}

#[test]
fn throws_end_where_the_exact_chain_says_if_jail_is_left_at_once() {
    for (square, (share, exact)) in landings(false).iter().zip(EXACT).enumerate() {
        assert!((share - exact.0).abs() < TOLERANCE, "{square}: {share} instead of {}", exact.0);
    }
}

#[test]
fn throws_end_where_the_exact_chain_says_if_jail_is_kept_to() {
    for (square, (share, exact)) in landings(true).iter().zip(EXACT).enumerate() {
        assert!((share - exact.1).abs() < TOLERANCE, "{square}: {share} instead of {}", exact.1);
    }
}
