//! What a player knows for certain about the roles.

use arrayvec::ArrayVec;
use kakehiki_core::Seat;

use super::{
    event::Event,
    flow::LAST_DAY,
    options::Options,
    phase::Phase,
    players::Players,
    role::{Role, Species},
    sight::Sight,
    view::View,
};

/// The hard evidence of one player: what follows from the rules and its own results alone, however
/// much anybody lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The player itself.
    pub seat: Seat,
    /// Its role.
    pub role: Role,
    /// Those who certainly are werewolves.
    pub wolves: Players,
    /// Those who certainly are not.
    pub humans: Players,
    /// Those among whom the bodyguard must be, dead or alive.
    pub guardians: Players,
    /// Who lived when the rules looked for a winner and found none: on each morning, and with
    /// `early-end` after each execution.
    pub undecided: ArrayVec<Players, { 2 * (LAST_DAY as usize + 1) }>,
}

impl Facts {
    /// What follows from a view.
    pub fn new(options: &Options, view: &View) -> Self {
        Self::gather(options, view, view.phase, view.events.iter())
    }

    /// What follows from a view and from what is seen next.
    pub(super) fn after(options: &Options, view: &View, sight: &Sight) -> Self {
        Self::gather(options, view, sight.phase, view.events.iter().chain(&sight.events))
    }

    /// What follows from events that have led to a phase.
    fn gather<'a>(
        options: &Options,
        view: &View,
        phase: Phase,
        events: impl Iterator<Item = &'a Event>,
    ) -> Self {
        let everybody = Players::first(options.players);
        let mut facts = Self {
            seat: view.seat,
            role: view.role,
            wolves: view.wolves,
            humans: Players::NONE,
            guardians: everybody,
            undecided: ArrayVec::new(),
        };
        if view.role == Role::Werewolf {
            facts.humans = everybody.without(view.wolves);
        } else if view.role != Role::Any {
            facts.humans.insert(view.seat);
        }
        let mut alive = everybody;
        let (mut guarded, mut attacked) = (None, None);
        for event in events {
            match *event {
                Event::Executed(executed) => {
                    alive = executed.map_or(alive, |seat| alive.except(seat));
                    if options.early_end && phase != Phase::Over {
                        let _ = facts.undecided.try_push(alive);
                    }
                }
                Event::Guarded(target) => guarded = target,
                Event::Attacked(target) => attacked = target,
                Event::DivineResult(target, species) | Event::MediumResult(target, species) => {
                    facts.judge(target, species);
                }
                Event::Dawn { day, victim } => {
                    match victim {
                        Some(victim) => facts.humans.insert(victim),
                        // An attack that is certain to have happened failed: somebody was guarded.
                        None if day > 1
                            && (attacked.is_some() || options.attacks_for_certain()) =>
                        {
                            facts.guardians = facts.guardians.and(alive);
                            if let Some(target) = attacked {
                                facts.guardians.remove(target);
                            }
                            if let Some(target) = guarded.filter(|_| view.role == Role::Bodyguard) {
                                facts.humans.insert(target);
                            }
                        }
                        None => {}
                    }
                    alive = victim.map_or(alive, |seat| alive.except(seat));
                    (guarded, attacked) = (None, None);
                    // A full list would be a game beyond its last day.
                    let _ = facts.undecided.try_push(alive);
                }
                _ => {}
            }
        }
        facts
    }

    /// Takes over a result that is known to be true.
    pub fn judge(&mut self, target: Seat, species: Species) {
        match species {
            Species::Werewolf => self.wolves.insert(target),
            Species::Human | Species::Any => self.humans.insert(target),
        }
    }

    /// Whether the facts do not contradict each other at first sight, where so many werewolves are dealt.
    pub(super) fn can_be(&self, dealt: usize) -> bool {
        self.wolves.len() <= dealt
            && self.wolves.and(self.humans).is_empty()
            && self.undecided.iter().all(|alive| alive.len() > 2)
    }

    /// Whether these werewolves are possible: they fit what is known, and no side had won when the
    /// rules looked.
    pub fn allows_wolves(&self, wolves: Players) -> bool {
        self.wolves.without(wolves).is_empty()
            && self.humans.and(wolves).is_empty()
            && self.undecided.iter().all(|alive| {
                let living = alive.and(wolves).len();
                living > 0 && alive.len() > 2 * living
            })
    }
}
