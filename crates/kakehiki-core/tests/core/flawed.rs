//! The toy game with one promise broken.

use std::{
    cell::RefCell,
    sync::atomic::{AtomicU8, Ordering},
};

use kakehiki_core::{
    Ending, Game, GameRng, Illegal, NotationError, Observed, Sampler, Seat, SeatSet, Seed, Step,
    Turn,
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer, ser};

use crate::toy::{
    Action, CardIs, Chance, GUESSER, HOLDER, LAST, Memory, Public, ROUNDS, Sight, Stage, State,
    Toy, View,
};

/// The one thing that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Nothing is.
    None,
    /// The guesser is offered nothing.
    EmptyMenu,
    /// The guesser is offered to fold twice.
    MenuTwice,
    /// Wrong guesses are offered again.
    MenuListsIllegal,
    /// Folding is legal but not listed in the second round.
    MenuLacksLegal,
    /// An ended game offers to fold.
    MenuAtTheEnd,
    /// Folding is legal after the end.
    PlaysAfterTheEnd,
    /// A refused action moves the dice.
    RefusalChanges,
    /// An action's text cannot be read back.
    ActionBlot,
    /// An outcome's text cannot be read back.
    ChanceBlot,
    /// The last face of the die is not listed.
    LacksProbability,
    /// Probabilities add up, with one above one and one below zero.
    NegativeProbability,
    /// The die has a seventh face that is not listed.
    ForeignDraw,
    /// The die is loaded.
    LoadedDie,
    /// A card may fall where the die should.
    AcceptsForeignChance,
    /// A card that is refused where the die should fall is taken all the same.
    ChanceRefusalChanges,
    /// The snapshot forgets the dice.
    SnapshotForgets,
    /// The start depends on how many games were begun.
    HiddenCounter,
    /// What is said moves the dice when it is not checked.
    UncheckedDiffers,
    /// The rules answer a missing pick by something that leaves it missing.
    FallbackStalls,
    /// The rules answer a missing pick by something whose text cannot be read back.
    FallbackBlot,
    /// The clock counts down.
    ClockFalls,
    /// A fourth seat of three has to speak.
    ForeignSeat,
    /// A fourth seat of three wins.
    ForeignWinner,
    /// Secret picks show in everybody's view.
    ViewShowsPicks,
    /// Secret picks show in everybody's view, from where the sampler copies them.
    ViewShowsPicksAndSamplerCopies,
    /// As before, and everybody notices that somebody picks.
    ViewShowsNoticedPicksAndSamplerCopies,
    /// The card shows in everybody's view.
    ViewShowsCard,
    /// The card shows in everybody's view, from where the sampler copies it.
    ViewShowsCardAndSamplerCopies,
    /// As before, but only from the second round on.
    ViewShowsCardLate,
    /// The card shows in a part of the view that is not written.
    ViewWhispersCard,
    /// The view cannot be written.
    ViewIsUnwritable,
    /// The view shows a die of which the sight tells nothing.
    SightHidesDie,
    /// A seat does not notice the die, which its view shows.
    SightLacksDie,
    /// The guesser is offered only the right guess.
    MenuShowsCard,
    /// The words of a refusal tell the card.
    RefusalTellsCard,
    /// The sampler redraws the seat's own card.
    SamplerChangesOwnCard,
    /// The sampler redraws the seat's own pick.
    SamplerChangesOwnPick,
    /// The sampler lets the first seat pick again.
    SamplerLosesTurn,
    /// The sampler knows the truth from elsewhere.
    SamplerKnowsTruth,
    /// A prepared sampler draws something else.
    PreparedSamplerDiffers,
    /// Only one world is listed, whatever may be so.
    ListsOneWorld,
    /// No step is found that could have been seen as the die.
    DieIsNotFollowed,
    /// Those who do not know the card find that a 1 cannot be followed by the die.
    OnesAreRefuted,
    /// What was said is taken for another word, which moves the dice.
    TakesAnotherWord,
    /// A world that is made to go on to a sight has other dice.
    StandInChangesDice,
    /// A world that is made to go on to a sight offers less.
    StandInChangesMenu,
    /// A world that is made to go on to a sight refuses in other words.
    StandInChangesRefusal,
    /// The card is public before it is shown.
    PublicShowsCard,
    /// Spectators see who picks what.
    SpectatorsSeePicks,
    /// Spectators do not notice the die, which is public.
    SpectatorsMissDie,
    /// A fact's text cannot be read back.
    FactBlot,
}

/// A word that no menu lists.
const ANOTHER_WORD: u32 = 77;

/// So many dice mark a world that stands in for another, where views do not show them.
const MARK: u8 = 100;

