//! Positions with trades, as data.

use kakehiki_core::{Game, Seed};
use kakehiki_monopoly::{
    Label, Moyer, Position, Template, Truth, WeighedPosition, label, person_accepts, position_set,
    self_play_position, truth,
};
use strum::IntoEnumIterator;

use crate::common::{monopoly, moyer2020};

#[test]
fn positions_of_self_play_follow_from_their_seeds_and_can_be_opened() {
    for players in ["2", "4"] {
        let game = monopoly(&[("rules", "moyer2020"), ("players", players)]);
        let make = |seed| self_play_position(&game, Moyer::FAITHFUL, seed);
        let positions: Vec<Position> = (0..60).filter_map(make).collect();
        assert!(positions.len() > 40);
        for position in &positions {
            assert_eq!(make(position.seed.unwrap()).as_ref(), Some(position));
            assert_eq!(&Position::from_line(&position.to_line()).unwrap(), position);
            let (state, deal) = position.open(&game).unwrap();
            assert_eq!(deal.to_string(), position.deal);
            assert_eq!(game.restore(&game.snapshot(&state)).unwrap(), state);
        }
        for tag in ["listed", "drawn"] {
            assert!(positions.iter().any(|position| position.tags.iter().any(|word| word == tag)));
        }
    }
}

#[test]
fn every_template_can_be_opened_and_weighed() {
    let game = moyer2020();
    for template in Template::iter() {
        let position = template.position();
        assert_eq!(Position::from_line(&position.to_line()).unwrap(), position);
        let (state, _) = position.open(&game).unwrap();
        let described = game.describe(&state);
        // The proposal of the opening is all that has changed.
        assert_eq!(described.players.len(), 2);
        let seed = Seed::experiment(1);
        let found = truth(&game, &position, Moyer::FAITHFUL, 50, seed).unwrap();
        let counts = found.accept;
        assert_eq!(counts.wins + counts.losses + counts.draws, 50, "{template}");
    }
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let game = moyer2020();
    let good = Template::CheapSet.position();
    let spoil = |change: &dyn Fn(&mut Position)| {
        let mut position = good.clone();
        change(&mut position);
        position.open(&game).unwrap_err().to_string()
    };
    assert_eq!(spoil(&|position| position.position.mover = 2), "the table has 2 players");
    let own = |position: &mut Position, deed| position.position.players[0].deeds.push(deed);
    assert_eq!(spoil(&|position| own(position, 3)), "P1 cannot own square 3");
    assert_eq!(spoil(&|position| own(position, 40)), "there is no square 40");
    assert_eq!(spoil(&|position| own(position, 0)), "P0 cannot own square 0");
    let build = |position: &mut Position| position.position.players[0].houses.push((1, 1));
    assert_eq!(spoil(&build), "P0 cannot have 1 houses on 1");
    assert!(spoil(&|position| position.deal = "P0:39>P1:-".to_owned()).contains("own deeds"));
    assert!(Position::from_line("{\"name\":1}").is_err());
}

#[test]
fn labels_follow_gaps_and_signs() {
    let seed = Seed::experiment(1);
    let base = truth(&moyer2020(), &Template::CheapSet.position(), Moyer::FAITHFUL, 10, seed);
    let of = |gap, standard_error| Truth { gap, standard_error, ..*base.as_ref().unwrap() };
    assert_eq!(label(&[of(0.1, 0.01), of(0.2, 0.01)]), Label::Clear);
    assert_eq!(label(&[of(0.1, 0.01), of(-0.2, 0.01)]), Label::PolicyDependent);
    assert_eq!(label(&[of(0.1, 0.01), of(0.02, 0.001)]), Label::TossUp);
    assert_eq!(label(&[of(0.1, 0.03), of(0.2, 0.01)]), Label::TossUp);
}

#[test]
fn sets_are_mixed_and_follow_from_their_seeds() {
    let game = moyer2020();
    let make = || position_set(&game, true, 1000, 24, 60).unwrap();
    let set = make();
    assert_eq!(set, make());
    assert_eq!(set.len(), 24);
    let accepted = set.iter().filter(|weighed| weighed.moyer.gap > 0.0).count();
    assert!((8..=16).contains(&accepted), "{accepted} of 24");
    for weighed in &set {
        let line = serde_json::to_string(weighed).unwrap();
        let read: WeighedPosition = serde_json::from_str(&line).unwrap();
        assert_eq!((&read.position, read.label), (&weighed.position, weighed.label));
        assert_eq!(read.moyer.accept, weighed.moyer.accept);
        assert!((read.moyer.gap - weighed.moyer.gap).abs() < 1e-12);
    }
}

#[test]
fn a_sensible_person_answers_by_rules_of_thumb() {
    let game = moyer2020();
    let answers = |template: Template| {
        let (state, deal) = template.position().open(&game).unwrap();
        person_accepts(&game, &state, &deal, deal.partner)
    };
    // As the paper reports: the person takes both of these.
    assert!(answers(Template::LikePosition1));
    assert!(answers(Template::LikePosition6));
    assert!(answers(Template::CompletesOwnSet));
    // Orange goes for 400 over its price, and its bonus is 600.
    assert!(!answers(Template::CompletesTheirSet));
    // Red is weaker than orange, and both sides can build.
    assert!(!answers(Template::CompletesBoth));
    // The cash falls below 100.
    assert!(!answers(Template::CashPoor));
    assert!(!answers(Template::LopsidedCash));
}
