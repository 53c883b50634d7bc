//! What every game promises, for both games and all their options.

use kakehiki_core::{Seed, conformance};
use kakehiki_geister::Geister;

use crate::common::{negotiating, plain};

/// Plays random games under the promises of every game and sees that something was looked at.
fn keeps_its_promises(game: &Geister, games: u64, has_fallbacks: bool) {
    let examined = conformance(game, Seed::experiment(1), games)
        .unwrap_or_else(|breach| panic!("{game:?}: {breach}"));
    assert!(examined.positions >= 4 * games, "{game:?}: {examined:?}");
    assert!(examined.differing_worlds > examined.positions / 4, "{game:?}: {examined:?}");
    assert!(examined.refusals > 2 * examined.positions, "{game:?}: {examined:?}");
    // The first player's set-up is the one step that somebody does not notice.
    assert_eq!(examined.unnoticed_steps, games, "{game:?}: {examined:?}");
    assert!(examined.lookalikes > 0, "{game:?}: {examined:?}");
    assert_eq!(examined.fallbacks > 0, has_fallbacks, "{game:?}: {examined:?}");
}

#[test]
fn geister_keeps_its_promises() {
    for cap in ["300", "1", "57"] {
        for repetition in ["off", "2", "3", "4"] {
            keeps_its_promises(&plain(&[("cap", cap), ("repetition", repetition)]), 6, false);
        }
    }
}

#[test]
fn negogeister_keeps_its_promises() {
    for (cap, repetition) in [("300", "off"), ("300", "2"), ("80", "3"), ("80", "4"), ("1", "off")]
    {
        for skip in ["off", "on"] {
            for strict in ["off", "on"] {
                let options =
                    [("cap", cap), ("repetition", repetition), ("skip", skip), ("strict", strict)];
                keeps_its_promises(&negotiating(&options), 4, strict == "off");
            }
        }
    }
}
