//! The rules as the rest of the project knows them.

use kakehiki_core::{Ending, Game, GameRng, Illegal, NotationError, Seat, Settings, Step, Turn};

use super::{
    action::{Action, Chance},
    language::{Channel, Sentence, Verb},
    options::{Options, Speaking},
    players::Players,
    role::{DEALT_ROLES, Role, Species, Team},
    state::{Stage, State},
};

/// Werewolf with its settings chosen.
///
/// The rules are those of the reference server of the AIWolf contests, line 0.6, with its oddities:
/// the winner is looked for only after a whole night (`early-end=on` looks after the execution
/// too), a player who said `Over` is asked again (`final-over=on` does not), and there is never a
/// vote on day 0 (`first-day-vote=on` holds one). `rules=aiwolf-nlp` are those of the server for
/// natural language. What the last whispers of a night reach depends
/// on network packets in the reference server; here they reach all living werewolves. Sentences
/// that make the reference server abort the game are outside the language here. Only the villages
/// of the official table are dealt, so that freemasons and foxes exist as words only.
///
/// Choices made at the same time are asked seat by seat. With `delivery=turn` nobody knows who has
/// spoken in a turn before it is over; with `delivery=immediate` everybody sees whose turn it is to
/// speak. Roles of the dead stay hidden until the end; a night takes the same number of visible
/// steps for everybody who sleeps through it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Werewolf {
    pub(super) options: Options,
}

impl Werewolf {
    /// The rules with checked settings.
    pub fn new(settings: &Settings) -> Self {
        Self { options: Options::new(settings) }
    }

    /// The rules with these options.
    pub const fn with(options: Options) -> Self {
        Self { options }
    }

    /// The settings of the village.
    #[inline]
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Whom the seat that is asked may name. The dead may be guarded, to no effect.
    #[inline]
    fn targets(&self, state: &State) -> Players {
        match state.stage {
            Stage::Vote => state.alive.except(state.actor),
            Stage::Guard | Stage::Divine if self.options.dropped_votes => {
                state.alive.except(state.actor)
            }
            Stage::Guard => Players::first(self.options.players).except(state.actor),
            Stage::Divine => state.alive,
            Stage::Attack => state.alive.without(state.wolves),
            _ => Players::NONE,
        }
    }

    /// The same with those who may be named to no avail, as no menu lists them.
    fn nameable(&self, state: &State) -> Players {
        match state.stage {
            Stage::Vote | Stage::Attack if self.options.dropped_votes => state.alive,
            _ => self.targets(state),
        }
    }

    fn name(&self, state: &State, target: Seat) -> Result<(), Illegal> {
        if self.nameable(state).contains(target) {
            return Ok(());
        }
        let problem = match state.stage {
            Stage::Attack if !self.options.dropped_votes => "is no living human",
            _ if target == state.actor => "is the player itself",
            _ => "is not alive in this village",
        };
        let target = super::language::Whom::from(target);
        Err(Illegal(format!("{target} {problem}")))
    }

    /// Whether a role may be asked for.
    fn is_dealt(&self, role: Role) -> bool {
        self.options.roles[role.index()] > 0
    }
}

impl Game for Werewolf {
    type State = State;
    type Action = Action;
    type Chance = Chance;

    fn seats(&self) -> usize {
        self.options.players
    }

