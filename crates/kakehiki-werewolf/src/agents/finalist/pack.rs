//! Werewolves that plan their votes together.

use kakehiki_core::Seat;
use strum::{Display, EnumString, VariantNames};

use super::{Finalist, highest};
use crate::{
    estimate::CommonKnowledge,
    rules::{MAX_PLAYERS, Players, Sentence, Verb, Whom},
};

/// How the votes of werewolves go together.
#[derive(Clone, Copy, Debug, Default, Display, EnumString, VariantNames, PartialEq, Eq)]
#[strum(serialize_all = "kebab-case")]
pub enum Pack {
    /// Each looks for itself.
    #[default]
    Apart,
    /// All vote for the one that was named at night.
    Joined,
    /// Each votes for another, so that nobody sees them together.
    Split,
    /// Joined where that decides by what is declared, and split elsewhere.
    Planned,
    /// All vote for the one whom the village suspects most, and give up a fellow if it is one.
    Blended,
}

impl Finalist {
    /// What the lowest living werewolf whispers at night: whom to go for tomorrow. That is the one whom
    /// the village suspects most, unless it dies tonight or is likely to be the possessed; a fellow only
    /// where the werewolves blend in.
    pub(super) fn whisper_plan(&mut self, common: &CommonKnowledge) -> Sentence {
        let living = common.record.alive.and(self.card.wolves);
        let is_leader = living.lowest() == Some(self.card.seat);
        if self.settings.pack == Pack::Apart || !is_leader || self.planned_on == common.record.day {
            return Sentence::OVER;
        }
        self.planned_on = common.record.day;
        let prey = self.choose_attack(common);
        let (own, public) = (self.own_belief(common), self.public_belief(common));
        let mut targets = match self.settings.pack {
            Pack::Blended => common.record.alive,
            _ => common.record.alive.without(self.card.wolves),
        };
        if let Some(prey) = prey {
            targets = targets.except(prey);
        }
        let mut scores = [0.0; MAX_PLAYERS];
        for seat in targets.iter().map(Seat::index) {
            scores[seat] = public.wolf[seat] * (1.0 - own.possessed[seat]) + self.whim[seat];
        }
        self.plan = highest(targets, &scores);
        self.plan.map_or(Sentence::OVER, Sentence::vote)
    }

    /// Remembers the plan of a fellow.
    pub(super) fn hear_plan(&mut self, speaker: Seat, sentence: &Sentence) {
        let plan = &mut self.plan;
        sentence.visit(Whom::from(speaker), &mut |simple| {
            if simple.verb == Verb::Vote {
                *plan = simple.target.seat(MAX_PLAYERS).or(*plan);
            }
        });
    }

    /// Whom a werewolf votes for as one of a pack; nobody in particular if each looks for itself.
    pub(super) fn choose_in_pack(
        &self,
        common: &CommonKnowledge,
        set: Players,
        scores: &[f32; MAX_PLAYERS],
    ) -> Option<Seat> {
        let humans = set.without(self.card.wolves);
        let joined = || self.plan.filter(|plan| humans.contains(*plan));
        match self.settings.pack {
            Pack::Apart => None,
            Pack::Joined => joined().or_else(|| highest(humans, scores)),
            Pack::Split => self.own_share(common, humans, scores),
            Pack::Planned => joined()
                .filter(|plan| self.is_decisive(common, *plan))
                .or_else(|| self.own_share(common, humans, scores)),
            // One does not vote for itself, and the plan of yesterday may be dead.
            Pack::Blended => self.plan.filter(|plan| set.contains(*plan)),
        }
    }

    /// The first werewolf takes the likeliest human to be hanged, the next one the second, and so on.
    fn own_share(
        &self,
        common: &CommonKnowledge,
        humans: Players,
        scores: &[f32; MAX_PLAYERS],
    ) -> Option<Seat> {
        let living = common.record.alive.and(self.card.wolves);
        let before = living.iter().take_while(|wolf| *wolf != self.card.seat).count();
        let mut left = humans;
        for _ in 0..before {
            left = left.except(highest(left, scores)?);
        }
        highest(left.or_if_empty(humans), scores)
    }

    /// Whether the votes of all werewolves bring the one who was named to the most, by what the others
    /// declare.
    fn is_decisive(&self, common: &CommonKnowledge, plan: Seat) -> bool {
        let record = &common.record;
        let mut declared = [0_usize; MAX_PLAYERS];
        for voter in record.alive.without(self.card.wolves).iter() {
            if let Some(target) = record.declared[voter.index()] {
                declared[target.index()] += 1;
            }
        }
        let wolves = record.alive.and(self.card.wolves).len();
        let others = record.alive.except(plan).iter();
        let most = others.map(|seat| declared[seat.index()]).max().unwrap_or(0);
        declared[plan.index()] + wolves > most
    }
}
