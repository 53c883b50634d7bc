//! What is at stake for a werewolf or the possessed who speaks: the next vote.

mod audience;

use kakehiki_bargain::{Audience, Claim, ClaimOf, Saying, Stakes, Standpoint, Statement};
use kakehiki_core::GameRng;

use super::believer::{has_said, is_out, reported};
use crate::rules::{
    Action, Channel, Event, Fact, Phase, Players, Role, Sentence, Species, Team, View, Werewolf,
};
use audience::Village;

/// The roles that somebody comes out as.
const COME_OUTS: [Role; 3] = [Role::Seer, Role::Medium, Role::Villager];

/// The next vote, for the werewolves' side.
///
/// There is a short list of things to say: to come out as seer, medium or villager, and once one is
/// out as the seer, one result a day about anybody alive. Coming out as the seer is worth what the best
/// first result would make of it. What each does to the vote is estimated by a [village](Village)
/// that is imagined; nothing counts beyond the next execution.
///
/// The village's own talk is left to who moves, as whispers are.
#[derive(Clone, Copy, Debug)]
pub(super) struct VoteStakes {
    /// The worlds of its own belief that are looked at, and of each hearer's.
    pub worlds: u32,
}

/// Whether somebody of the werewolves' side may speak to all.
fn may_lie(view: &View) -> bool {
    let is_public = view.phase == Phase::Talk(Channel::Talk) && view.day > 0;
    is_public && view.role.team() == Team::Werewolf
}

impl Stakes<Werewolf> for VoteStakes {
    const LEAST: f64 = 0.02;

    fn sayings(&self, at: &Standpoint<'_, Werewolf>, _menu: &[Action]) -> Vec<Saying<Werewolf>> {
        if may_lie(at.view) { sayings(at) } else { Vec::new() }
    }

    fn audience(
        &self,
        at: &Standpoint<'_, Werewolf>,
        rng: &mut GameRng,
    ) -> Box<dyn Audience<Werewolf>> {
        Box::new(Village::imagine(at, self.worlds, rng))
    }

    fn silence(&self, at: &Standpoint<'_, Werewolf>) -> Option<Action> {
        // Whoever may not speak again after `Over` only skips.
        let silence = if at.game.options().final_over { Sentence::SKIP } else { Sentence::OVER };
        may_lie(at.view).then_some(Action::Say(silence))
    }
}

/// What may be said next.
fn sayings(at: &Standpoint<'_, Werewolf>) -> Vec<Saying<Werewolf>> {
    let view = at.view;
    let claim = |fact: Fact| Claim { speaker: view.seat, statement: Statement::Fact(fact) };
    let mut sayings = Vec::new();
    let mut add = |sentence: Sentence, facts: &[Fact]| {
        if at.game.options().language.allows(&sentence) {
            let told = facts.iter().map(|fact| claim(*fact)).collect();
            sayings.push(Saying { action: Action::Say(sentence), told });
        }
    };
    if !is_out(view) {
        let is_dealt = |role: &&Role| at.game.options().roles[role.index()] > 0;
        for role in COME_OUTS.iter().filter(is_dealt) {
            let sentence = Sentence::coming_out(view.seat, *role);
            let is_role = Fact::IsRole(view.seat, *role);
            add(sentence, &[is_role]);
            if *role == Role::Seer {
                results(view).for_each(|(_, result)| add(sentence, &[is_role, result]));
            }
        }
    } else if has_said(view, &Sentence::coming_out(view.seat, Role::Seer)) {
        results(view).for_each(|(sentence, result)| add(sentence, &[result]));
    }
    sayings
}

/// The results that somebody could report who is out as the seer: one a day, about the living of
/// whom nothing was reported.
fn results(view: &View) -> impl Iterator<Item = (Sentence, Fact)> + '_ {
    let is_due = reported(view).count() < usize::from(view.day);
    let named: Players = reported(view).map(|(target, _)| target).collect();
    let open = view.alive.except(view.seat).without(named);
    let open = if is_due { open } else { Players::NONE };
    open.iter().flat_map(move |target| {
        [Species::Human, Species::Werewolf].map(|species| {
            let fact = Fact::Divined(view.seat, target, species);
            (Sentence::divined(target, species), fact)
        })
    })
}

/// What was said in public so far about roles, once each.
fn told_so_far(at: &Standpoint<'_, Werewolf>) -> Vec<ClaimOf<Werewolf>> {
    let mut told = Vec::new();
    for event in at.view.events.iter() {
        if let Event::Said(said) = event
            && said.channel == Channel::Talk
        {
            for claim in at.game.claims(said.speaker, &said.sentence) {
                if matches!(claim.statement, Statement::Fact(_)) && !told.contains(&claim) {
                    told.push(claim);
                }
            }
        }
    }
    told
}
