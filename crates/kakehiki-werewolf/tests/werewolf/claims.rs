//! Utterances as claims that are true or false in a world.

use kakehiki_bargain::{Claimable, Statement, Truth};
use kakehiki_core::Seat;
use kakehiki_werewolf::{Fact, Intention, Role, Sentence, Verb};

use crate::common::{FIVE, dealt, player, werewolf};

/// What the claims of a sentence are worth when a player of the village of five says it.
fn truths(speaker: Seat, text: &str) -> Vec<Truth> {
    let game = werewolf(&[("village", "5")]);
    let world = dealt(&game, &FIVE);
    let sentence: Sentence = text.parse().unwrap();
    game.claims(speaker, &sentence).iter().map(|claim| game.truth(&world, claim)).collect()
}

#[test]
fn come_outs_and_results_are_true_or_false() {
    let [seer, wolf] = [player(3), player(5)];
    assert_eq!(truths(seer, "COMINGOUT Agent[03] SEER"), [Truth::True]);
    assert_eq!(truths(wolf, "COMINGOUT Agent[05] SEER"), [Truth::False]);
    assert_eq!(truths(seer, "DIVINED Agent[05] WEREWOLF"), [Truth::True]);
    assert_eq!(truths(seer, "DIVINED Agent[04] WEREWOLF"), [Truth::False]);
    // Right by chance is still a lie about having divined.
    assert_eq!(truths(wolf, "DIVINED Agent[04] HUMAN"), [Truth::False]);
}

#[test]
fn intentions_and_opinions_lie_in_the_speakers_head_unless_it_knows_better() {
    assert_eq!(truths(player(1), "VOTE Agent[05]"), [Truth::Undecidable]);
    assert_eq!(truths(player(1), "ESTIMATE Agent[05] WEREWOLF"), [Truth::Undecidable]);
    assert_eq!(truths(player(5), "ESTIMATE Agent[05] VILLAGER"), [Truth::False]);
}

#[test]
fn operators_are_opened() {
    let game = werewolf(&[("village", "5")]);
    let text = "AND (DAY 1 (DIVINED Agent[01] HUMAN)) (BECAUSE (VOTED Agent[02]) (VOTE Agent[02]))";
    let claims = game.claims(player(3), &text.parse().unwrap());
    let statements: Vec<_> = claims.into_iter().map(|claim| claim.statement).collect();
    let (me, one, two) = (player(3), player(1), player(2));
    let vote = Intention { who: me, act: Verb::Vote, target: two };
    assert_eq!(
        statements,
        [
            Statement::Fact(Fact::Divined(me, one, kakehiki_werewolf::Species::Human)),
            Statement::Intention(vote),
        ]
    );
    for silent in ["REQUEST ANY (VOTE Agent[02])", "NOT (COMINGOUT Agent[01] SEER)", "Skip"] {
        assert!(game.claims(me, &silent.parse().unwrap()).is_empty(), "{silent}");
    }
    let other = game.claims(me, &"COMINGOUT Agent[01] SEER".parse().unwrap());
    assert_eq!(other[0].statement, Statement::Fact(Fact::IsRole(one, Role::Seer)));
    let passed_on = game.claims(me, &"Agent[01] COMINGOUT Agent[01] SEER".parse().unwrap());
    assert!(passed_on.is_empty(), "a come-out of somebody else");
}

#[test]
fn alternatives_claim_nothing_and_reasons_do() {
    let seer = player(3);
    assert!(truths(seer, "XOR (COMINGOUT Agent[03] SEER) (COMINGOUT Agent[04] SEER)").is_empty());
    assert!(truths(seer, "OR (COMINGOUT Agent[03] SEER) (COMINGOUT Agent[04] SEER)").is_empty());
    assert_eq!(truths(seer, "OR (COMINGOUT Agent[04] SEER)"), [Truth::False]);
    assert_eq!(
        truths(seer, "BECAUSE (DIVINED Agent[04] WEREWOLF) (VOTE Agent[04])"),
        [Truth::False, Truth::Undecidable]
    );
    assert_eq!(truths(player(1), "IDENTIFIED Agent[05] WEREWOLF"), [Truth::False], "no medium");
}