#[derive(Clone, Debug, PartialEq)]
pub struct Flawed(pub Flaw);

/// A view with room for what should not be in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FlawedView {
    view: View,
    card: Option<u8>,
    picks: Option<[Option<u8>; 3]>,
    #[serde(skip)]
    whispered: Option<u8>,
    #[serde(serialize_with = "write_or_fail")]
    is_unwritable: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn write_or_fail<S: Serializer>(is_unwritable: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    if *is_unwritable {
        return Err(ser::Error::custom("the ink is dry"));
    }
    serializer.serialize_bool(false)
}

/// How many games of [`Flaw::HiddenCounter`] were begun.
static BEGUN: AtomicU8 = AtomicU8::new(0);

thread_local! {
    /// What [`Flaw::SamplerKnowsTruth`] should never have seen.
    static TRUTH: RefCell<Option<State>> = const { RefCell::new(None) };
}

/// The same step as the toy's rules know it.
fn plain(step: &Step<Flawed>) -> Step<Toy> {
    match step {
        Step::Action(seat, action) => Step::Action(*seat, *action),
        Step::Chance(chance) => Step::Chance(*chance),
    }
}

impl Flawed {
    fn has(&self, flaw: Flaw) -> bool {
        self.0 == flaw
    }
}

impl Game for Flawed {
    type State = State;
    type Action = Action;
    type Chance = Chance;

    fn seats(&self) -> usize {
        Toy.seats()
    }

    fn start(&self) -> State {
        let mut state = Toy.start();
        if self.has(Flaw::HiddenCounter) {
            state.dice = BEGUN.fetch_add(1, Ordering::Relaxed) % 100;
        }
        state
    }

    fn turn(&self, state: &State) -> Turn {
        let stranger = Seat::new(3);
        match Toy.turn(state) {
            Turn::Seat(_) if self.has(Flaw::ForeignSeat) && state.stage == Stage::Say => {
                Turn::Seat(stranger)
            }
            Turn::Over(Ending::Won(_)) if self.has(Flaw::ForeignWinner) => {
                Turn::Over(Ending::Won(SeatSet::only(stranger)))
            }
            turn => turn,
        }
    }

    fn menu(&self, state: &State, menu: &mut Vec<Action>) {
        Toy.menu(state, menu);
        match (self.0, state.stage) {
            (Flaw::EmptyMenu, Stage::Guess) => menu.clear(),
            (Flaw::MenuTwice, Stage::Guess) | (Flaw::MenuAtTheEnd, Stage::Over(_)) => {
                menu.push(Action::Fold);
            }
            (Flaw::MenuListsIllegal, Stage::Guess) => {
                *menu = (1..=3).map(Action::Guess).collect();
            }
            (Flaw::MenuLacksLegal, Stage::Guess) if state.round == 1 => {
                menu.retain(|action| *action != Action::Fold);
            }
            (Flaw::MenuShowsCard, Stage::Guess) => *menu = vec![Action::Guess(state.card)],
            (Flaw::ActionBlot, Stage::Guess) => menu.push(Action::Blot),
            (Flaw::StandInChangesMenu, Stage::Guess) if state.dice >= MARK => {
                menu.retain(|action| *action != Action::Fold);
            }
            _ => {}
        }
    }

    fn menu_is_complete(&self, state: &State) -> bool {
        Toy.menu_is_complete(state)
    }

    fn check(&self, state: &State, action: &Action) -> Result<(), Illegal> {
        let is_over = matches!(state.stage, Stage::Over(_));
        match (self.0, action) {
            (Flaw::ActionBlot, Action::Blot) => Ok(()),
            (Flaw::PlaysAfterTheEnd, Action::Fold) if is_over => Ok(()),
            (Flaw::RefusalTellsCard, _) => Toy
                .check(state, action)
                .map_err(|_| Illegal(format!("no, for the card is a {}", state.card))),
            (Flaw::StandInChangesRefusal, _) if state.dice >= MARK => {
                Toy.check(state, action).map_err(|_| Illegal("no".to_owned()))
            }
            _ => Toy.check(state, action),
        }
    }

    fn play_unchecked(&self, state: &mut State, action: &Action) {
        Toy.play_unchecked(state, action);
        let moves_dice = match action {
            Action::Say(ANOTHER_WORD) => self.has(Flaw::TakesAnotherWord),
            Action::Say(_) => self.has(Flaw::UncheckedDiffers),
            Action::Blot => self.has(Flaw::FallbackBlot),
            _ => false,
        };
        state.dice += u8::from(moves_dice);
    }

