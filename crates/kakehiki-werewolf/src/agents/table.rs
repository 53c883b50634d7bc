//! A whole table of agents played at full speed: the rules as they are, one shared public record,
//! and no views.

use kakehiki_core::{Game, GameRng, Seat, Turn};

use super::table_player::{RoleCard, TablePlayer};
use crate::{
    estimate::CommonKnowledge,
    record::{Observer, PublicRecord, TableEvent},
    rules::{
        Action, Chance, Channel, MAX_PLAYERS, Players, Role, Sentence, Slot, Species, Stage, State,
        Team, Werewolf,
    },
};

/// A table of players who play game after game.
///
/// Games are those that the same players would play through their [`Agent`](kakehiki_core::Agent)
/// form, up to the random numbers.
#[derive(Clone, Debug)]
pub struct FastTable<P> {
    game: Werewolf,
    state: State,
    common: CommonKnowledge,
    /// The last ballot, where it is shown in the morning.
    cast: [Option<Seat>; MAX_PLAYERS],
    /// By seat.
    players: Vec<P>,
}

impl<P: TablePlayer> FastTable<P> {
    /// Seats one player for each place of the village.
    ///
    /// # Panics
    /// If there are more or fewer players than places.
    pub fn new(game: Werewolf, players: Vec<P>) -> Self {
        assert_eq!(players.len(), game.options().players, "one player for each seat");
        let factors = players.iter().find_map(TablePlayer::wants_belief);
        let common = CommonKnowledge::new(&game, factors);
        Self { game, state: game.start(), common, cast: [None; MAX_PLAYERS], players }
    }

    /// Breaks up the table.
    pub fn into_players(self) -> Vec<P> {
        self.players
    }

    /// A player, and the record and the end of the game that was played last.
    pub(crate) fn debrief(&mut self, seat: Seat) -> (&mut P, &PublicRecord, &State) {
        (&mut self.players[seat.index()], &self.common.record, &self.state)
    }

    /// Plays one game; gives the side that won, if one did.
    pub fn play(&mut self, rng: &mut GameRng, observer: &mut impl Observer) -> Option<Team> {
        self.play_from(Players::NONE, rng, observer)
    }

    /// Plays one game in which `wolf` is a werewolf, whoever else is: the deal is drawn as ever,
    /// under that condition. Requests for roles are not made.
    pub fn play_with_wolf(
        &mut self,
        wolf: Seat,
        rng: &mut GameRng,
        observer: &mut impl Observer,
    ) -> Option<Team> {
        self.play_from(Players::only(wolf), rng, observer)
    }

    fn play_from(
        &mut self,
        wolves: Players,
        rng: &mut GameRng,
        observer: &mut impl Observer,
    ) -> Option<Team> {
        self.state = self.game.start();
        self.common.clear();
        self.deal(wolves, rng);
        for (seat, player) in Seat::all(self.players.len()).zip(&mut self.players) {
            let role = self.state.role(seat);
            let known = if role == Role::Werewolf { self.state.wolves() } else { Players::NONE };
            player.sit(RoleCard { seat, role, wolves: known }, &self.common, rng);
        }
        observer.saw(TableEvent::Dealt, &self.state, &self.common.record);
        loop {
            // As players behind their own views do.
            if self.state.stage() != Stage::Tie {
                self.common.refresh();
            }
            match self.state.stage() {
                Stage::Over => break,
                Stage::Speak(channel) => self.speak(channel, rng, observer),
                Stage::Order(_) => self.next_speaker(rng, observer),
                Stage::Vote => self.vote(rng, observer),
                Stage::Divine => self.divine(rng, observer),
                Stage::Guard => {
                    let actor = self.actor();
                    let target = self.players[actor.index()].guard(&self.common, rng);
                    let target = target.filter(|target| *target != actor);
                    self.choose(&Action::Guard(target), &Action::Guard(None));
                }
                Stage::Attack => self.attack(rng),
                Stage::Hush(Slot::Dawn) => self.dawn(rng, observer),
                Stage::Request => {
                    self.game.play_unchecked(&mut self.state, &Action::Request(None));
                }
                Stage::Tie => {
                    self.fall(rng);
                    self.end_evening(observer);
                }
                Stage::AttackTie => {
                    self.fall(rng);
                    self.tell_agreement();
                }
                Stage::Hush(_) | Stage::Deal => self.fall(rng),
            }
        }
        observer.saw(TableEvent::Over, &self.state, &self.common.record);
        self.state.winning_team()
    }

