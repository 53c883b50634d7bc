//! Views as drawings: well-formed, complete, and made from nothing but the view.

use kakehiki_catan::{Card, Knowledge, View};
use kakehiki_core::{Game, Observed, Seed};
use roxmltree::{Document, Node};

use crate::common::{Position, Table, catan, hand, random_step, seat};

/// A game in its middle, and what the first player has seen.
fn position() -> Position {
    Position::new(4)
        .settlements(0, &[18, 33])
        .cities(0, &[8])
        .path(0, &[18, 13, 8, 12, 17, 22])
        .longest_road(0)
        .settlements(1, &[35, 16])
        .path(1, &[35, 30, 24])
        .path(1, &[16, 11])
        .settlements(2, &[26])
        .cities(2, &[45])
        .path(2, &[26, 20, 15])
        .path(2, &[45, 49])
        .settlements(3, &[2, 43])
        .path(3, &[2, 6])
        .path(3, &[43, 38])
        .knights(1, 3)
        .largest_army(1)
        .cards(0, Card::Knight, 2)
        .cards(0, Card::VictoryPoint, 1)
        .cards(2, Card::Monopoly, 1)
        .robber(4)
        .begin()
}

/// What the first player sees after steps from [`position`], at whose beginning it knows all hands
/// but for a card that P3 has stolen from P1.
fn view(options: &[(&str, &str)], steps: &[&str]) -> View {
    let mut table = Table::new(options, &position(), &["WWBHO", "SHO", "WBBO", "HS"]);
    let mut knowledge = Knowledge::new(4, seat(0));
    for (index, letters) in ["WWBHO", "SSHO", "WBBO", "H"].iter().enumerate() {
        knowledge.gain(seat(index), hand(letters));
    }
    knowledge.theft_unseen(seat(3), seat(1));
    table.memories[0] = Some(knowledge);
    table.run(steps);
    table.view(0)
}

fn titles(document: &Document<'_>) -> Vec<String> {
    let is_title = |node: &Node<'_, '_>| node.has_tag_name(("http://www.w3.org/2000/svg", "title"));
    let titles = document.descendants().filter(is_title);
    titles.filter_map(|node| node.text()).map(str::to_owned).collect()
}

#[test]
fn a_drawing_is_well_formed_and_names_what_it_shows() {
    let text = view(&[], &["roll", "dice:11", "offer:WW>S@13"]).to_svg();
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert!(document.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    let titles = titles(&document);
    assert_eq!(titles[0], "Catan as P0 sees it: turn 1: P1 answers an offer");
    let count = |start: &str| titles.iter().filter(|title| title.starts_with(start)).count();
    assert_eq!((count("h"), count("harbour at"), count("robber on")), (19 + 9, 9, 1));
    assert_eq!((count("road of"), count("settlement of"), count("city of")), (13, 7, 2));
    for expected in [
        "h4: ore 8, robber",
        "harbour at n0 and n3: any three for one",
        "road of P3 on e51",
        "P0: 6 points, hand WWBHO, 3 development cards",
        "P1: 4 points, 3 resource cards, 0 development cards",
        "P0 offers P1, P3: WW>S",
    ] {
        assert!(titles.iter().any(|title| title == expected), "{expected} is not in {titles:?}");
    }
}

#[test]
fn a_drawing_takes_nothing_from_elsewhere() {
    let text = view(&[], &["roll", "dice:11"]).to_svg();
    for foreign in ["href", "url(", "style", "script", "<image", "@import", " id="] {
        assert!(!text.contains(foreign), "{foreign}");
    }
    assert_eq!(text.matches("http").count(), 1, "the name of the format alone");
}

#[test]
fn a_drawing_depends_on_nothing_but_the_view() {
    let game = catan(&[]);
    let view = view(&[], &["roll", "dice:11"]);
    let drawing = view.to_svg();
    let mut rng = Seed::experiment(5).rng();
    let memory = view.knowledge().cloned();
    let mut differing = 0;
    for _ in 0..50 {
        let world = game.sample(&view, &mut rng);
        let again = game.view(&world, &memory, seat(0));
        assert_eq!(again, view);
        assert_eq!(again.to_svg(), drawing);
        differing += u32::from(world.hand(seat(3)) != hand("HS"));
    }
    assert!(differing > 0, "all worlds were alike");
}

#[test]
fn all_stages_and_openings_can_be_drawn() {
    let mut rng = Seed::experiment(8).rng();
    for options in [&[][..], &[("hands", "open")], &[("bank", "closed")], &[("points", "hidden")]] {
        let game = catan(&[options, &[("turn-cap", "20")]].concat());
        let (mut state, mut menu) = (game.start(), Vec::new());
        loop {
            let text = game.view(&state, &None, seat(1)).to_svg();
            assert!(Document::parse(&text).is_ok(), "{text}");
            if random_step(&game, &mut state, &mut menu, &mut rng).is_none() {
                break;
            }
        }
    }
}

#[test]
fn a_drawing_looks_as_it_did() {
    insta::assert_snapshot!(view(&[], &["roll", "dice:11", "offer:WW>S@13"]).to_svg());
}