    fn play(&self, state: &mut State, action: &Action) -> Result<(), Illegal> {
        let verdict = self.check(state, action);
        if verdict.is_ok() {
            Toy.play_unchecked(state, action);
            state.dice +=
                u8::from(self.has(Flaw::TakesAnotherWord) && *action == Action::Say(ANOTHER_WORD));
        } else if self.has(Flaw::RefusalChanges) {
            state.dice += 1;
        }
        verdict
    }

    fn draw(&self, state: &State, rng: &mut GameRng) -> Chance {
        match (self.0, Toy.draw(state, rng)) {
            (Flaw::ForeignDraw, Chance::Die(_)) => Chance::Die(7),
            (Flaw::LoadedDie, Chance::Die(die)) => Chance::Die(die.max(2)),
            (_, chance) => chance,
        }
    }

    fn chances(&self, state: &State) -> Vec<(Chance, f64)> {
        let mut chances = Toy.chances(state);
        match (self.0, state.stage) {
            (Flaw::LacksProbability, Stage::Roll) => chances.truncate(5),
            (Flaw::NegativeProbability, Stage::Roll) => {
                chances[0].1 += 1.0;
                chances[1].1 -= 1.0;
            }
            (Flaw::ChanceBlot, Stage::Roll) => chances = vec![(Chance::Blot, 1.0)],
            _ => {}
        }
        chances
    }

    fn check_chance(&self, state: &State, chance: &Chance) -> Result<(), Illegal> {
        match (self.0, state.stage, chance) {
            (Flaw::AcceptsForeignChance, Stage::Roll, Chance::Card(_)) => Ok(()),
            _ => Toy.check_chance(state, chance),
        }
    }

    fn resolve_unchecked(&self, state: &mut State, chance: &Chance) {
        Toy.resolve_unchecked(state, chance);
    }

    fn resolve(&self, state: &mut State, chance: &Chance) -> Result<(), Illegal> {
        let verdict = self.check_chance(state, chance);
        if verdict.is_ok() || self.has(Flaw::ChanceRefusalChanges) {
            self.resolve_unchecked(state, chance);
        }
        verdict
    }

    fn clock(&self, state: &State) -> u32 {
        let clock = Toy.clock(state);
        if self.has(Flaw::ClockFalls) { u32::from(ROUNDS) - clock } else { clock }
    }

    fn fallbacks(&self, state: &State) -> Vec<Action> {
        if matches!(self.0, Flaw::FallbackStalls | Flaw::FallbackBlot) && state.stage == Stage::Pick
        {
            return vec![Action::Blot];
        }
        Toy.fallbacks(state)
    }

    fn snapshot(&self, state: &State) -> String {
        TRUTH.set(Some(state.clone()));
        let mut state = state.clone();
        if self.has(Flaw::SnapshotForgets) {
            state.dice = 0;
        }
        Toy.snapshot(&state)
    }

    fn restore(&self, text: &str) -> Result<State, NotationError> {
        Toy.restore(text)
    }

    fn picture(&self, state: &State) -> String {
        Toy.picture(state)
    }
}

impl Observed for Flawed {
    type View = FlawedView;
    type Sight = Sight;
    type Memory = Memory;
    type Public = Public;
    type Fact = CardIs;

    fn sight(&self, before: &State, step: &Step<Self>, after: &State, seat: Seat) -> Option<Sight> {
        let sight = Toy.sight(before, &plain(step), after, seat);
        match (self.0, sight) {
            (Flaw::SightHidesDie, Some(Sight::Rolled(_))) => Some(Sight::Rolled(0)),
            (Flaw::SightLacksDie, Some(Sight::Rolled(_))) if seat == LAST => None,
            (Flaw::ViewShowsNoticedPicksAndSamplerCopies, None) => Some(Sight::Picked(0)),
            (Flaw::TakesAnotherWord, Some(Sight::Said(actor, ANOTHER_WORD))) => {
                Some(Sight::Said(actor, 0))
            }
            (_, sight) => sight,
        }
    }

    fn remember(&self, memory: &mut Memory, seat: Seat, sight: &Sight) {
        Toy.remember(memory, seat, sight);
    }

    fn view(&self, state: &State, memory: &Memory, seat: Seat) -> FlawedView {
        TRUTH.set(Some(state.clone()));
        let shows_card = match self.0 {
            Flaw::ViewShowsCard | Flaw::ViewShowsCardAndSamplerCopies => true,
            Flaw::ViewShowsCardLate => state.round > 0,
            _ => false,
        };
        let shows_picks = matches!(
            self.0,
            Flaw::ViewShowsPicks
                | Flaw::ViewShowsPicksAndSamplerCopies
                | Flaw::ViewShowsNoticedPicksAndSamplerCopies
        );
        let mut view = Toy.view(state, memory, seat);
        if matches!(self.0, Flaw::StandInChangesMenu | Flaw::StandInChangesRefusal) {
            view.dice %= MARK;
        }
        FlawedView {
            view,
            card: shows_card.then_some(state.card),
            picks: shows_picks.then_some(state.picks),
            whispered: self.has(Flaw::ViewWhispersCard).then_some(state.card),
            is_unwritable: self.has(Flaw::ViewIsUnwritable),
        }
    }