    fn fall(&mut self, rng: &mut GameRng) {
        let chance = self.game.draw(&self.state, rng);
        self.game.resolve_unchecked(&mut self.state, &chance);
    }

    /// Plays what the player that is asked chooses, or this where that is not legal.
    fn choose(&mut self, action: &Action, otherwise: &Action) -> bool {
        let is_legal = self.game.check(&self.state, action).is_ok();
        self.game.play_unchecked(&mut self.state, if is_legal { action } else { otherwise });
        is_legal
    }

    fn actor(&self) -> Seat {
        match self.game.turn(&self.state) {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over(_) => Seat::new(0),
        }
    }

    /// Deals, until the players who must be werewolves are.
    fn deal(&mut self, wolves: Players, rng: &mut GameRng) {
        while matches!(self.state.stage(), Stage::Request) {
            self.game.play_unchecked(&mut self.state, &Action::Request(None));
        }
        // Without requests the last ones drawn are the werewolves: those who must be are drawn into
        // one of the last places.
        let players = self.players.len();
        let mut order = [Seat::new(0); MAX_PLAYERS];
        for (place, seat) in Seat::all(players).enumerate() {
            order[place] = seat;
        }
        let order = &mut order[..players];
        shuffle(order, rng);
        if let Some(wolf) = wolves.lowest() {
            let from = order.iter().position(|seat| *seat == wolf).unwrap_or(0);
            let first = players - self.common.record.wolves_dealt;
            if from < first {
                let places = Players::first(self.common.record.wolves_dealt);
                let place = places.draw(rng).map_or(first, |place| first + place.index());
                order.swap(from, place);
            }
        }
        for seat in order {
            self.game.resolve_unchecked(&mut self.state, &Chance::Next(*seat));
        }
    }

    fn next_speaker(&mut self, rng: &mut GameRng, observer: &mut impl Observer) {
        let chance = self.game.draw(&self.state, rng);
        if let (Stage::Order(channel), Chance::Next(seat)) = (self.state.stage(), chance)
            && self.state.is_silenced(seat)
        {
            self.publish(channel, seat, &Sentence::OVER, observer);
        } else {
            self.game.resolve_unchecked(&mut self.state, &chance);
        }
        self.common.record.turn = self.state.talk_turn();
    }

    fn speak(&mut self, channel: Channel, rng: &mut GameRng, observer: &mut impl Observer) {
        let speaker = self.actor();
        let player = &mut self.players[speaker.index()];
        let sentence = match channel {
            Channel::Talk => player.talk(&self.common, rng),
            Channel::Whisper => player.whisper(&self.common, rng),
        };
        // What the village's language cannot say is recorded as `Skip`.
        let allowed = self.game.options().language.allows(&sentence);
        let sentence = if allowed { sentence } else { Sentence::SKIP };
        self.publish(channel, speaker, &sentence, observer);
        self.common.record.turn = self.state.talk_turn();
    }

    fn publish(
        &mut self,
        channel: Channel,
        speaker: Seat,
        sentence: &Sentence,
        observer: &mut impl Observer,
    ) {
        let Self { game, state, common, players, .. } = self;
        let listeners = state.alive().and(state.wolves());
        // Observers see the state before the utterance, which the rules are changing.
        let mut heard = arrayvec::ArrayVec::<(Seat, Sentence), MAX_PLAYERS>::new();
        game.speak(state, channel, speaker, Some(sentence), &mut |seat, sentence, _| {
            if sentence.is_content() || channel == Channel::Talk {
                heard.push((seat, *sentence));
            }
        });
        for (seat, sentence) in &heard {
            match channel {
                Channel::Talk => common.record.hear(*seat, sentence),
                Channel::Whisper => {
                    for listener in listeners.except(*seat).iter() {
                        players[listener.index()].overhear(*seat, sentence);
                    }
                }
            }
            observer.saw(TableEvent::Said(channel, *seat, sentence), state, &common.record);
        }
    }

