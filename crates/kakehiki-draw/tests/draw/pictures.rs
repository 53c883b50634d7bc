//! How large pages are, and that miniatures cannot be pressed.

use kakehiki_core::Seat;
use kakehiki_draw::{ASSETS, Locale, miniature};
use kakehiki_games::Observer;

use crate::sitting::{attributes, people};

/// The most that one push may hold.
const PUSH: usize = 50_000;

#[test]
fn pieces_of_a_long_game_stay_small() {
    for game in ["geister", "negogeister", "catan", "monopoly", "werewolf"] {
        let mut sitting = people(game, &[], 2);
        let mut decisions = 0;
        while decisions < 700 && sitting.settle() {
            decisions += 1;
            sitting.act();
        }
        let seat = sitting.called().unwrap_or(Seat::new(0));
        for observer in [Observer::Seat(seat), Observer::Spectator, Observer::Analyst] {
            for fragment in sitting.fragments(observer, Locale::Ja) {
                let size = fragment.html.len();
                assert!(size < PUSH, "{game} {}: {size}", fragment.id);
            }
        }
    }
}

#[test]
fn miniatures_are_pictures_with_a_name() {
    for game in ["geister", "negogeister", "catan", "monopoly", "werewolf"] {
        let mut sitting = people(game, &[], 2);
        for _ in 0..20 {
            sitting.settle();
            sitting.act();
        }
        let small =
            sitting.scene(Observer::Spectator, Locale::En, |scene| miniature(scene).into_string());
        assert!(small.starts_with("<svg") && small.contains("role=\"img\""), "{game}");
        assert!(
            attributes(&small, "data-act").is_empty() && attributes(&small, "tabindex").is_empty()
        );
        // Several stand on one page.
        assert!(attributes(&small, "id").is_empty(), "{game}");
        roxmltree::Document::parse(&small).unwrap();
    }
}

#[test]
fn all_assets_together_stay_small() {
    let sum = |media: &str| -> usize {
        let files = ASSETS.iter().filter(|asset| asset.media_type.starts_with(media));
        files.map(|asset| asset.bytes.len()).sum()
    };
    assert!(sum("text/css") <= 90_000, "{}", sum("text/css"));
    assert!(sum("text/javascript") <= 60_000, "{}", sum("text/javascript"));
}
