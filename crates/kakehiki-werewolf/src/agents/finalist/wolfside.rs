//! How a finalist plays for the werewolves.

use kakehiki_core::{GameRng, Seat};
use rand::RngExt;

use super::{Finalist, highest};
use crate::{
    agents::lines::Line,
    estimate::CommonKnowledge,
    rules::{MAX_PLAYERS, Players, Role, Species},
};

/// How sure the werewolves must be that the possessed lives before they come out.
const SURE: f32 = 0.8;

impl Finalist {
    /// Makes up the result of a night: a random target that was not judged and claims nothing,
    /// black by chance while there are fewer blacks than werewolves. The first day's waits for the
    /// turn after the claims, so that it is not about a rival.
    pub(super) fn invent(&mut self, common: &CommonKnowledge, rng: &mut GameRng) {
        let black = match self.card.role {
            Role::Possessed => 0.3,
            Role::Werewolf => 0.5,
            _ => return,
        };
        if self.invented_on == common.record.day
            || common.record.day == 1 && common.record.turn == 0
        {
            return;
        }
        self.invented_on = common.record.day;
        let others = self.card.others(&common.record).without(self.card.wolves);
        let fresh = others.without(self.black).without(self.white);
        let claimants = common.record.claimants[Role::Seer.index()]
            .or(common.record.claimants[Role::Medium.index()]);
        let Some(target) = fresh.without(claimants).or_if_empty(others).draw(rng) else {
            return;
        };
        let may_blacken = self.black.len() < common.record.wolves_dealt;
        let is_black = may_blacken && rng.random_bool(black);
        let species = if is_black { Species::Werewolf } else { Species::Human };
        self.judge(target, species);
        self.untold = Some((target, species));
    }

    /// A werewolf votes as a villager would, but spares its fellows, unless half of the village is
    /// after one anyway.
    pub(super) fn choose_as_werewolf(
        &mut self,
        common: &CommonKnowledge,
        set: Players,
    ) -> Option<Seat> {
        if let Some(rally) =
            self.find_rally(common).filter(|seat| common.record.alive.contains(*seat))
        {
            return Some(rally);
        }
        let declared = self.declared_for(common);
        let fellows = self.card.wolves.and(set);
        let bus = self.settings.bus * common.record.alive.len() as f32;
        let doomed = fellows.iter().find(|fellow| f32::from(declared[fellow.index()]) >= bus);
        if doomed.is_some() {
            return doomed;
        }
        let suspicion = self.suspicion(common);
        let mut scores = self.scores(common, &suspicion);
        for fellow in fellows.iter() {
            scores[fellow.index()] *= self.settings.mate;
        }
        self.choose_in_pack(common, set, &scores).or_else(|| highest(set, &scores))
    }

    /// The possessed votes for its blacks, else as a villager would, but spares likely werewolves.
    pub(super) fn choose_as_possessed(
        &mut self,
        common: &CommonKnowledge,
        set: Players,
    ) -> Option<Seat> {
        let wolf_claimants = common.record.living_claimants(Role::Werewolf);
        let own = self.own_belief(common);
        if Self::stands_with(common) {
            let asked =
                wolf_claimants.iter().find_map(|wolf| common.record.requested[wolf.index()]);
            let asked = asked.filter(|seat| set.contains(*seat));
            let mut trust = [0.0; MAX_PLAYERS];
            for seat in set.iter() {
                trust[seat.index()] = 1.0 - own.wolf[seat.index()];
            }
            let honest = set.without(wolf_claimants).or_if_empty(set);
            return asked.or_else(|| highest(honest, &trust));
        }
        let black = self.black.and(set);
        if !black.is_empty() {
            return black.lowest();
        }
        let suspicion = self.suspicion(common);
        let mut scores = self.scores(common, &suspicion);
        for seat in set.iter().map(Seat::index) {
            scores[seat] *= 1.0 - 0.7 * own.wolf[seat];
        }
        highest(set, &scores)
    }

    /// Whether the possessed shows its colours.
    fn stands_with(common: &CommonKnowledge) -> bool {
        let living = common.record.alive.len();
        living <= 3 || living <= 5 && !common.record.living_claimants(Role::Werewolf).is_empty()
    }

    pub(super) fn join_openly(&mut self, common: &CommonKnowledge) {
        if !self.has_rallied && Self::stands_with(common) {
            self.has_rallied = true;
            self.lines.push(Line::Claim(self.card.seat, Role::Possessed));
        }
    }

    /// Where the werewolves and the possessed outnumber the village, a werewolf comes out and asks
    /// for a vote.
    pub(super) fn rally_openly(&mut self, common: &CommonKnowledge) {
        if self.has_rallied {
            return;
        }
        let wolves = common.record.alive.and(self.card.wolves).len();
        let own = self.own_belief(common);
        let living: f32 = common.record.alive.iter().map(|seat| own.possessed[seat.index()]).sum();
        if 2 * (wolves + 1) > common.record.alive.len() && living > SURE {
            let humans = common.record.alive.without(self.card.wolves);
            let mut trust = [0.0; MAX_PLAYERS];
            for seat in humans.iter() {
                trust[seat.index()] = 1.0 - own.possessed[seat.index()];
            }
            let already = self.find_rally(common);
            self.rally = already.or_else(|| highest(humans, &trust));
            self.has_rallied = true;
            self.lines.push(Line::Claim(self.card.seat, Role::Werewolf));
            if let Some(target) = self.rally {
                self.lines.push(Line::RequestVote(target));
            }
        }
    }

    /// Whom a werewolf that came out asks to vote for.
    fn find_rally(&self, common: &CommonKnowledge) -> Option<Seat> {
        if self.rally.is_some() {
            return self.rally;
        }
        let open = common.record.living_claimants(Role::Werewolf).and(self.card.wolves);
        open.iter().find_map(|wolf| common.record.requested[wolf.index()])
    }

    /// The most valuable victim that is likely to be of the village and not guarded.
    pub(super) fn choose_attack(&mut self, common: &CommonKnowledge) -> Option<Seat> {
        let own = self.own_belief(common);
        let public = self.public_belief(common);
        let humans = common.record.alive.without(self.card.wolves);
        let seers = common.record.living_claimants(Role::Seer).len();
        let mut scores = [0.0; MAX_PLAYERS];
        for seat in humans.iter() {
            let place = seat.index();
            let (value, mut guarded) = match common.record.claims[place] {
                Role::Seer if seers == 1 => (3.0, 0.9),
                Role::Seer => (3.0, 0.7),
                Role::Medium => (1.5, 0.25),
                _ => (1.0, 0.05),
            };
            if self.failed_prey == Some(seat) {
                guarded = 0.8;
            }
            let cast = &common.record.votes[place];
            let hunts: u32 =
                self.card.wolves.iter().map(|wolf| u32::from(cast[wolf.index()])).sum();
            // Today's ballot is not past yet.
            let today = common.record.ballot[place].is_some_and(|it| self.card.wolves.contains(it));
            let hunts = hunts.saturating_sub(u32::from(today));
            scores[place] = (value + 0.3 * hunts as f32)
                * (1.0 - own.possessed[place])
                * (1.0 - 0.7 * public.wolf[place])
                * (1.0 - guarded);
        }
        highest(humans, &scores)
    }
}