    fn start(&self) -> State {
        State::new(&self.options)
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Request
            | Stage::Speak(_)
            | Stage::Vote
            | Stage::Divine
            | Stage::Guard
            | Stage::Attack => Turn::Seat(state.actor),
            Stage::Deal | Stage::Hush(_) | Stage::Order(_) | Stage::Tie | Stage::AttackTie => {
                Turn::Chance
            }
            Stage::Over => Turn::Over(match state.winner() {
                Some(team) => Ending::Won(state.members(team).into()),
                None => Ending::Undecided,
            }),
        }
    }

    /// In talk: `Skip`, `Over`, the own claim of every role of the village, and for every other
    /// living player a vote, the suspicion of being a werewolf, and both results of a divination
    /// and of a medium. In whispers: `Skip`, `Over`, claims and attacks. Much more can be said.
    fn menu(&self, state: &State, menu: &mut Vec<Action>) {
        menu.clear();
        match state.stage {
            Stage::Request => {
                menu.push(Action::Request(None));
                let roles = DEALT_ROLES.into_iter();
                menu.extend(
                    roles
                        .filter(|role| self.is_dealt(*role))
                        .map(|role| Action::Request(Some(role))),
                );
            }
            Stage::Speak(channel) => {
                let mut say = |sentence| menu.push(Action::Say(sentence));
                say(Sentence::SKIP);
                say(Sentence::OVER);
                let roles = DEALT_ROLES.into_iter();
                for role in roles.filter(|role| self.is_dealt(*role)) {
                    say(Sentence::coming_out(state.actor, role));
                }
                for other in state.alive.except(state.actor).iter() {
                    if channel == Channel::Whisper {
                        say(Sentence::about(Verb::Attack, other));
                        continue;
                    }
                    say(Sentence::vote(other));
                    say(Sentence::estimate(other, Role::Werewolf));
                    for species in [Species::Human, Species::Werewolf] {
                        say(Sentence::divined(other, species));
                        say(Sentence::identified(other, species));
                    }
                }
            }
            Stage::Vote => menu.extend(self.targets(state).iter().map(Action::Vote)),
            Stage::Divine | Stage::Guard | Stage::Attack => {
                let act = match state.stage {
                    Stage::Divine => Action::Divine,
                    Stage::Guard => Action::Guard,
                    _ => Action::Attack,
                };
                menu.push(act(None));
                menu.extend(self.targets(state).iter().map(|target| act(Some(target))));
            }
            _ => {}
        }
    }

    fn menu_is_complete(&self, state: &State) -> bool {
        match state.stage {
            Stage::Speak(_) => false,
            Stage::Vote | Stage::Attack => !self.options.dropped_votes,
            _ => true,
        }
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        match (state.stage, action) {
            (Stage::Request, Action::Request(role)) => match role {
                Some(role) if !self.is_dealt(*role) => {
                    Err(Illegal(format!("this village has no {role}")))
                }
                _ => Ok(()),
            },
            (Stage::Speak(_), Action::Say(sentence)) => {
                if self.options.language.allows(sentence) {
                    Ok(())
                } else {
                    Err(Illegal(format!("{sentence} is outside the language of this village")))
                }
            }
            (Stage::Speak(_), Action::Tell(_)) if !self.options.own_words => {
                Err(Illegal("nobody speaks in words of its own in this village".to_owned()))
            }
            (Stage::Speak(_), Action::Tell(telling)) => {
                let Options { language, max_length, mention_length, .. } = self.options;
                if !language.allows(telling.meaning()) {
                    let meaning = telling.meaning();
                    Err(Illegal(format!("{meaning} is outside the language of this village")))
                } else if telling.is_within(max_length, mention_length) {
                    Ok(())
                } else {
                    Err(Illegal(format!("it has more than {max_length} letters")))
                }
            }
            (Stage::Speak(_), Action::Pass) if self.options.own_words => Ok(()),
            (Stage::Vote, Action::Pass) if self.options.dropped_votes => Ok(()),
            (Stage::Vote, Action::Vote(target)) => self.name(state, *target),
            (Stage::Divine, Action::Divine(target))
            | (Stage::Guard, Action::Guard(target))
            | (Stage::Attack, Action::Attack(target)) => match target {
                Some(target) => self.name(state, *target),
                None => Ok(()),
            },
            (Stage::Over, _) => Err(Illegal("the game is over".to_owned())),
            _ => Err(Illegal("something else is asked for now".to_owned())),
        }
    }

    #[inline]
    fn play_unchecked(&self, state: &mut State, action: &Action) {
        self.act(state, action);
    }

    #[inline]
    fn draw(&self, state: &State, rng: &mut GameRng) -> Chance {
        let candidates = self.candidates(state);
        match (state.stage, candidates.draw(rng)) {
            (Stage::Tie | Stage::AttackTie, Some(seat)) => Chance::Pick(seat),
            (_, Some(seat)) => Chance::Next(seat),
            (_, None) => Chance::Night,
        }
    }

    fn chances(&self, state: &State) -> Vec<(Chance, f64)> {
        let candidates = self.candidates(state);
        let share = 1.0 / candidates.len() as f64;
        match state.stage {
            Stage::Hush(_) => vec![(Chance::Night, 1.0)],
            Stage::Tie | Stage::AttackTie => {
                candidates.iter().map(|seat| (Chance::Pick(seat), share)).collect()
            }
            _ => candidates.iter().map(|seat| (Chance::Next(seat), share)).collect(),
        }
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Illegal> {
        let is_possible = match (state.stage, chance) {
            (Stage::Hush(_), Chance::Night) => true,
            (Stage::Order(_), Chance::Close) => self.options.speaking == Speaking::Open,
            (Stage::Deal | Stage::Order(_), Chance::Next(seat))
            | (Stage::Tie | Stage::AttackTie, Chance::Pick(seat)) => {
                self.candidates(state).contains(*seat)
            }
            _ => false,
        };
        if is_possible { Ok(()) } else { Err(Illegal(format!("{chance} cannot happen now"))) }
    }

    #[inline]
    fn resolve_unchecked(&self, state: &mut State, chance: &Chance) {
        self.fall(state, *chance);
    }

    fn clock(&self, state: &State) -> u32 {
        u32::from(state.day)
    }

    /// A missing vote falls on a random other living player, or is dropped; whoever says nothing skips,
    /// or is silent; whoever names nobody at night does nothing.
    fn fallbacks(&self, state: &State) -> Vec<Action> {
        match state.stage {
            Stage::Request => vec![Action::Request(None)],
            Stage::Speak(_) if self.options.own_words => vec![Action::Pass],
            Stage::Speak(_) => vec![Action::Say(Sentence::SKIP)],
            Stage::Vote if self.options.dropped_votes => vec![Action::Pass],
            Stage::Vote => self.targets(state).iter().map(Action::Vote).collect(),
            Stage::Divine => vec![Action::Divine(None)],
            Stage::Guard => vec![Action::Guard(None)],
            Stage::Attack => vec![Action::Attack(None)],
            _ => Vec::new(),
        }
    }

    fn counters(&self) -> &'static [&'static str] {
        &["werewolf-side", "werewolf", "utterances", "claims", "votes", "votes-on-werewolves"]
    }

    fn count(&self, before: &State, step: &Step<Self>, counts: &mut [Vec<u32>]) {
        match step {
            // The last draw of the deal shows what everybody is; before it nothing is certain.
            Step::Chance(Chance::Next(_))
                if before.stage == Stage::Deal && before.done.len() + 1 == self.options.players =>
            {
                let mut dealt = before.clone();
                if let Step::Chance(chance) = step {
                    self.fall(&mut dealt, *chance);
                }
                for (seat, counts) in Seat::all(self.options.players).zip(counts) {
                    let role = dealt.role(seat);
                    counts[0] += u32::from(role.team() == Team::Werewolf);
                    counts[1] += u32::from(role == Role::Werewolf);
                }
            }
            Step::Action(seat, action) if action.sentence().is_some() => {
                let sentence = action.sentence().unwrap_or(&Sentence::SKIP);
                let counts = &mut counts[seat.index()];
                counts[2] += u32::from(sentence.is_content());
                counts[3] += u32::from(sentence.verb() == Verb::ComingOut);
            }
            Step::Action(seat, Action::Vote(target)) => {
                let counts = &mut counts[seat.index()];
                counts[4] += 1;
                counts[5] += u32::from(before.wolves.contains(*target));
            }
            _ => {}
        }
    }

    fn snapshot(&self, state: &State) -> String {
        super::notation::snapshot(state)
    }

    fn restore(&self, text: &str) -> Result<State, NotationError> {
        super::notation::restore(self, text)
    }

    fn picture(&self, state: &State) -> String {
        super::notation::picture(self, state)
    }
}