    fn vote(&mut self, rng: &mut GameRng, observer: &mut impl Observer) {
        // Nobody sees the running ballot, so that all votes can be asked for at once.
        if self.state.round() == 0 {
            observer.saw(TableEvent::Evening, &self.state, &self.common.record);
        }
        let alive = self.state.alive();
        let mut ballot = [None; MAX_PLAYERS];
        for voter in alive.iter() {
            let target = self.players[voter.index()].vote(&self.common, rng);
            let others = alive.except(voter);
            let target = target.filter(|target| others.contains(*target));
            let is_dropped = self.game.options().dropped_votes;
            let target = target.or_else(|| if is_dropped { None } else { others.draw(rng) });
            ballot[voter.index()] = target;
            let action = target.map_or(Action::Pass, Action::Vote);
            self.game.play_unchecked(&mut self.state, &action);
        }
        if self.game.options().shows_ballots() {
            self.common.record.count(votes_of(&ballot));
        } else {
            self.common.record.count(std::iter::empty());
            self.cast = ballot;
        }
        observer.saw(TableEvent::Ballot(&ballot), &self.state, &self.common.record);
        if !matches!(self.state.stage(), Stage::Vote | Stage::Tie) {
            self.end_evening(observer);
        }
    }

    fn end_evening(&mut self, observer: &mut impl Observer) {
        let executed = self.state.executed();
        self.common.record.execute(executed);
        observer.saw(TableEvent::Executed(executed), &self.state, &self.common.record);
    }

    fn divine(&mut self, rng: &mut GameRng, observer: &mut impl Observer) {
        let actor = self.actor();
        let target = self.players[actor.index()].divine(&self.common, rng);
        let target = target.filter(|target| self.common.record.alive.contains(*target));
        let is_legal = self.choose(&Action::Divine(target), &Action::Divine(None));
        if let Some(target) = target.filter(|_| is_legal) {
            observer.saw(TableEvent::Divined(target), &self.state, &self.common.record);
        }
    }

    fn attack(&mut self, rng: &mut GameRng) {
        let humans = self.state.alive().without(self.state.wolves());
        let actor = self.actor();
        let target = self.players[actor.index()].attack(&self.common, rng);
        let target = target.filter(|target| humans.contains(*target));
        self.game.play_unchecked(&mut self.state, &Action::Attack(target));
        if self.state.stage() == Stage::Hush(Slot::Dawn) {
            self.tell_agreement();
        }
    }

    fn tell_agreement(&mut self) {
        let victim = self.state.attacked();
        for wolf in self.state.alive().and(self.state.wolves()).iter() {
            self.players[wolf.index()].agreed(victim);
        }
    }

    fn dawn(&mut self, rng: &mut GameRng, observer: &mut impl Observer) {
        let (attacked, divined) = (self.state.attacked(), self.state.divined());
        let (executed, is_first) = (self.state.executed(), self.state.day() == 0);
        let before = self.state.alive();
        self.fall(rng);
        let victim = before.without(self.state.alive()).lowest();
        if self.game.options().late_votes && self.game.options().visible_votes && !is_first {
            self.common.record.reveal(votes_of(&self.cast));
        }
        self.common.record.dawn(self.state.day(), victim);
        if !is_first {
            let event = TableEvent::Attacked(attacked, victim.is_some());
            observer.saw(event, &self.state, &self.common.record);
        }
        if self.state.stage() == Stage::Over {
            return;
        }
        self.common.refresh();
        observer.saw(TableEvent::Dawn, &self.state, &self.common.record);
        let judge = |target: Seat| (target, self.state.role(target).species());
        for seat in self.state.alive().iter() {
            let result: Option<(Seat, Species)> = match self.state.role(seat) {
                Role::Seer => divined.map(judge),
                Role::Medium => executed.map(judge),
                _ => None,
            };
            self.players[seat.index()].wake(&self.common, result, rng);
        }
    }
}

/// Each voter of a ballot with its target.
fn votes_of(ballot: &[Option<Seat>; MAX_PLAYERS]) -> impl Iterator<Item = (Seat, Seat)> {
    Seat::all(MAX_PLAYERS).zip(*ballot).filter_map(|(voter, target)| Some((voter, target?)))
}

/// Puts seats into a random order.
fn shuffle(order: &mut [Seat], rng: &mut GameRng) {
    use rand::RngExt;

    for place in (1..order.len()).rev() {
        order.swap(place, rng.random_range(0..=place as u32) as usize);
    }
}