    fn sample(&self, view: &FlawedView, rng: &mut GameRng) -> State {
        let FlawedView { view, card, picks, .. } = view;
        let mut state = Toy.sample(view, rng);
        match self.0 {
            Flaw::ViewShowsPicksAndSamplerCopies | Flaw::ViewShowsNoticedPicksAndSamplerCopies => {
                state.picks = picks.unwrap_or(state.picks);
            }
            Flaw::ViewShowsCardAndSamplerCopies | Flaw::ViewShowsCardLate => {
                state.card = card.unwrap_or(state.card);
            }
            Flaw::SamplerChangesOwnCard if view.seat == HOLDER && state.card > 0 => {
                state.card = 1 + state.card % 3;
            }
            Flaw::SamplerChangesOwnPick => {
                let pick = &mut state.picks[view.seat.index()];
                *pick = pick.map(|pick| 1 + pick % 3);
            }
            Flaw::SamplerLosesTurn if view.stage == Stage::Pick && view.seat == GUESSER => {
                state.picks[HOLDER.index()] = None;
            }
            Flaw::SamplerKnowsTruth => state = TRUTH.with_borrow(Clone::clone).unwrap_or(state),
            _ => {}
        }
        state
    }

    fn sampler<'a>(&'a self, view: &'a FlawedView) -> Sampler<'a, Self> {
        let is_flawed = self.has(Flaw::PreparedSamplerDiffers);
        Box::new(move |rng| {
            let mut world = self.sample(view, rng);
            world.dice += u8::from(is_flawed);
            world
        })
    }

    fn worlds(&self, view: &FlawedView) -> Vec<State> {
        let one = || self.sample(view, &mut Seed::experiment(0).rng());
        self.has(Flaw::ListsOneWorld).then(one).into_iter().collect()
    }

    fn sample_towards(&self, view: &FlawedView, _sight: &Sight, rng: &mut GameRng) -> State {
        let mut world = self.sample(view, rng);
        world.dice += match self.0 {
            Flaw::StandInChangesDice => 1,
            Flaw::StandInChangesMenu | Flaw::StandInChangesRefusal => MARK,
            _ => 0,
        };
        world
    }

    fn step_towards(
        &self,
        world: &State,
        seat: Seat,
        sight: &Sight,
        rng: &mut GameRng,
    ) -> Option<Step<Self>> {
        match (self.0, sight) {
            (Flaw::DieIsNotFollowed, Sight::Rolled(_)) => return None,
            (Flaw::OnesAreRefuted, Sight::Rolled(_)) if seat != HOLDER && world.card == 1 => {
                return None;
            }
            (Flaw::TakesAnotherWord, Sight::Said(actor, 0)) => {
                return Some(Step::Action(*actor, Action::Say(ANOTHER_WORD)));
            }
            _ => {}
        }
        Some(match Toy.step_towards(world, seat, sight, rng)? {
            Step::Action(actor, action) => Step::Action(actor, action),
            Step::Chance(chance) => Step::Chance(chance),
        })
    }

    fn public(&self, state: &State) -> Public {
        TRUTH.set(Some(state.clone()));
        let public = Toy.public(state);
        let card = if self.has(Flaw::PublicShowsCard) { Some(state.card) } else { public.card };
        Public { card, ..public }
    }

    fn public_sight(&self, before: &State, step: &Step<Self>, after: &State) -> Option<Sight> {
        let sight = Toy.public_sight(before, &plain(step), after);
        match (self.0, step) {
            (Flaw::SpectatorsSeePicks, Step::Action(_, Action::Pick(pick))) => {
                Some(Sight::Picked(*pick))
            }
            (Flaw::SpectatorsMissDie, Step::Chance(Chance::Die(_))) => None,
            _ => sight,
        }
    }

    fn facts(&self, view: &FlawedView) -> Vec<CardIs> {
        if self.has(Flaw::FactBlot) { vec![CardIs(9)] } else { Toy.facts(&view.view) }
    }

    fn holds(&self, world: &State, fact: &CardIs) -> bool {
        Toy.holds(world, fact)
    }

    fn view_picture(&self, view: &FlawedView) -> String {
        Toy.view_picture(&view.view)
    }
}
