//! One who says what turns the votes of the village against it.

mod audience;

use kakehiki_bargain::{Speaker, Standpoint, Statement};
use kakehiki_core::GameRng;

use super::believer::{has_said, is_out, reported};
use crate::rules::{
    Action, Channel, Event, Fact, Phase, Players, Role, Sentence, Species, Team, Werewolf,
};
use audience::{Audience, Told};

/// The roles that somebody comes out as.
const COME_OUTS: [Role; 3] = [Role::Seer, Role::Medium, Role::Villager];

/// A statement must be worth this much more than silence: less is chance.
const MARGIN: f64 = 0.02;

/// Chooses what a werewolf or the possessed says by its effect on the next vote.
///
/// It weighs a short list: to come out as seer, medium or villager, and once it is out as the seer,
/// one result a day about anybody alive. What each would do to the vote it estimates by
/// an [audience](Audience) that it imagines; coming out as the seer is worth what the best first result
/// would make of it. It looks no further than the next execution.
///
/// The village it leaves to who moves, as it does whispers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sway {
    /// How likely its hearers take a statement to be true.
    pub trusted: f64,
    /// The worlds of its own belief that it looks at, and of each hearer's.
    pub worlds: u32,
}

impl Speaker<Werewolf> for Sway {
    fn speak(
        &mut self,
        at: &Standpoint<'_, Werewolf>,
        _menu: &[Action],
        rng: &mut GameRng,
    ) -> Option<Action> {
        let view = at.view;
        let is_public = view.phase == Phase::Talk(Channel::Talk) && view.day > 0;
        if !is_public || view.role.team() != Team::Werewolf {
            return None;
        }
        let options = candidates(at);
        let chosen = if options.is_empty() { None } else { self.best(at, &options, rng) };
        // Whoever may not speak again after `Over` only skips.
        let silence = if at.game.options().final_over { Sentence::SKIP } else { Sentence::OVER };
        Some(Action::Say(chosen.unwrap_or(silence)))
    }
}

impl Sway {
    /// The statement that is worth most, if it is worth more than silence.
    fn best(
        &self,
        at: &Standpoint<'_, Werewolf>,
        options: &[Candidate],
        rng: &mut GameRng,
    ) -> Option<Sentence> {
        let audience = Audience::imagine(at, self.trusted, self.worlds, rng);
        let silence = audience.worth(&[]);
        let mut best = None;
        let mut most = silence + MARGIN;
        for option in options {
            let worth = audience.worth(&option.told);
            if worth > most {
                (best, most) = (Some(option.sentence), worth);
            }
        }
        best
    }
}

/// Something to say, and what its hearers will soon have been told if it is said.
struct Candidate {
    sentence: Sentence,
    told: Vec<Told>,
}

/// What may be said next.
fn candidates(at: &Standpoint<'_, Werewolf>) -> Vec<Candidate> {
    let view = at.view;
    let is_role = |role: Role| (view.seat, Fact::IsRole(view.seat, role));
    let mut candidates = Vec::new();
    if !is_out(view) {
        let is_dealt = |role: &&Role| at.game.options().roles[role.index()] > 0;
        for role in COME_OUTS.iter().filter(is_dealt) {
            let sentence = Sentence::coming_out(view.seat, *role);
            candidates.push(Candidate { sentence, told: vec![is_role(*role)] });
            if *role == Role::Seer {
                candidates.extend(results(at).map(|(_, result)| Candidate {
                    sentence,
                    told: vec![is_role(Role::Seer), result],
                }));
            }
        }
    } else if has_said(view, &Sentence::coming_out(view.seat, Role::Seer)) {
        candidates.extend(
            results(at).map(|(sentence, result)| Candidate { sentence, told: vec![result] }),
        );
    }
    candidates.retain(|candidate| at.game.options().language.allows(&candidate.sentence));
    candidates
}

/// The results that somebody could report who is out as the seer: one a day, about the living of
/// whom nothing was reported.
fn results<'a>(at: &Standpoint<'a, Werewolf>) -> impl Iterator<Item = (Sentence, Told)> + 'a {
    let view = at.view;
    let is_due = reported(view).count() < usize::from(view.day);
    let named: Players = reported(view).map(|(target, _)| target).collect();
    let open = view.alive.except(view.seat).without(named);
    let open = if is_due { open } else { Players::NONE };
    open.iter().flat_map(move |target| {
        [Species::Human, Species::Werewolf].map(|species| {
            let fact = Fact::Divined(view.seat, target, species);
            (Sentence::divined(target, species), (view.seat, fact))
        })
    })
}

/// What was said in public so far about roles, once each.
fn told_so_far(at: &Standpoint<'_, Werewolf>) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    for event in at.view.events.iter() {
        if let Event::Said(said) = event
            && said.channel == Channel::Talk
        {
            for claim in at.game.claims(said.speaker, &said.sentence) {
                if let Statement::Fact(fact) = claim.statement {
                    let new = (said.speaker, fact);
                    if !told.contains(&new) {
                        told.push(new);
                    }
                }
            }
        }
    }
    told
}
