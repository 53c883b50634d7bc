//! How large pages are, and that miniatures cannot be pressed.

use kakehiki_core::Seat;
use kakehiki_draw::{ASSETS, Locale, Replay, Scene, fragments, miniature, picture};
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

#[test]
fn a_picture_stands_alone() {
    for game in ["geister", "negogeister", "catan", "monopoly", "werewolf"] {
        let mut sitting = people(game, &[], 4);
        for _ in 0..30 {
            sitting.settle();
            sitting.act();
        }
        for observer in [Observer::Seat(Seat::new(0)), Observer::Analyst] {
            let file = sitting.scene(observer, Locale::Ja, picture);
            let document = roxmltree::Document::parse(&file).unwrap();
            // Every symbol that is used is in the file.
            let ids: Vec<&str> =
                document.descendants().filter_map(|node| node.attribute("id")).collect();
            for used in document.descendants().filter(|node| node.has_tag_name("use")) {
                let name = used.attribute("href").unwrap().trim_start_matches('#');
                assert!(ids.contains(&name), "{game} {name}");
            }
            assert!(document.descendants().any(|node| node.attribute("class") == Some("board")));
        }
    }
}

/// What a page of a replay shows at a step, put together as its script does it.
fn replayed(page: &str, step: usize) -> Vec<(String, String)> {
    let (_, rest) = page.split_once("id=\"replay-data\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let data: serde_json::Value = serde_json::from_str(data).unwrap();
    let pieces = data["pieces"].as_object().unwrap().iter().map(|(id, versions)| {
        let mut parts: Vec<usize> = Vec::new();
        for version in versions.as_array().unwrap() {
            let number = |at: usize| version[at].as_u64().unwrap() as usize;
            if number(0) > step {
                break;
            }
            let put = version[3].as_array().unwrap().iter();
            let put = put.map(|part| part.as_u64().unwrap() as usize);
            parts.splice(number(1)..number(1) + number(2), put);
        }
        let words = parts.iter().map(|part| data["words"][*part].as_str().unwrap());
        (id.clone(), words.collect())
    });
    pieces.collect()
}

#[test]
fn a_replay_shows_every_step_as_it_was() {
    for game in ["geister", "catan"] {
        let mut sitting = people(game, &[], 6);
        for label in &mut sitting.seats {
            label.name = "</script><!--".to_owned();
        }
        let mut replay = Replay::new("A game", Locale::En);
        let mut shown = Vec::new();
        for _ in 0..60 {
            if !sitting.settle() {
                break;
            }
            sitting.scene(Observer::Analyst, Locale::En, |scene| replay.push(scene));
            shown.push(sitting.fragments(Observer::Analyst, Locale::En));
            sitting.act();
        }
        let page = replay.finish();
        for (step, fragments) in shown.iter().enumerate() {
            let pieces = replayed(&page, step);
            assert_eq!(pieces.len(), fragments.len());
            for fragment in fragments {
                let piece = pieces.iter().find(|(id, _)| id == fragment.id).unwrap();
                assert_eq!(piece.1, fragment.html, "{game} {step} {}", fragment.id);
            }
        }
        let largest: usize = shown.iter().flatten().map(|fragment| fragment.html.len()).sum();
        assert!(page.len() < largest / 2, "{game}: parts are shared");
        assert!(
            !page.contains("src=") && !page.contains("http://127") && !page.contains("https://")
        );
    }
}

#[test]
fn a_list_that_is_cut_names_what_it_still_can() {
    let mut geister = people("geister", &[], 2);
    for _ in 0..26 {
        geister.settle();
        geister.act();
    }
    let whole = geister.html(Observer::Spectator, Locale::En);
    let cut = geister.scene(Observer::Spectator, Locale::En, |scene| {
        let cut = Scene { seen: &scene.seen[scene.seen.len() - 6..], ..*scene };
        fragments(&cut).into_iter().map(|fragment| fragment.html).collect::<String>()
    });
    let moves = |html: &str| html.matches("<li class=\"mv").count();
    assert_eq!(moves(&cut), 6);
    assert!(moves(&whole) > 20);
    // The last move is marked all the same, and counted as what it is.
    assert_eq!(cut.matches("class=\"glast\"").count(), whole.matches("class=\"glast\"").count());
    assert!(cut.contains("<span class=\"meta num\">24</span>"), "{cut}");
    assert!(cut.contains(['↑', '→', '←', '↓']));

    let mut catan = people("catan", &[], 2);
    while catan.ongoing.view(Observer::Spectator)["turns"].as_u64() < Some(9) && catan.settle() {
        catan.act();
    }
    // A turn has its line from its first act on.
    catan.act();
    let log = |from: usize| {
        catan.scene(Observer::Spectator, Locale::En, |scene| {
            let cut = Scene { seen: &scene.seen[from..], ..*scene };
            let fragments = fragments(&cut);
            fragments.into_iter().find(|fragment| fragment.id == "log").unwrap().html
        })
    };
    let seen = catan.ongoing.sights(Observer::Spectator, 0).len();
    for from in [0, seen / 2] {
        assert!(log(from).contains("Turn 9 · "), "{from}: {}", log(from));
    }
}
