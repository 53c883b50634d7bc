//! What an agent is to a table: something that is asked and told, in the words of the game.

use kakehiki_core::{Explanation, GameRng, Seat};

use crate::{
    estimate::{CommonKnowledge, Factors},
    record::PublicRecord,
    rules::{Players, Role, Sentence, Species},
};

/// What a player is dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleCard {
    /// Its place.
    pub seat: Seat,
    /// Its role.
    pub role: Role,
    /// All werewolves if it is one, otherwise nobody.
    pub wolves: Players,
}

impl RoleCard {
    /// The others who live.
    #[inline]
    pub(super) fn others(self, record: &PublicRecord) -> Players {
        record.alive.except(self.seat)
    }

    /// The others who called this player or a victim a werewolf, dead ones included.
    pub(super) fn accusers(self, record: &PublicRecord) -> Players {
        record.accusers_of(record.victims.with(self.seat)).except(self.seat)
    }
}

impl Default for RoleCard {
    fn default() -> Self {
        Self { seat: Seat::new(0), role: Role::Villager, wolves: Players::NONE }
    }
}

/// A player without a heap that plays by what all at its table know, its own card and its own
/// memory.
///
/// [`CommonKnowledge`] is shared by all players of a table; a player that is told something in
/// private keeps it itself. Every call may draw from `rng`. A target that the rules do not allow
/// counts as none.
pub trait TablePlayer {
    /// The factors by which all should infer who the werewolves are, if this player wants to know.
    /// Where players of a table differ, the first one's factors count for all.
    fn wants_belief(&self) -> Option<Factors> {
        None
    }

    /// Sits down to a new game.
    fn sit(&mut self, card: RoleCard, common: &CommonKnowledge, rng: &mut GameRng);

    /// A day from the first on begins; with the result of a divination or of a medium.
    fn wake(
        &mut self,
        _common: &CommonKnowledge,
        _result: Option<(Seat, Species)>,
        _rng: &mut GameRng,
    ) {
    }

    /// Says something.
    fn talk(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Sentence;

    /// Whispers something.
    fn whisper(&mut self, _common: &CommonKnowledge, _rng: &mut GameRng) -> Sentence {
        Sentence::SKIP
    }

    /// Hears a whisper.
    fn overhear(&mut self, _speaker: Seat, _sentence: &Sentence) {}

    /// Votes about an execution.
    fn vote(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat>;

    /// Divines somebody.
    fn divine(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat>;

    /// Guards somebody.
    fn guard(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat>;

    /// Votes about an attack.
    fn attack(&mut self, common: &CommonKnowledge, rng: &mut GameRng) -> Option<Seat>;

    /// The werewolves agreed on a victim; told to living werewolves.
    fn agreed(&mut self, _victim: Option<Seat>) {}

    /// What it thinks of everybody, for people to look at.
    fn explain(&self, _common: &CommonKnowledge) -> Option<Explanation> {
        None
    }
}

/// Guards somebody as the sample agents of both lines do: the one guarded before if nobody was found
/// dead, else a claimant of a role whom it trusts, or anybody whom it does.
pub(super) fn guard_claimant(
    guarded: &mut Option<Seat>,
    card: RoleCard,
    record: &PublicRecord,
    [seers, mediums]: [Players; 2],
    rng: &mut GameRng,
) -> Option<Seat> {
    let kept = guarded.filter(|seat| record.alive.contains(*seat));
    if record.last_victim.is_none() && kept.is_some() {
        return kept;
    }
    let others = card.others(record);
    let trusted = others.without(card.accusers(record));
    let claimants = trusted.and(seers).or_if_empty(trusted.and(mediums));
    *guarded = claimants.or_if_empty(trusted).or_if_empty(others).draw(rng);
    *guarded
}

/// Keeps a candidate while it is in a set, and otherwise draws a new one from the set. Tells
/// whether the candidate changed.
#[inline]
pub fn stick(candidate: &mut Option<Seat>, set: Players, rng: &mut GameRng) -> bool {
    if candidate.is_some_and(|seat| set.contains(seat)) {
        return false;
    }
    let drawn = set.draw(rng);
    let changed = drawn.is_some() && drawn != *candidate;
    if drawn.is_some() {
        *candidate = drawn;
    }
    changed
}
