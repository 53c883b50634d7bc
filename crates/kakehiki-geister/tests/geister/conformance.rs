//! What every game promises, for both games and all their options.

use kakehiki_core::{Examined, Seed, agent_conformance, conformance};
use kakehiki_geister::{GEISTER_AGENTS, Geister, NEGOGEISTER_AGENTS};

use crate::common::{negotiating, plain};

/// Plays random games under the promises of every game and sees that something was looked at.
fn keeps_its_promises(game: &Geister, games: u64, has_fallbacks: bool) -> Examined {
    let examined = conformance(game, Seed::experiment(1), games)
        .unwrap_or_else(|breach| panic!("{game:?}: {breach}"));
    assert!(examined.positions >= 4 * games, "{game:?}: {examined:?}");
    assert!(examined.differing_worlds > examined.positions / 4, "{game:?}: {examined:?}");
    assert!(examined.refusals > 2 * examined.positions, "{game:?}: {examined:?}");
    // The first player's set-up is the one step that somebody does not notice.
    assert_eq!(examined.unnoticed_steps, games, "{game:?}: {examined:?}");
    assert!(examined.lookalikes > 0, "{game:?}: {examined:?}");
    assert_eq!(examined.fallbacks > 0, has_fallbacks, "{game:?}: {examined:?}");
    // Each player sees every step but that one, and spectators see what both see.
    let steps = examined.positions - games;
    assert_eq!(examined.followed, 2 * steps - games, "{game:?}: {examined:?}");
    assert_eq!(examined.unnoticed_in_public, games, "{game:?}: {examined:?}");
    assert!(examined.carried_on > steps / 8, "{game:?}: {examined:?}");
    assert!(examined.facts > examined.positions / 2, "{game:?}: {examined:?}");
    examined
}

#[test]
fn geister_keeps_its_promises() {
    for cap in ["300", "1", "57"] {
        for repetition in ["off", "2", "3", "4"] {
            let game = plain(&[("cap", cap), ("repetition", repetition)]);
            let examined = keeps_its_promises(&game, 6, false);
            // A capture refutes worlds that have the other colour; one ply is too short for one.
            let is_long = cap == "300" && ["off", "4"].contains(&repetition);
            assert!(examined.refuted > 0 || !is_long, "{game:?}: {examined:?}");
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
                let game = negotiating(&options);
                let examined = keeps_its_promises(&game, 4, strict == "off");
                // So does what an exchange shows.
                assert!(examined.refuted > 0 || cap == "1", "{game:?}: {examined:?}");
            }
        }
    }
}

#[test]
fn agents_that_are_rebuilt_go_on_as_before() {
    let movers = [
        "upp(playouts=80)",
        "isuct(playouts=40)",
        "flat(playouts=40)",
        "charge(guard=3)",
        "isuct(playouts=40, trees=2)",
        "purple(depth=2)",
        "random",
        "habit(kind=baiting)",
        "shrewd(depth=1, guard=3, deceive=0.1)+listen(acts=mixed)",
        "isuct(playouts=40)+speak(kind=lies)+listen(words=calibrated)",
        "charge+speak(kind=random, rate=1)+listen(words=trusting)",
        "isuct(playouts=40, guard=3)+listen(acts=fitted, words=deaf)",
        "valued(straight=1)",
        "shrewd(depth=1)+listen(acts=value)",
        "isuct(playouts=40)+listen(acts=search)",
        "shrewd(depth=1, worlds=5)+listen(acts=upp, words=deaf)",
    ];
    for speaking in ["off", "on"] {
        let game = plain(&[("cap", "60"), ("speaking", speaking)]);
        let rebuilt = agent_conformance(&game, &GEISTER_AGENTS, &movers, 1)
            .unwrap_or_else(|breach| panic!("speaking {speaking}: {breach}"));
        assert_eq!((rebuilt.games, rebuilt.missteps), (8, 0), "{rebuilt:?}");
        assert!(rebuilt.actions > 200, "{rebuilt:?}");
    }
    let negotiators = [
        "upp(playouts=40)+bargain(worlds=4)",
        "charge+strategy(playouts=20)",
        "purple(depth=2)+strategy(playouts=20)",
        "isuct(playouts=40)+baseline(kind=random)+listen(acts=fitted)",
        "habit(kind=contrary)",
        "shrewd(depth=1, worlds=5, guard=0, deceive=1)+listen(acts=mixed)",
        "flat(playouts=40)+bargain(by=search, depth=1)+listen(acts=fitted)",
        "random",
        "valued(guard=3)+strategy(ask=modest-both, playouts=20)",
        "upp(playouts=40, guard=3)+strategy(playouts=20)",
        "isuct(playouts=40)+bargain(worlds=4)+speak(kind=truth)+listen(words=calibrated)",
        "charge+speak(kind=random, rate=1)+listen(words=trusting)",
        "isuct(playouts=40)+bargain(worlds=4)+listen(acts=value)",
        "flat(playouts=40)+strategy(playouts=20)+listen(acts=upp)",
    ];
    for speaking in ["off", "on"] {
        let game = negotiating(&[("cap", "20"), ("speaking", speaking)]);
        let rebuilt = agent_conformance(&game, &NEGOGEISTER_AGENTS, &negotiators, 1)
            .unwrap_or_else(|breach| panic!("speaking {speaking}: {breach}"));
        assert_eq!((rebuilt.games, rebuilt.missteps), (7, 0), "{rebuilt:?}");
        assert!(rebuilt.actions > 200, "{rebuilt:?}");
    }
}
