//! What the public record takes from what was said.

use kakehiki_core::Seat;
use kakehiki_werewolf::{Act, Players, PublicRecord, Role};

use crate::common::{player, werewolf};

/// The record of a village of five in which one player has said one thing.
fn after(speaker: Seat, text: &str) -> PublicRecord {
    let mut record = PublicRecord::new(&werewolf(&[("village", "5")]));
    record.hear(speaker, &text.parse().unwrap());
    record
}

#[test]
fn come_outs_results_and_announced_votes_are_noted() {
    let [one, two] = [1, 2].map(player);
    let record = after(one, "COMINGOUT Agent[01] SEER");
    assert_eq!((record.claims[0], record.claims_about[0]), (Role::Seer, Role::Seer));
    assert_eq!(record.deeds[0].act, Act::ClaimSeer);
    let record = after(one, "AND (DAY 1 (DIVINED Agent[02] WEREWOLF)) (VOTE Agent[02])");
    assert_eq!(record.divined[0].black, Players::only(two));
    assert_eq!((record.declared[0], record.deeds[0].act), (Some(two), Act::DivinedBlack));
    let record = after(one, "IDENTIFIED Agent[02] HUMAN");
    assert_eq!(record.identified[0].white, Players::only(two));
    assert_eq!((record.mediums, record.deeds[0].act), (Players::only(one), Act::IdentifiedWhite));
}

#[test]
fn reasons_count_and_alternatives_do_not() {
    let [one, two] = [1, 2].map(player);
    let record = after(one, "BECAUSE (DIVINED Agent[02] WEREWOLF) (VOTE Agent[02])");
    assert_eq!(record.divined[0].black, Players::only(two));
    assert_eq!((record.declared[0], record.deeds[0].act), (Some(two), Act::DivinedBlack));
    for text in [
        "OR (COMINGOUT Agent[01] SEER) (DIVINED Agent[02] WEREWOLF)",
        "XOR (VOTE Agent[02]) (VOTE Agent[03])",
        "NOT (COMINGOUT Agent[01] SEER)",
        "VOTE ANY",
    ] {
        let record = after(one, text);
        assert_eq!((record.with_claim(), record.diviners), (Players::NONE, Players::NONE));
        assert_eq!((record.declared[0], record.deeds[0].act), (None, Act::Other), "{text}");
    }
}

#[test]
fn what_others_said_is_theirs_when_it_is_passed_on() {
    let [one, two, three] = [1, 2, 3].map(player);
    let come_out = "BECAUSE (Agent[02] COMINGOUT Agent[02] SEER) (ESTIMATE Agent[02] POSSESSED)";
    let record = after(one, come_out);
    assert_eq!((record.with_claim(), record.deeds[0].act), (Players::NONE, Act::Estimate));
    let record = after(one, "BECAUSE (Agent[02] DIVINED Agent[03] HUMAN) (VOTE Agent[02])");
    assert_eq!(
        (record.diviners, record.divined[1].white),
        (Players::only(two), Players::only(three))
    );
    assert_eq!((record.declared[0], record.deeds[0].act), (Some(two), Act::Declare));
}

#[test]
fn requests_replies_and_silence_are_told_apart() {
    let one = player(1);
    let request = "REQUEST ANY (VOTE Agent[02])";
    for text in [request, &format!("BECAUSE (VOTED Agent[03]) (AND (VOTE Agent[04]) ({request}))")]
    {
        assert_eq!(after(one, text).requested[0], Some(player(2)), "{text}");
    }
    let acts = [
        (request, Act::Request),
        ("INQUIRE Agent[02] (VOTE Agent[03])", Act::Request),
        ("AGREE TALK day1 ID:3", Act::Reply),
        ("Skip", Act::Skip),
        ("Over", Act::Over),
    ];
    for (text, act) in acts {
        let record = after(one, text);
        assert_eq!((record.deeds[0].act, record.declared), (act, [None; 18]), "{text}");
    }
}
